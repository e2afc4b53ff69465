/* The task `reader`, and the numbers that it leads to. */
#include "tasks/reader.h"

#include <stddef.h>

#include "tasks/grammar.h"
#include "tasks/task.h"

/* Generated from tasks/reader.numbers. */
extern const short reader_0WQ[], reader_0WK[], reader_0WV[], reader_0WO[], reader_0W1[], reader_0W2[],
    reader_1WQ[], reader_1WK[];

static const struct {
    int layer;
    enum weight w;
    int rows, cols;
    const short *of;
} matrices[] = {
    {0, W_Q, READER_D, READER_D, reader_0WQ},     {0, W_K, READER_D, READER_D, reader_0WK},
    {0, W_V, READER_D, READER_D, reader_0WV},     {0, W_O, READER_D, READER_D, reader_0WO},
    {0, FF_W1, READER_D, READER_DFF, reader_0W1}, {0, FF_W2, READER_DFF, READER_D, reader_0W2},
    {1, W_Q, READER_D, READER_D, reader_1WQ},     {1, W_K, READER_D, READER_D, reader_1WK},
};

void reader_vector(const struct reader_word *w, double *out, int d)
{
    for (int j = 0; j < d; j++)
        out[j] = j < READER_D ? w->hundredths[j] / 100.0 : 0;
}

const short *reader_weight(int layer, enum weight w, int *rows, int *cols)
{
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++)
        if (matrices[i].layer == layer && matrices[i].w == w) {
            *rows = matrices[i].rows;
            *cols = matrices[i].cols;
            return matrices[i].of;
        }
    return NULL;
}

const struct task task_reader = {
    .name = "reader",
    .title = TEXT("read who does what in simple sentences"),
    .watch = TEXT("the lines of every word: each asks something else"),
    .teaches = TEXT("what a word hears below decides what it asks above"),
    .heads = {PAIR("doer", "谁做"), PAIR("done-to", "对谁做"), PAIR("stands-for", "指谁")},
    .words = grammar_words,
    .given = &grammar_given,
    .regimen = {.even = 0.15,
                .decay = 1e-5,
                .rate_last = 0.0005,
                .quiet = 1,
                .bare = 1,
                .hush = 0.1,
                .hushed = 4,
                .hush_from = 2000},
    .n_least = GRAMMAR_LONGEST,
    .steps = 4000,
    .right = 98,
    .settings = "d=24 heads=3 layers=2 dff=48 block=encoder norm=none residual=on activation=relu "
                "encoding=sincos optimizer=adam rate=0.01 batch=64",
    .write = grammar_write,
};
