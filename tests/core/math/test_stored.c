/* Matrices that stay in a file: widening of every kind of number, and products to the bit. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "core/math/mat.h"
#include "core/math/rng.h"
#include "support/test.h"

/* By the definition: sign, exponent and fraction (IEEE 754-2019, 3.4). */
static double half_of(unsigned bits)
{
    int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    double sign = bits >> 15 ? -1 : 1;
    if (exponent == 31)
        return fraction ? (double)NAN : sign * INFINITY;
    return sign * (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
}

static double brain_of(unsigned bits)
{
    int exponent = (int)(bits >> 7 & 255), fraction = (int)(bits & 127);
    double sign = bits >> 15 ? -1 : 1;
    if (exponent == 255)
        return fraction ? (double)NAN : sign * INFINITY;
    return sign * (exponent ? ldexp(128 + fraction, exponent - 134) : ldexp(fraction, -133));
}

static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

TEST(every_number_of_two_bytes_is_widened_exactly)
{
    for (unsigned bits = 0; bits < 65536; bits++) {
        unsigned char at[3] = {0, (unsigned char)(bits & 255), (unsigned char)(bits >> 8)};
        assert_true(same(factor_entry(factor_stored(1, 1, MAT_F16, at + 1), 0, 0), half_of(bits)));
        assert_true(same(factor_entry(factor_stored(1, 1, MAT_BF16, at + 1), 0, 0), brain_of(bits)));
    }
}

/* Several at a time, as a copy does. */
TEST(so_is_each_of_them_in_a_row)
{
    enum { COLS = 256 };
    static unsigned char bytes[COLS * COLS * 2 + 1];
    struct arena arena = {0};
    assert_true(arena_reserve(&arena, COLS * COLS));
    struct mat out = mat_in(&arena, COLS, COLS);
    for (unsigned bits = 0; bits < COLS * COLS; bits++) {
        bytes[2 * bits + 1] = (unsigned char)(bits & 255);
        bytes[2 * bits + 2] = (unsigned char)(bits >> 8);
    }
    for (int kind = MAT_F16; kind <= MAT_BF16; kind++) {
        factor_copy(out, factor_stored(COLS, COLS, (enum mat_kind)kind, bytes + 1));
        for (unsigned bits = 0; bits < COLS * COLS; bits++)
            assert_true(same(out.v[bits], kind == MAT_F16 ? half_of(bits) : brain_of(bits)));
    }
    arena_finish(&arena);
}

TEST(floats_are_read_at_any_address)
{
    static const float given[] = {0, -0.0F, 1.5F, -3.25e-40F, 3e38F, INFINITY, 0.1F};
    enum { COUNT = sizeof given / sizeof *given };
    for (size_t shift = 0; shift < 4; shift++) {
        unsigned char bytes[sizeof given + 4];
        memcpy(bytes + shift, given, sizeof given);
        for (int i = 0; i < COUNT; i++)
            assert_true(
                same(factor_entry(factor_stored(1, COUNT, MAT_F32, bytes + shift), 0, i), (double)given[i]));
    }
}

/* ---- products ---------------------------------------------------------------------------- */

enum { K = 300, MOST = 40, ROOM = 1 << 17 };

struct numbers {
    struct arena arena;
    unsigned char bytes[K * MOST * 8 + 1];
    struct mat wide; /* the same numbers as doubles */
};

/* A stored matrix of random numbers, from an odd address on. */
static struct factor stored(struct numbers *x, enum mat_kind kind, int rows, int cols)
{
    struct rng r = rng_seed(7);
    unsigned char *at = x->bytes + 1;
    size_t size = mat_kind_size(kind);
    for (int i = 0; i < rows * cols; i++) {
        double wide = rng_normal(&r);
        float narrow = (float)wide;
        unsigned char *to = at + (size_t)i * size;
        memcpy(to, kind == MAT_F64 ? (void *)&wide : (void *)&narrow, size);
        if (kind == MAT_BF16)
            memcpy(to, (unsigned char *)&narrow + 2, 2);
        if (kind == MAT_F16) {
            to[0] = (unsigned char)(rng_normal(&r) * 99);
            to[1] = (unsigned char)(0x30 + i % 13);
        }
    }
    struct factor m = factor_stored(rows, cols, kind, at);
    x->wide = mat_in(&x->arena, rows, cols);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            mat_row(x->wide, i)[j] = factor_entry(m, i, j);
    return m;
}

static void assert_same_bits(struct mat a, struct mat b)
{
    for (int i = 0; i < a.rows; i++)
        assert_memory_equal(mat_row(a, i), mat_row(b, i), (size_t)a.cols * sizeof(double));
}

static void check_product(enum mat_kind kind, int rows, int cols, bool transposed)
{
    struct numbers x = {0};
    struct rng r = rng_seed(3);
    assert_true(arena_reserve(&x.arena, ROOM));
    struct mat a = mat_in(&x.arena, rows, K), got = mat_in(&x.arena, rows, cols),
               want = mat_in(&x.arena, rows, cols);
    for (int i = 0; i < rows * K; i++)
        a.v[i] = rng_normal(&r);
    struct factor b = transposed ? factor_transposed(stored(&x, kind, cols, K)) : stored(&x, kind, K, cols);
    mat_mul(got, a, b);
    if (transposed)
        mat_mul_t(want, a, x.wide);
    else
        mat_mul(want, a, x.wide);
    assert_same_bits(got, want);
    mat_mul_t(got, a, factor_transposed(b));
    assert_same_bits(got, want);
    int first = cols / 3, part = cols - first;
    mat_mul(mat_columns(got, first, part), a, factor_columns(b, first, part));
    assert_same_bits(got, want);
    mat_mul(got, mat_columns(a, 2, 9), factor_rows(b, 2, 9));
    mat_mul(want, mat_columns(a, 2, 9),
            transposed ? factor_transposed(factor_of(mat_columns(x.wide, 2, 9)))
                       : factor_of(mat_rows(x.wide, 2, 9)));
    assert_same_bits(got, want);
    arena_finish(&x.arena);
}

TEST(a_product_with_numbers_of_a_file_has_the_bits_of_doubles)
{
    static const int cols[] = {1, 3, 4, 8, 13, 16, 17, MOST};
    for (int kind = MAT_F64; kind <= MAT_BF16; kind++)
        for (size_t i = 0; i < sizeof cols / sizeof *cols; i++)
            for (int rows = 1; rows <= 11; rows += 5) {
                check_product((enum mat_kind)kind, rows, cols[i], false);
                check_product((enum mat_kind)kind, rows, cols[i], true);
            }
}

/* Products of few rows go another way than those of many, of which they must be the first rows: added to what
 * is there, with nothing beside them changed. */
static void check_few(struct mat a, struct factor b)
{
    enum { MANY = 16, BESIDE = 3 };
    struct arena arena = {0};
    struct rng r = rng_seed(5);
    assert_true(arena_reserve(&arena, 3 * mat_room(MANY, b.cols + BESIDE)));
    struct mat begin = mat_in(&arena, MANY, b.cols + BESIDE), all = mat_in(&arena, MANY, b.cols + BESIDE),
               few = mat_in(&arena, MANY, b.cols + BESIDE);
    for (int i = 0; i < begin.rows * begin.cols; i++)
        begin.v[i] = rng_normal(&r);
    mat_copy(all, begin);
    product_add(mat_columns(all, 1, b.cols), a, FACTOR(b));
    assert_true(memcmp(mat_row(all, 0), mat_row(begin, 0), (size_t)all.cols * sizeof(double)) != 0);
    for (int rows = 1; rows <= 9; rows++) {
        mat_copy(few, begin);
        product_add(mat_columns(mat_rows(few, 0, rows), 1, b.cols), mat_rows(a, 0, rows), FACTOR(b));
        assert_same_bits(mat_rows(few, 0, rows), mat_rows(all, 0, rows));
        assert_same_bits(mat_rows(few, rows, MANY - rows), mat_rows(begin, rows, MANY - rows));
    }
    arena_finish(&arena);
}

TEST(a_product_of_few_rows_has_the_bits_of_one_of_many)
{
    static const int depths[] = {1, 2, 3, 4, 6, 8, 61, K},
                     cols[] = {1, 2, 3, 5, 8, 10, 15, 16, 17, 20, 39, MOST};
    struct numbers x = {0};
    struct rng r = rng_seed(4);
    for (int kind = MAT_DOUBLE; kind <= MAT_BF16; kind++)
        for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
            for (size_t j = 0; j < sizeof cols / sizeof *cols; j++) {
                assert_true(arena_reserve(&x.arena, ROOM));
                int k = depths[i], n = cols[j];
                struct mat a = mat_columns(mat_in(&x.arena, 16, k + 2), 1, k);
                for (int e = 0; e < 16 * a.stride; e++)
                    a.v[e - 1] = rng_normal(&r);
                enum mat_kind from = kind == MAT_DOUBLE ? MAT_F64 : (enum mat_kind)kind;
                struct factor b = stored(&x, from, k, n);
                check_few(a, kind == MAT_DOUBLE ? factor_of(x.wide) : b);
                b = stored(&x, from, n, k);
                check_few(a, factor_transposed(kind == MAT_DOUBLE ? factor_of(x.wide) : b));
                if (kind == MAT_DOUBLE || n % 10 != 0)
                    continue; /* lines that alternate, five at a time, from the third on */
                b = factor_interleaved(factor_transposed(b), 5, 1, 2);
                b = factor_columns(b, 2, b.cols - 2);
                check_few(a, b);
                int common = k < b.cols ? k : b.cols;
                check_few(mat_columns(a, 0, common), factor_rows(factor_transposed(b), 0, common));
            }
    arena_finish(&x.arena);
}

TEST(a_copy_is_made_of_doubles)
{
    struct numbers x = {0};
    assert_true(arena_reserve(&x.arena, ROOM));
    struct factor m = stored(&x, MAT_BF16, 5, 7);
    struct mat out = mat_in(&x.arena, 5, 7), transposed = mat_in(&x.arena, 7, 5);
    factor_copy(out, m);
    assert_same_bits(out, x.wide);
    factor_copy(transposed, factor_transposed(m));
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 5; j++)
            assert_true(mat_at(transposed, i, j) == mat_at(out, j, i));
    arena_finish(&x.arena);
}

/* Two matrices whose columns alternate, three at a time; any stretch of one is a view of it. */
TEST(columns_that_alternate_are_read_apart)
{
    enum { ROWS = 4, RUN = 3, RUNS = 3, OWN = RUN * RUNS };
    struct numbers x = {0};
    assert_true(arena_reserve(&x.arena, ROOM));
    struct factor both = factor_transposed(stored(&x, MAT_F16, 2 * OWN, ROWS));
    for (int part = 0; part < 2; part++)
        for (int first = 0; first < OWN; first++)
            for (int more = 0; first + more < OWN; more++) {
                struct factor m = factor_interleaved(both, RUN, part, 2);
                assert_true(m.rows == ROWS && m.cols == OWN);
                m = factor_columns(factor_columns(m, first, OWN - first), more, OWN - first - more);
                m = factor_transposed(factor_rows(factor_transposed(factor_rows(m, 1, 2)), 0, m.cols));
                for (int j = 0; j < m.cols; j++) {
                    int own = first + more + j, at = (own / RUN * 2 + part) * RUN + own % RUN;
                    assert_true(factor_entry(m, 1, j) == mat_at(x.wide, at, 2));
                }
            }
    struct factor row = factor_interleaved(stored(&x, MAT_F32, 1, 2 * OWN), RUN, 1, 2);
    struct mat out = mat_in(&x.arena, 1, OWN);
    factor_copy(out, row);
    for (int j = 0; j < OWN; j++)
        assert_true(mat_at(out, 0, j) == mat_at(x.wide, 0, (j / RUN * 2 + 1) * RUN + j % RUN));
    arena_finish(&x.arena);
}
