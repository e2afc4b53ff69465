/* A row as a layer reads it, in pieces: the word, its place, its type, what each layer's attention (or one of
 * its heads) and feed-forward network wrote, and the bias; and the share of each in a score. Terms name at
 * most SOURCE_LAYERS layers; pieces, any number (Elhage et al. 2021 read the residual stream so). */
#ifndef CORE_PIPELINE_PIECE_H
#define CORE_PIPELINE_PIECE_H

#include "core/pipeline/source.h"

struct piece {
    enum source source; /* SOURCE_WRITTEN: what a sublayer wrote */
    int layer;          /* of the sublayer */
    enum source_writer writer;
    int head; /* of the attention, or PIECE_WHOLE; heads: what its bias b_O adds */
};

enum { PIECE_WHOLE = -1, PIECES_MOST = SOURCE_WRITTEN + SOURCE_WRITERS * CONFIG_MAX_LAYERS };

/* What is asked of a key's row by one head of a layer's first attention. */
struct question {
    const struct trace *t;
    const struct config *c;
    int layer, head, key;
    const double *q; /* dk numbers, as the score multiplies them: turned, if the encoding turns */
};

/* Lists the pieces of what layer `layer`'s first attention reads, from the bottom up and the bias last;
 * returns their number. */
int piece_list(const struct config *c, int layer, struct piece out[PIECES_MOST]);

/* Returns true if the scores of the first attentions are products of pieces: not with scores that are given,
 * a memory, or an encoding that rewrites the product otherwise than by turning it. */
bool piece_splits(const struct config *c);

/* Sets asks (d numbers) to W_K q, with q turned back to the key's position: asks · (a piece of the key's row)
 * is the piece's share in the product of q with the key. */
void piece_asks(double *asks, const struct question *of);

/* Returns that share; the share of the bias includes b_K. */
double piece_share(const double *asks, const struct question *of, const struct piece *piece);

#endif
