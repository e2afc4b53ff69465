#include "model/order.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

int order_counterpart(const struct state *a, const struct sequence *of, int t, const struct state *b, const struct sequence *in)
{
    const char *word = state_name(a, of, t);
    int k = 0;
    for (int i = 0; i < t; i++)
        k += of->id[i] == of->id[t];
    for (int i = 0; i < in->count; i++)
        if (strcmp(state_name(b, in, i), word) == 0 && k-- == 0)
            return i;
    return -1;
}

int order_same_word(const struct state *a, int t, const struct state *b)
{
    return order_counterpart(a, a->sentence, t, b, b->sentence);
}

double order_difference(const struct scene *a, int t, const struct scene *b)
{
    struct mat x = trace_final(&a->trace), y = trace_final(&b->trace);
    int other = order_same_word(&a->state, t, &b->state);
    double most = 0;
    if (other < 0 || x.cols != y.cols)
        return -1;
    for (int j = 0; j < x.cols; j++)
        most = fmax(most, fabs(mat_at(x, t, j) - mat_at(y, other, j)));
    return most;
}

/* The ends of the sentence swapped. */
static bool swap_ends(struct state *s)
{
    int n = s->sentence->count;
    int *id = mem_new((size_t)n, sizeof *id);
    if (!id)
        return false;
    memcpy(id, s->sentence->id, (size_t)n * sizeof *id);
    id[0] = s->sentence->id[n - 1];
    id[n - 1] = s->sentence->id[0];
    struct sequence *q = sequence_new(id, n);
    mem_free(id);
    if (!q)
        return false;
    sequence_drop(s->sentence);
    s->sentence = q;
    return true;
}

/* `s` as it is, or with its ends swapped, computed into *scene. */
static bool compute(struct scene *scene, const struct state *s, bool swapped, struct reply *r)
{
    struct state copy;
    state_copy(&copy, s);
    bool ok = (!swapped || swap_ends(&copy)) || reply_no_memory(r);
    ok = ok && scene_take(scene, &copy, r);
    state_finish(&copy);
    return ok;
}

static double mean_difference(const struct scene *a, const struct scene *b)
{
    struct mat x = trace_final(&a->trace), y = trace_final(&b->trace);
    double most = 0;
    for (int j = 0; j < x.cols; j++) {
        double sum = 0;
        for (int t = 0; t < x.rows; t++)
            sum += mat_at(x, t, j) - mat_at(y, t, j);
        most = fmax(most, fabs(sum / x.rows));
    }
    return most;
}

/* One corner: both orders under this encoding and mask. */
static bool corner(struct order *o, const struct state *s, int on, int causal, struct reply *r)
{
    struct scene here = {0}, there = {0};
    struct state set;
    state_copy(&set, s);
    set.set.encoding = !on ? 0 : s->set.encoding ? s->set.encoding : s->look.encoding_before;
    set.set.mask = causal ? MASK_CAUSAL : MASK_NONE;
    set.term_off = 0;
    bool ok = compute(&here, &set, false, r) && compute(&there, &set, true, r);
    o->most[on][causal] = 0;
    for (int t = 0; ok && t < s->sentence->count; t++)
        o->most[on][causal] = fmax(o->most[on][causal], order_difference(&here, t, &there));
    o->mean[on][causal] = ok ? mean_difference(&here, &there) : 0;
    state_finish(&set);
    scene_finish(&here);
    scene_finish(&there);
    return ok;
}

bool order_compute(struct order *o, const struct state *s, struct reply *r)
{
    o->known = s->sentence->count <= ORDER_LONGEST && s->set.d <= 128 && !s->scores_given;
    if (!o->known)
        return true;
    bool ok = compute(&o->twin, s, true, r);
    for (int i = 0; ok && i < 4; i++)
        ok = corner(o, s, i / 2, i % 2, r);
    o->known = ok;
    return ok;
}

void order_finish(struct order *o)
{
    scene_finish(&o->twin);
    *o = (struct order){0};
}
