/* The parts of the stages view, a file each. */
#ifndef VIEW_STAGES_PARTS_H
#define VIEW_STAGES_PARTS_H

#include "view/screen.h"

enum { STAGES_RAIL = 16 };    /* columns of the rail */

/* All stages of the layer, scrolled so that the present one is in sight. */
void stages_rail_draw(struct canvas c, const struct screen *s);

/* Title, formula and sentence of a stage; returns the rows it took. */
int stages_heading_draw(struct canvas c, const struct screen *s, int stage);
/* The words of the sentence with their positions; returns the rows it took. */
int stages_words_draw(struct canvas c, const struct screen *s);

/* The matrix of a stage with its legend; returns the rows it took. */
int stages_matrix_draw(struct canvas c, const struct screen *s, int stage);

#endif
