/* What users of the program found false on its screens: each as the kind of statement that it was. */
#include <math.h>
#include <string.h>

#include "support/apps.h"
#include "support/lines.h"
#include "support/test.h"
#include "view/frame/describe.h"
#include "view/hue.h"
#include "view/style.h"

static bool described(struct app *a, const char *what)
{
    struct text t = {0};
    struct reply r = {0};
    assert_true(session_compute(&a->session, a->session.now.state.look.view, &r));
    describe(&a->session, &t);
    bool found = strstr(text_str(&t), what) != NULL;
    reply_finish(&r);
    text_finish(&t);
    return found;
}

/* ---- a model that learned other sentences ------------------------------------------------------------ */

TEST(the_start_screen_has_its_own_model)
{
    struct app a = opened_app();
    must_enter(&a, "task order ; train 20 ; view flow");
    struct state was;
    state_copy(&was, &a.session.now.state);
    must_enter(&a, "view home");
    assert_int_equal(a.session.now.state.set.task, 0);
    see(&a, 24, 80, "doer cat 0.83");
    must_enter(&a, "undo");
    assert_true(state_same_numbers(&was, &a.session.now.state));
    state_finish(&was);
    app_finish(&a);
}

TEST(a_ready_sentence_is_read_by_the_model_of_the_opening)
{
    struct app a = opened_app();
    must_enter(&a, "task order ; view flow ; pair robots");
    see(&a, 24, 80, "robots cannot harm humans");
    see_not(&a, 24, 80, "should say");
    see_not(&a, 24, 80, " says:");
    app_finish(&a);
}

TEST(a_target_is_not_asked_of_another_sentence)
{
    struct app a = app_after("lang en ; classes cat dog ; target 1 cat ; view flow ; set query 1");
    see(&a, 24, 80, "it should say cat");
    must_enter(&a, "sentence the child loves the mother");
    see_not(&a, 24, 80, "should say");
    must_enter(&a, "undo");
    see(&a, 24, 80, "it should say cat");
    app_finish(&a);
}

TEST(an_answer_that_nobody_asks_for_is_called_so)
{
    struct app a = app_after("lang en ; task order ; view flow ; set query 0");
    see(&a, 24, 80, "nothing is asked here");
    must_enter(&a, "set query 1");
    see_not(&a, 24, 80, "nothing is asked here");
    must_enter(&a, "lang zh ; set query 0");
    see(&a, 24, 80, "这里不考");
    app_finish(&a);
}

/* The heads of the opening have learned simple sentences only. */
TEST(heads_have_their_names_where_these_hold)
{
    static const char *const others[] = {"the dog is bigger than the cat",
                                         "the trophy did not fit in the suitcase because it was too big"};
    static const char *const places[] = {"view flow", "view stages ; stage weights ; set beside on",
                                         "view machine"};
    struct app a = opened_app();
    for (int i = 0; i < 3; i++) {
        must_enter(&a, places[i]);
        for (int k = 0; k < 2; k++) {
            struct text line = TEXT_HERE;
            text_addf(&line, "sentence \"%s\"", others[k]);
            must_enter(&a, text_str(&line));
            see_not(&a, 36, 120, "doer");
            see_not(&a, 67, 240, "done-to");
            assert_false(described(&a, "doer"));
            text_finish(&line);
        }
    }
    must_enter(&a, "sentence the dog chases the cat");
    see(&a, 36, 120, "doer");
    app_finish(&a);
}

/* ---- numbers and the text beside them ------------------------------------------------------------------ */

TEST(the_tour_has_the_numbers_of_the_start)
{
    struct session en = model_after("lang en ; opening"), zh = model_after("lang zh ; opening");
    struct app tour = app_after("lang en ; lesson tour/terms");
    static const char *const scores[] = {"abs(h1.score(1,0) - 8.109) < 0.001",
                                         "abs(h2.score(1,2) - 7.895) < 0.001"};
    for (int i = 0; i < 2; i++) {
        holds(&en, scores[i]);
        holds(&zh, scores[i]);
        holds(&tour.session, scores[i]);
    }
    session_finish(&en);
    session_finish(&zh);
    app_finish(&tour);
}

/* 0.4 + 0.8 + 0.3 + 0.6 is 2.1; in whole numbers it was 0 + 1 + 0 + 1, below names and positions mixed. */
TEST(a_sum_is_not_shown_in_whole_numbers)
{
    struct app a = app_after("lang en ; lesson 11/biggest");
    press(&a, "r");
    see(&a, 36, 120, "word·word");
    see_not(&a, 36, 120, "I 1 2");
    see_not(&a, 36, 120, " 0  0  0");
    app_finish(&a);
}

/* Both sentences pull as hard as each other: what is left is rounding, which has no colour. */
TEST(rounding_has_no_colour)
{
    struct app a = app_after("lang en ; task two ; train 1 ; view edit ; set edit 9");
    struct canvas c = draw_screen(&a, 24, 80);
    int zeros = 0;
    for (int i = 0; i + 4 < c.rows * c.stride; i++) {
        bool zero = true;
        for (int k = 0; k < 5; k++)
            zero = zero && c.cells[i + k].ch[0] == (uint32_t) "0.000"[k];
        zeros += zero;
        if (zero && ink_is_hue(c.cells[i].bg) && ink_hue_of(c.cells[i].bg) != HUE_FOCUS)
            assert_int_equal(ink_hue_of(c.cells[i].bg), HUE_GREY);
        assert_false(zero && c.cells[i].bg && !ink_is_hue(c.cells[i].bg) &&
                     c.cells[i].bg != ink_diverging(0, 1));
    }
    assert_true(zeros >= 16);
    canvas_finish(&c);
    app_finish(&a);
}

TEST(at_n_equal_to_d_both_cost_the_same)
{
    struct app a = app_after("lang en ; view cost ; set cost_n 512 cost_d 512");
    see(&a, 67, 240, "the scores take as many");
    must_enter(&a, "set cost_n 511");
    see(&a, 67, 240, "an RNN takes 1.0 times");
    see(&a, 67, 240, "above 512");
    must_enter(&a, "lang zh");
    see(&a, 67, 240, "个词（n = d）就反过来");
    app_finish(&a);
}

/* ---- a sine is not an angle ---------------------------------------------------------------------------- */

TEST(a_sine_alone_shows_both_hands_that_fit)
{
    struct app a = app_after("lang en ; view encoding ; encoding sinonly ; set pos 2 pos2 0");
    see(&a, 24, 80, "at 65.4° or at 114.6°");
    see(&a, 36, 120, "at 65.4° or at 114.6°");
    see_not(&a, 36, 120, "between s");
    see_not(&a, 36, 120, "what time is it?");
    must_enter(&a, "set panel dials");
    see(&a, 36, 120, "two hands fit t = 2");
    see_not(&a, 36, 120, "apart");
    see_not(&a, 36, 120, "cosine");
    app_finish(&a);
}

/* Only the cosines of whole pairs add up to P_t·P_s: else no sum is shown. */
TEST(a_sum_below_the_dials_is_the_product)
{
    struct app a = app_after("lang en ; view encoding ; set panel dials ; set pos 6 pos2 2");
    see(&a, 36, 120, "cosine");
    must_enter(&a, "set pescale 2");
    see_not(&a, 36, 120, "so far");
    must_enter(&a, "set pescale 1 ; encoding sinonly");
    see_not(&a, 36, 120, "so far");
    app_finish(&a);
}

/* ---- what a change of sizes leaves ----------------------------------------------------------------------
 */

TEST(cut_matrices_are_no_trained_heads)
{
    static const struct {
        const char *line, *en, *zh;
    } cases[] = {
        {":set d 4", "keep only their upper-left corner: no longer the trained heads",
         "矩阵只剩左上角，不再是训练过的头"},
        {":set d 12", "filled up with new numbers: no longer the trained heads",
         "矩阵补上了新的数，不再是训练过的头"},
        {":set heads 4", "belong to other heads: no longer the trained heads", "矩阵的列分给了另外的头"},
        {":set dk 2", "keep only their upper-left corner: no longer the trained heads", "矩阵只剩左上角"},
    };
    for (int zh = 0; zh < 2; zh++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            struct app a = opened_app_in(zh ? LANG_ZH : LANG_EN);
            must_enter(&a, "reset ; " TWO_HEADS " ; view flow");
            see(&a, 36, 160, zh ? "谁做" : "doer");
            press(&a, ":");
            for (const char *p = cases[i].line + 1; *p; p++)
                press(&a, *p == ' ' ? "Space" : (char[]){*p, '\0'});
            press(&a, "Enter");
            see(&a, 36, 160, zh ? cases[i].zh : cases[i].en);
            see_not(&a, 36, 160, zh ? "谁做" : "doer");
            press(&a, "u");
            see_not(&a, 36, 160, zh ? "训练过的头" : "trained heads");
            see(&a, 36, 160, zh ? "谁做" : "doer");
            app_finish(&a);
        }
}

/* ---- what is seen before a result is there
 * ----------------------------------------------------------------- */

static int looks;

static bool no_chinese(struct app *a)
{
    struct canvas c;
    struct text t = {0};
    if (++looks % 8)
        return true;
    assert_true(canvas_init(&c, 24, 80));
    assert_true(app_draw(a, c));
    canvas_text(c, &t);
    assert_null(strstr(text_str(&t), "猫"));
    text_finish(&t);
    canvas_finish(&c);
    return true;
}

TEST(while_a_scene_is_computed_no_other_language_is_shown)
{
    static const char *const lines[] = {"lesson 32/distance", "goto fade", "lesson 26/trick",
                                        "scene three-heads"};
    struct app a = opened_app();
    see(&a, 24, 80, "");
    a.meanwhile = no_chinese;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        enter(&a, lines[i]);
    a.meanwhile = NULL;
    assert_true(looks > 100);
    assert_true(described(&a, ""));
    app_finish(&a);
}
