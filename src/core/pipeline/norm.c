#include "core/pipeline/norm.h"

#include <math.h>

#include "core/math/softmax.h"

void norm_spread(const struct config *c, const double *row, double *mean, double *sigma)
{
    *mean = 0;
    if (c->norm_rms)
        *sigma = rms_of_row(row, c->d, c->eps);
    else
        norm_of_row(row, c->d, c->eps, mean, sigma);
}

void layer_norm(struct mat out, const struct config *c, struct mat in, const struct factor *norm)
{
    struct mat gain = factor_mat(norm[0]), shift = factor_mat(norm[1]);
    for (int i = 0; i < in.rows; i++) {
        double mean, sigma;
        norm_spread(c, mat_row(in, i), &mean, &sigma);
        for (int j = 0; j < in.cols; j++)
            mat_row(out, i)[j] =
                norm_entry(mat_at(in, i, j), mean, sigma) * (mat_present(gain) ? gain.v[j] : 1) +
                (mat_present(shift) ? shift.v[j] : 0);
    }
}

void norm_part(struct mat out, const struct config *c, struct mat in, struct mat whole, struct factor by)
{
    struct mat gain = factor_mat(by);
    for (int i = 0; i < out.rows; i++) {
        double mean, sigma, part_mean, unused;
        norm_spread(c, mat_row(whole, i), &mean, &sigma);
        norm_spread(c, mat_row(in, i), &part_mean, &unused);
        for (int j = 0; j < c->d; j++)
            mat_row(out, i)[j] =
                norm_entry(mat_at(in, i, j), part_mean, sigma) * (mat_present(gain) ? gain.v[j] : 1);
    }
}

void norm_part_after(struct mat out, const struct config *c, struct mat whole, const struct factor *norm,
                     bool bias)
{
    norm_part(out, c, out, whole, norm[0]);
    if (bias && factor_present(norm[1]))
        mat_add_row(out, factor_mat(norm[1]));
}

void layer_norm_back(const struct back *b, struct norm_pass p)
{
    double by_entry[CONFIG_MAX_D];
    struct mat gain = factor_mat(p.norm[0]), d_gain = factor_mat(p.d_norm[0]),
               d_shift = factor_mat(p.d_norm[1]);
    for (int i = 0; i < p.in.rows; i++) {
        double mean, sigma;
        norm_spread(b->c, mat_row(p.in, i), &mean, &sigma);
        for (int j = 0; j < p.in.cols; j++) {
            double d = mat_at(p.d_out, i, j);
            by_entry[j] = d * (mat_present(gain) ? gain.v[j] : 1);
            if (mat_present(d_gain))
                d_gain.v[j] += d * norm_entry(mat_at(p.in, i, j), mean, sigma);
            if (mat_present(d_shift))
                d_shift.v[j] += d;
        }
        if (b->c->norm_rms)
            rms_back(mat_row(p.d_in, i), mat_row(p.in, i), by_entry, p.in.cols, sigma);
        else
            norm_back(mat_row(p.d_in, i), mat_row(p.in, i), by_entry, p.in.cols, b->c->eps);
    }
    work_on(b->d->work, NORM_EFFORT * p.in.rows * p.in.cols);
}

void qk_range(const struct config *c, int cols, int col, int *first, int *count)
{
    bool wide = c->qk_norm == QK_NORM_WIDE;
    *first = wide ? 0 : col / c->dk * c->dk;
    *count = wide ? cols : c->dk;
}

double qk_spread(const struct config *c, const double *row, int cols, int col)
{
    int first, count;
    qk_range(c, cols, col, &first, &count);
    return c->qk_norm == QK_NORM_COSINE ? sqrt(vec_dot(row + first, row + first, count))
                                        : rms_of_row(row + first, count, c->eps);
}

void qk_norm_part(struct mat part, const struct config *c, struct mat whole, struct factor gain)
{
    struct mat g = factor_mat(gain);
    for (int i = 0; i < part.rows; i++)
        for (int j = 0, first, count; j < part.cols; j += count) {
            double sigma = qk_spread(c, mat_row(whole, i), whole.cols, j);
            qk_range(c, whole.cols, j, &first, &count);
            for (int k = j; k < j + count; k++)
                mat_row(part, i)[k] =
                    norm_entry(mat_at(part, i, k), 0, sigma) * (mat_present(g) ? g.v[k % g.cols] : 1);
        }
}

void qk_norm_back(const struct back *b, struct norm_pass p)
{
    const struct config *c = b->c;
    double by_entry[CONFIG_MAX_D];
    struct mat gain = factor_mat(p.norm[0]), d_gain = factor_mat(p.d_norm[0]);
    for (int i = 0; i < p.in.rows; i++)
        for (int j = 0, first, count; j < p.in.cols; j += count) {
            double *x = mat_row(p.in, i) + j, sigma = qk_spread(c, mat_row(p.in, i), p.in.cols, j);
            qk_range(c, p.in.cols, j, &first, &count);
            for (int k = 0; k < count; k++) {
                double d = mat_at(p.d_out, i, j + k);
                by_entry[k] = d * (mat_present(gain) ? gain.v[(j + k) % gain.cols] : 1);
                if (mat_present(d_gain))
                    d_gain.v[(j + k) % d_gain.cols] += d * norm_entry(x[k], 0, sigma);
            }
            /* of the cosine, σ is √count times that of the mean */
            rms_back(mat_row(p.d_in, i) + j, x, by_entry, count,
                     c->qk_norm == QK_NORM_COSINE ? -sigma : sigma);
        }
    work_on(b->d->work, NORM_EFFORT * p.in.rows * p.in.cols);
}

void linear_compute(const struct linear *l, struct work *work)
{
    mat_mul_on(l->out, l->in, l->w, work);
    if (factor_present(l->b))
        mat_add_row(l->out, factor_mat(l->b));
}

void linear_rows(const struct linear *l, const struct trace *t)
{
    linear_compute(&(struct linear){trace_rows(t, l->out), trace_rows(t, l->in), l->w, l->b}, t->work);
}

void linear_back(const struct linear *d, const struct linear *l, struct work *work)
{
    double effort = (double)l->in.rows * l->in.cols * l->out.cols;
    if (mat_present(d->in) && work_on(work, effort))
        mat_mul_t_add(d->in, d->out, l->w);
    if (factor_present(d->w) && work_on(work, effort))
        mat_t_mul_add(factor_mat(d->w), l->in, d->out);
    if (factor_present(d->b))
        mat_add_rows(factor_mat(d->b), d->out);
}
