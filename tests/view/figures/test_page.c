/* Pages: each part fills its area with its letter, so that a picture says where everything is. */
#include <string.h>

#include "support/test.h"
#include "view/figures/page.h"

static void fill(struct canvas c, char letter)
{
    for (int row = 0; row < c.rows; row++)
        for (int col = 0; col < c.cols; col++)
            canvas_glyph(c, row, col, STYLE_TEXT, (uint32_t)letter);
}

static void draw_a(struct canvas c, const void *of)
{
    (void)of;
    fill(c, 'a');
}

static void draw_b(struct canvas c, const void *of)
{
    (void)of;
    fill(c, 'b');
}

static void draw_c(struct canvas c, const void *of)
{
    (void)of;
    fill(c, 'c');
}

/* As many rows as twelve cells take: a text that flows. */
static struct page_size flowing(const void *of, int cols)
{
    (void)of;
    return (struct page_size){.rows = cols ? (12 + cols - 1) / cols : 1, .cols = 2};
}

/* The same in three columns at most. */
static struct page_size narrow(const void *of, int cols)
{
    struct page_size size = flowing(of, cols);
    size.most_cols = 3;
    return size;
}

/* Is there only if a number says so. */
static struct page_size sometimes(const void *of, int cols)
{
    (void)cols;
    return *(const int *)of ? (struct page_size){.rows = 1, .cols = 1} : PAGE_ABSENT;
}

/* a: one row; b: at least 2 × 2, takes what is left over; c: the same, at most 4 rows and columns. */
static const struct page_part parts[] = {
    {"a", 0, {.rows = 1, .cols = 2}, NULL, draw_a},
    {"b", 1, {.rows = 2, .cols = 2}, NULL, draw_b},
    {"c", 1, {.rows = 2, .most_rows = 4, .cols = 2, .most_cols = 4}, NULL, draw_c},
    {"flow", 0, {0}, flowing, draw_c},
    {"narrow", 0, {0}, narrow, draw_c},
    {"some", 0, {0}, sometimes, draw_c},
    {NULL, 0, {0}, NULL, NULL}};

static void expect_page(const char *form, const char *other, int rows, int cols, const char *picture)
{
    const char *const forms[] = {form, other, NULL};
    struct canvas c;
    struct text t = {0};
    int there = 1;
    assert_true(canvas_init(&c, rows, cols));
    page_draw(c, forms, parts, &there);
    canvas_text(c, &t);
    assert_string_equal(text_str(&t), picture);
    text_finish(&t);
    canvas_finish(&c);
}

TEST(parts_are_below_and_beside_each_other)
{
    expect_page("a / b", NULL, 4, 3, "aaa\nbbb\nbbb\nbbb\n");
    expect_page("b | b", NULL, 2, 7, "bbb  bb\nbbb  bb\n");
    expect_page("b || b", NULL, 2, 7, "bb │ bb\nbb │ bb\n");
    expect_page("a / (b | (a / b))", NULL, 4, 6, "aaaaaa\nbb  aa\nbb  bb\nbb  bb\n");
}

TEST(what_is_left_over_goes_by_weight_up_to_the_most)
{
    expect_page("b / c", NULL, 10, 4, "bbbb\nbbbb\nbbbb\nbbbb\nbbbb\nbbbb\ncccc\ncccc\ncccc\ncccc\n");
    expect_page("b*3 / b", NULL, 8, 2, "bb\nbb\nbb\nbb\nbb\nbb\nbb\nbb\n");
    expect_page("b | c", NULL, 2, 12, "bbbbbb  cccc\nbbbbbb  cccc\n");
    expect_page("b | c*3", NULL, 2, 9, "bbb  cccc\nbbb  cccc\n");
    expect_page("a / fill / a", NULL, 4, 2, "aa\n\n\naa\n");
    expect_page("a / c", NULL, 8, 6, "aaaaaa\ncccc\ncccc\ncccc\ncccc\n\n\n\n");
}

TEST(a_gap_is_there_if_there_is_room)
{
    expect_page("a / gap / b", NULL, 4, 2, "aa\n\nbb\nbb\n");
    expect_page("a / gap / b", NULL, 3, 2, "aa\nbb\nbb\n");
}

TEST(the_rows_of_a_text_depend_on_its_columns)
{
    expect_page("flow / b", NULL, 5, 6, "cccccc\ncccccc\nbbbbbb\nbbbbbb\nbbbbbb\n");
    expect_page("narrow / b", NULL, 6, 6, "ccc\nccc\nccc\nccc\nbbbbbb\nbbbbbb\n");
    expect_page("flow / b", NULL, 5, 12,
                "cccccccccccc\nbbbbbbbbbbbb\nbbbbbbbbbbbb\nbbbbbbbbbbbb\nbbbbbbbbbbbb\n");
}

TEST(a_text_needs_no_drawing_of_its_own)
{
    const struct page_part texts[] = {{"said", 0, page_flow("one two three", STYLE_TEXT, 3), NULL, NULL},
                                      {"empty", 0, page_flow("", STYLE_TEXT, 3), NULL, NULL},
                                      {"none", 0, PAGE_ABSENT, NULL, draw_c},
                                      {"b", 1, {.rows = 1}, NULL, draw_b},
                                      {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"empty / said / gap / none / gap / b", NULL};
    struct canvas c;
    struct text t = {0};
    assert_true(canvas_init(&c, 5, 8));
    page_draw(c, forms, texts, NULL);
    canvas_text(c, &t);
    assert_string_equal(text_str(&t), "one two\nthree\n\n\nbbbbbbbb\n");
    text_finish(&t);
    canvas_finish(&c);
}

TEST(what_has_no_room_is_left_out_the_last_first)
{
    expect_page("a? / b / a?", NULL, 4, 2, "aa\nbb\nbb\naa\n");
    expect_page("a? / b / a?", NULL, 3, 2, "aa\nbb\nbb\n");
    expect_page("a? / b / a?", NULL, 2, 2, "bb\nbb\n");
    /* what was left out in vain comes back: the wide one does not fit, the last row does */
    expect_page("(b | b)? / b / a?", NULL, 3, 4, "bbbb\nbbbb\naaaa\n");
}

TEST(the_first_form_with_room_is_drawn)
{
    expect_page("a / b", "b", 3, 2, "aa\nbb\nbb\n");
    expect_page("a / b", "b", 2, 2, "bb\nbb\n");
    expect_page("a / b", "b / a", 2, 2, "bb\nbb\n"); /* none has: the last one, cut */
}

TEST(a_form_may_say_another_least)
{
    expect_page("b / b", "a / b:1", 2, 2, "aa\nbb\n");
    expect_page("b:3*0 / b", NULL, 5, 2, "bb\nbb\nbb\nbb\nbb\n");
    expect_page("b | b", "a / b:2x1", 3, 3, "aaa\nbbb\nbbb\n");
    expect_page("a / b:2x5?*2", NULL, 3, 4, "aaaa\n\n\n");              /* too narrow */
    expect_page("c:1*0 / b:1", NULL, 6, 2, "cc\nbb\nbb\nbb\nbb\nbb\n"); /* it grows by its own weight */
}

TEST(what_has_nothing_to_show_takes_no_room)
{
    static const char *const forms[] = {"some / b", NULL}, *const groups[] = {"b | (some / gap)", NULL};
    for (int there = 0; there < 2; there++) {
        struct canvas c;
        struct text t = {0};
        assert_true(canvas_init(&c, 3, 7));
        page_draw(c, forms, parts, &there);
        canvas_text(c, &t);
        assert_string_equal(text_str(&t),
                            there ? "ccccccc\nbbbbbbb\nbbbbbbb\n" : "bbbbbbb\nbbbbbbb\nbbbbbbb\n");
        canvas_clear(c);
        text_clear(&t);
        page_draw(c, groups, parts, &there);
        canvas_text(c, &t);
        assert_string_equal(text_str(&t), there ? "bbbb  c\nbbbb\nbbbb\n" : "bbbbbbb\nbbbbbbb\nbbbbbbb\n");
        text_finish(&t);
        canvas_finish(&c);
    }
}

/* Every size from nothing to more than enough: nothing is drawn over anything else, nothing but what does not
 * fit is missing. */
TEST(no_size_is_too_small_or_too_large)
{
    static const char *const forms[] = {"a / gap / ((b / c) || flow) / some?", "a / b / flow", NULL};
    int there = 1;
    for (int rows = 0; rows < 14; rows++)
        for (int cols = 1; cols < 20; cols++) {
            struct canvas c;
            assert_true(canvas_init(&c, rows ? rows : 1, cols));
            struct canvas part = canvas_part(c, 0, 0, rows, cols);
            page_draw(part, forms, parts, &there);
            if (rows > 0)
                assert_int_equal(c.cells[0].ch[0], 'a');
            if (rows >= 7 && cols >= 7) /* the first form: b, c, a wall, the text */
                assert_int_equal(c.cells[(rows - 1) * c.stride].ch[0], 'c');
            canvas_finish(&c);
        }
}
