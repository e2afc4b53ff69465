/* What a lesson adds to the screen: the text beside the view, its title and its footer. The text
 * is a pure function of the session. */
#ifndef VIEW_LESSON_LESSON_H
#define VIEW_LESSON_LESSON_H

#include "lesson/run/run.h"
#include "view/figures/keys.h"
#include "view/prose.h"
#include "view/spots.h"

enum {
    LESSON_PANEL = 38, /* columns of the text on an 80-column screen; LESSON_WIDE from 120 */
    LESSON_WIDE = 50,
    LESSON_TEXT = LESSON_PANEL - 2,
    LESSON_RAISED = 2, /* level of HUE_GREY behind an open question */
    LESSON_SIDE = 80,  /* columns from which text and view are side by side */
    LESSON_TALL = 34   /* rows from which they are one above the other in fewer columns: a phone */
};

/* Returns whether a screen of this size is so small that a view looked at is better shown without the text.
 */
static inline bool lesson_alone(int rows, int cols)
{
    return cols < LESSON_SIDE && rows < LESSON_TALL;
}

/* Returns whether the open question is answered by pointing at a picture that is not on the screen. */
static inline bool lesson_points_unseen(const struct lesson_session *s)
{
    return lesson_asks(lesson_now(s), ASK_CELL) && s->layout == LAYOUT_TEXT;
}

/* Returns whether nothing of the present step was read yet but how its text begins. */
static inline bool lesson_begins(const struct lesson_session *s)
{
    return lesson_now(s).beat.phase == PHASE_READ && s->run.beat == 0 && s->run.scroll == 0 &&
           s->run.point <= 0;
}

/* Draws the text of the current beat in c, with as much of the earlier text as fits. If c has no cells, it
 * only collects what the text points at. */
void lesson_panel_draw(struct canvas c, const struct screen *s, struct prose_points *points);

/* Returns the rows that the text of the current beat takes in `cols` columns with its title; `now`: only what
 * is read now, the question or what is said of the picture. */
int lesson_panel_rows(const struct screen *s, int cols, bool now);

/* Returns the rows of a question with its options at a width, in the screen's language. */
int lesson_question_rows(const struct screen *s, const struct lesson_ask *q, int width);

/* Draws qkv 01-by-hand/softmax 4/7 … in place of the sentence and its settings. */
void lesson_title_draw(struct canvas c, const struct screen *s);
/* Adds the keys that act now. */
void lesson_footer_draw(struct key_row *k);

/* Returns whether Enter shows what is not seen yet of the open question or, without one, of the text, before
 * it answers or goes on. */
bool lesson_reads_on(const struct lesson_session *s, const struct reach *reach);

/* Returns true while a question asks for a location, or if the teacher hides the answer: views
 * then omit the numbers that would reveal it. */
bool lesson_hides(const struct session *m);

/* The text of a lesson points: what it speaks of is framed in the picture beside it, and a line leads there.
 * Every number with a place, every pointing word and every word of the sentence can be chosen in turn. */
struct pointer {
    struct prose_points points; /* first: collects what the text points at */
    const struct screen *s;
    struct canvas whole; /* text and picture */
    struct spots spots;
    struct mark {
        int row, col, width; /* of its first line, on `whole`; width 0: not drawn */
        bool word;           /* only a word of the sentence, which many sentences name */
    } mark[SPOTS_MAX];       /* for each spot, in the order of the text */
};

/* Begins to collect. Draw the text with prose_look.points, then the picture with screen.spots. */
void pointer_begin(struct pointer *p, const struct screen *s, struct canvas whole);

/* Marks what is chosen, in the text, in the picture, and between them. `wall` is the column between text and
 * picture; -1: only one of them is drawn. */
void pointer_draw(struct pointer *p, int wall);

#endif
