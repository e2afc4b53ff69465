/* All weights at once: as nobody touched them, random ones, and the head that looks a
 * fixed number of words away. */
#ifndef STATE_WEIGHTS_H
#define STATE_WEIGHTS_H

#include <stdint.h>

#include "state/state.h"

enum { WEIGHTS_SHIFT_GAIN = 10 };

/* Every weight, bias, gain and shift of every layer as it was at the start. */
void weights_drop(struct state *s);

/* The same, then random matrices (biases stay 0): normal, of standard deviation 1/√rows,
 * which keeps the size of what is multiplied (Glorot and Bengio 2010). false: no memory, or `work` stopped it. */
bool weights_random(struct state *s, uint64_t seed, struct work *work);

/* The same, then W_Q = gain·M_kᵀ in the layer in view: q_t = PE(t) W_Q = gain·PE(t + k), so that with
 * W_K = I position t looks for position t + k, wherever it is. Needs weights_can_shift. false: no memory. */
bool weights_shift(struct state *s, long k, double gain);

/* True when d is even and the heads together are as wide as d. */
bool weights_can_shift(const struct state *s);

#endif
