#include "expr/expr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/near.h"
#include "base/number.h"
#include "base/room.h"
#include "base/words.h"
#include "core/math/elementary.h"
#include "expr/read.h"
#include "state/matrices.h"

/* ==== names: A.h2.weight(猫,狗) ==================================================
 *
 * Arguments that name words are looked up in the scene; all others are expressions. */

const struct expr_function *const expr_groups[] = {
    expr_attention, expr_heads,  expr_numbers,         expr_sines, expr_encoding, expr_cost,
    expr_orders,    expr_answer, expr_training_values, expr_cause, NULL};

const struct expr_function *expr_find(const char *name)
{
    for (int g = 0; expr_groups[g]; g++)
        for (const struct expr_function *f = expr_groups[g]; f->name; f++)
            if (strcmp(f->name, name) == 0)
                return f;
    return NULL;
}

static bool no_value(struct expr_reader *in, const char *name, int col)
{
    const char *near = NULL;
    struct matrix_ref matrix;
    if (matrices_find(&in->scene->state, name, &matrix))
        return reply_fail(in->r, col, TEXT("%s is a whole matrix, not a value: 'export csv %s -' prints it"),
                          name, name);
    for (int g = 0; expr_groups[g] && !near; g++)
        near = near_name(name, expr_groups[g], sizeof **expr_groups);
    if (near)
        return reply_fail(in->r, col, TEXT("no value is called '%s': did you mean '%s'?"), name, near);
    return reply_fail(in->r, col, TEXT("no value is called '%s' (help values lists them)"), name);
}

/* ---- pieces of text -------------------------------------------------------- */

/* Returns the length of one argument: up to its , or ), without trailing blanks. */
static size_t argument_length(const struct expr_reader *in)
{
    const char *s = in->s + in->at;
    int depth = 0;
    size_t n = 0;
    bool quoted = false;
    for (; s[n] && (quoted || depth > 0 || (s[n] != ',' && s[n] != ')')); n++) {
        if (quoted && s[n] == '\\' && s[n + 1])
            n++;
        else if (s[n] == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (s[n] == '(' || s[n] == '[') - (s[n] == ')' || s[n] == ']');
    }
    while (n > 0 && s[n - 1] == ' ')
        n--;
    return n;
}

/* Reads a name. Returns false if there is none or it is too long. */
static bool take_name(struct expr_reader *in, char out[EXPR_NAME])
{
    size_t n = strcspn(in->s + in->at, " ()[],+-*/^=<>.%\"!~"); /* up to a blank, operator or bracket */
    if (n == 0 || n >= EXPR_NAME)
        return false;
    memcpy(out, in->s + in->at, n);
    out[n] = '\0';
    in->at += n;
    return true;
}

/* ---- arguments that name a word --------------------------------------------- */

/* Returns true if an argument of this kind names a word of the memory. */
static bool of_memory(const struct expr_reader *in, char kind)
{
    return kind == 'h' || (kind == 's' && config_crosses(&in->scene->config));
}

static int find_word(struct expr_reader *in, char kind, const char *name, struct reply *r)
{
    const struct state *st = &in->scene->state;
    int col = expr_column(in);
    if (kind == 'c')
        return state_class_token(st, name, col, r);
    return of_memory(in, kind) ? state_memory_token(st, name, col, r) : state_token(st, name, col, r);
}

/* Reads a computed number of a word, from 0 wherever the sentence starts: at(猫) + 1. */
static bool word_number(struct expr_reader *in, char kind, struct expr_value *out)
{
    const struct config *c = &in->scene->config;
    int col = expr_column(in), words = kind == 'c' ? c->classes : of_memory(in, kind) ? c->m : c->n;
    bool outer = in->naming;
    in->naming = true;
    bool ok = expr_sum(in, out);
    in->naming = outer;
    if (!ok)
        return false;
    if (!out->row && out->v[0] == floor(out->v[0]) && out->v[0] >= 0 && out->v[0] < words)
        return true;
    expr_value_finish(out);
    return reply_fail(in->r, col, TEXT("there is no word with this number (0 to %d)"), words - 1);
}

/* Reads a word, word#2 or its number; otherwise an expression for a number. */
static bool word_argument(struct expr_reader *in, char kind, struct expr_value *out)
{
    struct text name = {0};
    struct reply quiet = {0};
    size_t n = argument_length(in);
    bool quoted = n >= 2 && in->s[in->at] == '"' && in->s[in->at + n - 1] == '"';
    if (quoted)
        words_unquote(&name, in->s + in->at + 1, n - 2, true);
    else
        text_add_bytes(&name, in->s + in->at, n);
    bool ok = !name.failed || reply_no_memory(in->r);
    int i = ok ? find_word(in, kind, text_str(&name), &quiet) : -1;
    bool word = quoted || (!strpbrk(text_str(&name), "()[]+-*/^") && !expr_find(text_str(&name)));
    if (ok && i < 0 && word)
        ok = find_word(in, kind, text_str(&name), in->r) >= 0;
    text_finish(&name);
    reply_finish(&quiet);
    if (!ok)
        return false;
    if (i < 0)
        return word_number(in, kind, out);
    expr_mark(in, (struct expr_mark){EXPR_MARK_WORD, in->at, in->at + n, i});
    in->at += n;
    if (!expr_step(in) || !expr_make(out, 1, false, in->r))
        return false;
    out->v[0] = i;
    return true;
}

/* ---- arguments ----------------------------------------------------------------- */

static char small(char kind)
{
    return kind >= 'A' && kind <= 'Z' ? (char)(kind - 'A' + 'a') : kind;
}

static bool may_end(const char *kinds)
{
    return *kinds == '\0' || *kinds != small(*kinds);
}

static bool argument(struct expr_reader *in, char kind, struct expr_call *call)
{
    struct expr_value *out = &call->arg[call->count];
    expr_blanks(in);
    int col = expr_column(in);
    if (kind == 'u') /* a word, or -1: all of them */
        kind = in->s[in->at] == '-' ? 'n' : 't';
    if (kind == 'a') { /* a bare name or a quoted one */
        bool quoted = expr_take(in, "\"");
        call->word_col = expr_column(in);
        return (take_name(in, call->word) && (!quoted || expr_take(in, "\""))) ||
               expr_expected(in, text_in(TEXT("a name"), in->r->lang), call->example);
    }
    if (strchr(",)", in->s[in->at])) /* also at the end of the text */
        return expr_expected(in, text_in(TEXT("an argument"), in->r->lang), call->example);
    bool word = strchr("tshc", kind) != NULL;
    if (!(word ? word_argument(in, kind, out) : expr_sum(in, out)))
        return false;
    call->arg_col[call->count++] = col;
    return kind != 'n' || !out->row ||
           reply_fail(in->r, col, TEXT("%s needs a number here, not a row"), call->name);
}

/* Reports too many arguments, or too few. Returns false. */
static bool miscounted(struct expr_reader *in, const struct expr_call *call, int col, bool many)
{
    struct text example = TEXT_HERE;
    sample_add(&example, call->example, in->r->lang);
    reply_fail(in->r, col,
               many ? TEXT("%s: too many arguments; example: %s") : TEXT("%s: missing argument; example: %s"),
               call->name, text_str(&example));
    text_finish(&example);
    return false;
}

/* Reads the arguments in parentheses, each by its kind. */
static bool arguments(struct expr_reader *in, const char *kinds, struct expr_call *call)
{
    if (!expr_take(in, "("))
        return may_end(kinds) || expr_expected(in, "(", call->example);
    if (may_end(kinds) && expr_take(in, ")"))
        return true;
    for (; *kinds; kinds++) {
        if (!argument(in, small(*kinds), call))
            return false;
        if (!expr_take(in, ","))
            break;
        if (!kinds[1])
            return miscounted(in, call, expr_column(in) - 1, true);
    }
    if (*kinds && !may_end(kinds + 1) && in->s[in->at] == ')')
        return miscounted(in, call, expr_column(in), false);
    return expr_take(in, ")") || expr_expected(in, ")", call->example);
}

static bool call_function(struct expr_reader *in, const struct expr_function *f, int col,
                          struct expr_value *out)
{
    struct expr_call call = {.scene = in->scene,
                             .head = in->head,
                             .name = f->name,
                             .example = f->example,
                             .in = in,
                             .r = in->r,
                             .col = col,
                             .param = f->param};
    bool ok = (!f->args || arguments(in, f->args, &call)) && f->call(&call, out);
    for (int i = 0; i < call.count; i++)
        expr_value_finish(&call.arg[i]);
    return ok;
}

/* ---- prefixes --------------------------------------------------------------------- */

static bool is_head(const char *name)
{
    return name[0] == 'h' && name[1] && strspn(name + 1, "0123456789") == strlen(name + 1);
}

static bool named_value(struct expr_reader *in, struct expr_value *out)
{
    char name[EXPR_NAME];
    for (bool headed = false;; headed = is_head(name)) {
        int col = expr_column(in);
        if (!take_name(in, name))
            return expr_expected(in, text_in(TEXT("a number or a name"), in->r->lang), NULL);
        if (in->s[in->at] != '.') {
            const struct expr_function *f = expr_find(name);
            return f ? call_function(in, f, col, out) : no_value(in, name, col);
        }
        in->at++;
        if (headed && !is_head(name))
            return reply_fail(in->r, col, TEXT("the state comes before the head: %s.h1"), name);
        long head = 1;
        int heads = in->scene->config.heads;
        if (is_head(name)) { /* h2. selects the second head */
            if (number_parse_int(name + 1, strlen(name + 1), 1, heads, &head) != NUMBER_OK)
                return reply_fail(in->r, col,
                                  heads == 1 ? TEXT("%s: there is only %d head (h1)")
                                             : TEXT("%s: there are only %d heads (h1 is the first)"),
                                  name, heads);
        } else { /* A. selects a pinned scene and its first head */
            in->scene = in->context->named ? in->context->named(in->context->arg, name) : NULL;
            if (!in->scene)
                return reply_fail(
                    in->r, col,
                    TEXT("no state is pinned as '%s' (pin %s; in a lesson's file, mark %s in an "
                         "earlier scene or do)"),
                    name, name, name);
        }
        in->head = (int)head - 1;
    }
}

/* ==== operators and rows ======================================================== */

/* ---- rows and indices ------------------------------------------------------ */

/* Makes room for one more entry in a row under construction. */
static bool row_grow(struct expr_value *row, int *room, struct reply *r)
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

static bool row_entry(struct expr_reader *in, struct expr_value *row, int *room)
{
    struct expr_value one = {0};
    expr_blanks(in);
    int col = expr_column(in);
    if (row->count == EXPR_ROW)
        return reply_fail(in->r, col, TEXT("a row holds at most %d numbers"), EXPR_ROW);
    if (!expr_sum(in, &one))
        return false;
    bool ok = !one.row || reply_fail(in->r, col, TEXT("a row holds plain numbers, not rows"));
    ok = ok && row_grow(row, room, in->r);
    if (ok) {
        row->v[row->count] = one.v[0];
        row->figure[row->count++] = one.figure ? one.figure[0] : (struct expr_figure){0};
    }
    expr_value_finish(&one);
    return ok;
}

static bool row_value(struct expr_reader *in, struct expr_value *out)
{
    int room = 0;
    bool ok = true;
    *out = (struct expr_value){.row = true};
    do
        ok = row_entry(in, out, &room);
    while (ok && expr_take(in, ","));
    ok = ok && (expr_take(in, "]") || expr_expected(in, "]", "[1, 2, 3]"));
    if (!ok)
        expr_value_finish(out);
    return ok;
}

static bool primary(struct expr_reader *in, struct expr_value *out)
{
    expr_blanks(in);
    if (!expr_step(in))
        return false;
    const char *s = in->s + in->at;
    if (*s == '\0')
        return expr_expected(in, text_in(TEXT("a number or a name"), in->r->lang), NULL);
    if (expr_is_digit(*s) || (*s == '.' && expr_is_digit(s[1])))
        return expr_literal(in, out);
    if (!expr_deeper(in))
        return false;
    const struct scene *scene = in->scene; /* a name's prefix selects others */
    int head = in->head;
    bool row = expr_take(in, "["), inner = !row && expr_take(in, "(");
    bool ok = row ? row_value(in, out) : inner ? expr_sum(in, out) : named_value(in, out);
    if (ok && inner && !expr_take(in, ")")) {
        expr_value_finish(out);
        ok = expr_expected(in, ")", NULL);
    }
    in->scene = scene;
    in->head = head;
    in->depth--;
    return ok;
}

/* Reads the index in brackets after a row. */
static bool index_value(struct expr_reader *in, const struct expr_value *of, int *out)
{
    struct expr_value i = {0};
    if (!of->row)
        return reply_fail(in->r, expr_column(in), TEXT("this is one number, not a row"));
    in->at++;
    expr_blanks(in);
    int col = expr_column(in);
    bool ok = expr_deeper(in);
    ok = ok && expr_sum(in, &i) && (expr_take(in, "]") || expr_expected(in, "]", NULL));
    ok = ok && ((!i.row && i.v[0] == floor(i.v[0]) && i.v[0] >= 0 && i.v[0] < of->count) ||
                reply_fail(in->r, col, TEXT("the index must be a whole number from 0 to %d"), of->count - 1));
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
        ok = index_value(in, out, &i);
        double x = ok ? out->v[i] : 0;
        expr_value_finish(out);
        ok = ok && expr_make(out, 1, false, in->r);
        if (ok)
            out->v[0] = x;
    }
    return ok;
}

/* ---- operators --------------------------------------------------------------- */

static double applied(char op, double a, double b)
{
    switch (op) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return a / b;
    default:
        return elementary_pow(a, b);
    }
}

/* Takes one of these operators. Returns it, 0: another text comes next. */
static char operator_next(struct expr_reader *in, const char *among)
{
    expr_blanks(in);
    char op = in->s[in->at];
    if (op == '\0' || !strchr(among, op))
        return 0;
    in->at++;
    return op;
}

/* Sets a to a op b, entry by entry; a single number is combined with every entry of a row. Frees b. */
static bool combine(struct expr_reader *in, struct expr_value *a, struct expr_value *b, char op, int col)
{
    struct expr_value out = {0};
    int count = a->row ? a->count : b->count;
    bool ok = a->count == b->count || !a->row || !b->row ||
              reply_fail(in->r, col, TEXT("cannot combine rows of %d and %d numbers"), a->count, b->count);
    ok = ok && expr_step(in) && expr_make(&out, count, a->row || b->row, in->r);
    for (int i = 0; ok && i < count; i++)
        out.v[i] = applied(op, a->v[a->row ? i : 0], b->v[b->row ? i : 0]);
    expr_value_finish(a);
    expr_value_finish(b);
    *a = out;
    return ok;
}

static bool signed_value(struct expr_reader *in, struct expr_value *out);

/* Reads a value and its exponent: 2^3^2 = 2^(3^2), 2^-1. */
static bool power(struct expr_reader *in, struct expr_value *out)
{
    struct expr_value exponent = {0};
    if (!indexed(in, out))
        return false;
    expr_blanks(in);
    int col = expr_column(in);
    char op = operator_next(in, "^");
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

/* Reads part op part op …, left-associative. */
static bool chain(struct expr_reader *in, struct expr_value *out,
                  bool (*part)(struct expr_reader *, struct expr_value *), const char *operators)
{
    bool ok = part(in, out);
    while (ok) {
        struct expr_value right = {0};
        expr_blanks(in);
        int col = expr_column(in);
        char op = operator_next(in, operators);
        if (!op)
            return true;
        ok = part(in, &right);
        if (!ok)
            expr_value_finish(out);
        ok = ok && combine(in, out, &right, op, col);
    }
    return false;
}

static bool product_value(struct expr_reader *in, struct expr_value *out)
{
    return chain(in, out, signed_value, "*/");
}

bool expr_sum(struct expr_reader *in, struct expr_value *out)
{
    return chain(in, out, product_value, "+-");
}

/* ==== conditions: comparisons whose precision comes from the printed literal ============ */

/* The text is folded, so ≤ ≥ ≠ ≈ appear as <= >= != ~. Longer marks come first. */
static const struct expr_relation relations[] = {
    {"<=", EXPR_ORDER, 1, 0, false}, {">=", EXPR_ORDER, -1, 0, false},  {"!=", EXPR_UNLIKE, 0, 0.5, true},
    {"~", EXPR_ALIKE, 0, 1, false},  {"==", EXPR_ALIKE, 0, 0.5, false}, {"=", EXPR_ALIKE, 0, 0.5, false},
    {"<", EXPR_ORDER, 1, 0, true},   {">", EXPR_ORDER, -1, 0, true},
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
    double sign; /* of an EXPR_ORDER; reversed if the literal was on the left */
};

struct result {
    bool holds;
    double margin;
};

static struct result meet(const struct meeting *m, const struct expr_relation *r)
{
    bool equal = m->x == m->y; /* also equal infinities */
    double gap = equal ? 0 : m->y - m->x;
    if (r->kind == EXPR_ORDER) {
        double scale = m->printed.unit > 0 ? fabs(m->y) : fmax(fabs(m->x), fabs(m->y));
        double ahead = m->sign * gap;
        return (struct result){r->strict ? ahead > 0 : ahead >= 0,
                               isinf(gap) || scale == 0 ? ahead : ahead / scale};
    }
    /* how far x may be from y and still count as equal; a tie rounds either way */
    double edge = r->width * m->printed.unit * (1 + 1e-9) + 4e-16 * fabs(m->y);
    if (m->printed.unit <= 0)
        edge = 1e-9 * fmax(1, fmax(fabs(m->x), fabs(m->y)));
    else if (m->printed.whole && r->width < 1)
        edge = fmin(1e-9 * fmax(1, fabs(m->y)), 0.1);
    double inside = equal ? 1 : isinf(gap) ? -INFINITY : (edge - fabs(gap)) / edge;
    if (r->kind == EXPR_UNLIKE)
        return (struct result){inside < 0, -inside};
    return (struct result){inside >= 0, inside};
}

static struct expr_figure printed(const struct expr_value *v, int i)
{
    return v->figure ? v->figure[i] : (struct expr_figure){0};
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
        return reply_fail(in->r, s->col, TEXT("the rows have %d and %d numbers"), a, b);
    return reply_fail(in->r, s->col, TEXT("a row of %d numbers cannot be compared with one number"),
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

/* Compares rows entry by entry. ≠ holds if any entry differs, every other relation if all entries hold. */
static bool compare(struct expr_reader *in, struct expr_outcome *out, const struct sides *s)
{
    bool any = s->relation->kind == EXPR_UNLIKE, some = false;
    double margin = any ? -INFINITY : INFINITY;
    struct meeting first = {0};
    if (!same_shape(in, s))
        return false;
    for (int i = 0; i < s->a->count; i++) {
        struct expr_figure left = printed(s->a, i), right = printed(s->b, i);
        struct meeting m = {s->a->v[i], s->b->v[i], right, s->relation->sign};
        if (right.unit <= 0 && left.unit > 0) /* the printed one becomes y */
            m = (struct meeting){s->b->v[i], s->a->v[i], left, -s->relation->sign};
        if (isnan(m.x) || isnan(m.y))
            return reply_fail(in->r, s->col, TEXT("NaN (0/0) cannot be compared"));
        struct result result = meet(&m, s->relation);
        margin = any ? fmax(margin, result.margin) : fmin(margin, result.margin);
        some = some || result.holds;
        first = i == 0 ? m : first;
        if (s->relation->kind == EXPR_ALIKE && m.printed.unit > 0 && !in->ordering)
            expr_mark(in, (struct expr_mark){s->relation->width < 1 ? EXPR_MARK_EXACT : EXPR_MARK_NEAR,
                                             m.printed.from, m.printed.to, 0});
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

bool expr_condition_from(struct expr_reader *in, struct expr_value *first, struct expr_outcome *out)
{
    *out = (struct expr_outcome){.verdict = {.holds = true, .margin = INFINITY}};
    bool ok = comparisons(in, first, out);
    while (ok) {
        struct expr_value a = {0};
        size_t at = in->at;
        if (!expr_take(in, "and") || !strchr(" ([-", in->s[in->at])) {
            in->at = at;
            return true;
        }
        ok = expr_sum(in, &a) && comparisons(in, &a, out);
    }
    return false;
}

bool expr_condition(struct expr_reader *in, struct expr_outcome *out)
{
    struct expr_value first = {0};
    return expr_sum(in, &first) && expr_condition_from(in, &first, out);
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
