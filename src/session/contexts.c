#include "session/contexts.h"

#include <string.h>

#include "core/encoding/posenc.h"
#include "session/session.h"
#include "state/training.h"
#include "state/weights.h"
#include "study/clock.h"
#include "tap/tap.h"

/* ---- contexts ----------------------------------------------------------------------- */

static bool in_lesson(const struct session *m)
{
    return m->lesson && !m->lesson->free;
}

enum {
    EDITING,
    FREE,
    HANDS,
    CHOICE,
    PICTURE,
    ALONE,
    BESIDE,
    LESSON,
    CLOCK,
    GRADIENT,
    TASKS,
    LAYERS,
    CAUSE,
    TAP,
    CONTEXTS
};

const struct context contexts[] = {
    [EDITING] = {"editing", CONTEXT_LESSON, false}, [FREE] = {"free", CONTEXT_LESSON, false},
    [HANDS] = {"hands", CONTEXT_LESSON, false},     [CHOICE] = {"choice", CONTEXT_LESSON, false},
    [PICTURE] = {"picture", CONTEXT_LESSON, false}, [ALONE] = {"alone", CONTEXT_LESSON, false},
    [BESIDE] = {"beside", CONTEXT_LESSON, false},   [LESSON] = {"lesson", CONTEXT_LESSON, false},
    [CLOCK] = {"clock", CONTEXT_GAME, true},        [GRADIENT] = {"gradient", CONTEXT_OPEN, false},
    [TASKS] = {"tasks", CONTEXT_OPEN, true},        [LAYERS] = {"layers", CONTEXT_OPEN, false},
    [CAUSE] = {"cause", CONTEXT_OPEN, true},        [TAP] = {"tap", CONTEXT_OPEN, false},
    [CONTEXTS] = {NULL, CONTEXT_OPEN, false},
};
_Static_assert(sizeof contexts / sizeof *contexts <= CONTEXTS_MOST, "a list of contexts has room for all");

void contexts_active(const struct session *m, bool active[CONTEXTS_MOST])
{
    const struct look *look = &m->now.state.look;
    bool sheet = views[look->view]->sheet, lesson = in_lesson(m),
         choice = lesson && lesson_asks(lesson_now(m->lesson), ASK_CHOICE);
    const bool now[CONTEXTS_MOST] = {
        [EDITING] = m->lesson && sheet,
        [FREE] = m->lesson && m->lesson->free,
        [HANDS] = choice && m->lesson->counts,
        [CHOICE] = choice && !m->lesson->counts,
        [PICTURE] = lesson && lesson_asks(lesson_now(m->lesson), ASK_PICTURE),
        [ALONE] = lesson && m->lesson->layout == LAYOUT_VIEW,
        [BESIDE] = lesson && m->lesson->layout != LAYOUT_VIEW,
        [LESSON] = lesson,
        [CLOCK] = clock_asks(look),
        [GRADIENT] = sheet && look->show == SHOW_GRADIENT,
        [TASKS] = training_lists_tasks(&m->now.state),
        /* the terms are shown layer by layer */
        [LAYERS] = look->view == VIEW_TERMS && look->terms.panel == TERMS_LAYERS && m->now.config.layers > 1,
        [CAUSE] = look->view == VIEW_COMPARE && look->compare.panel == COMPARE_CAUSE,
        [TAP] = look->view == VIEW_STAGES && m->tap && m->tap->groups.count > 1,
    };
    memcpy(active, now, sizeof now);
}

void contexts_now(const struct session *m, struct text *out)
{
    bool active[CONTEXTS_MOST];
    contexts_active(m, active);
    for (int i = 0; i < CONTEXTS; i++)
        if (active[i])
            text_addf(out, "%s ", contexts[i].name);
    text_add(out, views[m->now.state.look.view]->context);
}

bool contexts_has(const char *name)
{
    bool found = strcmp(name, "all") == 0;
    for (const struct context *c = contexts; c->name; c++)
        found = found || strcmp(c->name, name) == 0;
    for (int i = 0; i < VIEW_COUNT; i++)
        found = found || strcmp(views[i]->context, name) == 0;
    return found;
}

const char *key_now(const struct session *m, const char *context, const char *line)
{
    struct text where = TEXT_HERE;
    contexts_now(m, &where);
    bool types = in_lesson(m) && lesson_asks(lesson_now(m->lesson), ASK_EXPLAIN); /* every character does */
    const char *key = keymap_key_in(&m->keymap, context, text_str(&where), types, line);
    text_finish(&where);
    return key;
}

/* ---- what keys need ----------------------------------------------------------------- */

bool key_gives_away(const struct session *m, const struct binding *b)
{
    struct lesson_now at = lesson_now(in_lesson(m) ? m->lesson : NULL);
    bool changes = b->group == KEYS_WORDS || b->group == KEYS_NUMBERS;
    bool returns = strcmp(b->line, "undo") == 0 || strcmp(b->line, "redo") == 0;
    return changes && !returns &&
           (lesson_asks(at, ASK_CHOICE) || lesson_asks(at, ASK_NUMBER) || lesson_asks(at, ASK_PICTURE));
}

static bool needs_met(const struct session *m, const struct binding *b, bool to_act)
{
    const struct state *st = &m->now.state;
    const struct posenc_def *pe = posencs[st->set.encoding];
    struct grammar_reading as;
    const struct {
        unsigned need;
        bool met;
        bool to_act; /* without it the key does nothing at all */
    } needs[] = {
        {KEY_NEEDS_ENCODING, pe->form != PE_FORM_NONE, false},
        {KEY_NEEDS_CLOCKS, pe->form == PE_FORM_CLOCK && !clock_sines(pe), false},
        {KEY_NEEDS_HEADS, st->set.heads > 1, false},
        {KEY_NEEDS_LAYERS, st->set.layers > 1, false},
        {KEY_NEEDS_WAY_BACK, m->trail.count > 0, false},
        {KEY_NEEDS_TARGET, st->targets != NULL, false},
        {KEY_NEEDS_ORDERS, orders_listed(&st->look) && m->orders.done > 0, false},
        {KEY_NEEDS_ONE_STATE, st->look.machine.panel == MACHINE_MEMORY, false},
        {KEY_NEEDS_TRAINABLE, !state_model(st), false},
        {KEY_NEEDS_LEARNER, training_asked(st), true},
        {KEY_NEEDS_PANELS, st->look.view != VIEW_ENCODING || encoding_shows(pe, PANEL_CLOCKS), true},
        {KEY_NEEDS_READOUT, st->classes && st->set.mask & MASK_CAUSAL, false},
        {KEY_NEEDS_FINDING, m->tap && tap_next_faulty(m->tap, m->tap->shown) >= 0, false},
        {KEY_NEEDS_UNREAD,
         b->footer & KEY_NEEDS_UNREAD && weights_are_reader(st) && !weights_reading(st, &as), false},
    };
    bool met = !key_gives_away(m, b);
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (b->footer & needs[i].need && (needs[i].to_act || !to_act))
            met = met && needs[i].met;
    return met;
}

bool key_offered(const struct session *m, const struct binding *b)
{
    return needs_met(m, b, false);
}

bool key_acts(const struct session *m, const struct binding *b)
{
    return needs_met(m, b, true);
}

const struct binding *key_bound(const struct session *m, const char *key)
{
    struct text where = TEXT_HERE; /* if memory ran out for a context, the key would act in another one */
    contexts_now(m, &where);
    const struct binding *b = keymap_find(&m->keymap, text_str(&where), key);
    text_finish(&where);
    return b;
}

const struct binding *key_does(const struct session *m, const char *key)
{
    const struct binding *b = key_bound(m, key);
    return b && key_acts(m, b) ? b : NULL;
}
