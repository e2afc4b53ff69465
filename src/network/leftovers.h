/* What a model's files have and nothing reads: it is named once, when the model is opened, unless it is known
 * to change nothing that is computed here. */
#ifndef NETWORK_LEFTOVERS_H
#define NETWORK_LEFTOVERS_H

#include "base/reply.h"

enum leftover { LEFTOVER_TENSOR, LEFTOVER_KEY, LEFTOVER_TOKEN, LEFTOVER_KINDS };

/* Begins empty; leftovers_finish frees it. */
struct leftovers {
    struct text names[LEFTOVER_KINDS]; /* the first few */
    int count[LEFTOVER_KINDS];
};

/* Adds a name that nothing read; one that is known to change nothing is passed over. */
void leftovers_add(struct leftovers *l, enum leftover kind, const char *name);

/* Appends one sentence with the first names of each kind and how many there are; nothing if there are none.
 */
void leftovers_say(const struct leftovers *l, struct reply *r);

void leftovers_finish(struct leftovers *l);

#endif
