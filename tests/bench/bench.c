/* `make bench`: how long things take here, as a table, or with --json one object per line. */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES = 21 };

static bool json;

bool bench_json(void)
{
    return json;
}

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_now(void)
{
    return seconds(CLOCK_MONOTONIC);
}

/* The processor's time: what is measured runs on one thread and waits for nothing but its turn beside others'
 * work. */
static double spent_now(void)
{
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Calls per sample, so that a sample is long against the clock's step. */
static long calls_for(bench_run *run, void *arg)
{
    long calls = 1;
    for (double spent = 0; spent < 1e-3 && calls < 1 << 20; calls *= 2) {
        double begin = spent_now();
        for (long i = 0; i < calls; i++)
            run(arg);
        spent = spent_now() - begin;
        if (spent >= 1e-3)
            break;
    }
    return calls;
}

struct bench_time bench_measure(bench_run *run, void *arg)
{
    double sample[SAMPLES];
    long calls = calls_for(run, arg);
    int count = 0;
    for (double spent = 0; count < SAMPLES && (spent < 2 || count < 5); count++) {
        double begin = spent_now();
        for (long i = 0; i < calls; i++)
            run(arg);
        double took = spent_now() - begin;
        sample[count] = took / (double)calls;
        spent += took;
    }
    qsort(sample, (size_t)count, sizeof *sample, by_size);
    return (struct bench_time){sample[0], sample[count / 2]};
}

static void print_seconds(double s)
{
    if (s < 1e-3)
        printf("%9.3f us", s * 1e6);
    else
        printf("%9.3f ms", s * 1e3);
}

void bench_print(const struct bench_case *c, struct bench_time t)
{
    if (json) {
        printf("{\"what\":\"%s\",\"n\":%d,\"d\":%d,\"h\":%d,\"type\":\"f64\",\"min_s\":%.9g,\"median_s\":%."
               "9g,\"bytes\":%.0f",
               c->what, c->n, c->d, c->h, t.least, t.median, c->bytes);
        if (c->flops > 0)
            printf(",\"gflops\":%.4g", c->flops / t.least * 1e-9);
        if (c->than)
            printf(",\"reference\":\"%s\",\"reference_s\":%.9g,\"ratio\":%.4g", c->than, c->reference,
                   t.least / c->reference);
        if (c->layers > 0)
            printf(",\"layers\":%d", c->layers);
        if (c->twice)
            printf(",\"twice\":\"%s\",\"growth\":%.4g", c->twice, t.least / c->once);
        puts("}");
        fflush(stdout);
        return;
    }
    printf("%-8s %6d %5d %2d %2d ", c->what, c->n, c->d, c->h, c->layers);
    print_seconds(t.least);
    print_seconds(t.median);
    printf(" %12.0f", c->bytes);
    if (c->flops > 0)
        printf(" %6.1f GFLOP/s", c->flops / t.least * 1e-9);
    if (c->than)
        printf("  %.3g x %s", t.least / c->reference, c->than);
    if (c->twice)
        printf("  %.2f x for twice the %s", t.least / c->once, c->twice);
    puts("");
    fflush(stdout);
}

struct bench_time bench(struct bench_case c, bench_run *run, void *arg)
{
    struct bench_time t = bench_measure(run, arg);
    bench_print(&c, t);
    return t;
}

const char *const bench_twice[BENCH_SHAPES] = {NULL, "words", "width", "layers"};

struct bench_shape bench_doubled(struct bench_shape s, int which)
{
    int *const of[BENCH_SHAPES] = {NULL, &s.n, &s.d, &s.layers};
    if (of[which])
        *of[which] *= 2;
    return s;
}

static const struct part {
    const char *name;
    void (*run)(void);
} parts[] = {{"core", bench_core},
             {"learn", bench_learn},
             {"model", bench_model},
             {"app", bench_app},
             {"program", bench_program}};

static bool named(int argc, char **argv, const char *name)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return false;
}

/* Words: --json, and the parts to run; without a part, all of them. */
int main(int argc, char **argv)
{
    json = named(argc, argv, "--json");
    if (!json)
        printf("%-8s %6s %5s %2s %2s %12s%12s %12s\n", "what", "n", "d", "h", "l", "least", "median",
               "bytes");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (argc == 1 + json || named(argc, argv, parts[i].name))
            parts[i].run();
    return 0;
}
