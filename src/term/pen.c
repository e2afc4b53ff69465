#include "term/pen.h"

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
