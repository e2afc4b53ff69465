#include "tap/trial.h"

#include <math.h>

double fit_scale(struct trial *t, const struct way *w, enum dump_part by)
{
    const struct dumped *a = &t->v->read;
    double xx = 0, xy = 0, least = by == PART_WEIGHTS ? 200 * array_rounding(a->of[by].of) * 0x1p-4 : 0;
    for (int b = 0; b < a->batch; b++)
        for (int h = 0; h < a->heads; h++)
            for (int n = 0, i; (i = judge_query(t->j, n)) >= 0; n++) {
                struct judge_row row = judge_row(t->j, w, b, h, i);
                double mx = 0, my = 0, count = 0;
                for (int pass = 0; pass < 2; pass++)
                    for (int s = 0; s < row.keys; s++) {
                        double given = view_at(&a->of[by], b, h, i, s);
                        if (!row.seen[s] || !isfinite(given) || (by == PART_WEIGHTS && given <= least))
                            continue;
                        double y = (by == PART_WEIGHTS ? log(given) : given) -
                                   (row.score[s] - w->scale * row.product[s]);
                        double x = row.product[s];
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
    const struct dumped *a = &t->v->read;
    double sum = 0, count = 0;
    for (int h = 0; h < a->heads; h++)
        for (int n = 0, i; (i = judge_query(t->j, n)) >= 0; n++) {
            struct judge_row row = judge_row(t->j, w, 0, h, i);
            int best = -1;
            double most = 0;
            for (int s = 0; s < row.keys; s++)
                if (row.seen[s] && view_at(&a->of[PART_WEIGHTS], 0, h, i, s) > most) {
                    most = view_at(&a->of[PART_WEIGHTS], 0, h, i, s);
                    best = s;
                }
            for (int s = 0; best >= 0 && s < row.keys; s++) {
                double x = view_at(&a->of[PART_WEIGHTS], 0, h, i, s);
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
    double least = fmax(4 * array_rounding(a->of[PART_WEIGHTS].of), 1e-9);
    for (int h = 0; h < a->heads; h++) {
        double sum = 0, count = 0;
        for (int b = 0; b < a->batch; b++)
            for (int n = 0, i; (i = judge_query(t->j, n)) >= 0; n++) {
                struct judge_row row = judge_row(t->j, w, b, h, i);
                double given = 0, most = -INFINITY, z = 0;
                for (int s = 0; s < row.keys; s++) {
                    given += view_at(&a->of[PART_WEIGHTS], b, h, i, s);
                    most = row.seen[s] ? fmax(most, row.score[s]) : most;
                }
                for (int s = 0; s < row.keys; s++)
                    z += row.seen[s] ? exp(row.score[s] - most) : 0;
                double share = 1 - given;
                if (!(share > least && given > least) || !isfinite(most))
                    continue;
                /* Each row tells it as well as its share is far from 0 and from 1. */
                double weight = share * given;
                sum += weight * (most + log(z) + log(share / given));
                count += weight;
            }
        if (count == 0)
            return false;
        sink[h] = sum / count;
    }
    return true;
}

bool fit_dropout(struct trial *t, const struct way *w, double *p)
{
    const struct dumped *a = &t->v->read;
    double ratio = 0, best = 0, dropped = 0, count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int b = 0; b < a->batch; b++)
            for (int h = 0; h < a->heads; h++)
                for (int n = 0, i; (i = judge_query(t->j, n)) >= 0; n++) {
                    struct judge_row row = judge_row(t->j, w, b, h, i);
                    for (int s = 0; s < row.keys; s++) {
                        double x = view_at(&a->of[PART_WEIGHTS], b, h, i, s), right = row.weight[s];
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
