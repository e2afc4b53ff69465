#include "study/machine/passing.h"

#include "core/cost.h"

int passing_steps(int n)
{
    return (int)cost_path(COST_RNN, n, 0);
}

struct passing passing_at(int ms, int steps)
{
    if (ms <= 0 || ms >= steps * PASSING_STEP_MS)
        return (struct passing){steps, 0};
    return (struct passing){ms / PASSING_STEP_MS, (double)(ms % PASSING_STEP_MS) / PASSING_STEP_MS};
}

static void go(struct look *look, int ms, int steps)
{
    look->pass = ms >= steps * PASSING_STEP_MS ? 0 : ms;
    look->play = look->pass > 0 && look->play;
}

void passing_tick(struct look *look, int steps)
{
    go(look, look->pass + PASSING_TICK_MS, steps);
}

void passing_step(struct look *look, int steps, int by)
{
    int done = passing_at(look->pass, steps).done;
    bool rests = look->pass == 0, between = look->pass % PASSING_STEP_MS != 0;
    int to = by > 0 ? (rests ? 0 : done) + 1 : done - !between;
    look->play = 0;
    go(look, to < 1 ? 1 : to * PASSING_STEP_MS, steps);
}
