/* A lesson as read from its file: text, scenes and questions, each with its line and
 * column for messages. Reading is pure: it turns bytes into a tree or errors. The
 * learner's answers are kept elsewhere (lesson/run/run.h).
 *
 * The lesson owns everything it points to; lesson_finish frees it. */
#ifndef LESSON_READ_LESSON_H
#define LESSON_READ_LESSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/lang.h"
#include "base/text.h"

enum {
    LESSON_FORMAT = 1,
    LESSON_MAX_BYTES = 256 << 10,
    LESSON_MAX_LINES = 4096,
    LESSON_MAX_MARKS = 64,
    LESSON_MAX_COLUMNS = 32
};
enum { LESSON_MAX_STEPS = 12, LESSON_MAX_HINTS = 3, LESSON_MAX_QUESTIONS = 2, LESSON_MAX_OPTIONS = 6 };

/* A piece of the file: a fence's line without its first word, a title, a value … */
struct lesson_line {
    const char *s;
    int line, col; /* from 1; columns count characters */
};

struct lesson_lines {
    struct lesson_line *v;
    int count;
};

enum span_kind {
    SPAN_TEXT,
    SPAN_STRONG,
    SPAN_EMPH,
    SPAN_CODE,
    SPAN_CLAIM,
    SPAN_PROOF,
    SPAN_MATH,
    SPAN_LINK,
    SPAN_TERM,
    SPAN_POINT,
    SPAN_JUDGED,
    SPAN_BREAK
};

/* A run of prose of one kind. CLAIM: `target` is the condition that proves the text: of [0.22 apart](EXPR) it
 * is "EXPR = 0.22"; a code span that contains a comparison is its own condition. NULL: the run before it
 * proves this one too. PROOF: follows a claim; `text` is empty, `target` the expression, shown on
 * request. LINK: `target` is "#step", a lesson's id or "04-order#step". TERM: `target` is the id of a
 * glossary term. POINT: of [shares](@weights(cat)) `target` is the value whose place the text speaks of.
 * JUDGED: the scene decides what is shown: [x.xx](~EXPR) is the value with as many decimals,
 * [yes|no](~CONDITION) is one of two texts. */
struct span {
    enum span_kind kind;
    struct lesson_line text;
    const char *target;
};

enum prose_kind {
    BLOCK_PARAGRAPH,
    BLOCK_ITEM,
    BLOCK_QUOTE,
    BLOCK_TABLE,
    BLOCK_VERBATIM,
    BLOCK_FORMULA,
    BLOCK_PAUSE
};

/* ITEM: `number` is the position in an ordered list, 0 for a bullet. TABLE: one row, its cells
 * separated by BREAK spans; `number` is 1 for the header. VERBATIM, FORMULA: one span, its lines
 * separated by \n. Elsewhere BREAK is a hard line break. `depth` is the nesting level, 0 outermost;
 * a paragraph that continues an item is one level deeper than the item. */
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

/* Appends the text of a block, without marks, on one line. */
void lesson_block_text(const struct block *b, struct text *out);

enum ask_kind { ASK_NONE, ASK_CHOICE, ASK_NUMBER, ASK_CELL, ASK_PICTURE, ASK_GOAL, ASK_EXPLAIN, ASK_TRY };

extern const char *const ask_names[]; /* by kind: "choice" */

/* True if the question asks for a result before it is shown. */
static inline bool ask_predicts(enum ask_kind kind)
{
    return kind == ASK_CHOICE || kind == ASK_NUMBER || kind == ASK_CELL || kind == ASK_PICTURE;
}

struct lesson_option {
    bool right;
    struct block text;
    struct lesson_line when, say, mis; /* s NULL: absent; `say` is one line of prose */
    struct block feedback;             /* `say` as spans */
};

struct lesson_wrong { /* wrong LITERAL FEEDBACK */
    struct lesson_line literal;
    struct block feedback;
};

struct lesson_idea { /* idea COMMAND – TEXT */
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
    bool many, fixed_order;                  /* several right options; `shuffle no` */
    bool last_stays;                         /* `shuffle not last` */
    unsigned char order[LESSON_MAX_OPTIONS]; /* the option shown at each place; see lesson_shuffle */
    bool judged;                             /* the options' conditions say which is right */
    /* number: the two sides of answer EXPR = LITERAL; cell: argmax(…) or "ROW COL" */
    struct lesson_line answer, literal, within;
    struct lesson_wrong *wrong;
    int wrong_count;
    /* cell */
    struct lesson_line of; /* the stage */
    int near;
    /* picture: `of` is the value, see lesson/run/picture.h */
    bool now;   /* as it is when it is asked, not after the `do` */
    int enough; /* percent of overlap; 0: not said */
    /* goal */
    struct lesson_lines allow, want, keep, solution;
    struct lesson_lines want_said, keep_said; /* what the page says of each condition */
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
    bool settled; /* lesson_settle has filled in what the scene decides */
    struct lesson_line id, title;
    struct prose narration;    /* PAUSE blocks split it into segments */
    struct lesson_lines scene; /* commands that run on entering */
    struct lesson_ask ask[LESSON_MAX_QUESTIONS];
    int ask_count;
    struct prose hint[LESSON_MAX_HINTS];
    int hint_count, second_hint; /* where the hints of the second question begin; 0: they serve both */
    struct lesson_lines act;     /* the `do` fence: commands after the answer, split by "wait" */
    struct prose caption;        /* what its `wait TEXT` lines say, each with the line of its `wait` */
    struct prose reveal, note;
    struct prose ask_class;                          /* `ask` lines of the note */
    int minutes;                                     /* `time` of the note, 0: none */
    struct lesson_lines expect_before, expect_after; /* hidden assertions before or after the `do` */
    unsigned long long hash; /* of the step's text: detects changes since it was done */
};

/* The scene of a lesson that runs on the model that is open, whatever it is, or on the one in the box; a step
 * may open the latter with `scene box-en`. */
#define LESSON_MODEL "model"
#define LESSON_BOX "box"

struct lesson {
    const char *id, *file; /* file: as passed to lesson_read, for messages */
    enum lang lang;
    int minutes, lacking;                      /* lacking: missing keys of the front matter, each an error */
    struct lesson_line scene;                  /* s NULL: none */
    struct lesson_lines needs, plain, teaches; /* one line per entry */
    bool quiet;                                /* answers are taken once and not replied to */
    struct lesson_line next;                   /* the lesson that Enter opens at the end; s NULL: none */
    const char *next_title;                    /* NULL: the course page does not list it */
    int path, station, stations;               /* the path that plays it, from 1, and where on it; 0: none */
    struct lesson_line title;
    struct prose aim; /* the first paragraph: the learning goal */
    struct lesson_step step[LESSON_MAX_STEPS];
    int step_count;
    struct lesson_store *store; /* holds everything above */
};

/* Errors and notes about a file. At most LESSON_MAX_COMPLAINTS are kept; once half of these
 * are used, notes are dropped. */
enum { LESSON_MAX_COMPLAINTS = 50 };
struct complaint {
    bool note; /* not an error */
    int line, col;
    char *what; /* one line, optionally followed by indented detail lines */
};

struct complaints {
    struct complaint v[LESSON_MAX_COMPLAINTS];
    int count, errors; /* `errors` also counts dropped errors */
};

/* Adds an error or a note; `what` is a printf format, already in the reader's language. */
void complain(struct complaints *c, bool note, int line, int col, const char *what, ...)
    __attribute__((format(printf, 5, 6)));
void complaints_finish(struct complaints *c);

/* Reads a lesson from n bytes. Returns false and explains in `c` if it has errors or
 * memory runs out. *out then holds the readable parts and must still be finished. */
bool lesson_read(struct lesson *out, const char *file, const char *bytes, size_t n, enum lang lang,
                 struct complaints *c);
void lesson_finish(struct lesson *l);

/* Orders the options of each question as they are shown to a class ("": the order of the course). An option
 * keeps its index, and so does all that is stored of it: answers and hands hold for every order. */
void lesson_shuffle(struct lesson *l, const char *class_name);
/* Returns the place of the right option, from 0; -1: there are several, or none, or the scene decides. */
int lesson_right_place(const struct lesson_ask *q);

/* Returns true if s is not empty and consists of a-z, 0-9 and '-'. */
bool lesson_is_id(const char *s);

/* Returns the index of the step with this id, or -1. */
int lesson_step_find(const struct lesson *l, const char *id);

/* The fences that a lesson may contain, for authors too (qkv --directives). A directive is a row of the table
 * in fence.c. */
struct lesson_fence;
struct lesson_reader;

struct lesson_directive_def {
    const char *info; /* "predict choice" */
    int rank;         /* its place in the order inside a step (enum rank in fence.c) */
    void (*read)(struct lesson_reader *r, const struct lesson_fence *f); /* NULL: as a question */
    int asks;                                                            /* its kind (enum ask_kind) */
    const char *help, *example; /* example: the whole block, with its fences */
};

extern const struct lesson_directive_def lesson_directives[]; /* ends with info NULL */

/* Returns the name of key i of the front matter, and what it is for; NULL after the last. */
const char *lesson_front_key(int i, const char **help);

#endif
