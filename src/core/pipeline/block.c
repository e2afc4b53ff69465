#include "core/pipeline/block.h"

#include "core/pipeline/attention.h"
#include "core/pipeline/patch.h"
#include "core/pipeline/norm.h"
#include "core/pipeline/rows.h"

/* ---- around a sublayer ------------------------------------------------------------------ */

/* The rows around a sublayer: what it is added to, its results, the same normed, and those after residual and
 * LayerNorm. */
struct sublayer {
    struct mat before, out, given, residual, normed;
};

static struct sublayer around_attention(const struct attention *a, struct mat before)
{
    return (struct sublayer){before, a->output, a->given, a->residual, a->normed};
}

static struct sublayer around_feed_forward(const struct layer_trace *l, struct mat before)
{
    return (struct sublayer){before, l->ffn, l->ffn_given, l->residual2, l->norm2};
}

static struct mat rows_after(const struct sublayer *s)
{
    struct mat given = mat_present(s->given) ? s->given : s->out;
    return mat_present(s->normed) ? s->normed : mat_present(s->residual) ? s->residual : given;
}

/* `first`: the gain of its LayerNorm, an enum weight of layer l */
static void close_sublayer(const struct trace *t, const struct config *c, const struct sublayer *s, int l,
                           int first)
{
    struct mat out = trace_rows(t, s->out), sum = trace_rows(t, s->residual);
    const struct factor *w = c->w[l];
    work_on(t->work, c->norm != NORM_NONE ? NORM_EFFORT * c->n * c->d : 0);
    if (mat_present(s->given)) {
        layer_norm(trace_rows(t, s->given), c, out, &w[config_given_gain(c, (enum weight)first)]);
        out = trace_rows(t, s->given);
    }
    if (first != LN_GC)
        patches_apply(c, first == LN_G1 ? PATCH_ATTN : PATCH_FFN, l, 0,
                      mat_present(s->given) ? s->given : s->out, t->first);
    if (mat_present(sum))
        mat_add(sum, trace_rows(t, s->before), out);
    if (mat_present(s->normed))
        layer_norm(trace_rows(t, s->normed), c, mat_present(sum) ? sum : out, &w[first]);
}

/* d: the gradients of s; `first`: its LayerNorm's gain, an enum weight of layer l */
static void close_back(const struct back *b, const struct sublayer *d, const struct sublayer *s, int l,
                       int first)
{
    bool added = mat_present(s->residual), given = mat_present(s->given);
    struct mat d_out = given ? d->given : d->out;
    if (mat_present(s->normed))
        layer_norm_back(b, (struct norm_pass){added ? s->residual : s->out, added ? d->residual : d->out,
                                              d->normed, &b->c->w[l][first], &b->to->w[l][first]});
    if (added) {
        mat_add(d->before, d->before, d->residual);
        mat_add(d_out, d_out, d->residual);
    }
    int gain = (int)config_given_gain(b->c, (enum weight)first);
    if (given)
        layer_norm_back(b,
                        (struct norm_pass){s->out, d->out, d->given, &b->c->w[l][gain], &b->to->w[l][gain]});
}

/* The LayerNorm before a sublayer, which reads `in`; d_before and d_in are gradients. */
static void open_back(const struct back *b, struct mat before, struct mat d_before, struct mat d_in,
                      const struct factor *norms[2])
{
    if (config_norms_before(b->c))
        layer_norm_back(b, (struct norm_pass){before, d_before, d_in, norms[0], norms[1]});
}

/* ---- attention -------------------------------------------------------------------------- */

/* Returns the attention of a layer that has this role, in t or in the gradient. */
static struct attention *attention_in(const struct trace *t, int l, struct attention_role role)
{
    return role.cross ? &t->layer[l].cross : &t->layer[l].self;
}

static struct mat attend(struct trace *t, const struct config *c, int l, struct attention_role role,
                         struct mat before)
{
    struct attention *a = attention_in(t, l, role);
    int norm = role.cross ? LN_GC : LN_G1;
    struct sublayer s = around_attention(a, before);
    if (config_norms_before(c))
        layer_norm(trace_rows(t, a->H), c, trace_rows(t, before), &c->w[l][norm]);
    attention_compute(a, c, t, l, role);
    if (!rows_end_in_weights(c, l))
        close_sublayer(t, c, &s, l, norm);
    return rows_after(&s);
}

static void attend_back(const struct back *b, int l, struct attention_role role, struct mat before,
                        struct mat d_before)
{
    struct attention *a = attention_in(b->t, l, role), *d = attention_in(b->d, l, role);
    struct sublayer s = around_attention(a, before), ds = around_attention(d, d_before);
    int norm = role.cross ? LN_GC : LN_G1;
    if (!rows_end_in_weights(b->c, l))
        close_back(b, &ds, &s, l, norm);
    attention_back(b, l, role);
    open_back(b, before, d_before, d->H, (const struct factor *[2]){&b->c->w[l][norm], &b->to->w[l][norm]});
}

/* ---- feed-forward network --------------------------------------------------------------- */

static struct linear inner_of(const struct layer_trace *l, const struct factor *w)
{
    struct mat out = mat_present(l->up) ? l->up : l->before;
    return (struct linear){out, l->ffn_in, w[FF_W1], w[FF_B1]};
}

static struct linear outer_of(const struct layer_trace *l, const struct factor *w)
{
    return (struct linear){l->ffn, l->hidden, w[FF_W2], w[FF_B2]};
}

static struct linear gate_of(const struct layer_trace *l, const struct factor *w)
{
    return (struct linear){l->before, l->ffn_in, w[FF_WG], w[FF_BG]};
}

/* Returns the rows that a feed-forward network reads, before any LayerNorm; `attended`: those after the
 * attention. */
static struct mat fed(const struct trace *t, const struct config *c, int l, struct mat attended)
{
    return c->parallel ? t->layer[l].in : attended;
}

/* hidden = f(x W1 + b1), ffn = hidden W2 + b2 (Vaswani et al. 2017, equation 2); with a gate
 * hidden = f(x Wg + bg)·(x W1 + b1) (Shazeer 2020) */
static void feed_forward(struct trace *t, const struct config *c, int l, struct mat before)
{
    struct layer_trace *layer = &t->layer[l];
    const struct factor *w = c->w[l];
    struct linear gate = gate_of(layer, w), inner = inner_of(layer, w), outer = outer_of(layer, w);
    struct sublayer s = around_feed_forward(layer, before);
    if (config_norms_before(c))
        layer_norm(trace_rows(t, layer->ffn_in), c, trace_rows(t, fed(t, c, l, before)), &w[LN_G2]);
    else if (config_feeds(c))
        mat_copy(trace_rows(t, layer->ffn_in), trace_rows(t, fed(t, c, l, before)));
    if (c->gated)
        linear_rows(&gate, t);
    linear_rows(&inner, t);
    struct mat activated = c->gated ? layer->gate : layer->hidden;
    for (int i = t->first; i < c->n; i++)
        for (int j = 0; j < c->dff; j++)
            mat_row(activated, i)[j] = activation_at(c->activation, mat_at(layer->before, i, j));
    for (int i = t->first; i < c->n && c->gated; i++)
        for (int j = 0; j < c->dff; j++)
            mat_row(layer->hidden, i)[j] = mat_at(layer->gate, i, j) * mat_at(layer->up, i, j);
    linear_rows(&outer, t);
    if (c->parallel && c->residual) { /* input + what the attention gives + what this gives */
        s.before = trace_rows(t, layer->residual2);
        mat_add(s.before, trace_rows(t, layer->in), trace_rows(t, attention_given(&layer->self)));
        s.before = layer->residual2;
    }
    close_sublayer(t, c, &s, l, LN_G2);
}

static void feed_forward_back(const struct back *b, int l, struct mat before, struct mat d_before)
{
    const struct layer_trace *layer = &b->t->layer[l], *d = &b->d->layer[l];
    const struct factor *w = b->c->w[l], *dw = b->to->w[l];
    struct linear inner = inner_of(layer, w), outer = outer_of(layer, w), d_inner = inner_of(d, dw),
                  d_outer = outer_of(d, dw);
    struct mat d_fed = fed(b->d, b->c, l, d_before);
    struct sublayer s = around_feed_forward(layer, before), ds = around_feed_forward(d, d_fed);
    close_back(b, &ds, &s, l, LN_G2);
    if (b->c->parallel && b->c->residual)
        mat_add(d_before, d_before, d->residual2);
    linear_back(&d_outer, &outer, b->d->work);
    if (b->c->gated) {
        struct linear gate = gate_of(layer, w), d_gate = gate_of(d, dw);
        for (int i = 0; i < b->c->n; i++)
            for (int j = 0; j < b->c->dff; j++) {
                double by = mat_at(d->hidden, i, j);
                mat_row(d->up, i)[j] = by * mat_at(layer->gate, i, j);
                mat_row(d->gate, i)[j] = by * mat_at(layer->up, i, j);
                mat_row(d->before, i)[j] =
                    mat_at(d->gate, i, j) * activation_slope(b->c->activation, mat_at(layer->before, i, j));
            }
        linear_back(&d_gate, &gate, b->d->work);
    }
    for (int i = 0; i < b->c->n && !b->c->gated; i++)
        for (int j = 0; j < b->c->dff; j++)
            mat_row(d->before, i)[j] +=
                mat_at(d->hidden, i, j) * activation_slope(b->c->activation, mat_at(layer->before, i, j));
    linear_back(&d_inner, &inner, b->d->work);
    open_back(b, fed(b->t, b->c, l, before), d_fed, d->ffn_in,
              (const struct factor *[2]){&w[LN_G2], &dw[LN_G2]});
    if (config_feeds(b->c) && !config_norms_before(b->c))
        mat_add(d_fed, d_fed, d->ffn_in);
}

/* ---- the layer -------------------------------------------------------------------------- */

/* Returns the rows that the feed-forward network starts from. */
static struct mat attended(const struct trace *t, const struct config *c, int l)
{
    return attention_rows(config_decodes(c) ? &t->layer[l].cross : &t->layer[l].self);
}

struct mat layer_rows(const struct trace *t, const struct config *c, int l)
{
    struct sublayer last = around_feed_forward(&t->layer[l], (struct mat){0});
    return c->dff > 0 ? rows_after(&last) : attended(t, c, l);
}

/* Makes rows of the last layer's input word + position where they are to be. */
static void lay_bare(const struct trace *t, const struct config *c)
{
    struct mat in = t->layer[t->layers - 1].in;
    for (int s = 0; s < c->rows->count; s++) {
        const struct batch_sentence *is = &c->rows->of[s];
        if (is->bare)
            mat_copy(mat_rows(in, is->first, is->of->n), mat_rows(t->layer[0].in, is->first, is->of->n));
    }
}

void layer_compute(struct trace *t, const struct config *c, int l)
{
    if (c->rows && l == t->layers - 1)
        lay_bare(t, c);
    struct mat rows = attend(t, c, l, attention_first(c), t->layer[l].in);
    if (config_decodes(c))
        rows = attend(t, c, l, (struct attention_role){.cross = true}, rows);
    if (c->dff > 0 && !rows_end_in_weights(c, l))
        feed_forward(t, c, l, rows);
    patches_apply(c, PATCH_ROW, l, 0, layer_rows(t, c, l), t->first);
}

void layer_back(const struct back *b, int l)
{
    const struct layer_trace *is = &b->t->layer[l], *d = &b->d->layer[l];
    if (b->c->dff > 0 && !rows_end_in_weights(b->c, l))
        feed_forward_back(b, l, attended(b->t, b->c, l), attended(b->d, b->c, l));
    if (config_decodes(b->c))
        attend_back(b, l, (struct attention_role){.cross = true}, attention_rows(&is->self),
                    attention_rows(&d->self));
    attend_back(b, l, attention_first(b->c), is->in, d->in);
}

/* ---- what is changed on the way ---------------------------------------------------------- */

struct mat patch_rows(const struct trace *t, const struct config *c, const struct patch *what)
{
    const struct layer_trace *l = &t->layer[what->layer];
    const struct attention *a = &l->self;
    switch (what->kind) {
    case PATCH_HEAD:
        return attention_head(a, a->head_out, what->head);
    case PATCH_READS:
        return attention_head(a, a->map[MAP_WEIGHTS], what->head);
    case PATCH_ATTN:
        return attention_given(a);
    case PATCH_FFN:
        return mat_present(l->ffn_given) ? l->ffn_given : l->ffn;
    case PATCH_ROW:
        return layer_rows(t, c, what->layer);
    default:
        return (struct mat){0};
    }
}

bool patches_meet(const struct trace *t, const struct config *c, int layer, struct mat m, int row)
{
    for (const struct patch *is = c->patch; is - c->patch < c->patch_count; is++)
        if (is->layer == layer && (is->at < 0 || is->at == row) && patch_rows(t, c, is).v == m.v && m.v)
            return true;
    return false;
}
