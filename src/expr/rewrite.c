/* Texts derived from an expression: a language-independent form, and mutants with a wrong
 * digit. The reader marks the places to change while it evaluates. */
#include <string.h>

#include "base/mem.h"
#include "expr/read.h"

/* Reads a condition or a plain expression, collecting marks. */
static bool read_marked(struct expr_reader *in)
{
    struct expr_value v = {0};
    struct expr_outcome outcome;
    if (!expr_sum(in, &v))
        return false;
    if (expr_relation_follows(in))
        return expr_condition_from(in, &v, &outcome) && expr_ended(in);
    expr_value_finish(&v);
    return expr_ended(in);
}

/* ---- the same in every language ---------------------------------------------- */

static bool is_operator(char c)
{
    return c == '\0' || strchr(" ([,+-*/^=<>!~", c) != NULL;
}

/* Adds byte i unless it is redundant: a blank next to an operator, a digit separator, the second = of ==. */
static void add_plain(const struct expr_reader *in, size_t i, struct text *out)
{
    char c = in->s[i], last = out->len ? out->s[out->len - 1] : '\0';
    size_t next = i + strspn(in->s + i, " ");
    bool between = c == ' ' && last != ' ' && !is_operator(last) && !is_operator(in->s[next]) &&
                   !strchr("])", in->s[next]);
    bool grouping = c == '_' && expr_is_digit(last) && expr_is_digit(in->s[i + 1]);
    bool twice = c == '=' && last == '=';
    if ((c != ' ' || between) && !grouping && !twice)
        text_add_char(out, c);
}

bool expr_normal(const struct expr_context *c, const char *s, size_t n, struct text *out, struct reply *r)
{
    struct expr_reader in;
    struct expr_marks marks = {0};
    bool ok = expr_open(&in, c, s, n, r);
    in.marks = &marks;
    ok = ok && read_marked(&in);
    int next = 0;
    text_clear(out);
    for (size_t i = 0; ok && i < in.n;) {
        while (next < marks.count && (marks.v[next].kind != EXPR_MARK_WORD || marks.v[next].from < i))
            next++;
        if (next < marks.count && marks.v[next].from == i) {
            text_addf(out, "%d", marks.v[next].index);
            i = marks.v[next].to;
        } else {
            add_plain(&in, i++, out);
        }
    }
    mem_free(marks.v);
    expr_close(&in);
    return ok && !r->failed && (!out->failed || reply_no_memory(r));
}

/* ---- wrong digits ----------------------------------------------------------------- */

static void change(const struct expr_reader *in, const struct expr_mark *m, const char *s, struct text *out)
{
    size_t at = m->from; /* the last digit, before any exponent */
    for (size_t i = m->from; i < m->to && in->s[i] != 'e' && in->s[i] != 'E'; i++)
        at = expr_is_digit(in->s[i]) ? i : at;
    int step = m->kind == EXPR_MARK_NEAR ? 3 : 1, digit = in->s[at] - '0';
    text_add_bytes(out, s, in->origin[at]);
    text_add_char(out, (char)('0' + (digit + step <= 9 ? digit + step : digit - step)));
    text_add_bytes(out, s + in->origin[at + 1], in->origin[in->n] - in->origin[at + 1]);
}

int expr_mutate(const struct expr_context *c, const char *s, size_t n, int k, struct text *out,
                struct reply *r)
{
    struct expr_reader in;
    struct expr_marks marks = {0};
    bool ok = expr_open(&in, c, s, n, r);
    in.marks = &marks;
    ok = ok && read_marked(&in);
    int count = 0;
    text_clear(out);
    for (int i = 0; ok && i < marks.count; i++)
        if (marks.v[i].kind != EXPR_MARK_WORD && count++ == k)
            change(&in, &marks.v[i], s, out);
    mem_free(marks.v);
    expr_close(&in);
    ok = ok && !r->failed && (!out->failed || reply_no_memory(r));
    return ok ? count : -1;
}
