/* Finds lessons, scenes, the course page and the glossary. The order is: the folder QKV_LESSONS, `lessons` in
 * the current folder, the user's own folder, the files embedded in the program. The first that has the file
 * wins. */
#ifndef LESSON_PLAY_FILES_H
#define LESSON_PLAY_FILES_H

#include "base/text.h"

struct embedded;

/* Reads a file by its name below lessons/ ("zh/01-by-hand.md", "scenes/apple.scene"). Replaces *bytes and
 * *path (for messages). Returns false with both empty if there is no such file or the name leads out of the
 * folder. */
bool lesson_file(const char *relative, struct text *bytes, struct text *path);

enum { LESSON_NAME = 64 }; /* bytes of a lesson's id with its NUL */

/* Lists the ids of at most `most` lessons on disk that the program does not embed, in the folders of a
 * language and of the one whose lessons it uses. They are sorted and unique. Returns how many. */
int lesson_names(enum lang lang, char name[][LESSON_NAME], int most);

/* Returns the file's name below lessons/LANG/ if the program carries it as a lesson of that language, or
 * NULL.
 */
const char *lesson_embedded(const struct embedded *e, enum lang lang);

/* Reads a page below lessons/ in a language, "glossary" from "glossary.zh.md"; sets *path to its file. */
bool lesson_page_bytes(const char *name, enum lang lang, struct text *bytes, struct text *path);

#endif
