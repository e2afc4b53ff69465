/* Terms by source: values of two small published architectures, their sum, groups, and the two ways to leave
 * something out. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/source.h"
#include "core/pipeline/terms.h"
#include "support/models.h"
#include "support/close.h"
#include "support/random_case.h"
#include "support/test.h"
#include "support/truth.h"
#include "support/weights.h"

/* ---- reference values -------------------------------------------------------------------- */

static const struct {
    enum weight w;
    const char *name;
} weights[] = {{W_Q, "WQ"},   {W_K, "WK"},   {W_V, "WV"},   {W_O, "WO"},   {B_Q, "bQ"},
               {B_K, "bK"},   {B_V, "bV"},   {B_O, "bO"},   {LN_G1, "g1"}, {LN_B1, "s1"},
               {LN_G2, "g2"}, {LN_B2, "s2"}, {FF_W1, "W1"}, {FF_W2, "W2"}};

/* The positions are a learned table. The feed-forward network is one that gives the model's rows. */
static struct config config_of(struct truth *t, json_t *j)
{
    struct config c = {.layers = (int)json_array_size(truth_at(j, "layers")),
                       .n = (int)truth_number(truth_at(j, "n")),
                       .d = (int)truth_number(truth_at(j, "d")),
                       .heads = (int)truth_number(truth_at(j, "heads")),
                       .dff = (int)truth_number(truth_at(j, "dff")),
                       .eps = truth_number(truth_at(j, "eps")),
                       .base = 10000,
                       .pescale = 1,
                       .block = BLOCK_ENCODER,
                       .residual = true,
                       .pe = posenc_find("learned")};
    c.norm = strcmp(json_string_value(truth_at(j, "norm")), "pre") == 0 ? NORM_PRE : NORM_POST;
    c.mask = strcmp(json_string_value(truth_at(j, "mask")), "causal") == 0 ? MASK_CAUSAL : MASK_NONE;
    c.dsrc = c.d;
    c.dk = c.dv = c.d / c.heads;
    c.divisor = sqrt(c.dk);
    c.X = truth_mat(t, truth_at(j, "X"));
    c.pe_param[0] = c.n;
    c.pe_mat[0] = truth_mat(t, truth_at(j, "P"));
    c.w = weights_room();
    for (int l = 0; l < c.layers; l++)
        for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
            c.w[l][weights[i].w] =
                factor_of(truth_mat(t, truth_at(truth_nth(truth_at(j, "layers"), l), weights[i].name)));
    return c;
}

/* In bert's case the word's own part and the biases are one: the LayerNorm of its embeddings has mixed them.
 */
static void row_of(double *out, const struct attention *a, const struct config *c, const char *name, int row)
{
    struct term term = {.bit = -1};
    bool mixed = c->norm == NORM_POST;
    assert_true(terms_product(c, a->layer, name, &term));
    uint32_t both = SOURCE_BIT(SOURCE_TOKEN) | SOURCE_BIT(SOURCE_BIAS);
    term.query = mixed && (term.query & both) ? both : term.query;
    term.key = mixed && (term.key & both) ? both : term.key;
    terms_product_row(out, a, c, &term, row / c->n, row % c->n);
}

static int check_case(struct truth *t, json_t *j)
{
    struct config c = config_of(t, j);
    struct trace trace = {0};
    int checked = 0;
    assert_true(trace_reserve(&trace, &c) && trace_compute(&trace, &c));
    for (int l = 0; l < c.layers; l++) {
        const struct attention *a = &trace.layer[l].self;
        json_t *want = truth_nth(truth_at(j, "want"), l);
        assert_mat_close(a->map[MAP_SCORES], truth_mat(t, truth_at(want, "scores")), 1e-12);
        const char *name;
        json_t *term;
        json_object_foreach(truth_at(want, "terms"), name, term)
        {
            checked++;
            struct mat m = truth_mat(t, term);
            for (int r = 0; r < m.rows; r++) {
                double got[CONFIG_MAX_WORDS];
                row_of(got, a, &c, name, r);
                for (int k = 0; k < m.cols; k++)
                    assert_close(got[k], mat_at(m, r, k), 1e-11);
            }
        }
    }
    trace_finish(&trace);
    return checked;
}

TEST(terms_by_source_agree_with_published_architectures)
{
    struct truth t = truth_open("sources");
    int terms = 0;
    size_t at;
    json_t *j;
    json_array_foreach(truth_at(t.root, "cases"), at, j) terms += check_case(&t, j);
    assert_int_equal(terms, 9 + 25 + 49 + 4 + 16);
    truth_close(&t);
}

/* ---- the sum ----------------------------------------------------------------------------- */

static double largest(struct mat m)
{
    return fmax(1, mat_max_abs(m));
}

/* Σ of the terms in the list that are not knocked out - the score. */
static void check_sum(const struct random_case *x, int layer)
{
    const struct attention *a = &x->t.layer[layer].self;
    struct term list[TERM_MAX];
    int count = terms_list(&x->c, layer, list);
    struct mat scores = a->map[MAP_SCORES];
    assert_true(count > 0);
    assert_int_equal(a->term_count, count);
    for (int r = 0; r < scores.rows; r++)
        for (int k = 0; k < scores.cols; k++) {
            double sum = 0;
            for (int t = 0; t < count; t++)
                sum += term_set_has(&x->c.term_off, list[t].bit) ? 0 : mat_at(attention_term(a, t), r, k);
            assert_close(mat_at(scores, r, k), sum, 1e-11 * largest(scores));
        }
}

static struct random_case deep(int i, const char *encoding, bool bare)
{
    return random_case_make((struct random_spec){.seed = 500 + (uint64_t)i,
                                                 .encoding = encoding,
                                                 .block = (enum block_kind)(i % 3),
                                                 .norm = (enum norm_kind)(i / 3 % 3),
                                                 .alone = i / 9 % 2,
                                                 .layers = 2 + i % 2,
                                                 .mask = MASK_CAUSAL,
                                                 .memory = i % 3 == 0 && i / 9 % 2,
                                                 .bare = bare});
}

TEST(the_terms_of_every_layer_add_up_to_its_scores)
{
    for (int e = 0; e < posenc_count(); e++)
        for (int i = 0; i < 36; i++) {
            struct random_case x = deep(i % 18, posencs[e]->name, i >= 18);
            for (int list = SOURCES_GROUPED; list <= SOURCES_HEARD; list++) {
                x.c.sources = (enum source_list)list;
                random_case_again(&x);
                for (int l = 0; l < x.c.layers; l++)
                    check_sum(&x, l);
            }
            random_case_finish(&x);
        }
}

/* Whatever the layers above do, layer 0 keeps its names, its terms and their bits. */
TEST(layer_0_is_the_same_below_other_layers)
{
    for (int e = 0; e < posenc_count(); e++) {
        struct random_case x = random_case_make((struct random_spec){
            .seed = 40, .encoding = posencs[e]->name, .block = BLOCK_ENCODER, .norm = NORM_PRE, .layers = 3});
        struct random_case y = x;
        struct term one[TERM_MAX], three[TERM_MAX];
        y.t = (struct trace){0};
        y.arena = (struct arena){0};
        y.c.layers = 1;
        random_case_again(&y);
        const struct attention *a = &x.t.layer[0].self, *b = &y.t.layer[0].self;
        int count = terms_list(&y.c, 0, one);
        assert_int_equal(terms_list(&x.c, 0, three), count);
        for (int t = 0; t < count; t++) {
            struct mat m = attention_term(a, t), n = attention_term(b, t);
            assert_string_equal(one[t].name, three[t].name);
            for (int r = 0; r < m.rows; r++)
                assert_memory_equal(mat_row(m, r), mat_row(n, r), (size_t)m.cols * sizeof(double));
        }
        random_case_finish(&y);
        random_case_finish(&x);
    }
}

/* ---- groups ------------------------------------------------------------------------------ */

static struct random_case full(enum norm_kind norm)
{
    return random_case_make((struct random_spec){
        .seed = 71, .encoding = "sincos", .block = BLOCK_ENCODER, .norm = norm, .layers = 3});
}

TEST(more_than_five_sources_are_read_in_groups_and_opened_on_demand)
{
    struct random_case x = full(NORM_PRE);
    struct term list[TERM_MAX];
    double part[RANDOM_N];
    struct term each;
    assert_int_equal(terms_list(&x.c, 1, list), 25); /* token position attn0 ffn0 bias */
    assert_true(terms_find(&x.c, 1, "token·attn0") >= 0 && terms_find(&x.c, 1, "token·attn") >= 0);
    assert_int_equal(terms_list(&x.c, 2, list), 25); /* token position attn ffn bias */
    int group = terms_find(&x.c, 2, "token·attn");
    const struct attention *a = &x.t.layer[2].self;
    assert_true(group >= 0 && terms_find(&x.c, 2, "token·attn0") == -1);
    for (int k = 0; k < RANDOM_N; k++) {
        double sum = 0;
        for (int l = 0; l < 2; l++) {
            assert_true(terms_product(&x.c, 2, l ? "token·attn1" : "token:attn0", &each));
            terms_product_row(part, a, &x.c, &each, 1, 3);
            sum += part[k];
        }
        assert_close(mat_at(attention_head(a, attention_term(a, group), 1), 3, k), sum, 1e-12);
    }
    x.c.sources = SOURCES_EACH;
    assert_int_equal(terms_list(&x.c, 2, list), 49);
    assert_true(terms_find(&x.c, 2, "token·attn0") >= 0 && terms_find(&x.c, 2, "token·attn") == -1);
    x.c.sources = SOURCES_GROUPED;
    x.c.term_off = terms_bits(&x.c, "token·attn0"); /* a part of a group: the groups open */
    assert_int_equal(terms_list(&x.c, 2, list), 49);
    x.c.term_off = terms_bits(&x.c, "token·attn");
    assert_int_equal(terms_list(&x.c, 2, list), 25);
    random_case_finish(&x);
}

TEST(every_name_and_bit_above_layer_0_is_unique_and_found)
{
    struct random_case x = random_case_make((struct random_spec){
        .seed = 72, .encoding = "t5", .block = BLOCK_DECODER, .norm = NORM_POST, .layers = 3});
    for (int as = SOURCES_GROUPED; as <= SOURCES_HEARD; as++)
        for (int l = 1; l < 3; l++) {
            struct term list[TERM_MAX];
            struct term_set seen = {{0}}, all = terms_bits(&x.c, NULL);
            x.c.sources = (enum source_list)as;
            int count = terms_list(&x.c, l, list);
            for (int t = 0; t < count; t++) {
                struct term_set bits = terms_set(l, &list[t]), named = terms_bits(&x.c, list[t].name),
                                fresh = term_set_without(bits, &seen);
                assert_int_equal(terms_find(&x.c, l, list[t].name), t);
                char title[64];
                struct text asks = {0};
                term_asks(&list[t], LANG_ZH, &asks);
                assert_true(asks.len > 0 && *title_of(&list[t], LANG_ZH, title));
                text_finish(&asks);
                assert_true(term_set_same(&fresh, &bits) && term_set_covers(&named, &bits));
                assert_true(!list[t].query || terms_find(&x.c, l, title) == t);
                seen = term_set_with(seen, &bits);
            }
            assert_true(term_set_covers(&all, &seen));
        }
    random_case_finish(&x);
}

/* ---- two ways of leaving out ------------------------------------------------------------- */

/* A term that is knocked out is missing from its layer's scores; what comes before them is untouched. */
TEST(a_term_by_source_is_left_out_of_the_scores_alone)
{
    struct random_case x = full(NORM_POST), y = full(NORM_POST);
    struct term list[TERM_MAX];
    int count = terms_list(&x.c, 1, list);
    for (int t = 0; t < count; t++) {
        x.c.term_off = terms_set(1, &list[t]);
        random_case_again(&x);
        const struct attention *a = &x.t.layer[1].self, *b = &y.t.layer[1].self;
        check_sum(&x, 1);
        assert_mat_close(x.t.layer[0].out, y.t.layer[0].out, 0);
        for (int r = 0; r < a->map[MAP_SCORES].rows; r++)
            for (int k = 0; k < RANDOM_N; k++)
                assert_close(mat_at(a->map[MAP_SCORES], r, k),
                             mat_at(b->map[MAP_SCORES], r, k) - mat_at(attention_term(b, t), r, k), 1e-11);
    }
    random_case_finish(&x);
    random_case_finish(&y);
}

TEST(a_source_that_is_left_out_is_not_listed)
{
    struct random_case x = full(NORM_PRE);
    struct term list[TERM_MAX];
    assert_int_equal(sources_of(&x.c, 1), SOURCE_BIT(SOURCE_TOKEN) | SOURCE_BIT(SOURCE_POSITION) |
                                              SOURCE_BIT(source_written(&x.c, 0, WRITES_ATTENTION)) |
                                              SOURCE_BIT(source_written(&x.c, 0, WRITES_FFN)));
    x.c.omitted = SOURCE_BIT(source_written(&x.c, 0, WRITES_ATTENTION));
    assert_int_equal(terms_list(&x.c, 1, list), 16);
    assert_true(terms_find(&x.c, 1, "token·attn0") == -1 && terms_find(&x.c, 1, "token·ffn0") >= 0);
    x.c.omitted = sources_all(&x.c); /* nothing is left: as if nothing were left out */
    assert_int_equal(terms_list(&x.c, 0, list), 9);
    random_case_finish(&x);
}
