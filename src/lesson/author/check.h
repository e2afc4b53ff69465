/* The checker of lessons: every number recomputed, every answer run through the code
 * that judges learners, every link followed, both languages compared. What it finds
 * is printed as compilers print errors. */
#ifndef LESSON_AUTHOR_CHECK_H
#define LESSON_AUTHOR_CHECK_H

#include "base/reply.h"

struct command;

struct check_request {
    const struct command *const *commands;   /* the whole table: a lesson is told what it may not use */
    enum lang lang;                  /* of what is said */
    unsigned langs;                  /* bit `enum lang`: check these; 0: all */
    bool mutate;                     /* change the last digit of every literal and want it noticed */
    char **paths;                    /* files, or folders with zh/ and en/; none: the shipped lessons */
    int path_count;
    double effort;                   /* multiplications that a lesson may take, 0: CHECK_EFFORT */
};

#define CHECK_EFFORT 5e9             /* some seconds; with changed digits a lesson may take what it takes */

/* Adds the findings and the counts to *out. Returns EXIT_FINE, EXIT_FAILED (errors were
 * found) or EXIT_USAGE (nothing was checked). */
int check_run(const struct check_request *q, struct text *out);

/* Records in .sync of their folders that a person has compared both languages of the
 * request's lessons; what is kept of others stays. The status is as above; while a lesson
 * beside them does not read, it is said and nothing is written. */
int check_sync_run(const struct check_request *q, struct text *out);

#endif
