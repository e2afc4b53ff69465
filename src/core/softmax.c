#include "core/softmax.h"

#include <math.h>

void softmax_row(double *out, const double *in, int n)
{
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < n; j++)
        most = in[j] > most ? in[j] : most;
    if (most == -INFINITY) {
        for (int j = 0; j < n; j++)
            out[j] = 0;
        return;
    }
    for (int j = 0; j < n; j++) {
        out[j] = exp(in[j] - most);
        sum += out[j];
    }
    for (int j = 0; j < n; j++)
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
