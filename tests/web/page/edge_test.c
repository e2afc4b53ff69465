/* What browsers, frames and keyboards refuse or do otherwise: nothing is replaced here, and things move. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tabs.h"

#define NOTICE "document.getElementById('notice')"
#define TOLD "document.getElementById('told').textContent"

static struct tabs *tabs_or_skip(void **state)
{
    if (!*state)
        skip();
    return *state;
}

/* ---- storage --------------------------------------------------------------------------- */

/* It runs, and says once that nothing is kept: not again at each change. */
static void runs_and_keeps_nothing(struct tabs *t)
{
    browser_until(&t->b, NOTICE ".open && " NOTICE ".textContent.includes('keeps nothing for this page')");
    for (int i = 0; i < 3; i++) {
        browser_press(&t->b, "x", "x");
        browser_until(&t->b, i % 2 == 0 ? "/dog +chases +cat/.test(" SCREEN ")"
                                        : "/cat +chases +dog/.test(" SCREEN ")");
        assert_false(browser_holds(&t->b, NOTICE ".open || /not kept|journal|No space/.test(" SCREEN ")"));
    }
}

static void a_forbidden_storage_is_said_once(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    forbid_storage(t);
    open_page(t, "#lang=en", moving);
    assert_true(browser_holds(&t->b, "(() => { try { return !localStorage; } catch { return true; } })()"));
    runs_and_keeps_nothing(t);
}

static void a_sandbox_holds_the_program(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_served(t, "/sandbox#lang=en", moving);
    assert_true(browser_holds(&t->b, "origin === 'null'"));
    runs_and_keeps_nothing(t);
    json_decref(browser_js(&t->b, "(navigator.clipboard.writeText = () => Promise.reject(), '')"));
    browser_press(&t->b, "Y", "Y");
    browser_until(&t->b, NOTICE ".open && " NOTICE ".textContent.includes('The link, to copy')");
    json_decref(browser_js(&t->b, NOTICE ".querySelector('button').click(), ''"));
    browser_until(&t->b, "!" NOTICE ".open");
}

/* Filled to the last byte, by whatever else the reader's origin keeps there. */
static void a_full_storage_is_said(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_page(t, "#lang=en", moving);
    json_decref(browser_js(&t->b,
                           "(() => { for (let n = 1 << 22; n >= 1; n >>= 1) try { for (let i = 0; ; i++)"
                           "localStorage.setItem('other' + n + '.' + i, 'x'.repeat(n)); } catch {} })()"));
    browser_press(&t->b, "x", "x");
    browser_until(&t->b, NOTICE ".open && " NOTICE ".textContent.includes('is full')");
    sees(t, "qkv  dog chases cat");
    browser_press(&t->b, "x", "x");
    assert_false(browser_holds(&t->b, NOTICE ".open || /not kept|No space/.test(" SCREEN ")"));
    json_decref(browser_js(&t->b, "Object.keys(localStorage).forEach(k => k.startsWith('other') && "
                                  "localStorage.removeItem(k)), ''"));
    browser_press(&t->b, "x", "x");
    assert_true(browser_holds(&t->b, "qkv.program.system.files.keeps() && Object.keys(localStorage)"
                                     ".some(k => k.endsWith('.journal'))"));
}

/* A class that follows links leaves no sessions: what changed nothing is not kept. */
static void visits_without_a_change_leave_nothing(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    static const char *const lessons[] = {"01", "03/grow", "08/alias", "25"};
    for (int visit = 0; visit < 24; visit++) {
        char path[60];
        snprintf(path, sizeof path, "/qkv.html?%d#lang=en&lesson=%s", visit, lessons[visit % 4]);
        open_served(t, path, moving);
    }
    assert_true(browser_holds(&t->b, "!Object.keys(localStorage).some(k => k.endsWith('.journal'))"));
    open_served(t, "/qkv.html?last#lang=en", moving);
    assert_false(browser_holds(&t->b, "/earlier session|R restores/.test(" SCREEN ")"));
    browser_press(&t->b, "x", "x");
    browser_until(&t->b, "Object.keys(localStorage).filter(k => k.endsWith('.journal')).length === 1");
}

/* What is no old browser is not called one: here the parts for a server may not be fetched. */
static void a_page_that_cannot_begin_says_why(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_served(t, "/qkv.html#lang=en", moving);
    open_unfinished(t, "/sandbox/index.html");
    browser_until(&t->b, "location.pathname !== '/qkv.html' && document.getElementById('old').textContent"
                         ".includes('cannot begin')");
    assert_true(browser_holds(&t->b,
                              "(old => !old.hidden && !old.textContent.includes('2023') && "
                              "old.textContent.includes('TypeError'))(document.getElementById('old'))"));
}

/* ---- sizes ------------------------------------------------------------------------------- */

/* A frame as it is while a page unfolds it: each size from nothing to 60 px, in both directions and in each
 * alone; then it is as large as before, and whole. */
static void a_window_may_have_any_size(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_served(t, "/frame", moving);
    json_t *wrong = browser_js(
        &t->b,
        "(async () => { const f = document.getElementById('frame'), w = f.contentWindow, { qkv } = w;"
        "const sized = async (x, y) => { f.style.width = x + 'px'; f.style.height = y + 'px';"
        "while (w.innerWidth !== x || w.innerHeight !== y) await new Promise(r => setTimeout(r)); qkv.fit();"
        "return qkv.rows >= 1 && qkv.columns >= 1 && qkv.rows <= 1 + y / 8 && qkv.columns <= 1 + x / 3 &&"
        "w.document.querySelectorAll('#screen > div').length === qkv.rows; };"
        "for (let n = 0; n <= 60; n++) for (const [x, y] of [[n, n], [800, n], [n, 600]])"
        "if (!await sized(x, y)) return `${x} x ${y}: ${qkv.columns} x ${qkv.rows}`;"
        "f.style.display = 'none'; qkv.fit(); f.style.display = '';"
        "await sized(800, 600); return qkv.rows >= 24 && w.document.getElementById('screen')"
        ".innerText.includes('chases') && !qkv.stopped ? '' : 'it has not recovered'; })()");
    if (strcmp(json_string_value(wrong), "") != 0)
        fail_msg("%s", json_string_value(wrong));
    json_decref(wrong);
}

/* In Firefox boxes are laid out by 60ths of a pixel, elsewhere by 64ths. */
static void boxes_lie_in_the_grid_of_any_browser(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_page(t, "#lang=zh", moving);
    static const char *const shown[] = {"home", "flow", "encoding", "stages", "compare"};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        json_t *far = browser_js(
            &t->b,
            "(qkv.act((p, s) => { p.give('view %s'); p.web_line(s); }), Math.max(...[...document"
            ".querySelectorAll('#screen .box')].map(box => { const x = (box.getBoundingClientRect().left - "
            "qkv.screen.element.getBoundingClientRect().left) / qkv.screen.cellWidth;"
            "return Math.abs(x - Math.round(x)); })))",
            shown[i]);
        if (json_number_value(far) > 0.01)
            fail_msg("%s: a box is %g cells off", shown[i], json_number_value(far));
        json_decref(far);
    }
}

/* ---- ears -------------------------------------------------------------------------------- */

#define CALL(line) "(qkv.act((p, s) => { p.give('" line "'); p.web_line(s); }), '')"

static void what_moves_is_told_and_hides_nothing(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_page(t, "#lang=en", moving);
    assert_true(
        browser_holds(&t->b, "(ms => ms >= 0 && ms < 1000)(qkv.program.web_wait(qkv.program.session))"));
    browser_until(&t->b, TOLD ".length > 600");
    browser_press(&t->b, "ArrowDown", "");
    browser_until(&t->b, TOLD ".length < 200 && " TOLD ".includes('Lessons')");
    browser_press(&t->b, "?", "?");
    browser_until(&t->b, TOLD ".includes('Keys of this view')");
    browser_press(&t->b, "Escape", "");
    browser_until(&t->b, "!" TOLD ".includes('Keys of this view')");
}

/* What has changed, not the whole step again; the whole on a key. */
static void a_lesson_tells_what_has_changed(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_page(t, "#lang=en&lesson=01", moving);
    browser_until(&t->b, TOLD ".length > 600 && " TOLD ".includes('eight tokens')");
    browser_press(&t->b, "b", "b");
    browser_until(&t->b, TOLD ".includes('▸b')");
    assert_true(browser_holds(&t->b, TOLD ".length < 100"));
    browser_press(&t->b, "!", "!");
    browser_until(&t->b, TOLD ".length > 600 && " TOLD ".includes('▸b')");
}

/* ---- keys -------------------------------------------------------------------------------- */

/* What a press does to the page: whether it keeps the key from the browser. */
#define PRESSED(event)                                                                                       \
    "(!document.body.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, cancelable: true, " event    \
    "})))"
#define STAGE "qkv.program.text(qkv.program.web_script(qkv.program.session))"

static void signs_that_need_alt_arrive(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_page(t, "#lang=en", moving);
    json_decref(browser_js(&t->b, CALL("view stages ; stage x")));
    json_decref(browser_js(&t->b, "(window.was = " STAGE ", '')"));
    assert_true(browser_holds(&t->b, PRESSED("key: ']', altKey: true") " && was !== " STAGE));
    json_decref(browser_js(&t->b, "(window.was = " STAGE ", '')"));
    assert_true(browser_holds(&t->b, PRESSED("key: ']', altKey: true, ctrlKey: true") " && was !== " STAGE));
    assert_false(browser_holds(&t->b, PRESSED("key: 'd', altKey: true")));
    assert_false(browser_holds(&t->b, PRESSED("key: 'ArrowLeft', altKey: true")));
}

static void the_browser_keeps_its_own_keys(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_page(t, "#lang=en", moving);
    json_decref(browser_js(&t->b, "(window.taken = letters => [...letters].filter(c => " PRESSED(
                                      "key: c, ctrlKey: true") ").join(''), '')"));
    assert_true(browser_holds(&t->b, "taken('abcdefghijklmnopqrstuvwxyz') === ''"));
    json_decref(browser_js(&t->b, CALL("bind C-b \"view flow\"")));
    assert_true(browser_holds(&t->b, "taken('abcdefghijklmnopqrstuvwxyz') === 'b'"));
    browser_press(&t->b, ":", ":");
    assert_true(browser_holds(&t->b, "taken('aeudkbh') === 'aeudkbh' && taken('cvxtwnrl') === ''"));
}

/* The program takes Tab; after Ctrl-M it leads out of a frame. */
static void tab_leads_out_of_a_frame(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_served(t, "/frame", moving);
    json_decref(
        browser_js(&t->b, "(frame.focus(), frame.contentDocument.getElementById('app').focus(), '')"));
    for (int i = 0; i < 3; i++)
        browser_press(&t->b, "Tab", "");
    assert_true(browser_holds(&t->b, "document.activeElement.id === 'frame'"));
    json_decref(browser_js(
        &t->b, "(frame.contentDocument.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', "
               "ctrlKey: true, bubbles: true, cancelable: true })), '')"));
    browser_press(&t->b, "Tab", "");
    browser_until(&t->b, "document.activeElement.id === 'after'");
}

/* ---- what leads here ------------------------------------------------------------------------ */

static void a_cut_link_is_called_so(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_page(t, "#lang=en&s=notpacked", moving);
    sees(t, "this link is damaged or was cut off");
    json_decref(browser_js(&t->b, "navigator.clipboard.writeText = async s => { window.copied = s; }, ''"));
    browser_press(&t->b, "x", "x");
    browser_press(&t->b, "Y", "Y");
    browser_until(&t->b, "window.copied");
    for (int cut = 1; cut < 30; cut += 7) {
        json_decref(browser_js(
            &t->b, "qkv.line('view home'), location.hash = copied.slice(copied.indexOf('#'), -%d), ''", cut));
        browser_until(&t->b, SCREEN ".includes('was cut off')");
    }
}

/* No icon is asked for, and nobody complains of one. */
static void an_icon_is_not_asked_for(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_served(t, "/qkv.html#lang=en", moving);
    open_served(t, "/server/index.html#lang=en", moving);
    assert_true(
        browser_holds(&t->b, "document.querySelector('link[rel=icon]').href.startsWith('data:image')"));
    assert_true(browser_holds(
        &t->b, "new Promise((ok, no) => { document.onsecuritypolicyviolation = no; const i = new Image();"
               "i.onload = ok; i.onerror = no; i.src = document.querySelector('link[rel=icon]').href; })"
               ".then(() => true, () => false)"));
    assert_false(server_end(&t->server, "favicon"));
    t->server = (struct server){0};
}

/* Nothing moves where nobody can see it. */
static void a_frame_out_of_sight_rests(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_served(t, "/frame", moving);
    json_decref(browser_js(
        &t->b, "(window.p = frame.contentWindow.qkv.program, window.tick = p.web_tick, p.web_tick ="
               "s => { window.ticks++; tick(s); }, frame.contentWindow.qkv.plan(), '')"));
    browser_until(&t->b, "window.ticks = window.ticks || 0, window.ticks > 5");
    json_decref(browser_js(&t->b, "(frame.style.marginTop = '5000px', '')"));
    browser_until(&t->b, "frame.contentWindow.qkv.inSight === false");
    assert_true(browser_holds(&t->b,
                              "(async () => { const was = ticks; for (let i = 0; i < 300; i++) await new "
                              "Promise(r => setTimeout(r, 10)); return ticks === was; })()"));
    json_decref(browser_js(&t->b, "(frame.style.marginTop = '', window.ticks = 0, '')"));
    browser_until(&t->b, "ticks > 2");
}

int edge_tests(void)
{
    const struct CMUnitTest tests[] = {
        IN_BOTH(a_forbidden_storage_is_said_once),
        IN_BOTH(a_sandbox_holds_the_program),
        IN_BOTH(a_full_storage_is_said),
        IN_BOTH(visits_without_a_change_leave_nothing),
        IN_BOTH(a_page_that_cannot_begin_says_why),
        IN_BOTH(a_window_may_have_any_size),
        IN_BOTH(boxes_lie_in_the_grid_of_any_browser),
        IN_BOTH(what_moves_is_told_and_hides_nothing),
        IN_BOTH(a_lesson_tells_what_has_changed),
        IN_BOTH(signs_that_need_alt_arrive),
        IN_BOTH(the_browser_keeps_its_own_keys),
        IN_BOTH(tab_leads_out_of_a_frame),
        IN_BOTH(a_cut_link_is_called_so),
        IN_BOTH(an_icon_is_not_asked_for),
        IN_BOTH(a_frame_out_of_sight_rests),
    };
    return cmocka_run_group_tests_name("edge", tests, NULL, NULL);
}
