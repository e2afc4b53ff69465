/* A matrix of numbers on colour, with labels. It chooses its level of detail: digits while all of them fit;
 * then weights in percent; then colour alone, two rows of the matrix per line, with the numbers of the
 * cursor's row below. A small matrix keeps its digits and scrolls to show the cursor. */
#ifndef VIEW_GRID_H
#define VIEW_GRID_H

#include "core/math/mat.h"
#include "view/changes.h"
#include "view/screen.h"

/* Hued: 0…1 in levels of one hue; signed: the same above 0, grey below. */
enum grid_map { GRID_DIVERGING, GRID_SEQUENTIAL, GRID_HUED, GRID_SIGNED };

/* Patterns of hidden cells, from the faintest. */
enum grid_veil { GRID_BARE, GRID_LATER, GRID_FAR };

struct grid {
    struct mat m;
    int shows; /* 1 + the stage, or LOOK_PE, whose matrix it is in the present scene; 0: another matrix */
    enum grid_map map;
    enum hue hue;          /* of GRID_HUED and GRID_SIGNED */
    enum shade_kind shade; /* what full colour means */
    double limit;          /* of the diverging map; 0: largest |entry| */
    int digits;
    int min_width;  /* of a column; for long labels */
    int height;     /* rows of a cell; 0: one */
    int row, col;   /* cursor; -1: none */
    bool hidden;    /* the number under the cursor is not known yet: shows ? */
    bool no_cursor; /* row and col only tell what must be visible */
    bool row_lit;   /* as dots: the cursor's row in grey, each by its number, in place of bands and cursor */
    bool row_below; /* as dots: the numbers of the cursor's row below them also where lines are few */
    bool numbers;   /* always digits, however few of them fit: it is edited, or read as a table */
    bool ghost;     /* dim, without colours */
    bool faded;     /* dim, in pale colours; marked cells in full colour */
    bool snug;      /* no column for a minus sign: no number is negative */
    /* The row (column) of m at place i, -1: blank; NULL: in order. The cursor counts places;
     * labels and marks use rows and columns of m. */
    const int *row_order, *col_order;
    int row_places, col_places;
    /* Writes the label of row or column i; NULL: its number. */
    void (*row_label)(const void *arg, int i, struct text *out);
    void (*col_label)(const void *arg, int i, struct text *out);
    const void *arg;
    int absent;                                        /* the last `absent` rows of m are empty */
    const char *corner;                                /* names of rows and columns: "query \ key" */
    bool (*marked)(const void *arg, int row, int col); /* cells that the focused cell was computed from */
    const void *marks;
    /* Returns why an entry of -inf is hidden: its cell is filled with that pattern; NULL: it is a number. */
    enum grid_veil (*veil)(const void *arg, int row, int col);
    const struct changes *changes; /* adds a sign after numbers that the last event changed; NULL: none */
};

struct extent {
    int rows, cols;
};

/* Draws as much of the grid as fits; returns the rows it took. */
int grid_draw(struct canvas c, const struct screen *s, const struct grid *g);

/* Returns true if the grid is drawn as percent or colour because its digits do not fit on c. */
bool grid_pictured(struct canvas c, const struct screen *s, const struct grid *g);

/* Returns a min_width at which the column labels are complete and all columns fit into `room`; 0: none. */
int grid_whole_labels(const struct grid *g, int room);

/* Return the columns of the whole grid, of one cell, and those before the first cell. */
int grid_width(const struct grid *g);
int grid_cell_width(const struct grid *g);
int grid_margin(const struct grid *g);

/* Return the rows of the whole grid, heads included. */
int grid_rows(const struct grid *g);

/* Colour alone. `wide` columns and `high` lines (with colours: half lines) a dot; fewer dots than rows and
 * columns if there is no room: then neighbours share one and the largest counts. */
struct grid_dots {
    int rows, cols, wide, high;
};

/* Returns the character of a pattern. */
const char *grid_veil_sign(const struct screen *s, enum grid_veil veil);

/* Returns the largest dots that fit into rows x cols; square matrices get square counts, unless all of their
 * columns fit. */
struct grid_dots grid_dots_fit(const struct screen *s, const struct grid *g, int rows, int cols);
/* Returns the lines that they take. */
int grid_dots_lines(const struct screen *s, const struct grid_dots *dots);
/* Returns the dot that shows item i of `count`, among `dots`. */
int grid_dot_of(int i, int dots, int count);
/* Draws them from (0, 0), with a yellow dot at the cursor, and a band along its row and column where that
 * hides little (see row_lit). A click moves the cursor. */
void grid_dots_draw(struct canvas c, const struct screen *s, const struct grid *g,
                    const struct grid_dots *dots);

/* Writes what full colour means: "every row to its own largest". `dots` NULL: digits. If rows share dots it
 * also says which of their numbers is seen, unless that is longer than `room` columns. */
void grid_say_shade(struct text *out, const struct screen *s, const struct grid *g,
                    const struct grid_dots *dots, int room);

/* Writes "; 12 rows on 10 dots" if rows or columns share dots where the grid is drawn on c. */
void grid_say_shared(struct text *out, struct canvas c, const struct screen *s, const struct grid *g);

/* Draws a colour scale with its numbers: −1 ▇▇▇ 0 ▇▇▇ +1; draws nothing without colours. */
void grid_legend(struct canvas c, int row, int col, const struct screen *s, enum grid_map map, double limit);
/* Draws as much of the grid as fits and below it, if there is room, what its colours mean; returns the rows
 * they took. */
int grid_draw_said(struct canvas c, const struct screen *s, const struct grid *g);

#endif
