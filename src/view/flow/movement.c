/* The movement from one scene to the next: what the strips and the ribbons show between the two. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "view/flow/flow.h"

static bool same_shapes(const struct flow *f, const struct scene *from, const struct attention *was)
{
    const struct config *a = &from->config, *b = &f->now->config;
    struct mat old = was->map[MAP_WEIGHTS], new = f->a->map[MAP_WEIGHTS];
    return a->n == b->n && a->d == b->d && a->dk == b->dk && a->dv == b->dv && was->heads == f->a->heads &&
           old.rows == new.rows &&old.cols == new.cols;
}

/* Finds where each word was. If the sentences have different words, no word has moved. */
static void match_words(struct flow *f, const struct scene *from)
{
    const struct sequence *old = from->state.sentence, *new = f->now->state.sentence;
    bool taken[CONFIG_MAX_WORDS] = {0}, same = true;
    for (int w = 0; w < f->words; w++)
        taken[w] = old->id[w] == new->id[w];
    for (int w = 0; w < f->words && same; w++) {
        int v = w;
        if (old->id[w] != new->id[w])
            for (v = 0; v < f->words && (taken[v] || old->id[v] != new->id[w]); v++)
                ;
        same = v < f->words;
        if (same)
            taken[v] = true;
        f->move.was_at[w] = (short)v;
    }
    for (int w = 0; w < f->words && !same; w++)
        f->move.was_at[w] = (short)w;
}

void flow_move(struct flow *f, const struct scene *from)
{
    const struct look *look = &f->now->state.look;
    if (from->trace.layers != f->now->trace.layers)
        return;
    const struct attention *was = stage_attention(&from->trace.layer[look->layer], look->stage);
    if (!same_shapes(f, from, was))
        return;
    f->move.from = from;
    f->move.a = was;
    f->move.settled = fmin(1, fmax(0, (double)(f->s->ms - MOVES_MS) / (SETTLES_MS - MOVES_MS)));
    match_words(f, from);
    for (int w = 0; w < f->words; w++)
        f->move.stood[w] = f->move.was_at[w];
}

bool flow_reached(const struct flow *f, int r)
{
    static const short frame[FLOW_ROWS] = {
        [FLOW_X] = 1,     [FLOW_P] = 1,      [FLOW_HEARD] = 1, [FLOW_H] = 1,         [FLOW_Q] = 2,
        [FLOW_K] = 2,     [FLOW_V] = 5,      [FLOW_MIXED] = 6, [FLOW_OUTPUT] = 6,    [FLOW_RESIDUAL1] = 6,
        [FLOW_NORM1] = 6, [FLOW_ANSWER] = 6, [FLOW_FFN] = 6,   [FLOW_RESIDUAL2] = 6, [FLOW_NORM2] = 6,
    };
    return !f->move.from || f->s->ms >= frame[r] * FRAME_MS;
}

double flow_moved(const struct flow *f, int h)
{
    int later = f->a->heads > 1 ? (MOVES_MS - GLIDES_MS) * h / (f->a->heads - 1) : 0;
    return screen_moved(f->s, later);
}

double flow_share_before(const struct flow *f, int h, int i, int j)
{
    if (!f->move.from)
        return flow_weight(f, h, i, j);
    return mat_at(attention_head(f->move.a, f->move.a->map[MAP_WEIGHTS], h), f->move.was_at[i],
                  f->crosses ? j : f->move.was_at[j]);
}

/* w^e over the sum of all: softmax of e times the scores, so from equal shares (e = 0) to the shares (1).
 * Large scores decide early: e = t³ keeps that in sight. */
static double stretched(const struct flow *f, int h, int i, int j)
{
    double sum = 0, e = f->play.t * f->play.t * f->play.t;
    for (int k = 0; k < f->keys; k++)
        sum += flow_weight(f, h, i, k) > 0 ? pow(flow_weight(f, h, i, k), e) : 0;
    return sum > 0 && flow_weight(f, h, i, j) > 0 ? pow(flow_weight(f, h, i, j), e) / sum : 0;
}

double flow_share(const struct flow *f, int h, int i, int j)
{
    if (f->play.phase == FLOWING_SHARE)
        return stretched(f, h, i, j);
    if (!f->move.from)
        return flow_weight(f, h, i, j);
    double e = flow_moved(f, h);
    return (1 - e) * flow_share_before(f, h, i, j) + e * flow_weight(f, h, i, j);
}

double flow_box_now(const struct flow *f, int w, int h)
{
    if (!f->move.from || w >= f->words)
        return flow_box(f, w, h);
    double e = flow_moved(f, h);
    return (1 - e) * flow_box_in(f, f->move.stood[w], h) + e * flow_box(f, w, h);
}
