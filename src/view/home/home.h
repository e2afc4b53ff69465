/* The parts of the start screen, one file each. */
#ifndef VIEW_HOME_HOME_H
#define VIEW_HOME_HOME_H

#include "session/home.h"
#include "view/screen.h"
#include "view/tell/tell.h"

/* Draws the entries, and the progress in the course where there is room. */
void home_menu_draw(struct canvas c, const struct screen *s);

/* Draws progress, one dot per lesson and one row per part; returns the rows it took. */
int home_course_draw(struct canvas c, const struct screen *s);
int home_course_rows(const struct screen *s);
/* The same with all dots in one row, HOME_COURSE_BRIEF rows in all; in two if they are wider than `cols` and
 * at most `most` rows allow it. */
enum { HOME_COURSE_BRIEF = 2 };
int home_course_brief_rows(const struct screen *s, int cols, int most);
void home_course_brief(struct canvas c, const struct screen *s);
void home_course_tell(const struct teller *t);

/* Draws the flow of the pair under the cursor, or of the present sentence, and the question it answers. */
void home_picture_draw(struct canvas c, const struct screen *s);
void home_picture_tell(const struct teller *t);
/* Computes what the picture shows; hooks of struct view. */
bool home_picture_compute(struct model *m, struct reply *r);
void home_picture_follow(struct model *m, struct work *work);

#endif
