#include "term/ahead.h"

void ahead_put(struct ahead *a, const struct event *e)
{
    a->ends = a->ends || e->kind == EVENT_END;
    if (a->count == AHEAD_MOST || e->kind == EVENT_END)
        return;
    int i = (a->first + a->count++) % AHEAD_MOST;
    a->v[i].event = *e;
    a->v[i].text = (struct text){0};
    text_add(&a->v[i].text, e->text ? e->text : "");
}

bool ahead_waits(const struct ahead *a)
{
    return a->count > 0 || a->ends;
}

struct event ahead_take(struct ahead *a)
{
    text_finish(&a->taken);
    if (a->count == 0)
        return (struct event){.kind = a->ends ? EVENT_END : EVENT_NONE};
    struct event e = a->v[a->first].event;
    a->taken = a->v[a->first].text;
    e.text = e.text ? text_str(&a->taken) : NULL;
    if (a->taken.failed)
        e = (struct event){.kind = EVENT_RESIZE}; /* no memory for its text: just redraw */
    a->first = (a->first + 1) % AHEAD_MOST;
    a->count--;
    return e;
}

void ahead_forget(struct ahead *a)
{
    while (a->count > 0)
        ahead_take(a);
    text_finish(&a->taken);
}
