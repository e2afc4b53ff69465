/* The parts of the training view, one file each; all draw from the same facts.
 *
 * What positions are for is seen when a model has to do without: two runs that differ in nothing else share
 * every axis and every word. All numbers are those of the present step, so that going back in time shows
 * what was shown then. */
#ifndef VIEW_TRAIN_TRAIN_H
#define VIEW_TRAIN_TRAIN_H

#include "tasks/trainer.h"
#include "view/figures/chart.h"
#include "view/figures/table.h"

/* One of the runs: the model itself, or the one beside it. */
struct train_run {
    const struct trainer *t;
    const struct scene *scene;
    struct measured test; /* at the present step */
    enum hue hue;
    bool dashed; /* its curve, so that colours are not needed */
};

struct train {
    const struct screen *s;
    const struct learning *l;
    const struct state *st;
    const struct task *task; /* NULL: the sentence and its targets */
    struct train_run run[2];
    int runs;
    int last;                        /* the last step on the axis of time */
    int term[LEARNING_TERMS], terms; /* those in view: all, or those with the largest shares */
    bool legend; /* beside their names are the patterns that stand for them where colours do not */
};
enum { TRAIN_TERMS = 4 }; /* that many are in view */

/* Finds what the view shows. Returns false if it is not known, or the model cannot be trained. */
bool train_facts(struct train *f, const struct screen *s);
/* Takes so many terms into view, if there are more. */
void train_choose_terms(struct train *f, int most);

/* The following texts last as long as the picture. The title of the task, with the k of this scene if it has
 * one. */
const char *train_title(const struct train *f);
/* What a run is called beside the other: "with positions"; of the other run: "with sincos". */
const char *train_name(const struct train *f, int run);
/* How many of the answers are right: "100 %" is all of them, "0 %" none; else ">99 %", "<1 %". */
const char *train_answered(const struct train *f, double right);
/* Returns the loss, or the share of right answers, before step k; the present one is that of the test. */
double train_loss(const struct train_run *r, long k);
double train_right(const struct train_run *r, long k);

/* The parts of the page (view/figures/page.h), drawn from a struct train: what both runs are now; the loss of
 * both over time; their right answers over the same time. */
void train_legend_draw(struct canvas c, const void *f);
void train_curves_draw(struct canvas c, const void *f);
void train_rights_draw(struct canvas c, const void *f);
/* Returns a chart over the steps, with rows below for their numbers. */
struct chart train_chart(struct canvas c, const struct train *f, int below);

/* What the scores are made of, a row for each of the terms in view: numbers, beside them the history, if
 * there is a column for it; and all of them over time on top of each other. */
enum { PART_SHARE, PART_ALONE, PART_WITHOUT, PART_HISTORY };
struct table train_terms(const struct train *f, int cols);
void train_terms_draw(struct canvas c, const void *f);
void train_histories_draw(struct canvas c, const void *f);
void train_stack_draw(struct canvas c, const void *f);

/* Whom the asked word of a run reads, and what it answers. */
struct page_size train_reads_size(const struct train *f, int run);
void train_reads_draw(struct canvas c, const void *f);
void train_rival_draw(struct canvas c, const void *f);

/* What the model makes of the places: who is like whom, and as a clock. */
void train_places_draw(struct canvas c, const void *f);
/* Returns whether the places are learned, and in one sentence as what; "": they are not. */
bool train_learns_places(const struct train *f);
const char *train_verdict(const struct train *f);

/* The list of tasks. */
void train_tasks_draw(struct canvas c, const struct screen *s);

/* The same in sentences. */
void train_tell(const struct teller *t);
void train_tell_briefly(const struct teller *t);

/* The mean likeness of places that are `apart` steps from each other, 0 … n - 1: cosine of their vectors,
 * centred. Returns the distance of the highest peak, 0: there is none. */
int train_likeness(struct mat places, double *mean);

#endif
