#include "study/orders.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "study/comparison.h"
#include "study/order.h"

bool orders_listed(const struct look *look)
{
    return look->view == VIEW_COMPARE && look->compare.panel == COMPARE_ORDERS;
}

static int compare_bytes(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static void swap(unsigned char *a, unsigned char *b)
{
    unsigned char keep = *a;
    *a = *b;
    *b = keep;
}

bool orders_next(unsigned char *p, int n)
{
    int i = n - 2, j = n - 1;
    while (i >= 0 && p[i] >= p[i + 1])
        i--;
    if (i < 0)
        return false;
    while (p[j] <= p[i])
        j--;
    swap(&p[i], &p[j]);
    for (int a = i + 1, b = n - 1; a < b; a++, b--)
        swap(&p[a], &p[b]);
    return true;
}

static bool orders_possible(const struct state *s, struct reply *r)
{
    if (s->sentence->count > ORDERS_WORDS)
        return reply_fail(r, 0, TEXT("%d words have too many orders to list: at most %d words"),
                          s->sentence->count, ORDERS_WORDS);
    return order_follows_words(s, r);
}

static bool orders_begin(struct orders *o, const struct state *s, struct reply *r)
{
    struct reply why = {.lang = (enum lang)s->look.lang};
    int n = s->sentence->count;
    orders_finish(o);
    state_copy(&o->of, s);
    if (!orders_possible(s, &why)) {
        o->why = why.text;
        return !o->why.failed || reply_no_memory(r);
    }
    for (int t = 0; t < n; t++)
        o->next[t] = (unsigned char)sequence_find(s->sentence, s->sentence->id[t]); /* equal words alike */
    qsort(o->next, (size_t)n, 1, compare_bytes);
    o->total = 1;
    for (int i = 1, alike = 1; i < n; i++) {
        alike = o->next[i] == o->next[i - 1] ? alike + 1 : 1;
        o->total = o->total * (i + 1) / alike;
    }
    o->line = mem_new((size_t)o->total, sizeof *o->line);
    o->rank = mem_new((size_t)o->total, sizeof *o->rank);
    if (o->line && o->rank)
        return true;
    orders_finish(o);
    return reply_no_memory(r);
}

/* ---- ranking ------------------------------------------------------------------ */

struct entry {
    double moved;
    int line;
};

static int further_first(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return x->moved != y->moved ? (x->moved < y->moved) - (x->moved > y->moved) : x->line - y->line;
}

static bool rank(struct orders *o, int word, struct reply *r)
{
    struct entry *v = mem_new((size_t)o->done + 1, sizeof *v);
    if (!v)
        return reply_no_memory(r);
    for (int i = 0; i < o->done; i++) { /* to multiples of 1e-12: rounding errors must not break ties */
        double moved = o->line[i].moved[word];
        v[i] = (struct entry){isfinite(moved) ? floor(moved * 1e12 + 0.5) : -1, i};
    }
    qsort(v, (size_t)o->done, sizeof *v, further_first);
    for (int i = 0; i < o->done; i++)
        o->rank[i] = v[i].line;
    o->word = word;
    mem_free(v);
    return true;
}

bool orders_follow(struct orders *o, const struct scene *now, struct reply *r)
{
    const struct state *s = &now->state;
    bool same = o->of.lexicon && state_same_numbers(&o->of, s) &&
                (o->why.len == 0 || o->of.look.lang == s->look.lang);
    if (!same && !orders_begin(o, s, r))
        return false;
    return o->total == 0 || (same && o->word == s->look.query) || rank(o, s->look.query, r);
}

/* ---- computing ---------------------------------------------------------------- */

/* Computes the next line. Differences that are only rounding (see comparison_rounding) count as 0. Returns
 * false if stopped. */
static bool compute_line(struct orders *o, const struct scene *now, struct trace *t, struct config *c)
{
    struct orders_line *l = &o->line[o->done];
    const struct sequence *q = o->of.sentence;
    bool used[ORDERS_WORDS] = {false};
    for (int i = 0; i < q->count; i++) { /* the k-th of several equal words stays the k-th in every order */
        int w = o->next[i];
        while (used[w] || q->id[w] != q->id[o->next[i]])
            w++;
        used[w] = true;
        l->place[i] = (unsigned char)w;
    }
    struct mat base = trace_final(&now->trace);
    double rounding = COMPARISON_ROUNDING * fmax(1, mat_max_abs(base));
    for (int i = 0; i < c->n; i++)
        mat_copy(mat_rows(c->X, i, 1), mat_rows(now->config.X, l->place[i], 1));
    if (!trace_compute(t, c))
        return false;
    struct mat there = trace_final(t);
    for (int i = 0; i < c->n; i++) {
        double most = 0;
        for (int j = 0; j < base.cols; j++) {
            double x = fabs(mat_at(there, i, j) - mat_at(base, l->place[i], j));
            most = isnan(x) || isnan(most) ? (double)NAN : fmax(most, x);
        }
        l->moved[l->place[i]] = most <= rounding ? 0 : most;
    }
    return true;
}

bool orders_complete(const struct orders *o)
{
    return o->done == o->total;
}

int orders_own(const struct orders *o)
{
    for (int at = 0; at < o->done; at++) {
        int t = 0;
        while (t < o->of.sentence->count && o->line[o->rank[at]].place[t] == t)
            t++;
        if (t == o->of.sentence->count)
            return at;
    }
    return -1;
}

bool orders_advance(struct orders *o, const struct scene *now, double effort, struct reply *r)
{
    struct config c = now->config;
    struct trace t = {.work = r->work};
    struct arena words = {0};
    if (orders_complete(o))
        return true;
    bool ok = arena_reserve(&words, mat_room(c.n, c.d)) && trace_reserve(&t, &c);
    int count = (int)fmin(o->total - o->done, fmax(1, effort / scene_effort(&c)));
    struct work_task outer =
        work_begin(r->work, (struct work_task){TEXT("computing"), NULL, 0, count * trace_effort(&c), false});
    if (ok)
        c.X = mat_in(&words, c.n, c.d);
    for (; ok && count > 0; count--) {
        if (!compute_line(o, now, &t, &c))
            break;
        o->done++;
        orders_next(o->next, c.n);
    }
    work_end(r->work, outer);
    trace_finish(&t);
    arena_finish(&words);
    ok = ok && rank(o, now->state.look.query, r) && reply_goes_on(r);
    if (!ok && !work_stopped(r->work))
        o->total = o->done; /* end the list here */
    return ok || reply_no_memory(r);
}

struct sequence *orders_sentence(const struct orders *o, const struct orders_line *l)
{
    int id[ORDERS_WORDS];
    for (int t = 0; t < o->of.sentence->count; t++)
        id[t] = o->of.sentence->id[l->place[t]];
    return sequence_new(id, o->of.sentence->count);
}

void orders_finish(struct orders *o)
{
    state_finish(&o->of);
    text_finish(&o->why);
    mem_free(o->line);
    mem_free(o->rank);
    *o = (struct orders){0};
}
