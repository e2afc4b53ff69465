/* Matrices of double, row-major. A struct mat is a borrowed view: it never
 * owns its numbers (a trace's arena or a model's value does).
 *
 * Row-vector convention everywhere: a word is a row, Q = H W_Q. */
#ifndef CORE_MATH_MAT_H
#define CORE_MATH_MAT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct work;

struct mat {
    int rows, cols;
    int stride;        /* doubles from one row to the next, >= cols */
    double *v;         /* NULL when the matrix is not there (rows = cols = 0) */
};

/* A rows x cols matrix in the arena, not cleared. */
struct mat mat_in(struct arena *arena, int rows, int cols);

/* Doubles that mat_in takes. */
size_t mat_room(int rows, int cols);

/* View of `cols` columns of m, from column `first`. */
struct mat mat_columns(struct mat m, int first, int cols);

/* View of `rows` rows of m, from row `first`. */
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
void mat_copy(struct mat out, struct mat a);                 /* same shape */
void mat_add(struct mat out, struct mat a, struct mat b);    /* out = a + b, same shape; out may be a or b */
void mat_add_row(struct mat out, struct mat row);            /* out[r] += row, row is 1 x cols */

/* out = a b:    a is r x k, b is k x c, out r x c; out overlaps neither. */
void mat_mul(struct mat out, struct mat a, struct mat b);

/* out = a bᵀ:   a is r x k, b is c x k, out r x c; out overlaps neither. */
void mat_mul_t(struct mat out, struct mat a, struct mat b);

/* The same in pieces, asking between them. false: stopped, out is not whole. */
bool mat_mul_on(struct mat out, struct mat a, struct mat b, struct work *work);
bool mat_mul_t_on(struct mat out, struct mat a, struct mat b, struct work *work);

/* Σ_i a_i b_i over n entries, summed from the first to the last. */
double vec_dot(const double *a, const double *b, int n);

/* Largest |entry|, 0 for an empty matrix. */
double mat_max_abs(struct mat m);

/* Largest finite |entry|, 0 when there is none. */
double mat_max_finite(struct mat m);

#endif
