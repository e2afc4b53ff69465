#include "app/app.h"
#include "base/mem.h"
#include "lesson/play/path.h"

/* Returns a new offer, or NULL without memory: then nothing is offered. */
static struct home_keep *new_offer(const struct host *h)
{
    struct home_keep *made = mem_new(1, sizeof *made);
    if (!made)
        return NULL;
    made->as_of = h->lessons->keep.version;
    made->lang = (enum lang)h->session->now.state.look.lang;
    if (h->lessons->keep.on) {
        struct latest last;
        if (latest_find(h, &last)) {
            text_add(last.next ? &made->offer.next : &made->offer.left, text_str(&last.title));
            text_add(&made->offer.place, text_str(&last.place));
        }
        latest_finish(&last);
        progress_missed(&h->lessons->keep, &made->offer.missed);
    }
    return made;
}

void home_offer_follow(struct app *a, const struct host *h)
{
    struct look *look = &a->session.now.state.look;
    if (look->view != VIEW_HOME)
        return;
    if (!a->home || a->home->as_of != a->lessons.keep.version || a->home->lang != (enum lang)look->lang) {
        home_offer_finish(a);
        a->home = new_offer(h);
    }
    a->session.offer = a->home ? &a->home->offer : NULL;
    int last = home_count(a->session.offer) - 1;
    look->home = look->home > last ? last : look->home;
}

void home_offer_finish(struct app *a)
{
    if (a->home) {
        text_finish(&a->home->offer.left);
        text_finish(&a->home->offer.next);
        text_finish(&a->home->offer.place);
        text_finish(&a->home->offer.missed);
    }
    mem_free(a->home);
    a->home = NULL;
    a->session.offer = NULL;
}
