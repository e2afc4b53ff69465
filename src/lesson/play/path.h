/* Playing a path of the course page: from place to place. */
#ifndef LESSON_PLAY_PATH_H
#define LESSON_PLAY_PATH_H

#include "lesson/play/host.h"

/* Starts path `number` (from 1) of the course page at its first place. Returns false and explains in r if
 * there is no such path. */
bool lesson_path_start(struct host *h, int number, int col, struct reply *r);

/* Lists the paths. */
bool lesson_paths_show(const struct host *h, struct reply *r);

/* Opens l->next of the open lesson. */
bool lesson_path_next(struct host *h, struct text *opened, struct reply *r);

/* Opens the place before the current one of the path. Returns false without a path, at its first place, and
 * explains in r if that lesson cannot be opened. */
bool lesson_path_back(struct host *h, struct text *opened, struct reply *r);

/* Returns true if the open lesson is on a path that plays only this step of it. */
bool lesson_path_one_step(const struct host *h);

#endif
