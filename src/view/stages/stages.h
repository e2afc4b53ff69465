/* The parts of the stages view, a file each. */
#ifndef VIEW_STAGES_STAGES_H
#define VIEW_STAGES_STAGES_H

#include "study/derivation.h"
#include "view/grid.h"
#include "view/screen.h"

enum { STAGES_RAIL = 16 };    /* columns of the rail */

/* All stages of the layer, scrolled so that the present one is in sight. */
void stages_rail_draw(struct canvas c, const struct screen *s);

/* Title, shapes, formula and sentence of the stage in view, and, when a factor was
 * followed to it, from where; `brief`: title and formula only. Returns the rows it took. */
int stages_heading_draw(struct canvas c, const struct screen *s, const struct derivation *d, const struct derivation *left, bool brief);
/* The words of the sentence with their positions, and those of the second sequence. */
void stages_words_draw(struct canvas c, const struct screen *s);

/* Which cells of a matrix a derivation has read up to a segment; for grid.marked. */
struct reading {
    const struct derivation *d;
    int segment;
    struct derive_from matrix;
};

bool reading_has(const void *reading, int row, int col);

/* What the rows and columns of a stage's matrix are called. */
struct stages_labels {
    const struct state *state;
    const struct sequence *rows, *cols;
    bool named;
    enum lang lang;
};

struct stages_labels stages_labels_of(const struct screen *s, int stage);

/* A grid in the colours and with the labels of a stage, still without numbers. `labels` stays where it is. */
struct grid stages_grid(const struct screen *s, const struct stages_labels *labels, int stage);

struct extent {
    int rows, cols;
};

/* What is special about cells of the stage in view. */
struct stages_marks {
    const struct reading *read;   /* by the cell that was left; NULL: none */
    bool hidden;                  /* the cell in focus is still being computed: ? */
};

/* The matrix of the stage in view with its legend. Says what it took. */
struct extent stages_matrix_draw(struct canvas c, const struct screen *s, struct stages_marks marks);

/* Panels beside each other as long as there is room, then below. */
struct shelf {
    struct canvas c;
    int row, col, height;    /* height: of what stands in this row so far */
};

/* The next place for rows x cols, maybe cut; without rows: there is none left. */
struct canvas shelf_next(struct shelf *shelf, int rows, int cols);

/* The matrices that d read, as many as the shelf holds. */
void stages_sources_draw(struct shelf *shelf, const struct screen *s, const struct derivation *d);

/* The same in sentences: all of it, where one is, the arithmetic of the cell in focus with a numbered sentence a step. */
void stages_tell(const struct teller *t);
void stages_tell_briefly(const struct teller *t);
void stages_tell_steps(const struct teller *t);

#endif
