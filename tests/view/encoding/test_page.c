/* One clock, many hands: map, waves and clock agree in hue and row; the overview shows what it says. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding/sines.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/canvas.h"

static const double turn = 6.28318530717958647692;

static const struct cell *cell(struct canvas c, int row, int col)
{
    return c.cells + (size_t)row * (size_t)c.stride + col;
}

static bool is_blocks_or_dots(const struct cell *at)
{
    return (at->ch[0] >= 0x2580 && at->ch[0] <= 0x259F) || (at->ch[0] > 0x2800 && at->ch[0] <= 0x28FF);
}

/* Returns the row of the text plane that has this text; fails the test if none has. */
static int row_with(struct canvas c, const char *what, int *col)
{
    struct text t = {0};
    canvas_text(c, &t);
    const char *at = strstr(text_str(&t), what), *line = text_str(&t);
    int row = 0;
    if (!at)
        fail_msg("not on the screen: %s\n%s", what, text_str(&t));
    for (const char *p = text_str(&t); at && p < at; p++)
        if (*p == '\n') {
            row++;
            line = p + 1;
        }
    struct text before = {0};
    text_add_bytes(&before, line, at ? (size_t)(at - line) : 0);
    *col = utf8_width(text_str(&before));
    text_finish(&before);
    text_finish(&t);
    return row;
}

/* Whether a hue has a cell at its full level in these rows and columns, as blocks or dots. */
static bool has_hue(struct canvas c, int row, int rows, int col, int cols, uint16_t ink)
{
    for (int r = row; r < row + rows; r++)
        for (int k = col; k < col + cols; k++)
            if (is_blocks_or_dots(cell(c, r, k)) && (cell(c, r, k)->fg == ink || cell(c, r, k)->bg == ink))
                return true;
    return false;
}

TEST(every_hand_has_one_hue_in_map_waves_and_clock)
{
    struct app a = app_after("set d 8 ; view encoding ; set pos 2 pos2 0");
    static const int sizes[][2] = {{24, 80}, {36, 120}, {67, 240}};
    for (int i = 0; i < 3; i++) {
        struct canvas c = draw_screen(&a, sizes[i][0], sizes[i][1]);
        int map, waves, clock, row = row_with(c, "as a map", &map);
        row_with(c, "as waves", &waves);
        row_with(c, "as one clock", &clock);
        for (int hand = 0; hand < 4; hand++) {
            uint16_t ink = ink_hue((enum hue)(HUE_HAND + 2 * hand * HUE_BETWEEN), HUE_FULL);
            int wide = (waves - 2 - map) / 8;
            assert_int_equal(cell(c, row + 1, map + 2 * hand * wide)->bg, ink);
            assert_int_equal(cell(c, row + 1, map + (2 * hand + 1) * wide)->bg, ink);
            assert_true(has_hue(c, row + 2, 3, waves, clock - waves, ink)); /* t and s */
            assert_true(has_hue(c, row + 8, 3, waves, clock - waves, ink)); /* the wave alone */
            assert_true(has_hue(c, row + 1, c.rows - row - 6, clock, c.cols - clock, ink));
        }
        canvas_finish(&c);
    }
    app_finish(&a);
}

/* The fast hand points where the sine and the cosine say; the slow one points up. */
TEST(hands_point_at_their_angles)
{
    struct app a = app_after("set d 2 ; view encoding ; set pos2 0");
    for (int pos = 0; pos < 7; pos++) {
        char line[40];
        snprintf(line, sizeof line, "set pos %d", pos);
        must_enter(&a, line);
        struct canvas c = draw_screen(&a, 24, 80);
        int clock, row = row_with(c, "as one clock", &clock), list_col,
                   list = row_with(c, "round in", &list_col);
        double radius = list - row - 1, middle = row + 1 + radius / 2,
               centre = clock + (c.cols - 1 - clock) / 2.0;
        double s, k;
        sines_hand(2, 10000, pos, 0, &s, &k);
        int x = (int)floor(centre + s * radius * 0.7), y = (int)floor(middle - k * radius * 0.35);
        assert_true(has_hue(c, y - 1, 3, x - 1, 3, ink_hue(HUE_HAND, HUE_FULL)));
        x = (int)floor(centre - s * radius * 0.7), y = (int)floor(middle + k * radius * 0.35);
        assert_false(has_hue(c, y, 1, x, 1, ink_hue(HUE_HAND, HUE_FULL)));
        canvas_finish(&c);
    }
    app_finish(&a);
}

/* In the map with its waves, and in the panels above which the map is low. */
TEST(both_positions_are_in_sight_wherever_they_are)
{
    static const int sizes[][2] = {{24, 80}, {18, 60}, {36, 120}};
    static const char *const panels[] = {"clocks", "dials"};
    static const int far[] = {0, 1, 2, 5, 16, 39, 41, 400, 99999};
    struct app a = app_after("view encoding");
    for (int i = 0; i < 3 * 2 * 9 * 9; i++) {
        int t = far[i % 9], s = far[i / 9 % 9];
        char line[80], mark[2][20];
        snprintf(line, sizeof line, "set panel %s pos %d pos2 %d", panels[i / 81 % 2], t, s);
        must_enter(&a, line);
        snprintf(mark[0], sizeof mark[0], " %dt", t);
        snprintf(mark[1], sizeof mark[1], " %ds", s);
        struct text screen = {0};
        read_screen(&a, sizes[i / 162][0], sizes[i / 162][1], &screen);
        bool shared = s / 2 == t / 2; /* one line of two positions */
        if (!strstr(text_str(&screen), mark[0]) || (!shared && !strstr(text_str(&screen), mark[1])))
            fail_msg("t = %d, s = %d:\n%s", t, s, text_str(&screen));
        text_finish(&screen);
    }
    app_finish(&a);
}

/* The panel of a pair's wave marks both, in one window or in two. */
TEST(the_wave_shows_what_is_spoken_about)
{
    static const int far[][2] = {{1, 21}, {21, 1}, {0, 5}, {2, 90}, {5000, 3}};
    struct app a = app_after("view waves");
    for (int i = 0; i < 5 * 2; i++) {
        char line[60];
        snprintf(line, sizeof line, "set pos %d pos2 %d column %d", far[i / 2][0], far[i / 2][1], i % 2 * 2);
        must_enter(&a, line);
        struct canvas c = draw_screen(&a, i % 4 < 2 ? 24 : 36, i % 4 < 2 ? 80 : 120);
        int seen[2] = {0}, col, top = row_with(c, i % 2 ? "dim 2" : "dim 0", &col);
        for (int r = top; r < c.rows - 2; r++)
            for (int k = col; k < c.cols; k++)
                for (int m = 0; m < 2; m++)
                    seen[m] += cell(c, r, k)->ch[0] == (uint32_t) "ts"[m] &&
                               cell(c, r, k)->style == (m ? STYLE_SELECTED : STYLE_CURSOR);
        assert_int_equal(seen[0], 1);
        assert_int_equal(seen[1], 1);
        canvas_finish(&c);
    }
    app_finish(&a);
}

TEST(neighbouring_hands_differ_in_256_colours_too)
{
    for (int hands = 2; hands <= 10; hands++)
        for (int i = 1; i < hands; i++)
            assert_int_not_equal(ink_256(ink_hue(hue_of_hand(i, hands), HUE_FULL), THEME_DARK),
                                 ink_256(ink_hue(hue_of_hand(i - 1, hands), HUE_FULL), THEME_DARK));
}

/* The way from the tip of the hand in focus leads to its wave in the row of now. */
TEST(the_wave_is_traced_from_the_tip_of_its_hand)
{
    struct app a = app_after("set d 2 ; view encoding");
    for (int pos = 2; pos < 6; pos++) {
        char line[40], mark[20];
        snprintf(line, sizeof line, "set pos %d", pos);
        must_enter(&a, line);
        snprintf(mark, sizeof mark, " %dt", pos);
        struct canvas c = draw_screen(&a, 36, 120);
        int col, clock, now = row_with(c, mark, &col), dots = 0, row = row_with(c, "as one clock", &clock),
                        left;
        int below = row_with(c, "round in", &left);
        double s, k, radius = below - row - 1;
        sines_hand(2, 10000, pos, 0, &s, &k);
        int centre = clock + (c.cols - 1 - clock) / 2, tip = centre + (int)(s * radius * 0.86);
        for (int x = clock; x < (tip > centre ? centre : tip) - 1; x++)
            dots += cell(c, now, x)->ch[0] > 0x2800 && cell(c, now, x)->ch[0] <= 0x28FF;
        assert_true(dots > ((tip > centre ? centre : tip) - clock) / 3);
        canvas_finish(&c);
    }
    app_finish(&a);
}

/* Below the clock the way goes down between map and words. */
TEST(the_way_leads_down_to_a_row_below_the_clock)
{
    struct app a = app_after("set d 8 pos 25 ; view encoding");
    struct canvas c = draw_screen(&a, 36, 120);
    int col, clock, now = row_with(c, " 25t", &col), words, dots = 0;
    row_with(c, "as one clock", &clock);
    int list = row_with(c, "round in", &words), way = clock - 2;
    assert_true(now > list);
    for (int row = list - 6; row <= now; row++)
        dots += cell(c, row, way)->ch[0] > 0x2800 && cell(c, row, way)->ch[0] <= 0x28FF;
    assert_true(dots >= now - list + 6);
    canvas_finish(&c);
    app_finish(&a);
}

/* Reads the column of the overview and compares it with the mean of the sines themselves. */
static void overview_is(struct app *a, int d, int every, const char *said)
{
    struct canvas c = draw_screen(a, 36, 120);
    int left, other, top = row_with(c, "Every row is one hand", &left) + 2;
    row_with(c, said, &other);
    for (int k = 0; k < 100; k += 7) {
        double mean = 0;
        int count = every < 4 ? 1 : every;
        for (int j = 0; j < count; j++)
            mean += sines_entry(d, 10000, (long)k * every + j, 0) / count;
        int ink = cell(c, top, left + k)->fg, want = ink_diverging(mean, 1);
        assert_in_range(ink, want - 1, want + 1); /* rounding next to the edge of a step */
    }
    canvas_finish(&c);
}

TEST(the_overview_shows_all_positions_and_says_what_it_leaves_out)
{
    struct app a = app_after("set d 128 ; view encoding ; set panel overview ; set pos 2");
    overview_is(&a, 128, 2, "50 of the 64 hands, every 2nd position");
    must_enter(&a, "set pos 300");
    overview_is(&a, 128, 3, "every 3rd position");
    must_enter(&a, "set pos 5000");
    overview_is(&a, 128, 46, "the mean of every 46 positions");
    must_enter(&a, "set d 8");
    overview_is(&a, 8, 46, "all 4 hands");
    app_finish(&a);
}

TEST(the_slow_wave_of_256_colours_climbs_in_small_steps)
{
    int steps = 0, before = -1;
    for (int i = 0; i <= 100; i++) {
        int colour = ink_256(ink_diverging(sin(turn / 4 * i / 100), 1), THEME_DARK);
        steps += colour != before;
        before = colour;
    }
    assert_in_range(steps, 9, 20);
}

TEST(dials_say_what_their_numbers_are)
{
    static const struct {
        int cols;
        const char *en, *zh;
    } sizes[] = {{240, "the sum so far: in the end P_t·P_s", "逐个加起来，最后就是 P_t·P_s"},
                 {80, "sum so far ", "累加到此 "}};
    struct app a = app_after("view encoding ; set panel dials");
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        struct text t = {0};
        must_enter(&a, i % 2 ? "lang zh" : "lang en");
        read_screen(&a, 24, sizes[i / 2].cols, &t);
        if (!strstr(text_str(&t), i % 2 ? sizes[i / 2].zh : sizes[i / 2].en))
            fail_msg("%s", text_str(&t));
        text_finish(&t);
    }
    app_finish(&a);
}

/* The tour compares the first hand with the last: both are in the list, however short it is. */
TEST(the_first_hand_and_the_last_are_seen_beside_the_tour)
{
    struct app a = app_after("lang en ; lesson tour/clocks ; next ; next ; next");
    see(&a, 24, 80, " 0 ━  172°");
    see(&a, 24, 80, "11 ━    0°");
    app_finish(&a);
}

/* The line of a hand says the same in less room, with its noun. Of many hands some between the first and the
 * last are listed, and the one in focus. */
TEST(a_hand_says_how_long_it_goes_round)
{
    struct app a = app_after("lang en ; set d 8 ; view encoding ; set pos 2 pos2 0");
    see(&a, 36, 120, "angle at t = 2  once round in");
    see(&a, 36, 120, "0 ━━          114.6°      6.3 words");
    see(&a, 24, 80, "t = 2    round in");
    see(&a, 24, 80, "0 ━━  114.6°   6.3 words");
    for (int i = 1; i < 4; i++) /* all four hands are listed */
        see(&a, 24, 80, (const char *[]){"1 ━━", "2 ━━", "3 ━━"}[i - 1]);
    must_enter(&a, "set d 14");
    see(&a, 24, 80, "6 ━");
    see_not(&a, 24, 80, "5 ━");
    must_enter(&a, "set column 11");
    see(&a, 24, 80, "5 ━");
    app_finish(&a);
}

/* The numbers of two marks that are close together do not become one. */
TEST(the_marks_below_the_readout_are_apart)
{
    struct app a = app_after("set d 8 ; view encoding ; set panel readout pos 6");
    see_not(&a, 30, 100, "69");
    must_enter(&a, "set pos 12");
    see(&a, 30, 100, "9  12");
    app_finish(&a);
}

/* A heading that announces the order of the hands says it, or does not announce it. */
TEST(the_overview_ends_in_no_dangling_colon)
{
    struct app a = app_after("lang en ; view encoding");
    press(&a, "O");
    see(&a, 24, 80, "from left to right");
    see_not(&a, 24, 80, "to right:");
    see(&a, 36, 120, "to right: fast on top, slow below");
    app_finish(&a);
}

/* Of twelve hands as many waves are shown as have a height that is seen; slow hands that lie on each other
 * share a number. */
TEST(waves_are_wide_enough_to_be_seen)
{
    struct app a = opened_app();
    must_enter(&a, "view encoding");
    see(&a, 24, 80, "as waves  5 of 12 ›");
    see(&a, 36, 120, "as waves  8 of 12 ›");
    struct canvas c = draw_screen(&a, 24, 80);
    bool written[10] = {false};
    for (int r = 4; r < 14; r++)
        for (int k = 55; k < 80; k++) {
            uint32_t ch = c.cells[r * c.stride + k].ch[0];
            if (ch >= '0' && ch <= '9')
                written[ch - '0'] = true;
        }
    for (int i = 0; i < 10; i++)
        assert_int_equal(written[i], i < 5);
    canvas_finish(&c);
    app_finish(&a);
}

TEST(what_is_out_of_sight_is_counted)
{
    struct app a = app_after("lang en ; " TWO_HEADS " ; view encoding ; set d 64");
    see(&a, 36, 160, "as a map  26 of 64 ›");
    see(&a, 36, 160, "as waves  13 of 32 ›");
    must_enter(&a, "set column 40");
    see(&a, 36, 160, "‹ 26 of 64 ›");
    see(&a, 36, 120, "as waves  ‹ 8 of 32 ›");
    must_enter(&a, "set d 8");
    see_not(&a, 36, 120, " of 8");
    app_finish(&a);
}
