#include "expr/expr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "expr/read.h"

static const double work_limit = 2e9;

/* ---- values --------------------------------------------------------------- */

void expr_value_finish(struct expr_value *v)
{
    mem_free(v->v);
    mem_free(v->figure);
    *v = (struct expr_value){0};
}

bool expr_make(struct expr_value *out, int count, bool row, struct reply *r)
{
    *out = (struct expr_value){.row = row, .count = count, .v = mem_new((size_t)count + 1, sizeof *out->v)};
    return out->v || reply_no_memory(r);
}

bool expr_number(struct expr_call *c, struct expr_value *out, double x)
{
    if (!expr_make(out, 1, false, c->r))
        return false;
    out->v[0] = x;
    return true;
}

bool expr_row(struct expr_call *c, struct expr_value *out, const double *v, int count)
{
    if (count > EXPR_ROW)
        return reply_fail(c->r, c->col, TEXT("a row of %d numbers is too long (at most %d)", "一行 %d 个数太长（最多 %d 个）"), count, EXPR_ROW);
    if (!expr_make(out, count, true, c->r))
        return false;
    memcpy(out->v, v, (size_t)count * sizeof *v);
    return true;
}

double expr_arg(const struct expr_call *c, int i)
{
    return c->arg[i].v[0];
}

bool expr_index(struct expr_call *c, int i, long lo, long hi, long *out)
{
    double x = expr_arg(c, i);
    if (c->arg[i].row || !(x == floor(x)) || x < (double)lo || x > (double)hi)
        return reply_fail(c->r, c->arg_col[i], TEXT("%s: argument %d must be a whole number from %ld to %ld", "%s：第 %d 个参数应为 %ld 到 %ld 的整数"),
                          c->name, i + 1 + (c->word[0] != '\0'), lo, hi);
    *out = (long)x;
    return true;
}

bool expr_work(struct expr_call *c, double operations)
{
    c->in->work += operations;
    return c->in->work <= work_limit ||
           reply_fail(c->r, c->col, TEXT("%s: this takes too much arithmetic; ask for less", "%s：计算量太大，请缩小范围"), c->name);
}

/* ---- rows and indices ------------------------------------------------------ */

/* A row under construction: room for one more entry. */
static bool grow(struct expr_value *row, int *room, struct reply *r)
{
    int more = (int)room_more((size_t)*room, 8);
    if (row->count < *room)
        return true;
    double *v = mem_grow(row->v, (size_t)more, sizeof *v);
    row->v = v ? v : row->v;
    struct expr_figure *f = v ? mem_grow(row->figure, (size_t)more, sizeof *f) : NULL;
    row->figure = f ? f : row->figure;
    *room = f ? more : *room;
    return f || reply_no_memory(r);
}

static bool entry(struct expr_reader *in, struct expr_value *row, int *room)
{
    struct expr_value one = {0};
    expr_blanks(in);
    int col = expr_column(in);
    if (row->count == EXPR_ROW)
        return reply_fail(in->r, col, TEXT("a row holds at most %d numbers", "一行最多 %d 个数"), EXPR_ROW);
    if (!expr_sum(in, &one))
        return false;
    bool ok = !one.row || reply_fail(in->r, col, TEXT("a row holds plain numbers, not rows", "行里只能是数，不能再是行"));
    ok = ok && grow(row, room, in->r);
    if (ok) {
        row->v[row->count] = one.v[0];
        row->figure[row->count++] = one.figure ? one.figure[0] : (struct expr_figure){0};
    }
    expr_value_finish(&one);
    return ok;
}

static bool row(struct expr_reader *in, struct expr_value *out)
{
    int room = 0;
    bool ok = true;
    *out = (struct expr_value){.row = true};
    do
        ok = entry(in, out, &room);
    while (ok && expr_take(in, ","));
    ok = ok && (expr_take(in, "]") || expr_expected(in, "]", "[1, 2, 3]"));
    if (!ok)
        expr_value_finish(out);
    return ok;
}

static bool parenthesis(struct expr_reader *in, struct expr_value *out)
{
    if (!expr_sum(in, out))
        return false;
    if (expr_take(in, ")"))
        return true;
    expr_value_finish(out);
    return expr_expected(in, ")", NULL);
}

static bool primary(struct expr_reader *in, struct expr_value *out)
{
    expr_blanks(in);
    if (!expr_step(in))
        return false;
    const char *s = in->s + in->at;
    if (*s == '\0')
        return expr_expected(in, pair_in(TEXT("a number or a name", "数或名字"), in->r->lang), NULL);
    if (expr_is_digit(*s) || (*s == '.' && expr_is_digit(s[1])))
        return expr_literal(in, out);
    if (!expr_deeper(in))
        return false;
    bool ok = expr_take(in, "[") ? row(in, out) : expr_take(in, "(") ? parenthesis(in, out) : expr_named(in, out);
    in->depth--;
    return ok;
}

/* What stands in the brackets behind a row, as a place in it. */
static bool place(struct expr_reader *in, const struct expr_value *of, int *out)
{
    struct expr_value i = {0};
    if (!of->row)
        return reply_fail(in->r, expr_column(in), TEXT("this is one number, not a row", "这是一个数，不是一行"));
    in->at++;
    expr_blanks(in);
    int col = expr_column(in);
    bool ok = expr_deeper(in);
    ok = ok && expr_sum(in, &i) && (expr_take(in, "]") || expr_expected(in, "]", NULL));
    ok = ok && ((!i.row && i.v[0] == floor(i.v[0]) && i.v[0] >= 0 && i.v[0] < of->count) ||
                reply_fail(in->r, col, TEXT("the index must be a whole number from 0 to %d", "下标应为 0 到 %d 的整数"), of->count - 1));
    *out = ok ? (int)i.v[0] : 0;
    in->depth--;
    expr_value_finish(&i);
    return ok;
}

static bool indexed(struct expr_reader *in, struct expr_value *out)
{
    bool ok = primary(in, out);
    while (ok && in->s[in->at] == '[') {
        int i = 0;
        ok = place(in, out, &i);
        double x = ok ? out->v[i] : 0;
        expr_value_finish(out);
        ok = ok && expr_make(out, 1, false, in->r);
        if (ok)
            out->v[0] = x;
    }
    return ok;
}

/* ---- operators --------------------------------------------------------------- */

static double plus(double a, double b) { return a + b; }
static double minus(double a, double b) { return a - b; }
static double times(double a, double b) { return a * b; }
static double over(double a, double b) { return a / b; }

struct operation {
    const char *mark;
    double (*f)(double, double);
};

static const struct operation sums[] = {{"+", plus}, {"-", minus}, {NULL, NULL}};
static const struct operation products[] = {{"*", times}, {"/", over}, {NULL, NULL}};
static const struct operation powers[] = {{"^", pow}, {NULL, NULL}};

static const struct operation *operator_next(struct expr_reader *in, const struct operation *all)
{
    while (all->mark && !expr_take(in, all->mark))
        all++;
    return all->mark ? all : NULL;
}

/* a becomes a op b, entry by entry; a single number goes with every entry of a row. b is used up. */
static bool combine(struct expr_reader *in, struct expr_value *a, struct expr_value *b, const struct operation *op, int col)
{
    struct expr_value out = {0};
    int count = a->row ? a->count : b->count;
    bool ok = a->count == b->count || !a->row || !b->row ||
              reply_fail(in->r, col, TEXT("rows of %d and %d numbers do not go together", "%d 个数的行和 %d 个数的行不能一起算"), a->count, b->count);
    ok = ok && expr_step(in) && expr_make(&out, count, a->row || b->row, in->r);
    for (int i = 0; ok && i < count; i++)
        out.v[i] = op->f(a->v[a->row ? i : 0], b->v[b->row ? i : 0]);
    expr_value_finish(a);
    expr_value_finish(b);
    *a = out;
    return ok;
}

static bool signed_value(struct expr_reader *in, struct expr_value *out);

/* A value and what it is raised to: 2^3^2 = 2^(3^2), 2^-1. */
static bool power(struct expr_reader *in, struct expr_value *out)
{
    struct expr_value exponent = {0};
    if (!indexed(in, out))
        return false;
    expr_blanks(in);
    int col = expr_column(in);
    const struct operation *op = operator_next(in, powers);
    if (!op)
        return true;
    bool ok = expr_deeper(in) && signed_value(in, &exponent);
    in->depth--;
    if (ok)
        return combine(in, out, &exponent, op, col);
    expr_value_finish(out);
    return false;
}

static bool signed_value(struct expr_reader *in, struct expr_value *out)
{
    expr_blanks(in);
    size_t from = in->at;
    if (!expr_take(in, "-"))
        return power(in, out);
    bool ok = expr_deeper(in) && signed_value(in, out);
    in->depth--;
    for (int i = 0; ok && i < out->count; i++)
        out->v[i] = -out->v[i];
    if (ok && out->figure && !out->row)
        out->figure->from = from;
    return ok;
}

/* part op part op …, from left to right. */
static bool chain(struct expr_reader *in, struct expr_value *out, bool (*part)(struct expr_reader *, struct expr_value *),
                  const struct operation *operations)
{
    const struct operation *op;
    bool ok = part(in, out);
    while (ok) {
        struct expr_value right = {0};
        expr_blanks(in);
        int col = expr_column(in);
        op = operator_next(in, operations);
        if (!op)
            return true;
        ok = part(in, &right);
        if (!ok)
            expr_value_finish(out);
        ok = ok && combine(in, out, &right, op, col);
    }
    return false;
}

static bool product(struct expr_reader *in, struct expr_value *out)
{
    return chain(in, out, signed_value, products);
}

bool expr_sum(struct expr_reader *in, struct expr_value *out)
{
    return chain(in, out, product, sums);
}

bool expr_eval(const struct expr_context *c, const char *s, size_t n, struct expr_value *out, struct reply *r)
{
    struct expr_reader in;
    *out = (struct expr_value){0};
    bool ok = expr_open(&in, c, s, n, r) && expr_sum(&in, out) && expr_ended(&in);
    expr_close(&in);
    if (!ok)
        expr_value_finish(out);
    return ok;
}
