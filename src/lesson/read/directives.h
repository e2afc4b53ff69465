/* The table of fences that a lesson may hold, with an example of each: read by the
 * reader, and shown to authors. */
#ifndef LESSON_READ_DIRECTIVES_H
#define LESSON_READ_DIRECTIVES_H

#include "base/pair.h"

struct lesson_directive_def {
    const char *info;                /* "predict choice" */
    struct pair help, example;       /* example: the whole block, with its fences */
};

extern const struct lesson_directive_def lesson_directives[];    /* ends with info NULL */

#endif
