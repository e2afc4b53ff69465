/* A scene with the numbers of a dump (tap/): every view then shows them. X is the identity, so the weights
 * are the dump's rows: Q = X·WQ is its q, and so on. */
#ifndef APP_TAPPED_H
#define APP_TAPPED_H

#include "state/state.h"
#include "tap/tap.h"

/* Makes a fresh state show the group and batch element in view: q and k as the product reads them, with the
 * mask, the bias and the sinks of the dump, at most 512 words, and as many heads from t->head on as the views
 * hold: one, if masks or biases differ from head to head. Weights without q and k are shown as softmax of
 * their logarithms. Rows before the first query are zero. Returns false and explains in r.
 */
bool tapped_state(struct tap *t, struct state *next, struct reply *r);

#endif
