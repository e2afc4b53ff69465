/* A matrix that can be typed, as a sheet. To change a number and to see what follows is the shortest
 * experiment; so the sheet shows below itself the stages that the number enters first, and says what the last
 * change did to the weights. */
#ifndef VIEW_EDIT_EDIT_H
#define VIEW_EDIT_EDIT_H

#include "state/matrices.h"
#include "view/screen.h"

/* The meaning of a sheet's rows or columns. */
enum axis_kind { BY_NUMBER, BY_WORD, BY_DIM, BY_HEAD, BY_HEAD_DIM };

struct sheet {
    const struct state *state;
    struct matrix_ref ref;
    enum axis_kind rows, cols;
    const struct sequence *words, *keys;
    enum lang lang;
};

/* Write the label of a row or column of a sheet, a struct sheet. */
void sheet_row_label(const void *sheet, int i, struct text *out);
void sheet_col_label(const void *sheet, int i, struct text *out);

/* Returns the stage that the sheet's numbers enter first, in the layer on screen; -1: none is described. */
int sheet_enters(const struct screen *s, const struct sheet *sh);

/* Returns the number x of a sheet as text: a learned one rounded as on the sheet, another as it was typed, or
 * rounded if it is as long as a number of a model from a file. */
const char *sheet_value(const struct screen *s, const struct state *st, struct matrix_ref ref, double x);

/* Writes what the number x under the cursor does, and the way on from there: "every word's animal × 2.4 is
 * added to its Q in column h1.0 → scores → weights → output". */
void sheet_say_use(struct text *out, const struct screen *s, const struct sheet *sh, double x);

/* Writes what the last change did to the weights of the head on screen or, if nothing, to the last stage:
 * "last change: 4 of 9 numbers moved, most weights[chases→cat] 0.53 → 0.61". Returns false if the last event
 * changed nothing, or led to numbers that were not there before. */
bool sheet_say_effect(struct text *out, const struct screen *s);

#endif
