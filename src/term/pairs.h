/* Numbers for pairs of terminal colours, given out once and kept: ncurses never
 * recycles them, so a picture may not ask for new ones for ever. */
#ifndef TERM_PAIRS_H
#define TERM_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

enum { PAIRS_SHADES = 512, PAIRS_MOST = 65535 };

/* Zeroed is empty. */
struct pairs {
    int shade[PAIRS_SHADES];     /* terminal colours in use, in the order of their first use */
    int shades, count;
    uint16_t pair[PAIRS_SHADES][PAIRS_SHADES];
};

/* The number for these colours (-1: the terminal's default), 0 for both default
 * and when `limit` or the room is used up. *fresh: it was just given out. */
int pairs_find(struct pairs *p, int fg, int bg, int limit, bool *fresh);

#endif
