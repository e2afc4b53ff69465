/* Fourier features of positions (Rahimi and Recht 2007, Tancik et al. 2020): the kernel that the waves of the
 * encoding `fourier` give, and the one that they approach. */
#ifndef CORE_ENCODING_FOURIER_H
#define CORE_ENCODING_FOURIER_H

#include "core/config.h"

/* The functions below need a config with pe_fourier. */

/* Returns the mean over the waves of cos 2πb·(p − q): P_p·P_q / (d/2). */
double fourier_kernel(const struct config *c, long p, long q);

/* Returns what that mean approaches with more and more normal frequencies: exp(−2π²σ²|p − q|²). */
double fourier_bell(const struct config *c, long p, long q);

#endif
