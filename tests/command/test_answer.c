/* classes and target: what they change, what they refuse, how they are written down, what values and JSON
 * say. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "expr/expr.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

TEST(a_readout_of_zeros_does_not_know)
{
    struct session m = model_after("classes 猫 狗 ; target 追 猫");
    holds(&m, "prob(追,猫) = 0.5 and prob(追,狗) = 0.5 and logits(追,狗) = 0");
    holds(&m, "loss() = ln(2)");
    holds(&m, "grad(U,0) = [-0.5, 0.5] * final(追,0)");
    holds(&m, "grad(logits,1) = [-0.500, 0.500] and grad(probs,1,0) = -2");
    holds(&m, "maxgrad() = 0.5 * max(final(追)) and grad(WQ,0,0) = 0");
    must_run(&m, "set bU 0 1 = 3");
    holds(&m, "prob(追,狗) = exp(3) / (1 + exp(3)) and loss() = ln(1 + exp(3))");
    must_run(&m, "undo ; undo");
    assert_int_equal(m.now.config.target_count, 0);
    must_run(&m, "redo");
    holds(&m, "loss() = ln(2)");
    session_finish(&m);
}

TEST(a_head_can_be_asked_to_read_a_word)
{
    struct session m = model_after("set heads 2 ; weights random 3 ; target head 1 追 猫");
    holds(&m, "loss() = -ln(h2.weight(追,猫))");
    holds(&m, "h1.grad(scores,1) = [0, 0, 0] and h2.grad(scores,0) = [0, 0, 0]");
    holds(&m, "h2.grad(masked,1,0) = h2.weight(追,猫) - 1 and h2.grad(masked,1,2) = h2.weight(追,狗)");
    must_run(&m, "target head 1 追 狗");
    assert_int_equal(m.now.config.target_count, 1);
    holds(&m, "loss() = -ln(h2.weight(追,狗))");
    must_run(&m, "target head 0 0 0 ; target head 1 追 none");
    holds(&m, "loss() = -ln(h1.weight(猫,猫))");
    must_run(&m, "target none");
    assert_null(m.now.state.targets);
    session_finish(&m);
}

TEST(the_mean_over_several_targets)
{
    struct session m =
        model_after("classes 猫 追 狗 ; weights random 5 ; target 0 狗 ; target 狗 追 ; target head 0 1 2");
    holds(&m, "loss() = (-ln(prob(0,狗)) - ln(prob(狗,追)) - ln(weight(追,狗))) / 3");
    session_finish(&m);
}

/* A class keeps its column of the readout, wherever it is in the list. */
TEST(columns_follow_their_words)
{
    struct session m = model_after("classes 猫 狗 ; set U 3 0 = 5 ; set U 3 1 = 7 ; bU = 1 2 ; target 追 狗");
    must_run(&m, "classes 鸟 狗 猫");
    const struct mat U = factor_mat(m.now.config.w[0][READ_U]), b = factor_mat(m.now.config.w[0][READ_B]);
    assert_int_equal(U.cols, 3);
    assert_true(mat_at(U, 3, 0) == 0 && mat_at(U, 3, 1) == 7 && mat_at(U, 3, 2) == 5);
    assert_true(mat_at(b, 0, 0) == 0 && mat_at(b, 0, 1) == 2 && mat_at(b, 0, 2) == 1);
    assert_int_equal(m.now.config.target[0].to, 1);
    must_run(&m, "classes 猫");
    assert_int_equal(m.now.config.target_count, 0);
    must_run(&m, "classes none");
    assert_false(stage_present(&m.now.config, 0, STAGE_LOGITS));
    assert_null(numbers_at(m.now.state.numbers, numbers_weight(0, READ_U)));
    session_finish(&m);
}

TEST(targets_end_with_what_they_name)
{
    struct session m =
        model_after("set heads 2 ; classes 猫 狗 ; target 2 狗 ; target 1 猫 ; target head 1 1 2");
    must_run(&m, "swap");
    assert_int_equal(m.now.config.target_count, 0);
    must_run(&m, "undo ; set d 16");
    assert_int_equal(m.now.config.target_count, 3);
    must_run(&m, "set heads 1");
    assert_int_equal(m.now.config.target_count, 2);
    must_run(&m, "classes 猫");
    assert_int_equal(m.now.config.target_count, 1);
    session_finish(&m);
}

TEST(what_is_wrong_is_said)
{
    struct session m = model_after("set heads 2");
    refused(&m, "target 追 猫", "there are no classes");
    must_run(&m, "classes 猫 狗");
    refused(&m, "classes 猫 狗 猫", "each word once");
    refused(&m, "target 追 鸟", "no word '鸟'");
    refused(&m, "target 鸟 猫", "no word '鸟'");
    refused(&m, "target 追", "what a word is to say");
    refused(&m, "target head 2 追 猫", "there are 2, written 0 to 1");
    refused(&m, "target head 0 追 鸟", "no word '鸟'");
    refused(&m, "U = 1 2 ; 3 4", "U is 8 x 2");
    refused(&m, "bU = 1 2 3", "bU is 1 x 2");
    refused(&m, "print loss()", "needs a target");
    must_run(&m, "target 追 猫 ; encoding shaw");
    refused(&m, "print maxgrad()", "cannot be trained yet");
    must_run(&m, "encoding none ; term cc off");
    refused(&m, "print grad(WQ,0)", "term knocked out");
    struct text many = {0};
    text_add(&many, "classes");
    for (int i = 0; i <= CONFIG_MAX_CLASSES; i++)
        text_addf(&many, " w%d", i);
    refused(&m, text_str(&many), "at most 512");
    text_finish(&many);
    session_finish(&m);
}

/* A saved state says it all again: also a word called none, one that repeats, and heads of two layers. */
TEST(a_saved_state_asks_the_same)
{
    static const char *const states[] = {
        "classes 追 猫 狗 ; weights random 2 ; bU = 1 2 3 ; target 追 猫 ; target 0 狗",
        "tokens 猫 追 猫 ; classes 猫 追 ; target 2 追 ; target head 0 2 2",
        "set layers 2 heads 2 ; target head 1 0 1 ; layer 1 ; target head 0 1 2 ; layer 0",
        "set final_norm on layers 2 ; gF = 1 2 3 4 5 6 7 8 ; sF = 8 7 6 5 4 3 2 1",
        "memory a b ; target head 0 追 b",
        "set block encoder dff 5 activation gelu_new ; classes \"a b\" ; target 狗 0",
        "classes \"none\" ; target 追 \"none\"",
    };
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        struct session m = model_after(states[i]), again = model_loaded(&m);
        if (!state_same_numbers(&m.now.state, &again.now.state))
            fail_msg("%s", states[i]);
        session_finish(&m);
        session_finish(&again);
    }
}

/* Nothing is laid out, and the stages are as they were, unless somebody asks. */
TEST(without_classes_nothing_is_there)
{
    struct session m = model_after("set heads 2");
    assert_false(mat_present(m.now.trace.logits) || mat_present(m.now.trace.probs) ||
                 mat_present(m.now.trace.final));
    assert_int_equal(stage_last(&m.now.config, 0), STAGE_OUTPUT);
    size_t used = m.now.trace.arena.used;
    must_run(&m, "classes 猫 狗");
    assert_int_equal(m.now.trace.arena.used, used + 2 * 3 * 2);
    session_finish(&m);
}

static double shown(const struct session *m, int row, int col)
{
    return factor_entry(m->now.grad.to.w[0][READ_B], row, col);
}

TEST(a_gradient_is_computed_while_it_is_shown)
{
    struct session m = model_after("classes 猫 狗 ; target 追 猫");
    assert_false(m.now.has_gradient);
    double bytes = scene_bytes_of(&m.now.state);
    must_run(&m, "toggle gradient");
    assert_true(m.now.has_gradient && shown(&m, 0, 0) == -0.5);
    assert_true(scene_bytes_of(&m.now.state) == bytes + 8.0 * (double)grad_room(&m.now.config));
    assert_true(scene_bytes(&m.now) >= scene_bytes_of(&m.now.state));
    must_run(&m, "set bU 0 1 = 3");
    assert_true(m.now.has_gradient && fabs(shown(&m, 0, 1) - exp(3) / (1 + exp(3))) < 1e-15);
    must_run(&m, "undo");
    assert_true(m.now.has_gradient && shown(&m, 0, 0) == -0.5);
    must_run(&m, "encoding xl");
    assert_false(m.now.has_gradient);
    must_run(&m, "encoding t5 ; toggle gradient ; set bU 0 1 = 3");
    assert_false(m.now.has_gradient);
    assert_int_equal(m.now.state.look.show, SHOW_VALUES);
    session_finish(&m);
}

TEST(the_chain_leads_from_a_weight_to_what_was_asked_and_back)
{
    struct session m =
        model_after("target head 0 追 狗 ; view edit ; set edit 1 row 2 col 0 ; toggle gradient");
    const struct look *look = &m.now.state.look;
    must_run(&m, "follow ; set line 1 factor 1 ; follow");
    assert_true(look->view == VIEW_STAGES && look->stage == STAGE_Q && look->query == 1 && look->dim == 0);
    static const int stages[] = {STAGE_SCORES, STAGE_SCALED, STAGE_MASKED};
    for (int i = 0; i < 3; i++) {
        must_run(&m, "follow");
        assert_int_equal(look->stage, stages[i]);
        assert_int_equal(look->show, SHOW_GRADIENT);
    }
    must_run(&m, "follow");
    assert_true(look->stage == STAGE_WEIGHTS && look->show == SHOW_VALUES);
    must_run(&m, "view back");
    assert_true(look->stage == STAGE_MASKED && look->show == SHOW_GRADIENT);
    must_run(&m, "view back ; view back ; view back ; view back");
    assert_true(look->view == VIEW_EDIT && look->sheet.row == 2 && look->stages.line == 1);
    session_finish(&m);
}
