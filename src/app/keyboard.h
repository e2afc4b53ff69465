/* Key handling: a key goes to the open prompt, else to the pager, else runs its binding. */
#ifndef APP_KEYBOARD_H
#define APP_KEYBOARD_H

#include "app/app.h"

void keyboard_press(struct app *a, const char *key);
void keyboard_paste(struct app *a, const char *s);

/* Extends the open prompt's line by the common prefix of what can follow, command names first, and lists that
 * as the message. */
void complete_prompt(struct app *a);

/* Appends a sentence about the words of s that have no meaning, else about one that is taken for a name, and
 * were not in `was`; nothing if there are none. */
void keys_unknown(const struct state *s, const struct sequence *was, struct text *out);

/* Runs a line as if typed: shows its answer as the message, or in the pager if it has several lines. */
void keyboard_run(struct app *a, const char *line);

/* While a sentence is being typed, shows how it will be split as the message, unless there is another.
 * Called once per frame, not per key. */
void keyboard_preview(struct app *a);

/* Appends the command that the open prompt is building, as far as it is typed. */
void keyboard_prompt_command(const struct prompt *p, struct text *out);

#endif
