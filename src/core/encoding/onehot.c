/* Each position has its own column: needs d >= n, and all positions are
 * equally far apart. */
#include "core/encoding/posenc.h"

static bool onehot_row(double *out, long pos, const struct config *c)
{
    for (int j = 0; j < c->d; j++)
        out[j] = j == pos;
    return pos < c->d;
}

const struct posenc_def pe_onehot = {
    .name = "onehot",
    .title = TEXT("one-hot"),
    .formula = "PE(pos, j) = 1 (j = pos), 0 (j ≠ pos)",
    .help = TEXT("Adds 1 to the column whose number is the position; a position of d or more has no "
                 "row. A thought experiment, not a published scheme: every position is unique, but all of "
                 "them are equally far apart, and the width has to grow with the sentence."),
    .form = PE_FORM_TABLE,
    .row = onehot_row,
};
