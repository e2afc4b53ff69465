/* Mouse and fingers: what they are told, what they press, numbers that are dragged, and whole lessons played
 * by taps alone on a phone, upright and sideways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tabs.h"

static const struct device upright = {360, 640, true, NULL}, sideways = {640, 360, true, NULL};

/* A place in the window. */
struct place {
    bool there;
    double x, y;
};

/* Returns the middle of the last character of the last text on the screen that matches the pattern. */
static struct place find(struct tabs *t, const char *pattern)
{
    json_t *at = browser_js(
        &t->b,
        "(() => { const rows = [...document.querySelectorAll('#screen > div')].map(r => r.textContent);"
        "const row = rows.findLastIndex(r => /%s/.test(r)); if (row < 0) return null;"
        "const s = qkv.screen, box = s.element.getBoundingClientRect(), at = /%s/.exec(rows[row]);"
        "const wide = [...rows[row].slice(0, at.index + at[0].length - 1)].reduce((n, c) => n + (c > "
        "'\\u2e80' ? 2 : 1), 0);"
        "return [box.left + (wide + 0.5) * s.cellWidth, box.top + (row + 0.5) * s.cellHeight]; })()",
        pattern, pattern);
    struct place p = {json_is_array(at), json_number_value(json_array_get(at, 0)),
                      json_number_value(json_array_get(at, 1))};
    json_decref(at);
    return p;
}

/* Taps there. Returns false if it is not on the screen. */
static bool tap(struct tabs *t, const char *pattern)
{
    struct place p = find(t, pattern);
    if (p.there)
        browser_tap(&t->b, p.x, p.y);
    return p.there;
}

static void run(struct tabs *t, const char *line)
{
    json_decref(browser_js(&t->b, "(qkv.act((p, s) => { p.give('%s'); p.web_line(s); }), '')", line));
}

/* ---- what a click would do ------------------------------------------------------------------- */

/* (as events of the page: Firefox has no other way here) */
static void mouse_event(struct tabs *t, const char *what, struct place p, bool held)
{
    assert_true(p.there);
    json_decref(browser_js(&t->b,
                           "(document.getElementById('screen').dispatchEvent(new MouseEvent('%s', {bubbles: "
                           "true, cancelable: true, clientX: %f, clientY: %f, buttons: %d})), '')",
                           what, p.x, p.y, held));
}

#define SAYS "document.getElementById('says')"
#define FRAMED "!document.getElementById('spot').hidden"

static struct tabs *tabs_or_skip(void **state)
{
    if (!*state)
        skip();
    return *state;
}

static void it_is_said_before_what_a_click_does(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    static const struct {
        const char *fragment, *line, *over, *says;
    } cases[] = {
        {"#lang=en", "home", "Lesson(?=s )", "from a bet to today"},
        {"#lang=en", "view stages ; stage weights", "0\\.85", "weights[cat→chases] = 0.854"},
        {"#lang=en", "view flow", "Space flow", "click: flow"},
        {"#lang=en", "view edit", "cat.*0\\.30", "Matrix x, row 0, column 5: 0.3"},
        {"#lang=zh", "view edit", "(猫|cat) +1\\.0", "矩阵 x，第 0 行"},
        {"#lang=en", "view terms", "place·place 1", "knocked out place·place"},
        {"#lang=en", "lesson 01", "w hint", "click: hint"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_page(t, cases[i].fragment, moving);
        run(t, cases[i].line);
        json_decref(browser_js(&t->b, "(window.was = qkv.program.text(qkv.program.web_script(qkv.program."
                                      "session)), '')"));
        struct place over = find(t, cases[i].over);
        if (!over.there)
            fail_msg("%s has no %s", cases[i].line, cases[i].over);
        mouse_event(t, "mousemove", over, false);
        assert_true(browser_holds(&t->b, FRAMED " && qkv.screen.element.style.cursor === 'pointer'"));
        char says[200];
        snprintf(says, sizeof says, "!" SAYS ".hidden && " SAYS ".textContent.includes('%s')", cases[i].says);
        browser_until(&t->b, says);
        assert_true(
            browser_holds(&t->b, "was === qkv.program.text(qkv.program.web_script(qkv.program.session))"));
        mouse_event(t, "mouseleave", (struct place){true, 0, 0}, false);
        assert_false(browser_holds(&t->b, FRAMED));
    }
}

/* A drag is one change: one step back takes it all back. */
static void a_dragged_number_changes_once(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_page(t, "#lang=en", desktop);
    run(t, "view edit");
    struct place p = find(t, "cat +1\\.000 +0\\.000 +0\\.10");
    mouse_event(t, "mousedown", p, true);
    for (int i = 0; i < 12; i++) {
        p.x += 4;
        mouse_event(t, "mousemove", p, true);
    }
    mouse_event(t, "mouseup", p, false);
    mouse_event(t, "click", p, false);
    sees(t, "x[cat, food] = 0.7");
    browser_press(&t->b, "u", "u");
    sees(t, "x[cat, food] = 0.1");
    json_decref(browser_js(&t->b,
                           "(document.getElementById('screen').dispatchEvent(new WheelEvent('wheel', "
                           "{bubbles: true, cancelable: true, clientX: %f, clientY: %f, deltaY: -60})), '')",
                           p.x - 48, p.y));
    sees(t, "x[cat, food] = 0.2");
}

/* ---- fingers --------------------------------------------------------------------------------- */

static void what_is_printed_as_a_key_is_a_button(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", upright);
    run(t, "view flow");
    assert_true(tap(t, "\\? help"));
    sees(t, "Keys of this view");
    assert_true(tap(t, "h +head"));
    assert_true(browser_holds(
        &t->b, "!" SCREEN ".includes('Keys of this view') && "
               "/ head 1/.test(qkv.program.text(qkv.program.web_script(qkv.program.session)))"));
    json_decref(browser_js(&t->b, "(qkv.key('x'), '')"));
    sees(t, "dog chases cat");
    assert_true(tap(t, "\\(u"));
    sees(t, "cat chases d…");
    json_decref(browser_js(&t->b, "(qkv.key('9'), '')"));
    assert_true(tap(t, "qkv +cat")); /* the sentence is a field */
    browser_until(&t->b, "document.activeElement.id === 'field'");
    assert_true(browser_holds(&t->b, "document.getElementById('strip').offsetHeight === 0"));
    json_decref(browser_call(&t->b, "Input.insertText", json_pack("{s:s}", "text", "dog eats apple")));
    assert_true(tap(t, "Enter accept"));
    run(t, "view flow");
    sees(t, "dog eats app");
}

/* Every row is a target of 24 px; where rows are lower, as with a mouse, who misses by some pixels still
 * hits. */
static void targets_are_large(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", upright);
    assert_true(browser_holds(&t->b, "qkv.screen.cellHeight >= 24 && qkv.columns >= 40"));
    open_page(t, "#lang=en", sideways);
    assert_true(browser_holds(&t->b, "qkv.screen.cellHeight >= 24 && !" SCREEN ".includes('too small') &&"
                                     "document.getElementById('strip').offsetWidth < 60"));
    assert_true(browser_holds(&t->b,
                              "[...document.querySelectorAll('#strip button')].every(b => b.offsetHeight "
                              ">= 24 && b.offsetWidth >= 24)"));
    open_page(t, "#lang=en", desktop);
    struct place p = find(t, "\\? help");
    json_decref(browser_js(&t->b, "(qkv.hand.click({clientX: %f, clientY: %f}), '')", p.x, p.y + 11.5));
    sees(t, "Keys of this view");
}

/* What a keyboard leaves of a phone: letters can be read, and what is typed is in sight. */
static void one_sees_what_one_types(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", sideways);
    assert_true(tap(t, "type your own"));
    json_decref(browser_call(
        &t->b, "Emulation.setDeviceMetricsOverride",
        json_pack("{s:i, s:i, s:i, s:b}", "width", 640, "height", 150, "deviceScaleFactor", 1, "mobile", 1)));
    browser_until(&t->b, "innerHeight === 150 && qkv.screen.cellHeight < 20");
    assert_true(browser_holds(
        &t->b, "(f => parseFloat(qkv.screen.element.style.fontSize) >= 11 && f.bottom <= 151 && f.top >= 100)"
               "(document.getElementById('field').getBoundingClientRect())"));
}

static void letters_grow_with_the_window(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", (struct device){3840, 2160, false, NULL});
    assert_true(browser_holds(&t->b, "qkv.screen.cellHeight >= 30 && qkv.columns <= 250 && qkv.rows <= 68"));
}

/* ---- lessons by taps alone --------------------------------------------------------------------- */

struct player {
    int turn;
    bool hinted, told, solved;
};

static void touch(struct tabs *t, const char *what, double x, double y)
{
    json_decref(browser_call(
        &t->b, "Input.dispatchTouchEvent",
        x < 0 ? json_pack("{s:s, s:[]}", "type", what, "touchPoints")
              : json_pack("{s:s, s:[{s:f, s:f}]}", "type", what, "touchPoints", "x", x, "y", y)));
}

/* At the goal of lesson 01: the editor is opened, and the number dragged by a finger. */
static void solve(struct tabs *t, struct player *p)
{
    struct place number = find(t, "thinking +1\\.000 +0\\.00");
    if (tap(t, " e edit") || !number.there)
        return;
    touch(t, "touchStart", number.x, number.y);
    for (int i = 1; i <= 16; i++)
        touch(t, "touchMove", number.x + 10 * i, number.y - 5 * i);
    touch(t, "touchEnd", -1, 0);
    p->solved = true;
    sees(t, "= 3");
}

/* Does what is offered: asks for a hint and for an answer once, chooses an option (another one each time),
 * draws, types a number, or goes on. */
static void play(struct tabs *t, struct player *p)
{
    char option[40], row[60];
    snprintf(option, sizeof option, "^[^a-z]*%c ", 'a' + p->turn % 3);
    snprintf(row, sizeof row, p->turn % 2 ? "[a-z]+ +\\d+ %%" : "^[^a-z]*he +\\d");
    if (!p->solved && find(t, "moves 0").there) {
        solve(t, p);
    } else if (tap(t, "a-. choose")) {
        if (!p->hinted && tap(t, "w hint")) {
            p->hinted = true;
            browser_until(&t->b, SCREEN ".includes('Hint 1')");
        } else if (!p->told && p->hinted && tap(t, "r answer"))
            p->told = true;
        else if (!tap(t, option))
            tap(t, "▲|▼");
        tap(t, "Enter confirm");
    } else if (p->told && p->turn % 2 == 0 && find(t, "type the n").there && tap(t, "r answer")) {
        tap(t, "Enter (read|go)");
    } else if (tap(t, "type the n") || find(t, "Enter accept").there) {
        browser_until(&t->b, "document.activeElement.id === 'field'");
        json_decref(browser_call(&t->b, "Input.insertText", json_pack("{s:s}", "text", "3")));
        tap(t, "Enter accept");
    } else if (find(t, "0-9 [+] - draw").there) {
        tap(t, row);
        tap(t, "Enter confirm");
    } else if (!tap(t, "Enter (read|go|confirm|next|look)")) {
        tap(t, "z (view|text)");
    }
}

static void plays(struct tabs *t, const char *fragment, const char *until, struct device d, struct player *p)
{
    open_page(t, fragment, d);
    if (!strstr(fragment, "lesson"))
        assert_true(tap(t, "Begin here"));
    for (p->turn = 0; p->turn < 150 && !find(t, until).there; p->turn++)
        play(t, p);
    if (!find(t, until).there) {
        struct text screen = {0};
        browser_text(&t->b, &screen, SCREEN);
        fail_msg("%s is not finished at %d x %d:\n%s", fragment, d.width, d.height, text_str(&screen));
    }
}

static void the_course_begins_by_taps(struct tabs *t, struct device d)
{
    struct player p = {0};
    plays(t, "#lang=en", "00-who-is-it", d, &p);
    plays(t, "#lang=en&lesson=00", "01-by-hand", d, &p);
    plays(t, "#lang=en&lesson=01", "02-three-roles", d, &p);
    assert_true(p.hinted && p.told && p.solved);
}

static void lessons_are_played_by_taps_upright(void **state)
{
    the_course_begins_by_taps(*state, upright);
}

static void lessons_are_played_by_taps_sideways(void **state)
{
    the_course_begins_by_taps(*state, sideways);
}

int hand_tests(void)
{
    const struct CMUnitTest tests[] = {
        IN_BOTH(it_is_said_before_what_a_click_does),
        IN_BOTH(a_dragged_number_changes_once),
        TEST(what_is_printed_as_a_key_is_a_button),
        TEST(targets_are_large),
        TEST(one_sees_what_one_types),
        TEST(letters_grow_with_the_window),
        TEST(lessons_are_played_by_taps_upright),
        TEST(lessons_are_played_by_taps_sideways),
    };
    return cmocka_run_group_tests_name("hand", tests, NULL, NULL);
}
