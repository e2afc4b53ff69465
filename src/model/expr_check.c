/* Conditions: comparisons whose precision comes from the printed literal. */
#include <math.h>

#include "base/number.h"
#include "model/expr_read.h"

static const struct { const char *mark; char op; } relations[] = {
    {"≤", 'l'}, {"<=", 'l'}, {"≥", 'g'}, {">=", 'g'}, {"≠", '!'}, {"!=", '!'}, {"≈", '~'}, {"==", '='}, {"=", '='}, {"<", '<'}, {">", '>'},
};

static char relation(struct expr_reader *in)
{
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
        if (expr_take(in, relations[i].mark))
            return relations[i].op;
    return 0;
}

/* How far x may be from the literal y and still be written like it. */
static double allowed(double y, double unit, char op)
{
    double small = 1e-9 * fmax(1, fabs(y));
    if (unit <= 0)
        return op == '~' && unit < 0 ? 1 : small;      /* whole numbers are exact */
    return (op == '~' ? 1 : 0.5) * unit * (1 + 1e-9);
}

static bool holds(double x, double y, double unit, char op)
{
    switch (op) {
    case '<': return x < y;
    case '>': return x > y;
    case 'l': return x <= y;
    case 'g': return x >= y;
    case '!': return !(fabs(x - y) <= allowed(y, unit, '='));
    default: return fabs(x - y) <= allowed(y, unit, op);
    }
}

static bool say_false(struct expr_reader *in, double x, double y, double unit, int col)
{
    struct text exact = {0};
    number_shortest(&exact, x);
    int decimals = unit > 0 && unit < 1 ? (int)floor(-log10(unit) + 0.5) : 0;
    if (unit != 0)
        reply_fail(in->r, col, TEXT("not true: the value is %s; at %d decimals write %.*f", "不成立：实际值是 %s；保留 %d 位小数应写 %.*f"),
                   text_str(&exact), decimals, decimals, x);
    else
        reply_fail(in->r, col, TEXT("not true: the left side is %s, the right side %.17g", "不成立：左边是 %s，右边是 %.17g"), text_str(&exact), y);
    text_finish(&exact);
    return false;
}

static bool compare(struct expr_reader *in, const struct expr_value *a, const struct expr_value *b, char op, int col)
{
    if (a->count != b->count && b->row != a->row)
        return reply_fail(in->r, col, TEXT("one side is a row of %d, the other of %d numbers", "一边有 %d 个数，另一边有 %d 个数"), a->count, b->count);
    if (a->count != b->count)
        return reply_fail(in->r, col, TEXT("the rows have %d and %d numbers", "两行分别有 %d 个和 %d 个数"), a->count, b->count);
    bool same = true;
    for (int i = 0; i < a->count; i++) {
        bool ok = holds(a->v[i], b->v[i], b->unit[i], op);
        if (op == '!')
            same = same && !ok;
        else if (!ok)
            return say_false(in, a->v[i], b->v[i], b->unit[i], col);
    }
    return op != '!' || !same || say_false(in, a->v[0], b->v[0], b->unit[0], col);
}

static bool comparison(struct expr_reader *in)
{
    struct expr_value a = {0}, b = {0};
    if (!expr_sum(in, &a))
        return false;
    char op = relation(in);
    expr_blanks(in);
    int col = expr_column(in);
    bool ok = op != 0 || expr_expected(in, "= ≠ ≈ < > ≤ ≥");
    ok = ok && expr_sum(in, &b) && compare(in, &a, &b, op, col);
    expr_value_finish(&a);
    expr_value_finish(&b);
    return ok;
}

bool expr_check(const struct expr_context *c, const char *s, size_t n, struct reply *r)
{
    struct expr_reader in;
    bool ok = expr_open(&in, c, s, n, r);
    do
        ok = ok && comparison(&in);
    while (ok && expr_take(&in, "and"));
    ok = ok && expr_ended(&in);
    expr_close(&in);
    return ok;
}
