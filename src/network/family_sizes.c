/* What config.json says about a model. Everything in it that changes what is computed is either read here or
 * refused by name. */
#include "network/family.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "keep/json_file.h"
#include "base/utf8.h"
#include "network/leftovers.h"

enum { KEY = 40 }; /* bytes of a key */

/* Where numbers are read from. */
struct source_file {
    json_t *config;
    const char *path;
    struct reply *r;
    json_t *used; /* a member of the name of each key that was asked for */
};

/* Returns a member, NULL: absent. There is no other way to a member, so what was not asked for here has no
 * influence. */
static json_t *member(const struct source_file *from, const json_t *object, const char *key)
{
    json_object_set_new(from->used, key, json_true());
    return json_object_get(object, key);
}

/* Returns the value of the first key that config.json has, of those in `keys` with blanks between them; NULL:
 * of none. Sets name to that key, else to the first. Those after it may say the same again. */
static const json_t *value_of(const struct source_file *from, const char *keys, char name[KEY])
{
    const json_t *x = NULL;
    name[0] = '\0';
    for (const char *at = keys; at && *at;) {
        size_t n = strcspn(at, " ");
        char one[KEY];
        snprintf(one, sizeof one, "%.*s", (int)n, at);
        if (!x || json_equal(json_object_get(from->config, one), x)) {
            const json_t *found = member(from, from->config, one);
            if (!x && (found || at == keys))
                memcpy(name, one, KEY);
            x = x || json_is_null(found) ? x : found;
        }
        at += n + (at[n] == ' ');
    }
    return x;
}

/* Appends to the error what the member is instead, if it is there and short. Returns false. */
static bool instead(const struct source_file *from, const json_t *x)
{
    struct text is = TEXT_HERE;
    if (json_is_string(x))
        text_add_bytes(&is, json_string_value(x), utf8_fit(json_string_value(x), JSON_FILE_SHOWN));
    else if (json_is_number(x))
        text_addf(&is, "%.12g", json_number_value(x));
    if (is.len > 0)
        text_addf(&from->r->text, text_in(TEXT(", not %s"), from->r->lang), text_str(&is));
    text_finish(&is);
    return false;
}

/* Reads a whole number of `least` to `most`; without the key or with null it is `otherwise` (below `least`:
 * it must be there). */
static bool read_whole(const struct source_file *from, const char *key, int least, int most, int otherwise,
                       int *out)
{
    char name[KEY];
    const json_t *x = value_of(from, key, name);
    *out = otherwise;
    if (!x && otherwise >= least)
        return true;
    if (!json_is_integer(x) || json_integer_value(x) < least || json_integer_value(x) > most) {
        reply_fail(from->r, 0, TEXT("%s: %s must be a whole number from %d to %d"), from->path, name, least,
                   most);
        return instead(from, x);
    }
    *out = (int)json_integer_value(x);
    return true;
}

/* Reads a number above 0; without the key or with null it is `otherwise` (0: it must be there). */
static bool read_positive(const struct source_file *from, const json_t *object, const char *key,
                          double otherwise, double *out)
{
    const json_t *x = key ? member(from, object, key) : NULL;
    *out = json_is_number(x) ? json_number_value(x) : otherwise;
    bool fits = (!x || json_is_null(x) || json_is_number(x)) && *out > 0 && *out < 1e12;
    if (fits)
        return true;
    reply_fail(from->r, 0, TEXT("%s: %s must be a number above 0"), from->path, key);
    return instead(from, x);
}

/* The names of the library's table of activations for what can be computed here. */
static const struct {
    const char *name;
    enum activation is;
} activations[] = {{"gelu_new", ACTIVATION_GELU_NEW},
                   {"gelu_fast", ACTIVATION_GELU_NEW},
                   {"gelu_accurate", ACTIVATION_GELU_NEW},
                   {"gelu_pytorch_tanh", ACTIVATION_GELU_NEW},
                   {"gelu_python_tanh", ACTIVATION_GELU_NEW},
                   {"gelu", ACTIVATION_GELU},
                   {"gelu_python", ACTIVATION_GELU},
                   {"quick_gelu", ACTIVATION_QUICK},
                   {"relu", ACTIVATION_RELU},
                   {"silu", ACTIVATION_SILU},
                   {"swish", ACTIVATION_SILU}};
enum { ACTIVATIONS = sizeof activations / sizeof *activations };

/* Without the key *out stays. */
static bool read_activation(const struct source_file *from, const char *key, enum activation *out)
{
    const json_t *x = key ? member(from, from->config, key) : NULL;
    const char *name = json_string_value(x);
    struct text list = TEXT_HERE;
    if (!x)
        return true;
    for (int i = 0; name && i < ACTIVATIONS; i++)
        if (strcmp(name, activations[i].name) == 0) {
            *out = activations[i].is;
            return true;
        }
    for (int i = 0; i < ACTIVATIONS; i++)
        text_addf(&list, "%s%s", i ? ", " : "", activations[i].name);
    reply_fail(from->r, 0, TEXT("%s: %s must be one of %s"), from->path, key, text_str(&list));
    text_finish(&list);
    return instead(from, x);
}

static bool refuse_kind(const struct source_file *from, const char *key)
{
    return reply_fail(from->r, 0, TEXT("%s: a model with '%s' of this kind cannot be opened yet"), from->path,
                      key);
}

/* Settings that change what is computed, and the only values that can be read. */
static bool check_plain(const struct source_file *from)
{
    static const struct {
        const char *key;
        bool on;        /* it must be true, if it is there; else false or null */
        const char *is; /* or this text */
    } plain[] = {
        {"scale_attn_weights", true, NULL},   {"scale_attn_by_inverse_layer_idx", false, NULL},
        {"is_decoder", false, NULL},          {"sinusoidal_pos_embds", false, NULL},
        {"quantization_config", false, NULL}, {"position_embedding_type", false, "absolute"},
        {"add_cross_attention", false, NULL}, {"apply_residual_connection_post_layernorm", false, NULL},
        {"pruned_heads", false, NULL},        {"is_encoder_decoder", false, NULL},
        {"rope_interleaved", false, NULL},    {"use_mrope", false, NULL},
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        const json_t *x = member(from, from->config, plain[i].key);
        const char *text = plain[i].is ? json_string_value(x) : NULL;
        bool ok = !x || json_is_null(x) || (plain[i].on ? json_is_true(x) : json_is_false(x)) ||
                  (text && strcmp(text, plain[i].is) == 0) || (json_is_object(x) && json_object_size(x) == 0);
        if (!ok)
            return refuse_kind(from, plain[i].key);
    }
    return true;
}

static bool check_heads(const struct family_sizes *s, bool turns, const struct source_file *from)
{
    if (turns && s->dk % 2 != 0)
        return reply_fail(from->r, 0,
                          TEXT("%s: heads of %d columns cannot turn in pairs: the width must be even"),
                          from->path, s->dk);
    if (s->heads % s->key_heads != 0)
        return reply_fail(from->r, 0, TEXT("%s: %d heads cannot share %d heads of keys evenly"), from->path,
                          s->heads, s->key_heads);
    if (s->dk == 0)
        return reply_fail(from->r, 0, TEXT("%s: %d heads do not divide %d dimensions"), from->path, s->heads,
                          s->d);
    if ((long)s->heads * s->dk > CONFIG_MAX_D)
        return reply_fail(from->r, 0, TEXT("%s: heads x head width is more than %d"), from->path,
                          CONFIG_MAX_D);
    return true;
}

/* ---- a rotation that was slowed down --------------------------------------------------------- */

/* The numbers of a slowed rotation, in the order of `ropes`. */
static const struct {
    const char *key;
    size_t at;
} rope_keys[] = {
    {"factor", offsetof(struct rope_scaling, factor)},
    {"low_freq_factor", offsetof(struct rope_scaling, low)},
    {"high_freq_factor", offsetof(struct rope_scaling, high)},
    {"original_max_position_embeddings", offsetof(struct rope_scaling, places)},
};

/* The kinds of rope_scaling: how many of those numbers each has, -1: it cannot be read, and what is missing.
 */
static const struct {
    const char *type;
    int reads;
    const char *missing;
} ropes[] = {
    {"default", 0, ""},
    {"linear", 1, ""},
    {"llama3", 4, ""},
    {"dynamic", 0, ""},
    {"yarn", -1, TEXT("a factor on the scores that goes with the slower turns")},
    {"longrope", -1, TEXT("a pace of its own for every pair")},
    {"su", -1, TEXT("a pace of its own for every pair")},
    {"mrope", -1, TEXT("positions in three dimensions")},
};
enum { ROPES = sizeof ropes / sizeof *ropes };

/* A rotation without a type and without anything else but its base is that of the default. */
static bool read_rope_type(const struct source_file *from, json_t *rope, struct family_sizes *out)
{
    const char *older = json_string_value(member(from, rope, "type")),
               *type = json_string_value(member(from, rope, "rope_type"));
    bool plain = json_object_size(rope) == (json_object_get(rope, "rope_theta") != NULL);
    type = type ? type : older;
    type = type ? type : plain ? "default" : "";
    int is = 0;
    while (is < ROPES && strcmp(type, ropes[is].type) != 0)
        is++;
    if (is < ROPES && ropes[is].reads < 0)
        return reply_fail(from->r, 0,
                          TEXT("%s: a rotation (RoPE) of type %s cannot be opened yet; missing: %s"),
                          from->path, type, text_in(ropes[is].missing, from->r->lang));
    if (is < ROPES) {
        double places = out->words;
        for (int i = 0; i < ropes[is].reads; i++)
            if (!read_positive(from, rope, rope_keys[i].key, 0,
                               (double *)(void *)((char *)&out->scaling + rope_keys[i].at)))
                return false;
        if (ropes[is].reads > 1 && out->scaling.low >= out->scaling.high)
            return reply_fail(from->r, 0, TEXT("%s: low_freq_factor must be less than high_freq_factor"),
                              from->path);
        /* Dynamic scaling changes nothing until a text is longer than those of the training, and a sentence
         * here may not be. */
        if (strcmp(type, "dynamic") == 0 &&
            !read_positive(from, rope, "original_max_position_embeddings", places, &places))
            return false;
        out->words = places < out->words ? (int)places : out->words;
        return out->words > 0;
    }
    struct text list = TEXT_HERE, shown = TEXT_HERE;
    text_add_bytes(&shown, type, (size_t)utf8_fit(type, JSON_FILE_SHOWN));
    for (int i = 0; i < ROPES; i++)
        if (ropes[i].reads >= 0)
            text_addf(&list, "%s%s", i ? ", " : "", ropes[i].type);
    reply_fail(from->r, 0, TEXT("%s: a rotation (RoPE) of type '%s' is unknown (known: %s)"), from->path,
               text_str(&shown), text_str(&list));
    text_finish(&list);
    text_finish(&shown);
    return false;
}

/* Returns true if all columns of a head turn: partial rotation is refused. */
static bool turns_whole(const struct source_file *from, const json_t *object)
{
    const json_t *part = member(from, object, "partial_rotary_factor");
    return !part || json_is_null(part) || (json_is_number(part) && json_number_value(part) == 1) ||
           refuse_kind(from, "partial_rotary_factor");
}

/* Reads rope_scaling, or rope_parameters of newer files, which includes the base. The words and the base of
 * `out` are set already. */
static bool read_rope(const struct source_file *from, struct family_sizes *out)
{
    static const char *const names[] = {"rope_parameters", "rope_scaling"};
    json_t *rope[2];
    for (int i = 0; i < 2; i++) {
        rope[i] = member(from, from->config, names[i]);
        if (rope[i] && !json_is_null(rope[i]) && !json_is_object(rope[i]))
            return reply_fail(from->r, 0, TEXT("%s: %s is not an object {…}"), from->path, names[i]);
        rope[i] = json_is_null(rope[i]) ? NULL : rope[i];
    }
    json_t *is = rope[0] ? rope[0] : rope[1];
    if (!turns_whole(from, from->config) || !turns_whole(from, is))
        return false;
    if (rope[0] && rope[1] && !json_equal(rope[0], rope[1]))
        return reply_fail(from->r, 0,
                          TEXT("%s: rope_parameters and rope_scaling differ: only one of them can be meant"),
                          from->path);
    return !is ||
           (read_positive(from, is, "rope_theta", out->base, &out->base) && read_rope_type(from, is, out));
}

/* ---- sizes -------------------------------------------------------------------------------- */

enum { VOCABULARY = 1 << 20, PLACES = 1 << 22, INNER = 1 << 16, TYPES = 100 };

/* Reads how many words a sentence may have. */
static bool read_words(const struct source_file *from, const struct family *f, struct family_sizes *out)
{
    int window = PLACES, padding = f->padding;
    if (!read_whole(from, f->keys.places, 1, PLACES, f->keys.places ? 0 : PLACES, &out->places) ||
        (f->padding && !read_whole(from, "pad_token_id", 0, PLACES, f->padding, &padding)) ||
        (f->window && !read_whole(from, f->window, 1, PLACES, f->windowed ? f->windowed : PLACES, &window)))
        return false;
    if (!json_is_true(member(from, from->config, "use_sliding_window")) && !f->windowed)
        window = PLACES;
    out->first_place = f->padding ? padding + 1 : 0;
    out->words = out->places - out->first_place;
    out->words = window < out->words ? window : out->words;
    out->words = CONFIG_MAX_WORDS < out->words ? CONFIG_MAX_WORDS : out->words;
    return out->words > 0 ||
           reply_fail(from->r, 0, TEXT("%s: %s leaves no place for a word after the padding"), from->path,
                      f->keys.places);
}

static bool read_sizes(const struct source_file *from, const struct family *f, struct family_sizes *out)
{
    const struct family_keys *k = &f->keys;
    bool ok = check_plain(from) && read_whole(from, k->d, 1, CONFIG_MAX_D, 0, &out->d) &&
              read_whole(from, k->heads, 1, CONFIG_MAX_D, 0, &out->heads) &&
              read_whole(from, k->key_heads, 1, CONFIG_MAX_D, out->heads, &out->key_heads) &&
              read_whole(from, k->layers, 1, CONFIG_MAX_LAYERS, 0, &out->layers) &&
              read_whole(from, k->dff, 1, INNER, 4 * out->d, &out->dff) &&
              read_whole(from, "vocab_size", 1, VOCABULARY, 0, &out->vocab) && read_words(from, f, out) &&
              (!k->types || read_whole(from, k->types, 1, TYPES, f->types, &out->types)) &&
              read_positive(from, from->config, k->eps, f->eps, &out->eps) &&
              read_positive(from, from->config, k->base, 10000, &out->base) &&
              read_activation(from, k->activation, &out->activation);
    const json_t *width = ok && k->dk ? member(from, from->config, k->dk) : NULL;
    out->dk = ok && out->d % out->heads == 0 ? out->d / out->heads : 0;
    ok = ok && (!width || json_is_null(width) || read_whole(from, k->dk, 1, CONFIG_MAX_D, 0, &out->dk));
    return ok && check_heads(out, k->base != NULL, from) && (!k->base || read_rope(from, out));
}

bool family_read_sizes(const struct family *f, json_t *config, const char *path, struct family_sizes *out,
                       struct leftovers *unused, struct reply *r)
{
    struct source_file from = {config, path, r, json_object()};
    json_t *read[] = {config, json_object_get(config, "rope_parameters"),
                      json_object_get(config, "rope_scaling")};
    const char *key;
    json_t *value;
    *out = (struct family_sizes){.activation = f->activation};
    out->untied = json_is_false(member(&from, config, "tie_word_embeddings"));
    bool ok = (from.used || reply_no_memory(r)) && read_sizes(&from, f, out);
    for (size_t i = 0; ok && i < sizeof read / sizeof *read; i++)
        json_object_foreach(read[i], key, value) if (!json_object_get(from.used, key) && !json_is_null(value))
            leftovers_add(unused, LEFTOVER_KEY, key);
    json_decref(from.used);
    return ok;
}

/* (a class is a family and what it is for: BertForMaskedLM, GPT2LMHeadModel) */
const char *family_type_in(json_t *config)
{
    const char *type = json_file_text(config, "model_type", NULL),
               *class = json_string_value(json_array_get(json_object_get(config, "architectures"), 0));
    for (int i = 0; !type && class && family_type(i); i++) {
        size_t n = strlen(family_type(i));
        if (strncasecmp(class, family_type(i), n) == 0 &&
            (strncmp(class + n, "For", 3) == 0 || strncmp(class + n, "LMHead", 6) == 0 ||
             strncmp(class + n, "Model", 5) == 0))
            type = family_type(i);
    }
    return type;
}
