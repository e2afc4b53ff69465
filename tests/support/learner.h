/* A learner that plays lessons to their ends, once right everywhere and once wrong everywhere, by keys and
 * commands alone. On the way: nothing moves without a key, predictions are kept, what is drawn fits, and the
 * state after walking is the file's. */
#ifndef SUPPORT_LEARNER_H
#define SUPPORT_LEARNER_H

/* Adds to the tests of `file` one for each lesson of a folder whose name is not before `from`, but before
 * `before`. */
void learner_plays(const char *file, const char *folder, const char *from, const char *before);
/* Its setup: small lessons are found, too. */
int learner_begin(void **state);

#endif
