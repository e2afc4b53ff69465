/* The angle of a hand is pos·ω. Rounding ω to a double would cost an angle error of
 * pos·1e-16, so ω is carried as hi + lo (about 32 digits), and
 *     pos·ω = p + e,  p = fl(pos·hi),  e = the rest,
 *     sin(p + e) = sin p + e cos p,  cos(p + e) = cos p - e sin p.
 * |e| is far below 1e-8, so the next term is lost to rounding anyway.
 *
 * Positions are split as pos = 64 a + b, and the addition formula joins the two hands.
 * Whole tables then need two short tables of sines per frequency instead of one sine
 * per entry, and single entries have the same bits. */
#include "core/encoding/sines.h"

#include <math.h>

#include "core/math/elementary.h"
#include "core/math/twofold.h"

static const double two_pi = 6.283185307179586;

enum { BLOCK = 64, LANES = 16, SINE_EFFORT = 30 }; /* cost of a sine, in multiplications */

static struct twofold power_of(struct twofold a, int n)
{
    struct twofold result = {1, 0};
    for (; n > 0; n /= 2) {
        if (n % 2)
            result = twofold_mul(result, a);
        a = twofold_mul(a, a);
    }
    return result;
}

/* ω_1 = base^(-2/d), the ratio of successive frequencies: a rounded root r, then one
 * Newton step on r^d·base² = 1. */
static struct twofold ratio(int d, double base)
{
    double r = elementary_pow(base, -2.0 / d);
    struct twofold power = power_of((struct twofold){r, 0}, d);
    double square = base * base;
    if (!(power.hi > 1e-280 && power.hi < 1e280 && square > 1e-280 && square < 1e280))
        return (struct twofold){r, 0};
    struct twofold one = twofold_mul(power, (struct twofold){square, fma(base, base, -square)});
    double error = (one.hi - 1) + one.lo;
    return twofold_mul((struct twofold){r, 0}, (struct twofold){1, -error / d});
}

static struct twofold frequency(int d, double base, int i)
{
    return power_of(ratio(d, base), i);
}

/* Sets sin and cos of n·ω. */
static void direct(struct twofold w, long n, double *s, double *c)
{
    double p = (double)n * w.hi;
    double e = fma((double)n, w.hi, -p) + (double)n * w.lo;
    double sp, cp;
    elementary_sincos(p, &sp, &cp);
    *s = sp + e * cp;
    *c = cp - e * sp;
}

static void hand_at(struct twofold w, long pos, double *s, double *c)
{
    long n = pos < 0 ? -pos : pos;
    double near_s, near_c, far_s, far_c;
    direct(w, n % BLOCK, &near_s, &near_c);
    if (n < BLOCK) {
        *s = near_s, *c = near_c;
    } else {
        direct(w, n - n % BLOCK, &far_s, &far_c);
        *s = far_s * near_c + far_c * near_s;
        *c = far_c * near_c - far_s * near_s;
    }
    if (pos < 0)
        *s = -*s;
}

int sines_pairs(int d)
{
    return (d + 1) / 2;
}

double sines_freq(int d, double base, int i)
{
    return frequency(d, base, i).hi;
}

double sines_wavelength(int d, double base, int i)
{
    return two_pi / sines_freq(d, base, i);
}

double sines_angle(int d, double base, long pos, int i)
{
    return (double)pos * sines_freq(d, base, i);
}

void sines_hand(int d, double base, long pos, int i, double *s, double *c)
{
    hand_at(frequency(d, base, i), pos, s, c);
}

void sines_hands(double *s, double *c, int d, double base, long pos)
{
    struct twofold step = ratio(d, base), w = {1, 0};
    for (int i = 0; i < sines_pairs(d); i++) {
        hand_at(w, pos, &s[i], &c[i]);
        w = twofold_mul(w, step);
    }
}

void sines_walk(double *s, double *c, int count, long first, struct sines_pair pair)
{
    struct twofold w = frequency(pair.d, pair.base, pair.i);
    if (pair.pace != 1)
        w = twofold_mul(w, (struct twofold){pair.pace, 0});
    for (int k = 0; k < count; k++)
        hand_at(w, first + k, &s[k], &c[k]);
}

double sines_entry(int d, double base, long pos, int j)
{
    double s, c;
    sines_hand(d, base, pos, j / 2, &s, &c);
    return j % 2 ? c : s;
}

void sines_row(double *out, int d, double base, long pos)
{
    double s[SINES_MAX_PAIRS], c[SINES_MAX_PAIRS];
    sines_hands(s, c, d, base, pos);
    for (int j = 0; j < d; j++)
        out[j] = j % 2 ? c[j / 2] : s[j / 2];
}

/* LANES neighbouring frequencies (256 bytes of a row, for efficient writes), fewer at the end (the others
 * are zeros). s and c hold their hands for b = 0 … BLOCK-1, far_s and far_c those of the current block. */
struct lanes {
    int count;
    struct twofold w[LANES];
    double s[BLOCK][LANES], c[BLOCK][LANES];
    double far_s[LANES], far_c[LANES];
};

static void lanes_start(struct lanes *l, int count, struct twofold *w, struct twofold step)
{
    *l = (struct lanes){.count = count};
    for (int i = 0; i < count; i++) {
        l->w[i] = *w;
        for (int b = 0; b < BLOCK; b++)
            direct(*w, b, &l->s[b][i], &l->c[b][i]);
        *w = twofold_mul(*w, step);
    }
}

/* Fills the 2·LANES columns of these frequencies at offset b of the block. */
static void lanes_columns(const struct lanes *restrict l, int b, double *restrict out)
{
    for (int i = 0; i < LANES; i++) {
        out[2 * i] = l->far_s[i] * l->c[b][i] + l->far_c[i] * l->s[b][i];
        out[2 * i + 1] = l->far_c[i] * l->c[b][i] - l->far_s[i] * l->s[b][i];
    }
}

void sines_rows(struct mat out, double base, long first)
{
    if (out.rows < BLOCK) {
        for (int r = 0; r < out.rows; r++)
            sines_row(mat_row(out, r), out.cols, base, first + r);
        return;
    }
    struct twofold step = ratio(out.cols, base), w = {1, 0};
    for (int column = 0; column < out.cols; column += 2 * LANES) {
        struct lanes l;
        int left = sines_pairs(out.cols - column);
        lanes_start(&l, left < LANES ? left : LANES, &w, step);
        int width = out.cols - column < 2 * LANES ? out.cols - column : 2 * LANES;
        for (int r = 0; r < out.rows; r++) {
            long pos = first + r;
            double *row = mat_row(out, r) + column, piece[2 * LANES];
            for (int i = 0; i < l.count && (r == 0 || pos % BLOCK == 0); i++) /* a block begins */
                direct(l.w[i], pos - pos % BLOCK, &l.far_s[i], &l.far_c[i]);
            lanes_columns(&l, (int)(pos % BLOCK), width == 2 * LANES ? row : piece);
            for (int j = 0; j < width && width < 2 * LANES; j++)
                row[j] = piece[j];
        }
    }
}

double sines_dot(int d, double base, long offset)
{
    double s[SINES_MAX_PAIRS], c[SINES_MAX_PAIRS], sum = 0;
    sines_hands(s, c, d, base, offset);
    for (int i = 0; i < d / 2; i++)
        sum += c[i];
    return sum;
}

void sines_dots(double *out, int count, double base, struct mat work)
{
    for (int first = 0; first < count; first += work.rows) {
        int rows = count - first < work.rows ? count - first : work.rows;
        sines_rows(mat_rows(work, 0, rows), base, first);
        for (int r = 0; r < rows; r++) {
            out[first + r] = 0;
            for (int j = 1; j < work.cols; j += 2)
                out[first + r] += mat_at(work, r, j);
        }
    }
}

double sines_rotation(int d, double base, long k, int r, int c)
{
    double sine, cosine;
    if (r / 2 != c / 2)
        return 0;
    sines_hand(d, base, k, r / 2, &sine, &cosine);
    if (r == c)
        return cosine;
    return r < c ? sine : -sine;
}

double sines_shift_error(int d, double base, long pos, long k)
{
    double worst = 0;
    for (int j = 0; j < d; j++) {
        int mate = j % 2 ? j - 1 : j + 1;
        double moved = sines_rotation(d, base, k, j, j) * sines_entry(d, base, pos, j);
        if (mate < d)
            moved += sines_rotation(d, base, k, j, mate) * sines_entry(d, base, pos, mate);
        worst = fmax(worst, fabs(moved - sines_entry(d, base, pos + k, j)));
    }
    return worst;
}

long sines_first_rise(int d, double base, long limit, struct work *work)
{
    double here = sines_dot(d, base, 1);
    for (long offset = 1; offset <= limit && work_on(work, SINE_EFFORT * (d / 2)); offset++) {
        double next = sines_dot(d, base, offset + 1);
        if (next > here)
            return offset;
        here = next;
    }
    return -1;
}

long sines_rises(int d, double base, long limit, struct work *work)
{
    long count = 0;
    double before = sines_dot(d, base, 0);
    for (long offset = 1; offset <= limit && work_on(work, SINE_EFFORT * (d / 2)); offset++) {
        double here = sines_dot(d, base, offset);
        count += here > before;
        before = here;
    }
    return count;
}

int sines_full_turns(int d, double base, long length)
{
    int count = 0;
    for (int i = 0; i < sines_pairs(d); i++)
        count += sines_angle(d, base, length - 1, i) >= two_pi;
    return count;
}

double sines_coverage(int d, double base, int i, long length)
{
    return fmin(1, sines_angle(d, base, length - 1, i) / two_pi);
}

long sines_flips(int d, double base, int j, long length, struct work *work)
{
    long flips = 0;
    double last = 0; /* the last entry that was not 0 */
    for (long pos = 0; pos < length && work_on(work, SINE_EFFORT); pos++) {
        double x = sines_entry(d, base, pos, j);
        flips += last * x < 0;
        last = x != 0 ? x : last;
    }
    return flips;
}

double sines_max_step(int d, double base, int j, long length, struct work *work)
{
    double worst = 0;
    for (long pos = 1; pos < length && work_on(work, SINE_EFFORT); pos++)
        worst = fmax(worst, fabs(sines_entry(d, base, pos, j) - sines_entry(d, base, pos - 1, j)));
    return worst;
}
