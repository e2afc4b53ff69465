/* What the row in focus says and was made of: words and numbers are the trace's. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/stages/stages.h"

/* Writes what is said of the cell in focus; the test fails if nothing is. */
static void said(struct app *a, struct text *out)
{
    struct screen s = {.session = &a->session, .scratch = &a->scratch};
    struct derivation d;
    text_clear(out);
    arena_forget(&a->scratch);
    assert_true(derivation_of(&d, &a->session.now, derivation_cell(&a->session.now), &a->scratch));
    if (!stages_saying(out, &s, &d))
        fail_msg("stage %s says nothing", stage_name(a->session.now.state.look.stage));
}

TEST(every_stage_says_something_of_its_row_in_both_languages)
{
    struct app a = app_after("lang en ; " TWO_HEADS " ; set block encoder residual on norm post dff 16");
    struct text t = TEXT_HERE;
    for (int stage = STAGE_X; stage < STAGE_FINAL; stage++) {
        if (!stage_present(&a.session.now.config, 0, stage))
            continue;
        for (int lang = 0; lang < 2; lang++) {
            char line[80];
            snprintf(line, sizeof line, "lang %s ; stage %s", lang ? "zh" : "en", stage_name(stage));
            must_enter(&a, line);
            said(&a, &t);
            assert_true(strstr(text_str(&t), "chases") || strstr(text_str(&t), "cat")); /* a query or a key */
            assert_non_null(strstr(text_str(&t), lang ? "。" : "."));
        }
    }
    text_finish(&t);
    app_finish(&a);
}

/* The word that a head reads most is in the sentence and, as the widest piece, in the picture. */
TEST(an_output_row_names_what_each_head_read)
{
    static const char *const stages[] = {"head_out", "concat", "output"};
    (void)state;
    struct app a =
        app_after("lang en ; tokens cat chases dog ; set heads 2 ; weights random 3 ; view stages");
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        char line[64], piece[64];
        struct text t = TEXT_HERE, screen = TEXT_HERE;
        snprintf(line, sizeof line, "stage %s", stages[i]);
        must_enter(&a, line);
        said(&a, &t);
        read_screen(&a, 24, 80, &screen);
        const struct attention *at = &a.session.now.trace.layer[0].self;
        for (int h = 0; h < (i > 0 ? 2 : 1); h++) {
            struct mat w = attention_head(at, at->map[MAP_WEIGHTS], h);
            static const char *const words[] = {"cat", "chases", "dog"};
            int row = a.session.now.state.look.query, best = 0;
            for (int j = 1; j < 3; j++)
                best = mat_at(w, row, j) > mat_at(w, row, best) ? j : best;
            snprintf(piece, sizeof piece, i > 0 ? "%.2f %s" : "%.2f v(%s)", mat_at(w, row, best),
                     words[best]);
            assert_non_null(strstr(text_str(&t), piece));
            snprintf(piece, sizeof piece, "%s %.2f", words[best], mat_at(w, row, best));
            assert_non_null(strstr(text_str(&screen), piece));
        }
        assert_non_null(strstr(text_str(&screen), "is a mix of"));
        must_enter(&a, "set walk 1");
        read_screen(&a, 24, 80, &screen);
        if (strcmp(stages[i], "concat") != 0) /* a copy is shown at once */
            assert_null(strstr(text_str(&screen), "is a mix of"));
        must_enter(&a, "set walk off");
        text_finish(&t);
        text_finish(&screen);
    }
    app_finish(&a);
}

/* The least window, with more words than rows for them, keeps what the row is made of. */
TEST(a_small_screen_says_what_a_row_was_mixed_from)
{
    static const char *const stages[] = {"weights", "head_out", "output"};
    struct app a = app_after("lang en ; " TWO_HEADS " ; sentence the small cat does not chase the dog");
    struct text t = TEXT_HERE;
    (void)state;
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        char line[64];
        snprintf(line, sizeof line, "view stages ; stage %s", stages[i]);
        must_enter(&a, line);
        struct canvas c = draw_screen(&a, 18, 60);
        int painted = 0;
        for (int k = 0; k < c.rows * c.cols; k++)
            painted += ink_is_hue(c.cells[k].bg) || (ink_is_hue(c.cells[k].fg) && c.cells[k].ch[0] > 0x2580);
        assert_true(painted >= 24);
        text_clear(&t);
        canvas_text(c, &t);
        assert_non_null(strstr(text_str(&t), i > 0 ? "chase is a mix of" : "one whole"));
        canvas_finish(&c);
    }
    text_finish(&t);
    app_finish(&a);
}

/* Answers are shares of classes, not of words that were read. */
TEST(an_answer_is_shared_out_over_its_classes)
{
    struct app a = app_after("lang en ; task find ; stage probs");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    struct derive_cell cell = derivation_cell(&a.session.now);
    struct pieces p = pieces_of(&s, &cell, STAGE_PROBS, 0);
    assert_int_equal(p.row.cols, a.session.now.state.classes->count);
    assert_ptr_equal(p.words, a.session.now.state.classes);
    app_finish(&a);
}

TEST(bars_of_other_widths_stand_in_order_beside_the_present_one)
{
    static const char *const stages[] = {"scores", "weights"};
    (void)state;
    struct app a =
        app_after("lang en ; view stages ; set scale none ; pm1 64 1 ; mark B ; pm1 4 1 ; mark A ; set "
                  "scale sqrt ; pm1 32 1 ; mark OTHER ; set scale none ; pm1 16 1");
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        char line[64];
        struct text t = TEXT_HERE;
        snprintf(line, sizeof line, "stage %s", stages[i]);
        must_enter(&a, line);
        read_screen(&a, 24, 80, &t);
        const char *four = strstr(text_str(&t), "d = 4"), *here = strstr(text_str(&t), "d = 16"),
                   *wide = strstr(text_str(&t), "d = 64");
        assert_true(four && here && wide && four < here && here < wide);
        assert_null(strstr(text_str(&t), "d = 32")); /* divided: another experiment */
        struct mat row = stage_matrix(&a.session.now.trace, 0, a.session.now.state.look.stage, 0);
        double most = -INFINITY;
        for (int j = 0; j < row.cols; j++)
            most = fmax(most, mat_at(row, 0, j));
        snprintf(line, sizeof line, "max %.2f", most);
        assert_non_null(strstr(text_str(&t), line));
        text_finish(&t);
    }
    app_finish(&a);
}
