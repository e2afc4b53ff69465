/* Commands that look: each by the part of the look that it moves. */
#include <string.h>

#include "command/command.h"
#include "core/pipeline/stage.h"
#include "support/lines.h"
#include "support/test.h"

static struct look after(const char *line)
{
    struct session m = model_after(line);
    struct look look = m.now.state.look;
    session_finish(&m);
    return look;
}

TEST(a_view_may_be_asked_for_by_the_papers_names)
{
    static const struct {
        const char *line;
        int view, stage, panel, zoom;
    } cases[] = {
        {"view sentence", VIEW_STAGES, STAGE_TOKENS, 0, 0},
        {"view qkv", VIEW_STAGES, STAGE_Q, 0, 0},
        {"view scores", VIEW_STAGES, STAGE_SCORES, 0, 0},
        {"view weights", VIEW_STAGES, STAGE_WEIGHTS, 0, 0},
        {"view output", VIEW_STAGES, STAGE_OUTPUT, 0, 0},
        {"view qkv ; view formula", VIEW_STAGES, STAGE_Q, 0, 1},
        {"view qkv ; view waves", VIEW_ENCODING, STAGE_Q, PANEL_WAVE, 0},
        {"set panel wave ; view qkv ; view clock", VIEW_ENCODING, STAGE_Q, PANEL_CLOCKS, 0},
        {"view qkv ; view distance", VIEW_ENCODING, STAGE_Q, PANEL_PRODUCT, 0},
        {"view qkv ; view rotation", VIEW_ENCODING, STAGE_Q, PANEL_ROTATION, 0},
        {"view qkv ; view terms", VIEW_TERMS, STAGE_Q, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct look l = after(cases[i].line);
        if (l.view != cases[i].view || l.stage != cases[i].stage || l.encoding.panel != cases[i].panel ||
            l.zoom != cases[i].zoom)
            fail_msg("%s: view %d, stage %d, panel %d, zoom %d", cases[i].line, l.view, l.stage,
                     l.encoding.panel, l.zoom);
    }
}

TEST(a_matrix_is_shown_with_the_focus_on_a_cell)
{
    const struct {
        const char *line;
        int stage, query, key, dim;
    } cases[] = {
        {"focus weight 猫 狗", STAGE_WEIGHTS, 0, 2, 0},
        {"focus 追 狗 ; focus score 2", STAGE_SCORES, 2, 2, 0},
        {"focus 追 狗 ; focus scaled", STAGE_SCALED, 1, 2, 0},
        {"focus q 追 7", STAGE_Q, 1, 2, 7},
        {"focus k 追 3", STAGE_K, 0, 1, 3},
        {"focus out 狗 1", STAGE_HEAD_OUT, 2, 2, 1},
        {"focus x 1 1", STAGE_X, 1, 2, 1},
        {"focus concat 1", STAGE_CONCAT, 1, 2, 0},
        {"memory a b ; focus k b 2", STAGE_K, 0, 1, 2},
        {"memory a b ; focus weight 追 b", STAGE_WEIGHTS, 1, 1, 0},
        {"memory a b ; block decoder ; focus Qc 追 2", stage_again(STAGE_Q), 1, 1, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct look l = after(cases[i].line);
        if (l.view != VIEW_STAGES || l.stage != cases[i].stage || l.query != cases[i].query ||
            l.key != cases[i].key || l.dim != cases[i].dim)
            fail_msg("%s: view %d, stage %d, query %d, key %d, dim %d", cases[i].line, l.view, l.stage,
                     l.query, l.key, l.dim);
    }
    struct look l = after("focus pe 100000 3");
    assert_int_equal(l.view, VIEW_ENCODING);
    assert_int_equal(l.encoding.pos, 100000);
    assert_int_equal(l.encoding.column, 3);
}

/* A sentence about weights keeps its words. */
TEST(a_word_comes_before_a_matrix_of_its_name)
{
    struct look l = after("tokens the weight of words ; view encoding ; focus weight words");
    assert_int_equal(l.view, VIEW_ENCODING);
    assert_int_equal(l.query, 1);
    assert_int_equal(l.key, 3);
}

TEST(the_flow_goes_back_as_far_as_it_went_on)
{
    struct look one = after("view flow ; flow next"), two = after("view flow ; flow next ; flow next");
    assert_true(two.flow > one.flow);
    assert_int_equal(after("view flow ; flow next ; flow next ; flow prev").flow, one.flow);
}

/* Where no word is padding, the last one becomes it; asked for by name, the number stays. */
TEST(the_key_of_the_mask_changes_the_picture)
{
    struct session m = model_after("cycle mask 2 ; expect weight(0,2) = 0 ; set mask none");
    must_run(&m, "expect weight(0,2) > 0 ; set pad 2 ; cycle mask 2 ; expect weight(0,1) = 0");
    must_run(&m, "set pad 0 ; add d 1 ; expect weight(0,2) > 0");
    session_finish(&m);
}

TEST(the_bill_grows_by_factors)
{
    assert_int_equal(after("set cost_n 100 ; add cost_n 1").cost.n, 200);
    assert_int_equal(after("set cost_n 100 ; add cost_n -1").cost.n, 50);
    assert_int_equal(after("set cost_d 512 ; add cost_d 1").cost.d, 1024);
    assert_int_equal(after("set cost_d 512 ; add cost_d -1").cost.d, 256);
}

TEST(the_flow_is_as_fast_as_asked)
{
    int usual = after("view flow").speed;
    assert_true(after("view flow ; flow faster").speed > usual);
    assert_true(after("view flow ; flow slower").speed < usual);
    assert_int_equal(after("view flow ; flow faster ; flow slower").speed, usual);
}

/* The order of a line is not taken before the list is complete: the ranks are not known. */
TEST(a_line_of_a_list_too_long_is_refused)
{
    struct session m = model_after("sentence a b c d e f g ; set d 256 layers 6");
    refused(&m, "order 3", "take too long at once");
    session_finish(&m);
}

/* What is not there is refused with what there is. */
TEST(heads_and_layers_are_counted)
{
    struct session m = model_after("set heads 2");
    refused(&m, "head 2", "there are 2, written 0 to 1 (head 1 is number 2 on the screen)");
    refused(&m, "head -1", "there are 2, written 0 to 1 (head 1 is number 2 on the screen)");
    refused(&m, "set head 9", "there are 2, written 0 to 1 (head 1 is number 2 on the screen)");
    refused(&m, "head backwards", "or a kind (back itself first");
    refused(&m, "layer 1", "there is only layer 0 ('set layers 2' makes two)");
    must_run(&m, "set layers 3 ; layer 2");
    refused(&m, "layer 3", "there are 3, written 0 to 2 (layer 2 is number 3 on the screen)");
    struct reply r = {0};
    assert_true(run_line(&m, "head evenly", &r));
    assert_non_null(strstr(text_str(&r.text), "(layer 2 ; head "));
    reply_finish(&r);
    session_finish(&m);
}

TEST(no_layer_is_open_until_one_is_opened)
{
    struct session m = model_after("set layers 3 ; layer 2 ; set terms_open 0");
    assert_int_equal(m.now.state.look.terms.open, 0);
    must_run(&m, "reset terms_open");
    assert_int_equal(m.now.state.look.terms.open, -1);
    session_finish(&m);
}

TEST(an_option_of_another_encoding_names_it)
{
    struct session m = model_after("encoding sincos");
    refused(&m, "set layout half", "'encoding rope' has it");
    refused(&m, "add layout 1", "'encoding rope' has it");
    refused(&m, "set nothing 1", "no setting 'nothing'");
    session_finish(&m);
}

TEST(running_a_step_keeps_the_cell_in_focus)
{
    struct look l = after("tokens cat chases dog ; focus weight dog cat ; run scores");
    assert_int_equal(l.stage, STAGE_SCORES);
    assert_int_equal(l.query, 2);
    assert_int_equal(l.key, 0);
}

TEST(what_is_no_position_is_no_answer)
{
    struct session m = model_after("lang en ; clock ask");
    refused(&m, "clock answer noon", "'noon' is not an answer");
    assert_int_equal(m.now.state.look.encoding.answer, -1);
    session_finish(&m);
}
