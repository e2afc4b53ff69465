#include "core/pipeline/streamed.h"

#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/math/elementary.h"
#include "core/math/softmax.h"

/* Returns the value of a key as a query reads it, with the vector that the encoding adds (Shaw) in `own`. */
static const double *value_of(const struct streamed *of, int query, int key, double own[CONFIG_MAX_D])
{
    const struct config *c = of->c;
    const double *v = mat_row(of->a->V, key) + config_key_head(c, of->head) * c->dv;
    if (config_crosses(c) || !c->pe->value)
        return v;
    c->pe->value(own, (long)c->start + query, (long)c->start + key, of->head, c);
    for (int x = 0; x < c->dv; x++)
        own[x] += v[x];
    return own;
}

void streamed_softmax(double *most, double *sum, double *out, const struct streamed *of, int query, int tile,
                      int keys)
{
    double own[CONFIG_MAX_D];
    const int dv = of->c->dv;
    const double *score = mat_row(attention_head(of->a, of->a->map[MAP_MASKED], of->head), query);
    *most = -INFINITY;
    *sum = 0;
    if (out)
        memset(out, 0, (size_t)dv * sizeof *out);
    for (int first = 0; first < keys; first += tile) {
        int end = first + tile < keys ? first + tile : keys;
        double before = *most, now = softmax_max(score + first, end - first);
        *most = now > before || isnan(now) ? now : before;
        if (*most == -INFINITY)
            continue;
        double shrinks = before == -INFINITY ? 0 : softmax_exp(before, *most);
        *sum *= shrinks;
        for (int x = 0; x < dv && out; x++)
            out[x] *= shrinks;
        for (int j = first; j < end; j++) {
            double e = softmax_exp(score[j], *most);
            const double *v = e > 0 && out ? value_of(of, query, j, own) : NULL;
            *sum += e;
            for (int x = 0; x < dv && v; x++)
                out[x] += e * v[x];
        }
    }
    for (int x = 0; x < dv && out && *sum > 0; x++)
        out[x] /= *sum;
}

double linear_feature(double x)
{
    return x > 0 ? x + 1 : elementary_exp(x);
}

void linear_state(struct mat S, struct mat z, const struct streamed *of, int query)
{
    double own[CONFIG_MAX_D];
    struct mat keys = attention_head_keys(of->a, of->c, of->head);
    mat_fill(S, 0);
    mat_fill(z, 0);
    for (int s = 0; s <= query && s < keys.rows; s++) {
        const double *v = value_of(of, query, s, own);
        for (int i = 0; i < S.rows; i++) {
            double k = linear_feature(mat_at(keys, s, i));
            z.v[i] += k;
            for (int x = 0; x < S.cols; x++)
                mat_row(S, i)[x] += k * v[x];
        }
    }
}

void linear_output(double *out, const struct streamed *of, int query, double *room)
{
    const int dk = of->c->dk, dv = of->c->dv;
    struct mat S = mat_of(dk, dv, dv, room), z = mat_of(1, dk, dk, room + (size_t)dk * (size_t)dv),
               q = attention_head_queries(of->a, of->c, of->head);
    double all = 0;
    linear_state(S, z, of, query);
    memset(out, 0, (size_t)dv * sizeof *out);
    for (int i = 0; i < dk; i++) {
        double f = linear_feature(mat_at(q, query, i));
        all += f * z.v[i];
        for (int x = 0; x < dv; x++)
            out[x] += f * mat_at(S, i, x);
    }
    for (int x = 0; x < dv; x++)
        out[x] /= all;
}

void linear_shares(double *share, const struct streamed *of, int query)
{
    struct mat q = attention_head_queries(of->a, of->c, of->head),
               keys = attention_head_keys(of->a, of->c, of->head);
    double all = 0;
    for (int s = 0; s < keys.rows; s++) {
        share[s] = 0;
        for (int i = 0; i < of->c->dk && s <= query; i++)
            share[s] += linear_feature(mat_at(q, query, i)) * linear_feature(mat_at(keys, s, i));
        all += share[s];
    }
    for (int s = 0; s < keys.rows; s++)
        share[s] /= all;
}
