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

static int line_count(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += *s == '\n';
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
