#include "app/home_offer.h"

#include "app/app.h"
#include "base/mem.h"
#include "lesson/play/open.h"
#include "lesson/play/play.h"
#include "lesson/play/progress_pages.h"

/* The lesson that was left last, and its step that comes next. */
static void go_on(const struct app *a, struct home_offer *out)
{
    struct lesson l = {0};
    struct reply quiet = {.lang = (enum lang)a->model.now.state.look.lang};
    const char *id = progress_latest(a), *rest;
    if (id && lesson_load(id, quiet.lang, &l, &rest, &quiet)) {
        text_addf(&out->place, "%s/%s", l.id, l.step[lesson_resumes(a, &l)].id.s);
        text_add(&out->lesson, l.title.s);
        lesson_finish(&l);
    }
    reply_finish(&quiet);
}

/* NULL: no memory, then nothing is offered. */
static struct home_keep *made(const struct app *a)
{
    struct home_keep *h = mem_new(1, sizeof *h);
    if (!h)
        return NULL;
    h->as_of = a->keep.looks;
    h->lang = (enum lang)a->model.now.state.look.lang;
    if (a->keep.on) {
        go_on(a, &h->offer);
        progress_missed(&a->keep, &h->offer.missed);
    }
    return h;
}

void home_offer_follow(struct app *a)
{
    struct look *look = &a->model.now.state.look;
    if (look->view != VIEW_HOME)
        return;
    if (!a->home || a->home->as_of != a->keep.looks || a->home->lang != (enum lang)look->lang) {
        home_offer_finish(a);
        a->home = made(a);
    }
    a->model.offer = a->home ? &a->home->offer : NULL;
    int last = home_count(a->model.offer) - 1;
    look->home = look->home > last ? last : look->home;
}

void home_offer_finish(struct app *a)
{
    if (a->home) {
        text_finish(&a->home->offer.place);
        text_finish(&a->home->offer.lesson);
        text_finish(&a->home->offer.missed);
    }
    mem_free(a->home);
    a->home = NULL;
    a->model.offer = NULL;
}
