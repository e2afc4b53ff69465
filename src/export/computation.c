#include "export/computation.h"

#include <string.h>

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "export/json.h"
#include "state/encoding.h"
#include "state/matrices.h"
#include "state/param.h"

static void json_sizes(struct text *out, const struct scene *s)
{
    const struct config *c = &s->config;
    const struct {
        const char *name;
        int value;
    } sizes[] = {
        {"n", c->n},   {"m", c->block == BLOCK_DECODER && c->m ? c->m : config_keys(c)},
        {"d", c->d},   {"heads", c->heads},
        {"dk", c->dk}, {"dv", c->dv},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        json_key(out, sizes[i].name);
        text_addf(out, "%d", sizes[i].value);
    }
    double factor = c->pe->divisor_factor > 0 && !config_crosses(c) ? c->pe->divisor_factor : 1;
    json_key(out, "scale");
    json_number(out, c->divisor * factor);
    json_key(out, "block");
    json_string(out, block_name((int)c->block));
    if (c->layers > 1) {
        json_key(out, "layers");
        text_addf(out, "%d", c->layers);
    }
}

static void json_encoding(struct text *out, const struct scene *s)
{
    const struct posenc_def *pe = s->config.pe;
    json_key(out, "encoding");
    text_add(out, "{");
    json_key(out, "name");
    json_string(out, pe->name);
    json_key(out, "base");
    json_number(out, s->config.base);
    json_key(out, "pescale");
    json_number(out, s->config.pescale);
    for (int i = 0; i < posenc_param_count(pe); i++) {
        struct text value = {0};
        json_key(out, pe->params[i].name);
        encoding_param_print(&s->state, i, &value);
        if (pe->params[i].choices)
            json_string(out, text_str(&value));
        else
            text_add(out, text_str(&value));
        text_finish_part(&value, out);
    }
    for (int i = 0; i < posenc_matrix_count(pe); i++) {
        json_key(out, pe->matrices[i].name);
        json_matrix(out, s->config.pe_mat[i]);
    }
    text_add(out, "}");
    json_key(out, "mask");
    json_string(out, mask_name((int)s->config.mask));
}

static bool all_zero(struct mat m)
{
    for (int r = 0; r < m.rows; r++)
        for (int c = 0; c < m.cols; c++)
            if (mat_at(m, r, c) != 0)
                return false;
    return true;
}

/* Weights of the last layer. Biases and shifts that are zero are left out. */
static void json_weights(struct text *out, const struct scene *s)
{
    struct matrix_ref refs[MATRICES_MAX];
    int count = matrices_list(&s->state, refs);
    const struct mat *w = s->config.w[s->config.layers - 1];
    for (int i = 0; i < count; i++) {
        struct mat m = refs[i].kind == MATRIX_WEIGHT ? w[refs[i].index] : (struct mat){0};
        if (mat_present(m) && !(m.rows == 1 && all_zero(m))) {
            json_key(out, matrices_name(&s->state, refs[i]));
            json_matrix(out, m);
        }
    }
}

static void json_stages(struct text *out, const struct scene *s)
{
    int layer = s->config.layers - 1;
    for (int i = 0; i < STAGE_COUNT; i++) {
        if (!stage_has_numbers(i) || !stage_present(&s->config, layer, i))
            continue;
        json_key(out, stage_name(i));
        if (stage_row(i)->heads != HEADS_APART) {
            json_matrix(out, stage_matrix(&s->trace, layer, i, 0));
            continue;
        }
        text_add_char(out, '[');
        for (int h = 0; h < s->config.heads; h++) {
            text_add(out, h ? "," : "");
            json_matrix(out, stage_matrix(&s->trace, layer, i, h));
        }
        text_add_char(out, ']');
    }
}

static void json_terms(struct text *out, const struct scene *s)
{
    int layer = s->config.layers - 1;
    const struct attention *a = &s->trace.layer[layer].self;
    struct term list[TERM_MAX];
    int count = terms_list(&s->config, layer, list);
    if (a->term_count < count)
        return;
    json_key(out, "terms");
    text_add(out, "{");
    for (int t = 0; t < count; t++) {
        json_key(out, list[t].name);
        text_add_char(out, '[');
        for (int h = 0; h < a->heads; h++) {
            text_add(out, h ? "," : "");
            json_matrix(out, attention_head(a, a->term[t], h));
        }
        text_add_char(out, ']');
    }
    text_add(out, "}");
}

void export_json(const struct scene *s, struct text *out)
{
    text_add(out, "{");
    json_key(out, "format");
    text_add(out, "1");
    json_key(out, "tokens");
    json_words(out, &s->state, s->state.sentence);
    if (s->state.memory) {
        json_key(out, "memory");
        json_words(out, &s->state, s->state.memory);
    }
    json_sizes(out, s);
    json_encoding(out, s);
    json_weights(out, s);
    json_stages(out, s);
    json_terms(out, s);
    text_add(out, "}\n");
}
