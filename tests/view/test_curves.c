/* Ribbons as smooth shapes: the same ribbons as the figure's, where its cells are seen. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/view.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/curves.h"

enum { ROWS = 36, COLS = 120 };

static struct curves curves;
static const struct paint_look dark = {.theme = THEME_DARK};

/* The cat and the dog, whom "chases" reads: its picture, with ribbons. */
static struct canvas drawn(struct app *a, int rows, int cols)
{
    struct canvas c;
    assert_true(canvas_init(&c, rows, cols));
    curves_begin(&curves, &c);
    app_draw(a, c);
    return c;
}

static struct app reading(void)
{
    struct app a = simple_app_in(LANG_EN);
    must_enter(&a, "view flow ; set query 1");
    return a;
}

static int marked(struct canvas c)
{
    int count = 0;
    for (int i = 0; i < c.rows * c.cols; i++)
        count += c.cells[i].curve > 0;
    return count;
}

static int count_of(const char *text, const char *what)
{
    int count = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        count++;
    return count;
}

static void near(double x, double y)
{
    if (!(fabs(x - y) < 0.01))
        fail_msg("%g is not %g", x, y);
}

/* Reads the corners of a ribbon's path: its columns above and below, and the rows of these, in eighths. */
struct corners {
    double top, top_end, bottom, bottom_end, from, to;
};

static struct corners corners_of(const char *path)
{
    struct corners k;
    double x;
    const char *d = strstr(path, "d=\"");
    assert_non_null(d);
    assert_int_equal(sscanf(d, "d=\"M%lf %lfC%*f %*f %*f %*f %lf %lfL%lf %lfC%*f %*f %*f %*f %lf %lfZ",
                            &k.top, &k.from, &k.bottom, &k.to, &k.bottom_end, &x, &k.top_end, &x),
                     8);
    return k;
}

TEST(a_path_a_ribbon_from_its_column_to_its_column_as_wide_as_its_share)
{
    struct app a = reading();
    struct canvas c = drawn(&a, ROWS, COLS);
    struct text svg = {0}, shown = {0};
    int ribbons = 0;
    curves_svg(&curves, THEME_DARK, &svg);
    export_svg(c, THEME_DARK, &shown);
    assert_int_equal(curves.figures, 1);
    for (const char *at = text_str(&svg); (at = strstr(at, "<path fill=\"url(#r")); at++, ribbons++) {
        const struct corners k = corners_of(at);
        const struct ribbon *r = &curves.v[ribbons];
        const double left = curves.figure[0].col * PAINT_SUB;
        const int from = curves.figure[0].row, end = from + curves.figure[0].rows;
        near(k.top, left + r->top);
        near(k.top_end - k.top, r->top_width);
        near(k.bottom, left + r->bottom);
        near(k.bottom_end - k.bottom, r->bottom_width);
        near(k.from, from * PAINT_SUB);
        near(k.to, end * PAINT_SUB);
        /* It ends in the box of its head, in the row below, whose share it has. */
        const struct cell *below = c.cells + (size_t)end * (size_t)c.stride;
        int first = (int)lround(floor(k.bottom / PAINT_SUB)), after = first;
        while (below[first - 1].bg > 0)
            first--;
        while (below[after].bg > 0)
            after++;
        const struct attention *heads = &a.session.now.trace.layer[0].self;
        const struct mat weights = attention_head(heads, heads->map[MAP_WEIGHTS], (int)r->hue - HUE_HEAD);
        bool found = false;
        for (int j = 0; j < weights.cols; j++)
            found = found || fabs(mat_at(weights, 1, j) * (after - first) * PAINT_SUB - r->top_width) < 0.01;
        assert_true(found);
        assert_true(k.bottom_end <= after * PAINT_SUB + 0.01);
    }
    assert_true(ribbons >= 2);
    assert_int_equal(ribbons, curves.count);
    assert_int_equal(count_of(text_str(&shown), "<path fill=\"url(#r"), ribbons);
    text_finish(&svg);
    text_finish(&shown);
    canvas_finish(&c);
    app_finish(&a);
}

/* What is drawn over a figure hides its curves there: in a name they are behind the letters. */
TEST(curves_are_seen_where_the_cells_that_show_them_are)
{
    struct app a = reading();
    struct canvas c = drawn(&a, ROWS, COLS);
    struct text svg = {0};
    const int all = marked(c);
    int names = 0, row = curves.figure[0].row;
    for (int i = 0; i < ROWS * COLS; i++) {
        const struct cell *cell = &c.cells[i];
        names += cell->curve && cell->ch[0] == 'v';
        assert_true(!cell->curve || i / COLS >= row);
        assert_true(!cell->curve || i / COLS < row + curves.figure[0].rows);
        assert_true(curves_hide(cell) == (cell->curve && cell->ch[0] >= 0x2580 && cell->ch[0] < 0x25A0));
    }
    assert_true(all > 50);
    assert_int_equal(names, 2); /* v(cat), v(dog) */
    int at = (row + 1) * COLS;  /* four cells in a row of the first ribbon */
    while (!c.cells[at].curve || !c.cells[at + 3].curve)
        at++;
    row = at / COLS;
    canvas_put(c, row, at % COLS, STYLE_TEXT, "x");
    assert_int_equal(marked(c), all - 1);
    canvas_ink(c, row, at % COLS + 1, 1, ink_hue(HUE_FOCUS, HUE_FULL));
    canvas_tint(c, row, at % COLS + 2, 1, ink_hue(HUE_FOCUS, HUE_FULL));
    canvas_restyle(c, row, at % COLS + 3, 1, STYLE_CURSOR);
    assert_int_equal(marked(c), all - 4);
    canvas_finish(&c);
    press(&a, "?");
    c = drawn(&a, ROWS, COLS);
    assert_int_equal(marked(c), 0);
    curves_svg(&curves, THEME_DARK, &svg);
    assert_null(strstr(text_str(&svg), "d=\"M")); /* nor any cell to show one in */
    text_finish(&svg);
    canvas_finish(&c);
    app_finish(&a);
}

/* A clip is a rectangle for every run of cells, and nothing else. */
TEST(the_clip_is_the_cells)
{
    struct app a = reading();
    struct canvas c = drawn(&a, 24, 80);
    struct text svg = {0};
    curves_svg(&curves, THEME_DARK, &svg);
    int cells = 0, x, y, width, runs = 0;
    const char *at = strstr(text_str(&svg), "d=\"M"), *end = strchr(at + 3, '"');
    for (at += 3; at < end; at = strchr(at, 'z') + 1, runs++) {
        assert_int_equal(sscanf(at, "M%d %dh%dv8", &x, &y, &width), 3);
        for (int k = 0; k < width / 8; k++)
            assert_int_equal(c.cells[y / 8 * 80 + x / 8 + k].curve, 1);
        cells += width / 8;
    }
    assert_int_equal(cells, marked(c));
    assert_true(runs > 3);
    text_finish(&svg);
    canvas_finish(&c);
    app_finish(&a);
}

TEST(without_colours_there_are_cells_alone)
{
    struct app a = reading();
    a.mono = true;
    struct canvas c = drawn(&a, ROWS, COLS);
    assert_int_equal(marked(c), 0);
    canvas_finish(&c);
    a.mono = false;
    a.ascii = true;
    c = drawn(&a, ROWS, COLS);
    assert_int_equal(marked(c), 0);
    canvas_finish(&c);
    app_finish(&a);
}

/* Two flows that are compared are two figures, each with its own cells. */
TEST(two_pictures_are_two_figures)
{
    struct app a = reading();
    must_enter(&a, "view compare");
    struct canvas c = drawn(&a, 45, 150);
    struct text svg = {0};
    int of[3] = {0};
    for (int i = 0; i < 45 * 150; i++)
        of[c.cells[i].curve]++;
    assert_int_equal(curves.figures, 2);
    assert_true(of[1] > 20 && of[2] > 20);
    curves_svg(&curves, THEME_LIGHT, &svg);
    assert_int_equal(count_of(text_str(&svg), "<g clip-path=\"url(#f"), 2);
    text_finish(&svg);
    canvas_finish(&c);
    app_finish(&a);
}

/* While a ribbon comes down, only its upper part is there; the wave that runs along it is in its colours. */
TEST(a_part_of_a_ribbon_is_a_part_of_its_curve)
{
    struct arena scratch = {0};
    struct paint p;
    struct canvas c;
    struct text svg = {0};
    struct ribbon r = {.top = 16,
                       .top_width = 8,
                       .bottom = 80,
                       .bottom_width = 8,
                       .hue = HUE_HEAD,
                       .faint = 9,
                       .below = 0.5,
                       .glint = 0.25};
    assert_true(canvas_init(&c, 10, 20));
    curves_begin(&curves, &c);
    struct canvas part = canvas_part(c, 2, 3, 8, 17);
    assert_true(paint_begin(&p, &scratch, part.rows, part.cols));
    paint_curves(&p, part, &dark);
    paint_ribbon(&p, &r);
    paint_show(&p, part, dark);
    curves_svg(&curves, THEME_DARK, &svg);
    const struct corners k = corners_of(strstr(text_str(&svg), "<path fill=\"url"));
    near(k.top, 24 + 16);
    near(k.bottom, 24 + 48); /* half of the way: half of the height */
    near(k.bottom_end - k.bottom, 8);
    near(k.from, 16);
    near(k.to, 16 + 32);
    struct text lit = {0};
    struct rgb most = ink_rgb(ink_hue(HUE_HEAD, HUE_MOST), THEME_DARK);
    text_addf(&lit, "offset=\"0.25\" stop-color=\"#%02x%02x%02x\"", most.r, most.g, most.b);
    assert_non_null(strstr(text_str(&svg), text_str(&lit)));
    text_finish(&lit);
    text_finish(&svg);
    canvas_finish(&c);
    arena_finish(&scratch);
}

/* A figure whose ribbons do not all find room is shown by its cells. */
TEST(too_many_ribbons_are_cells)
{
    struct arena scratch = {0};
    struct paint p;
    struct canvas c;
    struct text svg = {0};
    const struct ribbon r = {.top_width = 8, .bottom = 8, .bottom_width = 8, .hue = HUE_HEAD, .faint = 9};
    assert_true(canvas_init(&c, 4, 4));
    for (int more = 0; more < 2; more++) {
        curves_begin(&curves, &c);
        assert_true(paint_begin(&p, &scratch, 4, 4));
        paint_curves(&p, c, &dark);
        for (int i = 0; i < CURVES_MOST + more; i++)
            paint_ribbon(&p, &r);
        paint_show(&p, c, dark);
        text_clear(&svg);
        curves_svg(&curves, THEME_DARK, &svg);
        assert_int_equal(marked(c) > 0, !more);
        assert_int_equal(svg.len > 0, !more);
    }
    text_finish(&svg);
    canvas_finish(&c);
    arena_finish(&scratch);
}
