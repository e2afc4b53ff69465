/* The weight of the asking word over the number that + and - run, with a bead at its present value. */
#ifndef VIEW_STAGES_CURVE_H
#define VIEW_STAGES_CURVE_H

#include "view/screen.h"
#include "view/tell/tell.h"

enum { CURVE_ROWS = 6, CURVE_COLS = 20 };

/* For the hooks `follow` and `compute` of views that draw it. */
void curve_follow(struct model *m, struct work *work);
bool curve_compute(struct model *m, struct reply *r);

/* Returns whether there is one to draw. */
bool curve_shown(const struct screen *s);
/* Draws it with its title: "chases→cat 0.93 at 0.4 (+ -)". */
void curve_draw(struct canvas c, const struct screen *s);
/* The plot alone, with the values below. */
void curve_plot(struct canvas c, const struct screen *s, const struct sweep *w);
void curve_tell(const struct teller *t);

/* Appends "half more moves weights[chases→cat] 0.93 → 0.52", if that is known of the number under the cursor.
 */
void curve_say_move(struct text *out, const struct screen *s);

#endif
