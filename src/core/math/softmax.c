/* Row-wise operations. The derivations use the same two steps as softmax_row,
 * so the two cannot disagree. */
#include "core/math/softmax.h"

#include <math.h>
#include <stdbool.h>

#include "core/math/elementary.h"
#include "core/math/mat.h"

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
    double out;
    row_exp(&out, &x, 1, max);
    return out;
}

void softmax_row(double *out, const double *in, int n)
{
    double most = softmax_max(in, n), sum = 0;
    bool empty = most == -INFINITY;
    row_exp(out, in, n, most);
    for (int j = 0; j < n; j++)
        sum += out[j];
    row_divide(out, out, n, empty ? INFINITY : sum); /* no key left: every share is 0 */
}

double softmax_sink(double *out, const double *in, int n, double sink)
{
    double most = softmax_max(in, n), sum = 0, own;
    most = isnan(most) || most > sink ? most : sink;
    own = softmax_exp(sink, most);
    row_exp(out, in, n, most);
    for (int j = 0; j < n; j++)
        sum += out[j];
    bool empty = most == -INFINITY;
    row_divide(out, out, n, empty ? INFINITY : sum + own);
    return empty ? 0 : own / (sum + own);
}

void softmax_back(double *out, const double *w, const double *d, int n)
{
    double mean = vec_dot(w, d, n);
    for (int j = 0; j < n; j++)
        out[j] = w[j] * (d[j] - mean);
}

enum { PIECE = 32 }; /* exponentials computed at a time */

double softmax_cross_entropy(const double *in, int n, struct answer answer)
{
    double most = softmax_max(in, n), sum = 0, all = 0;
    int visible = 0;
    if (most == -INFINITY || in[answer.at] == -INFINITY)
        return INFINITY;
    for (int j = 0; j < n && answer.even > 0; j++) {
        all += in[j] == -INFINITY ? 0 : in[j] - most;
        visible += in[j] != -INFINITY;
    }
    for (int j = 0; j < n; j += PIECE) {
        double e[PIECE];
        int count = n - j < PIECE ? n - j : PIECE;
        row_exp(e, in + j, count, most);
        for (int k = 0; k < count; k++)
            sum += e[k];
    }
    double spread = visible > 0 ? answer.even * (all / visible) : 0;
    return elementary_log(sum) - ((1 - answer.even) * (in[answer.at] - most) + spread);
}

void softmax_cross_entropy_back(double *d_p, double *d_in, const double *p, int n, struct answer answer,
                                double scale)
{
    int visible = 0;
    for (int j = 0; j < n; j++)
        visible += p[j] > 0;
    for (int j = 0; j < n; j++) {
        double q = p[j] > 0 ? answer.even / visible : 0;
        q += j == answer.at ? 1 - answer.even : 0;
        if (q > 0)
            d_p[j] -= scale * q / p[j];
        d_in[j] += scale * (p[j] - q);
    }
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

double rms_of_row(const double *in, int n, double eps)
{
    return sqrt(vec_dot(in, in, n) / n + eps);
}

double norm_entry(double x, double mean, double sigma)
{
    return sigma <= 0 ? 0 : (x - mean) / sigma; /* NaN if sigma is */
}

void norm_back(double *out, const double *in, const double *d, int n, double eps)
{
    double mean, sigma, sum = 0, along = 0;
    norm_of_row(in, n, eps, &mean, &sigma);
    for (int j = 0; j < n; j++) {
        sum += d[j];
        along += d[j] * norm_entry(in[j], mean, sigma);
    }
    for (int j = 0; j < n && sigma > 0; j++)
        out[j] += (d[j] - sum / n - norm_entry(in[j], mean, sigma) * (along / n)) / sigma;
}

void rms_back(double *out, const double *in, const double *d, int n, double sigma)
{
    double size = fabs(sigma), along = size > 0 ? vec_dot(d, in, n) / size / (sigma < 0 ? 1 : n) : 0;
    for (int j = 0; j < n && size > 0; j++)
        out[j] += (d[j] - in[j] / size * along) / size;
}
