/* Our own exponential: the C library's takes one number at a time and differs between systems.
 * This one does the same additions and multiplications in the same order for every entry,
 * whatever the register width, compiler and processor. */
#include "core/math/softmax.h"

#include <stdint.h>

#define EXP_PER_LN2 0x1.71547652b82fep0
#define EXP_LN2_HIGH 0x1.62e42fefa0000p-1 /* ln 2 = high + low; k · high is exact */
#define EXP_LN2_LOW 0x1.cf79abc9e3b39p-40
#define EXP_WHOLE 0x1.8p52
#define EXP_LEAST -745.5 /* exp of less is 0 in double */
#define EXP_LOWERED 0x1p-64
enum { EXP_BIAS = 1023, EXP_MANTISSA = 52, EXP_RAISED = 64, EXP_TERMS = 12 };

/* 1/2!, 1/3!, … 1/13! */
static const double exp_terms[EXP_TERMS] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                                            1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                                            1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};

/* A function's name for the width at hand. */
#define NAME_OF(what, kind) what##_##kind
#define NAME_AS(what, kind) NAME_OF(what, kind)
#define NAME(what) NAME_AS(what, LANES_KIND)

#define LANES 2
#define LANES_KIND small
#define LANES_FOR
#include "core/math/row_lanes.h"

/* Elsewhere the compiler drops what never runs. */
#if defined(__x86_64__) && !defined(PLAIN_PRODUCT)
#define LANES_WITH(kind) __attribute__((target(kind)))
#define RUNS(kind) __builtin_cpu_supports(kind)
#else
#define LANES_WITH(kind)
#define RUNS(kind) false
#endif

#define LANES 4
#define LANES_KIND avx2
#define LANES_FOR LANES_WITH("avx2")
#include "core/math/row_lanes.h"

#define LANES 8
#define LANES_KIND avx512
#define LANES_FOR LANES_WITH("avx512f")
#include "core/math/row_lanes.h"

/* Each begins with the widest registers that the processor has. */
void row_divide(double *out, const double *in, int n, double by)
{
    int j = 0;
    if (n >= 8 && RUNS("avx512f"))
        j = divide_avx512(out, in, n, by);
    else if (n >= 4 && RUNS("avx2"))
        j = divide_avx2(out, in, n, by);
    j += divide_small(out + j, in + j, n - j, by);
    if (j < n)
        out[j] = in[j] / by;
}

void row_exp(double *out, const double *in, int n, double most)
{
    int j = 0;
    if (n >= 8 && RUNS("avx512f"))
        j = exp_avx512(out, in, n, most);
    else if (n >= 4 && RUNS("avx2"))
        j = exp_avx2(out, in, n, most);
    j += exp_small(out + j, in + j, n - j, most);
    if (j < n) {
        double last[2] = {in[j], most};
        exp_small(last, last, 2, most);
        out[j] = last[0];
    }
}

void row_mix_within(const struct mix *m, int widest)
{
    int done = widest >= 8 && m->out.cols >= 8 && RUNS("avx512f") ? mix_avx512(m, 0) : 0;
    if (widest >= 4 && m->out.cols - done >= 4 && RUNS("avx2"))
        done = mix_avx2(m, done);
    for (int c = mix_small(m, done); c < m->out.cols; c++)
        for (int r = 0; r < m->out.rows; r++) {
            double *out = mat_row(m->out, r) + c, sum = *out;
            const double *a = m->a + (size_t)r * m->down;
            for (int k = 0; k < m->b.rows; k++, a += m->across)
                sum += *a * mat_at(m->b, k, c);
            *out = sum;
        }
}

void row_mix(const struct mix *m)
{
    row_mix_within(m, 8);
}
