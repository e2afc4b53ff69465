/* The position itself in every column: the first idea, and why it fails
 * (products grow like t·s and swamp the content). */
#include "core/encoding/posenc.h"

static bool integer_row(double *out, long pos, const struct config *c)
{
    for (int j = 0; j < c->d; j++)
        out[j] = (double)pos;
    return true;
}

const struct posenc_def pe_integer = {
    .name = "integer",
    .title = TEXT("plain numbers"),
    .formula = "PE(pos, j) = pos",
    .help = TEXT("Adds the number of the position to every entry of the embedding. A first idea to take "
                 "apart, not a published scheme: the numbers grow without bound, and soon position swamps "
                 "everything else in the products."),
    .form = PE_FORM_TABLE,
    .row = integer_row,
};
