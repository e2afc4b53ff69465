#include "term/colours.h"

#include <stdlib.h>
#include <string.h>

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
static int number_of(enum colours have, struct rgb c)
{
    int x = c.r << 16 | c.g << 8 | c.b;
    if (have == COLOURS_DIRECT)
        return x < 8 ? 8 : x; /* ncurses takes 0-7 for the ANSI colours */
    return have == COLOURS_256 ? rgb_to_256(c) : have == COLOURS_16 ? rgb_to_16(c) : rgb_to_8(c);
}

struct numbers colours_of(enum colours have, enum theme theme, const struct cell *cell,
                          const struct look_of *look)
{
    struct numbers n = {look->own_fg ? number_of(have, look->fg) : -1,
                        look->own_bg ? number_of(have, look->bg) : -1};
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
