#include "term/pairs.h"

/* Returns a small index for a terminal colour; 0 is the default. */
static int shade_of(struct pairs *p, int colour)
{
    if (colour < 0)
        return 0;
    for (int i = 1; i <= p->shades; i++)
        if (p->shade[i] == colour)
            return i;
    if (p->shades == PAIRS_SHADES - 1)
        return 0;
    p->shade[++p->shades] = colour;
    return p->shades;
}

int pairs_find(struct pairs *p, int fg, int bg, int limit, bool *fresh)
{
    int f = shade_of(p, fg), b = shade_of(p, bg);
    *fresh = false;
    if (f == 0 && b == 0)
        return 0;
    if (p->pair[f][b] == 0 && p->count + 1 < limit && p->count < PAIRS_MOST) {
        p->pair[f][b] = (uint16_t)++p->count;
        *fresh = true;
    }
    return p->pair[f][b];
}
