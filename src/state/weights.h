/* Sets all weights at once: to their defaults, to random values, to a head that attends to a fixed
 * offset, or to trained heads. */
#ifndef STATE_WEIGHTS_H
#define STATE_WEIGHTS_H

#include <stdint.h>

#include "tasks/teach.h"
#include "state/state.h"

enum { WEIGHTS_SHIFT_GAIN = 10 };

/* Resets every weight, bias, gain and shift of every layer to its default; the heads lose their names, and
 * the kinds of sentences that were taught are gone. Returns false if out of memory. */
bool weights_drop(struct state *s);

/* Resets all weights, then fills the matrices with normal random numbers of standard deviation 1/√rows,
 * which preserves the scale of their input (Glorot and Bengio 2010). Biases stay 0. Returns false if out of
 * memory or stopped by `work`. */
bool weights_random(struct state *s, uint64_t seed, struct work *work);

/* Sets a weight of a layer, which must have it, to zeros. Returns false if out of memory. */
bool weights_zero(struct state *s, int layer, enum weight w);

/* Resets all weights, then sets W_Q = gain·M_kᵀ in the layer in view: q_t = PE(t) W_Q = gain·PE(t + k).
 * With W_K = I, position t then attends to position t + k at every t. Requires weights_can_shift. Returns
 * false if out of memory. */
bool weights_shift(struct state *s, long k, double gain);

/* Resets all weights, then makes the layer in view two named heads that find the doer of a verb and the one
 * it is done to (谁做, 对谁做) in simple sentences of the built-in vocabulary: see tasks/taught.h. Sets heads
 * to 2, d_k and d_v to d / heads. Requires weights_can_find_roles. Returns false if out of memory. */
bool weights_roles(struct state *s);

/* Resets all weights, then makes the model that reads simple sentences: tasks/reader.h. Sets its sizes, its
 * weights, the names of its heads and the vectors of the words that it learned; encoding and mask stay.
 * Returns false if out of memory. */
bool weights_reader(struct state *s);

/* Returns true if s has the reader's sizes, and its words, however their numbers were changed. */
bool weights_are_reader(const struct state *s);

/* Returns true if the layer in view has the reader's heads and their names. */
bool weights_show_reader(const struct state *s);

/* Recognizes the sentence of s as one of those that the reader learned, or of a kind that it was taught,
 * whatever its weights are now. Returns false if it is none. */
bool weights_reading(const struct state *s, struct grammar_reading *out);

/* Returns how much a head of the reader's last layer reads word `key` for word `query`. */
double weights_read(const struct trace *t, int head, int query, int key);

/* Sets verb, doer and done_to to what the sentence looks like: its verb, else the last quality, and the two
 * nouns that it reads most. Without the reader nobody does anything. */
void weights_guess(const struct state *s, const struct trace *t, struct teaching *out);

/* Adds the sentence of s, with what its verb is to read, to the kinds that were taught, in place of one that
 * it is of. Returns false and explains in r if there are too many or memory is exhausted. */
bool weights_taught(struct state *s, const struct teaching *how, struct reply *r);

/* Writes the pattern of a sentence that was taught. Returns false if a word cannot be part of one. */
bool weights_pattern(const struct state *s, const struct example *e, struct teach_pattern *out);

/* Returns true if the first two heads of the layer in view are called "doer" and "done-to", and the word at
 * position `verb` is the verb of a simple sentence: one noun before it that does it, one after it that it is
 * done to, and otherwise only words like "the", "not" and "big". Others (two verbs, 把, "was bitten by") the
 * task `point` does not have. Whether the heads read these words is another matter. */
bool weights_roles_hold(const struct state *s, int verb);

/* Sets out->role and out->to of the verbs to what named heads are to read in the sentence of s: as the reader
 * does or, with other sizes, the task `point`. Returns false if they did not learn such sentences. */
bool weights_asks(const struct state *s, struct grammar_reading *out);

/* Returns true if head h of the layer in view has the name that a task gives it: a claim about what it reads,
 * whatever its numbers are now. Names of one's own are not judged. */
bool weights_name_claims(const struct state *s, int h);

/* Returns true if d is that of the built-in vocabulary. */
bool weights_can_find_roles(const struct state *s);

/* Returns true if d is even and the heads together are as wide as d. */
bool weights_can_shift(const struct state *s);

#endif
