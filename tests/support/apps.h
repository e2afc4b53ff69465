/* Sessions of the app without a terminal: starts them, sends lines and keys, reads the screen. */
#ifndef SUPPORT_APPS_H
#define SUPPORT_APPS_H

#include "app/app.h"

/* Two heads of 8 numbers that find doer and done-to, for tests about numbers and drawing. "chases" has the
 * vector of 追. */
#define TWO_HEADS "tokens cat chases dog ; set x chases 7 = 0 ; weights roles ; set query 1 key 0"

/* Returns a session with the plain scene, in English by default. Fails the test if it cannot be created. */
struct app fresh_app(void);
struct app fresh_app_in(enum lang lang);
/* Returns a session as the program starts, with the scene that opens first. */
struct app opened_app(void);
struct app opened_app_in(enum lang lang);
/* Returns a session with two trained heads in one layer: the simplest scene in which every picture has what
 * it draws. Scenes of kept pictures begin with it. */
struct app simple_app_in(enum lang lang);
/* Returns a fresh session after running the line. */
struct app app_after(const char *line);

/* Runs a line; returns false if it failed. */
bool enter(struct app *a, const char *line);
/* Runs a line; if it fails, fails the test with its message. */
void must_enter(struct app *a, const char *line);
/* Presses a key, by its name. */
void press(struct app *a, const char *key);

/* Returns the screen at this size, drawn; the caller finishes it. */
struct canvas draw_screen(struct app *a, int rows, int cols);
/* The same, of a fresh session after running the line. */
struct canvas draw_after(const char *line, int rows, int cols);
/* Draws the screen at this size and writes its text, or its text and its styles. */
void read_screen(struct app *a, int rows, int cols, struct text *out);
void read_planes(struct app *a, int rows, int cols, struct text *out);
/* Fail unless a line of the screen contains `what`, or if one does. */
void see(struct app *a, int rows, int cols, const char *what);
void see_not(struct app *a, int rows, int cols, const char *what);

#endif
