#include "model/expr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "model/expr_read.h"

enum { DEPTH = 32, STEPS = 10000 };


void expr_value_finish(struct expr_value *v)
{
    mem_free(v->v);
    *v = (struct expr_value){0};
}

bool expr_make(struct expr_value *out, int count, bool row, struct reply *r)
{
    *out = (struct expr_value){.row = row, .count = count, .v = mem_new(2 * (size_t)count + 1, sizeof *out->v)};
    out->unit = out->v ? out->v + count : NULL;
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
        return reply_fail(c->r, c->col, TEXT("%s: argument %d must be a whole number from %ld to %ld", "%s：第 %d 个参数应为 %ld 到 %ld 的整数"),
                          c->name, i + 1, lo, hi);
    *out = (long)x;
    return true;
}

/* ---- reading -------------------------------------------------------------- */

int expr_column(const struct expr_reader *in)
{
    return in->n == 0 ? 1 : in->at < in->n ? in->col[in->at] : in->col[in->n - 1] + 1;
}

void expr_blanks(struct expr_reader *in)
{
    while (in->at < in->n && (in->s[in->at] == ' ' || in->s[in->at] == '\t'))
        in->at++;
}

bool expr_take(struct expr_reader *in, const char *mark)
{
    size_t n = strlen(mark);
    expr_blanks(in);
    if (in->n - in->at < n || memcmp(in->s + in->at, mark, n) != 0)
        return false;
    in->at += n;
    return true;
}

bool expr_expected(struct expr_reader *in, const char *what)
{
    return reply_fail(in->r, expr_column(in), TEXT("expected %s here", "这里应有 %s"), what);
}

static bool deeper(struct expr_reader *in)
{
    if (++in->depth > DEPTH)
        return reply_fail(in->r, expr_column(in), TEXT("nested too deep (at most %d)", "嵌套太深（最多 %d 层）"), DEPTH);
    if (++in->steps > STEPS)
        return reply_fail(in->r, expr_column(in), TEXT("too long to work out (at most %d steps)", "计算量太大（最多 %d 步）"), STEPS);
    return true;
}

bool expr_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A literal: 12, -0.416, 4.5e-5, 97%, 5_120_000; its unit is that of its last digit. */
static bool literal(struct expr_reader *in, struct expr_value *out)
{
    char copy[EXPR_NAME];
    size_t n = 0;
    int decimals = 0, exponent = 0;
    bool point = false, whole = true;
    for (; in->at < in->n && n < EXPR_NAME - 1; in->at++) {
        char c = in->s[in->at];
        bool sign = (c == '-' || c == '+') && n > 0 && (copy[n - 1] == 'e' || copy[n - 1] == 'E');
        bool more = in->at + 1 < in->n && (expr_is_digit(in->s[in->at + 1]) || in->s[in->at + 1] == '-' || in->s[in->at + 1] == '+');
        if (c == '_' && n > 0)
            continue;
        if (!expr_is_digit(c) && c != '.' && !sign && !((c == 'e' || c == 'E') && more))
            break;
        point = point || c == '.';
        whole = whole && expr_is_digit(c);
        copy[n++] = c;
    }
    copy[n] = '\0';
    const char *e = strpbrk(copy, "eE"), *dot = strchr(copy, '.');
    if (dot)
        decimals = (int)((e ? (size_t)(e - copy) : n) - (size_t)(dot - copy) - 1);
    double x, power = 0;
    if (e && number_parse(e + 1, strlen(e + 1), &power) == NUMBER_OK)
        exponent = (int)power;
    if (number_parse(copy, n, &x) != NUMBER_OK)
        return reply_fail(in->r, expr_column(in), TEXT("'%s' is not a number", "“%s”不是数"), copy);
    bool percent = expr_take(in, "%");
    if (!expr_make(out, 1, false, in->r))
        return false;
    out->v[0] = percent ? x / 100 : x;
    out->unit[0] = whole && !percent ? -1 : pow(10, exponent - decimals - (percent ? 2 : 0));
    return true;
}

static bool row(struct expr_reader *in, struct expr_value *out)
{
    double v[EXPR_ROW], unit[EXPR_ROW];
    int count = 0;
    do {
        struct expr_value one = {0};
        if (!expr_sum(in, &one))
            return false;
        if (one.row || count == EXPR_ROW) {
            expr_value_finish(&one);
            return reply_fail(in->r, expr_column(in), TEXT("a row holds at most %d plain numbers", "一行最多 %d 个数，且不能嵌套"), EXPR_ROW);
        }
        v[count] = one.v[0];
        unit[count++] = one.unit[0];
        expr_value_finish(&one);
    } while (expr_take(in, ","));
    if (!expr_take(in, "]"))
        return expr_expected(in, "]");
    if (!expr_make(out, count, true, in->r))
        return false;
    memcpy(out->v, v, (size_t)count * sizeof *v);
    memcpy(out->unit, unit, (size_t)count * sizeof *unit);
    return true;
}

static bool primary(struct expr_reader *in, struct expr_value *out)
{
    expr_blanks(in);
    if (in->at == in->n)
        return expr_expected(in, pair_in(TEXT("a value", "值"), in->r->lang));
    if (expr_take(in, "["))
        return row(in, out);
    if (expr_take(in, "(")) {
        if (!expr_sum(in, out))
            return false;
        if (expr_take(in, ")"))
            return true;
        expr_value_finish(out);
        return expr_expected(in, ")");
    }
    if (expr_is_digit(in->s[in->at]) || in->s[in->at] == '.')
        return literal(in, out);
    return expr_named(in, out);
}

static bool indexed(struct expr_reader *in, struct expr_value *out)
{
    if (!primary(in, out))
        return false;
    while (in->at < in->n && in->s[in->at] == '[') {
        struct expr_value i = {0};
        in->at++;
        bool ok = expr_sum(in, &i) && (expr_take(in, "]") || expr_expected(in, "]"));
        ok = ok && ((!i.row && i.v[0] == floor(i.v[0]) && i.v[0] >= 0 && i.v[0] < out->count) ||
                    reply_fail(in->r, expr_column(in), TEXT("index outside 0 to %d", "下标应为 0 到 %d"), out->count - 1));
        double x = ok ? out->v[(int)i.v[0]] : 0;
        expr_value_finish(&i);
        expr_value_finish(out);
        if (!ok || !expr_make(out, 1, false, in->r))
            return false;
        out->v[0] = x;
    }
    return true;
}

/* a op b entry by entry; a single number goes with every entry of a row. */
static bool combine(struct expr_reader *in, struct expr_value *a, struct expr_value *b, char op)
{
    struct expr_value out = {0};
    int count = a->count > b->count ? a->count : b->count;
    bool fits = a->count == b->count || !a->row || !b->row;
    bool ok = fits ? expr_make(&out, count, a->row || b->row, in->r)
                   : reply_fail(in->r, expr_column(in), TEXT("rows of %d and %d numbers do not go together", "%d 个数的行和 %d 个数的行不能一起算"), a->count, b->count);
    for (int i = 0; ok && i < count; i++) {
        double x = a->v[a->row ? i : 0], y = b->v[b->row ? i : 0];
        out.v[i] = op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : op == '/' ? x / y : pow(x, y);
    }
    expr_value_finish(a);
    expr_value_finish(b);
    *a = out;
    return ok;
}

static bool signed_value(struct expr_reader *in, struct expr_value *out)
{
    if (!deeper(in))
        return false;
    bool ok;
    if (expr_take(in, "-")) {
        ok = signed_value(in, out);
        for (int i = 0; ok && i < out->count; i++)
            out->v[i] = -out->v[i];
    } else {
        ok = indexed(in, out);
        if (ok && expr_take(in, "^")) {
            struct expr_value power = {0};
            ok = signed_value(in, &power);
            if (ok)
                ok = combine(in, out, &power, '^');
            else
                expr_value_finish(out);
        }
    }
    in->depth--;
    return ok;
}

static bool chain(struct expr_reader *in, struct expr_value *out, bool (*part)(struct expr_reader *, struct expr_value *), const char *const *marks,
                  const char *ops)
{
    if (!part(in, out))
        return false;
    for (int i = 0; marks[i];) {
        if (!expr_take(in, marks[i])) {
            i++;
            continue;
        }
        struct expr_value right = {0};
        if (!part(in, &right)) {
            expr_value_finish(out);
            return false;
        }
        if (!combine(in, out, &right, ops[i]))
            return false;
        i = 0;
    }
    return true;
}

static bool product(struct expr_reader *in, struct expr_value *out)
{
    static const char *const marks[] = {"*", "/", "×", "÷", NULL};
    return chain(in, out, signed_value, marks, "*/*/");
}

bool expr_sum(struct expr_reader *in, struct expr_value *out)
{
    static const char *const marks[] = {"+", "-", NULL};
    if (!deeper(in))
        return false;
    bool ok = chain(in, out, product, marks, "+-");
    in->depth--;
    return ok;
}

/* ---- from text to reader -------------------------------------------------- */

static uint32_t fold(uint32_t ch)
{
    if (ch >= 0xFF01 && ch <= 0xFF5E)
        return ch - 0xFF01 + '!';
    return ch == 0x3000 ? ' ' : ch == 0x2212 ? '-' : ch;
}

bool expr_open(struct expr_reader *in, const struct expr_context *c, const char *s, size_t n, struct reply *r)
{
    char *folded = mem_new(n + 1, 1);
    int *col = mem_new(n + 1, sizeof *col);
    *in = (struct expr_reader){.context = c, .scene = c->now, .s = folded, .col = col, .r = r};
    if (!folded || !col)
        return reply_no_memory(r);
    int at_col = 1;
    for (size_t i = 0; i < n; at_col++) {
        uint32_t ch;
        char bytes[4];
        size_t k = utf8_decode(s + i, n - i, &ch);
        if (k == 0)
            return reply_fail(r, at_col, TEXT("these bytes are not UTF-8", "这里的字节不是 UTF-8"));
        size_t len = utf8_encode(fold(ch), bytes);
        for (size_t b = 0; b < len; b++) {
            folded[in->n] = bytes[b];
            col[in->n++] = at_col;
        }
        i += k;
    }
    return true;
}

void expr_close(struct expr_reader *in)
{
    mem_free((char *)in->s);
    mem_free((int *)in->col);
}

bool expr_ended(struct expr_reader *in)
{
    expr_blanks(in);
    return in->at == in->n || reply_fail(in->r, expr_column(in), TEXT("this is too much here", "这里有多余的内容"));
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
