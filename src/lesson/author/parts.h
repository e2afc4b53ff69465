/* Shared by the checker's files: the lesson being checked, its state, and the recording of findings.
 *
 * check.c (files in, findings out), findings.c (recording them), files.c (finding files), step.c (the walk
 * over the steps and their texts), claim.c (conditions), ask.c (questions), given.c (answers that are
 * given away), languages.c (what must be the
 * same in every language).
 *
 * A lesson says hundreds of numbers, and a change of the program can make any of them false. So the checker
 * plays each lesson with the code that learners meet, recomputes what its text claims in the state where it
 * is read, and lets nothing pass that it cannot recompute. The languages are compared item by item, since
 * nobody rereads all of them after a change in one. */
#ifndef LESSON_AUTHOR_PARTS_H
#define LESSON_AUTHOR_PARTS_H

#include "base/arena.h"
#include "expr/expr.h"
#include "lesson/author/check.h"
#include "lesson/play/replay.h"
#include "lesson/read/course.h"
#include "lesson/read/glossary.h"

/* An item that must be the same in every language, in file order. */
struct parity_item {
    int step, line;
    char *what; /* "claim weight(0,1)=0.5" */
};

/* What a file is: a lesson, or a page of the course. */
enum check_page {
    PAGE_NONE,
    PAGE_LISTS,
    PAGE_GLOSSARY = PAGE_LISTS + LISTS
}; /* lists: by enum course_list */

struct check_file {
    char *path;   /* as shown in messages */
    char *folder; /* parent of the language folders, "" for embedded lessons */
    struct text bytes;
    struct lesson lesson;
    struct complaints said;
    struct parity_item *items;
    int item_count, item_room;
    bool asked;  /* requested; other files are only link targets and counterparts */
    bool walked; /* every state was reached */
    enum check_page page;
};

struct check_counts {
    int lessons, steps, claims, predictions;
};

struct check {
    const struct check_request *q;
    struct session session; /* in S(step), on entering, or A(step), after the `do` */
    struct arena scratch;   /* for measuring drawn text */
    struct check_file *v;
    int count, room;
    bool embedded;           /* no folder was asked for, nor found: the embedded lessons are checked */
    struct check_file *file; /* the file being checked */
    int step;
    struct lesson_answer
        seen; /* the truth of the next step's picture, if its ribbons are on the screen now */
    struct check_counts counts[LANG_COUNT];
    struct course course[LISTS][LANG_COUNT];
    struct glossary glossary[LANG_COUNT];
    bool no_memory;
    struct work work; /* stops a lesson that takes too much effort */
    double effort;    /* multiplications so far */
};

/* Finds the requested files, their link targets and their counterparts. */
void check_find(struct check *ck);
/* Adds a file to the run; returns NULL when out of memory. Invalidates pointers to other files. */
struct check_file *check_add(struct check *ck, const char *path);
/* Returns the lesson with this id in the folder of `of`, else from another folder, else NULL. */
struct check_file *check_lesson_file(const struct check *ck, const struct check_file *of, enum lang lang,
                                     const char *id);

/* Returns the same lesson in another language of the same folder, or NULL. */
struct check_file *check_counterpart(const struct check *ck, const struct check_file *f, enum lang lang);
bool check_same_folder(const struct check_file *a, const struct check_file *b);

/* Record an error or a note; `at` may be a piece of the lesson or check_at(line, col). */
void check_fault(struct check *ck, struct lesson_line at, const char *text, ...) TEXT_TAKES(3, 4);
void check_remark(struct check *ck, struct lesson_line at, const char *text, ...) TEXT_TAKES(3, 4);
static inline struct lesson_line check_at(int line, int col)
{
    return (struct lesson_line){NULL, line, col};
}
/* Records the error "step 'id': …" at a line. */
void check_step_fault(struct check *ck, int line, const char *text, ...) TEXT_TAKES(3, 4);

/* Brings the model into S(step) or A(step). Returns false and records an error on failure. */
bool check_enter(struct check *ck, enum lesson_when when);
/* Returns a reply whose work counts towards the lesson's effort limit. */
struct reply check_reply(struct check *ck);
/* Returns the current state as a context for conditions. */
struct expr_context check_context(const struct check *ck);

/* Runs all checks that need the model's states, step by step. */
void check_steps(struct check *ck);

/* Judges a condition; *detail then says with a line of its own why it cannot be judged (false), or, if
 * `explained`, why it does not hold. */
bool check_judge(struct check *ck, struct lesson_line condition, bool explained, struct expr_verdict *v,
                 struct text *detail);
/* Checks a condition that must hold. Returns false and records an error if it cannot be judged. */
bool check_claim(struct check *ck, struct lesson_line claim);
/* Checks that a true condition becomes false with any last digit changed. */
void check_mutants(struct check *ck, struct lesson_line claim);
/* Returns true if the reader is given a sentence with a word that has no name in another language: each
 * language then has a sentence of its own, and expressions about it are compared by their kind only. */
bool check_own_sentence(const struct check *ck);
/* Add an item for the parity check: an expression in normal form, the same in every language, or
 * plain text. */
void check_parity_expr(struct check *ck, const char *kind, struct lesson_line expr);
void check_parity_item(struct check *ck, const char *kind, int line, const char *text);
/* Adds a line of commands as an item, with words of the sentence as positions. */
void check_parity_words(struct check *ck, const char *kind, struct lesson_line line);

/* Check that a link has a target; report a lesson that there is not. */
void check_link(struct check *ck, const struct span *s);
void check_no_lesson(struct check *ck, struct lesson_line at, const char *id);

/* Read the course pages and glossaries; check them against each other and the lessons. */
void check_pages_read(struct check *ck);
void check_pages(struct check *ck);

/* Check that all languages match, and that none changed without the others. */
void check_parity(struct check *ck);
void check_sync(struct check *ck);
/* Writes a folder's .sync: marks the requested lessons as compared in their current form. */
bool check_sync_write(struct check *ck, const char *folder, struct reply *r);

/* Checks the text of a row of a page in the state that its step ends with. */
void check_row(struct check *ck, const struct course_entry *e);
/* Checks the links and numbers of a text; `guarded`: a condition, that of an option, guards the numbers. */
void check_spans(struct check *ck, const struct block *b, bool guarded);

/* Check a question in S(step) and in A(step). */
void check_question_before(struct check *ck, const struct lesson_ask *a);
void check_question_after(struct check *ck, const struct lesson_ask *a);
/* Notes in A(step) whether the picture that the next step asks for is on the screen; `next` NULL: none. */
void check_seen(struct check *ck, const struct lesson_step *next);

/* Report what gives an answer away: the form of the right option; the number on the picture of S(step); over
 * all requested lessons of a language, in the order of the course to the class without a name, a letter that
 * is right too often. */
void check_option_forms(struct check *ck, const struct lesson_ask *a);
void check_on_picture(struct check *ck, const struct lesson_ask *a);
void check_letters(struct check *ck, enum lang lang);

#endif
