/* Initial values of the encodings' matrices. Rounding to three decimals also
 * hides the last bit of log and cos, the only place where machines differ. */
#include "core/encoding/fill.h"

#include <math.h>

#include "core/math/rng.h"

void pe_fill_normal(struct mat out, const char *name)
{
    uint64_t seed = rng_hash(name);
    for (int r = 0; r < out.rows; r++)
        for (int c = 0; c < out.cols; c++) {
            struct rng rng = rng_seed(seed ^ ((uint64_t)r << 32 | (uint64_t)c));
            double x = PE_FILL_SD * rng_normal(&rng);
            mat_row(out, r)[c] = round(x * 1000) / 1000 + 0.0; /* no -0 */
        }
}

void pe_fill_identity(struct mat out, const struct config *c)
{
    (void)c;
    mat_fill(out, 0);
    for (int i = 0; i < out.rows && i < out.cols; i++)
        mat_row(out, i)[i] = 1;
}
