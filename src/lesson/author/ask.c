/* Checks questions with the code that judges learners: exactly the options marked right are true, model
 * answers are accepted, and foreseen errors are rejected. A goal must not be reached at the start, and its
 * model solution must reach it with a margin, using only what is allowed. An impossible goal that allows only
 * moves is checked by trying every word order. */
#include <math.h>
#include <string.h>

#include "command/command.h"
#include "lesson/author/parts.h"
#include "lesson/run/judge.h"
#include "lesson/run/picture.h"

static const double WIDEST = 0.1;        /* largest tolerance, as a fraction of the answer */
static const double LEAST_MARGIN = 0.01; /* so that rounding by another compiler does not matter */

static void check_options(struct check *ck, const struct lesson_ask *a)
{
    int right = 0;
    for (int i = 0; i < a->option_count; i++) {
        const struct lesson_option *o = &a->option[i];
        right += o->right;
        if (a->judged && !o->when.s)
            check_step_fault(ck, o->text.line, TEXT("option %d of a judged question has no 'when'"), i + 1);
        if ((!o->right || a->judged) && !o->say.s && !ck->file->lesson.quiet)
            check_step_fault(ck, o->text.line, TEXT("wrong option %d has no 'say': explain why it is wrong"),
                             i + 1);
        struct text own = TEXT_HERE;
        lesson_block_text(&o->text, &own);
        for (int j = 0; j < i; j++) {
            struct text other = TEXT_HERE;
            lesson_block_text(&a->option[j].text, &other);
            if (strcmp(text_str(&own), text_str(&other)) == 0)
                check_step_fault(ck, o->text.line, TEXT("options %d and %d have the same text"), j + 1,
                                 i + 1);
            text_finish(&other);
        }
        text_finish(&own);
    }
    if (right != 1 && !a->many)
        check_step_fault(ck, a->line,
                         TEXT("%d options are marked right (*): mark exactly one, or add 'many'"), right);
    if (right == 0 && a->many)
        check_step_fault(ck, a->line, TEXT("no option is marked right (*)"));
    check_option_forms(ck, a);
    check_on_picture(ck, a);
}

/* An option's condition must be true if the option is right, else false. */
static void check_when(struct check *ck, const struct lesson_ask *a, int i)
{
    const struct lesson_option *o = &a->option[i];
    struct expr_context c = check_context(ck);
    struct expr_verdict v;
    struct text why = {0}, detail = {0};
    ck->counts[ck->file->lesson.lang].claims += ck->file->asked && a->judged;
    bool judged = check_judge(ck, o->when, false, &v, &detail);
    if (!judged) {
        check_fault(ck, o->when, TEXT("the condition of option %d cannot be checked%s"), i + 1,
                    text_str(&detail));
    } else if (v.holds != o->right) {
        expr_why(&c, o->when.s, strlen(o->when.s), ck->q->lang, &why);
        check_step_fault(ck, o->text.line,
                         o->right
                             ? TEXT("option %d is marked right, but its condition is false\n    when %s%s%s")
                             : TEXT("option %d is marked wrong, but its condition is true\n    when %s%s%s"),
                         i + 1, o->when.s, why.len ? "        " : "", text_str(&why));
    }
    if (ck->q->mutate && o->right && judged && v.holds)
        check_mutants(ck, o->when);
    check_parity_expr(ck, "when", o->when);
    text_finish(&why);
    text_finish(&detail);
}

static void check_wrong(struct check *ck, const struct lesson_ask *a, int i)
{
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    struct judge_number j;
    const struct lesson_line *w = &a->wrong[i].literal;
    if (!judge_number(a, &c, w->s, &j, &r))
        check_fault(ck, *w, "%s", text_str(&r.text));
    else if (j.right)
        check_fault(ck, *w, TEXT("the foreseen error %s is accepted as right: it is within the tolerance"),
                    w->s);
    else if (j.wrong != i)
        check_fault(ck, *w,
                    TEXT("the foreseen error %s never matches: an earlier 'wrong' (line %d) catches it"),
                    w->s, a->wrong[j.wrong].literal.line);
    check_parity_item(ck, "wrong", w->line, w->s);
    reply_finish(&r);
}

static void check_number(struct check *ck, const struct lesson_ask *a)
{
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    struct judge_number j;
    double least, most;
    struct text t = {0}; /* as one line, so that errors can point at columns */
    text_addf(&t, "%s = %s", a->answer.s, a->literal.s);
    struct lesson_line claim = {text_str(&t), a->answer.line, a->answer.col};
    bool judged = check_claim(ck, claim);
    check_parity_expr(ck, "answer", claim);
    text_finish(&t);
    if (!judged)
        return;
    if (!judge_number(a, &c, a->literal.s, &j, &r) || !judge_tolerance(a, j.answer, &least, &most, &r)) {
        check_fault(ck, a->literal, "%s", text_str(&r.text));
    } else if (!j.right) {
        check_fault(ck, a->literal, TEXT("the model answer %s is not accepted"), a->literal.s);
    } else {
        /* the rounding difference between literal and answer is not tolerance */
        double off = (most - least - fabs(j.answer - j.value)) / 2;
        if (j.answer != 0 && off > WIDEST * (1 + 1e-6) * fmax(fabs(j.answer), fabs(j.value)))
            check_fault(ck, a->within.s ? a->within : a->literal,
                        TEXT("the tolerance is wider than 10%% of the answer: from %g to %g (print more "
                             "digits, or write 'within')"),
                        least, most);
    }
    for (int i = 0; i < a->wrong_count && !r.failed; i++)
        check_wrong(ck, a, i);
    check_parity_item(ck, "within", a->line, a->within.s ? a->within.s : "");
    reply_finish(&r);
}

static void check_cell(struct check *ck, const struct lesson_ask *a)
{
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    struct judge_cell j;
    struct text right = {0};
    if (judge_cell(a, &c, 0, 0, &j, &r) && judge_cell(a, &c, j.row, j.col, &j, &r))
        text_addf(&right, "%s %d %d %d", a->of.s, j.row, j.col, a->near);
    else
        check_fault(ck, r.col == a->of.col && strstr(text_str(&r.text), a->of.s) ? a->of : a->answer, "%s",
                    text_str(&r.text));
    check_parity_item(ck, "cell", a->line, text_str(&right));
    text_finish(&right);
    reply_finish(&r);
}

/* A picture that one would draw without a thought, all shares alike, or with the largest share at the next
 * word, must not be right; nor may the ribbons have been on the screen at the end of the step before. */
static void check_picture(struct check *ck, const struct lesson_ask *a)
{
    enum { ALIKE = 100, SHARES = 10000 };
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    struct lesson_answer truth = {.known = false}, flat = truth, moved = truth;
    struct picture p;
    check_parity_expr(ck, "picture", a->of);
    if (!picture_truth(a, &c, &truth, &r) || !picture_of(a, c.now, &p, &r)) {
        check_fault(ck, a->of, "%s", text_str(&r.text));
        reply_finish(&r);
        return;
    }
    flat = moved = truth;
    for (int i = 0; i < p.count; i++) {
        flat.share[i] = p.words ? ALIKE : 0;
        moved.share[i] = (short)(p.words ? lround(SHARES * truth.truth[(i + 1) % p.count])
                                         : lround(truth.truth[0] + 180) % 360);
    }
    if (picture_right(a, &p, &flat))
        check_fault(ck, a->of,
                    TEXT("who draws nothing special is right: ask for another row, or for more ('enough')"));
    if (picture_right(a, &p, &moved))
        check_fault(ck, a->of,
                    TEXT("a picture with every share at the next word is right: ask for more ('enough')"));
    if (ck->seen.known && memcmp(ck->seen.truth, truth.truth, sizeof truth.truth) == 0)
        check_fault(ck, a->of, TEXT("these ribbons are on the screen at the end of the step before"));
    reply_finish(&r);
}

static void picture_now(struct check *ck, const struct lesson_ask *a)
{
    check_parity_item(ck, "picture", a->line, a->now ? "now" : "then");
    if (a->now)
        check_picture(ck, a);
}

static void picture_then(struct check *ck, const struct lesson_ask *a)
{
    if (!a->now)
        check_picture(ck, a);
}

void check_seen(struct check *ck, const struct lesson_step *next)
{
    struct expr_context c = check_context(ck);
    struct reply quiet = check_reply(ck);
    const struct look *look = &c.now->state.look;
    struct picture p;
    ck->seen = (struct lesson_answer){.known = false};
    for (const struct lesson_ask *a = next ? next->ask : NULL; a && a < next->ask + next->ask_count; a++)
        if (a->kind == ASK_PICTURE && look->view == VIEW_FLOW && picture_of(a, c.now, &p, &quiet) &&
            p.head >= 0 && p.query == look->query)
            picture_truth(a, &c, &ck->seen, &quiet);
    reply_finish(&quiet);
}

/* ---- goals --------------------------------------------------------------------------- */

static int condition_count(const struct lesson_ask *a)
{
    return a->want.count + a->keep.count;
}

/* Returns condition i: first each `want`, then each `keep`. */
static struct lesson_line condition_at(const struct lesson_ask *a, int i, bool *keep)
{
    *keep = i >= a->want.count;
    return *keep ? a->keep.v[i - a->want.count] : a->want.v[i];
}

/* Returns true if all conditions can be judged and each `keep` holds at the start; `end`: checks instead that
 * each holds with a margin after the solution. */
static bool check_conditions(struct check *ck, const struct lesson_ask *a, bool end)
{
    bool ok = true, keep;
    for (int i = 0; i < condition_count(a); i++) {
        struct lesson_line l = condition_at(a, i, &keep);
        struct text detail = {0};
        struct expr_verdict v;
        bool judged = check_judge(ck, l, end, &v, &detail);
        if (!judged)
            check_fault(ck, l, TEXT("the condition cannot be checked%s"), text_str(&detail));
        else if (!end && keep && !v.holds)
            check_fault(ck, l, TEXT("this 'keep' condition is already false at the start"));
        else if (end && !v.holds)
            check_fault(ck, l, TEXT("the solution does not reach this%s"), text_str(&detail));
        else if (end && v.margin < LEAST_MARGIN)
            check_fault(
                ck, l,
                TEXT("the solution barely reaches this (margin %.2g%%, at least 1%%): choose a clearer one"),
                100 * v.margin);
        if (!end)
            check_parity_expr(ck, keep ? "keep" : "want", l);
        ok = ok && judged && (!keep || v.holds);
        text_finish(&detail);
    }
    return ok;
}

static void check_solution(struct check *ck, const struct lesson_ask *a, const struct state *start)
{
    struct reply r = check_reply(ck);
    int moves = 0;
    bool ok = true;
    for (int i = 0; i < a->solution.count && ok; i++) {
        struct runner in = {.m = &ck->session, .origin = LINE_LESSON | LINE_SOLUTION};
        struct lesson_line l = a->solution.v[i];
        ok = cmd_run_line(&in, l.s, &r);
        l.col += r.col > 0 ? r.col - 1 : 0;
        if (!ok)
            check_fault(ck, l, "%s", text_str(&r.text));
        reply_clear(&r);
        moves += in.count;
    }
    if (ok && !judge_allows(a, start, &ck->session.now.state, &r))
        check_fault(ck, a->solution.v[0], TEXT("the solution is not allowed: %s"), text_str(&r.text));
    if (ok && a->moves && moves > a->moves)
        check_fault(ck, a->solution.v[0], TEXT("the solution takes %d moves, more than the par of %d"), moves,
                    a->moves);
    if (ok)
        check_conditions(ck, a, true);
    reply_finish(&r);
}

/* If only moves are allowed and there are few words, order_count tries every order. */
static void check_impossible(struct check *ck, const struct lesson_ask *a)
{
    struct expr_context c = check_context(ck);
    struct text t = {0};
    struct expr_value v = {0};
    struct reply quiet = {0};
    bool only_moves = true, keep;
    for (int i = 0; i < a->allow.count; i++)
        only_moves = only_moves && strcmp(a->allow.v[i].s, "move") == 0;
    text_add(&t, "order_count(");
    for (int i = 0; i < condition_count(a); i++)
        text_addf(&t, "%s%s", i ? " and " : "", condition_at(a, i, &keep).s);
    text_add(&t, ")");
    if (only_moves && expr_eval(&c, text_str(&t), t.len, &v, &quiet) && v.v[0] > 0)
        check_fault(ck, a->impossible, TEXT("this goal is possible: %g word orders reach it"), v.v[0]);
    expr_value_finish(&v);
    reply_finish(&quiet);
    text_finish(&t);
}

/* Checks a goal by running its solution; restores S(step) afterwards. */
static void check_goal(struct check *ck, const struct lesson_ask *a)
{
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    struct judge_goal j;
    struct text par = TEXT_HERE;
    for (int i = 0; i < a->allow.count; i++)
        check_parity_words(ck, "allow", a->allow.v[i]);
    for (int i = 0; i < a->solution.count; i++)
        check_parity_words(ck, "solution", a->solution.v[i]);
    text_addf(&par, "%d", a->moves);
    check_parity_item(ck, a->impossible.s ? "impossible" : "moves", a->line, text_str(&par));
    text_finish(&par);
    bool ok = check_conditions(ck, a, false) && judge_goal(a, &c, &j, &r);
    if (ok && j.reached)
        check_fault(ck, a->want.v[0], TEXT("the goal is reached before anything is done"));
    if (ok && a->impossible.s) {
        check_impossible(ck, a);
    } else if (ok) {
        struct state start = {0};
        state_copy(&start, &ck->session.now.state);
        check_solution(ck, a, &start);
        check_enter(ck, LESSON_BEFORE);
        state_finish(&start);
    }
    reply_finish(&r);
}

/* What checks each kind on entering and after the step's `do`. */
static const struct ask_check {
    void (*before)(struct check *ck, const struct lesson_ask *a);
    void (*after)(struct check *ck, const struct lesson_ask *a);
} ask_checks[] = {
    [ASK_CHOICE] = {check_options, NULL}, [ASK_NUMBER] = {check_on_picture, check_number},
    [ASK_CELL] = {NULL, check_cell},      [ASK_PICTURE] = {picture_now, picture_then},
    [ASK_GOAL] = {check_goal, NULL},      [ASK_TRY] = {NULL, NULL},
};

void check_question_before(struct check *ck, const struct lesson_ask *a)
{
    check_parity_item(ck, ask_names[a->kind], a->line, a->many ? "many" : "");
    ck->counts[ck->file->lesson.lang].predictions += ck->file->asked && ask_predicts(a->kind);
    for (int i = 0; i < a->option_count; i++)
        check_parity_item(ck,
                          a->judged            ? "?"
                          : a->option[i].right ? "*"
                                               : "-",
                          a->option[i].text.line, a->option[i].mis.s ? a->option[i].mis.s : "");
    if (ask_checks[a->kind].before)
        ask_checks[a->kind].before(ck, a);
}

void check_question_after(struct check *ck, const struct lesson_ask *a)
{
    for (int i = 0; i < a->option_count; i++)
        if (a->option[i].when.s)
            check_when(ck, a, i);
    if (ask_checks[a->kind].after)
        ask_checks[a->kind].after(ck, a);
}
