#include "tap/trial.h"

#include <math.h>

static double given(const struct trial *t, enum dump_part by, struct judge_at at, int s)
{
    return view_at(&t->v->read.of[by], at.batch, at.head, at.query, s);
}

double fit_scale(struct trial *t, const struct way *w, enum dump_part by)
{
    double xx = 0, xy = 0, least = by == PART_WEIGHTS ? 12.5 * array_rounding(t->v->read.of[by].of) : 0;
    for (struct judge_at at = JUDGE_BEGIN; judge_next(t->j, &at);) {
        struct judge_row row = judge_row(t->j, w, at);
        double mx = 0, my = 0, count = 0;
        for (int pass = 0; pass < 2; pass++)
            for (int s = 0; s < row.keys; s++) {
                double is = given(t, by, at, s), x = row.product[s];
                if (!row.seen[s] || !isfinite(is) || (by == PART_WEIGHTS && is <= least))
                    continue;
                double y = (by == PART_WEIGHTS ? log(is) : is) - (row.score[s] - w->scale * x);
                if (pass == 0) {
                    mx += x;
                    my += y;
                    count++;
                } else {
                    xx += (x - mx / count) * (x - mx / count);
                    xy += (x - mx / count) * (y - my / count);
                }
            }
    }
    return xx > 0 ? xy / xx : 0;
}

bool fit_constant(struct trial *t, const struct way *w, double *constant)
{
    double sum = 0, count = 0;
    if (t->target != TARGET_WEIGHTS)
        return false;
    for (struct judge_at at = JUDGE_BEGIN; judge_next(t->j, &at) && at.batch == 0;) {
        struct judge_row row = judge_row(t->j, w, at);
        int best = -1;
        double most = 0;
        for (int s = 0; s < row.keys; s++)
            if (row.seen[s] && given(t, PART_WEIGHTS, at, s) > most) {
                most = given(t, PART_WEIGHTS, at, s);
                best = s;
            }
        for (int s = 0; best >= 0 && s < row.keys; s++) {
            double x = given(t, PART_WEIGHTS, at, s);
            if (row.seen[s] || x < 1e-3 || !isfinite(x))
                continue;
            sum += log(x / most) + row.score[best];
            count++;
        }
    }
    *constant = count > 0 ? sum / count : 0;
    return count > 0 && fabs(*constant) < 50;
}

bool fit_sinks(struct trial *t, const struct way *w, double *sink)
{
    const struct dumped *a = &t->v->read;
    double least = fmax(4 * array_rounding(a->of[PART_WEIGHTS].of), 1e-9), count[SINKS_MOST] = {0};
    for (int h = 0; h < a->heads; h++)
        sink[h] = 0;
    for (struct judge_at at = JUDGE_BEGIN; judge_next(t->j, &at);) {
        struct judge_row row = judge_row(t->j, w, at);
        double sum = 0, most = -INFINITY, z = 0;
        for (int s = 0; s < row.keys; s++) {
            sum += given(t, PART_WEIGHTS, at, s);
            most = row.seen[s] ? fmax(most, row.score[s]) : most;
        }
        for (int s = 0; s < row.keys; s++)
            z += row.seen[s] ? exp(row.score[s] - most) : 0;
        double share = 1 - sum;
        if (!(share > least && sum > least) || !isfinite(most))
            continue;
        /* Each row tells it as well as its share is far from 0 and from 1. */
        sink[at.head] += share * sum * (most + log(z) + log(share / sum));
        count[at.head] += share * sum;
    }
    for (int h = 0; h < a->heads; h++) {
        if (count[h] == 0)
            return false;
        sink[h] /= count[h];
    }
    return true;
}

bool fit_dropout(struct trial *t, const struct way *w, double *p)
{
    double ratio = 0, best = 0, dropped = 0, count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (struct judge_at at = JUDGE_BEGIN; judge_next(t->j, &at);) {
            struct judge_row row = judge_row(t->j, w, at);
            for (int s = 0; s < row.keys; s++) {
                double x = given(t, PART_WEIGHTS, at, s), right = row.weight[s];
                if (pass == 0 && x > 0 && right > best) {
                    best = right;
                    ratio = x / right;
                }
                if (pass == 0)
                    continue;
                if (x != 0 && !(fabs(x - ratio * right) <= 2 * ratio * row.tolerance[s]))
                    return false;
                count += right > 1e-6;
                dropped += right > 1e-6 && x == 0;
            }
        }
        if (!(ratio > 1.01 && ratio < 50))
            return false;
    }
    *p = 1 - 1 / ratio;
    return dropped > 0 && fabs(dropped / count - *p) < 4 * sqrt(*p * (1 - *p) / count) + 0.02;
}
