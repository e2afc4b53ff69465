/* Measures how many columns the terminal gives to characters of ambiguous width (base/ambiguous.h). It writes
 * three of them and asks for the cursor's position. The answer arrives as a key, after the first picture; a
 * terminal that does not answer is taken to use one column. */
#ifndef TERM_MEASURE_H
#define TERM_MEASURE_H

#include <stdbool.h>
#include <time.h>

/* Asked on the second line: an answer about the first line is what some terminals send for a key. */
#define MEASURE_WHERE "\033[6n"
#define MEASURE_ASK "\033[2;1H→●─" MEASURE_WHERE "\r\033[K"
#define MEASURE_ANSWER "\033[2;%dR"

enum { MEASURE_COLUMNS = 10, MEASURE_MS = 200 }; /* largest column of an answer; how long to wait */

/* Zeroed: not asked. */
struct measure {
    bool asked, told, wide;
    struct timespec at; /* time of the query */
};

/* Records the query; if `can` is false, the terminal was not asked. */
void measure_asked(struct measure *m, bool can);
/* Returns the milliseconds left to wait for an answer, 0 if none is expected. */
int measure_left(const struct measure *m);
/* Records the answer: the column of the cursor. */
void measure_told(struct measure *m, int column);

#endif
