/* A page: parts, and forms that say where they are.
 *
 * A view that computes its rows and columns by itself can be read only by drawing it. Here a part says how
 * much room it needs, and a form is one line of text that one reads:
 *
 *     "title / gap / ((race / parts) || reads) / says?"
 *
 * `/` puts parts below each other, `|` beside each other with two blank columns between, `||` with a wall;
 * brackets group, and a group has one of these signs only. `gap` is a blank row, if there is room; `fill` is
 * all the rows that nothing else takes. A part needs its least room, or in this form other rows (`name:3`),
 * or rows and columns (`name:3x20`). `name?` is left out where there is no room, the last one first; `name*2`
 * has another weight, of one digit, and a group the largest of its parts: so `name:3x20?*2`, and `(…)?*2`.
 * The first form of which every part has its least room is drawn; if none has, the last one, cut. What is
 * left over goes by weight to parts that can use more. */
#ifndef VIEW_FIGURES_PAGE_H
#define VIEW_FIGURES_PAGE_H

#include "view/canvas.h"

/* Least and most rows and columns; a most of 0: any number. Of a text that flows: page_flow. */
struct page_size {
    int rows, most_rows, cols, most_cols;
    const char *text;
    enum style style;
    const struct canvas_look *looks; /* of its runs; NULL: it has none */
    /* In place of `draw` and, if they are 0, of rows: draws the part and returns the rows it takes, also in a
     * canvas that has no cells and no rows. NULL: it is drawn otherwise. */
    int (*lines)(struct canvas c, const void *of);
};
#define PAGE_ABSENT ((struct page_size){.rows = -1}) /* there is nothing to show: no room, no gap */
#define PAGE_NOWHERE ((struct page_size){.rows = 1 << 16, .cols = 1 << 16}) /* only in another form */

struct page_part {
    const char *name; /* NULL after the last part */
    int weight;       /* its share of rows and columns that are left over; 0: it keeps its least */
    struct page_size size;
    /* What it needs in place of `size`, its rows in so many columns; 0: these are not known yet. NULL: size.
     */
    struct page_size (*needs)(const void *of, int cols);
    void (*draw)(struct canvas c, const void *of);
};

/* Draws the first of `forms` (NULL after the last) that fits into c. `of` is what the parts are drawn from.
 */
void page_draw(struct canvas c, const char *const *forms, const struct page_part *parts, const void *of);

/* Returns the size of a part that is a text, which needs no `draw`: all of its rows in the columns it gets,
 * at least `least`. An empty text is absent. */
struct page_size page_flow(const char *text, enum style style, int least);

/* Returns what a text, with runs or without, needs that flows: all of its rows in so many columns, which are
 * at least `least`. An empty text is absent. A line is never longer than one reads well. */
struct page_size page_text(const char *text, int cols, int least);

/* Defines name_size for such a part: says(of), in a style. */
#define PAGE_TEXT(name, least, style, says)                                                                  \
    static struct page_size name##_size(const void *of, int cols)                                            \
    {                                                                                                        \
        (void)cols;                                                                                          \
        return page_flow(says(of), style, least);                                                            \
    }                                                                                                        \
    _Static_assert(least > 0, "a text has columns")

#endif
