/* The flow: its keys walk through the rows that it has, into a cell and back; what a question hides is not
 * given away. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/pipeline/stage.h"
#include "support/apps.h"
#include "support/locale.h"
#include "view/flow/flow.h"
#include "view/frame/describe.h"

static bool has_row(int stage)
{
    for (int r = 0; r < FLOW_ROWS; r++)
        if (flow_rows[r].stage >= 0 && flow_rows[r].stage == stage_first(stage))
            return true;
    return false;
}

/* Down through all layers and up again passes just the rows whose stage is there, each once, and stays at the
 * ends. */
static void up_and_down_walk_through_the_rows(void **state)
{
    (void)state;
    static const char *const scenes[] = {
        "set heads 2",
        "encoding none",
        "set block decoder norm pre residual on dff 6 layers 3 ; memory 狗 追",
        "set block encoder dff 4 residual on norm post layers 2",
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        struct app a = app_after(scenes[i]);
        const struct look *look = &a.model.now.state.look;
        must_enter(&a, "view flow ; cursor up 1000");
        for (int layer = 0; layer < a.model.now.config.layers; layer++)
            for (int stage = 0; stage < STAGE_COUNT; stage++) {
                if (!has_row(stage) || !stage_present(&a.model.now.config, layer, stage))
                    continue;
                if (look->stage != stage || look->layer != layer)
                    fail_msg("%s: %s of layer %d: %s", scenes[i], stage_name(stage), layer,
                             stage_name(look->stage));
                press(&a, stage % 2 ? "Down" : "]");
            }
        struct look last = *look;
        press(&a, "Down");
        assert_memory_equal(look, &last, sizeof last);
        must_enter(&a, "cursor up 1000");
        assert_true(look->layer == 0 && look->view == VIEW_FLOW);
        app_finish(&a);
    }
}

static void a_stage_without_a_row_gives_way_to_the_one_before_it(void **state)
{
    (void)state;
    static const struct {
        const char *at;
        int lit;
    } cases[] = {
        {"tokens", STAGE_X},        {"scaled", STAGE_SCORES}, {"masked", STAGE_SCORES},
        {"concat", STAGE_HEAD_OUT}, {"output", STAGE_OUTPUT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = fresh_app();
        must_enter(&a, "view flow");
        struct text line = {0};
        text_addf(&line, "stage %s", cases[i].at);
        must_enter(&a, text_str(&line));
        assert_int_equal(a.model.now.state.look.view, VIEW_STAGES);
        press(&a, "1");
        assert_int_equal(a.model.now.state.look.stage, cases[i].lit);
        text_finish(&line);
        app_finish(&a);
    }
}

static void enter_looks_into_the_cell_and_backspace_comes_back(void **state)
{
    (void)state;
    struct app a =
        app_after("set heads 2 ; weights random 3 ; focus 追 狗 ; set head 1 stage weights ; view flow");
    struct look before = a.model.now.state.look;
    press(&a, "Enter");
    const struct look *look = &a.model.now.state.look;
    assert_true(look->view == VIEW_STAGES && look->pane == PANE_ARITHMETIC && look->stage == STAGE_WEIGHTS &&
                look->query == 1 && look->key == 2);
    press(&a, "Enter");
    assert_int_equal(look->stage, STAGE_MASKED);
    press(&a, "Backspace");
    assert_int_equal(look->stage, STAGE_WEIGHTS);
    press(&a, "Backspace");
    before.view_before = look->view_before;
    assert_memory_equal(look, &before, sizeof before);
    press(&a, "Backspace");
    assert_true(a.model.message_is_error);
    app_finish(&a);
}

static void keys_choose_word_head_and_the_word_in_the_lens(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        int query, read, head;
    } steps[] = {
        {"Right", 2, 1, 0},  {"l", 2, 1, 0}, {"Left", 1, 1, 0}, {".", 1, 2, 0},
        {"S-Left", 1, 1, 0}, {",", 1, 0, 0}, {",", 1, 0, 0},    {"S-Right", 1, 1, 0},
        {"h", 1, 1, 1},      {"H", 1, 1, 0}, {"Home", 0, 1, 0}, {"End", 2, 1, 0},
    };
    struct app a = app_after("set heads 2 ; focus 追 追 ; view flow");
    const struct look *look = &a.model.now.state.look;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        press(&a, steps[i].key);
        if (look->query != steps[i].query || look->key != steps[i].read || look->head != steps[i].head ||
            look->view != VIEW_FLOW)
            fail_msg("%zu: %s: query %d, key %d, head %d", i, steps[i].key, look->query, look->key,
                     look->head);
    }
    app_finish(&a);
}

/* The lit row is never left out, whatever the height. */
static void a_number_is_edited_where_it_lies(void **state)
{
    (void)state;
    struct app a = app_after("set heads 2 ; sentence 猫追狗 ; stage X ; view flow ; focus 追 追 ; view flow");
    const struct look *look = &a.model.now.state.look;
    const struct mat *x = &a.model.now.config.X;
    press(&a, "g"); /* the first row: x */
    press(&a, ".");
    press(&a, ".");
    press(&a, ",");
    assert_int_equal(look->dim, 1);
    assert_int_equal(look->key, 1);
    double before = mat_at(*x, 1, 1);
    press(&a, "+");
    assert_true(mat_at(*x, 1, 1) > before);
    press(&a, "e");
    assert_int_equal(a.model.prompt.kind, PROMPT_CELL);
    press(&a, "Ctrl-U");
    press(&a, "7");
    press(&a, "Enter");
    assert_true(mat_at(*x, 1, 1) == 7 && look->view == VIEW_FLOW);
    press(&a, "G"); /* the output is computed */
    press(&a, "e");
    assert_int_equal(a.model.prompt.kind, PROMPT_CLOSED);
    app_finish(&a);
}

/* More words than columns: the running text, whole, with the asking word lit and the words that it reads in
 * the colour of their head. */
static void a_long_sentence_is_shown_whole(void **state)
{
    (void)state;
    struct app a = app_after(
        "set heads 2 ; sentence 猫 追 狗 不 追 人 我 喜欢 鱼 马 大 小 老师 学生 ; weights random 3 ; "
        "set query 3 ; view flow");
    struct text screen = {0};
    read_screen(&a, 18, 60, &screen);
    for (int w = 0; w < a.model.now.config.n; w++) {
        struct text t = {0};
        state_label(&a.model.now.state, a.model.now.state.sentence, w, &t);
        if (!strstr(text_str(&screen), text_str(&t)))
            fail_msg("%s is missing:\n%s", text_str(&t), text_str(&screen));
        text_finish(&t);
    }
    text_finish(&screen);
    app_finish(&a);
}

static void the_lit_row_is_in_sight(void **state)
{
    (void)state;
    struct app a = app_after("set block encoder dff 4 residual on norm post ; view flow ; cursor up 1000");
    for (int i = 0; i < 13; i++) {
        struct text t = {0};
        read_screen(&a, 18, 60, &t);
        if (!strstr(text_str(&t), "\n▌"))
            fail_msg("not lit: %s", stage_name(a.model.now.state.look.stage));
        text_finish(&t);
        press(&a, "Down");
    }
    app_finish(&a);
}

/* Whether a number is on the screen or in what is told. */
static bool shows(struct app *a, const char *number)
{
    struct text t = {0};
    read_screen(a, 24, 80, &t);
    describe(&a->model, &t);
    bool found = strstr(text_str(&t), number) != NULL;
    text_finish(&t);
    return found;
}

static void a_question_for_a_cell_hides_the_numbers(void **state)
{
    (void)state;
    struct app a = app_after("lesson 90-small/measure");
    must_enter(&a, "view flow ; focus b b ; layout view");
    assert_true(shows(&a, "16.0"));
    must_enter(&a, "answer 16 ; next ; view flow ; focus b b");
    assert_true(lesson_asks(lesson_now(a.model.lesson), ASK_CELL));
    assert_false(shows(&a, "16.0"));
    must_enter(&a, "reveal ; view flow ; focus b b");
    assert_true(shows(&a, "16.0"));
    app_finish(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(up_and_down_walk_through_the_rows),
        cmocka_unit_test(a_stage_without_a_row_gives_way_to_the_one_before_it),
        cmocka_unit_test(enter_looks_into_the_cell_and_backspace_comes_back),
        cmocka_unit_test(keys_choose_word_head_and_the_word_in_the_lens),
        cmocka_unit_test(a_number_is_edited_where_it_lies),
        cmocka_unit_test(a_long_sentence_is_shown_whole),
        cmocka_unit_test(the_lit_row_is_in_sight),
        cmocka_unit_test(a_question_for_a_cell_hides_the_numbers),
    };
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return cmocka_run_group_tests(tests, locale, NULL);
}
