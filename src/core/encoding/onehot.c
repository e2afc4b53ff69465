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
    .title = PAIR("one-hot", "独热"),
    .formula = PAIR("PE(pos, j) = 1 (j = pos), 0 (j ≠ pos)", "PE(pos, j) = 1 (j = pos), 0 (j ≠ pos)"),
    .help = PAIR("Adds 1 to the column whose number is the position; a position of d or more has no "
                 "row. A thought experiment, not a published scheme: every position is unique, but all of "
                 "them are equally far apart, and the width has to grow with the sentence.",
                 "在编号等于位置的那一列上加 1；位置达到 d 就没有对应的行了。这是思想实验，不是发表过的方"
                 "案：每个位置都唯一，但任意两个位置一样远，而且宽度得跟着句子长度增长。"),
    .form = PE_FORM_TABLE,
    .row = onehot_row,
};
