/* Data that the compare view shows beyond the scene: the order experiment and, while shown, the list of
 * orders. Both are computed in slices, to keep the keys responsive. */
#include "view/compare/compare.h"

enum { SLICE = 30000000 }; /* multiplications between two keys: about 10 ms */
#define LIST_EFFORT 8e9    /* multiplications that one command may take: a second or so */

static bool lists_orders(const struct session *m)
{
    return m->now.state.look.compare.panel == COMPARE_ORDERS;
}

static bool shows_causes(const struct session *m)
{
    return m->now.state.look.compare.panel == COMPARE_CAUSE;
}

/* Computes more (effort 0: nothing yet) of the map of causes, and of what the layers would say on both sides.
 */
static void work_on_causes(struct session *m, double effort, struct reply *r)
{
    const char *pin;
    const struct scene *other = session_beside(m, &pin), *const side[] = {&m->now, other};
    struct reply why = {.lang = r->lang, .work = r->work};
    bool leaves_out = m->now.state.look.compare.cause == CAUSE_OMIT;
    if (!other || !session_sides_fit(&m->now.config, &other->config, &why)) {
        cause_finish(&m->cause);
        if (other)
            text_add(&m->cause.why, text_str(&why.text));
    } else if (cause_follow(&m->cause, &m->now, other, leaves_out, r) && effort > 0)
        cause_advance(&m->cause, effort, r);
    reply_finish(&why);
    for (int i = 0; i < 2 && side[i] && !work_stopped(r->work); i++) {
        lens_follow(&m->lens[i], side[i], cause_asks(&m->now.state));
        if (effort > 0)
            lens_advance(&m->lens[i], side[i], effort, r->work);
    }
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
    if (shows_causes(m)) {
        quiet.lang = (enum lang)m->now.state.look.lang;
        work_on_causes(m, scene_effort(&m->now.config) < SLICE ? SLICE : 0, &quiet);
    }
    reply_finish(&quiet);
}

bool compare_busy(const struct session *m)
{
    return !order_complete(&m->order) || (lists_orders(m) && !orders_complete(&m->orders)) ||
           (shows_causes(m) && (!cause_complete(&m->cause) || m->lens[0].done < m->lens[0].total ||
                                m->lens[1].done < m->lens[1].total));
}

void compare_work(struct session *m, struct work *work)
{
    struct reply quiet = {.work = work};
    if (!order_complete(&m->order))
        order_advance(&m->order, SLICE, work);
    else if (shows_causes(m))
        work_on_causes(m, SLICE, &quiet);
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
    if (shows_causes(m))
        work_on_causes(m, LIST_EFFORT, r);
    if (!reply_goes_on(r))
        return false;
    double effort = (m->orders.total - m->orders.done) * scene_effort(&m->now.config);
    return effort > LIST_EFFORT || orders_complete(&m->orders) ||
           orders_advance(&m->orders, &m->now, 2 * effort, r);
}
