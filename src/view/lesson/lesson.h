/* What a lesson adds to the screen: the text beside the view, its title and its
 * footer. What the text shows is a pure function of the session. */
#ifndef VIEW_LESSON_LESSON_H
#define VIEW_LESSON_LESSON_H

#include "lesson/run/run.h"
#include "view/screen.h"

enum {
    LESSON_PANEL = 38,           /* columns of the text at 80; LESSON_WIDE from 120 on */
    LESSON_WIDE = 50,
    LESSON_TEXT = LESSON_PANEL - 2,
    LESSON_SIDE = 80             /* columns from which text and view stand side by side */
};

/* The text of the present beat in c, with what was before it as far as there is room. */
void lesson_panel_draw(struct canvas c, const struct screen *s);

/* Rows of a question with its options at a width, in the language of the screen. */
int lesson_question_rows(const struct screen *s, const struct lesson_ask *q, int width);

/* qkv  01-by-hand/softmax  4/7 …, in place of the sentence and its settings. */
void lesson_title_draw(struct canvas c, const struct screen *s);
/* What can be done now, up to column `end`. */
void lesson_footer_draw(struct canvas c, int row, const struct screen *s, int end);

/* True while a question asks where something is, or a teacher wants it so: numbers that would tell are not drawn. */
bool lesson_hides(const struct model *m);

#endif
