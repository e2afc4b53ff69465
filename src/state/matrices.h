/* All matrices that a user can name, edit, import or export: x (embeddings, one row per word of the
 * sentence), y (the memory's), the weights and biases of the layer in view, the current encoding's
 * matrices, the given mask and scores. Names: `WQ`, `bQ`, `W1`, `g1`, `table`, `slopes` … */
#ifndef STATE_MATRICES_H
#define STATE_MATRICES_H

#include "state/state.h"

struct matrix_ref {
    enum { MATRIX_X, MATRIX_Y, MATRIX_WEIGHT, MATRIX_ENCODING, MATRIX_MASK, MATRIX_SCORES } kind;
    int index; /* enum weight, or index of the encoding's matrix */
};

/* Lists the matrices that exist in s, in order. Returns how many. */
enum { MATRICES_MAX = 48 };
int matrices_list(const struct state *s, struct matrix_ref out[MATRICES_MAX]);
const char *matrices_name(const struct state *s, struct matrix_ref m);
/* Writes their names, separated by commas. */
void matrices_names(const struct state *s, struct text *out);
const char *matrices_help(const struct state *s, struct matrix_ref m);
bool matrices_find(const struct state *s, const char *name, struct matrix_ref *out);
void matrices_shape(const struct state *s, struct matrix_ref m, int *rows, int *cols);

/* Writes a row and a column of m by their names, those without one by their numbers: "追 食物", "1 2". */
void matrices_cell_name(const struct state *s, struct matrix_ref m, int row, int col, struct text *out);

/* Narrows *part, the whole weight on entry, to the columns of one head (rows for W_O). Returns false if
 * the matrix is not split by head. */
struct matrix_part {
    int row0, col0, rows, cols;
};
bool matrices_head_part(const struct state *s, struct matrix_ref m, int head, struct matrix_part *part);

/* Returns the numbers that a model has for a weight of a layer or for the table of positions, perhaps stored;
 * absent without a model. */
struct factor matrices_given(const struct state *s, struct matrix_ref m, int layer);

/* Returns entry (r, c): the word's for x and y, the default for a matrix that was never set. */
double matrices_get(const struct state *s, struct matrix_ref m, int r, int c);

/* Copies all of m to out, which has its shape. Faster than entry by entry. */
void matrices_read(const struct state *s, struct matrix_ref m, struct mat out);

/* Returns the default entry of a weight: identity, 1 for gains, 0 for biases and shifts. */
double matrices_default(enum weight w, int r, int c);
/* Fills out with the default entries of a weight. */
void matrices_defaults(enum weight w, struct mat out);

/* Set one entry, or all rows*cols entries in row-major order. All occurrences of a word share its
 * embedding, so the last of their rows counts. Return false if out of memory; the numbers of s stay
 * the same. */
bool matrices_set(struct state *s, struct matrix_ref m, int r, int c, double x);
bool matrices_set_all(struct state *s, struct matrix_ref m, const double *v);

/* Resizes the weights and encoding matrices in use to their current shapes. Leading entries stay; new
 * ones get their defaults (for a weight: 0, and 1 on the diagonal). Unused matrices stay unchanged.
 * scene_take calls it. Returns false if out of memory or stopped by `work`. */
bool matrices_fit(struct state *s, struct work *work);

#endif
