/* The distance buckets of T5 (Raffel et al. 2020). */
#ifndef CORE_ENCODING_T5_H
#define CORE_ENCODING_T5_H

#include <stdbool.h>

enum { T5_MAX_BUCKETS = 256, T5_MAX_DISTANCE = 1000000 };

/* Returns the bucket 0 … buckets-1 of offset = key position - query position.
 *
 * A side has B buckets. With two_sided, B is half of them all, and keys to the right use
 * the upper half. Otherwise B is all of them, and all keys to the right share bucket 0.
 * With E = B/2, each distance x < E has its own bucket; beyond, the bucket is
 *     E + ⌊(B - E) · ln(x/E) / ln(distance/E)⌋, at most B - 1.
 * Where rounding could change the floor, integers decide: x^L >= distance^k E^(L-k)
 * with L = B - E (64 of 128: exactly bucket 14). E >= 1 and distance > E. */
int t5_bucket(long offset, int buckets, long distance, bool two_sided);

#endif
