/* The parts of the compare view, one file each; compare.c says where they are.
 *
 * Both sides are drawn on one scale and matched by word, not by position: what looks different is different.
 * A sentence says it from the same numbers, and calls two pictures the same only where theory does. */
#ifndef VIEW_COMPARE_COMPARE_H
#define VIEW_COMPARE_COMPARE_H

#include "study/comparison.h"
#include "view/flow/flow.h"
#include "view/figures/lengths.h"

/* Two flows in the same columns, the present state's and the other side's. */
struct compare_pictures {
    struct flow left, right;
    struct flow_columns columns; /* of the right picture */
    struct scene now, other;     /* both sides with the look of the left one; shallow copies */
    bool met;                    /* the asking word is on both sides */
};

/* What all parts are drawn from. */
struct compare {
    const struct screen *s;
    const struct scene *other;         /* NULL: there is nothing to compare with */
    const char *name;                  /* of the right side */
    struct comparison of;              /* at the compared stage */
    struct lengths list;               /* how far rows moved, or the orders */
    bool told;                         /* in sentences: with all digits */
    struct compare_pictures *pictures; /* planned when they are drawn */
};

/* Fills p for the present scene and another one. p must stay where it is. */
void compare_pictures_make(struct compare_pictures *p, const struct screen *s, const struct scene *other);
/* Draws both under their titles, beside or above each other; `other` names the right one. */
enum compare_placing { PICTURES_BESIDE, PICTURES_ABOVE };
void compare_pictures_draw(struct canvas c, struct compare_pictures *p, enum compare_placing placing,
                           const char *other);
/* As parts of the view: with the room in which every word and some heads of both are in sight. */
struct page_size compare_beside_size(const void *compare, int cols);
void compare_beside_draw(struct canvas c, const void *compare);
struct page_size compare_above_size(const void *compare, int cols);
void compare_above_draw(struct canvas c, const void *compare);

/* Returns one sentence about what changed for the asking word, which is run 1; what is said of the n-th head
 * in sight is run n + 2. brief: from 0, the full form, to SAYING_BRIEF, the shortest. Lasts as long as the
 * picture. */
enum { SAYING_BRIEF = 5 };
const char *compare_say(const struct compare_pictures *p, int brief);
/* The columns that the sentence names beside the asking word's, those of the first head in sight; returns
 * how many. */
enum { SAYING_COLUMNS = 2 };
int compare_spoken(const struct compare_pictures *p, int out[SAYING_COLUMNS]);
/* Draws the longest form that fits into row 0 of c, with what pale means after it where there is room; the
 * briefest in two rows, if there are two. The pictures are drawn before it. */
void compare_saying_draw(struct canvas c, const void *compare);

/* The two matrices on one scale. Rows on the right are aligned with the rows of the same words; rows without
 * a partner go below. On a narrow canvas (SCREEN_NARROW) one is above the other. */
struct page_size compare_sides_size(const void *compare, int cols);
void compare_sides_draw(struct canvas c, const void *compare);

/* How far each row moved, in the flow's panel with both rows as strips, in the other one with the mean of the
 * rows; what is above it. */
const char *compare_moved_title(const struct compare *v);
struct lengths compare_moved(const struct compare *v);

/* {encoding off, on} × {no mask, causal}, with the largest difference in each corner. */
void compare_corners_draw(struct canvas c, const void *compare);
void compare_corners_tell(const struct teller *t);

/* All orders of the words by how far the word in focus moves; what is above it, in place of the list why
 * there is none. */
const char *compare_orders_title(const struct screen *s);
struct lengths compare_orders(const struct compare *v);

/* Which part carries the answer: what is tried, or why nothing is; the map; the cell under the cursor in
 * words; what each layer would say on both sides. */
const char *compare_cause_title(const struct compare *v);
struct page_size compare_map_size(const void *compare, int cols);
struct page_size compare_whole_map_size(const void *compare, int cols); /* with all of its columns */
void compare_map_draw(struct canvas c, const void *compare);
struct page_size compare_cell_size(const struct compare *v);
struct page_size compare_lens_size(const void *compare, int cols);
void compare_lens_draw(struct canvas c, const void *compare);
void compare_cause_tell(const struct teller *t, const struct compare *v);

/* Returns a difference with so many digits, or enough that it never looks like 0; `zero` for one that is 0,
 * because it is only rounding. Lasts as long as the picture. */
const char *compare_number(const struct screen *s, double difference, int digits, const char *zero);
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
