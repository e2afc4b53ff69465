/* A recording of a lesson that plays itself, as a terminal of 80 x 24 would show it, with a marker at each step. */
#ifndef CLI_RECORD_H
#define CLI_RECORD_H

#include "app/app.h"
#include "cli/options.h"

enum { RECORD_COLS = 80, RECORD_ROWS = 24 };
#define RECORD_SECONDS 1.5             /* between two pictures, unless --auto says otherwise */

/* Records the open lesson from where it is to its end. Returns false without memory. */
bool record_lesson(struct app *a, double seconds, struct text *out);

/* `qkv --cast FILE --lesson NAME`: returns the exit status. */
int record_tool(const struct options *o);

#endif
