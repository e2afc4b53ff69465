/* Measuring: each case is warmed up, repeated, and shown as the least and the
 * median time of one run, beside a plain way of doing the same in the same minute. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>

struct bench_case {
    const char *what; /* few forward terms gradient table open first model asked more carried order point
                         recent repeat edit frame flow writes startup walk encode … */
    int n, d, h;      /* words (positions, rows of a screen, kB of a lesson), width (columns, lines), heads */
    double bytes;     /* memory kept (the peak: one arena), file read, or bytes sent to the terminal (frame,
                         startup, walk, encode: a key) */
    double flops;     /* of the matrix products, 0: does not matter */
    const char *than; /* what the reference is, NULL: there is none */
    double reference; /* its least time in seconds */
    int layers;       /* 0: does not matter */
    const char *twice; /* what is doubled against the case that takes `once` seconds; NULL: nothing */
    double once;
};

/* A size, and the same with one of it doubled. */
struct bench_shape {
    int n, d, h, layers;
};
enum { BENCH_SHAPES = 4 };
extern const char *const bench_twice[BENCH_SHAPES]; /* NULL, "words", "width", "layers" */
struct bench_shape bench_doubled(struct bench_shape s, int which);

/* Seconds of one call: the least of and the median over many; the processor's (one thread that
 * waits for nothing), so that other work on the machine counts less. */
struct bench_time {
    double least, median;
};

typedef void bench_run(void *arg);

struct bench_time bench_measure(bench_run *run, void *arg);
double bench_now(void);

/* Bytes that the program sends to the terminal when it draws all of the stages view. */
double bench_frame_bytes(int rows, int cols);

/* Prints one line of the table, or one JSON object. */
void bench_print(const struct bench_case *c, struct bench_time t);
/* Measures and prints. */
struct bench_time bench(struct bench_case c, bench_run *run, void *arg);

/* The parts (`build/bench core app`); each prints its cases. */
void bench_core(void);    /* forward, terms, gradient, tables */
void bench_learn(void);   /* a step of learning: 90 sentences of 3 words, 16 of 16 in two layers */
void bench_model(void);   /* a model of GPT-2 small's size, written for it */
void bench_app(void);     /* an edit, a frame, the flow, vectors, a lesson */
void bench_program(void); /* key to last byte, start to first frame, in a pseudo-terminal */

/* True when lines are JSON objects. */
bool bench_json(void);

#endif
