#include "term/measure.h"

#include <stdlib.h>
#include <string.h>

enum { NARROW = 4, WIDE = 7 }; /* the column after three characters of one column, or of two */

void measure_asked(struct measure *m, bool can)
{
    *m = (struct measure){.asked = true, .told = !can};
    clock_gettime(CLOCK_MONOTONIC, &m->at);
}

int measure_left(const struct measure *m)
{
    struct timespec now;
    if (!m->asked || m->told)
        return 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long ms = (long long)(now.tv_sec - m->at.tv_sec) * 1000 + (now.tv_nsec - m->at.tv_nsec) / 1000000;
    return ms < MEASURE_MS ? MEASURE_MS - (int)ms : 0;
}

void measure_told(struct measure *m, int column)
{
    m->told = true;
    m->wide = column > NARROW && column <= WIDE;
}

static void told_colours(struct measure *m, enum colours colours)
{
    if (m->asked && !m->told && colours > m->colours)
        m->colours = colours;
}

void measure_told_256(struct measure *m)
{
    told_colours(m, COLOURS_256);
}

/* Terminals write 48:2::1:2:3, 48:2:1:2:3 or 48;2;1;2;3. */
void measure_told_style(struct measure *m, const char *style)
{
    static const long want[] = {48, 2, 1, 2, 3};
    enum { COUNT = sizeof want / sizeof *want };
    int found = 0;
    while (found < COUNT && *(style += strspn(style, ":;"))) {
        char *end;
        long n = strtol(style, &end, 10);
        if (end == style)
            return;
        found = n == want[found] ? found + 1 : n == want[0];
        style = end;
    }
    if (found == COUNT)
        told_colours(m, COLOURS_DIRECT);
}
