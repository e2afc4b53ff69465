/* Matrices of double, row-major. A struct mat is a borrowed view: a trace's arena
 * or a model's value owns the numbers.
 *
 * Row-vector convention throughout: a word is a row, Q = H W_Q.
 *
 * A *stored* matrix is a read-only view of bytes in a file: numbers of 2 or 4 bytes at any address, perhaps
 * column by column, perhaps one of several matrices whose lines alternate. It may be the right factor of a
 * product, and the argument of mat_entry, mat_copy, mat_rows, mat_columns and mat_transposed; everything else
 * reads doubles, row by row. Each of its numbers is a double exactly. */
#ifndef CORE_MATH_MAT_H
#define CORE_MATH_MAT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct work;

enum mat_kind { MAT_DOUBLE, MAT_F32, MAT_F16, MAT_BF16 };

struct mat {
    int rows, cols;
    int stride;              /* numbers from one row (transposed: one column) to the next, >= cols (rows) */
    unsigned kind : 3;       /* enum mat_kind; little-endian unless MAT_DOUBLE */
    unsigned transposed : 1; /* column by column: the numbers of a column are adjacent */
    unsigned
        others : 2; /* after `run` of the rows (transposed: columns) come others·run that are not its own */
    unsigned run : 13;  /* 0: all rows are its own */
    unsigned into : 13; /* the first row is this one of its run */
    union {
        double *v; /* NULL if the matrix is absent (rows = cols = 0) */
        const unsigned char *bytes;
    };
};

static inline struct mat mat_of(int rows, int cols, int stride, double *v)
{
    return (struct mat){.rows = rows, .cols = cols, .stride = stride, .v = v};
}

/* Returns a stored matrix whose rows begin at `bytes`, one after the other. */
struct mat mat_stored(int rows, int cols, enum mat_kind kind, const unsigned char *bytes);

/* Returns part `part` of a stored matrix whose columns alternate between `parts` matrices (at most 4), `run`
 * columns (at most 8191) of each in turn. m has one row, or is transposed. */
struct mat mat_interleaved(struct mat m, int run, int part, int parts);

/* Returns a stored matrix without its first `first` rows (transposed: columns). */
struct mat mat_without_first(struct mat m, int first);

/* Returns the bytes of a number of this kind. */
size_t mat_kind_size(enum mat_kind kind);

/* Returns a rows x cols matrix in the arena, uninitialized. */
struct mat mat_in(struct arena *arena, int rows, int cols);

/* Returns the doubles that mat_in takes. */
size_t mat_room(int rows, int cols);

/* Returns a view of mᵀ, stored in the same place. */
struct mat mat_transposed(struct mat m);

/* Returns true if m is stored otherwise than in doubles, row by row. */
static inline bool mat_is_stored(struct mat m)
{
    return m.kind != MAT_DOUBLE || m.transposed;
}

static inline double *mat_row(struct mat m, int r)
{
    return m.v + (size_t)r * (size_t)m.stride;
}

static inline double mat_at(struct mat m, int r, int c)
{
    return mat_row(m, r)[c];
}

/* Returns where entry (r, c) of any matrix begins. */
const unsigned char *mat_address(struct mat m, int r, int c);

/* Returns a view of `cols` columns of m, from column `first`. */
static inline struct mat mat_columns(struct mat m, int first, int cols)
{
    m.cols = cols;
    if (m.transposed)
        m = mat_without_first(m, first);
    else if (m.kind != MAT_DOUBLE)
        m.bytes = mat_address(m, 0, first);
    else
        m.v += first;
    return m;
}

/* Returns a view of `rows` rows of m, from row `first`. */
static inline struct mat mat_rows(struct mat m, int first, int rows)
{
    m.rows = rows;
    if (!m.transposed && m.kind != MAT_DOUBLE)
        m = mat_without_first(m, first);
    else if (m.transposed)
        m.bytes = mat_address(m, first, 0);
    else
        m.v = mat_row(m, first);
    return m;
}

/* The entry of any matrix. */
double mat_entry(struct mat m, int r, int c);

/* out[0 … count - 1] = the entries of row r of any matrix from column c on. */
void mat_read(double *out, struct mat m, int r, int c, int count);

static inline bool mat_present(struct mat m)
{
    return m.v != NULL;
}

void mat_fill(struct mat out, double x);
void mat_copy(struct mat out, struct mat a);              /* same shape */
void mat_add(struct mat out, struct mat a, struct mat b); /* out = a + b, same shape; out may be a or b */
void mat_add_row(struct mat out, struct mat row);         /* out[r] += row, row is 1 x cols */
void mat_add_rows(struct mat out, struct mat a);          /* out += Σ_r a[r], out is 1 x cols */

/* In all products, b may be stored. */

/* out = a b:    a is r x k, b is k x c, out r x c; out must not overlap a or b. */
void mat_mul(struct mat out, struct mat a, struct mat b);

/* out = a bᵀ:   a is r x k, b is c x k, out r x c; out must not overlap a or b. */
void mat_mul_t(struct mat out, struct mat a, struct mat b);

/* The same added to what out holds; the third with the left factor transposed: out += aᵀ b, where a is k x r
 * and b is k x c. Each sum begins with out's entry and runs over k from the first to the last. */
void mat_mul_add(struct mat out, struct mat a, struct mat b);
void mat_mul_t_add(struct mat out, struct mat a, struct mat b);
void mat_t_mul_add(struct mat out, struct mat a, struct mat b);

/* mat_mul and mat_mul_t in pieces, polling `work` between them. Returns false if stopped; out is then
 * incomplete. */
bool mat_mul_on(struct mat out, struct mat a, struct mat b, struct work *work);
bool mat_mul_t_on(struct mat out, struct mat a, struct mat b, struct work *work);

/* Σ_i a_i b_i over n entries, summed from the first to the last. */
double vec_dot(const double *a, const double *b, int n);

/* Returns the cosine of the angle between a and b, a·b / (|a| |b|); 0 if one of them has no length. */
double vec_cosine(const double *a, const double *b, int n);

/* Walks n entries from the largest down, equal ones from left to right: returns the index of the finite entry
 * after entry `last` (-1: the first), -1 after the last. */
int vec_next_largest(const double *v, int n, int last);

/* Returns the largest |entry|, 0 for an empty matrix. */
double mat_max_abs(struct mat m);

/* Returns true if numbers have become too large here: an entry is NaN or +∞ (-∞ hides a key). */
bool mat_overflowed(struct mat m);

/* Returns the largest finite |entry|, 0 if there is none. */
double mat_max_finite(struct mat m);

#endif
