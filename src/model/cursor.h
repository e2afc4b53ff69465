/* The cursor of every view: which parts of the look its rows and columns are,
 * how far they go, and which number stands there. */
#ifndef MODEL_CURSOR_H
#define MODEL_CURSOR_H

#include "model/matrices.h"
#include "model/scene.h"

enum direction { DIRECTION_UP, DIRECTION_DOWN, DIRECTION_LEFT, DIRECTION_RIGHT };

/* Moves the cursor of the view in s by `steps`, staying inside. `now` is the scene
 * that s, apart from its look, is the state of. */
void cursor_move(struct state *s, const struct scene *now, enum direction direction, long steps);

/* The stage behind (step 1) or before (-1) the one in view, through all layers; at the ends it stays. */
void cursor_stage_step(struct look *look, const struct config *c, int step);

/* Puts the cursor of the view in s on a row and column, as near as there are such; -1 leaves one where it is. */
void cursor_put(struct state *s, const struct config *c, int row, int col);

/* The editable number under the cursor; false: the number there is computed. */
bool cursor_cell(const struct state *s, const struct config *c, struct matrix_ref *ref, int *row, int *col);

/* What to say where cursor_cell is false. */
extern const struct pair cursor_computed;

/* Row and column of a stage that the focus points at: that of s, or of any look. */
void cursor_of_stage(const struct state *s, const struct config *c, int stage, int *row, int *col);
void cursor_of_look(const struct look *look, const struct config *c, int stage, int *row, int *col);

/* Whose words the rows and the columns of a stage are: the sentence's or the memory's;
 * *cols NULL: columns are dimensions. */
void cursor_stage_words(const struct state *s, const struct config *c, int stage, const struct sequence **rows,
                        const struct sequence **cols);

/* Rows and columns that a stage has under c. */
void cursor_stage_shape(const struct config *c, int stage, int *rows, int *cols);

#endif
