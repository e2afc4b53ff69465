/* Journals of sessions that are over: killed, or left with unsaved changes. */
#ifndef APP_KEEP_EARLIER_H
#define APP_KEEP_EARLIER_H

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

/* Finds them. `own`: the journal of this session, "" if it has none (to open it and close it would give its lock up). */
void earlier_find(struct earlier_list *list, const char *own);
void earlier_finish(struct earlier_list *list);

/* A journal that cannot be read to its end gets another name (in `to`), under which it is never looked at again. */
bool earlier_set_aside(const char *path, struct text *to, struct reply *r);

#endif
