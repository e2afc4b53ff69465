/* Checks goals. A goal must not be reached at the start, and its model solution must
 * reach it with a margin, using only what is allowed. An impossible goal that allows
 * only moves is checked by trying every word order. */
#include <string.h>

#include "command/command.h"
#include "lesson/author/parts.h"
#include "lesson/run/judge.h"

static const double LEAST_MARGIN = 0.01; /* so that rounding by another compiler does not matter */

/* ---- conditions ------------------------------------------------------------------- */

static void cannot(struct check *ck, struct lesson_line l, const struct reply *r)
{
    struct text detail = {0};
    check_point(&detail, l.s, r->col, text_str(&r->text));
    check_fault(ck, l, TEXT("the condition cannot be checked%s", "条件无法检查%s"), text_str(&detail));
    text_finish(&detail);
}

/* Returns true if all conditions can be judged and each `keep` holds at the start. */
static bool at_start(struct check *ck, const struct lesson_ask *a)
{
    struct expr_context c = check_context(ck);
    bool ok = true;
    for (int i = 0; i < a->want.count + a->keep.count; i++) {
        bool keep = i >= a->want.count;
        struct lesson_line l = keep ? a->keep.v[i - a->want.count] : a->want.v[i];
        struct reply r = check_reply(ck);
        struct expr_verdict v;
        bool judged = expr_judge(&c, l.s, strlen(l.s), &v, &r);
        if (!judged)
            cannot(ck, l, &r);
        else if (keep && !v.holds)
            check_fault(ck, l,
                        TEXT("this 'keep' condition is already false at the start",
                             "这个条件要求保持，但一开始就不成立"));
        check_parity_expr(ck, keep ? "keep" : "want", l);
        ok = ok && judged && (!keep || v.holds);
        reply_finish(&r);
    }
    return ok;
}

/* After the solution each condition must hold with a margin. */
static void at_end(struct check *ck, const struct lesson_lines *l)
{
    struct expr_context c = check_context(ck);
    for (int i = 0; i < l->count; i++) {
        struct reply r = check_reply(ck);
        struct text why = {0}, detail = {0};
        struct expr_verdict v;
        if (!expr_judge(&c, l->v[i].s, strlen(l->v[i].s), &v, &r)) {
            cannot(ck, l->v[i], &r);
        } else if (!v.holds) {
            expr_why(&c, l->v[i].s, strlen(l->v[i].s), ck->q->lang, &why);
            check_point(&detail, l->v[i].s, v.col, text_str(&why));
            check_fault(ck, l->v[i],
                        TEXT("the solution does not reach this%s", "按给出的解法，这个条件不成立%s"),
                        text_str(&detail));
        } else if (v.margin < LEAST_MARGIN) {
            check_fault(
                ck, l->v[i],
                TEXT("the solution barely reaches this (margin %.2g%%, at least 1%%): choose a clearer one",
                     "解法只是勉强达到（余量 %.2g%%，至少应有 1%%）：请换一个更明显的"),
                100 * v.margin);
        }
        reply_finish(&r);
        text_finish(&why);
        text_finish(&detail);
    }
}

/* ---- the solution ------------------------------------------------------------------ */

/* Runs all commands of a line. Returns their number, or reports an error and returns -1. */
static int run_line(struct check *ck, struct lesson_line l)
{
    struct runner in = {.m = &ck->model, .origin = LINE_LESSON | LINE_SOLUTION};
    struct reply r = check_reply(ck);
    bool ok = cmd_run_line(&in, l.s, &r);
    l.col += r.col > 0 ? r.col - 1 : 0;
    if (!ok)
        check_fault(ck, l, TEXT("%s", "%s"), text_str(&r.text));
    reply_finish(&r);
    return ok ? in.count : -1;
}

static void solution(struct check *ck, const struct lesson_ask *a, const struct state *start)
{
    struct reply r = check_reply(ck);
    int moves = 0;
    for (int i = 0; i < a->solution.count; i++) {
        int count = run_line(ck, a->solution.v[i]);
        if (count < 0)
            return;
        moves += count;
    }
    if (!judge_allows(a, start, &ck->model.now.state, &r))
        check_fault(ck, a->solution.v[0], TEXT("the solution is not allowed: %s", "解法做了不允许的事：%s"),
                    text_str(&r.text));
    if (a->moves && moves > a->moves)
        check_fault(
            ck, a->solution.v[0],
            TEXT("the solution takes %d moves, more than the par of %d", "解法用了 %d 步，超过参考的 %d 步"),
            moves, a->moves);
    at_end(ck, &a->want);
    at_end(ck, &a->keep);
    reply_finish(&r);
}

/* ---- impossible goals ---------------------------------------------------------------- */

static bool only_moves(const struct lesson_ask *a)
{
    for (int i = 0; i < a->allow.count; i++)
        if (strcmp(a->allow.v[i].s, "move") != 0)
            return false;
    return true;
}

/* If only moves are allowed and there are few words, order_count tries every order. */
static void impossible(struct check *ck, const struct lesson_ask *a)
{
    struct expr_context c = check_context(ck);
    struct text t = {0};
    struct expr_value v = {0};
    struct reply quiet = {0};
    if (!only_moves(a))
        return;
    text_add(&t, "order_count(");
    for (int i = 0; i < a->want.count + a->keep.count; i++)
        text_addf(&t, "%s%s", i ? " and " : "",
                  i < a->want.count ? a->want.v[i].s : a->keep.v[i - a->want.count].s);
    text_add(&t, ")");
    if (expr_eval(&c, text_str(&t), t.len, &v, &quiet) && v.v[0] > 0)
        check_fault(
            ck, a->impossible,
            TEXT("this goal is possible: %g word orders reach it", "这是做得到的：有 %g 种词序能达到"),
            v.v[0]);
    expr_value_finish(&v);
    reply_finish(&quiet);
    text_finish(&t);
}

static void items(struct check *ck, const struct lesson_ask *a)
{
    struct text par = {0};
    for (int i = 0; i < a->allow.count; i++)
        check_parity_words(ck, "allow", a->allow.v[i]);
    for (int i = 0; i < a->solution.count; i++)
        check_parity_words(ck, "solution", a->solution.v[i]);
    text_addf(&par, "%d", a->moves);
    check_parity_item(ck, a->impossible.s ? "impossible" : "moves", a->line, text_str(&par));
    text_finish(&par);
}

void check_goal(struct check *ck, const struct lesson_ask *a)
{
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    struct judge_goal j;
    struct state start = {0};
    items(ck, a);
    bool ok = at_start(ck, a) && judge_goal(a, &c, &j, &r);
    if (ok)
        state_copy(&start, &ck->model.now.state);
    if (ok && j.reached)
        check_fault(ck, a->want.v[0],
                    TEXT("the goal is reached before anything is done", "什么都没做，目标就已经达到"));
    if (ok && a->impossible.s) {
        impossible(ck, a);
    } else if (ok) {
        solution(ck, a, &start);
        check_enter(ck, LESSON_BEFORE);
    }
    state_finish(&start);
    reply_finish(&r);
}
