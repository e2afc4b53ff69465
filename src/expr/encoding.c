/* Values of the current encoding and of other positional schemes. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/encoding/readout.h"
#include "core/encoding/sines.h"
#include "core/math/softmax.h"
#include "expr/call.h"

enum { LAST = 1000000 };

/* Fills row with the encoding of the position in argument i, times pescale. */
static bool encoding_row(struct expr_call *c, int i, double row[CONFIG_MAX_D])
{
    const struct config *cf = &c->scene->config;
    long pos;
    if (!expr_index(c, i, 0, LAST, &pos) || !expr_charge(c, 30.0 * cf->d))
        return false;
    if (!cf->pe->row)
        return reply_fail(c->r, c->col, TEXT("the encoding %s adds no rows"), cf->pe->name);
    if (!cf->pe->row(row, pos, cf))
        return reply_fail(c->r, c->arg_col[i], TEXT("position %ld has no row in the encoding %s"), pos,
                          cf->pe->name);
    for (int j = 0; j < cf->d; j++)
        row[j] *= cf->pescale;
    return true;
}

static bool pe(struct expr_call *c, struct expr_value *out)
{
    double row[CONFIG_MAX_D];
    long j;
    if (!encoding_row(c, 0, row))
        return false;
    if (c->count == 1)
        return expr_row(c, out, row, c->scene->config.d);
    return expr_index(c, 1, 0, c->scene->config.d - 1, &j) && expr_number(c, out, row[j]);
}

static bool pedot(struct expr_call *c, struct expr_value *out)
{
    double a[CONFIG_MAX_D], b[CONFIG_MAX_D];
    return encoding_row(c, 0, a) && encoding_row(c, 1, b) &&
           expr_number(c, out, vec_dot(a, b, c->scene->config.d));
}

/* A constant plus d weights, fitted to return the position on 0…9. */
static bool probe(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    struct arena work = {0};
    double row[CONFIG_MAX_D];
    if (!encoding_row(c, 0, row))
        return false;
    if (cf->d + 1 > READOUT_FITTED)
        return reply_fail(c->r, c->col,
                          TEXT("a fit to %d positions allows at most %d weights: set d to at most %d"),
                          READOUT_FITTED, READOUT_FITTED, READOUT_FITTED - 1);
    if (!expr_charge(c, 20000) || !arena_reserve(&work, readout_room(cf, READOUT_FITTED)))
        return reply_no_memory(c->r);
    double x = readout_read(cf, readout_fit(cf, READOUT_FITTED, &work), (long)expr_arg(c, 0));
    arena_finish(&work);
    return expr_number(c, out, x);
}

/* Returns c with encoding `def`: with its default parameters if c uses another encoding. */
static struct config config_with(const struct config *c, const struct posenc_def *def)
{
    struct config with = *c;
    for (int i = 0; c->pe != def && i < PE_MAX_PARAMS; i++)
        with.pe_param[i] = def->params[i].initial;
    with.pe = def;
    return with;
}

/* q of word 0 rotated to position t, times k of word 1 (word 0 if there is only one) rotated to s. */
static bool rope(struct expr_call *c, struct expr_value *out)
{
    const struct posenc_def *def = posenc_find("rope");
    const struct config *cf = &c->scene->config;
    const struct attention *a = &c->scene->trace.layer[0].self;
    struct config turned = config_with(cf, def);
    double q[CONFIG_MAX_D], k[CONFIG_MAX_D];
    long t, s;
    if (!expr_index(c, 0, 0, LAST, &t) || !expr_index(c, 1, 0, LAST, &s) || !expr_charge(c, 60.0 * cf->dk))
        return false;
    if (cf->dk % 2 != 0)
        return reply_fail(c->r, c->col, TEXT("rope needs an even head width (d_k = %d)"), cf->dk);
    for (int x = 0; x < cf->dk; x++) {
        q[x] = mat_at(a->Q, 0, c->head * cf->dk + x);
        k[x] = mat_at(a->K, a->K.rows > 1 ? 1 : 0, config_key_head(cf, c->head) * cf->dk + x);
    }
    posenc_rotate(q, t, &turned);
    posenc_rotate(k, s, &turned);
    return expr_number(c, out, vec_dot(q, k, cf->dk));
}

/* Weights of query t over keys 0…t with slope m and equal content: softmax of -m (t - j). */
static bool alibi(struct expr_call *c, struct expr_value *out)
{
    double row[EXPR_ROW];
    long t, s;
    if (!expr_index(c, 1, 0, EXPR_ROW - 1, &t) || !expr_charge(c, 20.0 * (double)(t + 1)))
        return false;
    for (long j = 0; j <= t; j++)
        row[j] = -expr_arg(c, 0) * (double)(t - j);
    softmax_row(row, row, (int)t + 1);
    if (c->count == 2)
        return expr_row(c, out, row, (int)t + 1);
    return expr_index(c, 2, 0, t, &s) && expr_number(c, out, row[s]);
}

static bool slope(struct expr_call *c, struct expr_value *out)
{
    long h, i;
    return expr_index(c, 0, 1, CONFIG_MAX_D, &h) && expr_index(c, 1, 1, h, &i) &&
           expr_number(c, out, alibi_slope((int)h, (int)i - 1));
}

/* Uses the scene's parameters if its encoding is t5, else the defaults: 32 buckets, distance 128, two-sided.
 * pe_param holds them in the order of pe_t5. */
static bool bucket(struct expr_call *c, struct expr_value *out)
{
    struct config with = config_with(&c->scene->config, posenc_find("t5"));
    long offset;
    return expr_index(c, 0, -LAST, LAST, &offset) &&
           expr_number(
               c, out,
               t5_bucket(offset, (int)with.pe_param[0], (long)with.pe_param[1], with.pe_param[2] == 0));
}

/* How alike two positions are by the waves of `fourier`, or by the bell that they approach. */
static bool kernel(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long t, s;
    if (!expr_index(c, 0, 0, LAST, &t) || !expr_index(c, 1, 0, LAST, &s) || !expr_charge(c, 60.0 * cf->d))
        return false;
    if (!cf->pe->place)
        return reply_fail(c->r, c->col, TEXT("the encoding %s has no random waves (try encoding fourier)"),
                          cf->pe->name);
    return expr_number(c, out, c->param ? fourier_bell(cf, t, s) : fourier_kernel(cf, t, s));
}

/* Dot product of patches (x,y) and (u,v). grid: PE(x) and PE(y) concatenated, each d/2 wide, so the
 * product is a sum over the axes. raster: patches numbered row by row, with the scene's width if its encoding
 * is grid2d, else 4 a row; pe_param holds it in the order of pe_grid2d. */
static bool grid(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long p[4];
    for (int i = 0; i < 4; i++)
        if (!expr_index(c, i, 0, 10000, &p[i]))
            return false;
    if (!expr_charge(c, 20.0 * cf->d))
        return false;
    long columns = (long)config_with(cf, posenc_find("grid2d")).pe_param[0];
    if (c->param)
        return expr_number(c, out,
                           sines_dot(cf->d, cf->base, (p[1] * columns + p[0]) - (p[3] * columns + p[2])));
    if (cf->d % 4 != 0)
        return reply_fail(c->r, c->col,
                          TEXT("grid: d = %d cannot be split into pairs for two axes (use a multiple of 4)"),
                          cf->d);
    return expr_number(
        c, out, sines_dot(cf->d / 2, cf->base, p[0] - p[2]) + sines_dot(cf->d / 2, cf->base, p[1] - p[3]));
}

/* clang-format off */
const struct expr_function expr_encoding[] = {
    {"pe", "nN", pe, 0, "pe(5)", TEXT("a row or entry of the encoding as added: position, column")},
    {"pedot", "nn", pedot, 0, "pedot(2,5)", TEXT("dot product of two rows of the encoding")},
    {"probe", "n", probe, 0, "probe(20)", TEXT("position read from its row by a linear fit on 0…9")},
    {"rope", "nn", rope, 0, "rope(2,5)", TEXT("rotated score: q of word 0 at position t, k of word 1 at s")},
    {"alibi", "nnN", alibi, 0, "alibi(0.5,4)", TEXT("weights of query t over keys 0…t with slope m and equal content")},
    {"slope", "nn", slope, 0, "slope(8,1)", TEXT("ALiBi slope with h heads, of head i (from 1)")},
    {"bucket", "n", bucket, 0, "bucket(-20)", TEXT("T5 bucket of an offset (32 buckets, distance 128 unless the scene uses t5)")},
    {"grid", "nnnn", grid, 0, "grid(1,1,2,1)", TEXT("dot product of patches (x,y) and (u,v) in a 2-D encoding")},
    {"raster", "nnnn", grid, 1, "raster(1,1,2,1)", TEXT("the same with patches numbered row by row (4 per row unless the scene uses grid2d)")},
    {"kernel", "nn", kernel, 0, "kernel(0,3)", TEXT("encoding fourier: how alike two positions are, the mean of cos 2πb·(t − s) over the waves")},
    {"bell", "nn", kernel, 1, "bell(0,3)", TEXT("encoding fourier: what that mean approaches with many waves, exp(−2π²σ²(t − s)²)")},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
/* clang-format on */
