/* The list of all word orders; the order that moves the chosen word's output furthest comes first. */
#include "view/compare/compare.h"

static const struct orders_line *order_at(const struct screen *s, int nth)
{
    const struct orders *o = &s->session->orders;
    return &o->line[o->rank[nth]];
}

static const char *order_name(const struct lengths *l, int nth)
{
    const struct state *st = &l->s->session->now.state;
    const struct orders_line *line = order_at(l->s, nth);
    struct text t = SCREEN_TEXT(l->s);
    text_addf(&t, "%c%5d%c", 2, nth + 1, CANVAS_RUN_ENDS);
    for (int i = 0; i < st->sentence->count; i++) {
        text_add(&t, " ");
        if (line->place[i] == l->s->session->orders.word)
            text_add_char(&t, 1);
        text_addf(&t, "%s%c", state_word(st, st->sentence, line->place[i]), CANVAS_RUN_ENDS);
    }
    return text_str(&t);
}

static double order_length(const struct lengths *l, int nth)
{
    return order_at(l->s, nth)->moved[l->s->session->orders.word];
}

static const char *order_number(const struct lengths *l, int nth)
{
    return compare_number(l->s, order_length(l, nth), 6, "0");
}

/* Returns whether the list is one of other words: something else is computed first. */
static bool of_others(const struct screen *s)
{
    const struct orders *o = &s->session->orders;
    return !o->of.lexicon || !state_same_numbers(&o->of, &s->session->now.state);
}

const char *compare_orders_title(const struct screen *s)
{
    const struct orders *o = &s->session->orders;
    const struct state *st = &s->session->now.state;
    struct text t = SCREEN_TEXT(s);
    int unmoved = 0;
    if (of_others(s) || o->done == 0)
        return of_others(s) ? "" : text_str(&o->why);
    for (int i = 0; i < o->done; i++)
        unmoved += o->line[i].moved[o->word] == 0;
    if (o->total == 1)
        text_add(&t, screen_text(s, TEXT("one word has only one order")));
    else
        screen_add(s, &t, TEXT("%d orders by how far the output of %s moves; %d unmoved"), o->total,
                   said_label(s, st, st->sentence, o->word), unmoved);
    if (!orders_complete(o))
        screen_add(s, &t, TEXT(" (%d so far)"), o->done);
    return text_str(&t);
}

struct lengths compare_orders(const struct compare *v)
{
    const struct orders *o = &v->s->session->orders;
    struct lengths list = {.s = v->s,
                           .of = v,
                           .count = of_others(v->s) ? 0 : o->done,
                           .at = v->s->session->now.state.look.compare.order,
                           .chosen = true,
                           .most = 1,
                           .name = order_name,
                           .number = order_number,
                           .length = order_length};
    if (list.count > 0 && order_length(&list, 0) > 0)
        list.most = order_length(&list, 0);
    return list;
}
