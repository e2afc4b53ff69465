/* The table of stages: when each is present, its names, the shape of its matrix
 * and where the matrix is stored. A second table has the formulas and sentences that
 * depend on the config: the screen must describe what was computed. */
#include "core/pipeline/stage.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"

/* What a stage needs to be present, then what its texts depend on besides. */
/* clang-format off */
enum {
    FIRST_LAYER = 1 << 0, POSITIONS = 1 << 1, MEMORY = 1 << 2, ROTATION = 1 << 3, PRE_NORM = 1 << 4,
    POST_NORM = 1 << 5, RESIDUAL = 1 << 6, DECODER = 1 << 7, FEED_FORWARD = 1 << 8, LAST_LAYER = 1 << 9,
    FINAL_NORM = 1 << 10, CLASSES = 1 << 11, TYPES = 1 << 12, EMBED_NORM = 1 << 13, GATED = 1 << 14,
    TRANSFORM = 1 << 15,
    CROSSES = 1 << 16, RMS = 1 << 17, GIVEN = 1 << 18, TERM_SUM = 1 << 19, EXTRA_SCORES = 1 << 20,
    EXTRA_VALUES = 1 << 21, DIVISOR_ONE = 1 << 22, DIVISOR_OWN = 1 << 23, DIVISOR_OTHER = 1 << 24,
    ACTIVATED = 1 << 25, /* by activation 0; then by each other */
    RELU = ACTIVATED << ACTIVATION_RELU, GELU = ACTIVATED << ACTIVATION_GELU,
    GELU_NEW = ACTIVATED << ACTIVATION_GELU_NEW, QUICK = ACTIVATED << ACTIVATION_QUICK,
    SILU = ACTIVATED << ACTIVATION_SILU
};
/* clang-format on */

static int had_by(const struct config *c, int layer)
{
    bool memory = c->m > 0 && c->block != BLOCK_ENCODER;
    return (layer == 0) * FIRST_LAYER | posenc_added(c) * POSITIONS | memory * MEMORY |
           attention_rotates(c, attention_first(c)) * ROTATION | (c->norm == NORM_PRE) * PRE_NORM |
           (c->norm == NORM_POST) * POST_NORM | c->residual * RESIDUAL | config_decodes(c) * DECODER |
           (c->dff > 0) * FEED_FORWARD | (layer == c->layers - 1) * LAST_LAYER | c->final_norm * FINAL_NORM |
           (c->classes > 0) * CLASSES | (c->types > 0) * TYPES | c->embed_norm * EMBED_NORM |
           c->gated * GATED | c->transform * TRANSFORM;
}

/* Returns whether all of `when` and nothing of `unless` is so: apart from had_by, because texts are asked for
 * far more rarely than which stages there are. */
static bool applies(const struct config *c, int layer, int when, int unless)
{
    const struct posenc_def *pe = c->pe;
    enum score_source source = attention_source(c, layer, attention_first(c));
    bool crosses = config_crosses(c), factor = !crosses && pe->divisor_factor > 0;
    int is = had_by(c, layer) | crosses * CROSSES | c->norm_rms * RMS | (source == SCORES_GIVEN) * GIVEN |
             (source == SCORES_TERMS) * TERM_SUM |
             (!crosses && !pe->replaces_product && (pe->bias || pe->terms)) * EXTRA_SCORES |
             (!crosses && pe->value) * EXTRA_VALUES | (c->divisor == 1 && !factor) * DIVISOR_ONE |
             factor * DIVISOR_OWN | (c->divisor != sqrt(c->dk)) * DIVISOR_OTHER | ACTIVATED << c->activation;
    return (is & when) == when && !(is & unless);
}

/* The holder of the matrix: the trace, a layer or one of the layer's attentions. */
#define TRACE(field) IN_TRACE, offsetof(struct trace, field)
#define LAYER(field) IN_LAYER, offsetof(struct layer_trace, field)
#define ATTENTION(field) IN_ATTENTION, offsetof(struct attention, field)

/* Operands that depend on the config; the others are stages, of the same pass. */
enum {
    BEFORE = STAGE_COUNT, /* the last stage before this one */
    INPUT,                /* what the layer begins with: see begin */
    ATTENDED,             /* the rows that an attention starts from and adds to, before any LayerNorm */
    QUERIED,              /* the same after it */
    KEYED,                /* what keys and values are computed from */
    TURNED_Q,
    TURNED_K, /* queries and keys, turned if the encoding turns them */
    FED,
    WIDENED /* the rows that the feed-forward network starts from; after any LayerNorm */
};

/* clang-format off */
static const struct stage_row table[STAGE_COUNT] = {
    [STAGE_TOKENS] = {
        {{"tokens", "词元", PAIR("w₀ w₁ w₂ …", "w₀ w₁ w₂ …"), PAIR("words", "词元"), FIRST_LAYER,
            PAIR("The sentence is cut into words; from here on only their numbers count.", "句子先切成词元；从这里起，只剩下数在起作用。")}},
        ROLE_WORDS, AXIS_WORD, AXIS_TEXT, HEADS_TOGETHER, TRACE(X), {OP_GIVEN}},
    [STAGE_X] = {
        {{"X", "X", PAIR("X[t] = embedding(w_t)", "X[t] = w_t 的词向量"), PAIR("embeddings", "词向量"), FIRST_LAYER,
            PAIR("Each word has its own row of numbers, wherever it occurs. You can edit them.", "每个词有自己的一行数，排在哪里都一样。这些数可以改。")}},
        ROLE_GIVEN, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, TRACE(X), {OP_GIVEN}},
    [STAGE_P] = {
        {{"P", "P", PAIR("P[t] = PE(t)", "P[t] = PE(t)"), PAIR("positional encoding", "位置编码"), FIRST_LAYER | POSITIONS,
            PAIR("Each position has its own row of numbers, whatever word is there.", "每个位置有自己的一行数，不管那里是哪个词。")}},
        ROLE_POSITIONS, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, TRACE(P), {OP_ENCODING}},
    [STAGE_TYPES] = {
        {{"T", "T", PAIR("T[t] = type(w_t)", "T[t] = w_t 的类型向量"), PAIR("types", "类型向量"), FIRST_LAYER | TYPES,
            PAIR("Every word of the first sentence gets the same row, every word of the second another.", "第一句的每个词得到同一行数，第二句的每个词得到另一行。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, TRACE(T), {OP_GIVEN}},
    [STAGE_EMBEDDED] = {
        {{"embedded", "嵌入和", PAIR("X + P + T", "X + P + T"), PAIR("sum of the embeddings", "嵌入之和"), FIRST_LAYER | EMBED_NORM,
            PAIR("Word, position and type are added entry by entry, before the LayerNorm.", "词、位置和类型逐项相加，然后才做层规范化。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, TRACE(embedded), {OP_ADD, {STAGE_X, STAGE_P, STAGE_TYPES}}},
    [STAGE_SUM] = {
        {{"sum", "相加", PAIR("X + P", "X + P"), PAIR("sum", "相加"), PRE_NORM,
            PAIR("Word and position are added entry by entry, before the LayerNorm.", "词和位置逐项相加，然后才做层规范化。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, LAYER(in), {OP_ADD, {INPUT}}},
    [STAGE_Y] = {
        {{"Y", "Y", PAIR("Y[s] = embedding(memory_s)", "Y[s] = 第二个序列第 s 个词的词向量"), PAIR("second sequence", "第二个序列"), MEMORY,
            PAIR("The other sequence, whose words will be keys and values.", "另一个序列：它的词将提供键和值。")}},
        ROLE_GIVEN, AXIS_MEMORY, AXIS_MEMORY_DIM, HEADS_TOGETHER, TRACE(Y), {OP_GIVEN}},
    [STAGE_H] = {
        {{"H", "H", PAIR("H = X + P", "H = X + P"), PAIR("input", "输入"), 0,
            PAIR("What attention reads: word and position added, in one row.", "注意力读到的：词与位置相加，合成一行。")},
         {"Hc", "Hc", PAIR("LayerNorm: (x - mean)/σ · g + s", "层规范化：(x - 均值)/σ · g + s"), PAIR("cross: input", "交叉输入"), PRE_NORM,
            PAIR("Each row minus its mean, divided by its σ, before it asks the other sequence.", "每一行先减去均值，除以 σ，再去问另一个序列。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, ATTENTION(H), {OP_NORM, {ATTENDED}, LN_G1}},
    [STAGE_Q] = {
        {{"Q", "Q", PAIR("Q = H W_Q + b_Q", "Q = H W_Q + b_Q"), PAIR("queries", "查询"), 0,
            PAIR("What each word is looking for.", "每个词在找什么。")},
         {"Qc", "Qc", PAIR("Q' = rows W_Qc + b_Qc", "Q' = 各行 W_Qc + b_Qc"), PAIR("cross: queries", "交叉查询"), 0,
            PAIR("The decoder's words ask …", "解码器的词来提问……")}},
        ROLE_COMPUTED, AXIS_QUERY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, ATTENTION(Q), {OP_LINEAR, {QUERIED}, W_Q}},
    [STAGE_K] = {
        {{"K", "K", PAIR("K = H W_K + b_K", "K = H W_K + b_K"), PAIR("keys", "键"), 0,
            PAIR("What each word can be found by.", "每个词凭什么被找到。")},
         {"Kc", "Kc", PAIR("K' = Y W_Kc + b_Kc", "K' = Y W_Kc + b_Kc"), PAIR("cross: keys", "交叉键"), 0,
            PAIR("… the other sequence's words answer with keys …", "……另一个序列的词用键来应答……")}},
        ROLE_COMPUTED, AXIS_KEY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, ATTENTION(K), {OP_LINEAR, {KEYED}, W_K}},
    [STAGE_V] = {
        {{"V", "V", PAIR("V = H W_V + b_V", "V = H W_V + b_V"), PAIR("values", "值"), 0,
            PAIR("What each word passes on when it is attended to.", "每个词被注意到时交出的内容。")},
         {"Vc", "Vc", PAIR("V' = Y W_Vc + b_Vc", "V' = Y W_Vc + b_Vc"), PAIR("cross: values", "交叉值"), 0,
            PAIR("… and pass on their values.", "……并交出自己的值。")}},
        ROLE_COMPUTED, AXIS_KEY, AXIS_HEADS_VALUE_DIM, HEADS_COLUMNS, ATTENTION(V), {OP_LINEAR, {KEYED}, W_V}},
    [STAGE_QR] = {
        {{"Qr", "Qr", PAIR("Qr[t] = R(t) q_t", "Qr[t] = R(t) q_t"), PAIR("rotated queries", "旋转后的查询"), ROTATION,
            PAIR("The encoding rotates each query by an angle that grows with its position.", "编码把每个查询转过一个角度，位置越靠后转得越多。")}},
        ROLE_COMPUTED, AXIS_QUERY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, ATTENTION(Qr), {OP_TURN, {STAGE_Q}}},
    [STAGE_KR] = {
        {{"Kr", "Kr", PAIR("Kr[s] = R(s) k_s", "Kr[s] = R(s) k_s"), PAIR("rotated keys", "旋转后的键"), ROTATION,
            PAIR("Keys are rotated in the same way, so a dot product sees only the distance.", "键也同样旋转，所以点积只看得到两个词的距离。")}},
        ROLE_COMPUTED, AXIS_KEY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, ATTENTION(Kr), {OP_TURN, {STAGE_K}}},
    [STAGE_SCORES] = {
        {{"scores", "得分", PAIR("score[i,j] = q_i · k_j", "得分[i,j] = q_i · k_j"), PAIR("scores", "得分"), 0,
            PAIR("How well each query (row) matches each key (column): one dot product per cell.", "每个查询（行）和每个键（列）有多相配：一格一个点积。")},
         {"scoresc", "交叉得分", PAIR("score[i,j] = q'_i · k'_j", "得分[i,j] = q'_i · k'_j"), PAIR("cross: scores", "交叉得分"), 0,
            PAIR("Rows are the decoder's words, columns the other sequence's.", "行是解码器的词，列是另一个序列的词。")}},
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, ATTENTION(map[MAP_SCORES]), {OP_SCORES, {TURNED_Q, TURNED_K}}},
    [STAGE_SCALED] = {
        {{"scaled", "缩放后", PAIR("scaled = scores / √d_k", "缩放后 = 得分 / √d_k"), PAIR("scaled", "缩放后的得分"), 0,
            PAIR("Divided by √d_k, so that wide vectors do not so easily make softmax one-sided.", "除以 √d_k，向量再宽，softmax 也不那么容易一边倒。")},
         {"scaledc", "交叉缩放后", PAIR("scaled = scores / √d_k", "缩放后 = 得分 / √d_k"), PAIR("cross: scaled", "交叉缩放后的得分"), 0,
            PAIR("Divided by √d_k as before.", "同样除以 √d_k。")}},
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, ATTENTION(map[MAP_SCALED]), {OP_DIVIDE, {STAGE_SCORES}}},
    [STAGE_MASKED] = {
        {{"masked", "掩码后", PAIR("masked = scaled + mask", "掩码后 = 缩放后 + 掩码"), PAIR("masked", "掩码后的得分"), 0,
            PAIR("Hidden keys get -∞; the others do not change.", "不许看的键变成 -∞，其余不变。")},
         {"maskedc", "交叉掩码后", PAIR("masked = scaled + mask", "掩码后 = 缩放后 + 掩码"), PAIR("cross: masked", "交叉掩码后的得分"), 0,
            PAIR("Only padding is hidden here: the whole other sequence is visible.", "这里只遮住填充：另一个序列可以整个读。")}},
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, ATTENTION(map[MAP_MASKED]), {OP_MASK, {STAGE_SCALED}}},
    [STAGE_WEIGHTS] = {
        {{"weights", "权重", PAIR("A = softmax(masked)", "A = softmax(掩码后)"), PAIR("attention weights", "注意力权重"), 0,
            PAIR("Each row distributes a total of 1 over the keys.", "每一行把整个 1 分给各个键。")},
         {"weightsc", "交叉权重", PAIR("A' = softmax(masked)", "A' = softmax(掩码后)"), PAIR("cross: weights", "交叉权重"), 0,
            PAIR("How each word of the decoder distributes its attention.", "解码器的每个词怎样分配注意力。")}},
        ROLE_WEIGHTS, AXIS_QUERY, AXIS_KEY, HEADS_APART, ATTENTION(map[MAP_WEIGHTS]), {OP_SHARE, {STAGE_MASKED}}},
    [STAGE_HEAD_OUT] = {
        {{"head_out", "各头输出", PAIR("head[i] = Σ_j A[i,j] v_j", "头[i] = Σ_j A[i,j] v_j"), PAIR("head output", "各头输出"), 0,
            PAIR("Each word's new row: the values, mixed by its weights.", "每个词的新一行：按权重把各个值混合起来。")},
         {"head_outc", "交叉各头输出", PAIR("head[i] = Σ_j A'[i,j] v'_j", "头[i] = Σ_j A'[i,j] v'_j"), PAIR("cross: head output", "交叉各头输出"), 0,
            PAIR("The other sequence's values, mixed by these weights.", "按这些权重混合另一个序列的值。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_HEAD_DIM, HEADS_APART, ATTENTION(head_out), {OP_MIX, {STAGE_WEIGHTS, STAGE_V}}},
    [STAGE_CONCAT] = {
        {{"concat", "拼接", PAIR("concat = [head₁ head₂ …]", "拼接 = [头₁ 头₂ …]"), PAIR("concatenate", "拼接"), 0,
            PAIR("The heads' rows are placed side by side.", "把各个头的输出并排接起来。")},
         {"concatc", "交叉拼接", PAIR("concat = [head₁ head₂ …]", "拼接 = [头₁ 头₂ …]"), PAIR("cross: concatenate", "交叉拼接"), 0,
            PAIR("The heads' rows side by side.", "各头的输出并排接起来。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_HEADS_VALUE_DIM, HEADS_TOGETHER, ATTENTION(concat), {OP_JOIN, {STAGE_HEAD_OUT}}},
    [STAGE_OUTPUT] = {
        {{"output", "输出", PAIR("output = concat W_O + b_O", "输出 = 拼接 W_O + b_O"), PAIR("output", "输出"), 0,
            PAIR("The output projection combines the heads' results.", "输出投影把各个头的结果合在一起。")},
         {"outputc", "交叉输出", PAIR("output = concat W_Oc + b_Oc", "输出 = 拼接 W_Oc + b_Oc"), PAIR("cross: output", "交叉输出"), 0,
            PAIR("The output projection of the cross-attention.", "交叉注意力的输出投影。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, ATTENTION(output), {OP_LINEAR, {STAGE_CONCAT}, W_O}},
    [STAGE_RESIDUAL1] = {
        {{"residual1", "残差", PAIR("residual = input + output", "残差 = 输入 + 输出"), PAIR("residual", "残差连接"), RESIDUAL,
            PAIR("The input is added back, so nothing is lost on the way.", "把输入加回来，原来的信息不会丢。")},
         {"residualc", "交叉残差", PAIR("residual = rows + output", "残差 = 各行 + 输出"), PAIR("cross: residual", "交叉残差连接"), RESIDUAL,
            PAIR("The sublayer's input is added back.", "把子层的输入加回来。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, ATTENTION(residual), {OP_ADD, {ATTENDED, STAGE_OUTPUT}}},
    [STAGE_NORM1] = {
        {{"norm1", "规范化", PAIR("LayerNorm: (x - mean)/σ · g + s", "层规范化：(x - 均值)/σ · g + s"), PAIR("LayerNorm", "层规范化"), POST_NORM,
            PAIR("Each row minus its mean, divided by its σ, then scaled and shifted.", "每一行减去均值，除以 σ，再伸缩和平移。")},
         {"normc", "交叉规范化", PAIR("LayerNorm: (x - mean)/σ · g + s", "层规范化：(x - 均值)/σ · g + s"), PAIR("cross: LayerNorm", "交叉层规范化"), POST_NORM,
            PAIR("Each row minus its mean, divided by its σ.", "每一行减去均值，除以 σ。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, ATTENTION(normed), {OP_NORM, {BEFORE}, LN_G1}},
    [STAGE_FFN_IN] = {
        {{"ffn_in", "前馈输入", PAIR("LayerNorm: (x - mean)/σ · g + s", "层规范化：(x - 均值)/σ · g + s"), PAIR("feed-forward, input", "前馈网络（输入）"), FEED_FORWARD | PRE_NORM,
            PAIR("Each row minus its mean, divided by its σ, before the feed-forward network.", "每一行先减去均值，除以 σ，再进前馈网络。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, LAYER(ffn_in), {OP_NORM, {BEFORE}, LN_G2}},
    [STAGE_GATE] = {
        {{"gate", "门", PAIR("gate = silu(x) = x/(1 + e⁻ˣ),  x = rows W_g + b_g", "门 = silu(x) = x/(1 + e⁻ˣ)，x = 各行 W_g + b_g"), PAIR("feed-forward, gate", "前馈网络（门）"), FEED_FORWARD | GATED,
            PAIR("How far each number inside is let through; large negative values close the gate.", "内层的每个数放行多少；很小的负数会把门关上。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_HIDDEN, HEADS_TOGETHER, LAYER(gate), {OP_ACTIVATE, {WIDENED}, FF_WG}},
    [STAGE_UP] = {
        {{"up", "升维", PAIR("up = rows W₁ + b₁", "升维 = 各行 W₁ + b₁"), PAIR("feed-forward, up", "前馈网络（升维）"), FEED_FORWARD | GATED,
            PAIR("The numbers that wait at the gate.", "等着过门的数。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_HIDDEN, HEADS_TOGETHER, LAYER(up), {OP_LINEAR, {WIDENED}, FF_W1}},
    [STAGE_HIDDEN] = {
        {{"hidden", "前馈内层", PAIR("hidden = max(0, rows W₁ + b₁)", "内层 = max(0, 各行 W₁ + b₁)"), PAIR("feed-forward, inside", "前馈网络（内层）"), FEED_FORWARD,
            PAIR("Each row goes through a wider layer on its own; negative values become 0.", "每一行各自通过一个更宽的层；负数变成 0。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_HIDDEN, HEADS_TOGETHER, LAYER(hidden), {OP_ACTIVATE, {WIDENED}, FF_W1}},
    [STAGE_FFN] = {
        {{"ffn", "前馈网络", PAIR("ffn = hidden W₂ + b₂", "前馈 = 内层 W₂ + b₂"), PAIR("feed-forward", "前馈网络"), FEED_FORWARD,
            PAIR("… and returns to d_model numbers.", "……再回到 d 个数。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, LAYER(ffn), {OP_LINEAR, {STAGE_HIDDEN}, FF_W2}},
    [STAGE_RESIDUAL2] = {
        {{"residual2", "前馈残差", PAIR("residual = rows + ffn", "残差 = 各行 + 前馈"), PAIR("residual", "前馈残差连接"), FEED_FORWARD | RESIDUAL,
            PAIR("The sublayer's input is added back.", "把子层的输入加回来。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, LAYER(residual2), {OP_ADD, {FED, STAGE_FFN}}},
    [STAGE_NORM2] = {
        {{"norm2", "前馈规范化", PAIR("LayerNorm: (x - mean)/σ · g + s", "层规范化：(x - 均值)/σ · g + s"), PAIR("LayerNorm", "前馈层规范化"), FEED_FORWARD | POST_NORM,
            PAIR("Each row minus its mean, over its σ, scaled and shifted: the output.", "每一行减去均值，除以 σ，再伸缩和平移：这一层的输出。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, LAYER(norm2), {OP_NORM, {BEFORE}, LN_G2}},
    [STAGE_TRANSFORM] = {
        {{"transform", "变换", PAIR("transform = gelu(rows W_T + b_T)", "变换 = gelu(各行 W_T + b_T)"), PAIR("before the readout", "输出层之前"), LAST_LAYER | TRANSFORM,
            PAIR("A layer of the readout's own, before the last LayerNorm.", "输出层自己的一层，之后才是最后的层规范化。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, TRACE(transformed), {OP_ACTIVATE, {BEFORE}, READ_T}},
    [STAGE_FINAL] = {
        {{"normF", "末层规范化", PAIR("LayerNorm: (x - mean)/σ · g + s", "层规范化：(x - 均值)/σ · g + s"), PAIR("last LayerNorm", "最后的层规范化"), LAST_LAYER | FINAL_NORM,
            PAIR("After the last layer each row is normalized once more.", "最后一层之后，每一行再规范化一次。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, TRACE(final), {OP_NORM, {BEFORE}, LN_GF}},
    [STAGE_LOGITS] = {
        {{"logits", "类别分", PAIR("logits = rows U + b_U", "类别分 = 各行 U + b_U"), PAIR("readout", "输出层"), LAST_LAYER | CLASSES,
            PAIR("Each row gives every class a score: how much it speaks for that word.", "每一行给每个类别打一个分：它有多支持这个词。")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_CLASS, HEADS_TOGETHER, TRACE(logits), {OP_LINEAR, {BEFORE}, READ_U}},
    [STAGE_PROBS] = {
        {{"probs", "概率", PAIR("probs = softmax(logits)", "概率 = softmax(类别分)"), PAIR("answer", "回答"), LAST_LAYER | CLASSES,
            PAIR("Each row shares out a total of 1 among the classes: what this word answers.", "每一行把整个 1 分给各个类别：这就是这个词的回答。")}},
        ROLE_WEIGHTS, AXIS_WORD, AXIS_CLASS, HEADS_TOGETHER, TRACE(probs), {OP_SHARE, {STAGE_LOGITS}}},
};
/* clang-format on */

bool stage_crosses(int stage)
{
    return stage >= STAGE_CROSS && stage < STAGE_FFN_IN;
}

static bool walked_again(int row)
{
    return table[row].pass[1].name != NULL;
}

int stage_first(int stage)
{
    int row = STAGE_H, before = stage - STAGE_CROSS;
    if (!stage_crosses(stage))
        return stage;
    while (before > 0 || !walked_again(row))
        before -= walked_again(row++);
    return row;
}

int stage_again(int stage)
{
    int again = STAGE_CROSS;
    for (int row = STAGE_H; row < stage; row++)
        again += walked_again(row);
    return again;
}

int stage_weights_of(int stage)
{
    return stage_crosses(stage) ? stage_again(STAGE_WEIGHTS) : STAGE_WEIGHTS;
}

const struct stage_row *stage_row(int stage)
{
    return &table[stage_first(stage)];
}

const struct stage_pass *stage_pass(int stage)
{
    return &stage_row(stage)->pass[stage_crosses(stage)];
}

const char *stage_name(int stage)
{
    return stage >= 0 && stage < STAGE_COUNT ? stage_pass(stage)->name : NULL;
}

struct pair stage_title(int stage)
{
    return stage_pass(stage)->title;
}

struct pair stage_label(int stage)
{
    return (struct pair){stage_pass(stage)->name, stage_pass(stage)->zh};
}

const char *stage_called(int stage, int i)
{
    const char *const names[] = {stage_name(stage), stage_label(stage).zh, stage_title(stage).zh};
    return i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}

bool stage_present(const struct config *c, int layer, int stage)
{
    int needs = stage_pass(stage)->needs | stage_crosses(stage) * DECODER;
    return !(needs & ~had_by(c, layer));
}

const struct attention *stage_attention(const struct layer_trace *l, int stage)
{
    return stage_crosses(stage) ? &l->cross : &l->self;
}

struct mat stage_matrix(const struct trace *t, int layer, int stage, int head)
{
    const struct stage_row *row = stage_row(stage);
    const struct layer_trace *l = &t->layer[layer];
    const struct attention *a = stage_attention(l, stage);
    const void *const holders[] = {[IN_TRACE] = t, [IN_LAYER] = l, [IN_ATTENTION] = a};
    struct mat m;
    memcpy(&m, (const char *)holders[row->in] + row->at, sizeof m);
    return row->heads == HEADS_APART && mat_present(m) ? attention_head(a, m, head) : m;
}

/* ---- what a stage is computed from ---------------------------------------------- */

/* Returns how the rows that a layer begins with are computed. */
static struct stage_made layer_begins(const struct config *c, int layer)
{
    if (layer > 0)
        return (struct stage_made){OP_ADD, {stage_output(c, layer - 1)}, .layer = layer - 1};
    if (c->embed_norm)
        return (struct stage_made){OP_NORM, {STAGE_EMBEDDED}, LN_G0, 0};
    return (struct stage_made){OP_ADD, {STAGE_X, STAGE_P, STAGE_TYPES}, .layer = 0};
}

static int operand(const struct config *c, int layer, int stage, int of)
{
    bool crosses = stage_crosses(stage), pre = c->norm == NORM_PRE;
    bool turns = attention_rotates(c, attention_first(c)) && !crosses;
    int h = crosses ? stage_again(STAGE_H) : STAGE_H;
    switch (of) {
    case BEFORE:
        return stage_step(c, layer, stage, -1);
    case ATTENDED:
        return crosses ? stage_step(c, layer, h, -1) : pre ? STAGE_SUM : STAGE_H;
    case QUERIED:
        return stage_step(c, layer, h + 1, -1);
    case KEYED:
        return crosses || config_crosses(c) ? STAGE_Y : STAGE_H;
    case TURNED_Q:
    case TURNED_K:
        of = turns ? STAGE_QR + (of - TURNED_Q) : STAGE_Q + (of - TURNED_Q);
        break;
    case FED:
    case WIDENED:
        return stage_step(c, layer, STAGE_FFN_IN + (of == WIDENED), -1);
    default:
        break;
    }
    return crosses && of > 0 ? stage_again(of) : of;
}

static bool op_weighs(enum stage_op op)
{
    return op == OP_LINEAR || op == OP_ACTIVATE || op == OP_NORM;
}

struct stage_made stage_made(const struct config *c, int layer, int stage)
{
    struct stage_made made = stage_row(stage)->made;
    enum score_source source =
        stage == STAGE_SCORES ? attention_source(c, layer, attention_first(c)) : SCORES_PRODUCT;
    int count = 0;
    made.layer = layer;
    if (stage == STAGE_SUM || (stage == STAGE_H && c->norm != NORM_PRE))
        made = layer_begins(c, layer);
    else if (stage == STAGE_HIDDEN && c->gated)
        made = (struct stage_made){OP_TIMES, {STAGE_GATE, STAGE_UP}, .layer = layer};
    else if (source != SCORES_PRODUCT)
        made = (struct stage_made){source == SCORES_TERMS ? OP_TERMS : OP_GIVEN, {0}, .layer = layer};
    if (stage_crosses(stage) && op_weighs(made.op))
        made.weight += made.weight == LN_G1 ? LN_GC - LN_G1 : W_QC - W_Q;
    for (int i = 0; i < STAGE_OPERANDS; i++) {
        int of = operand(c, layer, stage, made.of[i]);
        made.of[i] = 0;
        if (of > 0 && stage_present(c, made.layer, of))
            made.of[count++] = of;
    }
    return made;
}

int stage_bias(int weight)
{
    bool projection = weight < LN_G1;
    return weight + (projection ? B_Q - W_Q : 1);
}

int stage_with(const struct config *c, int layer, int weight)
{
    for (int i = 0; i < STAGE_COUNT; i++) {
        struct stage_made made = stage_made(c, layer, i);
        if (stage_present(c, layer, i) && op_weighs(made.op) &&
            (made.weight == weight || stage_bias(made.weight) == weight))
            return i;
    }
    return -1;
}

enum axis stage_axis(const struct config *c, int stage, bool column)
{
    enum axis axis = column ? stage_row(stage)->cols : stage_row(stage)->rows;
    if (axis == AXIS_KEY)
        return stage_crosses(stage) || config_crosses(c) ? AXIS_MEMORY : AXIS_WORD;
    return axis == AXIS_QUERY ? AXIS_WORD : axis;
}

static int axis_count(const struct config *c, enum axis axis)
{
    const int counts[AXIS_COUNT] = {[AXIS_TEXT] = 1,
                                    [AXIS_WORD] = c->n,
                                    [AXIS_MEMORY] = c->m,
                                    [AXIS_DIM] = c->d,
                                    [AXIS_MEMORY_DIM] = c->dsrc,
                                    [AXIS_HEAD_DIM] = c->dv,
                                    [AXIS_HEADS_KEY_DIM] = c->heads * c->dk,
                                    [AXIS_HEADS_VALUE_DIM] = c->heads * c->dv,
                                    [AXIS_HIDDEN] = c->dff,
                                    [AXIS_CLASS] = c->classes};
    return counts[axis];
}

/* Returns true for a stage with a part for each head of the keys. */
static bool of_keys(int first)
{
    return first == STAGE_K || first == STAGE_V || first == STAGE_KR;
}

int stage_head(const struct config *c, int stage, int head)
{
    return of_keys(stage_first(stage)) ? config_key_head(c, head) : head;
}

void stage_shape(const struct config *c, int stage, int *rows, int *cols)
{
    *rows = axis_count(c, stage_axis(c, stage, false));
    *cols = axis_count(c, stage_axis(c, stage, true));
    if (of_keys(stage_first(stage)))
        *cols = *cols / c->heads * config_key_heads(c);
}

bool stage_has_numbers(int stage)
{
    return stage_row(stage)->role != ROLE_WORDS;
}

int stage_find(const char *name)
{
    for (int i = 0; i < STAGE_COUNT; i++)
        if (strcmp(stage_name(i), name) == 0)
            return i;
    return -1;
}

int stage_step(const struct config *c, int layer, int stage, int step)
{
    for (int i = stage + step; i >= 0 && i < STAGE_COUNT; i += step)
        if (stage_present(c, layer, i))
            return i;
    return stage;
}

int stage_last(const struct config *c, int layer)
{
    return stage_step(c, layer, STAGE_COUNT, -1);
}

int stage_output(const struct config *c, int layer)
{
    return stage_step(c, layer, STAGE_LOGITS, -1);
}

/* ---- formulas and sentences ---------------------------------------------------- */

/* clang-format off */
/* Config-dependent texts of table rows; the first that applies wins. NULL: keep the table's text. */
static const struct reading {
    int row;
    bool cross;
    int when, unless;
    struct pair formula, help;
} readings[] = {
    {STAGE_EMBEDDED, false, 0, TYPES, PAIR("X + P", "X + P"),
        PAIR("Word and position are added entry by entry, before the LayerNorm.", "词和位置逐项相加，然后才做层规范化。")},
    {STAGE_SUM, false, FIRST_LAYER | EMBED_NORM, 0, PAIR("rows = LayerNorm(embedded)", "各行 = 层规范化(嵌入和)"),
        PAIR("The sum of the embeddings, normalized: what the first layer begins with.", "嵌入之和先规范化，第一层从这里开始。")},
    {STAGE_SUM, false, 0, FIRST_LAYER, PAIR("rows = output of the layer below", "各行 = 前一层的输出"),
        PAIR("The output of the layer below, before the LayerNorm.", "前一层的输出，还没有做层规范化。")},
    {STAGE_SUM, false, 0, POSITIONS, PAIR("rows = X", "各行 = X"),
        PAIR("The embeddings, before the LayerNorm: no encoding is added here.", "词向量本身，还没有做层规范化；这里没有加位置编码。")},
    {STAGE_H, false, RMS | PRE_NORM, 0, PAIR("H = RMSNorm(rows) = x/σ · g,  σ = √(mean of x² + eps)", "H = RMS规范化(各行) = x/σ · g，σ = √(x² 的均值 + eps)"),
        PAIR("What attention reads: each row divided by its size, then scaled.", "注意力读到的：每一行除以自己的大小，再伸缩。")},
    {STAGE_FFN_IN, false, RMS | PRE_NORM, 0, PAIR("RMSNorm: x/σ · g,  σ = √(mean of x² + eps)", "RMS规范化：x/σ · g，σ = √(x² 的均值 + eps)"),
        PAIR("Each row is divided by its size before the feed-forward network.", "每一行先除以自己的大小，再进前馈网络。")},
    {STAGE_FINAL, false, RMS, 0, PAIR("RMSNorm: x/σ · g,  σ = √(mean of x² + eps)", "RMS规范化：x/σ · g，σ = √(x² 的均值 + eps)"),
        PAIR("After the last layer each row is divided by its size once more.", "最后一层之后，每一行再除以自己的大小。")},
    {STAGE_H, false, PRE_NORM, FIRST_LAYER, PAIR("H = LayerNorm(rows) = (x - mean)/σ · g + s", "H = 层规范化(各行) = (x - 均值)/σ · g + s"),
        PAIR("What attention reads: the layer below, each row minus its mean, divided by its σ.", "注意力读到的：前一层的各行，先减去均值，除以 σ。")},
    {STAGE_H, false, 0, FIRST_LAYER, PAIR("H = output of the layer below", "H = 前一层的输出"),
        PAIR("What attention reads: the output of the layer below.", "注意力读到的：前一层的输出。")},
    {STAGE_H, false, PRE_NORM, 0, PAIR("H = LayerNorm(rows) = (x - mean)/σ · g + s", "H = 层规范化(各行) = (x - 均值)/σ · g + s"),
        PAIR("What attention reads: each row minus its mean, divided by its σ, scaled and shifted.", "注意力读到的：每一行减去均值，除以 σ，再伸缩和平移。")},
    {STAGE_H, false, FIRST_LAYER | EMBED_NORM, 0, PAIR("H = LayerNorm(embedded) = (x - mean)/σ · g + s", "H = 层规范化(嵌入和) = (x - 均值)/σ · g + s"),
        PAIR("What attention reads: the sum of the embeddings, each row minus its mean, divided by its σ.", "注意力读到的：嵌入之和，先减去均值，除以 σ。")},
    {STAGE_H, false, 0, POSITIONS, PAIR("H = X", "H = X"),
        PAIR("What attention reads: the embeddings alone; no encoding is added.", "注意力读到的：只有词向量，没有加上位置编码。")},
    {STAGE_K, false, CROSSES, 0, PAIR("K = Y W_K + b_K", "K = Y W_K + b_K"),
        PAIR("What each word of the other sequence can be found by.", "另一个序列的每个词凭什么被找到。")},
    {STAGE_V, false, CROSSES, 0, PAIR("V = Y W_V + b_V", "V = Y W_V + b_V"),
        PAIR("What each word of the other sequence passes on when it is attended to.", "另一个序列的每个词被注意到时交出的内容。")},
    {STAGE_SCORES, false, GIVEN, 0, PAIR("score[i,j] given", "得分[i,j] 直接给出"),
        PAIR("These scores were typed in: queries and keys are not used.", "这些得分是直接给出的，没有用到查询和键。")},
    {STAGE_SCORES, false, TERM_SUM, 0, PAIR("score[i,j] = Σ of the terms that are on", "得分[i,j] = 留下的各项之和"),
        PAIR("Each score is the sum of its named terms, except those knocked out.", "每个得分是各个具名项之和；被去掉的项不算在内。")},
    {STAGE_SCORES, false, ROTATION, 0, PAIR("score[i,j] = qr_i · kr_j", "得分[i,j] = qr_i · kr_j"), {NULL, NULL}},
    {STAGE_SCORES, false, EXTRA_SCORES, 0, PAIR("score[i,j] = q_i · k_j + what the encoding adds", "得分[i,j] = q_i · k_j + 编码加上的数"),
        PAIR("How well each query matches each key, plus what the encoding adds for their distance.", "每个查询和每个键有多相配，再加上编码按距离给的数。")},
    {STAGE_SCALED, false, DIVISOR_ONE, 0, PAIR("scaled = scores / 1", "缩放后 = 得分 / 1"),
        PAIR("Not divided: wide vectors more easily make softmax one-sided.", "没有缩放：向量一宽，softmax 更容易一边倒。")},
    {STAGE_SCALED, false, DIVISOR_OTHER, 0, PAIR("scaled = scores / divisor", "缩放后 = 得分 / 除数"),
        PAIR("Divided by the number you set: the smaller it is, the more one-sided softmax becomes.", "除以设定的数：这个数越小，softmax 越一边倒。")},
    {STAGE_SCALED, false, DIVISOR_OWN, 0, PAIR("scaled = scores / (√d_k · factor of the encoding)", "缩放后 = 得分 / (√d_k · 编码的系数)"),
        PAIR("Divided by √d_k and by a factor of the encoding, whose score has more terms.", "除以 √d_k，再除以编码自己的系数，因为它的得分项更多。")},
    {STAGE_HEAD_OUT, false, EXTRA_VALUES, 0, PAIR("head[i] = Σ_j A[i,j] (v_j + a_ij)", "头[i] = Σ_j A[i,j] (v_j + a_ij)"),
        PAIR("Each word's new row: values plus a vector for their distance, mixed by its weights.", "每个词的新一行：各个值加上表示距离的向量，按权重混合。")},
    {STAGE_HIDDEN, false, GATED, 0, PAIR("hidden = gate · up, entry by entry", "内层 = 门 · 升维，逐项相乘"),
        PAIR("What passes the gate: both numbers are multiplied.", "过了门的数：两个数相乘。")},
    {STAGE_HIDDEN, false, SILU, 0, PAIR("hidden = silu(x) = x/(1 + e⁻ˣ),  x = rows W₁ + b₁", "内层 = silu(x) = x/(1 + e⁻ˣ)，x = 各行 W₁ + b₁"),
        PAIR("Each row goes through a wider layer on its own; SiLU bends negative values towards 0.", "每一行各自通过一个更宽的层；SiLU 把负数压向 0。")},
    {STAGE_HIDDEN, false, GELU, 0, PAIR("hidden = gelu(x) = x·Φ(x),  x = rows W₁ + b₁", "内层 = gelu(x) = x·Φ(x)，x = 各行 W₁ + b₁"),
        PAIR("Each row goes through a wider layer on its own; GELU bends negative values towards 0.", "每一行各自通过一个更宽的层；GELU 把负数压向 0。")},
    {STAGE_HIDDEN, false, GELU_NEW, 0, PAIR("hidden = x/2·(1 + tanh(√(2/π)·(x + 0.044715 x³))),  x = rows W₁ + b₁", "内层 = x/2·(1 + tanh(√(2/π)·(x + 0.044715 x³)))，x = 各行 W₁ + b₁"),
        PAIR("Each row goes through a wider layer on its own; GELU bends negative values towards 0.", "每一行各自通过一个更宽的层；GELU 把负数压向 0。")},
    {STAGE_HIDDEN, false, QUICK, 0, PAIR("hidden = x/(1 + e^(-1.702x)),  x = rows W₁ + b₁", "内层 = x/(1 + e^(-1.702x))，x = 各行 W₁ + b₁"),
        PAIR("Each row goes through a wider layer on its own; GELU bends negative values towards 0.", "每一行各自通过一个更宽的层；GELU 把负数压向 0。")},
    {STAGE_GATE, false, 0, SILU, PAIR("gate = f(rows W_g + b_g),  f the activation", "门 = f(各行 W_g + b_g)，f 是激活函数"), PAIR(NULL, NULL)},
    {STAGE_TRANSFORM, false, 0, GELU, PAIR("transform = f(rows W_T + b_T),  f the activation", "变换 = f(各行 W_T + b_T)，f 是激活函数"), PAIR(NULL, NULL)},
    {STAGE_SCALED, true, DIVISOR_OTHER, 0, PAIR("scaled = scores / divisor", "缩放后 = 得分 / 除数"),
        PAIR("Divided by the same number as before.", "同样除以那个数。")},
};
/* What is read by several others has their sum. */
static const struct pair gradients[STAGE_COUNT] = {
    [STAGE_X] = PAIR("dL/dX = dL/dH", "dL/dX = dL/dH"),
    [STAGE_P] = PAIR("dL/dP = dL/dH", "dL/dP = dL/dH"),
    [STAGE_TYPES] = PAIR("", ""),
    [STAGE_EMBEDDED] = PAIR("", ""),
    [STAGE_GATE] = PAIR("", ""),
    [STAGE_UP] = PAIR("", ""),
    [STAGE_TRANSFORM] = PAIR("", ""), /* these have no gradient: see grad_possible */
    [STAGE_SUM] = PAIR("dL/dsum = (d - mean(d) - y·mean(d·y)) / σ,  d = dL/dH · g", "dL/d相加 = (d - 均值(d) - y·均值(d·y)) / σ，d = dL/dH · g"),
    [STAGE_Y] = PAIR("dL/dY = Σ over layers: dL/dK W_Kᵀ + dL/dV W_Vᵀ", "dL/dY = 各层之和：dL/dK W_Kᵀ + dL/dV W_Vᵀ"),
    [STAGE_H] = PAIR("dL/dH = dL/dQ W_Qᵀ + dL/dK W_Kᵀ + dL/dV W_Vᵀ (+ residual)", "dL/dH = dL/dQ W_Qᵀ + dL/dK W_Kᵀ + dL/dV W_Vᵀ（+ 残差）"),
    [STAGE_Q] = PAIR("dL/dQ = dL/dscores K", "dL/dQ = dL/d得分 K"),
    [STAGE_K] = PAIR("dL/dK = (dL/dscores)ᵀ Q", "dL/dK = (dL/d得分)ᵀ Q"),
    [STAGE_V] = PAIR("dL/dV = Aᵀ dL/dhead", "dL/dV = Aᵀ dL/d头"),
    [STAGE_QR] = PAIR("dL/dQr = dL/dscores Kr", "dL/dQr = dL/d得分 Kr"),
    [STAGE_KR] = PAIR("dL/dKr = (dL/dscores)ᵀ Qr", "dL/dKr = (dL/d得分)ᵀ Qr"),
    [STAGE_SCORES] = PAIR("dL/dscore = dL/dscaled / divisor", "dL/d得分 = dL/d缩放后 / 除数"),
    [STAGE_SCALED] = PAIR("dL/dscaled = dL/dmasked", "dL/d缩放后 = dL/d掩码后"),
    [STAGE_MASKED] = PAIR("dL/dmasked = A·(dL/dA - Σ_k A·dL/dA); where a head is asked: A - y", "dL/d掩码后 = A·(dL/dA - Σ_k A·dL/dA)；问到头的地方：A - y"),
    [STAGE_WEIGHTS] = PAIR("dL/dA = dL/dhead Vᵀ; where a head is asked: -1/A", "dL/dA = dL/d头 Vᵀ；问到头的地方：-1/A"),
    [STAGE_HEAD_OUT] = PAIR("dL/dhead = its columns of dL/dconcat", "dL/d头 = dL/d拼接 中属于它的列"),
    [STAGE_CONCAT] = PAIR("dL/dconcat = dL/doutput W_Oᵀ", "dL/d拼接 = dL/d输出 W_Oᵀ"),
    [STAGE_OUTPUT] = PAIR("dL/doutput = from what reads the output", "dL/d输出 = 来自读它的那一步"),
    [STAGE_RESIDUAL1] = PAIR("dL/dresidual = from what reads it", "dL/d残差 = 来自读它的那一步"),
    [STAGE_NORM1] = PAIR("dL/dnorm = from what reads it", "dL/d规范化 = 来自读它的那一步"),
    [STAGE_FFN_IN] = PAIR("dL/dffn_in = (dL/dhidden · slope) W₁ᵀ", "dL/d前馈输入 = (dL/d内层 · 斜率) W₁ᵀ"),
    [STAGE_HIDDEN] = PAIR("dL/dhidden = dL/dffn W₂ᵀ", "dL/d内层 = dL/d前馈 W₂ᵀ"),
    [STAGE_FFN] = PAIR("dL/dffn = from what reads it", "dL/d前馈 = 来自读它的那一步"),
    [STAGE_RESIDUAL2] = PAIR("dL/dresidual = from what reads it", "dL/d残差 = 来自读它的那一步"),
    [STAGE_NORM2] = PAIR("dL/dnorm = from what reads it", "dL/d规范化 = 来自读它的那一步"),
    [STAGE_FINAL] = PAIR("dL/dnormF = dL/dlogits Uᵀ", "dL/d末层规范化 = dL/d类别分 Uᵀ"),
    [STAGE_LOGITS] = PAIR("dL/dlogits = (p - y) / targets", "dL/d类别分 = (p - y) / 目标个数"),
    [STAGE_PROBS] = PAIR("dL/dp = -1 / (p · targets) for the class that is wanted", "dL/dp = -1 / (p · 目标个数)，只对想要的类别"),
};
/* clang-format on */

struct pair stage_gradient(const struct config *c, int stage)
{
    bool turned = attention_rotates(c, attention_first(c)) && !stage_crosses(stage);
    if (turned && stage == STAGE_Q)
        return BOTH("dL/dQ[t] = R(-t) dL/dQr[t]", "dL/dQ[t] = R(-t) dL/dQr[t]");
    if (turned && stage == STAGE_K)
        return BOTH("dL/dK[s] = R(-s) dL/dKr[s]", "dL/dK[s] = R(-s) dL/dKr[s]");
    return gradients[stage_first(stage)];
}

static const struct reading *reading_of(const struct config *c, int layer, int stage)
{
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
        if (readings[i].row == stage_first(stage) && readings[i].cross == stage_crosses(stage) &&
            applies(c, layer, readings[i].when, readings[i].unless))
            return &readings[i];
    return NULL;
}

/* clang-format off */
/* The formulas of stages whose bias is absent; the first that applies wins. */
static const struct unbiased {
    int row;
    bool cross;
    enum weight bias;
    int when, unless;
    struct pair formula;
} unbiased[] = {
    {STAGE_Q, false, B_Q, 0, 0, PAIR("Q = H W_Q", "Q = H W_Q")},
    {STAGE_K, false, B_K, CROSSES, 0, PAIR("K = Y W_K", "K = Y W_K")},
    {STAGE_K, false, B_K, 0, 0, PAIR("K = H W_K", "K = H W_K")},
    {STAGE_V, false, B_V, CROSSES, 0, PAIR("V = Y W_V", "V = Y W_V")},
    {STAGE_V, false, B_V, 0, 0, PAIR("V = H W_V", "V = H W_V")},
    {STAGE_OUTPUT, false, B_O, 0, 0, PAIR("output = concat W_O", "输出 = 拼接 W_O")},
    {STAGE_Q, true, B_QC, 0, 0, PAIR("Q' = rows W_Qc", "Q' = 各行 W_Qc")},
    {STAGE_K, true, B_KC, 0, 0, PAIR("K' = Y W_Kc", "K' = Y W_Kc")},
    {STAGE_V, true, B_VC, 0, 0, PAIR("V' = Y W_Vc", "V' = Y W_Vc")},
    {STAGE_OUTPUT, true, B_OC, 0, 0, PAIR("output = concat W_Oc", "输出 = 拼接 W_Oc")},
    {STAGE_GATE, false, FF_BG, SILU, 0, PAIR("gate = silu(x) = x/(1 + e⁻ˣ),  x = rows W_g", "门 = silu(x) = x/(1 + e⁻ˣ)，x = 各行 W_g")},
    {STAGE_GATE, false, FF_BG, 0, 0, PAIR("gate = f(rows W_g),  f the activation", "门 = f(各行 W_g)，f 是激活函数")},
    {STAGE_UP, false, FF_B1, 0, 0, PAIR("up = rows W₁", "升维 = 各行 W₁")},
    {STAGE_HIDDEN, false, FF_B1, RELU, GATED, PAIR("hidden = max(0, rows W₁)", "内层 = max(0, 各行 W₁)")},
    {STAGE_FFN, false, FF_B2, 0, 0, PAIR("ffn = hidden W₂", "前馈 = 内层 W₂")},
    {STAGE_LOGITS, false, READ_B, 0, 0, PAIR("logits = rows U", "类别分 = 各行 U")},
};
/* clang-format on */

struct pair stage_formula(const struct config *c, int layer, int stage)
{
    for (const struct unbiased *u = unbiased; u < unbiased + sizeof unbiased / sizeof *unbiased; u++)
        if (u->row == stage_first(stage) && u->cross == stage_crosses(stage) &&
            !factor_present(c->w[u->bias < LN_GF ? layer : 0][u->bias]) &&
            applies(c, layer, u->when, u->unless))
            return u->formula;
    const struct reading *r = reading_of(c, layer, stage);
    return r ? r->formula : stage_pass(stage)->formula;
}

struct pair stage_help(const struct config *c, int layer, int stage)
{
    const struct reading *r = reading_of(c, layer, stage);
    return r && r->help.en ? r->help : stage_pass(stage)->help;
}
