/* P as a map: a column per dimension, half a line per position, colour for the value. Without
 * colours or blocks: one line per position, a sign for the value. */
#include <math.h>

#include "base/number.h"
#include "core/encoding/posenc.h"
#include "view/encoding/encoding.h"
#include "view/grid.h"

enum { LEFT = 9, RIGHT_MARGIN = 2, FEET = 2 };

/* The visible rows of P; a row may be missing (a learned table). */
struct window {
    struct mat P;
    bool *there;
    int first, shown, wide; /* first dimension, number shown, columns of each */
    int line;               /* positions per line: 2 as half blocks, 1 as signs */
    long top;               /* position of the first row */
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

/* Draws dimension 0   4 … and, for a clock encoding, the pair that each two columns form. */
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
            canvas_putf(c, 1, col, j / 2 == column / 2 ? STYLE_TITLE : STYLE_DIM, s->ascii ? "|%d" : "└%d",
                        j / 2);
    }
    return 1 + pairs;
}

static uint32_t sign_of(double x, double limit)
{
    double size = fabs(x);
    if (!(size > 0.02 * limit))
        return '0';
    if (size > 0.5 * limit)
        return x > 0 ? '#' : '=';
    return x > 0 ? '+' : '-';
}

/* Draws dimension j of the positions whose first is row r of P. */
static void cell(struct canvas c, int row, const struct screen *s, const struct window *w, int r, int j)
{
    int col = LEFT + (j - w->first) * w->wide;
    int low = r + w->line - 1;
    bool upper = w->there[r], lower = w->there[low];
    double a = mat_at(w->P, r, j);
    uint16_t fg = upper ? ink_diverging(a, w->limit) : 0,
             bg = lower ? ink_diverging(mat_at(w->P, low, j), w->limit) : 0;
    uint32_t ch = upper ? 0x2580 : lower ? 0x2584 : '.';
    if (w->line == 1 && upper)
        ch = sign_of(a, w->limit);
    if (s->hidden) {
        ch = s->ascii ? '.' : 0xB7;
        fg = bg = 0;
    }
    if (click_hit(s->click, c, row, col, w->wide))
        click_line(s->click, "set pos %ld column %d", w->top + r, j);
    for (int x = 0; x < w->wide; x++)
        canvas_inked(c, row, col + x, ch, w->line == 1 ? 0 : upper ? fg : bg, upper ? bg : 0);
}

/* Marks position `pos` in the cursor's column: half a cell at its left, or the whole cell. */
static void mark(struct canvas c, int row, int col, const struct window *w, long pos, enum style style)
{
    if (w->line == 1)
        canvas_restyle(c, row, col, w->wide, style);
    else
        canvas_glyph(c, row, col, style, (pos - w->top) % 2 ? 0x2584 : 0x2580);
}

static void body(struct canvas c, int row, const struct screen *s, const struct window *w)
{
    const struct look *look = &s->model->now.state.look;
    for (int r = 0; r < w->P.rows; r += w->line, row++) {
        long pos = w->top + r, last = pos + w->line - 1;
        bool t_here = look->pos >= pos && look->pos <= last, s_here = look->pos2 >= pos && look->pos2 <= last;
        long shown = t_here ? look->pos : s_here ? look->pos2 : pos;
        canvas_putf(c, row, 0,
                    t_here   ? STYLE_TITLE
                    : s_here ? STYLE_NOTE
                             : STYLE_LABEL,
                    "%7ld%s", shown,
                    t_here   ? "t"
                    : s_here ? "s"
                             : " ");
        for (int k = 0; k < w->shown; k++)
            cell(c, row, s, w, r, w->first + k);
        int col = LEFT + (look->column - w->first) * w->wide;
        if (s_here)
            mark(c, row, col, w, look->pos2, STYLE_SELECTED);
        if (t_here)
            mark(c, row, col, w, look->pos, STYLE_CURSOR);
    }
}

/* Draws -1 =====-----0+++++##### +1, the legend of the signs. */
static void signs_legend(struct canvas c, int row, int col, const struct window *w)
{
    enum { HALF = 10 };
    col = canvas_putf(c, row, col, STYLE_DIM, "%.3g ", -w->limit);
    for (int i = -HALF; i <= HALF; i++)
        canvas_inked(c, row, col++, sign_of(i, HALF), 0, ink_diverging(i, HALF));
    canvas_putf(c, row, col, STYLE_DIM, " +%.3g", w->limit);
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
    int top_rows = 1 + (cf->pe->angle != NULL), rows = c.rows - top_rows - FEET,
        room = c.cols - LEFT - RIGHT_MARGIN;
    struct window w = {.wide = cell_columns(room, cf->d), .line = screen_mono(s) || s->ascii ? 1 : 2};
    bool there[2 * 256];
    rows = rows > 256 ? 256 : rows;
    if (rows < 1 || room < 4 || !cf->pe->row || !arena_more(s->scratch, mat_room(w.line * rows, cf->d)))
        return;
    w.shown = room / w.wide < cf->d ? room / w.wide : cf->d;
    w.first = screen_first_shown(look->column, cf->d, w.shown);
    w.top = (look->pos / w.line < rows / 2 ? 0 : look->pos / w.line - rows / 2) *
            (long)w.line; /* centres the line of t */
    w.P = mat_in(s->scratch, w.line * rows, cf->d);
    w.there = there;
    fill(&w, cf);
    body(c, heads(c, s, &w), s, &w);
    value_line(c, c.rows - 2, s, &w);
    if (w.line == 1 && !s->hidden)
        signs_legend(c, c.rows - 1, 1, &w);
    else
        grid_legend(c, c.rows - 1, 1, s, GRID_DIVERGING, w.limit);
}
