/* Batch: the program without a screen. Commands go in, answers and files come out. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "app/app.h"
#include "cli/options.h"

/* Runs the -c commands and the files, or standard input. Returns the exit status. */
int batch_run(const struct options *o);

/* Runs the -c commands and the files in an app that is already open. Returns false with the reason in r if
 * one failed. */
bool batch_start(struct app *a, const struct options *o, struct reply *r);

#endif
