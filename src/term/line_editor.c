#include "term/loop.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/keyboard.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "term/reports.h"
#include "term/signals.h"

enum {
    REMEMBERED = 1000, /* lines */
    SEQUENCE = 16,     /* bytes kept of an escape sequence */
    ESCAPE = 27,
    CONTROL_Z = 26,
    DELETE = 31, /* Ctrl-_ is bound to the action of Del */
    END = -1,
    NOTHING = -2
};

/* Sent after a crash, besides restoring the terminal's modes. */
static const char GIVE_BACK[] = "\r\n";

struct line_editor {
    struct plain_input input; /* first: read_edited gets its address */
    EditLine *el;
    History *past;
    struct app *app;     /* for completion while a line is read */
    struct gather typed; /* the bytes so far of a character */
    int held;            /* a byte to read again, after Esc without a sequence; 0: none */
    bool abandoned;      /* Ctrl-C ended the line */
};

static struct line_editor *editor_of(EditLine *el)
{
    struct line_editor *l = NULL;
    el_get(el, EL_CLIENTDATA, &l);
    return l;
}

/* ---- characters ---------------------------------------------------------------- */

/* Waits for a byte. Returns END when there is no more input or a signal asks for the end. */
static int read_byte(struct line_editor *l)
{
    struct pollfd p[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = signals_waits(), .events = POLLIN}};
    int held = l->held;
    l->held = 0;
    while (held == 0) {
        uint8_t byte;
        int n = poll(p, 2, -1);
        if (signals_ended() || (n < 0 && errno != EINTR))
            return END;
        if (n > 0 && p[1].revents && signals_stop_asked())
            return CONTROL_Z;
        if (n <= 0 || !p[0].revents)
            continue;
        ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got == 1)
            return byte;
        if (got == 0 || (errno != EINTR && errno != EAGAIN))
            return END;
    }
    return held;
}

/* Keys for escape sequences. Other sequences do nothing. */
static const struct {
    const char *sequence;
    int key;
} sequences[] = {
    {"[A", 'P' - '@'},  {"OA", 'P' - '@'},  {"[B", 'N' - '@'}, {"OB", 'N' - '@'}, {"[C", 'F' - '@'},
    {"OC", 'F' - '@'},  {"[D", 'B' - '@'},  {"OD", 'B' - '@'}, {"[H", 'A' - '@'}, {"OH", 'A' - '@'},
    {"[1~", 'A' - '@'}, {"[7~", 'A' - '@'}, {"[F", 'E' - '@'}, {"OF", 'E' - '@'}, {"[4~", 'E' - '@'},
    {"[8~", 'E' - '@'}, {"[3~", DELETE},
};

/* Reads what follows an Esc. Returns the sequence's key, NOTHING for an unknown sequence, or Esc itself
 * (libedit's Meta) if no sequence follows. libedit would take the end of an unknown sequence for text. */
static int read_sequence(struct line_editor *l)
{
    char s[SEQUENCE] = "";
    int byte = read_byte(l);
    bool meta = byte != '[' && byte != 'O';
    for (size_t n = 0; !meta && byte >= ' '; byte = read_byte(l)) {
        if (n + 1 < sizeof s)
            s[n++] = (char)byte;
        if (n > 1 && byte >= '@' && byte != '[')
            break;
    }
    if (byte == END)
        return END;
    l->held = meta || byte < ' ' ? byte : 0; /* a control character cuts a sequence off */
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
        if (strcmp(sequences[i].sequence, s) == 0)
            return sequences[i].key;
    return meta ? ESCAPE : NOTHING;
}

/* Reads characters for libedit: returns 1, or 0 at the end. Drops characters that must not reach a terminal;
 * control characters are keys. */
static int read_key(EditLine *el, wchar_t *key)
{
    struct line_editor *l = editor_of(el);
    for (;;) {
        uint32_t ch;
        int byte = read_byte(l);
        if (byte == ESCAPE)
            byte = read_sequence(l);
        if (byte == END)
            return 0;
        if (byte != NOTHING && gather_byte(&l->typed, (uint8_t)byte, &ch) &&
            (ch <= 0x7f || !utf8_forbidden(ch))) {
            /* An invisible character goes through libedit, which draws what is typed, as one for private use.
             */
            *key = (wchar_t)(utf8_invisible(ch) ? ch + (ch < 0x10000 ? 0xF0000 : 0x20000) : ch);
            return 1;
        }
    }
}

/* ---- keys of our own ------------------------------------------------------------- */

/* Ctrl-C: shows "^C" after the line and ends it as Enter does. */
static unsigned char abandon(EditLine *el, int key)
{
    const LineInfoW *line = el_wline(el);
    (void)key;
    el_cursor(el, (int)(line->lastchar - line->cursor));
    el_insertstr(el, "^C");
    el_push(el, "\n");
    editor_of(el)->abandoned = true;
    return CC_REFRESH;
}

static unsigned char suspend(EditLine *el, int key)
{
    (void)key;
    el_set(el, EL_PREP_TERM, 0);
    signals_set_restore("", 0);
    signals_stop();
    signals_set_restore(GIVE_BACK, sizeof GIVE_BACK - 1);
    el_set(el, EL_PREP_TERM, 1);
    return CC_REDISPLAY;
}

/* Tab at the end of the line. */
static unsigned char complete(EditLine *el, int key)
{
    const LineInfo *line = el_line(el);
    struct session *m = &editor_of(el)->app->session;
    struct text typed = {0};
    (void)key;
    if (line->cursor != line->lastchar)
        return CC_NORM;
    text_add_bytes(&typed, line->buffer, (size_t)(line->lastchar - line->buffer));
    prompt_open(&m->prompt, PROMPT_COMMAND, text_str(&typed));
    complete_prompt(editor_of(el)->app);
    if (m->prompt.line.len > typed.len)
        el_insertstr(el, m->prompt.line.s + typed.len);
    if (m->message.len > 0) {
        /* Prints the choices on separate lines; libedit then redraws its line below them. */
        struct text shown = {0};
        utf8_show(&shown, text_str(&m->message));
        printf("\n%s\n", text_str(&shown));
        text_finish(&shown);
        el_set(el, EL_REFRESH);
    }
    text_clear(&m->message);
    prompt_close(&m->prompt);
    text_finish(&typed);
    return CC_REFRESH;
}

/* Keys of the prompt that differ from libedit's; "" removes a binding of libedit: text never contains control
 * characters, and the editor's own commands are not for learners. */
static const struct {
    const char *key, *command;
} keys[] = {
    {"^C", "qkv-abandon"},
    {"^G", "qkv-abandon"},
    {"^Z", "qkv-suspend"},
    {"^I", "qkv-complete"},
    {"^U", "vi-kill-line-prev"},
    {"^W", "ed-delete-prev-word"},
    {"^_", "ed-delete-next-char"},
    {"^V", ""},
    {"^[x", ""},
    {"^[X", ""},
};

/* ---- the session ----------------------------------------------------------------- */

/* Reads lines until one is not abandoned. libedit turns off the keys' signals only while it reads; between
 * two abandoned lines Ctrl-C would be a signal for a moment, so SIGINT is ignored. */
static const char *read_kept(struct line_editor *l, int *length)
{
    struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
    const char *s;
    sigemptyset(&ignored.sa_mask);
    sigaction(SIGINT, &ignored, &before);
    signals_set_restore(GIVE_BACK, sizeof GIVE_BACK - 1);
    el_resize(l->el);
    do {
        l->abandoned = false;
        el_set(l->el, EL_PREP_TERM, 1); /* before the prompt: what is typed at it must not be edited twice */
        s = el_gets(l->el, length);
    } while (s && l->abandoned);
    signals_set_restore("", 0);
    sigaction(SIGINT, &before, NULL);
    return s;
}

static bool read_edited(struct plain_input *input, struct app *a, struct text *line)
{
    struct line_editor *l = (struct line_editor *)input;
    HistEvent event;
    int length = 0;
    l->app = a;
    fflush(stdout);
    const char *s = read_kept(l, &length);
    if (!s)
        putchar('\n'); /* so that the shell's prompt begins a line */
    text_clear(line);
    const char *typed = s ? s : "";
    size_t n = strcspn(typed, "\r\n");
    text_add_bytes(line, typed, n);
    if (line->len > 0)
        history(l->past, &event, H_ENTER, line->s);
    text_clear(line);
    for (size_t at = 0, len; at < n; at += len) {
        uint32_t ch = 0;
        char bytes[4];
        len = utf8_decode(typed + at, n - at, &ch);
        ch -= ch >= 0x100000 ? 0x20000 : ch >= 0xF0000 ? 0xF0000 : 0;
        len = len ? len : 1;
        if (utf8_invisible(ch))
            text_add_bytes(line, bytes, utf8_encode(ch, bytes));
        else
            text_add_bytes(line, typed + at, len);
    }
    return s && !line->failed;
}

static char *prompt(EditLine *el)
{
    (void)el;
    return (char *)PLAIN_PROMPT;
}

static bool open_editor(struct line_editor *l)
{
    HistEvent event;
    l->el = el_init("qkv", stdin, stdout, stderr);
    l->past = history_init();
    const char *why;
    if (!l->el || !l->past || !signals_catch(&why))
        return false;
    history(l->past, &event, H_SETSIZE, REMEMBERED);
    history(l->past, &event, H_SETUNIQUE, 1);
    el_set(l->el, EL_CLIENTDATA, l);
    el_set(l->el, EL_PROMPT, prompt);
    el_set(l->el, EL_HIST, history, l->past);
    el_set(l->el, EL_EDITOR, "emacs");
    el_set(l->el, EL_SETTY, "-d", "-isig", NULL);
    el_wset(l->el, EL_GETCFN, read_key);
    el_set(l->el, EL_ADDFN, "qkv-abandon", "Give the line up", abandon);
    el_set(l->el, EL_ADDFN, "qkv-suspend", "Stop the program", suspend);
    el_set(l->el, EL_ADDFN, "qkv-complete", "Complete the last word", complete);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (*keys[i].command)
            el_set(l->el, EL_BIND, keys[i].key, keys[i].command, NULL);
        else
            el_set(l->el, EL_BIND, "-r", keys[i].key, NULL);
    return true;
}

int line_editor_session(const struct options *o)
{
    struct line_editor l = {.input.read = read_edited};
    bool edits = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && open_editor(&l);
    int status = plain_run(o, edits ? &l.input : NULL);
    if (l.el)
        el_end(l.el);
    if (l.past)
        history_end(l.past);
    if (edits)
        signals_pass_on();
    return status;
}
