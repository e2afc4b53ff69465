/* Reproducible pseudo-random numbers (SplitMix64, Steele, Lea, Flood 2014).
 * They are the same on every machine (normal deviates up to the last bit of log and cos).
 * The user sets the seed, never the clock. */
#ifndef CORE_MATH_RNG_H
#define CORE_MATH_RNG_H

#include <stdint.h>

#define RNG_STEP UINT64_C(0x9E3779B97F4A7C15) /* what a number adds to the state */

struct rng {
    uint64_t state;
};

enum { RNG_NORMAL_EFFORT = 40 }; /* cost of a normal deviate, in multiplications */

struct rng rng_seed(uint64_t seed);
uint64_t rng_next(struct rng *r);
double rng_uniform(struct rng *r); /* in [0, 1), a multiple of 2^-53 */
double rng_normal(struct rng *r);  /* mean 0, variance 1 (Box, Muller 1958); consumes two numbers */
uint64_t rng_hash(const char *s);  /* FNV-1a of a string: a seed for a word */

#endif
