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

static bool fourier_problem(const struct config *c, struct pair *what)
{
    if (c->d % 2 == 0)
        return false;
    *what = BOTH("fourier gives every frequency a sine and a cosine: d must be even (try set d 8)",
                 "fourier 给每个频率一个正弦和一个余弦：d 必须是偶数（试试 set d 8）");
    return true;
}

const struct posenc_def pe_fourier = {
    .name = "fourier",
    .title = PAIR("Fourier features", "傅里叶特征"),
    .formula = PAIR("PE(p) = [sin 2πB·p, cos 2πB·p],  B ~ N(0, σ²)",
                    "PE(p) = [sin 2πB·p, cos 2πB·p],  B ~ N(0, σ²)"),
    .help =
        PAIR("Adds sines and cosines whose frequencies B are drawn at random (or learned) instead of "
             "decreasing step by step. How alike two positions are, P_t·P_s, depends only on the offset "
             "between them, and with many frequencies it approaches a bell curve of width 1/(2πσ). A "
             "position may also be a cell of a grid: width gives its columns. From Rahimi and Recht "
             "2007 and Tancik et al. 2020, who put all cosines before all sines.",
             "加上正弦和余弦，频率 B 是随机抽取的（也可以学习），而不是按比例逐个变慢。两个位置有多像，也就"
             "是 P_t·P_s，只取决于它们的相对位移；频率多了，它就接近一条钟形曲线，宽度约 1/(2πσ)。位置也可"
             "以是网格里的一格：width 给出列数。出自 Rahimi 和 Recht 2007、Tancik 等 2020，他们把余弦都排在"
             "正弦前面。"),
    .form = PE_FORM_WAVES,
    .params = {[SIGMA] = {"sigma", 0.05, 0, 100, false, NULL,
                          PAIR("spread of the random frequencies, in turns per position: the larger, the "
                               "narrower the bell",
                               "随机频率的标准差，单位是“圈/位置”：越大，钟形越窄")},
               [SAMPLE] = {"sample", 0, 0, 1000000, true, NULL,
                           PAIR("seed of the random frequencies: another number, another draw",
                                "随机频率的种子：换个数就重抽一次")},
               [WIDTH] = {"width", 0, 0, 512, true, NULL,
                          PAIR("cells in a row of the grid; 0: positions along a line",
                               "网格一行的格数；0：位置排成一条线")},
               [LEARN] = {"learn", 0, 0, 1, true, "off on",
                          PAIR("on: training changes the frequencies; off: they stay as drawn",
                               "on：训练会改变频率；off：保持抽到的值")}},
    .matrices = {[B] = {"B",
                        PAIR("frequencies in turns per position: one row per wave, one column per axis",
                             "频率，单位“圈/位置”：每行一个波，每列一个坐标轴"),
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
