#include "view/paint.h"

#include <math.h>
#include <string.h>

#include "view/curves.h"

enum { INKS = 6, MASKS = 19, PIXELS = PAINT_SUB * PAINT_SUB };

bool paint_begin(struct paint *p, struct arena *scratch, int rows, int cols)
{
    size_t count = (size_t)rows * (size_t)cols * PIXELS;
    *p = (struct paint){cols * PAINT_SUB, rows * PAINT_SUB, NULL, NULL};
    if (rows <= 0 || cols <= 0 || !arena_more(scratch, count * sizeof *p->ink / sizeof(double) + 1))
        return false;
    p->ink = (void *)arena_doubles(scratch, count * sizeof *p->ink / sizeof(double) + 1); /* as bytes */
    memset(p->ink, 0, count * sizeof *p->ink);
    return true;
}

void paint_curves(struct paint *p, struct canvas c, const struct paint_look *look)
{
    struct curves *k = c.curves;
    if (!k || !c.cells || look->mono || look->ascii || k->figures == CURVES_FIGURES)
        return;
    const long first = c.cells - k->whole.cells;
    p->curves = k;
    k->figure[k->figures].row = (int)(first / k->whole.stride);
    k->figure[k->figures].col = (int)(first % k->whole.stride);
    k->figure[k->figures].rows = c.rows;
    k->figure[k->figures].first = k->count;
    k->figure[k->figures++].lost = false;
}

int paint_curve(const struct paint *p)
{
    const struct curves *k = p->curves;
    return k && !k->figure[k->figures - 1].lost ? k->figures : 0;
}

void paint_span(const struct paint *p, int y, double from, double to, uint16_t ink)
{
    if (y < 0 || y >= p->height)
        return;
    int first = (int)ceil(from - 0.5), end = (int)ceil(to - 0.5);
    first = first < 0 ? 0 : first;
    end = end > p->width ? p->width : end;
    for (int x = first; x < end; x++)
        p->ink[(size_t)y * (size_t)p->width + (size_t)x] = ink;
}

double paint_along(double from, double to, double t)
{
    t = t > 1 ? 1 : t;
    return from + (to - from) * t * t * (3 - 2 * t);
}

int paint_ribbon_level(const struct ribbon *r, double t, double lit)
{
    const double glint = 0.11, far = (lit - r->glint) / glint;
    int level = r->faint + (int)lround((HUE_FULL - r->faint) * t);
    level = r->dim ? HUE_FULL / 4 + level * 3 / HUE_FULL : level;
    return r->glint == 0 ? level : level + (int)lround((HUE_MOST - level) * exp(-far * far));
}

void paint_ribbon(const struct paint *p, const struct ribbon *r)
{
    enum { THICK = 5 }; /* sub-pixels: block characters show nothing thinner in the middle of a cell */
    struct curves *k = p->curves;
    const bool coarse = r->coarse && !k; /* a curve has fine edges, and its cells reach as far */
    if (k && k->count < CURVES_MOST)
        k->v[k->count++] = *r;
    else if (k)
        k->figure[k->figures - 1].lost = true;
    for (int y = (int)(p->height * r->above); y < p->height * (1 - r->below); y++) {
        int middle = y / PAINT_SUB * PAINT_SUB + PAINT_SUB / 2; /* of the row of cells */
        double t = ((coarse ? middle : y) + 0.5) / p->height, left = paint_along(r->top, r->bottom, t),
               next = paint_along(r->top, r->bottom, t + 1.0 / p->height);
        double width = paint_along(r->top_width, r->bottom_width, t), right = left + width;
        double flat = THICK * fabs(next - left) - width; /* where it runs almost level it would vanish */
        if (width <= 0)
            continue;
        if (flat > 0) {
            left -= flat / 2;
            right += flat / 2;
        }
        /* (the glint is the same all along a row of cells, so that few of them change) */
        const int level = paint_ribbon_level(r, (y + 0.5) / p->height, (double)middle / p->height);
        if (coarse) {
            right = round(right / PAINT_SUB) * PAINT_SUB;
            left = round(left / PAINT_SUB) * PAINT_SUB;
        }
        paint_span(p, y, left - r->rim, left, INK_GROUND);
        paint_span(p, y, left, right, ink_hue(r->hue, level));
        paint_span(p, y, right, right + r->rim, INK_GROUND);
    }
}

/* ---- from sub-pixels to characters ---------------------------------------------- */

/* Bit 8y + x of a mask: the character's ink covers the sub-pixel at column x, row y. */
struct shape {
    uint32_t ch;
    uint64_t mask;
};

/* Makes ▁ to ▇, ▏ to ▉, ▘ ▝ ▖ ▗ ▚; swapping the inks gives the complements. */
static void shapes_make(struct shape shape[MASKS])
{
    static const struct {
        uint32_t ch;
        unsigned char quarters;
    } quadrants[] = {{0x2598, 1}, {0x259D, 2}, {0x2596, 4}, {0x2597, 8}, {0x259A, 9}};
    int n = 0;
    for (int k = 1; k < PAINT_SUB; k++)
        shape[n++] = (struct shape){0x2580 + (uint32_t)k, ~(uint64_t)0 << (8 * (8 - k))};
    for (int k = 1; k < PAINT_SUB; k++)
        shape[n++] = (struct shape){0x2590 - (uint32_t)k, 0x0101010101010101u * (uint64_t)((1 << k) - 1)};
    for (int q = 0; q < 5; q++) {
        uint64_t mask = 0;
        for (int i = 0; i < PIXELS; i++) {
            int quarter = (i % 8 >= 4) + 2 * (i / 8 >= 4);
            mask |= (uint64_t)(quadrants[q].quarters >> quarter & 1) << i;
        }
        shape[n++] = (struct shape){quadrants[q].ch, mask};
    }
}

/* The inks of one cell and where each lies. Beyond INKS different inks, the rest join the last. */
struct paint_patch {
    int count;
    uint16_t ink[INKS];
    uint64_t at[INKS];
    struct rgb colour[INKS];
    int far[INKS][INKS]; /* squared distances of the colours */
};

static int bits(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

static void patch_read(struct paint_patch *f, const struct paint *p, int row, int col)
{
    const uint16_t *cell = p->ink + (size_t)row * PAINT_SUB * (size_t)p->width + (size_t)col * PAINT_SUB;
    bool same = true; /* as in most cells */
    for (int x = 1; same && x < PAINT_SUB; x++)
        same = cell[x] == cell[0];
    for (int y = 1; same && y < PAINT_SUB; y++)
        same = memcmp(cell + (size_t)y * (size_t)p->width, cell, PAINT_SUB * sizeof *cell) == 0;
    f->count = same;
    f->ink[0] = cell[0];
    f->at[0] = ~(uint64_t)0;
    for (int i = 0; !same && i < PIXELS; i++) {
        uint16_t ink = cell[(size_t)(i / PAINT_SUB) * (size_t)p->width + (size_t)(i % PAINT_SUB)];
        int k = 0;
        while (k < f->count && f->ink[k] != ink)
            k++;
        if (k == INKS)
            k--;
        if (k == f->count) {
            f->ink[f->count] = ink;
            f->at[f->count++] = 0;
        }
        f->at[k] |= (uint64_t)1 << i;
    }
}

/* Returns the ink that best replaces all inks under a mask; adds the error to *cost. */
static int best_under(const struct paint_patch *f, uint64_t mask, long *cost)
{
    int best = 0, n[INKS];
    long least = -1;
    for (int i = 0; i < f->count; i++)
        n[i] = bits(f->at[i] & mask);
    for (int i = 0; i < f->count; i++) {
        long sum = 0;
        for (int k = 0; k < f->count; k++)
            sum += (long)n[k] * f->far[i][k];
        if (least < 0 || sum < least) {
            least = sum;
            best = i;
        }
    }
    *cost += least;
    return best;
}

/* The shape for a cell of two inks, -1: none is better than the commoner ink alone. What best_under finds,
 * with one count a shape. */
static int best_of_two(const struct paint_patch *f, const struct shape shape[MASKS])
{
    int first = bits(f->at[0]), least = first < PIXELS - first ? first : PIXELS - first, best = -1;
    for (int i = 0; i < MASKS; i++) {
        int size = bits(shape[i].mask), in = bits(f->at[0] & shape[i].mask), out = first - in,
            cost =
                (in < size - in ? in : size - in) + (out < PIXELS - size - out ? out : PIXELS - size - out);
        if (cost < least) {
            least = cost;
            best = i;
        }
    }
    return best;
}

/* Draws the character and the two inks with the least squared error. */
static void show_colours(struct canvas c, int row, int col, struct paint_patch *f,
                         const struct shape shape[MASKS], enum theme theme)
{
    for (int i = 0; i < f->count; i++) {
        struct rgb a = f->colour[i] = ink_rgb(f->ink[i] ? f->ink[i] : INK_GROUND, theme);
        for (int k = 0; k <= i; k++) {
            int r = a.r - f->colour[k].r, g = a.g - f->colour[k].g, b = a.b - f->colour[k].b;
            f->far[i][k] = f->far[k][i] = r * r + g * g + b * b;
        }
    }
    long least = 0;
    int ground = best_under(f, ~(uint64_t)0, &least), ink = ground;
    uint32_t ch = ' ';
    int from = 0, to = f->count > 1 ? MASKS : 0;
    if (f->count == 2) {
        from = best_of_two(f, shape);
        to = from + 1;
    }
    for (int i = from < 0 ? 0 : from; i < to; i++) {
        long cost = 0;
        int over = best_under(f, shape[i].mask, &cost),
            under = cost < least ? best_under(f, ~shape[i].mask, &cost) : 0;
        if (cost < least) {
            least = cost;
            ink = over;
            ground = under;
            ch = shape[i].ch;
        }
    }
    if (ch == ' ')
        canvas_inked(c, row, col, ch, 0, f->ink[ground] == INK_GROUND ? 0 : f->ink[ground]);
    else
        canvas_inked(c, row, col, ch, f->ink[ink] ? f->ink[ink] : INK_GROUND, f->ink[ground]);
}

/* The pattern of an ink without colours; the hue of what was heard, beside the four terms, has one of its
 * own. */
static int pattern_of(uint16_t ink)
{
    return ink_hue_of(ink) == HUE_HEARD ? 4 : (int)ink_hue_of(ink) % 4;
}

/* Less than half as strong as it could be. */
static bool is_dim(uint16_t ink)
{
    return ink_level(ink) < ink_level(ink_hue(HUE_GREY, HUE_FULL / 2));
}

static void show_dots(struct canvas c, int row, int col, const struct paint *p)
{
    static const unsigned char bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    uint32_t dots = 0;
    for (int i = 0; i < 8; i++) {
        const int x = i % 2, y = i / 2, at_x = col * 2 + x, at_y = row * 4 + y;
        uint16_t ink =
            p->ink[(size_t)(row * 8 + y * 2 + 1) * (size_t)p->width + (size_t)(col * 8 + x * 4 + 2)];
        if (!ink_is_hue(ink) || (is_dim(ink) && y % 2))
            continue;
        /* All dots, a checkerboard, rows, columns, stripes. */
        const bool set[] = {true, (at_x + at_y) % 2 == 0, at_y % 2 == 0, at_x % 2 == 0,
                            (at_x + at_y) % 4 < 2};
        dots |= set[pattern_of(ink)] ? bit[y][x] : 0U;
    }
    if (dots)
        canvas_glyph(c, row, col, STYLE_TEXT, 0x2800 | dots);
}

void paint_show(const struct paint *p, struct canvas c, struct paint_look look)
{
    static const char signs[] = "#%=|/";
    struct shape shape[MASKS];
    struct paint_patch f;
    const int curve = paint_curve(p);
    shapes_make(shape);
    for (int row = 0; row < c.rows && row < p->height / PAINT_SUB; row++)
        for (int col = 0; col < c.cols && col < p->width / PAINT_SUB; col++) {
            patch_read(&f, p, row, col);
            if (f.count == 1 && f.ink[0] == 0)
                continue;
            for (int i = 0; look.ascii && i < f.count; i++)
                if (ink_is_hue(f.ink[i]) && bits(f.at[i]) * 2 >= PIXELS)
                    canvas_glyph(c, row, col, STYLE_TEXT,
                                 is_dim(f.ink[i]) ? '.' : (uint32_t)signs[pattern_of(f.ink[i])]);
            if (!look.ascii && look.mono)
                show_dots(c, row, col, p);
            else if (!look.ascii)
                show_colours(c, row, col, &f, shape, look.theme);
            if (curve)
                canvas_curve(c, row, col, 1, curve);
        }
}
