/* Checks questions with the code that judges learners: exactly the options marked right
 * are true, model answers are accepted, and foreseen errors are rejected. */
#include <math.h>
#include <string.h>

#include "lesson/author/parts.h"
#include "lesson/run/judge.h"

static const double WIDEST = 0.1; /* largest tolerance, as a fraction of the answer */

/* ---- choices ------------------------------------------------------------------------ */

static bool same_text(const struct block *a, const struct block *b)
{
    struct text s = {0}, t = {0};
    for (int i = 0; i < a->count; i++)
        text_add(&s, a->v[i].text.s);
    for (int i = 0; i < b->count; i++)
        text_add(&t, b->v[i].text.s);
    bool same = strcmp(text_str(&s), text_str(&t)) == 0;
    text_finish(&s);
    text_finish(&t);
    return same;
}

static void choice_form(struct check *ck, const struct lesson_ask *a)
{
    int right = 0;
    for (int i = 0; i < a->option_count; i++) {
        const struct lesson_option *o = &a->option[i];
        right += o->right;
        if (a->judged && !o->when.s)
            check_step_fault(
                ck, o->text.line,
                TEXT("option %d of a judged question has no 'when'", "由场景判断的问题，选项 %d 要有 when"),
                i + 1);
        if ((!o->right || a->judged) && !o->say.s)
            check_step_fault(ck, o->text.line,
                             TEXT("wrong option %d has no 'say': explain why it is wrong",
                                  "错误选项 %d 没有 say：请说明错在哪里"),
                             i + 1);
        for (int j = 0; j < i; j++)
            if (same_text(&a->option[j].text, &o->text))
                check_step_fault(ck, o->text.line,
                                 TEXT("options %d and %d have the same text", "选项 %d 和 %d 文字相同"),
                                 j + 1, i + 1);
    }
    if (right != 1 && !a->many)
        check_step_fault(ck, a->line,
                         TEXT("%d options are marked right (*): mark exactly one, or add 'many'",
                              "有 %d 个选项标为正确（*）：应恰有一个，或写 many"),
                         right);
    if (right == 0 && a->many)
        check_step_fault(ck, a->line, TEXT("no option is marked right (*)", "没有选项标为正确（*）"));
}

/* An option's condition must be true if the option is right, else false. */
static void option_when(struct check *ck, const struct lesson_ask *a, int i)
{
    const struct lesson_option *o = &a->option[i];
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    struct expr_verdict v;
    struct text why = {0}, detail = {0};
    ck->counts[ck->file->lesson.lang].claims += ck->file->asked && a->judged;
    if (!expr_judge(&c, o->when.s, strlen(o->when.s), &v, &r)) {
        check_point(&detail, o->when.s, r.col, text_str(&r.text));
        check_fault(ck, o->when,
                    TEXT("the condition of option %d cannot be checked%s", "选项 %d 的条件无法检查%s"), i + 1,
                    text_str(&detail));
    } else if (v.holds != o->right) {
        expr_why(&c, o->when.s, strlen(o->when.s), ck->q->lang, &why);
        check_step_fault(ck, o->text.line,
                         EITHER(o->right,
                                TEXT("option %d is marked right, but its condition is false\n    when %s%s%s",
                                     "选项 %d 标为正确，但它的条件不成立\n    when %s%s%s"),
                                TEXT("option %d is marked wrong, but its condition is true\n    when %s%s%s",
                                     "选项 %d 标为错误，但它的条件成立\n    when %s%s%s")),
                         i + 1, o->when.s, why.len ? "        " : "", text_str(&why));
    }
    if (ck->q->mutate && o->right && v.holds)
        check_mutants(ck, o->when);
    check_parity_expr(ck, "when", o->when);
    reply_finish(&r);
    text_finish(&why);
    text_finish(&detail);
}

/* ---- numbers ------------------------------------------------------------------------ */

/* Checks EXPR = LITERAL as one line, so that errors can point at columns. */
static bool answer_claim(struct check *ck, const struct lesson_ask *a)
{
    struct text t = {0};
    text_addf(&t, "%s = %s", a->answer.s, a->literal.s);
    struct lesson_line claim = {text_str(&t), a->answer.line, a->answer.col};
    bool judged = check_claim(ck, claim);
    check_parity_expr(ck, "answer", claim);
    text_finish(&t);
    return judged;
}

static void wrong_value(struct check *ck, const struct lesson_ask *a, int i)
{
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    struct judge_number j;
    const struct lesson_line *w = &a->wrong[i].literal;
    if (!judge_number(a, &c, w->s, &j, &r))
        check_fault(ck, *w, TEXT("%s", "%s"), text_str(&r.text));
    else if (j.right)
        check_fault(ck, *w,
                    TEXT("the foreseen error %s is accepted as right: it is within the tolerance",
                         "预料的错误 %s 会被判对：它在容差之内"),
                    w->s);
    else if (j.wrong != i)
        check_fault(ck, *w,
                    TEXT("the foreseen error %s never matches: an earlier 'wrong' (line %d) catches it",
                         "预料的错误 %s 永远轮不到：前面的 wrong（第 %d 行）已经接走"),
                    w->s, a->wrong[j.wrong].literal.line);
    check_parity_item(ck, "wrong", w->line, w->s);
    reply_finish(&r);
}

/* Subtracts the rounding difference between literal and answer, which is not tolerance. */
static bool too_wide(double least, double most, double answer, double literal)
{
    double off = (most - least - fabs(answer - literal)) / 2;
    return off > WIDEST * (1 + 1e-6) * fmax(fabs(answer), fabs(literal));
}

static void number(struct check *ck, const struct lesson_ask *a)
{
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    struct judge_number j;
    double least, most;
    if (!answer_claim(ck, a))
        return;
    if (!judge_number(a, &c, a->literal.s, &j, &r) || !judge_tolerance(a, j.answer, &least, &most, &r))
        check_fault(ck, a->literal, TEXT("%s", "%s"), text_str(&r.text));
    else if (!j.right)
        check_fault(ck, a->literal, TEXT("the model answer %s is not accepted", "参考答案 %s 不会被判对"),
                    a->literal.s);
    else if (j.answer != 0 && too_wide(least, most, j.answer, j.value))
        check_fault(ck, a->within.s ? a->within : a->literal,
                    TEXT("the tolerance is wider than 10%% of the answer: from %g to %g (print more digits, "
                         "or write 'within')",
                         "容差超过答案的 10%%：从 %g 到 %g（请多写几位，或写 within）"),
                    least, most);
    for (int i = 0; i < a->wrong_count && !r.failed; i++)
        wrong_value(ck, a, i);
    check_parity_item(ck, "within", a->line, a->within.s ? a->within.s : "");
    reply_finish(&r);
}

/* ---- cells -------------------------------------------------------------------------- */

static void cell(struct check *ck, const struct lesson_ask *a)
{
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    struct judge_cell j;
    struct text right = {0};
    if (judge_cell(a, &c, 0, 0, &j, &r) && judge_cell(a, &c, j.row, j.col, &j, &r))
        text_addf(&right, "%s %d %d %d", a->of.s, j.row, j.col, a->near);
    else
        check_fault(ck, r.col == a->of.col && strstr(text_str(&r.text), a->of.s) ? a->of : a->answer,
                    TEXT("%s", "%s"), text_str(&r.text));
    check_parity_item(ck, "cell", a->line, text_str(&right));
    text_finish(&right);
    reply_finish(&r);
}

/* ---- all questions -------------------------------------------------------------------- */

void check_ask_before(struct check *ck, const struct lesson_ask *a)
{
    static const char *const kinds[] = {"", "choice", "number", "cell", "goal", "explain", "try"};
    check_parity_item(ck, kinds[a->kind], a->line, a->many ? "many" : "");
    ck->counts[ck->file->lesson.lang].predictions += ck->file->asked && ask_predicts(a->kind);
    for (int i = 0; i < a->option_count; i++)
        check_parity_item(ck,
                          a->judged            ? "?"
                          : a->option[i].right ? "*"
                                               : "-",
                          a->option[i].text.line, a->option[i].mis.s ? a->option[i].mis.s : "");
    if (a->kind == ASK_CHOICE)
        choice_form(ck, a);
    if (a->kind == ASK_GOAL)
        check_goal(ck, a);
}

void check_ask_after(struct check *ck, const struct lesson_ask *a)
{
    for (int i = 0; i < a->option_count; i++)
        if (a->option[i].when.s)
            option_when(ck, a, i);
    if (a->kind == ASK_NUMBER)
        number(ck, a);
    if (a->kind == ASK_CELL)
        cell(ck, a);
}
