/* A matrix of numbers on colour, with labels, scrolled to show the cursor. */
#ifndef VIEW_GRID_H
#define VIEW_GRID_H

#include "core/math/mat.h"
#include "view/changes.h"
#include "view/screen.h"

enum grid_map { GRID_DIVERGING, GRID_SEQUENTIAL };

struct grid {
    struct mat m;
    enum grid_map map;
    double limit; /* of the diverging map; 0: largest |entry| */
    int digits;
    int min_width;  /* of a column; for long labels */
    int height;     /* rows of a cell; 0: one */
    int row, col;   /* cursor; -1: none */
    bool hidden;    /* the number under the cursor is not known yet: shows ? */
    bool no_cursor; /* row and col only tell what must be visible */
    bool ghost;     /* dim, without colours */
    bool faded;     /* dim, in pale colours; marked cells in full colour */
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
    const struct changes *changes; /* adds a sign after numbers that the last event changed; NULL: none */
};

/* Draws as much of the grid as fits; returns the rows it took. */
int grid_draw(struct canvas c, const struct screen *s, const struct grid *g);

/* Returns a min_width at which the column labels are complete and all columns fit into `room`; 0: none. */
int grid_whole_labels(const struct grid *g, int room);

/* Return the columns of the whole grid, of one cell, and those before the first cell. */
int grid_width(const struct grid *g);
int grid_cell_width(const struct grid *g);
int grid_margin(const struct grid *g);

/* Return the rows of the whole grid, heads included. */
int grid_rows(const struct grid *g);

/* Draws a colour scale with its numbers: −1 ▇▇▇ 0 ▇▇▇ +1; draws nothing without colours. */
void grid_legend(struct canvas c, int row, int col, const struct screen *s, enum grid_map map, double limit);

#endif
