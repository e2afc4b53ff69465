#include "study/distance.h"

#include <math.h>

#define EFFORT 1.6e7 /* multiplications: a few ms */

static bool distance_possible(struct distance *d, const struct scene *now)
{
    const struct config *c = &now->config;
    if (mat_present(c->scores_given))
        d->why = TEXT("The scores were given directly: positions play no part.");
    else if (now->state.look.layer > 0)
        d->why =
            TEXT("These curves are of layer 0, where a vector is just a word plus its position; above it, "
                 "it is what the layers below have made of that ('layer 0' goes back).");
    else if (config_crosses(c))
        d->why = TEXT("The keys come from the memory, whose words have no positions here.");
    else if (!posenc_added(c))
        d->why = TEXT(
            "Nothing is added to the embeddings here, so P_t·P_s does not occur (try 'encoding sincos').");
    else
        return true;
    return false;
}

/* Position rows p, and their products q and k with W_Q and W_K of one head (rows x dk). */
struct rows {
    struct mat p, q, k;
};

static struct rows rows_in(struct arena *a, int count, long first, const struct scene *now)
{
    const struct config *c = &now->config;
    int from = now->state.look.head * c->dk;
    struct rows r = {mat_in(a, count, c->d), mat_in(a, count, c->dk), mat_in(a, count, c->dk)};
    for (int i = 0; i < count; i++) { /* a row is zero if its position is negative or has no encoding */
        double *row = mat_row(r.p, i);
        bool there = first + i >= 0 && c->pe->row(row, first + i, c);
        for (int j = 0; j < c->d; j++)
            row[j] = there ? row[j] * c->pescale : 0;
    }
    mat_mul(r.q, r.p, factor_columns(c->w[0][W_Q], from, c->dk));
    mat_mul(r.k, r.p, factor_columns(c->w[0][W_K], config_key_head(c, now->state.look.head) * c->dk, c->dk));
    return r;
}

static void products(double out[THROUGH_COUNT], const struct rows *a, int i, const struct rows *b, int j)
{
    out[THROUGH_IDENTITY] = vec_dot(mat_row(a->p, i), mat_row(b->p, j), a->p.cols);
    out[THROUGH_WEIGHTS] = vec_dot(mat_row(a->q, i), mat_row(b->k, j), a->q.cols);
}

static void curves(struct distance *d, struct arena *a, const struct scene *now)
{
    long offset = d->s - d->t;
    struct rows t = rows_in(a, 1, d->t, now), s = rows_in(a, 1, d->s, now);
    struct rows from = rows_in(a, d->count, d->first, now), to = rows_in(a, d->count, d->first + offset, now);
    double both[THROUGH_COUNT];
    d->same_weights = true;
    products(d->here, &t, 0, &s, 0);
    for (int i = 0; i < d->count; i++) {
        products(both, &t, 0, &from, i);
        for (int k = 0; k < THROUGH_COUNT; k++)
            d->row[k][i] = both[k];
        d->same_weights = d->same_weights && fabs(both[0] - both[1]) <= 1e-12 * fmax(1, fabs(both[0]));
        products(both, &from, i, &to, i);
        for (int k = 0; k < THROUGH_COUNT; k++)
            d->along[k][i] = d->first + i + offset < 0 ? (double)NAN : both[k];
    }
}

bool distance_compute(struct distance *d, const struct scene *now, struct reply *r)
{
    const struct config *c = &now->config;
    struct arena a = {0};
    *d = (struct distance){.t = c->start + now->state.look.query, .s = c->start + now->state.look.key};
    if (!distance_possible(d, now))
        return true;
    /* the window of positions: from the first word, or around the query in a long sentence */
    d->count = (int)fmax(8, fmin(DISTANCE_MOST, EFFORT / (4.0 * c->d * c->dk)));
    long over = c->n - d->count, query = now->state.look.query - d->count / 2;
    d->first = c->start + (over <= 0 || query <= 0 ? 0 : query < over ? query : over);
    int rows = 2 * d->count + 2;
    if (!arena_reserve(&a, 4 * (mat_room(rows, c->d) + 2 * mat_room(rows, c->dk))))
        return reply_no_memory(r);
    curves(d, &a, now);
    for (int k = 0; k < THROUGH_COUNT; k++) { /* the range of the curve along the offset */
        d->least[k] = INFINITY;
        d->most[k] = -INFINITY;
        for (int i = 0; i < d->count; i++)
            if (!isnan(d->along[k][i])) {
                d->least[k] = fmin(d->least[k], d->along[k][i]);
                d->most[k] = fmax(d->most[k], d->along[k][i]);
            }
    }
    d->known = true;
    arena_finish(&a);
    return true;
}
