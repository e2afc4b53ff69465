#ifndef PAGE_IN_PAGE_H
#define PAGE_IN_PAGE_H

#include "web/web.h"

/* Replays a session (support/session.h) and returns it with every answer regenerated. */
const char *page_replay(struct web *w, const char *session);
/* Returns what `--check` says of all lessons. */
const char *page_check(void);

#endif
