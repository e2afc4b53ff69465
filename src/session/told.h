/* What a change did, in a line: for keys that change the whole picture at once. */
#ifndef SESSION_TOLD_H
#define SESSION_TOLD_H

#include "state/scene.h"

/* Says in the language of `now` what differs from `was` in words, settings, terms and matrices: "mask none →
 * causal". Adds nothing if all that changed are the numbers of one matrix, whose cells show it themselves. */
void told_change(struct text *out, const struct state *was, const struct scene *now);

/* Says in the language of `now` that matrices were cut or filled up to other sizes, or that their columns
 * went to other heads: the heads are then no longer those that were trained. Not for a step back to a former
 * state, which shows the same shapes. */
void told_fit(struct text *out, const struct state *was, const struct state *now);

/* Says in the language of `now` which number differs from `was`, if it is the only one: "x 追 food 0 → 0.5".
 */
void told_number(struct text *out, const struct state *was, const struct state *now);

/* Says in the language of `now` what differs in the look but need not be seen: a speed, a setting of a panel
 * that is not open. */
void told_look(struct text *out, const struct state *was, const struct state *now);

#endif
