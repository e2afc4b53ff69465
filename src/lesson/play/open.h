/* Loads a lesson by its name or path, or its counterpart in the other language; knows what comes after it:
 * the next place of the path that is played, else the next lesson of the course page. */
#ifndef LESSON_PLAY_OPEN_H
#define LESSON_PLAY_OPEN_H

#include "lesson/play/host.h"
#include "lesson/read/course.h"

/* Reads a lesson by its id ("01-by-hand"), a prefix of it ("01", "1") or its path (…md). A step may follow
 * after a slash; *step points at it in `name`, or is "". Returns false with the first error in r if there is
 * no such lesson or it has errors; then there is nothing to finish. */
bool lesson_load(const char *name, enum lang lang, struct lesson *out, const char **step, struct reply *r);

/* Reads the same lesson in another language. Returns false if it does not exist or cannot be read. */
bool lesson_load_counterpart(const struct lesson *l, enum lang lang, struct lesson *out);

/* Reads a page (enum course_list). Returns false if there is none or it has errors; *out must be finished. */
bool lesson_list(int page, enum lang lang, struct course *out);
bool lesson_course(enum lang lang, struct course *out);

/* Appends "06-sines/one", which opens the place "06-sines#one". */
void lesson_place_name(const char *place, struct text *out);
/* Appends it for the place at which a path is, and sets *stations to how many places the path has, 0: there
 * is no such path. Returns false if there is no such place. */
bool lesson_path_place(enum lang lang, struct lesson_path at, struct text *name, int *stations);

/* Fills in l->next, unless its file names one or nothing follows, its title, and where on a path it is. */
void lesson_path_follow(const struct host *h, struct lesson *l);

/* Returns the station (from 1) at which the path that is played goes on: the next one, if all of this one is
 * closed. 0: the path is over, or none is played. */
int lesson_path_goes_on(const struct host *h);

/* Reads a lesson from its text; `path` names it in messages. Returns false and explains in r. */
bool lesson_take(struct lesson *out, const char *path, const struct text *bytes, enum lang lang,
                 struct reply *r);

#endif
