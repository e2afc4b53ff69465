/* Formulas and sentences of the stages that depend on the config: the screen must
 * describe what was computed. */
#include "core/pipeline/stage.h"

#include <math.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"

static bool crosses(const struct config *c, int layer)
{
    (void)layer;
    return config_crosses(c);
}

static bool normed(const struct config *c, int layer)
{
    (void)layer;
    return c->norm == NORM_PRE;
}

static bool rotates(const struct config *c, int layer)
{
    (void)layer;
    return attention_rotates(c, attention_first(c));
}

static bool above(const struct config *c, int layer)
{
    (void)c;
    return layer > 0;
}

static bool above_normed(const struct config *c, int layer)
{
    return layer > 0 && c->norm == NORM_PRE;
}

static bool no_positions(const struct config *c, int layer)
{
    (void)layer;
    return !posenc_added(c);
}

static bool scores_given(const struct config *c, int layer)
{
    (void)layer;
    return attention_source(c, attention_first(c)) == SCORES_GIVEN;
}

static bool term_sum(const struct config *c, int layer)
{
    (void)layer;
    return attention_source(c, attention_first(c)) == SCORES_TERMS;
}

static bool extra_scores(const struct config *c, int layer)
{
    return !crosses(c, layer) && !c->pe->replaces_product && (c->pe->bias || c->pe->terms);
}

static bool divisor_one(const struct config *c, int layer)
{
    (void)layer;
    return c->divisor == 1 && (crosses(c, layer) || !(c->pe->divisor_factor > 0));
}

static bool divisor_own(const struct config *c, int layer)
{
    return !crosses(c, layer) && c->pe->divisor_factor > 0;
}

static bool divisor_other(const struct config *c, int layer)
{
    (void)layer;
    return c->divisor != sqrt(c->dk);
}

static bool extra_values(const struct config *c, int layer)
{
    return !crosses(c, layer) && c->pe->value;
}

/* clang-format off */
/* Config-dependent texts of table rows; the first that applies wins. NULL: keep the table's text. */
static const struct reading {
    int row;
    bool cross;
    bool (*when)(const struct config *c, int layer);
    const char *formula;
    struct pair help;
} readings[] = {
    {STAGE_SUM, false, above, "rows = output of the layer below",
        PAIR("The output of the layer below, before the LayerNorm.", "前一层给出的行，还没有做层归一化。")},
    {STAGE_SUM, false, no_positions, "rows = X",
        PAIR("The embeddings, before the LayerNorm: no encoding is added here.", "词向量本身，还没有做层归一化；这里没有加位置编码。")},
    {STAGE_H, false, above_normed, "H = LayerNorm(rows) = (x - mean)/σ · g + s",
        PAIR("What attention reads: the layer below, normalized to mean 0 and variance 1.", "注意力读到的：前一层的各行，先调成均值 0、离散度 1。")},
    {STAGE_H, false, above, "H = output of the layer below",
        PAIR("What attention reads: the output of the layer below.", "注意力读到的：前一层给出的行。")},
    {STAGE_H, false, normed, "H = LayerNorm(rows) = (x - mean)/σ · g + s",
        PAIR("What attention reads: rows normalized to mean 0 and variance 1, scaled and shifted.", "注意力读到的：每一行调成均值 0、离散度 1，再伸缩和平移。")},
    {STAGE_H, false, no_positions, "H = X",
        PAIR("What attention reads: the embeddings alone; no encoding is added.", "注意力读到的：只有词向量，没有加上位置编码。")},
    {STAGE_K, false, crosses, "K = Y W_K + b_K",
        PAIR("What each word of the other sequence can be found by.", "另一个序列的每个词凭什么被找到。")},
    {STAGE_V, false, crosses, "V = Y W_V + b_V",
        PAIR("What each word of the other sequence passes on when it is attended to.", "另一个序列的每个词被注意到时交出的内容。")},
    {STAGE_SCORES, false, scores_given, "score[i,j] given",
        PAIR("These scores were typed in: queries and keys are not used.", "这些得分是直接给出的，没有用到查询和键。")},
    {STAGE_SCORES, false, term_sum, "score[i,j] = Σ of the terms that are on",
        PAIR("Each score is the sum of its named terms, except those knocked out.", "每个得分是各个具名项之和；被去掉的项不算在内。")},
    {STAGE_SCORES, false, rotates, "score[i,j] = qr_i · kr_j", {NULL, NULL}},
    {STAGE_SCORES, false, extra_scores, "score[i,j] = q_i · k_j + what the encoding adds",
        PAIR("How well each query matches each key, plus what the encoding adds for their distance.", "每个查询和每个键有多相配，再加上编码按距离给的数。")},
    {STAGE_SCALED, false, divisor_one, "scaled = scores / 1",
        PAIR("Not divided: wide vectors then make softmax one-sided.", "没有缩放：向量一宽，softmax 就会一边倒。")},
    {STAGE_SCALED, false, divisor_other, "scaled = scores / divisor",
        PAIR("Divided by the number you set: the smaller it is, the more one-sided softmax becomes.", "除以设定的数：这个数越小，softmax 越一边倒。")},
    {STAGE_SCALED, false, divisor_own, "scaled = scores / (√d_k · factor of the encoding)",
        PAIR("Divided by √d_k and by a factor of the encoding, whose score has more terms.", "除以 √d_k，再除以编码自己的系数，因为它的得分项更多。")},
    {STAGE_HEAD_OUT, false, extra_values, "head[i] = Σ_j A[i,j] (v_j + a_ij)",
        PAIR("Each word's new row: values plus a vector for their distance, mixed by its weights.", "每个词的新一行：各个值加上表示距离的向量，按权重混合。")},
    {STAGE_SCALED, true, divisor_other, "scaled = scores / divisor",
        PAIR("Divided by the same number as before.", "同样除以那个数。")},
};
/* clang-format on */

static const struct reading *reading_of(const struct config *c, int layer, int stage)
{
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
        if (readings[i].row == stage_first(stage) && readings[i].cross == stage_crosses(stage) &&
            readings[i].when(c, layer))
            return &readings[i];
    return NULL;
}

const char *stage_formula(const struct config *c, int layer, int stage)
{
    const struct reading *r = reading_of(c, layer, stage);
    return r ? r->formula : stage_pass(stage)->formula;
}

struct pair stage_help(const struct config *c, int layer, int stage)
{
    const struct reading *r = reading_of(c, layer, stage);
    return r && r->help.en ? r->help : stage_pass(stage)->help;
}
