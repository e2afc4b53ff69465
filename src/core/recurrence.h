/* A state that reads one word after the other and keeps a share z of itself each time:
 *
 *     h_0 = x_0,   h_t = z h_{t-1} + (1 - z) x_t
 *
 * the update of a GRU (Cho et al. 2014, equation 7) with its gate held at z, the word itself as the
 * candidate. It is linear, so what is left of every word is known exactly: h_t = Σ_k share_k x_k with
 *
 *     share_k = (1 - z) z^(t-k) for k > 0,   share_0 = z^t
 *
 * The shares add up to 1. share_k is also the factor ∂h_t/∂x_k with which a gradient gets back to word k. */
#ifndef CORE_RECURRENCE_H
#define CORE_RECURRENCE_H

/* Sets share[k], k = 0 … t, to what is left of word k in h_t; z from 0 to 1. */
void recurrence_shares(double z, int t, double *share);

#endif
