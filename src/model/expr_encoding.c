/* Facts about positions: the encoding in use, its clocks, other schemes. Where a
 * function needs d and the base it takes the scene's. */
#include <math.h>

#include "core/pe_t5.h"
#include "core/posenc.h"
#include "core/readout.h"
#include "core/sines.h"
#include "core/softmax.h"
#include "model/expr_call.h"

enum { LAST = 1000000 };

static bool pe(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    double row[CONFIG_MAX_D];
    long pos, j;
    if (!expr_index(c, 0, 0, LAST, &pos))
        return false;
    if (!cf->pe->row)
        return reply_fail(c->r, c->col, TEXT("the encoding %s adds no rows", "编码 %s 没有相加的行"), cf->pe->name);
    if (!cf->pe->row(row, pos, cf))
        return reply_fail(c->r, c->col, TEXT("position %ld has no row", "位置 %ld 没有编码"), pos);
    for (int i = 0; i < cf->d; i++)
        row[i] *= cf->pescale;
    if (c->count == 1)
        return expr_row(c, out, row, cf->d);
    return expr_index(c, 1, 0, cf->d - 1, &j) && expr_number(c, out, row[j]);
}

enum { PAIR_FREQ, PAIR_WAVE };

static bool of_pair(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long i;
    if (!expr_index(c, 0, 0, sines_pairs(cf->d) - 1, &i))
        return false;
    return expr_number(c, out, c->param == PAIR_FREQ ? sines_freq(cf->d, cf->base, (int)i) : sines_wavelength(cf->d, cf->base, (int)i));
}

static bool angle(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long pos, i;
    return expr_index(c, 0, -LAST, LAST, &pos) && expr_index(c, 1, 0, sines_pairs(cf->d) - 1, &i) &&
           expr_number(c, out, sines_angle(cf->d, cf->base, pos, (int)i));
}

/* The product of two rows of the encoding in use. */
static bool pedot(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    double a[CONFIG_MAX_D], b[CONFIG_MAX_D];
    long s, t;
    if (!expr_index(c, 0, 0, LAST, &s) || !expr_index(c, 1, 0, LAST, &t))
        return false;
    if (!cf->pe->row || !cf->pe->row(a, s, cf) || !cf->pe->row(b, t, cf))
        return reply_fail(c->r, c->col, TEXT("the encoding %s has no rows for these positions", "编码 %s 在这些位置没有编码"), cf->pe->name);
    return expr_number(c, out, vec_dot(a, b, cf->d));
}

static bool rotation(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long k, r, j;
    return expr_index(c, 0, -LAST, LAST, &k) && expr_index(c, 1, 0, cf->d - 1, &r) && expr_index(c, 2, 0, cf->d - 1, &j) &&
           expr_number(c, out, sines_rotation(cf->d, cf->base, k, (int)r, (int)j));
}

enum { FITTED = 64, PROBED = 10 };   /* positions on which linear maps (at least) and read-outs are fitted */

/* What a function of readout.h gives, with its work space; no row at all: said. */
static bool fitted(struct expr_call *c, struct expr_value *out, long pos, long k)
{
    const struct config *cf = &c->scene->config;
    struct arena work = {0};
    if (!cf->pe->row)
        return reply_fail(c->r, c->col, TEXT("the encoding %s adds no rows", "编码 %s 没有相加的行"), cf->pe->name);
    if (c->param && cf->d + 1 > PROBED)
        return reply_fail(c->r, c->col, TEXT("a read-out of %d positions has at most %d weights: set d to at most %d", "由 %d 个位置拟合，最多 %d 个权重：请把 d 设为不超过 %d"),
                          PROBED, PROBED, PROBED - 1);
    int n = 2 * cf->d > FITTED ? 2 * cf->d : FITTED;
    if (!arena_reserve(&work, readout_room(cf, n)))
        return reply_no_memory(c->r);
    double x = c->param ? readout_position(cf, PROBED, pos, &work) : readout_shift_at(cf, n, (int)k, pos, &work);
    arena_finish(&work);
    return expr_number(c, out, x);
}

/* Zero where the rotation M_k is exact; else what the best linear map leaves. */
static bool shift_error(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long pos, k;
    if (!expr_index(c, 0, 0, LAST, &pos) || !expr_index(c, 1, -LAST, LAST, &k))
        return false;
    if (cf->pe == posenc_find("sincos") || !cf->pe->row)
        return expr_number(c, out, sines_shift_error(cf->d, cf->base, pos, k));
    return expr_index(c, 1, 0, 1000, &k) && fitted(c, out, pos, k);
}

static bool probe(struct expr_call *c, struct expr_value *out)
{
    long pos;
    return expr_index(c, 0, 0, LAST, &pos) && fitted(c, out, pos, 0);
}

enum { SINE_FACTOR, SINE_ERROR };

static bool one_sine(struct expr_call *c, struct expr_value *out)
{
    double factor, error;
    long n;
    if (!expr_index(c, 0, 2, LAST, &n))
        return false;
    readout_one_sine((int)n, &factor, &error);
    return expr_number(c, out, c->param == SINE_FACTOR ? factor : error);
}

/* Largest entry of M_j M_k - M_(j+k), block by block; k = -j gives M_j M_jᵀ - I. */
static bool compose_error(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    double most = 0;
    long j, k;
    if (!expr_index(c, 0, -LAST, LAST, &j) || !expr_index(c, c->count - 1, -LAST, LAST, &k))
        return false;
    k = c->count == 1 ? -j : k;
    for (int r = 0; r < cf->d; r++)
        for (int x = r / 2 * 2; x < r / 2 * 2 + 2 && x < cf->d; x++) {
            double sum = 0;
            for (int y = r / 2 * 2; y < r / 2 * 2 + 2 && y < cf->d; y++)
                sum += sines_rotation(cf->d, cf->base, j, r, y) * sines_rotation(cf->d, cf->base, k, y, x);
            most = fmax(most, fabs(sum - sines_rotation(cf->d, cf->base, j + k, r, x)));
        }
    return expr_number(c, out, most);
}

enum { OVER_RISES, OVER_TURNS };

static bool over_length(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long n;
    if (!expr_index(c, 0, 1, 100000, &n))
        return false;
    return expr_number(c, out, c->param == OVER_RISES ? (double)sines_rises(cf->d, cf->base, n) : sines_full_turns(cf->d, cf->base, n));
}

static bool first_rise(struct expr_call *c, struct expr_value *out)
{
    return expr_number(c, out, (double)sines_first_rise(c->scene->config.d, c->scene->config.base, 100000));
}

static bool coverage(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long i, n;
    return expr_index(c, 0, 0, sines_pairs(cf->d) - 1, &i) && expr_index(c, 1, 1, LAST, &n) &&
           expr_number(c, out, sines_coverage(cf->d, cf->base, (int)i, n));
}

enum { COLUMN_FLIPS, COLUMN_STEP };

static bool of_column(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long j, n;
    if (!expr_index(c, 0, 0, cf->d - 1, &j) || !expr_index(c, 1, 1, 100000, &n))
        return false;
    return expr_number(c, out, c->param == COLUMN_FLIPS ? (double)sines_flips(cf->d, cf->base, (int)j, n)
                                                         : sines_max_step(cf->d, cf->base, (int)j, n));
}

/* q of word 0 turned to position t, k of word 1 (the only word: 0) turned to s. */
static bool rope(struct expr_call *c, struct expr_value *out)
{
    const struct scene *sc = c->scene;
    const struct config *cf = &sc->config;
    const struct posenc_def *def = posenc_find("rope");
    struct config turned = *cf;
    double q[CONFIG_MAX_D], k[CONFIG_MAX_D];
    long t, s;
    if (!expr_index(c, 0, 0, LAST, &t) || !expr_index(c, 1, 0, LAST, &s))
        return false;
    if (cf->dk % 2 != 0)
        return reply_fail(c->r, c->col, TEXT("rope needs an even width of a head (d_k = %d)", "rope 要求头的维数为偶数（d_k = %d）"), cf->dk);
    if (cf->pe != def)
        for (int i = 0; i < PE_MAX_PARAMS; i++)
            turned.pe_param[i] = def->params[i].initial;
    const struct attention *a = &sc->trace.layer[0].self;
    for (int x = 0; x < cf->dk; x++) {
        q[x] = mat_at(a->Q, 0, c->head * cf->dk + x);
        k[x] = mat_at(a->K, a->K.rows > 1 ? 1 : 0, c->head * cf->dk + x);
    }
    def->rotate(q, cf->dk, t, &turned);
    def->rotate(k, cf->dk, s, &turned);
    return expr_number(c, out, vec_dot(q, k, cf->dk));
}

/* Weights of query t over keys 0…t with slope m and equal content. */
static bool alibi(struct expr_call *c, struct expr_value *out)
{
    double row[EXPR_ROW];
    long t, s;
    if (!expr_index(c, 1, 0, EXPR_ROW - 1, &t))
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
    const struct posenc_def *def = posenc_find("alibi");
    double v[64];
    long h, i;
    if (!expr_index(c, 0, 1, 64, &h) || !expr_index(c, 1, 1, h, &i))
        return false;
    struct config cf = c->scene->config;
    cf.heads = (int)h;
    def->matrices[0].fill((struct mat){1, (int)h, (int)h, v}, &cf);
    return expr_number(c, out, v[i - 1]);
}

static bool bucket(struct expr_call *c, struct expr_value *out)
{
    long delta;
    return expr_index(c, 0, -LAST, LAST, &delta) && expr_number(c, out, t5_bucket(delta, 32, 128, true));
}

/* PE(x) beside PE(y), each d/2 wide: the product is a sum over the axes. */
static bool grid(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long p[4];
    for (int i = 0; i < 4; i++)
        if (!expr_index(c, i, 0, 10000, &p[i]))
            return false;
    if (c->param)
        return expr_number(c, out, sines_dot(cf->d, cf->base, (p[1] * 4 + p[0]) - (p[3] * 4 + p[2])));
    return expr_number(c, out, sines_dot(cf->d / 2, cf->base, p[0] - p[2]) + sines_dot(cf->d / 2, cf->base, p[1] - p[3]));
}

/* clang-format off */
const struct expr_function expr_encoding[] = {
    {"pe", "nN", pe, 0, PAIR("a row or entry of the encoding: pe(5), pe(5,0)", "编码的一行或一个数：pe(5)、pe(5,0)")},
    {"freq", "n", of_pair, PAIR_FREQ, PAIR("ω_i of a frequency pair: freq(1)", "频率对的 ω_i：freq(1)")},
    {"wavelength", "n", of_pair, PAIR_WAVE, PAIR("positions per turn: wavelength(1)", "转一圈的位置数：wavelength(1)")},
    {"angle", "nn", angle, 0, PAIR("angle of a hand, radians: angle(5,0)", "指针的角度（弧度）：angle(5,0)")},
    {"pedot", "nn", pedot, 0, PAIR("product of two rows of the encoding: pedot(2,5)", "两行编码的点积：pedot(2,5)")},
    {"rot", "nnn", rotation, 0, PAIR("entry of M_k: rot(3,0,1)", "M_k 的元素：rot(3,0,1)")},
    {"shift_error", "nn", shift_error, 0, PAIR("|M_k PE(pos) - PE(pos+k)|: shift_error(2,3)", "|M_k PE(pos) - PE(pos+k)|：shift_error(2,3)")},
    {"compose_error", "nn", compose_error, 0, PAIR("|M_j M_k - M_(j+k)|: compose_error(1,2)", "|M_j M_k - M_(j+k)|：compose_error(1,2)")},
    {"inverse_error", "n", compose_error, 0, PAIR("|M_k M_-k - I|: inverse_error(3)", "|M_k M_-k - I|：inverse_error(3)")},
    {"probe", "n", probe, 1, PAIR("a position read linearly, fitted on 0…9: probe(20)", "由 0…9 拟合的线性读出：probe(20)")},
    {"sinefactor", "n", one_sine, SINE_FACTOR, PAIR("best a with a·sin t = sin(t+1) over n positions", "n 个位置上使 a·sin t 最接近 sin(t+1) 的 a")},
    {"sineerror", "n", one_sine, SINE_ERROR, PAIR("its largest error", "它的最大误差")},
    {"rises", "n", over_length, OVER_RISES, PAIR("how often P·P rises over offsets 1…L: rises(200)", "偏移 1…L 中 P·P 上升的次数：rises(200)")},
    {"firstrise", "", first_rise, 0, PAIR("first offset at which P·P rises", "P·P 第一次上升处的偏移")},
    {"fullturns", "n", over_length, OVER_TURNS, PAIR("hands with a whole turn in L positions: fullturns(512)", "L 个位置内转满一圈的指针数：fullturns(512)")},
    {"coverage", "nn", coverage, 0, PAIR("share of its circle that pair i covers: coverage(1,100)", "第 i 对走过圆周的比例：coverage(1,100)")},
    {"flips", "nn", of_column, COLUMN_FLIPS, PAIR("sign changes of a column in L positions: flips(0,60)", "某列在 L 个位置内变号的次数：flips(0,60)")},
    {"maxstep", "nn", of_column, COLUMN_STEP, PAIR("largest step of a column in L positions: maxstep(0,60)", "某列在 L 个位置内最大的一步：maxstep(0,60)")},
    {"rope", "nn", rope, 0, PAIR("rotated score, q of word 0 at t and k of word 1 at s: rope(2,5)", "旋转后的得分（词 0 的 q 在 t，词 1 的 k 在 s）：rope(2,5)")},
    {"alibi", "nnN", alibi, 0, PAIR("weights under slope m with equal content: alibi(0.5,4)", "内容相同时斜率 m 下的权重：alibi(0.5,4)")},
    {"slope", "nn", slope, 0, PAIR("ALiBi slope of head i of h: slope(8,1)", "ALiBi 中 h 个头第 i 个的斜率：slope(8,1)")},
    {"bucket", "n", bucket, 0, PAIR("T5 bucket of an offset: bucket(-20)", "T5 中偏移所在的桶：bucket(-20)")},
    {"grid", "nnnn", grid, 0, PAIR("product of two patches of a 2-D encoding: grid(1,1,2,1)", "二维编码中两个小块的点积：grid(1,1,2,1)")},
    {"raster", "nnnn", grid, 1, PAIR("the same, numbered row by row on 4 columns: raster(1,1,2,1)", "逐行编号（4 列）时的点积：raster(1,1,2,1)")},
    {NULL, NULL, NULL, 0, PAIR(NULL, NULL)},
};
/* clang-format on */
