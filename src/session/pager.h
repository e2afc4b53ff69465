/* A text longer than a line (help, lists, long answers), shown over the view. */
#ifndef SESSION_PAGER_H
#define SESSION_PAGER_H

#include <stdbool.h>

#include "base/text.h"

struct pager {
    bool open;
    struct text title, body;
    int top; /* first line shown */
};

/* Shows a text from its first line. */
void pager_open(struct pager *p, const char *title, const char *body);
/* Scrolls down by `lines`, up if negative. Stops at the last page, sized for the smallest screen. */
void pager_scroll(struct pager *p, int lines);
void pager_close(struct pager *p);
void pager_finish(struct pager *p);

#endif
