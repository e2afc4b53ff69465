/* Shapes in eighths of a cell as block characters and braille. */
#include <stdlib.h>
#include <string.h>

#include "core/math/rng.h"
#include "support/test.h"
#include "view/paint.h"

struct easel {
    struct arena scratch;
    struct paint p;
    struct canvas c;
};

static void set_up(struct easel *e, int rows, int cols)
{
    *e = (struct easel){0};
    assert_true(paint_begin(&e->p, &e->scratch, rows, cols));
    assert_true(canvas_init(&e->c, rows, cols));
}

static void take_down(struct easel *e)
{
    canvas_finish(&e->c);
    arena_finish(&e->scratch);
}

static const struct paint_look dark = {.theme = THEME_DARK};

static void box(const struct paint *p, int x, int y, int width, int height, uint16_t ink)
{
    for (int i = 0; i < height; i++)
        paint_span(p, y + i, x, x + width, ink);
}

TEST(edges_in_eighths_find_their_character)
{
    static const uint32_t below[] = {0x2581, 0x2582, 0x2583, 0x2584, 0x2585, 0x2586, 0x2587};
    static const uint32_t left[] = {0x258F, 0x258E, 0x258D, 0x258C, 0x258B, 0x258A, 0x2589};
    uint16_t ink = ink_hue(HUE_HEAD, HUE_FULL);
    struct easel e;
    set_up(&e, 2, 7);
    for (int k = 1; k < 8; k++) {
        box(&e.p, 8 * (k - 1), 8 - k, 8, k, ink);
        box(&e.p, 8 * (k - 1), 8, k, 8, ink);
    }
    paint_show(&e.p, e.c, dark);
    for (int k = 0; k < 7; k++) {
        assert_int_equal(e.c.cells[k].ch[0], below[k]);
        assert_int_equal(e.c.cells[k].fg, ink);
        assert_int_equal(e.c.cells[k].bg, 0);
        assert_int_equal(e.c.cells[e.c.stride + k].ch[0], left[k]);
    }
    take_down(&e);
}

TEST(what_was_not_touched_stays)
{
    struct easel e;
    set_up(&e, 1, 3);
    canvas_put(e.c, 0, 0, STYLE_TITLE, "abc");
    box(&e.p, 8, 0, 8, 8, ink_hue(HUE_HEAD, 5));
    paint_show(&e.p, e.c, dark);
    assert_int_equal(e.c.cells[0].ch[0], 'a');
    assert_int_equal(e.c.cells[1].bg, ink_hue(HUE_HEAD, 5));
    assert_int_equal(e.c.cells[2].ch[0], 'c');
    take_down(&e);
}

/* The upper half is the ink, the ground below it stays the terminal's: the character is the lower half, in
 * the ground's ink. */
TEST(ground_can_be_the_character)
{
    struct easel e;
    set_up(&e, 1, 1);
    box(&e.p, 0, 0, 8, 5, ink_hue(HUE_HEAD + 1, HUE_FULL));
    paint_show(&e.p, e.c, dark);
    assert_int_equal(e.c.cells[0].ch[0], 0x2583);
    assert_int_equal(e.c.cells[0].fg, INK_GROUND);
    assert_int_equal(e.c.cells[0].bg, ink_hue(HUE_HEAD + 1, HUE_FULL));
    take_down(&e);
}

/* The sub-pixels that a shown cell covers with its ink. */
static bool covers(uint32_t ch, int x, int y)
{
    if (ch >= 0x2581 && ch <= 0x2587)
        return y >= 8 - (int)(ch - 0x2580);
    if (ch >= 0x2589 && ch <= 0x258F)
        return x < (int)(0x2590 - ch);
    switch (ch) {
    case 0x2598:
        return x < 4 && y < 4;
    case 0x259D:
        return x >= 4 && y < 4;
    case 0x2596:
        return x < 4 && y >= 4;
    case 0x2597:
        return x >= 4 && y >= 4;
    case 0x259A:
        return (x < 4) == (y < 4);
    default:
        return false;
    }
}

static int wrong(const struct easel *e, uint32_t ch, uint16_t fg, uint16_t bg)
{
    int n = 0;
    for (int i = 0; i < 64; i++) {
        uint16_t shown = covers(ch, i % 8, i / 8) ? fg : bg;
        n += shown != e->p.ink[i] && !(shown == INK_GROUND && e->p.ink[i] == 0);
    }
    return n;
}

/* With two inks the error is the number of wrong sub-pixels: no other character does better. */
TEST(no_other_character_comes_nearer)
{
    static const uint32_t all[] = {0x2581, 0x2582, 0x2583, 0x2584, 0x2585, 0x2586, 0x2587,
                                   0x2589, 0x258A, 0x258B, 0x258C, 0x258D, 0x258E, 0x258F,
                                   0x2598, 0x259D, 0x2596, 0x2597, 0x259A, ' '};
    uint16_t a = ink_hue(HUE_HEAD, HUE_FULL), b = ink_hue(HUE_HEAD + 1, HUE_FULL);
    struct rng r = rng_seed(7);
    for (int round = 0; round < 300; round++) {
        struct easel e;
        set_up(&e, 1, 1);
        int from = (int)(rng_uniform(&r) * 9), to = (int)(rng_uniform(&r) * 9);
        box(&e.p, 0, 0, 8, 8, b);
        for (int y = 0; y < 8; y++)
            paint_span(&e.p, y, 0, from + (to - from) * y / 7.0, a);
        paint_show(&e.p, e.c, dark);
        int ours = wrong(&e, e.c.cells[0].ch[0], e.c.cells[0].fg, e.c.cells[0].bg);
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            assert_true(ours <= wrong(&e, all[i], a, b));
            assert_true(ours <= wrong(&e, all[i], b, a));
        }
        take_down(&e);
    }
}

/* One whole, shared out: three shares that add up to 1 fill the box of four columns, no sub-pixel more. */
TEST(ribbons_of_one_whole_fill_their_box)
{
    static const double share[] = {0.5, 0.3, 0.2};
    struct easel e;
    set_up(&e, 6, 20);
    double at = 8 * 8, whole = 4 * 8;
    for (int i = 0; i < 3; i++) {
        paint_ribbon(&e.p, &(struct ribbon){.top = 56.0 * i,
                                            .top_width = share[i] * whole,
                                            .bottom = at,
                                            .bottom_width = share[i] * whole,
                                            .hue = HUE_HEAD,
                                            .faint = 8});
        at += share[i] * whole;
    }
    for (int x = 0; x < e.p.width; x++) {
        bool inside = x >= 64 && x < 96;
        assert_int_equal(e.p.ink[(size_t)(e.p.height - 1) * (size_t)e.p.width + (size_t)x],
                         inside ? ink_hue(HUE_HEAD, HUE_FULL) : 0);
    }
    take_down(&e);
}

TEST(a_ribbon_keeps_its_width_on_the_way)
{
    struct easel e;
    set_up(&e, 8, 20);
    paint_ribbon(
        &e.p,
        &(struct ribbon){
            .top = 0, .top_width = 20, .bottom = 120, .bottom_width = 20, .hue = HUE_HEAD, .faint = 10});
    for (int y = 0; y < e.p.height; y++) {
        int n = 0;
        for (int x = 0; x < e.p.width; x++)
            n += ink_is_hue(e.p.ink[(size_t)y * (size_t)e.p.width + (size_t)x]);
        assert_int_equal(n, 20);
    }
    take_down(&e);
}

static uint16_t ink_at(const struct easel *e, int x, int y)
{
    return e->p.ink[(size_t)y * (size_t)e->p.width + (size_t)x];
}

/* While it moves: every row of cells has one pair of edges, between cells. */
TEST(a_coarse_ribbon_covers_whole_cells)
{
    struct easel e;
    set_up(&e, 8, 20);
    paint_ribbon(&e.p, &(struct ribbon){.top = 3,
                                        .top_width = 29,
                                        .bottom = 101,
                                        .bottom_width = 29,
                                        .hue = HUE_HEAD,
                                        .faint = 10,
                                        .coarse = true});
    int covered = 0;
    for (int y = 0; y < e.p.height; y++)
        for (int x = 0; x < e.p.width; x++) {
            covered += ink_at(&e, x, y) != 0;
            assert_int_equal(ink_at(&e, x, y) != 0, ink_at(&e, x / 8 * 8, y / 8 * 8) != 0);
        }
    assert_in_range(covered / e.p.height, 24, 32);
    take_down(&e);
}

TEST(a_glint_is_brightest_in_its_middle_and_parts_are_left_out)
{
    struct easel e;
    struct ribbon r = {.top_width = 8,
                       .bottom_width = 8,
                       .hue = HUE_HEAD,
                       .faint = 10,
                       .glint = 0.5,
                       .above = 0.25,
                       .below = 0.25};
    set_up(&e, 20, 1);
    paint_ribbon(&e.p, &r);
    for (int y = 0; y < e.p.height; y++)
        assert_int_equal(ink_at(&e, 0, y) != 0, y >= 40 && y < 120);
    assert_in_range(ink_at(&e, 0, 80), ink_hue(HUE_HEAD, HUE_MOST - 2), ink_hue(HUE_HEAD, HUE_MOST));
    assert_in_range(ink_at(&e, 0, 40), ink_hue(HUE_HEAD, 10), ink_hue(HUE_HEAD, 13));
    for (int y = 41; y < 80; y++)
        assert_true(ink_at(&e, 0, y) >= ink_at(&e, 0, y - 1));
    take_down(&e);
}

/* Above its full level a hue goes on towards white, and stays the same hue. */
TEST(hues_glow_towards_white)
{
    for (int h = 0; h < HUE_COUNT; h++) {
        struct rgb full = ink_rgb(ink_hue((enum hue)h, HUE_FULL), THEME_DARK),
                   most = ink_rgb(ink_hue((enum hue)h, HUE_MOST), THEME_DARK);
        assert_in_range(most.r, full.r + (255 - full.r) * 3 / 4, full.r + (255 - full.r) * 3 / 4 + 1);
        for (int level = HUE_FULL; level <= HUE_MOST; level++) {
            uint16_t ink = ink_hue((enum hue)h, level);
            assert_int_equal(ink_hue_of(ink), h);
            assert_int_equal(ink_level(ink), 9);
            assert_int_equal(ink_ansi(ink, true), ink_ansi(ink_hue((enum hue)h, HUE_FULL), true));
            assert_true(level == HUE_FULL || rgb_luminance(ink_rgb(ink, THEME_DARK)) >
                                                 rgb_luminance(ink_rgb((uint16_t)(ink - 1), THEME_DARK)));
        }
        assert_int_equal(ink_256(ink_hue((enum hue)h, HUE_MOST), THEME_DARK), rgb_to_256(most));
    }
}

TEST(without_colours_every_hue_has_a_pattern)
{
    static const uint32_t want[] = {0x28FF, 0x2895, 0x282D, 0x2847, 0x288B};
    struct easel e;
    set_up(&e, 1, 5);
    for (int i = 0; i < 5; i++)
        box(&e.p, 8 * i, 0, 8, 8, ink_hue(i < 4 ? (enum hue)(HUE_TERM + i) : HUE_HEARD, HUE_FULL));
    paint_show(&e.p, e.c, (struct paint_look){.theme = THEME_MONO, .mono = true});
    for (int i = 0; i < 5; i++)
        assert_int_equal(e.c.cells[i].ch[0], want[i]);
    paint_show(&e.p, e.c, (struct paint_look){.theme = THEME_MONO, .mono = true, .ascii = true});
    for (int i = 0; i < 5; i++)
        assert_int_equal(e.c.cells[i].ch[0], "#%=|/"[i]);
    take_down(&e);
}

TEST(hues_fade_into_the_ground)
{
    struct rgb ground = ink_rgb(INK_GROUND, THEME_DARK),
               full = ink_rgb(ink_hue(HUE_HEAD, HUE_FULL), THEME_DARK);
    assert_int_equal(ink_hue(HUE_HEAD + 3, 0), INK_GROUND);
    assert_int_equal(full.g, hue_def(HUE_HEAD).colour.g);
    for (int level = 1; level <= HUE_FULL; level++) {
        struct rgb c = ink_rgb(ink_hue(HUE_HEAD, level), THEME_DARK);
        assert_true(c.g > ground.g && c.g <= full.g);
        assert_int_equal(ink_hue_of(ink_hue(HUE_TERM, level)), HUE_TERM);
    }
    for (int h = 0; h < HUE_COUNT; h++)
        assert_true(rgb_contrast(ink_rgb(ink_hue((enum hue)h, HUE_FULL), THEME_LIGHT),
                                 ink_rgb(INK_GROUND, THEME_LIGHT)) >= 4.6);
}
