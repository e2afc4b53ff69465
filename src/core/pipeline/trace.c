/* One pass from the words to the final rows. The matrices are laid out in the arena in
 * order of computation. Measuring a trace runs the same layout on an empty arena. */
#include "core/pipeline/trace.h"

#include "core/encoding/posenc.h"
#include "core/math/softmax.h"
#include "core/pipeline/attention.h"

enum { NORM_EFFORT = 8, ROWS_EFFORT = 30 }; /* per entry: LayerNorm; encoding, sums, norms of a layer */

/* ---- layout ----------------------------------------------------------------------- */

static struct mat rows_in(struct trace *t, const struct config *c)
{
    return mat_in(&t->arena, c->n, c->d);
}

/* Lays out the residual (if on) and the LayerNorm (if post) after a sublayer. Returns the last rows. */
static struct mat lay_out_close(struct trace *t, const struct config *c, struct mat out, struct mat *residual,
                                struct mat *normed)
{
    if (c->residual)
        out = *residual = rows_in(t, c);
    if (c->norm == NORM_POST)
        out = *normed = rows_in(t, c);
    return out;
}

/* Returns the rows that a sublayer reads: new rows if LayerNorm is pre, else `in`. */
static struct mat lay_out_open(struct trace *t, const struct config *c, struct mat in)
{
    return c->norm == NORM_PRE ? rows_in(t, c) : in;
}

static struct mat lay_out_attention(struct trace *t, const struct config *c, int l,
                                    struct attention_role role, struct mat in)
{
    struct attention *a = role.cross ? &t->layer[l].cross : &t->layer[l].self;
    a->H = lay_out_open(t, c, in);
    a->S = role.cross || config_crosses(c) ? t->Y : a->H;
    attention_lay_out(a, c, t, l, role);
    return lay_out_close(t, c, a->output, &a->residual, &a->normed);
}

static struct mat lay_out_feed_forward(struct trace *t, const struct config *c, int l, struct mat in)
{
    struct layer_trace *layer = &t->layer[l];
    layer->ffn_in = lay_out_open(t, c, in);
    layer->hidden = mat_in(&t->arena, c->n, c->dff);
    layer->ffn = rows_in(t, c);
    return lay_out_close(t, c, layer->ffn, &layer->residual2, &layer->norm2);
}

/* `measured`: where the layers are described while the arena only measures. */
static void lay_out(struct trace *t, const struct config *c, struct layer_trace *measured)
{
    struct mat rows = c->X;
    void *layers = arena_doubles(&t->arena, (sizeof *t->layer + sizeof(double) - 1) / sizeof(double) *
                                                (size_t)c->layers);
    t->layers = c->layers;
    t->layer = measured ? measured : layers;
    t->X = c->X;
    t->Y = c->Y;
    t->P = (struct mat){0};
    if (posenc_added(c)) {
        t->P = rows_in(t, c);
        rows = rows_in(t, c);
    }
    for (int l = 0; l < c->layers; l++) {
        t->layer[l] = (struct layer_trace){.in = rows};
        rows = lay_out_attention(t, c, l, attention_first(c), rows);
        if (config_decodes(c))
            rows = lay_out_attention(t, c, l, (struct attention_role){.cross = true}, rows);
        if (c->dff > 0)
            rows = lay_out_feed_forward(t, c, l, rows);
        t->layer[l].out = rows;
    }
}

size_t trace_room(const struct config *c)
{
    struct trace t;
    struct layer_trace layers[CONFIG_MAX_LAYERS];
    t.arena = arena_measuring();
    lay_out(&t, c, layers);
    return t.arena.used;
}

double trace_effort(const struct config *c)
{
    double layer =
        attention_effort(c, attention_first(c)) + 2.0 * c->n * c->d * c->dff + ROWS_EFFORT * c->n * c->d;
    if (c->block == BLOCK_DECODER && c->m > 0)
        layer += attention_effort(c, (struct attention_role){.cross = true});
    return ROWS_EFFORT * c->n * c->d + c->layers * layer;
}

bool trace_reserve(struct trace *t, const struct config *c)
{
    return arena_reserve(&t->arena, trace_room(c));
}

/* ---- arithmetic --------------------------------------------------------------------- */

/* out = gain·(in - mean)/σ + shift, row by row (Ba et al. 2016); norm: gain, shift */
static void layer_norm(struct mat out, const struct config *c, struct mat in, const struct mat *norm)
{
    struct mat gain = norm[0], shift = norm[1];
    for (int i = 0; i < in.rows; i++) {
        double mean, sigma;
        norm_of_row(mat_row(in, i), in.cols, c->eps, &mean, &sigma);
        for (int j = 0; j < in.cols; j++)
            mat_row(out, i)[j] =
                norm_entry(mat_at(in, i, j), mean, sigma) * (mat_present(gain) ? gain.v[j] : 1) +
                (mat_present(shift) ? shift.v[j] : 0);
    }
}

static void norm_done(const struct trace *t, const struct config *c)
{
    work_on(t->work, c->norm != NORM_NONE ? NORM_EFFORT * c->n * c->d : 0);
}

/* Returns the rows after a sublayer that has read `in` and produced `out`. */
static struct mat close_sublayer(const struct config *c, struct mat in, struct mat out,
                                 const struct mat *norm, struct mat residual, struct mat normed)
{
    if (mat_present(residual)) {
        mat_add(residual, in, out);
        out = residual;
    }
    if (mat_present(normed)) {
        layer_norm(normed, c, out, norm);
        out = normed;
    }
    return out;
}

static struct mat attend(struct trace *t, const struct config *c, int l, struct attention_role role,
                         struct mat in)
{
    struct attention *a = role.cross ? &t->layer[l].cross : &t->layer[l].self;
    const struct mat *norm = &c->w[l][role.cross ? LN_GC : LN_G1];
    if (c->norm == NORM_PRE)
        layer_norm(a->H, c, in, norm);
    attention_compute(a, c, t, l, role);
    norm_done(t, c);
    return close_sublayer(c, in, a->output, norm, a->residual, a->normed);
}

/* ffn = max(0, x W1 + b1) W2 + b2 (Vaswani et al. 2017, equation 2) */
static void feed_forward(struct trace *t, const struct config *c, int l, struct mat in)
{
    struct layer_trace *layer = &t->layer[l];
    const struct mat *w = c->w[l];
    if (c->norm == NORM_PRE)
        layer_norm(layer->ffn_in, c, in, &w[LN_G2]);
    mat_mul_on(layer->hidden, layer->ffn_in, w[FF_W1], t->work);
    if (mat_present(w[FF_B1]))
        mat_add_row(layer->hidden, w[FF_B1]);
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->dff; j++)
            if (mat_at(layer->hidden, i, j) < 0)
                mat_row(layer->hidden, i)[j] = 0;
    mat_mul_on(layer->ffn, layer->hidden, w[FF_W2], t->work);
    if (mat_present(w[FF_B2]))
        mat_add_row(layer->ffn, w[FF_B2]);
    norm_done(t, c);
    close_sublayer(c, in, layer->ffn, &w[LN_G2], layer->residual2, layer->norm2);
}

static void add_positions(struct trace *t, const struct config *c)
{
    t->rows_with_position = c->n;
    if (!mat_present(t->P))
        return;
    t->rows_with_position = posenc_table(t->P, c);
    work_on(t->work, ROWS_EFFORT * c->n * c->d);
    mat_add(t->layer[0].in, t->X, t->P);
}

bool trace_compute(struct trace *t, const struct config *c)
{
    t->arena.used = 0;
    lay_out(t, c, NULL);
    add_positions(t, c);
    for (int l = 0; l < c->layers && !work_stopped(t->work); l++) {
        struct mat rows = attend(t, c, l, attention_first(c), t->layer[l].in);
        if (config_decodes(c))
            rows = attend(t, c, l, (struct attention_role){.cross = true}, rows);
        if (c->dff > 0)
            feed_forward(t, c, l, rows);
    }
    return !work_stopped(t->work);
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
