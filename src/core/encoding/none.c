/* No position: the baseline for every encoding. */
#include "core/encoding/posenc.h"

const struct posenc_def pe_none = {
    .name = "none",
    .title = PAIR("no positions", "无位置编码"),
    .formula = PAIR("H = X", "H = X"),
    .help =
        PAIR("No position anywhere: attention reads the bare embeddings. When words change positions, their "
             "outputs move with them, so the order of the sentence is invisible (unless a mask reveals "
             "it).",
             "完全没有位置信息：注意力只读词向量本身。词换了位置，输出跟着词走，所以句子的顺序看不出来"
             "（除非掩码透露了顺序）。"),
    .form = PE_FORM_NONE,
};
