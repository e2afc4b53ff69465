/* What the files of the checker share: the lesson that is being checked, the state it
 * is in, and how a finding is kept.
 *
 * check.c (files in, findings out), files.c (which files), step.c (the walk
 * over a step), claim.c (conditions), number.c (bare numbers), ask.c
 * and goal.c (questions), links.c, fit.c, parity.c, sync.c. */
#ifndef LESSON_AUTHOR_PARTS_H
#define LESSON_AUTHOR_PARTS_H

#include "base/arena.h"
#include "expr/expr.h"
#include "lesson/author/check.h"
#include "lesson/play/replay.h"
#include "lesson/read/course.h"
#include "lesson/read/glossary.h"

/* One thing that both languages must have alike, in the order of the file. */
struct check_bone {
    int step, line;
    char *what;                      /* "claim weight(0,1)=0.5" */
};

struct check_file {
    char *path;                      /* as messages name it */
    char *folder;                    /* of zh/ and en/, "" for what the program carries inside */
    struct text bytes;
    struct lesson lesson;
    struct complaints said;
    struct check_bone *bones;
    int bone_count, bone_room;
    bool asked;                      /* else only there to be linked to and compared with */
    bool walked;                     /* every state of it could be reached */
    bool page;                       /* the course page or the glossary: no lesson */
};

struct check_counts {
    int lessons, steps, claims, predictions;
};

struct check {
    const struct check_request *q;
    struct model model;              /* in S(step) or A(step) */
    struct arena scratch;            /* for measuring what is drawn */
    struct check_file *v;
    int count, room;
    struct check_file *file;         /* the one being checked */
    int step;
    struct check_counts counts[2];   /* by language */
    struct course course[2];
    struct glossary glossary[2];
    bool no_memory;
    struct work work;                /* on the lesson that is being checked … */
    double effort;                   /* … so far, in multiplications */
};

/* Finds the files of the request, and those that they may link to or are compared with. */
void check_find(struct check *ck);
/* A new file of the run, NULL: no memory. Pointers to others are no longer valid. */
struct check_file *check_add(struct check *ck, const char *path);
/* A lesson of the same folder (or, where that has none, of the shipped ones), NULL: there is none. */
struct check_file *check_lesson_file(const struct check *ck, const struct check_file *of, enum lang lang, const char *id);

/* The same lesson in the other language, beside it. */
struct check_file *check_counterpart(const struct check *ck, const struct check_file *f);

/* Keeps an error, a remark; `at` may be a piece of the lesson or {NULL, line, col}. */
void check_fault(struct check *ck, struct lesson_line at, const char *en, const char *zh, ...) TEXT_TAKES(3, 4, 5);
void check_remark(struct check *ck, struct lesson_line at, const char *en, const char *zh, ...) TEXT_TAKES(3, 4, 5);
/* "step 'id': …" at a line. */
void check_step_fault(struct check *ck, int line, const char *en, const char *zh, ...) TEXT_TAKES(3, 4, 5);

/* Adds "\n    s" and, for col > 0, a line that points at the literal there, with `why` behind it. */
void check_point(struct text *out, const char *s, int col, const char *why);

/* A reply whose work counts for the lesson, and is stopped when that is too much. */
struct reply check_reply(struct check *ck);
/* The present state, for conditions. */
struct expr_context check_context(const struct check *ck);

/* Everything that needs the states: step by step. */
void check_steps(struct check *ck);

/* One condition that must hold. false: it cannot be judged, said. */
bool check_claim(struct check *ck, struct lesson_line claim);
/* Every mutant of a true condition must be false. */
void check_mutants(struct check *ck, struct lesson_line claim);
/* Adds to the lesson's bones: a condition or expression as it is in every language; anything else as it stands. */
void check_bone_expr(struct check *ck, const char *kind, struct lesson_line expr);
void check_bone(struct check *ck, const char *kind, int line, const char *text);
/* … a line of commands, its words by their position. */
void check_bone_words(struct check *ck, const char *kind, struct lesson_line line);

/* Links of a span lead somewhere; `needs` leads to lessons and never back. */
void check_link(struct check *ck, const struct span *s);
void check_needs(struct check *ck);
void check_no_lesson(struct check *ck, struct lesson_line at, const char *id);

/* Reads the course pages and glossaries, and compares them; with whole set also with the lessons. */
void check_pages_read(struct check *ck);
void check_pages(struct check *ck);

/* Both languages of a lesson say the same; neither changed without the other. */
void check_parity(struct check *ck);
void check_sync(struct check *ck);
/* Writes a folder's .sync: as they are now, both languages of the lessons asked for have been compared. */
bool check_sync_write(struct check *ck, const char *folder, struct reply *r);

/* Everything that is read at once fits beside the view. */
void check_fit(struct check *ck, const struct lesson_step *s);

/* Numbers in prose that nothing recomputes. */
void check_bare_numbers(struct check *ck, struct lesson_line text);

/* A question, in S(k) and in A(k). */
void check_ask_before(struct check *ck, const struct lesson_ask *a);
void check_ask_after(struct check *ck, const struct lesson_ask *a);
/* Runs the model solution; the state is S(k) again afterwards. */
void check_goal(struct check *ck, const struct lesson_ask *a);
/* Brings the model into S(step) or A(step). false: said. */
bool check_enter(struct check *ck, enum lesson_when when);

#endif
