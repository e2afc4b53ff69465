#include "core/pipeline/readout.h"

#include "core/math/softmax.h"
#include "core/pipeline/block.h"
#include "core/pipeline/norm.h"

enum { SHARE_EFFORT = 24 }; /* cost of an entry of probs (mostly exp), in multiplications */

void readout_lay_out(struct trace *t, const struct config *c)
{
    t->transformed = t->final = t->logits = t->probs = (struct mat){0};
    if (c->transform)
        t->layer[c->layers - 1].out = t->transformed = mat_in(&t->arena, c->n, c->d);
    if (c->final_norm)
        t->layer[c->layers - 1].out = t->final = mat_in(&t->arena, c->n, c->d);
    if (c->classes > 0) {
        t->logits = mat_in(&t->arena, c->n, c->classes);
        t->probs = mat_in(&t->arena, c->n, c->classes);
    }
}

double readout_effort(const struct config *c)
{
    return (double)c->n * c->classes * (c->d + SHARE_EFFORT) + c->transform * (double)c->n * c->d * c->d;
}

static struct linear linear_of(const struct trace *t, const struct config *c)
{
    return (struct linear){t->logits, t->layer[t->layers - 1].out, c->w[0][READ_U], c->w[0][READ_B]};
}

void readout_compute(struct trace *t, const struct config *c)
{
    struct mat rows = layer_rows(t, c, c->layers - 1);
    if (c->transform) { /* activation(rows T + b_T) */
        struct linear l = {t->transformed, rows, c->w[0][READ_T], c->w[0][READ_TB]};
        linear_compute(&l, t->work);
        for (int i = 0; i < c->n; i++)
            for (int j = 0; j < c->d; j++)
                mat_row(t->transformed, i)[j] = activation_at(c->activation, mat_at(t->transformed, i, j));
    }
    if (c->final_norm)
        layer_norm(t->final, c, c->transform ? t->transformed : rows, &c->w[0][LN_GF]);
    if (c->classes == 0)
        return;
    struct linear l = linear_of(t, c);
    linear_compute(&l, t->work);
    for (int i = 0; i < c->n && work_on(t->work, SHARE_EFFORT * c->classes); i++)
        softmax_row(mat_row(t->probs, i), mat_row(t->logits, i), c->classes);
}

/* Returns the row before the softmax that a target asks. */
static struct mat asked_row(const struct trace *t, const struct target *target)
{
    struct mat of = t->logits;
    if (target->head >= 0) {
        const struct attention *a = &t->layer[target->layer].self;
        of = attention_head(a, a->map[MAP_MASKED], target->head);
    }
    return mat_rows(of, target->at, 1);
}

double readout_loss(const struct trace *t, const struct config *c, const struct target *target)
{
    struct mat row = asked_row(t, target);
    return softmax_cross_entropy(row.v, row.cols, target_answer(c, target));
}

bool readout_right(const struct trace *t, const struct target *target)
{
    struct mat row = asked_row(t, target);
    for (int j = 0; j < row.cols; j++)
        if (j != target->to && !(row.v[target->to] > row.v[j]))
            return false;
    return true;
}

void readout_back(const struct back *b)
{
    int last = b->c->layers - 1;
    for (int i = 0; i < b->c->target_count; i++) {
        const struct target *target = &b->c->target[i];
        if (target->head < 0)
            softmax_cross_entropy_back(mat_row(b->d->probs, target->at), mat_row(b->d->logits, target->at),
                                       mat_row(b->t->probs, target->at), b->c->classes,
                                       target_answer(b->c, target), b->share * (1 + target->more));
    }
    if (b->c->classes > 0) {
        struct linear is = linear_of(b->t, b->c), d = linear_of(b->d, b->to);
        linear_back(&d, &is, b->d->work);
    }
    if (b->c->final_norm)
        layer_norm_back(b, (struct norm_pass){layer_rows(b->t, b->c, last), layer_rows(b->d, b->c, last),
                                              b->d->final, &b->c->w[0][LN_GF], &b->to->w[0][LN_GF]});
}
