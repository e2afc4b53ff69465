/* Limits on the size of a lesson's scene. They keep untrusted lessons from exhausting
 * memory or stalling the screen. */
#ifndef LESSON_RUN_BOUNDS_H
#define LESSON_RUN_BOUNDS_H

#include "state/state.h"

enum {
    LESSON_MAX_WORDS = 32, /* in each sequence */
    LESSON_MAX_D = 512,
    LESSON_MAX_MATRIX = 64, /* rows, and columns, of a given matrix */
    LESSON_MAX_HEADS = 8,
    LESSON_MAX_LAYERS = 4,
    LESSON_MAX_TRAINING = 2000, /* of training */
    LESSON_MAX_TRAINED = 64,    /* d, of what is trained */
    LESSON_MAX_EXAMPLES = 64,
    LESSON_MAX_COMMANDS = 200 /* per step */
};
#define LESSON_MAX_VALUE 1e6

/* Returns true if s is within these limits, else false with the reason in r. Given masks may contain -inf. */
bool lesson_bounds(const struct state *s, struct reply *r);

#endif
