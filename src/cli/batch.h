/* The program without a screen: commands in, answers and files out. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "app/app.h"
#include "cli/options.h"

/* Runs -c commands and files (or standard input). Returns the exit status. */
int batch_run(const struct options *o);

/* The -c commands and the files, on an app that is open already. false: one
 * failed, said in r. */
bool batch_start(struct app *a, const struct options *o, struct reply *r);

#endif
