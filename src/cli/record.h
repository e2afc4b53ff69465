/* Records a lesson that plays itself, as on an 80 x 24 terminal, with a marker at each step. */
#ifndef CLI_RECORD_H
#define CLI_RECORD_H

#include "app/app.h"
#include "cli/options.h"

enum { RECORD_COLS = 80, RECORD_ROWS = 24 };
#define RECORD_SECONDS 1.5 /* between two pictures, without --auto */

/* Records the open lesson from its current step to the end. Returns false if memory runs out. */
bool record_lesson(struct app *a, double seconds, struct text *out);

/* `qkv --cast FILE --lesson NAME`. Returns the exit status. */
int record_tool(const struct options *o);

#endif
