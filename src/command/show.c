/* Commands that answer (values, conditions), and toggle and bind. */
#include <string.h>

#include "command/command.h"
#include "base/number.h"
#include "expr/expr.h"
#include "session/contexts.h"

static void shift_column(struct call *c, int col)
{
    if (c->r->failed && c->r->col > 0)
        c->r->col += col - 1;
}

static bool show_print(struct call *c)
{
    struct expr_context e = session_context(c->m);
    struct expr_value v = {0};
    bool digits = c->read.way[1] == 0; /* -d N */
    const char *s = c->rest + (digits ? c->w->v[3].at - c->w->v[1].at : 0);
    if (!digits && call_is(c, 1, "-d"))
        return call_fail(c, 2, TEXT("print -d N EXPRESSION: N is 1 to 17"));
    if (!expr_eval(&e, s, strlen(s), &v, c->r)) {
        shift_column(c, digits ? call_col(c, 3) : c->rest_col);
        return false;
    }
    if (v.row)
        text_add(&c->r->text, "[");
    for (int i = 0; i < v.count; i++) {
        text_add(&c->r->text, i ? ", " : "");
        double x = v.v[i];
        if (digits)
            number_significant(&c->r->text, x, (int)c->read.number[2]);
        else if (x > -1e9 && x < 1e9 && x == (double)(long)x)
            text_addf(&c->r->text, "%ld", (long)x);
        else
            number_fixed(&c->r->text, x, c->m->now.state.look.digits, 24);
    }
    if (v.row)
        text_add(&c->r->text, "]");
    expr_value_finish(&v);
    return true;
}

static bool show_expect(struct call *c)
{
    struct expr_context e = session_context(c->m);
    bool ok = expr_check(&e, c->rest, strlen(c->rest), c->r);
    shift_column(c, c->rest_col);
    if (ok && c->origin == 0 && c->m->cols > 0) /* typed by hand: confirm */
        reply_say(c->r, TEXT("it holds: %s"), c->rest);
    return ok;
}

static bool show_toggle(struct call *c, struct state *next)
{
    enum { ENCODING, MASK, SOURCES, PLAY, DELTA, GRADIENT };
    int what = c->read.way[1];
    struct settings *set = &next->set;
    struct look *look = &next->look;
    if (what == ENCODING)
        set->encoding = set->encoding != 0 ? 0 : look->encoding_before;
    else if (what == MASK)
        set->mask = set->mask == MASK_CAUSAL ? MASK_NONE : MASK_CAUSAL;
    else if (what == SOURCES)
        set->sources = set->sources == SOURCES_HEARD ? SOURCES_GROUPED : SOURCES_HEARD;
    else if (what == PLAY)
        look->play = look->play == 0;
    else {
        int show = what == DELTA ? SHOW_DELTA : SHOW_GRADIENT;
        look->show = look->show == show ? SHOW_VALUES : show;
        look->stages.line = look->stages.factor = look->stages.walk = 0;
    }
    return true;
}

static bool show_bind(struct call *c)
{
    bool in_context = c->w->count > 3;
    const char *where = in_context ? call_word(c, 1) : "all";
    int at = in_context ? 2 : 1;
    bool known = contexts_has(where);
    if (!known && keymap_is_key(where))
        return call_fail(c, 2, TEXT("bind: write the command in quotes: bind %s \"%s %s\""), where,
                         call_word(c, 2), call_word(c, 3));
    if (!known)
        return call_fail(c, 1, TEXT("bind: '%s' is not a view (all, stages, encoding …)"), where);
    if (!cmd_allowed(c->m, call_word(c, at + 1), 0, c->r)) {
        c->r->col = call_col(c, at + 1);
        return false;
    }
    if (keymap_full(&c->m->keymap, where, call_word(c, at)))
        return call_fail(c, at, TEXT("%d keys are bound already, the maximum"), KEYMAP_OWN);
    return keymap_bind(&c->m->keymap, where, call_word(c, at), call_word(c, at + 1)) ||
           call_fail(c, at, TEXT("'%s' is not the name of a key (j, C-l, Left, F1, Space)"),
                     call_word(c, at));
}

const struct command cmd_show[] = {
    {"print", "[-d N:1..17] EXPRESSION:value*", show_print, NULL, COMMAND_OUTSIDE | COMMAND_READS,
     "print weights(猫)", TEXT("prints a value: print weight(cat,dog)")},
    {"expect", "CONDITION:value*", show_expect, NULL, COMMAND_READS, "expect rowsum(猫) = 1",
     TEXT("fails unless the condition holds: expect rowsum(cat) = 1")},
    {"toggle", "encoding|mask|sources|play|delta|gradient", NULL, show_toggle, 0, "toggle encoding",
     TEXT("switches the encoding or the mask off and on, lists what was heard as one term or by source, "
          "starts and stops the clocks, or shows differences or gradients in place of the numbers")},
    {"bind", "[VIEW] KEY \"COMMAND\"", show_bind, NULL, COMMAND_OUTSIDE, "bind F5 \"weights random 2\"",
     TEXT("binds a key to a command; an empty command unbinds it")},
    COMMAND_LAST,
};
