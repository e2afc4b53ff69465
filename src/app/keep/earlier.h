/* Journals of sessions that are over: killed, or left with unsaved changes. */
#ifndef APP_KEEP_EARLIER_H
#define APP_KEEP_EARLIER_H

#include <limits.h>
#include <time.h>

#include "base/reply.h"
#include "base/text.h"

struct earlier {
    struct text path;
    struct timespec written; /* last */
};

struct earlier_list {
    struct earlier *v;       /* the latest first */
    int count;
};

enum { EARLIER_LISTED = 20, EARLIER_ALL = INT_MAX };     /* so many are listed at a time; what comes after them counts as old */

/* Finds the latest `most` of them; the journal of a session that goes on, such as this one, is locked and is none.
 * Returns false and explains in r where the folder is not to be trusted: the list is empty. */
bool earlier_find(struct earlier_list *list, int most, struct reply *r);
void earlier_finish(struct earlier_list *list);

/* A journal that cannot be read to its end gets another name (in `to`), under which it is never looked at again. */
bool earlier_set_aside(const char *path, struct text *to, struct reply *r);

#endif
