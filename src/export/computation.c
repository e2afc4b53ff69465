#include "export/export.h"

#include <string.h>

#include "base/number.h"
#include "core/pipeline/patch.h"
#include "core/pipeline/grad.h"
#include "core/pipeline/source.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "export/json.h"
#include "network/pretrained.h"
#include "state/encoding.h"
#include "state/matrices.h"
#include "state/param.h"
#include "tap/tap.h"

static void json_encoding(struct text *out, const struct scene *s)
{
    const struct posenc_def *pe = s->config.pe;
    text_add(json_add_key(out, "encoding"), "{");
    json_add_string(json_add_key(out, "name"), pe->name);
    json_add_number(json_add_key(out, "base"), s->config.base);
    json_add_number(json_add_key(out, "pescale"), s->config.pescale);
    for (int i = 0; i < posenc_param_count(pe); i++) {
        struct text value = {0};
        if (!posenc_param_says(pe, s->config.pe_param, i))
            continue;
        json_add_key(out, pe->params[i].name);
        encoding_param_print(&s->state, i, &value);
        if (pe->params[i].choices || (pe->params[i].zero && s->config.pe_param[i] == 0))
            json_add_string(out, text_str(&value));
        else
            text_add(out, text_str(&value));
        text_finish_part(&value, out);
    }
    for (int i = 0; i < posenc_matrix_count(pe) && !state_model(&s->state); i++)
        json_add_matrix(json_add_key(out, pe->matrices[i].name), s->config.pe_mat[i]);
    text_add(out, "}");
    json_add_string(json_add_key(out, "mask"), param_choice(param_find("mask"), (int)s->config.mask));
}

static bool all_zero(struct mat m)
{
    for (int r = 0; r < m.rows; r++)
        for (int c = 0; c < m.cols; c++)
            if (mat_at(m, r, c) != 0)
                return false;
    return true;
}

/* What today's models have, each by its name while it is on; the sink is a matrix. Returns true if any is. */
static bool json_switches(struct text *out, const struct scene *s)
{
    static const char *const names[] = {"key_heads", "window", "qk_norm", "softcap",
                                        "final_cap", "gated",  "rms",     "parallel"};
    struct state plain;
    bool any = s->config.sink;
    if (!state_init(&plain)) {
        out->failed = true;
        return false;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct param *p = param_find(names[i]);
        struct text value = {0};
        if (param_same(&plain, &s->state, p))
            continue;
        any = true;
        param_print(&s->state, p, &value);
        if (p->kind == PARAM_CHOICE && strcmp(names[i], "qk_norm") == 0)
            json_add_string(json_add_key(out, names[i]), text_str(&value));
        else
            text_add(json_add_key(out, names[i]), p->kind == PARAM_CHOICE ? "true" : text_str(&value));
        text_finish_part(&value, out);
    }
    state_finish(&plain);
    return any;
}

static void json_heads(struct text *out, const struct attention *a, struct mat stacked)
{
    text_add_char(out, '[');
    for (int h = 0; h < a->heads; h++) {
        text_add(out, h ? "," : "");
        json_add_matrix(out, attention_head(a, stacked, h));
    }
    text_add_char(out, ']');
}

static void json_stage(struct text *out, const struct scene *s, int layer, int stage)
{
    json_add_key(out, stage_name(stage));
    if (stage_row(stage)->heads != HEADS_APART) {
        json_add_matrix(out, stage_matrix(&s->trace, layer, stage, 0));
        return;
    }
    text_add_char(out, '[');
    for (int h = 0; h < s->config.heads; h++) {
        text_add(out, h ? "," : "");
        json_add_matrix(out, stage_matrix(&s->trace, layer, stage, h));
    }
    text_add_char(out, ']');
}

/* A model's words are too many for a number each at every position: see logits_last. */
static bool exported(const struct scene *s, int layer, int stage)
{
    return stage_has_numbers(stage) && stage_present(&s->config, layer, stage) &&
           (stage < STAGE_LOGITS || !state_model(&s->state));
}

static void json_stages(struct text *out, const struct scene *s, int layer)
{
    for (int i = 0; i < STAGE_COUNT; i++)
        if (exported(s, layer, i))
            json_stage(out, s, layer, i);
}

/* The name of a term; in full: as a pair of sources. */
static void term_name(const struct term *t, bool full, struct text *out)
{
    if (full && t->query)
        text_addf(out, "%s·%s", source_name(t->query), source_name(t->key));
    else
        text_add(out, t->name);
}

/* The terms that are knocked out, if any: they are no part of the scores. */
static void json_off(struct text *out, const struct config *c, int layer, const struct term *list, int count)
{
    const char *between = "";
    if (!terms_any_off(c, layer))
        return;
    text_add_char(json_add_key(out, "off"), '[');
    for (int t = 0; t < count; t++) {
        struct term_set bits = terms_set(layer, &list[t]);
        struct text name = TEXT_HERE;
        if (!term_set_covers(&c->term_off, &bits))
            continue;
        term_name(&list[t], c->sources == SOURCES_EACH, &name);
        text_add(out, between);
        json_add_string(out, text_str(&name));
        text_finish(&name);
        between = ",";
    }
    text_add_char(out, ']');
}

static void json_terms(struct text *out, const struct scene *s, int layer)
{
    const struct attention *a = &s->trace.layer[layer].self;
    struct term list[TERM_MAX];
    int count = terms_list(&s->config, layer, list);
    if (a->term_count < count)
        return;
    text_add(json_add_key(out, "terms"), "{");
    for (int t = 0; t < count; t++)
        json_heads(json_add_key(out, list[t].name), a, attention_term(a, t));
    text_add(out, "}");
    json_off(out, &s->config, layer, list, count);
}

/* The terms of a layer, every source by itself and named in full. */
static void json_terms_by_source(struct text *out, const struct scene *s, int layer)
{
    const struct attention *a = &s->trace.layer[layer].self;
    struct config each = s->config;
    struct term list[TERM_MAX], kept[TERM_MAX];
    int kept_count = terms_list(&s->config, layer, kept), count, at = 0;
    if (a->term_count < kept_count)
        return;
    each.sources = SOURCES_EACH;
    text_add(json_add_key(out, "terms"), "{");
    count = terms_list(&each, layer, list);
    for (int t = 0; t < count; t++) {
        struct text name = TEXT_HERE;
        term_name(&list[t], true, &name);
        json_add_key(out, text_str(&name));
        text_finish(&name);
        for (at = 0; at < kept_count && strcmp(kept[at].name, list[t].name) != 0;)
            at++;
        if (at < kept_count)
            json_heads(out, a, attention_term(a, at));
        else {
            /* The scene keeps this product of sources only as a part of a group. */
            double row[CONFIG_MAX_WORDS];
            text_add_char(out, '[');
            for (int h = 0; h < a->heads; h++) {
                text_add(out, h ? ",[" : "[");
                for (int i = 0; i < s->config.n; i++) {
                    terms_product_row(row, a, &s->config, &list[t], h, i);
                    text_add(out, i ? "," : "");
                    json_add_numbers(out, row, config_keys(&s->config));
                }
                text_add_char(out, ']');
            }
            text_add_char(out, ']');
        }
    }
    text_add(out, "}");
    json_off(out, &each, layer, list, count);
}

/* Every stage and the terms of every layer, if there is more than one; the windows and bases if they differ.
 * `inputs`: also the rows that each layer begins with. */
static void json_trace(struct text *out, const struct scene *s, bool inputs)
{
    if (s->config.layers == 1 && !state_model(&s->state))
        return;
    text_add_char(json_add_key(out, "trace"), '[');
    for (int l = 0; l < s->config.layers; l++) {
        text_add(out, l ? ",{" : "{");
        json_stages(out, s, l);
        if (s->config.window_base > 0 || (s->config.window > 0 && s->config.windowless > 0)) {
            json_add_number(json_add_key(out, "window"), config_window(&s->config, l));
            json_add_number(json_add_key(out, "base"), posenc_of_layer(&s->config, l).base);
        }
        if (inputs && l > 0)
            json_add_matrix(json_add_key(out, "X"), s->trace.layer[l].in);
        json_terms_by_source(out, s, l);
        text_add(out, "}");
    }
    text_add_char(out, ']');
}

static void json_gradient(struct text *out, const char *name, struct mat m)
{
    if (!mat_present(m))
        return;
    json_add_matrix(json_add_key(out, name), m);
}

static void json_gradients(struct text *out, const struct scene *s)
{
    struct grad g = {0};
    const char *why;
    const struct posenc_def *pe = s->config.pe;
    if (!grad_possible(&s->config, &why))
        return;
    if (!grad_reserve(&g, &s->config, 0)) {
        out->failed = true;
        return;
    }
    g.d.work = out->work;
    out->failed = !grad_compute(&g, &s->trace, &s->config) || out->failed;
    text_add_char(json_add_key(out, "gradients"), '{');
    json_gradient(out, "X", g.d.X);
    json_gradient(out, "Y", g.d.Y);
    if (!pe->tabled)
        json_gradient(out, "P", g.d.P);
    for (int i = 0; i < posenc_matrix_count(pe); i++)
        json_gradient(out, pe->matrices[i].name, g.to.pe_mat[i]);
    /* Those by the weights: with more than one layer their names begin with the layer's number, 0.WQ. */
    struct matrix_ref refs[MATRICES_MAX];
    int count = matrices_list(&s->state, refs);
    for (int l = 0; l < s->config.layers; l++)
        for (int i = 0; i < count; i++) {
            struct text name = {0};
            enum weight w = (enum weight)refs[i].index;
            if (refs[i].kind != MATRIX_WEIGHT || config_weight_layer(w, l) != l)
                continue;
            if (s->config.layers > 1 && config_weight_layer(w, 1) == 1)
                text_addf(&name, "%d.", l);
            text_add(&name, matrices_name(&s->state, refs[i]));
            json_gradient(out, text_str(&name), factor_mat(g.to.w[l][w]));
            text_finish(&name);
        }
    text_add_char(out, '}');
    grad_finish(&g);
}

/* The classes, what is asked, the loss and its gradients, as far as there are any. */
static void json_answers(struct text *out, const struct scene *s)
{
    const struct config *c = &s->config;
    int heads = 0;
    for (int k = 0; k < c->target_count; k++)
        heads += c->target[k].head >= 0;
    if (c->classes > 0 && !state_model(&s->state)) {
        json_add_words(json_add_key(out, "classes"), &s->state, s->state.classes);
        /* For each position the index of its class, -1: not asked. */
        text_add_char(json_add_key(out, "targets"), '[');
        for (int i = 0; i < c->n; i++) {
            int to = -1;
            for (int k = 0; k < c->target_count; k++)
                to = c->target[k].head < 0 && c->target[k].at == i ? c->target[k].to : to;
            text_addf(out, "%s%d", i ? "," : "", to);
        }
        text_add_char(out, ']');
    }
    if (heads > 0) {
        /* [layer, head, position, key] for each head that is to read a word. */
        const char *between = "";
        text_add_char(json_add_key(out, "head_targets"), '[');
        for (int k = 0; k < c->target_count; k++) {
            const struct target *t = &c->target[k];
            if (t->head < 0)
                continue;
            text_addf(out, "%s[%d,%d,%d,%d]", between, t->layer, t->head, t->at, t->to);
            between = ",";
        }
        text_add_char(out, ']');
    }
    if (c->target_count == 0)
        return;
    json_add_number(json_add_key(out, "loss"), grad_loss(&s->trace, c));
    json_gradients(out, s);
}

/* ---- models ----------------------------------------------------------------------- */

/* The model, its tokens and what it answers at the last position, or at the masked one. */
static void json_model(struct text *out, const struct scene *s)
{
    const struct pretrained *model = state_model(&s->state);
    if (!model)
        return;
    const struct family_sizes *is = &model->sizes;
    text_add_char(json_add_key(out, "model"), '{');
    json_add_string(json_add_key(out, "family"), model->family->type);
    const struct {
        const char *name;
        int value;
    } sizes[] = {{"layers", is->layers},
                 {"heads", is->heads},
                 {"key_heads", is->key_heads},
                 {"d", is->d},
                 {"vocab", is->vocab}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        text_addf(json_add_key(out, sizes[i].name), "%d", sizes[i].value);
    if (is->word_scale != 1)
        json_add_number(json_add_key(out, "word_scale"), is->word_scale);
    text_add_char(out, '}');
    /* The token of each word; -1: a word that the model does not know. */
    text_add_char(json_add_key(out, "ids"), '[');
    for (int t = 0; t < s->state.sentence->count; t++) {
        int id = s->state.sentence->id[t];
        text_addf(out, t ? ",%d" : "%d", id < state_model(&s->state)->sizes.vocab ? id : -1);
    }
    text_add_char(out, ']');
    if (is->types > 0) {
        text_add_char(json_add_key(out, "types"), '[');
        for (int t = 0; t < s->state.sentence->count; t++)
            text_addf(out, t ? ",%d" : "%d", state_type(&s->state, t));
        text_add_char(out, ']');
    }
    if (s->config.classes == 0)
        return;
    json_add_numbers(json_add_key(out, "logits_last"), mat_row(s->trace.logits, state_asked(&s->state)),
                     s->config.classes);
}

/* What is left out, and what is put in, while anything is. */
static void json_patches(struct text *out, const struct scene *s)
{
    const struct patches *c = s->state.patches;
    uint32_t omitted = (uint32_t)s->state.set.omitted;
    struct text left = TEXT_HERE, put = TEXT_HERE;
    for (int i = 0; i < SOURCE_MAX; i++)
        if (omitted >> i & 1U)
            text_addf(&left, "%s\"%s\"", left.len ? "," : "", source_name(SOURCE_BIT(i)));
    for (int i = 0; c && i < c->count; i++) {
        bool omits = patch_omits(&c->of[i].is, NULL);
        struct text *to = omits ? &left : &put;
        text_addf(to, omits ? "%s\"" : "%s{\"what\":\"", to->len ? "," : "");
        patch_name(&c->of[i].is, to);
        if (omits && c->of[i].is.at >= 0 && c->of[i].is.kind != PATCH_WORD)
            text_addf(to, " %d", c->of[i].is.at);
        text_add_char(to, '"');
        if (!omits && c->of[i].is.at >= 0)
            text_addf(to, ",\"at\":%d}", c->of[i].is.at);
        else if (!omits)
            text_add(to, ",\"at\":\"all\"}");
    }
    if (left.len)
        text_addf(json_add_key(out, "omitted"), "[%s]", text_str(&left));
    if (put.len)
        text_addf(json_add_key(out, "carried"), "[%s]", text_str(&put));
    text_finish(&left);
    text_finish(&put);
}

void export_json(const struct scene *s, struct tap *tap, struct text *out)
{
    text_add(out, "{");
    text_add(json_add_key(out, "format"), "1");
    json_add_words(json_add_key(out, "tokens"), &s->state, s->state.sentence);
    if (s->state.memory)
        json_add_words(json_add_key(out, "memory"), &s->state, s->state.memory);
    const struct config *c = &s->config;
    const struct {
        const char *name;
        int value;
    } sizes[] = {
        {"n", c->n},   {"m", c->block == BLOCK_DECODER && c->m ? c->m : config_keys(c)},
        {"d", c->d},   {"heads", c->heads},
        {"dk", c->dk}, {"dv", c->dv},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        text_addf(json_add_key(out, sizes[i].name), "%d", sizes[i].value);
    double factor = c->pe->divisor_factor > 0 && !config_crosses(c) ? c->pe->divisor_factor : 1;
    json_add_number(json_add_key(out, "scale"), c->divisor * factor);
    json_add_string(json_add_key(out, "block"), param_choice(param_find("block"), (int)c->block));
    if (c->layers > 1)
        text_addf(json_add_key(out, "layers"), "%d", c->layers);
    json_model(out, s);
    json_patches(out, s);
    json_encoding(out, s);
    bool switched = json_switches(out, s);
    if (!state_model(&s->state)) {
        /* Weights of layer 0; a model's are left in its file. Biases and shifts that are zero are left out.
         */
        struct matrix_ref refs[MATRICES_MAX];
        int count = matrices_list(&s->state, refs);
        for (int i = 0; i < count; i++) {
            if (refs[i].kind != MATRIX_WEIGHT)
                continue;
            enum weight w = (enum weight)refs[i].index;
            struct factor m = s->config.w[config_weight_layer(w, 0)][w];
            if (factor_present(m) && (w == SINK_LOGIT || !(m.rows == 1 && all_zero(factor_mat(m)))))
                json_add_matrix(json_add_key(out, matrices_name(&s->state, refs[i])), factor_mat(m));
        }
    }
    json_stages(out, s, 0);
    /* What comes only after the last layer: the readout. */
    int last = s->config.layers - 1;
    for (int i = 0; i < STAGE_COUNT && last > 0; i++)
        if (exported(s, last, i) && !stage_present(&s->config, 0, i))
            json_stage(out, s, last, i);
    json_terms(out, s, 0);
    json_trace(out, s, switched);
    json_answers(out, s);
    if (tap)
        tap_json(tap, json_add_key(out, "tap"));
    text_add(out, "}\n");
}
