/* Cells, styles, colours, dials. */
#include <math.h>
#include <string.h>

#include "core/encoding/sines.h"
#include "support/test.h"
#include "support/watched.h"
#include "view/canvas.h"
#include "view/figures/dial.h"

static void shows(struct canvas c, const char *want)
{
    struct text t = {0};
    canvas_text(c, &t);
    assert_string_equal(text_str(&t), want);
    text_finish(&t);
}

TEST(wide_characters_are_never_cut_in_half)
{
    struct canvas c;
    assert_true(canvas_init(&c, 1, 5));
    assert_int_equal(canvas_put(c, 0, 0, STYLE_TEXT, "猫追狗"), 5);
    shows(c, "猫追…\n");
    canvas_put(c, 0, 1, STYLE_TEXT, "x");
    shows(c, " x追…\n");
    canvas_put(c, 0, 2, STYLE_TEXT, "y");
    shows(c, " xy …\n");
    canvas_finish(&c);
}

TEST(parts_clip_at_their_own_edge)
{
    struct canvas c;
    assert_true(canvas_init(&c, 2, 8));
    struct canvas p = canvas_part(c, 1, 2, 5, 3);
    assert_int_equal(p.rows, 1);
    canvas_put(p, 0, 0, STYLE_TEXT, "abcdef");
    canvas_put(p, 1, 0, STYLE_TEXT, "no");
    canvas_put(p, 0, -1, STYLE_TEXT, "no");
    assert_int_equal(canvas_part(c, 9, 9, 1, 1).rows, 0);
    shows(c, "\n  ob…\n");
    canvas_finish(&c);
}

TEST(fields_fill_cut_and_align_by_columns)
{
    struct canvas c;
    assert_true(canvas_init(&c, 3, 8));
    canvas_field(c, 0, 0, 6, STYLE_TEXT, "猫追狗鱼");
    canvas_right(c, 1, 0, 6, STYLE_TEXT, "狗");
    canvas_field(c, 2, 0, 4, STYLE_TITLE, "a");
    shows(c, "猫追…\n    狗\na\n");
    struct text t = {0};
    canvas_planes(c, &t);
    assert_non_null(strstr(text_str(&t), ":TTTT....:"));
    text_finish(&t);
    canvas_finish(&c);
}

TEST(what_an_edge_cuts_ends_in_dots_and_is_noted)
{
    struct canvas c;
    static struct watched w;
    assert_true(canvas_init(&c, 4, 8));
    watched_begin(&w, &c);
    struct canvas p = canvas_part(c, 0, 0, 4, 6);
    canvas_put(p, 0, 0, STYLE_TEXT, "171.9°");
    canvas_put(p, 1, 0, STYLE_TEXT, "fits    ");
    canvas_field(p, 2, 0, 4, STYLE_TEXT, "asked for");
    assert_int_equal(w.lost.len, 0);
    assert_int_equal(canvas_put(p, 3, 2, STYLE_TEXT, "171.9°"), 6);
    shows(c, "171.9°\nfits\nask…\n  171…\n");
    assert_string_equal(text_str(&w.lost), "171.9°\n");
    canvas_put(p, 0, 6, STYLE_TEXT, "behind the edge");
    canvas_field(p, 0, 4, 8, STYLE_TEXT, "wide");
    assert_string_equal(text_str(&w.lost), "171.9°\nbehind the edge\nwide\n");
    assert_int_equal(canvas_either(p, 3, 0, STYLE_TEXT, "too long", "brief"), 5);
    assert_int_equal(canvas_either(p, 3, 0, STYLE_TEXT, "whole", "-"), 5);
    shows(c, "171.w…\nfits\nask…\nwhole…\n");
    watched_finish(&w);
    canvas_finish(&c);
}

TEST(escape_sequences_come_out_as_replacements)
{
    struct canvas c;
    assert_true(canvas_init(&c, 1, 20));
    canvas_put(c, 0, 0, STYLE_TEXT, "a\x1b[31mb\xe2\x80\xae");
    shows(c, "a�[31mb¦\n");
    canvas_finish(&c);
}

TEST(text_flows_by_words_and_han_characters)
{
    struct canvas c;
    assert_true(canvas_init(&c, 5, 10));
    assert_int_equal(canvas_flow(c, 0, STYLE_TEXT, "the cat sat on 垫子上，好。"), 3);
    shows(c, "the cat\nsat on 垫\n子上，好。\n\n\n");
    canvas_finish(&c);
}

/* A run that goes on in the next row keeps its look there, and its marks have no width. */
TEST(text_flows_with_its_runs)
{
    const struct canvas_look looks[] = {{STYLE_TEXT, 0}, {STYLE_KEY, 0}};
    struct canvas c = {0};
    assert_true(canvas_init(&c, 3, 6));
    canvas_clear(c);
    assert_int_equal(canvas_flow_runs(c, looks,
                                      "ab \x01"
                                      "cd ef\x0e"
                                      "g hi"),
                     2);
    struct text t = TEXT_HERE;
    canvas_text(c, &t);
    assert_string_equal(text_str(&t), "ab cd\nefg hi\n\n");
    assert_int_equal(c.cells[0].style, STYLE_TEXT);
    assert_int_equal(c.cells[3].style, STYLE_KEY);
    assert_int_equal(c.cells[c.stride + 1].style, STYLE_KEY);
    assert_int_equal(c.cells[c.stride + 2].style, STYLE_TEXT);
    /* an empty run at the end is the end */
    canvas_clear(c);
    text_clear(&t);
    assert_int_equal(canvas_flow_runs(c, looks, "ab \x01\x0e\0beyond"), 1);
    canvas_text(c, &t);
    assert_string_equal(text_str(&t), "ab\n\n\n");
    text_finish(&t);
    canvas_finish(&c);
}

TEST(the_planes_tell_styles_and_inks)
{
    struct canvas c;
    struct text t = {0};
    assert_true(canvas_init(&c, 1, 4));
    canvas_inked(c, 0, 0, 'a', 0, ink_diverging(1, 1));
    canvas_inked(c, 0, 1, 'b', ink_diverging(-1, 1), ink_diverging(0, 1));
    canvas_put(c, 0, 2, STYLE_CURSOR, "c");
    canvas_planes(c, &t);
    assert_string_equal(text_str(&t), "|abc |\n:94C.:\n^.0..^\n");
    text_finish(&t);
    canvas_finish(&c);
}

TEST(few_colours_shade_by_size)
{
    int fg, bg;
    static const struct {
        double x;
        uint32_t shade;
        int fg;
    } cases[] = {{1, 0x2588, 11},    {-1, 0x2588, 12}, {0.7, 0x2593, 11}, {0.4, 0x2592, 3},
                 {-0.4, 0x2592, 12}, {0.1, 0x2591, 3}, {0, ' ', 3},       {0.01, ' ', 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(ink_shade(ink_diverging(cases[i].x, 1), true, &fg, &bg), cases[i].shade);
        assert_int_equal(fg, cases[i].fg);
        assert_int_equal(bg, -1);
    }
    assert_int_equal(ink_shade(ink_hue(HUE_HEAD, HUE_FULL), true, &fg, &bg), 0);
    assert_int_equal(ink_shade(ink_sequential(1), true, &fg, &bg), 0);
    assert_int_equal(ink_shade(ink_hue(HUE_GREY, 2), true, &fg, &bg), 0x2591); /* the empty part of a bar */
    assert_int_equal(fg, 8);
    assert_int_equal(ink_shade(ink_hue(HUE_GREY, 2), false, &fg, &bg), 0);
}

TEST(without_colours_every_map_is_shaded)
{
    assert_int_equal(ink_pattern(0), 0);
    assert_int_equal(ink_pattern(ink_hue(HUE_HEAD, 0)), 0);
    assert_int_equal(ink_pattern(ink_hue(HUE_HEAD, HUE_FULL)), 0x2588);
    assert_int_equal(ink_pattern(ink_hue(HUE_HEAD, HUE_FULL / 2)), 0x2592);
    assert_int_equal(ink_pattern(ink_sequential(1)), 0x2588);
    assert_int_equal(ink_pattern(ink_diverging(-1, 1)), 0x2588);
    assert_int_equal(ink_pattern(ink_diverging(0, 1)), 0);
    struct canvas c;
    assert_true(canvas_init(&c, 1, 3));
    canvas_put(c, 0, 0, STYLE_TEXT, "1");
    canvas_ink(c, 0, 0, 2, ink_hue(HUE_HEAD, HUE_FULL));
    canvas_shade(c, 0, -1, 5);
    assert_true(c.cells[0].ch[0] == '1' && c.cells[1].ch[0] == 0x2588 && c.cells[2].ch[0] == ' ');
    canvas_finish(&c);
}

TEST(inks_have_a_marked_zero_and_clamp)
{
    assert_int_equal(ink_diverging(0, 3), INK_DIV_ZERO);
    assert_int_equal(ink_diverging(-99, 3), INK_DIV);
    assert_int_equal(ink_diverging(99, 3), INK_DIV + INK_DIV_N - 1);
    assert_int_equal(ink_sequential(-1), INK_SEQ);
    assert_int_equal(ink_sequential(2), INK_SEQ + INK_SEQ_N - 1);
    assert_int_equal(ink_sequential((double)NAN), 0);
}

/* Returns whether the dot at column x, row y of a cell is set (Unicode's order of the dots). */
static bool dot_at(const struct cell *cell, int x, int y)
{
    static const int order[2][4] = {{0, 1, 2, 6}, {3, 4, 5, 7}};
    return cell->ch[0] >= 0x2800 && cell->ch[0] < 0x2900 && cell->ch[0] >> order[x][y] & 1;
}

/* The angle of the hand, read back from the farthest dot of its style inside the rim. */
static double read_hand(struct canvas c, struct circle rim)
{
    struct braille b = {c, false};
    double best = -1, angle = 0;
    for (int row = 0; row < braille_height(&b); row++)
        for (int col = 0; col < braille_width(&b); col++) {
            const struct cell *cell = c.cells + (row / 4) * c.stride + col / 2;
            double far = hypot(col - rim.centre.x, row - rim.centre.y);
            if (cell->style == STYLE_TITLE && dot_at(cell, col % 2, row % 4) && far > best &&
                far < rim.radius * 0.92) {
                best = far;
                angle = atan2(col - rim.centre.x, rim.centre.y - row);
            }
        }
    return angle;
}

TEST(the_drawn_hand_stands_at_the_true_angle)
{
    static const struct {
        int d;
        double base;
    } kinds[] = {{4, 10000}, {8, 100}, {64, 10000}};
    struct canvas c;
    assert_true(canvas_init(&c, 14, 28));
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (long pos = 0; pos < 200; pos += 7) {
            double want = sines_angle(kinds[k].d, kinds[k].base, pos, 1);
            canvas_clear(c);
            dial_draw(c, &(struct dial){want, 0, false, false}, false);
            double off = read_hand(c, dial_rim(c)) - want;
            off -= 2 * 3.14159265358979323846 * round(off / (2 * 3.14159265358979323846));
            assert_true(fabs(off) * dial_rim(c).radius * 0.85 <=
                        0.75); /* half a dot along each axis: √½ in all */
        }
    canvas_finish(&c);
}

/* Counts the dots in the rows from..to of braille. */
static int dots(struct canvas c, int from, int to)
{
    struct braille b = {c, false};
    int count = 0;
    for (int row = from; row < to; row++)
        for (int col = 0; col < braille_width(&b); col++)
            count += dot_at(c.cells + (row / 4) * c.stride + col / 2, col % 2, row % 4);
    return count;
}

/* Without colours too: the hand of s has gaps. */
TEST(the_hands_are_told_apart_by_their_dots)
{
    const double half = 3.14159265358979323846;
    struct canvas c;
    assert_true(canvas_init(&c, 14, 28));
    canvas_clear(c);
    dial_draw(c, &(struct dial){.t = half, .s = 0, .second = true}, false);
    int dotted = dots(c, 12, 24), whole = dots(c, 32, 44);
    assert_true(dotted < whole - 3);
    canvas_finish(&c);
}
