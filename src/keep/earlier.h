/* Journals of ended sessions: killed, or left with unsaved changes. */
#ifndef KEEP_EARLIER_H
#define KEEP_EARLIER_H

#include <sys/types.h>
#include <time.h>

#include "base/reply.h"
#include "base/text.h"

struct earlier {
    struct text path;
    struct timespec written; /* time of the last write */
    off_t size;
};

struct earlier_list {
    struct earlier *v; /* the latest first */
    int count;
};

enum { EARLIER_LISTED = 20 }; /* number listed at a time; older ones count as old */

/* Finds the journals, skipping locked ones, whose sessions are still running. If the folder is not trusted,
 * returns an empty list and false, and explains in r. */
bool earlier_find(struct earlier_list *list, struct reply *r);
void earlier_finish(struct earlier_list *list);

/* Renames a damaged journal to a name that is never read again; sets *to to it. Returns false and
 * explains in r on failure. */
bool earlier_set_aside(const char *path, struct text *to, struct reply *r);

#endif
