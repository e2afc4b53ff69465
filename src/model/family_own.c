/* The models that `export safetensors` writes: their tensors, and config.json, which says all of the
 * computation that other families have in their row of the table. (own_config.c reads it) */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/number.h"
#include "core/encoding/posenc.h"
#include "model/family.h"

/* clang-format off */
#define PART(is, n, tensor, may_miss) {.role = is, .name = tensor, .part = n, .parts = 3, .optional = may_miss}
#define OPTIONAL(is, tensor) {.role = is, .name = tensor, .optional = true}

const struct family_name family_own_names[FAMILY_OWN_NAMES] = {
    {.role = ROLE_TOKENS, .name = "wte.weight"}, {.role = ROLE_PLACES, .name = "wpe.weight"},
    {.role = ROLE_ENCODING + 0, .name = "encoding.0"}, {.role = ROLE_ENCODING + 1, .name = "encoding.1"},
    {.role = ROLE_ENCODING + 2, .name = "encoding.2"}, {.role = ROLE_ENCODING + 3, .name = "encoding.3"},
    PART(W_Q, 0, "attn.c_attn.weight", false), PART(W_K, 1, "attn.c_attn.weight", false),
    PART(W_V, 2, "attn.c_attn.weight", false), PART(B_Q, 0, "attn.c_attn.bias", true),
    PART(B_K, 1, "attn.c_attn.bias", true), PART(B_V, 2, "attn.c_attn.bias", true),
    {.role = W_O, .name = "attn.c_proj.weight"}, OPTIONAL(B_O, "attn.c_proj.bias"),
    OPTIONAL(LN_G1, "ln_1.weight"), OPTIONAL(LN_B1, "ln_1.bias"),
    OPTIONAL(LN_G2, "ln_2.weight"), OPTIONAL(LN_B2, "ln_2.bias"),
    {.role = FF_W1, .name = "mlp.c_fc.weight"}, OPTIONAL(FF_B1, "mlp.c_fc.bias"),
    {.role = FF_W2, .name = "mlp.c_proj.weight"}, OPTIONAL(FF_B2, "mlp.c_proj.bias"),
    {.role = LN_GF, .name = "ln_f.weight"}, OPTIONAL(LN_BF, "ln_f.bias"), OPTIONAL(READ_B, "lm_head.bias"),
};
/* clang-format on */

/* ---- config.json ------------------------------------------------------------------------ */

#define AT(field) offsetof(struct config, field)

const struct family_key family_own_keys[FAMILY_OWN_KEYS] = {
    {"hidden_size", AT(d), KEY_WHOLE, 1, CONFIG_MAX_D, {NULL}},
    {"num_attention_heads", AT(heads), KEY_WHOLE, 1, CONFIG_MAX_D, {NULL}},
    {"head_dim", AT(dk), KEY_WHOLE, 1, CONFIG_MAX_D, {NULL}},
    {"num_hidden_layers", AT(layers), KEY_WHOLE, 1, CONFIG_MAX_LAYERS, {NULL}},
    {"intermediate_size", AT(dff), KEY_WHOLE, 0, 1 << 16, {NULL}},
    {"num_classes", AT(classes), KEY_WHOLE, 0, 1 << 20, {NULL}},
    {"start", AT(start), KEY_WHOLE, 0, 100000, {NULL}},
    {"hidden_act", AT(activation), KEY_WHOLE, 0, 3, {"relu", "gelu", "gelu_new", "silu"}},
    {"block", AT(block), KEY_WHOLE, 0, 1, {"attention", "encoder"}},
    {"norm", AT(norm), KEY_WHOLE, 0, 2, {"none", "pre", "post"}},
    {"mask", AT(mask), KEY_WHOLE, 0, 1, {"none", "causal"}},
    {"residual", AT(residual), KEY_FLAG, 0, 1, {NULL}},
    {"final_norm", AT(final_norm), KEY_FLAG, 0, 1, {NULL}},
    {"layer_norm_eps", AT(eps), KEY_REAL, 0, HUGE_VAL, {NULL}},
    {"divisor", AT(divisor), KEY_REAL, 1e-300, HUGE_VAL, {NULL}},
    {"base", AT(base), KEY_REAL, 1e-300, HUGE_VAL, {NULL}},
    {"pescale", AT(pescale), KEY_REAL, -HUGE_VAL, HUGE_VAL, {NULL}},
};

static void write_key(const struct family_key *k, const void *from, struct text *out)
{
    int whole = 0;
    double x = 0;
    if (k->kind == KEY_REAL)
        memcpy(&x, from, sizeof x);
    else if (k->kind == KEY_FLAG)
        x = *(const bool *)from;
    else
        memcpy(&whole, from, sizeof whole);
    text_addf(out, "\"%s\":", k->name);
    if (k->choices[0])
        text_addf(out, "\"%s\"", k->choices[whole]);
    else
        number_shortest(out, k->kind == KEY_WHOLE ? whole : x);
    text_add(out, ",\n");
}

void family_write_own(const struct config *c, struct text *out)
{
    for (int i = 0; i < FAMILY_OWN_KEYS; i++)
        write_key(&family_own_keys[i], (const unsigned char *)c + family_own_keys[i].at, out);
    for (int i = 0; i < posenc_param_count(c->pe); i++)
        write_key(&(struct family_key){c->pe->params[i].name, 0, KEY_REAL, 0, 0, {NULL}}, &c->pe_param[i],
                  out);
    text_addf(out, "\"encoding\":\"%s\",\n" FAMILY_OWN_TYPE ",\n", c->pe->name);
}
