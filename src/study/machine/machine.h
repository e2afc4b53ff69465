/* Why boxes: the picture of the paper is how people know the machine, and it hides that the same stages are
 * computed whatever it shows. A box is a range of stages, so that what it says and where it leads cannot
 * differ from the stages.
 *
 * The Transformer as boxes: an encoder and a decoder, of which a state computes one. A box covers some stages
 * of the pipeline. Boxes that the state does not compute are known too: what would switch them on. */
#ifndef STUDY_MACHINE_MACHINE_H
#define STUDY_MACHINE_MACHINE_H

#include "state/scene.h"

enum machine_side { MACHINE_ENCODER, MACHINE_DECODER };
enum machine_kind {
    MACHINE_WORDS,
    MACHINE_PLACES,
    MACHINE_SELF,
    MACHINE_ADD, /* residual connection and LayerNorm of the sublayer above */
    MACHINE_CROSS,
    MACHINE_FFN,
    MACHINE_READOUT,
    MACHINE_ANSWER
};

enum { MACHINE_ROWS = 10, MACHINE_BOXES = 18 };

struct machine_box {
    enum machine_side side;
    int row; /* 0 to MACHINE_ROWS - 1, from the words down */
    enum machine_kind kind;
    int first, last;  /* its stages */
    const char *name; /* at most 16 columns */
    const char *does; /* one sentence */
    const char *on;   /* the line that switches it on, if its side is computed */
};

extern const struct machine_box machine_boxes[MACHINE_BOXES];

/* Returns the side that is computed: the decoder's if words are masked causally or another sequence is read.
 */
enum machine_side machine_side(const struct config *c);

/* Returns whether a box is computed in a layer. The encoder's words are if a decoder reads them. */
bool machine_has(const struct config *c, int layer, int box);

/* Returns whether a box belongs to the drawing: all but the readout of an encoder that has none. */
bool machine_drawn(const struct config *c, int box);

/* Returns the stage that shows best what a box does; -1: it is not computed. */
int machine_stage(const struct config *c, int layer, int box);

/* Returns the stage of the numbers that leave a box; -1: it is not computed. */
int machine_out(const struct config *c, int layer, int box);

/* Returns the layer whose trace has the numbers of a box: the first before the layers, the last after them.
 */
int machine_layer(const struct config *c, int layer, int box);

/* Returns the box that a stage belongs to, and the box under the cursor. */
int machine_box_of(const struct config *c, int stage);
int machine_at(const struct look *look, const struct config *c);

/* Returns the line that switches on a box that is not computed. */
const char *machine_switch(const struct config *c, int box);

/* Puts the cursor on a box: on its stage, or on the box itself if it has none. */
void machine_put(struct look *look, const struct config *c, int box);

/* Moves the cursor to the next drawn box of its side, or to the same row of the other side. */
void machine_move(struct look *look, const struct config *c, enum direction direction, long steps);

/* Returns the part of a row of a residual connection that is its sublayer's input: in·r/|r|² of r = in + out.
 * The rest is what the sublayer added. It may lie outside 0 … 1 where the two point against each other. */
double machine_residual_share(const struct scene *now, int box, int row);

/* Returns the steps that the panel in view plays: of a note, one for each key and one for the shares. */
int machine_steps(const struct scene *now);

/* Returns the number of entries above 0 in a row of the feed-forward network's inner layer. */
int machine_active(const struct scene *now, int row);

#endif
