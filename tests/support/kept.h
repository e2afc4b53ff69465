/* Sessions that are kept on disk, in a folder of the test's own for state and configuration. */
#ifndef SUPPORT_KEPT_H
#define SUPPORT_KEPT_H

#include "app/app.h"
#include "cli/startup.h"

/* Setup of a test or a group: an empty folder for state and configuration, and a UTF-8 locale. kept_end removes it with all in it. */
int kept_begin(void **state);
/* The same, working in the folder: a line may come about that writes a file. */
int kept_begin_inside(void **state);
int kept_end(void **state);
/* Path of a file in it. The text lives until the next call but three. */
const char *kept_path(const char *name);
/* How many files stand in it whose name ends so. */
int kept_files(const char *suffix);
/* The path of the first of them, "" if there is none. */
const char *kept_file(const char *suffix);
/* Removes the file, and what a kill left of a new one being written beside it. */
void kept_forget(const char *name);

/* A session as it starts in a terminal. */
void kept_start(struct app *a);
void kept_start_with(struct app *a, const struct options *o);
/* Presses the key named behind "key ", or types the line at the prompt. */
void kept_step(struct app *a, const char *step);
/* Ends it as if all were saved: nothing is kept. */
void kept_end_saved(struct app *a);
/* All that a person sees of the state: as a script, the look, the pins, what undo leads to. */
void kept_facts(struct app *a, struct text *out);

#endif
