#include "tasks/teach.h"

#include "core/math/rng.h"
#include "tasks/draft.h"
#include "tasks/task.h"

/* POOL: sentences to learn from, after those that are tried. */
enum { STEPS = 100, BATCH = 32, POOL = 1600, TRIED = TEACH_NEW + TEACH_OLD };

/* Every second sentence to learn from is an old one, some of patterns that were taught before. */
static void write_all(struct sentences *all, const struct teach_pattern *pattern, int patterns, bool alone,
                      uint64_t seed)
{
    struct rng rng = rng_seed(seed);
    int last = patterns - 1;
    for (int i = 0; i < all->count; i++) {
        bool old = i < TRIED ? i >= TEACH_NEW : !alone && i % 2,
             before = i >= TRIED && i % 8 == 1 && last > 0;
        /* p NULL: a sentence of the grammar. */
        const struct teach_pattern *p = !old ? &pattern[last] : before ? &pattern[i / 8 % last] : NULL;
        struct draft out = {
            .rng = &rng, .word = (int *)all->of[i].word, .target = (struct target *)all->of[i].target};
        if (p)
            grammar_write_as(&out, &p->as);
        else
            grammar_write(&out, 1);
        for (int t = 0; t < out.n; t++)
            out.word[t] = out.word[t] < 0 ? p->row[-1 - out.word[t]] : out.word[t];
        all->of[i] = (struct example){out.n, out.asked, out.word, out.target, out.simple};
    }
}

static bool run_teaching(struct trainer *t, const struct example *tried, struct teaching *how,
                         struct work *work)
{
    const struct example *old = tried + TEACH_NEW;
    struct work_task task = {TEXT("teaching"), NULL, 0, trainer_effort(t, STEPS), false},
                     outer = work_begin(work, task);
    bool ok = trainer_count(t, old, TEACH_OLD, &how->old_before, work) && trainer_go(t, STEPS, work) &&
              trainer_count(t, old, TEACH_OLD, &how->old_after, work) &&
              trainer_count(t, tried, TEACH_NEW, &how->right_new, work);
    work_end(work, outer);
    return ok;
}

bool teach(struct trainer *t, struct trainer_plan *plan, const struct teach_pattern *pattern, int patterns,
           struct teaching *how, struct work *work)
{
    struct sentences all = {0};
    bool ok = sentences_reserve(&all, TRIED + POOL, GRAMMAR_LONGEST, GRAMMAR_LONGEST * TASK_HEADS);
    if (ok)
        write_all(&all, pattern, patterns, how->alone, plan->seed);
    plan->words_fixed = grammar_given;
    plan->rate = 0.004;
    plan->regimen = task_reader.regimen;
    plan->regimen.rate_last = 0.001;
    plan->regimen.hush = 0;
    plan->steps = STEPS;
    plan->batch = BATCH;
    plan->given = all.of + TRIED;
    plan->given_count = POOL;
    ok = ok && trainer_init(t, plan) && run_teaching(t, all.of, how, work);
    sentences_finish(&all);
    return ok;
}
