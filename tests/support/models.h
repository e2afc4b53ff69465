/* The plain state, a session with it, and small changes to them. On failure the test
 * fails, unless a function's comment differs. */
#ifndef SUPPORT_MODELS_H
#define SUPPORT_MODELS_H

#include "session/session.h"
#include "study/order.h"

struct state fresh_state(void);
/* Returns a session in English. */
struct session fresh_model(void);

/* Commits the state, which the session takes over. If it is refused, fails the test with the message. */
void commit(struct session *m, struct state *next);

/* Sets an entry of x in the session; returns false if refused. */
bool change_x(struct session *m, int row, int col, double x);
double x_at(const struct session *m, int row, int col);

/* Returns a sequence of these words (at most 600); adds missing words to the lexicon. */
struct sequence *sequence_of(struct state *s, const char *const *words, int count);
/* Makes such a sequence the sentence of s, or its memory. */
void say_words(struct state *s, const char *const *words, int count);
void remember(struct state *s, const char *const *words, int count);
/* Writes the title of a term to out, and returns it. */
const char *title_of(const struct term *t, enum lang lang, char out[64]);
/* Sets a weight of s to zeros and returns it. */
struct value *give_weight(struct state *s, int layer, enum weight w, int rows, int cols);
/* Sets the sentence from lexicon indices. */
void say_known(struct state *s, const int *id, int count);
/* Computes the session's scene with such a sentence. */
void scene_saying(struct scene *out, const struct session *m, const int *id, int count);

/* Computes all four corners of o for s. */
void compute_order(struct order *o, const struct state *s);

#endif
