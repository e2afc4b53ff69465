/* The movement from one scene to the next: what the strips and the ribbons show at a time between them. */
#include "core/pipeline/stage.h"
#include "view/flow/flow.h"

/* Ease in and out: 4t³, then mirrored. */
static double eased(double t)
{
    return t < 0.5 ? 4 * t * t * t : 1 - 4 * (1 - t) * (1 - t) * (1 - t);
}

static bool same_shapes(const struct flow *f, const struct scene *from, const struct attention *was)
{
    const struct config *a = &from->config, *b = &f->now->config;
    struct mat old = was->map[MAP_WEIGHTS], new = f->a->map[MAP_WEIGHTS];
    return a->n == b->n && a->d == b->d && a->dk == b->dk && a->dv == b->dv && was->heads == f->a->heads &&
           old.rows == new.rows &&old.cols == new.cols;
}

/* Finds out where each word stood. If the sentences have different words they change where they stand. */
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

void flow_move(struct flow *f)
{
    const struct scene *from = f->s->from;
    const struct look *look = &f->now->state.look;
    if (from->trace.layers != f->now->trace.layers)
        return;
    const struct attention *was = stage_attention(&from->trace.layer[look->layer], look->stage);
    if (!same_shapes(f, from, was))
        return;
    f->move.from = from;
    f->move.a = was;
    f->move.t = f->s->ms < MOVES_MS ? (double)f->s->ms / MOVES_MS : 1;
    f->move.e = eased(f->move.t);
    match_words(f, from);
}

double flow_share_before(const struct flow *f, int h, int i, int j)
{
    if (!f->move.from)
        return flow_weight(f, h, i, j);
    return mat_at(attention_head(f->move.a, f->move.a->map[MAP_WEIGHTS], h), f->move.was_at[i],
                  f->crosses ? j : f->move.was_at[j]);
}

double flow_share(const struct flow *f, int h, int i, int j)
{
    if (!f->move.from)
        return flow_weight(f, h, i, j);
    return (1 - f->move.e) * flow_share_before(f, h, i, j) + f->move.e * flow_weight(f, h, i, j);
}

double flow_box_now(const struct flow *f, int w, int h)
{
    if (!f->move.from || w >= f->words)
        return flow_box(f, w, h);
    return (1 - f->move.e) * flow_box(f, f->move.was_at[w], h) + f->move.e * flow_box(f, w, h);
}
