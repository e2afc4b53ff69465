/* The dump of another program's attention: opening it, going through what was found, reading it again. */
#include "tap/tap.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "core/pipeline/stage.h"
#include "state/script.h"
#include "app/tapped.h"

/* Makes a fresh scene show the tap, with the look as it is; `first`: at the stage of the weights. A scene
 * that showed it as well, unchanged, is not kept for undo: it may be large, and is shown again by the same
 * command. */
static bool show(struct call *c, struct tap *t, bool first)
{
    struct state next = {0};
    if (!state_init(&next))
        return reply_no_memory(c->r);
    struct look look = c->m->now.state.look;
    bool replaces = t == c->m->tap && t->numbers == c->m->now.state.numbers;
    next.look = look;
    if (first) {
        next.look.view = VIEW_STAGES;
        next.look.stage = STAGE_WEIGHTS;
    }
    if (!tapped_state(t, &next, c->r)) {
        state_finish(&next);
        return false;
    }
    if (!call_commit(c, &next))
        return false;
    if (replaces)
        session_begins(c->m);
    t->sentence = c->m->now.state.sentence;
    t->numbers = c->m->now.state.numbers;
    return true;
}

/* Takes over an opened tap, which is shown as far as it can be. In batch mode its sentences are the answer.
 */
static bool take(struct call *c, struct tap *t)
{
    struct reply why = {.lang = c->r->lang};
    struct call shows = *c;
    shows.r = &why;
    bool shown = show(&shows, t, true);
    tap_close(c->m->tap);
    c->m->tap = t;
    struct text said = {0};
    if (c->host->app->batch)
        tap_say(t, c->r->lang, &said);
    else if (!shown)
        text_add(&said, text_str(&why.text));
    else if (!tap_verdict(t, t->shown)->brief) /* else the panel says it, as it changes */
        verdict_head(tap_verdict(t, t->shown), c->r->lang, &said);
    if (said.len > 0 && said.s[said.len - 1] == '\n')
        said.s[--said.len] = '\0';
    reply_say(c->r, "%s", text_str(&said));
    text_finish(&said);
    reply_finish(&why);
    return true;
}

static bool show_group(struct call *c, int group)
{
    struct tap *t = c->m->tap;
    bool other = group != t->shown;
    t->shown = group;
    t->head = other ? 0 : t->head;
    t->finding = other ? -1 : t->finding;
    return show(c, t, other);
}

/* Puts the focus on the worst cell of the next finding, of this group, then of others. */
static bool go_on(struct call *c)
{
    struct tap *t = c->m->tap;
    const struct verdict *v = tap_verdict(t, t->shown);
    struct state next;
    int group = v && t->finding + 1 < v->faults ? t->shown : tap_next_faulty(t, t->shown);
    if (group < 0)
        return reply_fail(c->r, 0, TEXT("tap: nothing was found here"));
    if (group != t->shown && !show_group(c, group))
        return false;
    v = tap_verdict(t, group);
    t->finding = (t->finding + 1) % v->faults;
    const struct worst *w = &v->found[t->finding].worst;
    if (w->ratio > 1 && (w->head < t->head || w->head >= t->head + t->heads)) {
        t->head = w->head;
        if (!show(c, t, false))
            return false;
    }
    int first = v->read.keys - v->read.queries;
    call_edit(c, &next);
    next.look.view = VIEW_STAGES;
    next.look.stage = STAGE_WEIGHTS;
    if (w->ratio > 1) { /* else no cell shows it: a rotation, a slope */
        next.look.head = w->head - t->head;
        next.look.query = w->query + (first > 0 ? first : 0);
        next.look.stage = v->found[t->finding].of >= TARGET_OUT ? STAGE_HEAD_OUT : STAGE_WEIGHTS;
        *(next.look.stage == STAGE_WEIGHTS ? &next.look.key : &next.look.dim) = w->at;
    }
    return call_commit(c, &next);
}

/* tap group next|prev|N, batch N, head N */
static bool choose(struct call *c, bool group, bool batch)
{
    enum { NEXT, PREVIOUS };
    struct tap *t = c->m->tap;
    int groups = t->groups.count, n = (int)c->read.number[2] - 1, step = c->read.way[2], most = 0;
    if (group && (step == NEXT || step == PREVIOUS))
        return show_group(c, (t->shown + (step == NEXT ? 1 : groups - 1)) % groups);
    const struct verdict *v = tap_verdict(t, t->shown);
    if (v)
        most = batch ? v->read.batch : v->read.heads;
    if (n >= (group ? groups : most))
        return reply_fail(c->r, call_col(c, 2), TEXT("tap: there are %d"), group ? groups : most);
    if (group)
        return show_group(c, n);
    *(batch ? &t->batch : &t->head) = n;
    t->finding = -1;
    return show(c, t, true);
}

/* tap FILE | none | next | group N|next|prev | batch N | head N | layout NAME | read NAME = NAME | again */
static bool tap(struct call *c)
{
    enum { NONE, NEXT, GROUP, BATCH, HEAD, LAYOUT, READ, AGAIN } way = c->read.way[1];
    struct tap *t = c->m->tap;
    if ((int)way < 0) {
        char path[PATH_MAX];
        bool whole = realpath(call_word(c, 1), path);
        struct tap *opened = tap_open(whole ? path : call_word(c, 1), NULL, NULL, c->r);
        text_add(&c->logged, "tap ");
        script_word(&c->logged, whole ? path : call_word(c, 1));
        return opened && take(c, opened);
    }
    if (!t)
        return reply_fail(c->r, 0, TEXT("tap: none is open (tap FILE)"));
    if (way == NONE) {
        tap_close(t);
        c->m->tap = NULL;
        return true;
    }
    if (way == NEXT)
        return go_on(c);
    if (way == LAYOUT) {
        struct tap *again = tap_open(t->path, call_word(c, 2), t->given, c->r);
        return again && take(c, again);
    }
    if (way == READ) {
        struct text given = {0};
        int group;
        if (part_of(call_word(c, 2), &group) == PARTS)
            return reply_fail(c->r, call_col(c, 2),
                              TEXT("tap: no part is called '%s' (q, k, v, weights, mask …)"),
                              call_word(c, 2));
        text_addf(&given, "%s%s=%s\n", t->given ? t->given : "", call_word(c, 2), call_word(c, 4));
        struct tap *again = tap_open(t->path, t->layout, text_str(&given), c->r);
        text_finish(&given);
        return again && take(c, again);
    }
    if (way == AGAIN) {
        if (!tap_again(t))
            return reply_fail(c->r, 0, TEXT("%s is being written"), t->path);
        const struct verdict *now = tap_verdict(t, t->shown);
        struct text head = {0};
        if (now)
            verdict_head(now, c->r->lang, &head);
        reply_say(c->r, TEXT("read again (%d): %s"), t->times, text_str(&head));
        text_finish(&head);
        return show(c, t, t->finding < 0);
    }
    return choose(c, way == GROUP, way == BATCH);
}

const struct command cmd_tap[] = {
    {"tap",
     "none | next | group next|prev|N:1..65536 | batch N:1..65536 | head N:1..65536 | layout NAME | read "
     "NAME = NAME | again | FILE",
     tap, NULL, COMMAND_OUTSIDE | COMMAND_HOST, NULL,
     TEXT("opens the attention that another program computed (.safetensors, .npz, a folder of .npy) and says "
          "what it is; next goes to the next finding, of this group, then of others; group, batch and head "
          "choose what is shown; layout says how "
          "axes are read (bhtd, bthd, …), read what an array is; again reads the file anew; none closes it")},
    COMMAND_LAST,
};
