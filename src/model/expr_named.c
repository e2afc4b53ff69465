/* Names in expressions: A.h2.weight(猫,狗). Arguments that name words are looked
 * up in the scene, all others are expressions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/expr_read.h"

/* Letters of a name: everything that is no blank, operator or bracket. */
static size_t name_length(const struct expr_reader *in)
{
    size_t n = 0;
    while (in->at + n < in->n && !strchr(" \t()[],+-*/^=<>.%\"", in->s[in->at + n]))
        n++;
    return n;
}

/* The text of one argument, up to the , or ) that ends it. */
static size_t argument_length(const struct expr_reader *in)
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

static bool copy_name(const char *s, size_t n, char out[EXPR_NAME])
{
    while (n > 0 && s[n - 1] == ' ')
        n--;
    if (n >= 2 && s[0] == '"' && s[n - 1] == '"') {
        s++;
        n -= 2;
    }
    if (n == 0 || n >= EXPR_NAME)
        return false;
    memcpy(out, s, n);
    out[n] = '\0';
    return true;
}

/* The index of a word named by the next argument; -1 when it is none (then it is an expression). */
static int word_argument(struct expr_reader *in, char kind)
{
    char name[EXPR_NAME];
    struct reply quiet = {0};
    expr_blanks(in);
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

static bool argument(struct expr_reader *in, char kind, struct expr_value *out)
{
    char k = kind >= 'A' && kind <= 'Z' ? (char)(kind - 'A' + 'a') : kind;
    int words = (int)in->scene->state.sentence->count;
    if (k != 't' && k != 's' && k != 'h')
        return expr_sum(in, out);
    int i = word_argument(in, k), col = expr_column(in);
    if (i >= 0) {
        if (!expr_make(out, 1, false, in->r))
            return false;
        out->v[0] = i;
        return true;
    }
    if (k == 's' && config_crosses(&in->scene->config))
        words = in->scene->config.m;
    if (k == 'h')
        words = in->scene->config.m;
    char name[EXPR_NAME];
    bool named = copy_name(in->s + in->at, argument_length(in), name) && !expr_is_digit(name[0]) && !strpbrk(name, "()[]+-*/^");
    if (named) {
        state_token(&in->scene->state, name, col, in->r);
        return false;
    }
    if (!expr_sum(in, out))
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
static bool arguments(struct expr_reader *in, const struct expr_function *f, struct expr_call *call, char name[EXPR_NAME])
{
    const char *kind = f->args;
    if (!expr_take(in, "("))
        return *kind == '\0' || (*kind >= 'A' && *kind <= 'Z') || expr_expected(in, "(");
    if (expr_take(in, ")"))
        return *kind == '\0' || (*kind >= 'A' && *kind <= 'Z') || expr_expected(in, pair_in(TEXT("an argument", "参数"), in->r->lang));
    do {
        if (!*kind || call->count == EXPR_ARGS)
            return reply_fail(in->r, expr_column(in), TEXT("%s takes fewer arguments", "%s 的参数太多"), f->name);
        if (*kind == 'a') {
            expr_blanks(in);
            size_t n = name_length(in);
            if (!copy_name(in->s + in->at, n, name))
                return expr_expected(in, pair_in(TEXT("a name", "名字"), in->r->lang));
            in->at += n;
            call->name = name;
        } else if (!argument(in, *kind, &call->arg[call->count++])) {
            call->count--;
            return false;
        }
        kind++;
    } while (expr_take(in, ","));
    if (!expr_take(in, ")"))
        return expr_expected(in, ")");
    return *kind == '\0' || (*kind >= 'A' && *kind <= 'Z') ||
           reply_fail(in->r, expr_column(in) - 1, TEXT("%s: an argument is missing", "%s：缺少参数"), f->name);
}

static bool call_function(struct expr_reader *in, const struct expr_function *f, int col, struct expr_value *out)
{
    char name[EXPR_NAME] = "";
    struct expr_call call = {.scene = in->scene, .head = in->head, .name = f->name, .r = in->r, .col = col, .param = f->param};
    bool ok = arguments(in, f, &call, name) && f->call(&call, out);
    for (int i = 0; i < call.count; i++)
        expr_value_finish(&call.arg[i]);
    return ok;
}

/* A. or h2. in front of a name: another scene, another head. */
static bool prefix(struct expr_reader *in, const char *name, int col)
{
    if (name[0] == 'h' && expr_is_digit(name[1]) && strspn(name + 1, "0123456789") == strlen(name + 1)) {
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

bool expr_named(struct expr_reader *in, struct expr_value *out)
{
    const struct scene *scene = in->scene;
    int head = in->head, col = expr_column(in);
    char name[EXPR_NAME];
    size_t n = name_length(in);
    bool ok = copy_name(in->s + in->at, n, name) || expr_expected(in, pair_in(TEXT("a number or a name", "数或名字"), in->r->lang));
    in->at += n;
    while (ok && in->at < in->n && in->s[in->at] == '.') {
        in->at++;
        ok = prefix(in, name, col);
        n = name_length(in);
        col = expr_column(in);
        ok = ok && (copy_name(in->s + in->at, n, name) || expr_expected(in, pair_in(TEXT("a name", "名字"), in->r->lang)));
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
