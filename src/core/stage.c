/* The table itself: when a stage is there, what it is called, where its matrix is. */
#include "core/stage.h"

#include <string.h>

#include "core/posenc.h"

static bool always(const struct config *c, int layer)
{
    (void)c, (void)layer;
    return true;
}

static bool first_layer(const struct config *c, int layer)
{
    (void)c;
    return layer == 0;
}

static bool has_positions(const struct config *c, int layer)
{
    return layer == 0 && posenc_added(c);
}

static bool has_norm_in_front(const struct config *c, int layer)
{
    (void)layer;
    return c->norm == NORM_PRE;
}

static bool crosses(const struct config *c, int layer)
{
    (void)layer;
    return config_crosses(c);
}

static bool reads_memory(const struct config *c, int layer)
{
    (void)layer;
    return c->m > 0 && c->block != BLOCK_ENCODER;
}

static bool rotates(const struct config *c, int layer)
{
    return c->pe->rotate && !crosses(c, layer);
}

static bool residual(const struct config *c, int layer)
{
    (void)layer;
    return c->residual;
}

static bool norm_behind(const struct config *c, int layer)
{
    (void)layer;
    return c->norm == NORM_POST;
}

static bool decodes(const struct config *c, int layer)
{
    (void)layer;
    return c->block == BLOCK_DECODER && c->m > 0;
}

static bool decodes_residual(const struct config *c, int layer)
{
    return decodes(c, layer) && c->residual;
}

static bool decodes_norm(const struct config *c, int layer)
{
    return decodes(c, layer) && norm_behind(c, layer);
}

static bool decodes_normed(const struct config *c, int layer)
{
    return decodes(c, layer) && has_norm_in_front(c, layer);
}

static bool feeds(const struct config *c, int layer)
{
    (void)layer;
    return c->dff > 0;
}

static bool feeds_residual(const struct config *c, int layer)
{
    return feeds(c, layer) && c->residual;
}

static bool feeds_norm(const struct config *c, int layer)
{
    return feeds(c, layer) && norm_behind(c, layer);
}

static bool feeds_normed(const struct config *c, int layer)
{
    return feeds(c, layer) && has_norm_in_front(c, layer);
}

/* The function that hands out one matrix of a trace. */
#define MATRIX(function, expression)                                                  \
    static struct mat function(const struct trace *t, int layer, int head)            \
    {                                                                                 \
        const struct layer_trace *l = &t->layer[layer];                               \
        (void)l, (void)head;                                                          \
        return expression;                                                            \
    }
#define HEAD(function, attention, stacked) MATRIX(function, attention_head(&l->attention, l->attention.stacked, head))

MATRIX(x_of, t->X)
MATRIX(p_of, t->P)
MATRIX(sum_of, l->in)
MATRIX(y_of, t->Y)
MATRIX(h_of, l->self.H)
MATRIX(q_of, l->self.Q)
MATRIX(k_of, l->self.K)
MATRIX(v_of, l->self.V)
MATRIX(qr_of, l->self.Qr)
MATRIX(kr_of, l->self.Kr)
HEAD(scores_of, self, map[MAP_SCORES])
HEAD(scaled_of, self, map[MAP_SCALED])
HEAD(masked_of, self, map[MAP_MASKED])
HEAD(weights_of, self, map[MAP_WEIGHTS])
HEAD(head_out_of, self, head_out)
MATRIX(concat_of, l->self.concat)
MATRIX(output_of, l->self.output)
MATRIX(residual1_of, l->residual1)
MATRIX(norm1_of, l->norm1)
MATRIX(hc_of, l->cross.H)
MATRIX(qc_of, l->cross.Q)
MATRIX(kc_of, l->cross.K)
MATRIX(vc_of, l->cross.V)
HEAD(scoresc_of, cross, map[MAP_SCORES])
HEAD(scaledc_of, cross, map[MAP_SCALED])
HEAD(maskedc_of, cross, map[MAP_MASKED])
HEAD(weightsc_of, cross, map[MAP_WEIGHTS])
HEAD(head_outc_of, cross, head_out)
MATRIX(concatc_of, l->cross.concat)
MATRIX(outputc_of, l->cross.output)
MATRIX(residualc_of, l->residualc)
MATRIX(normc_of, l->normc)
MATRIX(ffn_in_of, l->ffn_in)
MATRIX(hidden_of, l->hidden)
MATRIX(ffn_of, l->ffn)
MATRIX(residual2_of, l->residual2)
MATRIX(norm2_of, l->norm2)

/* clang-format off */
const struct stage_def stages[STAGE_COUNT] = {
    [STAGE_TOKENS] = {"tokens", "w₀ w₁ w₂ …", PAIR("words", "词元"),
        PAIR("The sentence is cut into words; from here on only their numbers count.", "句子先切成词元；从这里起，只剩下数在起作用。"),
        ROLE_WORDS, AXIS_WORD, AXIS_TEXT, HEADS_TOGETHER, first_layer, x_of},
    [STAGE_X] = {"X", "X[t] = embedding(w_t)", PAIR("embeddings", "词向量"),
        PAIR("Each word brings its own row of numbers, wherever it stands. Edit them.", "每个词带来自己的一行数，和它站在哪里无关。这些数可以改。"),
        ROLE_GIVEN, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, first_layer, x_of},
    [STAGE_P] = {"P", "P[t] = PE(t)", PAIR("positional encoding", "位置编码"),
        PAIR("Each place brings its own row of numbers, whichever word stands there.", "每个位置带来自己的一行数，和哪个词站在那里无关。"),
        ROLE_POSITIONS, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, has_positions, p_of},
    [STAGE_SUM] = {"sum", "X + P", PAIR("sum", "相加"),
        PAIR("Word and place are added entry by entry, before the LayerNorm.", "词和位置逐项相加，然后才做层归一化。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, has_norm_in_front, sum_of},
    [STAGE_Y] = {"Y", "Y[s] = embedding(memory_s)", PAIR("second sequence", "第二个序列"),
        PAIR("The other sequence, whose words will be keys and values.", "另一个序列：它的词将提供键和值。"),
        ROLE_GIVEN, AXIS_MEMORY, AXIS_MEMORY_DIM, HEADS_TOGETHER, reads_memory, y_of},
    [STAGE_H] = {"H", "H = X + P", PAIR("input", "输入"),
        PAIR("What attention reads: word and place added, in one row.", "注意力读到的：词与位置相加，合成一行。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, always, h_of},
    [STAGE_Q] = {"Q", "Q = H W_Q + b_Q", PAIR("queries", "查询"),
        PAIR("What each word is looking for.", "每个词在找什么。"),
        ROLE_COMPUTED, AXIS_QUERY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, always, q_of},
    [STAGE_K] = {"K", "K = H W_K + b_K", PAIR("keys", "键"),
        PAIR("What each word offers to be found by.", "每个词凭什么被找到。"),
        ROLE_COMPUTED, AXIS_KEY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, always, k_of},
    [STAGE_V] = {"V", "V = H W_V + b_V", PAIR("values", "值"),
        PAIR("What each word hands over when it is attended to.", "每个词被注意到时交出的内容。"),
        ROLE_COMPUTED, AXIS_KEY, AXIS_HEADS_VALUE_DIM, HEADS_COLUMNS, always, v_of},
    [STAGE_QR] = {"Qr", "Qr[t] = R(t) q_t", PAIR("rotated queries", "旋转后的查询"),
        PAIR("The encoding turns each query by an angle that grows with its position.", "编码把每个查询转过一个角度，位置越后转得越多。"),
        ROLE_COMPUTED, AXIS_QUERY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, rotates, qr_of},
    [STAGE_KR] = {"Kr", "Kr[s] = R(s) k_s", PAIR("rotated keys", "旋转后的键"),
        PAIR("Keys are turned in the same way, so a dot product sees only the distance.", "键也同样旋转，所以点积只看得到两个词的距离。"),
        ROLE_COMPUTED, AXIS_KEY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, rotates, kr_of},
    [STAGE_SCORES] = {"scores", "score[i,j] = q_i · k_j", PAIR("scores", "得分"),
        PAIR("How well each query (row) fits each key (column): one dot product a cell.", "每个查询（行）和每个键（列）有多相配：一格一个点积。"),
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, always, scores_of},
    [STAGE_SCALED] = {"scaled", "scaled = scores / √d_k", PAIR("scaled", "缩放"),
        PAIR("Divided by √d_k, so that wide vectors do not make softmax one-sided.", "除以 √d_k，向量再宽，softmax 也不会一边倒。"),
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, always, scaled_of},
    [STAGE_MASKED] = {"masked", "masked = scaled + mask", PAIR("masked", "遮罩"),
        PAIR("Keys that may not be seen get -∞; the others stay as they are.", "不许看的键变成 -∞，其余不变。"),
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, always, masked_of},
    [STAGE_WEIGHTS] = {"weights", "A = softmax(masked)", PAIR("attention weights", "注意力权重"),
        PAIR("Each row shares out one whole among the keys.", "每一行把整个 1 分给各个键。"),
        ROLE_WEIGHTS, AXIS_QUERY, AXIS_KEY, HEADS_APART, always, weights_of},
    [STAGE_HEAD_OUT] = {"head_out", "head[i] = Σ_j A[i,j] v_j", PAIR("head output", "各头输出"),
        PAIR("Each word's new row: the values, mixed by its weights.", "每个词的新一行：按权重把各个值混合起来。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_HEAD_DIM, HEADS_APART, always, head_out_of},
    [STAGE_CONCAT] = {"concat", "concat = [head₁ head₂ …]", PAIR("concatenate", "拼接"),
        PAIR("The heads' rows are laid side by side.", "把各个头的输出并排接起来。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_HEADS_VALUE_DIM, HEADS_TOGETHER, always, concat_of},
    [STAGE_OUTPUT] = {"output", "output = concat W_O + b_O", PAIR("output", "输出"),
        PAIR("The output projection mixes what the heads found.", "输出投影把各个头找到的东西合在一起。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, always, output_of},
    [STAGE_RESIDUAL1] = {"residual1", "residual = input + output", PAIR("residual", "残差"),
        PAIR("The input is added back, so that nothing is lost on the way.", "把输入加回来，路上不会丢失什么。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, residual, residual1_of},
    [STAGE_NORM1] = {"norm1", "LayerNorm: (x - mean)/σ · g + s", PAIR("LayerNorm", "层归一化"),
        PAIR("Each row is brought to mean 0 and spread 1, then stretched and shifted.", "每一行调成均值 0、离散度 1，再伸缩和平移。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, norm_behind, norm1_of},
    [STAGE_HC] = {"Hc", "LayerNorm: (x - mean)/σ · g + s", PAIR("cross: input", "交叉：输入"),
        PAIR("Each row is brought to mean 0 and spread 1 before it asks the other sequence.", "每一行先调成均值 0、离散度 1，再去问另一个序列。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, decodes_normed, hc_of},
    [STAGE_QC] = {"Qc", "Q' = rows W_Qc + b_Qc", PAIR("cross: queries", "交叉：查询"),
        PAIR("The decoder's words ask …", "解码器的词来提问……"),
        ROLE_COMPUTED, AXIS_QUERY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, decodes, qc_of},
    [STAGE_KC] = {"Kc", "K' = Y W_Kc + b_Kc", PAIR("cross: keys", "交叉：键"),
        PAIR("… the other sequence's words answer with keys …", "……另一个序列的词用键来应答……"),
        ROLE_COMPUTED, AXIS_KEY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, decodes, kc_of},
    [STAGE_VC] = {"Vc", "V' = Y W_Vc + b_Vc", PAIR("cross: values", "交叉：值"),
        PAIR("… and hand over their values.", "……并交出自己的值。"),
        ROLE_COMPUTED, AXIS_KEY, AXIS_HEADS_VALUE_DIM, HEADS_COLUMNS, decodes, vc_of},
    [STAGE_SCORESC] = {"scoresc", "score[i,j] = q'_i · k'_j", PAIR("cross: scores", "交叉：得分"),
        PAIR("Rows are the decoder's words, columns the other sequence's.", "行是解码器的词，列是另一个序列的词。"),
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, decodes, scoresc_of},
    [STAGE_SCALEDC] = {"scaledc", "scaled = scores / √d_k", PAIR("cross: scaled", "交叉：缩放"),
        PAIR("Divided by √d_k as before.", "同样除以 √d_k。"),
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, decodes, scaledc_of},
    [STAGE_MASKEDC] = {"maskedc", "masked = scaled + mask", PAIR("cross: masked", "交叉：遮罩"),
        PAIR("Only padding is hidden here: the whole other sequence may be read.", "这里只遮住填充：另一个序列可以整个读。"),
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, decodes, maskedc_of},
    [STAGE_WEIGHTSC] = {"weightsc", "A' = softmax(masked)", PAIR("cross: weights", "交叉：权重"),
        PAIR("How each word of the decoder shares out its attention.", "解码器的每个词怎样分配注意力。"),
        ROLE_WEIGHTS, AXIS_QUERY, AXIS_KEY, HEADS_APART, decodes, weightsc_of},
    [STAGE_HEAD_OUTC] = {"head_outc", "head[i] = Σ_j A'[i,j] v'_j", PAIR("cross: head output", "交叉：各头输出"),
        PAIR("The other sequence's values, mixed by these weights.", "按这些权重混合另一个序列的值。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_HEAD_DIM, HEADS_APART, decodes, head_outc_of},
    [STAGE_CONCATC] = {"concatc", "concat = [head₁ head₂ …]", PAIR("cross: concatenate", "交叉：拼接"),
        PAIR("The heads' rows side by side.", "各头的输出并排接起来。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_HEADS_VALUE_DIM, HEADS_TOGETHER, decodes, concatc_of},
    [STAGE_OUTPUTC] = {"outputc", "output = concat W_Oc + b_Oc", PAIR("cross: output", "交叉：输出"),
        PAIR("The output projection of the cross-attention.", "交叉注意力的输出投影。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, decodes, outputc_of},
    [STAGE_RESIDUALC] = {"residualc", "residual = rows + output", PAIR("cross: residual", "交叉：残差"),
        PAIR("What came in is added back.", "把进来的加回去。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, decodes_residual, residualc_of},
    [STAGE_NORMC] = {"normc", "LayerNorm: (x - mean)/σ · g + s", PAIR("cross: LayerNorm", "交叉：层归一化"),
        PAIR("Each row is brought to mean 0 and spread 1.", "每一行调成均值 0、离散度 1。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, decodes_norm, normc_of},
    [STAGE_FFN_IN] = {"ffn_in", "LayerNorm: (x - mean)/σ · g + s", PAIR("feed-forward, input", "前馈网络（输入）"),
        PAIR("Each row is brought to mean 0 and spread 1 before the feed-forward network.", "每一行先调成均值 0、离散度 1，再进前馈网络。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, feeds_normed, ffn_in_of},
    [STAGE_HIDDEN] = {"hidden", "hidden = max(0, rows W₁ + b₁)", PAIR("feed-forward, inside", "前馈网络（内层）"),
        PAIR("Each row alone goes through a wider layer; what is negative becomes 0.", "每一行各自通过一个更宽的层；负数变成 0。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_HIDDEN, HEADS_TOGETHER, feeds, hidden_of},
    [STAGE_FFN] = {"ffn", "ffn = hidden W₂ + b₂", PAIR("feed-forward", "前馈网络"),
        PAIR("… and comes back to d_model numbers.", "……再回到 d_model 个数。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, feeds, ffn_of},
    [STAGE_RESIDUAL2] = {"residual2", "residual = rows + ffn", PAIR("residual", "残差"),
        PAIR("What came in is added back.", "把进来的加回去。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, feeds_residual, residual2_of},
    [STAGE_NORM2] = {"norm2", "LayerNorm: (x - mean)/σ · g + s", PAIR("LayerNorm", "层归一化"),
        PAIR("Each row is brought to mean 0 and spread 1: the layer's output.", "每一行调成均值 0、离散度 1：这一层的输出。"),
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, feeds_norm, norm2_of},
};
/* clang-format on */

enum axis stage_axis(const struct config *c, int stage, bool column)
{
    enum axis axis = column ? stages[stage].cols : stages[stage].rows;
    if (axis == AXIS_KEY)
        return stage_crosses(stage) || config_crosses(c) ? AXIS_MEMORY : AXIS_WORD;
    return axis == AXIS_QUERY ? AXIS_WORD : axis;
}

static int axis_count(const struct config *c, enum axis axis)
{
    switch (axis) {
    case AXIS_WORD: return c->n;
    case AXIS_MEMORY: return c->m;
    case AXIS_DIM: return c->d;
    case AXIS_MEMORY_DIM: return c->dsrc;
    case AXIS_HEAD_DIM: return c->dv;
    case AXIS_HEADS_KEY_DIM: return c->heads * c->dk;
    case AXIS_HEADS_VALUE_DIM: return c->heads * c->dv;
    case AXIS_HIDDEN: return c->dff;
    default: return 1;
    }
}

void stage_shape(const struct config *c, int stage, int *rows, int *cols)
{
    *rows = axis_count(c, stage_axis(c, stage, false));
    *cols = axis_count(c, stage_axis(c, stage, true));
}

bool stage_has_numbers(int stage)
{
    return stages[stage].role != ROLE_WORDS;
}

bool stage_crosses(int stage)
{
    return stage >= STAGE_HC && stage <= STAGE_NORMC;
}

int stage_find(const char *name)
{
    for (int i = 0; i < STAGE_COUNT; i++)
        if (strcmp(stages[i].name, name) == 0)
            return i;
    return -1;
}

int stage_step(const struct config *c, int layer, int stage, int step)
{
    for (int i = stage + step; i >= 0 && i < STAGE_COUNT; i += step)
        if (stages[i].present(c, layer))
            return i;
    return stage;
}

int stage_last(const struct config *c, int layer)
{
    return stage_step(c, layer, STAGE_COUNT, -1);
}
