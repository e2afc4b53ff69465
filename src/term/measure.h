/* What the terminal's description does not tell, asked once, before the first picture. The answers arrive as
 * keys, after it; a terminal that does not answer is as described.
 *
 * How many columns it gives to characters of ambiguous width (base/utf8.h): three of them are written,
 * then it is asked for the cursor's position. This answer comes last.
 *
 * Whether it has more colours than described, as most that call themselves xterm: it is asked for colour 255
 * (OSC 4), and whether it has kept a 24-bit background (DECRQSS). */
#ifndef TERM_MEASURE_H
#define TERM_MEASURE_H

#include <stdbool.h>
#include <time.h>

#include "term/pen.h"

/* Asked on the second line: an answer about the first line is what some terminals send for a key. */
#define MEASURE_WHERE "\033[6n"
#define MEASURE_ASK "\033[2;1H→●─" MEASURE_WHERE "\r\033[K"
#define MEASURE_ANSWER "\033[2;%dR"

#define MEASURE_COLOURS "\033]4;255;?\a\033[48;2;1;2;3m\033P$qm\033\\\033[m"
#define MEASURE_HAS_256 "\033]4;255;" /* answers begin so; they end with BEL or ESC \ */
#define MEASURE_HAS_STYLE "\033P1$r"
#define MEASURE_LACKS_STYLE "\033P0$r"

enum { MEASURE_COLUMNS = 10, MEASURE_MS = 200 }; /* largest column of an answer; how long to wait */

/* Zeroed: not asked. */
struct measure {
    bool asked, told, wide;
    enum colours colours; /* the most that it has said to have; COLOURS_AUTO: it has said nothing */
    struct timespec at;   /* time of the query */
};

/* Records the query; if `can` is false, the terminal was not asked. */
void measure_asked(struct measure *m, bool can);
/* Returns the milliseconds left to wait for an answer, 0 if none is expected. */
int measure_left(const struct measure *m);
/* Records the last answer: the column of the cursor. */
void measure_told(struct measure *m, int column);
/* Record an answer about colours: that 256 can be set, or the style that is set ("0;48:2::1:2:3m"). An answer
 * to no question is ignored. */
void measure_told_256(struct measure *m);
void measure_told_style(struct measure *m, const char *style);

#endif
