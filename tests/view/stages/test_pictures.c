/* Pictures of one cell: their shapes are the core's numbers, and they use the room there is. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/stages/stages.h"
#include "view/stages/arithmetic_lines.h"

enum { ROWS = 36, COLS = 120, LARGE_ROWS = 67, LARGE_COLS = 240 };

static struct canvas blank(int rows, int cols)
{
    struct canvas c;
    assert_true(canvas_init(&c, rows, cols));
    canvas_clear(c);
    return c;
}

static const struct cell *cell_at(struct canvas c, int row, int col)
{
    return &c.cells[(size_t)row * (size_t)c.stride + (size_t)col];
}

static struct app with(const char *line)
{
    struct app a = app_after("lang en ; tokens 猫 追 狗 ; set heads 2 ; weights random 3 ; view stages");
    must_enter(&a, line);
    return a;
}

static bool inked(const struct cell *x)
{
    return x->ch[0] != ' ' || x->bg || x->style == STYLE_CURSOR;
}

/* ---- space: picture.md, section 8 ------------------------------------------------------------ */

/* Measures the area between the title's rule and the one above the keys. */
static void expect_filled(struct app *a, int rows, int cols, int one_in)
{
    struct canvas c = blank(rows, cols);
    int touched = 0, cells = 0, area = rows - 4;
    assert_true(app_draw(a, c));
    for (int r = 2; r < rows - 2; r++) {
        int row = 0;
        for (int k = 0; k < cols; k++)
            row += inked(cell_at(c, r, k)) && k != 16; /* a wall is no content */
        touched += row > 0;
        cells += row;
    }
    int stage = a->session.now.state.look.stage;
    if (touched * 10 < area * 6)
        fail_msg("%s, %dx%d: %d of %d rows", stage_name(stage), cols, rows, touched, area);
    if (cells * one_in < area * cols)
        fail_msg("%s, %dx%d: %d of %d cells", stage_name(stage), cols, rows, cells, area * cols);
    canvas_finish(&c);
}

TEST(every_stage_uses_the_room)
{
    struct app a = with("stage X");
    for (int s = STAGE_X; s < STAGE_COUNT; s++) {
        if (!stage_present(&a.session.now.config, 0, s))
            continue;
        char line[64];
        snprintf(line, sizeof line, "stage %s", stage_name(s));
        must_enter(&a, line);
        expect_filled(&a, ROWS, COLS, 5);
        expect_filled(&a, LARGE_ROWS, LARGE_COLS, 8);
    }
    app_finish(&a);
}

/* One cell on the page: its arithmetic with the staircase, and its picture below. */
TEST(a_zoomed_cell_uses_the_room)
{
    static const char *const stages[] = {"Q", "scores", "weights", "head_out", "output"};
    (void)state;
    struct app a = with("zoom in");
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        char line[64];
        snprintf(line, sizeof line, "stage %s", stages[i]);
        must_enter(&a, line);
        expect_filled(&a, ROWS, COLS, 5);
        expect_filled(&a, LARGE_ROWS, LARGE_COLS, 8);
    }
    app_finish(&a);
}

/* ---- a row meets a column -------------------------------------------------------------------- */

TEST(row_and_column_meet_in_the_cell)
{
    static const char *const lines[] = {
        "stage Q ; cursor down 1 ; cursor right 2",      "stage scores ; cursor down 1 ; cursor right 1",
        "stage scores ; set head 1 ; cursor left 2",     "stage head_out ; set head 1 ; cursor right 1",
        "stage output ; cursor right 7 ; cursor down 2",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct app a = with(lines[i]);
        struct canvas c = blank(ROWS, COLS);
        int first = COLS, last = -1, row = -1, above = 0, beside = 0;
        assert_true(app_draw(&a, c));
        for (int r = 0; r < ROWS * 2 / 3 && row < 0; r++)
            for (int k = 17; k < COLS; k++)
                if (cell_at(c, r, k)->style == STYLE_CURSOR) {
                    row = r;
                    first = k < first ? k : first;
                    last = k;
                }
        assert_true(row > 0);
        for (int r = 2; r < ROWS * 2 / 3; r++)
            for (int k = 17; k < COLS; k++) {
                const struct cell *x = cell_at(c, r, k);
                if (x->style != STYLE_MARK)
                    continue;
                bool under = k >= first && k <= last && r < row, left = k < first && r >= row;
                if (!under && !left)
                    fail_msg("%s: row %d, column %d is lit", lines[i], r, k);
                above += under;
                beside += left;
            }
        struct derivation d;
        assert_true(derivation_of(&d, &a.session.now, derivation_cell(&a.session.now), &a.scratch));
        assert_int_equal(above % (last - first + 1), 0);
        assert_int_equal(above / (last - first + 1), d.count); /* a cell for each product */
        assert_int_equal(beside % d.count, 0);
        assert_true(beside >= d.count * 4);
        canvas_finish(&c);
        app_finish(&a);
    }
}

/* ---- the sum as a staircase ------------------------------------------------------------------ */

/* Finds the bar in a row; the line of 0 is drawn in another style. */
static bool bar(struct canvas c, int row, int from, int *first, int *end)
{
    *first = -1;
    for (int k = from; k < c.cols; k++) {
        enum style style = (enum style)cell_at(c, row, k)->style;
        if (style != STYLE_POSITIVE && style != STYLE_NEGATIVE)
            continue;
        *first = *first < 0 ? k : *first;
        *end = k + 1;
    }
    return *first >= 0;
}

/* Of the keys, which stand on their side, and of the queries what belongs to the head. */
TEST(matrices_that_meet_are_named_as_they_are_drawn)
{
    struct app a = with("stage scores ; set head 1");
    press(&a, "Enter");
    see(&a, ROWS, COLS, " Kᵀ  4×3  head 2");
    see(&a, ROWS, COLS, " Q  3×4  head 2");
    must_enter(&a, "stage head_out");
    see(&a, ROWS, COLS, " V  3×4  head 2");
    see(&a, ROWS, COLS, " weights  3×3  head 2");
    must_enter(&a, "stage output");
    see(&a, ROWS, COLS, " concat  3×8  ");
    app_finish(&a);
}

TEST(each_step_begins_where_the_last_one_ended)
{
    enum { HEADS = 2, LEAST = 4 };
    struct app a = with("stage Q ; cursor right 5 ; cursor down 1");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    struct canvas c = blank(14, 100);
    struct derivation d;
    double lo = 0, hi = 0;
    int seen = 0, first, end;
    assert_true(derivation_of(&d, &a.session.now, derivation_cell(&a.session.now), &a.scratch));
    struct page p = arithmetic_page(c, &s, &d);
    arithmetic_draw(c, &s, &d);
    for (int i = 0; i < d.count; i++) {
        lo = fmin(lo, d.v[i].is.sum);
        hi = fmax(hi, d.v[i].is.sum);
    }
    for (int i = 0; i <= d.count; i++) { /* the last row is the whole sum, from 0 */
        double to = d.v[i < d.count ? i : i - 1].is.sum,
               from = i == 0 || i == d.count ? 0 : d.v[i - 1].is.sum;
        double left = p.stairs + (fmin(from, to) - lo) / (hi - lo) * p.steps,
               right = p.stairs + (fmax(from, to) - lo) / (hi - lo) * p.steps;
        if (right - left < LEAST || !bar(c, HEADS + i, p.stairs, &first, &end))
            continue;
        seen++;
        assert_true(fabs(first - left) <= 1.5 && fabs(end - right) <= 1.5); /* 0 lies between two columns */
    }
    assert_true(seen >= 3);
    canvas_finish(&c);
    app_finish(&a);
}

TEST(steps_after_the_cursor_are_not_done_yet)
{
    struct app a = with("stage Q ; set pane arithmetic ; set line 2");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    struct canvas c = blank(14, 100);
    struct derivation d;
    assert_true(derivation_of(&d, &a.session.now, derivation_cell(&a.session.now), &a.scratch));
    struct page p = arithmetic_page(c, &s, &d);
    arithmetic_draw(c, &s, &d);
    for (int i = 0; i < d.count; i++) {
        const struct cell *product = cell_at(c, 2 + i, p.col[PAGE_VALUE] + p.width[PAGE_VALUE] - 1);
        assert_int_equal(product->style == STYLE_GHOST, i > 2);
        assert_int_equal(arithmetic_pending(&p, i), i > 2);
    }
    canvas_finish(&c);
    app_finish(&a);
}

/* ---- one whole, shared out ------------------------------------------------------------------- */

TEST(pieces_of_the_whole_are_as_high_as_the_weights)
{
    enum { KEYS = 3, HIGH = 36, WIDE = 96, TOP = 2, BOTTOM = HIGH - 2 };
    struct app a = with("stage weights ; cursor down 1 ; set scale 3");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    struct canvas c = blank(HIGH, WIDE);
    struct stages v;
    assert_true(stages_of(&v, c, &s));
    stages_softmax_draw(c, &v);
    struct derivation d = v.d;
    struct mat w = stage_matrix(&a.session.now.trace, 0, STAGE_WEIGHTS, d.cell.head);
    int col = WIDE * 5 / 6 - 2, key = KEYS - 1, rows[KEYS] = {0};
    uint16_t ink = cell_at(c, TOP, col)->bg;
    for (int r = TOP; r < BOTTOM; r++) { /* from the last key down to the first */
        const struct cell *x = cell_at(c, r, col);
        assert_true(x->bg || x->fg);
        if (x->ch[0] != ' ' && x->fg) {
            key--; /* a seam */
            ink = cell_at(c, r + 1, col)->bg;
            continue;
        }
        if (x->bg != ink)
            key--;
        ink = x->bg;
        assert_true(key >= 0);
        rows[key]++;
    }
    for (int j = 0; j < KEYS; j++)
        if (fabs(rows[j] - mat_at(w, d.cell.row, j) * (BOTTOM - TOP)) > 2)
            fail_msg("key %d: %d rows of %d for %g", j, rows[j], BOTTOM - TOP, mat_at(w, d.cell.row, j));
    canvas_finish(&c);
    app_finish(&a);
}

/* ---- the sentence of the row ---------------------------------------------------------------- */

static void expect_said(struct app *a, int cols, const char *line, const char *said, bool is)
{
    struct text t = {0};
    must_enter(a, line);
    read_screen(a, 24, cols, &t);
    if ((strstr(text_str(&t), said) != NULL) != is)
        fail_msg("%s: %s\n%s", line, said, text_str(&t));
    text_finish(&t);
}

static double at(struct app *a, int stage, int row, int col)
{
    return mat_at(stage_matrix(&a->session.now.trace, 0, stage, 0), row, col);
}

/* With the largest first; nothing while the row is not computed yet. */
TEST(the_row_in_focus_is_said)
{
    struct app a = with("weights random 7 ; set query 1 key 0");
    struct text t = {0};
    double x = at(&a, STAGE_WEIGHTS, 1, 0), y = at(&a, STAGE_WEIGHTS, 1, 1), z = at(&a, STAGE_WEIGHTS, 1, 2);
    assert_true(y > x && x > z);
    text_addf(&t, "追 gives 追 %.2f, 猫 %.2f, ", y, x);
    expect_said(&a, 110, "stage weights", text_str(&t), true);
    text_clear(&t);
    text_addf(&t, "takes %.2f v(追) + %.2f v(猫)", y, x);
    expect_said(&a, 80, "stage head_out", text_str(&t), true);
    text_clear(&t);
    text_addf(&t, "追 %.1f, 猫 %.1f.", at(&a, STAGE_SCORES, 1, 1), at(&a, STAGE_SCORES, 1, 0));
    expect_said(&a, 110, "stage scores", text_str(&t), true);
    expect_said(&a, 110, "walk", "matches best", false);
    expect_said(&a, 110, "set mask causal ; stage masked", "追 may not look at 狗.", true);
    expect_said(&a, 110, "stage X", "action 1.00, animal 0.40.", true);
    text_finish(&t);
    app_finish(&a);
}

/* The arithmetic of eight factors stays whole. */
TEST(a_sentence_takes_no_line_from_the_arithmetic)
{
    struct app a = with("set heads 2 d 8");
    expect_said(&a, 80, "stage Q", "more lines", false);
    expect_said(&a, 80, "stage V", "more lines", false);
    app_finish(&a);
}

static bool is_nowhere(struct page_size size)
{
    return size.rows == PAGE_NOWHERE.rows && size.cols == PAGE_NOWHERE.cols;
}

/* A picture belongs to a kind of cell; none states a number for which a question asks. */
TEST(a_picture_belongs_to_a_kind_of_cell)
{
    struct app a = with("stage weights");
    struct screen s = {.session = &a.session, .scratch = &a.scratch}, secret = s;
    struct canvas room = {.rows = 30, .cols = 100};
    struct stages v, quiet;
    struct pieces whole;
    secret.hidden = true;
    assert_true(stages_of(&v, room, &s) && stages_of(&quiet, room, &secret));
    assert_false(is_nowhere(stages_softmax_size(&v)));
    assert_true(is_nowhere(stages_product_size(&v)));
    assert_true(stages_whole_of(&whole, &s, &v.d));
    assert_true(is_nowhere(stages_softmax_size(&quiet)));
    assert_false(stages_whole_of(&whole, &secret, &quiet.d));
    assert_int_equal(stages_made_size(&quiet, 0).rows, PAGE_ABSENT.rows);
    must_enter(&a, "stage Q");
    assert_true(stages_of(&v, room, &s) && stages_of(&quiet, room, &secret));
    assert_false(is_nowhere(stages_product_size(&v)));
    assert_true(is_nowhere(stages_softmax_size(&v)));
    assert_true(is_nowhere(stages_product_size(&quiet)));
    app_finish(&a);
}

/* Rows that share dots take no columns from the others: 12 of 4. */
TEST(columns_that_fit_are_all_there)
{
    struct app a = with("tokens the small cat does not chase the big dog in the garden");
    must_enter(&a, "stage weights");
    struct canvas c = blank(24, 80);
    int dots = 0;
    assert_true(app_draw(&a, c));
    for (int k = 0; k < c.cols; k++)
        dots += cell_at(c, 8, k)->ch[0] == 0x2580;
    assert_int_equal(dots, 12 * 4);
    canvas_finish(&c);
    app_finish(&a);
}

TEST(a_source_says_that_its_rows_share_dots)
{
    enum { LINES = 5 };
    struct app a = with("tokens the small cat does not chase the big dog in the garden ; stage weights");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    for (int mono = 0; mono < 2; mono++) {
        struct canvas c = blank(1 + 1 + LINES, 60);
        struct derivation d;
        struct text t = TEXT_HERE, title = TEXT_HERE;
        s.mono = mono;
        assert_true(derivation_of(&d, &a.session.now, derivation_cell(&a.session.now), &a.scratch));
        stages_sources_draw(c, &s, &d);
        canvas_text(c, &t);
        text_addf(&title, "masked  12×12  head 1; 12 rows on %d dots", mono ? LINES : 2 * LINES);
        assert_non_null(strstr(text_str(&t), text_str(&title)));
        text_finish(&t);
        text_finish(&title);
        canvas_finish(&c);
    }
    app_finish(&a);
}

/* What a sum read takes no column from it. */
TEST(a_source_stands_beside_the_whole_matrix)
{
    struct app a =
        app_after("lang en ; set digits 2 ; tokens a b ; weights random 3 ; view stages ; stage H");
    struct mat h = stage_matrix(&a.session.now.trace, 0, STAGE_H, 0);
    for (int cols = 100; cols <= 170; cols++) {
        struct text t = {0};
        read_screen(&a, 36, cols, &t);
        const char *at = text_str(&t);
        for (int j = 0; j < h.cols && at; j++) { /* one after the other, in the first matrix */
            char number[32];
            snprintf(number, sizeof number, " %.2f", mat_at(h, 0, j));
            at = strstr(at, number);
        }
        if (!at || !strstr(text_str(&t), "X  2×8"))
            fail_msg("%d columns: a number of H, or its source, is missing in\n%s", cols, text_str(&t));
        text_finish(&t);
    }
    app_finish(&a);
}

/* A single word: its bar takes most of the panel, and is no thin line in the middle. */
TEST(a_lone_bar_is_wide)
{
    struct app a = app_after("lang en ; tokens a ; view stages ; stage weights");
    see(&a, ROWS, COLS, "──────────────────  ");
    app_finish(&a);
}

/* The list of stages keeps the present one in sight and says that there are more. */
TEST(a_long_list_of_stages_goes_along)
{
    struct app a =
        app_after("lang en ; memory a b ; set block decoder dff 8 norm post ; view stages ; stage tokens");
    see(&a, 18, 60, "▶ 1 tokens");
    see(&a, 18, 60, "▾");
    see_not(&a, 18, 60, "▴");
    must_enter(&a, "stage concat");
    see(&a, 18, 60, "concat");
    see(&a, 18, 60, "▴");
    see(&a, 18, 60, "▾");
    must_enter(&a, "stage norm2");
    see(&a, 18, 60, "▶");
    see(&a, 18, 60, "▴");
    see_not(&a, 18, 60, "▾");
    app_finish(&a);
}

/* A matrix says on which side it goes on, also when only one of its rows has room. */
TEST(rows_out_of_sight_are_marked)
{
    static const struct {
        const char *focus, *row, *not_there;
    } cases[] = {{"focus 猫", "▾", "▴"}, {"focus 追", "↕", "▾"}, {"focus 狗", "▴", "▾"}};
    struct app a = app_after("lang zh ; tokens 猫 追 狗 ; view stages ; stage masked");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct canvas c = blank(2, 60);
        struct text t = TEXT_HERE;
        must_enter(&a, cases[i].focus);
        stages_matrix_draw(c, &s, (struct stages_marks){0});
        canvas_text(c, &t);
        assert_non_null(strstr(text_str(&t), cases[i].row));
        assert_null(strstr(text_str(&t), cases[i].not_there));
        text_finish(&t);
        canvas_finish(&c);
    }
    app_finish(&a);
}

/* An answer is shared out among classes; only a weight has keys. */
TEST(an_answer_has_no_keys)
{
    struct app a = app_after("classes 猫 狗 ; target 猫 狗 ; lang zh ; view stages ; stage probs");
    see(&a, ROWS, COLS, "分给各个类别");
    see(&a, ROWS, COLS, "越高越可能");
    see_not(&a, ROWS, COLS, "分给各个键");
    must_enter(&a, "stage weights");
    see(&a, ROWS, COLS, "分给各个键");
    app_finish(&a);
}

/* Without the rail the cells of the product are wider: they show a digit more. */
TEST(zoom_enlarges_the_picture)
{
    struct app a = app_after(TWO_HEADS);
    struct text whole = {0}, zoomed = {0};
    must_enter(&a, "view stages ; stage Q");
    read_screen(&a, 36, 120, &whole);
    must_enter(&a, "zoom in");
    read_screen(&a, 36, 120, &zoomed);
    assert_non_null(strstr(text_str(&whole), " 1.2  0.6 "));
    assert_non_null(strstr(text_str(&zoomed), " 1.24  0.64 "));
    assert_null(strstr(text_str(&zoomed), "14 output"));
    text_finish(&whole);
    text_finish(&zoomed);
    app_finish(&a);
}

/* Its numbers are whole; the colours between them give way. */
TEST(a_large_scale_has_no_exponent)
{
    struct app a = app_after("lang en ; lesson 05-numbering/gap ; choose a ; next ; next");
    see(&a, 24, 80, "-5001");
    see(&a, 24, 80, "+5001");
    app_finish(&a);
}

TEST(a_narrow_scale_is_whole)
{
    struct text t = TEXT_HERE;
    struct app a = app_after("lang en ; " TWO_HEADS " ; view stages ; "
                             "stage weights ; set x cat 0 = 1.2");
    must_enter(&a, "set x cat 0 = 1.3");
    must_enter(&a, "toggle delta");
    read_screen(&a, 42, 120, &t);
    const char *least = strstr(text_str(&t), "-0.000802 "), *zero = least ? least + 9 : "";
    zero += strspn(zero, " ");
    assert_int_equal(*zero, '0');
    zero += 1 + strspn(zero + 1, " ");
    assert_memory_equal(zero, "+0.000802", 9);
    text_finish(&t);
    app_finish(&a);
}

/* The colour of a high cell under the cursor is seen above and below its number. */
TEST(the_cursor_leaves_a_high_cell_its_colour)
{
    struct app a = with("lang en ; opening ; view stages ; stage weights ; add zoom 1 ; focus 1 0");
    struct canvas c = blank(36, 120);
    int marked = 0, row = 0, col = 0;
    assert_true(app_draw(&a, c));
    for (int r = 2; r < 20; r++)
        for (int k = 0; k < 60; k++)
            if (cell_at(c, r, k)->style == STYLE_CURSOR) {
                marked += r != row;
                row = r;
                col = k;
            }
    assert_int_equal(marked, 1);
    assert_true(cell_at(c, row - 1, col)->bg && cell_at(c, row + 1, col)->bg);
    canvas_finish(&c);
    app_finish(&a);
}

/* Not "knocked |ut": the stair of the sum is not drawn over it. */
TEST(a_term_that_is_out_is_said_in_full)
{
    struct app a = app_after("lang en ; lesson 11-four-terms/weights");
    see(&a, 24, 80, "word·word   0.420 knocked out");
    app_finish(&a);
}

/* In a narrow window the sentence about the row comes once the arithmetic is whole; the largest share is seen
 * anyway. */
TEST(a_sentence_leaves_its_rows_to_the_arithmetic)
{
    struct app a = app_after("lang en ; " TWO_HEADS " ; view stages ; stage weights");
    for (int rows = 18; rows <= 24; rows++) {
        see(&a, rows, 50, "cat 1.00");
        see(&a, rows, 50, "= 0.99998");
    }
    see(&a, 24, 50, "chases gives cat 1.00.");
    see(&a, 24, 50, "is subtracted first");
    see(&a, 18, 50, "share ");
    app_finish(&a);
}

/* The masked scores of a causal window are a band: what is hidden is filled with why, what is seen has its
 * number, with the bias that ALiBi gave it. */
TEST(a_window_is_a_band_of_numbers)
{
    struct app a =
        app_after("lang en ; set motion off ; tokens the cat and the dog chase a fish ; "
                  "set window 3 mask causal heads 1 ; encoding alibi ; view stages ; stage masked ; "
                  "focus dog dog");
    struct canvas c = blank(LARGE_ROWS, LARGE_COLS);
    int later = 0, far = 0;
    assert_true(app_draw(&a, c));
    int width = 0, left = 0, top = 0;
    for (int r = 0; r < c.rows && !top; r++)
        for (int k = 0; k < c.cols && !top; k++)
            if (cell_at(c, r, k)->ch[0] == 0xB7 && cell_at(c, r, k + 1)->ch[0] == 0xB7 &&
                cell_at(c, r, k)->style == STYLE_GHOST) {
                top = r;
                left = k;
                while (cell_at(c, r, k + width)->ch[0] == 0xB7)
                    width++;
            }
    assert_true(top > 0 && width > 3); /* the cell of the first query and the second key */
    for (int q = 0, high = 1; q < 8; q++) {
        while (high < 9 && q == 0 && cell_at(c, top + high, left)->ch[0] == 0xB7)
            high++;
        for (int k = 0; k < 8; k++) {
            const struct cell *at = cell_at(c, top + q * high, left + (k - 1) * (width + 1) + width / 2);
            later += at->ch[0] == 0xB7;
            far += at->ch[0] == 0x2591;
        }
    }
    assert_int_equal(later, 8 * 7 / 2);
    assert_int_equal(far, 5 * 6 / 2);
    see(&a, LARGE_ROWS, LARGE_COLS, "later words · and, beyond the window, those 3 or more away ░.");
    see(&a, LARGE_ROWS, LARGE_COLS, "numbers have the bias of alibi");
    must_enter(&a, "set window 0");
    see_not(&a, LARGE_ROWS, LARGE_COLS, "░");
    canvas_finish(&c);
    app_finish(&a);
}
