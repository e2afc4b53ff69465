/* Where tests of the model begin, the state and the session that the program starts with, and the smallest changes of
 * them. What cannot be made or is refused fails the test, where not said otherwise. */
#ifndef SUPPORT_MODELS_H
#define SUPPORT_MODELS_H

#include "session/model.h"

struct state fresh_state(void);
/* In English. */
struct model fresh_model(void);

/* Makes the state the session's (which takes it over); a refusal fails the test with its words. */
void commit(struct model *m, struct state *next);

/* Sets an entry of x in the session; false: refused. */
bool change_x(struct model *m, int row, int col, double x);
double x_at(const struct model *m, int row, int col);

/* A sequence of these words, at most 600; those that the lexicon lacks are added to it. */
struct sequence *sequence_of(struct state *s, const char *const *words, int count);
/* Gives s such a sentence, or such a second sequence. */
void say(struct state *s, const char *const *words, int count);
void remember(struct state *s, const char *const *words, int count);
/* The sentence of words that the lexicon has, by their numbers in it. */
void say_known(struct state *s, const int *id, int count);

#endif
