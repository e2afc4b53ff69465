/* Attention with linear biases (Press, Smith, Lewis 2021): score minus slope
 * times distance, with a fixed slope per head. */
#include <math.h>

#include "core/encoding/posenc.h"

enum { SLOPES };

static double bias(long i, long j, int head, const struct config *c)
{
    double distance = (double)(i < j ? j - i : i - j);
    return -mat_at(c->pe_mat[SLOPES], 0, head) * distance;
}

double alibi_slope(int heads, int head)
{
    int power = 1;
    while (2 * power <= heads)
        power *= 2;
    if (head < power)
        return exp2(-8.0 * (head + 1) / power);
    return exp2(-8.0 * (2 * (head - power) + 1) / (2 * power));
}

static void alibi_fill(struct mat out, const struct config *c)
{
    (void)c;
    for (int h = 0; h < out.cols; h++)
        mat_row(out, 0)[h] = alibi_slope(out.cols, h);
}

const struct posenc_def pe_alibi = {
    .name = "alibi",
    .title = TEXT("ALiBi"),
    .formula = TEXT("scaled[t, s] = q_t·k_s / √d_k − m_h·|t − s|"),
    .help = TEXT("Subtracts slope × distance from every scaled score; each head has its own fixed slope, "
                 "so some heads see only near words and some see far. Embeddings and values carry no "
                 "information about position. From \"Train Short, Test Long\" (Press, Smith, Lewis 2021), "
                 "which uses causal attention; |t − s| is the usual two-sided form."),
    .form = PE_FORM_BIAS,
    .matrices = {[SLOPES] = {"slopes", TEXT("slope of each head"), PE_ONE, PE_HEADS, alibi_fill, NULL}},
    .bias = bias,
};
