/* Element-wise operations: views, copies, sums. Sums run from the first entry
 * to the last: every compiler gives the same bits. */
#include "core/math/mat.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/number.h"

struct mat mat_in(struct arena *arena, int rows, int cols)
{
    return mat_of(rows, cols, cols, arena_doubles(arena, mat_room(rows, cols)));
}

size_t mat_room(int rows, int cols)
{
    return (size_t)rows * (size_t)cols;
}

void mat_fill(struct mat out, double x)
{
    for (int r = 0; r < out.rows; r++) {
        double *row = mat_row(out, r);
        for (int c = 0; c < out.cols; c++)
            row[c] = x;
    }
}

void mat_copy(struct mat out, struct mat a)
{
    for (int r = 0; r < out.rows; r++)
        memcpy(mat_row(out, r), mat_row(a, r), (size_t)out.cols * sizeof *out.v);
}

void mat_add(struct mat out, struct mat a, struct mat b)
{
    /* a gcc and clang extension: element-wise arithmetic */
    typedef double lanes __attribute__((vector_size(2 * sizeof(double)), aligned(sizeof(double)), may_alias));
    for (int r = 0; r < out.rows; r++) {
        double *to = mat_row(out, r);
        const double *x = mat_row(a, r), *y = mat_row(b, r);
        int c = 0;
        for (; c + 2 <= out.cols; c += 2)
            *(lanes *)(to + c) = *(const lanes *)(x + c) + *(const lanes *)(y + c);
        if (c < out.cols)
            to[c] = x[c] + y[c];
    }
}

void mat_add_row(struct mat out, struct mat row)
{
    for (int r = 0; r < out.rows; r++)
        for (int c = 0; c < out.cols; c++)
            mat_row(out, r)[c] += row.v[c];
}

void mat_add_rows(struct mat out, struct mat a)
{
    for (int r = 0; r < a.rows; r++)
        for (int c = 0; c < a.cols; c++)
            out.v[c] += mat_at(a, r, c);
}

double vec_dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

double vec_cosine(const double *a, const double *b, int n)
{
    double size = sqrt(vec_dot(a, a, n) * vec_dot(b, b, n));
    return size > 0 ? vec_dot(a, b, n) / size : 0;
}

int vec_largest(const double *v, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        best = v[i] > v[best] ? i : best;
    return best;
}

int vec_next_largest(const double *v, int n, int last)
{
    int best = -1;
    for (int j = 0; j < n; j++) {
        bool later = last < 0 || v[j] < v[last] || (j > last && v[j] <= v[last]);
        if (isfinite(v[j]) && later && (best < 0 || v[j] > v[best]))
            best = j;
    }
    return best;
}

double mat_max_abs(struct mat m)
{
    double most = 0;
    for (int r = 0; r < m.rows; r++)
        for (int c = 0; c < m.cols; c++)
            most = fmax(most, fabs(mat_at(m, r, c)));
    return most;
}

bool mat_overflowed(struct mat m)
{
    for (int r = 0; r < m.rows; r++)
        for (int c = 0; c < m.cols; c++)
            if (!(mat_at(m, r, c) < INFINITY))
                return true;
    return false;
}

bool mat_same(struct mat a, struct mat b)
{
    bool same = a.rows == b.rows && a.cols == b.cols;
    if (!same || (a.v == b.v && a.stride == b.stride))
        return same;
    for (int r = 0; r < a.rows && same; r++)
        same = memcmp(mat_row(a, r), mat_row(b, r), (size_t)a.cols * sizeof(double)) == 0;
    return same;
}

bool mat_finite(struct mat m)
{
    for (int r = 0; r < m.rows; r++)
        for (int c = 0; c < m.cols; c++)
            if (!isfinite(mat_at(m, r, c)))
                return false;
    return true;
}

double mat_max_finite(struct mat m)
{
    double most = 0;
    for (int r = 0; r < m.rows; r++)
        for (int c = 0; c < m.cols; c++)
            if (isfinite(mat_at(m, r, c)))
                most = fmax(most, fabs(mat_at(m, r, c)));
    return most;
}

int largest_of(const double *x, int count, int digits, bool *tied)
{
    int best = vec_next_largest(x, count, -1);
    *tied = false;
    for (int i = 0; i < count && best >= 0; i++)
        *tied = *tied || (i != best && number_alike(x[best], x[i], digits));
    return best < 0 ? 0 : best;
}
