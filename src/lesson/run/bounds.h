/* How large a scene of a lesson may become, so that a lesson from anywhere can
 * neither fill the memory nor hold up the screen. */
#ifndef LESSON_RUN_BOUNDS_H
#define LESSON_RUN_BOUNDS_H

#include "state/state.h"

enum {
    LESSON_MAX_WORDS = 16,       /* in each sequence */
    LESSON_MAX_D = 512,
    LESSON_MAX_MATRIX = 64,      /* rows and columns of a matrix that is given */
    LESSON_MAX_HEADS = 8,
    LESSON_MAX_LAYERS = 4,
    LESSON_MAX_COMMANDS = 200    /* a step */
};
#define LESSON_MAX_VALUE 1e6

/* Whether s keeps within them (given masks may hold -inf). false: said in r. */
bool lesson_bounds(const struct state *s, struct reply *r);

#endif
