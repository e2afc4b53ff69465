/* Saved states and scenes: scripts that describe a state. Such a file may come from anybody, so it can only be looked
 * at: every command in it is checked before the first one runs (COMMAND_STATE), and what it says is one change, or none. */
#ifndef COMMAND_SAVED_H
#define COMMAND_SAVED_H

#include "command/command.h"

/* Whether the text begins with the line that marks a saved state. */
bool saved_is(const char *text);

/* Makes what the text of `file` describes the present state. `place`: LINE_LESSON for a scene of the lessons, else 0.
 * false: said in r as "FILE:LINE:COL: error: …", and the model is as before. */
bool saved_load(struct model *m, const char *file, const char *text, unsigned place, struct reply *r);

/* Runs a journal's line of what was loaded, again as one change. false: as above. */
bool saved_again(struct model *m, const char *line, struct reply *r);

#endif
