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
    .title = TEXT("binary digits"),
    .formula = "PE(pos, j) = ⌊pos / 2ʲ⌋ mod 2",
    .help = TEXT("Adds bit j of the position to column j of the embedding, the fastest bit first. A "
                 "thought experiment, not a published scheme: bounded and unique (up to 2^d words), with "
                 "fast and slow columns as in the sinusoidal encoding, but it jumps where sines glide."),
    .form = PE_FORM_TABLE,
    .row = binary_row,
};
