/* Conditions: comparisons whose precision comes from the printed literal. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "expr/expr.h"
#include "expr/read.h"

enum kind { ORDER, ALIKE, UNLIKE };

/* ORDER: `sign` is 1 for <, -1 for >. Others: `width` is the tolerance in units of the last digit. */
struct expr_relation {
    const char *mark;
    enum kind kind;
    double sign, width;
    bool strict;
};

/* The text is folded, so ≤ ≥ ≠ ≈ appear as <= >= != ~. Longer marks come first. */
static const struct expr_relation relations[] = {
    {"<=", ORDER, 1, 0, false}, {">=", ORDER, -1, 0, false},  {"!=", UNLIKE, 0, 0.5, true},
    {"~", ALIKE, 0, 1, false},  {"==", ALIKE, 0, 0.5, false}, {"=", ALIKE, 0, 0.5, false},
    {"<", ORDER, 1, 0, true},   {">", ORDER, -1, 0, true},
};

enum { RELATIONS = sizeof relations / sizeof *relations };

static const struct expr_relation *relation(struct expr_reader *in)
{
    for (int i = 0; i < RELATIONS; i++)
        if (expr_take(in, relations[i].mark))
            return &relations[i];
    return NULL;
}

bool expr_relation_follows(const struct expr_reader *in)
{
    const char *s = in->s + in->at + strspn(in->s + in->at, " ");
    bool follows = false;
    for (int i = 0; i < RELATIONS; i++)
        follows = follows || strncmp(s, relations[i].mark, strlen(relations[i].mark)) == 0;
    return follows;
}

/* ---- one number against another -------------------------------------------- */

/* Compares x with y; `printed` is the format of y (unit 0: y was computed too). */
struct meeting {
    double x, y;
    struct expr_figure printed;
    double sign; /* of an ORDER; reversed if the literal was on the left */
};

struct result {
    bool holds;
    double margin;
};

/* Returns how far x may be from y and still count as equal. */
static double allowed(const struct meeting *m, double width)
{
    double rounding = 1e-9 * fmax(1, fmax(fabs(m->x), fabs(m->y)));
    if (m->printed.unit <= 0)
        return rounding;
    if (m->printed.whole && width < 1)
        return fmin(1e-9 * fmax(1, fabs(m->y)), 0.1);
    return width * m->printed.unit * (1 + 1e-9) + 4e-16 * fabs(m->y); /* a tie rounds either way */
}

static struct result meet(const struct meeting *m, const struct expr_relation *r)
{
    bool equal = m->x == m->y; /* also equal infinities */
    double gap = equal ? 0 : m->y - m->x;
    if (r->kind == ORDER) {
        double scale = m->printed.unit > 0 ? fabs(m->y) : fmax(fabs(m->x), fabs(m->y));
        double ahead = m->sign * gap;
        return (struct result){r->strict ? ahead > 0 : ahead >= 0,
                               isinf(gap) || scale == 0 ? ahead : ahead / scale};
    }
    double edge = allowed(m, r->width), inside = equal        ? 1
                                                 : isinf(gap) ? -INFINITY
                                                              : (edge - fabs(gap)) / edge;
    if (r->kind == UNLIKE)
        return (struct result){inside < 0, -inside};
    return (struct result){inside >= 0, inside};
}

static struct expr_figure printed(const struct expr_value *v, int i)
{
    return v->figure ? v->figure[i] : (struct expr_figure){0};
}

/* Pairs entry i of both sides; the printed one becomes y. */
static struct meeting meeting_of(const struct expr_value *a, const struct expr_value *b, int i,
                                 const struct expr_relation *r)
{
    struct expr_figure left = printed(a, i), right = printed(b, i);
    if (right.unit > 0 || left.unit <= 0)
        return (struct meeting){a->v[i], b->v[i], right, r->sign};
    return (struct meeting){b->v[i], a->v[i], left, -r->sign};
}

/* ---- one side against the other --------------------------------------------- */

struct sides {
    const struct expr_value *a, *b;
    const struct expr_relation *relation;
    int col; /* of the right side */
};

static bool same_shape(struct expr_reader *in, const struct sides *s)
{
    int a = s->a->count, b = s->b->count;
    if (a == b)
        return true;
    if (s->a->row && s->b->row)
        return reply_fail(in->r, s->col,
                          TEXT("the rows have %d and %d numbers", "两行分别有 %d 个和 %d 个数"), a, b);
    return reply_fail(
        in->r, s->col,
        TEXT("a row of %d numbers cannot be compared with one number", "%d 个数的一行不能和一个数比较"),
        a > b ? a : b);
}

/* Records the first comparison that fails. */
static void blame(const struct expr_reader *in, struct expr_outcome *out, const struct meeting *m,
                  const struct sides *s)
{
    struct text write = {0};
    if (!out->verdict.holds)
        return;
    out->verdict.holds = false;
    out->relation = s->relation;
    out->figure = m->printed;
    bool turned = m->sign != s->relation->sign;
    out->left = turned ? m->y : m->x;
    out->right = turned ? m->x : m->y;
    out->verdict.computed = m->x;
    out->verdict.col = m->printed.unit > 0 ? in->col[m->printed.from] : s->col;
    if (m->printed.unit > 0)
        expr_write(&write, m->x, &m->printed);
    if (write.len < sizeof out->verdict.write)
        memcpy(out->verdict.write, text_str(&write), write.len + 1);
    text_finish(&write);
}

static void mark_literal(struct expr_reader *in, const struct meeting *m, const struct expr_relation *r)
{
    if (r->kind == ALIKE && m->printed.unit > 0 && !in->ordering)
        expr_mark(in, (struct expr_mark){r->width < 1 ? EXPR_MARK_EXACT : EXPR_MARK_NEAR, m->printed.from,
                                         m->printed.to, 0});
}

/* Compares rows entry by entry. ≠ holds if any entry differs, every other relation if all entries hold. */
static bool compare(struct expr_reader *in, struct expr_outcome *out, const struct sides *s)
{
    bool any = s->relation->kind == UNLIKE, some = false;
    double margin = any ? -INFINITY : INFINITY;
    struct meeting first = {0};
    if (!same_shape(in, s))
        return false;
    for (int i = 0; i < s->a->count; i++) {
        struct meeting m = meeting_of(s->a, s->b, i, s->relation);
        if (isnan(m.x) || isnan(m.y))
            return reply_fail(in->r, s->col,
                              TEXT("NaN (0/0) cannot be compared", "没有意义的数（0/0）无法比较"));
        struct result result = meet(&m, s->relation);
        margin = any ? fmax(margin, result.margin) : fmin(margin, result.margin);
        some = some || result.holds;
        first = i == 0 ? m : first;
        mark_literal(in, &m, s->relation);
        if (!any && !result.holds)
            blame(in, out, &m, s);
    }
    if (any && !some)
        blame(in, out, &first, s);
    out->verdict.margin = fmin(out->verdict.margin, margin);
    return true;
}

/* ---- conditions ---------------------------------------------------------------- */

/* Reads the rest of a < b < c … after `a`, and takes ownership of it. */
static bool comparisons(struct expr_reader *in, struct expr_value *a, struct expr_outcome *out)
{
    const struct expr_relation *r = relation(in);
    bool ok = r || expr_expected(in, "= ≠ ≈ < > ≤ ≥", NULL);
    while (ok && r) {
        struct expr_value b = {0};
        expr_blanks(in);
        int col = expr_column(in);
        ok = expr_sum(in, &b) && compare(in, out, &(struct sides){a, &b, r, col});
        expr_value_finish(a);
        *a = b;
        r = ok ? relation(in) : NULL;
    }
    expr_value_finish(a);
    return ok;
}

static bool take_and(struct expr_reader *in)
{
    size_t at = in->at;
    if (expr_take(in, "and") && strchr(" ([-", in->s[in->at]))
        return true;
    in->at = at;
    return false;
}

bool expr_condition_from(struct expr_reader *in, struct expr_value *first, struct expr_outcome *out)
{
    *out = (struct expr_outcome){.verdict = {.holds = true, .margin = INFINITY}};
    bool ok = comparisons(in, first, out);
    while (ok && take_and(in)) {
        struct expr_value a = {0};
        ok = expr_sum(in, &a) && comparisons(in, &a, out);
    }
    return ok;
}

bool expr_condition(struct expr_reader *in, struct expr_outcome *out)
{
    struct expr_value first = {0};
    return expr_sum(in, &first) && expr_condition_from(in, &first, out);
}

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

/* Writes x with enough digits to show why it is not the literal. */
static void say_computed(struct text *out, double x, const struct expr_figure *like)
{
    double digits = x != 0 && isfinite(x) ? floor(log10(fabs(x))) - log10(like->unit) + 4 : 0;
    number_significant(out, x, digits < 6 ? 6 : digits > 17 ? 17 : (int)digits);
}

/* Explains why a condition is false: the computed value and the correct literal. */
static void add_why(const struct expr_outcome *o, enum lang lang, struct text *out)
{
    const struct expr_verdict *v = &o->verdict;
    const struct expr_figure *f = &o->figure;
    struct text computed = {0}, right = {0};
    if (f->unit > 0) {
        say_computed(&computed, v->computed, f);
    } else {
        number_shortest(&computed, o->left);
        number_shortest(&right, o->right);
    }
    const char *x = text_str(&computed);
    if (f->unit <= 0)
        text_addf(out, text_in(TEXT("the left side is %s, the right side %s", "左边是 %s，右边是 %s"), lang),
                  x, text_str(&right));
    else if (o->relation->kind == ORDER)
        text_addf(out, text_in(TEXT("recomputed %s", "重新算得 %s"), lang), x);
    else if (o->relation->kind == UNLIKE)
        text_addf(out, text_in(TEXT("recomputed %s, which rounds to %s", "重新算得 %s，正好写作 %s"), lang),
                  x, v->write);
    else if (f->whole && o->relation->width < 1 && v->computed != floor(v->computed))
        text_addf(out,
                  text_in(TEXT("recomputed %s; whole numbers are exact: write more digits, or ≈ %s",
                               "重新算得 %s；整数要求精确相等：请多写几位，或写 ≈ %s"),
                          lang),
                  x, v->write);
    else if (f->decimals > 1 && f->exponent == 0 && !f->percent)
        text_addf(
            out,
            text_in(TEXT("recomputed %s; to %d decimals write %s", "重新算得 %s；按 %d 位小数应写 %s"), lang),
            x, f->decimals, v->write);
    else
        text_addf(
            out,
            text_in(TEXT("recomputed %s; to the same precision write %s", "重新算得 %s；按同样的位数应写 %s"),
                    lang),
            x, v->write);
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
        reply_fail(r, outcome.verdict.col, TEXT("not true: %s", "不成立：%s"), text_str(&why));
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
