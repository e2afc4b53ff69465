#include "session/contexts.h"

#include <string.h>

#include "core/encoding/posenc.h"
#include "session/model.h"
#include "state/training.h"
#include "study/clock.h"

/* ---- contexts ----------------------------------------------------------------------- */

static bool edits_in_lesson(const struct model *m)
{
    return m->lesson && views[m->now.state.look.view]->sheet;
}

static bool plays_freely(const struct model *m)
{
    return m->lesson && m->lesson->free;
}

static bool in_lesson(const struct model *m)
{
    return m->lesson && !m->lesson->free;
}

static bool asks_choice(const struct model *m)
{
    return in_lesson(m) && lesson_asks(lesson_now(m->lesson), ASK_CHOICE);
}

static bool counts_hands(const struct model *m)
{
    return asks_choice(m) && m->lesson->counts;
}

static bool chooses(const struct model *m)
{
    return asks_choice(m) && !m->lesson->counts;
}

/* Every character begins the answer. */
static bool types_sentence(const struct model *m)
{
    return in_lesson(m) && lesson_asks(lesson_now(m->lesson), ASK_EXPLAIN);
}

static bool view_alone(const struct model *m)
{
    return in_lesson(m) && m->lesson->layout == LAYOUT_VIEW;
}

static bool text_shown(const struct model *m)
{
    return in_lesson(m) && m->lesson->layout != LAYOUT_VIEW;
}

static bool clock_game(const struct model *m)
{
    return clock_asks(&m->now.state.look);
}

static bool gradient_sheet(const struct model *m)
{
    const struct look *look = &m->now.state.look;
    return views[look->view]->sheet && look->show == SHOW_GRADIENT;
}

static bool lists_tasks(const struct model *m)
{
    return training_lists_tasks(&m->now.state);
}

/* The terms are shown layer by layer. */
static bool shows_layers(const struct model *m)
{
    const struct look *look = &m->now.state.look;
    return look->view == VIEW_TERMS && look->terms_panel == TERMS_LAYERS && m->now.config.layers > 1;
}

const struct context contexts[] = {
    {"editing", edits_in_lesson, CONTEXT_LESSON, false}, {"free", plays_freely, CONTEXT_LESSON, false},
    {"hands", counts_hands, CONTEXT_LESSON, false},      {"choice", chooses, CONTEXT_LESSON, false},
    {"alone", view_alone, CONTEXT_LESSON, false},        {"beside", text_shown, CONTEXT_LESSON, false},
    {"lesson", in_lesson, CONTEXT_LESSON, false},        {"clock", clock_game, CONTEXT_GAME, true},
    {"gradient", gradient_sheet, CONTEXT_OPEN, false},   {"tasks", lists_tasks, CONTEXT_OPEN, true},
    {"layers", shows_layers, CONTEXT_OPEN, false},       {NULL, NULL, CONTEXT_OPEN, false},
};
_Static_assert(sizeof contexts / sizeof *contexts <= CONTEXTS_MOST, "a list of contexts has room for all");

void contexts_now(const struct model *m, struct text *out)
{
    for (const struct context *c = contexts; c->name; c++)
        if (c->active(m))
            text_addf(out, "%s ", c->name);
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

const char *key_now(const struct model *m, const char *context, const char *line)
{
    struct text where = TEXT_HERE;
    contexts_now(m, &where);
    const char *key = keymap_key_in(&m->keymap, context, text_str(&where), types_sentence(m), line);
    text_finish(&where);
    return key;
}

/* ---- what keys need ----------------------------------------------------------------- */

static bool has_encoding(const struct model *m)
{
    return posencs[m->now.state.set.encoding]->form != PE_FORM_NONE;
}

static bool has_clocks(const struct model *m)
{
    return posencs[m->now.state.set.encoding]->form == PE_FORM_CLOCK;
}

static bool tells_time(const struct model *m)
{
    return has_clocks(m) && !clock_sines(posencs[m->now.state.set.encoding]);
}

static bool has_heads(const struct model *m)
{
    return m->now.state.set.heads > 1;
}

static bool has_way_back(const struct model *m)
{
    return m->trail.count > 0;
}

static bool has_target(const struct model *m)
{
    return m->now.state.targets != NULL;
}

static bool lists_orders(const struct model *m)
{
    return orders_listed(&m->now.state.look) && m->orders.done > 0;
}

static bool shows_one_state(const struct model *m)
{
    return m->now.state.look.machine == MACHINE_MEMORY;
}

static bool trainable(const struct model *m)
{
    return !state_model(&m->now.state);
}

static bool learns(const struct model *m)
{
    return training_asked(&m->now.state);
}

static const struct {
    unsigned need;
    bool (*met)(const struct model *m);
    bool to_act; /* without it the key does nothing at all */
} needs[] = {
    {KEY_NEEDS_ENCODING, has_encoding, false},
    {KEY_NEEDS_CLOCKS, tells_time, false},
    {KEY_NEEDS_HEADS, has_heads, false},
    {KEY_NEEDS_WAY_BACK, has_way_back, false},
    {KEY_NEEDS_TARGET, has_target, false},
    {KEY_NEEDS_ORDERS, lists_orders, false},
    {KEY_NEEDS_ONE_STATE, shows_one_state, false},
    {KEY_NEEDS_TRAINABLE, trainable, false},
    {KEY_NEEDS_LEARNER, learns, true},
    {KEY_NEEDS_PANELS, has_clocks, true},
};

bool key_gives_away(const struct model *m, const struct binding *b)
{
    struct lesson_now at = lesson_now(in_lesson(m) ? m->lesson : NULL);
    bool changes = b->group == KEYS_WORDS || b->group == KEYS_NUMBERS;
    bool returns = strcmp(b->line, "undo") == 0 || strcmp(b->line, "redo") == 0;
    return changes && !returns && (lesson_asks(at, ASK_CHOICE) || lesson_asks(at, ASK_NUMBER));
}

static bool needs_met(const struct model *m, const struct binding *b, bool to_act)
{
    bool met = !key_gives_away(m, b);
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (b->footer & needs[i].need && (needs[i].to_act || !to_act))
            met = met && needs[i].met(m);
    return met;
}

bool key_offered(const struct model *m, const struct binding *b)
{
    return needs_met(m, b, false);
}

bool key_acts(const struct model *m, const struct binding *b)
{
    return needs_met(m, b, true);
}
