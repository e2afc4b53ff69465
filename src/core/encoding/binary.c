/* The binary digits of the position, least significant in column 0. Bounded and
 * unique, with fast and slow columns, but it jumps (3 → 4 flips three bits). */
#include "core/encoding/posenc.h"

static bool binary_row(double *out, long pos, const struct config *c)
{
    unsigned long rest = (unsigned long)pos;
    for (int j = 0; j < c->d; j++, rest /= 2)
        out[j] = (double)(rest % 2);
    return true;
}

const struct posenc_def pe_binary = {
    .name = "binary",
    .title = PAIR("binary digits", "二进制"),
    .formula = PAIR("PE(pos, j) = ⌊pos / 2ʲ⌋ mod 2", "PE(pos, j) = ⌊pos / 2ʲ⌋ mod 2"),
    .help = PAIR("Adds bit j of the position to column j of the embedding, the fastest bit first. A "
                 "thought experiment, not a published scheme: bounded and unique (up to 2^d words), with "
                 "fast and slow columns as in the sinusoidal encoding, but it jumps where sines glide.",
                 "把位置的第 j 个二进制位加到词向量的第 j 列上，变得最快的位在最左边。这是思想实验，不是发"
                 "表过的方案：有界，在 2^d 个词以内也唯一，和正弦编码一样有快列和慢列，但正弦平滑的地方它会"
                 "跳变。"),
    .form = PE_FORM_TABLE,
    .row = binary_row,
};
