#include "export/view.h"

#include <string.h>

#include "view/curves.h"

enum { CELL_WIDTH = 9, CELL_HEIGHT = 18, BASELINE = 14, MARGIN = 9 };

static const struct cell *exported_cell(struct canvas c, int row, int col)
{
    return c.cells + (size_t)row * (size_t)c.stride + col;
}

static bool same_paint(const struct cell *a, const struct cell *b)
{
    return a->style == b->style && a->fg == b->fg && a->bg == b->bg;
}

void export_ansi(struct canvas c, enum theme theme, struct text *out)
{
    for (int r = 0; r < c.rows; r++) {
        for (int k = 0; k < c.cols; k++) {
            const struct cell *cell = exported_cell(c, r, k);
            if (k == 0 || !same_paint(cell, exported_cell(c, r, k - 1))) {
                struct look_of look = style_resolve(theme, (enum style)cell->style, cell->fg, cell->bg);
                text_add(out, "\033[0");
                text_add(out, look.attrs & ATTR_BOLD ? ";1" : "");
                text_add(out, look.attrs & ATTR_UNDERLINE ? ";4" : "");
                text_add(out, look.attrs & ATTR_REVERSE ? ";7" : "");
                if (look.own_fg)
                    text_addf(out, ";38;2;%d;%d;%d", look.fg.r, look.fg.g, look.fg.b);
                if (look.own_bg)
                    text_addf(out, ";48;2;%d;%d;%d", look.bg.r, look.bg.g, look.bg.b);
                text_add(out, "m");
            }
            if (cell->width > 0)
                canvas_cluster(cell, out);
        }
        text_add(out, "\033[0m\n");
    }
}

/* The visible colours: defaults filled in, reverse applied. */
static void seen(const struct cell *cell, enum theme theme, struct rgb *fg, struct rgb *bg)
{
    struct look_of look = style_seen(theme, (enum style)cell->style, cell->fg, cell->bg);
    *fg = look.fg;
    *bg = look.bg;
    if (look.attrs & ATTR_REVERSE) {
        struct rgb t = *fg;
        *fg = *bg;
        *bg = t;
    }
    if (cell->curve)
        *bg = ink_rgb(INK_GROUND, theme);
}

static bool svg_same(const struct rgb *a, const struct rgb *b)
{
    return a->r == b->r && a->g == b->g && a->b == b->b;
}

static bool svg_bold(const struct cell *cell, enum theme theme)
{
    return style_defs[cell->style].themes[theme].attrs & ATTR_BOLD;
}

/* (as a path, which takes fewer bytes than a rect) */
static void svg_rect(struct text *out, struct rgb colour, const int place[4])
{
    text_addf(out, "<path fill=\"#%02x%02x%02x\" d=\"M%d %dh%dv%dh%d\"/>\n", colour.r, colour.g, colour.b,
              place[0], place[1], place[2], place[3], -place[2]);
}

/* Returns how many characters from `col` on form one text element: ASCII in one colour, no two blanks in a
 * row. */
static int svg_run(struct canvas c, enum theme theme, int row, int col)
{
    const struct cell *first = exported_cell(c, row, col);
    struct rgb fg, bg, next;
    int end = col + 1, last = end;
    seen(first, theme, &fg, &bg);
    if (first->ch[0] >= 0x7F || first->ch[1])
        return 1;
    for (; end < c.cols && end <= last + 1; end++) {
        const struct cell *cell = exported_cell(c, row, end);
        bool blank = cell->ch[0] == ' ';
        seen(cell, theme, &next, &bg);
        if (cell->width != 1 || cell->ch[0] >= 0x7F || cell->ch[1] ||
            (!blank && (!svg_same(&fg, &next) || svg_bold(first, theme) != svg_bold(cell, theme))))
            break;
        last = blank ? last : end + 1;
    }
    return last - col;
}

static void svg_text(struct text *out, struct canvas c, enum theme theme, const int place[3])
{
    const struct cell *first = exported_cell(c, place[0], place[1]);
    struct rgb fg, bg;
    seen(first, theme, &fg, &bg);
    text_addf(out, "<text x=\"%d\" y=\"%d\" fill=\"#%02x%02x%02x\"%s", place[1] * CELL_WIDTH,
              place[0] * CELL_HEIGHT + BASELINE, fg.r, fg.g, fg.b,
              svg_bold(first, theme) ? " font-weight=\"bold\"" : "");
    if (first->curve) { /* a name may be wider than the curve is there */
        struct rgb halo = ink_rgb(first->bg, theme);
        text_addf(out, " stroke=\"#%02x%02x%02x\" paint-order=\"stroke\"", halo.r, halo.g, halo.b);
    }
    if (place[2] > 1)
        text_addf(out, " textLength=\"%d\"", place[2] * CELL_WIDTH);
    text_add(out, ">");
    for (int i = 0; i < place[2]; i++) {
        const struct cell *cell = exported_cell(c, place[0], place[1] + i);
        if (cell->ch[0] == '<' || cell->ch[0] == '>' || cell->ch[0] == '&')
            text_addf(out, "&#%u;", (unsigned)cell->ch[0]);
        else
            canvas_cluster(cell, out);
    }
    text_add(out, "</text>\n");
}

/* Returns how many cells from `col` on have the same character in the same colour. */
static int svg_alike(struct canvas c, enum theme theme, int row, int col)
{
    const struct cell *first = exported_cell(c, row, col);
    struct rgb fg, next, bg;
    int end = col + 1;
    seen(first, theme, &fg, &bg);
    for (; end < c.cols && exported_cell(c, row, end)->ch[0] == first->ch[0]; end++) {
        seen(exported_cell(c, row, end), theme, &next, &bg);
        if (!svg_same(&fg, &next))
            break;
    }
    return end - col;
}

/* Sets `part` to the rectangle (x, y, width, height in the cell) that a block or a rule fills. Returns false
 * for other characters. */
static bool svg_block(uint32_t ch, int part[4])
{
    int lower = ch >= 0x2581 && ch <= 0x2588 ? (int)(ch - 0x2580) : 0; /* eighths of the height */
    int left = ch >= 0x2589 && ch <= 0x258F ? (int)(0x2590 - ch) : 8;  /* eighths of the width */
    int height = (CELL_HEIGHT * lower + 4) / 8, half = CELL_HEIGHT / 2;
    memcpy(part, (const int[]){0, 0, (CELL_WIDTH * left + 4) / 8, CELL_HEIGHT}, 4 * sizeof *part);
    if (lower > 0)
        memcpy(part + 1, (const int[]){CELL_HEIGHT - height, CELL_WIDTH, height}, 3 * sizeof *part);
    if (ch == 0x2580) /* the upper half */
        part[3] = half;
    if (ch == 0x2500) /* a rule */
        memcpy(part + 1, (const int[]){half, CELL_WIDTH, 1}, 3 * sizeof *part);
    return lower > 0 || left < 8 || ch == 0x2580 || ch == 0x2500;
}

/* Draws what begins in a cell and returns its width in cells. Blocks, rules and braille are drawn as shapes:
 * fonts leave seams between them. */
static int svg_glyph(struct text *out, struct canvas c, enum theme theme, int row, int col)
{
    const struct cell *cell = exported_cell(c, row, col);
    uint32_t ch = cell->ch[0];
    int x = col * CELL_WIDTH, y = row * CELL_HEIGHT, run = 1, part[4];
    struct rgb fg, bg;
    if (cell->width == 0 || ch == ' ' || curves_hide(cell))
        return 1;
    seen(cell, theme, &fg, &bg);
    if (svg_block(ch, part)) {
        run = part[2] == CELL_WIDTH ? svg_alike(c, theme, row, col) : 1;
        svg_rect(out, fg, (const int[]){x + part[0], y + part[1], part[2] + (run - 1) * CELL_WIDTH, part[3]});
    } else if (ch >= 0x2800 && ch <= 0x28FF) {
        /* Braille dots are strokes of length 0 with round caps. */
        static const int at[8][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}};
        text_addf(out, "<path shape-rendering=\"auto\" stroke=\"#%02x%02x%02x\" d=\"", fg.r, fg.g, fg.b);
        for (int i = 0; i < 8; i++)
            if (ch >> i & 1)
                text_addf(out, "M%d %dh0", x + 2 + 5 * at[i][0], y + 2 + 5 * at[i][1]);
        text_add(out, "\"/>\n");
    } else {
        run = svg_run(c, theme, row, col);
        svg_text(out, c, theme, (const int[]){row, col, run});
    }
    return run;
}

void svg_begin(int rows, int cols, enum theme theme, struct text *out)
{
    struct cell blank = {.ch = {' '}, .width = 1};
    struct rgb fg, paper;
    int width = cols * CELL_WIDTH + 2 * MARGIN, height = rows * CELL_HEIGHT + 2 * MARGIN;
    seen(&blank, theme, &fg, &paper);
    text_addf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\" "
              "font-family=\"monospace\" font-size=\"15\" stroke-width=\"2.6\" stroke-linecap=\"round\" "
              "shape-rendering=\"crispEdges\">\n",
              width, height, -MARGIN, -MARGIN, width, height);
    svg_rect(out, paper, (const int[]){-MARGIN, -MARGIN, width, height});
}

void svg_behind(struct canvas c, enum theme theme, struct text *out)
{
    for (int r = 0; r < c.rows; r++) {
        /* Draws a row's background: one rectangle for every run of a colour other than the paper's. */
        struct cell blank = {.ch = {' '}, .width = 1};
        struct rgb fg, paper, here, next;
        seen(&blank, theme, &fg, &paper);
        for (int k = 0, end; k < c.cols; k = end) {
            seen(exported_cell(c, r, k), theme, &fg, &here);
            for (end = k + 1; end < c.cols; end++) {
                seen(exported_cell(c, r, end), theme, &fg, &next);
                if (!svg_same(&here, &next))
                    break;
            }
            if (!svg_same(&here, &paper))
                svg_rect(out, here,
                         (const int[]){k * CELL_WIDTH, r * CELL_HEIGHT, (end - k) * CELL_WIDTH, CELL_HEIGHT});
        }
    }
}

void svg_ink(struct canvas c, enum theme theme, struct text *out)
{
    for (int r = 0; r < c.rows; r++)
        for (int k = 0; k < c.cols;)
            k += svg_glyph(out, c, theme, r, k);
}

void export_svg(struct canvas c, enum theme theme, struct text *out)
{
    svg_begin(c.rows, c.cols, theme, out);
    svg_behind(c, theme, out);
    if (c.curves) {
        text_addf(
            out,
            "<g transform=\"scale(%g %g)\" stroke-linecap=\"butt\" shape-rendering=\"geometricPrecision\">\n",
            (double)CELL_WIDTH / PAINT_SUB, (double)CELL_HEIGHT / PAINT_SUB);
        curves_svg(c.curves, theme, out);
        text_add(out, "</g>\n");
    }
    svg_ink(c, theme, out);
    text_add(out, "</svg>\n");
}

void export_html(struct canvas c, enum theme theme, struct text *out)
{
    struct cell blank = {.ch = {' '}, .width = 1};
    struct rgb ink, paper;
    seen(&blank, theme, &ink, &paper);
    text_addf(out,
              "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>qkv</title>\n<style>\nbody { background: "
              "#%02x%02x%02x }\n"
              "pre { color: #%02x%02x%02x; font: 15px/18px monospace }\n"
              "b { display: inline-block; width: 1ch; height: 18px; vertical-align: top; overflow: hidden; "
              "font-weight: inherit }\n"
              ".w { width: 2ch }\n</style>\n<pre>\n",
              paper.r, paper.g, paper.b, ink.r, ink.g, ink.b);
    for (int r = 0; r < c.rows; r++) {
        for (int k = 0; k < c.cols; k++) {
            const struct cell *cell = exported_cell(c, r, k);
            if (k == 0 || !same_paint(cell, exported_cell(c, r, k - 1))) {
                text_add(out, k > 0 ? "</span>" : "");
                struct rgb fg, bg;
                unsigned attrs = style_defs[cell->style].themes[theme].attrs;
                seen(cell, theme, &fg, &bg);
                text_addf(out, "<span style=\"color:#%02x%02x%02x;background:#%02x%02x%02x%s%s\">", fg.r,
                          fg.g, fg.b, bg.r, bg.g, bg.b, attrs & ATTR_BOLD ? ";font-weight:bold" : "",
                          attrs & ATTR_UNDERLINE ? ";text-decoration:underline" : "");
            }
            if (cell->width > 0) {
                /* Characters special to HTML become numeric references. Glyphs that fall back to another font
                 * (Han, braille) get a fixed-width box. */
                bool lent = cell->width == 2 || (cell->ch[0] >= 0x2800 && cell->ch[0] <= 0x28FF);
                text_add(out, cell->width == 2 ? "<b class=w>" : lent ? "<b>" : "");
                if (cell->ch[0] == '<' || cell->ch[0] == '>' || cell->ch[0] == '&')
                    text_addf(out, "&#%u;", (unsigned)cell->ch[0]);
                else
                    canvas_cluster(cell, out);
                text_add(out, lent ? "</b>" : "");
            }
        }
        text_add(out, "</span>\n");
    }
    text_add(out, "</pre>\n");
}
