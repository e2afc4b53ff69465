/* What the reader's machine, hands and files do to the page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tabs.h"

/* ---- machines -------------------------------------------------------------------------- */

/* Loads the page again in a browser in which `script` has run before it. */
static void open_where(struct tabs *t, const char *script)
{
    open_page(t, "#lang=en", desktop);
    json_decref(
        browser_call(&t->b, "Page.addScriptToEvaluateOnNewDocument", json_pack("{s:s}", "source", script)));
    json_decref(browser_js(&t->b, "window.before = true"));
    json_decref(browser_call(&t->b, "Page.reload", NULL));
    browser_until(&t->b, "!window.before && document.readyState === 'complete'");
}

/* Who reads no script of today reads a sentence. */
static void an_old_browser_gets_a_sentence(void **state)
{
    struct tabs *t = *state;
    open_where(t, "delete window.DecompressionStream");
    browser_until(&t->b, "getComputedStyle(document.getElementById('old')).visibility === 'visible'");
    assert_true(browser_holds(
        &t->b, "!document.getElementById('old').hidden && document.getElementById('old').offsetHeight > 10"
               "&& document.getElementById('old').textContent.includes('2023')"));
    assert_true(browser_holds(&t->b, "document.querySelector('noscript')"));
    open_page(t, "#lang=en", desktop);
    assert_true(browser_holds(&t->b, "document.getElementById('old').hidden"));
}

/* Without memory the program says so and goes on; what was done comes back. */
static void exhausted_memory_is_said(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", desktop);
    browser_press(&t->b, "x", "x");
    json_decref(browser_js(&t->b, "(() => { try { for (;;) qkv.program.memory.grow(64); } catch {} })()"));
    json_decref(browser_js(&t->b, "qkv.act((p, s) => { p.give('set d 512 heads 8'); p.web_line(s); }), ''"));
    browser_until(&t->b, SCREEN
                  ".includes('memory') || document.getElementById('notice').textContent.includes('is kept')");
    json_decref(browser_call(&t->b, "Page.reload", NULL));
    browser_until(&t->b, "window.qkv && qkv.rows && " SCREEN ".includes('R restores it')");
    browser_press(&t->b, "R", "R");
    sees(t, "qkv  dog chases cat");
}

static void the_window_may_change(void **state)
{
    struct tabs *t = *state;
    static const int sizes[][2] = {{1400, 900}, {700, 500}, {320, 256}, {844, 390}};
    open_page(t, "#lang=en", desktop);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        json_decref(browser_js(&t->b, "window.was = [qkv.rows, qkv.columns].join(), ''"));
        json_decref(browser_call(&t->b, "Emulation.setDeviceMetricsOverride",
                                 json_pack("{s:i, s:i, s:i, s:b}", "width", sizes[i][0], "height",
                                           sizes[i][1], "deviceScaleFactor", 1, "mobile", 0)));
        browser_until(&t->b, "was !== [qkv.rows, qkv.columns].join()");
        assert_true(browser_holds(&t->b, "qkv.rows >= 18 && qkv.columns >= 40"));
        assert_true(browser_holds(&t->b, "qkv.columns * qkv.screen.cellWidth <= innerWidth && qkv.rows * "
                                         "qkv.screen.cellHeight <= innerHeight &&"
                                         "(qkv.columns + 1) * qkv.screen.cellWidth > innerWidth"));
        assert_true(browser_holds(&t->b, "!" SCREEN ".includes('too small')"));
    }
}

/* ---- wishes ------------------------------------------------------------------------------ */

static struct device wishing(const char *media)
{
    return (struct device){.width = 1000, .height = 700, .media = media};
}

static void the_page_looks_as_the_reader_wishes(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", wishing("[{\"name\":\"prefers-color-scheme\",\"value\":\"light\"}]"));
    assert_true(browser_holds(&t->b, "document.documentElement.dataset.theme === 'light'"));
    assert_true(
        browser_holds(&t->b, "getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'"));
    open_page(t, "#lang=en", wishing("[{\"name\":\"forced-colors\",\"value\":\"active\"}]"));
    assert_true(browser_holds(&t->b, "document.documentElement.dataset.theme === 'mono'"));
    assert_true(browser_holds(
        &t->b, "![...qkv.screen.sheet.cssRules].some(r => /#[0-9a-f]{6}|rgb/.test(r.cssText))"));
}

#define MOVES "(ms => ms >= 0 && ms < 100)(qkv.program.web_wait(qkv.program.session))"

static void it_moves_only_for_who_wishes_it(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", wishing("[{\"name\":\"prefers-reduced-motion\",\"value\":\"no-preference\"}]"));
    json_decref(browser_js(&t->b, "qkv.act((p, s) => { p.give('view flow'); p.web_line(s); }), ''"));
    assert_true(browser_holds(&t->b, "(qkv.key('p'), " MOVES ")"));
    open_page(t, "#lang=en", desktop);
    json_decref(browser_js(&t->b, "qkv.act((p, s) => { p.give('view flow'); p.web_line(s); }), ''"));
    assert_false(browser_holds(&t->b, "(qkv.key('p'), " MOVES ")"));
}

/* ---- hands ------------------------------------------------------------------------------- */

static void mouse(struct tabs *t, const char *what, double x, double y, double roll)
{
    json_decref(browser_call(&t->b, "Input.dispatchMouseEvent",
                             json_pack("{s:s, s:f, s:f, s:s, s:i, s:f, s:f}", "type", what, "x", x, "y", y,
                                       "button", roll == 0 ? "left" : "none", "clickCount", roll == 0,
                                       "deltaX", 0.0, "deltaY", roll)));
}

#define ON_LESSONS "/▌\\s*Lessons/.test(" SCREEN ")"

static void a_mouse_points_and_rolls(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", desktop);
    mouse(t, "mouseWheel", 100, 200, 60);
    browser_until(&t->b, ON_LESSONS);
    mouse(t, "mouseWheel", 100, 200, -60);
    browser_until(&t->b, "!" ON_LESSONS);
    json_t *place = browser_js(
        &t->b, "[(qkv.columns - 4) * qkv.screen.cellWidth, (qkv.rows - 1.5) * qkv.screen.cellHeight]");
    double x = json_number_value(json_array_get(place, 0)), y = json_number_value(json_array_get(place, 1));
    mouse(t, "mousePressed", x, y, 0);
    mouse(t, "mouseReleased", x, y, 0);
    browser_until(&t->b, SCREEN ".includes('Keys of this view')");
    json_decref(place);
}

static void touch(struct tabs *t, const char *what, double y)
{
    json_decref(browser_call(
        &t->b, "Input.dispatchTouchEvent",
        y < 0 ? json_pack("{s:s, s:[]}", "type", what, "touchPoints")
              : json_pack("{s:s, s:[{s:f, s:f}]}", "type", what, "touchPoints", "x", 100.0, "y", y)));
}

static void a_finger_scrolls(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", phone);
    touch(t, "touchStart", 300);
    for (int y = 295; y >= 235; y -= 5)
        touch(t, "touchMove", y);
    touch(t, "touchEnd", -1);
    browser_until(&t->b, ON_LESSONS);
}

static void a_paste_arrives(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", desktop);
    browser_press(&t->b, "s", "s");
    json_decref(browser_js(
        &t->b,
        "(() => { const d = new DataTransfer(); d.setData('text/plain', 'fish eats apple');"
        "document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: d, bubbles: true,"
        "cancelable: true})); })()"));
    browser_press(&t->b, "Enter", "\r");
    sees(t, "qkv  fish eats apple");
}

/* ---- files out and in ---------------------------------------------------------------------- */

/* Runs a line that hands out a file and waits for it: its name is `handed`, its text `given`. */
static void hand_out(struct tabs *t, const char *line)
{
    json_decref(browser_js(
        &t->b,
        "(() => { window.handed = window.given = null; HTMLAnchorElement.prototype.click = function () { "
        "window.handed = "
        "this.download; };"
        "URL.createObjectURL = b => { b.text().then(s => { window.given = s; }); return 'blob:null/x'; };"
        "qkv.act((p, s) => { p.give('%s'); p.web_line(s); }); })()",
        line));
    browser_until(&t->b, "window.handed && window.given !== null");
}

static void a_scene_and_progress_go_out_and_in(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", desktop);
    browser_press(&t->b, "x", "x");
    hand_out(t, "save my.scene");
    assert_true(browser_holds(&t->b, "handed === 'my.scene' && given.startsWith('# scene format 1')"));
    browser_press(&t->b, "x", "x");
    sees(t, "qkv  cat chases dog");
    drop(t, "new File([given], handed)");
    browser_until(&t->b, SCREEN ".includes('qkv  dog chases cat')");
    json_decref(browser_js(&t->b, "for (const line of ['lesson 01', 'answer a', 'next', 'next'])"
                                  "qkv.act((p, s) => { p.give(line); p.web_line(s); })"));
    hand_out(t, "progress save mine.progress");
    assert_true(browser_holds(&t->b, "handed === 'mine.progress' && given.includes('01-by-hand')"));
    json_decref(browser_js(&t->b, "sessionStorage.given = given, localStorage.clear(), ''"));
    json_decref(browser_call(&t->b, "Page.reload", NULL));
    browser_until(&t->b, "window.qkv && qkv.rows && !window.given");
    assert_true(browser_holds(&t->b, "!Object.values(localStorage).some(s => s.includes('done'))"));
    drop(t, "new File([sessionStorage.given], 'mine.progress')");
    browser_until(&t->b, "Object.keys(localStorage).some(k => k.includes('progress') && "
                         "localStorage[k].includes('01-by-hand'))");
}

int reader_tests(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_old_browser_gets_a_sentence),
        TEST(exhausted_memory_is_said),
        TEST(the_window_may_change),
        TEST(the_page_looks_as_the_reader_wishes),
        TEST(it_moves_only_for_who_wishes_it),
        TEST(a_mouse_points_and_rolls),
        TEST(a_finger_scrolls),
        TEST(a_paste_arrives),
        TEST(a_scene_and_progress_go_out_and_in),
    };
    return cmocka_run_group_tests_name("reader", tests, NULL, NULL);
}
