/* What the editor says of a number is what the computation does with it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/changes.h"
#include "view/edit/edit.h"

static bool stage_moved(struct app *a, int stage)
{
    for (int h = 0; h < a->session.now.config.heads; h++) {
        struct changes c = changes_of_stage(&a->session.now, &a->session.before, stage, h);
        for (int r = 0; r < c.now.rows; r++)
            for (int k = 0; k < c.now.cols; k++)
                if (changes_at(&c, r, k) != CHANGE_NONE)
                    return true;
    }
    return false;
}

/* Changes a number of every matrix: the first stage that moves is the one that it is said to enter. */
/* Steps a number of each matrix: the stage it is said to enter is the first that moves. Returns how many
 * were. */
static int enters_as_said(const char *scene)
{
    struct app a = app_after(scene);
    struct matrix_ref refs[MATRICES_MAX];
    int count = matrices_list(&a.session.now.state, refs), told = 0;
    for (int i = 0; i < count; i++) {
        char line[64];
        snprintf(line, sizeof line, "set edit %d row 0 col 1", i);
        must_enter(&a, line);
        struct screen s = {.session = &a.session, .scratch = &a.scratch};
        struct sheet sh = {.state = &a.session.now.state, .ref = refs[i]};
        int enters = sheet_enters(&s, &sh), first = STAGE_X + 1;
        press(&a, "+");
        if (enters < 0)
            continue;
        while (first < STAGE_COUNT &&
               !(stage_present(&a.session.now.config, 0, first) && stage_moved(&a, first)))
            first++;
        told++;
        assert_string_equal(stage_name(enters), stage_name(first));
    }
    app_finish(&a);
    return told;
}

/* What was typed is shown as typed; numbers out of a file have more digits than anybody reads. */
TEST(a_long_number_is_rounded)
{
    struct app a = app_after("lang en ; tokens cat dog ; set x cat 0 = 0.12345678 ; view edit");
    see(&a, 24, 80, "= 0.12345678   step");
    must_enter(&a, "set x cat 0 = -0.12023399025201797");
    see(&a, 24, 80, "= -0.1202   step");
    assert_float_equal(matrices_get(&a.session.now.state, (struct matrix_ref){.kind = MATRIX_X}, 0, 0),
                       -0.12023399025201797, 0);
    app_finish(&a);
}

/* The sheet shows the gradient in the place of the numbers: the line below it names both. */
TEST(a_number_and_its_gradient_are_told_apart)
{
    struct app a = app_after("lang en ; scene dog-cat ; classes 猫 狗 ; target 追 猫 ; view edit ; set show "
                             "gradient edit 9 row 0 col 0");
    see(&a, 24, 80, "= 0, gradient -");
    must_enter(&a, "set show values");
    see(&a, 24, 80, "= 0   step 0.1");
    app_finish(&a);
}

TEST(a_number_enters_the_stage_that_it_changes_first)
{
    assert_true(
        enters_as_said("lang en ; tokens cat chases dog ; memory bird fish ; set block decoder residual on "
                       "norm post dff 16 heads 2 ; weights random 3 ; view edit") > 15);
    assert_true(
        enters_as_said("lang en ; tokens cat chases dog ; set residual on norm pre final_norm on dff 16 ; "
                       "weights random 3 ; view edit") > 10);
}

/* What a query's number changes runs through scores and weights, what a value's changes does not. */
TEST(a_way_leads_through_what_depends_on_the_number)
{
    static const struct {
        enum weight weight;
        bool scores;
    } cases[] = {{W_Q, true}, {W_V, false}};
    struct app a = app_after("lang en ; tokens cat chases dog ; weights random 3 ; view edit");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sheet sh = {.state = &a.session.now.state, .ref = {MATRIX_WEIGHT, (int)cases[i].weight}};
        struct text t = TEXT_HERE;
        sheet_say_use(&t, &s, &sh, 1);
        assert_int_equal(strstr(text_str(&t), "→ scores") != NULL, cases[i].scores);
        assert_int_equal(strstr(text_str(&t), "→ weights") != NULL, cases[i].scores);
        assert_non_null(strstr(text_str(&t), "→ output"));
        text_finish(&t);
    }
    app_finish(&a);
}

TEST(a_learned_number_is_rounded_in_its_sentence)
{
    struct app a = app_after("lang en ; task order ; train 3 ; view edit ; set edit 0");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    struct sheet sh = {.state = &a.session.now.state, .ref = {MATRIX_WEIGHT, W_Q}};
    struct text t = TEXT_HERE;
    sheet_say_use(&t, &s, &sh, 0.5941863189132066);
    assert_non_null(strstr(text_str(&t), "0.594"));
    assert_null(strstr(text_str(&t), "0.5941"));
    text_clear(&t);
    must_enter(&a, "train off");
    sheet_say_use(&t, &s, &sh, 0.59418);
    assert_non_null(strstr(text_str(&t), "0.59418"));
    text_finish(&t);
    app_finish(&a);
}

TEST(the_effect_names_the_weight_that_moved_most)
{
    struct app a =
        app_after("lang en ; tokens cat chases dog ; weights random 3 ; view edit ; set edit 1 step 1");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    struct text t = TEXT_HERE;
    assert_false(sheet_say_effect(&t, &s) && strstr(text_str(&t), "weights["));
    text_clear(&t);
    press(&a, "+");
    assert_true(sheet_say_effect(&t, &s));
    struct changes c = changes_of_stage(&a.session.now, &a.session.before, STAGE_WEIGHTS, 0);
    static const char *const words[] = {"cat", "chases", "dog"};
    double most = 0, was = 0;
    char want[80] = "";
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) {
            assert_true(changes_was(&c, r, k, &was));
            if (fabs(mat_at(c.now, r, k) - was) > most) {
                most = fabs(mat_at(c.now, r, k) - was);
                snprintf(want, sizeof want, "weights[%s→%s] %.2f → %.2f", words[r], words[k], was,
                         mat_at(c.now, r, k));
            }
        }
    assert_non_null(strstr(text_str(&t), want));
    assert_non_null(strstr(text_str(&t), " of 9 moved 0.01 or more")); /* arrows mark smaller ones too */
    text_clear(&t);
    must_enter(&a, "set step 0.00001");
    press(&a, "+");
    assert_true(sheet_say_effect(&t, &s));
    assert_null(strstr(text_str(&t), "weights[")); /* nothing that would show */
    text_finish(&t);
    app_finish(&a);
}

/* Numbers of words that were not there have not moved, however little. */
TEST(another_sentence_has_no_effect_to_tell)
{
    struct app a = app_after("lang zh ; tokens 猫 追 狗 ; view edit");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    struct text t = TEXT_HERE;
    static const char *const lines[] = {"tokens 我 爱 你", "undo", "tokens 猫 追 狗 我 爱 你"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char bind[100];
        snprintf(bind, sizeof bind, "bind F5 \"%s\"", lines[i]);
        must_enter(&a, bind);
        press(&a, "F5");
        assert_non_null(changes_last(&s));
        assert_false(sheet_say_effect(&t, &s));
    }
    must_enter(&a, "bind F5 \"swap 0 5\"");
    press(&a, "F5");
    assert_true(sheet_say_effect(&t, &s)); /* a word that only changed its place is compared with itself */
    text_finish(&t);
    app_finish(&a);
}

/* A word over a column of numbers is cut only where there is no room for it. */
TEST(words_over_a_matrix_are_whole)
{
    struct text t = TEXT_HERE;
    struct app a = app_after("lang en ; tokens thinking machines ; set d 4 ; view edit");
    read_screen(&a, 24, 80, &t);
    assert_non_null(strstr(text_str(&t), "  thinking  machines"));
    must_enter(&a, "set x thinking 1 = 3");
    read_screen(&a, 36, 120, &t); /* between two others */
    assert_null(strstr(text_str(&t), "thinki…"));
    text_finish(&t);
    app_finish(&a);
}

/* Columns of one head: those of queries and keys are dk, those of values dv. */
TEST(the_columns_of_a_matrix_are_named_by_head)
{
    static const struct {
        enum weight weight;
        const char *name;
    } cases[] = {{W_Q, "h1.3"}, {W_K, "h1.3"}, {W_V, "h2.1"}, {W_QC, "h1.3"}, {W_KC, "h1.3"}, {W_VC, "h2.1"}};
    struct app a = app_after("tokens cat chases dog ; set heads 2 dk 4 dv 2");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sheet sh = {
            .state = &a.session.now.state, .ref = {MATRIX_WEIGHT, (int)cases[i].weight}, .cols = BY_HEAD_DIM};
        struct text t = TEXT_HERE;
        sheet_col_label(&sh, 3, &t);
        assert_string_equal(text_str(&t), cases[i].name);
        text_finish(&t);
    }
    app_finish(&a);
}
