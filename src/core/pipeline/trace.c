/* One pass from the words to the final rows. The matrices are laid out in the arena in
 * order of computation. Measuring a trace runs the same layout on an empty arena. */
#include "core/pipeline/trace.h"

#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/block.h"
#include "core/pipeline/patch.h"
#include "core/pipeline/norm.h"
#include "core/pipeline/readout.h"
#include "core/pipeline/rows.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"

enum { ROWS_EFFORT = 30 }; /* per entry: encoding, sums, norms of a layer */

/* ---- layout ----------------------------------------------------------------------- */

static struct mat rows_in(struct trace *t, const struct config *c)
{
    return mat_in(&t->arena, c->n, c->d);
}

/* Lays out what comes after a sublayer's rows `out`: their LayerNorm, the residual (if `adds`), the LayerNorm
 * of the sum, each if there is one. Returns the last rows. */
static struct mat lay_out_close(struct trace *t, const struct config *c, bool adds, struct mat out,
                                struct mat *after[3])
{
    struct mat *given = after[0], *residual = after[1], *normed = after[2];
    if (config_norms_given(c))
        out = *given = rows_in(t, c);
    if (adds)
        out = *residual = rows_in(t, c);
    if (c->norm == NORM_POST)
        out = *normed = rows_in(t, c);
    return out;
}

static struct mat lay_out_attention(struct trace *t, const struct config *c, int l,
                                    struct attention_role role, struct mat in)
{
    struct attention *a = role.cross ? &t->layer[l].cross : &t->layer[l].self;
    a->H = config_norms_before(c) ? rows_in(t, c) : in;
    a->S = role.cross || config_crosses(c) ? t->Y : a->H;
    attention_lay_out(a, c, t, l, role);
    return lay_out_close(t, c, c->residual && !c->parallel, a->output,
                         (struct mat *[]){&a->given, &a->residual, &a->normed});
}

static struct mat lay_out_feed_forward(struct trace *t, const struct config *c, int l, struct mat in)
{
    struct layer_trace *layer = &t->layer[l];
    layer->ffn_in = config_feeds(c) ? rows_in(t, c) : in;
    layer->before = mat_in(&t->arena, c->n, c->dff);
    if (c->gated) {
        layer->gate = mat_in(&t->arena, c->n, c->dff);
        layer->up = mat_in(&t->arena, c->n, c->dff);
    }
    layer->hidden = mat_in(&t->arena, c->n, c->dff);
    layer->ffn = rows_in(t, c);
    return lay_out_close(t, c, c->residual, layer->ffn,
                         (struct mat *[]){&layer->ffn_given, &layer->residual2, &layer->norm2});
}

/* `measured`: where the layers are described while the arena only measures. */
static void lay_out(struct trace *t, const struct config *c, struct layer_trace *measured)
{
    struct mat rows = t->X = c->X; /* what comes before the first layer */
    t->Y = c->Y;
    t->T = c->T;
    t->P = posenc_added(c) ? rows_in(t, c) : (struct mat){0};
    if (posenc_added(c) || c->types > 0)
        rows = rows_in(t, c);
    t->embedded = c->embed_norm ? rows : (struct mat){0};
    if (c->embed_norm)
        rows = rows_in(t, c);
    void *layers = arena_doubles(&t->arena, (sizeof *t->layer + sizeof(double) - 1) / sizeof(double) *
                                                (size_t)c->layers);
    t->first = 0;
    t->layers = c->layers;
    t->layer = measured ? measured : layers;
    terms_lay_out_input(t, c);
    for (int l = 0; l < c->layers; l++) {
        t->layer[l] = (struct layer_trace){.in = rows};
        rows = lay_out_attention(t, c, l, attention_first(c), rows);
        if (config_decodes(c))
            rows = lay_out_attention(t, c, l, (struct attention_role){.cross = true}, rows);
        if (c->dff > 0)
            rows = lay_out_feed_forward(t, c, l, rows);
        t->layer[l].out = rows;
    }
    readout_lay_out(t, c);
}

void trace_lay_out(struct trace *t, const struct config *c)
{
    lay_out(t, c, NULL);
}

size_t trace_room(const struct config *c)
{
    struct trace t;
    struct layer_trace layers[CONFIG_MAX_LAYERS];
    t.arena = arena_measuring();
    lay_out(&t, c, layers);
    return t.arena.used;
}

static double layer_effort(const struct config *c)
{
    double layer = attention_effort(c, attention_first(c)) + (c->gated ? 3.0 : 2.0) * c->n * c->d * c->dff +
                   ROWS_EFFORT * c->n * c->d;
    if (c->block == BLOCK_DECODER && c->m > 0)
        layer += attention_effort(c, (struct attention_role){.cross = true});
    return layer;
}

double trace_effort(const struct config *c)
{
    return ROWS_EFFORT * c->n * c->d + c->layers * layer_effort(c) + readout_effort(c);
}

bool trace_reserve(struct trace *t, const struct config *c)
{
    return arena_reserve(&t->arena, trace_room(c));
}

/* ---- arithmetic --------------------------------------------------------------------- */

/* P, the sum X + P + T, and the LayerNorm before the first layer. */
static void compute_input(struct trace *t, const struct config *c)
{
    struct mat sum = c->embed_norm ? t->embedded : t->layer[0].in;
    t->rows_with_position = c->n;
    if (mat_present(t->P)) {
        for (int i = 0; i < c->n && mat_present(c->P); i++)
            mat_copy(mat_rows(t->P, i, 1), mat_rows(c->P, c->rows ? c->rows->place[i] : i, 1));
        if (!mat_present(c->P))
            t->rows_with_position = posenc_table(t->P, c);
        work_on(t->work, ROWS_EFFORT * c->n * c->d);
        mat_add(sum, t->X, t->P);
    }
    if (mat_present(t->T))
        mat_add(sum, mat_present(t->P) ? sum : t->X, t->T);
    if (c->embed_norm)
        layer_norm(t->layer[0].in, c, sum, &c->w[0][LN_G0]);
    terms_compute_input(t, c);
}

/* ---- what is kept ----------------------------------------------------------------------- */

/* Returns how many rows, from the first, all layers make the same of: a row of a causal layer depends on no
 * word after it. */
static int rows_alike(const struct trace *t, const struct config *c, const struct trace *from)
{
    const struct mat is[] = {t->X, t->P, t->T}, was[] = {from->X, from->P, from->T};
    int k = 0, most = c->n < from->X.rows ? c->n : from->X.rows;
    for (bool same = true; same && k < most; k += same)
        for (int i = 0; i < 3 && same; i++)
            same = !mat_present(is[i]) ||
                   memcmp(mat_row(is[i], k), mat_row(was[i], k), (size_t)is[i].cols * sizeof(double)) == 0;
    bool whole = k == c->n && k == from->X.rows,
         causal = c->mask == MASK_CAUSAL && c->m == 0 && !posenc_counts(c);
    return whole || causal ? k : 0;
}

/* Copies the first rows of a matrix, as far as both have them: to has fewer columns if words are gone, and
 * one row if it is the same for all words. */
static void keep_rows(struct mat to, struct mat from, int rows)
{
    int cols = to.cols < from.cols ? to.cols : from.cols;
    for (int r = 0; r < rows && r < to.rows && to.v != from.v; r++)
        memcpy(mat_row(to, r), mat_row(from, r), (size_t)cols * sizeof(double));
}

static void keep_terms(struct attention *to, const struct attention *from, int rows)
{
    for (int i = 0; i < to->term_count * to->heads; i++)
        keep_rows(attention_head(to, attention_term(to, i / to->heads), i % to->heads),
                  attention_head(from, attention_term(from, i / to->heads), i % to->heads), rows);
    for (int s = 0; s < SOURCE_MAX; s++) {
        keep_rows(to->source[s], from->source[s], rows);
        keep_rows(to->part[0][s], from->part[0][s], rows);
        keep_rows(to->part[1][s], from->part[1][s], rows);
    }
}

/* A hidden value counts 0 times: in a row that is kept it would be seen only if it were infinite. */
static void keep_layer(struct trace *t, const struct config *c, const struct trace *from, int l)
{
    struct mat V = from->layer[l].self.V;
    if (V.rows > t->first && !mat_finite(mat_rows(V, t->first, V.rows - t->first)))
        t->first = 0;
    int rows = t->first < c->n ? t->first : CONFIG_MAX_WORDS; /* those of a memory too */
    for (int s = STAGE_H; s <= STAGE_NORM2; s++)
        for (int h = 0, count = stage_row(s)->heads == HEADS_APART ? c->heads : 1;
             h < count && stage_present(c, l, s); h++)
            keep_rows(stage_matrix(t, l, s, h), stage_matrix(from, l, s, h), rows);
    keep_rows(t->layer[l].before, from->layer[l].before, rows);
    keep_terms(&t->layer[l].self, &from->layer[l].self, rows);
}

bool trace_go_on(struct trace *t, const struct config *c, const struct trace *from, int kept)
{
    t->arena.used = 0;
    lay_out(t, c, NULL);
    compute_input(t, c);
    t->first = kept > 0 ? rows_alike(t, c, from) : 0;
    kept = t->first < c->n ? patches_kept(c, kept) : kept;
    work_on(t->work, layer_effort(c) * (kept < c->layers ? kept : c->layers) * t->first / c->n);
    t->computed = 0;
    for (int l = 0; l < c->layers && !work_stopped(t->work); l++) {
        t->first = l < kept ? t->first : 0;
        if (t->first > 0)
            keep_layer(t, c, from, l);
        if (t->first == c->n)
            continue;
        work_part(t->work, l + 1);
        layer_compute(t, c, l);
        t->computed++;
    }
    t->first = kept > c->layers ? t->first : 0;
    for (int s = STAGE_TRANSFORM; s <= STAGE_FINAL && t->first > 0; s++)
        keep_rows(stage_matrix(t, c->layers - 1, s, 0), stage_matrix(from, c->layers - 1, s, 0), t->first);
    readout_compute(t, c, from);
    return !work_stopped(t->work);
}

bool trace_compute(struct trace *t, const struct config *c)
{
    return trace_go_on(t, c, NULL, 0) && readout_ask(t, READOUT_ALL);
}

/* ---- what is the same ----------------------------------------------------------------- */

/* Stored matrices are the same only if they are the same bytes of a file. */
static bool same_factor(struct factor a, struct factor b)
{
    if (!factor_is_stored(a) && !factor_is_stored(b))
        return mat_same(factor_mat(a), factor_mat(b));
    return a.rows == b.rows && a.cols == b.cols && a.kind == b.kind && a.transposed == b.transposed &&
           a.bytes == b.bytes && a.stride == b.stride;
}

static bool same_weights(const struct config *a, const struct config *b, int l, enum weight first,
                         enum weight end)
{
    bool same = true;
    for (int w = (int)first; w < (int)end && same; w++)
        same = same_factor(a->w[l][w], b->w[l][w]);
    return same;
}

int trace_alike(const struct config *a, const struct config *b)
{
    int l = 0;
    bool same = memcmp(&a->pescale, &b->pescale, sizeof a->pescale) == 0 && mat_same(a->Y, b->Y) &&
                mat_same(a->P, b->P) && mat_same(a->mask_given, b->mask_given) &&
                mat_same(a->scores_given, b->scores_given);
    for (int i = 0; i < PE_MAX_MATRICES && same; i++)
        same = mat_same(a->pe_mat[i], b->pe_mat[i]);
    if (!same || !same_factor(a->places, b->places) || !same_weights(a, b, 0, LN_G0, READ_T))
        return 0;
    while (l < a->layers && same_weights(a, b, l, W_Q, LN_GF) && terms_alike(a, b, l) &&
           terms_kept(a, l) == terms_kept(b, l) && patches_alike(a, b, l))
        l++;
    bool all =
        l == a->layers && same_weights(a, b, 0, LN_GF, LN_G0) && same_weights(a, b, 0, READ_T, WEIGHT_COUNT);
    return l + all;
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
