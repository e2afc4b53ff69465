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
    .title = TEXT("learned table"),
    .formula = TEXT("PE(pos) = table[pos],  pos < L"),
    .help = TEXT("Adds a row of free numbers, one row per position, to the embeddings; training would find "
                 "them (BERT and GPT-2 do it this way). Until you set them, they are reproducible normal "
                 "numbers of standard deviation 0.3, larger than usual (0.02) to make them visible. A "
                 "position beyond the table has no row."),
    .given =
        TEXT("Adds a row of numbers, one row per position, to the embeddings. Training found them: they are "
             "the model's own, read from its file. A position beyond the table has no row."),
    .form = PE_FORM_TABLE,
    .params = {[ROWS] = {"L", 8, 1, 1024, true, NULL,
                         TEXT("rows of the table: number of encoded positions")}},
    .matrices = {[TABLE] = {"table", TEXT("the encoding of each position"), PE_FIRST, PE_D, NULL,
                            "learned table"}},
    .row = learned_row,
    .tabled = true,
    .row_back = row_back,
};
