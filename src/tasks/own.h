/* Sentences and answers that somebody gives, in place of a rule that writes them: the task `own`. The list is
 * immutable once shared, and lists share their sentences, so a longer list costs little more. Words and
 * answers are numbers that mean something to the owner of the list. */
#ifndef TASKS_OWN_H
#define TASKS_OWN_H

#include "core/pipeline/grad.h"

enum { EXAMPLES_MOST = 512 }; /* of a list */

struct sample; /* one of them: an example, shared */

struct examples {
    int refs, count;
    struct sample *of[];
};

struct examples *examples_share(struct examples *e); /* NULL stays NULL */
void examples_drop(struct examples *e);

/* Returns example i. It lives as long as the list. */
const struct example *examples_at(const struct examples *e, int i);

/* Return the number of examples, and the words of the longest; 0 for NULL. */
int examples_count(const struct examples *e);
int examples_longest(const struct examples *e);

bool examples_same(const struct examples *a, const struct examples *b);

/* Returns the bytes of a that are not shared with b. */
size_t examples_bytes(const struct examples *a, const struct examples *b);

/* Adds a copy of an example; it replaces one with the same words and the same asked positions.
 * Returns false and changes nothing if out of memory. */
bool examples_put(struct examples **e, const struct example *one);

/* Removes example i. Returns false and changes nothing if out of memory. */
bool examples_remove(struct examples **e, int i);

#endif
