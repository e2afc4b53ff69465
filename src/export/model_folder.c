#include "export/model_folder.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keep/file.h"
#include "keep/folders.h"
#include "base/system_error.h"
#include "core/encoding/posenc.h"
#include "export/json.h"
#include "export/matrix.h"
#include "network/family.h"
#include "state/training.h"

/* Appends the numbers that a config is computed from, under the names and in the shapes of family_own_names,
 * which are GPT-2's: wte.weight (`words`, a row for each), wpe.weight (a learned table) or encoding.I (matrix
 * I of another encoding), h.L.attn.c_attn.weight (W_Q, W_K, W_V side by side) …, and lm_head.weight (Uᵀ, a
 * row for each class). What is absent, and so 0, is left out, as are the gains of a LayerNorm that is off. */
static void export_safetensors(const struct config *c, struct mat words, struct text *out);

/* What a model's folder cannot say, and what to do about it. Returns false and explains in r. */
static bool can_be_said(const struct scene *s, struct reply *r)
{
    const struct config *c = &s->config;
    const struct {
        bool is;
        const char *why;
    } unsaid[] = {
        {state_model(&s->state),
         TEXT(
             "the numbers of this model are in its own file, which was not changed: copy its folder ('export "
             "csv' writes a matrix as it is here)")},
        {c->m > 0, TEXT("a model's folder has no second sequence: 'memory none' first")},
        {c->block == BLOCK_DECODER,
         TEXT("a model's folder has no decoder: 'set block encoder' and 'mask causal' give the same")},
        {c->mask > MASK_CAUSAL,
         TEXT("this mask is of one sentence, a model is for any: 'mask none' or 'mask causal' first")},
        {c->window > 0 || c->sink || c->softcap > 0 || c->final_cap > 0 || c->gated || c->norm_rms ||
             c->parallel || c->qk_norm != QK_NORM_NONE || config_key_heads(c) != c->heads ||
             config_norms_given(c),
         TEXT("a model's folder has no window, sink, caps, gate, RMSNorm, parallel block, norms of queries, "
              "keys "
              "or outputs, or shared heads of keys yet: switch them off first")},
        {mat_present(c->scores_given), TEXT("given scores are of one sentence: 'scores none' first")},
        {c->dk != c->dv,
         TEXT("a model's folder has one width for keys and values: set dk and dv to the same")},
        {c->omitted || term_set_any(&c->term_off),
         TEXT("something is left out of this computation: 'omit none' and 'term all on' first")},
    };
    for (size_t i = 0; i < sizeof unsaid / sizeof *unsaid; i++)
        if (unsaid[i].is)
            return reply_fail(r, 0, "%s", text_in(unsaid[i].why, r->lang));
    return true;
}

/* ---- words ------------------------------------------------------------------------- */

/* A tokenizer must have a token for words that it does not know: its vector here is 0. */
#define UNKNOWN "[UNK]"

/* The words of the model with their vectors: row i is that of name[i]. */
struct vocabulary {
    const struct scene *s;
    struct state trained; /* owns the names of a task's words */
    const struct trainer *trainer;
    struct arena room;
    const char **name;
    struct mat rows;
    int count;
};

static bool known_piece(const struct vocabulary *v, const char *name)
{
    for (int i = 0; i < v->count; i++)
        if (strcmp(v->name[i], name) == 0)
            return true;
    return false;
}

/* Adds a word unless it is there: its vector is that of the sentence, else what it was trained to, else that
 * of the list of words (`word`, -1: not there). */
static void take_word(struct vocabulary *v, const char *name, int word)
{
    const struct state *st = &v->s->state;
    double *to = mat_row(v->rows, v->count);
    size_t bytes = (size_t)v->rows.cols * sizeof *to;
    int trained = v->trainer ? training_word(v->trained.training, name) : -1, at = 0;
    if (known_piece(v, name))
        return;
    v->name[v->count++] = name;
    while (at < st->sentence->count && strcmp(state_name(st, st->sentence, at), name) != 0)
        at++;
    if (at < st->sentence->count)
        memcpy(to, mat_row(v->s->config.X, at), bytes);
    else if (trained >= 0)
        memcpy(to, mat_row(v->trainer->words, trained), bytes);
    for (int j = 0; at == st->sentence->count && trained < 0 && j < v->rows.cols; j++)
        to[j] = lemma_entry(lexicon_at(st->lexicon, word), j);
}

static void take_sequence(struct vocabulary *v, const struct sequence *q)
{
    for (int i = 0; q && i < q->count; i++)
        take_word(v, state_name(&v->s->state, q, i), q->id[i]);
}

static bool take_vocabulary(struct vocabulary *v, struct reply *r)
{
    const struct state *st = &v->s->state;
    state_copy(&v->trained, st);
    if ((st->set.task || st->set.steps > 0) && !training_open(&v->trained, r))
        return false;
    v->trainer = v->trained.training ? &v->trained.training->trainer : NULL;
    int words = v->trainer ? v->trainer->words.rows : 0,
        most = 1 + words + st->sentence->count + (st->classes ? st->classes->count : 0);
    size_t names = (size_t)most * sizeof *v->name / sizeof(double) + 1;
    if (!arena_reserve(&v->room, mat_room(most, st->set.d) + names))
        return reply_no_memory(r);
    v->rows = mat_in(&v->room, most, st->set.d);
    v->name = (void *)arena_doubles(&v->room, names);
    take_sequence(v, st->classes);
    for (int i = 0; i < words; i++)
        take_word(v, training_name(v->trained.training, i), -1);
    take_sequence(v, st->sentence);
    if (!known_piece(v, UNKNOWN))
        memset(mat_row(v->rows, v->count), 0, (size_t)v->rows.cols * sizeof(double));
    v->name[v->count] = UNKNOWN;
    v->count += !known_piece(v, UNKNOWN);
    v->rows.rows = v->count;
    for (int i = 0; i < v->count; i++)
        if (strchr(v->name[i], ' '))
            return reply_fail(
                r, 0, TEXT("the word '%s' has a blank in it, and a model's words are separated by blanks"),
                v->name[i]);
    return true;
}

bool model_files_make(const struct scene *s, struct model_files *out, struct reply *r)
{
    struct vocabulary v = {.s = s};
    if (!can_be_said(s, r))
        return false;
    bool ok = take_vocabulary(&v, r);
    if (ok) {
        export_safetensors(&s->config, v.rows, &out->numbers);
        const struct state *st = &v.s->state;
        struct text sentence = {0};
        text_add(&out->config, "{\n");
        family_write_own(&v.s->config, &out->config);
        for (int i = 0; i < st->sentence->count; i++)
            text_addf(&sentence, "%s%s", i ? " " : "", state_name(st, st->sentence, i));
        text_addf(&out->config, "\"vocab_size\":%d,\n\"sentence\":", v.count);
        json_add_string(&out->config, text_str(&sentence));
        text_finish_part(&sentence, &out->config);
        text_add(&out->config, "}\n");
        /* A tokenizer of whole words, separated by blanks. */
        text_add(&out->tokenizer,
                 "{\"version\":\"1.0\",\"added_tokens\":[],\"normalizer\":null,\"post_processor\":null,\n"
                 "\"pre_tokenizer\":{\"type\":\"Split\",\"pattern\":{\"String\":\" \"},"
                 "\"behavior\":\"Removed\",\"invert\":false},\n\"decoder\":null,"
                 "\"model\":{\"type\":\"WordPiece\",\"unk_token\":\"" UNKNOWN "\","
                 "\"continuing_subword_prefix\":\"##\",\"max_input_chars_per_word\":1000,\"vocab\":{");
        for (int i = 0; i < v.count; i++)
            text_addf(json_add_key(&out->tokenizer, v.name[i]), "%d", i);
        text_add(&out->tokenizer, "}}}\n");
        ok = !(out->numbers.failed || out->config.failed || out->tokenizer.failed) || reply_no_memory(r);
    }
    state_finish(&v.trained);
    arena_finish(&v.room);
    return ok;
}

void model_files_finish(struct model_files *f)
{
    text_finish(&f->numbers);
    text_finish(&f->config);
    text_finish(&f->tokenizer);
}

/* ---- files ------------------------------------------------------------------------- */

enum { FILES = 3 };

/* Returns whether the files there, if any, are an earlier export. Otherwise explains in r. */
static bool may_replace(const char *folder, const struct text path[FILES], struct reply *r)
{
    struct reply why = {0};
    struct text config = {0};
    bool there = false;
    for (int i = 0; i < FILES; i++)
        there = there || access(text_str(&path[i]), F_OK) == 0;
    bool own = file_read(text_str(&path[FILES - 1]), FILE_MAX_SCRIPT, &config, &why) &&
               strstr(text_str(&config), FAMILY_OWN_TYPE);
    text_finish(&config);
    reply_finish(&why);
    return !there || own ||
           reply_fail(r, 0,
                      TEXT("%s holds a model that 'export safetensors' did not write: name another folder"),
                      folder);
}

/* config.json is the last to be written and, of an earlier export, the first to go: without it there is no
 * model, so that half of one is never opened. */
static bool write_files(const struct text *bytes[FILES], const struct text path[FILES], struct reply *r)
{
    const char *last = text_str(&path[FILES - 1]);
    bool ok = unlink(last) == 0 || errno == ENOENT || system_error(last, r);
    for (int i = 0; ok && i < FILES; i++)
        ok = file_write_given(text_str(&path[i]), false, text_str(bytes[i]), bytes[i]->len, r);
    for (int i = 0; !ok && i < FILES; i++)
        unlink(text_str(&path[i]));
    return ok;
}

bool model_files_write(const struct model_files *f, const char *folder, struct reply *r)
{
    static const char *const names[FILES] = {"model.safetensors", "tokenizer.json", "config.json"};
    const struct text *bytes[FILES] = {&f->numbers, &f->tokenizer, &f->config};
    struct text path[FILES] = {{0}};
    char real[PATH_MAX];
    if (!file_may_write(realpath(folder, real) ? real : folder, r))
        return false;
    for (int i = 0; i < FILES; i++)
        text_addf(&path[i], "%s/%s", folder, names[i]);
    bool output = strcmp(folder, "-") == 0, created = !output && mkdir(folder, 0777) == 0,
         ok = output || created || errno == EEXIST || system_error(folder, r);
    if (ok && (output || !folder_is(folder)))
        ok = reply_fail(r, 0, TEXT("%s is not a folder: write 'export safetensors FOLDER'"), folder);
    bool again = access(text_str(&path[0]), F_OK) == 0;
    ok = ok && may_replace(folder, path, r) && write_files(bytes, path, r);
    if (!ok && created)
        rmdir(folder);
    if (ok)
        reply_say(
            r,
            again ? TEXT("overwrote the model in %s (no copy of the old one is kept); 'model %s' opens it")
                  : TEXT("wrote a model to the folder %s; 'model %s' opens it"),
            folder, folder);
    for (int i = 0; i < FILES; i++)
        text_finish(&path[i]);
    return ok;
}

/* ---- model.safetensors --------------------------------------------------------------- */

enum { PARTS = 3, PER_LAYER = 12, TENSORS = 16 + CONFIG_MAX_LAYERS * PER_LAYER, ALIGNED = 8 };

/* One tensor: matrices side by side. */
struct tensor {
    char name[48];
    int rows, cols[PARTS];
    struct factor part[PARTS]; /* absent: zeros */
    bool flat;                 /* one row, of one dimension */
};

struct tensors {
    int count;
    struct tensor of[TENSORS];
};

/* ---- which ------------------------------------------------------------------------ */

/* Sets part n->part of t to what row n of the table names. Returns true if it is there. */
static bool take_part(struct tensor *t, const struct config *c, const struct family_name *n, int layer,
                      struct mat words)
{
    int table = c->pe->tabled ? ROLE_PLACES : ROLE_ENCODING;
    struct factor m = {.rows = 0};
    if (n->role == ROLE_TOKENS)
        m = factor_of(words);
    else if (n->role == table)
        m = config_table(c);
    else if (n->role > ROLE_ENCODING)
        m = factor_of(c->pe_mat[n->role - ROLE_ENCODING]);
    else if (n->role < WEIGHT_COUNT && !(n->role >= LN_G1 && n->role <= LN_B2 && c->norm == NORM_NONE))
        m = c->w[layer][n->role];
    t->rows = m.rows;
    t->cols[n->part] = m.cols;
    t->part[n->part] = m;
    if (n->role < WEIGHT_COUNT)
        config_weight_shape(c, layer, (enum weight)n->role, &t->rows, &t->cols[n->part]);
    return factor_present(m) && t->rows > 0;
}

static bool of_layer(const struct family_name *n)
{
    return n->role < WEIGHT_COUNT && config_weight_layer((enum weight)n->role, 1) == 1;
}

/* Rows of the table with one name are parts of one tensor, which is there if one of them is. */
static void list_tensors(struct tensors *t, const struct config *c, struct mat words)
{
    t->count = 0;
    for (int l = 0; l < c->layers; l++)
        for (int i = 0, parts; i < FAMILY_OWN_NAMES; i += parts) {
            const struct family_name *n = &family_own_names[i];
            struct tensor *one = &t->of[t->count];
            bool there = false;
            parts = n->parts ? n->parts : 1;
            *one = (struct tensor){.flat = strstr(n->name, ".bias") || strstr(n->name, "ln_")};
            for (int k = 0; k < parts; k++)
                there = take_part(one, c, n + k, l, words) || there;
            if (of_layer(n))
                snprintf(one->name, sizeof one->name, "h.%d.%s", l, n->name);
            else
                snprintf(one->name, sizeof one->name, "%s", n->name);
            t->count += there && (l == 0 || of_layer(n));
        }
    struct factor u = c->w[0][READ_U];
    if (factor_present(u) && c->classes > 0)
        t->of[t->count++] = (struct tensor){
            .name = "lm_head.weight", .rows = u.cols, .cols = {u.rows}, .part = {factor_transposed(u)}};
}

/* ---- bytes ------------------------------------------------------------------------ */

static void export_safetensors(const struct config *c, struct mat words, struct text *out)
{
    struct text header = {0};
    struct tensors t;
    size_t end = 0;
    list_tensors(&t, c, words);
    text_add(&header, "{\"__metadata__\":{\"format\":\"pt\"}");
    for (int i = 0; i < t.count; i++) {
        int rows = t.of[i].rows, cols = t.of[i].cols[0] + t.of[i].cols[1] + t.of[i].cols[2];
        size_t to = end + sizeof(double) * (size_t)rows * (size_t)cols;
        text_addf(&header, ",\"%s\":{\"dtype\":\"F64\",\"shape\":[", t.of[i].name);
        if (t.of[i].flat)
            text_addf(&header, "%d", cols);
        else
            text_addf(&header, "%d,%d", rows, cols);
        text_addf(&header, "],\"data_offsets\":[%zu,%zu]}", end, to);
        end = to;
    }
    text_add(&header, "}");
    while (!header.failed && header.len % ALIGNED != 0)
        text_add_char(&header, ' ');
    for (int i = 0; i < 8; i++)
        text_add_char(out, (char)(header.len >> (8 * i) & 0xFF));
    text_add_bytes(out, text_str(&header), header.len);
    text_finish_part(&header, out);
    for (int i = 0; i < t.count; i++)
        for (int row = 0; row < t.of[i].rows; row++)
            for (int p = 0; p < PARTS; p++)
                for (int j = 0; j < t.of[i].cols[p]; j++)
                    export_double(out, factor_present(t.of[i].part[p]) ? factor_entry(t.of[i].part[p], row, j)
                                                                       : 0);
}
