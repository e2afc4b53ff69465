/* Whole models: every stage, the logits and the terms by source of small files in the layouts of published
 * models, against an independent implementation. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/pipeline/source.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "network/pretrained.h"
#include "network/tokens/tokenizer.h"
#include "support/close.h"
#include "support/test.h"
#include "support/truth.h"

/* A sentence that goes through a model. */
struct run {
    struct pretrained *p;
    struct arena arena;
    struct config c;
    struct trace t;
    struct truth truth;
    json_t *want;
};

static int id_of(json_t *run, const char *list, int i)
{
    return (int)truth_number(truth_nth(truth_at(run, list), i));
}

static void compute(struct run *x, json_t *want)
{
    int n = (int)json_array_size(truth_at(want, "ids"));
    x->want = want;
    pretrained_config(x->p, &x->c);
    x->c.n = n;
    x->c.sources = SOURCES_EACH;
    assert_true(arena_reserve(&x->arena, 2 * (size_t)n * (size_t)x->c.d));
    x->c.X = mat_in(&x->arena, n, x->c.d);
    for (int i = 0; i < n; i++)
        factor_copy(mat_rows(x->c.X, i, 1), pretrained_token(x->p, id_of(want, "ids", i)));
    for (int i = 0; i < n * x->c.d; i++)
        x->c.X.v[i] *= x->p->sizes.word_scale;
    if (x->c.types)
        x->c.T = mat_in(&x->arena, n, x->c.d);
    for (int i = 0; i < n && x->c.types; i++)
        factor_read(mat_row(x->c.T, i), factor_of(x->p->types), id_of(want, "types", i), 0, x->c.d);
    assert_true(trace_reserve(&x->t, &x->c) && trace_compute(&x->t, &x->c));
}

static void close_run(struct run *x)
{
    trace_finish(&x->t);
    arena_finish(&x->arena);
}

/* What the reference calls the stages. Names that a file has not are passed over. */
static const struct {
    const char *name;
    int stage;
    enum norm_kind norm;
} stages[] = {
    {"resid_pre", STAGE_SUM, NORM_PRE},
    {"ln_1", STAGE_H, NORM_PRE},
    {"resid_pre", STAGE_H, NORM_POST},
    {"norm_1", STAGE_H, NORM_PRE},
    {"norm_1", STAGE_NORM1, NORM_POST},
    {"q", STAGE_Q, NORM_NONE},
    {"k", STAGE_K, NORM_NONE},
    {"v", STAGE_V, NORM_NONE},
    {"attn_out", STAGE_OUTPUT, NORM_NONE},
    {"q_normed", STAGE_QN, NORM_NONE},
    {"k_normed", STAGE_KN, NORM_NONE},
    {"q_rot", STAGE_QR, NORM_NONE},
    {"k_rot", STAGE_KR, NORM_NONE},
    {"attn_out_normed", STAGE_OUTPUT_NORM, NORM_NONE},
    {"resid_mid", STAGE_RESIDUAL1, NORM_PRE},
    {"resid_mid", STAGE_RESIDUAL1, NORM_OUT},
    {"resid_mid", STAGE_RESIDUAL1, NORM_BOTH},
    {"ln_2", STAGE_FFN_IN, NORM_PRE},
    {"norm_1", STAGE_H, NORM_BOTH},
    {"norm_2", STAGE_FFN_IN, NORM_PRE},
    {"norm_2", STAGE_FFN_IN, NORM_BOTH},
    {"norm_2", STAGE_NORM2, NORM_POST},
    {"mlp_hidden", STAGE_HIDDEN, NORM_NONE},
    {"mlp_out", STAGE_FFN, NORM_NONE},
    {"mlp_out_normed", STAGE_FFN_NORM, NORM_NONE},
    {"resid_post", STAGE_RESIDUAL2, NORM_PRE},
    {"resid_post", STAGE_RESIDUAL2, NORM_OUT},
    {"resid_post", STAGE_RESIDUAL2, NORM_BOTH},
};

static const struct {
    const char *name;
    enum map map;
} maps[] = {{"scores", MAP_SCORES}, {"capped", MAP_CAPPED}, {"weights", MAP_WEIGHTS}};

static int check_stages(struct run *x, json_t *want, int layer)
{
    const struct layer_trace *l = &x->t.layer[layer];
    int checked = 0;
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        json_t *stage = truth_at(want, stages[i].name);
        if (!stage || (stages[i].norm != NORM_NONE && stages[i].norm != x->c.norm))
            continue;
        assert_true(stage_present(&x->c, layer, stages[i].stage));
        assert_mat_close(stage_matrix(&x->t, layer, stages[i].stage, 0), truth_mat(&x->truth, stage), 1e-12);
        checked++;
    }
    if (truth_at(want, "mlp_before_act"))
        assert_mat_close(l->before, truth_mat(&x->truth, truth_at(want, "mlp_before_act")), 1e-12);
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        if (i != 1 || truth_at(want, maps[i].name))
            assert_mat_close(l->self.map[maps[i].map], truth_mat(&x->truth, truth_at(want, maps[i].name)),
                             1e-12);
    assert_mat_close(l->self.head_out, truth_mat(&x->truth, truth_at(want, "head_out")), 1e-12);
    return checked;
}

/* What comes before the layers and after them. */
static void check_ends(struct run *x)
{
    static const struct {
        const char *name;
        int stage;
    } ends[] = {{"token", STAGE_X},    {"position", STAGE_P},   {"embeddings", STAGE_H},
                {"ln_f", STAGE_FINAL}, {"norm_f", STAGE_FINAL}, {"mlm_transform", STAGE_FINAL}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        int layer = ends[i].stage == STAGE_FINAL ? x->c.layers - 1 : 0;
        int stage = ends[i].stage == STAGE_H && x->c.norm != NORM_POST ? STAGE_X : ends[i].stage;
        if (truth_at(x->want, ends[i].name))
            assert_mat_close(stage_matrix(&x->t, layer, stage, 0),
                             truth_mat(&x->truth, truth_at(x->want, ends[i].name)), 1e-12);
    }
    assert_mat_close(mat_rows(x->t.logits, x->c.n - 1, 1),
                     truth_mat(&x->truth, truth_at(x->want, "logits_last")), 1e-12);
    for (int i = 0; i < x->c.n; i++) {
        json_t *five = truth_nth(truth_at(x->want, "top5"), i);
        for (int k = 1; k < 5; k++)
            assert_true(mat_at(x->t.logits, i, (int)truth_number(truth_nth(five, k - 1))) >=
                        mat_at(x->t.logits, i, (int)truth_number(truth_nth(five, k))));
    }
}

/* ---- terms -------------------------------------------------------------------------------- */

/* Our name of a source of the reference: mlp0 is ffn0. */
static void add_source(char *out, size_t room, const char *source)
{
    size_t used = strlen(out);
    bool mlp = strncmp(source, "mlp", 3) == 0;
    snprintf(out + used, room - used, "%s%s", mlp ? "ffn" : "", mlp ? source + 3 : source);
}

static int check_terms(struct run *x, json_t *want, int layer)
{
    const struct attention *a = &x->t.layer[layer].self;
    struct term list[TERM_MAX];
    const char *query, *key;
    json_t *row, *term;
    int checked = 0, count = terms_list(&x->c, layer, list);
    json_object_foreach(truth_at(want, "terms"), query, row) json_object_foreach(row, key, term)
    {
        char name[80] = "";
        add_source(name, sizeof name, query);
        strcat(name, "·");
        add_source(name, sizeof name, key);
        int t = terms_find(&x->c, layer, name);
        if (t < 0)
            fail_msg("layer %d has no term %s", layer, name);
        struct mat got = attention_term(a, t), m = truth_mat(&x->truth, term);
        for (int r = 0; r < m.rows; r++)
            for (int k = 0; k < m.cols; k++)
                assert_close(mat_at(got, r, k), mat_at(m, r, k), 1e-11);
        checked++;
    }
    assert_int_equal(checked, count);
    return checked;
}

/* The terms of every layer add up to its scores. */
static void check_sums(const struct run *x, int layer)
{
    const struct attention *a = &x->t.layer[layer].self;
    struct mat scores = a->map[MAP_SCORES];
    for (int r = 0; r < scores.rows; r++)
        for (int k = 0; k < scores.cols; k++) {
            double sum = 0;
            for (int t = 0; t < a->term_count; t++)
                sum += mat_at(attention_term(a, t), r, k);
            assert_close(sum, mat_at(scores, r, k), 1e-11);
        }
}

/* ---- models ------------------------------------------------------------------------------- */

/* Checks all runs of a model; returns the number of terms that were compared. */
static int check_model(const char *name, int runs, int per_layer)
{
    char path[200];
    struct reply r = {0};
    int terms = 0;
    snprintf(path, sizeof path, "tests/data/models/%s", name);
    struct run x = {.p = pretrained_open(path, &r)};
    if (!x.p)
        fail_msg("%s", text_str(&r.text));
    snprintf(path, sizeof path, "models/%s/activations", name);
    x.truth = truth_open(path);
    assert_int_equal(json_array_size(truth_at(x.truth.root, "runs")), runs);
    for (int i = 0; i < runs; i++) {
        compute(&x, truth_nth(truth_at(x.truth.root, "runs"), i));
        check_ends(&x);
        for (int l = 0; l < x.c.layers; l++) {
            json_t *want = truth_nth(truth_at(x.want, "layers"), l);
            check_sums(&x, l);
            if (!want)
                continue;
            assert_int_equal(check_stages(&x, want, l), per_layer);
            if (truth_at(want, "terms"))
                terms += check_terms(&x, want, l);
        }
        close_run(&x);
    }
    truth_close(&x.truth);
    pretrained_drop(x.p);
    return terms;
}

TEST(gpt2)
{
    assert_int_equal(check_model("gpt2", 3, 11), (9 + 25 + 49) + 9 + (9 + 25));
}

TEST(gpt2_in_bf16_under_a_prefix)
{
    assert_int_equal(check_model("gpt2-bf16", 1, 11), 9);
}

TEST(bert)
{
    assert_int_equal(check_model("bert", 3, 9), (16 + 36) + 16 + 16);
}

TEST(distilbert_in_f16)
{
    assert_int_equal(check_model("distilbert-f16", 1, 9), 9);
}

TEST(llama_in_bf16)
{
    assert_int_equal(check_model("llama-bf16", 1, 11), 0);
}

/* Written by tests/data/models/reference.py, without terms. */
TEST(other_families)
{
    static const struct {
        const char *name;
        int per_layer;
    } others[] = {{"roberta", 9},  {"gpt-neo", 11}, {"bloom-bf16", 11}, {"bloom-f32", 11},
                  {"mistral", 11}, {"qwen2", 11},   {"llama3", 11},     {"llama-linear", 11}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(check_model(others[i].name, 2, others[i].per_layer), 0);
}

/* The families of today, with texts of which one has characters that no tokenizer saw. Every stage between
 * the words and the readout is compared; layers of the second text only. */
TEST(families_of_today)
{
    static const struct {
        const char *name;
        int per_layer;
    } today[] = {{"qwen3", 15}, {"gemma2", 14}, {"gemma3", 16},
                 {"phi3", 13},  {"olmo2", 14},  {"gpt-neox", 12}};
    for (size_t i = 0; i < sizeof today / sizeof *today; i++)
        assert_int_equal(check_model(today[i].name, 2, today[i].per_layer), 0);
}

TEST(their_texts_are_cut_as_by_their_tokenizers)
{
    static const char *const today[] = {"qwen3", "gemma2", "gemma3", "phi3", "olmo2", "gpt-neox"};
    for (size_t i = 0; i < sizeof today / sizeof *today; i++) {
        char path[200];
        struct reply r = {0};
        snprintf(path, sizeof path, "tests/data/models/%s", today[i]);
        struct pretrained *p = pretrained_open(path, &r);
        assert_non_null(p);
        assert_string_equal(text_str(&r.text), ""); /* nothing is left over, nothing is unnamed */
        snprintf(path, sizeof path, "models/%s/activations", today[i]);
        struct truth truth = truth_open(path);
        for (int k = 0; k < 2; k++) {
            json_t *run = truth_nth(truth_at(truth.root, "runs"), k);
            struct tokens got = {0};
            assert_true(pretrained_encode(p, json_string_value(truth_at(run, "text")), &got, &r));
            assert_int_equal(got.count, json_array_size(truth_at(run, "ids")));
            for (int t = 0; t < got.count; t++)
                assert_int_equal(got.v[t].id, id_of(run, "ids", t));
            tokens_finish(&got);
        }
        truth_close(&truth);
        pretrained_drop(p);
        reply_finish(&r);
    }
}
