/* The position divided by the last position: bounded, but the step between
 * neighbours depends on the length of the sentence. */
#include "core/posenc.h"

static bool row(double *out, long pos, const struct config *c)
{
    double x = c->n > 1 ? (double)pos / (c->n - 1) : 0;
    for (int j = 0; j < c->d; j++)
        out[j] = x;
    return true;
}

const struct posenc_def pe_normalized = {
    .name = "normalized",
    .title = PAIR("normalized numbers", "归一化编号"),
    .formula = "PE(pos, j) = pos / (n − 1)",
    .help = PAIR("Adds the position as a fraction of the sentence, 0 for the first word and 1 for the "
                 "last, to every entry of the embedding. A thought experiment, not a published scheme: the "
                 "values are bounded, but the step between neighbours is different for every sentence "
                 "length.",
                 "把位置在句子中所占的比例（第一个词为 0，最后一个词为 1）加到词向量的每一项上。这是思想实"
                 "验，不是发表过的方案：数值有界，但相邻两词之间的步长随句子长度而变。"),
    .form = PE_FORM_TABLE,
    .row = row,
};
