/* Prints a lesson's tree as text with lines and columns, for tests that compare it. */
#ifndef SUPPORT_LESSON_TREE_H
#define SUPPORT_LESSON_TREE_H

#include "base/text.h"
#include "lesson/read/lesson.h"

/* Writes everything in the tree, in the order of the file. */
void lesson_tree(const struct lesson *l, struct text *out);

/* Writes "LINE:COL: error: …" (or note), one per line. */
void lesson_said(const struct complaints *c, struct text *out);

/* Reads all bytes of a file; fails the test if it cannot. */
void lesson_bytes(const char *path, struct text *out);

/* Parses bytes as a lesson's file. Writes the messages (without a final newline), then the tree unless `tree`
 * is NULL. */
void lesson_try(const char *file, const char *bytes, size_t n, struct text *tree, struct text *said);

/* Calls f for every piece that has a line and column. */
void lesson_pieces(const struct lesson *l, void (*f)(void *arg, const struct lesson_line *piece), void *arg);

#endif
