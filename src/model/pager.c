/* Scrolling goes by lines of the text; how many rows each takes is known to the view only. */
#include "model/pager.h"

#include <string.h>

void pager_open(struct pager *p, const char *title, const char *body)
{
    text_clear(&p->title);
    text_clear(&p->body);
    text_add(&p->title, title);
    text_add(&p->body, body);
    p->top = 0;
    p->open = true;
}

/* Lines of s; the last one may end with the text instead of a line's end. */
static int line_count(const char *s)
{
    int n = 0;
    while (*s) {
        s += strcspn(s, "\n");
        s += *s == '\n';
        n++;
    }
    return n;
}

void pager_scroll(struct pager *p, int lines)
{
    int last = line_count(text_str(&p->body)) - 1;
    long to = (long)p->top + lines;
    if (to > last)
        to = last;
    p->top = (int)(to < 0 ? 0 : to);
}

void pager_close(struct pager *p)
{
    p->open = false;
}

void pager_finish(struct pager *p)
{
    text_finish(&p->title);
    text_finish(&p->body);
    *p = (struct pager){0};
}
