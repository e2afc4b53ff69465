/* The states of a lesson, as pure functions of its file: whatever a person did,
 * S(k) and A(k) come out the same.
 *
 *   S(k)  on entering step k: the front matter's scene, every `scene` and `do` of
 *         the steps before, then step k's `scene`
 *   A(k)  S(k), then step k's `do` */
#ifndef LESSON_PLAY_REPLAY_H
#define LESSON_PLAY_REPLAY_H

#include "lesson/run/run.h"
#include "session/model.h"

enum lesson_when { LESSON_BEFORE, LESSON_AFTER };    /* S(k), A(k) */

/* Brings the scene, its pins and their comparison into that state, with nothing to undo.
 * Language, theme, keys and all else of the person stay. `step` counts from 0. false: a
 * command failed, said in r as "FILE:LINE:COL: error: …"; m is as before. */
bool lesson_replay(struct model *m, const struct lesson *l, int step, enum lesson_when when, struct reply *r);

/* Runs segment i (lesson_segment) of a step's `do` in the present state, which is S(step)
 * with the segments before it. false: said in r as above. */
bool lesson_act(struct model *m, const struct lesson *l, int step, int i, struct reply *r);

/* Makes the scene NAME the present state in one change. false: said in r. */
bool lesson_scene(struct model *m, const char *name, int col, struct reply *r);

#endif
