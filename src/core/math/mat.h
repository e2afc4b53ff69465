/* Why our own matrices: the same sums must give the same bits with every compiler, processor and number of
 * lanes, because lessons state digits and training multiplies a lost bit. So every sum runs from its first
 * entry to its last, without fused operations, and nothing that the C library may round differently is
 * called.
 *
 * Matrices of double, row-major. A struct mat is a borrowed view: a trace's arena
 * or a model's value owns the numbers.
 *
 * Row-vector convention throughout: a word is a row, Q = H W_Q.
 *
 * A struct factor is what the right factor of a product may be: doubles like those of a struct mat, or a
 * *stored* matrix, a read-only view of bytes in a file: numbers of 2, 4 or 8 bytes at any address, perhaps
 * column by column, perhaps one of several matrices whose lines alternate. Its numbers are read with
 * factor_entry, factor_read and factor_copy; each of them is a double exactly. The type is another one
 * because a function that reads doubles, given a stored matrix, would read other numbers and bytes outside of
 * it. */
#ifndef CORE_MATH_MAT_H
#define CORE_MATH_MAT_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct work;

enum mat_kind { MAT_DOUBLE, MAT_F64, MAT_F32, MAT_F16, MAT_BF16 };

struct mat {
    int rows, cols;
    int stride; /* doubles from one row to the next, >= cols */
    double *v;  /* NULL if the matrix is absent (rows = cols = 0) */
};

struct factor {
    int rows, cols;
    int stride;              /* numbers from one row (transposed: one column) to the next, >= cols (rows) */
    unsigned kind : 3;       /* enum mat_kind; little-endian unless MAT_DOUBLE */
    unsigned transposed : 1; /* column by column: the numbers of a column are adjacent */
    unsigned
        others : 2; /* after `run` of the rows (transposed: columns) come others·run that are not its own */
    unsigned run : 13;  /* 0: all rows are its own */
    unsigned into : 13; /* the first row is this one of its run */
    union {
        double *doubles; /* NULL if the matrix is absent (rows = cols = 0) */
        const unsigned char *bytes;
    };
};

static inline struct mat mat_of(int rows, int cols, int stride, double *v)
{
    return (struct mat){.rows = rows, .cols = cols, .stride = stride, .v = v};
}

/* Returns a rows x cols matrix in the arena, uninitialized. */
struct mat mat_in(struct arena *arena, int rows, int cols);

/* Returns the doubles that mat_in takes. */
size_t mat_room(int rows, int cols);

static inline double *mat_row(struct mat m, int r)
{
    return m.v + (size_t)r * (size_t)m.stride;
}

static inline double mat_at(struct mat m, int r, int c)
{
    return mat_row(m, r)[c];
}

/* Returns a view of `cols` columns of m, from column `first`. */
static inline struct mat mat_columns(struct mat m, int first, int cols)
{
    return mat_of(m.rows, cols, m.stride, m.v + first);
}

/* Returns a view of `rows` rows of m, from row `first`. */
static inline struct mat mat_rows(struct mat m, int first, int rows)
{
    return mat_of(rows, m.cols, m.stride, mat_row(m, first));
}

static inline bool mat_present(struct mat m)
{
    return m.v != NULL;
}

void mat_fill(struct mat out, double x);
void mat_copy(struct mat out, struct mat a);              /* same shape */
void mat_add(struct mat out, struct mat a, struct mat b); /* out = a + b, same shape; out may be a or b */
void mat_add_row(struct mat out, struct mat row);         /* out[r] += row, row is 1 x cols */
void mat_add_rows(struct mat out, struct mat a);          /* out += Σ_r a[r], out is 1 x cols */

/* Σ_i a_i b_i over n entries, summed from the first to the last. */
double vec_dot(const double *a, const double *b, int n);

/* Returns the cosine of the angle between a and b, a·b / (|a| |b|); 0 if one of them has no length. */
double vec_cosine(const double *a, const double *b, int n);

/* Returns the index of the largest of n entries, the first of equal ones; in a row of a matrix. */
int vec_largest(const double *v, int n);
static inline int mat_largest(struct mat m, int row)
{
    return vec_largest(mat_row(m, row), m.cols);
}

/* Walks n entries from the largest down, equal ones from left to right: returns the index of the finite entry
 * after entry `last` (-1: the first), -1 after the last. */
int vec_next_largest(const double *v, int n, int last);

/* Returns the largest |entry|, 0 for an empty matrix. */
double mat_max_abs(struct mat m);

/* Returns true if numbers have become too large here: an entry is NaN or +∞ (-∞ hides a key). */
bool mat_overflowed(struct mat m);

/* Returns true if no entry is infinite or NaN. */
bool mat_finite(struct mat m);
/* Returns true if both have the same shape and numbers, to the bit. */
bool mat_same(struct mat a, struct mat b);

/* Returns the largest finite |entry|, 0 if there is none. */
double mat_max_finite(struct mat m);

/* Returns the index of the largest of `count` numbers, the first of equal ones, 0 if none is finite. *tied:
 * another one is the same with `digits` decimals. */
int largest_of(const double *x, int count, int digits, bool *tied);

/* ---- factors --------------------------------------------------------------- */

/* Returns m as a factor. */
static inline struct factor factor_of(struct mat m)
{
    return (struct factor){.rows = m.rows, .cols = m.cols, .stride = m.stride, .doubles = m.v};
}

/* Returns a stored matrix whose rows begin at `bytes`, one after the other. */
struct factor factor_stored(int rows, int cols, enum mat_kind kind, const unsigned char *bytes);

/* Returns part `part` of a stored matrix whose columns alternate between `parts` matrices (at most 4), `run`
 * columns (at most 8191) of each in turn. f has one row, or is transposed. */
struct factor factor_interleaved(struct factor f, int run, int part, int parts);

/* Returns the bytes of a number of this kind. */
static inline size_t mat_kind_size(enum mat_kind kind)
{
    return kind == MAT_F32 ? 4 : kind == MAT_F16 || kind == MAT_BF16 ? 2 : 8;
}

static inline bool factor_present(struct factor f)
{
    return f.bytes != NULL;
}

/* Returns true if f is stored otherwise than in doubles, row by row. */
static inline bool factor_is_stored(struct factor f)
{
    return f.kind != MAT_DOUBLE || f.transposed;
}

/* Returns f, which must not be stored (asserted). */
static inline struct mat factor_mat(struct factor f)
{
    assert(!factor_is_stored(f));
    return mat_of(f.rows, f.cols, f.stride, f.doubles);
}

/* Return a view of fᵀ, of `cols` columns from column `first`, and of `rows` rows from row `first`. */
struct factor factor_transposed(struct factor f);
struct factor factor_columns(struct factor f, int first, int cols);
struct factor factor_rows(struct factor f, int first, int rows);

/* Returns where entry (r, c) begins. */
const unsigned char *factor_address(struct factor f, int r, int c);

double factor_entry(struct factor f, int r, int c);

/* out[0 … count - 1] = the entries of row r from column c on. */
void factor_read(double *out, struct factor f, int r, int c, int count);

/* out = f, same shape */
void factor_copy(struct mat out, struct factor f);

/* out[i] = number i of `count` adjacent ones. Exact: a double holds each of them. */
void stored_widen(double *out, const unsigned char *from, enum mat_kind kind, int count);

/* ---- products -------------------------------------------------------------- */

/* A struct mat or a struct factor as a factor. */
#define FACTOR(b) _Generic((b), struct mat : factor_of, struct factor : factor_same)(b)

static inline struct factor factor_same(struct factor f)
{
    return f;
}

/* out = a b:    a is r x k, b is k x c, out r x c; out must not overlap a or b. */
#define mat_mul(out, a, b) product_mul(out, a, FACTOR(b))
void product_mul(struct mat out, struct mat a, struct factor b);

/* out = a bᵀ:   a is r x k, b is c x k, out r x c; out must not overlap a or b. */
#define mat_mul_t(out, a, b) product_mul(out, a, factor_transposed(FACTOR(b)))

/* out += a bᵀ, out += a b, and with the left factor transposed out += aᵀ b, where a is k x r or wider and b
 * is k x c. Each sum begins with out's entry and runs over k from the first to the last. */
#define mat_mul_t_add(out, a, b) product_add(out, a, factor_transposed(FACTOR(b)))
void product_add(struct mat out, struct mat a, struct factor b);
void mat_t_mul_add(struct mat out, struct mat a, struct mat b);

/* out[r][c] += Σ_k a(r, k)·b[k][c] for small matrices, read where they are: a(r, k) = a[r·down + k·across].
 * Each sum begins with out's entry and runs over k from the first to the last. */
struct mix {
    struct mat out, b;
    const double *a;
    size_t down, across;
};
void row_mix(const struct mix *m);
/* The same, to the last bit, in registers of at most `widest` numbers (2, 4 or 8). */
void row_mix_within(const struct mix *m, int widest);

/* mat_mul and mat_mul_t in pieces, polling `work` between them. Returns false if stopped; out is then
 * incomplete. */
#define mat_mul_on(out, a, b, work) product_on(out, a, FACTOR(b), work)
#define mat_mul_t_on(out, a, b, work) product_on(out, a, factor_transposed(FACTOR(b)), work)
bool product_on(struct mat out, struct mat a, struct factor b, struct work *work);

/* ---- least squares ------------------------------------------------------------ */

/* By Householder QR (Golub and Van Loan, section 5.3). It is stable where the normal equations are not: a
 * read-out of slow sines is ill-conditioned. Sets X (c x s) to minimize ‖A X - B‖ for A (r x c, r >= c) and B
 * (r x s). Overwrites A and B. Columns that depend on others up to rounding (pivot below ε·max(r, c) of the
 * largest) get zeros. Polls `work` in between; if it stops, X is undefined. */
void lsq_solve(struct mat A, struct mat B, struct mat X, struct work *work);

#endif
