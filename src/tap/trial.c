#include "tap/trial.h"

#include <math.h>

bool trial_fits(struct trial *t, const struct way *w)
{
    struct way no_bias = *w;
    no_bias.bias_times = 0;
    no_bias.no_mask = true;
    if (t->target != TARGET_SCORES)
        return judge_fits(t->j, w, t->target, false, &t->last);
    /* scores may be scaled, with their bias, raw, with the mask */
    t->raw = false;
    if (judge_fits(t->j, w, TARGET_SCORES, false, &t->last) ||
        judge_fits(t->j, &no_bias, TARGET_SCORES, false, &t->last))
        return true;
    t->raw = judge_fits(t->j, w, TARGET_RAW_SCORES, false, &t->last);
    return t->raw || judge_fits(t->j, w, TARGET_MASKED_SCORES, false, &t->last);
}

enum dump_part trial_part(const struct trial *t)
{
    return t->target < TARGET_WEIGHTS ? PART_SCORES : t->target == TARGET_WEIGHTS ? PART_WEIGHTS : PART_OUT;
}

unsigned trial_parts(const struct trial *t)
{
    return PARTS_QKV | 1U << trial_part(t);
}

void trial_held(struct trial *t, const struct way *w)
{
    enum dump_part part = trial_part(t);
    verdict_hold(t->v,
                 part == PART_SCORES    ? RELATION_SCORES
                 : part == PART_WEIGHTS ? RELATION_WEIGHTS
                                        : RELATION_OUT,
                 t->last.off, w);
    t->v->held[t->v->relations - 1].raw = t->raw && part == PART_SCORES;
}

bool trial_mask_said(const struct dumped *a)
{
    return a->of[PART_MASK].of || a->causal >= 0;
}

void trial_found(struct trial *t, enum fault id, const struct way *w, double number, double second)
{
    int before = t->v->faults;
    verdict_find(t->v, id, w, &t->plain, number, second);
    if (t->v->faults == before)
        return;
    struct finding *f = &t->v->found[before];
    struct worst *at = &f->worst;
    f->of = t->target;
    /* dropout leaves another number each time */
    if (t->target == TARGET_WEIGHTS && at->ratio > 1 && id != FAULT_DROPOUT_ON)
        f->with = judge_row(t->j, w, (struct judge_at){at->batch, at->head, at->query, 0}).weight[at->at];
}
