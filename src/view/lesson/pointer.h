/* The text of a lesson points: what it speaks of is framed in the picture beside it, and a line leads there.
 * Every number with a place, every pointing word and every word of the sentence can be chosen in turn. */
#ifndef VIEW_LESSON_POINTER_H
#define VIEW_LESSON_POINTER_H

#include "view/prose.h"
#include "view/spots.h"

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
