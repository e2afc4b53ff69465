/* A grid of positions as a picture: how alike one cell is to all others. */

#include "core/encoding/posenc.h"
#include "view/encoding/encoding.h"

/* Columns of a row's number; least columns of a cell with its number; most lines of a cell. */
enum { LEFT = 4, NUMBERED = 6, TALLEST = 8 };

/* The part of the grid that is shown. A cell takes `wide` columns and `half` half lines. */
struct field {
    const struct screen *s;
    const struct config *c;
    encoding_likeness *like;
    double limit;
    int columns, rows;            /* of the whole grid */
    int left, top, across, shown; /* first column and row, how many of each */
    int wide, half;
    bool numbers;
};

static bool signs(const struct field *f)
{
    return screen_mono(f->s) || f->s->ascii;
}

static double value(const struct field *f, int row, int col)
{
    return f->like(f->c, f->s->session->now.state.look.encoding.pos,
                   (long)(f->top + row) * f->columns + f->left + col);
}

/* Returns the mark of a cell: t, s or a blank. */
static uint32_t patch_mark(const struct field *f, int row, int col)
{
    const struct look *look = &f->s->session->now.state.look;
    long pos = (long)(f->top + row) * f->columns + f->left + col;
    return pos == look->encoding.pos ? 't' : pos == look->encoding.pos2 ? 's' : ' ';
}

/* Draws a cell of whole lines. */
static void patch_cell(struct canvas c, const struct field *f, int row, int col)
{
    double x = value(f, row, col);
    uint16_t ink = ink_diverging(x, f->limit);
    uint32_t here = patch_mark(f, row, col);
    enum style style = here == 't' ? STYLE_CURSOR : STYLE_TEXT;
    for (int i = 0; i < c.rows * c.cols; i++)
        canvas_inked(c, i / c.cols, i % c.cols, signs(f) && !f->numbers ? encoding_sign(x, f->limit) : ' ', 0,
                     ink);
    if (f->numbers) {
        canvas_putf(c, 0, c.cols - 5, style, "%*.2f", 5, x);
        canvas_ink(c, 0, c.cols - 5, 5, here == 't' ? 0 : ink);
        const struct state *now = &f->s->session->now.state;
        long at = (long)(f->top + row) * f->columns + f->left + col - now->set.start;
        struct text t = SCREEN_TEXT(f->s);
        if (at >= 0 && at < now->sentence->count) {
            screen_word_in(now, now->sentence, (int)at, c.cols - 2 - (here != ' '), &t);
            int end = canvas_put(c, 1, 1, STYLE_TEXT, text_str(&t));
            canvas_ink(c, 1, 1, end - 1, ink);
        }
    }
    if (here != ' ')
        canvas_glyph(c, f->numbers ? 1 : 0, f->numbers ? c.cols - 1 : 0,
                     here == 't' ? STYLE_CURSOR : STYLE_SELECTED, here);
}

/* Draws two cells above each other in one line. */
static void halves(struct canvas c, const struct field *f, int row, int col)
{
    uint16_t below = row + 1 < f->shown ? ink_diverging(value(f, row + 1, col), f->limit) : 0;
    uint32_t upper = patch_mark(f, row, col), lower = row + 1 < f->shown ? patch_mark(f, row + 1, col) : ' ';
    canvas_inked(c, 0, 0, 0x2580, ink_diverging(value(f, row, col), f->limit), below);
    if (upper != ' ' || lower != ' ') /* the ground of the style shows where it is */
        canvas_glyph(c, 0, 0, upper == 't' || lower == 't' ? STYLE_CURSOR : STYLE_SELECTED,
                     upper != ' ' ? 0x2584 : 0x2580);
}

/* Returns the rows of the grid: as many as the sentence fills; a square if it does not fill one. */
static int field_rows(const struct screen *s)
{
    const struct state *now = &s->session->now.state;
    int words = now->set.start + now->sentence->count, columns = posenc_grid(&s->session->now.config),
        pos = now->look.encoding.pos, rows = words > columns ? (words + columns - 1) / columns : columns;
    return rows > pos / columns + 1 ? rows : pos / columns + 1;
}

struct page_size encoding_field_size(const void *of, int cols)
{
    enum { NUMBERED_ROWS = 5, LINES = 16 }; /* so few have room for numbers */
    const struct screen *s = of;
    int rows = field_rows(s), high = (cols - LEFT) / posenc_grid(&s->session->now.config) / 2;
    high = high < 1 ? 1 : high > TALLEST ? TALLEST : high;
    return (struct page_size){.rows = rows <= NUMBERED_ROWS ? 1 + 2 * rows
                                      : 2 + rows < LINES    ? 2 + rows
                                                            : LINES,
                              .most_rows = 2 + high * rows,
                              .cols = 30};
}

void encoding_field_draw(struct canvas c, const struct screen *s, encoding_likeness *like, double limit)
{
    const struct config *cf = &s->session->now.config;
    int pos = s->session->now.state.look.encoding.pos, columns = posenc_grid(cf);
    struct field f = {.s = s, .c = cf, .like = like, .limit = limit, .columns = columns};
    f.rows = field_rows(s);
    /* Chooses the largest cells with which the whole grid fits, else the smallest. */
    int wide = (c.cols - LEFT) / f.columns, high = (c.rows - 1) / f.rows;
    f.numbers = wide >= NUMBERED && high >= 2; /* else the picture is not square */
    if (f.numbers) {
        high = high > wide / 2 ? wide / 2 : high;
        high = high > TALLEST ? TALLEST : high;
        f.half = 2 * high;
        f.wide = 2 * high + 2 < NUMBERED ? NUMBERED : 2 * high + 2 < wide ? 2 * high + 2 : wide;
    } else if ((high >= 1 && wide >= 2) || signs(&f)) {
        high = high > wide / 2 ? wide / 2 : high;
        f.half = high < 1 ? 2 : 2 * high;
        f.wide = wide >= 2 ? f.half : 1;
    } else {
        f.half = f.wide = 1;
    }
    int across = (c.cols - LEFT) / f.wide, shown = 2 * (c.rows - 1) / f.half;
    f.across = across < columns ? across : columns;
    f.shown = shown < f.rows ? shown : f.rows;
    f.left = screen_first_shown(pos % columns, columns, f.across);
    f.top = screen_first_shown(pos / columns, f.rows, f.shown) / 2 * 2;
    f.shown = f.top + f.shown > f.rows ? f.rows - f.top : f.shown;
    int step = f.half == 1 ? 2 : 1;
    if (c.rows < 3 || f.across < 1)
        return;
    /* Draws the numbers of columns above, and of rows at the left, that have room. */
    int here = f.s->session->now.state.look.encoding.pos, x = here % f.columns, y = here / f.columns;
    int every = f.wide >= 3 ? 1 : f.wide == 2 ? 2 : 4, each = f.half >= 2 ? 1 : 4;
    canvas_put(c, 0, 0, STYLE_DIM, "y\\x");
    for (int k = 0; k < f.across; k++)
        if ((f.left + k) % every == 0)
            canvas_putf(c, 0, LEFT + k * f.wide + (f.numbers ? f.wide - 4 : 0),
                        f.left + k == x ? STYLE_TITLE : STYLE_LABEL, "%d", f.left + k);
    for (int r = 0; r < f.shown; r++)
        if ((f.top + r) % each == 0)
            canvas_putf(c, 1 + r * f.half / 2, 0, f.top + r == y ? STYLE_TITLE : STYLE_LABEL, "%*d", LEFT - 2,
                        f.top + r);
    for (int r = 0; r < f.shown; r += step)
        for (int k = 0; k < f.across; k++) {
            struct canvas at =
                canvas_part(c, 1 + r * f.half / 2, LEFT + k * f.wide, step == 2 ? 1 : f.half / 2, f.wide);
            (step == 2 ? halves : patch_cell)(at, &f, r, k);
            for (int i = 0; i < at.rows; i++)
                if (click_hit(s->click, at, i, 0, at.cols))
                    click_line(s->click, "set pos %ld", (long)(f.top + r) * f.columns + f.left + k);
        }
}

static double patch_product(const struct config *c, long p, long q)
{
    double a[CONFIG_MAX_D], b[CONFIG_MAX_D];
    c->pe->row(a, p, c);
    c->pe->row(b, q, c);
    return vec_dot(a, b, c->d) * c->pescale * c->pescale;
}

/* No picture is more alike than a cell is to itself. */
static double patch_limit(const struct screen *s)
{
    int pos = s->session->now.state.look.encoding.pos;
    double limit = patch_product(&s->session->now.config, pos, pos);
    return limit > 0 ? limit : 1;
}

const char *encoding_patches_say(const void *of)
{
    const struct screen *s = of;
    int pos = s->session->now.state.look.encoding.pos, wide = posenc_grid(&s->session->now.config);
    return say(s, TEXT("P_t·P_s from patch t = %d (x = %d, y = %d): the larger, the more alike"), pos,
               pos % wide, pos / wide);
}

void encoding_patches_draw(struct canvas c, const void *s)
{
    encoding_field_draw(c, s, patch_product, patch_limit(s));
}

/* Draws the number of cell s and the scale of the colours. */
void encoding_patch_draw(struct canvas c, const void *of)
{
    enum { APART = 3 };
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    int wide = posenc_grid(cf);
    int col = canvas_putf(c, 0, 0, STYLE_TEXT, "s = %d (x %d, y %d): %.2f", look->encoding.pos2,
                          look->encoding.pos2 % wide, look->encoding.pos2 / wide,
                          patch_product(cf, look->encoding.pos, look->encoding.pos2));
    encoding_scale_draw(c, 0, col + APART, s, patch_limit(s));
}

void encoding_scale_of_one_draw(struct canvas c, const void *s)
{
    encoding_scale_draw(c, 0, 0, s, 1);
}
