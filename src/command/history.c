/* Commands for undo, pins, the compare view and the list of orders. */
#include <string.h>

#include "base/number.h"
#include "command/command.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"

static bool history_step(struct call *c)
{
    return (call_is(c, 0, "undo") ? session_undo : session_redo)(c->m, c->r);
}

/* The fixed words of compare, which no pin can be called. */
enum { COMPARE_TWIN, COMPARE_NEXT, COMPARE_SWAP, COMPARE_STAGE };
static const char *const compare_words[] = {"twin", "next", "swap", "stage"};

static bool pin_state(struct call *c)
{
    const char *name = c->w->count > 1 ? call_word(c, 1) : NULL;
    bool pins = call_is(c, 0, "pin");
    for (size_t i = 0; pins && name && i < sizeof compare_words / sizeof *compare_words; i++)
        if (strcmp(name, compare_words[i]) == 0)
            return call_fail(c, 1, TEXT("'%s' is reserved after compare: use another name"), name);
    return (pins ? session_pin : session_unpin)(c->m, name, c->r) && session_carry_again(c->m, c->line, c->r);
}

/* ---- compare -------------------------------------------------------------------- */

/* Sets the stage that both sides show: by its name, or the next or previous present one with numbers. The
 * last of the last layer is "final". */
static bool compare_stage(struct call *c, struct state *next)
{
    enum { FINAL, NEXT, PREV };
    const struct config *config = &c->m->now.config;
    struct look *look = &next->look;
    int way = c->read.way[2], to = stage_find(call_word(c, 2)), last = stage_output(config, look->layer);
    if (way == FINAL)
        to = COMPARE_FINAL;
    else if (way < 0 && (to < 0 || !stage_has_numbers(to) || !stage_present(config, look->layer, to)))
        return call_fail(
            c, 2,
            TEXT("compare stage: '%s' is not a stage with numbers here (X, Q, weights, output …, final, "
                 "next, prev)"),
            call_word(c, 2));
    else if (way >= 0) {
        int at = look->compare.stage == COMPARE_FINAL ? last : look->compare.stage;
        to = stage_step(config, look->layer, at, way == NEXT ? 1 : -1);
        to = to == last && look->layer == config->layers - 1 ? COMPARE_FINAL
             : stage_has_numbers(to)                         ? to
                                                             : at;
    }
    look->compare.stage = to;
    return true;
}

/* compare [NAME|twin|next|swap] | compare stage NAME */
static bool compare_with(struct call *c)
{
    struct session *m = c->m;
    int way = c->w->count == 1 ? COMPARE_TWIN : c->read.way[1];
    const char *name = call_word(c, 1);
    if (way == COMPARE_STAGE ? c->w->count != 3 : c->w->count > 2 || call_is(c, 1, "stage"))
        return call_fail(c, 1, TEXT("compare: write NAME, twin, next, swap or stage NAME"));
    if (way == COMPARE_STAGE)
        return call_change(c, compare_stage);
    if (way == COMPARE_SWAP)
        return session_exchange(m, c->line, c->r);
    if (way == COMPARE_NEXT && m->pin_count == 0)
        reply_say(c->r, TEXT("there is only the twin so far ('pin' adds a state)"));
    int to = way == COMPARE_NEXT && m->compare + 1 < m->pin_count ? m->compare + 1 : -1;
    if (way < 0) {
        to = 0;
        while (to < m->pin_count && strcmp(m->pins[to].name, name) != 0)
            to++;
    }
    if (to == m->pin_count && way < 0)
        return call_fail(c, 1, TEXT("nothing is pinned as '%s' (pin %s pins what is shown now)"), name, name);
    m->compare = to;
    return session_carry_again(m, c->line, c->r);
}

/* ---- order ------------------------------------------------------------------------ */

/* Returns the index of the line that is meant; -1 with the reason in the reply. The list is completed for a
 * line that is named, if that is quick enough. */
static int order_line(struct call *c, struct orders *o)
{
    const char *n = call_word(c, 1);
    bool named = c->w->count > 1;
    long line = c->m->now.state.look.compare.order + 1;
    if (!named && !orders_listed(&c->m->now.state.look))
        call_fail(c, 0,
                  TEXT("the list of orders is not shown (Tab in the compare view shows it; 'order N' takes "
                       "line N)"));
    else if (named && session_compute(c->m, VIEW_COMPARE, c->r) && !orders_complete(o))
        call_fail(c, 0,
                  TEXT("%d orders of a scene this wide take too long at once: let the compare view "
                       "list them first (Tab)"),
                  o->total);
    else if (!c->r->failed && o->total == 0)
        call_fail(c, 0, "%s", text_str(&o->why));
    else if (named && number_parse_int(n, strlen(n), 1, o->total, &line) != NUMBER_OK)
        call_fail(c, 1, TEXT("order %s: write the number of a line, 1 to %d"), n, o->total);
    else if (line < 1)
        call_fail(c, 0, TEXT("the list of orders is still being computed"));
    else if (line > o->done)
        call_fail(c, 0, TEXT("line %ld of the list is not computed yet"), line);
    return c->r->failed ? -1 : (int)line - 1;
}

static bool take_order(struct call *c, struct state *next)
{
    struct orders *o = &c->m->orders;
    int at = order_line(c, o);
    struct sequence *q = at < 0 ? NULL : orders_sentence(o, &o->line[o->rank[at]]);
    if (!q)
        return at < 0 ? false : reply_no_memory(c->r);
    sequence_drop(next->sentence);
    next->sentence = q;
    cursor_keep_words(next, c->m->now.state.sentence, &next->look);
    next->look.compare.order = -1; /* the cursor goes with the sentence, wherever the new list has it */
    return true;
}

const struct command cmd_history[] = {
    {"undo", "", history_step, NULL, 0, "undo",
     TEXT("undoes the last change; the history keeps up to 256 MB, then drops the oldest steps")},
    {"redo", "", history_step, NULL, 0, "redo", TEXT("redoes the change that was undone")},
    {"pin", "[NAME]", pin_state, NULL, 0, "pin A",
     TEXT("pins the present state, to compare with (at most 100 states)")},
    {"unpin", "[NAME]", pin_state, NULL, 0, "unpin A", TEXT("removes a pinned state (default: all)")},
    {"compare", "[NAME:side|twin|next|swap*] | stage NAME:stage|final|next|prev", compare_with, NULL, 0,
     "compare twin",
     TEXT("sets the other side of the comparison: a pinned state, or the twin (the sentence with two words "
          "swapped); swap enters the other side; stage sets what both sides show")},
    {"order", "[N]", NULL, take_order, COMMAND_OUTSIDE, "order 1",
     TEXT("reorders the words as in line N of the list of orders (default: the line under the cursor)")},
    COMMAND_LAST,
};
