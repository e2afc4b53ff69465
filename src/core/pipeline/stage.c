/* The table of stages: when each is present, its names, the shape of its matrix
 * and where the matrix is stored. A second table has the formulas and sentences that
 * depend on the config: the screen must describe what was computed. */
#include "core/pipeline/stage.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/readout.h"

/* What a stage needs to be present, then what its texts depend on besides. */
/* clang-format off */
enum {
    FIRST_LAYER = 1 << 0, POSITIONS = 1 << 1, MEMORY = 1 << 2, ROTATION = 1 << 3, PRE_NORM = 1 << 4,
    POST_NORM = 1 << 5, RESIDUAL = 1 << 6, DECODER = 1 << 7, FEED_FORWARD = 1 << 8, LAST_LAYER = 1 << 9,
    FINAL_NORM = 1 << 10, CLASSES = 1 << 11, TYPES = 1 << 12, EMBED_NORM = 1 << 13, GATED = 1 << 14,
    TRANSFORM = 1 << 15, NORMED = 1 << 16, CAPPED = 1 << 17, SINKS = 1 << 18, GIVEN_NORM = 1 << 19,
    ADDS = 1 << 20,  /* the attention's input is added to what it gives */
    FEEDS = 1 << 21, /* the rows that the feed-forward network reads are shown, copied or not */
    CROSSES = 1 << 22, RMS = 1 << 23, GIVEN = 1 << 24, TERM_SUM = 1 << 25, EXTRA_SCORES = 1 << 26,
    EXTRA_VALUES = 1 << 27, DIVISOR_ONE = 1 << 28, DIVISOR_OWN = 1 << 29, DIVISOR_OTHER = 1 << 30
};
/* An activation, or how queries and keys are normed. */
enum { BY_ANY, BY_GELU, BY_SILU, BY_RELU, BY_GELU_NEW, BY_QUICK, BY_WIDE, BY_COSINE };
/* clang-format on */

static unsigned had_by(const struct config *c, int layer)
{
    bool memory = c->m > 0 && c->block != BLOCK_ENCODER, pre = config_norms_before(c);
    return (unsigned)((layer == 0) * FIRST_LAYER | posenc_added(c) * POSITIONS | memory * MEMORY |
                      attention_rotates(c, attention_first(c)) * ROTATION | pre * PRE_NORM |
                      (c->norm == NORM_POST) * POST_NORM | c->residual * RESIDUAL |
                      config_decodes(c) * DECODER | (c->dff > 0) * FEED_FORWARD |
                      (layer == c->layers - 1) * LAST_LAYER | c->final_norm * FINAL_NORM |
                      (c->classes > 0) * CLASSES | (c->types > 0) * TYPES | c->embed_norm * EMBED_NORM |
                      c->gated * GATED | c->transform * TRANSFORM | (c->qk_norm != QK_NORM_NONE) * NORMED |
                      (c->softcap > 0) * CAPPED | c->sink * SINKS | config_norms_given(c) * GIVEN_NORM |
                      (c->residual && !c->parallel) * ADDS | config_feeds(c) * FEEDS);
}

/* Returns whether all of `when` and nothing of `unless` is so: apart from had_by, because texts are asked for
 * far more rarely than which stages there are. */
static bool applies(const struct config *c, int layer, unsigned when, unsigned unless, int by)
{
    const struct posenc_def *pe = c->pe;
    enum score_source source = attention_source(c, layer, attention_first(c));
    bool crosses = config_crosses(c), factor = !crosses && pe->divisor_factor > 0;
    static const int activations[] = {[BY_GELU] = ACTIVATION_GELU,
                                      [BY_SILU] = ACTIVATION_SILU,
                                      [BY_RELU] = ACTIVATION_RELU,
                                      [BY_GELU_NEW] = ACTIVATION_GELU_NEW,
                                      [BY_QUICK] = ACTIVATION_QUICK};
    unsigned is =
        had_by(c, layer) |
        (unsigned)(crosses * CROSSES | c->norm_rms * RMS | (source == SCORES_GIVEN) * GIVEN |
                   (source == SCORES_TERMS) * TERM_SUM |
                   (!crosses && !pe->replaces_product && (pe->bias || pe->terms)) * EXTRA_SCORES |
                   (!crosses && pe->value) * EXTRA_VALUES | (c->divisor == 1 && !factor) * DIVISOR_ONE |
                   factor * DIVISOR_OWN | (c->divisor != sqrt(c->dk)) * DIVISOR_OTHER);
    return (is & when) == when && !(is & unless) &&
           (by == BY_ANY || (by >= BY_WIDE ? (int)c->qk_norm - QK_NORM_WIDE == by - BY_WIDE
                                           : (int)c->activation == activations[by]));
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
    NORMED_Q,
    NORMED_K, /* queries and keys, normed if they are */
    TURNED_Q,
    TURNED_K, /* the same, turned if the encoding turns them */
    FED,
    WIDENED, /* the rows that the feed-forward network starts from; after any LayerNorm */
    JOINED   /* those that what it gives is added to */
};

/* clang-format off */
static const struct stage_row table[STAGE_COUNT] = {
    [STAGE_TOKENS] = {
        {{"tokens", TEXT_AS("label", "tokens"), "w₀ w₁ w₂ …", TEXT_AS("stage", "words"), FIRST_LAYER,
            TEXT("The sentence is cut into words; from here on only their numbers count.")}},
        ROLE_WORDS, AXIS_WORD, AXIS_TEXT, HEADS_TOGETHER, TRACE(X), {.op = OP_GIVEN}},
    [STAGE_X] = {
        {{"X", "X", TEXT("X[t] = embedding(w_t)"), TEXT("embeddings"), FIRST_LAYER,
            TEXT("Each word has its own row of numbers, wherever it occurs. You can edit them.")}},
        ROLE_GIVEN, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, TRACE(X), {.op = OP_GIVEN}},
    [STAGE_P] = {
        {{"P", "P", "P[t] = PE(t)", TEXT("positional encoding"), FIRST_LAYER | POSITIONS,
            TEXT("Each position has its own row of numbers, whatever word is there.")}},
        ROLE_POSITIONS, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, TRACE(P), {.op = OP_ENCODING}},
    [STAGE_TYPES] = {
        {{"T", "T", TEXT("T[t] = type(w_t)"), TEXT("types"), FIRST_LAYER | TYPES,
            TEXT("Every word of the first sentence gets the same row, every word of the second another.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, TRACE(T), {.op = OP_GIVEN}},
    [STAGE_EMBEDDED] = {
        {{"embedded", TEXT_AS("label", "embedded"), "X + P + T", TEXT("sum of the embeddings"), FIRST_LAYER | EMBED_NORM,
            TEXT("Word, position and type are added entry by entry, before the LayerNorm.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, TRACE(embedded), {.op = OP_ADD, .of = {STAGE_X, STAGE_P, STAGE_TYPES}}},
    [STAGE_SUM] = {
        {{"sum", TEXT_AS("label", "sum"), "X + P", TEXT_AS("stage", "sum"), PRE_NORM,
            TEXT("Word and position are added entry by entry, before the LayerNorm.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, LAYER(in), {.op = OP_ADD, .of = {INPUT}}},
    [STAGE_Y] = {
        {{"Y", "Y", TEXT("Y[s] = embedding(memory_s)"), TEXT("second sequence"), MEMORY,
            TEXT("The other sequence, whose words will be keys and values.")}},
        ROLE_GIVEN, AXIS_MEMORY, AXIS_MEMORY_DIM, HEADS_TOGETHER, TRACE(Y), {.op = OP_GIVEN}},
    [STAGE_H] = {
        {{"H", "H", "H = X + P", TEXT("input"), 0,
            TEXT("What attention reads: word and position added, in one row.")},
         {"Hc", "Hc", TEXT("LayerNorm: (x - mean)/σ · g + s"), TEXT("cross: input"), PRE_NORM,
            TEXT("Each row minus its mean, divided by its σ, before it asks the other sequence.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, ATTENTION(H), {.op = OP_NORM, .of = {ATTENDED}, .weight = LN_G1}},
    [STAGE_Q] = {
        {{"Q", "Q", "Q = H W_Q + b_Q", TEXT("queries"), 0,
            TEXT("What each word is looking for.")},
         {"Qc", "Qc", TEXT("Q' = rows W_Qc + b_Qc"), TEXT("cross: queries"), 0,
            TEXT("The decoder's words ask …")}},
        ROLE_COMPUTED, AXIS_QUERY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, ATTENTION(Q), {.op = OP_LINEAR, .of = {QUERIED}, .weight = W_Q}},
    [STAGE_K] = {
        {{"K", "K", "K = H W_K + b_K", TEXT("keys"), 0,
            TEXT("What each word can be found by.")},
         {"Kc", "Kc", "K' = Y W_Kc + b_Kc", TEXT("cross: keys"), 0,
            TEXT("… the other sequence's words answer with keys …")}},
        ROLE_COMPUTED, AXIS_KEY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, ATTENTION(K), {.op = OP_LINEAR, .of = {KEYED}, .weight = W_K}},
    [STAGE_V] = {
        {{"V", "V", "V = H W_V + b_V", TEXT("values"), 0,
            TEXT("What each word passes on when it is attended to.")},
         {"Vc", "Vc", "V' = Y W_Vc + b_Vc", TEXT("cross: values"), 0,
            TEXT("… and pass on their values.")}},
        ROLE_COMPUTED, AXIS_KEY, AXIS_HEADS_VALUE_DIM, HEADS_COLUMNS, ATTENTION(V), {.op = OP_LINEAR, .of = {KEYED}, .weight = W_V}},
    [STAGE_QN] = {
        {{"Qn", "Qn", TEXT("Qn = q/σ · g,  σ = √(mean of q² + eps)"), TEXT("normed queries"), NORMED,
            TEXT("Each head's query is divided by its size: how long it is no longer counts.")}},
        ROLE_COMPUTED, AXIS_QUERY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, ATTENTION(Qn), {.op = OP_UNIT, .of = {STAGE_Q}, .weight = QK_GQ}},
    [STAGE_KN] = {
        {{"Kn", "Kn", TEXT("Kn = k/σ · g,  σ = √(mean of k² + eps)"), TEXT("normed keys"), NORMED,
            TEXT("Keys are divided by their size in the same way: only the direction and the gains are left.")}},
        ROLE_COMPUTED, AXIS_KEY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, ATTENTION(Kn), {.op = OP_UNIT, .of = {STAGE_K}, .weight = QK_GK}},
    [STAGE_QR] = {
        {{"Qr", "Qr", "Qr[t] = R(t) q_t", TEXT("rotated queries"), ROTATION,
            TEXT("The encoding rotates each query by an angle that grows with its position.")}},
        ROLE_COMPUTED, AXIS_QUERY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, ATTENTION(Qr), {.op = OP_TURN, .of = {NORMED_Q}}},
    [STAGE_KR] = {
        {{"Kr", "Kr", "Kr[s] = R(s) k_s", TEXT("rotated keys"), ROTATION,
            TEXT("Keys are rotated in the same way, so a dot product sees only the distance.")}},
        ROLE_COMPUTED, AXIS_KEY, AXIS_HEADS_KEY_DIM, HEADS_COLUMNS, ATTENTION(Kr), {.op = OP_TURN, .of = {NORMED_K}}},
    [STAGE_SCORES] = {
        {{"scores", TEXT_AS("label", "scores"), TEXT("score[i,j] = q_i · k_j"), TEXT("scores"), 0,
            TEXT("How well each query (row) matches each key (column): one dot product per cell.")},
         {"scoresc", TEXT_AS("label", "scoresc"), TEXT("score[i,j] = q'_i · k'_j"), TEXT("cross: scores"), 0,
            TEXT("Rows are the decoder's words, columns the other sequence's.")}},
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, ATTENTION(map[MAP_SCORES]), {.op = OP_SCORES, .of = {TURNED_Q, TURNED_K}}},
    [STAGE_SCALED] = {
        {{"scaled", TEXT_AS("label", "scaled"), TEXT("scaled = scores / √d_k"), TEXT("scaled"), 0,
            TEXT("Divided by √d_k, so that wide vectors do not so easily make softmax one-sided.")},
         {"scaledc", TEXT_AS("label", "scaledc"), TEXT("scaled = scores / √d_k"), TEXT("cross: scaled"), 0,
            TEXT("Divided by √d_k as before.")}},
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, ATTENTION(map[MAP_SCALED]), {.op = OP_DIVIDE, .of = {STAGE_SCORES}}},
    [STAGE_CAPPED] = {
        {{"capped", TEXT_AS("label", "capped"), TEXT("capped = C·tanh(scaled / C)"), TEXT("capped"), CAPPED,
            TEXT("Bent so that no score goes beyond the cap: small ones hardly change.")},
         {"cappedc", TEXT_AS("label", "cappedc"), TEXT("capped = C·tanh(scaled / C)"), TEXT("cross: capped"), CAPPED,
            TEXT("Bent by the same cap.")}},
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, ATTENTION(map[MAP_CAPPED]), {.op = OP_CAP, .of = {STAGE_SCALED}}},
    [STAGE_MASKED] = {
        {{"masked", TEXT_AS("label", "masked"), TEXT("masked = scaled + mask"), TEXT("masked"), 0,
            TEXT("Hidden keys get -∞; the others do not change.")},
         {"maskedc", TEXT_AS("label", "maskedc"), TEXT("masked = scaled + mask"), TEXT("cross: masked"), 0,
            TEXT("Only padding is hidden here: the whole other sequence is visible.")}},
        ROLE_COMPUTED, AXIS_QUERY, AXIS_KEY, HEADS_APART, ATTENTION(map[MAP_MASKED]), {.op = OP_MASK, .of = {BEFORE}}},
    [STAGE_WEIGHTS] = {
        {{"weights", TEXT_AS("label", "weights"), TEXT("A = softmax(masked)"), TEXT("attention weights"), 0,
            TEXT("Each row distributes a total of 1 over the keys.")},
         {"weightsc", TEXT_AS("label", "weightsc"), TEXT("A' = softmax(masked)"), TEXT("cross: weights"), 0,
            TEXT("How each word of the decoder distributes its attention.")}},
        ROLE_WEIGHTS, AXIS_QUERY, AXIS_KEY, HEADS_APART, ATTENTION(map[MAP_WEIGHTS]), {.op = OP_SHARE, .of = {STAGE_MASKED}}},
    [STAGE_SINK] = {
        {{"sink_weights", TEXT_AS("label", "sink_weights"), TEXT("sink = exp(s) / (exp(s) + Σ exp(masked))"), TEXT("share of the sink"), SINKS,
            TEXT("What each row gives to a key that has no value: with the weights it adds up to 1.")}},
        ROLE_WEIGHTS, AXIS_QUERY, AXIS_SINK, HEADS_APART, ATTENTION(sink), {.op = OP_SINK, .of = {STAGE_MASKED}, .weight = SINK_LOGIT}},
    [STAGE_HEAD_OUT] = {
        {{"head_out", TEXT_AS("label", "head_out"), TEXT("head[i] = Σ_j A[i,j] v_j"), TEXT("head output"), 0,
            TEXT("Each word's new row: the values, mixed by its weights.")},
         {"head_outc", TEXT_AS("label", "head_outc"), TEXT("head[i] = Σ_j A'[i,j] v'_j"), TEXT("cross: head output"), 0,
            TEXT("The other sequence's values, mixed by these weights.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_HEAD_DIM, HEADS_APART, ATTENTION(head_out), {.op = OP_MIX, .of = {STAGE_WEIGHTS, STAGE_V}}},
    [STAGE_CONCAT] = {
        {{"concat", TEXT_AS("label", "concat"), TEXT("concat = [head₁ head₂ …]"), TEXT("concatenate"), 0,
            TEXT("The heads' rows are placed side by side.")},
         {"concatc", TEXT_AS("label", "concatc"), TEXT("concat = [head₁ head₂ …]"), TEXT("cross: concatenate"), 0,
            TEXT("The heads' rows side by side.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_HEADS_VALUE_DIM, HEADS_TOGETHER, ATTENTION(concat), {.op = OP_JOIN, .of = {STAGE_HEAD_OUT}}},
    [STAGE_OUTPUT] = {
        {{"output", TEXT_AS("label", "output"), TEXT("output = concat W_O + b_O"), TEXT("output"), 0,
            TEXT("The output projection combines the heads' results.")},
         {"outputc", TEXT_AS("label", "outputc"), TEXT("output = concat W_Oc + b_Oc"), TEXT("cross: output"), 0,
            TEXT("The output projection of the cross-attention.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, ATTENTION(output), {.op = OP_LINEAR, .of = {STAGE_CONCAT}, .weight = W_O}},
    [STAGE_OUTPUT_NORM] = {
        {{"output_norm", TEXT_AS("label", "output_norm"), TEXT("LayerNorm: (x - mean)/σ · g + s"), TEXT("LayerNorm of the output"), GIVEN_NORM,
            TEXT("What the attention gives is normed before it is added.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, ATTENTION(given), {.op = OP_NORM, .of = {STAGE_OUTPUT}, .weight = LN_G1}},
    [STAGE_RESIDUAL1] = {
        {{"residual1", TEXT_AS("label", "residual1"), TEXT("residual = input + output"), TEXT_AS("stage", "residual"), ADDS,
            TEXT("The input is added back, so nothing is lost on the way.")},
         {"residualc", TEXT_AS("label", "residualc"), TEXT("residual = rows + output"), TEXT("cross: residual"), RESIDUAL,
            TEXT("The sublayer's input is added back.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, ATTENTION(residual), {.op = OP_ADD, .of = {ATTENDED, BEFORE}}},
    [STAGE_NORM1] = {
        {{"norm1", TEXT_AS("label", "norm1"), TEXT("LayerNorm: (x - mean)/σ · g + s"), TEXT("LayerNorm"), POST_NORM,
            TEXT("Each row minus its mean, divided by its σ, then scaled and shifted.")},
         {"normc", TEXT_AS("label", "normc"), TEXT("LayerNorm: (x - mean)/σ · g + s"), TEXT("cross: LayerNorm"), POST_NORM,
            TEXT("Each row minus its mean, divided by its σ.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, ATTENTION(normed), {.op = OP_NORM, .of = {BEFORE}, .weight = LN_G1}},
    [STAGE_FFN_IN] = {
        {{"ffn_in", TEXT_AS("label", "ffn_in"), TEXT("LayerNorm: (x - mean)/σ · g + s"), TEXT("feed-forward, input"), FEED_FORWARD | FEEDS,
            TEXT("Each row minus its mean, divided by its σ, before the feed-forward network.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, LAYER(ffn_in), {.op = OP_NORM, .of = {FED}, .weight = LN_G2}},
    [STAGE_GATE] = {
        {{"gate", TEXT_AS("label", "gate"), TEXT("gate = silu(x) = x/(1 + e⁻ˣ),  x = rows W_g + b_g"), TEXT("feed-forward, gate"), FEED_FORWARD | GATED,
            TEXT("How far each number inside is let through; large negative values close the gate.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_HIDDEN, HEADS_TOGETHER, LAYER(gate), {.op = OP_ACTIVATE, .of = {WIDENED}, .weight = FF_WG}},
    [STAGE_UP] = {
        {{"up", TEXT_AS("label", "up"), TEXT("up = rows W₁ + b₁"), TEXT("feed-forward, up"), FEED_FORWARD | GATED,
            TEXT("The numbers that wait at the gate.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_HIDDEN, HEADS_TOGETHER, LAYER(up), {.op = OP_LINEAR, .of = {WIDENED}, .weight = FF_W1}},
    [STAGE_HIDDEN] = {
        {{"hidden", TEXT_AS("label", "hidden"), TEXT("hidden = max(0, rows W₁ + b₁)"), TEXT("feed-forward, inside"), FEED_FORWARD,
            TEXT("Each row goes through a wider layer on its own; negative values become 0.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_HIDDEN, HEADS_TOGETHER, LAYER(hidden), {.op = OP_ACTIVATE, .of = {WIDENED}, .weight = FF_W1}},
    [STAGE_FFN] = {
        {{"ffn", TEXT_AS("label", "ffn"), TEXT("ffn = hidden W₂ + b₂"), TEXT("feed-forward"), FEED_FORWARD,
            TEXT("… and returns to d_model numbers.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, LAYER(ffn), {.op = OP_LINEAR, .of = {STAGE_HIDDEN}, .weight = FF_W2}},
    [STAGE_FFN_NORM] = {
        {{"ffn_norm", TEXT_AS("label", "ffn_norm"), TEXT("LayerNorm: (x - mean)/σ · g + s"), TEXT("LayerNorm of the feed-forward"), FEED_FORWARD | GIVEN_NORM,
            TEXT("What the feed-forward network gives is normed before it is added.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, LAYER(ffn_given), {.op = OP_NORM, .of = {STAGE_FFN}, .weight = LN_G2}},
    [STAGE_RESIDUAL2] = {
        {{"residual2", TEXT_AS("label", "residual2"), TEXT("residual = rows + ffn"), TEXT_AS("stage 2", "residual"), FEED_FORWARD | RESIDUAL,
            TEXT("The sublayer's input is added back.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, LAYER(residual2), {.op = OP_ADD, .of = {JOINED, BEFORE}}},
    [STAGE_NORM2] = {
        {{"norm2", TEXT_AS("label", "norm2"), TEXT("LayerNorm: (x - mean)/σ · g + s"), TEXT_AS("stage", "LayerNorm"), FEED_FORWARD | POST_NORM,
            TEXT("Each row minus its mean, over its σ, scaled and shifted: the output.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, LAYER(norm2), {.op = OP_NORM, .of = {BEFORE}, .weight = LN_G2}},
    [STAGE_TRANSFORM] = {
        {{"transform", TEXT_AS("label", "transform"), TEXT("transform = gelu(rows W_T + b_T)"), TEXT("before the readout"), LAST_LAYER | TRANSFORM,
            TEXT("A layer of the readout's own, before the last LayerNorm.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, TRACE(transformed), {.op = OP_ACTIVATE, .of = {BEFORE}, .weight = READ_T}},
    [STAGE_FINAL] = {
        {{"normF", TEXT_AS("label", "normF"), TEXT("LayerNorm: (x - mean)/σ · g + s"), TEXT("last LayerNorm"), LAST_LAYER | FINAL_NORM,
            TEXT("After the last layer each row is normalized once more.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_DIM, HEADS_TOGETHER, TRACE(final), {.op = OP_NORM, .of = {BEFORE}, .weight = LN_GF}},
    [STAGE_LOGITS] = {
        {{"logits", TEXT_AS("label", "logits"), TEXT("logits = rows U + b_U"), TEXT("readout"), LAST_LAYER | CLASSES,
            TEXT("Each row gives every class a score: how much it speaks for that word.")}},
        ROLE_COMPUTED, AXIS_WORD, AXIS_CLASS, HEADS_TOGETHER, TRACE(logits), {.op = OP_LINEAR, .of = {BEFORE}, .weight = READ_U}},
    [STAGE_PROBS] = {
        {{"probs", TEXT_AS("label", "probs"), TEXT("probs = softmax(logits)"), TEXT("answer"), LAST_LAYER | CLASSES,
            TEXT("Each row shares out a total of 1 among the classes: what this word answers.")}},
        ROLE_WEIGHTS, AXIS_WORD, AXIS_CLASS, HEADS_TOGETHER, TRACE(probs), {.op = OP_SHARE, .of = {STAGE_LOGITS}}},
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

const char *stage_title(int stage)
{
    return stage_pass(stage)->title;
}

const char *stage_label(int stage)
{
    return stage_pass(stage)->label;
}

const char *stage_called(int stage, int i)
{
    if (i == 0)
        return stage_name(stage);
    enum lang lang =
        (enum lang)(1 + (i - 1) / 2); /* after the name: label and title in each other language */
    return lang < LANG_COUNT ? text_in(i % 2 ? stage_label(stage) : stage_title(stage), lang) : NULL;
}

bool stage_present(const struct config *c, int layer, int stage)
{
    unsigned needs = stage_pass(stage)->needs | (unsigned)(stage_crosses(stage) * DECODER);
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
    if (stage == STAGE_LOGITS || stage == STAGE_PROBS)
        readout_ask(t, READOUT_ALL);
    return row->heads == HEADS_APART && mat_present(m) ? attention_head(a, m, head) : m;
}

/* ---- what a stage is computed from ---------------------------------------------- */

/* Returns how the rows that a layer begins with are computed. */
static struct stage_made layer_begins(const struct config *c, int layer)
{
    if (layer > 0)
        return (struct stage_made){.op = OP_ADD, .of = {stage_output(c, layer - 1)}, .layer = layer - 1};
    if (c->embed_norm)
        return (struct stage_made){.op = OP_NORM, .of = {STAGE_EMBEDDED}, .weight = LN_G0};
    return (struct stage_made){.op = OP_ADD, .of = {STAGE_X, STAGE_P, STAGE_TYPES}, .layer = 0};
}

static int operand(const struct config *c, int layer, int stage, int of)
{
    bool crosses = stage_crosses(stage), pre = config_norms_before(c);
    bool turns = attention_rotates(c, attention_first(c)) && !crosses,
         norms = attention_norms(c, attention_first(c)) && !crosses;
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
    case NORMED_Q:
    case NORMED_K:
        of = (norms ? STAGE_QN : STAGE_Q) + (of - NORMED_Q);
        break;
    case TURNED_Q:
    case TURNED_K:
        of = (turns ? STAGE_QR : norms ? STAGE_QN : STAGE_Q) + (of - TURNED_Q);
        break;
    case WIDENED:
        return stage_step(c, layer, STAGE_FFN_IN + 1, -1);
    case FED:
    case JOINED:
        return c->parallel ? (pre ? STAGE_SUM : STAGE_H) : stage_step(c, layer, STAGE_FFN_IN, -1);
    default:
        break;
    }
    return crosses && of > 0 ? stage_again(of) : of;
}

static bool op_weighs(enum stage_op op)
{
    return op == OP_LINEAR || op == OP_ACTIVATE || op == OP_NORM || op == OP_UNIT || op == OP_SINK;
}

struct stage_made stage_made(const struct config *c, int layer, int stage)
{
    struct stage_made made = stage_row(stage)->made;
    enum score_source source =
        stage == STAGE_SCORES ? attention_source(c, layer, attention_first(c)) : SCORES_PRODUCT;
    int count = 0;
    made.layer = layer;
    if (stage == STAGE_SUM || (stage == STAGE_H && !config_norms_before(c)))
        made = layer_begins(c, layer);
    else if (stage == STAGE_FFN_IN && !config_norms_before(c))
        made = (struct stage_made){.op = OP_ADD, .of = {FED}, .layer = layer};
    else if (stage == STAGE_RESIDUAL2 && c->parallel)
        made = (struct stage_made){.op = OP_ADD, .of = {JOINED, STAGE_OUTPUT, STAGE_FFN}, .layer = layer};
    else if (stage == STAGE_HIDDEN && c->gated)
        made = (struct stage_made){.op = OP_TIMES, .of = {STAGE_GATE, STAGE_UP}, .layer = layer};
    else if (source != SCORES_PRODUCT)
        made = (struct stage_made){source == SCORES_TERMS ? OP_TERMS : OP_GIVEN, {0}, .layer = layer};
    if (stage_crosses(stage) && op_weighs(made.op))
        made.weight += made.weight == LN_G1 ? LN_GC - LN_G1 : W_QC - W_Q;
    if (stage == STAGE_OUTPUT_NORM || stage == STAGE_FFN_NORM)
        made.weight = (int)config_given_gain(c, (enum weight)made.weight);
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
    bool projection = weight < LN_G1, alone = weight >= QK_GQ && weight <= SINK_LOGIT;
    return alone ? -1 : weight + (projection ? B_Q - W_Q : 1);
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
                                    [AXIS_SINK] = 1,
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
    return first == STAGE_K || first == STAGE_V || first == STAGE_KN || first == STAGE_KR;
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
    unsigned when, unless;
    const char *formula, *help;
    int by; /* this activation alone */
} readings[] = {
    {STAGE_EMBEDDED, false, 0, TYPES, "X + P",
        TEXT("Word and position are added entry by entry, before the LayerNorm."), BY_ANY},
    {STAGE_SUM, false, FIRST_LAYER | EMBED_NORM, 0, TEXT("rows = LayerNorm(embedded)"),
        TEXT("The sum of the embeddings, normalized: what the first layer begins with."), BY_ANY},
    {STAGE_SUM, false, 0, FIRST_LAYER, TEXT("rows = output of the layer below"),
        TEXT("The output of the layer below, before the LayerNorm."), BY_ANY},
    {STAGE_SUM, false, 0, POSITIONS, TEXT("rows = X"),
        TEXT("The embeddings, before the LayerNorm: no encoding is added here."), BY_ANY},
    {STAGE_H, false, RMS | PRE_NORM, 0, TEXT("H = RMSNorm(rows) = x/σ · g,  σ = √(mean of x² + eps)"),
        TEXT("What attention reads: each row divided by its size, then scaled."), BY_ANY},
    {STAGE_FFN_IN, false, RMS | PRE_NORM, 0, TEXT("RMSNorm: x/σ · g,  σ = √(mean of x² + eps)"),
        TEXT("Each row is divided by its size before the feed-forward network."), BY_ANY},
    {STAGE_FINAL, false, RMS, 0, TEXT("RMSNorm: x/σ · g,  σ = √(mean of x² + eps)"),
        TEXT("After the last layer each row is divided by its size once more."), BY_ANY},
    {STAGE_H, false, PRE_NORM, FIRST_LAYER, TEXT("H = LayerNorm(rows) = (x - mean)/σ · g + s"),
        TEXT("What attention reads: the layer below, each row minus its mean, divided by its σ."), BY_ANY},
    {STAGE_H, false, 0, FIRST_LAYER, TEXT("H = output of the layer below"),
        TEXT("What attention reads: the output of the layer below."), BY_ANY},
    {STAGE_H, false, PRE_NORM, 0, TEXT("H = LayerNorm(rows) = (x - mean)/σ · g + s"),
        TEXT("What attention reads: each row minus its mean, divided by its σ, scaled and shifted."), BY_ANY},
    {STAGE_H, false, FIRST_LAYER | EMBED_NORM, 0, TEXT("H = LayerNorm(embedded) = (x - mean)/σ · g + s"),
        TEXT("What attention reads: the sum of the embeddings, each row minus its mean, divided by its σ."), BY_ANY},
    {STAGE_H, false, 0, POSITIONS, "H = X",
        TEXT("What attention reads: the embeddings alone; no encoding is added."), BY_ANY},
    {STAGE_FFN_IN, false, 0, PRE_NORM | ADDS, TEXT("ffn_in = input of the layer"),
        TEXT("The feed-forward network reads the layer's input, beside the attention."), BY_ANY},
    {STAGE_FFN_IN, false, PRE_NORM, ADDS, TEXT("LayerNorm of the layer's input"),
        TEXT("The feed-forward network reads the layer's input, normed for it alone, beside the attention."), BY_ANY},
    {STAGE_FFN_IN, false, 0, PRE_NORM, TEXT("ffn_in = rows so far"),
        TEXT("What the feed-forward network reads."), BY_ANY},
    {STAGE_RESIDUAL2, false, RESIDUAL, ADDS, TEXT("residual = input + output + ffn"),
        TEXT("Both sublayers' results are added to the layer's input at once."), BY_ANY},
    {STAGE_OUTPUT_NORM, false, RMS, 0, TEXT("RMSNorm: x/σ · g,  σ = √(mean of x² + eps)"), NULL, BY_ANY},
    {STAGE_FFN_NORM, false, RMS, 0, TEXT("RMSNorm: x/σ · g,  σ = √(mean of x² + eps)"), NULL, BY_ANY},
    {STAGE_NORM1, false, RMS, 0, TEXT("RMSNorm: x/σ · g,  σ = √(mean of x² + eps)"),
        TEXT("Each row is divided by its size, then scaled."), BY_ANY},
    {STAGE_NORM2, false, RMS, 0, TEXT("RMSNorm: x/σ · g,  σ = √(mean of x² + eps)"),
        TEXT("Each row is divided by its size, then scaled: the output."), BY_ANY},
    {STAGE_RESIDUAL1, false, GIVEN_NORM, 0, TEXT("residual = input + normed output"), NULL, BY_ANY},
    {STAGE_RESIDUAL2, false, GIVEN_NORM, 0, TEXT("residual = rows + normed ffn"), NULL, BY_ANY},
    {STAGE_K, false, CROSSES, 0, "K = Y W_K + b_K",
        TEXT("What each word of the other sequence can be found by."), BY_ANY},
    {STAGE_V, false, CROSSES, 0, "V = Y W_V + b_V",
        TEXT("What each word of the other sequence passes on when it is attended to."), BY_ANY},
    {STAGE_QN, false, 0, 0, TEXT("Qn = q/σ · g,  σ = √(mean of the row's q² + eps)"),
        TEXT("Each word's queries, those of all heads together, are divided by their size."), BY_WIDE},
    {STAGE_KN, false, 0, 0, TEXT("Kn = k/σ · g,  σ = √(mean of the row's k² + eps)"),
        TEXT("Each word's keys, those of all heads together, are divided by their size."), BY_WIDE},
    {STAGE_QN, false, 0, 0, "Qn = q/|q|",
        TEXT("Each query is divided by its length: a product with a key is then the cosine between them."), BY_COSINE},
    {STAGE_KN, false, 0, 0, "Kn = k/|k|",
        TEXT("Each key is divided by its length: only its direction is left."), BY_COSINE},
    {STAGE_QR, false, NORMED, 0, "Qr[t] = R(t) qn_t", NULL, BY_ANY},
    {STAGE_KR, false, NORMED, 0, "Kr[s] = R(s) kn_s", NULL, BY_ANY},
    {STAGE_MASKED, false, CAPPED, 0, TEXT("masked = capped + mask"), NULL, BY_ANY},
    {STAGE_MASKED, true, CAPPED, 0, TEXT("masked = capped + mask"), NULL, BY_ANY},
    {STAGE_WEIGHTS, false, SINKS, 0, TEXT("A = softmax(masked, sink)"),
        TEXT("Each row distributes a total of 1 over the keys and the sink, which has no value."), BY_ANY},
    {STAGE_SCORES, false, GIVEN, 0, TEXT("score[i,j] given"),
        TEXT("These scores were typed in: queries and keys are not used."), BY_ANY},
    {STAGE_SCORES, false, TERM_SUM, 0, TEXT("score[i,j] = Σ of the terms that are on"),
        TEXT("Each score is the sum of its named terms, except those knocked out."), BY_ANY},
    {STAGE_SCORES, false, ROTATION, 0, TEXT("score[i,j] = qr_i · kr_j"), NULL, BY_ANY},
    {STAGE_SCORES, false, NORMED, EXTRA_SCORES, TEXT("score[i,j] = qn_i · kn_j"), NULL, BY_ANY},
    {STAGE_SCORES, false, EXTRA_SCORES, 0, TEXT("score[i,j] = q_i · k_j + what the encoding adds"),
        TEXT("How well each query matches each key, plus what the encoding adds for their distance."), BY_ANY},
    {STAGE_SCALED, false, DIVISOR_ONE, 0, TEXT("scaled = scores / 1"),
        TEXT("Not divided: wide vectors more easily make softmax one-sided."), BY_ANY},
    {STAGE_SCALED, false, DIVISOR_OTHER, 0, TEXT("scaled = scores / divisor"),
        TEXT("Divided by the number you set: the smaller it is, the more one-sided softmax becomes."), BY_ANY},
    {STAGE_SCALED, false, DIVISOR_OWN, 0, TEXT("scaled = scores / (√d_k · factor of the encoding)"),
        TEXT("Divided by √d_k and by a factor of the encoding, whose score has more terms."), BY_ANY},
    {STAGE_HEAD_OUT, false, EXTRA_VALUES, 0, TEXT("head[i] = Σ_j A[i,j] (v_j + a_ij)"),
        TEXT("Each word's new row: values plus a vector for their distance, mixed by its weights."), BY_ANY},
    {STAGE_HIDDEN, false, GATED, 0, TEXT("hidden = gate · up, entry by entry"),
        TEXT("What passes the gate: both numbers are multiplied."), BY_ANY},
    {STAGE_HIDDEN, false, 0, 0, TEXT("hidden = silu(x) = x/(1 + e⁻ˣ),  x = rows W₁ + b₁"),
        TEXT("Each row goes through a wider layer on its own; SiLU bends negative values towards 0."), BY_SILU},
    {STAGE_HIDDEN, false, 0, 0, TEXT("hidden = gelu(x) = x·Φ(x),  x = rows W₁ + b₁"),
        TEXT("Each row goes through a wider layer on its own; GELU bends negative values towards 0."), BY_GELU},
    {STAGE_HIDDEN, false, 0, 0, TEXT("hidden = x/2·(1 + tanh(√(2/π)·(x + 0.044715 x³))),  x = rows W₁ + b₁"),
        TEXT("Each row goes through a wider layer on its own; GELU bends negative values towards 0."), BY_GELU_NEW},
    {STAGE_HIDDEN, false, 0, 0, TEXT("hidden = x/(1 + e^(-1.702x)),  x = rows W₁ + b₁"),
        TEXT("Each row goes through a wider layer on its own; GELU bends negative values towards 0."), BY_QUICK},
    {STAGE_GATE, false, 0, 0, TEXT("gate = silu(x) = x/(1 + e⁻ˣ),  x = rows W_g + b_g"), NULL, BY_SILU},
    {STAGE_GATE, false, 0, 0, TEXT("gate = f(rows W_g + b_g),  f the activation"), NULL, BY_ANY},
    {STAGE_TRANSFORM, false, 0, 0, TEXT("transform = gelu(rows W_T + b_T)"), NULL, BY_GELU},
    {STAGE_TRANSFORM, false, 0, 0, TEXT("transform = f(rows W_T + b_T),  f the activation"), NULL, BY_ANY},
    {STAGE_SCALED, true, DIVISOR_OTHER, 0, TEXT("scaled = scores / divisor"),
        TEXT("Divided by the same number as before."), BY_ANY},
};
/* What is read by several others has their sum. */
static const char *const gradients[STAGE_COUNT] = {
    [STAGE_X] = "dL/dX = dL/dH",
    [STAGE_P] = "dL/dP = dL/dH",
    [STAGE_TYPES] = "",
    [STAGE_EMBEDDED] = "",
    [STAGE_GATE] = TEXT("dL/dgate = dL/dhidden · up, entry by entry"),
    [STAGE_UP] = TEXT("dL/dup = dL/dhidden · gate, entry by entry"),
    [STAGE_TRANSFORM] = "", /* these have no gradient: see grad_possible */
    [STAGE_SUM] = TEXT("dL/dsum = (d - mean(d) - y·mean(d·y)) / σ,  d = dL/dH · g"),
    [STAGE_Y] = TEXT("dL/dY = Σ over layers: dL/dK W_Kᵀ + dL/dV W_Vᵀ"),
    [STAGE_H] = TEXT("dL/dH = dL/dQ W_Qᵀ + dL/dK W_Kᵀ + dL/dV W_Vᵀ (+ residual)"),
    [STAGE_Q] = TEXT("dL/dQ = dL/dscores K"),
    [STAGE_K] = TEXT("dL/dK = (dL/dscores)ᵀ Q"),
    [STAGE_V] = TEXT("dL/dV = Aᵀ dL/dhead"),
    [STAGE_QN] = TEXT("dL/dQn = dL/dscores Kn"),
    [STAGE_KN] = TEXT("dL/dKn = (dL/dscores)ᵀ Qn"),
    [STAGE_QR] = TEXT("dL/dQr = dL/dscores Kr"),
    [STAGE_KR] = TEXT("dL/dKr = (dL/dscores)ᵀ Qr"),
    [STAGE_SCORES] = TEXT("dL/dscore = dL/dscaled / divisor"),
    [STAGE_SCALED] = TEXT("dL/dscaled = dL/dmasked"),
    [STAGE_CAPPED] = TEXT("dL/dcapped = dL/dmasked"),
    [STAGE_MASKED] = TEXT("dL/dmasked = A·(dL/dA - Σ_k A·dL/dA); where a head is asked: A - y"),
    [STAGE_WEIGHTS] = TEXT("dL/dA = dL/dhead Vᵀ; where a head is asked: -1/A"),
    [STAGE_SINK] = "",
    [STAGE_HEAD_OUT] = TEXT("dL/dhead = its columns of dL/dconcat"),
    [STAGE_CONCAT] = TEXT("dL/dconcat = dL/doutput W_Oᵀ"),
    [STAGE_OUTPUT] = TEXT("dL/doutput = from what reads the output"),
    [STAGE_OUTPUT_NORM] = TEXT("dL/doutput_norm = from what reads it"),
    [STAGE_RESIDUAL1] = TEXT("dL/dresidual = from what reads it"),
    [STAGE_NORM1] = TEXT("dL/dnorm = from what reads it"),
    [STAGE_FFN_IN] = TEXT("dL/dffn_in = (dL/dhidden · slope) W₁ᵀ"),
    [STAGE_HIDDEN] = TEXT("dL/dhidden = dL/dffn W₂ᵀ"),
    [STAGE_FFN] = TEXT("dL/dffn = from what reads it"),
    [STAGE_FFN_NORM] = TEXT("dL/dffn_norm = from what reads it"),
    [STAGE_RESIDUAL2] = TEXT("dL/dresidual = from what reads it"),
    [STAGE_NORM2] = TEXT("dL/dnorm = from what reads it"),
    [STAGE_FINAL] = TEXT("dL/dnormF = dL/dlogits Uᵀ"),
    [STAGE_LOGITS] = TEXT("dL/dlogits = (p - y) / targets"),
    [STAGE_PROBS] = TEXT("dL/dp = -1 / (p · targets) for the class that is wanted"),
};
/* clang-format on */

const char *stage_gradient(const struct config *c, int stage)
{
    bool turned = attention_rotates(c, attention_first(c)) && !stage_crosses(stage);
    if (turned && stage == STAGE_Q)
        return "dL/dQ[t] = R(-t) dL/dQr[t]";
    if (turned && stage == STAGE_K)
        return "dL/dK[s] = R(-s) dL/dKr[s]";
    return gradients[stage_first(stage)];
}

static const struct reading *reading_of(const struct config *c, int layer, int stage)
{
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
        if (readings[i].row == stage_first(stage) && readings[i].cross == stage_crosses(stage) &&
            applies(c, layer, readings[i].when, readings[i].unless, readings[i].by))
            return &readings[i];
    return NULL;
}

/* clang-format off */
/* The formulas of stages whose bias is absent; the first that applies wins. */
static const struct unbiased {
    int row;
    bool cross;
    enum weight bias;
    unsigned when, unless;
    const char *formula;
    int by;
} unbiased[] = {
    {STAGE_Q, false, B_Q, 0, 0, "Q = H W_Q", BY_ANY},
    {STAGE_K, false, B_K, CROSSES, 0, "K = Y W_K", BY_ANY},
    {STAGE_K, false, B_K, 0, 0, "K = H W_K", BY_ANY},
    {STAGE_V, false, B_V, CROSSES, 0, "V = Y W_V", BY_ANY},
    {STAGE_V, false, B_V, 0, 0, "V = H W_V", BY_ANY},
    {STAGE_OUTPUT, false, B_O, 0, 0, TEXT("output = concat W_O"), BY_ANY},
    {STAGE_Q, true, B_QC, 0, 0, TEXT("Q' = rows W_Qc"), BY_ANY},
    {STAGE_K, true, B_KC, 0, 0, "K' = Y W_Kc", BY_ANY},
    {STAGE_V, true, B_VC, 0, 0, "V' = Y W_Vc", BY_ANY},
    {STAGE_OUTPUT, true, B_OC, 0, 0, TEXT("output = concat W_Oc"), BY_ANY},
    {STAGE_GATE, false, FF_BG, 0, 0, TEXT("gate = silu(x) = x/(1 + e⁻ˣ),  x = rows W_g"), BY_SILU},
    {STAGE_GATE, false, FF_BG, 0, 0, TEXT("gate = f(rows W_g),  f the activation"), BY_ANY},
    {STAGE_UP, false, FF_B1, 0, 0, TEXT("up = rows W₁"), BY_ANY},
    {STAGE_HIDDEN, false, FF_B1, 0, GATED, TEXT("hidden = max(0, rows W₁)"), BY_RELU},
    {STAGE_FFN, false, FF_B2, 0, 0, TEXT("ffn = hidden W₂"), BY_ANY},
    {STAGE_LOGITS, false, READ_B, 0, 0, TEXT("logits = rows U"), BY_ANY},
};
/* clang-format on */

const char *stage_formula(const struct config *c, int layer, int stage)
{
    if (stage == STAGE_LOGITS && c->final_cap > 0)
        return TEXT("logits = C·tanh((rows U + b_U) / C)");
    for (const struct unbiased *u = unbiased; u < unbiased + sizeof unbiased / sizeof *unbiased; u++)
        if (u->row == stage_first(stage) && u->cross == stage_crosses(stage) &&
            !factor_present(c->w[u->bias < LN_GF ? layer : 0][u->bias]) &&
            applies(c, layer, u->when, u->unless, u->by))
            return u->formula;
    const struct reading *r = reading_of(c, layer, stage);
    return r ? r->formula : stage_pass(stage)->formula;
}

const char *stage_help(const struct config *c, int layer, int stage)
{
    const struct reading *r = reading_of(c, layer, stage);
    return r && r->help ? r->help : stage_pass(stage)->help;
}
