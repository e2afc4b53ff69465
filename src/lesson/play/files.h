/* Where lessons, scenes, the course page and the glossary come from: a folder named by
 * QKV_LESSONS, `lessons` in the present folder, the user's own folder, or what the
 * program carries inside; the first that has the file. */
#ifndef LESSON_PLAY_FILES_H
#define LESSON_PLAY_FILES_H

#include "base/text.h"

/* Reads a file by its name below lessons/ ("zh/01-by-hand.md", "scenes/apple.scene");
 * *bytes and *path (for messages) are replaced. false: no such file, or a name that
 * leads out of the folder; both are empty. */
bool lesson_file(const char *relative, struct text *bytes, struct text *path);

enum { LESSON_NAME = 64 };       /* bytes of a lesson's id with its end */

/* The ids of the lessons on disk in a language's folder ("zh", "en") that the program does not
 * carry, sorted and each once; at most `most`. Returns how many. */
int lesson_names(const char *language, char name[][LESSON_NAME], int most);

#endif
