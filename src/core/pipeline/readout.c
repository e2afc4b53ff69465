#include "core/pipeline/readout.h"

#include "core/math/softmax.h"
#include "core/pipeline/block.h"
#include "core/pipeline/norm.h"

enum { SHARE_EFFORT = 24 }; /* cost of an entry of probs (mostly exp), in multiplications */
enum { UNREAD = -1 };       /* in place of the first share of a row that nobody asked for */

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

void readout_compute(struct trace *t, const struct config *c, const struct trace *from)
{
    struct mat rows = layer_rows(t, c, c->layers - 1);
    if (c->transform && t->first < c->n) { /* activation(rows T + b_T) */
        struct linear l = {t->transformed, rows, c->w[0][READ_T], c->w[0][READ_TB]};
        linear_rows(&l, t);
        for (int i = t->first; i < c->n; i++)
            for (int j = 0; j < c->d; j++)
                mat_row(t->transformed, i)[j] = activation_at(c->activation, mat_at(t->transformed, i, j));
    }
    if (c->final_norm)
        layer_norm(trace_rows(t, t->final), c, trace_rows(t, c->transform ? t->transformed : rows),
                   &c->w[0][LN_GF]);
    if (c->classes == 0)
        return;
    t->read_out = &c->w[0][READ_U];
    t->layer[c->layers - 1].unread = c->n;
    for (int i = 0; i < c->n; i++) {
        mat_row(t->probs, i)[0] = UNREAD;
        if (i >= t->first || mat_at(from->probs, i, 0) <= UNREAD)
            continue;
        mat_copy(mat_rows(t->logits, i, 1), mat_rows(from->logits, i, 1));
        mat_copy(mat_rows(t->probs, i, 1), mat_rows(from->probs, i, 1));
        t->layer[c->layers - 1].unread--;
    }
}

bool readout_ask(const struct trace *t, int row)
{
    struct layer_trace *last = &t->layer[t->layers - 1];
    int first = row == READOUT_ALL ? 0 : row, end = row == READOUT_ALL ? t->X.rows : row + 1;
    for (int i = first, count; last->unread > 0 && i < end; i += count + 1) {
        for (count = 0; i + count < end && mat_at(t->probs, i + count, 0) <= UNREAD;)
            count++;
        struct linear l = {mat_rows(t->logits, i, count), mat_rows(last->out, i, count), t->read_out[0],
                           t->read_out[1]};
        if (count > 0)
            linear_compute(&l, t->work);
        for (int k = i; k < i + count && work_on(t->work, SHARE_EFFORT * t->logits.cols); k++, last->unread--)
            softmax_row(mat_row(t->probs, k), mat_row(t->logits, k), t->logits.cols);
    }
    return !work_stopped(t->work);
}

/* Returns the row before the softmax that a target asks. */
static struct mat asked_row(const struct trace *t, const struct target *target)
{
    const struct attention *a = &t->layer[target->layer].self;
    struct mat of = target->head < 0 ? t->logits : attention_head(a, a->map[MAP_MASKED], target->head);
    if (target->head < 0)
        readout_ask(t, target->at);
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
