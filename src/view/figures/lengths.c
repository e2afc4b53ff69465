#include "view/figures/lengths.h"

#include <math.h>

#include "view/figures/bars.h"

enum { BAR_LEAST = 4, BAR_MOST = 72, PICTURE_LEAST = 19, APART = 2 };

static const struct canvas_look name_looks[] = {{STYLE_LABEL, 0}, {STYLE_TITLE, 0}, {STYLE_DIM, 0}};

/* The columns of the longest name and number. A long list is measured at its beginning and where it is seen.
 */
struct lengths_widths {
    int name, number;
};

static struct lengths_widths measure(const struct lengths *l, int first, int shown)
{
    enum { BEGINNING = 100 };
    const struct canvas nowhere = {.cols = 40};
    struct lengths_widths w = {0, 1};
    for (int i = 0; i < l->count; i++) {
        if (i >= BEGINNING && (i < first || i >= first + shown))
            continue;
        w.name = (int)fmax(w.name, canvas_runs(nowhere, 0, 0, name_looks, l->name(l, i)));
        if (!(l->length(l, i) < 0)) /* words in place of a number may be longer */
            w.number = (int)fmax(w.number, utf8_width(l->number(l, i)));
    }
    return w;
}

struct page_size lengths_size(const struct lengths *l)
{
    struct lengths_widths w = measure(l, 0, 0);
    return (struct page_size){.rows = l->count < 2 ? l->count : 2,
                              .most_rows = l->count * LENGTHS_HIGH,
                              .cols = w.name + w.number + 2 * APART + BAR_LEAST};
}

/* Draws one of them; its bar fills the rows of c but for a blank one at the end of several. */
static void draw_length(struct canvas c, const struct lengths *l, int i, struct slot number, int picture)
{
    double x = l->length(l, i);
    int high = c.rows > 1 ? c.rows - 1 : 1, bar = number.col + number.width + APART;
    struct bar_scale scale = {bar, c.cols - bar - 1 < BAR_MOST ? c.cols - bar - 1 : BAR_MOST, 0, l->most};
    canvas_runs(canvas_part(c, 0, 0, 1, number.col - 1), 0, 0, name_looks, l->name(l, i));
    if (picture > 0)
        l->picture(canvas_part(c, 0, number.col - picture - APART, high, picture), l, i);
    if (x < 0)
        canvas_put(c, 0, number.col, STYLE_DIM, l->number(l, i));
    else
        canvas_right(c, 0, number.col, number.width, x == 0 ? STYLE_GOOD : STYLE_TEXT, l->number(l, i));
    for (int row = 0; row < high && x > 0 && isfinite(x) && scale.width >= BAR_LEAST; row++)
        bar_draw(c, row, l->s, &scale, (struct bar){0, x, false, 0});
    if (l->chosen && i == l->at)
        canvas_restyle(c, 0, 0, number.col + number.width, STYLE_CURSOR);
}

void lengths_draw(struct canvas c, const struct lengths *l)
{
    int each = l->count > 0 ? (c.rows + 1) / l->count : 1;
    each = each < 1 ? 1 : each > LENGTHS_HIGH ? LENGTHS_HIGH : each;
    int high = each > 1 ? each - 1 : 1, shown = (c.rows + each - high) / each;
    int first = screen_first_shown(l->at < 0 ? 0 : l->at, l->count, shown);
    struct lengths_widths w = measure(l, first, shown);
    struct slot number = {0, w.name + APART, w.number};
    /* A picture takes two thirds of what is left for bars. */
    int picture = l->picture ? (c.cols - number.col - number.width - APART) * 2 / 3 : 0;
    picture = picture < PICTURE_LEAST ? 0 : picture > l->wide ? l->wide : picture;
    number.col += picture > 0 ? picture + APART : 0;
    for (int i = first; i < l->count && i - first < shown; i++)
        draw_length(canvas_part(c, (i - first) * each, 0, each, c.cols), l, i, number, picture);
    screen_more(canvas_part(c, 0, 0, (shown - 1) * each + 1, c.cols), l->s, c.cols - 1, first > 0,
                first + shown < l->count);
}

void lengths_tell(const struct teller *t, const struct lengths *l)
{
    for (int i = 0; i < l->count; i++) {
        canvas_runs_bare(l->name(l, i), t->out);
        tell(t, TEXT(": "));
        text_addf(t->out, "%s\n", l->number(l, i));
    }
}
