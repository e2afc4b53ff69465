/* What `import` does: a matrix from a file into the state, word vectors into the lexicon. */
#ifndef EXPORT_IMPORT_H
#define EXPORT_IMPORT_H

#include "session/model.h"

/* Into which model, and from where. */
struct import_watch {
    struct model *model;
    bool waits;              /* "-" is standard input (app/keep/file.h) */
};

/* import X|WQ|… FILE (.csv or .npy). */
bool import_matrix(const struct import_watch *w, const char *name, const char *path, struct reply *r);

/* import vectors FILE: word2vec, GloVe or fastText text, with or without its header; "-" is standard input.
 * Only the words of the sentence and the memory are kept. d becomes the vectors' width. */
bool import_vectors(const struct import_watch *w, const char *path, struct reply *r);

#endif
