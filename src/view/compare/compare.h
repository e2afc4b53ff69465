/* The parts of the compare view, a file each. */
#ifndef VIEW_COMPARE_COMPARE_H
#define VIEW_COMPARE_COMPARE_H

#include "study/comparison.h"
#include "view/screen.h"

enum { COMPARE_BAR = 44 };    /* columns of the longest bar, where there is room */

/* The two matrices side by side on one scale; the rows of the right one stand
 * beside the rows of their words, those without a partner below. In a narrow view
 * (SCREEN_NARROW) one above the other. */
void compare_sides_draw(struct canvas c, const struct screen *s, const struct comparison *of, const char *other);

/* How far each row and the mean of the rows moved, as numbers and bars. */
void compare_words_draw(struct canvas c, const struct screen *s, const struct comparison *of);
/* {encoding off, on} × {no mask, causal}: the largest difference in each corner. */
void compare_corners_draw(struct canvas c, const struct screen *s);
/* All orders of the words by how far the word in focus moves. */
void compare_orders_draw(struct canvas c, const struct screen *s);

/* A difference as it is written: enough digits that what is not 0 never looks like 0;
 * `zero` for nothing but rounding. */
void compare_number(struct text *out, double difference, bool rounding, const char *zero);

/* The same in sentences. */
void compare_tell(const struct teller *t);

/* What is computed beyond the scene: hooks of struct view. */
void compare_follow(struct model *m, struct work *work);
bool compare_busy(const struct model *m);
void compare_work(struct model *m, struct work *work);
bool compare_compute(struct model *m, struct reply *r);

#endif
