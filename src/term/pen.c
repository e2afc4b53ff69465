#include "term/pen.h"

#include <stdlib.h>
#include <string.h>

/* ---- the colours of a terminal ------------------------------------------------------- */

/* Colour numbers of a cell; -1 is the terminal's default. */
struct numbers {
    int fg, bg;
};

enum { BLACK = 0, GREY = 8 };

static bool is_xterm(void)
{
    const char *name = getenv("TERM");
    return name && strncmp(name, "xterm", 5) == 0;
}

static bool says_direct(void)
{
    const char *s = getenv("COLORTERM");
    return s && (strcmp(s, "truecolor") == 0 || strcmp(s, "24bit") == 0);
}

enum colours colours_found(enum colours asked, int count)
{
    if (asked == COLOURS_NEVER || count == 0)
        return COLOURS_NEVER;
    enum colours have = count >= 16 ? COLOURS_16 : COLOURS_8;
    if (count >= 256)
        have = count > 256 ? COLOURS_DIRECT : COLOURS_256;
    if (is_xterm() && (asked == COLOURS_DIRECT || says_direct()))
        have = COLOURS_DIRECT;
    return asked == COLOURS_AUTO || asked > have ? have : asked;
}

bool colours_may_be_more(enum colours asked, enum colours have)
{
    return asked == COLOURS_AUTO && have != COLOURS_NEVER && have != COLOURS_DIRECT && is_xterm();
}

/* Returns the terminal's number for a colour. */
static int colour_number(enum colours have, struct rgb c)
{
    int x = c.r << 16 | c.g << 8 | c.b;
    if (have == COLOURS_DIRECT)
        return x < 8 ? 8 : x; /* ncurses takes 0-7 for the ANSI colours */
    return have == COLOURS_256 ? rgb_to_256(c) : have == COLOURS_16 ? rgb_to_16(c) : rgb_to_8(c);
}

static struct numbers colours_of(enum colours have, enum theme theme, const struct cell *cell,
                                 const struct look_of *look)
{
    struct numbers n = {look->own_fg ? colour_number(have, look->fg) : -1,
                        look->own_bg ? colour_number(have, look->bg) : -1};
    if (have == COLOURS_DIRECT || theme == THEME_MONO)
        return n;
    if (cell->bg) {
        n.bg = have == COLOURS_256 ? ink_256(cell->bg, theme) : ink_ansi(cell->bg, have == COLOURS_16);
        if (have == COLOURS_16 && n.bg == GREY)
            n.bg = BLACK; /* neither colours nor white can be read on it */
        n.fg = have == COLOURS_256 ? ink_256_text(n.bg) : ink_ansi_text(n.bg);
    }
    if (cell->fg)
        n.fg = have == COLOURS_256 ? ink_256(cell->fg, theme) : ink_ansi(cell->fg, have == COLOURS_16);
    return n;
}

/* ---- pens ------------------------------------------------------------------------------ */

static bool blank(const struct cell *cell)
{
    return cell->ch[0] == ' ' && cell->ch[1] == 0;
}

/* Two inks in one character. */
static bool halves(const struct cell *cell)
{
    return cell->ch[0] == 0x2580 && cell->ch[1] == 0;
}

struct pen pen_of(struct pens *p, const struct cell *cell)
{
    uint64_t key = 1ull << 42 | (uint64_t)halves(cell) << 41 | (uint64_t)blank(cell) << 40 |
                   (uint64_t)cell->style << 32 | (uint64_t)cell->fg << 16 | cell->bg;
    struct pen *at = &p->pens[((key * 0x9E3779B97F4A7C15ull) >> 52) % ROOM_LOOKS];
    if (at->key != key) {
        struct look_of look = (p->theme == THEME_MONO ? style_resolve : style_seen)(
            p->theme, (enum style)cell->style, cell->fg, cell->bg);
        struct numbers n = colours_of(p->colours, p->theme, cell, &look);
        struct pen found = {.attrs = look.attrs};
        bool few = p->theme != THEME_MONO && (p->colours == COLOURS_8 || p->colours == COLOURS_16);
        if (few && halves(cell))
            found.shade = ink_shade_of_two(cell->fg, cell->bg, p->colours == COLOURS_16, &n.fg, &n.bg);
        if (few && blank(cell))
            found.shade = ink_shade(cell->bg, p->colours == COLOURS_16, &n.fg, &n.bg);
        found.fg = n.fg;
        found.bg = n.bg;
        if (p->colours == COLOURS_NEVER)
            found.fg = found.bg = COLOUR_DEFAULT;
        if (blank(cell) && !found.shade && !(look.attrs & (ATTR_UNDERLINE | ATTR_REVERSE))) {
            found.attrs = 0;
            found.fg = COLOUR_UNSEEN;
        }
        *at = found;
        at->key = key;
    }
    return *at;
}

bool pen_same(const struct pen *a, const struct pen *b)
{
    return a->attrs == b->attrs && a->fg == b->fg && a->bg == b->bg && a->shade == b->shade;
}

bool pens_switch(struct pens *p, enum colours colours, enum theme theme)
{
    if (theme == p->theme && colours == p->colours)
        return false;
    *p = (struct pens){.colours = colours, .theme = theme};
    return true;
}
