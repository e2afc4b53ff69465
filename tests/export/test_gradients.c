/* The reference gradients once more, through the program: every case typed as commands, the numbers read from
 * `export json -`. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/number.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/truth.h"

static void write_row(struct text *out, const cJSON *row)
{
    for (const cJSON *x = row->child; x; x = x->next) {
        text_add_char(out, ' ');
        number_shortest(out, x->valuedouble);
    }
}

static void write_matrix(struct text *out, const char *name, const cJSON *m)
{
    text_addf(out, "%s =", name);
    if (cJSON_IsNumber(m->child))
        write_row(out, m);
    for (const cJSON *row = m->child; cJSON_IsArray(row); row = row->next) {
        write_row(out, row);
        text_add(out, row->next ? " ;" : "");
    }
}

static const char *word_of(const cJSON *c, const char *list, int i)
{
    static const char *const words[] = {"u", "v", "w", "x1", "y1", "z"};
    return words[cJSON_GetArrayItem(truth_at(c, list), i)->valueint];
}

static void enter_settings(struct app *a, const cJSON *c)
{
    struct text line = {0};
    const char *pe = truth_at(c, "pe")->valuestring;
    text_addf(&line, "classes u v w x1 y1 z ; tokens");
    for (int i = 0; i < cJSON_GetArraySize(truth_at(c, "tokens")); i++)
        text_addf(&line, " %s", word_of(c, "tokens", i));
    text_addf(&line, " ; set block encoder d %d heads %d dk %d dv %d layers %d dff %d start %d",
              truth_at(c, "d")->valueint, truth_at(c, "heads")->valueint, truth_at(c, "dk")->valueint,
              truth_at(c, "dk")->valueint, truth_at(c, "layers")->valueint, truth_at(c, "dff")->valueint,
              truth_at(c, "start")->valueint);
    text_addf(
        &line,
        " ; set activation %s norm %s mask %s residual %s final_norm %s eps %.17g base %.17g pescale %.17g",
        truth_at(c, "act")->valuestring, truth_at(c, "norm")->valuestring, truth_at(c, "mask")->valuestring,
        cJSON_IsTrue(truth_at(c, "residual")) ? "on" : "off",
        cJSON_IsTrue(truth_at(c, "final_norm")) ? "on" : "off", truth_number(truth_at(c, "eps")),
        truth_number(truth_at(c, "base")), truth_number(truth_at(c, "pescale")));
    text_addf(&line, " ; encoding %s", pe);
    if (strcmp(pe, "learned") == 0)
        text_addf(&line, " L=%d", truth_at(c, "rows")->valueint);
    if (strcmp(pe, "t5") == 0)
        text_addf(&line, " buckets=%d distance=%d sided=%s", truth_at(c, "buckets")->valueint,
                  truth_at(c, "distance")->valueint, truth_at(c, "sided")->valuestring);
    must_enter(a, text_str(&line));
    text_finish(&line);
}

static void enter_numbers(struct app *a, const cJSON *j)
{
    const cJSON *c = truth_at(j, "config");
    struct text line = {0};
    for (int i = 0; i < cJSON_GetArraySize(truth_at(c, "tokens")); i++) {
        int word = cJSON_GetArrayItem(truth_at(c, "tokens"), i)->valueint;
        text_clear(&line);
        text_addf(&line, "x %s =", word_of(c, "tokens", i));
        write_row(&line, cJSON_GetArrayItem(truth_at(j, "parameters/E"), word));
        must_enter(a, text_str(&line));
    }
    for (const cJSON *m = truth_at(j, "parameters")->child->next; m; m = m->next) {
        bool layered = m->string[1] == '.';
        text_clear(&line);
        if (layered)
            text_addf(&line, "layer %c ; ", m->string[0]);
        write_matrix(&line, m->string + 2 * layered, m);
        must_enter(a, text_str(&line));
    }
    for (int i = 0; i < cJSON_GetArraySize(truth_at(c, "targets")); i++) {
        int to = cJSON_GetArrayItem(truth_at(c, "targets"), i)->valueint;
        text_clear(&line);
        text_addf(&line, "target %d %d", i, to);
        if (to >= 0)
            must_enter(a, text_str(&line));
    }
    text_finish(&line);
}

static void near(struct mat got, struct mat want)
{
    double most = mat_max_abs(want);
    assert_mat_close(got, want, most > 1e-15 ? 1e-12 : 1e-15 / fmax(most, 1e-300));
}

/* dE is the sum over the positions of a word; X has a row a position. */
static void check_words(struct truth *t, struct mat d_X, const cJSON *j)
{
    struct mat want = truth_mat(t, truth_at(j, "gradients/E"));
    const cJSON *tokens = truth_at(j, "config/tokens");
    for (int w = 0; w < want.rows; w++)
        for (int k = 0; k < want.cols; k++) {
            double sum = 0;
            for (int i = 0; i < d_X.rows; i++)
                sum += cJSON_GetArrayItem(tokens, i)->valueint == w ? mat_at(d_X, i, k) : 0;
            assert_close(sum, mat_at(want, w, k), 1e-12 * mat_max_abs(want));
        }
}

static void check_case(const cJSON *j)
{
    struct app a = fresh_app();
    struct truth t = {0};
    a.batch = true;
    enter_settings(&a, truth_at(j, "config"));
    enter_numbers(&a, j);
    text_clear(&a.output);
    must_enter(&a, "export json -");
    t.root = cJSON_Parse(text_str(&a.output));
    assert_non_null(t.root);
    assert_close(truth_number(truth_at(t.root, "loss")), truth_number(truth_at(j, "loss")), 1e-13);
    assert_true(cJSON_Compare(truth_at(t.root, "targets"), truth_at(j, "config/targets"), true));
    assert_int_equal(cJSON_GetArraySize(truth_at(t.root, "classes")), 6);
    near(truth_mat(&t, truth_at(t.root, "logits")), truth_mat(&t, truth_at(j, "logits")));
    check_words(&t, truth_mat(&t, truth_at(t.root, "gradients/X")), j);
    bool layers = truth_at(j, "config/layers")->valueint > 1;
    for (const cJSON *m = truth_at(j, "gradients")->child->next; m; m = m->next) {
        const char *name = !layers && m->string[1] == '.' ? m->string + 2 : m->string;
        const cJSON *got = cJSON_GetObjectItemCaseSensitive(truth_at(t.root, "gradients"), name);
        if (!got)
            fail_msg("%s: no gradient %s", truth_at(j, "config/name")->valuestring, name);
        near(truth_mat(&t, got), truth_mat(&t, m));
    }
    truth_close(&t);
    app_finish(&a);
}

static void typed_cases_have_the_reference_gradients(void **state)
{
    (void)state;
    struct truth t = truth_open("gradients");
    for (const cJSON *j = truth_at(t.root, "cases")->child; j; j = j->next)
        check_case(j);
    truth_close(&t);
}

/* The keys are there only if somebody asked, and a head's target has its own list. */
static void what_was_not_asked_is_not_exported(void **state)
{
    (void)state;
    struct app a = fresh_app();
    a.batch = true;
    must_enter(&a, "export json -");
    assert_null(strstr(text_str(&a.output), "\"logits\""));
    assert_null(strstr(text_str(&a.output), "\"loss\""));
    text_clear(&a.output);
    must_enter(&a, "set heads 2 ; target head 1 0 2 ; encoding xl ; export json -");
    assert_non_null(strstr(text_str(&a.output), "\"head_targets\":[[0,1,0,2]]"));
    assert_non_null(strstr(text_str(&a.output), "\"loss\""));
    assert_null(strstr(text_str(&a.output), "\"gradients\""));
    app_finish(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(typed_cases_have_the_reference_gradients),
        cmocka_unit_test(what_was_not_asked_is_not_exported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
