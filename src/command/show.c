/* Commands that answer (values, conditions), and toggle and bind. */
#include <string.h>

#include "command/command.h"
#include "base/number.h"
#include "expr/expr.h"
#include "session/contexts.h"

static void say_number(struct call *c, double x, int digits)
{
    if (digits > 0)
        number_significant(&c->r->text, x, digits);
    else if (x > -1e9 && x < 1e9 && x == (double)(long)x)
        text_addf(&c->r->text, "%ld", (long)x);
    else
        number_fixed(&c->r->text, x, c->m->now.state.look.digits, 24);
}

static void shift_column(struct call *c, int col)
{
    if (c->r->failed && c->r->col > 0)
        c->r->col += col - 1;
}

static bool print(struct call *c)
{
    struct expr_context e = model_context(c->m);
    struct expr_value v = {0};
    const char *s = c->rest;
    int col = c->rest_col;
    long digits = 0;
    if (strcmp(call_word(c, 1), "-d") == 0) {
        const char *n = call_word(c, 2);
        if (number_parse_int(n, strlen(n), 1, 17, &digits) != NUMBER_OK || c->w->count < 4)
            return call_fail(c, 2,
                             TEXT("print -d N EXPRESSION: N is 1 to 17", "print -d N 表达式：N 为 1 到 17"));
        s += c->w->v[3].at - c->w->v[1].at;
        col = call_col(c, 3);
    }
    if (!expr_eval(&e, s, strlen(s), &v, c->r)) {
        shift_column(c, col);
        return false;
    }
    if (v.row)
        text_add(&c->r->text, "[");
    for (int i = 0; i < v.count; i++) {
        text_add(&c->r->text, i ? ", " : "");
        say_number(c, v.v[i], (int)digits);
    }
    if (v.row)
        text_add(&c->r->text, "]");
    expr_value_finish(&v);
    return true;
}

static bool expect(struct call *c)
{
    struct expr_context e = model_context(c->m);
    bool ok = expr_check(&e, c->rest, strlen(c->rest), c->r);
    shift_column(c, c->rest_col);
    if (ok && c->origin == 0 && c->m->cols > 0) /* typed by hand: confirm */
        reply_say(c->r, TEXT("it holds: %s", "成立：%s"), c->rest);
    return ok;
}

static void show_or_not(struct look *look, enum show_kind what)
{
    look->show = look->show == (int)what ? SHOW_VALUES : (int)what;
    look->line = look->factor = look->walk = 0;
}

/* Switches what is called so. Returns false if nothing is. */
static bool toggled(struct state *s, const char *what)
{
    if (strcmp(what, "encoding") == 0)
        s->set.encoding = s->set.encoding != 0 ? 0 : s->look.encoding_before;
    else if (strcmp(what, "sources") == 0)
        s->set.sources = s->set.sources == SOURCES_HEARD ? SOURCES_GROUPED : SOURCES_HEARD;
    else if (strcmp(what, "mask") == 0)
        s->set.mask = s->set.mask == MASK_CAUSAL ? MASK_NONE : MASK_CAUSAL;
    else if (strcmp(what, "play") == 0)
        s->look.play = s->look.play == 0;
    else if (strcmp(what, "delta") == 0)
        show_or_not(&s->look, SHOW_DELTA);
    else if (strcmp(what, "gradient") == 0)
        show_or_not(&s->look, SHOW_GRADIENT);
    else
        return false;
    return true;
}

static bool toggle(struct call *c)
{
    struct state next = {0};
    call_edit(c, &next);
    if (toggled(&next, call_word(c, 1)))
        return call_commit(c, &next);
    state_finish(&next);
    return call_fail(c, 1,
                     TEXT("toggle: write encoding, mask, sources, play, delta or gradient",
                          "toggle：请写 encoding、mask、sources、play、delta 或 gradient"));
}

static bool bind(struct call *c)
{
    bool in_context = c->w->count > 3;
    const char *where = in_context ? call_word(c, 1) : "all";
    int at = in_context ? 2 : 1;
    bool known = contexts_has(where);
    if (!known && keymap_is_key(where))
        return call_fail(c, 2,
                         TEXT("bind: write the command in quotes: bind %s \"%s %s\"",
                              "bind：命令要写在引号里：bind %s \"%s %s\""),
                         where, call_word(c, 2), call_word(c, 3));
    if (!known)
        return call_fail(c, 1,
                         TEXT("bind: '%s' is not a view (all, stages, encoding …)",
                              "bind：没有视图“%s”（all、stages、encoding……）"),
                         where);
    if (!cmd_allowed(c->m, call_word(c, at + 1), 0, c->r)) {
        c->r->col = call_col(c, at + 1);
        return false;
    }
    if (keymap_full(&c->m->keymap, where, call_word(c, at)))
        return call_fail(c, at, TEXT("%d keys are bound already, the maximum", "已绑定 %d 个键，不能再多"),
                         KEYMAP_OWN);
    return keymap_bind(&c->m->keymap, where, call_word(c, at), call_word(c, at + 1)) ||
           call_fail(c, at,
                     TEXT("'%s' is not the name of a key (j, C-l, Left, F1, Space)",
                          "“%s”不是键名（如 j、C-l、Left、F1、Space）"),
                     call_word(c, at));
}

const struct command cmd_show[] = {
    {"print", 1, -1, "print [-d N] EXPRESSION", print, COMMAND_OUTSIDE | COMMAND_READS, WORDS_VALUES,
     "print weights(猫)", PAIR("prints a value: print weight(cat,dog)", "显示一个值：print weight(猫,狗)")},
    {"expect", 1, -1, "expect CONDITION", expect, COMMAND_READS, WORDS_VALUES, "expect rowsum(猫) = 1",
     PAIR("fails unless the condition holds: expect rowsum(cat) = 1",
          "条件不成立就报错：expect rowsum(猫) = 1")},
    {"toggle", 1, 1, "toggle encoding|mask|sources|play|delta|gradient", toggle, 0, WORDS_NAMES,
     "toggle encoding",
     PAIR("switches the encoding or the mask off and on, lists what was heard as one term or by source, "
          "starts and stops the clocks, or shows differences or gradients in place of the numbers",
          "关闭或打开位置编码或掩码；听到的合成一项或按来源列出；开始或停止时钟；在数的位置上显示差或梯度")},
    {"bind", 2, 3, "bind [VIEW] KEY \"COMMAND\"", bind, COMMAND_OUTSIDE, WORDS_NAMES,
     "bind F5 \"weights random 2\"",
     PAIR("binds a key to a command; an empty command unbinds it", "给命令指定按键；空命令取消")},
    COMMAND_LAST,
};
