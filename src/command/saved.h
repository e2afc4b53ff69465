/* Saved states and scenes: scripts that only describe a state. They may come from anyone, so every
 * command is checked (COMMAND_STATE) before the first one runs. The whole file is one change. */
#ifndef COMMAND_SAVED_H
#define COMMAND_SAVED_H

#include "command/command.h"

/* Returns whether the text begins with the first line of a saved state. */
bool saved_is(const char *text);

/* Makes the state described by `text` the present one. `origin`: LINE_LESSON for a scene of a lesson,
 * else 0. Returns false with "FILE:LINE:COL: error: …" in r and the session unchanged. */
bool saved_load(struct session *m, const char *file, const char *text, unsigned origin, struct reply *r);

/* Replays the journal line of a load or import, again as one change. Fails like saved_load. */
bool saved_again(struct session *m, const char *line, struct reply *r);

#endif
