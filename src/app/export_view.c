#include "app/export_view.h"

enum { CELL_WIDTH = 9, CELL_HEIGHT = 18, BASELINE = 14 };

static const struct cell *cell_at(struct canvas c, int row, int col)
{
    return c.cells + (size_t)row * (size_t)c.stride + col;
}

static void add_cluster(struct text *out, const struct cell *cell)
{
    for (int i = 0; i <= UTF8_MARKS && (i == 0 || cell->ch[i]); i++) {
        char bytes[4];
        text_add_bytes(out, bytes, utf8_encode(cell->ch[i], bytes));
    }
}

static void sgr(struct text *out, const struct look_of *look)
{
    text_add(out, "\033[0");
    text_add(out, look->attrs & ATTR_BOLD ? ";1" : "");
    text_add(out, look->attrs & ATTR_DIM ? ";2" : "");
    text_add(out, look->attrs & ATTR_UNDERLINE ? ";4" : "");
    text_add(out, look->attrs & ATTR_REVERSE ? ";7" : "");
    if (look->own_fg)
        text_addf(out, ";38;2;%d;%d;%d", look->fg.r, look->fg.g, look->fg.b);
    if (look->own_bg)
        text_addf(out, ";48;2;%d;%d;%d", look->bg.r, look->bg.g, look->bg.b);
    text_add(out, "m");
}

static bool same_paint(const struct cell *a, const struct cell *b)
{
    return a->style == b->style && a->fg == b->fg && a->bg == b->bg;
}

void export_ansi(struct canvas c, enum theme theme, struct text *out)
{
    for (int r = 0; r < c.rows; r++) {
        for (int k = 0; k < c.cols; k++) {
            const struct cell *cell = cell_at(c, r, k);
            if (k == 0 || !same_paint(cell, cell_at(c, r, k - 1))) {
                struct look_of look = style_resolve(theme, (enum style)cell->style, cell->fg, cell->bg);
                sgr(out, &look);
            }
            if (cell->width > 0)
                add_cluster(out, cell);
        }
        text_add(out, "\033[0m\n");
    }
}

/* Foreground and background as they are seen: defaults filled in, reverse applied. */
static void seen(const struct cell *cell, enum theme theme, struct rgb *fg, struct rgb *bg)
{
    bool light = theme == THEME_LIGHT;
    struct rgb paper = light ? (struct rgb){255, 255, 255} : (struct rgb){16, 16, 16};
    struct rgb ink = light ? (struct rgb){0, 0, 0} : (struct rgb){229, 229, 229};
    struct look_of look = style_resolve(theme, (enum style)cell->style, cell->fg, cell->bg);
    *fg = look.own_fg ? look.fg : ink;
    *bg = look.own_bg ? look.bg : paper;
    if (look.attrs & ATTR_REVERSE) {
        struct rgb t = *fg;
        *fg = *bg;
        *bg = t;
    }
}

static void svg_character(struct text *out, const struct cell *cell, int row, int col, struct rgb fg, bool bold)
{
    text_addf(out, "<text x=\"%d\" y=\"%d\" fill=\"#%02x%02x%02x\"%s>", col * CELL_WIDTH, row * CELL_HEIGHT + BASELINE, fg.r, fg.g, fg.b,
              bold ? " font-weight=\"bold\"" : "");
    if (cell->ch[0] == '<' || cell->ch[0] == '>' || cell->ch[0] == '&')
        text_addf(out, "&#%u;", (unsigned)cell->ch[0]);
    else
        add_cluster(out, cell);
    text_add(out, "</text>\n");
}

/* Half blocks are drawn as rectangles: fonts leave seams between them. */
static void svg_cell(struct text *out, const struct cell *cell, enum theme theme, int row, int col)
{
    struct rgb fg, bg;
    int x = col * CELL_WIDTH, y = row * CELL_HEIGHT, width = cell->width * CELL_WIDTH;
    seen(cell, theme, &fg, &bg);
    text_addf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\"/>\n", x, y, width, CELL_HEIGHT, bg.r, bg.g, bg.b);
    uint32_t ch = cell->ch[0];
    if (ch == 0x2580 || ch == 0x2584 || ch == 0x2588)
        text_addf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\"/>\n", x, ch == 0x2584 ? y + CELL_HEIGHT / 2 : y,
                  width, ch == 0x2588 ? CELL_HEIGHT : CELL_HEIGHT / 2, fg.r, fg.g, fg.b);
    else if (ch != ' ')
        svg_character(out, cell, row, col, fg, style_defs[cell->style].themes[theme].attrs & ATTR_BOLD);
}

void export_svg(struct canvas c, enum theme theme, struct text *out)
{
    struct cell blank = {.ch = {' '}, .width = 1};
    struct rgb fg, paper;
    seen(&blank, theme, &fg, &paper);
    text_addf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"monospace\" font-size=\"15\">\n",
              c.cols * CELL_WIDTH, c.rows * CELL_HEIGHT, c.cols * CELL_WIDTH, c.rows * CELL_HEIGHT);
    text_addf(out, "<rect width=\"100%%\" height=\"100%%\" fill=\"#%02x%02x%02x\"/>\n", paper.r, paper.g, paper.b);
    for (int r = 0; r < c.rows; r++)
        for (int k = 0; k < c.cols; k++) {
            const struct cell *cell = cell_at(c, r, k);
            bool plain = cell->ch[0] == ' ' && !cell->bg && style_defs[cell->style].themes[theme].bg < 0;
            if (cell->width > 0 && !plain)
                svg_cell(out, cell, theme, r, k);
        }
    text_add(out, "</svg>\n");
}

/* Characters that mean something to HTML by number; a wide one in a box of two columns, so that fonts cannot move it. */
static void html_character(struct text *out, const struct cell *cell)
{
    text_add(out, cell->width == 2 ? "<b class=w>" : "");
    if (cell->ch[0] == '<' || cell->ch[0] == '>' || cell->ch[0] == '&')
        text_addf(out, "&#%u;", (unsigned)cell->ch[0]);
    else
        add_cluster(out, cell);
    text_add(out, cell->width == 2 ? "</b>" : "");
}

static void html_paint(struct text *out, const struct cell *cell, enum theme theme)
{
    struct rgb fg, bg;
    unsigned attrs = style_defs[cell->style].themes[theme].attrs;
    seen(cell, theme, &fg, &bg);
    text_addf(out, "<span style=\"color:#%02x%02x%02x;background:#%02x%02x%02x%s%s\">", fg.r, fg.g, fg.b, bg.r, bg.g, bg.b,
              attrs & ATTR_BOLD ? ";font-weight:bold" : "", attrs & ATTR_UNDERLINE ? ";text-decoration:underline" : "");
}

void export_html(struct canvas c, enum theme theme, struct text *out)
{
    struct cell blank = {.ch = {' '}, .width = 1};
    struct rgb ink, paper;
    seen(&blank, theme, &ink, &paper);
    text_addf(out, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>qkv</title>\n<style>\nbody { background: #%02x%02x%02x }\n"
                   "pre { color: #%02x%02x%02x; font: 15px/18px monospace }\n"
                   ".w { display: inline-block; width: 2ch; height: 18px; vertical-align: top; overflow: hidden; font-weight: inherit }\n</style>\n<pre>\n",
              paper.r, paper.g, paper.b, ink.r, ink.g, ink.b);
    for (int r = 0; r < c.rows; r++) {
        for (int k = 0; k < c.cols; k++) {
            const struct cell *cell = cell_at(c, r, k);
            if (k == 0 || !same_paint(cell, cell_at(c, r, k - 1))) {
                text_add(out, k > 0 ? "</span>" : "");
                html_paint(out, cell, theme);
            }
            if (cell->width > 0)
                html_character(out, cell);
        }
        text_add(out, "</span>\n");
    }
    text_add(out, "</pre>\n");
}
