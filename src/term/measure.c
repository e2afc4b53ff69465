#include "term/measure.h"

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
