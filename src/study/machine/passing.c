#include "study/machine/passing.h"

#include <math.h>

#include "core/cost.h"
#include "core/pipeline/attention.h"

int passing_steps(int n)
{
    return (int)cost_path(COST_RNN, n, 0);
}

bool passing_hears(const struct config *c, int reader, int read)
{
    return config_crosses(c) || attention_mask(c, 0, attention_first(c), reader, read) != -INFINITY;
}

void passing_heard(const struct config *c, int64_t after[CONFIG_MAX_WORDS])
{
    int heard[CONFIG_MAX_WORDS] = {0}, count = 1; /* in the order in which they hear */
    for (int i = 0; i < c->n; i++)
        after[i] = i ? INT64_MAX : 0;
    for (int at = 0; at < count; at++)
        for (int i = 1; i < c->n; i++)
            if (after[i] == INT64_MAX && passing_hears(c, i, heard[at])) {
                after[i] = after[heard[at]] + 1;
                heard[count++] = i;
            }
}

struct passing passing_at(int ms, int steps)
{
    if (ms <= 0 || ms >= steps * PASSING_STEP_MS)
        return (struct passing){steps, 0};
    return (struct passing){ms / PASSING_STEP_MS, (double)(ms % PASSING_STEP_MS) / PASSING_STEP_MS};
}

static void go(struct look *look, int ms, int steps)
{
    look->machine.pass = ms >= steps * PASSING_STEP_MS ? 0 : ms;
    look->play = look->machine.pass > 0 && look->play;
}

void passing_tick(struct look *look, int steps)
{
    go(look, look->machine.pass + PASSING_TICK_MS, steps);
}

void passing_step(struct look *look, int steps, int by)
{
    int done = passing_at(look->machine.pass, steps).done;
    bool rests = look->machine.pass == 0, between = look->machine.pass % PASSING_STEP_MS != 0;
    int to = by > 0 ? (rests ? 0 : done) + 1 : done - !between;
    look->play = 0;
    go(look, to < 1 ? 1 : to * PASSING_STEP_MS, steps);
}
