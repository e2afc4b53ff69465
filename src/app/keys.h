/* From a key to what it does: the open prompt takes it, else the pager, else the
 * command line that it is bound to. */
#ifndef APP_KEYS_H
#define APP_KEYS_H

#include "app/app.h"

void keys_press(struct app *a, const char *key);
void keys_paste(struct app *a, const char *s);

/* The line that a key stands for where the session is now; NULL: none. */
const char *keys_line(const struct app *a, const char *key);

/* Runs a line as if typed: its answer becomes the message, or opens the pager when it is long. */
void keys_run(struct app *a, const char *line);

/* While a sentence is typed and nothing else is said, the message tells how it will be cut. For what is to be drawn: not
 * needed for each of many keys that come together. */
void keys_preview(struct app *a);

/* What a person who has no prompt would type: the command that the open prompt leads to, as far as it is there. */
void keys_prompt_command(const struct prompt *p, struct text *out);

#endif
