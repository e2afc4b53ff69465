/* The reader: what the task `reader` teaches, kept so that the opening needs no training: the numbers after
 * READER_TAUGHT, rounded to two decimals (tasks/reader.numbers, made by `make reader`). A model of two
 * layers; each word of a simple sentence asks each of three heads of the upper one something: see
 * tasks/reader.txt. */
#ifndef TASKS_READER_H
#define TASKS_READER_H

#include "core/config.h"
#include "tasks/task.h"

#define READER_TAUGHT "task reader seed=4 ; train 4000 ; train keep"

enum { READER_LAYERS = 2, READER_D = 24, READER_HEADS = 3, READER_DFF = 48, READER_BASE = 10000 };

/* A word whose vector was learned. */
struct reader_word {
    const char *name; /* NULL after the last */
    short hundredths[READER_D];
};
extern const struct reader_word reader_words[];

/* Fills out, READER_D or more entries long, with a word's vector; zeros after it. */
void reader_vector(const struct reader_word *w, double *out, int d);

/* Returns the shape of a weight of a layer, and its numbers in hundredths, row by row; NULL if it is what
 * begin leaves it at: see training_begin. */
const short *reader_weight(int layer, enum weight w, int *rows, int *cols);

#endif
