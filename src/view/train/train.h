/* The parts of the training view, one file each; all draw from the same facts.
 *
 * What positions are for is seen when a model has to do without: two runs that differ in nothing else share
 * every axis and every word. All numbers are those of the present step, so that going back in time shows
 * what was shown then. */
#ifndef VIEW_TRAIN_TRAIN_H
#define VIEW_TRAIN_TRAIN_H

#include "tasks/trainer.h"
#include "view/stages/said.h"

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
    int last; /* the last step on the axis of time */
};

/* Finds what the view shows. Returns false if it is not known, or the model cannot be trained. */
bool train_facts(struct train *f, const struct screen *s);

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

/* Columns before the first step, in all pictures over time. */
enum { TRAIN_AXIS = 6 };

/* Loss and right answers of both runs over time; with one row for each run, only what they are now. */
enum { TRAIN_RACE_LEAST = 7 }; /* rows */
void train_race_draw(struct canvas c, const struct train *f);

/* Whom the asked word of a run reads, and what it answers. */
void train_reads_draw(struct canvas c, const struct train *f, int run);

/* What the scores are made of: a row for each of train_parts_shown terms, below a heading. With more rows a
 * picture of all of them over time. */
void train_parts_draw(struct canvas c, const struct train *f);
int train_parts_rows(const struct train *f);
int train_parts_cols(const struct train *f); /* the least, so that names and numbers are whole */

/* What the model makes of the places: who is like whom, and as a clock. */
void train_places_draw(struct canvas c, const struct train *f);
/* Returns whether the places are learned. */
bool train_learns_places(const struct train *f);

/* The list of tasks. */
void train_tasks_draw(struct canvas c, const struct screen *s);

/* The same in sentences. */
void train_tell(const struct teller *t);
void train_tell_briefly(const struct teller *t);

/* The mean likeness of places that are `apart` steps from each other, 0 … n - 1: cosine of their vectors,
 * centred. Returns the distance of the highest peak, 0: there is none. */
int train_likeness(struct mat places, double *mean);

#endif
