#include "study/flowing.h"

#include "core/pipeline/stage.h"

enum { PAUSE_MS = 1000 };                      /* between two phases: to read what was said */
enum { SLOWEST = 2, USUAL = 4, FASTEST = 16 }; /* values of look.speed */

/* How long each phase is; FLOWING_VISIT: each key, of FLOWING_VISITS if there are more. */
static const int lasts[FLOWING_PHASES] = {
    [FLOWING_ASK] = 400,   [FLOWING_MERGE] = 600, [FLOWING_NOTE] = 600, [FLOWING_VISIT] = 300,
    [FLOWING_SHARE] = 600, [FLOWING_RUN] = 800,   [FLOWING_MIX] = 400,
};

int flowing_end(enum flowing_phase phase, int keys)
{
    int ms = -PAUSE_MS, visits = keys < FLOWING_VISITS ? keys : FLOWING_VISITS;
    for (int m = FLOWING_ASK; m <= (int)phase; m++)
        ms += PAUSE_MS + lasts[m] * (m == FLOWING_VISIT ? visits : 1);
    return ms;
}

struct flowing flowing_at(int ms, int keys)
{
    if (ms <= 0 || ms >= flowing_end(FLOWING_MIX, keys))
        return (struct flowing){FLOWING_STILL, 1};
    int phase = FLOWING_ASK, begins = 0;
    while (ms >= flowing_end((enum flowing_phase)phase, keys) + PAUSE_MS)
        begins = flowing_end((enum flowing_phase)phase++, keys) + PAUSE_MS;
    double t = (double)(ms - begins) / (flowing_end((enum flowing_phase)phase, keys) - begins);
    return (struct flowing){(enum flowing_phase)phase, t < 1 ? t : 1};
}

int flowing_keys(const struct config *c, int stage)
{
    return stage_crosses(stage) ? c->m : config_keys(c);
}

static void still(struct look *look)
{
    look->flow = look->play = 0;
}

static int speed(const struct look *look)
{
    return look->speed < SLOWEST ? SLOWEST : look->speed > FASTEST ? FASTEST : look->speed;
}

void flowing_tick(struct look *look, int keys)
{
    look->flow += FLOWING_TICK_MS * speed(look) / USUAL;
    if (look->flow >= flowing_end(FLOWING_MIX, keys))
        still(look);
}

void flowing_step(struct look *look, int keys, int by)
{
    int whole = flowing_end(FLOWING_MIX, keys), at = look->flow > 0 || by > 0 ? look->flow : whole, to = 0;
    for (int m = FLOWING_ASK; m < FLOWING_MIX; m++) {
        int end = flowing_end((enum flowing_phase)m, keys);
        if (by < 0 ? end < at : end > at && to == 0)
            to = end;
    }
    still(look);
    look->flow = to;
}

void flowing_speed(struct look *look, int by)
{
    look->speed = by > 0 ? speed(look) * 2 : speed(look) / 2;
    look->speed = speed(look);
}
