/* What a model can be taught: sentences with questions, written by a rule. One row per task, all listed in
 * task.c. A task knows only its own words, which it numbers from 0; the first of them are its classes.
 *
 * A task is there to show one thing about attention, so its rule is small enough to be read, its answers are
 * known, and training ends in seconds with the same numbers on every machine. What is shipped trained
 * (reader, taught) can be made again by the program itself, to the last bit. */
#ifndef TASKS_TASK_H
#define TASKS_TASK_H

#include <stdint.h>

#include "base/arena.h"
#include "base/lang.h"
#include "core/pipeline/grad.h"

enum {
    TASK_LONGEST = 64, /* words of a sentence, and its questions */
    TASK_TEST = 200,   /* sentences of a test, if a task has more than that */
    TASK_BATCH = 512,  /* sentences of a step */
    TASK_HEADS = 3     /* heads that are taught where to look, at most */
};

/* The words of a row. */
#define TASK_WORDS(...)                                                                                      \
    (const struct pair[])                                                                                    \
    {                                                                                                        \
        __VA_ARGS__, PAIR(NULL, NULL)                                                                        \
    }

/* How a task is trained, beside its settings. Zeros: as everything else is. */
struct regimen {
    double even;      /* share of an answer that is spread evenly over its row */
    double decay;     /* times Σ w² over the numbers that are learned is added to the loss */
    double rate_last; /* the rate falls in a straight line to this at the last of the task's steps; 0: it
                         stays */
    double quiet, bare, hush; /* see struct batch */
    int hushed;               /* see there */
    int hush_from;            /* step from which hush counts: it is the last thing to be learned */
};

/* The sizes of a task that can be chosen. 0: the task's own value. */
struct task_size {
    int k;    /* echo: how far back; metre: tones of a line; point: kinds of sentences */
    int n;    /* words of a sentence */
    int test; /* words of a sentence of the test */
};

struct draft;
struct sentences;

struct task {
    const char *name;
    const char *title;
    const char *watch;             /* what to look at while it is trained */
    const char *teaches;           /* what one learns from it */
    const struct pair *words;      /* ends with NULL: the Chinese one is the name, both are shown */
    const int *given;              /* so many of the first words keep their vectors; NULL: none */
    int classes;                   /* how many of the words can be answers; 0: the task teaches heads */
    struct pair heads[TASK_HEADS]; /* of the last layer: their names; NULL after the last */
    struct regimen regimen;
    struct task_size size; /* the usual one; k or n 0: has none to choose */
    int k_least, k_most;   /* range of k */
    int n_least;           /* the shortest sentence; if size.n is 0, none is longer */
    int lines;             /* a sentence has this many times k words; 0: n */
    int count;             /* all sentences there are, 0: too many, they are drawn */
    const char *settings;  /* as arguments of `task`: what is recommended */
    int steps;             /* how many are enough, see tasks.md */
    int torn;              /* how many answers it cannot tell apart without positions; 0: it can */
    int right;             /* percent of right answers after them, the least of the seeds there */
    bool says_k;           /* the title speaks of k */
    bool plain;            /* starts from unit matrices and a readout of zeros, not from random ones */
    /* Writes sentence `which` of `count`. If count is 0: any; `which` is its number among those that are
     * drawn. NULL: the sentences are given, see own.h. */
    void (*write)(struct draft *out, int which);
    double (*least)(const struct sentences *of); /* the loss of who knows its rule; NULL: 0 */
};

extern const struct task *const tasks[]; /* ends with NULL */

/* Returns the name of task i of the settings, "none" for 0, NULL after the last. */
const char *task_name(int i);

/* Returns task i of the settings; NULL for 0. */
const struct task *task_at(int i);

/* Returns the number of tasks. */
int task_count(void);

/* Returns the number of words of a task, and of the heads that it teaches. */
int task_words(const struct task *t);
int task_heads(const struct task *t);

/* Returns the sizes to use: those in `asked`, the task's own where that is 0. */
struct task_size task_size(const struct task *t, struct task_size asked);

/* Sentences with room for the longest. They are one block of memory. */
struct sentences {
    struct arena arena;
    struct example *of;
    int count;
};

/* Makes room for `count` sentences of at most `longest` words and `asked` questions. Returns false if memory
 * is exhausted. */
bool sentences_reserve(struct sentences *s, int count, int longest, int asked);
void sentences_finish(struct sentences *s);

/* How many sentences a step has: `asked`, or what the task recommends: all, or 32. */
int task_batch(const struct task *t, int asked);
/* How many sentences a test has: all, or TASK_TEST. */
int task_tests(const struct task *t);

/* Write the sentences of a step (from 0), and those of the test; s has room. The same seed always gives the
 * same sentences. If the batch is smaller than all sentences, they are drawn. */
void task_write_step(struct sentences *s, const struct task *t, const struct task_size *size, uint64_t seed,
                     long step);
void task_write_test(struct sentences *s, const struct task *t, const struct task_size *size, uint64_t seed);

/* Makes s the sentences of a step, drawn from those in `all`, which must outlive s; all of them if there are
 * as many. */
void sentences_draw(struct sentences *s, const struct sentences *all, uint64_t seed, long step);

/* The rows of the table of tasks, by what they teach. */

extern const struct task task_point;                           /* where to look: point.c */
extern const struct task task_reader;                          /* who does what: grammar.c */
extern const struct task task_two, task_order, task_order_end; /* who does it: order.c */
extern const struct task task_find, task_voice, task_slots;    /* terms: terms.c */
extern const struct task task_echo, task_reverse, task_metre, task_repeat, task_recent; /* places: places.c */
extern const struct task task_sort, task_mood, task_label;                              /* words: words.c */
extern const struct task task_story_en, task_story_zh; /* what comes next: story.c */
extern const struct task task_own;                     /* given by somebody: own.c */

#endif
