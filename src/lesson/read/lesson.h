/* A lesson as it was read from its file: text, scenes, questions, and where each
 * stood, so that every complaint can name line and column. Reading changes
 * nothing else: it takes bytes and gives a tree or errors. What a person did in
 * a lesson is not here (lesson/run/run.h).
 *
 * Ownership: everything hangs on the lesson and goes with lesson_finish. */
#ifndef LESSON_READ_LESSON_H
#define LESSON_READ_LESSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pair.h"

enum { LESSON_FORMAT = 1, LESSON_MAX_BYTES = 256 << 10, LESSON_MAX_LINES = 4096, LESSON_MAX_MARKS = 64, LESSON_MAX_COLUMNS = 32 };
enum { LESSON_MAX_STEPS = 12, LESSON_MAX_HINTS = 3, LESSON_MAX_QUESTIONS = 2, LESSON_MAX_OPTIONS = 6 };

/* A piece of the file: one line of a fence without its first word, a title, a value … */
struct lesson_line {
    const char *s;
    int line, col;               /* from 1; columns count characters */
};

struct lesson_lines {
    struct lesson_line *v;
    int count;
};

enum span_kind { SPAN_TEXT, SPAN_STRONG, SPAN_EMPH, SPAN_CODE, SPAN_CLAIM, SPAN_MATH, SPAN_LINK, SPAN_TERM, SPAN_BREAK };

/* A run of prose of one kind. CLAIM: a code span with a comparison in it, without its
 * backticks. LINK: `target` is "#step", a lesson's id or
 * "04-order#step"; TERM: a glossary term's id. */
struct span {
    enum span_kind kind;
    struct lesson_line text;
    const char *target;
};

enum prose_kind { BLOCK_PARAGRAPH, BLOCK_ITEM, BLOCK_QUOTE, BLOCK_TABLE, BLOCK_VERBATIM, BLOCK_FORMULA, BLOCK_PAUSE };

/* ITEM: `number` of an ordered list, 0 for a bullet. TABLE: one row, its cells parted by spans of kind BREAK; number 1:
 * the header. VERBATIM, FORMULA: one span, its lines parted by \n. BREAK elsewhere: a hard line break. `depth`: how far
 * in: 0 outermost; a paragraph that goes on with an item is one deeper than it. */
struct block {
    enum prose_kind kind;
    int number, depth, line;
    struct span *v;
    int count;
};

struct prose {
    struct block *v;
    int count;
};

enum ask_kind { ASK_NONE, ASK_CHOICE, ASK_NUMBER, ASK_CELL, ASK_GOAL, ASK_EXPLAIN, ASK_TRY };

/* A result is asked for before it is seen. */
static inline bool ask_predicts(enum ask_kind kind)
{
    return kind == ASK_CHOICE || kind == ASK_NUMBER || kind == ASK_CELL;
}

struct lesson_option {
    bool right;
    struct block text;
    struct lesson_line when, say, mis;       /* s NULL: absent; say is prose of one line */
    struct block feedback;                   /* `say` as spans */
};

struct lesson_wrong {                        /* wrong LITERAL FEEDBACK */
    struct lesson_line literal;
    struct block feedback;
};

struct lesson_idea {                         /* idea COMMAND – TEXT */
    struct lesson_line command;
    struct block text;
};

struct lesson_ask {
    enum ask_kind kind;
    int line;
    struct block question;
    /* choice */
    struct lesson_option option[LESSON_MAX_OPTIONS];
    int option_count;
    bool many, fixed_order;                  /* several right; shuffle no */
    /* number: answer EXPR = LITERAL, as expression and literal; cell: an expression argmax(…), or "ROW COL" */
    struct lesson_line answer, literal, within;
    struct lesson_wrong *wrong;
    int wrong_count;
    /* cell */
    struct lesson_line of;                   /* the stage */
    int near;
    /* goal */
    struct lesson_lines allow, want, keep, solution;
    struct lesson_line impossible;
    int moves;
    /* explain, try */
    struct block *rubric;
    int rubric_count;
    struct block model;
    struct lesson_idea *idea;
    int idea_count;
};

struct lesson_step {
    struct lesson_line id, title;
    struct prose narration;                  /* PAUSE blocks part it into segments */
    struct lesson_lines scene;               /* commands on entering */
    struct lesson_ask ask[LESSON_MAX_QUESTIONS];
    int ask_count;
    struct prose hint[LESSON_MAX_HINTS];
    int hint_count;
    struct lesson_lines act;                 /* the `do` fence: commands after the answer; "wait" parts it */
    struct prose reveal, note;
    struct prose ask_class;                  /* `ask` lines of the note */
    int minutes;                             /* `time` of the note, 0: none */
    struct lesson_lines expect_before, expect_after;   /* silent assertions, written before or behind the `do` */
    unsigned long long hash;                 /* of the step's text: tells whether it changed since it was done */
};

struct lesson {
    const char *id, *file;                   /* file: as given to lesson_read, for messages */
    enum lang lang;
    int minutes;
    const char *scene;
    struct lesson_lines needs, misconceptions, seeds, plain;   /* a line an entry */
    struct lesson_line title;
    struct prose aim;                        /* the first paragraph: the learning goal */
    struct lesson_step step[LESSON_MAX_STEPS];
    int step_count;
    struct lesson_store *store;              /* what everything above lies in */
};

/* What is wrong (or noteworthy) with a file. At most LESSON_MAX_COMPLAINTS are kept, and no
 * notes behind half of them. */
enum { LESSON_MAX_COMPLAINTS = 50 };
struct complaint {
    bool note;                               /* not an error */
    int line, col;
    char *what;                              /* one line, then perhaps indented lines of detail */
};

struct complaints {
    struct complaint v[LESSON_MAX_COMPLAINTS];
    int count, errors;                       /* errors also counts those not kept */
};

/* Adds one; `what` takes the arguments of printf and is in the language of the reply. */
void complain(struct complaints *c, bool note, int line, int col, const char *what, ...) __attribute__((format(printf, 5, 6)));
void complaints_finish(struct complaints *c);

/* Reads a lesson from n bytes. false: it has errors (or memory ran out), said in
 * `c`; what could be read is in *out all the same and must be finished. */
bool lesson_read(struct lesson *out, const char *file, const char *bytes, size_t n, enum lang lang, struct complaints *c);
void lesson_finish(struct lesson *l);

/* True for a name made of a-z, 0-9 and '-'. */
bool lesson_is_id(const char *s);

/* Index of a step by id, -1: none. */
int lesson_step_find(const struct lesson *l, const char *id);

#endif
