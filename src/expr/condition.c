/* Verdicts: whether a condition holds, and why it does not. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "expr/expr.h"
#include "expr/read.h"

static bool judge(const struct expr_context *c, const char *s, size_t n, struct expr_outcome *out,
                  struct reply *r)
{
    struct expr_reader in;
    *out = (struct expr_outcome){0};
    bool ok = expr_open(&in, c, s, n, r) && expr_condition(&in, out) && expr_ended(&in);
    expr_close(&in);
    return ok;
}

bool expr_judge(const struct expr_context *c, const char *s, size_t n, struct expr_verdict *out,
                struct reply *r)
{
    struct expr_outcome outcome;
    bool ok = judge(c, s, n, &outcome, r);
    *out = outcome.verdict;
    return ok;
}

/* Writes x with enough digits to show why it is not the literal, whose value is y. */
static void say_computed(struct text *out, double x, double y, const struct expr_figure *like)
{
    enum { FEWEST = 6, MOST = 17 };
    double wish = x != 0 && isfinite(x) ? floor(log10(fabs(x))) - log10(like->unit) + 4 : 0, read;
    int digits = wish < FEWEST ? FEWEST : wish > MOST ? MOST : (int)wish;
    for (; digits <= MOST; digits++) {
        text_clear(out);
        number_significant(out, x, digits);
        if (x == y || number_parse(text_str(out), out->len, &read) != NUMBER_OK || read != y)
            return;
    }
}

/* Explains why a condition is false: the computed value and the correct literal. */
static void add_why(const struct expr_outcome *o, enum lang lang, struct text *out)
{
    const struct expr_verdict *v = &o->verdict;
    const struct expr_figure *f = &o->figure;
    struct text computed = {0}, right = {0};
    if (f->unit > 0) {
        say_computed(&computed, v->computed, v->computed == o->left ? o->right : o->left, f);
    } else {
        number_shortest(&computed, o->left);
        number_shortest(&right, o->right);
    }
    const char *x = text_str(&computed);
    bool fraction = f->whole && o->relation->width < 1 && v->computed != floor(v->computed);
    bool another = fraction && fabs(o->left - o->right) >= 1; /* no more digits would make it true */
    if (f->unit <= 0)
        text_addf(out, text_in(TEXT("the left side is %s, the right side %s"), lang), x, text_str(&right));
    else if (o->relation->kind == EXPR_ORDER || another)
        text_addf(out, text_in(TEXT("recomputed %s"), lang), x);
    else if (o->relation->kind == EXPR_UNLIKE)
        text_addf(out, text_in(TEXT("recomputed %s, which rounds to %s"), lang), x, v->write);
    else if (fraction)
        text_addf(out,
                  text_in(TEXT("recomputed %s; whole numbers are exact: write more digits, or ≈ %s"), lang),
                  x, v->write);
    else if (f->decimals > 1 && f->exponent == 0 && !f->percent)
        text_addf(out, text_in(TEXT("recomputed %s; to %d decimals write %s"), lang), x, f->decimals,
                  v->write);
    else
        text_addf(out, text_in(TEXT("recomputed %s; to the same precision write %s"), lang), x, v->write);
    text_finish(&computed);
    text_finish(&right);
}

bool expr_check(const struct expr_context *c, const char *s, size_t n, struct reply *r)
{
    struct expr_outcome outcome;
    struct text why = {0};
    if (!judge(c, s, n, &outcome, r))
        return false;
    if (!outcome.verdict.holds) {
        add_why(&outcome, r->lang, &why);
        reply_fail(r, outcome.verdict.col, TEXT("not true: %s"), text_str(&why));
    }
    text_finish(&why);
    return outcome.verdict.holds;
}

void expr_why(const struct expr_context *c, const char *s, size_t n, enum lang lang, struct text *why)
{
    struct expr_outcome outcome;
    struct reply r = {.lang = lang};
    if (judge(c, s, n, &outcome, &r) && !outcome.verdict.holds)
        add_why(&outcome, lang, why);
    reply_finish(&r);
}
