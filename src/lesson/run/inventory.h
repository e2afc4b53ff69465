/* The inventory of concepts: two parallel forms, a and b, of the same questions, taken before the course,
 * after it and later. Each taking is in the record of progress as a lesson of its own, whose id says it all:
 * inventory-before-a-7f3a9c2b, the last part of which is a random number and not a person. The learner's own
 * takings are those that have a place in the record; the others were added from files. */
#ifndef LESSON_RUN_INVENTORY_H
#define LESSON_RUN_INVENTORY_H

#include "lesson/run/progress.h"

enum { INVENTORY_TIMES = 3 };
extern const char *const inventory_times[]; /* "before", "after", "later", NULL */

struct inventory_taking {
    int time;
    char form, person[9];
};

/* Reads the id (n bytes) of a taking. Returns false if it is another lesson. */
bool inventory_taking(const char *id, size_t n, struct inventory_taking *out);
/* Returns the form of a taking, 'a' or 'b'; 0: another lesson. */
char inventory_form(const char *id, size_t n);
/* Returns the learner's own taking at a time, from the places of the record; time -1: the latest of all. */
bool inventory_own(const struct progress *p, int time, struct inventory_taking *out);

/* What people came to in one concept, a step of the forms; NULL: in all of them. */
struct inventory_result {
    int people[INVENTORY_TIMES];   /* who answered it */
    double share[INVENTORY_TIMES]; /* right at the first answer, of what was asked; the mean of them */
    int both;                      /* who answered before and after */
    double gain;                   /* theirs: (after - before) / (1 - before); NaN: none */
};

/* Computes it for one person, or for all (NULL). */
struct inventory_result inventory_result(const struct progress *p, const char *person, const char *concept);

/* All takings of the record as csv, without names and dates: progress_read's counterpart adds such a file to
 * an empty table. Returns false if the file is not one or memory runs out; *line is the first bad line, 0 for
 * memory. */
void inventory_write(const struct progress *p, struct text *out);
bool inventory_is(const char *bytes, size_t n);
bool inventory_read(struct progress *p, const char *bytes, size_t n, int *line);

#endif
