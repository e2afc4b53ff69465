/* Where the reader is and what he gives to others: addresses, links, frames, codes; and what he hears. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/qr.h"
#include "tabs.h"

#define TOLD "document.getElementById('told').textContent"
#define LINE(line) "(qkv.line('" line "'), '')"
#define AT(hash) "location.hash === '" hash "'"

static struct tabs *tabs_or_skip(void **state)
{
    if (!*state)
        skip();
    return *state;
}

static void run(struct tabs *t, const char *script)
{
    json_decref(browser_js(&t->b, "%s", script));
}

/* Makes what is copied readable: copied. */
static void catch_copies(struct tabs *t)
{
    run(t, "(navigator.clipboard.writeText = async s => { window.copied = s; }, window.copied = '')");
}

/* ---- places ------------------------------------------------------------------------------ */

static void the_address_follows_the_reader(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_page(t, "#lang=en", desktop);
    assert_true(browser_holds(&t->b, "document.title === 'qkv: see self-attention think'"));
    run(t, "(window.before = history.length, '')");
    browser_press(&t->b, "1", "1");
    browser_until(&t->b, AT("#view=flow&lang=en") " && document.title === 'flow · qkv'");
    run(t, LINE("lesson 03/grow"));
    assert_true(browser_holds(
        &t->b, AT("#lesson=03/grow&lang=en") " && document.title === '03 Why divide by √d_k · qkv'"));
    assert_true(browser_holds(&t->b, "document.querySelector('h1').textContent === document.title"));
    run(t, LINE("goto 1"));
    assert_true(browser_holds(&t->b, "/^#lesson=03\\/(?!grow)[a-z-]+&lang=en$/.test(location.hash)"));
    assert_true(browser_holds(&t->b, "history.length === before + 2"));
    run(t, "(history.back(), '')");
    browser_until(&t->b, AT("#view=flow&lang=en") " && document.title === 'flow · qkv'");
    assert_false(browser_holds(&t->b, SCREEN ".includes('03-scaling')"));
    run(t, "(history.back(), '')");
    browser_until(&t->b, SCREEN ".includes('Begin here') && document.title.startsWith('qkv:')");
    run(t, "(history.go(2), '')");
    browser_until(&t->b, SCREEN ".includes('03-scaling')");
    assert_true(browser_holds(&t->b, "history.length === before + 2"));
    open_page(t, "#view=terms&lang=zh", desktop);
    browser_until(&t->b, "document.documentElement.lang === 'zh' && qkv.place.now === 'view=terms&lang=zh'");
    open_page(t, "#view=quit&lang=en", desktop);
    assert_true(browser_holds(&t->b, "!qkv.stopped"));
}

/* The history of the page around a frame is not filled with its steps. */
static void a_frame_leaves_the_history_alone(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_served(t, "/frame", desktop);
    run(t, "(window.before = history.length, frame.contentWindow.qkv.line('view flow'), '')");
    assert_true(browser_holds(
        &t->b, "history.length === before && frame.contentWindow.location.hash === '#view=flow&lang=en'"));
}

/* ---- links ------------------------------------------------------------------------------- */

static void a_link_is_short_and_leads_back(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    static const char *const changes[] = {"swap", "view stages ; set WQ 0 3 = 0.5", "weights random 1"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        open_page(t, "#lang=en", desktop);
        catch_copies(t);
        json_decref(browser_js(&t->b,
                               "(qkv.line('opening ; %s'), window.wanted = "
                               "qkv.program.text(qkv.program.web_script(qkv.program.session)), '')",
                               changes[i]));
        browser_press(&t->b, "Y", "Y");
        browser_until(&t->b, "copied && document.getElementById('notice').open");
        assert_true(
            browser_holds(&t->b, i < 2 ? "copied.split('#')[1].length <= 80" : "copied.includes('&s=')"));
        run(t, "(location.hash = '', '')");
        browser_until(&t->b, SCREEN ".includes('Begin here')");
        run(t, "(location.hash = copied.slice(copied.indexOf('#')), '')");
        browser_until(&t->b, "qkv.program.text(qkv.program.web_script(qkv.program.session)) === wanted");
    }
    open_page(t, "#scene=opening;quit;export+json+/files/x.json&lang=en", desktop);
    browser_until(&t->b, "/error|only describe/.test(" SCREEN ") && !qkv.stopped");
}

static void a_frame_and_a_code_are_given(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    struct text address = {0}, code = {0};
    struct qr q;
    open_served(t, "/qkv.html#lang=en", desktop);
    catch_copies(t);
    run(t, LINE("lesson 03/grow"));
    run(t, LINE("embed"));
    browser_until(&t->b, "copied.startsWith('<iframe title=\"qkv: 03 ')");
    assert_true(browser_holds(&t->b,
                              "(f => f.src === location.href && f.allow === 'clipboard-write')(new "
                              "DOMParser().parseFromString(copied, 'text/html').querySelector('iframe'))"));
    run(t, LINE("qr"));
    browser_text(&t->b, &address, "location.href");
    assert_true(qr_make(text_str(&address), &q));
    qr_write(&q, &code);
    char *rest = text_str(&code) ? code.s : NULL;
    for (char *row = strtok_r(rest, "\n", &rest); row; row = strtok_r(NULL, "\n", &rest))
        sees(t, row);
    browser_until(&t->b, TOLD ".includes('#lesson=03/grow')");
    assert_false(browser_holds(&t->b, TOLD ".includes('█')"));
    text_finish(&address);
    text_finish(&code);
}

/* ---- strangers --------------------------------------------------------------------------- */

static void the_page_says_what_it_is(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_served(t, "/qkv.html#lang=en", desktop);
    assert_true(browser_holds(
        &t->b,
        "document.querySelector('meta[name=description]').content.length > 80 && "
        "document.querySelector('meta[property=\"og:title\"]') && "
        "document.querySelector('meta[name=theme-color]') && !document.querySelector('link[rel=manifest]')"));
    open_served(t, "/server/index.html#lang=en", desktop);
    /* (a request is refused while the worker takes over) */
    browser_until(&t->b, "fetch(document.querySelector('link[rel=manifest]').href).then(r => "
                         "r.json()).then(m => fetch(m.icons[0].src)).then(r => r.ok, () => false)");
    browser_until(&t->b, "fetch(document.querySelector('meta[property=\"og:image\"]').content).then(r => "
                         "r.arrayBuffer()).then(b => b.byteLength > 5000 && new Uint8Array(b)[1] === 0x50, "
                         "() => false)");
}

/* Once opened, the parts need no server. */
static void the_parts_open_without_a_network(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_served(t, "/server/index.html#lang=en", desktop);
    browser_until(&t->b, "navigator.serviceWorker.ready.then(() => true)");
    server_end(&t->server, "");
    run(t, "(window.before = true, location.reload(), '')");
    browser_until(&t->b, "!window.before && window.qkv && qkv.rows && " SCREEN ".includes('Begin here')");
    t->server = (struct server){0};
}

/* ---- ears -------------------------------------------------------------------------------- */

static void the_program_is_an_application_with_a_name(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_page(t, "#lang=en&lesson=01", desktop);
    assert_true(browser_holds(
        &t->b,
        "(a => a.getAttribute('role') === 'application' && a.tabIndex === 0 && document.activeElement === a "
        "&& document.getElementById(a.getAttribute('aria-labelledby')).textContent.startsWith('01 ') && "
        "document.getElementById(a.getAttribute('aria-describedby')).textContent.includes('Ctrl-M'))("
        "document.getElementById('app'))"));
    browser_press(&t->b, ":", ":");
    browser_until(&t->b, "document.activeElement.id === 'field'");
    browser_press(&t->b, "Escape", "");
    browser_until(&t->b, "document.activeElement.id === 'app'");
}

/* A key is told although ticks follow it without an end. */
static void a_key_in_training_is_told(void **state)
{
    struct tabs *t = tabs_or_skip(state);
    open_page(t, "#lang=en", moving);
    run(t, LINE("task order ; view train"));
    browser_press(&t->b, " ", " ");
    browser_until(&t->b, "(window.seen = window.seen || new Set(), seen.add(" SCREEN
                         ".match(/loss [0-9.]+/)?.[0]), seen.size > 2)");
    browser_press(&t->b, "m", "m");
    browser_until(&t->b, TOLD ".includes('mask causal')");
    assert_true(browser_holds(&t->b, TOLD ".length < 400"));
}

int address_tests(void)
{
    const struct CMUnitTest tests[] = {
        IN_BOTH(the_address_follows_the_reader),
        IN_BOTH(a_frame_leaves_the_history_alone),
        IN_BOTH(a_link_is_short_and_leads_back),
        IN_BOTH(a_frame_and_a_code_are_given),
        IN_BOTH(the_page_says_what_it_is),
        TEST(the_parts_open_without_a_network),
        IN_BOTH(the_program_is_an_application_with_a_name),
        IN_BOTH(a_key_in_training_is_told),
    };
    return cmocka_run_group_tests_name("address", tests, NULL, NULL);
}
