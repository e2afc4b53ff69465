/* The program's command line: the table of options (option_rows) and the values read. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/lang.h"

#define OPTIONS_VERSION "0.9"

struct option_row;

struct options {
    const struct option_row *rows; /* the table used for reading */
    enum lang lang;
    unsigned langs; /* bits `enum lang` of the languages named by --lang */
    /* Runs in place of a session and returns the exit status; NULL: a session. */
    int (*tool)(const struct options *o);
    const char *argument; /* of the tool; NULL: none */
    const char *keys;     /* that --cast presses, by name, separated by spaces; NULL: none */
    bool mutate;
    double seconds; /* of --auto, between the steps of a lesson that plays itself; 0: off */
    bool watch;     /* read the lesson's file again when it changes */
    bool notes;     /* the presenter's screen instead of a session */
    bool batch, keep_going, plain;
    int colours;           /* enum colours of the terminal */
    const char *model;     /* opened before everything else; NULL: none */
    const char *tap;       /* a dump that is opened; NULL: none */
    const char *scene;     /* of the lessons, opened next; NULL: none */
    const char *lesson;    /* opened then; NULL: none */
    const char *theme;     /* NULL: the default */
    const char **commands; /* of -c, in order */
    int command_count;
    char **files;
    int file_count;
};

/* One option. Besides its name, a row says where the value goes (as offsets in struct options, 0: nowhere)
 * or which function takes it. */
struct option_row {
    const char *name;  /* "-c" or "--lang" */
    const char *value; /* "CMD"; "a|b" allows only these; NULL: the option takes no value */
    const char *help;
    int (*tool)(const struct options *o);              /* for o->tool; the value becomes o->argument */
    size_t flag;                                       /* of a bool, set to true */
    size_t word;                                       /* of a const char *, set to the value */
    size_t choice;                                     /* of an int, set to the value's index in "a|b" */
    bool (*set)(struct options *o, const char *value); /* returns false if the value is invalid */
    bool ends;                                         /* nothing after this option is read */
};

/* All options; ends with the name NULL. */
extern const struct option_row option_rows[];

/* Reads the command line by getopt_long's rules: "--" ends the options, -bk is -b -k, -cCMD is -c CMD, long
 * options may be abbreviated. Files may come before options and between them. Returns -1 to go on, otherwise
 * the status to exit with, after an error message. */
int options_read(struct options *o, const struct option_row *rows, int argc, char **argv);
void options_finish(struct options *o);

#endif
