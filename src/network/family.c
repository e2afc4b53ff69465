#include "network/family.h"

#include <string.h>

#include "keep/json_file.h"
#include "base/utf8.h"

/* ---- names -------------------------------------------------------------------------------- */

/* clang-format off */
/* A tensor with its bias; the three parts of one. */
#define WITH_BIAS(w, b, tensor) {.role = w, .name = tensor ".weight"}, {.role = b, .name = tensor ".bias"}
#define MAY_HAVE_BIAS(w, b, tensor) \
    {.role = w, .name = tensor ".weight"}, {.role = b, .name = tensor ".bias", .optional = true}
#define PART(w, tensor, n, of) {.role = w, .name = tensor, .part = n, .parts = of}
#define PARTS(q, k, v, tensor) \
    PART(q, tensor, 0, 3), PART(k, tensor, 1, 3), PART(v, tensor, 2, 3)
#define PARTS_WITH_BIAS(tensor) PARTS(W_Q, W_K, W_V, tensor ".weight"), PARTS(B_Q, B_K, B_V, tensor ".bias")
/* What belongs to a readout that a file may lack. */
#define READS(is, tensor) {.role = is, .name = tensor, .bare = true, .optional = true}
#define READS_WITH_BIAS(w, b, tensor) READS(w, tensor ".weight"), READS(b, tensor ".bias")

static const struct family_name gpt2_names[] = {
    {.role = ROLE_TOKENS, .name = "wte.weight"},
    {.role = ROLE_PLACES, .name = "wpe.weight"},
    PARTS_WITH_BIAS("attn.c_attn"),
    WITH_BIAS(W_O, B_O, "attn.c_proj"),
    WITH_BIAS(LN_G1, LN_B1, "ln_1"),
    WITH_BIAS(LN_G2, LN_B2, "ln_2"),
    WITH_BIAS(FF_W1, FF_B1, "mlp.c_fc"),
    WITH_BIAS(FF_W2, FF_B2, "mlp.c_proj"),
    WITH_BIAS(LN_GF, LN_BF, "ln_f"),
};

static const struct family_name neo_names[] = {
    {.role = ROLE_TOKENS, .name = "wte.weight"},
    {.role = ROLE_PLACES, .name = "wpe.weight"},
    {.role = W_Q, .name = "attn.attention.q_proj.weight"},
    {.role = W_K, .name = "attn.attention.k_proj.weight"},
    {.role = W_V, .name = "attn.attention.v_proj.weight"},
    WITH_BIAS(W_O, B_O, "attn.attention.out_proj"),
    WITH_BIAS(LN_G1, LN_B1, "ln_1"),
    WITH_BIAS(LN_G2, LN_B2, "ln_2"),
    WITH_BIAS(FF_W1, FF_B1, "mlp.c_fc"),
    WITH_BIAS(FF_W2, FF_B2, "mlp.c_proj"),
    WITH_BIAS(LN_GF, LN_BF, "ln_f"),
};

/* What BERT and RoBERTa share. RoBERTa has another layer before its readout. */
#define BERT_LAYERS \
    {.role = ROLE_TOKENS, .name = "embeddings.word_embeddings.weight"}, \
    {.role = ROLE_PLACES, .name = "embeddings.position_embeddings.weight"}, \
    {.role = ROLE_TYPES, .name = "embeddings.token_type_embeddings.weight"}, \
    WITH_BIAS(LN_G0, LN_B0, "embeddings.LayerNorm"), \
    WITH_BIAS(W_Q, B_Q, "attention.self.query"), \
    WITH_BIAS(W_K, B_K, "attention.self.key"), \
    WITH_BIAS(W_V, B_V, "attention.self.value"), \
    WITH_BIAS(W_O, B_O, "attention.output.dense"), \
    WITH_BIAS(LN_G1, LN_B1, "attention.output.LayerNorm"), \
    WITH_BIAS(FF_W1, FF_B1, "intermediate.dense"), \
    WITH_BIAS(FF_W2, FF_B2, "output.dense"), \
    WITH_BIAS(LN_G2, LN_B2, "output.LayerNorm")

static const struct family_name bert_names[] = {
    BERT_LAYERS,
    READS_WITH_BIAS(READ_T, READ_TB, "cls.predictions.transform.dense"),
    READS_WITH_BIAS(LN_GF, LN_BF, "cls.predictions.transform.LayerNorm"),
    READS(READ_B, "cls.predictions.decoder.bias"),
    READS(READ_B, "cls.predictions.bias"),
};

static const struct family_name roberta_names[] = {
    BERT_LAYERS,
    READS_WITH_BIAS(READ_T, READ_TB, "lm_head.dense"),
    READS_WITH_BIAS(LN_GF, LN_BF, "lm_head.layer_norm"),
    READS(READ_B, "lm_head.decoder.bias"),
    READS(READ_B, "lm_head.bias"),
};

static const struct family_name distilbert_names[] = {
    {.role = ROLE_TOKENS, .name = "embeddings.word_embeddings.weight"},
    {.role = ROLE_PLACES, .name = "embeddings.position_embeddings.weight"},
    WITH_BIAS(LN_G0, LN_B0, "embeddings.LayerNorm"),
    WITH_BIAS(W_Q, B_Q, "attention.q_lin"),
    WITH_BIAS(W_K, B_K, "attention.k_lin"),
    WITH_BIAS(W_V, B_V, "attention.v_lin"),
    WITH_BIAS(W_O, B_O, "attention.out_lin"),
    WITH_BIAS(LN_G1, LN_B1, "sa_layer_norm"),
    WITH_BIAS(FF_W1, FF_B1, "ffn.lin1"),
    WITH_BIAS(FF_W2, FF_B2, "ffn.lin2"),
    WITH_BIAS(LN_G2, LN_B2, "output_layer_norm"),
    READS_WITH_BIAS(READ_T, READ_TB, "vocab_transform"),
    READS_WITH_BIAS(LN_GF, LN_BF, "vocab_layer_norm"),
    READS(READ_B, "vocab_projector.bias"),
};

/* What Llama and those after it share. */
#define LLAMA_MATRICES \
    {.role = ROLE_TOKENS, .name = "embed_tokens.weight"}, \
    MAY_HAVE_BIAS(W_Q, B_Q, "self_attn.q_proj"), \
    MAY_HAVE_BIAS(W_K, B_K, "self_attn.k_proj"), \
    MAY_HAVE_BIAS(W_V, B_V, "self_attn.v_proj"), \
    MAY_HAVE_BIAS(W_O, B_O, "self_attn.o_proj"), \
    MAY_HAVE_BIAS(FF_WG, FF_BG, "mlp.gate_proj"), \
    MAY_HAVE_BIAS(FF_W1, FF_B1, "mlp.up_proj"), \
    MAY_HAVE_BIAS(FF_W2, FF_B2, "mlp.down_proj"), \
    {.role = LN_GF, .name = "norm.weight"}
#define BEFORE \
    {.role = LN_G1, .name = "input_layernorm.weight"}, \
    {.role = LN_G2, .name = "post_attention_layernorm.weight"}
#define BEFORE_AND_AFTER \
    {.role = LN_G1, .name = "input_layernorm.weight"}, \
    {.role = LN_G1O, .name = "post_attention_layernorm.weight"}, \
    {.role = LN_G2, .name = "pre_feedforward_layernorm.weight"}, \
    {.role = LN_G2O, .name = "post_feedforward_layernorm.weight"}
#define QK_GAINS \
    {.role = QK_GQ, .name = "self_attn.q_norm.weight"}, {.role = QK_GK, .name = "self_attn.k_norm.weight"}

static const struct family_name llama_names[] = {LLAMA_MATRICES, BEFORE};
static const struct family_name qwen3_names[] = {LLAMA_MATRICES, BEFORE, QK_GAINS};
static const struct family_name gemma2_names[] = {LLAMA_MATRICES, BEFORE_AND_AFTER};
static const struct family_name gemma3_names[] = {LLAMA_MATRICES, BEFORE_AND_AFTER, QK_GAINS};
static const struct family_name olmo2_names[] = {
    LLAMA_MATRICES,
    QK_GAINS,
    {.role = LN_G1, .name = "post_attention_layernorm.weight"},
    {.role = LN_G2, .name = "post_feedforward_layernorm.weight"},
};

static const struct family_name bloom_names[] = {
    {.role = ROLE_TOKENS, .name = "word_embeddings.weight"},
    WITH_BIAS(LN_G0, LN_B0, "word_embeddings_layernorm"),
    WITH_BIAS(LN_G1, LN_B1, "input_layernorm"),
    PARTS_WITH_BIAS("self_attention.query_key_value"),
    WITH_BIAS(W_O, B_O, "self_attention.dense"),
    WITH_BIAS(LN_G2, LN_B2, "post_attention_layernorm"),
    WITH_BIAS(FF_W1, FF_B1, "mlp.dense_h_to_4h"),
    WITH_BIAS(FF_W2, FF_B2, "mlp.dense_4h_to_h"),
    WITH_BIAS(LN_GF, LN_BF, "ln_f"),
};

/* The parts of qkv_proj and gate_up_proj differ in width. */
static const struct family_name phi3_names[] = {
    {.role = ROLE_TOKENS, .name = "embed_tokens.weight"},
    {.role = LN_G1, .name = "input_layernorm.weight"},
    PARTS(W_Q, W_K, W_V, "self_attn.qkv_proj.weight"),
    {.role = W_O, .name = "self_attn.o_proj.weight"},
    {.role = LN_G2, .name = "post_attention_layernorm.weight"},
    PART(FF_WG, "mlp.gate_up_proj.weight", 0, 2), PART(FF_W1, "mlp.gate_up_proj.weight", 1, 2),
    {.role = FF_W2, .name = "mlp.down_proj.weight"},
    {.role = LN_GF, .name = "norm.weight"},
};

static const struct family_name neox_names[] = {
    {.role = ROLE_TOKENS, .name = "embed_in.weight"},
    WITH_BIAS(LN_G1, LN_B1, "input_layernorm"),
    PARTS(W_Q, W_K, W_V, "attention.query_key_value.weight"),
    {.role = B_Q, .name = "attention.query_key_value.bias", .part = 0, .parts = 3, .optional = true},
    {.role = B_K, .name = "attention.query_key_value.bias", .part = 1, .parts = 3, .optional = true},
    {.role = B_V, .name = "attention.query_key_value.bias", .part = 2, .parts = 3, .optional = true},
    MAY_HAVE_BIAS(W_O, B_O, "attention.dense"),
    WITH_BIAS(LN_G2, LN_B2, "post_attention_layernorm"),
    WITH_BIAS(FF_W1, FF_B1, "mlp.dense_h_to_4h"),
    WITH_BIAS(FF_W2, FF_B2, "mlp.dense_4h_to_h"),
    WITH_BIAS(LN_GF, LN_BF, "final_layer_norm"),
};

/* ---- families ----------------------------------------------------------------------------- */

#define NAMES(list) .names = list, .count = sizeof list / sizeof *list
#define BERT_KEYS \
    {.d = "hidden_size", .heads = "num_attention_heads", .layers = "num_hidden_layers", \
     .dff = "intermediate_size", .places = "max_position_embeddings", .types = "type_vocab_size", \
     .eps = "layer_norm_eps", .activation = "hidden_act"}
#define LLAMA_SIZES \
    .d = "hidden_size", .heads = "num_attention_heads", .key_heads = "num_key_value_heads", .dk = "head_dim", \
    .layers = "num_hidden_layers", .dff = "intermediate_size", .places = "max_position_embeddings", \
    .eps = "rms_norm_eps", .base = "rope_theta"
#define WRITER \
    .layer = "h.%d.", .eps = 1e-5, .norm = NORM_PRE, .causal = true, .final_norm = true, \
    .activation = ACTIVATION_GELU_NEW, .readout = "lm_head.weight"
#define READER \
    .encoding = "learned", .eps = 1e-12, .norm = NORM_POST, .embed_norm = true, .transform = true, \
    .activation = ACTIVATION_GELU
#define BERT_LIKE READER, .layer = "encoder.layer.%d.", .keys = BERT_KEYS, .types = 2
/* Llama and those after it, which differ in their norms. */
#define MODERN \
    .prefixes = {"model.", ""}, .layer = "layers.%d.", .causal = true, .rms = true, .final_norm = true, \
    .gated = true, .encoding = "rope", .readout = "lm_head.weight"
#define SILU .activation = ACTIVATION_SILU, .keys = {LLAMA_SIZES, .activation = "hidden_act"}
#define LLAMA MODERN, SILU, NAMES(llama_names), .norm = NORM_PRE, .eps = 1e-6, .window = "sliding_window"
#define GEMMA \
    MODERN, .norm = NORM_BOTH, .eps = 1e-6, .plus_one = true, .scaled = true, .dk = 256, .scalar = 256, \
    .window = "sliding_window", .windowed = 4096, .activation = ACTIVATION_GELU_NEW, \
    .keys = {LLAMA_SIZES, .activation = "hidden_activation"}

static const struct family families[] = {
    {.type = "gpt2", .title = "GPT-2", .prefixes = {"", "transformer."}, WRITER, NAMES(gpt2_names),
     .keys = {.d = "n_embd hidden_size", .heads = "n_head num_attention_heads",
              .layers = "n_layer num_hidden_layers", .dff = "n_inner",
              .places = "n_positions max_position_embeddings", .eps = "layer_norm_epsilon",
              .activation = "activation_function"},
     .encoding = "learned", .in_out = true},
    {.type = "gpt_neo", .title = "GPT-Neo", .prefixes = {"transformer.", ""}, WRITER, NAMES(neo_names),
     .keys = {.d = "hidden_size", .heads = "num_heads num_attention_heads",
              .layers = "num_layers num_hidden_layers", .dff = "intermediate_size",
              .places = "max_position_embeddings", .eps = "layer_norm_epsilon",
              .activation = "activation_function"},
     .encoding = "learned", .undivided = true, .window = "window_size", .windowed = 256, .every = 2},
    {.type = "bert", .title = "BERT", .prefixes = {"bert.", ""}, BERT_LIKE, NAMES(bert_names),
     .readout = "cls.predictions.decoder.weight"},
    {.type = "roberta", .title = "RoBERTa", .prefixes = {"roberta.", ""}, BERT_LIKE, NAMES(roberta_names),
     .padding = 1, .gelu_reads = true, .readout = "lm_head.decoder.weight"},
    {.type = "distilbert", .title = "DistilBERT", .prefixes = {"distilbert.", ""},
     .layer = "transformer.layer.%d.", READER, NAMES(distilbert_names),
     .keys = {.d = "dim hidden_size", .heads = "n_heads num_attention_heads",
              .layers = "n_layers num_hidden_layers", .dff = "hidden_dim",
              .places = "max_position_embeddings", .activation = "activation"},
     .readout = "vocab_projector.weight"},
    /* BLOOM adds slope x place of the key to a score; ALiBi here subtracts slope x distance. The two differ
     * by a constant in each row, so the weights are the same. */
    {.type = "bloom", .title = "BLOOM", .prefixes = {"transformer.", ""}, WRITER, NAMES(bloom_names),
     .keys = {.d = "n_embed hidden_size", .heads = "n_head num_attention_heads",
              .layers = "n_layer num_hidden_layers", .eps = "layer_norm_epsilon"},
     .encoding = "alibi", .embed_norm = true, .by_head = true},
    {.type = "llama", .title = "Llama", .switched = true, LLAMA},
    {.type = "mistral", .title = "Mistral", .windowed = 4096, LLAMA},
    {.type = "qwen2", .title = "Qwen2", .switched = true, LLAMA},
    {.type = "qwen3", .title = "Qwen3", MODERN, SILU, NAMES(qwen3_names), .norm = NORM_PRE, .eps = 1e-6,
     .dk = 128, .qk_norm = QK_NORM_HEAD, .window = "sliding_window", .switched = true},
    {.type = "phi3", .title = "Phi-3", MODERN, NAMES(phi3_names), .norm = NORM_PRE, .eps = 1e-5,
     .window = "sliding_window", .activation = ACTIVATION_SILU, .turns = 1,
     .keys = {LLAMA_SIZES, .activation = "hidden_act", .turns = "partial_rotary_factor"}},
    {.type = "olmo2", .title = "OLMo 2", MODERN, SILU, NAMES(olmo2_names), .norm = NORM_OUT, .eps = 1e-5,
     .qk_norm = QK_NORM_WIDE},
    {.type = "gemma2", .title = "Gemma 2", GEMMA, NAMES(gemma2_names), .softcap = 50, .final_cap = 30,
     .every = 2, .at = 1},
    {.type = "gemma3_text", .title = "Gemma 3", GEMMA, NAMES(gemma3_names), .qk_norm = QK_NORM_HEAD,
     .every = 6, .at = 5, .base = 1e6, .local_base = 10000},
    {.type = "gpt_neox", .title = "GPT-NeoX", .prefixes = {"gpt_neox.", ""}, .layer = "layers.%d.",
     NAMES(neox_names), .eps = 1e-5, .norm = NORM_PRE, .causal = true, .final_norm = true,
     .activation = ACTIVATION_GELU, .readout = "embed_out.weight", .encoding = "rope", .by_head = true,
     .parallel = true, .turns = 0.25,
     .keys = {.d = "hidden_size", .heads = "num_attention_heads", .layers = "num_hidden_layers",
              .dff = "intermediate_size", .places = "max_position_embeddings", .eps = "layer_norm_eps",
              .activation = "hidden_act", .base = "rotary_emb_base rope_theta",
              .turns = "rotary_pct partial_rotary_factor"}},
    {.type = "qkv", .title = "qkv", .prefixes = {""}, .layer = "h.%d.", NAMES(family_own_names),
     .in_out = true, .readout = "lm_head.weight", .own = true},
};
/* clang-format on */
enum { FAMILIES = sizeof families / sizeof *families };

/* Well-known families that cannot be read, and what is missing for them. */
static const struct {
    const char *type;
    const char *missing;
} others[] = {
    {"albert", TEXT("layers that share their weights, and embeddings narrower than d")},
    {"bart", TEXT("an encoder beside a decoder")},
    {"deberta-v2", TEXT("its own relative positions and tokenizer")},
    {"electra", TEXT("a readout of its own")},
    {"falcon", TEXT("one norm that attention and feed-forward network share")},
    {"gemma", TEXT("an activation that its files name otherwise than it is")},
    {"gemma3", TEXT("pictures beside the words")},
    {"gpt_bigcode", TEXT("one head of keys inside a shared matrix")},
    {"gpt_oss", TEXT("several feed-forward networks and a choice between them")},
    {"gptj", TEXT("one norm that attention and feed-forward network share")},
    {"mamba", TEXT("a state in place of attention")},
    {"marian", TEXT("an encoder beside a decoder")},
    {"mixtral", TEXT("several feed-forward networks and a choice between them")},
    {"opt", TEXT("its own names and positions")},
    {"phi", TEXT("one norm that attention and feed-forward network share")},
    {"qwen3_moe", TEXT("several feed-forward networks and a choice between them")},
    {"t5", TEXT("an encoder beside a decoder, and its tokenizer")},
    {"xlnet", TEXT("its own relative positions")},
};

const char *family_type(int i)
{
    return i >= 0 && i < FAMILIES ? families[i].type : NULL;
}

const char *family_title(int i)
{
    return i >= 0 && i < FAMILIES ? families[i].title : NULL;
}

const struct family *family_of(const char *type, const char *path, struct reply *r)
{
    struct text list = {0}, shown = TEXT_HERE;
    for (int i = 0; type && i < FAMILIES; i++)
        if (strcmp(type, families[i].type) == 0)
            return &families[i];
    for (size_t i = 0; type && i < sizeof others / sizeof *others; i++)
        if (strcmp(type, others[i].type) == 0) {
            reply_fail(r, 0, TEXT("models of type %s cannot be opened yet; missing: %s"), type,
                       text_in(others[i].missing, r->lang));
            return NULL;
        }
    for (int i = 0; i < FAMILIES; i++)
        text_addf(&list, "%s%s", i ? ", " : "", families[i].type);
    if (type)
        text_add_bytes(&shown, type, (size_t)utf8_fit(type, JSON_FILE_SHOWN));
    if (type)
        reply_fail(r, 0, TEXT("%s: model_type '%s' is unknown (known: %s)"), path, text_str(&shown),
                   text_str(&list));
    else
        reply_fail(r, 0, TEXT("%s has no model_type (one of: %s) and no known class in architectures"), path,
                   text_str(&list));
    text_finish(&list);
    text_finish(&shown);
    return NULL;
}
