/* Row i of B holds the frequencies of wave i, in turns per position: along the sentence, or along the columns
 * and the rows of a grid. Their sum over the coordinates says how often hand i has gone round. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/math/elementary.h"
#include "core/math/rng.h"

enum { SIGMA, SAMPLE, WIDTH, LEARN };
enum { B };
enum { AXES = 2 };

static const double turn = 6.28318530717958647692;

/* Sets x to the coordinates of a position and returns how many there are: its number, or with a grid its
 * column and its row. */
static int fourier_place(double x[AXES], long pos, const struct config *c)
{
    long width = (long)c->pe_param[WIDTH];
    x[0] = (double)(width > 0 ? pos % width : pos);
    x[1] = width > 0 ? (double)(pos / width) : 0;
    return width > 0 ? AXES : 1;
}

static double turns(const struct mat *b, int i, const double x[AXES])
{
    double sum = 0;
    for (int k = 0; k < b->cols && k < AXES; k++)
        sum += mat_at(*b, i, k) * x[k];
    return sum;
}

static bool fourier_row(double *out, long pos, const struct config *c)
{
    double x[AXES];
    struct mat b = c->pe_mat[B];
    bool there = pos >= 0 && b.rows >= c->d / 2;
    fourier_place(x, pos, c);
    for (int i = 0; i < c->d / 2; i++) {
        out[2 * i] = out[2 * i + 1] = 0;
        if (!there)
            continue;
        double far =
            turns(&b, i, x); /* whole turns are taken off before π comes in: far positions stay exact */
        elementary_sincos(turn * (far - floor(far)), &out[2 * i], &out[2 * i + 1]);
    }
    if (c->d % 2)
        out[c->d - 1] = 0;
    return there;
}

/* d sin = cos·2πx_k dB[i][k], d cos = −sin·2πx_k dB[i][k] */
static void row_back(struct mat *to, const double *d, long pos, const struct config *c)
{
    double x[AXES], at[CONFIG_MAX_D];
    if (!mat_present(to[B]) || !fourier_row(at, pos, c))
        return;
    int count = fourier_place(x, pos, c);
    for (int i = 0; i < c->d / 2; i++)
        for (int k = 0; k < count; k++)
            mat_row(to[B], i)[k] += (d[2 * i] * at[2 * i + 1] - d[2 * i + 1] * at[2 * i]) * turn * x[k];
}

static double fourier_angle(long pos, int pair, const struct config *c)
{
    double x[AXES];
    fourier_place(x, pos, c);
    return pair < c->pe_mat[B].rows ? turn * turns(&c->pe_mat[B], pair, x) : 0;
}

static int fourier_pairs(const struct config *c)
{
    return c->d / 2;
}

double fourier_kernel(const struct config *c, long p, long q)
{
    double at[2][CONFIG_MAX_D];
    if (c->d < 2 || !fourier_row(at[0], p, c) || !fourier_row(at[1], q, c))
        return 0;
    return vec_dot(at[0], at[1], c->d) / (c->d / 2);
}

double fourier_bell(const struct config *c, long p, long q)
{
    double x[AXES], y[AXES], far = 0, reach = turn * c->pe_param[SIGMA];
    int count = fourier_place(x, p, c);
    fourier_place(y, q, c);
    for (int k = 0; k < count; k++)
        far += (x[k] - y[k]) * (x[k] - y[k]);
    return elementary_exp(-reach * reach * far / 2);
}

/* ---- B ---------------------------------------------------------------------------- */

/* Normal numbers, to 5 decimals. On a line the sign of a frequency says nothing about the kernel (cos is
 * even): all hands turn clockwise there. */
static void fourier_fill(struct mat out, const struct config *c)
{
    uint64_t seed = rng_hash("fourier") + (uint64_t)c->pe_param[SAMPLE];
    for (int r = 0; r < out.rows; r++)
        for (int k = 0; k < out.cols; k++) {
            struct rng rng = rng_seed(seed ^ ((uint64_t)r << 32 | (uint64_t)k << 24));
            double x = c->pe_param[SIGMA] * rng_normal(&rng);
            x = out.cols == 1 ? fabs(x) : x;
            mat_row(out, r)[k] = round(x * 1e5) / 1e5 + 0.0; /* no -0 */
        }
    for (int r = 1; r < out.rows; r++) { /* the fastest wave comes first, as in the sinusoidal encoding */
        double moved[AXES];
        int to = r;
        for (int k = 0; k < out.cols; k++)
            moved[k] = mat_at(out, r, k);
        double size = vec_dot(moved, moved, out.cols);
        for (; to > 0 && vec_dot(mat_row(out, to - 1), mat_row(out, to - 1), out.cols) < size; to--)
            for (int k = 0; k < out.cols; k++)
                mat_row(out, to)[k] = mat_at(out, to - 1, k);
        for (int k = 0; k < out.cols; k++)
            mat_row(out, to)[k] = moved[k];
    }
}

static bool fixed(const struct config *c)
{
    return c->pe_param[LEARN] == 0;
}

static bool fourier_problem(const struct config *c, const char **what)
{
    if (c->d % 2 == 0)
        return false;
    *what = TEXT("fourier gives every frequency a sine and a cosine: d must be even (try set d 8)");
    return true;
}

const struct posenc_def pe_fourier = {
    .name = "fourier",
    .title = TEXT("Fourier features"),
    .formula = "PE(p) = [sin 2πB·p, cos 2πB·p],  B ~ N(0, σ²)",
    .help = TEXT("Adds sines and cosines whose frequencies B are drawn at random (or learned) instead of "
                 "decreasing step by step. How alike two positions are, P_t·P_s, depends only on the offset "
                 "between them, and with many frequencies it approaches a bell curve of width 1/(2πσ). A "
                 "position may also be a cell of a grid: width gives its columns. From Rahimi and Recht "
                 "2007 and Tancik et al. 2020, who put all cosines before all sines."),
    .form = PE_FORM_WAVES,
    .params = {[SIGMA] = {"sigma", 0.05, 0, 100, false, NULL,
                          TEXT("spread of the random frequencies, in turns per position: the larger, the "
                               "narrower the bell")},
               [SAMPLE] = {"sample", 0, 0, 1000000, true, NULL,
                           TEXT("seed of the random frequencies: another number, another draw")},
               [WIDTH] = {"width", 0, 0, 512, true, NULL,
                          TEXT("cells in a row of the grid; 0: positions along a line")},
               [LEARN] = {"learn", 0, 0, 1, true, "off on",
                          TEXT("on: training changes the frequencies; off: they stay as drawn")}},
    .matrices = {[B] = {"B", TEXT("frequencies in turns per position: one row per wave, one column per axis"),
                        PE_HALF_D, PE_AXES, fourier_fill, NULL}},
    .grid = WIDTH + 1,
    .row = fourier_row,
    .row_back = row_back,
    .fixed = fixed,
    .place = fourier_place,
    .angle = fourier_angle,
    .pairs = fourier_pairs,
    .step = 1,
    .problem = fourier_problem,
};
