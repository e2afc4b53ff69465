/* ncurses, and nothing of it outside this file: colours by number, wide characters, the Esc delay. */
#define NCURSES_WIDECHAR 1
#include "term/curses.h"

#include <curses.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

#include "base/mem.h"
#include "base/room.h"
#include "base/text.h"
#include "term/keyname.h"
#include "term/pairs.h"
#include "term/reports.h"
#include "term/signals.h"

enum {
    PASTE_BEGIN = KEY_MAX + 1, PASTE_END, MOUSE_DECIMAL, MOUSE_BYTES, ESCAPE_MS = 25, REST_MS = 1000, PASTE_LONGEST = 16 << 20,
};

struct painted {             /* how a (style, fg, bg) is painted, found once */
    uint64_t key;            /* 0: empty */
    attr_t attrs;
    int pair;
};

static struct {
    bool open, mono, ascii, reports;
    enum colours colours;
    struct cell *last;       /* what the screen shows */
    int rows, cols;
    enum theme theme;
    struct painted looks[ROOM_LOOKS];
    struct pairs pairs;
    struct gather typed;     /* of a character that has not come whole yet */
    struct text text;        /* of the last event */
    struct text back;        /* what gives the terminal back */
} term;

/* ---- colours -------------------------------------------------------------- */

static int pair_for(int fg, int bg)
{
    bool fresh = false;
    int pair = pairs_find(&term.pairs, fg, bg, COLOR_PAIRS, &fresh);
    if (fresh)
        init_extended_pair(pair, fg, bg);
    return pair;
}

static struct painted paint(const struct cell *cell, uint64_t key)
{
    struct look_of look = (term.theme == THEME_MONO ? style_resolve : style_seen)(term.theme, (enum style)cell->style, cell->fg, cell->bg);
    struct painted p = {.key = key};
    p.attrs = (look.attrs & ATTR_BOLD ? A_BOLD : 0) | (look.attrs & ATTR_UNDERLINE ? A_UNDERLINE : 0) |
              (look.attrs & ATTR_REVERSE ? A_REVERSE : 0) | (look.attrs & ATTR_DIM ? A_DIM : 0);
    const struct numbers n = colours_of(term.colours, term.theme, cell, &look);
    p.pair = term.mono ? 0 : pair_for(n.fg, n.bg);
    return p;
}

static const struct painted *painted(const struct cell *cell)
{
    uint64_t key = 1ull << 40 | (uint64_t)cell->style << 32 | (uint64_t)cell->fg << 16 | cell->bg;
    struct painted *p = &term.looks[((key * 0x9E3779B97F4A7C15ull) >> 52) % ROOM_LOOKS];
    if (p->key != key)
        *p = paint(cell, key);
    return p;
}

/* ---- opening and closing -------------------------------------------------- */

static void paint_changes(void)
{
    signals_hold_stop(true);
    refresh();
    signals_hold_stop(false);
}

static void set_up(void)
{
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    leaveok(stdscr, FALSE);
    intrflush(stdscr, FALSE);
    set_escdelay(ESCAPE_MS);
    define_key("\033[200~", PASTE_BEGIN);
    define_key("\033[201~", PASTE_END);
    define_key("\033[<", MOUSE_DECIMAL);
    define_key("\033[M", MOUSE_BYTES);
    reports_ask(term.reports, true);
}

static int keep(int c)
{
    text_add_char(&term.back, (char)c);
    return c;
}

/* What leave_screen would send, made before anything is asked of the terminal. */
static void prepare_for_a_crash(void)
{
    static const char *const names[] = {"rmkx", "sgr0", "op", "cnorm", "rmcup"};
    const char *mouse = tigetstr("kmous");
    term.reports = mouse && mouse != (char *)-1;
    text_add(&term.back, term.reports ? REPORTS_OFF : "");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *s = tigetstr(names[i]);
        if (s && s != (char *)-1)
            tputs(s, 1, keep);
    }
    text_add(&term.back, "\r\n");
    signals_terminal(text_str(&term.back), term.back.len);
}

/* False for a terminal without a description, and for one that only writes lines (TERM=dumb). */
static bool can_place_cursor(void)
{
    int error;
    if (setupterm(NULL, STDOUT_FILENO, &error) != OK)
        return false;
    const char *move = tigetstr("cup");
    bool can = move && move != (char *)-1;
    del_curterm(cur_term);
    return can;
}

bool curses_open(enum colours colours, struct pair *why)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        *why = TEXT("standard input and output must be a terminal (use -b for batch, --plain for a session without a screen)", "标准输入和输出必须是终端（-b：批处理；--plain：不开屏幕的会话）");
        return false;
    }
    if (!utf8_expected()) {
        *why = TEXT("the locale's characters are not UTF-8 (LC_ALL, LC_CTYPE, LANG): in a terminal that takes UTF-8 start with LC_ALL=C.UTF-8", "locale is not UTF-8: LC_ALL=C.UTF-8 qkv\n环境（LC_ALL、LC_CTYPE、LANG）的字符集不是 UTF-8；请在 UTF-8 终端里用 LC_ALL=C.UTF-8 启动");
        return false;
    }
    if (!signals_catch(why))
        return false;
    SCREEN *screen = colours_wants_direct(colours) ? newterm("xterm-direct", stdout, stdin) : NULL;
    if (!screen && can_place_cursor())
        screen = newterm(NULL, stdout, stdin);
    if (!screen) {
        *why = TEXT("this terminal is unknown here, or cannot place its cursor (check TERM; --plain needs neither)", "不认识这种终端，或它不能移动光标（检查 TERM；--plain 不需要这些）");
        return false;
    }
    term.open = true;
    term.ascii = MB_CUR_MAX == 1;
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    term.colours = colours_found(colours, has_colors() ? COLORS : 0);
    term.mono = term.colours == COLOURS_NEVER;
    prepare_for_a_crash();
    set_up();
    return true;
}

bool curses_is_mono(void) { return term.mono; }
bool curses_is_ascii(void) { return term.ascii; }

void curses_size(int *rows, int *cols) { *rows = LINES, *cols = COLS; }

static void leave_screen(void)
{
    reports_ask(term.reports, false);
    curs_set(1);
    endwin();
}

void curses_close(void)
{
    if (!term.open)
        return;
    term.open = false;
    if (!isendwin())         /* it is when the end came while the program was stopped */
        leave_screen();
    signals_terminal("", 0);
    mem_free(term.last);
    term.last = NULL;
    text_finish(&term.text);
    text_finish(&term.back);
}

void curses_suspend(void)
{
    leave_screen();
    signals_stop();
    if (signals_ended())
        return;
    paint_changes();
    reports_ask(term.reports, true);
    curses_forget();
}

/* ---- showing -------------------------------------------------------------- */

void curses_forget(void)
{
    mem_free(term.last);
    term.last = NULL;
    clearok(curscr, TRUE);
}

static void put_cell(int row, int col, const struct cell *cell)
{
    wchar_t s[2 + UTF8_MARKS] = {0};
    cchar_t c;
    const struct painted *p = painted(cell);
    int pair = p->pair;
    for (int i = 0; i <= UTF8_MARKS; i++)
        s[i] = (wchar_t)cell->ch[i];
    if (setcchar(&c, s, p->attrs, 0, &pair) == OK)
        mvadd_wch(row, col, &c);
}

/* Cells from `last` that differ are put again; a wide one is blanked first,
 * since writing over one of its halves confuses ncurses. */
static void put_row(struct canvas c, int row, int cols)
{
    const struct cell *fresh = c.cells + (size_t)row * (size_t)c.stride;
    struct cell *old = term.last + (size_t)row * (size_t)term.cols;
    if (memcmp(fresh, old, (size_t)cols * sizeof *old) == 0)
        return;
    for (int k = 0; k < cols; k++)
        if (old[k].width == 2 && memcmp(&fresh[k], &old[k], sizeof *old) != 0)
            mvaddstr(row, k, "  ");
    for (int k = 0; k < cols; k++) {
        bool wide_before = old[k].width != 1 || (k > 0 && old[k - 1].width == 2);
        if (fresh[k].width > 0 && (wide_before || memcmp(&fresh[k], &old[k], sizeof *old) != 0))
            put_cell(row, k, &fresh[k]);
    }
    memcpy(old, fresh, (size_t)cols * sizeof *old);
}

static bool ready(struct canvas c, enum theme theme)
{
    if (theme != term.theme) {
        memset(term.looks, 0, sizeof term.looks);
        term.theme = theme;
        mem_free(term.last);
        term.last = NULL;
    }
    if (term.last && term.rows == c.rows && term.cols == c.cols)
        return true;
    mem_free(term.last);
    term.last = mem_new((size_t)c.rows * (size_t)c.cols, sizeof *term.last);
    term.rows = c.rows;
    term.cols = c.cols;
    erase();
    return term.last != NULL;
}

void curses_show(struct canvas c, enum theme theme, int cursor_row, int cursor_col)
{
    if (signals_ended() || c.rows <= 0 || c.cols <= 0 || !ready(c, term.mono ? THEME_MONO : theme))
        return;
    for (int r = 0; r < c.rows; r++)
        put_row(c, r, c.cols);
    bool cursor = cursor_row >= 0 && cursor_row < c.rows && cursor_col >= 0 && cursor_col < c.cols;
    curs_set(cursor);
    if (cursor)
        move(cursor_row, cursor_col);
    paint_changes();
}

/* ---- events --------------------------------------------------------------- */

static const struct { int code; const char *name; } key_names[] = {
    {KEY_UP, "Up"}, {KEY_DOWN, "Down"}, {KEY_LEFT, "Left"}, {KEY_RIGHT, "Right"}, {KEY_HOME, "Home"}, {KEY_END, "End"},
    {KEY_PPAGE, "PgUp"}, {KEY_NPAGE, "PgDn"}, {KEY_IC, "Ins"}, {KEY_DC, "Del"}, {KEY_BTAB, "S-Tab"},
    {KEY_BACKSPACE, "Backspace"}, {KEY_ENTER, "Enter"}, {KEY_SLEFT, "S-Left"}, {KEY_SRIGHT, "S-Right"}, {KEY_SR, "S-Up"},
    {KEY_SF, "S-Down"}, {KEY_F(1), "F1"}, {KEY_F(2), "F2"}, {KEY_F(3), "F3"}, {KEY_F(4), "F4"}, {KEY_F(5), "F5"},
    {KEY_F(6), "F6"}, {KEY_F(7), "F7"}, {KEY_F(8), "F8"}, {KEY_F(9), "F9"}, {KEY_F(10), "F10"}, {KEY_F(11), "F11"},
    {KEY_F(12), "F12"},
};

static struct event key_event(const char *name)
{
    text_clear(&term.text);
    text_add(&term.text, name);
    return (struct event){.kind = EVENT_KEY, .text = text_str(&term.text)};
}

static struct event char_event(wint_t ch)
{
    char name[16];
    keyname_of_char((uint32_t)ch, name);
    return key_event(name);
}

/* Waits for input; false: nothing came within the time. */
static bool input_waits(int timeout)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&p, 1, timeout) > 0 && (p.revents & POLLIN);
}

/* As get_wch, which would lose the first bytes of a character when the rest comes later. */
static int read_char(wint_t *ch)
{
    uint32_t whole;
    for (int c; (c = getch()) != ERR;) {
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

/* The next byte or code of a report that has begun, ERR when it does not come. */
static int rest_of_report(void)
{
    int c = getch();
    return c == ERR && input_waits(REST_MS) ? getch() : c;       /* readable, yet nothing to read: the terminal went away */
}

/* Everything between the marks of a bracketed paste. */
static struct event read_paste(void)
{
    uint32_t ch;
    text_clear(&term.text);
    for (int c; (c = rest_of_report()) != ERR && c != PASTE_END;) {
        char bytes[4];
        if (c <= UINT8_MAX && gather_byte(&term.typed, (uint8_t)c, &ch) && term.text.len < PASTE_LONGEST)
            text_add_bytes(&term.text, bytes, utf8_encode(ch, bytes));
    }
    return (struct event){.kind = EVENT_PASTE, .text = text_str(&term.text)};
}

/* What turns out to belong to no report is read again as what it is. */
static struct event read_mouse(bool decimal)
{
    struct mouse m = {.decimal = decimal};
    enum mouse_state is = MOUSE_MORE;
    int c = ERR;
    while (is == MOUSE_MORE && (c = rest_of_report()) != ERR)
        is = c > UINT8_MAX ? MOUSE_BROKEN : mouse_byte(&m, (uint8_t)c);
    if (is == MOUSE_BROKEN)
        ungetch(c);
    return is == MOUSE_WHOLE ? mouse_event(&m, LINES, COLS) : (struct event){.kind = EVENT_NONE};
}

static struct event code_event(wint_t code)
{
    if (code == KEY_RESIZE)
        return (struct event){.kind = EVENT_RESIZE};
    if (code == MOUSE_DECIMAL || code == MOUSE_BYTES)
        return read_mouse(code == MOUSE_DECIMAL);
    if (code == PASTE_BEGIN)
        return read_paste();
    for (size_t i = 0; i < sizeof key_names / sizeof *key_names; i++)
        if (key_names[i].code == (int)code)
            return key_event(key_names[i].name);
    return (struct event){.kind = EVENT_NONE};
}

static struct event read_signal(void)
{
    if (signals_stop_asked())
        curses_suspend();
    return (struct event){.kind = signals_ended() ? EVENT_END : EVENT_RESIZE};
}

struct event curses_wait(int timeout)
{
    wint_t ch;
    struct pollfd p[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = signals_waits(), .events = POLLIN}};
    if (signals_ended())
        return (struct event){.kind = EVENT_END};
    int kind = read_char(&ch);         /* ncurses may hold something already */
    if (kind == ERR) {
        int n = poll(p, 2, timeout);
        if (n > 0 && p[1].revents)
            return read_signal();
        if (n == 0)
            return (struct event){.kind = EVENT_NONE};
        kind = read_char(&ch);
        bool gone = n > 0 && (p[0].revents & (POLLHUP | POLLERR | POLLNVAL));
        /* readable, yet nothing to read: the terminal went away */
        if (kind == ERR && (gone || (n > 0 && input_waits(0))))
            return (struct event){.kind = EVENT_END};
    }
    if (kind == KEY_CODE_YES)
        return code_event(ch);
    return kind == OK ? char_event(ch) : (struct event){.kind = EVENT_NONE};
}
