/* A model of GPT-2 small's size with random numbers, written for this and removed: opening it, the first
 * sentence, and forward passes as layers and tokens double. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keep/json_file.h"
#include "bench/bench.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/readout.h"
#include "core/pipeline/trace.h"
#include "network/pretrained.h"
#include "network/tensors.h"

struct model_run {
    const char *folder;
    struct pretrained *p;
    struct arena rows;
    struct config c;
    struct trace t, more; /* more: of one word more, with a head carried over */
    struct arena numbers;
    struct mat carried;
};

/* Prepares `n` tokens through the first `layers` layers. */
static void begin(struct model_run *x, int n, int layers)
{
    struct reply r = {0};
    x->p = pretrained_open(x->folder, &r);
    if (!x->p)
        abort();
    pretrained_config(x->p, &x->c);
    x->c.n = n;
    x->c.layers = layers;
    if (!arena_reserve(&x->rows, mat_room(n, x->c.d)) || !trace_reserve(&x->t, &x->c))
        abort();
    x->c.X = mat_in(&x->rows, n, x->c.d);
    for (int i = 0; i < n; i++)
        factor_copy(mat_rows(x->c.X, i, 1), pretrained_token(x->p, 1000 * i + 7));
}

static void end(struct model_run *x)
{
    trace_finish(&x->t);
    arena_finish(&x->rows);
    pretrained_drop(x->p);
}

static void run_pass(void *arg)
{
    struct model_run *x = arg;
    trace_compute(&x->t, &x->c);
}

/* As the program computes it: of the logits one row. */
static void run_asked(void *arg)
{
    struct model_run *x = arg;
    trace_go_on(&x->t, &x->c, NULL, 0);
    readout_ask(&x->t, x->c.n - 1);
}

/* The last word, after a pass of those before it. */
static void run_more(void *arg)
{
    struct model_run *x = arg;
    trace_go_on(&x->more, &x->c, &x->t, trace_alike(&x->c, &x->c));
    readout_ask(&x->more, x->c.n - 1);
}

/* Everything between the command and the picture, but for the picture. */
static void run_first(void *arg)
{
    struct model_run x = {.folder = arg};
    begin(&x, 16, 12);
    run_pass(&x);
    end(&x);
}

static void run_open(void *arg)
{
    struct reply r = {0};
    pretrained_drop(pretrained_open(arg, &r));
}

static void run_json(void *arg)
{
    struct reply r = {0};
    char path[200];
    snprintf(path, sizeof path, "%s/tokenizer.json", (const char *)arg);
    json_decref(json_file_read(path, &r));
}

/* Every number of the file, added up once: a lower bound for reading it. */
static void run_sum(void *arg)
{
    struct model_run *x = arg;
    volatile double kept;
    float v[4];
    double sum = 0;
    for (int i = 0; i < tensors_count(x->p->tensors); i++) {
        const struct tensor *t = tensors_at(x->p->tensors, i);
        for (size_t at = 0; at + sizeof v <= t->size; at += sizeof v) {
            memcpy(v, t->bytes + at, sizeof v);
            sum += (double)v[0] + (double)v[1] + (double)v[2] + (double)v[3];
        }
    }
    kept = sum;
    (void)kept;
}

static double flops(const struct config *c)
{
    double d = c->d, n = c->n;
    return 2 * n * (c->layers * (12 * d * d + 2 * n * d) + d * c->classes);
}

static void pass(const char *folder, int n, int layers)
{
    struct model_run x = {.folder = folder};
    begin(&x, n, layers);
    struct bench_case c = {"model",
                           n,
                           x.c.d,
                           x.c.heads,
                           (double)(x.t.arena.room * sizeof(double)),
                           flops(&x.c),
                           "reading the numbers",
                           0,
                           layers,
                           NULL,
                           0};
    c.reference = bench_measure(run_sum, &x).least;
    bench(c, run_pass, &x);
    end(&x);
}

/* A word more after n, beside the pass of all of them. */
static void more(const char *folder, int n)
{
    struct model_run x = {.folder = folder};
    begin(&x, n + 1, 12);
    double whole = bench_measure(run_asked, &x).least;
    struct config all = x.c;
    x.c.n = n;
    x.c.X = mat_rows(all.X, 0, n);
    run_asked(&x);
    x.c = all;
    if (!trace_reserve(&x.more, &x.c))
        abort();
    bench((struct bench_case){"more", n + 1, x.c.d, x.c.heads, 0, 0, "all of them", whole, 12, NULL, 0},
          run_more, &x);
    trace_finish(&x.more);
    end(&x);
}

static void asked(const char *folder, int n)
{
    struct model_run x = {.folder = folder};
    begin(&x, n, 12);
    double all = bench_measure(run_pass, &x).least;
    bench((struct bench_case){"asked", n, x.c.d, x.c.heads, 0, 0, "with the logits of every row", all, 12,
                              NULL, 0},
          run_asked, &x);
    end(&x);
}

/* A head of layer 0 carried over at all words (as cause_try does it), beside all layers computed, which come
 * above it. */
static void run_carried(void *arg)
{
    struct model_run *x = arg;
    struct patch is = {.kind = PATCH_HEAD, .way = PATCH_CARRY, .at = -1, .rows = x->carried};
    x->c.patch = &is;
    x->c.patch_count = 1;
    trace_go_on(&x->more, &x->c, &x->t, 0);
    readout_ask(&x->more, x->c.n - 1);
    x->c.patch_count = 0;
}

static void carried(const char *folder, int n)
{
    struct model_run x = {.folder = folder};
    begin(&x, n, 12);
    double all = bench_measure(run_asked, &x).least;
    struct attention *a = &x.t.layer[0].self;
    if (!trace_reserve(&x.more, &x.c) || !arena_reserve(&x.numbers, mat_room(n, x.c.dv)))
        abort();
    x.carried = mat_in(&x.numbers, n, x.c.dv);
    mat_copy(x.carried, attention_head(a, a->head_out, 1));
    bench((struct bench_case){"carried", n, x.c.d, x.c.heads, 0, 0, "the layers above it", all, 12, NULL, 0},
          run_carried, &x);
    trace_finish(&x.more);
    arena_finish(&x.numbers);
    end(&x);
}

static void measure(char *folder)
{
    bench((struct bench_case){"open", 50257, 768, 12, 0, 0, "its JSON alone",
                              bench_measure(run_json, folder).least, 12, NULL, 0},
          run_open, folder);
    bench((struct bench_case){"first", 16, 768, 12, 0, 0, NULL, 0, 12, NULL, 0}, run_first, folder);
    pass(folder, 16, 6);
    pass(folder, 1, 12);
    pass(folder, 8, 12);
    pass(folder, 16, 12);
    pass(folder, 32, 12);
    asked(folder, 16);
    more(folder, 32);
    carried(folder, 16);
}

void bench_model(void)
{
    const char *where = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    char folder[100], command[300];
    snprintf(folder, sizeof folder, "%.60s/qkv-bench-XXXXXX", where);
    if (!mkdtemp(folder))
        return;
    snprintf(command, sizeof command, "python3 tests/bench/model_files.py '%s'", folder);
    if (system(command) == 0)
        measure(folder);
    else
        fprintf(stderr, "no python3 that runs tests/bench/model_files.py: no model is measured\n");
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        fprintf(stderr, "%s is left behind\n", folder);
}
