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
    .title = PAIR("plain numbers", "整数编号"),
    .formula = PAIR("PE(pos, j) = pos", "PE(pos, j) = pos"),
    .help = PAIR("Adds the number of the position to every entry of the embedding. A first idea to take "
                 "apart, not a published scheme: the numbers grow without bound, and soon position swamps "
                 "everything else in the products.",
                 "把位置的编号加到词向量的每一项上。这是供人推敲的第一个想法，不是发表过的方案：数越来越"
                 "大，没有上界，点积很快就只看得见位置了。"),
    .form = PE_FORM_TABLE,
    .row = integer_row,
};
