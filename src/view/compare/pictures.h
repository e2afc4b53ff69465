/* Two flows, now and the other side, in the same columns; what changed between them, in words. */
#ifndef VIEW_COMPARE_PICTURES_H
#define VIEW_COMPARE_PICTURES_H

#include "study/comparison.h"
#include "view/flow/flow.h"

struct compare_pictures {
    struct flow left, right;
    struct flow_columns columns; /* of the right one */
    struct scene now, other;     /* both sides in the look of the left one; they own nothing */
    bool met;                    /* the asking word is on both sides */
    int width;                   /* of each picture without its gutter, once drawn */
};

/* Fills p for the present scene and another one. p must stay where it is. */
void compare_pictures_make(struct compare_pictures *p, const struct screen *s, const struct scene *other);
/* Whether a view of this size has room for them. */
bool compare_pictures_fit(struct canvas c);
/* Draws both under their titles; `other` names the right one. */
void compare_pictures_draw(struct canvas c, struct compare_pictures *p, const char *other);

/* What changed for the asking word, as pieces of one sentence. */
enum { SAYING_PIECES = 24, SAYING_BRIEF = 5, SAYING_WORD = -2 };
struct compare_saying {
    struct text *text; /* the caller's */
    int count, begins[SAYING_PIECES],
        head[SAYING_PIECES]; /* head -1: of no head, SAYING_WORD: the asking word */
};
/* brief: from 0, the whole sentence, to SAYING_BRIEF, the shortest. */
void compare_say(struct compare_saying *out, const struct compare_pictures *p, int brief);
/* Draws the longest saying that fits into row 0 of c, from column `from` or where it has room. */
void compare_saying_draw(struct canvas c, int from, const struct compare_pictures *p);

#endif
