/* The curves of the cost: the crossing stands where n = d. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "support/apps.h"
#include "support/locale.h"
#include "view/canvas.h"
#include "view/hue.h"

/* Returns the first cell with this character; fails the test if there is none. */
static int where(struct canvas c, uint32_t ch, int *row)
{
    for (int i = 0; i < c.rows * c.cols; i++)
        if (c.cells[i / c.cols * c.stride + i % c.cols].ch[0] == ch) {
            *row = i / c.cols;
            return i % c.cols;
        }
    fail_msg("not drawn: %x", (unsigned)ch);
    return -1;
}

static bool inked(struct canvas c, int row, int col, uint16_t ink)
{
    for (int r = row - 1; r <= row + 1; r++)
        for (int k = col - 2; k <= col + 2; k++)
            if (c.cells[r * c.stride + k].fg == ink)
                return true;
    return false;
}

static void scores_and_rnn_meet_at_the_mark(void **state)
{
    (void)state;
    static const int sizes[][2] = {{24, 80}, {36, 120}, {67, 240}};
    for (int i = 0; i < 3; i++) {
        int row = 0, near, far;
        struct canvas c = draw_after("view cost ; set cost_n 10 cost_d 64", sizes[i][0], sizes[i][1]);
        near = where(c, 0x25CF, &row);
        assert_true(inked(c, row, near, ink_hue(HUE_HEAD, HUE_FULL)));
        assert_true(inked(c, row, near, ink_hue(HUE_HEAD + 7, HUE_FULL)));
        canvas_finish(&c);
        c = draw_after("view cost ; set cost_n 10 cost_d 512", sizes[i][0], sizes[i][1]);
        far = where(c, 0x25CF, &row);
        assert_true(far > near);
        canvas_finish(&c);
    }
}

/* Returns the full blocks to the right of column 42 in the row that begins with a name. */
static int bar_of(struct canvas c, const char *name)
{
    for (int row = 0; row < c.rows; row++) {
        int k = 0, blocks = 0;
        while (name[k] && c.cells[row * c.stride + 1 + k].ch[0] == (uint32_t)name[k])
            k++;
        for (int col = 42; col < c.cols; col++)
            blocks += c.cells[row * c.stride + col].ch[0] == 0x2588;
        if (!name[k])
            return blocks;
    }
    fail_msg("no %s", name);
    return 0;
}

/* Without room for curves the bill has bars on one scale, and every route is there. */
static void a_small_screen_has_bars_and_all_routes(void **state)
{
    (void)state;
    struct canvas c = draw_after("view cost ; set cost_n 100 cost_d 512 cost_k 3", 18, 60);
    struct text t = {0};
    int all = bar_of(c, "attention, all"), cnn = bar_of(c, "CNN "), rnn = bar_of(c, "RNN ");
    assert_true(all > 10);
    assert_in_range(cnn, all * 6 / 10, all * 7 / 10 + 1); /* 78.6 of 115 million */
    assert_in_range(rnn, 2, all / 4 + 1);                 /* 26.2 */
    canvas_text(c, &t);
    const char *routes = strstr(text_str(&t), "in this sentence, first word to last");
    assert_non_null(routes);
    assert_non_null(strstr(routes, "attention, scores"));
    text_finish(&t);
    canvas_finish(&c);
}

/* Long words: the routes have the whole width, below the curves. */
static void long_routes_stand_below_the_curves(void **state)
{
    (void)state;
    struct app a = app_after("lang en ; tokens internationalization of documentation ; view cost");
    see(&a, 24, 100, "Multiplications over n");
    see(&a, 24, 100, "RNN               internationalization → of → documentation");
    see(&a, 24, 100, "attention, scores internationalization → documentation");
    app_finish(&a);
}

static void current_sizes_are_named_below_the_curves(void **state)
{
    (void)state;
    struct canvas c = draw_after("view cost ; set cost_n 50 cost_d 300", 24, 80);
    struct text t = {0};
    canvas_text(c, &t);
    const char *beneath = strstr(text_str(&t), "longest path");
    assert_null(beneath); /* the narrow bill, which leaves room */
    const char *beneath_n = strstr(text_str(&t) + 200, " n = 50 "),
               *beneath_d = strstr(text_str(&t) + 200, " d = 300");
    assert_true(beneath_n && beneath_d && beneath_n < beneath_d); /* in their order on the axis */
    text_finish(&t);
    canvas_finish(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_and_rnn_meet_at_the_mark),
        cmocka_unit_test(a_small_screen_has_bars_and_all_routes),
        cmocka_unit_test(long_routes_stand_below_the_curves),
        cmocka_unit_test(current_sizes_are_named_below_the_curves),
    };
    return cmocka_run_group_tests(tests, locale, NULL);
}
