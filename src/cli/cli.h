/* What the command line runs: a session, batch, or a tool in place of one. A tool prints to standard output
 * and returns the exit status.
 *
 * A script, a screen reader and a person at the screen use one program: every mode runs the same command
 * lines, and what is printed comes from the tables that the program itself works with. A file from somebody
 * else is opened, never run, unless it is asked for. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "app/app.h"
#include "base/reply.h"
#include "cli/options.h"

/* ---- batch: commands go in, answers and files come out -------------------------- */

/* Runs the -c commands and the files, or standard input. Returns the exit status. */
int batch_run(const struct options *o);

/* Runs the -c commands and the files in an app that is already open. Returns false with the reason in r if
 * one failed. */
bool batch_start(struct app *a, const struct options *o, struct reply *r);

/* ---- plain: a prompt, a command, its answer, and its effect in words ------------- */

#define PLAIN_PROMPT "qkv> "

/* The source of the lines. */
struct plain_input {
    /* Shows the prompt and reads the next line, without its end. Returns false at the end of the input. */
    bool (*read)(struct plain_input *in, struct app *a, struct text *line);
};

/* Runs commands until the input ends; `in` NULL: standard input. An empty line (or "look") describes the
 * whole view. After a command that fails the session goes on. Returns the exit status. */
int plain_run(const struct options *o, struct plain_input *in);

/* ---- recordings: a lesson that plays itself, or keys, on an 80 x 24 terminal ------ */

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

/* ---- how a session begins: the user's start-up file, then the command line -------- */

/* Runs start.qkv from the config folder if it exists. Lines that fail are skipped; the first failure becomes
 * the message. */
void startup_run(struct app *a);

/* Starts a session: autosave, the start-up file, the command line. Returns false with the reason in r if part
 * of the command line failed. */
bool startup_session(struct app *a, const struct options *o, struct reply *r);

/* A tool of the command line: prints a start-up file with comments. */
int startup_tool(const struct options *o);
/* --tap --help: prints Python that writes what --tap opens. */
int tap_help_tool(const struct options *o);

/* ---- help made from the program's own tables --------------------------------------- */

/* The environment variables that the program reads, and its exit statuses; both end with a NULL tag. */
struct manual_row {
    const char *tag, *text;
};
extern const struct manual_row manual_environment[], manual_statuses[];

int help_tool(const struct options *o);
int version_tool(const struct options *o);

/* The manual page in groff's man macros, in o->lang. */
int manual_tool(const struct options *o);

/* Completions for the shell in o->argument: bash, zsh or fish. */
int completion_tool(const struct options *o);

/* ---- for authors of lessons ---------------------------------------------------------- */

int check_tool(const struct options *o);
int sync_tool(const struct options *o);
int new_lesson_tool(const struct options *o); /* o->argument: the new lesson's id */
int number_tool(const struct options *o); /* o->argument: an expression, in o->scene after the -c commands */
int export_lesson_tool(const struct options *o); /* o->argument: a lesson's name or file */
int directives_tool(const struct options *o);

#endif
