/* The panels of the machine view: the boxes of a Transformer, three ways of passing a word on, one state
 * beside one vector for each word, and a query as a note that goes round. They answer why attention replaced
 * what came before, so all of them run on the learner's own sentence and at one clock (look.pass): a step is
 * as long in each. What a panel says is one sentence, which stands below it and is all that those who listen
 * need. */
#ifndef VIEW_MACHINE_MACHINE_H
#define VIEW_MACHINE_MACHINE_H

#include "study/machine/machine.h"
#include "study/machine/passing.h"
#include "view/figures/tell.h"

/* The words of a sequence side by side, over a width: where they are in it. */
enum { WORD_ROW_MOST = 32 };
struct word_row {
    const struct sequence *words;
    int n, left[WORD_ROW_MOST], width[WORD_ROW_MOST];
};

/* Returns false if they do not fit side by side. */
bool word_row_plan(struct word_row *r, const struct screen *s, const struct sequence *words, int cols);

/* Draws the words, the first `bright` of them in a style, the others dim. */
void word_row_draw(struct canvas c, const struct screen *s, const struct word_row *r, int bright);

static inline int word_row_middle(const struct word_row *r, int i)
{
    return r->left[i] + (r->width[i] - 1) / 2;
}

/* Draws a bar for each word, as high as its share of c times `grown`, in eighths of a row; below it the
 * share, as 8.6%, 9% or 9: what has room. */
void word_row_shares(struct canvas c, const struct screen *s, const struct word_row *r, const double *share,
                     double grown, enum hue hue);

/* The hues of the architectures, as in the cost view. */
#define MACHINE_HUE_RNN (HUE_HEAD + 7)
#define MACHINE_HUE_CNN (HUE_HEAD + 3)
#define MACHINE_HUE_ATTENTION HUE_HEAD

void machine_plan_draw(struct canvas c, const void *screen);
void machine_paths_draw(struct canvas c, const void *screen);
void machine_memory_draw(struct canvas c, const void *screen);
void machine_note_draw(struct canvas c, const void *screen);

/* The sentences below the panels. */
const char *machine_paths_says(const struct screen *s);
const char *machine_memory_says(const struct screen *s);
const char *machine_note_says(const struct screen *s);
/* Tells what is left of each word in the state. */
void machine_memory_tell(const struct teller *t);

/* What a box is called, what it does, and what it does here: one line for each thing. */
const char *machine_box_name(const struct screen *s, int box);
const char *machine_box_does(const struct screen *s, int box);
const char *machine_box_here(const struct screen *s, int box);

/* Returns what a machine of the kind under the cursor is used for; if both kinds are at work, both are. */
const char *machine_used_for(const struct screen *s);

/* Sets what is left of each word in the state, 0 of those to come; while a step runs, its word moves in. */
void machine_left(const struct screen *s, struct passing at, double share[CONFIG_MAX_WORDS]);

#endif
