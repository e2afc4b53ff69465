/* Matrices of double, row-major. A struct mat is a borrowed view: a trace's arena
 * or a model's value owns the numbers.
 *
 * Row-vector convention throughout: a word is a row, Q = H W_Q. */
#ifndef CORE_MATH_MAT_H
#define CORE_MATH_MAT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct work;

struct mat {
    int rows, cols;
    int stride; /* doubles from one row to the next, >= cols */
    double *v;  /* NULL if the matrix is absent (rows = cols = 0) */
};

/* Returns a rows x cols matrix in the arena, uninitialized. */
struct mat mat_in(struct arena *arena, int rows, int cols);

/* Returns the doubles that mat_in takes. */
size_t mat_room(int rows, int cols);

/* Returns a view of `cols` columns of m, from column `first`. */
struct mat mat_columns(struct mat m, int first, int cols);

/* Returns a view of `rows` rows of m, from row `first`. */
struct mat mat_rows(struct mat m, int first, int rows);

static inline double *mat_row(struct mat m, int r)
{
    return m.v + (size_t)r * (size_t)m.stride;
}

static inline double mat_at(struct mat m, int r, int c)
{
    return mat_row(m, r)[c];
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

/* Returns the largest |entry|, 0 for an empty matrix. */
double mat_max_abs(struct mat m);

/* Returns the largest finite |entry|, 0 if there is none. */
double mat_max_finite(struct mat m);

#endif
