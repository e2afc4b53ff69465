/* The boxes of the Transformer: every stage has one, what is not computed can be switched on, and what a box
 * says is what the trace holds. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "study/machine/machine.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/test.h"
#include "view/frame/describe.h"

static const char *const scenes[] = {
    "encoding sincos",
    "encoding off",
    "block encoder",
    "block encoder ; set layers 3 norm pre ; layer 1",
    "block encoder ; mask causal ; classes 猫 狗",
    "block encoder ; classes 猫 狗 ; set final_norm on layers 2 ; layer 1",
    "memory 我 爱 学习",
    "memory 我 爱 学习 ; set residual on norm post dff 4",
    "memory 我 爱 学习 ; block decoder",
    "memory 我 爱 学习 ; block decoder ; set norm pre layers 2",
    "block decoder ; classes 猫",
    "encoding rope ; mask causal",
};
enum { SCENES = sizeof scenes / sizeof *scenes };

TEST(every_stage_is_in_a_box_that_is_computed)
{
    for (int i = 0; i < SCENES; i++) {
        struct app a = app_after(scenes[i]);
        const struct config *c = &a.session.now.config;
        int layer = a.session.now.state.look.layer, stages = 0;
        for (int stage = 0; stage < STAGE_COUNT; stage++) {
            if (!stage_present(c, layer, stage))
                continue;
            int box = machine_box_of(c, stage);
            if (!machine_has(c, layer, box) || !machine_drawn(c, box))
                fail_msg("%s: %s is in box %d", scenes[i], stage_name(stage), box);
            stages++;
        }
        assert_true(stages > 8);
        app_finish(&a);
    }
}

TEST(a_box_opens_at_a_stage_of_its_own)
{
    for (int i = 0; i < SCENES; i++) {
        struct app a = app_after(scenes[i]);
        const struct config *c = &a.session.now.config;
        int layer = a.session.now.state.look.layer;
        for (int box = 0; box < MACHINE_BOXES; box++) {
            int stage = machine_stage(c, layer, box);
            assert_int_equal(stage >= 0, machine_has(c, layer, box));
            if (stage < 0)
                continue;
            assert_true(stage_present(c, machine_layer(c, layer, box), stage));
            assert_int_equal(machine_box_of(c, stage), box);
        }
        app_finish(&a);
    }
}

TEST(the_line_of_a_box_switches_it_on)
{
    for (int i = 0; i < SCENES; i++)
        for (int box = 0; box < MACHINE_BOXES; box++) {
            struct app a = app_after(scenes[i]);
            const struct session *m = &a.session;
            bool had = machine_has(&m->now.config, m->now.state.look.layer, box);
            if (!had && machine_drawn(&m->now.config, box)) {
                must_enter(&a, text_in(machine_switch(&m->now.config, box), LANG_EN));
                if (!machine_has(&m->now.config, m->now.state.look.layer, box))
                    fail_msg("%s: box %d is not switched on", scenes[i], box);
            }
            app_finish(&a);
        }
}

TEST(the_cursor_walks_through_all_boxes_of_a_side_and_stays)
{
    struct app a = app_after("memory 我 爱 学习 ; block decoder ; view machine ; machine 9");
    const struct session *m = &a.session;
    for (int box = 8; box < MACHINE_BOXES; box++) {
        assert_int_equal(machine_at(&m->now.state.look, &m->now.config), box);
        press(&a, "Down");
    }
    assert_int_equal(machine_at(&m->now.state.look, &m->now.config), MACHINE_BOXES - 1);
    must_enter(&a, "machine 13 ; cursor left"); /* the encoder is not computed */
    assert_int_equal(machine_at(&m->now.state.look, &m->now.config), 4);
    assert_false(machine_has(&m->now.config, 0, 4));
    must_enter(&a, "machine 12");
    assert_int_equal(m->now.state.look.machine.box, 0); /* what is computed is known by its stage */
    assert_int_equal(m->now.state.look.stage, STAGE_NORM1);
    app_finish(&a);
}

TEST(enter_goes_in_and_backspace_comes_back)
{
    struct app a = app_after("block encoder ; view machine ; machine 5");
    press(&a, "Enter");
    assert_int_equal(a.session.now.state.look.view, VIEW_STAGES);
    assert_int_equal(a.session.now.state.look.stage, STAGE_FFN);
    press(&a, "Backspace");
    assert_int_equal(a.session.now.state.look.view, VIEW_MACHINE);
    press(&a, "Right");
    press(&a, "Enter"); /* the decoder is not computed: stays, and says what switches it on */
    assert_int_equal(a.session.now.state.look.view, VIEW_MACHINE);
    app_finish(&a);
}

static int box_with(const struct config *c, enum machine_kind kind, int first)
{
    for (int i = 0; i < MACHINE_BOXES; i++)
        if (machine_boxes[i].kind == kind && machine_has(c, 0, i) && first-- == 0)
            return i;
    fail_msg("no box");
    return -1;
}

TEST(a_side_begins_below_and_no_two_boxes_share_a_place)
{
    for (int i = 0; i < MACHINE_BOXES; i++)
        if (i == 0 || machine_boxes[i].side != machine_boxes[i - 1].side)
            assert_int_equal(machine_boxes[i].row, 0);
        else
            assert_true(machine_boxes[i].row > machine_boxes[i - 1].row);
}

/* in·r/|r|², with the input from the trace. */
TEST(what_is_kept_is_the_inputs_part_of_the_sum)
{
    struct app a = app_after("weights random 5 ; memory 我 爱 学习 ; block decoder ; weights random 5");
    const struct scene *now = &a.session.now;
    const struct layer_trace *l = &now->trace.layer[0];
    const struct mat in[] = {l->in, l->self.normed, l->cross.normed},
                     sum[] = {l->self.residual, l->cross.residual, l->residual2};
    for (int i = 0; i < 3; i++)
        for (int row = 0; row < now->config.n; row++) {
            const double *x = mat_row(in[i], row), *r = mat_row(sum[i], row);
            double want = vec_dot(x, r, in[i].cols) / vec_dot(r, r, in[i].cols);
            assert_close(machine_residual_share(now, box_with(&now->config, MACHINE_ADD, i), row), want,
                         1e-12);
        }
    int awake = 0;
    for (int j = 0; j < l->hidden.cols; j++)
        awake += mat_at(l->hidden, 1, j) > 0;
    assert_true(awake > 0 && awake < l->hidden.cols);
    assert_int_equal(machine_active(now, 1), awake);
    app_finish(&a);
}

/* The LayerNorm after the last layer is there without it: then nothing is answered. */
TEST(a_readout_without_classes_is_not_computed)
{
    struct app a = app_after("mask causal ; set final_norm on ; view machine");
    struct text said = {0};
    (void)state;
    for (int i = 0; i < MACHINE_BOXES; i++)
        if (machine_boxes[i].kind == MACHINE_READOUT || machine_boxes[i].kind == MACHINE_ANSWER)
            assert_false(machine_has(&a.session.now.config, 0, i));
    describe(&a.session, &said);
    assert_non_null(strstr(text_str(&said), "Not computed now. On: classes"));
    text_finish(&said);
    app_finish(&a);
}
