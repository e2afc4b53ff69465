#include "core/pipeline/linear.h"

void linear_compute(const struct linear *l, struct work *work)
{
    mat_mul_on(l->out, l->in, l->w, work);
    if (mat_present(l->b))
        mat_add_row(l->out, l->b);
}

void linear_back(const struct linear *d, const struct linear *l, struct work *work)
{
    double effort = (double)l->in.rows * l->in.cols * l->out.cols;
    if (mat_present(d->in) && work_on(work, effort))
        mat_mul_t_add(d->in, d->out, l->w);
    if (mat_present(d->w) && work_on(work, effort))
        mat_t_mul_add(d->w, l->in, d->out);
    if (mat_present(d->b))
        mat_add_rows(d->b, d->out);
}
