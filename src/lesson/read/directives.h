/* The fences that a lesson may contain: how they are read, with help and an example for authors
 * (qkv --directives). The table is in fence.c. */
#ifndef LESSON_READ_DIRECTIVES_H
#define LESSON_READ_DIRECTIVES_H

#include "base/pair.h"

struct lesson_fence;
struct lesson_reader;

struct lesson_directive_def {
    const char *info; /* "predict choice" */
    int rank;         /* its place in the order inside a step (enum rank in fence.c) */
    void (*read)(struct lesson_reader *r, const struct lesson_fence *f); /* NULL: as a question */
    int asks;                                                            /* its kind (enum ask_kind) */
    struct pair help, example; /* example: the whole block, with its fences */
};

extern const struct lesson_directive_def lesson_directives[]; /* ends with info NULL */

/* Returns the name of key i of the front matter, and what it is for; NULL after the last. */
const char *lesson_front_key(int i, struct pair *help);

#endif
