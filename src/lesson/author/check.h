/* The lesson checker. It recomputes every linked number and accepts few others (step.c), judges every model
 * answer with the code that judges learners, follows every link and compares the languages. It prints
 * findings in the format of compiler errors. */
#ifndef LESSON_AUTHOR_CHECK_H
#define LESSON_AUTHOR_CHECK_H

#include "base/reply.h"

struct command;
struct lesson;
struct session;

struct check_request {
    const struct command *const *commands; /* the whole table, with the commands that lessons may not use */
    enum lang lang;                        /* language of the findings */
    unsigned langs;                        /* languages to check, bits of `enum lang`; 0: all */
    bool mutate;                           /* change last digits of literals; every claim must then fail */
    char **paths;                          /* files, or folders with zh/, en/ …; none: see files.c */
    int path_count;
    struct pretrained *opened; /* that lessons on a model are judged on; NULL: these are only read */
    double effort;             /* multiplications allowed per lesson, 0: CHECK_EFFORT */
};

#define CHECK_EFFORT 5e10 /* half a minute; with `mutate` there is no limit */

/* Appends the findings and the counts to *out. Returns EXIT_FINE, EXIT_FAILED (errors
 * found) or EXIT_USAGE (nothing checked). */
int check_run(const struct check_request *q, struct text *out);

/* Appends the first error in the text and the claims of the open lesson's file, without comparing languages.
 * Returns whether there is one. */
bool check_open(const struct session *m, struct text *out);

/* Records in the folders' .sync files that the author has compared the languages of the
 * requested lessons; entries of other lessons are kept. Returns the same status. If any
 * lesson of these folders has errors, reports it and writes nothing. */
int check_sync_run(const struct check_request *q, struct text *out);

/* Appends a lesson as a plain-text hand-out: steps and questions, then the answers. */
void export_lesson(const struct lesson *l, struct text *out);

/* Writes a lesson in every language (zh/ID.md, en/ID.md …), from a template that passes the checker, into the
 * lessons folder (QKV_LESSONS, ./lessons, else the user's own, which it creates) and lists the files in r.
 * Returns false and explains in r if the id is invalid, a file already exists or writing fails; a file
 * written before a failure stays. */
bool new_lesson(const char *id, struct reply *r);

#endif
