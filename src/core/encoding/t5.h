/* The distance buckets of T5 (Raffel et al. 2020). */
#ifndef CORE_ENCODING_T5_H
#define CORE_ENCODING_T5_H

#include <stdbool.h>

enum { T5_MAX_BUCKETS = 256, T5_MAX_DISTANCE = 1000000 };

/* The bucket 0 … buckets-1 of offset = key position - query position.
 *
 * A side has B buckets: half of them all when two_sided (keys to the right use
 * the upper half), else all, for keys to the left (all keys to the right share
 * bucket 0). With E = B/2, distances x < E have a bucket each; beyond, bucket
 *     E + ⌊(B - E) · ln(x/E) / ln(distance/E)⌋, at most B - 1.
 * The floor is decided by whole numbers, x^L >= distance^k E^(L-k) with
 * L = B - E, where rounding could move it (64 of 128: exactly bucket 14).
 * E >= 1 and distance > E. */
int t5_bucket(long offset, int buckets, long distance, bool two_sided);

#endif
