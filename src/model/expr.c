#include "model/expr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "model/expr_call.h"

enum { DEPTH = 32, STEPS = 10000, NAME = 64 };

struct reader {
    const struct expr_context *context;
    const struct scene *scene;       /* of the prefix in front of a name */
    int head;
    const char *s;                   /* folded to ASCII */
    const int *col;                  /* of every byte in the original */
    size_t at, n;
    int depth, steps;
    struct reply *r;
};

static bool sum(struct reader *in, struct expr_value *out);

void expr_value_finish(struct expr_value *v)
{
    mem_free(v->v);
    *v = (struct expr_value){0};
}

static bool make(struct expr_value *out, int count, bool row, struct reply *r)
{
    *out = (struct expr_value){.row = row, .count = count, .v = mem_new(2 * (size_t)count + 1, sizeof *out->v)};
    out->unit = out->v ? out->v + count : NULL;
    return out->v || reply_no_memory(r);
}

bool expr_number(struct expr_call *c, struct expr_value *out, double x)
{
    if (!make(out, 1, false, c->r))
        return false;
    out->v[0] = x;
    return true;
}

bool expr_row(struct expr_call *c, struct expr_value *out, const double *v, int count)
{
    if (count > EXPR_ROW)
        return reply_fail(c->r, c->col, TEXT("a row of %d numbers is too long (at most %d)", "一行 %d 个数太长（最多 %d 个）"), count, EXPR_ROW);
    if (!make(out, count, true, c->r))
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

static int column(const struct reader *in)
{
    return in->n == 0 ? 1 : in->at < in->n ? in->col[in->at] : in->col[in->n - 1] + 1;
}

static void blanks(struct reader *in)
{
    while (in->at < in->n && (in->s[in->at] == ' ' || in->s[in->at] == '\t'))
        in->at++;
}

static bool take(struct reader *in, const char *mark)
{
    size_t n = strlen(mark);
    blanks(in);
    if (in->n - in->at < n || memcmp(in->s + in->at, mark, n) != 0)
        return false;
    in->at += n;
    return true;
}

static bool expected(struct reader *in, const char *what)
{
    return reply_fail(in->r, column(in), TEXT("expected %s here", "这里应有 %s"), what);
}

static bool deeper(struct reader *in)
{
    if (++in->depth > DEPTH)
        return reply_fail(in->r, column(in), TEXT("nested too deep (at most %d)", "嵌套太深（最多 %d 层）"), DEPTH);
    if (++in->steps > STEPS)
        return reply_fail(in->r, column(in), TEXT("too long to work out (at most %d steps)", "计算量太大（最多 %d 步）"), STEPS);
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A literal: 12, -0.416, 4.5e-5, 97%, 5_120_000; its unit is that of its last digit. */
static bool literal(struct reader *in, struct expr_value *out)
{
    char copy[NAME];
    size_t n = 0;
    int decimals = 0, exponent = 0;
    bool point = false, whole = true;
    for (; in->at < in->n && n < NAME - 1; in->at++) {
        char c = in->s[in->at];
        bool sign = (c == '-' || c == '+') && n > 0 && (copy[n - 1] == 'e' || copy[n - 1] == 'E');
        bool more = in->at + 1 < in->n && (is_digit(in->s[in->at + 1]) || in->s[in->at + 1] == '-' || in->s[in->at + 1] == '+');
        if (c == '_' && n > 0)
            continue;
        if (!is_digit(c) && c != '.' && !sign && !((c == 'e' || c == 'E') && more))
            break;
        point = point || c == '.';
        whole = whole && is_digit(c);
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
        return reply_fail(in->r, column(in), TEXT("'%s' is not a number", "“%s”不是数"), copy);
    bool percent = take(in, "%");
    if (!make(out, 1, false, in->r))
        return false;
    out->v[0] = percent ? x / 100 : x;
    out->unit[0] = whole && !percent ? -1 : pow(10, exponent - decimals - (percent ? 2 : 0));
    return true;
}

static bool row(struct reader *in, struct expr_value *out)
{
    double v[EXPR_ROW], unit[EXPR_ROW];
    int count = 0;
    do {
        struct expr_value one = {0};
        if (!sum(in, &one))
            return false;
        if (one.row || count == EXPR_ROW) {
            expr_value_finish(&one);
            return reply_fail(in->r, column(in), TEXT("a row holds at most %d plain numbers", "一行最多 %d 个数，且不能嵌套"), EXPR_ROW);
        }
        v[count] = one.v[0];
        unit[count++] = one.unit[0];
        expr_value_finish(&one);
    } while (take(in, ","));
    if (!take(in, "]"))
        return expected(in, "]");
    if (!make(out, count, true, in->r))
        return false;
    memcpy(out->v, v, (size_t)count * sizeof *v);
    memcpy(out->unit, unit, (size_t)count * sizeof *unit);
    return true;
}

/* Letters of a name: everything that is no blank, operator or bracket. */
static size_t name_length(const struct reader *in)
{
    size_t n = 0;
    while (in->at + n < in->n && !strchr(" \t()[],+-*/^=<>.%\"", in->s[in->at + n]))
        n++;
    return n;
}

/* The text of one argument, up to the , or ) that ends it. */
static size_t argument_length(const struct reader *in)
{
    int depth = 0;
    size_t n = 0;
    bool quoted = false;
    for (; in->at + n < in->n; n++) {
        char c = in->s[in->at + n];
        quoted = quoted != (c == '"');
        if (!quoted && depth == 0 && (c == ',' || c == ')'))
            break;
        depth += !quoted && (c == '(' || c == '[');
        depth -= !quoted && (c == ')' || c == ']');
    }
    return n;
}

static bool copy_name(const char *s, size_t n, char out[NAME])
{
    while (n > 0 && s[n - 1] == ' ')
        n--;
    if (n >= 2 && s[0] == '"' && s[n - 1] == '"') {
        s++;
        n -= 2;
    }
    if (n == 0 || n >= NAME)
        return false;
    memcpy(out, s, n);
    out[n] = '\0';
    return true;
}

/* The index of a word named by the next argument; -1 when it is none (then it is an expression). */
static int word_argument(struct reader *in, char kind)
{
    char name[NAME];
    struct reply quiet = {0};
    blanks(in);
    size_t n = argument_length(in);
    bool memory = kind == 'h' || (kind == 's' && config_crosses(&in->scene->config));
    const struct state *st = &in->scene->state;
    if (!copy_name(in->s + in->at, n, name))
        return -1;
    int i = memory ? state_memory_token(st, name, 0, &quiet) : state_token(st, name, 0, &quiet);
    reply_finish(&quiet);
    if (i >= 0)
        in->at += n;
    return i;
}

static bool argument(struct reader *in, char kind, struct expr_value *out)
{
    char k = kind >= 'A' && kind <= 'Z' ? (char)(kind - 'A' + 'a') : kind;
    int words = (int)in->scene->state.sentence->count;
    if (k != 't' && k != 's' && k != 'h')
        return sum(in, out);
    int i = word_argument(in, k), col = column(in);
    if (i >= 0) {
        if (!make(out, 1, false, in->r))
            return false;
        out->v[0] = i;
        return true;
    }
    if (k == 's' && config_crosses(&in->scene->config))
        words = in->scene->config.m;
    if (k == 'h')
        words = in->scene->config.m;
    char name[NAME];
    bool named = copy_name(in->s + in->at, argument_length(in), name) && !is_digit(name[0]) && !strpbrk(name, "()[]+-*/^");
    if (named) {
        state_token(&in->scene->state, name, col, in->r);
        return false;
    }
    if (!sum(in, out))
        return false;
    if (out->row || out->v[0] != floor(out->v[0]) || out->v[0] < 0 || out->v[0] >= words) {
        expr_value_finish(out);
        return reply_fail(in->r, col, TEXT("no word stands there (positions 0 to %d)", "那里没有词（位置 0 到 %d）"), words - 1);
    }
    return true;
}

static const struct expr_function *find(const char *name)
{
    static const struct expr_function *const groups[] = {expr_attention, expr_numbers, expr_encoding, expr_cost};
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        for (const struct expr_function *f = groups[g]; f->name; f++)
            if (strcmp(f->name, name) == 0)
                return f;
    return NULL;
}

/* The arguments in brackets, each by its kind. An 'a' is a bare name, kept in out->name. */
static bool arguments(struct reader *in, const struct expr_function *f, struct expr_call *call, char name[NAME])
{
    const char *kind = f->args;
    if (!take(in, "("))
        return *kind == '\0' || (*kind >= 'A' && *kind <= 'Z') || expected(in, "(");
    if (take(in, ")"))
        return *kind == '\0' || (*kind >= 'A' && *kind <= 'Z') || expected(in, pair_in(TEXT("an argument", "参数"), in->r->lang));
    do {
        if (!*kind || call->count == EXPR_ARGS)
            return reply_fail(in->r, column(in), TEXT("%s takes fewer arguments", "%s 的参数太多"), f->name);
        if (*kind == 'a') {
            blanks(in);
            size_t n = name_length(in);
            if (!copy_name(in->s + in->at, n, name))
                return expected(in, pair_in(TEXT("a name", "名字"), in->r->lang));
            in->at += n;
            call->name = name;
        } else if (!argument(in, *kind, &call->arg[call->count++])) {
            call->count--;
            return false;
        }
        kind++;
    } while (take(in, ","));
    if (!take(in, ")"))
        return expected(in, ")");
    return *kind == '\0' || (*kind >= 'A' && *kind <= 'Z') ||
           reply_fail(in->r, column(in) - 1, TEXT("%s: an argument is missing", "%s：缺少参数"), f->name);
}

static bool call_function(struct reader *in, const struct expr_function *f, int col, struct expr_value *out)
{
    char name[NAME] = "";
    struct expr_call call = {.scene = in->scene, .head = in->head, .name = f->name, .r = in->r, .col = col, .param = f->param};
    bool ok = arguments(in, f, &call, name) && f->call(&call, out);
    for (int i = 0; i < call.count; i++)
        expr_value_finish(&call.arg[i]);
    return ok;
}

/* A. or h2. in front of a name: another scene, another head. */
static bool prefix(struct reader *in, const char *name, int col)
{
    if (name[0] == 'h' && is_digit(name[1]) && strspn(name + 1, "0123456789") == strlen(name + 1)) {
        in->head = (int)strtol(name + 1, NULL, 10) - 1;
        return (in->head >= 0 && in->head < in->scene->config.heads) ||
               reply_fail(in->r, col, TEXT("%s: there are only %d heads (h1 is the first)", "%s：只有 %d 个头（h1 是第一个）"), name,
                          in->scene->config.heads);
    }
    const struct scene *scene = in->context->named ? in->context->named(in->context->arg, name) : NULL;
    if (!scene)
        return reply_fail(in->r, col, TEXT("no state is pinned as '%s'", "没有名为“%s”的定格"), name);
    in->scene = scene;
    return true;
}

static bool named(struct reader *in, struct expr_value *out)
{
    const struct scene *scene = in->scene;
    int head = in->head, col = column(in);
    char name[NAME];
    size_t n = name_length(in);
    bool ok = copy_name(in->s + in->at, n, name) || expected(in, pair_in(TEXT("a number or a name", "数或名字"), in->r->lang));
    in->at += n;
    while (ok && in->at < in->n && in->s[in->at] == '.') {
        in->at++;
        ok = prefix(in, name, col);
        n = name_length(in);
        col = column(in);
        ok = ok && (copy_name(in->s + in->at, n, name) || expected(in, pair_in(TEXT("a name", "名字"), in->r->lang)));
        in->at += n;
    }
    const struct expr_function *f = ok ? find(name) : NULL;
    if (ok && !f)
        ok = reply_fail(in->r, col, TEXT("no value is called '%s' (help values lists them)", "没有叫“%s”的值（help values 列出全部）"), name);
    ok = ok && call_function(in, f, col, out);
    in->scene = scene;
    in->head = head;
    return ok;
}

static bool primary(struct reader *in, struct expr_value *out)
{
    blanks(in);
    if (in->at == in->n)
        return expected(in, pair_in(TEXT("a value", "值"), in->r->lang));
    if (take(in, "["))
        return row(in, out);
    if (take(in, "(")) {
        if (!sum(in, out))
            return false;
        if (take(in, ")"))
            return true;
        expr_value_finish(out);
        return expected(in, ")");
    }
    if (is_digit(in->s[in->at]) || in->s[in->at] == '.')
        return literal(in, out);
    return named(in, out);
}

static bool indexed(struct reader *in, struct expr_value *out)
{
    if (!primary(in, out))
        return false;
    while (in->at < in->n && in->s[in->at] == '[') {
        struct expr_value i = {0};
        in->at++;
        bool ok = sum(in, &i) && (take(in, "]") || expected(in, "]"));
        ok = ok && ((!i.row && i.v[0] == floor(i.v[0]) && i.v[0] >= 0 && i.v[0] < out->count) ||
                    reply_fail(in->r, column(in), TEXT("index outside 0 to %d", "下标应为 0 到 %d"), out->count - 1));
        double x = ok ? out->v[(int)i.v[0]] : 0;
        expr_value_finish(&i);
        expr_value_finish(out);
        if (!ok || !make(out, 1, false, in->r))
            return false;
        out->v[0] = x;
    }
    return true;
}

/* a op b entry by entry; a single number goes with every entry of a row. */
static bool combine(struct reader *in, struct expr_value *a, struct expr_value *b, char op)
{
    struct expr_value out = {0};
    int count = a->count > b->count ? a->count : b->count;
    bool fits = a->count == b->count || !a->row || !b->row;
    bool ok = fits ? make(&out, count, a->row || b->row, in->r)
                   : reply_fail(in->r, column(in), TEXT("rows of %d and %d numbers do not go together", "%d 个数的行和 %d 个数的行不能一起算"), a->count, b->count);
    for (int i = 0; ok && i < count; i++) {
        double x = a->v[a->row ? i : 0], y = b->v[b->row ? i : 0];
        out.v[i] = op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : op == '/' ? x / y : pow(x, y);
    }
    expr_value_finish(a);
    expr_value_finish(b);
    *a = out;
    return ok;
}

static bool signed_value(struct reader *in, struct expr_value *out)
{
    if (!deeper(in))
        return false;
    bool ok;
    if (take(in, "-")) {
        ok = signed_value(in, out);
        for (int i = 0; ok && i < out->count; i++)
            out->v[i] = -out->v[i];
    } else {
        ok = indexed(in, out);
        if (ok && take(in, "^")) {
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

static bool chain(struct reader *in, struct expr_value *out, bool (*part)(struct reader *, struct expr_value *), const char *const *marks,
                  const char *ops)
{
    if (!part(in, out))
        return false;
    for (int i = 0; marks[i];) {
        if (!take(in, marks[i])) {
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

static bool product(struct reader *in, struct expr_value *out)
{
    static const char *const marks[] = {"*", "/", "×", "÷", NULL};
    return chain(in, out, signed_value, marks, "*/*/");
}

static bool sum(struct reader *in, struct expr_value *out)
{
    static const char *const marks[] = {"+", "-", NULL};
    if (!deeper(in))
        return false;
    bool ok = chain(in, out, product, marks, "+-");
    in->depth--;
    return ok;
}

/* ---- conditions ----------------------------------------------------------- */

static const struct { const char *mark; char op; } relations[] = {
    {"≤", 'l'}, {"<=", 'l'}, {"≥", 'g'}, {">=", 'g'}, {"≠", '!'}, {"!=", '!'}, {"≈", '~'}, {"==", '='}, {"=", '='}, {"<", '<'}, {">", '>'},
};

static char relation(struct reader *in)
{
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
        if (take(in, relations[i].mark))
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

static bool say_false(struct reader *in, double x, double y, double unit, int col)
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

static bool compare(struct reader *in, const struct expr_value *a, const struct expr_value *b, char op, int col)
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

static bool comparison(struct reader *in)
{
    struct expr_value a = {0}, b = {0};
    if (!sum(in, &a))
        return false;
    char op = relation(in);
    blanks(in);
    int col = column(in);
    bool ok = op != 0 || expected(in, "= ≠ ≈ < > ≤ ≥");
    ok = ok && sum(in, &b) && compare(in, &a, &b, op, col);
    expr_value_finish(&a);
    expr_value_finish(&b);
    return ok;
}

/* ---- from text to reader -------------------------------------------------- */

static uint32_t fold(uint32_t ch)
{
    if (ch >= 0xFF01 && ch <= 0xFF5E)
        return ch - 0xFF01 + '!';
    return ch == 0x3000 ? ' ' : ch == 0x2212 ? '-' : ch;
}

static bool open_reader(struct reader *in, const struct expr_context *c, const char *s, size_t n, struct reply *r)
{
    char *folded = mem_new(n + 1, 1);
    int *col = mem_new(n + 1, sizeof *col);
    *in = (struct reader){.context = c, .scene = c->now, .s = folded, .col = col, .r = r};
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

static void close_reader(struct reader *in)
{
    mem_free((char *)in->s);
    mem_free((int *)in->col);
}

static bool ended(struct reader *in)
{
    blanks(in);
    return in->at == in->n || reply_fail(in->r, column(in), TEXT("this is too much here", "这里有多余的内容"));
}

bool expr_eval(const struct expr_context *c, const char *s, size_t n, struct expr_value *out, struct reply *r)
{
    struct reader in;
    *out = (struct expr_value){0};
    bool ok = open_reader(&in, c, s, n, r) && sum(&in, out) && ended(&in);
    close_reader(&in);
    if (!ok)
        expr_value_finish(out);
    return ok;
}

bool expr_check(const struct expr_context *c, const char *s, size_t n, struct reply *r)
{
    struct reader in;
    bool ok = open_reader(&in, c, s, n, r);
    do
        ok = ok && comparison(&in);
    while (ok && take(&in, "and"));
    ok = ok && ended(&in);
    close_reader(&in);
    return ok;
}
