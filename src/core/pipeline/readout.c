#include "core/pipeline/readout.h"

#include "core/math/softmax.h"
#include "core/pipeline/block.h"
#include "core/pipeline/norm.h"

enum { SHARE_EFFORT = 24 }; /* cost of an entry of probs (mostly exp), in multiplications */
enum { UNREAD = -1 };       /* in place of the first share of a row that nobody asked for */

void readout_lay_out(struct trace *t, const struct config *c)
{
    int rows = c->rows ? c->rows->asked : c->n;
    t->transformed = t->final = t->read = t->logits = t->probs = (struct mat){0};
    if (c->transform)
        t->layer[c->layers - 1].out = t->transformed = mat_in(&t->arena, c->n, c->d);
    if (c->final_norm)
        t->layer[c->layers - 1].out = t->final = mat_in(&t->arena, c->n, c->d);
    t->read = c->rows ? mat_in(&t->arena, rows, c->d) : t->layer[c->layers - 1].out;
    if (c->classes > 0) {
        t->logits = mat_in(&t->arena, rows, c->classes);
        t->probs = mat_in(&t->arena, rows, c->classes);
    }
}

double readout_effort(const struct config *c)
{
    return (double)c->n * c->classes * (c->d + SHARE_EFFORT) + c->transform * (double)c->n * c->d * c->d;
}

static struct linear linear_of(const struct trace *t, const struct config *c)
{
    return (struct linear){t->logits, t->read, c->w[0][READ_U], c->w[0][READ_B]};
}

void readout_compute(struct trace *t, const struct config *c, const struct trace *from)
{
    struct mat rows = layer_rows(t, c, c->layers - 1);
    if (rows_end_in_weights(c, c->layers - 1))
        return;
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
    for (int i = 0; c->rows && i < c->n; i++)
        if (c->rows->read[i] >= 0)
            mat_copy(mat_rows(t->read, c->rows->read[i], 1), mat_rows(t->layer[c->layers - 1].out, i, 1));
    t->read_out = &c->w[0][READ_U];
    t->final_cap = c->final_cap;
    t->layer[c->layers - 1].unread = t->logits.rows;
    for (int i = 0; i < t->logits.rows; i++) {
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
    int first = row == READOUT_ALL ? 0 : row, end = row == READOUT_ALL ? t->logits.rows : row + 1;
    for (int i = first, count; last->unread > 0 && i < end; i += count + 1) {
        for (count = 0; i + count < end && mat_at(t->probs, i + count, 0) <= UNREAD;)
            count++;
        struct linear l = {mat_rows(t->logits, i, count), mat_rows(t->read, i, count), t->read_out[0],
                           t->read_out[1]};
        if (count > 0)
            linear_compute(&l, t->work);
        for (int k = 0; k < count * t->logits.cols && t->final_cap > 0; k++)
            l.out.v[k] = cap_at(t->final_cap, l.out.v[k]);
        for (int k = i; k < i + count && work_on(t->work, SHARE_EFFORT * t->logits.cols); k++, last->unread--)
            softmax_row(mat_row(t->probs, k), mat_row(t->logits, k), t->logits.cols);
    }
    return !work_stopped(t->work);
}

void readout_lens(double *logits, const struct trace *t, const struct config *c, int layer, int word)
{
    double room[2][CONFIG_MAX_D];
    struct mat row = mat_rows(layer < 0 ? t->layer[0].in : layer_rows(t, c, layer), word, 1);
    if (c->transform) {
        struct linear l = {mat_of(1, c->d, c->d, room[0]), row, c->w[0][READ_T], c->w[0][READ_TB]};
        linear_compute(&l, NULL);
        for (int j = 0; j < c->d; j++)
            room[0][j] = activation_at(c->activation, room[0][j]);
        row = l.out;
    }
    if (c->final_norm) {
        layer_norm(mat_of(1, c->d, c->d, room[1]), c, row, &c->w[0][LN_GF]);
        row = mat_of(1, c->d, c->d, room[1]);
    }
    struct linear l = {mat_of(1, c->classes, c->classes, logits), row, c->w[0][READ_U], c->w[0][READ_B]};
    linear_compute(&l, NULL);
    for (int k = 0; k < c->classes && c->final_cap > 0; k++)
        logits[k] = cap_at(c->final_cap, logits[k]);
}

struct mat readout_asked(const struct trace *t, const struct config *c, const struct batch_sentence *s,
                         const struct target *target)
{
    int row = target->at + (s ? s->first : 0);
    if (target->head < 0 && !s)
        readout_ask(t, row);
    if (target->head < 0)
        return mat_rows(t->logits, s ? c->rows->read[row] : row, 1);
    const struct attention *a = &t->layer[target->layer].self;
    struct mat of = mat_rows(attention_head(a, a->map[MAP_MASKED], target->head), row, 1);
    return s ? mat_columns(of, 0, s->of->n) : of;
}

double readout_loss(struct mat asked, const struct config *c, const struct target *target)
{
    return softmax_cross_entropy(asked.v, asked.cols, target_answer(c, target));
}

bool readout_right(struct mat asked, const struct target *target)
{
    for (int j = 0; j < asked.cols; j++)
        if (j != target->to && !(asked.v[target->to] > asked.v[j]))
            return false;
    return true;
}

void readout_back(const struct back *b)
{
    const struct batch_rows *rows = b->c->rows;
    int last = b->c->layers - 1;
    if (rows_end_in_weights(b->c, last))
        return;
    for (const struct batch_sentence *s = b->of; s < b->of + b->count; s++)
        for (int i = 0; i < s->of->target_count && !s->bare; i++) {
            const struct target *target = &s->of->target[i];
            int row = rows ? rows->read[s->first + target->at] : target->at;
            if (target->head < 0)
                softmax_cross_entropy_back(mat_row(b->d->probs, row), mat_row(b->d->logits, row),
                                           mat_row(b->t->probs, row), b->c->classes,
                                           target_answer(b->c, target), s->share * (1 + target->more));
        }
    if (b->c->classes > 0) {
        struct linear is = linear_of(b->t, b->c), d = linear_of(b->d, b->to);
        linear_back(&d, &is, b->d->work);
    }
    for (int i = 0; rows && i < b->c->n; i++)
        if (rows->read[i] >= 0)
            mat_copy(mat_rows(b->d->layer[last].out, i, 1), mat_rows(b->d->read, rows->read[i], 1));
    if (b->c->final_norm)
        layer_norm_back(b, (struct norm_pass){layer_rows(b->t, b->c, last), layer_rows(b->d, b->c, last),
                                              b->d->final, &b->c->w[0][LN_GF], &b->to->w[0][LN_GF]});
}
