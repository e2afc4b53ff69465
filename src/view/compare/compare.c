/* The compare view: two states side by side, and below what the order of the words
 * does: word by word and in four corners, or all orders in a list. */
#include "core/pipeline/stage.h"
#include "view/compare/compare.h"

enum { WIDE = 110, NARROW = 76, NARROW_CORNERS = 49, CORNERS = 8, CORNERS_BRIEF = 3 };

static void tabs(struct canvas c, const struct screen *s)
{
    static const struct pair names[] = {[COMPARE_WORDS] = PAIR("words", "各词"), [COMPARE_ORDERS] = PAIR("orders", "各种顺序")};
    int col = 0;
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        int from = col;
        col = screen_tab(c, col, i == s->model->now.state.look.compare_panel, screen_pair(s, names[i]));
        screen_chooses(canvas_part(c, 0, from, 1, col - from), s, "compare_panel", i);
    }
    canvas_put(c, 0, col + 1, STYLE_KEY, keymap_key(&s->model->keymap, "compare", "cycle compare_panel 1"));
}

/* Each word, then the corners as far as they still fit. */
static void narrow_words(struct canvas c, const struct screen *s, const struct comparison *of)
{
    int rows = of ? of->a.m.rows + 2 : 0;
    int left = c.rows - rows, corners = left >= CORNERS ? CORNERS : left >= CORNERS_BRIEF ? CORNERS_BRIEF : 0;
    if (of)
        compare_words_draw(canvas_part(c, 0, 0, c.rows - corners, c.cols), s, of);
    if (corners)
        compare_corners_draw(canvas_part(c, c.rows - corners, 0, corners, c.cols), s);
}

/* Rows for the two matrices, which leave room for what stands below. */
static int sides_rows(struct canvas c, const struct screen *s, const struct comparison *of)
{
    int one = of->a.rows->count + 2, third = c.rows / 3, left = c.rows - CORNERS - 2;
    if (c.cols < SCREEN_NARROW)
        return 2 * (one < third ? one : third);
    bool list = s->model->now.state.look.compare_panel == COMPARE_ORDERS;
    int most = list || left < third ? third : left;
    return one < most ? one : most;
}

/* Words above corners, or beside them where there is room or need. */
static void words(struct canvas c, const struct screen *s, const struct comparison *of)
{
    if (c.cols < SCREEN_NARROW) {
        narrow_words(c, s, of);
        return;
    }
    int needed = of ? of->a.m.rows + 2 + CORNERS : 0;
    if (c.cols >= WIDE || (needed > c.rows && c.cols >= NARROW)) {
        int left = c.cols >= WIDE ? c.cols / 2 : c.cols - NARROW_CORNERS;
        if (of)
            compare_words_draw(canvas_part(c, 0, 0, c.rows, left - 2), s, of);
        compare_corners_draw(canvas_part(c, 0, left, c.rows, c.cols - left), s);
        return;
    }
    if (of)
        compare_words_draw(canvas_part(c, 0, 0, c.rows - CORNERS, c.cols), s, of);
    compare_corners_draw(canvas_part(c, c.rows - CORNERS, 0, CORNERS, c.cols), s);
}

static const char *other_name(const struct screen *s, const char *pin)
{
    return pin ? pin : screen_text(s, TEXT("swapped", "交换后"));
}

static void draw(struct canvas c, const struct screen *s)
{
    const struct model *m = s->model;
    const char *pin;
    const struct scene *other = model_beside(m, &pin);
    struct comparison of;
    int rows = 0;
    c = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    if (other) {
        comparison_make(&of, &m->now, other, m->now.state.look.compare_stage);
        rows = sides_rows(c, s, &of);
        compare_sides_draw(canvas_part(c, 0, 0, rows, c.cols), s, &of, other_name(s, pin));
        rows += c.rows > 24;
    }
    tabs(canvas_part(c, rows, 0, 1, c.cols), s);
    struct canvas rest = canvas_part(c, rows + 1, 0, c.rows - rows - 1, c.cols);
    if (m->now.state.look.compare_panel == COMPARE_ORDERS)
        compare_orders_draw(rest, s);
    else
        words(rest, s, other ? &of : NULL);
}

const struct view_def view_compare = {draw};
