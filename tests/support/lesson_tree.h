/* A lesson's tree as text, every piece with line and column, for tests that compare it. */
#ifndef SUPPORT_LESSON_TREE_H
#define SUPPORT_LESSON_TREE_H

#include "base/text.h"
#include "lesson/read/lesson.h"

/* Everything that the tree holds, in the order of the file. */
void lesson_tree(const struct lesson *l, struct text *out);

/* "LINE:COL: error: what" (or note), one a line. */
void lesson_said(const struct complaints *c, struct text *out);

/* All bytes of a file; the test fails when there is none. */
void lesson_bytes(const char *path, struct text *out);

/* Reads bytes as a lesson's file: what is said (without a last line end), and the tree behind it (NULL: not wanted). */
void lesson_try(const char *file, const char *bytes, size_t n, struct text *tree, struct text *said);

/* Calls f for every piece that has a place. */
void lesson_pieces(const struct lesson *l, void (*f)(void *arg, const struct lesson_line *piece), void *arg);

#endif
