/* Why this room: a study is a computation that a view shows but that no state needs (a comparison, a sweep,
 * the orders of the words). It takes scenes, keeps what it has computed with the state that it is of, and is
 * computed again only when that state has changed. It draws nothing and changes nothing, so views, `print`
 * and lessons share it.
 *
 * Moves the cursor. Each view defines which fields of the look are its row and column, and their ranges. */
#ifndef STUDY_CURSOR_H
#define STUDY_CURSOR_H

#include "core/pipeline/derive.h"
#include "state/matrices.h"
#include "state/scene.h"

/* Moves the cursor of the view in s by `steps`, clamped to the range. `now` must be the scene of s; only
 * their looks may differ. */
void cursor_move(struct state *s, const struct scene *now, enum direction direction, long steps);

/* Moves to the next (step 1) or previous (-1) stage, through all layers; stays at the ends. */
void cursor_stage_step(struct look *look, const struct config *c, int step);

/* Puts the cursor of the view in s on a row and column, clamped to the range; -1 leaves it unchanged. */
void cursor_put(struct state *s, const struct config *c, int row, int col);

/* Moves the focus of s with its words, whose order was that of `was`: query, key (unless it is a word of the
 * memory), and the row of the editor if that shows the words. A word that is gone leaves the focus where
 * `otherwise` has it; one that occurs several times is found by its count. */
void cursor_keep_words(struct state *s, const struct sequence *was, const struct look *otherwise);

/* Finds the editable number under the cursor; returns false if the number there is computed. */
bool cursor_cell(const struct state *s, const struct config *c, struct matrix_ref *ref, int *row, int *col);

/* Returns the view that shows a number which no stage computed: the editor if it is given, the encoding view
 * if it is the encoding's; -1 if it is neither. */
int cursor_origin(const struct state *s, const struct config *c, enum derive_kind kind);

/* The message for a cell for which cursor_cell returns false. */
extern const char *const cursor_computed;

/* Set the row and column of a stage that the focus of s, or of a look, points at. */
void cursor_of_stage(const struct state *s, const struct config *c, int stage, int *row, int *col);
void cursor_of_look(const struct look *look, const struct config *c, int stage, int *row, int *col);

/* Sets the words of the rows and columns of a stage: the sentence, the memory, or NULL if they are
 * not words. */
void cursor_stage_words(const struct state *s, const struct config *c, int stage,
                        const struct sequence **rows, const struct sequence **cols);

/* For hooks of views: cursor_stage_places sets the places of a stage's matrix, cursor_query_places both to
 * the asking word; cursor_step moves one of two places, clamped to its range. */
void cursor_stage_places(struct look *look, int stage, const struct config *c, struct place *row,
                         struct place *col);
void cursor_query_places(struct state *s, const struct config *c, struct place *row, struct place *col);
void cursor_step(struct place row, struct place col, enum direction direction, long steps);

/* For the hook `cell`: finds the cell in the given matrix that the stage in focus shows: an embedding, a row
 * of an encoding's own table, a score that was given. Returns false if it is computed. */
bool cursor_given(const struct state *s, const struct config *c, struct matrix_ref *ref, int *row, int *col);

/* Returns the stage whose rows and columns the compare view shows. The final rows have those of the
 * output. */
int cursor_compared(const struct look *look);

#endif
