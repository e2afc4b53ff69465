/* Two scenes at the same stage, side by side. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/compare/compare.h"
#include "view/grid.h"

struct labels {
    struct state state; /* a shallow copy, in the language of the screen */
    const struct sequence *rows, *cols;
};

static void side_row(const void *arg, int i, struct text *out)
{
    const struct labels *l = arg;
    state_label(&l->state, l->rows, i, out);
}

static void side_col(const void *arg, int i, struct text *out)
{
    const struct labels *l = arg;
    if (l->cols)
        state_label(&l->state, l->cols, i, out);
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

static void side_title(struct canvas c, const struct screen *s, const struct labels *l, const char *name)
{
    struct text t = SCREEN_TEXT(s);
    text_addf(&t, "%s  %s ", name, compare_sentence(s, &l->state));
    canvas_field(c, 0, 0, c.cols - 1, STYLE_TITLE, text_str(&t)); /* a blank before the wall */
}

/* Draws one side: its name, labels and matrix. */
struct side {
    const char *name;
    bool there;
    struct labels labels;
    struct grid g;
};

static struct side side_of(const struct screen *s, const struct comparison_side *of, const char *name,
                           double limit)
{
    const struct scene *now = &s->session->now;
    int stage = now->state.look.compare_stage;
    if (stage == COMPARE_FINAL)
        stage = stage_output(&now->config, now->config.layers - 1);
    struct side out = {
        .name = name, .there = mat_present(of->m), .labels = {of->scene->state, of->rows, of->cols}};
    out.labels.state.look.lang = (int)screen_lang(s);
    out.g = (struct grid){.m = of->m,
                          .map = stage_row(stage)->role == ROLE_WEIGHTS ? GRID_SEQUENTIAL : GRID_DIVERGING,
                          .shade = (enum shade_kind)now->state.look.shade,
                          .limit = limit,
                          .digits = now->state.look.digits,
                          .row_label = side_row,
                          .col_label = side_col,
                          .shows = of->scene == now ? stage + 1 : 0,
                          .corner = screen_text(s, stage_title(stage))};
    cursor_of_stage(&now->state, &now->config, cursor_compared(&now->state.look), &out.g.row, &out.g.col);
    return out;
}

static void draw_side(struct canvas c, const struct screen *s, const struct side *side)
{
    side_title(c, s, &side->labels, side->name);
    struct canvas below = canvas_part(c, 1, 0, c.rows - 1, c.cols);
    if (side->there)
        grid_draw_said(below, s, &side->g);
    else
        canvas_flow(below, 0, STYLE_NOTE,
                    screen_text(s, TEXT("This side has no such stage, layer or head.")));
}

/* Drops digits until all columns of both sides fit. */
static void choose_digits(struct grid *a, struct grid *b, int cols)
{
    while (a->digits > 2 && (grid_width(a) + 2 > cols || grid_width(b) + 2 > cols))
        b->digits = --a->digits;
}

static int most_of(int a, int b)
{
    return a > b ? a : b;
}

void compare_sides_draw(struct canvas c, const struct screen *s, const struct comparison *of,
                        const char *other)
{
    int rows[2 * CONFIG_MAX_WORDS], cols[2 * CONFIG_MAX_WORDS], half = c.cols / 2;
    double limit = fmax(mat_max_finite(of->a.m), mat_max_finite(of->b.m));
    struct side left = side_of(s, &of->a, screen_text(s, TEXT("now")), limit);
    struct side right = side_of(s, &of->b, other, limit);
    left.g.arg = &left.labels;
    right.g.arg = &right.labels;
    right.g.row_order = rows;
    right.g.row_places = aligned_places(rows, of->row_of, of->a.rows->count, of->b.m.rows);
    if (of->a.cols && of->b.cols) {
        right.g.col_order = cols;
        right.g.col_places = aligned_places(cols, of->col_of, of->a.cols->count, of->b.m.cols);
    }
    if (c.cols < SCREEN_NARROW) {
        choose_digits(&left.g, &right.g, c.cols);
        draw_side(canvas_part(c, 0, 0, c.rows / 2, c.cols), s, &left);
        draw_side(canvas_part(c, c.rows / 2, 0, c.rows / 2, c.cols), s, &right);
        return;
    }
    choose_digits(&left.g, &right.g, half - 1);
    /* Cells of one size on both sides that fill the room of a side, below its title and above its legend. */
    enum { WIDEST = 12, HIGHEST = 4, HEADS = 4 };
    int words = most_of(left.g.m.rows, right.g.row_places),
        keys = most_of(left.g.m.cols, most_of(right.g.m.cols, right.g.col_places));
    if (mat_present(left.g.m) && mat_present(right.g.m) && words >= 1 && keys >= 1) {
        int wide = ((half - 1) - most_of(grid_margin(&left.g), grid_margin(&right.g)) - 1) / keys,
            high = (c.rows - HEADS) / words;
        wide = wide > WIDEST ? WIDEST : wide;
        high = high > HIGHEST ? HIGHEST : high;
        if (high >= 2 && wide >= most_of(grid_cell_width(&left.g), grid_cell_width(&right.g))) {
            left.g.min_width = right.g.min_width = wide;
            left.g.height = right.g.height = high > wide / 2 ? wide / 2 : high;
        }
    }
    draw_side(canvas_part(c, 0, 0, c.rows, half - 1), s, &left);
    screen_wall(c, 0, half - 1, c.rows);
    draw_side(canvas_part(c, 0, half + 1, c.rows, c.cols - half - 1), s, &right);
}
