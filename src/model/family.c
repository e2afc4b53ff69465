#include "model/family.h"

#include <string.h>

#include "app/keep/json_file.h"
#include "base/utf8.h"

/* ---- names -------------------------------------------------------------------------------- */

static const struct family_name gpt2_names[] = {
    {.role = ROLE_TOKENS, .name = "wte.weight"},
    {.role = ROLE_PLACES, .name = "wpe.weight"},
    {.role = W_Q, .name = "attn.c_attn.weight", .part = 0, .parts = 3},
    {.role = W_K, .name = "attn.c_attn.weight", .part = 1, .parts = 3},
    {.role = W_V, .name = "attn.c_attn.weight", .part = 2, .parts = 3},
    {.role = B_Q, .name = "attn.c_attn.bias", .part = 0, .parts = 3},
    {.role = B_K, .name = "attn.c_attn.bias", .part = 1, .parts = 3},
    {.role = B_V, .name = "attn.c_attn.bias", .part = 2, .parts = 3},
    {.role = W_O, .name = "attn.c_proj.weight"},
    {.role = B_O, .name = "attn.c_proj.bias"},
    {.role = LN_G1, .name = "ln_1.weight"},
    {.role = LN_B1, .name = "ln_1.bias"},
    {.role = LN_G2, .name = "ln_2.weight"},
    {.role = LN_B2, .name = "ln_2.bias"},
    {.role = FF_W1, .name = "mlp.c_fc.weight"},
    {.role = FF_B1, .name = "mlp.c_fc.bias"},
    {.role = FF_W2, .name = "mlp.c_proj.weight"},
    {.role = FF_B2, .name = "mlp.c_proj.bias"},
    {.role = LN_GF, .name = "ln_f.weight"},
    {.role = LN_BF, .name = "ln_f.bias"},
};

static const struct family_name neo_names[] = {
    {.role = ROLE_TOKENS, .name = "wte.weight"},
    {.role = ROLE_PLACES, .name = "wpe.weight"},
    {.role = W_Q, .name = "attn.attention.q_proj.weight"},
    {.role = W_K, .name = "attn.attention.k_proj.weight"},
    {.role = W_V, .name = "attn.attention.v_proj.weight"},
    {.role = W_O, .name = "attn.attention.out_proj.weight"},
    {.role = B_O, .name = "attn.attention.out_proj.bias"},
    {.role = LN_G1, .name = "ln_1.weight"},
    {.role = LN_B1, .name = "ln_1.bias"},
    {.role = LN_G2, .name = "ln_2.weight"},
    {.role = LN_B2, .name = "ln_2.bias"},
    {.role = FF_W1, .name = "mlp.c_fc.weight"},
    {.role = FF_B1, .name = "mlp.c_fc.bias"},
    {.role = FF_W2, .name = "mlp.c_proj.weight"},
    {.role = FF_B2, .name = "mlp.c_proj.bias"},
    {.role = LN_GF, .name = "ln_f.weight"},
    {.role = LN_BF, .name = "ln_f.bias"},
};

/* What BERT and RoBERTa share: RoBERTa has another layer in front of its readout. */
#define BERT_LAYERS                                                                                          \
    {.role = ROLE_TOKENS, .name = "embeddings.word_embeddings.weight"},                                      \
        {.role = ROLE_PLACES, .name = "embeddings.position_embeddings.weight"},                              \
        {.role = ROLE_TYPES, .name = "embeddings.token_type_embeddings.weight"},                             \
        {.role = LN_G0, .name = "embeddings.LayerNorm.weight"},                                              \
        {.role = LN_B0, .name = "embeddings.LayerNorm.bias"},                                                \
        {.role = W_Q, .name = "attention.self.query.weight"},                                                \
        {.role = B_Q, .name = "attention.self.query.bias"},                                                  \
        {.role = W_K, .name = "attention.self.key.weight"},                                                  \
        {.role = B_K, .name = "attention.self.key.bias"},                                                    \
        {.role = W_V, .name = "attention.self.value.weight"},                                                \
        {.role = B_V, .name = "attention.self.value.bias"},                                                  \
        {.role = W_O, .name = "attention.output.dense.weight"},                                              \
        {.role = B_O, .name = "attention.output.dense.bias"},                                                \
        {.role = LN_G1, .name = "attention.output.LayerNorm.weight"},                                        \
        {.role = LN_B1, .name = "attention.output.LayerNorm.bias"},                                          \
        {.role = FF_W1, .name = "intermediate.dense.weight"},                                                \
        {.role = FF_B1, .name = "intermediate.dense.bias"}, {.role = FF_W2, .name = "output.dense.weight"},  \
        {.role = FF_B2, .name = "output.dense.bias"}, {.role = LN_G2, .name = "output.LayerNorm.weight"},    \
    {                                                                                                        \
        .role = LN_B2, .name = "output.LayerNorm.bias"                                                       \
    }

static const struct family_name bert_names[] = {
    BERT_LAYERS,
    {.role = READ_T, .name = "cls.predictions.transform.dense.weight", .bare = true, .optional = true},
    {.role = READ_TB, .name = "cls.predictions.transform.dense.bias", .bare = true, .optional = true},
    {.role = LN_GF, .name = "cls.predictions.transform.LayerNorm.weight", .bare = true, .optional = true},
    {.role = LN_BF, .name = "cls.predictions.transform.LayerNorm.bias", .bare = true, .optional = true},
    {.role = READ_B, .name = "cls.predictions.bias", .bare = true, .optional = true},
};

static const struct family_name roberta_names[] = {
    BERT_LAYERS,
    {.role = READ_T, .name = "lm_head.dense.weight", .bare = true, .optional = true},
    {.role = READ_TB, .name = "lm_head.dense.bias", .bare = true, .optional = true},
    {.role = LN_GF, .name = "lm_head.layer_norm.weight", .bare = true, .optional = true},
    {.role = LN_BF, .name = "lm_head.layer_norm.bias", .bare = true, .optional = true},
    {.role = READ_B, .name = "lm_head.bias", .bare = true, .optional = true},
};

static const struct family_name distilbert_names[] = {
    {.role = ROLE_TOKENS, .name = "embeddings.word_embeddings.weight"},
    {.role = ROLE_PLACES, .name = "embeddings.position_embeddings.weight"},
    {.role = LN_G0, .name = "embeddings.LayerNorm.weight"},
    {.role = LN_B0, .name = "embeddings.LayerNorm.bias"},
    {.role = W_Q, .name = "attention.q_lin.weight"},
    {.role = B_Q, .name = "attention.q_lin.bias"},
    {.role = W_K, .name = "attention.k_lin.weight"},
    {.role = B_K, .name = "attention.k_lin.bias"},
    {.role = W_V, .name = "attention.v_lin.weight"},
    {.role = B_V, .name = "attention.v_lin.bias"},
    {.role = W_O, .name = "attention.out_lin.weight"},
    {.role = B_O, .name = "attention.out_lin.bias"},
    {.role = LN_G1, .name = "sa_layer_norm.weight"},
    {.role = LN_B1, .name = "sa_layer_norm.bias"},
    {.role = FF_W1, .name = "ffn.lin1.weight"},
    {.role = FF_B1, .name = "ffn.lin1.bias"},
    {.role = FF_W2, .name = "ffn.lin2.weight"},
    {.role = FF_B2, .name = "ffn.lin2.bias"},
    {.role = LN_G2, .name = "output_layer_norm.weight"},
    {.role = LN_B2, .name = "output_layer_norm.bias"},
    {.role = READ_T, .name = "vocab_transform.weight", .bare = true, .optional = true},
    {.role = READ_TB, .name = "vocab_transform.bias", .bare = true, .optional = true},
    {.role = LN_GF, .name = "vocab_layer_norm.weight", .bare = true, .optional = true},
    {.role = LN_BF, .name = "vocab_layer_norm.bias", .bare = true, .optional = true},
    {.role = READ_B, .name = "vocab_projector.bias", .bare = true, .optional = true},
};

static const struct family_name llama_names[] = {
    {.role = ROLE_TOKENS, .name = "embed_tokens.weight"},
    {.role = LN_G1, .name = "input_layernorm.weight"},
    {.role = W_Q, .name = "self_attn.q_proj.weight"},
    {.role = B_Q, .name = "self_attn.q_proj.bias", .optional = true},
    {.role = W_K, .name = "self_attn.k_proj.weight"},
    {.role = B_K, .name = "self_attn.k_proj.bias", .optional = true},
    {.role = W_V, .name = "self_attn.v_proj.weight"},
    {.role = B_V, .name = "self_attn.v_proj.bias", .optional = true},
    {.role = W_O, .name = "self_attn.o_proj.weight"},
    {.role = B_O, .name = "self_attn.o_proj.bias", .optional = true},
    {.role = LN_G2, .name = "post_attention_layernorm.weight"},
    {.role = FF_WG, .name = "mlp.gate_proj.weight"},
    {.role = FF_BG, .name = "mlp.gate_proj.bias", .optional = true},
    {.role = FF_W1, .name = "mlp.up_proj.weight"},
    {.role = FF_B1, .name = "mlp.up_proj.bias", .optional = true},
    {.role = FF_W2, .name = "mlp.down_proj.weight"},
    {.role = FF_B2, .name = "mlp.down_proj.bias", .optional = true},
    {.role = LN_GF, .name = "norm.weight"},
};

/* ---- families ----------------------------------------------------------------------------- */

#define NAMES(list) .names = list, .count = sizeof list / sizeof *list
#define BERT_KEYS                                                                                            \
    {                                                                                                        \
        .d = "hidden_size", .heads = "num_attention_heads", .layers = "num_hidden_layers",                   \
        .dff = "intermediate_size", .places = "max_position_embeddings", .types = "type_vocab_size",         \
        .eps = "layer_norm_eps", .activation = "hidden_act"                                                  \
    }
#define ENCODER .layer = "encoder.layer.%d.", .norm = NORM_POST, .embed_norm = true, .transform = true
#define LLAMA                                                                                                \
    .prefixes = {"model.", ""}, .layer = "layers.%d.", NAMES(llama_names), .eps = 1e-6, .norm = NORM_PRE,    \
    .causal = true, .rms = true, .final_norm = true, .gated = true, .rope = true,                            \
    .readout = "lm_head.weight", .window = "sliding_window",                                                 \
    .keys = {.d = "hidden_size",                                                                             \
             .heads = "num_attention_heads",                                                                 \
             .key_heads = "num_key_value_heads",                                                             \
             .dk = "head_dim",                                                                               \
             .layers = "num_hidden_layers",                                                                  \
             .dff = "intermediate_size",                                                                     \
             .places = "max_position_embeddings",                                                            \
             .eps = "rms_norm_eps",                                                                          \
             .activation = "hidden_act",                                                                     \
             .base = "rope_theta"}

static const struct family families[] = {
    {.type = "gpt2",
     .title = "GPT-2",
     .prefixes = {"", "transformer."},
     .layer = "h.%d.",
     NAMES(gpt2_names),
     .keys = {.d = "n_embd",
              .heads = "n_head",
              .layers = "n_layer",
              .dff = "n_inner",
              .places = "n_positions",
              .eps = "layer_norm_epsilon",
              .activation = "activation_function"},
     .eps = 1e-5,
     .norm = NORM_PRE,
     .causal = true,
     .final_norm = true,
     .in_out = true,
     .readout = "lm_head.weight"},
    {.type = "gpt_neo",
     .title = "GPT-Neo",
     .prefixes = {"transformer.", ""},
     .layer = "h.%d.",
     NAMES(neo_names),
     .keys = {.d = "hidden_size",
              .heads = "num_heads",
              .layers = "num_layers",
              .dff = "intermediate_size",
              .places = "max_position_embeddings",
              .eps = "layer_norm_epsilon",
              .activation = "activation_function"},
     .eps = 1e-5,
     .norm = NORM_PRE,
     .causal = true,
     .final_norm = true,
     .undivided = true,
     .readout = "lm_head.weight",
     .window = "window_size"},
    {.type = "bert",
     .title = "BERT",
     .prefixes = {"bert.", ""},
     ENCODER,
     NAMES(bert_names),
     .keys = BERT_KEYS,
     .eps = 1e-12},
    {.type = "roberta",
     .title = "RoBERTa",
     .prefixes = {"roberta.", ""},
     ENCODER,
     NAMES(roberta_names),
     .keys = BERT_KEYS,
     .eps = 1e-12,
     .places_from = 2},
    {.type = "distilbert",
     .title = "DistilBERT",
     .prefixes = {"distilbert.", ""},
     .layer = "transformer.layer.%d.",
     NAMES(distilbert_names),
     .keys = {.d = "dim",
              .heads = "n_heads",
              .layers = "n_layers",
              .dff = "hidden_dim",
              .places = "max_position_embeddings",
              .activation = "activation"},
     .eps = 1e-12,
     .norm = NORM_POST,
     .embed_norm = true,
     .transform = true},
    {.type = "llama", .title = "Llama", LLAMA},
    {.type = "mistral", .title = "Mistral", LLAMA},
    {.type = "qwen2", .title = "Qwen2", LLAMA},
};
enum { FAMILIES = sizeof families / sizeof *families };

/* Well-known families that are not read, and what they would need. */
static const struct {
    const char *type;
    struct pair missing;
} others[] = {
    {"albert",
     PAIR("layers that share their weights, and embeddings narrower than d", "各层共用权重，嵌入比 d 窄")},
    {"bloom", PAIR("queries, keys and values that lie head by head in one matrix",
                   "查询、键、值按头交错放在同一个矩阵里")},
    {"deberta-v2", PAIR("its own relative positions and tokenizer", "它自己的相对位置和分词器")},
    {"electra", PAIR("a readout of its own", "它自己的输出层")},
    {"falcon", PAIR("attention and feed-forward network side by side", "注意力和前馈网络并排")},
    {"gemma", PAIR("gains of 1 + g and scaled embeddings", "增益是 1 + g，而且嵌入要缩放")},
    {"gemma2", PAIR("gains of 1 + g and scaled embeddings", "增益是 1 + g，而且嵌入要缩放")},
    {"gpt_bigcode", PAIR("one head of keys inside a shared matrix", "合在一个矩阵里的单个键头")},
    {"gpt_neox", PAIR("attention and feed-forward network side by side", "注意力和前馈网络并排")},
    {"gptj", PAIR("attention and feed-forward network side by side", "注意力和前馈网络并排")},
    {"mamba", PAIR("a state in place of attention", "用状态代替注意力")},
    {"mixtral",
     PAIR("several feed-forward networks and a choice between them", "多个前馈网络以及在它们之间的选择")},
    {"opt", PAIR("its own names and positions", "它自己的名字和位置")},
    {"phi", PAIR("attention and feed-forward network side by side", "注意力和前馈网络并排")},
    {"qwen3", PAIR("a norm of the queries and keys", "查询和键的规范化")},
    {"t5", PAIR("an encoder beside a decoder, and its tokenizer", "编码器加解码器，以及它的分词器")},
    {"xlnet", PAIR("its own relative positions", "它自己的相对位置")},
};

const char *family_type(int i)
{
    return i >= 0 && i < FAMILIES ? families[i].type : NULL;
}

const struct family *family_of(const json_t *config, const char *path, struct reply *r)
{
    struct text list = {0}, shown = TEXT_HERE;
    const char *type = json_string_value(json_object_get(config, "model_type"));
    for (int i = 0; type && i < FAMILIES; i++)
        if (strcmp(type, families[i].type) == 0)
            return &families[i];
    for (size_t i = 0; type && i < sizeof others / sizeof *others; i++)
        if (strcmp(type, others[i].type) == 0) {
            reply_fail(r, 0,
                       TEXT("models of type %s cannot be opened yet; missing: %s",
                            "还不能打开 %s 类型的模型，缺少：%s"),
                       type, pair_in(others[i].missing, r->lang));
            return NULL;
        }
    for (int i = 0; i < FAMILIES; i++)
        text_addf(&list, "%s%s", i ? ", " : "", families[i].type);
    if (type)
        text_add_bytes(&shown, type, (size_t)utf8_fit(type, JSON_FILE_SHOWN));
    if (type)
        reply_fail(
            r, 0,
            TEXT("%s: model_type '%s' is unknown (known: %s)", "%s：不认识 model_type“%s”（认识的有：%s）"),
            path, text_str(&shown), text_str(&list));
    else
        reply_fail(r, 0,
                   TEXT("%s has no model_type (one of: %s)", "%s 里没有 model_type（应为其中之一：%s）"),
                   path, text_str(&list));
    text_finish(&list);
    text_finish(&shown);
    return NULL;
}

/* ---- sizes -------------------------------------------------------------------------------- */

/* Where numbers are read from. */
struct source_file {
    json_t *config;
    const char *path;
    struct reply *r;
};

/* Reads a whole number of 1 to `most`; without the key or with null it is `otherwise` (0: it must be there).
 */
static bool read_whole(const struct source_file *from, const char *key, int most, int otherwise, int *out)
{
    const json_t *x = key ? json_object_get(from->config, key) : NULL;
    if ((!x || json_is_null(x)) && otherwise > 0) {
        *out = otherwise;
        return true;
    }
    if (!json_is_integer(x) || json_integer_value(x) < 1 || json_integer_value(x) > most)
        return reply_fail(from->r, 0,
                          TEXT("%s: %s must be a whole number from 1 to %d", "%s：%s 必须是 1 到 %d 的整数"),
                          from->path, key, most);
    *out = (int)json_integer_value(x);
    return true;
}

static bool read_positive(const struct source_file *from, const char *key, double otherwise, double *out)
{
    const json_t *x = key ? json_object_get(from->config, key) : NULL;
    *out = json_is_number(x) ? json_number_value(x) : otherwise;
    bool fits = (!x || json_is_null(x) || json_is_number(x)) && *out > 0 && *out < 1e12;
    return fits || reply_fail(from->r, 0, TEXT("%s: %s must be a number above 0", "%s：%s 必须是大于 0 的数"),
                              from->path, key);
}

static bool read_activation(const struct source_file *from, const char *key, enum activation *out)
{
    static const struct {
        const char *name;
        enum activation is;
    } names[] = {
        {"gelu_new", ACTIVATION_GELU_NEW}, {"gelu", ACTIVATION_GELU},
        {"relu", ACTIVATION_RELU},         {"silu", ACTIVATION_SILU},
        {"swish", ACTIVATION_SILU},        {"gelu_pytorch_tanh", ACTIVATION_GELU_NEW},
    };
    const char *name = json_file_text(from->config, key, "");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i].name) == 0) {
            *out = names[i].is;
            return true;
        }
    return reply_fail(from->r, 0,
                      TEXT("%s: %s must be one of gelu_new, gelu, relu, silu",
                           "%s：%s 必须是 gelu_new、gelu、relu、silu 之一"),
                      from->path, key);
}

/* Settings that change what is computed, and what they must be: anything else is not known here. */
static bool check_plain(const struct source_file *from)
{
    static const struct {
        const char *key;
        bool on;        /* it must be true, if it is there; else false or null */
        const char *is; /* or this text */
    } plain[] = {
        {"scale_attn_weights", true, NULL},   {"scale_attn_by_inverse_layer_idx", false, NULL},
        {"rope_scaling", false, NULL},        {"rope_parameters", false, NULL},
        {"is_decoder", false, NULL},          {"sinusoidal_pos_embds", false, NULL},
        {"quantization_config", false, NULL}, {"position_embedding_type", false, "absolute"},
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        const json_t *x = json_object_get(from->config, plain[i].key);
        const char *text = plain[i].is ? json_string_value(x) : NULL;
        bool ok = !x || json_is_null(x) || (plain[i].on ? json_is_true(x) : json_is_false(x)) ||
                  (text && strcmp(text, plain[i].is) == 0);
        if (!ok)
            return reply_fail(from->r, 0,
                              TEXT("%s: a model with '%s' of this kind cannot be opened yet",
                                   "%s：还不能打开这样设置“%s”的模型"),
                              from->path, plain[i].key);
    }
    return true;
}

static bool check_heads(const struct family_sizes *s, const struct source_file *from)
{
    if (s->heads % s->key_heads != 0)
        return reply_fail(
            from->r, 0,
            TEXT("%s: %d heads cannot share %d heads of keys evenly", "%s：%d 个头无法平均共用 %d 个键头"),
            from->path, s->heads, s->key_heads);
    if (s->dk == 0)
        return reply_fail(from->r, 0,
                          TEXT("%s: %d heads do not divide %d dimensions", "%s：%d 个头不能整除 %d 维"),
                          from->path, s->heads, s->d);
    if ((long)s->heads * s->dk > CONFIG_MAX_D)
        return reply_fail(from->r, 0,
                          TEXT("%s: heads x head width is more than %d", "%s：头数 × 每头维数超过 %d"),
                          from->path, CONFIG_MAX_D);
    return true;
}

bool family_read_sizes(const struct family *f, json_t *config, const char *path, struct family_sizes *out,
                       struct reply *r)
{
    enum { VOCABULARY = 1 << 20, PLACES = 1 << 22, INNER = 1 << 16, TYPES = 100 };
    struct source_file from = {config, path, r};
    const struct family_keys *k = &f->keys;
    *out = (struct family_sizes){.words = CONFIG_MAX_WORDS};
    int window = CONFIG_MAX_WORDS;
    bool ok = check_plain(&from) && read_whole(&from, k->d, CONFIG_MAX_D, 0, &out->d) &&
              read_whole(&from, k->heads, CONFIG_MAX_D, 0, &out->heads) &&
              read_whole(&from, k->key_heads, CONFIG_MAX_D, out->heads, &out->key_heads) &&
              read_whole(&from, k->layers, CONFIG_MAX_LAYERS, 0, &out->layers) &&
              read_whole(&from, k->dff, INNER, 4 * out->d, &out->dff) &&
              read_whole(&from, "vocab_size", VOCABULARY, 0, &out->vocab) &&
              read_whole(&from, k->places, PLACES, 0, &out->places) &&
              (!k->types || read_whole(&from, k->types, TYPES, 0, &out->types)) &&
              (!f->window || read_whole(&from, f->window, PLACES, PLACES, &window)) &&
              read_positive(&from, k->eps, f->eps, &out->eps) &&
              read_positive(&from, k->base, 10000, &out->base) &&
              read_activation(&from, k->activation, &out->activation);
    if (!ok)
        return false;
    int shared = out->d % out->heads == 0 ? out->d / out->heads : 0;
    if (k->dk && json_is_integer(json_object_get(config, k->dk)))
        ok = read_whole(&from, k->dk, CONFIG_MAX_D, 0, &out->dk);
    else
        out->dk = shared;
    int places = out->places - f->places_from;
    out->words = places < out->words ? places : out->words;
    out->words = window < out->words ? window : out->words;
    return ok && check_heads(out, &from);
}
