/* The two matrix products, which do nearly all arithmetic of a forward pass.
 *
 * A tile of sums stays in registers while k runs (row_mix). The columns of the right factor
 * that it needs are first packed into a panel that fits the L1 cache. The
 * products differ only in how they fill the panel; numbers in a file become doubles there. For few rows
 * packing would be the work: they read the right factor where it is.
 *
 * Each sum runs over k from the first entry to the last, one product and one
 * addition at a time (no fused multiply-add). Tiles only decide which sums run
 * together. Every compiler, processor and tile therefore gives the bits of the
 * plain loop. */
#include "core/math/mat.h"

#include <stdint.h>
#include <string.h>

#include "base/room.h"
#include "base/work.h"

enum { WIDE = 8, CACHED = 64, NARROW = 128, FEW_ROWS = 7, BESIDE = 16 };

/* The factors of b for the terms k0 … k0 + depth - 1 of out's columns c0 … c0 + columns - 1, packed:
 * `depth` rows, `across` numbers apart. */
struct panel {
    double v[2 * ROOM_DEPTH * WIDE];
    int k0, depth, c0, columns, across;
};

/* Fill the panel: panel[k][c] = b[k0 + k][c0 + c]. */
static void fill_rows(struct panel *p, struct factor b)
{
    for (int k = 0; k < p->depth; k++) {
        const double *from = b.doubles + (size_t)(p->k0 + k) * (size_t)b.stride + p->c0;
        double *to = p->v + k * p->across;
        int c = 0;
        for (; c + 4 <= p->columns; c += 4)
            memcpy(to + c, from + c, 4 * sizeof *to); /* constant size: compiles to no call */
        for (; c < p->columns; c++)
            to[c] = from[c];
    }
}

/* The same where the columns of b are adjacent numbers. */
static void fill_transposed(struct panel *p, struct factor b)
{
    const double *from = b.doubles + (size_t)p->c0 * (size_t)b.stride + p->k0;
    for (int c = 0; c < p->columns; c++)
        for (int k = 0; k < p->depth; k++)
            p->v[k * p->across + c] = from[(size_t)c * (size_t)b.stride + (size_t)k];
}

/* Prefetches what the next panel reads: `bytes` bytes, `ahead` of those at `from`. There may be nothing
 * there, which does no harm. (gcc and clang) */
static void prefetch(const unsigned char *from, size_t ahead, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 64) /* a line of the cache */
        __builtin_prefetch((const void *)((uintptr_t)from + ahead + i));
}

/* From numbers in a file, which become doubles here and nowhere else. */
static void fill_stored(struct panel *p, struct factor b)
{
    enum mat_kind kind = (enum mat_kind)b.kind;
    size_t size = mat_kind_size(kind);
    for (int k = 0; !b.transposed && k < p->depth; k++) {
        const unsigned char *from = factor_address(b, p->k0 + k, p->c0);
        prefetch(from, (size_t)p->across * size, (size_t)p->across * size);
        stored_widen(p->v + k * p->across, from, kind, p->columns);
    }
    for (int c = 0; b.transposed && c < p->columns; c++) {
        double column[ROOM_DEPTH];
        const unsigned char *from = factor_address(b, p->k0, p->c0 + c);
        prefetch(from, (size_t)p->across * (size_t)b.stride * size, (size_t)p->depth * size);
        stored_widen(column, from, kind, p->depth);
        for (int k = 0; k < p->depth; k++)
            p->v[k * p->across + c] = column[k];
    }
}

/* Rows of a file are read in long pieces, since sequential reads are fastest: panels are wider then, and have
 * fewer terms. */
static void add_by_panels(struct mat out, struct mat a, struct factor b)
{
    struct panel p;
    void (*fill)(struct panel *, struct factor) = b.kind != MAT_DOUBLE ? fill_stored
                                                  : b.transposed       ? fill_transposed
                                                                       : fill_rows;
    bool rows = b.kind != MAT_DOUBLE && !b.transposed;
    int depth = rows ? ROOM_DEPTH / ROOM_BESIDE : ROOM_DEPTH;
    p.across = rows ? 2 * WIDE * ROOM_BESIDE : WIDE;
    for (p.k0 = 0; p.k0 < a.cols; p.k0 += depth)
        for (p.c0 = 0; p.c0 < out.cols; p.c0 += p.across) {
            p.depth = a.cols - p.k0 < depth ? a.cols - p.k0 : depth;
            p.columns = out.cols - p.c0 < p.across ? out.cols - p.c0 : p.across;
            struct mat factors = mat_of(p.depth, p.columns, p.across, p.v);
            if (fill == fill_rows && b.stride <= NARROW && out.rows <= CACHED) /* in the cache as it is */
                factors = mat_columns(mat_rows(factor_mat(b), p.k0, p.depth), p.c0, p.columns);
            else
                fill(&p, b);
            row_mix(
                &(struct mix){mat_columns(out, p.c0, p.columns), factors, a.v + p.k0, (size_t)a.stride, 1});
        }
}

/* ---- few rows ------------------------------------------------------------------------------ */

/* Numbers of a file are read in place where they have the byte order of the machine; not in the page, where
 * each reader costs space. */
#if defined(__wasm__)
#define FEW_STORED 0
#else
#define FEW_STORED (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#endif

#define FEW few_small
#define FEW_OF few_small_of
#define TURN turn_small
#define READ read_small
#define FEW_LANES 2
#define FEW_FOR
#include "core/math/products_few.h"

#if defined(__has_builtin) && defined(__x86_64__) && !defined(PLAIN_PRODUCT)
#if __has_builtin(__builtin_shufflevector) /* gcc 12, clang */
#define FEW_WIDE
#endif
#endif

#if defined(FEW_WIDE)
#define FEW few_avx2
#define FEW_OF few_avx2_of
#define TURN turn_avx2
#define READ read_avx2
#define FEW_LANES 4
#define FEW_FOR __attribute__((target("avx2")))
#include "core/math/products_few.h"

#define FEW few_avx512
#define FEW_OF few_avx512_of
#define READ read_avx512
#define FEW_LANES 8
#define FEW_FOR __attribute__((target("avx512f")))
#include "core/math/products_few.h"

#endif

/* The columns that fill the widest registers of this processor; returns their number. */
static int few_widest(struct mat out, struct mat a, struct factor b)
{
#if defined(FEW_WIDE)
    if (out.cols >= 8 && !b.transposed && __builtin_cpu_supports("avx512f")) {
        few_avx512(out, a, b);
        return out.cols / 8 * 8;
    }
    if (out.cols >= 4 && __builtin_cpu_supports("avx2")) {
        few_avx2(out, a, b);
        return out.cols / 4 * 4;
    }
#endif
    few_small(out, a, b);
    return out.cols / 2 * 2;
}

/* Adds a product of few rows; the lines of b lie at equal distances. Terms and columns that fill no register
 * are packed. */
static void add_few(struct mat out, struct mat a, struct factor b)
{
    int done = few_widest(out, a, b), terms = a.cols / 4 * 4;
    if (terms < a.cols)
        add_by_panels(mat_columns(out, 0, done), mat_columns(a, terms, a.cols - terms),
                      factor_rows(factor_columns(b, 0, done), terms, a.cols - terms));
    if (done < out.cols)
        add_by_panels(mat_columns(out, done, out.cols - done), a, factor_columns(b, done, out.cols - done));
}

/* Of a transposed b some columns at a time: as many places as the processor can read on from together. */
void product_add(struct mat out, struct mat a, struct factor b)
{
    bool here = b.kind == MAT_DOUBLE ? out.cols >= 8 : FEW_STORED; /* fewer doubles are soon packed */
    if (out.rows > FEW_ROWS || !here || (b.run > 0 && !b.transposed)) {
        add_by_panels(out, a, b);
        return;
    }
    for (int c = 0, columns; c < out.cols; c += columns) {
        columns = out.cols - c;
        if (b.transposed && columns > BESIDE)
            columns = BESIDE;
        if (b.run > 0 && (unsigned)columns > b.run - (b.into + (unsigned)c) % b.run)
            columns = (int)(b.run - (b.into + (unsigned)c) % b.run);
        add_few(mat_columns(out, c, columns), a, factor_columns(b, c, columns));
    }
}

void product_mul(struct mat out, struct mat a, struct factor b)
{
    mat_fill(out, 0);
    product_add(out, a, b);
}

void mat_t_mul_add(struct mat out, struct mat a, struct mat b)
{
    for (int k = 0; k < a.rows; k += CACHED) {
        int deep = a.rows - k < CACHED ? a.rows - k : CACHED;
        row_mix(&(struct mix){out, mat_rows(b, k, deep), mat_row(a, k), 1, (size_t)a.stride});
    }
}

bool product_on(struct mat out, struct mat a, struct factor b, struct work *work)
{
    if (!work) {
        product_mul(out, a, b);
        return true;
    }
    double most = ROOM_WORK / ((double)out.rows * a.cols + 1);
    int step = most >= out.cols ? out.cols /* whole tiles, so that no panel is filled twice */
               : most < WIDE    ? WIDE
                                : (int)most / WIDE * WIDE;
    bool goes_on = !work->stopped;
    for (int c = 0; goes_on && c < out.cols; c += step) {
        int columns = out.cols - c < step ? out.cols - c : step;
        product_mul(mat_columns(out, c, columns), a, factor_columns(b, c, columns));
        goes_on = work_on(work, (double)out.rows * a.cols * columns);
    }
    return goes_on;
}
