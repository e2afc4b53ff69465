/* Keys, modes and signals through ncurses. It draws nothing: see writer.h. */
#define NCURSES_WIDECHAR 1
#include "term/curses.h"

#include <curses.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>

#include "base/text.h"
#include "base/utf8.h"
#include "term/measure.h"
#include "term/reports.h"
#include "term/signals.h"
#include "term/update.h"

enum {
    PASTE_BEGIN = KEY_MAX + 1,
    PASTE_END,
    MOUSE_DECIMAL,
    MOUSE_BYTES,
    HAS_256,
    STYLE,
    MEASURED
}; /* our own key codes */
enum { ESCAPE_MS = 25, REST_MS = 1000, PASTE_LONGEST = 16 << 20 };

static struct {
    bool open, reports, asks; /* `asks`: it answers the queries of measure.h */
    bool more;                /* it may have more colours than described */
    struct measure measure;
    enum colours colours;
    struct update update;
    WINDOW *keys;        /* a pad, since reading from a window would draw it */
    struct gather typed; /* the bytes of an incomplete character */
    struct text text;    /* the text of the last event */
    struct text back;    /* the bytes that restore the terminal */
} term;

/* ---- opening and closing -------------------------------------------------- */

static int keep_byte(int c)
{
    text_add_char(&term.back, (char)c);
    return c;
}

static void set_up(void)
{
    raw();
    noecho();
    nonl();
    term.keys = newpad(1, 1);
    keypad(term.keys, TRUE);
    nodelay(term.keys, TRUE);
    intrflush(term.keys, FALSE);
    set_escdelay(ESCAPE_MS);
    define_key("\033[200~", PASTE_BEGIN);
    define_key("\033[201~", PASTE_END);
    define_key("\033[<", MOUSE_DECIMAL);
    define_key("\033[M", MOUSE_BYTES);
    define_key(MEASURE_HAS_256, HAS_256);
    define_key(MEASURE_HAS_STYLE, STYLE);
    define_key(MEASURE_LACKS_STYLE, STYLE);
    for (int column = 1; column <= MEASURE_COLUMNS; column++) {
        char answer[20];
        snprintf(answer, sizeof answer, MEASURE_ANSWER, column);
        define_key(answer, MEASURED + column);
    }
    reports_send(term.reports, REPORTS_ON);
}

/* False without a description of the terminal, and for one that only writes lines (TERM=dumb). */
static bool can_place_cursor(void)
{
    int error;
    if (setupterm(NULL, STDOUT_FILENO, &error) != OK)
        return false;
    bool can = *writer_described("cup");
    del_curterm(cur_term);
    return can;
}

/* Checks the terminal before ncurses sees it. */
static bool usable_here(const char **why)
{
    bool there = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (!there)
        *why = TEXT("standard input and output must be a terminal (use -b for batch, --plain for a session "
                    "without a screen)");
    else if (!utf8_expected())
        *why = TEXT("the locale is not UTF-8 (LC_ALL, LC_CTYPE, LANG); if the terminal uses UTF-8, start "
                    "with LC_ALL=C.UTF-8");
    return there && utf8_expected();
}

bool curses_open(enum colours colours, const char **why)
{
    if (!usable_here(why) || !signals_catch(why))
        return false;
    SCREEN *screen = can_place_cursor() ? newterm(NULL, stdout, stdin) : NULL;
    if (!screen) {
        *why = TEXT("this terminal is unknown, or it cannot move its cursor (check TERM, and LINES and "
                    "COLUMNS if set; --plain works without)");
        return false;
    }
    term.open = true;
    writer_describe(&term.update.writer, curses_is_ascii());
    term.colours = colours_found(colours, writer_counts_colours(&term.update.writer));
    term.more = colours_may_be_more(colours, term.colours);
    /* Prepares what leave_screen would send, before the terminal is changed. */
    static const char *const names[] = {"rmkx", "sgr0", "op", "cnorm", "rmcup"};
    term.reports = *writer_described("kmous");
    term.asks = strcmp(writer_described("u7"), MEASURE_WHERE) == 0;
    text_add(&term.back, term.reports ? REPORTS_OFF : "");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        tputs(writer_described(names[i]), 1, keep_byte);
    text_add(&term.back, "\r\n");
    signals_set_restore(text_str(&term.back), term.back.len);
    set_up();
    update_forget(&term.update);
    return true;
}

bool curses_is_mono(void)
{
    return term.colours == COLOURS_NEVER;
}
bool curses_is_ascii(void)
{
    return MB_CUR_MAX == 1;
}
void curses_size(int *rows, int *cols)
{
    *rows = LINES, *cols = COLS;
}

/* ---- showing -------------------------------------------------------------- */

void curses_forget(void)
{
    update_forget(&term.update);
}

void curses_show(struct canvas c, const struct look *look, int cursor_row, int cursor_col)
{
    if (signals_ended() || c.rows <= 0 || c.cols <= 0)
        return;
    enum ambiguous ambiguous = (enum ambiguous)look->ambiguous;
    if ((ambiguous == AMBIGUOUS_AUTO || term.more) && !term.measure.asked) {
        /* What the question leaves on the screen is cleared with the next picture. */
        measure_asked(&term.measure, term.asks);
        reports_send(term.asks && term.more, MEASURE_COLOURS);
        reports_send(term.asks, MEASURE_ASK);
        curses_forget();
    }
    bool stand_in = ambiguous == AMBIGUOUS_WIDE || (ambiguous == AMBIGUOUS_AUTO && term.measure.wide);
    if (stand_in != term.update.stand_in)
        curses_forget();
    term.update.stand_in = stand_in;
    if (!update_begin(&term.update, c, term.colours, curses_is_mono() ? THEME_MONO : (enum theme)look->theme))
        return;
    for (int r = 0; r < c.rows; r++)
        update_row(&term.update, c, r);
    bool cursor = cursor_row >= 0 && cursor_row < c.rows && cursor_col >= 0 && cursor_col < c.cols;
    signals_hold_stop(true);
    update_end(&term.update, cursor ? cursor_row : -1, cursor_col);
    signals_hold_stop(false);
}

/* ---- events --------------------------------------------------------------- */

static const struct {
    int code;
    const char *name;
} key_names[] = {
    {KEY_UP, "Up"},       {KEY_DOWN, "Down"},    {KEY_LEFT, "Left"},      {KEY_RIGHT, "Right"},
    {KEY_HOME, "Home"},   {KEY_END, "End"},      {KEY_PPAGE, "PgUp"},     {KEY_NPAGE, "PgDn"},
    {KEY_IC, "Ins"},      {KEY_DC, "Del"},       {KEY_BTAB, "S-Tab"},     {KEY_BACKSPACE, "Backspace"},
    {KEY_ENTER, "Enter"}, {KEY_SLEFT, "S-Left"}, {KEY_SRIGHT, "S-Right"}, {KEY_SR, "S-Up"},
    {KEY_SF, "S-Down"},   {KEY_F(1), "F1"},      {KEY_F(2), "F2"},        {KEY_F(3), "F3"},
    {KEY_F(4), "F4"},     {KEY_F(5), "F5"},      {KEY_F(6), "F6"},        {KEY_F(7), "F7"},
    {KEY_F(8), "F8"},     {KEY_F(9), "F9"},      {KEY_F(10), "F10"},      {KEY_F(11), "F11"},
    {KEY_F(12), "F12"},
};

static struct event key_event(const char *name)
{
    text_clear(&term.text);
    text_add(&term.text, name);
    return (struct event){.kind = EVENT_KEY, .text = text_str(&term.text)};
}

/* Waits at most `timeout` ms for input; false if none arrived. */
static bool input_waits(int timeout)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&p, 1, timeout) > 0 && (p.revents & POLLIN);
}

/* Readable, but nothing to read: the terminal is gone. (It is not gone if an answer arrives in pieces, the
 * next of them just now.) */
static bool input_at_end(void)
{
    int bytes = 0;
    return input_waits(0) && (ioctl(STDIN_FILENO, FIONREAD, &bytes) != 0 || bytes == 0);
}

/* Like get_wch, which loses the first bytes of a character if the rest arrives later. */
static int read_char(wint_t *ch)
{
    uint32_t whole;
    for (int c; (c = wgetch(term.keys)) != ERR;) {
        if (c > UINT8_MAX) {
            *ch = (wint_t)c;
            return KEY_CODE_YES;
        }
        if (gather_byte(&term.typed, (uint8_t)c, &whole)) {
            *ch = (wint_t)whole;
            return OK;
        }
    }
    return ERR;
}

/* Returns the next byte or code of a report that has begun, ERR if it does not arrive. */
static int rest_of_report(void)
{
    int c = wgetch(term.keys);
    return c == ERR && input_waits(REST_MS) ? wgetch(term.keys) : c; /* ERR after all: the terminal is gone */
}

/* Takes an answer about colours, which shows once the last answer is there. Returns false for other codes. */
static bool answer_of(int code)
{
    if (code != HAS_256 && code != STYLE)
        return false;
    /* The rest of the answer is read, its beginning kept. */
    enum { BELL = 7, ESCAPE = 27, LONGEST = 80 };
    text_clear(&term.text);
    for (int c, before = 0; (c = rest_of_report()) != ERR && c != BELL && (before != ESCAPE || c != '\\');
         before = c)
        if (c > 0 && c <= UINT8_MAX && term.text.len < LONGEST)
            text_add_char(&term.text, (char)c);
    if (code == HAS_256)
        measure_told_256(&term.measure);
    else
        measure_told_style(&term.measure, text_str(&term.text));
    return true;
}

static struct event code_event(wint_t code)
{
    if (code == KEY_RESIZE)
        return (struct event){.kind = EVENT_RESIZE};
    if (code > MEASURED && code <= MEASURED + MEASURE_COLUMNS) {
        measure_told(&term.measure, (int)code - MEASURED);
        if (term.more && term.measure.colours > term.colours)
            term.colours = term.measure.colours;
        return (struct event){.kind = EVENT_RESIZE}; /* redraw */
    }
    if (code == MOUSE_DECIMAL || code == MOUSE_BYTES) {
        /* Input that turns out not to be a report is read again as keys. */
        struct mouse m = {.decimal = (code == MOUSE_DECIMAL)};
        enum mouse_state is = MOUSE_MORE;
        int c = ERR;
        while (is == MOUSE_MORE && (c = rest_of_report()) != ERR)
            is = c > UINT8_MAX ? MOUSE_BROKEN : mouse_byte(&m, (uint8_t)c);
        if (is == MOUSE_BROKEN)
            ungetch(c);
        return is == MOUSE_WHOLE ? mouse_event(&m, LINES, COLS) : (struct event){.kind = EVENT_NONE};
    }
    if (code == PASTE_BEGIN) {
        uint32_t ch;
        text_clear(&term.text);
        for (int c; (c = rest_of_report()) != ERR && c != PASTE_END;) {
            char bytes[4];
            if (c <= UINT8_MAX && gather_byte(&term.typed, (uint8_t)c, &ch) && term.text.len < PASTE_LONGEST)
                text_add_bytes(&term.text, bytes,
                               utf8_encode(ch ? ch : 0xFFFD, bytes)); /* nothing ends it unseen */
        }
        return (struct event){.kind = EVENT_PASTE, .text = text_str(&term.text)};
    }
    for (size_t i = 0; i < sizeof key_names / sizeof *key_names; i++)
        if (key_names[i].code == (int)code)
            return key_event(key_names[i].name);
    return (struct event){.kind = EVENT_NONE};
}

/* Reads one event; false if none is complete. */
static bool read_event(struct event *e)
{
    wint_t ch;
    int kind;
    do
        kind = read_char(&ch);
    while (kind == KEY_CODE_YES && answer_of((int)ch));
    if (kind == KEY_CODE_YES)
        *e = code_event(ch);
    else if (kind != ERR) {
        char name[16];
        keyname_of_char((uint32_t)ch, name);
        *e = key_event(name);
    }
    return kind != ERR;
}

struct event curses_wait(int timeout)
{
    struct pollfd p[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = signals_waits(), .events = POLLIN}};
    struct event e = {.kind = EVENT_NONE};
    if (signals_ended())
        return (struct event){.kind = EVENT_END};
    set_escdelay(measure_left(&term.measure) > 0 ? MEASURE_MS
                                                 : ESCAPE_MS); /* a split answer would look like keys */
    if (read_event(&e))                                        /* ncurses may have read some already */
        return e;
    int n = poll(p, 2, timeout);
    if (n == 0)
        return e;
    if (n > 0 && p[1].revents) {
        if (signals_stop_asked())
            curses_suspend();
        return (struct event){.kind = signals_ended() ? EVENT_END : EVENT_RESIZE};
    }
    bool gone = n > 0 && (p[0].revents & (POLLHUP | POLLERR | POLLNVAL));
    if (!read_event(&e) && (gone || (n > 0 && input_at_end())))
        e.kind = EVENT_END;
    return e;
}

bool curses_waits(void)
{
    return input_waits(0);
}

/* ---- restoring the terminal ----------------------------------------------- */

static void leave_screen(void)
{
    struct event e;
    while (measure_left(&term.measure) > 0 && input_waits(measure_left(&term.measure)) && read_event(&e))
        ; /* a late answer would be typed into the shell */
    reports_send(term.reports, REPORTS_OFF);
    update_leave(&term.update);
    endwin();
}

void curses_close(void)
{
    if (!term.open)
        return;
    term.open = false;
    if (!isendwin()) /* already done if the end came while the program was stopped */
        leave_screen();
    signals_set_restore("", 0);
    update_finish(&term.update);
    text_finish(&term.text);
    text_finish(&term.back);
}

void curses_suspend(void)
{
    leave_screen();
    signals_stop();
    if (signals_ended())
        return;
    signals_hold_stop(true);
    doupdate(); /* back to the program's modes and screen */
    signals_hold_stop(false);
    reports_send(term.reports, REPORTS_ON);
    curses_forget();
}
