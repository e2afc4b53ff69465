/* The table of stages: complete, in two languages, present when its matrix is, and
 * saying what was computed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/posenc.h"
#include "core/stage.h"
#include "core/terms.h"
#include "support/random_case.h"

static void every_stage_has_a_name_of_its_own_and_speaks_both_languages(void **state)
{
    (void)state;
    for (int s = 0; s < STAGE_COUNT; s++) {
        const struct stage_def *d = &stages[s];
        assert_non_null(d->name);
        assert_int_equal(stage_find(d->name), s);
        assert_true(strlen(d->title.en) > 0 && strlen(d->title.zh) > 0 && strlen(d->help.en) > 0 && strlen(d->help.zh) > 0);
        assert_true(strlen(d->formula) > 0 && !strchr(d->formula, '\n') && d->present && d->matrix);
        assert_true(strcmp(d->help.en, d->help.zh) != 0);
    }
    assert_int_equal(stage_find("nowhere"), -1);
}

static void check_matrices(const struct random_case *x, int layer)
{
    for (int s = 0; s < STAGE_COUNT; s++) {
        int rows, cols;
        if (!stage_has_numbers(s) || !stages[s].present(&x->c, layer))
            continue;
        struct mat m = stages[s].matrix(&x->t, layer, stages[s].heads == HEADS_APART ? x->c.heads - 1 : 0);
        assert_true(mat_present(m));
        stage_shape(&x->c, s, &rows, &cols);
        assert_int_equal(m.rows, rows);
        assert_int_equal(m.cols, cols);
    }
    assert_true(stages[stage_last(&x->c, layer)].matrix(&x->t, layer, 0).v == x->t.layer[layer].out.v);
}

/* Walking forward meets each present stage once, walking back the same ones. */
static void check_walk(const struct config *c, int layer)
{
    int present = 0, met = 1, at = stage_step(c, layer, -1, 1);
    for (int s = 0; s < STAGE_COUNT; s++)
        present += stages[s].present(c, layer);
    for (int next; (next = stage_step(c, layer, at, 1)) != at; at = next, met++)
        assert_true(stages[next].present(c, layer) && stage_step(c, layer, next, -1) == at);
    assert_int_equal(met, present);
    assert_int_equal(at, stage_last(c, layer));
}

static void a_stage_has_a_matrix_of_its_shape_and_is_met_once(void **state)
{
    (void)state;
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        for (int l = 0; l < x.c.layers; l++) {
            check_matrices(&x, l);
            check_walk(&x.c, l);
        }
        random_case_finish(&x);
    }
}

/* Every matrix of a trace that is not another one's alias can be looked at. */
static void optional_matrices_are_absent_when_their_stage_is(void **state)
{
    static const int optional[] = {STAGE_P, STAGE_QR, STAGE_KR, STAGE_RESIDUAL1, STAGE_NORM1, STAGE_QC, STAGE_KC, STAGE_VC, STAGE_OUTPUTC,
                                   STAGE_RESIDUALC, STAGE_NORMC, STAGE_HIDDEN, STAGE_FFN, STAGE_RESIDUAL2, STAGE_NORM2};
    (void)state;
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        for (size_t k = 0; k < sizeof optional / sizeof *optional; k++)
            assert_int_equal(mat_present(stages[optional[k]].matrix(&x.t, 0, 0)), stages[optional[k]].present(&x.c, 0));
        random_case_finish(&x);
    }
}

static void formulas_say_what_was_computed(void **state)
{
    static const struct { struct random_spec spec; int layer, stage; const char *formula; } cases[] = {
        {{.encoding = "sincos", .layers = 1}, 0, STAGE_H, "H = X + P"},
        {{.encoding = "rope", .layers = 1}, 0, STAGE_H, "H = X"},
        {{.encoding = "rope", .layers = 1}, 0, STAGE_SCORES, "score[i,j] = qr_i · kr_j"},
        {{.encoding = "rope", .layers = 1, .memory = true}, 0, STAGE_SCORES, "score[i,j] = q_i · k_j"},
        {{.encoding = "sincos", .layers = 2}, 1, STAGE_H, "H = output of the layer below"},
        {{.encoding = "sincos", .layers = 1, .norm = NORM_PRE}, 0, STAGE_H, "H = LayerNorm(rows) = (x - mean)/σ · g + s"},
        {{.encoding = "none", .layers = 1, .norm = NORM_PRE}, 0, STAGE_SUM, "rows = X"},
        {{.encoding = "none", .layers = 1, .memory = true}, 0, STAGE_K, "K = Y W_K + b_K"},
        {{.encoding = "alibi", .layers = 1}, 0, STAGE_SCORES, "score[i,j] = q_i · k_j + what the encoding adds"},
        {{.encoding = "xl", .layers = 1}, 0, STAGE_SCORES, "score[i,j] = Σ of the terms that are on"},
        {{.encoding = "alibi", .layers = 1, .scores = true}, 0, STAGE_SCORES, "score[i,j] given"},
        {{.encoding = "none", .layers = 1}, 0, STAGE_SCALED, "scaled = scores / √d_k"},
        {{.encoding = "deberta", .layers = 1}, 0, STAGE_SCALED, "scaled = scores / (√d_k · factor of the encoding)"},
        {{.encoding = "shaw", .layers = 1}, 0, STAGE_HEAD_OUT, "head[i] = Σ_j A[i,j] (v_j + a_ij)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct random_case x = random_case_make(cases[i].spec);
        assert_string_equal(stage_formula(&x.c, cases[i].layer, cases[i].stage), cases[i].formula);
        struct pair help = stage_help(&x.c, cases[i].layer, cases[i].stage);
        assert_true(strlen(help.en) > 0 && strlen(help.zh) > 0);
        random_case_finish(&x);
    }
}

static void the_divisor_and_knocked_out_terms_show_in_the_formulas(void **state)
{
    (void)state;
    struct random_case x = random_case_make((struct random_spec){.encoding = "none", .layers = 1});
    x.c.divisor = 1;
    assert_string_equal(stage_formula(&x.c, 0, STAGE_SCALED), "scaled = scores / 1");
    x.c.divisor = 3;
    assert_string_equal(stage_formula(&x.c, 0, STAGE_SCALED), "scaled = scores / divisor");
    x.c.term_off = terms_bits(&x.c, "cc");
    assert_string_equal(stage_formula(&x.c, 0, STAGE_SCORES), "score[i,j] = Σ of the terms that are on");
    random_case_finish(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stage_has_a_name_of_its_own_and_speaks_both_languages),
        cmocka_unit_test(a_stage_has_a_matrix_of_its_shape_and_is_met_once),
        cmocka_unit_test(optional_matrices_are_absent_when_their_stage_is),
        cmocka_unit_test(formulas_say_what_was_computed),
        cmocka_unit_test(the_divisor_and_knocked_out_terms_show_in_the_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
