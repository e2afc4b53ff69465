#include <string.h>

#include "lesson/read/store.h"
#include "lesson/run/judge.h"

/* Where a step is judged, and where texts are kept. */
struct bench {
    const struct expr_context *c;
    struct lesson_store *store;
    struct reply *r;
};

/* Passes a reason on; what comes after it is judged all the same. */
static void pass_on(const struct bench *on, struct reply *own)
{
    if (own->failed && !on->r->failed)
        reply_fail(on->r, 0, TEXT("%s", "%s"), text_str(&own->text));
    reply_finish(own);
}

static bool settle_holds(const struct bench *on, const char *condition)
{
    struct expr_verdict v = {0};
    struct reply own = {.lang = on->r->lang, .work = on->r->work};
    bool judged = expr_judge(on->c, condition, strlen(condition), &v, &own);
    pass_on(on, &own);
    return judged && v.holds;
}

/* Of [yes|no](~CONDITION) one text stays; of [x.xx](~EXPR) the value, with as many decimals. */
static void settle_block(const struct bench *on, const struct block *b)
{
    for (struct span *s = b->v; s < b->v + b->count; s++) {
        if (s->kind != SPAN_JUDGED)
            continue;
        const char *bar = strchr(s->text.s, '|'), *point = strchr(s->text.s, '.');
        struct text t = {0};
        if (!bar) {
            struct expr_value v = {0};
            struct reply own = {.lang = on->r->lang, .work = on->r->work};
            if (expr_eval(on->c, s->target, strlen(s->target), &v, &own) && v.count == 1)
                text_addf(&t, "%.*f", point ? (int)strlen(point + 1) : 0, v.v[0]);
            else
                text_add(&t, "–");
            expr_value_finish(&v);
            pass_on(on, &own);
        } else if (settle_holds(on, s->target)) {
            text_add_bytes(&t, s->text.s, (size_t)(bar - s->text.s));
        } else {
            text_add(&t, bar + 1);
        }
        s->text.s = lesson_store_keep(on->store, &t);
        s->kind = bar ? SPAN_TEXT : SPAN_CLAIM;
        s->target = NULL;
    }
}

static void settle_prose(const struct bench *on, const struct prose *p)
{
    for (int i = 0; i < p->count; i++)
        settle_block(on, &p->v[i]);
}

bool lesson_settle(struct lesson *l, int step, const struct expr_context *c, struct reply *r)
{
    const struct bench on = {c, l->store, r};
    struct lesson_step *s = step < l->step_count ? &l->step[step] : NULL;
    if (!s || s->settled)
        return true;
    s->settled = true;
    settle_prose(&on, &s->narration);
    for (struct lesson_ask *a = s->ask; a < s->ask + s->ask_count; a++) {
        settle_block(&on, &a->question);
        for (struct lesson_option *o = a->option; o < a->option + a->option_count; o++) {
            settle_block(&on, &o->text);
            settle_block(&on, &o->feedback);
            if (a->judged)
                o->right = o->when.s && settle_holds(&on, o->when.s);
        }
        settle_block(&on, &a->model);
    }
    for (int i = 0; i < s->hint_count; i++)
        settle_prose(&on, &s->hint[i]);
    settle_prose(&on, &s->caption);
    settle_prose(&on, &s->reveal);
    settle_prose(&on, &s->note);
    settle_prose(&on, &s->ask_class);
    return !r->failed;
}
