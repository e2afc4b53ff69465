/* The list of all word orders; the order that moves the chosen word's output furthest comes first. */
#include <math.h>

#include "view/bars.h"
#include "view/compare/compare.h"

enum { LINE = 6, NUMBER = 12, HIGHEST = 3 };

/* The bar fills the rows of c, but for a blank one at the end of several; everything else is in its first
 * row. */
static void order_line(struct canvas c, const struct screen *s, const struct orders *o, int nth)
{
    const struct state *st = &s->session->now.state;
    const struct orders_line *l = &o->line[o->rank[nth]];
    double x = l->moved[o->word], most = o->line[o->rank[0]].moved[o->word];
    int col = LINE;
    for (int t = 0; t < st->sentence->count; t++)
        col = 1 + canvas_put(c, 0, col, l->place[t] == o->word ? STYLE_TITLE : STYLE_TEXT,
                             state_word(st, st->sentence, l->place[t]));
    int room = c.cols - col - NUMBER - 2;
    struct bar_scale scale = {col + NUMBER + 1, room < COMPARE_BAR ? room : COMPARE_BAR, 0,
                              most > 0 ? most : 1};
    canvas_right(c, 0, col, NUMBER, x == 0 ? STYLE_GOOD : STYLE_TEXT, compare_number(s, x, x == 0, "0"));
    for (int row = 0; (row == 0 || row < c.rows - 1) && x > 0 && isfinite(x); row++)
        bar_draw(c, row, s, &scale, (struct bar){0, x, false, 0});
    canvas_putf(c, 0, 0, STYLE_DIM, "%5d", nth + 1);
    if (nth == st->look.order_row)
        canvas_restyle(c, 0, 0, col + NUMBER, STYLE_CURSOR);
}

void compare_orders_draw(struct canvas c, const struct screen *s)
{
    const struct orders *o = &s->session->orders;
    int room = c.rows - 1, at = s->session->now.state.look.order_row;
    if (!o->of.lexicon || !state_same_numbers(&o->of, &s->session->now.state))
        return; /* of other words: something else is computed first */
    if (o->done == 0) {
        canvas_flow(c, 0, STYLE_NOTE, text_str(&o->why));
        return;
    }
    struct text t = SCREEN_TEXT(s), word = SCREEN_TEXT(s);
    const struct state *st = &s->session->now.state;
    int unmoved = 0;
    for (int i = 0; i < o->done; i++)
        unmoved += o->line[i].moved[o->word] == 0;
    state_label(st, st->sentence, o->word, &word);
    if (o->total == 1)
        text_add(&t, screen_text(s, TEXT("one word has only one order")));
    else
        screen_add(s, &t, TEXT("%d orders by how far the output of %s moves; unmoved in %d"), o->total,
                   text_str(&word), unmoved);
    if (!orders_complete(o))
        screen_add(s, &t, TEXT(" (%d so far)"), o->done);
    canvas_field(c, 0, 0, c.cols, STYLE_NOTE, text_str(&t));
    int high = room / o->done < 1 ? 1 : room / o->done > HIGHEST ? HIGHEST : room / o->done;
    int first = screen_first_shown(at < 0 ? 0 : at, o->done, room / high);
    for (int i = 0; i < room / high && first + i < o->done; i++)
        order_line(canvas_part(c, 1 + i * high, 0, high, c.cols), s, o, first + i);
}
