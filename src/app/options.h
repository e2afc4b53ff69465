/* The program's command line. */
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include <stdbool.h>

#include "base/pair.h"

struct options {
    enum lang lang;
    unsigned langs;          /* bit `enum lang`: named by --lang */
    int (*tool)(const struct options *o);    /* what is done instead of a session, returns the status; NULL: a session */
    const char *argument;    /* of the tool, NULL: none */
    const char *scene;       /* of --scene, NULL: none */
    bool mutate;
    bool batch, keep_going;
    int colours;             /* enum colours of the terminal */
    const char *theme;       /* NULL: as it is */
    const char **commands;   /* of -c, in order */
    int command_count;
    char **files;
    int file_count;
};

/* -1: go on; else the status to end with (help and mistakes have been printed). */
int options_read(struct options *o, int argc, char **argv);
void options_finish(struct options *o);

#endif
