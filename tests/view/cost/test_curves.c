/* The curves of the cost: the crossing is where n = d. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/apps.h"
#include "support/test.h"
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
    for (int r = row - 2; r <= row + 2; r++) /* (where curves meet, one hides the other) */
        for (int k = col - 4; k <= col + 4; k++)
            if (c.cells[r * c.stride + k].fg == ink)
                return true;
    return false;
}

TEST(scores_and_rnn_meet_at_the_mark)
{
    static const int sizes[][2] = {{24, 80}, {36, 120}, {67, 240}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
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

/* The bill lies below the curves, its names in their hues. */
TEST(a_small_screen_has_curves_and_a_short_bill)
{
    struct canvas c = draw_after("view cost ; set cost_n 100 cost_d 512 cost_k 3", 18, 60);
    struct text t = {0};
    canvas_text(c, &t);
    assert_non_null(strstr(text_str(&t), "scores: fewer multiplications than an RNN while n < d"));
    const char *bill = strstr(text_str(&t), "dilated");
    assert_non_null(bill);
    assert_non_null(strstr(bill, "multiply  26.2M  78.6M    78.6M   5.12M       115M"));
    assert_non_null(strstr(bill, "serial      100      1        1       1          1"));
    assert_non_null(strstr(bill, "path         99     50        5       1          1"));
    int row = 0, low = c.rows - 7; /* the row of the names, above three of numbers, a rule and two of keys */
    assert_true(where(c, 0x25CF, &row) > 20 && row < low);
    assert_int_equal(c.cells[low * c.stride + 14].ch[0], 'N');
    assert_int_equal(c.cells[low * c.stride + 14].fg, ink_hue(HUE_HEAD + 7, HUE_FULL));
    text_finish(&t);
    canvas_finish(&c);
    c = draw_after("view cost ; set cost_n 100000 cost_d 9999 cost_k 3", 18, 60);
    struct text large = {0};
    canvas_text(c, &large);
    assert_non_null(strstr(text_str(&large), "100k")); /* serial: three digits and a unit */
    text_finish(&large);
    canvas_finish(&c);
}

/* Where there is no room for curves, every route is there. */
TEST(a_narrow_screen_has_all_routes)
{
    struct app a = app_after("lang en ; view cost");
    see(&a, 18, 50, "in this sentence, first word to last");
    see(&a, 18, 50, "scores only");
    app_finish(&a);
}

/* A layer in which the word does not move is said to be one. */
TEST(a_route_that_stays_says_so)
{
    struct app a = app_after("lang zh ; tokens 一 二 三 四 五 六 七 八 九 十 十一 十二 ; view cost");
    see(&a, 24, 80, "一 → 三 → （原地） → 十二");
    see(&a, 24, 80, "一 → 三 → 五 → 七");
    app_finish(&a);
}

/* Long words: the routes have the whole width, below the curves. */
TEST(long_routes_stand_below_the_curves)
{
    struct app a = app_after("lang en ; tokens internationalization of documentation ; view cost");
    see(&a, 24, 100, "Multiplications over n");
    see(&a, 24, 100, "RNN        internationalization → of → documentation");
    see(&a, 24, 100, "attention  internationalization → documentation");
    app_finish(&a);
}

TEST(current_sizes_are_named_below_the_curves)
{
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

TEST(an_open_question_is_not_answered_by_the_curves)
{
    static const int sizes[][2] = {{24, 80}, {36, 120}};
    struct app a = app_after("lang en ; lesson 16/cross");
    for (int i = 0; i < 6; i++) {
        struct text t = {0};
        if (i == 2)
            must_enter(&a, "answer 512 ; next"); /* the second question, which is more expensive? */
        if (i == 4)
            must_enter(&a, "free");
        read_screen(&a, sizes[i % 2][0], sizes[i % 2][1], &t);
        assert_non_null(strstr(text_str(&t), "RNN"));
        bool says = strstr(text_str(&t), "while n < d") || strstr(text_str(&t), "while n is below d") ||
                    strstr(text_str(&t), "(n = d), fewer");
        assert_true(says == (i >= 4));
        text_finish(&t);
    }
    app_finish(&a);
}

static const char *last(const char *s, const char *what)
{
    const char *found = NULL;
    for (const char *at = s; (at = strstr(at, what)); at++)
        found = at;
    return found;
}

/* However near n is to d, neither name loses a digit. */
TEST(near_sizes_are_named_apart)
{
    static const int sizes[][2] = {{18, 60}, {24, 80}, {36, 120}};
    for (int n = 200; n <= 900; n += 100)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            char line[60], name[20];
            struct text t = {0};
            snprintf(line, sizeof line, "view cost ; set cost_n %d cost_d 512", n);
            snprintf(name, sizeof name, " n = %d", n);
            struct canvas c = draw_after(line, sizes[i][0], sizes[i][1]);
            canvas_text(c, &t);
            const char *at_n = last(text_str(&t), name), *at_d = last(text_str(&t), " d = 512");
            if (!at_n || !at_d || at_n - at_d > 20 || at_d - at_n > 20 || (at_n < at_d) != (n < 512))
                fail_msg("%s at %d columns", name, sizes[i][1]);
            text_finish(&t);
            canvas_finish(&c);
        }
}

/* The largest sizes reach the largest number that is counted, for all of them alike. */
TEST(curves_that_coincide_are_all_named)
{
    static const char *const names[] = {"CNN", "RNN", "attention", "scores only"};
    struct text t = {0};
    struct canvas c = draw_after("lang en ; view cost ; set cost_n 1000000 cost_d 1000000", 36, 120);
    canvas_text(canvas_part(c, 3, 100, 20, 20), &t);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strstr(text_str(&t), names[i]))
            fail_msg("no %s in\n%s", names[i], text_str(&t));
    text_finish(&t);
    canvas_finish(&c);
}

/* At 120 columns a lesson leaves the table little room: no name may take a digit away. */
TEST(names_leave_room_for_all_digits)
{
    struct app a = app_after("lang en ; view cost ; set cost_n 1024 cost_d 512");
    see(&a, 24, 90, "scores only       536 870 912");
    must_enter(&a, "set cost_n 512");
    see(&a, 24, 80, "attention  805 306 368");
    must_enter(&a, "lang zh");
    see(&a, 24, 80, "仅得分    134 217 728");
    see(&a, 24, 80, "注意力    805 306 368");
    app_finish(&a);
}

TEST(all_routes_go_before_a_blank_row)
{
    struct app a = app_after("lang en ; tokens a b c ; view cost");
    see(&a, 18, 50, "attention  a → c");
    app_finish(&a);
}
