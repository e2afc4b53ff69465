/* The fences that a lesson may contain, each with help and an example for authors
 * (qkv --directives). */
#ifndef LESSON_READ_DIRECTIVES_H
#define LESSON_READ_DIRECTIVES_H

#include "base/pair.h"

struct lesson_directive_def {
    const char *info;          /* "predict choice" */
    struct pair help, example; /* example: the whole block, with its fences */
};

extern const struct lesson_directive_def lesson_directives[]; /* ends with info NULL */

#endif
