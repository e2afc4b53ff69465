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

static void run_gradient(void *arg)
{
    if (!trainer_gradient(arg, NULL))
        abort();
}

/* Beside the gradient alone; the rest of a step is sentences and Adam. Returns the least time. */
static double learn(const char *what, const char *line, int which, double once)
{
    struct session m;
    struct reply r = {0};
    int col = 1;
    if (!session_init(&m, LANG_EN, &r))
        abort();
    struct runner in = {.m = &m};
    if (!cmd_run(&in, &line, &col, &r) || !training_open(&m.now.state, &r))
        abort();
    struct trainer *t = &m.now.state.training->trainer;
    size_t room =
        t->now.room + t->kept.room + t->t.arena.room + t->g.d.arena.room + t->g.t.arena.room + t->g.sums.room;
    double reference = bench_measure(run_gradient, t).least;
    struct bench_time took =
        bench((struct bench_case){what, t->c.n, t->c.d, t->c.heads, sizeof(double) * (double)room, 0,
                                  "its gradient", reference, t->c.layers, bench_twice[which], once},
              run_step, t);
    session_finish(&m);
    reply_finish(&r);
    return took.least;
}

void bench_learn(void)
{
    static const char *const sizes[BENCH_SHAPES] = {"task repeat", "task repeat n=32", "task repeat d=32",
                                                    "task repeat layers=4"};
    double once = 0;
    learn("order", "task order", 0, 0);
    learn("point", "task point k=12", 0, 0);
    learn("recent", "task recent", 0, 0);
    for (int which = 0; which < BENCH_SHAPES; which++) {
        double took = learn("repeat", sizes[which], which, once);
        once = which == 0 ? took : once;
    }
}
