/* The pages around the lessons: the course page, and search by title. */
#ifndef LESSON_PLAY_PAGES_H
#define LESSON_PLAY_PAGES_H

#include "lesson/play/host.h"

/* While the course page or the start screen is shown, loads the course in the current language and keeps the
 * cursor on a lesson. */
void lesson_pages_follow(struct host *h);
void lesson_pages_finish(struct host *h);

/* Shows a page (enum course_list) with the cursor on a lesson (NULL: where it was). */
bool lesson_pages_show(struct host *h, int page, const char *id, struct reply *r);
/* Adds a line for each lesson of the course page that is shown: its id and title. */
void lesson_pages_list(const struct host *h, struct text *out);
/* Adds the name of the lesson or step under the cursor. Returns false if there is none. */
bool lesson_pages_chosen(const struct host *h, struct text *name);
/* Returns the number of the path under the cursor, or 0. */
int lesson_pages_path(const struct host *h);

/* Goes to the next step of the open lesson, or the next lesson of the course page, whose title contains the
 * text ("": the one looked for last), which is added to *sought; says how many have it. On another page it
 * leaves only the rows with the text, anywhere and in any case ("": all rows). Returns false and explains in r
 * if there is none. */
bool lesson_pages_find(struct host *h, const char *text, struct text *sought, struct reply *r);

#endif
