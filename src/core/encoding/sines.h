/* Properties of the sinusoidal encoding, as functions of (d, base) alone
 * (Vaswani et al. 2017, section 3.5).
 *
 * Pair i has columns 2i and 2i+1 and the frequency ω_i = base^(-2i/d). With odd d
 * there are (d+1)/2 frequencies and the last column is a sine without its cosine.
 *
 * A frequency is kept as the unevaluated sum of two doubles: its rounding error
 * is not multiplied by the position. Sines and cosines are within 5e-16 of the
 * true values at every position up to 10^8 (base from 1e-100 to 1e100). All
 * functions give the same bits for the same hand. */
#ifndef CORE_ENCODING_SINES_H
#define CORE_ENCODING_SINES_H

#include "base/work.h"
#include "core/math/mat.h"

enum { SINES_MAX_PAIRS = 2048 }; /* enough for width 4096 */

/* A clock hand: pair i of an encoding of width d, which turns `pace` times as fast. */
struct sines_pair {
    int d, i;
    double base, pace;
};

int sines_pairs(int d);
double sines_freq(int d, double base, int i);            /* ω_i, radians per position */
double sines_wavelength(int d, double base, int i);      /* 2π/ω_i, positions */
double sines_angle(int d, double base, long pos, int i); /* pos·ω_i, not reduced */
/* sin and cos of pos·ω_i */
void sines_hand(int d, double base, long pos, int i, double *s, double *c);
/* the same for every pair: sines_pairs(d) entries in s and in c */
void sines_hands(double *s, double *c, int d, double base, long pos);
/* sin and cos of offset·pace·ω_i for offset = first … first + count - 1 */
void sines_walk(double *s, double *c, int count, long first, struct sines_pair pair);
double sines_entry(int d, double base, long pos, int j);   /* PE(pos)[j] */
void sines_row(double *out, int d, double base, long pos); /* d entries */
/* out[r] = PE(first + r), first >= 0, d = out.cols: faster than row by row */
void sines_rows(struct mat out, double base, long first);
/* P_t·P_s = Σ_i cos ω_i (t-s) for even d; offset = t - s. For odd d the sum omits the lone sine,
 * whose product depends on more than the offset. */
double sines_dot(int d, double base, long offset);
/* out[δ] = sines_dot(d, base, δ) for δ = 0 … count-1, d = work.cols; faster than one by one.
 * P_0 has zeros and ones only: P_0·P_δ is the sum of row δ's cosines. `work` is scratch: rows of width d. */
void sines_dots(double *out, int count, double base, struct mat work);
/* Entry (r, c) of the d x d matrix M_k with PE(t+k) = M_k PE(t) (column vectors): blocks [cos sin; -sin cos]
 * of kω_i. For odd d the lone sine keeps only its cos, which is not exact. */
double sines_rotation(int d, double base, long k, int r, int c);
/* ‖M_k PE(pos) - PE(pos+k)‖∞ */
double sines_shift_error(int d, double base, long pos, long k);
/* The following functions poll `work` (may be NULL); once stopped, the result is undefined.
 * The smallest offset δ >= 1 with sines_dot(δ+1) > sines_dot(δ); -1: none up to `limit` */
long sines_first_rise(int d, double base, long limit, struct work *work);
/* number of offsets δ in 1…limit with dot(δ) > dot(δ-1) */
long sines_rises(int d, double base, long limit, struct work *work);
/* number of hands that complete a turn between positions 0 and length-1 */
int sines_full_turns(int d, double base, long length);
/* fraction of its circle that pair i covers in positions 0…length-1, at most 1 */
double sines_coverage(int d, double base, int i, long length);
/* sign changes (zeros skipped) and largest step of column j over positions 0…length-1 */
long sines_flips(int d, double base, int j, long length, struct work *work);
double sines_max_step(int d, double base, int j, long length, struct work *work);

#endif
