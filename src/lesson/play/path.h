/* What comes after a lesson or a step: the next place of a path of the course page, else the next lesson of
 * the page. */
#ifndef LESSON_PLAY_PATH_H
#define LESSON_PLAY_PATH_H

#include "lesson/play/host.h"
#include "lesson/read/course.h"

/* Starts path `number` (from 1) of the course page at its first place. Returns false and explains in r if
 * there is no such path. */
bool lesson_path_start(struct host *h, int number, int col, struct reply *r);

/* Lists the paths. */
bool lesson_paths_show(const struct host *h, struct reply *r);

/* Fills in l->next, unless its file names one or nothing follows. */
void lesson_path_follow(const struct host *h, struct lesson *l);

/* Opens l->next of the open lesson. */
bool lesson_path_next(struct host *h, struct text *opened, struct reply *r);

/* Opens the place before the current one of the path. Returns false without a path, at its first place, and
 * explains in r if that lesson cannot be opened. */
bool lesson_path_back(struct host *h, struct text *opened, struct reply *r);

/* Returns true if the open lesson is on a path that plays only this step of it. */
bool lesson_path_one_step(const struct host *h);

#endif
