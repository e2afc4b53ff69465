#include "core/pipeline/linear.h"

void linear_compute(const struct linear *l, struct work *work)
{
    mat_mul_on(l->out, l->in, l->w, work);
    if (factor_present(l->b))
        mat_add_row(l->out, factor_mat(l->b));
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
