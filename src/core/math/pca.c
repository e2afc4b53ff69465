#include "core/math/pca.h"

#include <math.h>

#include "base/arena.h"

enum { SWEEPS = 40 };

static int all_rows(const struct mat *m, int count)
{
    int rows = 0;
    for (int i = 0; i < count; i++)
        rows += m[i].rows;
    return rows;
}

/* A spread that comes from rounding entries of the size of `most`. */
static bool only_rounding(double spread, double most)
{
    return sqrt(spread) <= 1e-12 * most;
}

bool pca_fits(const struct mat *m, int count)
{
    return all_rows(m, count) <= PCA_MAX_SIDE || m[0].cols <= PCA_MAX_SIDE;
}

size_t pca_room(const struct mat *m, int count)
{
    int rows = all_rows(m, count), d = m[0].cols, side = rows < d ? rows : d;
    return (size_t)d * (1 + PCA_AXES) + 2 * mat_room(rows, d) + 2 * mat_room(side, side);
}

/* Stacks all rows of m and subtracts their mean; sets p->mean. */
static struct mat centred(struct pca *p, const struct mat *m, int count, struct arena *arena)
{
    struct mat b = mat_in(arena, all_rows(m, count), p->d);
    int at = 0;
    for (int i = 0; i < count; i++) {
        mat_copy(mat_rows(b, at, m[i].rows), m[i]);
        at += m[i].rows;
    }
    for (int j = 0; j < p->d; j++) {
        double sum = 0;
        for (int r = 0; r < b.rows; r++)
            sum += mat_at(b, r, j);
        p->mean[j] = sum / b.rows;
        for (int r = 0; r < b.rows; r++)
            mat_row(b, r)[j] -= p->mean[j];
    }
    return b;
}

/* Replaces rows p and q of m by cos·p - sin·q and sin·p + cos·q. */
static void turn_rows(struct mat m, int p, int q, double cosine, double sine)
{
    double *a = mat_row(m, p), *b = mat_row(m, q);
    for (int k = 0; k < m.cols; k++) {
        double x = a[k], y = b[k];
        a[k] = cosine * x - sine * y;
        b[k] = sine * x + cosine * y;
    }
}

/* Zeros entry (p, q) of the symmetric m by one Jacobi rotation; applies it to the rows of v. */
static void rotate(struct mat m, struct mat v, int p, int q)
{
    double theta = (mat_at(m, q, q) - mat_at(m, p, p)) / (2 * mat_at(m, p, q));
    double tangent = (theta < 0 ? -1 : 1) / (fabs(theta) + hypot(theta, 1)), cosine = 1 / hypot(tangent, 1),
           sine = tangent * cosine;
    turn_rows(m, p, q, cosine, sine);
    for (int r = 0; r < m.rows; r++) {
        double *row = mat_row(m, r), x = row[p], y = row[q];
        row[p] = cosine * x - sine * y;
        row[q] = sine * x + cosine * y;
    }
    turn_rows(v, p, q, cosine, sine);
}

/* Diagonalizes the symmetric m: its diagonal becomes the eigenvalues, the rows of v the eigenvectors. */
static void diagonalise(struct mat m, struct mat v, double trace)
{
    mat_fill(v, 0);
    for (int i = 0; i < v.rows; i++)
        mat_row(v, i)[i] = 1;
    bool done = false;
    for (int sweep = 0; sweep < SWEEPS && !done; sweep++) {
        done = true;
        for (int p = 0; p < m.rows; p++)
            for (int q = p + 1; q < m.rows; q++)
                if (fabs(mat_at(m, p, q)) > 1e-17 * trace) {
                    rotate(m, v, p, q);
                    done = false;
                }
    }
}

/* Sets axis number `axis`: Bᵀ times an eigenvector of BBᵀ (of_rows), or an eigenvector of BᵀB itself. */
static void direction(struct pca *p, int axis, struct mat b, const double *vector, bool of_rows)
{
    for (int j = 0; j < p->d; j++) {
        double sum = of_rows ? 0 : vector[j];
        for (int r = 0; of_rows && r < b.rows; r++)
            sum += vector[r] * mat_at(b, r, j);
        p->axis[axis][j] = sum;
    }
    /* to length 1, with the (first) entry of largest size positive */
    double *v = p->axis[axis], length = sqrt(vec_dot(v, v, p->d)), most = 0;
    for (int j = 0; j < p->d; j++)
        if (fabs(v[j]) > fabs(most) * (1 + 1e-9))
            most = v[j];
    for (int j = 0; j < p->d; j++)
        v[j] /= most < 0 ? -length : length;
}

void pca_compute(struct pca *p, const struct mat *m, int count, struct arena *arena)
{
    enum { NONE = -1 };
    *p = (struct pca){.d = m[0].cols};
    p->mean = arena_doubles(arena, (size_t)p->d);
    for (int a = 0; a < PCA_AXES; a++) {
        p->axis[a] = arena_doubles(arena, (size_t)p->d);
        for (int j = 0; j < p->d; j++)
            p->axis[a][j] = 0;
    }
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, mat_max_finite(m[i]));
    struct mat b = centred(p, m, count, arena);
    for (int r = 0; r < b.rows; r++)
        p->spread += vec_dot(mat_row(b, r), mat_row(b, r), p->d);
    if (!isfinite(p->spread))
        return;
    if (only_rounding(p->spread, most)) {
        p->spread = 0;
        return;
    }
    bool of_rows = b.rows <= p->d;
    struct mat side = of_rows ? b : mat_in(arena, b.cols, b.rows);
    for (int r = 0; r < side.rows && !of_rows; r++)
        for (int k = 0; k < side.cols; k++)
            mat_row(side, r)[k] = mat_at(b, k, r);
    struct mat s = mat_in(arena, side.rows, side.rows), v = mat_in(arena, side.rows, side.rows);
    mat_mul_t(s, side, side);
    diagonalise(s, v, p->spread);
    for (int a = 0, taken = NONE; a < PCA_AXES && a < s.rows; a++) {
        int at = taken == 0;
        for (int i = 0; i < s.rows; i++)
            if (i != taken && mat_at(s, i, i) > mat_at(s, at, at))
                at = i;
        double share = mat_at(s, at, at) / p->spread;
        if (share < 1e-10) /* rounding noise, not a direction */
            return;
        direction(p, a, b, mat_row(v, at), of_rows);
        p->share[a] = share;
        p->axes = a + 1;
        taken = at;
    }
}

void pca_project(const struct pca *p, const double *row, double out[PCA_AXES])
{
    for (int a = 0; a < PCA_AXES; a++) {
        out[a] = 0;
        for (int j = 0; j < p->d; j++)
            out[a] += (row[j] - p->mean[j]) * p->axis[a][j];
    }
}

double pca_kept(const struct pca *p, struct mat m)
{
    double all = 0, sum[PCA_AXES] = {0}, squares[PCA_AXES] = {0}, at[PCA_AXES];
    for (int j = 0; j < m.cols; j++) {
        double mean = 0;
        for (int r = 0; r < m.rows; r++)
            mean += mat_at(m, r, j) / m.rows;
        for (int r = 0; r < m.rows; r++)
            all += (mat_at(m, r, j) - mean) * (mat_at(m, r, j) - mean);
    }
    for (int r = 0; r < m.rows; r++) {
        pca_project(p, mat_row(m, r), at);
        for (int a = 0; a < PCA_AXES; a++) {
            sum[a] += at[a];
            squares[a] += at[a] * at[a];
        }
    }
    double kept = 0;
    for (int a = 0; a < PCA_AXES; a++)
        kept += squares[a] - sum[a] * sum[a] / m.rows;
    return all > 1e-20 * p->spread && !only_rounding(all, mat_max_finite(m)) ? fmin(1, kept / all) : 1;
}
