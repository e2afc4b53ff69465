/* Clicks: found by what is drawn, so each test looks for a text on the screen and clicks it. */
#include <string.h>

#include "app/app.h"
#include "app/keyboard.h"
#include "base/utf8.h"
#include "core/pipeline/stage.h"
#include "support/apps.h"
#include "support/test.h"

enum { ROWS = 24, COLS = 80 };

/* Clicks `beyond` columns after the start of the n-th place (from 1) of the text. */
static void click_text(struct app *a, const char *what, int n, int beyond)
{
    struct text t = {0};
    read_screen(a, ROWS, COLS, &t);
    int row = 0;
    for (const char *line = text_str(&t); *line; line += strcspn(line, "\n") + 1, row++) {
        const char *end = line + strcspn(line, "\n");
        for (const char *at = line; (at = strstr(at, what)) && at < end; at++)
            if (--n == 0) {
                struct text before = {0};
                text_add_bytes(&before, line, (size_t)(at - line));
                app_event(a, &(struct event){.kind = EVENT_CLICK,
                                             .row = row,
                                             .col = utf8_width(text_str(&before)) + beyond,
                                             .rows = ROWS,
                                             .cols = COLS});
                text_finish(&before);
                text_finish(&t);
                return;
            }
    }
    fail_msg("not on the screen: %s", what);
}

TEST(a_stage_of_the_rail_is_opened)
{
    struct app a = app_after("stage weights");
    click_text(&a, " 8 scores", 1, 3);
    assert_int_equal(a.session.now.state.look.stage, STAGE_SCORES);
    app_finish(&a);
}

TEST(a_cell_of_a_matrix_gets_the_cursor)
{
    struct app a = app_after("stage weights ; focus 猫 狗");
    click_text(&a, "0.293", 1, 1); /* 追 → 猫 */
    assert_int_equal(a.session.now.state.look.query, 1);
    assert_int_equal(a.session.now.state.look.key, 0);
    click_text(&a, "0.366", 1, 1);
    assert_int_equal(a.session.now.state.look.query, 0);
    app_finish(&a);
    a = app_after("view edit ; set edit 0 ; set row 0 col 0");
    click_text(&a, "0.400", 1, 1); /* the first entry of 追 */
    assert_int_equal(a.session.now.state.look.sheet.row, 1);
    assert_int_equal(a.session.now.state.look.sheet.col, 0);
    app_finish(&a);
}

TEST(the_footer_is_pressed)
{
    struct app a = app_after("stage weights");
    click_text(&a, "? help", 1, 3);
    assert_true(a.session.pager.open);
    app_finish(&a);
    a = app_after("stage weights");
    click_text(&a, "] next stage", 1, 4);
    assert_int_equal(a.session.now.state.look.stage, STAGE_HEAD_OUT);
    app_finish(&a);
}

TEST(positions_and_clocks_are_pointed_at)
{
    struct app a = app_after("view encoding ; set pos 3");
    click_text(&a, "as one clock", 1, 0); /* a heading is no clock */
    assert_int_equal(a.session.now.state.look.encoding.pos, 3);
    click_text(&a, "1  追", 1, 6);
    assert_int_equal(a.session.now.state.look.encoding.pos, 1);
    click_text(&a, "628 words", 1, 0);
    assert_int_equal(a.session.now.state.look.encoding.column, 4);
    must_enter(&a, "set panel dials");
    click_text(&a, "0: ", 1, 0); /* the words below a dial are no dial */
    assert_int_equal(a.session.now.state.look.encoding.column, 4);
    app_event(&a, &(struct event){.kind = EVENT_CLICK, .row = 16, .col = 20, .rows = ROWS, .cols = COLS});
    assert_int_equal(a.session.now.state.look.encoding.column, 2);
    app_finish(&a);
}

TEST(nothing_happens_beside_things_or_while_something_is_typed)
{
    struct app a = app_after("stage weights ; focus 猫 狗");
    struct look before = a.session.now.state.look;
    for (int row = -1; row <= ROWS; row += ROWS + 1)
        app_event(&a,
                  &(struct event){.kind = EVENT_CLICK, .row = row, .col = 79, .rows = ROWS, .cols = COLS});
    app_event(&a, &(struct event){.kind = EVENT_CLICK, .row = 0, .col = 40, .rows = ROWS, .cols = COLS});
    assert_memory_equal(&a.session.now.state.look, &before, sizeof before);
    app_event(&a, &(struct event){.kind = EVENT_KEY, .text = ":"});
    click_text(&a, " 8 scores", 1, 3);
    assert_int_equal(a.session.now.state.look.stage, STAGE_WEIGHTS);
    app_finish(&a);
}

TEST(the_wheel_moves_the_cursor)
{
    struct app a = app_after("stage weights ; focus 猫 狗");
    app_event(&a, &(struct event){.kind = EVENT_WHEEL, .button = 1});
    assert_int_equal(a.session.now.state.look.query, 1);
    app_event(&a, &(struct event){.kind = EVENT_WHEEL, .button = -1});
    assert_int_equal(a.session.now.state.look.query, 0);
    app_finish(&a);
}

/* The names of panels and matrices above what they hold. */
TEST(a_tab_is_opened)
{
    struct app a = app_after("view terms");
    click_text(&a, "distance", 1, 2);
    assert_int_equal(a.session.now.state.look.terms.panel, TERMS_DISTANCE);
    keyboard_press(&a, "=");
    click_text(&a, "orders", 1, 0);
    assert_int_equal(a.session.now.state.look.compare.panel, COMPARE_ORDERS);
    keyboard_press(&a, "c");
    must_enter(&a, "set panel wave");
    click_text(&a, "rotation", 1, 7);
    assert_int_equal(a.session.now.state.look.encoding.panel, PANEL_ROTATION);
    must_enter(&a, "encoding rope");
    click_text(&a, "bands", 1, 2);
    assert_int_equal(a.session.now.state.look.encoding.panel, PANEL_BANDS);
    click_text(&a, " 2 ━━", 1, 2); /* the hand itself */
    assert_int_equal(a.session.now.state.look.encoding.column, 4);
    keyboard_press(&a, "e");
    click_text(&a, "WK", 1, 1);
    assert_int_equal(a.session.now.state.look.sheet.matrix, 2);
    app_finish(&a);
}

TEST(the_flow_is_pointed_at)
{
    struct app a = app_after("set heads 2 ; weights random 3 ; focus 追 追 ; view flow");
    const struct look *look = &a.session.now.state.look;
    click_text(&a, "狗", 2, 0); /* over its column; the first is in the title */
    assert_int_equal(look->query, 2);
    click_text(&a, "= h", 1, 1);
    assert_int_equal(look->stage, STAGE_H);
    click_text(&a, "0.24", 1, 1); /* the share of 猫 in the second head */
    assert_true(look->key == 0 && look->head == 1 && look->query == 2 && look->view == VIEW_FLOW);
    must_enter(&a, "memory 我 猫");
    click_text(&a, "我", 1, 0); /* a word of the memory is read: it asks nothing */
    assert_true(look->key == 0 && look->query == 2);
    click_text(&a, "猫", 3, 0);
    assert_true(look->key == 1 && look->query == 2);
    app_finish(&a);
}

/* A key and its words are pressed from the first column to the last. */
TEST(the_footer_of_a_lesson_is_pressed)
{
    static const int columns[] = {0, 5};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        struct app a = app_after("lang en ; lesson 01"), b = app_after("lang en ; lesson 01");
        struct text clicked = {0}, pressed = {0};
        click_text(&a, "w hint", 1, columns[i]);
        press(&b, "w");
        read_screen(&a, ROWS, COLS, &clicked);
        read_screen(&b, ROWS, COLS, &pressed);
        assert_string_equal(text_str(&clicked), text_str(&pressed));
        text_finish(&clicked);
        text_finish(&pressed);
        app_finish(&a);
        app_finish(&b);
    }
}

/* The footer of a lesson names the keys that do it now, whoever bound them, and no key that does not. */
TEST(the_footer_of_a_lesson_follows_the_keys)
{
    struct app a = app_after("lang en ; lesson 01");
    see(&a, 36, 160, "Esc leave");
    must_enter(&a, "bind lesson w \"\" ; bind lesson r \"\" ; bind lesson F3 hint ; bind lesson F4 free");
    see_not(&a, ROWS, COLS, "w hint");
    see_not(&a, ROWS, COLS, "r answer");
    click_text(&a, "F3 hint", 1, 4);
    assert_int_equal(a.session.lesson->run.visit[0].hints, 1);
    click_text(&a, "F4 free play", 1, 0);
    assert_true(a.session.lesson->free);
    must_enter(&a, "bind free n \"\" ; bind free F4 return");
    click_text(&a, "F4 back to the lesson", 1, 0);
    assert_false(a.session.lesson->free);
    must_enter(&a, "view edit");
    see(&a, 36, 160, "Esc close the editor");
    see(&a, 36, 160, "q leave");
    app_finish(&a);
}

TEST(cells_and_names_of_tables_do_what_they_are_about)
{
    struct app a =
        app_after("lang en ; set layers 4 dff 8 norm pre block encoder residual on ; weights random 3 ; "
                  "view terms ; set layer 3 terms_panel layers");
    click_text(&a, "layer 2", 1, 2);
    assert_int_equal(a.session.now.state.look.terms.open, 1);
    must_enter(&a, "set terms_panel maps");
    click_text(&a, "place asks for", 1, 0);
    see(&a, 24, 80, "Computed again without place");
    must_enter(&a, "omit none");
    assert_false(term_set_any(&a.session.now.config.term_off));
    click_text(&a, "a  ", 1, 0);
    assert_true(term_set_any(&a.session.now.config.term_off));
    app_finish(&a);
}

/* Wherever a key is printed as one, or named in a message, a click there presses it. */
TEST(what_is_printed_as_a_key_can_be_pressed)
{
    struct app a = app_after("lang en ; view flow");
    press(&a, "x");
    see(&a, ROWS, COLS, "(u takes it back)");
    const struct sequence *swapped = a.session.now.state.sentence;
    click_text(&a, "(u takes", 1, 4);
    assert_ptr_not_equal(a.session.now.state.sentence, swapped);
    const int stage = a.session.now.state.look.stage;
    click_text(&a, "? help", 1, 0);
    assert_true(a.session.pager.open);
    click_text(&a, "previous stage", 1, 1);
    assert_false(a.session.pager.open);
    assert_int_not_equal(a.session.now.state.look.stage, stage);
    must_enter(&a, "home");
    bool on = a.session.now.state.set.encoding != 0;
    click_text(&a, "takes the positions", 1, 3); /* not the flow, which a click beside it opens */
    assert_true(on != (a.session.now.state.set.encoding != 0));
    assert_int_equal(a.session.now.state.look.view, VIEW_HOME);
    click_text(&a, "type your own", 1, 3);
    assert_int_equal(a.session.prompt.kind, PROMPT_SENTENCE);
    click_text(&a, "Esc cancel", 1, 6); /* of all that can be clicked, only these keys while one types */
    assert_int_equal(a.session.prompt.kind, PROMPT_CLOSED);
    app_finish(&a);
}

/* Numbers and letters that only look like keys are none. */
TEST(what_is_no_key_is_not_pressed)
{
    struct app a = app_after("lang en ; set heads 2 ; view stages ; stage weights");
    const struct look was = a.session.now.state.look;
    press(&a, "x");
    session_say(&a.session, false, "%s", "the matrix x has d 8 and 3 words"); /* no key is named here */
    const struct sequence *now = a.session.now.state.sentence;
    click_text(&a, "x has d 8", 1, 0);
    click_text(&a, "d 8 and", 1, 0);
    click_text(&a, "3 words", 1, 0);
    assert_ptr_equal(a.session.now.state.sentence, now);
    click_text(&a, "head 1 of 2", 1, 5);
    assert_int_equal(a.session.now.state.look.view, was.view);
    session_say(&a.session, false, "%s", "write :set d 16 or ':recover list'");
    click_text(&a, ":recover", 1, 3);
    assert_int_equal(a.session.prompt.kind, PROMPT_COMMAND);
    assert_string_equal(text_str(&a.session.prompt.line), "recover list");
    app_finish(&a);
}
