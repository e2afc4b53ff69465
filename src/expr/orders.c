/* Values over all orders of the sentence. The argument text is evaluated once per order, on
 * a private scene with the words in that order. Lessons 04 and 20 ask whether any order
 * meets a condition, how many do, and what the best one reaches. */
#include <math.h>
#include <string.h>

#include "expr/read.h"
#include "study/orders.h"
#include "state/training.h"

enum { VALUE = 200 }; /* cost of evaluating one value, in multiplications */

struct ordering {
    int n;
    unsigned char place[ORDERS_WORDS]; /* place[t]: index in the sentence of the word at t */
    struct scene scene;
};

/* Computes o->scene: `of` with its words in the order o->place. */
static bool words_in_order(struct ordering *o, const struct scene *of, struct reply *r)
{
    struct state next = {0};
    int id[ORDERS_WORDS];
    for (int t = 0; t < o->n; t++)
        id[t] = of->state.sentence->id[o->place[t]];
    struct sequence *q = sequence_new(id, o->n);
    if (!q)
        return reply_no_memory(r);
    state_copy(&next, &of->state);
    bool ok = training_settle(&next, r);
    sequence_drop(next.sentence);
    next.sentence = q;
    ok = ok && scene_take(&o->scene, &next, r);
    state_finish(&next);
    return ok;
}

/* Accumulates over the orders: the number that meet the condition (sum), or the largest value (best). */
struct gathering {
    bool counts;
    double sum, best;
    bool any;
};

static bool visit(struct expr_reader *in, struct gathering *g)
{
    struct expr_value v = {0};
    struct expr_outcome outcome = {.verdict = {.holds = true}};
    if (g->counts) {
        if (!expr_condition(in, &outcome))
            return false;
        g->sum += outcome.verdict.holds;
        return true;
    }
    expr_blanks(in);
    int col = expr_column(in);
    if (!expr_sum(in, &v))
        return false;
    double x = v.v[0];
    bool ok = !v.row || reply_fail(in->r, col, TEXT("a number is needed here, not a row"));
    expr_value_finish(&v);
    ok = ok && (!expr_take(in, ",") || expr_condition(in, &outcome));
    if (ok && outcome.verdict.holds) {
        g->best = g->any ? fmax(g->best, x) : x;
        g->any = true;
    }
    return ok;
}

/* Evaluates the arguments once per order, from the same place in the text. Every order has the full step
 * limit; its steps count as work instead. Only the first order, the sentence itself, leaves marks. */
static bool visit_all(struct expr_call *c, struct ordering *o, struct gathering *g)
{
    struct expr_reader *in = c->in;
    struct expr_marks *marks = in->marks;
    size_t begin = in->at;
    int steps = in->steps;
    bool ok = true, first = true;
    do {
        in->at = begin;
        in->steps = steps;
        ok = first || words_in_order(o, c->scene, in->r);
        in->scene = first ? c->scene : &o->scene;
        ok = ok && visit(in, g) && expr_charge(c, VALUE * (double)(in->steps - steps));
        work_on(in->r->work, scene_effort(&c->scene->config));
        in->marks = NULL;
        first = false;
    } while (ok && orders_next(o->place, o->n));
    in->scene = c->scene;
    in->marks = marks;
    return ok;
}

static bool orders(struct expr_call *c, struct expr_value *out)
{
    struct expr_reader *in = c->in;
    struct gathering g = {.counts = c->param != 0};
    struct ordering o = {.n = c->scene->config.n};
    double count = 1;
    for (int t = 0; t < o.n && t < ORDERS_WORDS; t++) {
        o.place[t] = (unsigned char)t;
        count *= t + 1;
    }
    if (o.n > ORDERS_WORDS)
        return reply_fail(in->r, c->col, TEXT("%s: %d words have too many orders (at most %d words)"),
                          c->name, o.n, ORDERS_WORDS);
    if (in->ordering)
        return reply_fail(in->r, c->col, TEXT("%s cannot be nested"), c->name);
    if (!expr_charge(c, count * scene_effort(&c->scene->config)))
        return false;
    if (!expr_take(in, "("))
        return expr_expected(in, "(", c->example);
    in->ordering = true;
    bool ok = visit_all(c, &o, &g);
    in->ordering = false;
    scene_finish(&o.scene);
    ok = ok && (expr_take(in, ")") || expr_expected(in, ")", c->example));
    ok = ok &&
         (g.counts || g.any || reply_fail(in->r, c->col, TEXT("%s: no order meets the condition"), c->name));
    return ok && expr_number(c, out, g.counts ? g.sum : g.best);
}

/* clang-format off */
const struct expr_function expr_orders[] = {
    {"order_count", NULL, orders, 1, "order_count(weight(狗,猫) > 0.3)", TEXT("how many orders of the sentence (at most 7 words) meet a condition")},
    {"order_max", NULL, orders, 0, "order_max(weight(狗,猫), at(狗) = at(猫)+1)", TEXT("the largest value over all orders, or over those that meet a condition")},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
/* clang-format on */
