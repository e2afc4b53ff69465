#include "term/pen.h"

#include <string.h>

static bool blank(const struct cell *cell)
{
    return cell->ch[0] == ' ' && cell->ch[1] == 0;
}

static int ground(const struct pens *p)
{
    return p->colours == COLOURS_256 ? ink_256(INK_GROUND, p->theme)
                                     : colours_number(p->colours, ink_rgb(INK_GROUND, p->theme));
}

/* Two inks in one character. */
static bool halves(const struct cell *cell)
{
    return cell->ch[0] == 0x2580 && cell->ch[1] == 0;
}

static struct pen find(struct pens *p, const struct cell *cell, bool *fresh)
{
    struct look_of look = (p->theme == THEME_MONO ? style_resolve : style_seen)(
        p->theme, (enum style)cell->style, cell->fg, cell->bg);
    struct numbers n = colours_of(p->colours, p->theme, cell, &look);
    struct pen found = {.attrs = look.attrs};
    bool few = p->theme != THEME_MONO && (p->colours == COLOURS_8 || p->colours == COLOURS_16);
    if (few && halves(cell))
        found.shade = ink_shade_of_two(cell->fg, cell->bg, p->colours == COLOURS_16, &n.fg, &n.bg);
    if (few && blank(cell))
        found.shade = ink_shade(cell->bg, p->colours == COLOURS_16, &n.fg, &n.bg);
    if (p->theme != THEME_MONO && blank(cell) && cell->bg && !look.attrs &&
        (p->colours == COLOURS_256 || p->colours == COLOURS_DIRECT))
        n.fg =
            ground(p); /* not seen; edges beside it often have the same pair, which then is not sent again */
    found.fg = n.fg;
    found.bg = n.bg;
    if (p->colours != COLOURS_NEVER)
        found.pair = pairs_find(&p->pairs, n.fg, n.bg, p->limit, fresh);
    return found;
}

const struct pen *pen_of(struct pens *p, const struct cell *cell, bool *fresh)
{
    uint64_t key = 1ull << 42 | (uint64_t)halves(cell) << 41 | (uint64_t)blank(cell) << 40 |
                   (uint64_t)cell->style << 32 | (uint64_t)cell->fg << 16 | cell->bg;
    struct pen *at = &p->pens[((key * 0x9E3779B97F4A7C15ull) >> 52) % ROOM_LOOKS];
    *fresh = false;
    if (at->key != key) {
        *at = find(p, cell, fresh);
        at->key = key;
    }
    return at;
}

bool pens_theme(struct pens *p, enum theme theme)
{
    if (theme == p->theme)
        return false;
    memset(p->pens, 0, sizeof p->pens);
    p->theme = theme;
    return true;
}
