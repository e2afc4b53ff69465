/* Every matrix that a person can name, edit, import or export, in one table:
 * x (the embeddings, a row a word of the sentence), y (the memory's), the weights
 * and biases of the layer in view, the current encoding's own matrices, the given
 * mask and scores. `WQ`, `bQ`, `W1`, `g1`, `table`, `slopes` … */
#ifndef STATE_MATRICES_H
#define STATE_MATRICES_H

#include "state/state.h"

struct matrix_ref {
    enum { MATRIX_X, MATRIX_Y, MATRIX_WEIGHT, MATRIX_ENCODING, MATRIX_MASK, MATRIX_SCORES } kind;
    int index;               /* enum weight, or the encoding's matrix */
};

/* All that exist under s now, in order; returns how many. */
enum { MATRICES_MAX = 48 };
int matrices_list(const struct state *s, struct matrix_ref out[MATRICES_MAX]);
const char *matrices_name(const struct state *s, struct matrix_ref m);
struct pair matrices_help(const struct state *s, struct matrix_ref m);
bool matrices_find(const struct state *s, const char *name, struct matrix_ref *out);
void matrices_shape(const struct state *s, struct matrix_ref m, int *rows, int *cols);

/* The columns (of W_O the rows) of a weight that one head owns; *part is all of it before. false: it belongs to no single head. */
struct matrix_part {
    int row0, col0, rows, cols;
};
bool matrices_head_part(const struct state *s, struct matrix_ref m, int head, struct matrix_part *part);

/* Entry (r, c); for x the word's, for absent matrices what stands there. */
double matrices_get(const struct state *s, struct matrix_ref m, int r, int c);

/* All of m into out, which has its shape: quicker than entry by entry. */
void matrices_read(const struct state *s, struct matrix_ref m, struct mat out);

/* Entry of a weight that nobody touched: identity, ones for gains, zeros for biases and shifts. */
double matrices_standing(enum weight w, int r, int c);

/* Sets one entry or all (rows*cols numbers, row-major; of a word that occurs more
 * than once the last row counts). A word's embedding is shared by all its
 * occurrences. false: no memory, s holds the same numbers as before. */
bool matrices_set(struct state *s, struct matrix_ref m, int r, int c, double x);
bool matrices_set_all(struct state *s, struct matrix_ref m, const double *v);

/* Brings the weights and the encoding's matrices that take part into the shapes
 * that they have now: leading entries stay, new ones are as in a matrix that
 * nobody touched (0, on a weight's diagonal 1). What takes no part now is left as it
 * was. scene_take calls it. false: no memory, or `work` stopped it. */
bool matrices_fit(struct state *s, struct work *work);

#endif
