#include "lesson/run/settle.h"

#include <string.h>

#include "lesson/read/store.h"

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

static bool holds(const struct bench *on, const char *condition)
{
    struct expr_verdict v = {0};
    struct reply own = {.lang = on->r->lang, .work = on->r->work};
    bool judged = expr_judge(on->c, condition, strlen(condition), &v, &own);
    pass_on(on, &own);
    return judged && v.holds;
}

/* Writes the value of an expression with as many decimals as `like` shows. */
static void write_value(const struct bench *on, const char *expr, const char *like, struct text *out)
{
    struct expr_value v = {0};
    struct reply own = {.lang = on->r->lang, .work = on->r->work};
    const char *point = strchr(like, '.');
    int decimals = point ? (int)strlen(point + 1) : 0;
    if (expr_eval(on->c, expr, strlen(expr), &v, &own) && v.count == 1)
        text_addf(out, "%.*f", decimals, v.v[0]);
    else
        text_add(out, "–");
    expr_value_finish(&v);
    pass_on(on, &own);
}

static void span(const struct bench *on, struct span *s)
{
    const char *bar = strchr(s->text.s, '|');
    struct text t = {0};
    if (s->kind != SPAN_JUDGED)
        return;
    if (!bar)
        write_value(on, s->target, s->text.s, &t);
    else if (holds(on, s->target))
        text_add_bytes(&t, s->text.s, (size_t)(bar - s->text.s));
    else
        text_add(&t, bar + 1);
    s->text.s = lesson_store_keep(on->store, &t);
    s->kind = bar ? SPAN_TEXT : SPAN_CLAIM;
    s->target = NULL;
}

static void block(const struct bench *on, const struct block *b)
{
    for (int i = 0; i < b->count; i++)
        span(on, &b->v[i]);
}

static void prose(const struct bench *on, const struct prose *p)
{
    for (int i = 0; i < p->count; i++)
        block(on, &p->v[i]);
}

static void ask(const struct bench *on, struct lesson_ask *a)
{
    block(on, &a->question);
    for (int i = 0; i < a->option_count; i++) {
        struct lesson_option *o = &a->option[i];
        block(on, &o->text);
        block(on, &o->feedback);
        if (a->judged)
            o->right = o->when.s && holds(on, o->when.s);
    }
    block(on, &a->model);
}

bool lesson_settle(struct lesson *l, int step, const struct expr_context *c, struct reply *r)
{
    const struct bench on = {c, l->store, r};
    struct lesson_step *s = step < l->step_count ? &l->step[step] : NULL;
    if (!s || s->settled)
        return true;
    s->settled = true;
    prose(&on, &s->narration);
    for (int i = 0; i < s->ask_count; i++)
        ask(&on, &s->ask[i]);
    for (int i = 0; i < s->hint_count; i++)
        prose(&on, &s->hint[i]);
    prose(&on, &s->caption);
    prose(&on, &s->reveal);
    prose(&on, &s->note);
    prose(&on, &s->ask_class);
    return !r->failed;
}
