/* The reference gradients once more, through the program: every case typed as commands, the numbers read from
 * `export json -`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/test.h"
#include "support/truth.h"

static const char *word_of(json_t *c, const char *list, int i)
{
    static const char *const words[] = {"u", "v", "w", "x1", "y1", "z"};
    return words[(int)truth_number(truth_nth(truth_at(c, list), i))];
}

static void enter_settings(struct app *a, json_t *c)
{
    struct text line = {0};
    const char *pe = json_string_value(truth_at(c, "pe"));
    text_addf(&line, "classes u v w x1 y1 z ; tokens");
    for (int i = 0; i < (int)json_array_size(truth_at(c, "tokens")); i++)
        text_addf(&line, " %s", word_of(c, "tokens", i));
    text_addf(&line, " ; set block encoder d %d heads %d dk %d dv %d layers %d dff %d start %d",
              (int)truth_number(truth_at(c, "d")), (int)truth_number(truth_at(c, "heads")),
              (int)truth_number(truth_at(c, "dk")), (int)truth_number(truth_at(c, "dk")),
              (int)truth_number(truth_at(c, "layers")), (int)truth_number(truth_at(c, "dff")),
              (int)truth_number(truth_at(c, "start")));
    text_addf(
        &line,
        " ; set activation %s norm %s mask %s residual %s final_norm %s eps %.17g base %.17g pescale %.17g",
        json_string_value(truth_at(c, "act")), json_string_value(truth_at(c, "norm")),
        json_string_value(truth_at(c, "mask")), json_is_true(truth_at(c, "residual")) ? "on" : "off",
        json_is_true(truth_at(c, "final_norm")) ? "on" : "off", truth_number(truth_at(c, "eps")),
        truth_number(truth_at(c, "base")), truth_number(truth_at(c, "pescale")));
    text_addf(&line, " ; encoding %s", pe);
    if (strcmp(pe, "learned") == 0)
        text_addf(&line, " L=%d", (int)truth_number(truth_at(c, "rows")));
    if (strcmp(pe, "t5") == 0)
        text_addf(&line, " buckets=%d distance=%d sided=%s", (int)truth_number(truth_at(c, "buckets")),
                  (int)truth_number(truth_at(c, "distance")), json_string_value(truth_at(c, "sided")));
    must_enter(a, text_str(&line));
    text_finish(&line);
}

static void enter_numbers(struct app *a, json_t *j)
{
    json_t *c = truth_at(j, "config");
    struct text line = {0};
    for (int i = 0; i < (int)json_array_size(truth_at(c, "tokens")); i++) {
        int word = (int)truth_number(truth_nth(truth_at(c, "tokens"), i));
        text_clear(&line);
        text_addf(&line, "x %s =", word_of(c, "tokens", i));
        truth_type(&line, truth_nth(truth_at(j, "parameters/E"), word));
        must_enter(a, text_str(&line));
    }
    const char *name;
    json_t *m;
    json_object_foreach(truth_at(j, "parameters"), name, m)
    {
        if (strcmp(name, "E") == 0)
            continue;
        bool layered = name[1] == '.';
        text_clear(&line);
        if (layered)
            text_addf(&line, "layer %c ; ", name[0]);
        text_addf(&line, "%s =", name + 2 * layered);
        truth_type(&line, m);
        must_enter(a, text_str(&line));
    }
    for (int i = 0; i < (int)json_array_size(truth_at(c, "targets")); i++) {
        int to = (int)truth_number(truth_nth(truth_at(c, "targets"), i));
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

/* dE is the sum over the positions of a word; X has one row per position. */
static void check_words(struct truth *t, struct mat d_X, json_t *j)
{
    struct mat want = truth_mat(t, truth_at(j, "gradients/E"));
    json_t *tokens = truth_at(j, "config/tokens");
    for (int w = 0; w < want.rows; w++)
        for (int k = 0; k < want.cols; k++) {
            double sum = 0;
            for (int i = 0; i < d_X.rows; i++)
                sum += (int)truth_number(truth_nth(tokens, i)) == w ? mat_at(d_X, i, k) : 0;
            assert_close(sum, mat_at(want, w, k), 1e-12 * mat_max_abs(want));
        }
}

static void check_case(json_t *j)
{
    struct app a = fresh_app();
    struct truth t = {0};
    a.batch = true;
    enter_settings(&a, truth_at(j, "config"));
    enter_numbers(&a, j);
    text_clear(&a.output);
    must_enter(&a, "export json -");
    t.root = json_loads(text_str(&a.output), 0, NULL);
    assert_non_null(t.root);
    assert_close(truth_number(truth_at(t.root, "loss")), truth_number(truth_at(j, "loss")), 1e-13);
    assert_true(json_equal(truth_at(t.root, "targets"), truth_at(j, "config/targets")));
    assert_int_equal((int)json_array_size(truth_at(t.root, "classes")), 6);
    near(truth_mat(&t, truth_at(t.root, "logits")), truth_mat(&t, truth_at(j, "logits")));
    check_words(&t, truth_mat(&t, truth_at(t.root, "gradients/X")), j);
    bool layers = (int)truth_number(truth_at(j, "config/layers")) > 1;
    const char *name;
    json_t *m;
    json_object_foreach(truth_at(j, "gradients"), name, m)
    {
        if (strcmp(name, "E") == 0)
            continue;
        json_t *got =
            json_object_get(truth_at(t.root, "gradients"), name + (!layers && name[1] == '.' ? 2 : 0));
        if (!got)
            fail_msg("%s: no gradient %s", json_string_value(truth_at(j, "config/name")), name);
        near(truth_mat(&t, got), truth_mat(&t, m));
    }
    truth_close(&t);
    app_finish(&a);
}

TEST(typed_cases_have_the_reference_gradients)
{
    struct truth t = truth_open("gradients");
    size_t at;
    json_t *j;
    json_array_foreach(truth_at(t.root, "cases"), at, j) check_case(j);
    truth_close(&t);
}

/* The keys are there only if somebody asked, and a head's target has its own list. */
TEST(what_was_not_asked_is_not_exported)
{
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
