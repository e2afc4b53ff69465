/* Commands that change only the look: view, focus, cursor, language, theme. */
#include <string.h>

#include "base/near.h"
#include "base/number.h"
#include "command/command.h"
#include "core/pipeline/stage.h"
#include "state/param.h"
#include "study/cursor.h"
#include "study/flowing.h"
#include "study/head_kind.h"
#include "study/look_names.h"

/* Sets a setting that has its own command: NAME VALUE, like `set NAME VALUE`. */
static bool look_setting(struct call *c, struct state *next)
{
    return param_set(next, param_find(call_word(c, 0)), call_word(c, 1), call_col(c, 1), c->r);
}

/* ---- heads ---------------------------------------------------------------------------- */

/* The next head in the order of what position does for it. */
static bool head_by_place(struct call *c, struct state *next)
{
    struct head_place at = {next->look.layer, next->look.head, 0};
    if (!head_rank_next(&at, &c->m->now))
        return call_fail(c, 1, TEXT("head place: no head's scores split into words and positions here"));
    next->look.layer = at.layer;
    next->look.head = at.head;
    reply_say(c->r, TEXT("layer %d, head %d: position accounts for %.2f of the variance of its scores"),
              at.layer + 1, at.head + 1, at.measure);
    return true;
}

/* Looks at the head, of all layers, that does most of a kind. */
static bool head_by_kind(struct call *c, enum head_kind kind, struct state *next)
{
    struct head_place best = head_kind_best(&c->m->now, kind);
    if (best.layer < 0)
        return call_fail(c, 1,
                         TEXT("'%s' cannot be measured in this sentence: too few of its words qualify "
                              "('help heads' says which)"),
                         call_word(c, 1));
    reply_say(c->r, TEXT("layer %d, head %d does most of '%s': %.2f  (layer %d ; head %d)"), best.layer + 1,
              best.head + 1, text_in(head_kinds[kind].title, c->r->lang), best.measure, best.layer,
              best.head);
    next->look.layer = best.layer;
    next->look.head = best.head;
    return true;
}

/* head I, head next (wraps around), head place, head KIND */
static bool look_head(struct call *c, struct state *next)
{
    enum { NEXT, PLACE };
    const char *to = call_word(c, 1);
    enum head_kind kind = head_kind_find(to);
    double at;
    if (c->read.way[1] == PLACE)
        return head_by_place(c, next);
    if (kind < HEAD_OTHER)
        return head_by_kind(c, kind, next);
    if (c->read.way[1] == NEXT) {
        if (next->set.heads == 1)
            reply_say(c->r, TEXT("there is only one head ('set heads 2' makes two)"));
        next->look.head = (next->look.head + 1) % next->set.heads;
        return true;
    }
    if (number_parse(to, strlen(to), &at) != NUMBER_BAD)
        return look_setting(c, next);
    struct text list = TEXT_HERE;
    for (int k = 0; k < HEAD_OTHER; k++)
        text_addf(&list, "%s%s", k ? " " : "", head_kinds[k].name);
    call_fail(c, 1, TEXT("head %s: write a number from 0, next, place, or a kind (%s)"), to, text_str(&list));
    text_finish(&list);
    return false;
}

/* ---- views ---------------------------------------------------------------------------- */

enum { VIEWS_MOST = 40 }; /* limit on the names compared with a mistyped one */

static bool no_view(struct call *c)
{
    struct text list = {0};
    const char *names[VIEWS_MOST + 1] = {NULL}, *typed = call_word(c, 1);
    for (int i = 0; view_name(i) && i < VIEWS_MOST; i++)
        names[i] = view_name(i);
    for (int i = 0; look_name(i) && VIEW_COUNT + i < VIEWS_MOST; i++)
        names[VIEW_COUNT + i] = look_name(i);
    for (int i = 0; names[i]; i++)
        text_addf(&list, "%s%s", i ? " " : "", names[i]);
    const char *near = near_name(typed, names, sizeof *names);
    if (near)
        reply_fail(c->r, call_col(c, 1), TEXT("no view '%s': did you mean '%s'? (one of: %s)"), typed, near,
                   text_str(&list));
    else
        reply_fail(c->r, call_col(c, 1), TEXT("no view '%s' (one of: %s)"), typed, text_str(&list));
    text_finish(&list);
    return false;
}

/* Goes back to the last place of the trail. The editor and the course page can be left even if nothing was
 * open before them. */
static bool look_view(struct call *c)
{
    struct state next = {0};
    int view = c->m->now.state.look.view;
    bool back = strcmp(call_word(c, 1), "back") == 0;
    if (back && c->m->trail.count == 0 && !views[view]->sheet && view != VIEW_LESSON)
        return reply_fail(
            c->r, 0, TEXT("nowhere to go back to: this is where you began (1 to 9 and 0 open the views)"));
    if (back)
        return call_go_back(c, VIEW_STAGES);
    call_edit(c, &next);
    if (!look_show(&next, call_word(c, 1))) {
        state_finish(&next);
        return no_view(c);
    }
    if (!call_commit(c, &next))
        return false;
    c->m->view_asked = c->origin == 0;
    return true;
}

/* ---- focus and cursor ----------------------------------------------------------------- */

/* focus T [U], or focus WHAT [ROW [COL]], where WHAT is a matrix of the computation or pe. A word of the
 * sentence takes precedence over a matrix of the same name. */
static bool look_focus(struct call *c, struct state *next)
{
    struct reply quiet = {0};
    const struct scene *now = &c->m->now;
    int stage = look_stage(call_word(c, 1)), at[2] = {-1, -1};
    bool word = state_token(&now->state, call_word(c, 1), 0, &quiet) >= 0;
    reply_finish(&quiet);
    if (word || stage == -1) {
        if (c->w->count > 3)
            return call_fail(c, 3,
                             TEXT("write two words (focus T U), or a matrix with a row and a column: focus "
                                  "weight cat dog"));
        next->look.query = state_token(&now->state, call_word(c, 1), call_col(c, 1), c->r);
        if (next->look.query >= 0 && c->w->count > 2)
            next->look.key = look_place(now, STAGE_SCORES, true, call_word(c, 2), call_col(c, 2), c->r);
        return next->look.query >= 0 && next->look.key >= 0;
    }
    if (stage != LOOK_PE && !stage_present(&now->config, now->state.look.layer, stage))
        return call_not_computed(c, call_word(c, 1));
    for (int i = 0; i < c->w->count - 2; i++)
        if ((at[i] = look_place(now, stage, i == 1, call_word(c, i + 2), call_col(c, i + 2), c->r)) < 0)
            return false;
    look_at_cell(next, &now->config, stage, at[0], at[1]);
    return true;
}

static bool look_cursor(struct call *c, struct state *next)
{
    cursor_move(next, &c->m->now, (enum direction)c->read.way[1], c->w->count > 2 ? c->read.number[2] : 1);
    return true;
}

static bool look_zoom(struct call *c, struct state *next)
{
    enum { IN };
    next->look.zoom = c->read.way[1] == IN;
    return true;
}

/* Plays the flow, phase by phase, in its view: the only one that plays. */
static bool look_flow(struct call *c, struct state *next)
{
    enum { PLAY, NEXT, PREV, TICK, SLOWER, FASTER, END };
    int act = c->read.way[1];
    struct look *look = &next->look;
    int keys = flowing_keys(&c->m->now.config, look->stage);
    bool moves = session_moves(c->m, look);
    look->view = VIEW_FLOW;
    if (act == PLAY && moves) {
        look->play = look->flow == 0 || look->play == 0;
        look->flow = look->flow > 0 ? look->flow : 1;
    } else if (act == PLAY || act == NEXT || act == PREV)
        flowing_step(look, keys, act == PREV ? -1 : 1);
    else if (act == TICK)
        flowing_tick(look, keys);
    else if (act == END)
        look_rest(look);
    else
        flowing_speed(look, act == SLOWER ? -1 : 1);
    return true;
}

const struct command cmd_look[] = {
    {"view", "NAME:setting", look_view, NULL, COMMAND_STATE | COMMAND_LOOKS | COMMAND_IDLE, "view encoding",
     TEXT("a view: flow, stages, terms … (Tab lists them); or a part of one: qkv, scores, weights, clock, "
          "distance …; back: to where you were before")},
    {"focus", "T [U] | WHAT [ROW [COL]]", NULL, look_focus, COMMAND_STATE | COMMAND_LOOKS, "focus 猫 狗",
     TEXT("focuses on query T and key U, or shows a matrix (weight, score, q, pe …) with the focus on a "
          "cell")},
    {"head", "I|next|place|KIND:head", NULL, look_head, COMMAND_STATE | COMMAND_LOOKS, "head 0",
     TEXT("shows another head (0 is the first); place: the next by the share of its scores due to position; "
          "KIND: of all layers, the one that does most of it (help heads lists the kinds)")},
    {"layer", "I", NULL, look_setting, COMMAND_STATE | COMMAND_LOOKS, "layer 0",
     TEXT("shows and edits another layer (0 is the first)")},
    {"cursor", "up|down|left|right|prev|next [N:0..1000000]", NULL, look_cursor, COMMAND_LOOKS | COMMAND_IDLE,
     "cursor right", TEXT("moves the cursor; prev and next: inside the row in focus of the flow")},
    {"flow", "play|next|prev|tick|slower|faster|end", NULL, look_flow, COMMAND_LOOKS | COMMAND_IDLE,
     "flow next",
     TEXT("plays the computation in the flow view: play starts and pauses it, next and prev go one phase on "
          "or back, tick plays 50 ms, slower and faster change the speed, end shows everything")},
    {"zoom", "in|out", NULL, look_zoom, COMMAND_STATE | COMMAND_LOOKS, "zoom in",
     TEXT("zooms from the whole matrix to one cell's arithmetic, or back")},
    {"lang", "CHOICE:setting", NULL, look_setting, COMMAND_OUTSIDE | COMMAND_STATE | COMMAND_LOOKS, "lang zh",
     TEXT("sets the language of the screen")},
    {"theme", "CHOICE:setting", NULL, look_setting, COMMAND_OUTSIDE | COMMAND_STATE | COMMAND_LOOKS,
     "theme light", TEXT("sets the colours: dark, light, contrast or mono")},
    COMMAND_LAST,
};
