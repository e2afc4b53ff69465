/* Scrolls by lines of the text; only the view knows how many screen rows each takes. */
#include "session/pager.h"

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

void pager_scroll(struct pager *p, int lines)
{
    enum { ROWS = 12, COLUMNS = 50 };
    int rows[ROWS] = {0}, n = 0, sum = 0; /* of the latest lines, a ring */
    for (const char *s = text_str(&p->body); *s;) {
        size_t length = strcspn(s, "\n");
        sum -= rows[n % ROWS];
        rows[n % ROWS] = 1 + (int)(length > COLUMNS * ROWS ? ROWS : length / COLUMNS);
        sum += rows[n++ % ROWS];
        s += length + (s[length] == '\n');
    }
    /* The last page begins with as many lines from the end as fit the smallest screen when wrapped. */
    int last = n > ROWS ? n - ROWS : 0;
    for (; last + 1 < n && sum > ROWS; last++)
        sum -= rows[last % ROWS];
    long to = (long)p->top + lines;
    to = to > last ? last : to;
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
