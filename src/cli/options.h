/* The program's command line. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>

#include "base/pair.h"

#define OPTIONS_VERSION "0.9"

struct options {
    enum lang lang;
    unsigned langs;          /* bit `enum lang`: named by --lang */
    int (*tool)(const struct options *o);    /* what is done instead of a session, returns the status; NULL: a session */
    const char *argument;    /* of the tool, NULL: none */
    const char *scene;       /* of --scene, NULL: none */
    bool mutate;
    double seconds;          /* of --auto: a lesson plays itself; 0: not asked for */
    bool watch;              /* the lesson's file is read again when it changes */
    bool notes;              /* the presenter's screen instead of a session */
    bool batch, keep_going, plain;
    int colours;             /* enum colours of the terminal */
    const char *lesson;      /* opened first, NULL: none */
    const char *theme;       /* NULL: as it is */
    const char **commands;   /* of -c, in order */
    int command_count;
    char **files;
    int file_count;
};

/* The options that there are; ends with name NULL. --help and --version are performed where they are read. */
struct option_row {
    const char *name, *value;          /* value: what it takes, "a|b" when these are all; NULL: nothing */
    struct pair help;
    bool (*set)(struct options *o, const char *value);
};
extern const struct option_row option_rows[];

/* -1: go on; else the status to end with (help and mistakes have been printed). */
int options_read(struct options *o, int argc, char **argv);
void options_finish(struct options *o);

#endif
