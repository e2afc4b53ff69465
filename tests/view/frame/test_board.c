/* The board: on a large screen the flow has other views beside it, which show the same pair of words. */
#include <string.h>

#include "support/apps.h"
#include "support/test.h"
#include "view/frame/frame.h"

enum { ROWS = 67, COLS = 240 };

TEST(it_needs_room)
{
    static const char *const names[] = {"heads  every", "why this score  ", "position  one clock",
                                        "order  the same"};
    struct app a = app_after("set heads 2 ; view flow");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        see(&a, ROWS, COLS, names[i]);
        see_not(&a, 49, 240, names[i]);
        see_not(&a, 67, 199, names[i]);
    }
    see(&a, 50, 200, names[1]);
    see(&a, 50, 200, names[3]);
    must_enter(&a, "view stages");
    see_not(&a, ROWS, COLS, names[1]);
    app_finish(&a);
}

/* Keys that only work in a view of their own are not named beside the flow. */
TEST(panels_name_no_keys_of_other_views)
{
    struct app a = app_after("lang en ; set heads 2 ; view flow ; set terms_panel meaning");
    see(&a, ROWS, COLS, "why this score");
    see_not(&a, ROWS, COLS, "Tab");
    must_enter(&a, "set layers 2 ; set layer 1 ; set terms_panel layers");
    see_not(&a, ROWS, COLS, "Tab");
    see_not(&a, ROWS, COLS, "opens a layer");
    must_enter(&a, "view terms");
    see(&a, ROWS, COLS, "opens a layer");
    see(&a, ROWS, COLS, "Tab");
    app_finish(&a);
}

TEST(panels_follow_the_cursor_and_the_numbers)
{
    struct app a = app_after("sentence 猫 追 狗 ; set heads 2 ; weights random 3 ; view flow ; focus 追 狗");
    see(&a, ROWS, COLS, "追 asks every word");
    see(&a, ROWS, COLS, "t = 1, pale: s = 2");
    see(&a, ROWS, COLS, "狗 追 猫  swapped");
    press(&a, "x");
    see(&a, ROWS, COLS, "猫 追 狗  swapped");
    must_enter(&a, "sentence 我 爱 你");
    see(&a, ROWS, COLS, "你 爱 我  swapped");
    app_finish(&a);
}

/* What the board shows beyond the scene is there in the first frame after the screen grew. */
TEST(it_is_complete_at_once)
{
    struct app a = app_after("sentence 猫 追 狗 ; view flow");
    see_not(&a, 24, 80, "swapped");
    assert_false(a.session.order.twin_known);
    see(&a, ROWS, COLS, "狗 追 猫  swapped");
    assert_true(a.session.order.known && !session_busy(&a.session));
    app_finish(&a);
}

/* Only the exact 0 of the order experiment is green, and only the panel in focus has a yellow rule. */
TEST(colours_mean_one_thing)
{
    struct app a = app_after("sentence 猫 追 狗 ; set heads 2 ; weights random 3 ; view flow");
    struct canvas c = draw_screen(&a, ROWS, COLS);
    int yellow = 0;
    struct text green = {0};
    for (int i = 0; i < ROWS * COLS; i++) {
        yellow += c.cells[i].style == STYLE_TITLE && c.cells[i].ch[0] == 0x2500;
        if (c.cells[i].style == STYLE_GOOD && c.cells[i].ch[0] > ' ')
            text_add_char(&green, (char)c.cells[i].ch[0]);
    }
    assert_string_equal(text_str(&green), "0nothingmoved");
    text_finish(&green);
    assert_in_range(yellow, 100, COLS / 2);
    canvas_finish(&c);
    app_finish(&a);
}

/* The measure of the picture: rows and cells that are not empty. */
TEST(it_uses_the_room)
{
    struct app a = app_after("sentence 猫 追 狗 ; set heads 2 ; weights random 3 ; view flow");
    struct canvas c = draw_screen(&a, ROWS, COLS);
    int cells = 0, rows = 0;
    for (int row = 2; row < ROWS - 3; row++) {
        int before = cells;
        for (int col = 0; col < COLS; col++) {
            const struct cell *cell = &c.cells[row * c.stride + col];
            cells += cell->bg != 0 || (cell->ch[0] != ' ' && cell->ch[0] != 0x2502 && cell->ch[0] != 0x2500);
        }
        rows += cells > before;
    }
    assert_true(rows * 10 >= (ROWS - 5) * 6);
    assert_true(cells * 8 >= (ROWS - 5) * COLS);
    canvas_finish(&c);
    app_finish(&a);
}

TEST(clicks_open_the_views)
{
    struct app a = app_after("set heads 2 ; view flow");
    struct text t = {0};
    read_screen(&a, ROWS, COLS, &t);
    app_event(&a,
              &(struct event){.kind = EVENT_CLICK, .row = 2, .col = COLS - 20, .rows = ROWS, .cols = COLS});
    assert_int_equal(a.session.now.state.look.view, VIEW_TERMS);
    text_finish(&t);
    app_finish(&a);
}
