#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tap/diagnose.h"

/* A bias that grows linearly with the distance, or, since softmax does not notice a number for the whole row,
 * with the key: ALiBi's, with a slope for each head. (Press et al. 2022) */

enum { MOST_HEADS = 256 };

/* Finds the slope of a head: bias = slope·(s − t) + a number for each row, where it is not hidden. Returns
 * false if it is not linear. */
static bool find_slope(const struct strided *bias, int head, double u, double *slope)
{
    double most = 0, first = 0;
    bool found = false;
    for (int t = 0; t < bias->size[2]; t++)
        for (int s = 0; s < bias->size[3]; s++) {
            double x = view_at(bias, 0, head, t, s);
            most = isfinite(x) && x > -1000 ? fmax(most, fabs(x)) : most;
        }
    for (int t = 0; t < bias->size[2]; t++)
        for (int s = 1; s < bias->size[3]; s++) {
            double x = view_at(bias, 0, head, t, s), before = view_at(bias, 0, head, t, s - 1);
            if (!isfinite(x) || !isfinite(before) || x <= -1000 || before <= -1000)
                continue;
            if (!found)
                first = x - before;
            found = true;
            if (fabs(x - before - first) > 8 * u * most)
                return false;
        }
    *slope = first;
    return found;
}

/* The published slopes: 2^(−8(i+1)/n); if n is no power of 2, those of the next smaller power, then every
 * second one of the next larger. `from`: 1, or 0 if exponents begin at 0. */
static void published(double *slope, int heads, int from)
{
    int power = 1;
    while (2 * power <= heads)
        power *= 2;
    for (int i = 0; i < power; i++)
        slope[i] = exp2(-8.0 * (i + from) / power);
    for (int i = power; i < heads; i++)
        slope[i] = exp2(-4.0 * (2 * (i - power) + from) / power);
}

static int falling(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Returns whether slopes are those of a rule, times a sign; `sorted`: in any order. */
static bool near(const double *slope, const double *rule, int n, double sign, bool sorted, double within)
{
    double a[MOST_HEADS], b[MOST_HEADS];
    memcpy(a, slope, (size_t)n * sizeof *a);
    memcpy(b, rule, (size_t)n * sizeof *b);
    if (sorted) {
        qsort(a, (size_t)n, sizeof *a, falling);
        qsort(b, (size_t)n, sizeof *b, falling);
    }
    for (int i = 0; i < n; i++)
        if (fabs(sign * a[i] - b[i]) > within * fabs(b[i]))
            return false;
    return true;
}

void verdict_bias(struct verdict *v)
{
    const struct dumped *a = &v->read;
    const struct strided *bias = &a->of[PART_BIAS];
    double slope[MOST_HEADS], rule[MOST_HEADS], from_zero[MOST_HEADS];
    struct way way = {0};
    int n = bias->of ? (int)bias->size[1] : 0;
    if (n != a->heads || n > MOST_HEADS || a->keys < 3)
        return;
    double u = array_rounding(bias->of), within = fmax(64 * u, 1e-9);
    for (int h = 0; h < n; h++)
        if (!find_slope(bias, h, u, &slope[h]) || slope[h] == 0)
            return;
    published(rule, n, 1);
    published(from_zero, n, 0);
    const struct {
        enum fault is;
        bool fits;
    } rows[] = {{FAULT_ALIBI_SIGN, near(slope, rule, n, -1, false, within)},
                {FAULT_ALIBI_EXPONENT, near(slope, from_zero, n, 1, false, within)},
                {FAULT_ALIBI_ORDER, near(slope, rule, n, 1, true, within)},
                {FAULT_ALIBI_PLAIN, true}};
    int is = 0;
    while (!rows[is].fits)
        is++;
    if (near(slope, rule, n, 1, false, within))
        verdict_hold(v, RELATION_ALIBI, 0, &way);
    else
        verdict_find(v, rows[is].is, &way, NULL, slope[0], 0);
}
