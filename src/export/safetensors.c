#include "export/safetensors.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "export/json.h"
#include "state/training.h"

enum { PARTS = 3, PER_LAYER = 12, TENSORS = 5 + CONFIG_MAX_LAYERS * PER_LAYER, ALIGNED = 8 };

/* One tensor: matrices side by side. */
struct tensor {
    char name[48];
    struct factor part[PARTS];
    bool transposed; /* as it is written */
    bool flat;       /* one row, of one dimension */
};

struct tensors {
    int count;
    struct tensor of[TENSORS];
};

/* ---- which ------------------------------------------------------------------------ */

/* Appends a tensor unless its first matrix is absent. layer -1: the model has it once. */
static struct tensor *add(struct tensors *t, int layer, const char *name, struct factor first)
{
    struct tensor *one = factor_present(first) ? &t->of[t->count++] : NULL;
    if (!one)
        return NULL;
    *one = (struct tensor){.flat = false};
    if (layer < 0)
        snprintf(one->name, sizeof one->name, "%s", name);
    else
        snprintf(one->name, sizeof one->name, "h.%d.%s", layer, name);
    one->part[0] = first;
    return one;
}

static void add_flat(struct tensors *t, int layer, const char *name, struct factor row)
{
    struct tensor *one = add(t, layer, name, row);
    if (one)
        one->flat = true;
}

/* Adds the weights or biases of queries, keys and values as one tensor, side by side as in GPT-2. */
static void add_attention(struct tensors *t, const struct factor *w, int layer)
{
    struct tensor *one = add(t, layer, "attn.c_attn.weight", w[W_Q]);
    one->part[1] = w[W_K];
    one->part[2] = w[W_V];
    if (factor_present(w[B_Q]) && factor_present(w[B_K]) && factor_present(w[B_V]) &&
        (one = add(t, layer, "attn.c_attn.bias", w[B_Q]))) {
        one->part[1] = w[B_K];
        one->part[2] = w[B_V];
        one->flat = true;
    }
    add(t, layer, "attn.c_proj.weight", w[W_O]);
    add_flat(t, layer, "attn.c_proj.bias", w[B_O]);
}

/* The gains of a LayerNorm that is off are there, and mean nothing. */
static bool is_norm(enum weight w)
{
    return w >= LN_G1 && w <= LN_B2;
}

static void add_layer(struct tensors *t, const struct config *c, int layer)
{
    static const struct {
        const char *name;
        enum weight weight;
        bool flat;
    } rest[] = {{"ln_1.weight", LN_G1, true},        {"ln_1.bias", LN_B1, true},
                {"mlp.c_fc.weight", FF_W1, false},   {"mlp.c_fc.bias", FF_B1, true},
                {"mlp.c_proj.weight", FF_W2, false}, {"mlp.c_proj.bias", FF_B2, true},
                {"ln_2.weight", LN_G2, true},        {"ln_2.bias", LN_B2, true}};
    const struct factor *w = c->w[layer];
    add_attention(t, w, layer);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        if (is_norm(rest[i].weight) && c->norm == NORM_NONE)
            continue;
        else if (rest[i].flat)
            add_flat(t, layer, rest[i].name, w[rest[i].weight]);
        else
            add(t, layer, rest[i].name, w[rest[i].weight]);
}

static void list(struct tensors *t, const struct config *c, struct mat words)
{
    t->count = 0;
    add(t, -1, "wte.weight", factor_of(words));
    if (c->pe->tabled)
        add(t, -1, "wpe.weight", config_table(c));
    for (int l = 0; l < c->layers; l++)
        add_layer(t, c, l);
    add_flat(t, -1, "ln_f.weight", c->w[0][LN_GF]);
    add_flat(t, -1, "ln_f.bias", c->w[0][LN_BF]);
    struct tensor *head = add(t, -1, "lm_head.weight", c->w[0][READ_U]);
    if (head)
        head->transposed = true;
    add_flat(t, -1, "lm_head.bias", c->w[0][READ_B]);
}

/* ---- bytes ------------------------------------------------------------------------ */

static int columns(const struct tensor *t)
{
    int sum = 0;
    for (int i = 0; i < PARTS; i++)
        sum += t->part[i].cols;
    return sum;
}

static void add_bytes(struct text *out, uint64_t bits)
{
    char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)(bits >> (8 * i) & 0xFF);
    text_add_bytes(out, bytes, sizeof bytes);
}

static void add_double(struct text *out, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    add_bytes(out, bits);
}

static void write_numbers(const struct tensor *t, struct text *out)
{
    struct factor m = t->part[0];
    for (int j = 0; t->transposed && j < m.cols; j++)
        for (int i = 0; i < m.rows; i++)
            add_double(out, factor_entry(m, i, j));
    for (int i = 0; !t->transposed && i < m.rows; i++)
        for (int p = 0; p < PARTS; p++)
            for (int j = 0; j < t->part[p].cols; j++)
                add_double(out, factor_entry(t->part[p], i, j));
}

/* Returns where the tensor ends. */
static size_t describe(const struct tensor *t, size_t from, struct text *out)
{
    int rows = t->part[0].rows, cols = columns(t);
    size_t to = from + sizeof(double) * (size_t)rows * (size_t)cols;
    text_addf(out, ",\"%s\":{\"dtype\":\"F64\",\"shape\":[", t->name);
    if (t->flat)
        text_addf(out, "%d", cols);
    else
        text_addf(out, "%d,%d", t->transposed ? cols : rows, t->transposed ? rows : cols);
    text_addf(out, "],\"data_offsets\":[%zu,%zu]}", from, to);
    return to;
}

static void write(const struct tensors *t, const struct text *words, const struct text *classes,
                  struct text *out)
{
    struct text header = {0};
    size_t end = 0;
    text_add(&header, "{\"__metadata__\":{\"format\":\"pt\",\"words\":");
    json_add_string(&header, text_str(words));
    text_add(&header, ",\"classes\":");
    json_add_string(&header, text_str(classes));
    text_add(&header, "}");
    for (int i = 0; i < t->count; i++)
        end = describe(&t->of[i], end, &header);
    text_add(&header, "}");
    while (!header.failed && header.len % ALIGNED != 0)
        text_add_char(&header, ' ');
    add_bytes(out, header.len);
    text_add_bytes(out, text_str(&header), header.len);
    text_finish_part(&header, out);
    for (int i = 0; i < t->count; i++)
        write_numbers(&t->of[i], out);
}

/* ---- words ------------------------------------------------------------------------ */

static void say(struct text *out, const char *word)
{
    text_add(out, out->len > 0 ? " " : "");
    text_add(out, word);
}

/* Sets the rows to the words of the task, at the step of the scene. */
static bool task_rows(const struct scene *s, struct arena *room, struct mat *rows, struct text *names,
                      struct reply *r)
{
    struct state trained;
    state_copy(&trained, &s->state);
    bool ok = training_open(&trained, r);
    if (ok) {
        struct mat from = trained.training->trainer.words;
        ok = arena_reserve(room, mat_room(from.rows, from.cols)) || reply_no_memory(r);
        if (ok)
            mat_copy(*rows = mat_in(room, from.rows, from.cols), from);
    }
    for (int i = 0; ok && i < rows->rows; i++)
        say(names, training_name(trained.training, i));
    state_finish(&trained);
    return ok;
}

static bool sentence_rows(const struct scene *s, struct arena *room, struct mat *rows, struct text *names,
                          struct reply *r)
{
    const struct sequence *q = s->state.sentence;
    struct mat X = s->trace.X;
    int count = 0;
    if (!arena_reserve(room, mat_room(X.rows, X.cols)))
        return reply_no_memory(r);
    *rows = mat_in(room, X.rows, X.cols);
    for (int i = 0; i < q->count; i++) {
        int first = 0;
        while (q->id[first] != q->id[i])
            first++;
        if (first < i)
            continue;
        memcpy(mat_row(*rows, count++), mat_row(X, i), (size_t)X.cols * sizeof(double));
        say(names, state_name(&s->state, q, i));
    }
    rows->rows = count;
    return true;
}

bool export_safetensors(const struct scene *s, struct text *out, struct reply *r)
{
    struct arena room = {0};
    struct mat rows = {0};
    struct text words = {0}, classes = {0};
    struct tensors t;
    bool ok =
        s->state.set.task ? task_rows(s, &room, &rows, &words, r) : sentence_rows(s, &room, &rows, &words, r);
    for (int i = 0; s->state.classes && i < s->state.classes->count; i++)
        say(&classes, state_name(&s->state, s->state.classes, i));
    if (ok) {
        list(&t, &s->config, rows);
        write(&t, &words, &classes, out);
    }
    out->failed = out->failed || words.failed || classes.failed;
    text_finish(&words);
    text_finish(&classes);
    arena_finish(&room);
    return ok;
}
