/* P as a map: a column per dimension, half a line per position, colour for the value. Without
 * colours or blocks: one line per position, a sign for the value. As part of a page: one line per position,
 * with its word, and the hues of the hands above. */
#include <math.h>

#include "base/number.h"
#include "core/encoding/posenc.h"
#include "view/encoding/encoding.h"
#include "view/grid.h"
#include "view/spots.h"

enum { LEFT = ENCODING_NUMBER + 2, RIGHT_MARGIN = 2, FEET = 2, LOW = 8, MOST_LINES = ENCODING_LINES };

/* The visible rows of P; a row may be missing (a learned table). */
struct window {
    struct mat P;
    bool *there;
    int first, shown, wide;    /* first dimension, number shown, columns of each */
    int number, left;          /* columns of a position's number, before the first dimension */
    struct encoding_rows rows; /* lines: of two positions as half blocks */
    bool signs;                /* a sign for the value, not a colour */
    double limit;
};

static int cell_columns(int room, int d)
{
    int width = room / d;
    return width < 2 ? 2 : width > 5 ? 5 : width;
}

/* Reads the visible rows of P; returns false if memory is exhausted. */
static bool window_open(struct window *w, const struct screen *s, bool there[])
{
    const struct config *cf = &s->session->now.config;
    int rows = w->rows.count * w->rows.each;
    if (!arena_more(s->scratch, mat_room(rows, cf->d)))
        return false;
    w->signs = screen_mono(s) || s->ascii;
    w->P = mat_in(s->scratch, rows, cf->d);
    w->there = there;
    int folded = w->rows.fold < 0 ? 0 : 2 * w->rows.each, from = w->rows.fold == 0 ? folded : 0;
    struct mat run = mat_rows(w->P, from, w->P.rows - folded);
    /* at least 1, whichever rows are visible: most encodings stay within; a learned table has its scale */
    w->limit = cf->pe->row_back ? 0 : fabs(cf->pescale);
    if (cf->pe->rows)
        cf->pe->rows(run, w->rows.top, cf);
    for (int r = 0; r < w->P.rows; r++) {
        /* Fills row r of P, unless `known`, and reads its largest number. */
        long first = encoding_rows_at(&w->rows, r / w->rows.each);
        double *row = mat_row(w->P, r);
        w->there[r] = (cf->pe->rows && r >= from && r < from + run.rows) ||
                      (first >= 0 && cf->pe->row(row, first + r % w->rows.each, cf));
        for (int j = 0; j < cf->d && w->there[r]; j++) {
            row[j] *= cf->pescale;
            w->limit = fmax(w->limit, fabs(row[j]));
        }
    }
    if (!(w->limit > 0))
        w->limit = 1;
    return true;
}

uint32_t encoding_sign(double x, double limit)
{
    double size = fabs(x);
    if (!(size > 0.02 * limit))
        return '0';
    if (size > 0.5 * limit)
        return x > 0 ? '#' : '=';
    return x > 0 ? '+' : '-';
}

void encoding_shade(struct canvas c, const struct screen *s, double x, double limit)
{
    uint32_t ch = screen_mono(s) || s->ascii ? encoding_sign(x, limit) : ' ';
    for (int i = 0; i < c.rows * c.cols; i++)
        canvas_inked(c, i / c.cols, i % c.cols, ch, 0, ink_diverging(x, limit));
}

/* Marks position `pos` in the cursor's column: half a cell at its left, or the whole cell. */
static void mark_position(struct canvas c, int row, const struct window *w, const struct look *look,
                          bool is_t)
{
    int col = w->left + (look->column - w->first) * w->wide;
    enum style style = is_t ? STYLE_CURSOR : STYLE_SELECTED;
    long pos = is_t ? look->pos : look->pos2;
    if (w->signs)
        canvas_restyle(c, row, col, w->wide, style);
    else if (w->rows.each == 1)
        canvas_glyph(c, row, col, style, is_t ? 't' : 's');
    else
        canvas_glyph(c, row, col, style, pos % 2 ? 0x2584 : 0x2580);
}

/* Reports the rows, columns and numbers that the text beside the view speaks of. Hands are columns here. */
static void report_of(struct canvas c, int row, const struct screen *s, const struct window *w, int target)
{
    for (struct spot *p = NULL; (p = spots_next(s, target, p));) {
        const struct aim *t = &p->target;
        int r = t->row < 0 ? 0 : encoding_rows_find(&w->rows, t->row), k = t->col < 0 ? 0 : t->col - w->first;
        struct area a = {row + r, w->left + k * w->wide, t->row < 0 ? w->rows.count : 1,
                         (t->col < 0 ? w->shown : 1) * w->wide};
        p->named = t->row >= 0;
        if (r >= 0 && k >= 0 && k < w->shown)
            spots_found(s, p, c, a);
    }
}

static void body(struct canvas c, int row, const struct screen *s, const struct window *w)
{
    const struct look *look = &s->session->now.state.look;
    int t = encoding_rows_find(&w->rows, look->pos), other = encoding_rows_find(&w->rows, look->pos2);
    report_of(c, row, s, w, LOOK_PE);
    if (look->panel != PANEL_CLOCKS && look->panel != PANEL_DIALS) /* they draw hands and point at them */
        report_of(c, row, s, w, TARGET_HAND);
    for (int r = 0; r < w->rows.count; r++, row++) {
        bool t_here = r == t, s_here = r == other;
        long shown = t_here ? look->pos : s_here ? look->pos2 : encoding_rows_at(&w->rows, r);
        enum style style = t_here ? STYLE_TITLE : s_here ? STYLE_NOTE : STYLE_LABEL;
        if (shown < 0) {
            canvas_right(c, row, 0, w->number, STYLE_DIM, "⋮");
            continue;
        }
        canvas_putf(c, row, 0, style, "%*ld%c", w->number, shown, t_here ? 't' : s_here ? 's' : ' ');
        for (int k = 0; k < w->shown; k++) {
            int upper_row = r * w->rows.each, low = upper_row + w->rows.each - 1, j = w->first + k,
                col = w->left + k * w->wide;
            bool one = w->rows.each == 1, upper = w->there[upper_row], lower = w->there[low];
            double a = upper ? mat_at(w->P, upper_row, j) : 0;
            uint16_t fg = upper ? ink_diverging(a, w->limit) : 0,
                     bg = lower ? ink_diverging(mat_at(w->P, low, j), w->limit) : 0;
            uint32_t ch = upper ? 0x2580 : lower ? 0x2584 : '.';
            if (one && upper)
                ch = w->signs ? encoding_sign(a, w->limit) : ' ';
            if (s->hidden) {
                ch = 0xB7;
                fg = bg = 0;
            }
            if (click_hit(s->click, c, row, col, w->wide))
                click_line(s->click, "set pos %ld column %d", encoding_rows_at(&w->rows, r), j);
            for (int x = 0; x < w->wide; x++)
                canvas_inked(c, row, col + x, ch, one ? 0 : upper ? fg : bg, upper ? bg : 0);
        }
        if (s_here)
            mark_position(c, row, w, look, false);
        if (t_here)
            mark_position(c, row, w, look, true);
    }
}

/* Draws the words beside their positions, in `width` columns from `col` on. */
static void position_words(struct canvas c, const struct screen *s, const struct encoding_rows *rows, int col,
                           int width)
{
    const struct state *now = &s->session->now.state;
    for (int r = 0; r < rows->count && width > 1; r++) {
        long pos = encoding_rows_at(rows, r);
        const char *word = encoding_word(s, pos);
        if (*word)
            canvas_field(c, r, col, width, pos == now->look.pos ? STYLE_TITLE : STYLE_TEXT, word);
    }
}

/* PE(5)[0] = -0.95892; returns the column after it. */
static int value_line(struct canvas c, int row, int col, const struct screen *s)
{
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    struct text t = SCREEN_TEXT(s), brief = SCREEN_TEXT(s);
    double at[CONFIG_MAX_D];
    text_addf(&brief, "PE(%d)[%d] = ", look->pos, look->column);
    text_add(&t, text_str(&brief));
    if (s->hidden)
        text_add(&t, "?");
    else if (cf->pe->row(at, look->pos, cf))
        number_fixed(&t, at[look->column] * cf->pescale, look->digits + 2, 26);
    else
        text_add(&t, screen_text(s, TEXT("none: this position has no row")));
    text_add(&brief, screen_text(s, TEXT_AS("map", "none")));
    return canvas_either(c, row, col, STYLE_TEXT, text_str(&t), text_str(&brief));
}

void encoding_scale_draw(struct canvas c, int row, int col, const struct screen *s, double limit)
{
    enum { BETWEEN = 25 };
    struct text number = SCREEN_TEXT(s);
    text_addf(&number, "%.3g", limit);
    int width = BETWEEN + 2 * (int)number.len;
    if (col + width > c.cols)
        return;
    if ((screen_mono(s) || s->ascii) && !s->hidden) {
        /* Draws -1 =====-----0+++++##### +1, the legend of the signs. */
        enum { HALF = 10 };
        col = canvas_putf(c, row, col, STYLE_DIM, "%.3g ", -limit);
        for (int i = -HALF; i <= HALF; i++)
            canvas_inked(c, row, col++, encoding_sign(i, HALF), 0, ink_diverging(i, HALF));
        canvas_putf(c, row, col, STYLE_DIM, " +%.3g", limit);
    } else
        grid_legend(c, row, col, s, GRID_DIVERGING, limit);
}

void encoding_map_draw(struct canvas c, const struct screen *s)
{
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    bool low = c.rows < LOW;
    int top_rows = 1 + (cf->pe->angle != NULL && !low), rows = c.rows - top_rows - (low ? 1 : FEET),
        room = c.cols - LEFT - RIGHT_MARGIN;
    struct window w = {.wide = cell_columns(room, cf->d), .number = ENCODING_NUMBER, .left = LEFT};
    bool there[2 * MOST_LINES];
    double row[CONFIG_MAX_D];
    rows = rows > MOST_LINES ? MOST_LINES : rows;
    if (rows < 1 || room < 4 || !cf->pe->row)
        return;
    w.shown = room / w.wide < cf->d ? room / w.wide : cf->d;
    w.first = screen_first_shown(look->column, cf->d, w.shown);
    w.rows = encoding_rows_of(look, rows, screen_mono(s) || s->ascii || !cf->pe->row(row, rows, cf) ? 1 : 2);
    if (!window_open(&w, s, there))
        return;
    /* Draws dimension 0   4 … and, for a clock encoding, the hand of each column or pair of columns. */
    struct canvas part = canvas_part(c, 0, 0, top_rows, c.cols);
    int column = look->column, hands = cf->pe->angle != NULL,
        of = hands ? encoding_columns(cf) : 1; /* columns of a hand */
    int every = w.wide >= 3 ? 1 : w.wide == 2 ? 2 : 4;
    canvas_put(part, 0, 0, STYLE_DIM, screen_text(s, TEXT("pos\\dim")));
    if (hands)
        canvas_put(part, 1, 0, STYLE_DIM, screen_text(s, of == 2 ? TEXT("pair") : TEXT("hand")));
    for (int k = 0; k < w.shown; k++) {
        int j = w.first + k, col = w.left + k * w.wide;
        if (j % every == 0)
            canvas_putf(part, 0, col, j == column ? STYLE_TITLE : STYLE_LABEL, "%d", j);
        if (hands && j % of == 0 && (j / of) % (of * w.wide >= 4 ? 1 : 4 / (of * w.wide)) == 0)
            canvas_putf(part, 1, col, j / of == column / of ? STYLE_TITLE : STYLE_DIM,
                        s->ascii ? "|%d" : "└%d", j / of);
    }
    body(c, top_rows, s, &w);
    if (w.rows.each == 1) {
        int end = w.left + w.shown * w.wide + 1;
        position_words(canvas_part(c, top_rows, 0, rows, c.cols), s, &w.rows, end, c.cols - end);
    }
    if (low) {
        encoding_foot_draw(canvas_part(c, c.rows - 1, 1, 1, c.cols), s, w.limit);
        return;
    }
    value_line(c, c.rows - 2, 1, s);
    encoding_scale_draw(c, c.rows - 1, 1, s, w.limit);
}

void encoding_foot_draw(struct canvas c, const struct screen *s, double limit)
{
    enum { SCALE = 30 };
    int col = value_line(c, 0, 0, s) + 2;
    if (c.cols >= col + SCALE)
        encoding_scale_draw(c, 0, col, s, limit);
}

void encoding_page_map_draw(const struct encoding_page *p)
{
    const struct screen *s = p->s;
    const struct config *cf = &s->session->now.config;
    struct window w = {.wide = p->wide, .number = p->number, .left = p->left, .rows = p->rows};
    bool there[2 * MOST_LINES];
    w.first = p->first * encoding_columns(cf);
    w.shown = p->shown * encoding_columns(cf);
    w.shown = w.first + w.shown > cf->d ? cf->d - w.first : w.shown;
    if (!window_open(&w, s, there))
        return;
    encoding_page_title(canvas_part(p->map, 0, p->left, 1, p->map.cols), s, screen_text(s, TEXT("as a map")),
                        &(struct encoding_part){w.first, w.shown, cf->d});
    /* Draws the hand's hue over each of its columns, with the numbers of the columns that have room and do
     * not touch the number before. */
    const struct config *config = &p->s->session->now.config;
    int row = ENCODING_HEAD - 1, every = w.wide == 1 ? 2 : 1, from = w.left;
    for (int k = 0; k < w.shown; k++)
        for (int x = 0; x < w.wide; x++)
            canvas_inked(p->map, row, w.left + k * w.wide + x, ' ', 0,
                         encoding_ink(config, encoding_hand(config, w.first + k), HUE_FULL));
    for (int k = 0; k < w.shown; k += every) {
        int j = w.first + k, col = w.left + k * w.wide, room = every * w.wide;
        int width = 1 + (j > 9) + (j > 99) + (j > 999);
        uint16_t ink = encoding_ink(config, encoding_hand(config, j), HUE_FULL);
        if (width > room || col < from)
            continue;
        from = col + width + 1;
        canvas_putf(p->map, row, col, STYLE_TEXT, "%d", j);
        canvas_ink(p->map, row, col, width, ink);
    }
    body(p->map, ENCODING_HEAD, s, &w);
    position_words(canvas_part(p->map, ENCODING_HEAD, 0, p->map.rows, p->map.cols), s, &p->rows,
                   p->number + 2, p->left - p->number - 3);
    encoding_foot_draw(p->foot, s, w.limit);
}
