/* Keys, pastes, clicks and sizes as a terminal may report them. Each byte (or run of
 * bytes) is an event; afterwards the screen equals a fresh drawing of the same
 * state. The `:` key and Tab are left out: files can be written from there. */
#include "app/app.h"
#include "fuzz/fuzz.h"

enum { LONGEST_INPUT = 300, MOST_WORK = 300000 };

static const char *const named[] = {
    "Left",      "Right", "Up",    "Down",  "PgUp", "PgDn",      "Home",         "End", "Enter", "Esc",
    "Backspace", "Del",   "S-Tab", "Space", "C-r",  "C-a",       "C-e",          "C-k", "C-u",   "C-w",
    "F1",        "猫",    "狗",    "，",    "\xff", "e\xcc\x81", "\xe2\x80\xae", "C-l",
};
enum { NAMED = sizeof named / sizeof *named };

static bool small(const struct state *s)
{
    double d = s->set.d, n = s->sentence->count, layers = s->set.layers;
    return layers * (n + d) * d * n <= MOST_WORK;
}

static void press(struct app *a, uint8_t byte)
{
    char typed[2] = {(char)byte, '\0'};
    struct event e = {.kind = EVENT_KEY, .text = typed};
    if (byte >= 0x80)
        e.text = named[byte % NAMED];
    else if (byte <= ' ' || byte == 0x7F || byte == ':')
        return;
    app_event(a, &e);
}

/* 0x01 … 0x02: what is between is a paste; 0x03 row col: a click; 0x04: the wheel. */
static size_t event_at(struct app *a, const char *s, size_t n)
{
    char paste[LONGEST_INPUT + 1];
    if (s[0] == 1) {
        const char *end = memchr(s, 2, n);
        size_t len = end ? (size_t)(end - s - 1) : n - 1;
        memcpy(paste, s + 1, len);
        paste[len] = '\0';
        app_event(a, &(struct event){.kind = EVENT_PASTE, .text = paste});
        return len + 1 + (end != NULL);
    }
    if ((s[0] == 3 || s[0] == 4) && n > 2) {
        app_event(a, &(struct event){.kind = s[0] == 3 ? EVENT_CLICK : EVENT_WHEEL,
                                     .row = s[1],
                                     .col = s[2],
                                     .rows = 24,
                                     .cols = 80,
                                     .button = 1 - 2 * (s[0] == 4 && s[1] % 2)});
        return 3;
    }
    press(a, (uint8_t)s[0]);
    return 1;
}

static void check_screen(struct app *a, int rows, int cols)
{
    struct canvas c, again;
    must(canvas_init(&c, rows, cols));
    must(canvas_init(&again, rows, cols));
    app_draw(a, c);
    app_draw(a, again);
    must(canvas_equal(c, again));
    canvas_finish(&c);
    canvas_finish(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct app a;
    struct reply r = {0};
    if (size < 2 || size > LONGEST_INPUT)
        return 0;
    utf8_locale();
    must(app_init(&a, app_commands, bytes[0] % 2 ? LANG_ZH : LANG_EN, &r));
    for (size_t at = 1; at < size && !a.quit && small(&a.session.now.state);)
        at += event_at(&a, (const char *)bytes + at, size - at);
    if (small(&a.session.now.state)) {
        check_screen(&a, 24, 80);
        check_screen(&a, 18, 60);
        check_screen(&a, bytes[0] % 40 + 1, bytes[1] % 130 + 1);
    }
    app_finish(&a);
    reply_finish(&r);
    return 0;
}
