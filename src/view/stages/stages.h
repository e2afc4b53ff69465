/* The stages view: one stage, its matrix, and how the cell in focus was computed, as a picture and as
 * arithmetic. Every number must lead back to those that it came from; so a picture is chosen by what the
 * cell's derivation is (a product, a mix, a share of one whole), never by the stage's name. Every picture is
 * a part of one page (stages.c) and says what room it needs. */
#ifndef VIEW_STAGES_STAGES_H
#define VIEW_STAGES_STAGES_H

#include "study/derivation.h"
#include "view/grid.h"
#include "view/figures/page.h"
#include "view/figures/tell.h"

/* Writes one sentence about the row in focus, made from its numbers: "chases gives cat 0.53, dog 0.46."
 * Returns false if there is nothing to say; `out` may then hold the start of one. */
bool stages_saying(struct text *out, const struct screen *s, const struct derivation *d);

/* The cells of a matrix that a derivation has read up to a segment; for grid.marked. */
struct reading {
    const struct derivation *d;
    int segment;
    struct derive_from matrix;
};

bool reading_has(const void *reading, int row, int col);

/* The names of the rows and columns of a stage's matrix. */
struct stages_labels {
    const struct state *state;
    const struct sequence *rows, *cols;
    bool named;
    enum lang lang;
    int window;  /* of the masked scores: keys at that distance or further are hidden; 0: all others */
    bool causal; /* and later ones */
};

struct stages_labels stages_labels_of(const struct screen *s, int stage);

/* Returns a grid with the colours and labels of a stage, still without numbers. It points to
 * `labels`, which must not move. */
struct grid stages_grid(const struct screen *s, const struct stages_labels *labels, int stage);

/* Special cells of the stage in view. */
struct stages_marks {
    const struct reading *read; /* by the cell that was left; NULL: none */
    bool hidden;                /* the cell in focus is not computed yet: shows ? */
};

/* A stage's matrix for one head, and the data that its grid points to. */
struct stages_part {
    struct stages_labels labels;
    struct changes changes;
    struct grid g;
};

/* Fills `part`. Its grid points into `part`, which must not move while the grid is in use. */
void stages_part_of(struct stages_part *part, const struct screen *s, int head, struct stages_marks marks);

/* The same of a head among others: shares in a hue, with a cursor, without a corner. */
void stages_hued_part(struct stages_part *part, const struct screen *s, int head, enum hue hue);

/* Appends what was found in the dump that the scene shows. Returns false if it shows none. */
bool stages_tap_say(const struct screen *s, bool brief, struct text *out);
/* The same as a part of a page, or only its heading; absent if there is none. */
struct page_size stages_tap_size(const struct screen *s, bool brief);

/* Draws the matrix of the stage in view with its legend, in cells that fill the room. */
void stages_matrix_draw(struct canvas c, const struct screen *s, struct stages_marks marks);
/* Gives the cells of a grid a size at which they fill c, and fewer digits if so all columns are in sight. */
void stages_fill(struct grid *g, struct canvas c, const struct screen *s);
/* Returns the height of cells of a width, at most. */
int stages_cell_height(int wide);
/* Returns the least room of a grid in which all of its cells can be seen. */
struct page_size stages_grid_size(const struct grid *g);

/* What the view shows: the cell in focus, and the cell whose factor was followed here. It points into itself.
 */
struct stages {
    const struct screen *s;
    int rows, cols; /* of the view */
    struct derivation d, left;
    struct reading read; /* cells of this stage that `left` read */
    struct stages_marks marks;
    bool narrow;             /* no rail: the picture needs the room, or a lesson explains the stages */
    bool zoomed;             /* the picture, without what the stage is for */
    bool numbers;            /* the stage has a matrix */
    bool beside;             /* all heads are shown */
    bool large;              /* the matrix has so many numbers that it needs the page */
    struct page_size says;   /* what the row in focus says and, where there is room, what the stage is for */
    struct stages_part part; /* its matrix */
};

/* Fills v. Returns false if there is no cell in focus. */
bool stages_of(struct stages *v, struct canvas c, const struct screen *s);

/* Draws what is in the corner of a product: the heading, what the row was mixed from, and what the picture
 * shows. */
void stages_corner_draw(struct canvas c, const struct stages *v);

/* The parts of the page. They take a struct stages; a picture that the cell in focus has none of has
 * PAGE_NOWHERE for its size. */

/* Title, shapes, formula, remarks on this state and, if a factor was followed here, from where. */
#define STAGES_HEADING ((struct page_size){.cols = 36, .lines = stages_heading_draw})
int stages_heading_draw(struct canvas c, const void *stages);
/* Returns the part `says` of a view of which all else is known. */
struct page_size stages_says_size(const struct stages *v);
/* The words of the sentence with their positions, and those of the second sequence. */
void stages_words_draw(struct canvas c, const void *stages);
/* A product: the left matrix beside the stage's own, the right one above it, so that the row and the column
 * that were read meet in the cell; the heading is in the corner. */
struct page_size stages_product_size(const struct stages *v);
void stages_product_draw(struct canvas c, const void *stages);
/* Softmax: the scores of the row as marks, exp of them as bars from 0, and one whole, shared out. */
struct page_size stages_softmax_size(const struct stages *v);
void stages_softmax_draw(struct canvas c, const void *stages);
/* What the row in focus was made of: the whole that it shares out, a line or more for each head of which it
 * is mixed, or the numbers of one query beside those of pinned states with other d. */
struct page_size stages_made_size(const void *stages, int cols);
void stages_made_draw(struct canvas c, const void *stages);
/* Returns whether it is these bars. */
bool stages_grows(const struct stages *v);

/* Draws the stage's matrices of all heads in one size, each with what it does, measured; below them whom the
 * asking word reads most. Digits as long as they fit for all heads at once, else colour alone. */
void stages_heads_draw(struct canvas c, const struct screen *s);

/* Draws the weights of the heads of all layers, a line of pictures each, in the hues of their kinds; the one
 * in focus large beside them, and how many there are of each kind, layer by layer. Returns false and draws
 * nothing if there is one layer, another stage is in view or there is no room. */
bool stages_layers_draw(struct canvas c, const struct screen *s);

/* Draws what full colour means in grids or, if not NULL, dots, after some words, and with `words` that rows
 * ask and columns are read. Returns the lines. */
int stages_shade_draw(struct canvas c, const struct screen *s, const struct grid *g,
                      const struct grid_dots *dots, const char *before, bool words);
/* Returns the arcs of the asking word for some heads of the stage in view (view/arcs/arcs.h). */
struct arcs stages_arcs(const struct screen *s, int head, int heads, int most);

/* A matrix that a derivation read: dim, with the numbers that it read in full colour. Its grid points into
 * it, so it must not move. stages_source_of returns false if the matrix is in a model's file and too large to
 * be drawn, or if memory is exhausted. */
struct stages_source {
    struct reading reading;
    struct stages_labels labels;
    struct mat m;
    struct grid g;
};

bool stages_source_of(struct stages_source *source, const struct screen *s, const struct derivation *d,
                      const struct derive_from *from);
/* Returns the least room for the matrices that d read, and sets the least room for all of their columns. */
struct page_size stages_sources_size(const struct screen *s, const struct derivation *d,
                                     struct page_size *whole);
/* Draws the matrices that d read, side by side or below each other, as many as find room. */
void stages_sources_draw(struct canvas c, const struct screen *s, const struct derivation *d);

/* One whole, shared out: what a row of weights gives each word, or an answer each class. */
struct pieces {
    const struct screen *s;
    const struct sequence *words;
    struct mat row; /* one share per word, and of the sink if there is one */
    int lit;        /* the word that stands out */
    enum hue hue;
};

/* Returns the row of a cell in a stage whose rows are shares; the largest stands out. */
struct pieces pieces_of(const struct screen *s, const struct derive_cell *cell, int stage, int head);
/* The same of a cell that exps are shared out for, a weight or an answer: the cell stands out, or the key in
 * the arithmetic's line under the cursor. Returns false if it is none, or a question asks for it. */
bool pieces_shared(struct pieces *p, const struct screen *s, const struct derivation *d);
/* Returns the weights that a head gives in the attention that the cell belongs to. */
struct pieces pieces_read(const struct screen *s, const struct derive_cell *cell, int head);
uint16_t pieces_ink(const struct pieces *p, int key);
/* Returns the word of a piece; that of the sink after those of the keys. */
const char *pieces_word(const struct pieces *p, int key);
/* Writes cat 0.39 in the middle of a piece, if it has room. */
void pieces_label(struct canvas c, const struct pieces *p, int key, int row, int col, int width);

/* Sets these pieces, once the walk has computed the cell. */
bool stages_whole_of(struct pieces *whole, const struct screen *s, const struct derivation *d);
/* Returns whether the cell belongs to a mix of values, which can be shown; sets the heads that are in it, or
 * the one in focus if they are many. */
bool stages_mixes(const struct screen *s, const struct derivation *d, int *first, int *count);

/* Returns the sentence on what the stage is for; of the weights only what holds for these. */
const char *stages_help(const struct screen *s);
/* Writes which query has no key left, that of the row in focus before others; returns false if none. */
bool stages_empty_row(const struct screen *s, struct text *out);

/* Moves through the lines of the arithmetic and the two factors of one; returns true. */
bool stages_move_line(struct look *look, const struct scene *now, enum direction direction, long steps);

/* ---- the arithmetic of the cell: text with its numbers, which follows the walk and scrolls if it is long */

/* Returns the rows of the whole derivation in a panel as wide as c. */
int arithmetic_rows(struct canvas c, const struct screen *s, const struct derivation *d);

/* Draws the derivation. If too long for c: the first and last steps or, if the cursor is in it,
 * the steps around the cursor. */
void arithmetic_draw(struct canvas c, const struct screen *s, const struct derivation *d);

/* ---- the curve: the weight of the asking word over the number that + and - run, and its present value */

enum { CURVE_ROWS = 6, CURVE_COLS = 20 };

/* For the hooks `follow` and `compute` of views that draw it. */
void curve_follow(struct session *m, struct work *work);
bool curve_compute(struct session *m, struct reply *r);

/* Returns whether there is one to draw. */
bool curve_shown(const struct screen *s);
/* Draws it with its title: "chases→cat 0.93 at 0.4 (+ -)". */
void curve_draw(struct canvas c, const struct screen *s);
/* The chart alone, with the values below. */
void curve_chart(struct canvas c, const struct screen *s, const struct sweep *w);
void curve_tell(const struct teller *t);

/* Appends "half more moves weights[chases→cat] 0.93 → 0.52", if that is known of the number in focus. */
void curve_say_move(struct text *out, const struct screen *s);

/* The same in sentences: all of it, where one is, the arithmetic of the cell in focus with one numbered
 * sentence per step. */
void stages_tell(const struct teller *t);
void stages_tell_briefly(const struct teller *t);
void stages_tell_steps(const struct teller *t);

#endif
