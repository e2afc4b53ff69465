/* A table with one learnable row per position; positions beyond it have no encoding. */
#include "core/encoding/posenc.h"

enum { ROWS };
enum { TABLE };

static bool learned_row(double *out, long pos, const struct config *c)
{
    struct factor table = config_table(c);
    bool there = pos >= 0 && pos < table.rows;
    for (int j = 0; j < c->d && !there; j++)
        out[j] = 0;
    if (there)
        factor_read(out, table, (int)pos, 0, c->d);
    return there;
}

static void row_back(struct mat *to, const double *d, long pos, const struct config *c)
{
    struct mat table = to[TABLE];
    for (int j = 0; pos >= 0 && pos < table.rows && j < c->d; j++)
        mat_row(table, (int)pos)[j] += d[j];
}

const struct posenc_def pe_learned = {
    .name = "learned",
    .title = PAIR("learned table", "可学习的表"),
    .formula = PAIR("PE(pos) = table[pos],  pos < L", "PE(pos) = 表[pos],  pos < L"),
    .help = PAIR("Adds a row of free numbers, one row per position, to the embeddings; training would find "
                 "them (BERT and GPT-2 do it this way). Until you set them, they are reproducible normal "
                 "numbers of standard deviation 0.3, larger than usual (0.02) to make them visible. A "
                 "position beyond the table has no row.",
                 "把一行可自由取值的数加到词向量上，每个位置一行；它们本应由训练得到（BERT 和 GPT-2 就是这"
                 "样做的）。没有改过的数，取标准差 0.3 的可复现正态随机数，比通常的 0.02 大，好让人看得见。"
                 "超出表的位置没有对应的行。"),
    .given =
        PAIR("Adds a row of numbers, one row per position, to the embeddings. Training found them: they are "
             "the model's own, read from its file. A position beyond the table has no row.",
             "把一行数加到词向量上，每个位置一行。这些数由训练得到，是从模型文件里读出来的。"
             "超出表的位置没有对应的行。"),
    .form = PE_FORM_TABLE,
    .params = {[ROWS] = {"L", 8, 1, 1024, true, NULL,
                         PAIR("rows of the table: number of encoded positions",
                              "表的行数：有编码的位置个数")}},
    .matrices = {[TABLE] = {"table", PAIR("the encoding of each position", "每个位置的编码"), PE_FIRST, PE_D,
                            NULL, "learned table"}},
    .row = learned_row,
    .tabled = true,
    .row_back = row_back,
};
