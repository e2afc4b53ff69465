/* Playing a path of the course page, from place to place; and what is resumed. */
#ifndef LESSON_PLAY_PATH_H
#define LESSON_PLAY_PATH_H

#include "lesson/play/host.h"

/* Plays path `number` (from 1) of the course page from a station (from 1) on; `col`: the column of the number
 * in the line. Returns false and explains in r if there is no such path or station. */
bool lesson_path_start(struct host *h, int number, int station, int col, struct reply *r);

/* Ends the path; the open lesson goes on as if opened by its name. */
void lesson_path_end(struct host *h);

/* Lists the paths. */
bool lesson_paths_show(const struct host *h, struct reply *r);

/* Opens l->next of the open lesson. */
bool lesson_path_next(struct host *h, struct text *opened, struct reply *r);

/* Opens the place before the current one of the path. Returns false without a path, at its first place, and
 * explains in r if that lesson cannot be opened. */
bool lesson_path_back(struct host *h, struct text *opened, struct reply *r);

/* Returns true if the open lesson is on a path that plays only this step of it. */
bool lesson_path_one_step(const struct host *h);

/* What a returning learner resumes: the lesson or path left last, or the lesson after one that is over. */
struct latest {
    struct lesson_path path; /* number 0: no path */
    bool next;               /* the lesson left last is over: this is the one after it */
    struct text name;        /* "08-rotation", "path 1 3" */
    struct text title;       /* of the lesson, or of the station's step */
    struct text place;       /* in it: "step 3", "path 1, 3 of 10"; empty: its beginning */
};

/* Returns false if there is nothing to resume. *out must be finished either way. */
bool latest_find(const struct host *h, struct latest *out);
void latest_finish(struct latest *l);

#endif
