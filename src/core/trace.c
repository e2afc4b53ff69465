/* One pass from the words to the last rows. Every matrix comes from the arena in
 * the order in which it is computed; trace_room counts the same matrices. */
#include "core/trace.h"

#include "core/attention.h"
#include "core/posenc.h"
#include "core/softmax.h"

size_t trace_room(const struct config *c)
{
    size_t rows = (size_t)c->n * (size_t)c->d;
    size_t layer = attention_room(c, config_keys(c), attention_first(c)) + 10 * rows +
                   (size_t)c->n * (size_t)c->dff;
    if (config_decodes(c))
        layer += attention_room(c, c->m, (struct attention_role){.cross = true});
    return 2 * rows + (size_t)c->layers * layer;
}

bool trace_reserve(struct trace *t, const struct config *c)
{
    return arena_reserve(&t->arena, trace_room(c));
}

/* out = gain·(in - mean)/σ + shift, row by row (Ba et al. 2016) */
static struct mat layer_norm(struct trace *t, const struct config *c, struct mat in, struct mat gain, struct mat shift)
{
    struct mat out = mat_in(&t->arena, in.rows, in.cols);
    for (int i = 0; i < in.rows; i++) {
        double mean, sigma;
        norm_of_row(mat_row(in, i), in.cols, c->eps, &mean, &sigma);
        for (int j = 0; j < in.cols; j++)
            mat_row(out, i)[j] = norm_entry(mat_at(in, i, j), mean, sigma) * (mat_present(gain) ? gain.v[j] : 1) +
                                 (mat_present(shift) ? shift.v[j] : 0);
    }
    return out;
}

/* Behind a sublayer: the residual when it is on, LayerNorm when it stands behind. */
static struct mat close_sublayer(struct trace *t, const struct config *c, struct mat in, struct mat out,
                                 const struct mat *norm, struct mat kept[2])
{
    kept[0] = kept[1] = (struct mat){0};
    if (c->residual) {
        kept[0] = mat_in(&t->arena, in.rows, in.cols);
        mat_add(kept[0], in, out);
        out = kept[0];
    }
    if (c->norm == NORM_POST)
        out = kept[1] = layer_norm(t, c, out, norm[0], norm[1]);
    return out;
}

/* What a sublayer reads: the rows so far, normed when LayerNorm stands in front. */
static struct mat open_sublayer(struct trace *t, const struct config *c, struct mat in, const struct mat *norm)
{
    return c->norm == NORM_PRE ? layer_norm(t, c, in, norm[0], norm[1]) : in;
}

static struct mat self_attention(struct trace *t, const struct config *c, int l)
{
    struct layer_trace *layer = &t->layer[l];
    struct mat kept[2];
    layer->self.H = open_sublayer(t, c, layer->in, &c->w[l][LN_G1]);
    layer->self.S = config_crosses(c) ? t->Y : layer->self.H;
    attention_compute(&layer->self, c, t, l, attention_first(c));
    struct mat rows = close_sublayer(t, c, layer->in, layer->self.output, &c->w[l][LN_G1], kept);
    layer->self.residual = kept[0];
    layer->self.normed = kept[1];
    return rows;
}

static struct mat cross_attention(struct trace *t, const struct config *c, int l, struct mat in)
{
    struct layer_trace *layer = &t->layer[l];
    struct mat kept[2];
    layer->cross.H = open_sublayer(t, c, in, &c->w[l][LN_GC]);
    layer->cross.S = t->Y;
    attention_compute(&layer->cross, c, t, l, (struct attention_role){.cross = true});
    struct mat rows = close_sublayer(t, c, in, layer->cross.output, &c->w[l][LN_GC], kept);
    layer->cross.residual = kept[0];
    layer->cross.normed = kept[1];
    return rows;
}

/* ffn = max(0, x W1 + b1) W2 + b2 (Vaswani et al. 2017, equation 2) */
static struct mat feed_forward(struct trace *t, const struct config *c, int l, struct mat in)
{
    struct layer_trace *layer = &t->layer[l];
    const struct mat *w = c->w[l];
    struct mat kept[2];
    layer->ffn_in = open_sublayer(t, c, in, &w[LN_G2]);
    layer->hidden = mat_in(&t->arena, c->n, c->dff);
    mat_mul(layer->hidden, layer->ffn_in, w[FF_W1]);
    if (mat_present(w[FF_B1]))
        mat_add_row(layer->hidden, w[FF_B1]);
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->dff; j++)
            if (mat_at(layer->hidden, i, j) < 0)
                mat_row(layer->hidden, i)[j] = 0;
    layer->ffn = mat_in(&t->arena, c->n, c->d);
    mat_mul(layer->ffn, layer->hidden, w[FF_W2]);
    if (mat_present(w[FF_B2]))
        mat_add_row(layer->ffn, w[FF_B2]);
    struct mat rows = close_sublayer(t, c, in, layer->ffn, &w[LN_G2], kept);
    layer->residual2 = kept[0];
    layer->norm2 = kept[1];
    return rows;
}

static struct mat input(struct trace *t, const struct config *c)
{
    t->P = (struct mat){0};
    t->rows_with_position = c->n;
    if (!posenc_added(c))
        return t->X;
    t->P = mat_in(&t->arena, c->n, c->d);
    t->rows_with_position = posenc_table(t->P, c);
    struct mat sum = mat_in(&t->arena, c->n, c->d);
    mat_add(sum, t->X, t->P);
    return sum;
}

void trace_compute(struct trace *t, const struct config *c)
{
    t->arena.used = 0;
    t->layers = c->layers;
    t->X = c->X;
    t->Y = c->Y;
    struct mat rows = input(t, c);
    for (int l = 0; l < c->layers; l++) {
        t->layer[l] = (struct layer_trace){.in = rows};
        rows = self_attention(t, c, l);
        if (config_decodes(c))
            rows = cross_attention(t, c, l, rows);
        if (c->dff > 0)
            rows = feed_forward(t, c, l, rows);
        t->layer[l].out = rows;
    }
}

void trace_finish(struct trace *t)
{
    arena_finish(&t->arena);
    *t = (struct trace){0};
}

struct mat trace_final(const struct trace *t)
{
    return t->layer[t->layers - 1].out;
}
