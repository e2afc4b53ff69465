/* Cells, styles, colours, dials. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/encoding/sines.h"
#include "support/locale.h"
#include "view/canvas.h"
#include "view/dial.h"

static void shows(struct canvas c, const char *want)
{
    struct text t = {0};
    canvas_text(c, &t);
    assert_string_equal(text_str(&t), want);
    text_finish(&t);
}

static void wide_characters_are_never_cut_in_half(void **state)
{
    (void)state;
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

static void parts_clip_at_their_own_edge(void **state)
{
    (void)state;
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

static void fields_fill_cut_and_align_by_columns(void **state)
{
    (void)state;
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

static void what_an_edge_cuts_ends_in_dots_and_is_noted(void **state)
{
    (void)state;
    struct canvas c;
    struct text lost = {0};
    assert_true(canvas_init(&c, 4, 8));
    c.lost = &lost;
    struct canvas p = canvas_part(c, 0, 0, 4, 6);
    canvas_put(p, 0, 0, STYLE_TEXT, "171.9°");
    canvas_put(p, 1, 0, STYLE_TEXT, "fits    ");
    canvas_field(p, 2, 0, 4, STYLE_TEXT, "asked for");
    assert_int_equal(lost.len, 0);
    assert_int_equal(canvas_put(p, 3, 2, STYLE_TEXT, "171.9°"), 6);
    shows(c, "171.9°\nfits\nask…\n  171…\n");
    assert_string_equal(text_str(&lost), "171.9°\n");
    canvas_put(p, 0, 6, STYLE_TEXT, "behind the edge");
    canvas_field(p, 0, 4, 8, STYLE_TEXT, "wide");
    assert_string_equal(text_str(&lost), "171.9°\nbehind the edge\nwide\n");
    assert_int_equal(canvas_either(p, 3, 0, STYLE_TEXT, "too long", "brief"), 5);
    assert_int_equal(canvas_either(p, 3, 0, STYLE_TEXT, "whole", "-"), 5);
    shows(c, "171.w…\nfits\nask…\nwhole…\n");
    text_finish(&lost);
    canvas_finish(&c);
}

static void escape_sequences_come_out_as_replacements(void **state)
{
    (void)state;
    struct canvas c;
    assert_true(canvas_init(&c, 1, 20));
    canvas_put(c, 0, 0, STYLE_TEXT, "a\x1b[31mb\xe2\x80\xae");
    shows(c, "a�[31mb�\n");
    canvas_finish(&c);
}

static void text_flows_by_words_and_han_characters(void **state)
{
    (void)state;
    struct canvas c;
    assert_true(canvas_init(&c, 5, 10));
    assert_int_equal(canvas_flow(c, 0, STYLE_TEXT, "the cat sat on 垫子上，好。"), 3);
    shows(c, "the cat\nsat on 垫\n子上，好。\n\n\n");
    canvas_finish(&c);
}

static void the_planes_tell_styles_and_inks(void **state)
{
    (void)state;
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

static double lightness(struct rgb c)
{
    return cbrt(rgb_luminance(c));
}

static void colour_maps_are_monotone_and_text_on_them_is_readable(void **state)
{
    (void)state;
    for (int theme = 0; theme < THEME_MONO; theme++) {
        double way = theme == THEME_LIGHT ? -1 : 1;
        for (int i = INK_SEQ + 1; i < INK_SEQ + INK_SEQ_N; i++)
            assert_true(way * (lightness(ink_rgb((uint8_t)i, (enum theme)theme)) -
                               lightness(ink_rgb((uint8_t)(i - 1), (enum theme)theme))) >
                        -0.002);
        for (int i = INK_DIV_ZERO + 1; i < INK_DIV + INK_DIV_N; i++) {
            uint8_t mirrored = (uint8_t)(2 * INK_DIV_ZERO - i);
            assert_true(way * (lightness(ink_rgb((uint8_t)i, (enum theme)theme)) -
                               lightness(ink_rgb((uint8_t)(i - 1), (enum theme)theme))) >
                        -0.002);
            assert_true(way * (lightness(ink_rgb(mirrored, (enum theme)theme)) -
                               lightness(ink_rgb((uint8_t)(mirrored + 1), (enum theme)theme))) >
                        -0.002);
        }
        for (int ink = 1; ink < INK_END; ink++) {
            struct look_of look = style_resolve((enum theme)theme, STYLE_TEXT, 0, (uint16_t)ink);
            assert_true(rgb_contrast(look.fg, look.bg) >= 4.5);
        }
    }
}

/* Whatever the terminal's own colours are: a theme paints its own. Lines and what is left of the past may be
 * fainter. */
static void every_style_is_readable_on_its_theme(void **state)
{
    (void)state;
    for (int theme = 0; theme < THEME_COUNT; theme++)
        for (int style = 0; style < STYLE_COUNT; style++) {
            struct look_of look = style_seen((enum theme)theme, (enum style)style, 0, 0);
            double least = style == STYLE_BORDER || style == STYLE_GHOST ? 3 : 4.5;
            assert_true(look.own_fg && look.own_bg);
            if (rgb_contrast(look.fg, look.bg) < least)
                fail_msg("theme %d, style %s: contrast %.2f", theme, style_defs[style].name,
                         rgb_contrast(look.fg, look.bg));
        }
}

/* Linear RGB as people without one kind of cones see it (Machado, Oliveira and Fernandes 2009, severity 1).
 */
static const double deficiency[3][3][3] = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
};

static double linear(uint8_t c)
{
    double x = c / 255.0;
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static void simulate(int kind, struct rgb c, double out[3])
{
    double in[3] = {linear(c.r), linear(c.g), linear(c.b)};
    for (int i = 0; i < 3; i++) {
        out[i] = 0;
        for (int j = 0; j < 3; j++)
            out[i] += deficiency[kind][i][j] * in[j];
        out[i] = out[i] < 0 ? 0 : out[i];
    }
}

static double seen_lightness(const double c[3])
{
    return cbrt(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
}

static void the_maps_read_the_same_without_one_kind_of_cones(void **state)
{
    (void)state;
    for (int theme = 0; theme < THEME_MONO; theme++)
        for (int kind = 0; kind < 3; kind++) {
            double a[3], b[3], way = theme == THEME_LIGHT ? -1 : 1;
            for (int level = 1; level < 10; level++) { /* ten bins of weights: a step of lightness each */
                simulate(kind, ink_rgb(ink_sequential((level - 1) / 9.0), (enum theme)theme), a);
                simulate(kind, ink_rgb(ink_sequential(level / 9.0), (enum theme)theme), b);
                assert_true(way * (seen_lightness(b) - seen_lightness(a)) > 0.02);
            }
            for (int level = 3; level <= 10; level++) { /* plus and minus of one size: another hue */
                simulate(kind, ink_rgb(ink_diverging(level, 10), (enum theme)theme), a);
                simulate(kind, ink_rgb(ink_diverging(-level, 10), (enum theme)theme), b);
                double warm = cbrt(a[0]) - cbrt(a[2]), cold = cbrt(b[0]) - cbrt(b[2]);
                assert_true(fabs(warm - cold) > 0.1);
            }
        }
}

static struct rgb of_palette(int n)
{
    static const uint8_t cube[6] = {0, 95, 135, 175, 215, 255};
    uint8_t grey = (uint8_t)(8 + 10 * (n - 232));
    return n >= 232 ? (struct rgb){grey, grey, grey}
                    : (struct rgb){cube[(n - 16) / 36], cube[(n - 16) / 6 % 6], cube[(n - 16) % 6]};
}

/* From ink `from` to ink `to`: lightness only rises (in the light theme: falls), in `shades` shades at least.
 */
static void runs_one_way(enum theme theme, int from, int to, int shades)
{
    int last = -1, seen = 0, step = from < to ? 1 : -1;
    double before = 0, way = theme == THEME_LIGHT ? -1 : 1;
    for (int ink = from; ink != to + step; ink += step) {
        int n = ink_256((uint8_t)ink, theme), text = ink_256_text(n);
        assert_true(n >= 16 && n <= 255);
        assert_true(rgb_contrast(of_palette(n), of_palette(text)) >= 4.5);
        double now = lightness(of_palette(n));
        assert_true(n == last || last < 0 || way * (now - before) > -0.03);
        seen += n != last;
        last = n;
        before = now;
    }
    assert_true(seen >= shades);
}

static void in_256_colours_the_maps_stay_monotone(void **state)
{
    (void)state;
    for (int theme = 0; theme < THEME_MONO; theme++) {
        runs_one_way((enum theme)theme, INK_SEQ, INK_SEQ + INK_SEQ_N - 1, 8);
        runs_one_way((enum theme)theme, INK_DIV_ZERO, INK_DIV + INK_DIV_N - 1, 7);
        runs_one_way((enum theme)theme, INK_DIV_ZERO, INK_DIV, 7);
    }
}

static void a_fading_hue_only_gets_darker_in_256_colours(void **state)
{
    (void)state;
    for (int hue = 0; hue < HUE_COUNT; hue++) {
        double before = 0;
        for (int level = 1; level <= HUE_FULL; level++) {
            double now = lightness(of_palette(ink_256(ink_hue((enum hue)hue, level), THEME_DARK)));
            assert_true(now >= before);
            before = now;
        }
        assert_int_equal(hue_256((enum hue)hue, HUE_FULL), hue_defs[hue].of_256[HUE_STEPS - 1]);
        assert_true(hue_defs[hue].of_256[0] >= 232); /* next to the ground: a grey */
    }
    assert_int_equal(hue_ansi(HUE_HEAD, HUE_FULL, true), 14);
    assert_int_equal(hue_ansi(HUE_HEAD, HUE_FULL / 2, true), 6);
    assert_int_equal(hue_ansi(HUE_GREY, 2, true), 8);
    assert_int_equal(hue_ansi(HUE_GREY, 2, false), 0);
}

static void few_colours_shade_by_size(void **state)
{
    (void)state;
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
}

static void inks_have_a_marked_zero_and_clamp(void **state)
{
    (void)state;
    assert_int_equal(ink_diverging(0, 3), INK_DIV_ZERO);
    assert_int_equal(ink_diverging(-99, 3), INK_DIV);
    assert_int_equal(ink_diverging(99, 3), INK_DIV + INK_DIV_N - 1);
    assert_int_equal(ink_sequential(-1), INK_SEQ);
    assert_int_equal(ink_sequential(2), INK_SEQ + INK_SEQ_N - 1);
    assert_int_equal(ink_sequential((double)NAN), 0);
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
            if (cell->style == STYLE_TITLE && braille_at(&b, col, row) && far > best &&
                far < rim.radius * 0.92) {
                best = far;
                angle = atan2(col - rim.centre.x, rim.centre.y - row);
            }
        }
    return angle;
}

static void the_drawn_hand_stands_at_the_true_angle(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wide_characters_are_never_cut_in_half),
        cmocka_unit_test(parts_clip_at_their_own_edge),
        cmocka_unit_test(fields_fill_cut_and_align_by_columns),
        cmocka_unit_test(what_an_edge_cuts_ends_in_dots_and_is_noted),
        cmocka_unit_test(escape_sequences_come_out_as_replacements),
        cmocka_unit_test(text_flows_by_words_and_han_characters),
        cmocka_unit_test(the_planes_tell_styles_and_inks),
        cmocka_unit_test(colour_maps_are_monotone_and_text_on_them_is_readable),
        cmocka_unit_test(every_style_is_readable_on_its_theme),
        cmocka_unit_test(the_maps_read_the_same_without_one_kind_of_cones),
        cmocka_unit_test(in_256_colours_the_maps_stay_monotone),
        cmocka_unit_test(a_fading_hue_only_gets_darker_in_256_colours),
        cmocka_unit_test(few_colours_shade_by_size),
        cmocka_unit_test(inks_have_a_marked_zero_and_clamp),
        cmocka_unit_test(the_drawn_hand_stands_at_the_true_angle),
    };
    return cmocka_run_group_tests(tests, locale, NULL);
}
