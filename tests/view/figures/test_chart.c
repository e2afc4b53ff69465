/* Charts: what stands where along both axes. */
#include <math.h>
#include <string.h>

#include "support/apps.h"
#include "support/test.h"
#include "view/figures/chart.h"

static double rising(const void *of, double from, double to)
{
    (void)of;
    return (from + to) / 2;
}

/* Known up to an x. */
static double known_to(const void *of, double from, double to)
{
    return (from + to) / 2 > *(const double *)of ? NAN : (from + to) / 2;
}

static double constant(const void *of, double from, double to)
{
    (void)from;
    (void)to;
    return *(const double *)of;
}

/* A chart of x and y from 0 to 1 on a canvas of its own. */
static struct chart chart_on(struct canvas *c, struct app *a, struct screen *s, int rows, int cols)
{
    *s = (struct screen){.session = &a->session, .scratch = &a->scratch};
    assert_true(canvas_init(c, rows, cols));
    struct chart g = chart_in(*c, s, (struct chart_edges){.left = 4, .below = 1});
    g.right = g.high = 1;
    g.digits = 1;
    return g;
}

static void expect_text(struct canvas c, const char *picture)
{
    struct text t = {0};
    canvas_text(c, &t);
    assert_string_equal(text_str(&t), picture);
    text_finish(&t);
}

TEST(a_curve_goes_from_corner_to_corner)
{
    struct app a = app_after("lang en");
    struct screen s;
    struct canvas c;
    struct chart g = chart_on(&c, &a, &s, 3, 8);
    chart_heights(&g);
    chart_curve(&g, &(struct chart_line){.at = rising});
    expect_text(c, "1.0   ⡠⠚\n0.0 ⡠⠊\n\n");
    canvas_finish(&c);
    app_finish(&a);
}

/* The first mark has its place; a later one keeps its side of it, and no number touches either. */
TEST(marks_do_not_touch)
{
    struct app a = app_after("lang en");
    struct screen s;
    struct canvas c;
    struct chart g = chart_on(&c, &a, &s, 3, 44);
    g.right = 39;
    const struct chart_mark marks[] = {{21, {STYLE_KEY, 0}, "d = 21"}, {19, {STYLE_KEY, 0}, "n = 19"}};
    chart_numbers(&g, marks, 2);
    struct text t = {0};
    canvas_text(c, &t);
    assert_non_null(strstr(text_str(&t), " n = 19 d = 21 "));
    assert_non_null(strstr(text_str(&t), " 30"));
    assert_null(strstr(text_str(&t), " 20 "));
    text_finish(&t);
    canvas_finish(&c);
    app_finish(&a);
}

TEST(eighths_end_where_nothing_is_known)
{
    struct app a = app_after("lang en");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    const double end = 0.5;
    assert_string_equal(chart_eighths(&s, &(struct chart_line){.at = rising}, 0, 1, 8), "▁▂▃▄▅▆▇█");
    assert_string_equal(chart_eighths(&s, &(struct chart_line){.at = known_to, .of = &end}, 0, 1, 8), "▁▂▃▄");
    s.ascii = true;
    assert_string_equal(chart_eighths(&s, &(struct chart_line){.at = rising}, 0, 1, 2), "27");
    app_finish(&a);
}

/* Two lines of 1 and 3: the second fills three quarters, from below. */
TEST(a_stack_fills_its_height)
{
    struct app a = app_after("lang en ; theme mono");
    struct screen s;
    struct canvas c;
    struct chart g = chart_on(&c, &a, &s, 5, 6);
    const double one = 1, three = 3;
    const struct chart_line lines[] = {{.at = constant, .of = &one}, {.at = constant, .of = &three}};
    chart_stack(&g, lines, 2);
    expect_text(c, "    ░░\n    ▒▒\n    ▒▒\n    ▒▒\n\n");
    canvas_finish(&c);
    app_finish(&a);
}

TEST(curves_that_end_together_are_named_below_each_other)
{
    struct app a = app_after("lang en");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    struct canvas c;
    const double half = 0.5, all = 1;
    assert_true(canvas_init(&c, 4, 9));
    struct chart g = chart_in(c, &s, (struct chart_edges){.right = 7});
    g.right = g.high = 1;
    const struct chart_line lines[] = {{.at = constant, .of = &half, .name = "low"},
                                       {.at = constant, .of = &all, .name = "high"},
                                       {.at = constant, .of = &all, .name = "too"}};
    chart_names(&g, lines, 3);
    expect_text(c, "   high\n   too\n   low\n\n");
    canvas_finish(&c);
    app_finish(&a);
}
