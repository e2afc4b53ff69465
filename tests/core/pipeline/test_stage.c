/* The table of stages: complete and bilingual, each stage present if its matrix is,
 * with formulas that describe the computation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "support/random_case.h"
#include "support/test.h"

/* Saved states, commands and JSON use these names, in this order. */
TEST(the_stages_are_these_in_this_order)
{
    static const char *const names[] = {
        "tokens",    "X",         "P",       "T",           "embedded",  "sum",       "Y",
        "H",         "Q",         "K",       "V",           "Qn",        "Kn",        "Qr",
        "Kr",        "scores",    "scaled",  "capped",      "masked",    "weights",   "sink_weights",
        "head_out",  "concat",    "output",  "output_norm", "residual1", "norm1",     "Hc",
        "Qc",        "Kc",        "Vc",      "scoresc",     "scaledc",   "cappedc",   "maskedc",
        "weightsc",  "head_outc", "concatc", "outputc",     "residualc", "normc",     "ffn_in",
        "gate",      "up",        "hidden",  "ffn",         "ffn_norm",  "residual2", "norm2",
        "transform", "normF",     "logits",  "probs",
    };
    assert_int_equal(STAGE_COUNT, sizeof names / sizeof *names);
    for (int s = 0; s < STAGE_COUNT; s++) {
        assert_string_equal(stage_name(s), names[s]);
        assert_int_equal(stage_find(names[s]), s);
    }
    assert_null(stage_name(STAGE_COUNT));
    assert_int_equal(stage_find("nowhere"), -1);
}

TEST(every_stage_speaks_both_languages)
{
    for (int s = 0; s < STAGE_COUNT; s++) {
        const struct stage_pass *p = stage_pass(s);
        assert_true(strlen(text_in(p->title, LANG_EN)) > 0 && strlen(text_in(p->title, LANG_ZH)) > 0 &&
                    strlen(text_in(p->help, LANG_EN)) > 0 && strlen(text_in(p->help, LANG_ZH)) > 0);
        assert_true(strlen(text_in(p->formula, LANG_EN)) > 0 && !strchr(text_in(p->formula, LANG_EN), '\n'));
        assert_true(strlen(text_in(p->formula, LANG_ZH)) > 0 && !strchr(text_in(p->formula, LANG_ZH), '\n'));
        assert_true(strcmp(text_in(p->help, LANG_EN), text_in(p->help, LANG_ZH)) != 0);
    }
}

/* A stage is called by a formula's letter, or by Chinese of its own; never by the name of a command. */
TEST(the_chinese_names_are_not_those_of_commands)
{
    enum { LETTERS = 2 };
    (void)state;
    for (int s = 0; s < STAGE_COUNT; s++) {
        const char *zh = text_in(stage_label(s), LANG_ZH);
        assert_string_equal(text_in(stage_label(s), LANG_EN), stage_name(s));
        if (strcmp(zh, stage_name(s)) == 0)
            assert_true(strlen(zh) <= LETTERS);
        else
            assert_null(strpbrk(zh, "abcdefghijklmnopqrstuvwxyz"));
        for (int other = 0; other < s; other++)
            assert_string_not_equal(zh, text_in(stage_label(other), LANG_ZH));
    }
}

/* As in BLOOM: there are no types to add. */
TEST(a_normalized_embedding_without_types_is_said_to_have_none)
{
    const struct config c = {.layers = 1, .embed_norm = true, .pe = posenc_find("sincos")};
    const struct config typed = {.layers = 1, .embed_norm = true, .types = 2, .pe = c.pe};
    assert_string_equal(text_in(stage_formula(&c, 0, STAGE_EMBEDDED), LANG_EN), "X + P");
    assert_string_equal(text_in(stage_formula(&typed, 0, STAGE_EMBEDDED), LANG_EN), "X + P + T");
}

TEST(the_cross_attention_walks_the_same_rows)
{
    for (int s = 0; s < STAGE_COUNT; s++) {
        bool second = stage_crosses(s);
        assert_int_equal(second, s >= stage_find("Hc") && s <= stage_find("normc"));
        assert_ptr_equal(stage_row(s), stage_row(stage_first(s)));
        assert_int_equal(second ? stage_again(stage_first(s)) : stage_first(s), s);
    }
}

static void check_matrices(const struct random_case *x, int layer)
{
    for (int s = 0; s < STAGE_COUNT; s++) {
        int rows, cols;
        if (!stage_has_numbers(s) || !stage_present(&x->c, layer, s))
            continue;
        struct mat m = stage_matrix(&x->t, layer, s, stage_row(s)->heads == HEADS_APART ? x->c.heads - 1 : 0);
        assert_true(mat_present(m));
        stage_shape(&x->c, s, &rows, &cols);
        assert_int_equal(m.rows, rows);
        assert_int_equal(m.cols, cols);
    }
    assert_true(stage_matrix(&x->t, layer, stage_output(&x->c, layer), 0).v == x->t.layer[layer].out.v);
}

/* Walking forward visits each present stage once; walking back visits the same ones. */
static void check_walk(const struct config *c, int layer)
{
    int present = 0, met = 1, at = stage_step(c, layer, -1, 1);
    for (int s = 0; s < STAGE_COUNT; s++)
        present += stage_present(c, layer, s);
    for (int next; (next = stage_step(c, layer, at, 1)) != at; at = next, met++)
        assert_true(stage_present(c, layer, next) && stage_step(c, layer, next, -1) == at);
    assert_int_equal(met, present);
    assert_int_equal(at, stage_last(c, layer));
}

TEST(a_stage_has_a_matrix_of_its_shape_and_is_met_once)
{
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        for (int l = 0; l < x.c.layers; l++) {
            check_matrices(&x, l);
            check_walk(&x.c, l);
        }
        random_case_finish(&x);
    }
}

TEST(optional_matrices_are_absent_when_their_stage_is)
{
    const int optional[] = {STAGE_QR,
                            STAGE_KR,
                            STAGE_RESIDUAL1,
                            STAGE_NORM1,
                            stage_again(STAGE_Q),
                            stage_again(STAGE_WEIGHTS),
                            stage_again(STAGE_OUTPUT),
                            stage_again(STAGE_RESIDUAL1),
                            stage_again(STAGE_NORM1),
                            STAGE_HIDDEN,
                            STAGE_FFN,
                            STAGE_RESIDUAL2,
                            STAGE_NORM2,
                            STAGE_LOGITS,
                            STAGE_PROBS};
    (void)state;
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        assert_int_equal(mat_present(x.t.P), stage_present(&x.c, 0, STAGE_P));
        for (size_t k = 0; k < sizeof optional / sizeof *optional; k++)
            assert_int_equal(mat_present(stage_matrix(&x.t, x.c.layers - 1, optional[k], 0)),
                             stage_present(&x.c, x.c.layers - 1, optional[k]));
        random_case_finish(&x);
    }
}

TEST(the_readout_is_in_the_last_layer_alone)
{
    struct random_case x = random_case_make(
        (struct random_spec){.encoding = "sincos", .layers = 2, .asked = true, .final_norm = true});
    for (int s = STAGE_FINAL; s <= STAGE_PROBS; s++)
        assert_true(!stage_present(&x.c, 0, s) && stage_present(&x.c, 1, s));
    assert_int_equal(stage_output(&x.c, 1), STAGE_FINAL);
    assert_int_equal(stage_last(&x.c, 1), STAGE_PROBS);
    random_case_finish(&x);
}

TEST(formulas_say_what_was_computed)
{
    static const struct {
        struct random_spec spec;
        int layer, stage;
        const char *formula;
    } cases[] = {
        {{.encoding = "sincos", .layers = 1}, 0, STAGE_H, "H = X + P"},
        {{.encoding = "rope", .layers = 1}, 0, STAGE_H, "H = X"},
        {{.encoding = "rope", .layers = 1}, 0, STAGE_SCORES, "score[i,j] = qr_i · kr_j"},
        {{.encoding = "rope", .layers = 1, .memory = true}, 0, STAGE_SCORES, "score[i,j] = q_i · k_j"},
        {{.encoding = "sincos", .layers = 2}, 1, STAGE_H, "H = output of the layer below"},
        {{.encoding = "sincos", .layers = 1, .norm = NORM_PRE},
         0,
         STAGE_H,
         "H = LayerNorm(rows) = (x - mean)/σ · g + s"},
        {{.encoding = "none", .layers = 1, .norm = NORM_PRE}, 0, STAGE_SUM, "rows = X"},
        {{.encoding = "none", .layers = 1, .memory = true}, 0, STAGE_K, "K = Y W_K + b_K"},
        {{.encoding = "alibi", .layers = 1},
         0,
         STAGE_SCORES,
         "score[i,j] = q_i · k_j + what the encoding adds"},
        {{.encoding = "xl", .layers = 1}, 0, STAGE_SCORES, "score[i,j] = Σ of the terms that are on"},
        {{.encoding = "alibi", .layers = 1, .scores = true}, 0, STAGE_SCORES, "score[i,j] given"},
        {{.encoding = "none", .layers = 1}, 0, STAGE_SCALED, "scaled = scores / √d_k"},
        {{.encoding = "deberta", .layers = 1},
         0,
         STAGE_SCALED,
         "scaled = scores / (√d_k · factor of the encoding)"},
        {{.encoding = "none", .layers = 1, .block = BLOCK_ENCODER},
         0,
         STAGE_HIDDEN,
         "hidden = max(0, rows W₁ + b₁)"},
        {{.encoding = "none", .layers = 1, .block = BLOCK_ENCODER, .activation = ACTIVATION_GELU},
         0,
         STAGE_HIDDEN,
         "hidden = gelu(x) = x·Φ(x),  x = rows W₁ + b₁"},
        {{.encoding = "none", .layers = 1, .block = BLOCK_ENCODER, .modern = true},
         0,
         STAGE_HIDDEN,
         "hidden = gate · up, entry by entry"},
        {{.encoding = "shaw", .layers = 1}, 0, STAGE_HEAD_OUT, "head[i] = Σ_j A[i,j] (v_j + a_ij)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct random_case x = random_case_make(cases[i].spec);
        assert_string_equal(text_in(stage_formula(&x.c, cases[i].layer, cases[i].stage), LANG_EN),
                            cases[i].formula);
        const char *help = stage_help(&x.c, cases[i].layer, cases[i].stage);
        assert_true(strlen(text_in(help, LANG_EN)) > 0 && strlen(text_in(help, LANG_ZH)) > 0);
        random_case_finish(&x);
    }
}

TEST(the_divisor_and_knocked_out_terms_show_in_the_formulas)
{
    struct random_case x = random_case_make((struct random_spec){.encoding = "none", .layers = 1});
    x.c.divisor = 1;
    assert_string_equal(text_in(stage_formula(&x.c, 0, STAGE_SCALED), LANG_EN), "scaled = scores / 1");
    x.c.divisor = 3;
    assert_string_equal(text_in(stage_formula(&x.c, 0, STAGE_SCALED), LANG_EN), "scaled = scores / divisor");
    x.c.term_off = terms_bits(&x.c, "cc");
    assert_string_equal(text_in(stage_formula(&x.c, 0, STAGE_SCORES), LANG_EN),
                        "score[i,j] = Σ of the terms that are on");
    random_case_finish(&x);
}

/* A bias that is absent is in no formula. */
TEST(absent_biases_are_in_no_formula)
{
    static const struct {
        enum weight bias;
        int stage;
        const char *without;
    } cases[] = {{B_Q, STAGE_Q, "Q = H W_Q"},
                 {B_K, STAGE_K, "K = H W_K"},
                 {B_V, STAGE_V, "V = H W_V"},
                 {B_O, STAGE_OUTPUT, "output = concat W_O"},
                 {FF_B1, STAGE_HIDDEN, "hidden = max(0, rows W₁)"},
                 {FF_B2, STAGE_FFN, "ffn = hidden W₂"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct random_case x =
            random_case_make((struct random_spec){.encoding = "none", .layers = 1, .block = BLOCK_ENCODER});
        assert_non_null(strstr(text_in(stage_formula(&x.c, 0, cases[i].stage), LANG_EN), "+ b"));
        x.c.w[0][cases[i].bias] = factor_of((struct mat){0});
        assert_string_equal(text_in(stage_formula(&x.c, 0, cases[i].stage), LANG_EN), cases[i].without);
        random_case_finish(&x);
    }
}
