/* How many columns the terminal gives to characters that may have one or two (base/ambiguous.h): three of them are
 * written, and it is asked where its cursor is then. The answer comes as a key, while the first picture is drawn
 * already; what does not answer is taken to give one. */
#ifndef TERM_MEASURE_H
#define TERM_MEASURE_H

#include <stdbool.h>
#include <time.h>

/* In the second line: an answer about the first would be what some terminals send for a key. */
#define MEASURE_WHERE "\033[6n"
#define MEASURE_ASK "\033[2;1H→●─" MEASURE_WHERE "\r\033[K"
#define MEASURE_ANSWER "\033[2;%dR"

enum { MEASURE_COLUMNS = 10, MEASURE_MS = 200 };     /* answers name a column up to this; so long they are awaited */

/* Zeroed: not asked. */
struct measure {
    bool asked, told, wide;
    struct timespec at;      /* when it was asked */
};

/* It was asked, or `can` not be. */
void measure_asked(struct measure *m, bool can);
/* Milliseconds for which an answer is still to be expected, 0: none is. */
int measure_left(const struct measure *m);
/* The answer: the column where the cursor was. */
void measure_told(struct measure *m, int column);

#endif
