/* The movement from one scene to the next: what the strips and the ribbons show between the two. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "view/flow/flow.h"

void flow_move(struct flow *f, const struct scene *from)
{
    const struct look *look = &f->now->state.look;
    const struct config *a = &from->config, *b = &f->now->config;
    if (from->trace.layers != f->now->trace.layers)
        return;
    const struct attention *was = stage_attention(&from->trace.layer[look->layer], look->stage);
    struct mat before = was->map[MAP_WEIGHTS], after = f->a->map[MAP_WEIGHTS];
    if (a->n != b->n || a->d != b->d || a->dk != b->dk || a->dv != b->dv || was->heads != f->a->heads ||
        before.rows != after.rows || before.cols != after.cols)
        return;
    f->move.from = from;
    f->move.a = was;
    f->move.settled = fmin(1, fmax(0, (double)(f->s->ms - MOVES_MS) / (SETTLES_MS - MOVES_MS)));
    /* Where each word was. If the sentences have different words, no word has moved. */
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
    for (int w = 0; w < f->words; w++) {
        f->move.was_at[w] = same ? f->move.was_at[w] : (short)w;
        f->move.stood[w] = f->move.was_at[w];
    }
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
    if (j == f->keys)
        return mat_present(f->move.a->sink)
                   ? mat_at(attention_head(f->move.a, f->move.a->sink, h), f->move.was_at[i], 0)
                   : 0;
    return mat_at(attention_head(f->move.a, f->move.a->map[MAP_WEIGHTS], h), f->move.was_at[i],
                  f->crosses ? j : f->move.was_at[j]);
}

double flow_share(const struct flow *f, int h, int i, int j)
{
    double weight = flow_weight(f, h, i, j);
    if (f->play.phase == FLOWING_SHARE) {
        /* w^e over the sum of all: softmax of e times the scores, so from equal shares (e = 0) to the shares
         * (1). Large scores decide early: e = t³ keeps that in sight. */
        double sum = 0, e = f->play.t * f->play.t * f->play.t;
        for (int k = 0; k < f->keys + f->sinks; k++)
            sum += flow_weight(f, h, i, k) > 0 ? pow(flow_weight(f, h, i, k), e) : 0;
        return sum > 0 && weight > 0 ? pow(weight, e) / sum : 0;
    }
    double e = flow_moved(f, h);
    return f->move.from ? (1 - e) * flow_share_before(f, h, i, j) + e * weight : weight;
}

double flow_box_now(const struct flow *f, int w, int h)
{
    if (!f->move.from || w >= f->words)
        return flow_box(f, w, h);
    double e = flow_moved(f, h);
    return (1 - e) * flow_box_in(f, f->move.stood[w], h) + e * flow_box(f, w, h);
}

/* ---- two pictures side by side: what looks the same in both ---------------------------------- */

/* A smaller difference, as part of the largest value, changes neither a colour nor a second decimal. */
#define VISIBLE 0.005

int flow_partner(const struct flow *f, int w)
{
    const struct flow *there = f->beside;
    int column = f->columns->of[w];
    return column < there->words + (there->crosses ? there->keys : 0) ? column : -1;
}

bool flow_same_share(const struct flow *f, int h, int i, int j)
{
    if (!f->beside || h >= f->beside->a->heads)
        return false;
    int query = flow_partner(f, i), key = flow_partner(f, flow_column_of_key(f, j));
    key -= f->beside->crosses ? f->beside->words : 0;
    return query >= 0 && key >= 0 &&
           fabs(flow_weight(f, h, i, j) - flow_weight(f->beside, h, query, key)) < VISIBLE;
}

/* Word w's numbers in row r of the page; absent if there are none. */
static struct mat word_row_of(const struct flow *f, int r, int h, int w)
{
    const struct config *c = &f->now->config;
    int layer = f->now->state.look.layer, row = w < f->words ? w : w - f->words, stage = flow_row_stage(f, r);
    if (w < 0 || h >= c->heads || !flow_numbered(f, r))
        return (struct mat){0};
    struct mat m = stage_matrix(&f->now->trace, layer, stage, h);
    return row < m.rows ? mat_rows(m, row, 1) : (struct mat){0};
}

bool flow_same_row(const struct flow *f, int r, int h, int w)
{
    if (!f->beside)
        return false;
    if (r == FLOW_HEARD)
        return flow_same_row(f, FLOW_X, h, w) && flow_same_row(f, FLOW_H, h, w) &&
               (!flow_numbered(f, FLOW_P) || flow_same_row(f, FLOW_P, h, w));
    struct mat here = word_row_of(f, r, h, w), there = word_row_of(f->beside, r, h, flow_partner(f, w));
    double most = fmax(mat_max_abs(here), mat_max_abs(there));
    if (!mat_present(here) || !mat_present(there) || here.cols != there.cols)
        return false;
    for (int j = 0; j < here.cols; j++)
        if (!(fabs(mat_at(here, 0, j) - mat_at(there, 0, j)) <= VISIBLE * most))
            return false;
    return true;
}
