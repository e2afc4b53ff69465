#include "export/model_folder.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "model/family.h"

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
static bool take(struct tensor *t, const struct config *c, const struct family_name *n, int layer,
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
static void list(struct tensors *t, const struct config *c, struct mat words)
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
                there = take(one, c, n + k, l, words) || there;
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
    for (int i = 0; i < t->rows; i++)
        for (int p = 0; p < PARTS; p++)
            for (int j = 0; j < t->cols[p]; j++)
                add_double(out, factor_present(t->part[p]) ? factor_entry(t->part[p], i, j) : 0);
}

void export_safetensors(const struct config *c, struct mat words, struct text *out)
{
    struct text header = {0};
    struct tensors t;
    size_t end = 0;
    list(&t, c, words);
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
    add_bytes(out, header.len);
    text_add_bytes(out, text_str(&header), header.len);
    text_finish_part(&header, out);
    for (int i = 0; i < t.count; i++)
        write_numbers(&t.of[i], out);
}
