/* Changes to the session first reserve memory, then compute the new state, then do what cannot
 * fail. So a failure leaves everything unchanged. */
#include "session/session.h"

#include <stddef.h>
#include <string.h>

#include "base/utf8.h"
#include "core/pipeline/source.h"
#include "expr/expr.h"
#include "lesson/run/judge.h"
#include "network/pretrained.h"
#include "session/told.h"
#include "state/training.h"
#include "tap/tap.h"
#include "study/cursor.h"

/* Columns shown of an undone command, alone and after its effect. */
enum { SAID_COLUMNS = 60, SAID_AFTER = 24 };

bool session_init(struct session *m, enum lang lang, struct reply *r)
{
    struct state first = {0};
    *m = (struct session){.compare = -1};
    if (!state_init(&first))
        return reply_no_memory(r);
    first.look.lang = (int)lang;
    if (scene_take(&m->now, &first, r))
        return true;
    state_finish(&first);
    return false;
}

bool session_init_like(struct session *m, const struct session *other, struct reply *r)
{
    if (!session_init(m, (enum lang)other->now.state.look.lang, r))
        return false;
    m->now.state.training = training_share(other->now.state.training);
    m->commands = other->commands;
    struct pretrained *open = other->now.state.lexicon->model;
    m->opened = pretrained_share(open ? open : other->opened);
    return true;
}

void session_finish(struct session *m)
{
    scene_finish(&m->now);
    scene_finish(&m->before);
    scene_finish(&m->spare);
    history_finish(&m->history);
    order_finish(&m->order);
    orders_finish(&m->orders);
    cause_finish(&m->cause);
    lens_finish(&m->lens[0]);
    lens_finish(&m->lens[1]);
    preview_finish(&m->preview);
    learning_finish(&m->learning);
    sweep_finish(&m->sweep);
    sweep_finish(&m->curve);
    trial_finish(&m->trial);
    pins_finish(m);
    pretrained_drop(m->opened);
    tap_close(m->tap);
    value_drop(m->clip);
    keymap_finish(&m->keymap);
    prompt_finish(&m->prompt);
    pager_finish(&m->pager);
    text_finish(&m->message);
    text_finish(&m->not_kept);
    text_finish(&m->not_recorded);
    log_finish(&m->log);
    *m = (struct session){.compare = -1};
}

void session_say(struct session *m, bool error, const char *text, ...)
{
    va_list args;
    text_clear(&m->message);
    va_start(args, text);
    text_addv(&m->message, text_in(text, (enum lang)m->now.state.look.lang), args);
    va_end(args);
    m->message_is_error = error;
}

void session_swap(struct session *a, struct session *b)
{
    const size_t scene =
        offsetof(struct session, turn); /* the last key changed numbers of one session alone */
    struct session was = *a;
    memcpy((void *)a, b, scene);
    memcpy((void *)b, &was, scene);
}

static const struct view *view_of(const struct session *m)
{
    return views[m->now.state.look.view];
}

static const enum view_id alone[] = {VIEW_COUNT};

/* Returns the views drawn beside the one in view, none if the screen is too small; ends with VIEW_COUNT. */
static const enum view_id *views_beside(const struct session *m)
{
    bool room = m->rows >= VIEW_BOARD_ROWS && m->cols >= VIEW_BOARD_COLS;
    return room && view_of(m)->companions ? view_of(m)->companions : alone;
}

bool session_moves(const struct session *m, const struct look *look)
{
    return m->moves && look->motion && look->theme != THEME_MONO;
}

/* Returns the view on screen that has something to compute, NULL: none. */
static const struct view *busy_view(const struct session *m)
{
    const struct view *in_view = view_of(m);
    if (in_view->busy && in_view->busy(m))
        return in_view;
    for (const enum view_id *v = views_beside(m); *v < VIEW_COUNT; v++)
        if (views[*v]->busy && views[*v]->busy(m))
            return views[*v];
    return NULL;
}

bool session_busy(const struct session *m)
{
    return busy_view(m) != NULL;
}

void session_work(struct session *m, struct work *work)
{
    const struct view *view = busy_view(m);
    if (view)
        view->work(m, work);
}

void session_follow(struct session *m, struct work *work)
{
    struct reply quiet = {.work = work}; /* where the gradient is, the screen says why there is none */
    if (m->unseen)
        return;
    if (m->now.state.look.show == SHOW_GRADIENT)
        scene_gradient(&m->now, &quiet);
    reply_finish(&quiet);
    if (view_of(m)->follow)
        view_of(m)->follow(m, work);
    for (const enum view_id *v = views_beside(m); *v < VIEW_COUNT; v++)
        if (views[*v]->follow)
            views[*v]->follow(m, work);
}

void session_resized(struct session *m, int rows, int cols)
{
    if (m->rows == rows && m->cols == cols)
        return;
    m->rows = rows;
    m->cols = cols;
    session_follow(m, NULL);
}

bool session_compute(struct session *m, int view, struct reply *r)
{
    bool ok = !views[view]->compute || views[view]->compute(m, r);
    for (const enum view_id *v = views[view]->companions; ok && v && *v < VIEW_COUNT; v++)
        ok = !views[*v]->compute || views[*v]->compute(m, r);
    return ok;
}

/* Returns the bytes of the scenes that stay while another is computed. */
static double bytes_kept(const struct session *m)
{
    return scene_bytes(&m->now) + pins_bytes(m) + m->outside;
}

/* Checks that all scenes that are alive at once, the one to come among them, stay below the memory limit. The
 * spare ones make way. Returns false and explains in r. */
static bool room_for(struct session *m, const struct state *next, struct reply *r)
{
    double kept = bytes_kept(m);
    if (!scene_room(next, kept, r))
        return false;
    if (kept + scene_bytes_of(next) + scene_bytes(&m->before) + scene_bytes(&m->spare) > SCENE_BYTES) {
        scene_finish(&m->before);
        scene_finish(&m->spare);
    }
    return true;
}

/* Computes `next`, whose numbers differ, in the buffers of an old scene: `before` for the first
 * change of a key or line, `spare` for further ones. */
static bool take_next(struct session *m, struct state *next, struct reply *r)
{
    if (!room_for(m, next, r))
        return false;
    struct scene *place = m->turn == m->began ? &m->before : &m->spare, fresh = *place;
    *place = (struct scene){0}; /* hidden from readers while it is computed */
    if (!scene_take_near(&fresh, &m->now, next, r)) {
        *place = fresh;
        return false;
    }
    *place = m->now;
    m->now = fresh;
    struct scene *const spared[] = {&m->before, &m->spare};
    double bytes = scene_bytes(&m->now) + pins_bytes(m);
    for (int i = 0; i < 2; i++) {
        if (bytes + scene_bytes(spared[i]) > SCENE_BYTES)
            scene_finish(spared[i]);
        bytes += scene_bytes(spared[i]);
    }
    m->turn++;
    m->changed = false;
    m->unsaved = true;
    return true;
}

/* A training that runs by itself is one change: its first frame is in the history, the others join it. */
static bool commit(struct session *m, struct state *next, const char *line, struct reply *r)
{
    bool numbers = !state_same_numbers(&m->now.state, next);
    struct state past, steps = m->now.state; /* steps borrows everything: now at the step of `next` */
    const struct lesson_now at = lesson_now(m->lesson);
    if (!next->training)
        next->training = training_share(m->now.state.training);
    if (numbers) { /* stops a flow, which shows the old ones, and a training unless this is its next step */
        steps.set.steps = next->set.steps;
        int run = next->look.train.run && state_same_numbers(&steps, next);
        look_rest(&next->look);
        next->look.train.run = run;
    }
    bool kept = numbers && !(next->look.train.run && m->now.state.look.train.run);
    state_copy(&past, &m->now.state);
    bool ok = (!lesson_asks(at, ASK_GOAL) || judge_allows(at.ask, &m->now.state, next, r)) &&
              (!kept || history_reserve(&m->history, line) || reply_no_memory(r));
    ok = ok && (numbers ? take_next(m, next, r) : scene_take(&m->now, next, r));
    if (ok && past.look.view != m->now.state.look.view)
        trail_push(&m->trail, &past.look);
    if (ok && kept)
        history_push(&m->history, &past, &m->now.state); /* takes `past` */
    if (ok)
        session_follow(m, r->work);
    state_finish(&past);
    state_finish(next);
    return ok;
}

bool session_commit(struct session *m, struct state *next, const char *line, struct reply *r)
{
    const struct state *now = &m->now.state;
    bool had = next->targets != NULL, ok = session_carry(m, next, r);
    /* What a sentence should answer ends with it: another one has the answers of the task, if any. What was
     * trained on it without a task stays as it is. */
    if (ok && next->targets == now->targets && !sequence_same(next->sentence, now->sentence)) {
        struct sequence *sentence = next->sentence;
        next->sentence = now->sentence; /* the training is of this one */
        ok = next->set.task || training_settle(next, r);
        next->sentence = sentence;
        ok = ok && (training_answer(next) || reply_no_memory(r));
        if (ok && had && !next->set.task)
            reply_say(r, TEXT("the targets ended with their sentence"));
    }
    if (!ok) {
        state_finish(next);
        return false;
    }
    if (next->set.encoding != m->now.state.set.encoding)
        next->term_off = (struct term_set){{0}}; /* the bits refer to terms of the old encoding */
    struct config sizes;
    state_sizes(next, &sizes);
    next->set.omitted &= (int)sources_all(&sizes); /* sources that are gone cannot be left out */
    return commit(m, next, line, r);
}

void session_begins(struct session *m)
{
    history_finish(&m->history);
    scene_finish(&m->before);
    m->trail.count = 0;
    m->unsaved = false;
}

bool session_begin(struct session *m, struct transaction *t, struct reply *r)
{
    struct state copy;
    t->aside = (struct session){.compare = -1, .commands = m->commands, .outside = bytes_kept(m)};
    state_copy(&copy, &m->now.state);
    if (!room_for(m, &copy, r) || !scene_take_near(&t->aside.now, &m->now, &copy, r)) {
        state_finish(&copy);
        session_finish(&t->aside);
        return false;
    }
    session_swap(m, &t->aside);
    m->shown = &t->aside;
    t->logged = log_begin(&m->log);
    return true;
}

bool session_end(struct session *m, struct transaction *t, bool keep, const char *line, struct reply *r)
{
    struct state next;
    session_swap(m, &t->aside);
    m->shown = NULL;
    state_copy(&next, &t->aside.now.state);
    bool ok = keep && commit(m, &next, line, r);
    state_finish(&next);
    log_end(&m->log, t->logged, ok);
    session_finish(&t->aside);
    return ok || !keep;
}

/* Says what the step changed back or again, and in brackets the command, unless a single number says it all:
 * as many whole words of it as fit. */
static void say_step(struct reply *r, const char *what, const char *line, const struct state *was,
                     const struct scene *now)
{
    struct text told = TEXT_HERE;
    told_change(&told, was, now);
    bool change = told.len > 0;
    if (!change)
        told_number(&told, was, &now->state);
    size_t fits = utf8_fit(line, told.len > 0 ? SAID_AFTER : SAID_COLUMNS), n = fits;
    while (line[fits] && n > 0 && line[n] != ' ')
        n--;
    n = n > 0 ? n : fits;
    const char *rest = line[n] ? " …" : "";
    if (told.len > 0 && !change)
        reply_say(r, TEXT("%s: %s"), text_in(what, r->lang), text_str(&told));
    else if (change)
        reply_say(r, TEXT("%s: %s  (%.*s%s)"), text_in(what, r->lang), text_str(&told), (int)n, line, rest);
    else
        reply_say(r, TEXT("%s: %.*s%s"), text_in(what, r->lang), (int)n, line, rest);
    text_finish(&told);
}

/* Steps through the history; the look stays as it is, but a cursor whose word is gone goes back. */
static bool travel(struct session *m, bool (*step)(struct history *, struct state *),
                   bool (*inverse)(struct history *, struct state *), struct reply *r)
{
    struct state next = {0}, was = {0};
    state_copy(&next, &m->now.state);
    if (!step(&m->history, &next)) {
        bool back = step == history_back;
        state_finish(&next);
        if (back && m->history.dropped > 0)
            return reply_fail(
                r, 0,
                TEXT("nothing more to undo: the %d steps before this one were dropped (undo keeps %d MB)"),
                m->history.dropped, HISTORY_BYTES / 1000000);
        return reply_fail(r, 0, back ? TEXT("nothing to undo") : TEXT("nothing to redo"));
    }
    struct look then = next.look;
    next.look = m->now.state.look;
    cursor_keep_words(&next, m->now.state.sentence, &then);
    look_rest(&next.look);
    state_copy(&was, &m->now.state);
    bool ok = take_next(m, &next, r);
    if (ok) {
        const struct history *h = &m->history;
        if (step == history_back)
            say_step(r, TEXT("undone"), h->v[h->at].line, &was, &m->now);
        else
            say_step(r, TEXT("redone"), h->v[h->at - 1].line, &was, &m->now);
        session_follow(m, r->work);
    } else {
        inverse(&m->history, &next);
        state_finish(&next);
    }
    state_finish(&was);
    return ok;
}

bool session_undo(struct session *m, struct reply *r)
{
    return travel(m, history_back, history_forward, r);
}

bool session_redo(struct session *m, struct reply *r)
{
    return travel(m, history_forward, history_back, r);
}

const struct scene *session_beside(const struct session *m, const char **name)
{
    bool pinned = m->compare >= 0 && m->compare < m->pin_count;
    *name = pinned ? m->pins[m->compare].name : NULL;
    return pinned ? &m->pins[m->compare].scene : m->order.twin_known ? &m->order.twin : NULL;
}

const struct scene *session_beside_before(const struct session *m)
{
    const char *pin;
    const struct scene *other = session_beside(m, &pin);
    if (pin) /* it is the same all the time */
        return other;
    return m->before.state.lexicon ? order_earlier(&m->order, &m->before.state) : NULL;
}

/* Sets *out to the other side's state with the present look. */
static bool other_state(struct session *m, struct state *out, struct reply *r)
{
    const char *name;
    if (m->compare < 0 && !order_follow(&m->order, &m->now.state, r))
        return false;
    const struct scene *other = session_beside(m, &name);
    if (!other)
        return reply_fail(r, 0, "%s", text_str(&m->order.why));
    state_copy(out, &other->state);
    out->look = m->now.state.look;
    /* Equal words are numbered from the left again: the twin is now a sentence of its own. */
    struct sequence *q = sequence_new(out->sentence->id, out->sentence->count);
    if (!q) {
        state_finish(out);
        return reply_no_memory(r);
    }
    sequence_drop(out->sentence);
    out->sentence = q;
    return true;
}

bool session_exchange(struct session *m, const char *line, struct reply *r)
{
    struct scene was = {0};
    struct state copy = {0}, next = {0};
    state_copy(&copy, &m->now.state);
    bool ok =
        scene_take_near(&was, &m->now, &copy, r) && other_state(m, &next, r) && commit(m, &next, line, r);
    if (ok && m->compare >= 0) {
        scene_finish(&m->pins[m->compare].scene);
        m->pins[m->compare].scene = was;
        was = (struct scene){0};
    }
    state_finish(&copy);
    scene_finish(&was);
    return ok;
}

static const struct scene *pinned(const void *m, const char *name)
{
    return session_pinned(m, name);
}

static const struct scene *scene_beside(const void *m, struct scene *room, struct reply *r)
{
    return session_other((struct session *)m, room, r); /* its twin is computed once for all who ask */
}

struct expr_context session_context(const struct session *m)
{
    return (struct expr_context){&m->now, pinned, m, scene_beside};
}

const struct scene *session_baseline(const struct session *m)
{
    if (m->compare >= 0 && m->compare < m->pin_count)
        return &m->pins[m->compare].scene;
    return m->before.state.lexicon ? &m->before : NULL;
}
