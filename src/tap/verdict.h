/* What is said of one group of a dump: in words, and for programs. */
#ifndef TAP_VERDICT_H
#define TAP_VERDICT_H

#include "tap/finding.h"

/* Judges a group in the way of reading it in which most holds; `layout` NULL: any. `brief`: only its first
 * head is looked at, for what holds. Returns false if memory is exhausted, or if the work was stopped. */
bool verdict_of(const struct group *g, const char *layout, bool brief, struct work *work,
                struct verdict *out);

/* Appends one line: the sizes, and what was found. */
void verdict_head(const struct verdict *v, enum lang lang, struct text *out);
/* Appends a line on the sizes, one for each relation and mistake, and the worst cell of each. */
void verdict_say(const struct verdict *v, enum lang lang, struct text *out);
/* Appends {"group": …, "layout": …, "types": …, "faults": [{"id": …}], "relations": [{"what": …, "off": …}]}.
 */
void verdict_json(const struct verdict *v, struct text *out);

#endif
