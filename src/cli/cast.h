/* A recording of a lesson that plays itself (asciicast, version 2): what a terminal of 80 x 24
 * would be sent, with a marker at each step. No clock: the same lesson gives the same bytes. */
#ifndef CLI_CAST_H
#define CLI_CAST_H

#include "app/app.h"
#include "cli/options.h"

enum { CAST_COLS = 80, CAST_ROWS = 24 };
#define CAST_SECONDS 1.5             /* between two pictures, unless --auto says otherwise */

/* Records the open lesson from where it is to its end. false: no memory. */
bool cast_lesson(struct app *a, double seconds, struct text *out);

/* A recording of one drawn screen. */
void cast_picture(struct canvas c, enum theme theme, struct text *out);

/* `qkv --cast FILE --lesson NAME`: returns the exit status. */
int cast_tool(const struct options *o);

#endif
