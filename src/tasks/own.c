#include "tasks/own.h"

#include <string.h>

#include "base/mem.h"
#include "tasks/task.h"

const struct task task_own = {
    .name = "own",
    .title = TEXT("your own sentences ('example cat chases dog -> cat')"),
    .watch = TEXT("which words the asked one reads, and whether it answers what you mean"),
    .teaches = TEXT("a model learns what its examples show, which may be less than what you meant"),
    .words = TASK_WORDS(PAIR(NULL, NULL)),
    .n_least = 1,
    .steps = 200,
    .settings = "d=16 heads=1 residual=on encoding=sincos optimizer=adam rate=0.01",
};

struct sample {
    int refs;
    struct example as; /* its lists follow */
    int list[];
};

/* ---- one example ------------------------------------------------------------------ */

enum { TARGET_INTS = sizeof(struct target) / sizeof(int) };
_Static_assert(sizeof(struct target) % sizeof(int) == 0, "a target is some numbers");

static size_t bytes_of(const struct example *e)
{
    return sizeof(struct sample) + ((size_t)e->n + (size_t)e->target_count * TARGET_INTS) * sizeof(int);
}

static struct sample *sample_new(const struct example *e)
{
    struct sample *g = mem_new(1, bytes_of(e));
    if (!g)
        return NULL;
    int *target = g->list + e->n;
    memcpy(g->list, e->word, (size_t)e->n * sizeof *e->word);
    memcpy(target, e->target, (size_t)e->target_count * sizeof *e->target);
    g->refs = 1;
    g->as = (struct example){e->n, e->target_count, g->list, (const void *)target, e->simple};
    return g;
}

static void sample_drop(struct sample *g)
{
    if (g && --g->refs == 0)
        mem_free(g);
}

/* Returns true if both have the same words and are asked at the same places. */
static bool same_question(const struct example *a, const struct example *b)
{
    bool same = a->n == b->n && a->target_count == b->target_count &&
                memcmp(a->word, b->word, (size_t)a->n * sizeof *a->word) == 0;
    for (int k = 0; same && k < a->target_count; k++)
        same = a->target[k].at == b->target[k].at;
    return same;
}

/* ---- the list --------------------------------------------------------------------- */

struct examples *examples_share(struct examples *e)
{
    if (e)
        e->refs++;
    return e;
}

void examples_drop(struct examples *e)
{
    if (!e || --e->refs > 0)
        return;
    for (int i = 0; i < e->count; i++)
        sample_drop(e->of[i]);
    mem_free(e);
}

const struct example *examples_at(const struct examples *e, int i)
{
    return &e->of[i]->as;
}

int examples_count(const struct examples *e)
{
    return e ? e->count : 0;
}

int examples_longest(const struct examples *e)
{
    int most = 0;
    for (int i = 0; i < examples_count(e); i++)
        most = e->of[i]->as.n > most ? e->of[i]->as.n : most;
    return most;
}

static bool same_example(const struct example *a, const struct example *b)
{
    return same_question(a, b) &&
           memcmp(a->target, b->target, (size_t)a->target_count * sizeof *a->target) == 0;
}

bool examples_same(const struct examples *a, const struct examples *b)
{
    bool same = examples_count(a) == examples_count(b);
    for (int i = 0; same && a != b && i < examples_count(a); i++)
        same = a->of[i] == b->of[i] || same_example(&a->of[i]->as, &b->of[i]->as);
    return same;
}

size_t examples_bytes(const struct examples *a, const struct examples *b)
{
    if (!a || a == b)
        return 0;
    size_t bytes = sizeof *a + (size_t)a->count * sizeof *a->of;
    for (int i = 0; i < a->count; i++)
        if (i >= examples_count(b) || a->of[i] != b->of[i])
            bytes += bytes_of(&a->of[i]->as);
    return bytes;
}

/* Returns a list of e's examples but number `without` (-1: all), with room for one more. */
static struct examples *copied(const struct examples *e, int without)
{
    struct examples *fresh = mem_new(1, sizeof *fresh + (size_t)(examples_count(e) + 1) * sizeof *fresh->of);
    if (!fresh)
        return NULL;
    fresh->refs = 1;
    for (int i = 0; i < examples_count(e); i++)
        if (i != without) {
            e->of[i]->refs++;
            fresh->of[fresh->count++] = e->of[i];
        }
    return fresh;
}

bool examples_put(struct examples **e, const struct example *one)
{
    int at = 0;
    while (at < examples_count(*e) && !same_question(&(*e)->of[at]->as, one))
        at++;
    struct sample *g = sample_new(one);
    struct examples *fresh = g ? copied(*e, -1) : NULL;
    if (!fresh) {
        sample_drop(g);
        return false;
    }
    if (at < fresh->count)
        sample_drop(fresh->of[at]);
    else
        fresh->count++;
    fresh->of[at] = g;
    examples_drop(*e);
    *e = fresh;
    return true;
}

bool examples_remove(struct examples **e, int i)
{
    struct examples *fresh = copied(*e, i);
    if (!fresh)
        return false;
    examples_drop(*e);
    *e = fresh;
    if (fresh->count == 0) {
        examples_drop(fresh);
        *e = NULL;
    }
    return true;
}
