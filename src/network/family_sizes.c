/* What config.json says about a model. Everything in it that changes what is computed is either read here or
 * refused by name. */
#include "network/family.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "keep/json_file.h"
#include "base/utf8.h"
#include "network/leftovers.h"

enum { KEY = 40 };                                                             /* bytes of a key */
enum { VOCABULARY = 1 << 20, PLACES = 1 << 22, INNER = 1 << 16, TYPES = 100 }; /* the largest sizes */

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
    if (json_equal(json_object_get(from->config, "hidden_act"), x)) /* the same again, of another age */
        member(from, from->config, "hidden_act");
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
        {"scale_attn_weights", true, NULL},
        {"scale_attn_by_inverse_layer_idx", false, NULL},
        {"is_decoder", false, NULL},
        {"sinusoidal_pos_embds", false, NULL},
        {"quantization_config", false, NULL},
        {"position_embedding_type", false, "absolute"},
        {"add_cross_attention", false, NULL},
        {"apply_residual_connection_post_layernorm", false, NULL},
        {"pruned_heads", false, NULL},
        {"is_encoder_decoder", false, NULL},
        {"rope_interleaved", false, NULL},
        {"use_mrope", false, NULL},
        {"use_bidirectional_attention", false, NULL},
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

/* The kinds of rope_scaling: which choice of the scaling of "rope" each is, -1: it cannot be read, and what
 * is missing. */
enum { ROPE_DYNAMIC = 3, ROPE_YARN, ROPE_LLAMA3 };
static const struct {
    const char *type;
    int kind;
    const char *missing;
} ropes[] = {
    {"default", 0, ""},
    {"linear", 1, ""},
    {"dynamic", ROPE_DYNAMIC, ""},
    {"yarn", ROPE_YARN, ""},
    {"llama3", ROPE_LLAMA3, ""},
    {"longrope", -1, TEXT("a pace of its own for every pair")},
    {"su", -1, TEXT("a pace of its own for every pair")},
    {"mrope", -1, TEXT("positions in three dimensions")},
};
enum { ROPES = sizeof ropes / sizeof *ropes };

/* Reads the numbers of a slowed rotation. The places of `out` are set already. */
static bool read_paces(const struct source_file *from, json_t *rope, struct family_sizes *out)
{
    static const char *const trained = "original_max_position_embeddings";
    struct rope_scaling *s = &out->scaling;
    double length = 1;
    if (!read_positive(from, rope, "factor", 0, &s->factor))
        return false;
    if (s->factor < 1)
        return reply_fail(from->r, 0, TEXT("%s: %s must be at least 1"), from->path, "factor");
    if (s->kind == ROPE_LLAMA3) {
        if (!read_positive(from, rope, "low_freq_factor", 0, &s->slow) ||
            !read_positive(from, rope, "high_freq_factor", 0, &s->fast) ||
            !read_positive(from, rope, trained, 0, &s->trained))
            return false;
        return s->slow < s->fast ||
               reply_fail(from->r, 0, TEXT("%s: low_freq_factor must be less than high_freq_factor"),
                          from->path);
    }
    if (s->kind < ROPE_DYNAMIC)
        return true;
    if (!read_positive(from, rope, trained, out->places, &s->trained) || s->kind == ROPE_DYNAMIC)
        return !from->r->failed;
    /* yarn: other published ways to round its ramp, and to find its temperature */
    if (json_is_false(member(from, rope, "truncate")))
        return refuse_kind(from, "truncate");
    for (int i = 0; i < 2; i++) {
        const char *key = i ? "mscale_all_dim" : "mscale";
        const json_t *x = member(from, rope, key);
        if (x && !json_is_null(x))
            return refuse_kind(from, key);
    }
    const json_t *given = member(from, rope, "attention_factor");
    bool ok = read_positive(from, rope, "beta_fast", 32, &s->fast) &&
              read_positive(from, rope, "beta_slow", 1, &s->slow) &&
              read_positive(from, rope, "attention_factor", length, &length);
    s->temperature = given && !json_is_null(given) ? 1 / (length * length) : 0;
    return ok;
}

/* A rotation without a type and without anything else but its base is that of the default. */
static bool read_rope_type(const struct source_file *from, json_t *rope, struct family_sizes *out)
{
    const char *older = json_string_value(member(from, rope, "type")),
               *type = json_string_value(member(from, rope, "rope_type"));
    size_t others = json_object_size(rope) - (json_object_get(rope, "rope_theta") != NULL) -
                    (json_object_get(rope, "partial_rotary_factor") != NULL);
    type = type ? type : older;
    type = type ? type : others == 0 ? "default" : "";
    int is = 0;
    while (is < ROPES && strcmp(type, ropes[is].type) != 0)
        is++;
    if (is < ROPES && ropes[is].kind < 0)
        return reply_fail(from->r, 0,
                          TEXT("%s: a rotation (RoPE) of type %s cannot be opened yet; missing: %s"),
                          from->path, type, text_in(ropes[is].missing, from->r->lang));
    if (is < ROPES) {
        out->scaling.kind = ropes[is].kind;
        return out->scaling.kind == 0 || read_paces(from, rope, out);
    }
    struct text list = TEXT_HERE, shown = TEXT_HERE;
    text_add_bytes(&shown, type, (size_t)utf8_fit(type, JSON_FILE_SHOWN));
    for (int i = 0; i < ROPES; i++)
        if (ropes[i].kind >= 0)
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

/* Reads how many columns of a head turn, the first ones. */
static bool read_dims(const struct source_file *from, const struct family *f, const json_t *rope,
                      struct family_sizes *out)
{
    char name[KEY];
    double part;
    if (!f->keys.turns)
        return turns_whole(from, from->config) && turns_whole(from, rope);
    value_of(from, f->keys.turns, name);
    if (!read_positive(from, from->config, name, f->turns, &part) ||
        !read_positive(from, rope, "partial_rotary_factor", part, &part))
        return false;
    int dims = (int)(out->dk * part);
    if (part > 1)
        return refuse_kind(from, name);
    if (dims < 2 || dims % 2 != 0)
        return reply_fail(from->r, 0,
                          TEXT("%s: heads of %d columns cannot turn in pairs: the width must be even"),
                          from->path, dims);
    out->dims = dims < out->dk ? dims : 0;
    return true;
}

/* Reads the base of the layers with a window; `rope`: what rope_parameters says about them. */
static bool read_local(const struct source_file *from, const struct family *f, json_t *rope,
                       struct family_sizes *out)
{
    struct family_sizes local = *out;
    if (!read_positive(from, from->config, "rope_local_base_freq", f->local_base, &out->window_base) ||
        !read_positive(from, rope, "rope_theta", out->window_base, &out->window_base) ||
        (rope && !read_rope_type(from, rope, &local)))
        return false;
    return local.scaling.kind == 0 || !rope || refuse_kind(from, "sliding_attention");
}

/* Reads rope_scaling, or rope_parameters of newer files, which includes the base. The places and the base of
 * `out` are set already. */
static bool read_rope(const struct source_file *from, const struct family *f, struct family_sizes *out)
{
    static const char *const names[] = {"rope_parameters", "rope_scaling"};
    json_t *rope[2];
    for (int i = 0; i < 2; i++) {
        rope[i] = member(from, from->config, names[i]);
        if (rope[i] && !json_is_null(rope[i]) && !json_is_object(rope[i]))
            return reply_fail(from->r, 0, TEXT("%s: %s is not an object {…}"), from->path, names[i]);
        rope[i] = json_is_null(rope[i]) ? NULL : rope[i];
    }
    if (rope[0] && rope[1] && !json_equal(rope[0], rope[1]))
        return reply_fail(from->r, 0,
                          TEXT("%s: rope_parameters and rope_scaling differ: only one of them can be meant"),
                          from->path);
    json_t *is = rope[0] ? rope[0] : rope[1], *local = NULL;
    if (f->local_base > 0 && json_is_object(json_object_get(is, "full_attention"))) {
        local = member(from, is, "sliding_attention");
        is = member(from, is, "full_attention");
    }
    if (!read_dims(from, f, is, out) || (f->local_base > 0 && !read_local(from, f, local, out)))
        return false;
    return !is ||
           (read_positive(from, is, "rope_theta", out->base, &out->base) && read_rope_type(from, is, out));
}

/* ---- windows ------------------------------------------------------------------------------ */

/* Takes the next layer's kind by its name. */
static bool take_kind(const struct source_file *from, const char *key, const char *name, int layer,
                      struct family_sizes *out)
{
    bool sees = name && (strcmp(name, "full_attention") == 0 || strcmp(name, "global") == 0),
         slides = name && (strcmp(name, "sliding_attention") == 0 || strcmp(name, "local") == 0);
    out->windowless |= sees && layer < out->layers ? (uint64_t)1 << layer : 0;
    return sees || slides || refuse_kind(from, key);
}

/* Reads which layers have no window: a list of their names, or [[names, how often], …]. */
static bool read_kinds(const struct source_file *from, const char *key, bool *there, struct family_sizes *out)
{
    const json_t *list = member(from, from->config, key), *one, *name;
    int layer = 0;
    size_t i, k;
    *there = *there || (list && !json_is_null(list));
    json_array_foreach(list, i, one)
    {
        const json_t *names = json_is_array(one) ? json_array_get(one, 0) : NULL;
        json_int_t times = names ? json_integer_value(json_array_get(one, 1)) : 1;
        for (json_int_t t = 0; t < times && layer <= out->layers; t++) {
            if (!names && !take_kind(from, key, json_string_value(one), layer++, out))
                return false;
            json_array_foreach(names, k, name) if (!take_kind(from, key, json_string_value(name), layer++,
                                                              out)) return false;
        }
    }
    return !list || json_is_null(list) || layer == out->layers || refuse_kind(from, key);
}

/* Reads how far back a word sees, and in which layers. */
static bool read_window(const struct source_file *from, const struct family *f, struct family_sizes *out)
{
    static const char *const lists[] = {"layer_types", "attention_layers", "attention_types"};
    bool none = json_is_null(member(from, from->config, f->window ? f->window : "")), there = false;
    int window = 0, every = f->every, first = 0;
    if (!f->window ||
        (!none && !read_whole(from, f->window, 1, PLACES, f->windowed ? f->windowed : PLACES, &window)))
        return !f->window;
    if (f->switched && !json_is_true(member(from, from->config, "use_sliding_window")))
        window = 0;
    out->window = window <= CONFIG_MAX_WORDS ? window : 0; /* a wider one hides no word of a sentence here */
    for (int i = 0; i < 3 && !there && (out->window > 0 || f->local_base > 0); i++)
        if (!read_kinds(from, lists[i], &there, out))
            return false;
    if ((f->local_base > 0 && !read_whole(from, "sliding_window_pattern _sliding_window_pattern", 1,
                                          CONFIG_MAX_LAYERS, every, &every)) ||
        (f->switched && !read_whole(from, "max_window_layers", 0, PLACES, 28, &first)))
        return false;
    for (int l = 0; l < out->layers && !there; l++)
        if (l < first || (every > 0 && l % every == (f->local_base > 0 ? every - 1 : f->at)))
            out->windowless |= (uint64_t)1 << l;
    return true;
}

/* ---- sizes -------------------------------------------------------------------------------- */

/* Reads how many words a sentence may have. */
static bool read_words(const struct source_file *from, const struct family *f, struct family_sizes *out)
{
    int padding = f->padding;
    if (!read_whole(from, f->keys.places, 1, PLACES, f->keys.places ? 0 : PLACES, &out->places) ||
        (f->padding && !read_whole(from, "pad_token_id", 0, PLACES, f->padding, &padding)))
        return false;
    out->first_place = f->padding ? padding + 1 : 0;
    out->words = out->places - out->first_place;
    out->words = CONFIG_MAX_WORDS < out->words ? CONFIG_MAX_WORDS : out->words;
    return out->words > 0 ||
           reply_fail(from->r, 0, TEXT("%s: %s leaves no place for a word after the padding"), from->path,
                      f->keys.places);
}

/* Reads a cap: null or absent where the class has none: 0. */
static bool read_cap(const struct source_file *from, const char *key, double otherwise, double *out)
{
    const json_t *x = member(from, from->config, key);
    *out = x ? 0 : otherwise;
    return !x || json_is_null(x) || read_positive(from, from->config, key, 0, out);
}

/* Reads by what the scores are divided, and the caps of those families that say it. */
static bool read_scores(const struct source_file *from, const struct family *f, struct family_sizes *out)
{
    double scalar = out->dk;
    if (f->scalar > 0 && (!read_positive(from, from->config, "query_pre_attn_scalar", f->scalar, &scalar) ||
                          !read_cap(from, "attn_logit_softcapping", f->softcap, &out->softcap) ||
                          !read_cap(from, "final_logit_softcapping", f->final_cap, &out->final_cap)))
        return false;
    out->divisor = f->undivided ? 1 : sqrt(scalar);
    return true;
}

static bool read_sizes(const struct source_file *from, const struct family *f, struct family_sizes *out)
{
    const struct family_keys *k = &f->keys;
    char base[KEY];
    value_of(from, k->base, base);
    bool ok =
        check_plain(from) && read_whole(from, k->d, 1, CONFIG_MAX_D, 0, &out->d) &&
        read_whole(from, k->heads, 1, CONFIG_MAX_D, 0, &out->heads) &&
        read_whole(from, k->key_heads, 1, CONFIG_MAX_D, out->heads, &out->key_heads) &&
        read_whole(from, k->layers, 1, CONFIG_MAX_LAYERS, 0, &out->layers) &&
        read_whole(from, k->dff, 1, INNER, 4 * out->d, &out->dff) &&
        read_whole(from, "vocab_size", 1, VOCABULARY, 0, &out->vocab) && read_words(from, f, out) &&
        (!k->types || read_whole(from, k->types, 1, TYPES, f->types, &out->types)) &&
        read_positive(from, from->config, k->eps, f->eps, &out->eps) &&
        read_positive(from, from->config, k->base ? base : NULL, f->base > 0 ? f->base : 10000, &out->base) &&
        read_activation(from, k->activation, &out->activation);
    const json_t *width = ok && k->dk ? member(from, from->config, k->dk) : NULL;
    out->dk = ok && out->d % out->heads == 0 ? out->d / out->heads : 0;
    out->dk = f->dk > 0 ? f->dk : out->dk;
    ok = ok && (!width || json_is_null(width) || read_whole(from, k->dk, 1, CONFIG_MAX_D, 0, &out->dk));
    out->parallel = f->parallel && !json_is_false(member(from, from->config, "use_parallel_residual"));
    out->word_scale = f->scaled ? sqrt(out->d) : 1;
    return ok && check_heads(out, k->base && !k->turns, from) && (!k->base || read_rope(from, f, out)) &&
           read_window(from, f, out) && read_scores(from, f, out);
}

bool family_read_sizes(const struct family *f, json_t *config, const char *path, struct family_sizes *out,
                       struct leftovers *unused, struct reply *r)
{
    struct source_file from = {config, path, r, json_object()};
    json_t *rope = json_object_get(config, "rope_parameters"),
           *read[] = {config, rope, json_object_get(config, "rope_scaling"),
                      f->local_base > 0 ? json_object_get(rope, "full_attention") : NULL,
                      f->local_base > 0 ? json_object_get(rope, "sliding_attention") : NULL};
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
