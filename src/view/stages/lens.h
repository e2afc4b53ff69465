/* What each layer would say of one word if its row went to the readout now, as a small table. */
#ifndef VIEW_STAGES_LENS_H
#define VIEW_STAGES_LENS_H

#include "view/figures/table.h"

/* Returns the table of one lens, or of two beside each other (other NULL: one); `heads` stands above each. It
 * has no rows if nothing is known. The lenses must last. */
struct layers_of {
    const struct lens *lens[2];
    const struct state *state[2];
    const char *heads[2];
};
struct table layers_table(const struct screen *s, const struct layers_of *of);

#endif
