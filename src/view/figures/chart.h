/* Axes with their numbers, and over x what has a value at each: curves in dots, levels, stakes, blocks.
 *
 * A view says in numbers where its axes begin and end, and what each line is worth at an x; rows, columns and
 * dots are the chart's. So two charts over the same x lie under each other column by column. */
#ifndef VIEW_FIGURES_CHART_H
#define VIEW_FIGURES_CHART_H

#include "view/braille.h"
#include "view/screen.h"

enum { CHART_AXIS = 8 }; /* columns for the numbers of y of a chart of whole numbers */

/* Columns for the numbers of y and for names at the right ends, rows for the numbers of x. */
struct chart_edges {
    int left, right, below;
};

struct chart {
    const struct screen *s;
    struct canvas in, before, after, below; /* the part with the curves; what lies beside it and below */
    double left, right, low, high;          /* x and y at the edges */
    int digits;                             /* of the numbers of y */
    bool tens;                              /* x and y are powers of ten: 1 10 100 1k 10k … */
    bool signs;                             /* of the numbers of x */
};

struct chart_line {
    /* The value over the x from … to, which is one dot or one column: their mean. NaN: a gap. */
    double (*at)(const void *of, double from, double to);
    /* Instead of it: the value at a whole number (a position, an offset); the line is straight between. */
    double (*whole)(const void *of, long x);
    const void *of;
    const char *name;
    struct canvas_look look;
    int thick;        /* more dots to a stroke, one fewer where rows are few */
    int every, drawn; /* of `every` dots these are drawn; 0: all */
};

/* An x whose name (NULL: its number) is written before all others. */
struct chart_mark {
    double x;
    struct canvas_look look;
    const char *name;
};

/* Returns a chart over c; its edges x and y are still to be set. */
struct chart chart_in(struct canvas c, const struct screen *s, struct chart_edges edges);
/* Returns one of whole numbers from `first` on, with as many whole dots from each to the next as leave
 * `count` of them in sight, at least one; its y are still to be set. Where rows are not few, the last is left
 * for the numbers of x. */
struct chart chart_whole(struct canvas c, const struct screen *s, long first, long count);

/* Returns the dot of a place, counted from the upper left one of the part with the curves. */
struct point chart_dot(const struct chart *g, double x, double y);

/* Writes the numbers of y: the edges, or all powers of ten, with faint dots across. */
void chart_heights(const struct chart *g);
/* Sets the edges of y, writes their numbers, and draws 0 as a level if it lies between. */
void chart_reach(struct chart *g, double low, double high);
/* Writes the marks in the row below, then round numbers where they leave blanks. A mark stays on its side of
 * the first one. */
void chart_numbers(const struct chart *g, const struct chart_mark *marks, int count);
/* The same with a stake at each mark, that of the first before others. */
void chart_marks(const struct chart *g, const struct chart_mark *marks, int count);

void chart_curve(const struct chart *g, const struct chart_line *line);
/* Reports the point of a line at an offset that the text beside the view speaks of, on either side of 0. */
void chart_offsets(const struct chart *g, const struct chart_line *line);
/* Writes the names of curves at their right ends, each at least a row below the last. */
void chart_names(const struct chart *g, const struct chart_line *lines, int count);

/* Draw a dotted line across, named at the left, and one up. */
void chart_level(const struct chart *g, double y, const char *name);
void chart_stake(const struct chart *g, double x, struct canvas_look look);

/* Returns values from 0 to 1 over `cols` columns from x to x as eighths of a row, up to the first NaN; it
 * lasts as long as the picture. */
const char *chart_eighths(const struct screen *s, const struct chart_line *line, double left, double right,
                          int cols);
/* Draws lines on top of each other, the last one at the bottom, their sum the whole height. Where colours do
 * not tell them apart line i is drawn with chart_pattern. */
void chart_stack(const struct chart *g, const struct chart_line *lines, int count);
const char *chart_pattern(const struct screen *s, int i);

#endif
