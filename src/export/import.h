/* What `import` does: a matrix from a file into the state, word vectors into the lexicon. */
#ifndef EXPORT_IMPORT_H
#define EXPORT_IMPORT_H

#include "app/app.h"

/* import X|WQ|… FILE (.csv or .npy). */
bool import_matrix(struct app *a, const char *name, const char *path, struct reply *r);

/* import vectors FILE: word2vec, GloVe or fastText text, with or without its header; "-" is standard input.
 * Only the words of the sentence and the memory are kept. d becomes the vectors' width. */
bool import_vectors(struct app *a, const char *path, struct reply *r);

#endif
