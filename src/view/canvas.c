#include "view/canvas.h"

#include <stdarg.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"

static const struct cell blank = {.ch = {' '}, .width = 1};

bool canvas_init(struct canvas *c, int rows, int cols)
{
    *c = (struct canvas){rows, cols, cols, mem_new((size_t)rows * (size_t)cols, sizeof(struct cell)),
                         NULL, NULL};
    if (!c->cells)
        return false;
    canvas_clear(*c);
    return true;
}

void canvas_finish(struct canvas *c)
{
    mem_free(c->cells);
    *c = (struct canvas){0};
}

static struct cell *at(struct canvas c, int row, int col)
{
    return c.cells + (size_t)row * (size_t)c.stride + col;
}

/* NULL: the cell is outside. */
static struct cell *cell_if(struct canvas c, int row, int col)
{
    return row >= 0 && row < c.rows && col >= 0 && col < c.cols ? at(c, row, col) : NULL;
}

void canvas_clear(struct canvas c)
{
    for (int r = 0; r < c.rows; r++)
        for (int k = 0; k < c.cols; k++)
            *at(c, r, k) = blank;
}

struct canvas canvas_part(struct canvas c, int row, int col, int rows, int cols)
{
    row = row < 0 ? 0 : row > c.rows ? c.rows : row;
    col = col < 0 ? 0 : col > c.cols ? c.cols : col;
    rows = rows > c.rows - row ? c.rows - row : rows;
    cols = cols > c.cols - col ? c.cols - col : cols;
    struct canvas part = {rows < 0 ? 0 : rows, cols < 0 ? 0 : cols, c.stride, c.cells, c.watch, c.curves};
    if (c.cells)
        part.cells = c.cells + (size_t)row * (size_t)c.stride + col;
    return part;
}

/* Blanks the other half of a wide character before one half is overwritten. */
static void blank_halves(struct canvas c, int row, int col)
{
    struct cell *cell = at(c, row, col);
    if (cell->width == 0 && col > 0) {
        struct cell *left = at(c, row, col - 1);
        *left = (struct cell){.ch = {' '}, .width = 1, .style = left->style, .bg = left->bg};
    }
    if (cell->width == 2 && col + 1 < c.cols) {
        struct cell *right = at(c, row, col + 1);
        *right = (struct cell){.ch = {' '}, .width = 1, .style = right->style, .bg = right->bg};
    }
}

static void put_cell(struct canvas c, int row, int col, struct cell cell)
{
    if (row < 0 || row >= c.rows || col < 0 || col >= c.cols)
        return;
    if (cell.width == 2 && col + 1 >= c.cols)
        cell = (struct cell){.ch = {' '}, .width = 1, .style = cell.style, .bg = cell.bg};
    if (c.watch)
        c.watch->cell(c.watch, at(c, row, col), &cell);
    blank_halves(c, row, col);
    if (cell.width == 2) {
        blank_halves(c, row, col + 1);
        *at(c, row, col + 1) = (struct cell){.width = 0, .style = cell.style, .fg = cell.fg, .bg = cell.bg};
    }
    *at(c, row, col) = cell;
}

/* Draws at most `bytes` bytes of s; returns the column after them. A text that began before the edge and does
 * not fit is marked as cut with … in the last column; blanks at its end are not missed. */
static int put_bytes(struct canvas c, int row, int col, enum style style, const char *s, size_t bytes)
{
    struct cluster cluster;
    const int begin = col;
    size_t end = bytes;
    while (end > 0 && s[end - 1] == ' ')
        end--;
    if (c.watch)
        c.watch->text(c.watch, c, row, col, s, end);
    for (size_t i = 0; i < bytes; col += cluster.width) {
        size_t n = utf8_cluster(s + i, bytes - i, &cluster);
        if (col + cluster.width > c.cols && i < end) {
            const struct cell *last = cell_if(c, row, c.cols - 1);
            if (begin < c.cols)
                canvas_glyph(c, row, c.cols - 1 - (last && last->width == 0 && begin < c.cols - 1), style,
                             0x2026);
            if (c.watch)
                c.watch->ends(c.watch, true);
            return begin < c.cols ? c.cols : begin;
        }
        struct cell cell = {.width = (uint8_t)cluster.width, .style = (uint8_t)style};
        memcpy(cell.ch, cluster.ch, sizeof cell.ch);
        if (cell.ch[0] == UTF8_NO_BREAK)
            cell.ch[0] = ' ';
        put_cell(c, row, col, cell);
        i += n;
    }
    if (c.watch)
        c.watch->ends(c.watch, false);
    return col;
}

int canvas_put(struct canvas c, int row, int col, enum style style, const char *s)
{
    return put_bytes(c, row, col, style, s, strlen(s));
}

int canvas_put_ink(struct canvas c, int row, int col, enum style style, uint16_t ink, const char *s)
{
    int end = canvas_put(c, row, col, style, s);
    canvas_tint(c, row, col, end - col, ink);
    return end;
}

int canvas_putf(struct canvas c, int row, int col, enum style style, const char *format, ...)
{
    struct text t = TEXT_HERE;
    va_list args;
    va_start(args, format);
    text_addv(&t, format, args);
    va_end(args);
    col = canvas_put(c, row, col, style, text_str(&t));
    text_finish(&t);
    return col;
}

static bool is_run_mark(char c)
{
    return (c > 0 && c < 10) || c == CANVAS_RUN_ENDS;
}

/* Draws the first bytes of s in runs, the first of them in *look, which becomes the look of what follows. */
static int put_runs(struct canvas c, struct slot at, const struct canvas_look *looks,
                    const struct canvas_look **look, const char *s, size_t bytes)
{
    for (size_t n = 0; n < bytes; n++) {
        size_t from = n;
        while (n < bytes && !is_run_mark(s[n]))
            n++;
        int end = put_bytes(c, at.row, at.col, (*look)->style, s + from, n - from);
        if ((*look)->ink)
            canvas_tint(c, at.row, at.col, end - at.col, (*look)->ink);
        at.col = end;
        if (n < bytes)
            *look = s[n] == CANVAS_RUN_ENDS ? looks : looks + s[n];
    }
    return at.col;
}

int canvas_runs(struct canvas c, int row, int col, const struct canvas_look *looks, const char *s)
{
    const struct canvas_look *look = looks;
    return put_runs(c, (struct slot){row, col, 0}, looks, &look, s, strlen(s));
}

void canvas_runs_bare(const char *s, struct text *out)
{
    for (; *s; s++)
        if (!is_run_mark(*s))
            text_add_char(out, *s);
}

int canvas_either(struct canvas c, int row, int col, enum style style, const char *whole, const char *brief)
{
    return canvas_put(c, row, col, style, col + utf8_width(whole) <= c.cols ? whole : brief);
}

int canvas_key(struct canvas c, int row, int col, const char *key, const char *does)
{
    return canvas_put(c, row, canvas_put(c, row, col, STYLE_KEY, key) + 1, STYLE_DIM, does);
}

void canvas_field(struct canvas c, int row, int col, int width, enum style style, const char *s)
{
    const int end = col + width;
    if (utf8_width(s) <= width) {
        col = canvas_put(c, row, col, style, s);
    } else {
        col = put_bytes(c, row, col, style, s, utf8_fit(s, width - 1));
        col = width > 0 ? canvas_put(c, row, col, style, "…") : col;
    }
    for (; col < end; col++)
        canvas_glyph(c, row, col, style, ' ');
}

void canvas_right(struct canvas c, int row, int col, int width, enum style style, const char *s)
{
    const int begin = col + width - utf8_width(s);
    for (; col < begin; col++, width--)
        canvas_glyph(c, row, col, style, ' ');
    canvas_field(c, row, col, width, style, s);
}

void canvas_number(struct canvas c, struct slot at, enum style style, double x, int digits)
{
    struct text t = TEXT_HERE;
    number_fixed(&t, x, digits, at.width);
    canvas_right(c, at.row, at.col, at.width, style, text_str(&t));
    text_finish(&t);
}

bool canvas_blank(struct canvas c, int row, int col, int width)
{
    bool is = row >= 0 && row < c.rows && col >= 0 && col + width <= c.cols;
    for (int k = col; is && k < col + width; k++)
        is = c.cells[(size_t)row * (size_t)c.stride + (size_t)k].ch[0] == ' ';
    return is;
}

void canvas_glyph(struct canvas c, int row, int col, enum style style, uint32_t ch)
{
    put_cell(c, row, col, (struct cell){.ch = {ch}, .width = 1, .style = (uint8_t)style});
}

void canvas_inked(struct canvas c, int row, int col, uint32_t ch, uint16_t fg, uint16_t bg)
{
    put_cell(c, row, col, (struct cell){.ch = {ch}, .width = 1, .style = STYLE_TEXT, .fg = fg, .bg = bg});
}

void canvas_shade(struct canvas c, int row, int col, int width)
{
    for (int k = col; k < col + width; k++) {
        struct cell *cell = cell_if(c, row, k);
        uint32_t shade = cell && cell->ch[0] == ' ' ? ink_pattern(cell->bg) : 0;
        if (shade)
            cell->ch[0] = shade;
    }
}

void canvas_restyle(struct canvas c, int row, int col, int width, enum style style)
{
    for (struct cell *cell; width > 0; width--, col++)
        if ((cell = cell_if(c, row, col))) {
            cell->style = (uint8_t)style;
            cell->fg = cell->bg = cell->curve = 0;
        }
}

void canvas_ink(struct canvas c, int row, int col, int width, uint16_t bg)
{
    struct cell *cell;
    for (int k = col; k < col + width; k++)
        if ((cell = cell_if(c, row, k))) {
            cell->bg = bg;
            cell->curve = 0;
        }
}

void canvas_tint(struct canvas c, int row, int col, int width, uint16_t fg)
{
    struct cell *cell;
    for (int k = col; k < col + width; k++)
        if ((cell = cell_if(c, row, k))) {
            cell->fg = fg;
            cell->curve = 0;
        }
}

void canvas_curve(struct canvas c, int row, int col, int width, int curve)
{
    struct cell *cell;
    for (int k = col; k < col + width; k++)
        if ((cell = cell_if(c, row, k)))
            cell->curve = (uint16_t)curve;
}

/* Flows a text, with runs or, in the first look, without. */
static int flow_in(struct canvas c, int skip, const struct canvas_look *looks, bool runs, const char *s)
{
    const struct canvas_look *look = looks;
    int row = 0, col = 0;
    for (size_t left = strlen(s), n; left > 0; s += n, left -= n) {
        struct cluster before, next;
        if (*s == '\n' || *s == ' ') {
            row += *s == '\n';
            col = *s == '\n' ? 0 : col > 0 ? col + 1 : 0;
            n = 1;
            continue;
        }
        for (n = 0; n < left && runs && is_run_mark(s[n]);)
            n++;
        if (n == left) /* a run without text at the end */
            break;
        n += utf8_cluster(s + n, left - n, &before);
        int width = before.width; /* of the unbreakable unit that begins here; more than a row: any */
        while (n < left && width <= c.cols && s[n] != ' ' && s[n] != '\n') {
            if (runs && is_run_mark(s[n])) {
                n++;
                continue;
            }
            size_t more = utf8_cluster(s + n, left - n, &next);
            if (utf8_may_break(&before, &next))
                break;
            width += next.width;
            n += more;
            before = next;
        }
        if (col > 0 && col + width > c.cols) {
            row++;
            col = 0;
        }
        if (width > c.cols && c.cols > 1) {
            n = utf8_fit(s, c.cols);
            width = c.cols;
        }
        if (c.cells && row >= skip && runs)
            put_runs(c, (struct slot){row - skip, col, 0}, looks, &look, s, n);
        else if (c.cells && row >= skip)
            put_bytes(c, row - skip, col, looks->style, s, n);
        col += width;
        n = n ? n : left;
    }
    return row + 1;
}

int canvas_flow(struct canvas c, int skip, enum style style, const char *s)
{
    return flow_in(c, skip, &(struct canvas_look){style, 0}, false, s);
}

int canvas_flow_runs(struct canvas c, const struct canvas_look *looks, const char *s)
{
    return flow_in(c, 0, looks, true, s);
}

bool canvas_equal(struct canvas a, struct canvas b)
{
    if (a.rows != b.rows || a.cols != b.cols)
        return false;
    for (int r = 0; r < a.rows; r++)
        for (int k = 0; k < a.cols; k++)
            if (memcmp(at(a, r, k), at(b, r, k), sizeof(struct cell)) != 0)
                return false;
    return true;
}

void canvas_cluster(const struct cell *cell, struct text *out)
{
    for (int i = 0; cell->width > 0 && i <= UTF8_MARKS && (i == 0 || cell->ch[i]); i++) {
        char bytes[4];
        text_add_bytes(out, bytes, utf8_encode(cell->ch[i], bytes));
    }
}

void canvas_planes(struct canvas c, struct text *out)
{
    for (int r = 0; r < c.rows; r++) {
        bool inked = false;
        text_add_char(out, '|');
        for (int k = 0; k < c.cols; k++)
            canvas_cluster(at(c, r, k), out);
        text_add(out, "|\n:");
        for (int k = 0; k < c.cols; k++) {
            const struct cell *cell = at(c, r, k);
            inked = inked || cell->fg;
            text_add_char(out, cell->bg ? (char)('0' + ink_level(cell->bg)) : style_defs[cell->style].letter);
        }
        text_add(out, inked ? ":\n^" : ":\n");
        for (int k = 0; k < c.cols && inked; k++)
            text_add_char(out, at(c, r, k)->fg ? (char)('0' + ink_level(at(c, r, k)->fg)) : '.');
        text_add(out, inked ? "^\n" : "");
    }
}

void canvas_text(struct canvas c, struct text *out)
{
    for (int r = 0; r < c.rows; r++) {
        for (int k = 0; k < c.cols; k++)
            canvas_cluster(at(c, r, k), out);
        while (out->len > 0 && out->s[out->len - 1] == ' ')
            out->s[--out->len] = '\0';
        text_add_char(out, '\n');
    }
}
