/* The pages around the lessons: the course with its lessons, the glossary, and finding
 * a place by a word of its title. */
#ifndef LESSON_PLAY_PAGES_H
#define LESSON_PLAY_PAGES_H

#include "lesson/play/host.h"

/* While the course page is shown: reads it in the present language, keeps the cursor on a lesson. */
void lesson_pages_follow(struct host *h);
void lesson_pages_finish(struct host *h);

/* Shows the course page with the cursor on a lesson (NULL: where it was). */
bool lesson_pages_show(struct host *h, const char *id, struct reply *r);
/* The id of the lesson under the cursor; NULL: none. */
const char *lesson_pages_chosen(const struct host *h);

/* The next step of the open lesson, or the next lesson of the course page, whose title has
 * this text in it. false: there is none, said in r. */
bool lesson_pages_find(struct host *h, const char *text, struct reply *r);

/* A term in both languages, by its id or title; "": those of the present step, then all. */
bool lesson_pages_glossary(struct host *h, const char *term, struct reply *r);

#endif
