/* Data that the compare view shows beyond the scene: the order experiment and, while shown, the list of
 * orders. Both are computed in slices, to keep the keys responsive. */
#include "view/compare/compare.h"

enum { SLICE = 30000000 }; /* multiplications between two keys: about 10 ms */
#define LIST_EFFORT 8e9    /* multiplications that one command may take: a second or so */

static bool lists_orders(const struct session *m)
{
    return m->now.state.look.compare.panel == COMPARE_ORDERS;
}

/* Keeps the cursor in the list. At -1 it waits until the list is complete, then goes to the sentence as it
 * is. */
static void place_cursor(struct session *m)
{
    const struct orders *o = &m->orders;
    int *row = &m->now.state.look.compare.order;
    if (*row < 0 && orders_complete(o))
        *row = orders_own(o);
    if (*row >= o->total || o->total == 0)
        *row = o->total > 0 ? o->total - 1 : 0;
}

void compare_follow(struct session *m, struct work *work)
{
    struct reply quiet = {.work = work};
    if (order_follow(&m->order, &m->now.state, &quiet) && m->order.done == 0)
        order_advance(&m->order, SLICE, work);
    if (lists_orders(m) && orders_follow(&m->orders, &m->now, &quiet)) {
        if (m->orders.done == 0)
            orders_advance(&m->orders, &m->now, SLICE, &quiet);
        place_cursor(m);
    }
    reply_finish(&quiet);
}

bool compare_busy(const struct session *m)
{
    return !order_complete(&m->order) || (lists_orders(m) && !orders_complete(&m->orders));
}

void compare_work(struct session *m, struct work *work)
{
    struct reply quiet = {.work = work};
    if (!order_complete(&m->order))
        order_advance(&m->order, SLICE, work);
    else if (orders_advance(&m->orders, &m->now, SLICE, &quiet))
        place_cursor(m);
    reply_finish(&quiet);
}

/* A list of orders that would take more than a second or so stays incomplete. */
bool compare_compute(struct session *m, struct reply *r)
{
    if (!order_follow(&m->order, &m->now.state, r) || !orders_follow(&m->orders, &m->now, r))
        return false;
    order_advance(&m->order, LIST_EFFORT, r->work);
    if (!reply_goes_on(r))
        return false;
    double effort = (m->orders.total - m->orders.done) * scene_effort(&m->now.config);
    return effort > LIST_EFFORT || orders_complete(&m->orders) ||
           orders_advance(&m->orders, &m->now, 2 * effort, r);
}
