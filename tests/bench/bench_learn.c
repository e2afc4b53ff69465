/* One step of training, of tasks as they are recommended: sentences, gradient, Adam. */
#include <stdlib.h>

#include "bench.h"
#include "command/command.h"
#include "state/training.h"

static void run_step(void *arg)
{
    struct trainer *t = arg;
    if (!trainer_go(t, t->step < TRAINER_STEPS ? t->step + 1 : 0, NULL))
        abort();
}

static void learn(const char *what, const char *line)
{
    struct model m;
    struct reply r = {0};
    int col = 1;
    if (!model_init(&m, LANG_EN, &r))
        abort();
    struct runner in = {.m = &m};
    if (!cmd_run(&in, &line, &col, &r) || !training_open(&m.now.state, &r))
        abort();
    struct trainer *t = &m.now.state.training->trainer;
    size_t room = t->now.room + t->kept.room + t->t.arena.room + t->g.d.arena.room + t->g.sums.room;
    bench((struct bench_case){what, t->c.n, t->c.d, t->c.heads, sizeof(double) * (double)room, 0, NULL, 0},
          run_step, t);
    model_finish(&m);
    reply_finish(&r);
}

void bench_learn(void)
{
    learn("order", "task order");
    learn("repeat", "task repeat");
}
