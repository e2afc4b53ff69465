/* Products of few rows for one width of vector registers. Include it once per width, with
 *
 *   FEW, FEW_OF, TURN, READ  the functions' names
 *   FEW_LANES                doubles in a register: 2, 4, or 8 (which has no transposed b)
 *   FEW_FOR                  the attribute that enables the instructions
 *
 * out += a b for the columns that fill a register, four terms at a time: each number of b is read where it
 * is, and once for all rows; numbers of a file only if FEW_STORED. The last a.cols mod 4 terms are left out.
 */
#define READ_LANES FEW_LANES
#define READ_FOR FEW_FOR
#include "core/math/stored_lanes.h"

#if FEW_LANES < 8
/* v[k][c] = number k of the column at `at` + c·line, for four k */
FEW_FOR static inline __attribute__((always_inline)) void TURN(void *out, const unsigned char *at,
                                                               size_t line, enum mat_kind kind)
{
    typedef double lanes __attribute__((vector_size(FEW_LANES * sizeof(double)), may_alias));
    lanes *v = out, p[4];
#if FEW_LANES == 4
#pragma GCC unroll 4
    for (int c = 0; c < 4; c++)
        READ(&p[c], at + (size_t)c * line, kind);
    lanes even01 = __builtin_shufflevector(p[0], p[1], 0, 4, 2, 6),
          odd01 = __builtin_shufflevector(p[0], p[1], 1, 5, 3, 7),
          even23 = __builtin_shufflevector(p[2], p[3], 0, 4, 2, 6),
          odd23 = __builtin_shufflevector(p[2], p[3], 1, 5, 3, 7);
    v[0] = __builtin_shufflevector(even01, even23, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(odd01, odd23, 0, 1, 4, 5);
    v[2] = __builtin_shufflevector(even01, even23, 2, 3, 6, 7);
    v[3] = __builtin_shufflevector(odd01, odd23, 2, 3, 6, 7);
#else
    size_t two = 2 * mat_kind_size(kind);
    READ(&p[0], at, kind);
    READ(&p[1], at + line, kind);
    READ(&p[2], at + two, kind);
    READ(&p[3], at + line + two, kind);
    v[0] = (lanes){p[0][0], p[1][0]};
    v[1] = (lanes){p[0][1], p[1][1]};
    v[2] = (lanes){p[2][0], p[3][0]};
    v[3] = (lanes){p[2][1], p[3][1]};
#endif
}
#endif

FEW_FOR static inline __attribute__((always_inline)) void
FEW_OF(struct mat out, struct mat a, struct factor b, enum mat_kind kind, bool transposed)
{
    typedef double lanes
        __attribute__((vector_size(FEW_LANES * sizeof(double)), aligned(sizeof(double)), may_alias));
    typedef double whole __attribute__((vector_size(FEW_LANES * sizeof(double)), may_alias));
    size_t size = mat_kind_size(kind), line = (size_t)b.stride * size, down = transposed ? size : line,
           beside = transposed ? line : size;
    for (int k = 0; k + 4 <= a.cols; k += 4) {
        const unsigned char *at = b.bytes + (size_t)k * down;
        for (int c = 0; c + FEW_LANES <= out.cols; c += FEW_LANES, at += FEW_LANES * beside) {
            whole v[4];
#if FEW_LANES < 8
            if (transposed)
                TURN(v, at, line, kind);
#endif
#pragma GCC unroll 4
            for (int i = 0; !transposed && i < 4; i++)
                READ(&v[i], at + (size_t)i * line, kind);
            for (int r = 0; r < out.rows; r++) {
                const double *by = mat_row(a, r) + k;
                lanes *to = (lanes *)(mat_row(out, r) + c);
                *to = *to + by[0] * v[0] + by[1] * v[1] + by[2] * v[2] + by[3] * v[3];
            }
        }
    }
}

#if FEW_LANES == 8
#define EITHER(kind) FEW_OF(out, a, b, kind, false)
#else
#define EITHER(kind) b.transposed ? FEW_OF(out, a, b, kind, true) : FEW_OF(out, a, b, kind, false)
#endif
FEW_FOR static void FEW(struct mat out, struct mat a, struct factor b)
{
    switch (b.kind) {
#if FEW_STORED
    case MAT_F32:
        EITHER(MAT_F32);
        break;
    case MAT_F16:
        EITHER(MAT_F16);
        break;
    case MAT_BF16:
        EITHER(MAT_BF16);
        break;
#endif
    default:
        EITHER(MAT_F64);
    }
}

#undef EITHER
#undef READ
#undef TURN
#undef FEW
#undef FEW_OF
#undef FEW_LANES
#undef FEW_FOR
