/* Two flows in the same columns, the present state's and the other side's, and a sentence about what
 * changed. */
#ifndef VIEW_COMPARE_PICTURES_H
#define VIEW_COMPARE_PICTURES_H

#include "study/comparison.h"
#include "view/flow/flow.h"

struct compare_pictures {
    struct flow left, right;
    struct flow_columns columns; /* of the right picture */
    struct scene now, other;     /* both sides with the look of the left one; shallow copies */
    bool met;                    /* the asking word is on both sides */
    int width;                   /* of each picture without its gutter; set when drawn */
};

/* Fills p for the present scene and another one. p must stay where it is. */
void compare_pictures_make(struct compare_pictures *p, const struct screen *s, const struct scene *other);
/* Returns whether a view of this size has room for them. */
bool compare_pictures_fit(struct canvas c);
/* Draws both under their titles; `other` names the right one. */
void compare_pictures_draw(struct canvas c, struct compare_pictures *p, const char *other);

/* Returns one sentence about what changed for the asking word, which is run 1; what is said of the n-th head
 * in sight is run n + 2. brief: from 0, the full form, to SAYING_BRIEF, the shortest. Lasts as long as the
 * picture. */
enum { SAYING_BRIEF = 5 };
const char *compare_say(const struct compare_pictures *p, int brief);
/* The columns that the sentence names beside the asking word's, those of the first head in sight; returns
 * how many. */
enum { SAYING_COLUMNS = 2 };
int compare_spoken(const struct compare_pictures *p, int out[SAYING_COLUMNS]);
/* Draws the longest form that fits into row 0 of c, from column `from`, or further left if needed. */
void compare_saying_draw(struct canvas c, int from, const struct compare_pictures *p);

#endif
