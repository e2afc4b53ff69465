/* Mouse and finger: what lies under them, what it says, and what they do. An item is what a view reports
 * (view/click.h), or a key or command that the picture prints, wherever it stands: what is printed as a key
 * can be pressed where it is printed. */
#ifndef APP_MOUSE_H
#define APP_MOUSE_H

#include "app/event.h"
#include "view/screen.h"

/* Returns what a click there does, on s of the event's size; its line is "" if it does nothing. While
 * a prompt is open, only its keys in the footer do something. */
struct click mouse_hit(const struct screen *s, const struct event *e);

/* Returns whether dragging changes what was hit: a number that can be edited. */
bool mouse_turns(const struct session *m, const struct click *k);

/* Appends, in a sentence, what a click does there: what it would change, with the value that it would lead
 * to. Changes nothing. */
void mouse_says(struct session *m, const struct click *k, struct text *out);

/* Appends the line that the wheel runs where it changes a number: over one that can be edited, or in a
 * picture that is drawn. Returns false if it changes none there: it moves the cursor or the text. */
bool mouse_rolls(const struct screen *s, const struct event *e, struct text *line);

#endif
