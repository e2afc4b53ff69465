/* Commands of the stages view: go to a stage, step through the arithmetic of a cell, follow its
 * numbers to their source. */
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "command/command.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "study/derivation.h"

/* Returns the stage given by name, by the number in the list, or by a unique beginning of one of its names,
 * also those on a Chinese screen, whatever the case; -1: none. */
static int stage_meant(const struct config *config, int layer, const char *name)
{
    long n = 0;
    int exact = stage_find(name), found = -1, count = 0;
    size_t length = strlen(name);
    if (exact >= 0)
        return exact;
    number_parse_int(name, length, 1, STAGE_COUNT, &n);
    for (int i = 0; i < STAGE_COUNT; i++) {
        const char *called;
        bool begins = false;
        if (!stage_present(config, layer, i))
            continue;
        if (--n == 0)
            return i;
        for (int k = 0; (called = stage_called(i, k)); k++) {
            bool same = strncasecmp(called, name, length) == 0;
            exact = same && !called[length] && exact < 0 ? i : exact;
            begins = begins || same;
        }
        found = begins ? i : found;
        count += begins;
    }
    return exact >= 0 ? exact : count == 1 ? found : -1;
}

static void to_stage(struct look *look, int stage)
{
    if (stage != look->stage)
        look->stages.line = look->stages.factor = 0;
    look->stage = stage;
    look->stages.walk = 0;
}

/* Ends a jump: commits `next` and keeps the place it left, which the commit does if the view changes. */
static bool jump(struct call *c, struct state *next)
{
    struct look here = c->m->now.state.look;
    if (!call_commit(c, next))
        return false;
    const struct look *look = &c->m->now.state.look;
    if (look->view == here.view && memcmp(look, &here, sizeof here) != 0)
        trail_push(&c->m->trail, &here);
    return true;
}

static bool stage_go(struct call *c)
{
    enum { NEXT, PREV, FIRST, LAST };
    struct state next;
    const struct config *config = &c->m->now.config;
    int way = c->read.way[1], here = c->m->now.state.look.layer;
    int i = stage_meant(config, here, call_word(c, 1)), layer = i < 0 ? -1 : here;
    /* the nearest layer that has it, those below first: the words are in the first, the readout in the last
     */
    while (layer >= 0 && !stage_present(config, layer, i))
        layer--;
    for (int l = here + 1; i >= 0 && layer < 0 && l < config->layers; l++)
        layer = stage_present(config, l, i) ? l : -1;
    if (way < 0 && i < 0) {
        struct text list = TEXT_HERE;
        for (int k = 0; k < STAGE_COUNT; k++)
            if (stage_present(config, here, k))
                text_addf(&list, "%s%s", list.len ? " " : "", stage_name(k));
        call_fail(c, 1, TEXT("no stage '%s' (%s; a number in the list; next, prev, first, last)"),
                  call_word(c, 1), text_str(&list));
        text_finish(&list);
        return false;
    }
    if (way < 0 && layer < 0)
        return call_not_computed(c, call_word(c, 1));
    call_edit(c, &next);
    struct look *look = &next.look;
    if (way == NEXT || way == PREV)
        cursor_stage_step(look, config, way == NEXT ? 1 : -1);
    else if (way >= 0) {
        look->layer = way == FIRST ? 0 : config->layers - 1;
        to_stage(look, way == FIRST ? stage_step(config, 0, -1, 1) : stage_last(config, look->layer));
    }
    look->view = VIEW_STAGES;
    if (i < 0)
        return call_commit(c, &next);
    look->layer = layer;
    to_stage(look, i);
    return jump(c, &next);
}

/* Moves one piece of the arithmetic forward or back; after the last piece, to the next stage. */
static bool stage_walk(struct call *c, struct state *next)
{
    enum { ON = -1, BACK, OFF } way = c->read.way[1];
    struct arena work = {0};
    struct derivation d;
    if (!derivation_of(&d, &c->m->now, derivation_cell(&c->m->now), &work))
        return reply_no_memory(c->r);
    int segments = d.segments;
    arena_finish(&work);
    struct look *look = &next->look;
    int by = way == BACK ? -1 : 1, layer = look->layer, stage = look->stage;
    int piece = look->stages.walk > segments ? segments + by : look->stages.walk + by;
    bool hidden = look->stages.walk > 0 || segments > 1; /* a piece that was not shown yet */
    look->view = VIEW_STAGES;
    if (way == OFF)
        look->stages.walk = 0;
    else if (piece >= 1 && piece <= segments && hidden)
        look->stages.walk = piece;
    else {
        cursor_stage_step(look, &c->m->now.config, by);
        look->stages.walk = by > 0 && (stage != look->stage || layer != look->layer);
    }
    return true;
}

/* Goes to the source of a number that no other stage computed. Returns false if there is none. */
static bool to_origin(struct state *next, const struct scene *now, const struct derive_step *st)
{
    struct matrix_ref ref, refs[MATRICES_MAX];
    int row, col, count = matrices_list(next, refs), view = cursor_origin(next, &now->config, st->kind);
    if (view == VIEW_ENCODING) {
        next->look.view = view;
        next->look.encoding.pos = now->config.start + next->look.query;
        next->look.encoding.column = next->look.dim;
        return true;
    }
    if (view < 0 || !cursor_cell(next, &now->config, &ref, &row, &col))
        return false;
    next->look.view = view;
    next->look.sheet.row = row;
    next->look.sheet.col = col;
    for (int i = 0; i < count; i++)
        if (refs[i].kind == ref.kind && refs[i].index == ref.index)
            next->look.sheet.matrix = i;
    return true;
}

/* Goes to the cell: in its stage, or in the editor for a weight. */
static void to_cell(struct state *next, const struct scene *now, const struct derive_from *from)
{
    struct look *look = &next->look;
    struct matrix_ref refs[MATRICES_MAX];
    int count = matrices_list(next, refs);
    look->layer = from->weight >= LN_GF ? look->layer : from->layer;
    look->stages.line = look->stages.factor = look->stages.walk = 0;
    if (look->show == SHOW_GRADIENT && !from->gradient)
        look->show = SHOW_VALUES;
    if (from->stage >= 0) {
        look->view = VIEW_STAGES;
        look->stage = from->stage;
        look->head = stage_row(from->stage)->heads == HEADS_APART ? from->head : look->head;
        cursor_put(next, &now->config, from->row, from->col);
        return;
    }
    look->view = VIEW_EDIT;
    look->sheet.row = from->row;
    look->sheet.col = from->col;
    for (int i = 0; i < count; i++)
        if (derivation_weight(refs[i]) == from->weight)
            look->sheet.matrix = i;
}

/* Goes from the factor under the cursor to the cell it was read from. */
static bool follow_factor(struct call *c, struct state *next)
{
    struct arena work = {0};
    struct derivation d;
    const struct scene *now = &c->m->now;
    const struct look *here = &now->state.look;
    struct derive_cell cell;
    if (!derivation_cell_of(now, here, &cell))
        return reply_fail(c->r, 0, TEXT("the loss has no gradient with respect to this number"));
    if (!derivation_of(&d, now, cell, &work))
        return reply_no_memory(c->r);
    int line = here->stages.line < d.count ? here->stages.line : d.count - 1;
    const struct derive_from *from = derivation_factor(&d, line, here->stages.factor);
    if (from)
        to_cell(next, now, from);
    bool found = from || to_origin(next, now, &d.v[line].is);
    arena_finish(&work);
    return found ||
           reply_fail(c->r, 0, TEXT("this line's numbers come from the lines above it: follow those"));
}

static bool stage_follow(struct call *c)
{
    struct state next;
    const struct look *look = &c->m->now.state.look;
    bool sheet = views[look->view]->sheet && look->show == SHOW_GRADIENT, stages = look->view == VIEW_STAGES;
    if (!sheet && !stage_has_numbers(look->stage))
        return call_fail(c, 0,
                         TEXT("%s: words have no arithmetic; go to a stage with numbers ('stage scores')"),
                         call_word(c, 0));
    call_edit(c, &next);
    if (stages && look->stages.beside && stage_row(look->stage)->heads == HEADS_APART &&
        c->m->now.config.heads > 1)
        next.look.stages.beside = 0; /* from all heads to the one in focus */
    else if ((stages || sheet) && look->stages.pane == PANE_ARITHMETIC) {
        if (!follow_factor(c, &next)) {
            state_finish(&next);
            return false;
        }
    } else {
        next.look.view = sheet ? look->view : VIEW_STAGES;
        next.look.stages.pane = PANE_ARITHMETIC;
    }
    return jump(c, &next);
}

const struct command cmd_stage[] = {
    {"stage", "NAME:stage|N|next|prev|first|last", stage_go, NULL, COMMAND_STATE | COMMAND_READS,
     "stage weights", TEXT("shows a stage of the computation, by name, prefix, or number in the list")},
    {"walk", "[back|off]", NULL, stage_walk, COMMAND_READS, "walk",
     TEXT("shows the arithmetic of the cell piece by piece, then goes to the next stage")},
    {"follow", "", stage_follow, NULL, COMMAND_READS, "follow",
     TEXT("enters the arithmetic; there, goes to the cell that the factor under the cursor came from; 'view "
          "back' returns")},
    COMMAND_LAST,
};
