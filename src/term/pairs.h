/* Numbers for pairs of terminal colours. ncurses never frees a pair, so each is allocated once and kept. */
#ifndef TERM_PAIRS_H
#define TERM_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

enum { PAIRS_SHADES = 512, PAIRS_MOST = 65535 };

/* Empty when zeroed. */
struct pairs {
    int shade[PAIRS_SHADES]; /* terminal colours in order of first use */
    int shades, count;
    uint16_t pair[PAIRS_SHADES][PAIRS_SHADES];
};

/* Returns the number of a pair of colours (-1: the terminal's default). Returns 0 if both are the default, or
 * if `limit` or the table is full. Sets *fresh if the number is new. */
int pairs_find(struct pairs *p, int fg, int bg, int limit, bool *fresh);

#endif
