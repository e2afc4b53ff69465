/* Names in expressions: A.h2.weight(猫,狗). Arguments that name words are looked
 * up in the scene, all others are expressions. */
#include <math.h>
#include <string.h>

#include "base/near.h"
#include "base/number.h"
#include "expr/read.h"

const struct expr_function *const expr_groups[] = {expr_attention, expr_numbers, expr_sines, expr_encoding, expr_cost, expr_orders, NULL};

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
    for (int g = 0; expr_groups[g] && !near; g++)
        near = near_name(name, expr_groups[g], sizeof **expr_groups);
    if (near)
        return reply_fail(in->r, col, TEXT("no value is called '%s': did you mean '%s'?", "没有叫“%s”的值：是不是“%s”？"), name, near);
    return reply_fail(in->r, col, TEXT("no value is called '%s' (help values lists them)", "没有叫“%s”的值（help values 列出全部）"), name);
}

/* ---- pieces of text -------------------------------------------------------- */

/* Letters of a name: everything that is no blank, operator or bracket. */
static size_t name_length(const struct expr_reader *in)
{
    return strcspn(in->s + in->at, " ()[],+-*/^=<>.%\"!~");
}

/* The text of one argument, up to the , or ) that ends it, without blanks behind it. */
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

/* Adds the n bytes of s, without the quotes and backslashes around a quoted word. */
static void add_word(struct text *out, const char *s, size_t n, bool quoted)
{
    if (!quoted)
        text_add_bytes(out, s, n);
    for (size_t i = 1; quoted && i + 1 < n; i++) {
        i += s[i] == '\\' && i + 2 < n;
        text_add_char(out, s[i]);
    }
}

/* Takes a name; false: there is none, or it is too long. */
static bool take_name(struct expr_reader *in, char out[EXPR_NAME])
{
    size_t n = name_length(in);
    if (n == 0 || n >= EXPR_NAME)
        return false;
    memcpy(out, in->s + in->at, n);
    out[n] = '\0';
    in->at += n;
    return true;
}

/* ---- arguments that name a word --------------------------------------------- */

/* Which sequence an argument of this kind speaks of. */
static bool of_memory(const struct expr_reader *in, char kind)
{
    return kind == 'h' || (kind == 's' && config_crosses(&in->scene->config));
}

static int find_word(struct expr_reader *in, char kind, const char *name, struct reply *r)
{
    const struct state *st = &in->scene->state;
    int col = expr_column(in);
    return of_memory(in, kind) ? state_memory_token(st, name, col, r) : state_token(st, name, col, r);
}

/* A position that is computed: at(猫) + 1. */
static bool position(struct expr_reader *in, char kind, struct expr_value *out)
{
    int col = expr_column(in), words = of_memory(in, kind) ? in->scene->config.m : in->scene->config.n;
    if (!expr_sum(in, out))
        return false;
    if (!out->row && out->v[0] == floor(out->v[0]) && out->v[0] >= 0 && out->v[0] < words)
        return true;
    expr_value_finish(out);
    return reply_fail(in->r, col, TEXT("no word stands there (positions 0 to %d)", "那里没有词（位置 0 到 %d）"), words - 1);
}

/* What could be nothing but a word: no operator, no bracket, no name of a value. */
static bool only_a_word(const char *name)
{
    return !strpbrk(name, "()[]+-*/^") && !expr_find(name);
}

/* A word, word#2, a position; else an expression for a position. */
static bool word_argument(struct expr_reader *in, char kind, struct expr_value *out)
{
    struct text name = {0};
    struct reply quiet = {0};
    size_t n = argument_length(in);
    bool quoted = n >= 2 && in->s[in->at] == '"' && in->s[in->at + n - 1] == '"';
    add_word(&name, in->s + in->at, n, quoted);
    bool ok = !name.failed || reply_no_memory(in->r);
    int i = ok ? find_word(in, kind, text_str(&name), &quiet) : -1;
    if (ok && i < 0 && (quoted || only_a_word(text_str(&name))))
        ok = find_word(in, kind, text_str(&name), in->r) >= 0;
    text_finish(&name);
    reply_finish(&quiet);
    if (!ok)
        return false;
    if (i < 0)
        return position(in, kind, out);
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

/* A bare name or a quoted one. */
static bool name_argument(struct expr_reader *in, struct expr_call *call)
{
    bool quoted = expr_take(in, "\"");
    call->word_col = expr_column(in);
    if (take_name(in, call->word) && (!quoted || expr_take(in, "\"")))
        return true;
    return expr_expected(in, pair_in(TEXT("a name", "名字"), in->r->lang), call->example);
}

static bool argument(struct expr_reader *in, char kind, struct expr_call *call)
{
    struct expr_value *out = &call->arg[call->count];
    expr_blanks(in);
    int col = expr_column(in);
    if (kind == 'a')
        return name_argument(in, call);
    if (strchr(",)", in->s[in->at]))    /* also at the end of the text */
        return expr_expected(in, pair_in(TEXT("an argument", "参数"), in->r->lang), call->example);
    bool word = strchr("tsh", kind) != NULL;
    if (!(word ? word_argument(in, kind, out) : expr_sum(in, out)))
        return false;
    call->arg_col[call->count++] = col;
    return kind != 'n' || !out->row ||
           reply_fail(in->r, col, TEXT("%s needs a number here, not a row", "%s 这里需要一个数，而不是一行"), call->name);
}

/* The arguments in brackets, each by its kind. */
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
            return reply_fail(in->r, expr_column(in) - 1, TEXT("%s takes no more arguments, as in %s", "%s 的参数太多，例如 %s"), call->name, call->example);
    }
    if (*kinds && !may_end(kinds + 1) && in->s[in->at] == ')')
        return reply_fail(in->r, expr_column(in), TEXT("%s: an argument is missing here, as in %s", "%s：这里缺少参数，例如 %s"), call->name, call->example);
    return expr_take(in, ")") || expr_expected(in, ")", call->example);
}

static bool call_function(struct expr_reader *in, const struct expr_function *f, int col, struct expr_value *out)
{
    struct expr_call call = {.scene = in->scene, .head = in->head, .name = f->name, .example = f->example, .in = in, .r = in->r, .col = col, .param = f->param};
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

/* h2. in front of a name: the second head. */
static bool head_prefix(struct expr_reader *in, const char *name, int col)
{
    long head;
    int heads = in->scene->config.heads;
    if (number_parse_int(name + 1, strlen(name + 1), 1, heads, &head) != NUMBER_OK)
        return reply_fail(in->r, col, heads == 1 ? TEXT("%s: there is only %d head (h1)", "%s：只有 %d 个头（h1）")
                                                 : TEXT("%s: there are only %d heads (h1 is the first)", "%s：只有 %d 个头（h1 是第一个）"), name, heads);
    in->head = (int)head - 1;
    return true;
}

/* A. in front of a name: another scene, and its first head. */
static bool scene_prefix(struct expr_reader *in, const char *name, int col)
{
    const struct scene *scene = in->context->named ? in->context->named(in->context->arg, name) : NULL;
    if (!scene)
        return reply_fail(in->r, col, TEXT("no state is pinned as '%s'", "没有名为“%s”的定格"), name);
    in->scene = scene;
    in->head = 0;
    return true;
}

static bool named(struct expr_reader *in, struct expr_value *out)
{
    char name[EXPR_NAME];
    for (bool headed = false;; headed = is_head(name)) {
        int col = expr_column(in);
        if (!take_name(in, name))
            return expr_expected(in, pair_in(TEXT("a number or a name", "数或名字"), in->r->lang), NULL);
        if (in->s[in->at] != '.') {
            const struct expr_function *f = expr_find(name);
            return f ? call_function(in, f, col, out) : no_value(in, name, col);
        }
        in->at++;
        if (headed && !is_head(name))
            return reply_fail(in->r, col, TEXT("a state stands before the head: %s.h1", "状态要写在头的前面：%s.h1"), name);
        if (!(is_head(name) ? head_prefix(in, name, col) : scene_prefix(in, name, col)))
            return false;
    }
}

bool expr_named(struct expr_reader *in, struct expr_value *out)
{
    const struct scene *scene = in->scene;
    int head = in->head;
    bool ok = named(in, out);
    in->scene = scene;
    in->head = head;
    return ok;
}
