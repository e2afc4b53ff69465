/* Names for what is looked at, as papers and lessons use them: `view weights`,
 * `focus weight 猫 鱼`. Each stands for a view and, where it has parts, for one of
 * them, so that a lesson need not know how the screen is divided. */
#ifndef MODEL_LOOK_NAMES_H
#define MODEL_LOOK_NAMES_H

#include "model/state.h"

/* Makes s show what `name` says: a view by its own name, or sentence, qkv, scores,
 * weights, output, heads, formula (stages); waves, clock, distance, rotation, grid
 * (encoding). false: there is no such name; s untouched. */
bool look_show(struct state *s, const struct config *c, const char *name);

/* Entry i of the names besides the views' own, NULL behind the last. */
const char *look_name(int i);

/* The stage where a value stands: by the name that expressions have for it (x, q, score,
 * weight, out …; pe is LOOK_PE), or by the stage's own. -1: there is no such name. */
enum { LOOK_PE = -2 };       /* the encoding at any position */
int look_stage(const struct config *c, int layer, const char *name);

/* Reads a row (or column) of a stage or of LOOK_PE: a word where words stand, else a number
 * from 0. -1: there is no such place, said in r. */
int look_place(const struct state *s, const struct config *c, int stage, bool column, const char *name, int col, struct reply *r);

/* Shows a stage (which is present) with the focus on row and column, or for LOOK_PE the
 * encoding view at that position and column; -1 leaves one where it was. */
void look_at_cell(struct state *s, const struct config *c, int stage, int row, int col);

#endif
