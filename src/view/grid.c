#include "view/grid.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"

static double limit_of(const struct grid *g)
{
    double most = g->limit > 0 ? g->limit : mat_max_finite(g->m);
    return most > 0 ? most : 1;
}

static int rows_of(const struct grid *g)
{
    return g->row_order ? g->row_places : g->m.rows;
}

static int cols_of(const struct grid *g)
{
    return g->col_order ? g->col_places : g->m.cols;
}

static int row_at(const struct grid *g, int i)
{
    return g->row_order ? g->row_order[i] : i;
}

static int col_at(const struct grid *g, int i)
{
    return g->col_order ? g->col_order[i] : i;
}

int grid_cell_width(const struct grid *g)
{
    double most = limit_of(g);
    int whole = 1; /* digits before the point */
    for (double next = 10; whole < 6 && most >= next; next *= 10)
        whole++;
    int width = whole + (g->digits ? g->digits + 1 : 0) + 2;
    return width > g->min_width ? width : g->min_width;
}

static void label(void (*f)(const void *, int, struct text *), const void *arg, int i, struct text *out)
{
    text_clear(out);
    if (i < 0)
        return;
    if (f)
        f(arg, i, out);
    else
        text_addf(out, "%d", i);
}

static int label_width(const struct grid *g)
{
    struct text t = TEXT_HERE;
    int width = g->corner ? utf8_width(g->corner) : 2;
    for (int r = 0; r < g->m.rows && r < 200; r++) {
        label(g->row_label, g->arg, r, &t);
        int w = utf8_width(text_str(&t));
        width = w > width ? w : width;
    }
    text_finish(&t);
    return width > 14 ? 14 : width;
}

int grid_whole_labels(const struct grid *g, int room)
{
    struct text t = TEXT_HERE;
    int widest = 0, count = cols_of(g);
    for (int k = 0; k < count && k < 200; k++) {
        label(g->col_label, g->arg, col_at(g, k), &t);
        int w = 2 + utf8_width(text_str(&t));
        widest = w > widest ? w : widest;
    }
    text_finish(&t);
    return label_width(g) + 2 + count * widest < room ? widest : 0;
}

int grid_margin(const struct grid *g)
{
    return label_width(g) + 1;
}

int grid_width(const struct grid *g)
{
    return grid_margin(g) + cols_of(g) * grid_cell_width(g);
}

static int height_of(const struct grid *g)
{
    return g->height > 1 ? g->height : 1;
}

int grid_rows(const struct grid *g)
{
    return 1 + rows_of(g) * height_of(g);
}

/* A faded cell has a third of its colour. */
static uint16_t ink_of(const struct grid *g, double x, double limit, bool marked)
{
    if (!isfinite(x))
        return 0;
    x = g->faded && !marked ? x / 3 : x;
    return g->map == GRID_SEQUENTIAL ? ink_sequential(x) : ink_diverging(x, limit);
}

/* Context for drawing one grid's cells. */
struct pen {
    struct canvas c;
    const struct screen *s;
    const struct grid *g;
    int width; /* columns of a cell */
    double limit;
};

/* Marks a number that the last event changed with the direction of the change. */
static bool draw_change(const struct pen *pen, int row, int col, int r, int k)
{
    static const uint32_t signs[] = {[CHANGE_UP] = 0x2191, [CHANGE_DOWN] = 0x2193, [CHANGE_NEW] = '*'};
    static const uint32_t plain[] = {[CHANGE_UP] = '^', [CHANGE_DOWN] = 'v', [CHANGE_NEW] = '*'};
    enum change change = pen->g->changes ? changes_at(pen->g->changes, r, k) : CHANGE_NONE;
    if (change != CHANGE_NONE)
        canvas_glyph(pen->c, row, col + pen->width - 1, STYLE_CHANGED,
                     pen->s->ascii ? plain[change] : signs[change]);
    return change != CHANGE_NONE;
}

static void cell_text(const struct pen *pen, double x, bool absent, struct text *out)
{
    if (pen->s->hidden)
        text_add(out, pen->s->ascii ? "." : "·");
    else if (absent)
        text_add(out, pen->s->ascii ? "-" : "–");
    else if (isnan(x))
        text_add(out, screen_text(pen->s, TEXT("new", "新"))); /* as a difference: no number before */
    else
        number_fixed(out, x, pen->g->digits, pen->width - 1);
    text_add_char(out, ' ');
}

/* Makes the click move the cursor by `down` rows and `right` columns. */
static void click_cell(struct click *k, int down, int right)
{
    click_line(k, "set pane matrix ; cursor %s %d ; cursor %s %d", down < 0 ? "up" : "down", abs(down),
               right < 0 ? "left" : "right", abs(right));
}

static void draw_cell(const struct pen *pen, int row, int col, int r, int k)
{
    const struct grid *g = pen->g;
    struct canvas c = pen->c;
    struct text t = TEXT_HERE;
    bool cursor = r == g->row && k == g->col && !g->no_cursor;
    int top = row - (height_of(g) - 1) / 2; /* of the cell; the number stands in `row` */
    for (int i = 0; i < height_of(g); i++)
        if (g->row >= 0 && g->col >= 0 && !g->no_cursor && !g->ghost && !g->faded &&
            click_hit(pen->s->click, c, top + i, col, pen->width))
            click_cell(pen->s->click, r - g->row, k - g->col);
    r = row_at(g, r);
    k = col_at(g, k);
    if (r < 0 || k < 0)
        return;
    double x = mat_at(g->m, r, k);
    bool absent = r >= g->m.rows - g->absent;
    bool marked = g->marked && g->marked(g->marks, r, k);
    if (cursor && g->hidden)
        text_add(&t, "? ");
    else
        cell_text(pen, x, absent, &t);
    bool high = height_of(g) > 1, pale = g->ghost || g->faded || isnan(x) || absent;
    enum style plain = pale ? STYLE_GHOST : STYLE_TEXT, mark = high ? STYLE_STRONG : STYLE_MARK;
    canvas_right(c, row, col, pen->width, marked ? mark : plain, text_str(&t));
    if (marked && high) /* the line stands below the cell, not in its middle */
        canvas_restyle(c, top + height_of(g) - 1, col, pen->width, STYLE_MARK);
    bool changed = draw_change(pen, row, col, r, k);
    for (int i = 0; i < height_of(g); i++) {
        int width = pen->width - (changed && top + i == row);
        if (cursor)
            canvas_restyle(c, top + i, col, width, STYLE_CURSOR);
        else if (!g->ghost && !absent && !pen->s->hidden)
            canvas_ink(c, top + i, col, width, ink_of(g, x, pen->limit, marked));
    }
    if (g->faded && !marked && !cursor && !screen_mono(pen->s))
        canvas_tint(c, row, col, pen->width,
                    ink_hue(HUE_GREY, screen_theme(pen->s) == THEME_DARK ? HUE_FULL * 3 / 4 : HUE_FULL));
    text_finish(&t);
}

/* Draws the labels of `shown` columns from `first` on, after `left` columns of row labels. */
static void draw_heads(const struct pen *pen, int left, int first, int shown)
{
    const struct grid *g = pen->g;
    struct canvas c = pen->c;
    struct text t = TEXT_HERE;
    if (g->corner)
        canvas_field(c, 0, 0, left, STYLE_DIM, g->corner);
    for (int k = 0; k < shown; k++) {
        label(g->col_label, g->arg, col_at(g, first + k), &t);
        text_add_char(&t, ' ');
        canvas_right(c, 0, left + 1 + k * pen->width, pen->width,
                     first + k == g->col ? STYLE_TITLE : STYLE_LABEL, text_str(&t));
    }
    if (first > 0)
        canvas_put(c, 0, left, STYLE_KEY, pen->s->ascii ? "<" : "‹");
    if (first + shown < cols_of(g))
        canvas_put(c, 0, left + 1 + shown * pen->width, STYLE_KEY, pen->s->ascii ? ">" : "›");
    text_finish(&t);
}

int grid_draw(struct canvas c, const struct screen *s, const struct grid *g)
{
    struct text t = TEXT_HERE;
    int left = label_width(g), width = grid_cell_width(g), all = left + 1 + cols_of(g) * width,
        room = (c.cols - left - 2) / width;
    room = all <= c.cols ? cols_of(g) : room; /* everything fits: no room for scroll marks needed */
    int cols = cols_of(g) < room ? cols_of(g) : room, height = height_of(g), whole = (c.rows - 1) / height,
        rows = rows_of(g) < whole ? rows_of(g) : whole;
    int first_col = screen_first_shown(g->col, cols_of(g), cols),
        first_row = screen_first_shown(g->row, rows_of(g), rows);
    const struct pen pen = {c, s, g, width, limit_of(g)};
    if (cols <= 0 || rows <= 0)
        return 0;
    draw_heads(&pen, left, first_col, cols);
    for (int r = 0; r < rows; r++) {
        int at = first_row + r, row = 1 + r * height + (height - 1) / 2;
        label(g->row_label, g->arg, row_at(g, at), &t);
        canvas_field(c, row, 0, left, at == g->row ? STYLE_TITLE : STYLE_LABEL, text_str(&t));
        for (int k = 0; k < cols; k++)
            draw_cell(&pen, row, left + 1 + k * width, at, first_col + k);
    }
    int end = left + 1 + cols * width;
    if (first_row + rows < rows_of(g))
        canvas_put(c, rows * height, end < c.cols ? end : c.cols - 1, STYLE_KEY, s->ascii ? "v" : "▾");
    text_finish(&t);
    return rows * height + 1;
}

void grid_legend(struct canvas c, int row, int col, const struct screen *s, enum grid_map map, double limit)
{
    enum { RUN = 21 };
    if (s->hidden || screen_mono(s))
        return;
    col = map == GRID_SEQUENTIAL ? canvas_put(c, row, col, STYLE_DIM, "0 ")
                                 : canvas_putf(c, row, col, STYLE_DIM, "%.3g ", -limit);
    for (int i = 0; i < RUN; i++) {
        double share = i / (double)(RUN - 1);
        uint16_t ink = map == GRID_SEQUENTIAL ? ink_sequential(share) : ink_diverging(2 * share - 1, 1);
        uint32_t mark = map == GRID_DIVERGING && i == RUN / 2 ? '0' : ' ';
        canvas_inked(c, row, col + i, mark, 0, ink);
    }
    canvas_putf(c, row, col + RUN + 1, STYLE_DIM, map == GRID_SEQUENTIAL ? "1" : "+%.3g", limit);
}
