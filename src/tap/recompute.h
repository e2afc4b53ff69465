/* Attention computed again from the numbers of a dump, in doubles, in one of many ways: as it should be, or
 * with a mistake in it. One row of one head at a time, so that memory does not grow with heads and layers.
 *
 * u is half the distance from 1 to the next number of the coarsest type of what is compared (array_rounding).
 * Two numbers agree if they are no further apart than
 *   scores of a row   tolS = 4u·max|s| + 32·min(u, 2⁻²⁴)·scale·max_j Σ_d |q_d k_jd|
 *   a weight w        tolW = w·(2·tolS + 4u) + floor (6e-8 for float16, 1e-15 for float64, else 1e-9)
 *   a column of out   Σ_j tolW_j·|v_jd| + 6u·max|out| */
#ifndef TAP_RECOMPUTE_H
#define TAP_RECOMPUTE_H

#include "tap/attention.h"

enum turn { TURN_NONE, TURN_HALVES, TURN_NEIGHBOURS };

/* What becomes of hidden keys: no weight; a constant score; the 0/1 mask is added; the weights of a softmax
 * of all are multiplied by the mask. */
enum hiding { HIDING_RIGHT, HIDING_CONSTANT, HIDING_ADDED, HIDING_AFTER };

enum softmax_axis { AXIS_KEYS, AXIS_QUERIES, AXIS_HEADS, AXIS_BATCH };

/* What is compared. TARGET_MIXTURE: out, from the weights of the dump. */
enum aim {
    TARGET_SCORES,
    TARGET_RAW_SCORES,
    TARGET_MASKED_SCORES,
    TARGET_WEIGHTS,
    TARGET_OUT,
    TARGET_MIXTURE
};

/* One way to compute. */
struct way {
    double scale, cap; /* cap 0: none */
    enum hiding hiding;
    double constant; /* of HIDING_CONSTANT */
    bool no_mask, no_pad, transposed, inverted, pad_inverted;
    bool last_row; /* of the mask only its last row counts, which is its padding */
    bool triangle; /* key j is hidden from query i unless j <= i + offset */
    int offset;
    bool positions;     /* the triangle follows positions: j <= position of i + offset */
    int window;         /* keys as far as this are hidden, 0: none */
    bool pattern;       /* hidden is what has no weight in the dump */
    double bias_times;  /* of the bias, 0: none */
    bool bias_scaled;   /* it is added before the scale */
    const double *sink; /* a logit for each head that joins the softmax; NULL: none */
    bool sink_twice;
    bool tile_k, tile_v; /* query head i reads key head i mod key_heads */
    bool swapped;        /* k·qᵀ */
    enum turn turn;      /* q and k are turned here */
    bool turn_v;         /* v too */
    enum softmax_axis axis;
    bool across;   /* out is weightsᵀ·v */
    bool mixed;    /* heads were merged without exchanging heads and words */
    double inside; /* rounding of products inside, 0: as exact as the types */
};

struct judge;
enum { JUDGE_ROWS = 512 }; /* of each head, at most */

/* The worst cell of a comparison. */
struct worst {
    double ratio;               /* of its distance to its tolerance: up to 1 they agree */
    double off;                 /* the largest distance of all */
    int batch, head, query, at; /* at: key or column */
    double yours, computed;
};

/* Memory for computing an attention; NULL: none. `brief`: only of the first head. */
struct judge *judge_open(const struct dumped *a, bool brief, struct work *work);
void judge_close(struct judge *j);

/* The rows that are computed: of each head at most 512, the first and last 8 among them. Begin with
 * JUDGE_BEGIN; false: there are no more, or the work must stop. */
struct judge_at {
    int batch, head, query, n;
};
#define JUDGE_BEGIN ((struct judge_at){.n = -1})
bool judge_next(struct judge *j, struct judge_at *at);

/* Returns whether the target agrees with the dump's; `whole`: goes on behind the first cell that does not, so
 * that *worst is the worst of all. A row that may read nothing is passed over. */
bool judge_fits(struct judge *j, const struct way *way, enum aim target, bool whole, struct worst *worst);

/* One row, for whoever fits a number: scores as softmax gets them, Σ q·k, what mask and bias add, weights and
 * how far the dump's may be from them, what is seen. */
struct judge_row {
    int keys;
    const double *score, *product, *added, *weight, *tolerance;
    const bool *seen;
};
struct judge_row judge_row(struct judge *j, const struct way *way, struct judge_at at);

/* x turned by position p: column c of pair (c, c + D/2) or (2c, 2c+1), angle p·base^(−2c/D). `crossed`:
 * angles in the other order than the pairs. (Su et al. 2021) */
void turned(double *x, int d, double position, double base, enum turn turn, bool crossed);

#endif
