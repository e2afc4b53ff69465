/* Records a session as on an 80 x 24 terminal: a lesson that plays itself, or keys. */
#ifndef CLI_RECORD_H
#define CLI_RECORD_H

#include "app/app.h"
#include "cli/options.h"

enum { RECORD_COLS = 80, RECORD_ROWS = 24 };
#define RECORD_SECONDS 1.5 /* between two pictures, without --auto */

struct recording {
    const char
        *keys; /* to press, by name, separated by spaces; NULL: the open lesson plays itself to its end */
    double seconds; /* the pause after a step, or after a key and what it moved */
    bool film;      /* write a moving picture (export/film.h), not an asciicast with a marker per step */
};

/* Writes a recording of the app. Returns false and explains in r on failure. */
bool record_session(struct app *a, const struct recording *how, struct text *out, struct reply *r);

/* `qkv --cast FILE`. Returns the exit status. */
int record_tool(const struct options *o);

#endif
