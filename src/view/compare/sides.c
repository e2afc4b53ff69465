/* Two scenes at the same stage as matrices, side by side or one above the other. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/compare/compare.h"
#include "view/grid.h"

/* One side: its name, the words of its rows and columns, its matrix. */
struct side {
    const char *name;
    struct state state; /* a shallow copy, in the language of the screen */
    const struct sequence *rows, *cols;
    struct grid g;
    int row_order[2 * CONFIG_MAX_WORDS], col_order[2 * CONFIG_MAX_WORDS];
};

static void side_row(const void *arg, int i, struct text *out)
{
    const struct side *side = arg;
    state_label(&side->state, side->rows, i, out);
}

static void side_col(const void *arg, int i, struct text *out)
{
    const struct side *side = arg;
    if (side->cols)
        state_label(&side->state, side->cols, i, out);
    else
        text_addf(out, "%d", i);
}

/* Aligns the rows of b with those of a: partners first, then the rows without one. If no row has
 * a partner, b starts at the top. */
static int aligned_places(int *out, const int *partner, int count, int of_b)
{
    bool taken[CONFIG_MAX_WORDS] = {false};
    int n = 0, matched = 0;
    for (int i = 0; i < count; i++) {
        out[n++] = partner[i];
        if (partner[i] >= 0)
            taken[partner[i]] = true;
        matched += partner[i] >= 0;
    }
    n = matched > 0 ? n : 0;
    for (int i = 0; i < of_b; i++)
        if (!taken[i])
            out[n++] = i;
    return n;
}

/* Prepares one side; the places on the right are those of the same words on the left. */
static void make_side(struct side *out, const struct compare *v, bool right)
{
    const struct comparison *both = &v->of;
    const struct comparison_side *of = right ? &both->b : &both->a;
    const struct scene *now = &v->s->session->now;
    int stage = now->state.look.compare.stage;
    if (stage == COMPARE_FINAL)
        stage = stage_output(&now->config, now->config.layers - 1);
    out->name = right ? v->name : screen_text(v->s, TEXT("now"));
    out->state = compare_state(v->s, &of->scene->state);
    out->rows = of->rows;
    out->cols = of->cols;
    out->g = (struct grid){.m = of->m,
                           .map = stage_row(stage)->role == ROLE_WEIGHTS ? GRID_SEQUENTIAL : GRID_DIVERGING,
                           .shade = (enum shade_kind)now->state.look.shade,
                           .limit = fmax(mat_max_finite(both->a.m), mat_max_finite(both->b.m)),
                           .digits = now->state.look.digits,
                           .row_label = side_row,
                           .col_label = side_col,
                           .arg = out,
                           .shows = right ? 0 : stage + 1,
                           .corner = screen_text(v->s, stage_title(stage))};
    cursor_of_stage(&now->state, &now->config, cursor_compared(&now->state.look), &out->g.row, &out->g.col);
    if (right) {
        out->g.row_order = out->row_order;
        out->g.row_places = aligned_places(out->row_order, both->row_of, both->a.rows->count, of->m.rows);
    }
    if (right && both->a.cols && of->cols) {
        out->g.col_order = out->col_order;
        out->g.col_places = aligned_places(out->col_order, both->col_of, both->a.cols->count, of->m.cols);
    }
}

static void draw_side(struct canvas c, const struct screen *s, const struct side *side)
{
    struct canvas below = canvas_part(c, 1, 0, c.rows - 1, c.cols);
    canvas_field(c, 0, 0, c.cols - 1, STYLE_TITLE, /* a blank before the wall */
                 said_values(s, "%s  %s ", side->name, compare_sentence(s, &side->state)));
    if (mat_present(side->g.m))
        grid_draw_said(below, s, &side->g);
    else
        canvas_flow(below, 0, STYLE_NOTE,
                    screen_text(s, TEXT("This side has no such stage, layer or head.")));
}

static int most_of(int a, int b)
{
    return a > b ? a : b;
}

/* Drops digits until all columns of both sides fit, then lets cells of one size on both sides fill the room
 * of a side, below its title and above its legend. */
static void size_cells(struct grid *a, struct grid *b, struct canvas c)
{
    enum { WIDEST = 12, HIGHEST = 4, HEADS = 4 };
    int words = most_of(a->m.rows, b->row_places),
        keys = most_of(a->m.cols, most_of(b->m.cols, b->col_places));
    while (a->digits > 2 && most_of(grid_width(a), grid_width(b)) + 2 > c.cols)
        b->digits = --a->digits;
    if (!mat_present(a->m) || !mat_present(b->m) || words < 1 || keys < 1)
        return;
    int wide = (c.cols - most_of(grid_margin(a), grid_margin(b)) - 1) / keys, high = (c.rows - HEADS) / words;
    wide = wide > WIDEST ? WIDEST : wide;
    high = high > HIGHEST ? HIGHEST : high;
    if (high < 2 || wide < most_of(grid_cell_width(a), grid_cell_width(b)))
        return;
    a->min_width = b->min_width = wide;
    a->height = b->height = high > wide / 2 ? wide / 2 : high;
}

/* With a row for each word, and higher ones as far as the cells are wide. */
struct page_size compare_sides_size(const void *compare, int cols)
{
    enum { HEADS = 2, LEGEND = 3, MARGIN = 10, WORDS_LEAST = 6, HIGH_MOST = 4, WIDE = 96 };
    const struct comparison *of = &((const struct compare *)compare)->of;
    int words = of->a.rows->count, sides = cols < SCREEN_NARROW ? 2 : 1,
        high = of->a.m.cols > 0 ? (cols * sides / 2 - MARGIN) / of->a.m.cols / 2 : 1;
    high = high < 1 ? 1 : high > HIGH_MOST ? HIGH_MOST : high;
    return (struct page_size){.rows = sides * (HEADS + (words < WORDS_LEAST ? words : WORDS_LEAST) + LEGEND),
                              .most_rows = sides * (HEADS + words * high + LEGEND),
                              .cols = sides > 1 ? 20 : WIDE};
}

void compare_sides_draw(struct canvas c, const void *compare)
{
    const struct compare *v = compare;
    bool above = c.cols < SCREEN_NARROW;
    int high = above ? c.rows / 2 : c.rows, wide = above ? c.cols : c.cols / 2 - 1;
    struct side left, right;
    make_side(&left, v, false);
    make_side(&right, v, true);
    size_cells(&left.g, &right.g, canvas_part(c, 0, 0, high, wide));
    draw_side(canvas_part(c, 0, 0, high, wide), v->s, &left);
    if (!above)
        screen_wall(c, 0, wide, c.rows);
    draw_side(canvas_part(c, above ? high : 0, above ? 0 : wide + 2, high, wide), v->s, &right);
}
