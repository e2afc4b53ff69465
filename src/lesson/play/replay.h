/* The states of a lesson, as pure functions of its file: S(k) and A(k) do not depend on what the person did.
 *
 *   S(k)  on entering step k: the front matter's scene, every `scene` and `do` of
 *         the steps before, then step k's `scene`
 *   A(k)  S(k), then step k's `do` */
#ifndef LESSON_PLAY_REPLAY_H
#define LESSON_PLAY_REPLAY_H

#include "lesson/run/run.h"
#include "session/session.h"

enum lesson_when { LESSON_BEFORE, LESSON_AFTER }; /* S(k), A(k) */

/* Sets the scene, its pins and their comparison to that state and empties the history. Language, theme, keys
 * and other personal settings stay. `step` counts from 0. If a command fails, returns false with
 * "FILE:LINE:COL: error: …" in r and leaves m unchanged. */
bool lesson_replay(struct session *m, const struct lesson *l, int step, enum lesson_when when,
                   struct reply *r);

/* Fills a fresh session like m in that state. Returns false with the reason in r, and nothing to finish. */
bool lesson_replay_aside(struct session *out, const struct session *m, const struct lesson *l, int step,
                         enum lesson_when when, struct reply *r);

/* Runs segment i (lesson_segment) of a step's `do`. The current state must be S(step) plus the segments
 * before it. Returns false with the error in r as above. */
bool lesson_act(struct session *m, const struct lesson *l, int step, int i, struct reply *r);

/* Makes the scene NAME the current state in one change. Returns false and explains in r on failure. */
bool lesson_scene(struct session *m, const char *name, int col, struct reply *r);

#endif
