/* The position divided by n − 1, the last position if positions start at 0. It is then bounded, but the step
 * between neighbours depends on the length of the sentence. */
#include "core/encoding/posenc.h"

static bool normalized_row(double *out, long pos, const struct config *c)
{
    bool there = pos >= c->start && pos < (long)c->start + c->n;
    double x = there && c->n > 1 ? (double)pos / (c->n - 1) : 0;
    for (int j = 0; j < c->d; j++)
        out[j] = x;
    return there;
}

static bool normalized_counts(const struct config *c)
{
    (void)c;
    return true;
}

const struct posenc_def pe_normalized = {
    .name = "normalized",
    .title = TEXT("normalized numbers"),
    .formula = "PE(pos, j) = pos / (n − 1)",
    .help = TEXT(
        "Adds the position divided by n − 1 to every entry of the embedding: 0 for the first word and 1 "
        "for the last if 'start' is 0. A thought experiment, not a published scheme: the values are "
        "then bounded, but the step between neighbours differs for every sentence length. A position outside "
        "the sentence has no row."),
    .form = PE_FORM_TABLE,
    .row = normalized_row,
    .counts = normalized_counts,
};
