/* Examples as lines: sentences and their answers, which task own learns from.
 *
 *   猫 追 狗 -> 猫              the last word is asked
 *   猫 追 狗 -> 猫 at 追        a named one is
 *   猫 追 狗 -> 名 动 名        every word is; - : this one is not
 *
 * A single word before the arrow is cut as `sentence` does, unless it is quoted. */
#ifndef COMMAND_EXAMPLE_H
#define COMMAND_EXAMPLE_H

#include "base/words.h"
#include "state/state.h"

/* Adds the example in the words from `first` on; the cursor of the list of tasks goes to the one that learns
 * from examples. Returns false and explains in r if it is not an example, or if there are too many. */
bool example_add(struct state *next, const struct words *w, int first, struct reply *r);

/* Makes the task of the state, if it learns from examples, fit them. Returns false and explains in r if it
 * cannot. */
bool example_taken(struct state *next, struct reply *r);

#endif
