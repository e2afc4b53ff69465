#include "tap/trial.h"

#include <math.h>

bool trial_fits(struct trial *t, const struct way *w)
{
    return judge_fits(t->j, w, t->target, false, &t->last);
}

void trial_held(struct trial *t, enum relation what, const struct way *w, double u)
{
    verdict_hold(t->v, what, t->last.off, u, w);
}

double trial_coarsest(const struct dumped *a, enum dump_part by)
{
    double u = 0;
    for (enum dump_part i = PART_Q; i <= by; i++)
        if (a->of[i].of && (i <= PART_V || i == by))
            u = fmax(u, array_rounding(a->of[i].of));
    return u;
}

bool trial_mask_said(const struct dumped *a)
{
    return a->of[PART_MASK].of || a->causal >= 0;
}

void trial_found(struct trial *t, enum fault id, const struct way *w, double number)
{
    int before = t->v->faults;
    verdict_find(t->v, id, w, &t->plain, number);
    if (t->v->faults == before)
        return;
    struct finding *f = &t->v->found[before];
    f->of = t->target;
    /* dropout leaves another number each time */
    if (t->target == TARGET_WEIGHTS && t->plain.ratio > 1 && id != FAULT_DROPOUT_ON)
        f->with = judge_row(t->j, w, t->plain.batch, t->plain.head, t->plain.query).weight[t->plain.at];
}
