/* The import command: reads a matrix into the state, or word vectors into the lexicon.
 * All functions return false and explain in r on failure. */
#ifndef EXPORT_IMPORT_H
#define EXPORT_IMPORT_H

#include "session/model.h"

struct import_watch {
    struct model *model;
    bool waits; /* the path "-" means standard input (app/keep/file.h) */
};

/* Runs `import X|WQ|… FILE`; .npy by the file's ending, else CSV. `col` is the column of the name. */
bool import_matrix(const struct import_watch *w, const char *name, int col, const char *path,
                   struct reply *r);

/* Runs `import vectors FILE`: text of word2vec, GloVe or fastText, with or without its header. Keeps only the
 * words of the sentence and the memory. Sets d to the vectors' width. */
bool import_vectors(const struct import_watch *w, const char *path, struct reply *r);

/* Runs `import examples FILE`: one example per line, as `example` reads it; empty lines and comments are
 * skipped. They are added to those that are there. */
bool import_examples(const struct import_watch *w, const char *path, struct reply *r);

#endif
