/* The strings of the terminal's description come from ncurses, what to send is decided here: ncurses sends
 * both colours whenever one changes. */
#define NCURSES_WIDECHAR 1
#include "term/writer.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>
#include <term.h>

#include "base/utf8.h"
#include "term/reports.h"

enum { COLOUR_UNKNOWN = -3, ERASED_LEAST = 12, COLOUR_BYTES = 12, REVERSE_BYTES = 4 };

static const struct {
    unsigned attr;
    enum writer_word on;
    int conflict;    /* its bit in ncv */
    const char *off; /* ECMA-48 */
} attributes[] = {
    {ATTR_BOLD, WORD_BOLD, 32, "\033[22m"},
    {ATTR_UNDERLINE, WORD_SMUL, 2, "\033[24m"},
    {ATTR_REVERSE, WORD_REV, 4, "\033[27m"},
};
enum { ATTRIBUTES = sizeof attributes / sizeof *attributes };

const char *writer_described(const char *name)
{
    const char *s = tigetstr(name);
    return s && s != (char *)-1 ? s : "";
}

void writer_describe(struct writer *w, bool ascii)
{
    static const char *const names[WORD_COUNT] = {
        [WORD_CUP] = "cup",   [WORD_HPA] = "hpa",     [WORD_CUF] = "cuf",     [WORD_EL] = "el",
        [WORD_ECH] = "ech",   [WORD_CLEAR] = "clear", [WORD_CIVIS] = "civis", [WORD_CNORM] = "cnorm",
        [WORD_SGR0] = "sgr0", [WORD_BOLD] = "bold",   [WORD_REV] = "rev",     [WORD_SMUL] = "smul",
        [WORD_FG] = "setaf",  [WORD_BG] = "setab",    [WORD_OP] = "op",
    };
    for (int i = 0; i < WORD_COUNT; i++)
        w->word[i] = writer_described(names[i]);
    w->swaps = !*w->word[WORD_FG];
    if (w->swaps) {
        w->word[WORD_FG] = writer_described("setf");
        w->word[WORD_BG] = writer_described("setb");
    }
    w->ascii = ascii;
    w->keeps_ground = tigetflag("bce") > 0;
    w->wraps = tigetflag("am") > 0 && tigetflag("xenl") <= 0;
    w->moves_styled = tigetflag("msgr") > 0;
    int conflicts = tigetnum("ncv");
    for (int i = 0; i < ATTRIBUTES; i++)
        if (conflicts > 0 && conflicts & attributes[i].conflict)
            w->without |= attributes[i].attr;
    if (tigetnum("xmc") > 0) /* there attributes take a column each */
        for (int i = 0; i < ATTRIBUTES; i++)
            w->word[attributes[i].on] = "";
}

int writer_counts_colours(const struct writer *w)
{
    int count = tigetnum("colors");
    return *w->word[WORD_FG] && *w->word[WORD_BG] && count > 0 ? count : 0;
}

void writer_forget(struct writer *w, enum colours colours)
{
    w->direct = colours == COLOURS_DIRECT;
    w->ansi =
        (colours == COLOURS_256 || colours == COLOURS_DIRECT) && strcmp(w->word[WORD_BOLD], "\033[1m") == 0;
    memset(w->colours, 0, sizeof w->colours);
    w->row = -1;
    w->hidden = -1;
    w->attrs = ATTR_BOLD | ATTR_UNDERLINE | ATTR_REVERSE;
    w->fg = w->bg = colours == COLOURS_NEVER ? COLOUR_DEFAULT : COLOUR_UNKNOWN;
}

/* ---- strings ------------------------------------------------------------------ */

/* Adds a string of the description without its delays, "$<5>": only terminals of long ago need them. */
static void add_described(struct writer *w, const char *s)
{
    for (const char *pad; (pad = strstr(s, "$<")) && strchr(pad, '>'); s = strchr(pad, '>') + 1)
        text_add_bytes(&w->out, s, (size_t)(pad - s));
    text_add(&w->out, s);
}

static void briefest(char best[WRITER_BYTES], const char *s)
{
    if (s && *s && strlen(s) < WRITER_BYTES && (!*best || strlen(s) < strlen(best)))
        memcpy(best, s, strlen(s) + 1);
}

static void use_attributes(struct writer *w, unsigned want)
{
    unsigned off = w->attrs & ~want;
    if (off && !w->ansi) {
        add_described(w, w->word[WORD_SGR0]);
        w->attrs = 0;
        if (w->fg != COLOUR_DEFAULT || w->bg != COLOUR_DEFAULT)
            w->fg = w->bg = COLOUR_UNKNOWN;
    }
    for (int i = 0; i < ATTRIBUTES; i++)
        if (w->attrs & ~want & attributes[i].attr)
            add_described(w, attributes[i].off);
    for (int i = 0; i < ATTRIBUTES; i++)
        if (want & ~w->attrs & attributes[i].attr)
            add_described(w, w->word[attributes[i].on]);
    w->attrs = want;
}

/* Returns the strings that set a colour. */
static const struct colour_words *colour_words_of(struct writer *w, int n)
{
    static const int swapped[] = {0, 4, 2, 6, 1, 5, 3, 7};
    struct colour_words *at = &w->colours[((uint32_t)n * 2654435761u >> 16) % WRITER_COLOURS];
    if (at->known && at->number == n)
        return at;
    *at = (struct colour_words){.number = n, .known = true};
    for (int i = 0; i < 2; i++) {
        char *word = at->word[i];
        if (w->ansi && w->direct)
            snprintf(word, WRITER_BYTES, "\033[%d;2;%d;%d;%dm", i ? 48 : 38, n >> 16, n >> 8 & 0xFF,
                     n & 0xFF);
        else if (w->ansi)
            snprintf(word, WRITER_BYTES, "\033[%d;5;%dm", i ? 48 : 38, n);
        else
            briefest(word, tparm(w->word[i ? WORD_BG : WORD_FG], w->swaps && n < 8 ? swapped[n] : n));
    }
    return at;
}

static void use_colours(struct writer *w, int fg, int bg)
{
    bool joins = false;
    if ((fg == COLOUR_DEFAULT && w->fg != COLOUR_DEFAULT) ||
        (bg == COLOUR_DEFAULT && w->bg != COLOUR_DEFAULT)) {
        add_described(w, w->word[WORD_OP]);
        w->fg = w->bg = COLOUR_DEFAULT;
    }
    if (fg >= 0 && fg != w->fg) {
        add_described(w, colour_words_of(w, fg)->word[0]);
        w->fg = fg;
        joins = w->ansi;
    }
    if (bg >= 0 && bg != w->bg) {
        const char *s = colour_words_of(w, bg)->word[1];
        if (joins && w->out.len > 0 && !w->out.failed) { /* "…m" and "\033[…m" become "…;…m" */
            w->out.s[w->out.len - 1] = ';';
            s += strlen("\033[");
        }
        add_described(w, s);
        w->bg = bg;
    }
}

/* What it costs to set two colours, the first of which may not matter. */
static int cost(const struct writer *w, int fg, int bg, bool reverse)
{
    int colours = (fg != COLOUR_UNSEEN && fg != w->fg) + (bg != COLOUR_UNSEEN && bg != w->bg);
    return COLOUR_BYTES * colours + (reverse == !(w->attrs & ATTR_REVERSE) ? REVERSE_BYTES : 0);
}

/* Returns true if the pen is cheaper to set with its colours exchanged and reversed: at both edges of a
 * shape only the attribute then changes. */
static bool turns(const struct writer *w, const struct pen *p)
{
    return w->ansi && !(p->attrs & ATTR_REVERSE) && p->fg != COLOUR_DEFAULT && p->bg != COLOUR_DEFAULT &&
           cost(w, p->bg, p->fg, true) < cost(w, p->fg, p->bg, false);
}

static void use(struct writer *w, const struct pen *p, bool turned)
{
    unsigned attrs = p->attrs;
    if (p->fg != COLOUR_DEFAULT || p->bg != COLOUR_DEFAULT)
        attrs &= ~w->without;
    if (p->fg == COLOUR_UNSEEN) /* nor is bold seen */
        attrs = w->attrs & ATTR_BOLD;
    use_attributes(w, attrs | (turned ? ATTR_REVERSE : 0));
    use_colours(w, turned ? p->bg : p->fg, turned ? p->fg : p->bg);
}

/* ---- the cursor ----------------------------------------------------------------- */

static void reach(struct writer *w, int row, int col)
{
    char best[WRITER_BYTES] = "";
    if (w->row == row && w->col == col)
        return;
    if (!w->moves_styled)
        use_attributes(w, 0);
    if (w->row == row && col > w->col) {
        briefest(best, tparm(w->word[WORD_CUF], col - w->col));
        briefest(best, tparm(w->word[WORD_HPA], col));
    }
    if (!*best)
        briefest(best, tparm(w->word[WORD_CUP], row, col));
    add_described(w, best);
    w->row = row;
    w->col = col;
}

bool writer_clear(struct writer *w, const struct pen *pen, int rows, int cols)
{
    w->rows = rows;
    w->cols = cols;
    bool kept = writer_erases(w, pen);
    use_attributes(w, 0);
    if (kept)
        use_colours(w, COLOUR_UNSEEN, pen->bg);
    else if (w->bg != COLOUR_DEFAULT)
        use_colours(w, COLOUR_DEFAULT, COLOUR_DEFAULT);
    add_described(w, w->word[WORD_CLEAR]);
    w->row = -1;
    return kept;
}

/* ---- cells ---------------------------------------------------------------------- */

static void add_character(struct writer *w, uint32_t ch)
{
    char bytes[4];
    bool control = ch < ' ' || (ch >= 0x7F && ch < 0xA0); /* none is ever drawn */
    text_add_bytes(&w->out, bytes, utf8_encode(control ? '?' : w->ascii ? ascii_stand_in(ch) : ch, bytes));
}

void writer_put(struct writer *w, int row, int col, const struct cell *cell, const struct pen *pen)
{
    if (w->wraps && row == w->rows - 1 && col + cell->width >= w->cols) /* the last corner */
        return;
    reach(w, row, col);
    use(w, pen, turns(w, pen));
    add_character(w, pen->shade ? pen->shade : cell->ch[0]);
    for (int i = 1; i <= UTF8_MARKS && cell->ch[i] && !w->ascii; i++)
        add_character(w, cell->ch[i]);
    if (w->ascii && cell->width == 2)
        text_add_char(&w->out, ' ');
    w->col += cell->width;
}

bool writer_has(const struct writer *w, int row, int col, const struct pen *p)
{
    bool turned = turns(w, p);
    unsigned attrs =
        p->attrs | (turned ? ATTR_REVERSE : 0) | (p->fg == COLOUR_UNSEEN ? w->attrs & ATTR_BOLD : 0);
    return w->row == row && w->col == col && w->attrs == attrs &&
           cost(w, turned ? p->bg : p->fg, turned ? p->fg : p->bg, attrs & ATTR_REVERSE) == 0;
}

bool writer_erases(const struct writer *w, const struct pen *pen)
{
    return w->keeps_ground || pen->bg == COLOUR_DEFAULT;
}

void writer_blanks(struct writer *w, int row, int col, int n, const struct pen *pen)
{
    bool to_the_end = col + n == w->cols && *w->word[WORD_EL],
         erased = to_the_end || (n >= ERASED_LEAST && *w->word[WORD_ECH]);
    reach(w, row, col);
    use(w, pen, !erased && turns(w, pen));
    if (erased)
        add_described(w, to_the_end ? w->word[WORD_EL] : tparm(w->word[WORD_ECH], n));
    for (int i = 0; i < n && !erased; i++)
        text_add_char(&w->out, ' ');
    if (!erased)
        w->col += n;
}

void writer_cursor(struct writer *w, int row, int col)
{
    if (row >= 0)
        reach(w, row, col);
    if (w->hidden == (row < 0))
        return;
    w->hidden = row < 0;
    add_described(w, w->word[w->hidden ? WORD_CIVIS : WORD_CNORM]);
}

bool writer_send(struct writer *w)
{
    bool whole = !w->out.failed;
    reports_send(whole, text_str(&w->out));
    text_clear(&w->out);
    return whole;
}

void writer_leave(struct writer *w)
{
    add_described(w, w->word[WORD_SGR0]);
    add_described(w, w->word[WORD_OP]);
    add_described(w, w->word[WORD_CNORM]);
    writer_send(w);
}
