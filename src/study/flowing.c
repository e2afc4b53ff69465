#include "study/flowing.h"

#include "core/pipeline/stage.h"

enum { PAUSE_MS = 200 };                       /* between two phases */
enum { SLOWEST = 2, USUAL = 4, FASTEST = 16 }; /* values of look.speed */

/* clang-format off */
const struct flowing_def flowing_defs[FLOWING_PHASES] = {
    [FLOWING_MERGE] = {600, TEXT("Meaning and place merge, number by number: x + p = h."),
                             TEXT("Meaning plus place: x + p = h.")},
    [FLOWING_VISIT] = {300, TEXT("The query visits every key: the better they fit, the higher the score."),
                             TEXT("Each key: better fit, higher score.")},
    [FLOWING_SHARE] = {600, TEXT("exp stretches the scores, and one whole is shared out among the keys."),
                             TEXT("exp, then one whole is shared out.")},
    [FLOWING_RUN] = {800, TEXT("The values run down, each as wide as its share."),
                             TEXT("Values run as wide as their shares.")},
    [FLOWING_MIX] = {400, TEXT("Mixed: every head's box is full, and the output follows."),
                             TEXT("The boxes are full: the output.")},
};
/* clang-format on */

int flowing_end(enum flowing_phase phase, int keys)
{
    int ms = -PAUSE_MS, visits = keys < FLOWING_VISITS ? keys : FLOWING_VISITS;
    for (int m = FLOWING_MERGE; m <= (int)phase; m++)
        ms += PAUSE_MS + flowing_defs[m].ms * (m == FLOWING_VISIT ? visits : 1);
    return ms;
}

struct flowing flowing_at(int ms, int keys)
{
    if (ms <= 0 || ms >= flowing_end(FLOWING_MIX, keys))
        return (struct flowing){FLOWING_STILL, 1};
    int phase = FLOWING_MERGE, begins = 0;
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
    for (int m = FLOWING_MERGE; m < FLOWING_MIX; m++) {
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
