/* The panels of the machine view: the boxes of a Transformer, three ways of passing a word on, and one state
 * beside one vector for each word. */
#ifndef VIEW_MACHINE_MACHINE_H
#define VIEW_MACHINE_MACHINE_H

#include "study/machine/machine.h"
#include "study/machine/passing.h"
#include "view/tell/tell.h"

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

/* Draws a sentence in the last one or two rows; returns the room above it, with a margin at the sides. */
struct canvas machine_say(struct canvas c, const struct text *t);

/* The hues of the architectures, as in the cost view. */
#define MACHINE_HUE_RNN (HUE_HEAD + 7)
#define MACHINE_HUE_CNN (HUE_HEAD + 3)
#define MACHINE_HUE_ATTENTION HUE_HEAD

void machine_plan_draw(struct canvas c, const struct screen *s);
void machine_paths_draw(struct canvas c, const struct screen *s);
void machine_memory_draw(struct canvas c, const struct screen *s);
void machine_note_draw(struct canvas c, const struct screen *s);

/* What the box under the cursor does, and what it does here: one line for each thing. */
void machine_box_name(const struct screen *s, int box, struct text *out);
const char *machine_box_does(const struct screen *s, int box);
void machine_box_here(const struct screen *s, int box, struct text *out);

/* Returns what a machine of the kind under the cursor is used for; if both kinds are at work, what both are.
 */
const char *machine_used_for(const struct screen *s);

/* The sentences below the panels. */
void machine_paths_say(const struct screen *s, struct text *out);
void machine_memory_say(const struct screen *s, struct text *out);
void machine_note_say(const struct screen *s, struct text *out);

void machine_tell(const struct teller *t);
void machine_tell_briefly(const struct teller *t);

/* Sets what is left of each word in the state, 0 of those to come; while a step runs, its word moves in. */
void machine_left(const struct screen *s, struct passing at, double share[CONFIG_MAX_WORDS]);

#endif
