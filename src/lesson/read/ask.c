/* The bodies of predict, goal, explain and try fences: lines that begin with a keyword. */
#include <stddef.h>
#include <string.h>

#include "base/near.h"
#include "base/number.h"
#include "lesson/read/reader.h"

struct asking {
    struct lesson_reader *r;
    struct lesson_ask *ask;
    struct lesson_option *option; /* the last option, NULL before the first */
    struct lesson_line word;      /* first word of the line */
    void *to;                     /* the member of `ask` that the word is for, if its row names one */
};

/* ---- one function per word ----------------------------------------------------------- */

static struct lesson_option *option_of(struct asking *a)
{
    if (!a->option)
        lesson_fault(a->r, a->word.line, a->word.col,
                     TEXT("'%s' comes before the first option (- text, * text)",
                          "“%s”出现在第一个选项（- 文字，* 文字）之前"),
                     a->word.s);
    return a->option;
}

/* Sets *to, or reports a duplicate. */
static void once(struct asking *a, struct lesson_line *to, struct lesson_line l)
{
    if (to->s)
        lesson_fault(a->r, a->word.line, a->word.col,
                     TEXT("duplicate '%s' (first on line %d)", "“%s”写了两次（第一次在第 %d 行）"), a->word.s,
                     to->line);
    else
        *to = l;
}

static void take_once(struct asking *a, struct lesson_line l)
{
    once(a, a->to, l);
}

static void take_lines(struct asking *a, struct lesson_line l)
{
    lesson_lines_add(a->r, a->to, l);
}

static void take_flag(struct asking *a, struct lesson_line l)
{
    *(bool *)a->to = true;
    if (*l.s)
        lesson_fault(a->r, l.line, l.col, TEXT("'%s' takes no value", "“%s”后面不写内容"), a->word.s);
}

static void take_when(struct asking *a, struct lesson_line l)
{
    struct lesson_option *o = option_of(a);
    if (o)
        once(a, &o->when, lesson_narrow(a->r, l));
}

static void take_say(struct asking *a, struct lesson_line l)
{
    struct lesson_option *o = option_of(a);
    if (!o)
        return;
    once(a, &o->say, l);
    o->feedback = lesson_line_spans(a->r, o->say);
}

static void take_mis(struct asking *a, struct lesson_line l)
{
    struct lesson_option *o = option_of(a);
    if (o)
        once(a, &o->mis, l);
}

static void take_shuffle(struct asking *a, struct lesson_line l)
{
    a->ask->fixed_order = true;
    if (strcmp(l.s, "no") != 0)
        lesson_fault(a->r, l.line, l.col,
                     TEXT("write 'shuffle no', or leave it out", "请写“shuffle no”，或者不写"));
}

/* EXPR = LITERAL, split at the last =, which must not belong to <= >= != */
static void take_answer(struct asking *a, struct lesson_line l)
{
    size_t at = strlen(l.s);
    l = lesson_narrow(a->r, l);
    if (a->ask->kind == ASK_CELL) {
        once(a, &a->ask->answer, l);
        return;
    }
    while (at > 0 && l.s[at - 1] != '=')
        at--;
    if (at < 2 || strchr("<>!=", l.s[at - 2]) || !l.s[at]) {
        lesson_fault(a->r, l.line, l.col,
                     TEXT("write 'answer EXPRESSION = NUMBER'", "请写“answer 表达式 = 数”"));
        return;
    }
    once(a, &a->ask->answer, lesson_part(a->r, l, at - 1));
    a->ask->literal = lesson_rest(l, at);
}

static bool begins_number(const char *s)
{
    double x;
    size_t n = strcspn(s, "%");
    return strchr("+-.0123456789", *s) && *s && (strchr(s, '_') || number_parse(s, n, &x) == NUMBER_OK) &&
           (!s[n] || !s[n + 1]);
}

static void take_within(struct asking *a, struct lesson_line l)
{
    static const char *const signs[] = {"±", "+-", "+/-"};
    l = lesson_narrow(a->r, l);
    once(a, &a->ask->within, l);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(l.s, signs[i], strlen(signs[i])) == 0)
            l = lesson_rest(l, strlen(signs[i]));
    if (!begins_number(l.s) || *l.s == '-')
        lesson_fault(a->r, l.line, l.col,
                     TEXT("write 'within ±0.01' or 'within 5%%'", "请写“within ±0.01”或“within 5%%”"));
}

static void take_wrong(struct asking *a, struct lesson_line l)
{
    size_t n = lesson_word(l);
    struct lesson_ask *ask = a->ask;
    struct lesson_wrong *v = lesson_store_more(a->r->store, ask->wrong, ask->wrong_count, sizeof *v);
    struct lesson_line literal = lesson_narrow(a->r, lesson_part(a->r, l, n)), said = lesson_rest(l, n);
    if (!begins_number(literal.s) || !*said.s)
        lesson_fault(a->r, l.line, l.col, TEXT("write 'wrong NUMBER FEEDBACK'", "请写“wrong 数 反馈”"));
    if (!v)
        return;
    ask->wrong = v;
    v[ask->wrong_count++] = (struct lesson_wrong){literal, lesson_line_spans(a->r, said)};
}

static void take_whole(struct asking *a, struct lesson_line l, long lo, long hi, int *out)
{
    long x;
    l = lesson_narrow(a->r, l);
    if (number_parse_int(l.s, strlen(l.s), lo, hi, &x) == NUMBER_OK)
        *out = (int)x;
    else
        lesson_fault(a->r, l.line, l.col,
                     TEXT("'%s' takes a whole number from %ld to %ld", "“%s”后应为 %ld 到 %ld 的整数"),
                     a->word.s, lo, hi);
}

static void take_near(struct asking *a, struct lesson_line l)
{
    take_whole(a, l, 0, 64, &a->ask->near);
}

static void take_moves(struct asking *a, struct lesson_line l)
{
    take_whole(a, l, 1, 200, &a->ask->moves);
}

/* Returns what follows the group in parentheses with which s begins; "" if it is not closed. */
static const char *after_group(const char *s)
{
    int depth = 0;
    for (; *s; s++) {
        depth += (*s == '(') - (*s == ')');
        if (depth == 0)
            return s + 1;
    }
    return s;
}

/* Adds a condition and what the page says of it. Of [WORDS](EXPRESSION) > NUMBER the condition is
 * (EXPRESSION) > NUMBER, and the page says WORDS > NUMBER; any other condition is said as it is written. */
static void take_condition(struct asking *a, struct lesson_line l)
{
    const char *close = *l.s == '[' ? strstr(l.s, "](") : NULL;
    struct lesson_line condition = lesson_narrow(a->r, close ? lesson_rest(l, (size_t)(close + 1 - l.s)) : l),
                       says = condition;
    if (close) {
        const char *rest = after_group(condition.s);
        struct text words = {0};
        if (close == l.s + 1 || !*rest)
            lesson_fault(a->r, l.line, l.col,
                         TEXT("write '[WORDS](EXPRESSION) > NUMBER'", "请写“[文字](表达式) > 数”"));
        text_addf(&words, "%.*s%s", (int)(close - l.s - 1), l.s + 1, rest);
        says.s = lesson_store_keep(a->r->store, &words);
    }
    lesson_lines_add(a->r, a->to, condition);
    lesson_lines_add(a->r, a->to == &a->ask->want ? &a->ask->want_said : &a->ask->keep_said, says);
}

static void take_rubric(struct asking *a, struct lesson_line l)
{
    struct lesson_ask *ask = a->ask;
    struct block *v = lesson_store_more(a->r->store, ask->rubric, ask->rubric_count, sizeof *v);
    if (!v)
        return;
    ask->rubric = v;
    v[ask->rubric_count++] = lesson_line_spans(a->r, l);
}

static void take_model(struct asking *a, struct lesson_line l)
{
    if (a->ask->model.count)
        lesson_fault(a->r, l.line, a->word.col,
                     TEXT("duplicate '%s' (first on line %d)", "“%s”写了两次（第一次在第 %d 行）"), a->word.s,
                     a->ask->model.line);
    a->ask->model = lesson_line_spans(a->r, l);
}

/* COMMAND – TEXT */
static void take_idea(struct asking *a, struct lesson_line l)
{
    static const char *const dashes[] = {" – ", " — ", "——"};
    struct lesson_ask *ask = a->ask;
    const char *dash = NULL;
    size_t len = 0;
    for (size_t i = 0; !dash && i < sizeof dashes / sizeof *dashes; i++) {
        dash = strstr(l.s, dashes[i]);
        len = strlen(dashes[i]);
    }
    struct lesson_idea *v =
        dash ? lesson_store_more(a->r->store, ask->idea, ask->idea_count, sizeof *v) : NULL;
    if (!dash)
        lesson_fault(
            a->r, l.line, l.col,
            TEXT("write 'idea COMMAND – TEXT' (with a long dash)", "请写“idea 命令 – 文字”（用长横线）"));
    if (!v)
        return;
    size_t n = (size_t)(dash - l.s);
    ask->idea = v;
    v[ask->idea_count++] =
        (struct lesson_idea){lesson_part(a->r, l, n), lesson_line_spans(a->r, lesson_rest(l, n + len))};
}

/* ---- lines ------------------------------------------------------------------------------ */

enum {
    CHOICE = 1 << ASK_CHOICE,
    NUMBER = 1 << ASK_NUMBER,
    CELL = 1 << ASK_CELL,
    GOAL = 1 << ASK_GOAL,
    EXPLAIN = 1 << ASK_EXPLAIN,
    TRY = 1 << ASK_TRY
};

#define TO(member) offsetof(struct lesson_ask, member)

static const struct word_row {
    const char *word;
    unsigned kinds;
    void (*take)(struct asking *a, struct lesson_line rest);
    size_t to; /* offset of a member; 0: none, or several */
} words[] = {
    {"when", CHOICE, take_when, 0},
    {"say", CHOICE, take_say, 0},
    {"mis", CHOICE, take_mis, 0},
    {"shuffle", CHOICE, take_shuffle, 0},
    {"many", CHOICE, take_flag, TO(many)},
    {"judged", CHOICE, take_flag, TO(judged)},
    {"answer", NUMBER | CELL, take_answer, 0},
    {"within", NUMBER, take_within, 0},
    {"wrong", NUMBER, take_wrong, 0},
    {"of", CELL, take_once, TO(of)},
    {"near", CELL, take_near, 0},
    {"allow", GOAL, take_lines, TO(allow)},
    {"want", GOAL, take_condition, TO(want)},
    {"keep", GOAL, take_condition, TO(keep)},
    {"moves", GOAL, take_moves, 0},
    {"solution", GOAL, take_lines, TO(solution)},
    {"impossible", GOAL, take_once, TO(impossible)},
    {"rubric", EXPLAIN, take_rubric, 0},
    {"model", EXPLAIN, take_model, 0},
    {"idea", TRY, take_idea, 0},
    {NULL, 0, NULL, 0},
};

static void unknown(struct asking *a, const struct lesson_fence *f)
{
    const char *near = near_name(a->word.s, words, sizeof *words);
    if (near && strcmp(near, a->word.s) != 0)
        lesson_fault(a->r, a->word.line, a->word.col,
                     TEXT("'%s' is not allowed here: did you mean '%s'?", "这里没有“%s”：是不是“%s”？"),
                     a->word.s, near);
    else
        lesson_fault(a->r, a->word.line, a->word.col,
                     TEXT("'%s' is not allowed in '%s' (see qkv --directives)",
                          "“%s”不是“%s”里的词（见 qkv --directives）"),
                     a->word.s, f->info.s);
}

static void question(struct asking *a, struct lesson_line l)
{
    if (a->ask->question.count)
        lesson_fault(a->r, a->word.line, a->word.col,
                     TEXT("only one question is allowed (the first is on line %d)",
                          "只能有一个问题（第一个在第 %d 行）"),
                     a->ask->question.line);
    a->ask->question = lesson_line_spans(a->r, l);
}

static void option(struct asking *a, struct lesson_line l)
{
    struct lesson_ask *ask = a->ask;
    if (ask->option_count == LESSON_MAX_OPTIONS) {
        lesson_fault(a->r, a->word.line, a->word.col, TEXT("at most %d options", "最多 %d 个选项"),
                     LESSON_MAX_OPTIONS);
        return;
    }
    a->option = &ask->option[ask->option_count++];
    a->option->right = *a->word.s == '*';
    a->option->text = lesson_line_spans(a->r, l);
    if (!*l.s)
        lesson_fault(a->r, a->word.line, a->word.col, TEXT("an option needs text", "选项要有文字"));
}

/* Returns '?', '-' or '*' if the line begins with it (also full-width), else 0. */
static char mark_of(struct lesson_line l, size_t *len)
{
    static const struct {
        const char *s;
        char mark;
    } marks[] = {{"?", '?'}, {"？", '?'}, {"- ", '-'}, {"－", '-'}, {"* ", '*'}, {"＊", '*'}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strncmp(l.s, marks[i].s, strlen(marks[i].s)) == 0) {
            *len = strlen(marks[i].s);
            return marks[i].mark;
        }
    return (*l.s == '-' || *l.s == '*') && !l.s[1] ? *l.s : 0;
}

static void line(struct asking *a, const struct lesson_fence *f, struct lesson_line l)
{
    size_t len = lesson_word(l);
    char mark = mark_of(l, &len);
    a->word = lesson_part(a->r, l, len);
    if (mark == '?') {
        question(a, lesson_rest(l, len));
        return;
    }
    if (mark && a->ask->kind == ASK_CHOICE) {
        a->word.s = mark == '*' ? "*" : "-";
        option(a, lesson_rest(l, len));
        return;
    }
    const struct word_row *row = words;
    while (row->word && strcmp(row->word, a->word.s) != 0)
        row++;
    if (!row->word || !(row->kinds & 1U << a->ask->kind)) {
        unknown(a, f);
        return;
    }
    struct lesson_line rest = lesson_rest(l, len);
    a->to = (char *)a->ask + row->to;
    if (!*rest.s && row->take != take_flag)
        lesson_fault(a->r, a->word.line, a->word.col, TEXT("'%s' needs a value", "“%s”后面要有内容"),
                     a->word.s);
    else
        row->take(a, rest);
}

/* ---- required lines --------------------------------------------------------------------- */

static void needs(struct lesson_reader *r, const struct lesson_fence *f, bool has, const char *what)
{
    if (!has)
        lesson_fault(r, f->line, 1, TEXT("'%s' lacks '%s'", "“%s”缺少“%s”"), f->info.s, what);
}

static void check(struct lesson_reader *r, const struct lesson_fence *f, const struct lesson_ask *a)
{
    needs(r, f, a->question.count > 0, "? …");
    if (a->kind == ASK_CHOICE)
        needs(r, f, a->option_count >= 2, "- …");
    if (a->kind == ASK_NUMBER || a->kind == ASK_CELL)
        needs(r, f, a->answer.s != NULL, "answer …");
    if (a->kind == ASK_CELL)
        needs(r, f, a->of.s != NULL, "of …");
    if (a->kind == ASK_EXPLAIN) {
        needs(r, f, a->rubric_count > 0, "rubric …");
        needs(r, f, a->model.count > 0, "model …");
        if (a->rubric_count > 3)
            lesson_fault(r, f->line, 1, TEXT("at most 3 'rubric' lines", "rubric 最多 3 行"));
    }
    if (a->kind != ASK_GOAL)
        return;
    needs(r, f, a->allow.count > 0, "allow …");
    needs(r, f, a->want.count > 0, "want …");
    needs(r, f, a->solution.count > 0 || a->impossible.s, "solution …");
    if (a->solution.count > 0 && a->impossible.s)
        lesson_fault(r, a->impossible.line, a->impossible.col,
                     TEXT("a goal takes 'solution' or 'impossible', not both",
                          "目标要么有 solution，要么 impossible，不能两者都有"));
}

void lesson_ask_read(struct lesson_reader *r, const struct lesson_fence *f, enum ask_kind kind)
{
    if (r->step->ask_count == LESSON_MAX_QUESTIONS) {
        lesson_fault(r, f->line, 1, TEXT("a step has at most %d questions", "一个步骤最多提问 %d 次"),
                     LESSON_MAX_QUESTIONS);
        return;
    }
    struct lesson_ask *ask = &r->step->ask[r->step->ask_count++];
    *ask = (struct lesson_ask){.kind = kind, .line = f->line};
    struct asking a = {.r = r, .ask = ask};
    for (int i = f->first; i <= f->last; i++) {
        struct lesson_line l = lesson_rest(lesson_source_line(r, i), 0);
        if (*l.s)
            line(&a, f, l);
    }
    check(r, f, ask);
}
