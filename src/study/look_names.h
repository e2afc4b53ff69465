/* Names of views and matrices as papers and lessons use them: `view weights`, `focus weight 猫 鱼`. A name
 * selects a view and, if the view has parts, one of them, so lessons need not know how the screen is
 * divided. */
#ifndef STUDY_LOOK_NAMES_H
#define STUDY_LOOK_NAMES_H

#include "state/scene.h"

/* Makes s show the view of this name, or the part of a view: sentence, qkv, scores, weights, output,
 * heads, formula (stages); waves, clock, distance, rotation, grid (encoding). Returns false and leaves s
 * unchanged if there is no such name. */
bool look_show(struct state *s, const char *name);

/* Returns the i-th name that is not a view's own, NULL after the last. */
const char *look_name(int i);

/* Returns the stage that shows a value, given by its name in expressions (x, q, score, weight, out …; pe
 * is LOOK_PE) or by the stage's own name; -1 if there is none. */
enum { LOOK_PE = -2 }; /* the encoding at any position */
int look_stage(const char *name);

/* Reads a row (or column) of a stage or of LOOK_PE: a word if the rows are words, else a number
 * from 0; `col` is the column of `name` in the line. Returns -1 and explains in r if there is none. */
int look_place(const struct scene *now, int stage, bool column, const char *name, int col, struct reply *r);

/* Shows a stage, which must be present, with the focus on row and column, or for LOOK_PE the encoding view
 * at that position and column. -1 leaves a value unchanged. */
void look_at_cell(struct state *s, const struct config *c, int stage, int row, int col);

#endif
