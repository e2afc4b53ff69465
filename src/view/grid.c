#include "view/grid.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "view/spots.h"

/* The smallest matrix that becomes a picture where its digits do not fit; a smaller one scrolls.
 * Shares of so many words are small: a row has its own scale. */
enum { PICTURE_FROM = 9, ROWS_FROM = 3, LINES_FROM = 5, PERCENT_WIDTH = 3 };

/* The order of rows and columns is a lookup in front of the matrix: everything here counts places, and only
 * labels, marks and entries ask which row or column of m stands there. Each level of detail (digits, percent,
 * dots) is drawn by one function, so that a view can ask beforehand which of them it will be. */

static int places_down(const struct grid *g)
{
    return g->row_order ? g->row_places : g->m.rows;
}

static int places_across(const struct grid *g)
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

static const char *axis_label(void (*f)(const void *, int, struct text *), const void *arg, int i,
                              struct text *out)
{
    text_clear(out);
    if (i >= 0 && f)
        f(arg, i, out);
    else if (i >= 0)
        text_addf(out, "%d", i);
    return text_str(out);
}

int grid_cell_width(const struct grid *g)
{
    double most = g->limit > 0 ? g->limit : mat_max_finite(g->m);
    int whole = 1; /* digits before the point */
    for (double next = 10; whole < 6 && most >= next; next *= 10)
        whole++;
    int width = whole + (g->digits ? g->digits + 1 : 0) + (g->snug ? 1 : 2);
    return width > g->min_width ? width : g->min_width;
}

/* Returns the widest label of a column. */
static int widest_head(const struct grid *g, int count)
{
    struct text t = TEXT_HERE;
    int widest = 0;
    for (int k = 0; k < count; k++) {
        int w = utf8_width(axis_label(g->col_label, g->arg, col_at(g, k), &t));
        widest = w > widest ? w : widest;
    }
    text_finish(&t);
    return widest;
}

static int side_width(const struct grid *g)
{
    struct text t = TEXT_HERE;
    int width = g->corner ? utf8_width(g->corner) : 2;
    for (int r = 0; r < g->m.rows && r < 200; r++) {
        int w = utf8_width(axis_label(g->row_label, g->arg, r, &t));
        width = w > width ? w : width;
    }
    text_finish(&t);
    return width > 14 ? 14 : width;
}

int grid_whole_labels(const struct grid *g, int room)
{
    int count = places_across(g), widest = count > 0 ? 2 + widest_head(g, count < 200 ? count : 200) : 0;
    return side_width(g) + 2 + count * widest < room ? widest : 0;
}

int grid_margin(const struct grid *g)
{
    return side_width(g) + 1;
}

int grid_width(const struct grid *g)
{
    return grid_margin(g) + places_across(g) * grid_cell_width(g);
}

static int cell_height(const struct grid *g)
{
    return g->height > 1 ? g->height : 1;
}

int grid_rows(const struct grid *g)
{
    return 1 + places_down(g) * cell_height(g);
}

/* Returns the entry at a place, NaN where there is none. */
static double entry_at(const struct grid *g, int r, int k)
{
    r = row_at(g, r);
    k = col_at(g, k);
    return r < 0 || k < 0 ? NAN : mat_at(g->m, r, k);
}

/* Has entries below 0. */
static bool signs(const struct grid *g)
{
    return g->map == GRID_DIVERGING || g->map == GRID_SIGNED;
}

static enum shade_kind shade_of(const struct grid *g, bool dots)
{
    if (g->shade != SHADE_AUTO)
        return g->shade;
    return signs(g) ? SHADE_MATRIX : dots || places_across(g) >= PICTURE_FROM ? SHADE_ROW : SHADE_FIXED;
}

/* Returns the number at which an entry of row r (as a place) has full colour. What is nothing but rounding
 * has no colour. */
static double full_of(const struct grid *g, int r, bool dots)
{
    const double rounding = 1e-12;
    enum shade_kind shade = shade_of(g, dots);
    double most = 0;
    if (shade == SHADE_FIXED)
        return 1;
    if (shade == SHADE_MATRIX)
        most = g->shade == SHADE_AUTO && g->limit > 0 ? g->limit : mat_max_finite(g->m);
    for (int k = 0; shade == SHADE_ROW && k < places_across(g); k++) {
        double x = fabs(entry_at(g, r, k));
        most = isfinite(x) && x > most ? x : most;
    }
    return most > rounding ? most : 1;
}

/* A faded cell has a third of its colour. */
static uint16_t ink_of(const struct grid *g, double x, double full, bool marked)
{
    if (!isfinite(x))
        return 0;
    x = g->faded && !marked ? x / 3 : x;
    if (g->map == GRID_SIGNED) /* small ones, too, are seen */
        x = copysign(pow(fmin(fabs(x) / full, 1), 0.75) * full, x);
    if (g->map == GRID_SIGNED && x < 0)
        return ink_hue(HUE_GREY, 1 + (int)lround(-x / full * (HUE_FULL * 5 / 8)));
    if (g->map == GRID_HUED || g->map == GRID_SIGNED)
        return ink_hue(g->hue, 1 + (int)lround(fmin(fmax(x / full, 0), 1) * (HUE_FULL - 1)));
    return g->map == GRID_SEQUENTIAL ? ink_sequential(x / full) : ink_diverging(x, full);
}

/* Context for drawing one grid's cells. */
struct pen {
    struct canvas c;
    const struct screen *s;
    const struct grid *g;
    int width;    /* columns of a cell */
    bool percent; /* not decimals */
    double full;  /* the number with full colour in this row */
    struct text t;
};

/* Returns the number as it is written, with a blank after it unless it fills the cell. */
static const char *cell_text(struct pen *pen, double x, bool absent)
{
    struct text *out = &pen->t;
    text_clear(out);
    if (pen->s->hidden)
        text_add(out, "·");
    else if (absent)
        text_add(out, "–");
    else if (isnan(x) && changes_shown(pen->s) == SHOW_DELTA)
        text_add(out, screen_text(pen->s, TEXT("new"))); /* no number before */
    else if (pen->percent)
        text_add(out, share_text(pen->s, x, SHARE_CELL));
    else
        number_fixed(out, x, pen->g->digits, pen->width - 1);
    if (!pen->percent || x < 0.995)
        text_add_char(out, ' ');
    return text_str(out);
}

/* Makes the click move the cursor by `down` rows and `right` columns. */
static void click_cell(struct click *k, int down, int right)
{
    click_line(k, "set pane matrix ; cursor %s %d ; cursor %s %d", down < 0 ? "up" : "down", abs(down),
               right < 0 ? "left" : "right", abs(right));
    k->cell = true;
}

const char *grid_veil_sign(const struct screen *s, enum grid_veil veil)
{
    static const char *const signs[][2] = {
        [GRID_BARE] = {" ", " "}, [GRID_LATER] = {"·", "."}, [GRID_FAR] = {"░", ":"}};
    return signs[veil][s->ascii];
}

/* Returns the pattern of the entry in row r and column k of m. */
static enum grid_veil veil_of(const struct grid *g, int r, int k)
{
    bool hidden = g->veil && r >= 0 && k >= 0 && mat_at(g->m, r, k) == -INFINITY;
    return hidden ? g->veil(g->arg, r, k) : GRID_BARE;
}

/* Draws the cell at place (r, k), its number in `row`; a number that the last event changed gets the
 * direction of the change as a sign. */
static void draw_cell(struct pen *pen, int row, int col, int r, int k)
{
    const struct grid *g = pen->g;
    const struct screen *s = pen->s;
    struct canvas c = pen->c;
    const bool cursor = r == g->row && k == g->col && !g->no_cursor;
    const int height = cell_height(g), top = row - (height - 1) / 2;
    for (int i = 0; i < height; i++)
        if (g->row >= 0 && g->col >= 0 && !g->no_cursor && !g->ghost && !g->faded &&
            click_hit(s->click, c, top + i, col, pen->width))
            click_cell(s->click, r - g->row, k - g->col);
    r = row_at(g, r);
    k = col_at(g, k);
    if (r < 0 || k < 0)
        return;
    double x = mat_at(g->m, r, k);
    bool absent = r >= g->m.rows - g->absent, marked = g->marked && g->marked(g->marks, r, k);
    bool high = height > 1, pale = g->ghost || g->faded || isnan(x) || absent;
    enum style plain = pale ? STYLE_GHOST : STYLE_TEXT, mark = high ? STYLE_STRONG : STYLE_MARK;
    canvas_right(c, row, col, pen->width, marked ? mark : plain,
                 cursor && g->hidden ? "? " : cell_text(pen, x, absent));
    if (marked && high) /* the line is below the cell, not in its middle */
        canvas_restyle(c, top + height - 1, col, pen->width, STYLE_MARK);
    enum change change = g->changes ? changes_at(g->changes, r, k) : CHANGE_NONE;
    static const uint32_t signs[] = {[CHANGE_UP] = 0x2191, [CHANGE_DOWN] = 0x2193, [CHANGE_NEW] = '*'};
    if (change != CHANGE_NONE)
        canvas_glyph(c, row, col + pen->width - 1, STYLE_CHANGED,
                     s->ascii ? (uint32_t) " ^v*"[change] : signs[change]);
    for (int i = 0; i < height; i++) {
        int width = pen->width - (change != CHANGE_NONE && top + i == row);
        if (cursor && top + i == row) /* a high cell shows its colour above and below the number */
            canvas_restyle(c, top + i, col, width, STYLE_CURSOR);
        else if (!g->ghost && !absent && !s->hidden)
            canvas_ink(c, top + i, col, width, ink_of(g, x, pen->full, marked));
        if (screen_mono(s) && !s->ascii)
            canvas_shade(c, top + i, col, width);
    }
    enum grid_veil veil = cursor || s->hidden ? GRID_BARE : veil_of(g, r, k);
    for (int i = 0, wide = pen->width - 1; veil != GRID_BARE && i < height * wide; i++)
        canvas_put(c, top + i / wide, col + 1 + i % wide, STYLE_GHOST, grid_veil_sign(s, veil));
    if (!g->faded || marked || cursor || screen_mono(s))
        return;
    /* A number that is next to nothing is grey, where grey can be read on its ink. */
    uint16_t ink = ink_of(g, x, pen->full, false), quiet = ink_hue(HUE_GREY, HUE_FULL);
    if ((ink >= INK_DIV ? abs(2 * ink_level(ink) - 9) <= 1 : ink_level(ink) <= 1) &&
        rgb_contrast(ink_rgb(quiet, screen_theme(s)), ink_rgb(ink, screen_theme(s))) >= STYLE_READABLE)
        canvas_tint(c, row, col, pen->width, quiet);
}

/* Draws the labels of `shown` columns from `first` on, after `left` columns of row labels. */
static void draw_heads(struct pen *pen, int left, int first, int shown)
{
    const struct grid *g = pen->g;
    struct canvas c = pen->c;
    if (g->corner)
        canvas_field(c, 0, 0, left, STYLE_DIM, g->corner);
    for (int k = 0; k < shown; k++) {
        axis_label(g->col_label, g->arg, col_at(g, first + k), &pen->t);
        bool cut = utf8_width(text_str(&pen->t)) >= pen->width; /* before the column of air */
        if (!cut)
            text_add_char(&pen->t, ' ');
        canvas_right(c, 0, left + 1 + k * pen->width, pen->width - cut,
                     first + k == g->col ? STYLE_TITLE : STYLE_LABEL, text_str(&pen->t));
    }
    if (first > 0)
        canvas_put(c, 0, left, STYLE_KEY, "‹");
    if (first + shown < places_across(g))
        canvas_put(c, 0, left + 1 + shown * pen->width, STYLE_KEY, "›");
}

/* How a grid is drawn: digits, percent, or dots. */
enum detail { DETAIL_DIGITS, DETAIL_PERCENT, DETAIL_DOTS };

static enum detail detail_of(const struct canvas *c, const struct screen *s, const struct grid *g)
{
    bool small =
             places_down(g) < ROWS_FROM || (places_down(g) < PICTURE_FROM && places_across(g) < PICTURE_FROM),
         rows = grid_rows(g) <= c->rows;
    bool percent = !signs(g) && rows && grid_margin(g) + places_across(g) * PERCENT_WIDTH <= c->cols;
    if (g->numbers || s->hidden || small || c->rows < LINES_FROM)
        return DETAIL_DIGITS;
    if (rows && grid_width(g) <= c->cols && (g->digits > 1 || !percent)) /* 0.0 everywhere says nothing */
        return DETAIL_DIGITS;
    return percent ? DETAIL_PERCENT : DETAIL_DOTS;
}

/* Draws the label of the cursor's column over it, as a whole. */
static void draw_head_here(const struct pen *pen, int col, const char *more)
{
    struct text t = SCREEN_TEXT(pen->s);
    axis_label(pen->g->col_label, pen->g->arg, col_at(pen->g, pen->g->col), &t);
    text_add(&t, more);
    int most = pen->c.cols - utf8_width(text_str(&t));
    canvas_put(pen->c, 0, col < most ? col : most > 0 ? most : 0, STYLE_TITLE, text_str(&t));
}

static int draw_cells(struct canvas c, const struct screen *s, const struct grid *g, bool percent)
{
    if (places_across(g) == 0)
        return 0; /* without memory */
    int left = side_width(g), width = grid_cell_width(g), most = (c.cols - left - 1) / places_across(g);
    if (percent)
        width = most < width ? most : width;
    int all = left + 1 + places_across(g) * width, room = (c.cols - left - 2) / width;
    room = all <= c.cols ? places_across(g) : room; /* everything fits: no room for scroll marks needed */
    int cols = places_across(g) < room ? places_across(g) : room, height = cell_height(g),
        whole = (c.rows - 1) / height, rows = places_down(g) < whole ? places_down(g) : whole;
    int first_col = screen_first_shown(g->col, places_across(g), cols),
        first_row = screen_first_shown(g->row, places_down(g), rows);
    struct pen pen = {c, s, g, width, percent, 1, SCREEN_TEXT(s)};
    if (cols <= 0 || rows <= 0)
        return 0;
    if (!percent || grid_width(g) <= c.cols || widest_head(g, places_across(g)) < width)
        draw_heads(&pen, left, first_col, cols);
    else if (g->col >= 0)
        draw_head_here(&pen, left + 1 + g->col * width, "");
    for (int r = 0; r < rows; r++) {
        int at = first_row + r, row = 1 + r * height + (height - 1) / 2;
        pen.full = full_of(g, at, false);
        canvas_field(c, row, 0, left, at == g->row ? STYLE_TITLE : STYLE_LABEL,
                     axis_label(g->row_label, g->arg, row_at(g, at), &pen.t));
        for (int k = 0; k < cols; k++)
            draw_cell(&pen, row, left + 1 + k * width, at, first_col + k);
    }
    spots_of_cells(c, s, g, &(struct grid_sight){first_row, first_col, rows, cols, left + 1, width, height});
    int end = left + 1 + cols * width;
    screen_more(canvas_part(c, 1, 0, rows * height, c.cols), s, end < c.cols ? end : c.cols - 1,
                first_row > 0, first_row + rows < places_down(g));
    return rows * height + 1;
}

/* ---- colour alone ------------------------------------------------------------------------- */

/* Without colours a dot is a character: half a character could show nothing. */
static bool half_lines(const struct screen *s)
{
    return !s->ascii && !screen_mono(s);
}

/* Returns x, at most `most`, but at least 1. */
static int at_most(int x, int most)
{
    x = x < most ? x : most;
    return x > 0 ? x : 1;
}

struct grid_dots grid_dots_fit(const struct screen *s, const struct grid *g, int rows, int cols)
{
    const int lines = half_lines(s) ? 2 * rows : rows, aspect = half_lines(s) ? 1 : 2,
              sign = half_lines(s) || !signs(g) ? 1 : 2; /* a digit has its sign before it */
    struct grid_dots d = {at_most(places_down(g), lines), at_most(places_across(g), cols / sign), 1, 1};
    if (places_down(g) == places_across(g) && d.cols < places_across(g)) /* the diagonal stays one */
        d.rows = d.cols = at_most(d.rows, d.cols);
    int wide = cols / d.cols > 1 ? cols / d.cols : 1, high = lines / d.rows > 1 ? lines / d.rows : 1,
        flat = d.rows < places_down(g) ? 4 : 2; /* what rows lack in height columns have in width */
    d.wide = at_most(wide, flat * aspect * high);
    d.high = at_most(wide / aspect, high); /* never higher than wide */
    return d;
}

int grid_dots_lines(const struct screen *s, const struct grid_dots *dots)
{
    int lines = dots->rows * dots->high;
    return half_lines(s) ? (lines + 1) / 2 : lines;
}

/* What one dot shows. */
struct dot {
    double x, full; /* the largest entry by its share of full colour; NaN: no number */
    bool row, col;  /* in the band of the cursor */
    int at_row, at_col;
};

int grid_dot_of(int i, int dots, int count)
{
    int dot = i * dots / count;
    while (i >= (dot + 1) * count / dots)
        dot++;
    return dot;
}

/* A picture of dots. */
struct field {
    const struct screen *s;
    const struct grid *g;
    const struct grid_dots *d;
    double full[CONFIG_MAX_D]; /* of every row, found once */
    int row, col;              /* the dot under the cursor, -1: none */
    bool row_band, col_band;
};

static struct dot dot_at(const struct field *f, int row, int col)
{
    const struct grid *g = f->g;
    const struct grid_dots *d = f->d;
    int n = places_down(g), m = places_across(g);
    struct dot dot = {NAN, 1, row == f->row, col == f->col, row * n / d->rows, col * m / d->cols};
    for (int r = row * n / d->rows; r < (row + 1) * n / d->rows; r++)
        for (int k = col * m / d->cols; k < (col + 1) * m / d->cols; k++) {
            double x = entry_at(g, r, k);
            if (isfinite(x) && !(fabs(x) / f->full[r] <= fabs(dot.x) / dot.full)) {
                dot.x = x;
                dot.full = f->full[r];
            }
        }
    return dot;
}

static bool is_pale(const struct dot *dot)
{
    return !(fabs(dot->x) / dot->full > 0.2);
}

static uint16_t dot_ink(const struct field *f, const struct dot *dot)
{
    enum { BAND = 5, LEAST = 4, FAR = 3 };
    const struct grid *g = f->g;
    const int r = row_at(g, dot->at_row), k = col_at(g, dot->at_col);
    if (dot->row && dot->col)
        return ink_hue(HUE_FOCUS, HUE_FULL);
    if (is_pale(dot) && ((dot->row && f->row_band) || (dot->col && f->col_band)))
        return ink_hue(HUE_GREY, BAND);
    if (isnan(dot->x) && veil_of(g, r, k) == GRID_FAR)
        return ink_hue(HUE_GREY, FAR);
    if (dot->row && g->map == GRID_HUED && !f->row_band) /* it stands out as grey, and keeps its numbers */
        return ink_hue(HUE_GREY,
                       LEAST + (int)lround(fmin(fmax(dot->x / dot->full, 0), 1) * (HUE_FULL - LEAST)));
    return g->ghost
               ? ink_hue(HUE_GREY, 2)
               : ink_of(g, dot->x, dot->full, g->marked && r >= 0 && k >= 0 && g->marked(g->marks, r, k));
}

/* Draws a dot, and makes a click on it move the cursor to the first number that it shows. In colour two lines
 * of dots share a row: the upper half of a character first, then its lower one. Without, a dot is a digit in
 * tenths of full colour, with a sign before it where there is room. */
static void draw_dot(struct canvas c, const struct field *f, int row, int col)
{
    const struct dot dot = dot_at(f, row, col);
    const int wide = f->d->wide, high = f->d->high, per = half_lines(f->s) ? 2 : 1, top = row * high,
              left = col * wide;
    const uint16_t ink = dot_ink(f, &dot);
    for (int i = 0; i < high * wide && per == 2; i++) {
        const int line = (top + i / wide) / 2, k = left + i % wide;
        const bool upper = (top + i / wide) % 2 == 0;
        if (line < c.rows && k < c.cols)
            canvas_inked(c, line, k, 0x2580,
                         !upper ? c.cells[line * c.stride + k].fg
                         : ink  ? ink
                                : INK_GROUND,
                         upper ? 0 : ink);
    }
    if (per == 1) {
        struct canvas cell = canvas_part(c, top + (high - 1) / 2, left, 1, wide);
        const bool known = isfinite(dot.x);
        int tenths = known ? (int)(fmin(fabs(dot.x) / dot.full, 1) * 9.999) : 0;
        uint32_t zero = !known ? ' ' : 0xB7;
        canvas_glyph(cell, 0, wide - 1,
                     dot.row && dot.col ? STYLE_CURSOR
                     : dot.row          ? STYLE_STRONG
                                        : STYLE_TEXT,
                     tenths ? (uint32_t)('0' + tenths) : zero);
        if (tenths && dot.x < 0 && wide > 1)
            canvas_glyph(cell, 0, wide - 2, STYLE_TEXT, 0x2212);
    }
    for (int i = top / per; i <= (top + high - 1) / per; i++)
        if (f->g->row >= 0 && f->g->col >= 0 && click_hit(f->s->click, c, i, left, wide))
            click_cell(f->s->click, dot.at_row - f->g->row, dot.at_col - f->g->col);
}

/* A band needs a row or column of which most dots are faint: elsewhere it would hide numbers, or be in
 * pieces. */
void grid_dots_draw(struct canvas c, const struct screen *s, const struct grid *g, const struct grid_dots *d)
{
    const int n = places_down(g), m = places_across(g);
    const bool cursor = g->row >= 0 && g->col >= 0 && !g->no_cursor && !g->ghost;
    struct field f = {.s = s, .g = g, .d = d, .row = -1, .col = -1};
    int faint_cols = 0, faint_rows = 0;
    if (n > CONFIG_MAX_D)
        return;
    for (int r = 0; r < n; r++)
        f.full[r] = full_of(g, r, true);
    if (cursor && g->row < n)
        f.row = grid_dot_of(g->row, d->rows, n);
    if (cursor && !g->row_lit && g->col < m)
        f.col = grid_dot_of(g->col, d->cols, m);
    for (int k = 0; k < d->cols && f.row >= 0; k++) {
        struct dot dot = dot_at(&f, f.row, k);
        faint_cols += is_pale(&dot);
    }
    for (int r = 0; r < d->rows && f.col >= 0; r++) {
        struct dot dot = dot_at(&f, r, f.col);
        faint_rows += is_pale(&dot);
    }
    f.row_band = !g->row_lit && faint_cols * 3 >= d->cols * 2;
    f.col_band = faint_rows * 3 >= d->rows * 2;
    for (int i = 0; i < d->rows * d->cols; i++)
        draw_dot(c, &f, i / d->cols, i % d->cols);
    spots_of_dots(c, s, g, d);
}

/* Returns the dots of a picture on c, and sets *below to the lines for the numbers of the cursor's row. */
static struct grid_dots picture_dots(const struct canvas *c, const struct screen *s, const struct grid *g,
                                     int *below)
{
    enum { BELOW = 2, BELOW_NEEDS = 8, LEAST = 5 };
    const bool airy = c->rows >= BELOW_NEEDS, shown = airy || (g->row_below && c->rows >= LEAST);
    *below = shown && g->row >= 0 && !g->no_cursor ? BELOW - !airy : 0;
    return grid_dots_fit(s, g, c->rows - 1 - *below, c->cols - grid_margin(g));
}

/* Writes ; 12 rows on 10 dots. Returns false if no rows or columns share dots. */
static bool say_shared(struct text *out, const struct screen *s, const struct grid *g,
                       const struct grid_dots *d)
{
    bool rows = d && d->rows < places_down(g),
         square = d && d->rows == d->cols && places_down(g) == places_across(g),
         cols = d && d->cols < places_across(g) && !square;
    if (rows)
        screen_add(s, out, TEXT("; %d rows on %d dots"), places_down(g), d->rows);
    if (cols)
        screen_add(s, out, TEXT("; %d columns on %d dots"), places_across(g), d->cols);
    return rows || cols;
}

void grid_say_shared(struct text *out, struct canvas c, const struct screen *s, const struct grid *g)
{
    int below;
    if (detail_of(&c, s, g) != DETAIL_DOTS)
        return;
    struct grid_dots d = picture_dots(&c, s, g, &below);
    say_shared(out, s, g, &d);
}

void grid_say_shade(struct text *out, const struct screen *s, const struct grid *g, const struct grid_dots *d,
                    int room)
{
    static const char *const means[] = {
        [SHADE_ROW] = TEXT("colour: by the row's largest"),
        [SHADE_MATRIX] = TEXT("colour: by the largest"),
        [SHADE_FIXED] = TEXT("colour: 1 is full"),
    };
    static const char *const digits[] = {
        [SHADE_ROW] = TEXT("9: the row's largest"),
        [SHADE_MATRIX] = TEXT("9: the largest"),
        [SHADE_FIXED] = TEXT("9: 1"),
    };
    text_add(out, screen_text(s, (d && !half_lines(s) ? digits : means)[shade_of(g, d != NULL)]));
    const char *largest = screen_text(s, TEXT(", the largest counts"));
    if (say_shared(out, s, g, d) && utf8_width(text_str(out)) + utf8_width(largest) <= room)
        text_add(out, largest);
}

/* Draws the numbers of the cursor's row that fit on one line: weights from the largest on, others from those
 * around the cursor on. */
static void draw_row_here(struct canvas c, const struct screen *s, const struct grid *g)
{
    enum { AROUND = 3 };
    struct text t = SCREEN_TEXT(s), number = SCREEN_TEXT(s);
    const bool sorted = !signs(g);
    const int cols = places_across(g);
    int col = canvas_put(c, 0, 0, STYLE_TITLE, axis_label(g->row_label, g->arg, row_at(g, g->row), &t)) + 2;
    if (!arena_more(s->scratch, (size_t)cols))
        return;
    double *row = arena_doubles(s->scratch, (size_t)cols);
    for (int k = 0; k < cols; k++)
        row[k] = entry_at(g, g->row, k);
    for (int k = sorted            ? vec_next_largest(row, cols, -1)
                 : g->col > AROUND ? g->col - AROUND
                                   : 0;
         k >= 0 && k < cols; k = sorted ? vec_next_largest(row, cols, k) : k + 1) {
        text_clear(&number);
        if (k == g->col && g->hidden)
            text_add(&number, "?");
        else
            number_fixed(&number, row[k], g->digits, 12);
        const char *name = axis_label(g->col_label, g->arg, col_at(g, k), &t);
        if (col + utf8_width(name) + 1 + utf8_width(text_str(&number)) > c.cols)
            break;
        int at = canvas_put(c, 0, col, k == g->col ? STYLE_TITLE : STYLE_LABEL, name);
        col = canvas_put(c, 0, at + 1, k == g->col ? STYLE_CURSOR : STYLE_TEXT, text_str(&number)) + 2;
    }
}

/* Draws the matrix as dots, and below it the numbers of the cursor's row. Around it are the labels of the
 * columns if they fit, else that of the cursor's column with the number there; those of the rows that have a
 * line of their own, else that of the cursor's row alone. */
static int draw_picture(struct canvas c, const struct screen *s, const struct grid *g)
{
    int below;
    const struct grid_dots d = picture_dots(&c, s, g, &below);
    const int left = grid_margin(g), n = places_down(g), m = places_across(g), lines = grid_dots_lines(s, &d),
              per_line = half_lines(s) ? 2 : 1;
    struct pen pen = {c, s, g, d.wide, false, 1, SCREEN_TEXT(s)};
    struct text number = SCREEN_TEXT(s);
    if (c.rows < 2 || c.cols <= left)
        return 0;
    if (d.cols == m && widest_head(g, m) < d.wide) {
        draw_heads(&pen, left - 1, 0, m);
    } else if (g->col >= 0) {
        double x = g->row >= 0 ? entry_at(g, g->row, g->col) : NAN;
        text_add(&number, g->hidden ? " ?" : " ");
        if (!g->hidden && isfinite(x))
            number_fixed(&number, x, g->digits, 12);
        draw_head_here(&pen, left + grid_dot_of(g->col, d.cols, m) * d.wide, text_str(&number));
    }
    for (int r = 0; r < n; r++) {
        int line = 1 + (grid_dot_of(r, d.rows, n) * d.high + (d.high - 1) / 2) / per_line;
        if (r == g->row || (d.high >= per_line && d.rows == n))
            canvas_field(c, line, 0, left - 1, r == g->row ? STYLE_TITLE : STYLE_LABEL,
                         axis_label(g->row_label, g->arg, row_at(g, r), &pen.t));
    }
    grid_dots_draw(canvas_part(c, 1, left, lines, c.cols - left), s, g, &d);
    if (below)
        draw_row_here(canvas_part(c, 1 + lines, left, 1, c.cols - left), s, g);
    return 1 + lines + (below ? 1 : 0);
}

bool grid_pictured(struct canvas c, const struct screen *s, const struct grid *g)
{
    return detail_of(&c, s, g) != DETAIL_DIGITS;
}

int grid_draw(struct canvas c, const struct screen *s, const struct grid *g)
{
    enum detail detail = detail_of(&c, s, g);
    return detail == DETAIL_DOTS ? draw_picture(c, s, g) : draw_cells(c, s, g, detail == DETAIL_PERCENT);
}

void grid_legend(struct canvas c, int row, int col, const struct screen *s, enum grid_map map, double limit)
{
    enum { MOST = 21, LEAST = 5 };
    if (s->hidden || screen_mono(s))
        return;
    struct text end = SCREEN_TEXT(s); /* a long number takes its room from the colours */
    text_addf(&end, map == GRID_SEQUENTIAL ? "1" : limit < 1000 ? "+%.3g" : "+%.0f", limit);
    int run = c.cols - col - 2 * (utf8_width(text_str(&end)) + 1);
    run = run > MOST ? MOST : run < LEAST ? LEAST : run - (run + 1) % 2; /* odd: 0 is in the middle */
    col = map == GRID_SEQUENTIAL
              ? canvas_put(c, row, col, STYLE_DIM, "0 ")
              : canvas_putf(c, row, col, STYLE_DIM, limit < 1000 ? "%.3g " : "%.0f ", -limit);
    for (int i = 0; i < run; i++) {
        double share = i / (double)(run - 1);
        uint16_t ink = map == GRID_SEQUENTIAL ? ink_sequential(share) : ink_diverging(2 * share - 1, 1);
        uint32_t mark = map == GRID_DIVERGING && i == run / 2 ? '0' : ' ';
        canvas_inked(c, row, col + i, mark, 0, ink);
    }
    canvas_put(c, row, col + run + 1, STYLE_DIM, text_str(&end));
}

/* The scale of a grid drawn on rows x cols, in words if its rows are scaled one by one. */
static void grid_legend_of(struct canvas c, int row, const struct screen *s, const struct grid *g,
                           struct extent drawn)
{
    enum { LINES = 2 };
    struct canvas part = canvas_part(c, 0, 0, drawn.rows, drawn.cols);
    enum detail detail = detail_of(&part, s, g);
    struct grid_dots d;
    struct text t = SCREEN_TEXT(s);
    int below;
    bool dots = detail == DETAIL_DOTS;
    if (dots)
        d = picture_dots(&part, s, g, &below);
    if (g->shade == SHADE_AUTO && detail == DETAIL_DIGITS &&
        (signs(g) || shade_of(g, false) == SHADE_FIXED)) {
        grid_legend(c, row, 0, s, g->map, g->limit);
        return;
    }
    if (detail == DETAIL_PERCENT)
        text_add(&t, screen_text(s, TEXT("per cent; ")));
    grid_say_shade(&t, s, g, dots ? &d : NULL, LINES * c.cols);
    /* without an empty line above it if it needs that */
    row -= row + canvas_flow((struct canvas){.cols = c.cols}, 0, STYLE_DIM, text_str(&t)) > c.rows;
    canvas_flow(canvas_part(c, row, 0, LINES, c.cols), 0, STYLE_DIM, text_str(&t));
}

int grid_draw_said(struct canvas c, const struct screen *s, const struct grid *g)
{
    enum { LEGEND_NEEDS = 6, LEGEND_COLS = 78 };
    bool picture = grid_pictured(c, s, g) && c.rows > LEGEND_NEEDS; /* its legend is part of it */
    int legend = !picture ? 0 : c.cols < LEGEND_COLS ? 2 : 1;
    struct extent room = {c.rows - legend, c.cols};
    int rows = grid_draw(canvas_part(c, 0, 0, room.rows, room.cols), s, g);
    if (!picture && rows + 1 < c.rows)
        legend = 2; /* after an empty line */
    if (legend)
        grid_legend_of(c, rows + !picture, s, g, room);
    return rows + legend;
}
