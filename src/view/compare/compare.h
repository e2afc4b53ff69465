/* The parts of the compare view, one file each.
 *
 * Both sides are drawn on one scale and matched by word, not by position: what looks different is different.
 * A sentence says it from the same numbers, and calls two pictures the same only where theory does. */
#ifndef VIEW_COMPARE_COMPARE_H
#define VIEW_COMPARE_COMPARE_H

#include "study/comparison.h"
#include "view/screen.h"

enum { COMPARE_BAR = 72 }; /* columns of the longest bar, if there is room */

/* Draws the two matrices side by side on one scale. Rows on the right are aligned with the rows of the same
 * words; rows without a partner go below. A narrow view (SCREEN_NARROW) puts one above the other. */
void compare_sides_draw(struct canvas c, const struct screen *s, const struct comparison *of,
                        const char *other);

/* Draws how far each row and the mean of the rows moved, as numbers and bars. */
void compare_words_draw(struct canvas c, const struct screen *s, const struct comparison *of);
/* Draws the rows of both sides as strips, and says how far each moved. */
void compare_carried_draw(struct canvas c, const struct screen *s, const struct comparison *of);
/* Draws {encoding off, on} × {no mask, causal}, with the largest difference in each corner. */
void compare_corners_draw(struct canvas c, const struct screen *s);
/* Lists all orders of the words by how far the word in focus moves. */
void compare_orders_draw(struct canvas c, const struct screen *s);

/* Returns a difference with enough digits that a nonzero value never looks like 0, or `zero` if it is only
 * rounding; lasts as long as the picture. */
const char *compare_number(const struct screen *s, double difference, bool rounding, const char *zero);
/* The same with two decimals if they are enough. */
const char *compare_short(const struct screen *s, double difference, bool rounding, const char *zero);
/* Returns a state with its words in the language of the screen: a shallow copy. */
struct state compare_state(const struct screen *s, const struct state *of);
/* Returns the words of a sentence with blanks between; lasts as long as the picture. */
const char *compare_sentence(const struct screen *s, const struct state *of);
/* Describes the view in sentences. */
void compare_tell(const struct teller *t);

/* Hooks of struct view for the data beyond the scene. */
void compare_follow(struct session *m, struct work *work);
bool compare_busy(const struct session *m);
void compare_work(struct session *m, struct work *work);
bool compare_compute(struct session *m, struct reply *r);

#endif
