/* What is done to one row of numbers as a whole. The derivations go through the
 * same two steps as softmax_row, so they cannot tell another story. */
#include "core/softmax.h"

#include <math.h>
#include <stdbool.h>

double softmax_max(const double *in, int n)
{
    double most = -INFINITY;
    for (int j = 0; j < n; j++) {
        if (in[j] <= most)
            continue;
        if (isnan(in[j]))
            return in[j];
        most = in[j];
    }
    return most;
}

double softmax_exp(double x, double max)
{
    return x == max ? 1 : exp(x - max);   /* inf - inf would be NaN */
}

void softmax_row(double *out, const double *in, int n)
{
    double most = softmax_max(in, n), sum = 0;
    bool empty = most == -INFINITY;
    for (int j = 0; j < n; j++)
        out[j] = empty ? 0 : softmax_exp(in[j], most);
    for (int j = 0; j < n; j++)
        sum += out[j];
    for (int j = 0; j < n && !empty; j++)
        out[j] /= sum;
}

void norm_of_row(const double *in, int n, double eps, double *mean, double *sigma)
{
    double sum = 0, squares = 0;
    for (int j = 0; j < n; j++)
        sum += in[j];
    *mean = sum / n;
    for (int j = 0; j < n; j++)
        squares += (in[j] - *mean) * (in[j] - *mean);
    *sigma = sqrt(squares / n + eps);
}

double norm_entry(double x, double mean, double sigma)
{
    return sigma > 0 ? (x - mean) / sigma : 0;
}
