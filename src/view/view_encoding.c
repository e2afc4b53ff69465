/* The encoding view: the matrix P as a map, a clock for every frequency pair, and
 * P_t·P_s over the offset. Everything is drawn from the formula for what is seen. */
#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "core/posenc.h"
#include "core/sines.h"
#include "view/dial.h"
#include "view/grid.h"
#include "view/screen.h"

enum { LEFT = 9, DIAL_LEAST = 5, DIAL_MOST = 12 };

/* Columns of a map cell: wider when there is room. */
static int cell_columns(int room, int d)
{
    int width = room / d;
    return width < 2 ? 2 : width > 4 ? 4 : width;
}

static double entry(const struct scene *now, long pos, int column, bool *there)
{
    double row[CONFIG_MAX_D];
    *there = now->config.pe->row && now->config.pe->row(row, pos, &now->config);
    return *there ? row[column] * now->config.pescale : 0;
}

static int first_shown(int at, int count, int room)
{
    int first = at - room / 2;
    if (first > count - room)
        first = count - room;
    return first < 0 ? 0 : first;
}

/* Two positions in a row of cells: the upper half is the even one. */
static void map_row(struct canvas c, int row, const struct screen *s, long pos, int first, int shown, double limit, int wide)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    double upper[CONFIG_MAX_D], lower[CONFIG_MAX_D];
    bool has_upper = now->config.pe->row(upper, pos, &now->config), has_lower = now->config.pe->row(lower, pos + 1, &now->config);
    bool here = look->pos == pos || look->pos == pos + 1;
    canvas_putf(c, row, 0, here ? STYLE_TITLE : STYLE_LABEL, "%7ld", here ? look->pos : pos);
    for (int k = 0; k < shown; k++) {
        double a = upper[first + k] * now->config.pescale, b = lower[first + k] * now->config.pescale;
        for (int x = 0; x < wide; x++) {
            uint8_t fg = has_upper ? ink_diverging(a, limit) : 0, bg = has_lower ? ink_diverging(b, limit) : 0;
            uint32_t ch = s->mono || s->ascii ? (uint32_t)(a > 0.5 * limit ? '#' : a > 0 ? '+' : a < -0.5 * limit ? '=' : a < 0 ? '-' : '0') : 0x2580;
            canvas_glyph(c, row, LEFT + k * wide + x, STYLE_TEXT, ch, fg, bg);
        }
        if (first + k == look->column && here)
            canvas_glyph(c, row, LEFT + k * wide, STYLE_CURSOR, look->pos == pos ? 0x2580 : 0x2584, 0, 0);
    }
}

static void map_heads(struct canvas c, const struct screen *s, int first, int shown, int wide)
{
    const struct look *look = &s->model->now.state.look;
    canvas_put(c, 0, 0, STYLE_DIM, screen_text(s, TEXT("position", "位置")));
    for (int k = 0; k < shown; k += 4)
        canvas_putf(c, 0, LEFT + k * wide, first + k <= look->column && look->column < first + k + 4 ? STYLE_TITLE : STYLE_LABEL, "%d", first + k);
    canvas_put(c, 0, LEFT + shown * wide + 1, STYLE_DIM, screen_text(s, TEXT("dimension", "维度")));
}

static void cursor_line(struct canvas c, int row, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    bool there;
    struct text t = {0};
    double x = entry(now, look->pos, look->column, &there);
    text_addf(&t, "PE(%d)[%d] = ", look->pos, look->column);
    if (there)
        number_fixed(&t, x, look->digits + 2, 24);
    else
        text_add(&t, screen_text(s, TEXT("none: this position has no row", "没有：这个位置没有编码")));
    if (now->config.pe->angle)
        text_addf(&t, "   %s %d", screen_text(s, TEXT("pair", "频率对")), look->column / 2);
    canvas_put(c, row, 0, STYLE_TEXT, text_str(&t));
    text_finish(&t);
}

static double limit_shown(const struct scene *now, long top, int rows)
{
    double most = 0, row[CONFIG_MAX_D];
    for (int r = 0; r < rows; r++)
        if (now->config.pe->row(row, top + r, &now->config))
            for (int j = 0; j < now->config.d; j++)
                most = fmax(most, fabs(row[j] * now->config.pescale));
    return most > 0 ? most : 1;
}

static void heat_map(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    int wide = cell_columns(c.cols - LEFT - 10, now->config.d), shown = (c.cols - LEFT - 10) / wide, rows = c.rows - 3;
    if (shown > now->config.d)
        shown = now->config.d;
    int first = first_shown(look->column, now->config.d, shown);
    long top = look->pos < rows ? 0 : (look->pos - rows) / 2 * 2;
    double limit = limit_shown(now, top, 2 * rows);
    map_heads(c, s, first, shown, wide);
    for (int r = 0; r < rows; r++)
        map_row(c, 1 + r, s, top + 2 * r, first, shown, limit, wide);
    cursor_line(c, c.rows - 2, s);
    grid_legend(c, c.rows - 1, 0, s, GRID_DIVERGING, limit);
}

static void dial_words(struct canvas c, int row, const struct screen *s, int pair, double difference)
{
    const struct config *cf = &s->model->now.config;
    bool here = pair == s->model->now.state.look.column / 2;
    enum style style = here ? STYLE_TITLE : STYLE_DIM;
    double wave = 6.28318530717958647692 / (cf->pe->angle(1, pair, cf) - cf->pe->angle(0, pair, cf));
    canvas_putf(c, row, 0, style, "%d λ%.*f", pair, wave < 100 ? 1 : 0, wave);
    canvas_putf(c, row + 1, 0, style, "cos %.3f", cos(difference));
}

/* The largest dials of which all pairs fit; the least when none do. */
static int dial_rows(struct canvas c, int pairs)
{
    for (int rows = DIAL_MOST; rows > DIAL_LEAST; rows--) {
        int cols = 2 * rows + 2 < 13 ? 13 : 2 * rows + 2;
        if (c.cols / cols * ((c.rows - 1) / (rows + 2)) >= pairs)
            return rows;
    }
    return DIAL_LEAST;
}

static void clocks(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    const struct config *cf = &now->config;
    const struct look *look = &now->state.look;
    int pairs = cf->pe->pairs ? cf->pe->pairs(cf) : (cf->d + 1) / 2;
    int rows = dial_rows(c, pairs), cols = 2 * rows + 2 < 13 ? 13 : 2 * rows + 2;
    int across = c.cols / cols, down = (c.rows - 1) / (rows + 2), shown = across * down;
    int first = first_shown(look->column / 2, pairs, shown);
    canvas_putf(c, 0, 0, STYLE_DIM, screen_text(s, TEXT("clocks: bright hand t = %d, pale hand s = %d", "时钟：亮针 t = %d，暗针 s = %d")),
                look->pos, look->pos2);
    for (int i = 0; i < shown && first + i < pairs; i++) {
        int pair = first + i, row = 1 + i / across * (rows + 2), col = i % across * cols;
        double t = cf->pe->angle(look->pos, pair, cf), u = cf->pe->angle(look->pos2, pair, cf);
        dial_draw(canvas_part(c, row, col, rows, 2 * rows), &(struct dial){t, u, true, pair == look->column / 2}, s->ascii);
        dial_words(canvas_part(c, row + rows, col, 2, cols - 1), 0, s, pair, t - u);
    }
}

/* Σ_i cos((t-s)·ω_i) for the two marked positions, and the curve over the offset. */
static void dot_curve(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    const struct config *cf = &now->config;
    const struct look *look = &now->state.look;
    long offset = (long)look->pos - look->pos2, span = c.cols - 8;
    double most = sines_dot(cf->d, cf->base, 0);
    struct braille b = {canvas_part(c, 1, 6, c.rows - 1, c.cols - 6), s->ascii};
    int height = braille_height(&b), x_before = 0;
    double y_before = 0;
    canvas_putf(c, 0, 0, STYLE_TEXT, "P%s%d·P%s%d = %.4f  (t-s = %ld)", "", look->pos, "", look->pos2, sines_dot(cf->d, cf->base, offset), offset);
    for (long o = -span; o <= span; o++) {
        int x = (int)(o + span);
        double y = (1 - sines_dot(cf->d, cf->base, o) / most) / 2 * (height - 1);
        if (o > -span)
            braille_line(&b, x_before, y_before, x, y, STYLE_TITLE, 0);
        x_before = x;
        y_before = y;
    }
    canvas_putf(c, 1, 0, STYLE_LABEL, "%5.1f", most);
    canvas_putf(c, c.rows - 1, 0, STYLE_LABEL, "%5.1f", -most);
    if (labs(offset) <= span)
        for (int y = 0; y < height; y += 2)
            braille_dot(&b, (int)(offset + span), y, STYLE_KEY, 0);
}

static void no_table(struct canvas c, const struct screen *s)
{
    const struct posenc_def *pe = s->model->now.config.pe;
    canvas_put(c, 0, 0, STYLE_TITLE, screen_text(s, pe->title));
    canvas_put(c, 1, 0, STYLE_FORMULA, pe->formula);
    canvas_flow(canvas_part(c, 3, 0, c.rows, c.cols), 0, STYLE_NOTE, screen_text(s, pe->help));
}

static void draw(struct canvas c, const struct screen *s)
{
    const struct posenc_def *pe = s->model->now.config.pe;
    bool sines = pe->row && pe->angle, wide = c.cols >= 100;
    if (!pe->row) {
        no_table(canvas_part(c, 0, 1, wide ? c.rows : 8, wide ? c.cols / 2 - 2 : c.cols - 2), s);
        if (pe->angle)
            clocks(canvas_part(c, wide ? 0 : 8, wide ? c.cols / 2 : 1, c.rows, c.cols), s);
        return;
    }
    if (!sines) {
        heat_map(canvas_part(c, 0, 0, c.rows, c.cols), s);
        return;
    }
    if (wide) {
        heat_map(canvas_part(c, 0, 0, c.rows, c.cols / 2 - 1), s);
        screen_wall(c, s, 0, c.cols / 2 - 1, c.rows);
        clocks(canvas_part(c, 0, c.cols / 2 + 1, c.rows - 9, c.cols), s);
        dot_curve(canvas_part(c, c.rows - 8, c.cols / 2 + 1, 8, c.cols), s);
    } else {
        heat_map(canvas_part(c, 0, 0, c.rows - 8, c.cols), s);
        clocks(canvas_part(c, c.rows - 8, 1, 8, c.cols), s);
    }
}

const struct view_def view_encoding = {draw};
