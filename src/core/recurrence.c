#include "core/recurrence.h"

void recurrence_shares(double z, int t, double *share)
{
    double left = 1;
    for (int k = t; k > 0; k--) {
        share[k] = (1 - z) * left;
        left *= z;
    }
    share[0] = left;
}

void recurrence_run(double z, struct mat x, struct mat h)
{
    for (int t = 0; t < x.rows; t++)
        for (int j = 0; j < x.cols; j++)
            mat_row(h, t)[j] = t > 0 ? z * mat_at(h, t - 1, j) + (1 - z) * mat_at(x, t, j) : mat_at(x, t, j);
}
