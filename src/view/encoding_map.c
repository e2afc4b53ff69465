/* P as a map: colour is the value, a half block a position, a column a dimension. */
#include <math.h>

#include "base/number.h"
#include "core/posenc.h"
#include "view/encoding_parts.h"
#include "view/grid.h"

enum { LEFT = 9, RIGHT_MARGIN = 2, FEET = 2 };

/* The rows of P that are in sight; a row may be missing (a learned table). */
struct window {
    struct mat P;
    bool *there;
    int first, shown, wide;      /* columns */
    long top;                    /* position of the first row */
    double limit;
};

static int cell_columns(int room, int d)
{
    int width = room / d;
    return width < 2 ? 2 : width > 5 ? 5 : width;
}

static void fill(struct window *w, const struct config *c)
{
    if (c->pe->rows)
        c->pe->rows(w->P, w->top, c);
    for (int r = 0; r < w->P.rows; r++) {
        w->there[r] = c->pe->rows || c->pe->row(mat_row(w->P, r), w->top + r, c);
        for (int j = 0; j < c->d; j++) {
            mat_row(w->P, r)[j] *= c->pescale;
            w->limit = w->there[r] ? fmax(w->limit, fabs(mat_at(w->P, r, j))) : w->limit;
        }
    }
    w->limit = w->limit > 0 ? w->limit : 1;
}

/* dimension 0   4 … and, under a clock encoding, the pair that owns two columns */
static int heads(struct canvas c, const struct screen *s, const struct window *w)
{
    const struct scene *now = &s->model->now;
    int column = now->state.look.column, pairs = now->config.pe->angle != NULL;
    int every = w->wide >= 3 ? 1 : w->wide == 2 ? 2 : 4;
    canvas_put(c, 0, 0, STYLE_DIM, screen_text(s, TEXT("pos\\dim", "位置\\维")));
    if (pairs)
        canvas_put(c, 1, 0, STYLE_DIM, screen_text(s, TEXT("pair", "频率对")));
    for (int k = 0; k < w->shown; k++) {
        int j = w->first + k, col = LEFT + k * w->wide;
        if (j % every == 0)
            canvas_putf(c, 0, col, j == column ? STYLE_TITLE : STYLE_LABEL, "%d", j);
        if (pairs && j % 2 == 0 && (j / 2) % (w->wide >= 2 ? 1 : 2) == 0)
            canvas_putf(c, 1, col, j / 2 == column / 2 ? STYLE_TITLE : STYLE_DIM, s->ascii ? "|%d" : "└%d", j / 2);
    }
    return 1 + pairs;
}

/* Without colours: five signs for the value. */
static uint32_t sign_of(double x, double limit)
{
    return x > 0.5 * limit ? '#' : x > 0.02 * limit ? '+' : x < -0.5 * limit ? '=' : x < -0.02 * limit ? '-' : '0';
}

static void cell(struct canvas c, int row, int col, const struct screen *s, const struct window *w, int r, int j)
{
    bool upper = w->there[r], lower = w->there[r + 1];
    double a = mat_at(w->P, r, j), b = mat_at(w->P, r + 1, j);
    uint8_t fg = upper ? ink_diverging(a, w->limit) : 0, bg = lower ? ink_diverging(b, w->limit) : 0;
    uint32_t ch = s->ascii ? (uint32_t)' ' : 0x2580;
    if (s->mono || s->ascii)
        ch = upper ? sign_of(a, w->limit) : (uint32_t)'.';
    else if (!upper)
        ch = lower ? 0x2584 : (uint32_t)'.';
    if (s->hidden) {
        ch = s->ascii ? '.' : 0xB7;
        fg = bg = 0;
    }
    if (click_hit(s->click, c, row, col, w->wide))
        click_line(s->click, "set pos %ld column %d", w->top + r, j);
    for (int x = 0; x < w->wide; x++)
        canvas_glyph(c, row, col + x, STYLE_TEXT, ch, upper ? fg : bg, upper ? bg : 0);
}

/* Where the cursor (or the second position) stands: half a cell, marked at the cell's left. */
static void mark(struct canvas c, int row, int col, const struct screen *s, bool lower, enum style style)
{
    canvas_glyph(c, row, col, style, s->ascii || s->mono ? '@' : lower ? 0x2584 : 0x2580, 0, 0);
}

static void body(struct canvas c, int row, const struct screen *s, const struct window *w)
{
    const struct look *look = &s->model->now.state.look;
    for (int r = 0; r + 1 < w->P.rows; r += 2, row++) {
        long pos = w->top + r;
        bool t_here = look->pos == pos || look->pos == pos + 1, s_here = look->pos2 == pos || look->pos2 == pos + 1;
        long shown = t_here ? look->pos : s_here ? look->pos2 : pos;
        canvas_putf(c, row, 0, t_here ? STYLE_TITLE : s_here ? STYLE_NOTE : STYLE_LABEL, "%7ld%s", shown,
                    t_here ? "t" : s_here ? "s" : " ");
        for (int k = 0; k < w->shown; k++)
            cell(c, row, LEFT + k * w->wide, s, w, r, w->first + k);
        int col = LEFT + (look->column - w->first) * w->wide;
        if (s_here)
            mark(c, row, col, s, look->pos2 == pos + 1, STYLE_SELECTED);
        if (t_here)
            mark(c, row, col, s, look->pos == pos + 1, STYLE_CURSOR);
    }
}

static void value_line(struct canvas c, int row, const struct screen *s, const struct window *w)
{
    const struct look *look = &s->model->now.state.look;
    struct text t = TEXT_HERE;
    int r = (int)(look->pos - w->top);
    text_addf(&t, "PE(%d)[%d] = ", look->pos, look->column);
    if (s->hidden)
        text_add(&t, "?");
    else if (r >= 0 && r < w->P.rows && w->there[r])
        number_fixed(&t, mat_at(w->P, r, look->column), look->digits + 2, 26);
    else
        text_add(&t, screen_text(s, TEXT("none: position without a row", "没有：这个位置没有编码")));
    canvas_put(c, row, 1, STYLE_TEXT, text_str(&t));
    text_finish(&t);
}

void encoding_map_draw(struct canvas c, const struct screen *s)
{
    const struct config *cf = &s->model->now.config;
    const struct look *look = &s->model->now.state.look;
    int top_rows = 1 + (cf->pe->angle != NULL), rows = c.rows - top_rows - FEET, room = c.cols - LEFT - RIGHT_MARGIN;
    struct window w = {.wide = cell_columns(room, cf->d)};
    bool there[2 * 256];
    rows = rows > 256 ? 256 : rows;
    if (rows < 1 || room < 4 || !cf->pe->row || !arena_more(s->scratch, mat_room(2 * rows, cf->d)))
        return;
    w.shown = room / w.wide < cf->d ? room / w.wide : cf->d;
    w.first = screen_first_shown(look->column, cf->d, w.shown);
    w.top = look->pos < rows ? 0 : ((long)look->pos - rows) / 2 * 2;
    w.P = mat_in(s->scratch, 2 * rows, cf->d);
    w.there = there;
    fill(&w, cf);
    body(c, heads(c, s, &w), s, &w);
    value_line(c, c.rows - 2, s, &w);
    grid_legend(c, c.rows - 1, 1, s, GRID_DIVERGING, w.limit);
}
