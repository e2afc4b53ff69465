/* The sinusoidal encoding (Vaswani et al. 2017, section 3.5). sines.c has the
 * arithmetic; this file connects it to the hooks.
 * With odd d there are (d+1)/2 frequencies and the last column is a lone sine. */
#include "core/encoding/posenc.h"
#include "core/encoding/sines.h"

static bool sincos_row(double *out, long pos, const struct config *c)
{
    sines_row(out, c->d, c->base, pos);
    return true;
}

static void rows(struct mat out, long first, const struct config *c)
{
    sines_rows(out, c->base, first);
}

static double sincos_angle(long pos, int pair, const struct config *c)
{
    return sines_angle(c->d, c->base, pos, pair);
}

static int sincos_pairs(const struct config *c)
{
    return sines_pairs(c->d);
}

const struct posenc_def pe_sincos = {
    .name = "sincos",
    .title = TEXT("sinusoidal"),
    .formula = "PE(pos, 2i) = sin(pos·ωᵢ)  PE(pos, 2i+1) = cos(pos·ωᵢ)  ωᵢ = base^(−2i/d)",
    .help = TEXT("Each pair of columns is one clock hand, a sine and its cosine, and every pair turns more "
                 "slowly than the one to its left. It is added to the embeddings before the first layer. "
                 "From the original Transformer (Vaswani et al. 2017, section 3.5); an odd last column is "
                 "a sine without its cosine."),
    .form = PE_FORM_CLOCK,
    .turns = true,
    .row = sincos_row,
    .rows = rows,
    .angle = sincos_angle,
    .pairs = sincos_pairs,
    .step = 1,
};
