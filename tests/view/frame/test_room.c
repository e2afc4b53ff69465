/* Views use the room that a large screen gives them: rows, columns and cells of a view's area that are
 * touched by ink, in the scene that opens first (picture.md, section 8). */

#include "app/keyboard.h"
#include "support/apps.h"
#include "support/test.h"

/* What is asked of a view at both sizes, in percent. */
struct room {
    const char *lines;
    int rows, cols, cells[2];
};

static const struct {
    int rows, cols;
} sizes[] = {{36, 120}, {67, 240}};

static bool inked(const struct cell *at)
{
    return at->bg != 0 || (at->ch[0] != ' ' && at->ch[0] != 0) || at->width == 0;
}

/* Counts between the title's rule and the one above the message and the keys. */
static void expect_room(struct app *a, const struct room *want, int size)
{
    struct canvas c;
    int rows = 0, cols = 0, cells = 0, high = sizes[size].rows - 5, wide = sizes[size].cols;
    bool seen[240] = {false};
    assert_true(canvas_init(&c, sizes[size].rows, wide));
    assert_true(app_draw(a, c));
    for (int row = 2; row < 2 + high; row++) {
        int n = 0;
        for (int col = 0; col < wide; col++)
            if (inked(&c.cells[row * c.stride + col])) {
                cols += !seen[col];
                seen[col] = true;
                n++;
            }
        rows += n > 0;
        cells += n;
    }
    if (rows * 100 < want->rows * high || cols * 100 < want->cols * wide ||
        cells * 100 < want->cells[size] * high * wide)
        fail_msg("%s, %d x %d: %d %% of the rows, %d %% of the columns, %d %% of the cells", want->lines,
                 wide, high + 5, rows * 100 / high, cols * 100 / wide, cells * 100 / (high * wide));
    canvas_finish(&c);
}

static const struct room views_asked[] = {
    {"view flow", 60, 50, {20, 13}},
    {"layer 0 ; view stages ; stage X", 60, 50, {20, 13}},
    {"view stages ; stage Q", 60, 50, {20, 13}},
    {"view stages ; stage scores", 60, 50, {20, 13}},
    {"view stages ; stage weights", 60, 50, {20, 13}},
    {"view stages ; stage output", 60, 50, {20, 13}},
    {"view stages ; stage weights ; cycle beside 1", 75, 75, {25, 30}},
    {"reset ; weights roles ; view code ; set code_line 4", 60, 50, {20, 50}},
    {"view terms", 60, 50, {20, 13}},
    {"view compare", 60, 50, {20, 13}},
    {"view encoding", 50, 50, {0, 0}},
    {"view encoding ; set panel overview", 50, 50, {0, 0}},
    {"view encoding ; encoding alibi", 50, 50, {0, 0}},
    {"view encoding ; encoding t5", 50, 50, {0, 0}},
    {"view encoding ; encoding rope", 50, 50, {0, 0}},
    {"view encoding ; encoding learned", 50, 50, {0, 0}},
    {"view encoding ; encoding shaw", 50, 50, {0, 0}},
    {"view encoding ; encoding xl", 50, 50, {0, 0}},
    {"view encoding ; encoding deberta", 50, 50, {0, 0}},
    {"view encoding ; encoding binary", 50, 50, {0, 0}},
    {"view map", 50, 50, {0, 0}},
    {"story ; view machine ; set machine note", 50, 50, {0, 0}},
    {"view corridor", 50, 50, {0, 0}},
    {"view cost", 50, 50, {0, 0}},
    {"view machine", 50, 50, {0, 0}},
    {"story ; view machine ; set machine paths", 50, 50, {0, 0}},
    {"story ; view machine ; set machine memory", 50, 50, {0, 0}},
    {"view edit", 50, 50, {0, 0}},
    {"home", 50, 50, {0, 0}},
    {"lesson 01", 50, 50, {0, 0}},
};

TEST(views_use_their_room)
{
    for (size_t i = 0; i < sizeof views_asked / sizeof *views_asked; i++)
        for (int size = 0; size < 2; size++) {
            struct app a = opened_app();
            must_enter(&a, views_asked[i].lines);
            expect_room(&a, &views_asked[i], size);
            app_finish(&a);
        }
}

TEST(the_typed_line_says_where_it_goes_on)
{
    struct app a = fresh_app();
    press(&a, ":");
    keyboard_paste(&a, "print 1; print 2; print 3; print 4; print 5; print 6; print 7");
    see(&a, 18, 60, ":‹1; print 2; print 3; print 4; print 5; print 6; print 7");
    press(&a, "Home");
    see(&a, 18, 60, ":print 1; print 2; print 3; print 4; print 5; print 6; pri›");
    app_finish(&a);
}
