#include "network/pretrained.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "keep/json_file.h"
#include "base/embedded.h"
#include "base/mem.h"
#include "base/system_error.h"
#include "core/encoding/posenc.h"
#include "network/leftovers.h"
#include "network/tensors.h"
#include "network/tokens/tokenizer.h"

enum { NAME = 200 }; /* bytes of a tensor's name */

struct part_name {
    struct part_name *next;
    char name[];
};

/* ---- names -------------------------------------------------------------------------------- */

/* A model while it is opened. */
struct opening {
    struct pretrained *p;
    char wrapper[NAME / 2]; /* before all names: of what the model was inside when it was saved */
    const char *prefix;     /* then, before all but those of the readout */
    const struct tensor *tokens;
    struct leftovers *unused;
    struct reply *r;
};

/* Returns true for what every layer has. */
static bool of_layer(int role)
{
    return role < WEIGHT_COUNT && config_weight_layer((enum weight)role, 1) == 1;
}

/* Writes the name of a tensor; `layer` matters only for what every layer has. */
static void full_name(char out[NAME], const struct opening *o, const struct family_name *n, int layer)
{
    char in_layer[NAME / 2] = "";
    if (of_layer(n->role)) {
        const char *number = strstr(o->p->family->layer, "%d");
        snprintf(in_layer, sizeof in_layer, "%.*s%d%s", (int)(number - o->p->family->layer),
                 o->p->family->layer, layer, number + 2);
    }
    snprintf(out, NAME, "%s%s%s%s", o->wrapper, n->bare ? "" : o->prefix, in_layer, n->name);
}

/* Finds the prefixes under which the file has the table of tokens. */
static bool find_prefix(struct opening *o)
{
    const struct family *f = o->p->family;
    const char *first = tensors_at(o->p->tensors, 0)->name;
    char name[NAME];
    /* torch.compile, data parallelism and the like put these before the names of all tensors, one around
     * another */
    static const char *const wrappers[] = {"_orig_mod.", "module.", "_fsdp_wrapped_module."};
    size_t wrapped = 0;
    for (size_t w = 0; w < sizeof wrappers / sizeof *wrappers;) {
        bool found = strncmp(first + wrapped, wrappers[w], strlen(wrappers[w])) == 0;
        wrapped += found ? strlen(wrappers[w]) : 0;
        w = found ? 0 : w + 1;
    }
    snprintf(o->wrapper, sizeof o->wrapper, "%.*s", (int)wrapped, first);
    for (int i = 0; i < 3 && f->prefixes[i]; i++) {
        o->prefix = f->prefixes[i];
        full_name(name, o, f->names, 0);
        if ((o->tokens = tensors_find(o->p->tensors, name)))
            return true;
    }
    for (int i = 0; i < tensors_count(o->p->tensors); i++)
        leftovers_add(o->unused, LEFTOVER_TENSOR, tensors_at(o->p->tensors, i)->name);
    return reply_fail(o->r, 0,
                      TEXT("the file has no tensor %s: it is not a model of type %s (its tensors: %s)"), name,
                      f->type, text_str(&o->unused->names[LEFTOVER_TENSOR]));
}

/* ---- shapes ------------------------------------------------------------------------------- */

struct shape {
    int rows, cols; /* in x out; a row has 1 row */
};

static struct shape shape_of(const struct pretrained *p, int role)
{
    struct config c;
    struct shape s = {0, p->sizes.d};
    pretrained_config(p, &c);
    if (role >= ROLE_ENCODING) {
        int i = role - ROLE_ENCODING;
        bool there = i >= c.pe->tabled && i < posenc_matrix_count(c.pe);
        if (there)
            posenc_shape(&c, i, &s.rows, &s.cols);
        return s;
    }
    if (role == ROLE_TOKENS)
        s.rows = p->sizes.vocab;
    else if (role == ROLE_PLACES)
        s.rows = p->sizes.places;
    else if (role == ROLE_TYPES)
        s.rows = p->sizes.types;
    else
        config_weight_shape(&c, 0, (enum weight)role, &s.rows, &s.cols);
    return s;
}

static bool wrong_shape(const struct opening *o, const struct tensor *t, int rows, int cols)
{
    struct text got = TEXT_HERE, want = TEXT_HERE;
    tensor_add_shape(t, &got);
    if (rows > 0)
        text_addf(&want, "%d x ", rows);
    text_addf(&want, "%d", cols);
    reply_fail(o->r, 0, TEXT("tensor %s is %s, but config.json asks for %s"), t->name, text_str(&got),
               text_str(&want));
    text_finish(&got);
    text_finish(&want);
    return false;
}

/* Sets *out to what row n of the family's table says, in x out; absent: it is optional and not there. */
static bool read_tensor(const struct opening *o, const struct family_name *n, int layer, struct factor *out)
{
    const struct pretrained *p = o->p;
    struct shape want = shape_of(p, n->role);
    char name[NAME];
    full_name(name, o, n, layer);
    /* Old files call the gain gamma and the shift beta. */
    static const struct {
        const char *now, *then;
    } ends[] = {{"LayerNorm.weight", "LayerNorm.gamma"}, {"LayerNorm.bias", "LayerNorm.beta"}};
    struct tensor *t = tensors_find(p->tensors, name);
    size_t len = strlen(name);
    for (size_t i = 0; !t && i < sizeof ends / sizeof *ends; i++) {
        size_t end = strlen(ends[i].now);
        char old[NAME];
        if (len < end || strcmp(name + len - end, ends[i].now) != 0)
            continue;
        snprintf(old, sizeof old, "%.*s%s", (int)(len - end), name, ends[i].then);
        t = tensors_find(p->tensors, old);
    }
    *out = (struct factor){0};
    if (!t)
        return n->optional || reply_fail(o->r, 0, TEXT("the file has no tensor %s"), name);
    bool row = want.rows == 1 && n->role < WEIGHT_COUNT, table = n->role >= WEIGHT_COUNT,
         transposed = !row && !table && !p->family->in_out;
    int parts = n->parts ? n->parts : 1, all = 0, first = 0;
    for (int i = 0; i < parts; i++) {
        int wide = shape_of(p, n[i - n->part].role).cols;
        first += i < n->part ? wide : 0;
        all += wide;
    }
    int rows = transposed ? all : want.rows, cols = transposed ? want.rows : all;
    bool ranks = t->rank == 2 ? t->shape[0] == rows : t->rank == 1 && rows == 1;
    if (!ranks || t->shape[t->rank - 1] != cols)
        return wrong_shape(o, t, row ? 0 : rows, cols);
    if (!tensor_mat(t, out, o->r))
        return false;
    if (transposed)
        *out = factor_transposed(*out);
    if (parts > 1)
        *out = p->family->by_head ? factor_interleaved(*out, p->sizes.dk, n->part, parts)
                                  : factor_columns(*out, first, want.cols);
    return true;
}

/* Copies a row, or a small table, to doubles. */
static struct mat widened(struct arena *a, struct factor m)
{
    struct mat out = mat_in(a, m.rows, m.cols);
    factor_copy(out, m);
    return out;
}

static bool take_tensor(const struct opening *o, const struct family_name *n, int layer)
{
    struct pretrained *p = o->p;
    struct factor m;
    if ((n->bare && n->optional && !p->reads_out) || shape_of(p, n->role).rows == 0)
        return true;
    if (!read_tensor(o, n, layer, &m))
        return false;
    if (n->role == ROLE_TOKENS)
        p->tokens = m;
    else if (n->role == ROLE_PLACES)
        p->places = factor_rows(m, p->sizes.first_place, m.rows - p->sizes.first_place);
    else if (n->role == ROLE_TYPES)
        p->types = widened(&p->numbers, m);
    else if (n->role >= ROLE_ENCODING)
        p->pe_mat[n->role - ROLE_ENCODING] = widened(&p->numbers, m);
    else if (factor_present(m) && m.rows > 1)
        p->w[layer][n->role] = m;
    else if (factor_present(m)) {
        struct mat row = widened(&p->numbers, m);
        bool gain = config_norm_gain((enum weight)n->role) == n->role || n->role == QK_GQ || n->role == QK_GK;
        for (int i = 0; i < row.cols && gain && p->family->plus_one; i++)
            row.v[i] += 1;
        p->w[layer][n->role] = factor_of(row);
    }
    return true;
}

/* Returns the doubles that rows and w take: at most those of all rows. */
static size_t numbers_room(const struct pretrained *p)
{
    const struct family_sizes *s = &p->sizes;
    size_t row = (size_t)4 * (size_t)s->d + 4 * (size_t)s->heads * (size_t)s->dk + 2 * (size_t)s->dff,
           once = (size_t)s->vocab + (size_t)(8 + s->types) * (size_t)s->d + (size_t)s->heads;
    for (int i = 0; i < PE_MAX_MATRICES; i++) {
        struct shape of = shape_of(p, ROLE_ENCODING + i);
        once += mat_room(of.rows, of.cols);
    }
    return (size_t)s->layers * (sizeof *p->w / (sizeof(double)) + 2 * row) + once + 1;
}

/* The rows of the table of tokens are the columns of the readout, unless the file has others. */
static bool take_readout(const struct opening *o)
{
    struct pretrained *p = o->p;
    const struct family *f = p->family;
    const struct family_name at = {.role = ROLE_TOKENS, .name = f->readout, .bare = true};
    struct factor m = p->tokens;
    char name[NAME];
    full_name(name, o, &at, 0);
    struct tensor *own = tensors_find(p->tensors, name);
    int classes = f->own ? p->own.classes : p->sizes.vocab;
    if (!p->reads_out)
        return true;
    if (!own && p->sizes.untied)
        return reply_fail(o->r, 0, TEXT("the file has no tensor %s"), name);
    if (own && (own->rank != 2 || own->shape[0] != classes || own->shape[1] != p->sizes.d))
        return wrong_shape(o, own, classes, p->sizes.d);
    if (own && !tensor_mat(own, &m, o->r))
        return false;
    /* (two tables that were trained apart do not share their first megabyte) */
    size_t n = own && own->size < 1 << 20 ? own->size : 1 << 20;
    if (own && !p->sizes.untied &&
        (own->size != o->tokens->size || memcmp(own->bytes, o->tokens->bytes, n) != 0))
        reply_say(
            o->r,
            TEXT("%s differs from the table of tokens, though config.json does not say so: it is used. "),
            own->name);
    p->w[0][READ_U] = factor_transposed(m);
    return true;
}

/* A head before the readout is used only if the file has all of it. */
static bool find_readout(struct opening *o)
{
    const struct family *f = o->p->family;
    char name[NAME];
    o->p->reads_out = !f->own || o->p->own.classes > 0;
    for (int i = 0; i < f->count && f->transform; i++)
        if (f->names[i].role == READ_T) {
            full_name(name, o, &f->names[i], 0);
            o->p->reads_out = tensors_find(o->p->tensors, name) != NULL;
        }
    if (!o->p->reads_out || !f->gelu_reads || o->p->sizes.activation == ACTIVATION_GELU)
        return true;
    return reply_fail(o->r, 0,
                      TEXT("config.json: %s must be gelu in a model of type %s, whose readout uses it"),
                      f->keys.activation, f->type);
}

static bool take_all(struct opening *o)
{
    struct pretrained *p = o->p;
    const struct family *f = p->family;
    if (!find_prefix(o) || !find_readout(o))
        return false;
    if (!arena_reserve(&p->numbers, numbers_room(p)))
        return reply_no_memory(o->r);
    size_t table = (size_t)p->sizes.layers * sizeof *p->w;
    p->w = (void *)arena_doubles(&p->numbers, table / sizeof(double));
    memset(p->w, 0, table);
    for (int l = 0; l < p->sizes.layers; l++)
        for (int i = 0; i < f->count; i++)
            if ((l == 0 || of_layer(f->names[i].role)) && !take_tensor(o, &f->names[i], l))
                return false;
    /* The first matrix of an encoding that no file has: ALiBi's slopes. */
    struct config c;
    int rows, cols;
    const char *why = "";
    pretrained_config(p, &c);
    if (c.pe->rotate && c.pe->problem && c.pe->problem(&c, &why))
        return reply_fail(o->r, 0, TEXT("encoding %s: %s"), c.pe->name, text_in(why, o->r->lang));
    const struct pe_matrix *m = &c.pe->matrices[0];
    if (!c.pe->tabled && m->name && !f->own) {
        posenc_shape(&c, 0, &rows, &cols);
        p->pe_mat[0] = mat_in(&p->numbers, rows, cols);
        posenc_fill(&c, 0, p->pe_mat[0]);
    }
    if (!take_readout(o))
        return false;
    for (int i = 0; i < tensors_count(p->tensors); i++)
        if (!tensors_at(p->tensors, i)->used)
            leftovers_add(o->unused, LEFTOVER_TENSOR, tensors_at(p->tensors, i)->name);
    return true;
}

/* ---- opening ------------------------------------------------------------------------------ */

/* Reads the config.json of an export: the whole computation, and the sentence it was seen on. */
static bool read_own(struct pretrained *p, json_t *config, const char *path, struct reply *r)
{
    const struct config *c = &p->own;
    const char *sentence = json_file_text(config, "sentence", "");
    json_int_t vocab = json_integer_value(json_object_get(config, "vocab_size"));
    if (!family_read_own(config, path, &p->own, r))
        return false;
    if (vocab < 1 || vocab > 1 << 20 || vocab < c->classes)
        return reply_fail(r, 0, TEXT("%s: %s must be a whole number from 1 to %d"), path, "vocab_size",
                          1 << 20);
    p->sizes = (struct family_sizes){.d = c->d,
                                     .heads = c->heads,
                                     .key_heads = c->heads,
                                     .dk = c->dk,
                                     .layers = c->layers,
                                     .dff = c->dff,
                                     .vocab = (int)vocab,
                                     .places = c->pe->tabled ? (int)c->pe_param[0] : 0,
                                     .words = CONFIG_MAX_WORDS,
                                     .word_scale = 1,
                                     .untied = true};
    p->sentence = mem_copy_text(sentence, strlen(sentence));
    return p->sentence || reply_no_memory(r);
}

static bool read_config(struct pretrained *p, json_t *config, const char *path, struct leftovers *unused,
                        struct reply *r)
{
    if (!config)
        return false;
    if (!json_is_object(config))
        return reply_fail(r, 0, TEXT("%s is not an object {\"model_type\": …}"), path);
    p->family = family_of(family_type_in(config), path, r);
    if (p->family && p->family->own)
        return read_own(p, config, path, r);
    return p->family && family_read_sizes(p->family, config, path, &p->sizes, unused, r);
}

/* Writes the names of all tokens of the table, and adds those that it has no row for. */
static bool name_tokens(struct pretrained *p, struct leftovers *unused, struct reply *r)
{
    int count = p->sizes.vocab;
    struct text name = TEXT_HERE;
    p->name = mem_new((size_t)count, sizeof *p->name);
    for (int i = 0; p->name && i < count && !p->names.failed; i++) {
        p->name[i] = p->names.len;
        if (p->tokenizer)
            tokenizer_add_name(p->tokenizer, i, &p->names);
        else
            text_addf(&p->names, "<#%d>", i);
        text_add_bytes(&p->names, "", 1);
    }
    for (int id = count; p->tokenizer && id < tokenizer_size(p->tokenizer); id++) {
        text_clear(&name);
        tokenizer_add_name(p->tokenizer, id, &name);
        leftovers_add(unused, LEFTOVER_TOKEN, text_str(&name));
    }
    text_finish(&name);
    return (p->name && !p->names.failed) || reply_no_memory(r);
}

/* Takes over p; returns it if it is complete, and says what its files have and nothing read. */
static struct pretrained *opened(struct pretrained *p, struct leftovers *unused, struct reply *r)
{
    struct opening o = {.p = p, .unused = unused, .r = r};
    bool ok = p->tensors && !r->failed && take_all(&o) && name_tokens(p, unused, r);
    if (ok)
        leftovers_say(unused, r);
    leftovers_finish(unused);
    if (ok)
        return p;
    pretrained_drop(p);
    return NULL;
}

static struct pretrained *fresh(const char *path, struct reply *r)
{
    struct pretrained *p = mem_new(1, sizeof *p);
    if (p)
        p->refs = 1;
    if (p && (p->path = mem_copy_text(path, strlen(path))))
        return p;
    mem_free(p);
    reply_no_memory(r);
    return NULL;
}

struct pretrained *pretrained_open(const char *path, struct reply *r)
{
    struct text folder = {0}, config_path = {0};
    struct leftovers unused = {0};
    struct stat st;
    struct pretrained *p = stat(path, &st) == 0 || system_error(path, r) ? fresh(path, r) : NULL;
    if (!p)
        return NULL;
    /* The path is that of the folder or of a file in it. */
    const char *slash = strrchr(path, '/');
    if (S_ISDIR(st.st_mode))
        text_add(&folder, path);
    else
        text_add_bytes(&folder, slash ? path : ".", slash ? (size_t)(slash - path) : 1);
    text_add(&folder, slash == path ? "/" : "");
    text_addf(&config_path, "%s%sconfig.json", text_str(&folder),
              folder.len > 0 && folder.s[folder.len - 1] == '/' ? "" : "/");
    bool there =
        stat(text_str(&config_path), &st) == 0 || errno != ENOENT ||
        reply_fail(r, 0,
                   TEXT("%s is not the folder of a model: it has no config.json ('help model' says what "
                        "belongs there)"),
                   text_str(&folder));
    json_t *config = there ? json_file_read(text_str(&config_path), r) : NULL;
    if (read_config(p, config, text_str(&config_path), &unused, r) && (p->tensors = tensors_open(path, r)))
        p->tokenizer = tokenizer_open(text_str(&folder), r);
    json_decref(config);
    text_finish(&folder);
    text_finish(&config_path);
    return opened(p, &unused, r);
}

/* Opens a model from bytes; `tokenizer`: its JSON, bytes NULL: none. */
static struct pretrained *opened_bytes(const char *path, struct tokenizer_file config,
                                       struct tokenizer_file numbers, struct tokenizer_file tokenizer,
                                       struct reply *r)
{
    struct pretrained *p = fresh(path, r);
    if (!p)
        return NULL;
    struct leftovers unused = {0};
    json_t *json = json_file_parse(config.path, config.bytes, config.n, r);
    if (read_config(p, json, config.path, &unused, r))
        p->tensors = tensors_of_bytes(numbers.path, (const unsigned char *)numbers.bytes, numbers.n, r);
    if (p->tensors && tokenizer.bytes)
        p->tokenizer = tokenizer_from_json(tokenizer, r);
    json_decref(json);
    return opened(p, &unused, r);
}

struct pretrained *pretrained_of_bytes(const char *config, size_t config_bytes, const unsigned char *bytes,
                                       size_t n, struct reply *r)
{
    return opened_bytes("model", (struct tokenizer_file){"config.json", config, config_bytes},
                        (struct tokenizer_file){"model.safetensors", (const char *)bytes, n},
                        (struct tokenizer_file){NULL, NULL, 0}, r);
}

/* Returns a file of the box, which is empty if the program was built without it. */
static struct tokenizer_file box_file(enum lang lang, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "src/tasks/box/%s.%s", languages[languages[lang].words].code, name);
    for (const struct embedded *e = embedded_files; e->path; e++)
        if (strcmp(e->path, path) == 0)
            return (struct tokenizer_file){e->path, e->bytes, e->size};
    return (struct tokenizer_file){name, "", 0};
}

struct pretrained *pretrained_box(enum lang lang, struct reply *r)
{
    const char *code = languages[languages[lang].words].code;
    char name[16];
    snprintf(name, sizeof name, "box %s", code);
    struct pretrained *p = opened_bytes(name, box_file(lang, "config.json"), box_file(lang, "safetensors"),
                                        box_file(lang, "tokenizer.json"), r);
    if (p)
        p->box = code;
    return p;
}

const char *pretrained_box_measured(enum lang lang)
{
    return box_file(lang, "measured").bytes;
}

bool pretrained_same(const struct pretrained *a, const struct pretrained *b)
{
    return a == b || (a && b && a->box && a->box == b->box);
}

struct pretrained *pretrained_share(struct pretrained *p)
{
    if (p)
        p->refs++;
    return p;
}

void pretrained_drop(struct pretrained *p)
{
    if (!p || --p->refs > 0)
        return;
    tensors_close(p->tensors);
    tokenizer_close(p->tokenizer);
    text_finish(&p->names);
    for (int i = 0; i < PRETRAINED_PARTS; i++)
        for (struct part_name *one = p->parts[i], *next; one; one = next) {
            next = one->next;
            mem_free(one);
        }
    mem_free(p->name);
    arena_finish(&p->numbers);
    mem_free(p->path);
    mem_free(p->sentence);
    mem_free(p);
}

/* ---- what it is ---------------------------------------------------------------------------- */

/* The options of a rotation: in halves, perhaps of a part of the columns, slowed as the file says. */
static void set_rotation(struct config *out, const struct family_sizes *is)
{
    const struct rope_scaling *s = &is->scaling;
    const struct {
        const char *name;
        double x;
        int from; /* the first kind of scaling that has it */
    } options[] = {{"layout", 1, 0},           {"dims", is->dims, 0},
                   {"scaling", s->kind, 0},    {"factor", s->factor, 1},
                   {"trained", s->trained, 3}, {"fast", s->fast, 4},
                   {"slow", s->slow, 4},       {"temperature", s->temperature, 4}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (s->kind >= options[i].from)
            out->pe_param[posenc_param_find(out->pe, options[i].name)] = options[i].x;
}

void pretrained_config(const struct pretrained *p, struct config *out)
{
    const struct family *f = p->family;
    const struct family_sizes *s = &p->sizes;
    *out = (struct config){.d = s->d,
                           .dsrc = s->d,
                           .heads = s->heads,
                           .key_heads = s->key_heads,
                           .dk = s->dk,
                           .dv = s->dk,
                           .dff = s->dff,
                           .activation = s->activation,
                           .gated = f->gated,
                           .parallel = s->parallel,
                           .qk_norm = f->qk_norm,
                           .softcap = s->softcap,
                           .final_cap = s->final_cap,
                           .window = s->window,
                           .windowless = s->windowless,
                           .window_base = s->window_base,
                           .layers = s->layers,
                           .types = s->types,
                           .classes = p->reads_out ? s->vocab : 0,
                           .final_norm = f->final_norm || (f->transform && p->reads_out),
                           .embed_norm = f->embed_norm,
                           .norm_rms = f->rms,
                           .transform = f->transform && p->reads_out,
                           .base = s->base,
                           .pescale = 1,
                           .divisor = s->divisor,
                           .eps = s->eps,
                           .block = BLOCK_ENCODER,
                           .norm = f->norm,
                           .residual = true,
                           .mask = f->causal ? MASK_CAUSAL : MASK_NONE,
                           .pe = f->own ? p->own.pe : posenc_find(f->encoding),
                           .w = p->w ? p->w : config_no_weights()};
    if (f->own) {
        *out = p->own;
        out->w = p->w ? p->w : config_no_weights();
    } else {
        for (int i = 0; i < posenc_param_count(out->pe); i++)
            out->pe_param[i] = out->pe->params[i].initial;
        if (out->pe->tabled)
            out->pe_param[0] = p->places.rows;
        else if (out->pe->rotate)
            set_rotation(out, s);
    }
    out->places = p->places;
    memcpy(out->pe_mat, p->pe_mat, sizeof out->pe_mat);
}

bool pretrained_encode(const struct pretrained *p, const char *text, struct tokens *out, struct reply *r)
{
    struct text name = TEXT_HERE;
    bool ok = tokenizer_encode(p->tokenizer, text, strlen(text), true, out, r);
    for (int i = 0; ok && i < out->count; i++)
        if (out->v[i].id >= p->sizes.vocab) {
            tokenizer_add_name(p->tokenizer, out->v[i].id, &name);
            ok = reply_fail(
                r, 0, TEXT("the model has no row for the token %s: it is number %d, and there are %d rows"),
                text_str(&name), out->v[i].id, p->sizes.vocab);
            tokens_finish(out);
        }
    text_finish(&name);
    return ok;
}

const char *pretrained_name(const struct pretrained *p, int id)
{
    return p->names.s + p->name[id];
}

struct factor pretrained_token(const struct pretrained *p, int id)
{
    return factor_rows(p->tokens, id, 1);
}

static int find_piece(const struct pretrained *p, const char *const *pieces)
{
    int id = -1;
    for (; p->tokenizer && *pieces && id < 0; pieces++)
        id = tokenizer_find(p->tokenizer, *pieces);
    return id < p->sizes.vocab ? id : -1;
}

int pretrained_mask(const struct pretrained *p)
{
    static const char *const pieces[] = {"[MASK]", "<mask>", NULL};
    return find_piece(p, pieces);
}

int pretrained_end(const struct pretrained *p)
{
    static const char *const pieces[] = {"[SEP]", "</s>", NULL};
    return find_piece(p, pieces);
}

/* ---- names of parts of characters ---------------------------------------------------- */

/* Returns the kept copy of a name, NULL: no memory. */
static const char *kept(struct pretrained *p, const char *name)
{
    unsigned hash = 0;
    for (const char *s = name; *s; s++)
        hash = hash * 31 + (unsigned char)*s;
    struct part_name **list = &p->parts[hash % PRETRAINED_PARTS], *one = *list;
    while (one && strcmp(one->name, name) != 0)
        one = one->next;
    if (one)
        return one->name;
    size_t n = strlen(name) + 1;
    one = mem_new(1, sizeof *one + n);
    if (!one)
        return NULL;
    one->next = *list;
    *list = one;
    return memcpy(one->name, name, n);
}

const char *pretrained_name_in(struct pretrained *p, const int *id, int count, int at)
{
    struct text name = TEXT_HERE;
    const char *alone = pretrained_name(p, id[at]), *found = NULL;
    if (!p->tokenizer || !strchr(alone, '<')) /* a byte that is not a character is shown as <0xE7> */
        return alone;
    tokenizer_add_name_in(p->tokenizer, id, count, at, &name);
    if (!name.failed && strcmp(text_str(&name), alone) != 0)
        found = kept(p, text_str(&name));
    text_finish(&name);
    return found ? found : alone;
}
