/* The constants are from the papers: SplitMix64 (Steele, Lea, Flood 2014),
 * FNV-1a (Fowler, Noll, Vo), normal deviates (Box and Muller 1958). */
#include "core/math/rng.h"

#include <math.h>

#include "core/math/elementary.h"

struct rng rng_seed(uint64_t seed)
{
    return (struct rng){seed};
}

uint64_t rng_next(struct rng *r)
{
    uint64_t z = (r->state += RNG_STEP);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

double rng_uniform(struct rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

double rng_normal(struct rng *r)
{
    double u = 1 - rng_uniform(r), v = rng_uniform(r); /* u in (0, 1] */
    return sqrt(-2 * elementary_log(u)) * elementary_cos(2 * 3.14159265358979323846 * v);
}

uint64_t rng_hash(const char *s)
{
    uint64_t h = 0xCBF29CE484222325u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 0x100000001B3u;
    return h;
}
