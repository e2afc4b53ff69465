/* A matrix of numbers on colour, with labels, scrolled so that the cursor is in sight. */
#ifndef VIEW_GRID_H
#define VIEW_GRID_H

#include "core/math/mat.h"
#include "view/changes.h"
#include "view/screen.h"

enum grid_map { GRID_DIVERGING, GRID_SEQUENTIAL };

struct grid {
    struct mat m;
    enum grid_map map;
    double limit;            /* of the diverging map; 0: the largest |entry| */
    int digits;
    int min_width;           /* of a column, for long labels */
    int row, col;            /* cursor, -1: none */
    bool hidden;             /* the number under the cursor is not known yet: ? */
    bool no_cursor;          /* row and col only say what must be in sight */
    bool ghost;              /* drawn dim, without colours */
    /* Which row (column) of m is shown at place i, -1: a blank one; NULL: as they stand.
     * The cursor goes by places, labels and marks by rows and columns of m. */
    const int *row_order, *col_order;
    int row_places, col_places;
    /* Label of row or column i into out; NULL: the number. */
    void (*row_label)(const void *arg, int i, struct text *out);
    void (*col_label)(const void *arg, int i, struct text *out);
    const void *arg;
    int absent;              /* the last so many rows of m hold nothing */
    const char *corner;      /* what rows and columns are: "query \ key" */
    bool (*marked)(const void *arg, int row, int col);   /* read by the cell in focus */
    const void *marks;
    const struct changes *changes;   /* what the last event changed gets a sign behind it; NULL: nothing */
};

/* Draws as much as fits; returns the rows it took. */
int grid_draw(struct canvas c, const struct screen *s, const struct grid *g);

/* A min_width at which the columns' labels stand whole and all columns still fit into `room`; 0: there is none. */
int grid_whole_labels(const struct grid *g, int room);

/* Columns that the whole grid would take. */
int grid_width(const struct grid *g);

/* A run of colours with its numbers: −1 ▇▇▇ 0 ▇▇▇ +1; nothing without colours. */
void grid_legend(struct canvas c, int row, int col, const struct screen *s, enum grid_map map, double limit);

#endif
