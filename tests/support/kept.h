/* Sessions saved on disk, in a temporary folder for state and configuration. */
#ifndef SUPPORT_KEPT_H
#define SUPPORT_KEPT_H

#include "app/app.h"
#include "cli/cli.h"

/* Setup of a test or a group: an empty folder for state and configuration, and a UTF-8 locale. kept_end
 * removes the folder and its contents. */
int kept_begin(void **state);
/* The same, with the folder as working directory, for random lines that may write files. */
int kept_begin_inside(void **state);
int kept_end(void **state);
/* Returns the path of a file: one of the program's own (progress, notes, a journal, start.qkv) in the folder
 * of state and configuration ("": the folder), any other in a folder of the person's files ("."). The text
 * survives the next three calls. */
const char *kept_path(const char *name);
/* Returns how many of its files have names with this suffix. */
int kept_files(const char *suffix);
/* Returns the path of the first such file, or "". */
const char *kept_file(const char *suffix);
/* Fails unless the file at this path can be read and contains exactly `want` (at most 100 bytes). */
void kept_holds(const char *path, const char *want);
/* Removes the file, and the temporary file that a killed write may have left. */
void kept_forget(const char *name);

/* Starts a session as in a terminal. */
void kept_start(struct app *a);
void kept_start_with(struct app *a, const struct options *o);
/* Presses the key named after "key ", or types the line at the prompt. */
void kept_step(struct app *a, const char *step);
/* Ends the session as if all were saved, so no journal remains. */
void kept_end_saved(struct app *a);
/* Writes everything that a user sees of the state: its script, the look, the pins, the states that undo leads
 * to. */
void kept_facts(struct app *a, struct text *out);

#endif
