/* Sines without cosines, PE(pos, j) = sin(pos / base^(j/d)), for the classic question why the
 * cosines are there. It has no matrix M_k, since PE(0) = 0 and M·0 = 0.
 * Its frequencies base^(-j/d) are those of the pairs of width 2d. */
#include "core/encoding/posenc.h"
#include "core/encoding/sines.h"

static bool sinonly_row(double *out, long pos, const struct config *c)
{
    double cosines[SINES_MAX_PAIRS];
    sines_hands(out, cosines, 2 * c->d, c->base, pos);
    return true;
}

static double sinonly_angle(long pos, int pair, const struct config *c)
{
    return sines_angle(2 * c->d, c->base, pos, pair);
}

static int sinonly_pairs(const struct config *c)
{
    return c->d;
}

const struct posenc_def pe_sinonly = {
    .name = "sinonly",
    .title = TEXT("sines only"),
    .formula = "PE(pos, j) = sin(pos / base^(j/d))",
    .help = TEXT("Every column is a sine of its own frequency, and no sine has its cosine. It is added to "
                 "the embeddings. An exercise rather than a published scheme: position 0 is the zero "
                 "vector, so no matrix moves position t to t+k, which shows what the cosines are for."),
    .form = PE_FORM_CLOCK,
    .row = sinonly_row,
    .angle = sinonly_angle,
    .pairs = sinonly_pairs,
    .step = 2,
};
