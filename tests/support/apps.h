/* Sessions of the app without a terminal: begun, told lines and keys, looked at. */
#ifndef SUPPORT_APPS_H
#define SUPPORT_APPS_H

#include "app/app.h"

/* The session as the program starts; in English if not said otherwise. The test fails where it cannot be made. */
struct app fresh_app(void);
struct app fresh_app_in(enum lang lang);
/* A fresh one once the line was run. */
struct app app_after(const char *line);

/* Runs a line; false: it failed. */
bool enter(struct app *a, const char *line);
/* A line that fails fails the test, with its words. */
void must_enter(struct app *a, const char *line);
/* One key, by its name. */
void press(struct app *a, const char *key);

/* The text of the screen as it is drawn now at this size. */
void read_screen(struct app *a, int rows, int cols, struct text *out);

#endif
