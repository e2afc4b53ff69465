#include "view/curves.h"

#include <stddef.h>
#include <string.h>

void curves_begin(struct curves *k, struct canvas *c)
{
    c->curves = k;
    k->whole = *c;
    k->figures = k->count = 0;
}

/* The colour of a ribbon along its way: at its two ends, or as often as it takes to show the glint. */
static void write_gradient(const struct ribbon *r, int figure_top, int height, int id, enum theme theme,
                           struct text *out)
{
    const int steps = r->glint != 0 ? 24 : 1;
    text_addf(
        out,
        "<linearGradient id=\"r%d\" gradientUnits=\"userSpaceOnUse\" x1=\"0\" x2=\"0\" y1=\"%d\" y2=\"%d\">",
        id, figure_top, figure_top + height);
    for (int i = 0; i <= steps; i++) {
        const double t = (double)i / steps;
        struct rgb c = ink_rgb(ink_hue(r->hue, paint_ribbon_level(r, t, t)), theme);
        text_addf(out, "<stop offset=\"%.4g\" stop-color=\"#%02x%02x%02x\"/>", t, c.r, c.g, c.b);
    }
    text_add(out, "</linearGradient>\n");
}

/* An edge from the part a of the height to b, which may lie above: paint_along as a Bézier curve, which it is
 * exactly. `move`: M or L, to its beginning. */
struct edge {
    double from, to; /* its columns at the two ends of the figure */
    double left, top, height;
};

static void write_edge(const struct edge *e, char move, double a, double b, struct text *out)
{
    const double third = (b - a) / 3, slope = 6 * (e->to - e->from);
    const double x = e->left + paint_along(e->from, e->to, a), z = e->left + paint_along(e->from, e->to, b);
    text_addf(out, "%c%.6g %.6gC%.6g %.6g %.6g %.6g %.6g %.6g", move, x, e->top + e->height * a,
              x + slope * a * (1 - a) * third, e->top + e->height * (a + third),
              z - slope * b * (1 - b) * third, e->top + e->height * (b - third), z, e->top + e->height * b);
}

static void write_ribbon(const struct ribbon *r, struct edge e, int gradient, struct rgb paper,
                         struct text *out)
{
    const double a = r->above, b = 1 - r->below;
    const struct edge left = {r->top, r->bottom, e.left, e.top, e.height},
                      right = {r->top + r->top_width, r->bottom + r->bottom_width, e.left, e.top, e.height};
    if (a >= b)
        return;
    if (r->rim > 0) { /* as wide on both sides of an edge; the ribbon itself covers the inner half */
        text_addf(out, "<path fill=\"none\" stroke=\"#%02x%02x%02x\" stroke-width=\"%g\" d=\"", paper.r,
                  paper.g, paper.b, 2 * r->rim);
        write_edge(&left, 'M', a, b, out);
        write_edge(&right, 'M', a, b, out);
        text_add(out, "\"/>\n");
    }
    text_addf(out, "<path fill=\"url(#r%d)\" d=\"", gradient);
    write_edge(&left, 'M', a, b, out);
    write_edge(&right, 'L', b, a, out);
    text_add(out, "Z\"/>\n");
}

/* The cells that still show a figure, as rectangles a run of them wide. */
static void write_cells(const struct curves *k, int figure, struct text *out)
{
    const int from = k->figure[figure].row, end = from + k->figure[figure].rows;
    text_addf(out, "<clipPath id=\"f%d\"><path d=\"", figure);
    for (int row = from; row < end; row++) {
        const struct cell *cells = k->whole.cells + (size_t)row * (size_t)k->whole.stride;
        for (int col = 0, next; col < k->whole.cols; col = next) {
            for (next = col; next < k->whole.cols && cells[next].curve == figure + 1; next++)
                ;
            if (next > col)
                text_addf(out, "M%d %dh%dv%dh%dz", col * PAINT_SUB, row * PAINT_SUB, (next - col) * PAINT_SUB,
                          PAINT_SUB, -(next - col) * PAINT_SUB);
            next += next == col;
        }
    }
    text_add(out, "\"/></clipPath>\n");
}

static bool same_colours(const struct ribbon *a, const struct ribbon *b)
{
    return a->hue == b->hue && a->faint == b->faint && a->dim == b->dim && a->glint == b->glint;
}

void curves_svg(const struct curves *k, enum theme theme, struct text *out)
{
    const struct rgb paper = ink_rgb(INK_GROUND, theme);
    for (int i = 0; i < k->figures; i++) {
        const int first = k->figure[i].first, end = i + 1 < k->figures ? k->figure[i + 1].first : k->count;
        const struct edge at = {.left = k->figure[i].col * PAINT_SUB,
                                .top = k->figure[i].row * PAINT_SUB,
                                .height = k->figure[i].rows * PAINT_SUB};
        if (k->figure[i].lost || first == end)
            continue;
        write_cells(k, i, out);
        text_addf(out, "<g clip-path=\"url(#f%d)\">\n", i);
        for (int n = first; n < end; n++) {
            int like = first; /* the first ribbon with its colours, whose gradient it shares */
            while (like < n && !same_colours(&k->v[like], &k->v[n]))
                like++;
            if (like == n)
                write_gradient(&k->v[n], (int)at.top, (int)at.height, n, theme, out);
            write_ribbon(&k->v[n], at, like, paper, out);
        }
        text_add(out, "</g>\n");
    }
}
