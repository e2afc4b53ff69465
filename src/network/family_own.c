/* The models that `export safetensors` writes: their tensors, and config.json, which says all of the
 * computation that other families have in their row of the table. One table of its keys writes and reads it.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "keep/json_file.h"
#include "base/number.h"
#include "core/encoding/posenc.h"
#include "network/family.h"

/* clang-format off */
#define PART(is, n, tensor, may) {.role = is, .name = tensor, .part = n, .parts = 3, .optional = may}
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

/* A key for a field of a config. */
struct key {
    const char *name;
    size_t at; /* of the field */
    enum { KEY_WHOLE, KEY_FLAG, KEY_REAL } kind;
    double lo, hi;
    const char *choices[4]; /* names in place of the numbers 0 … hi; NULL: none */
};

#define AT(field) offsetof(struct config, field)

static const struct key keys[] = {
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
enum { KEYS = sizeof keys / sizeof *keys };

static void write_key(const struct key *k, const void *from, struct text *out)
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
    for (int i = 0; i < KEYS; i++)
        write_key(&keys[i], (const unsigned char *)c + keys[i].at, out);
    for (int i = 0; i < posenc_param_count(c->pe); i++)
        if (posenc_param_says(c->pe, c->pe_param, i))
            write_key(&(struct key){c->pe->params[i].name, 0, KEY_REAL, 0, 0, {NULL}}, &c->pe_param[i], out);
    text_addf(out, "\"encoding\":\"%s\",\n" FAMILY_OWN_TYPE ",\n", c->pe->name);
}

/* Reads a number, or the name of one. */
static bool read_key(json_t *config, const struct key *k, double *out)
{
    const json_t *x = json_object_get(config, k->name);
    *out = json_number_value(x);
    for (int i = 0; k->choices[0] && i <= k->hi; i++)
        if (json_is_string(x) && strcmp(json_string_value(x), k->choices[i]) == 0)
            return *out = i, true;
    return json_is_number(x) && !k->choices[0] && *out >= k->lo && *out <= k->hi &&
           (k->kind == KEY_REAL || floor(*out) >= *out);
}

bool family_read_own(json_t *config, const char *path, struct config *c, struct reply *r)
{
    const char *bad = NULL;
    double x;
    *c = (struct config){.pe = posenc_find(json_file_text(config, "encoding", ""))};
    for (int i = 0; !bad && i < KEYS; i++) {
        const struct key *k = &keys[i];
        unsigned char *to = (unsigned char *)c + k->at;
        bad = read_key(config, k, &x) ? NULL : k->name;
        if (k->kind == KEY_REAL)
            memcpy(to, &x, sizeof x);
        else if (k->kind == KEY_FLAG)
            *(bool *)to = x > 0;
        else if (!bad)
            memcpy(to, &(int){(int)x}, sizeof(int));
    }
    if (!bad && (!c->pe || (long)c->heads * c->dk > CONFIG_MAX_D))
        bad = c->pe ? "head_dim" : "encoding";
    for (int i = 0; !bad && i < posenc_param_count(c->pe); i++) {
        const struct pe_param *p = &c->pe->params[i];
        c->pe_param[i] = p->initial;
        if (!json_object_get(config, p->name) &&
            (p->with > 0 || posenc_param_says(c->pe, c->pe_param, i) == 0))
            continue;
        struct key k = {p->name, 0, p->whole ? KEY_WHOLE : KEY_REAL, p->lo, p->hi, {NULL}};
        bad = read_key(config, &k, &c->pe_param[i]) ? NULL : p->name;
    }
    c->dsrc = c->d;
    c->dv = c->dk;
    return !bad ||
           reply_fail(r, 0, TEXT("%s: %s is missing or out of range ('export safetensors' writes this file)"),
                      path, bad);
}
