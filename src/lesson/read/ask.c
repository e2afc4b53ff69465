/* The bodies of predict, goal, explain and try fences: lines that begin with a word of the table below. A new
 * word is a row of it; a row whose function suits needs no other code here. */
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
    const struct ask_word *row;
    void *to; /* the member of `ask` that the row names */
};

enum {
    CHOICE = 1 << ASK_CHOICE,
    NUMBER = 1 << ASK_NUMBER,
    CELL = 1 << ASK_CELL,
    PICTURE = 1 << ASK_PICTURE,
    GOAL = 1 << ASK_GOAL,
    EXPLAIN = 1 << ASK_EXPLAIN,
    TRY = 1 << ASK_TRY
};

struct ask_word {
    const char *word;
    unsigned kinds;
    bool needed; /* a question of these kinds has such a line; then `to` begins with a pointer */
    void (*take)(struct asking *a, struct lesson_line rest);
    size_t to;       /* offset in struct lesson_ask (take_of_option: in struct lesson_option) */
    int least, most; /* take_whole */
};

/* Sets *to, or reports a duplicate. */
static void set_once(struct asking *a, struct lesson_line *to, struct lesson_line l)
{
    if (to->s)
        lesson_fault(a->r, a->word, TEXT("duplicate '%s' (first on line %d)"), a->word.s, to->line);
    else
        *to = l;
}

static void take_once(struct asking *a, struct lesson_line l)
{
    set_once(a, a->to, a->ask->kind == ASK_PICTURE ? lesson_narrow(a->r, l) : l);
}

static void take_lines(struct asking *a, struct lesson_line l)
{
    lesson_lines_add(a->r, a->to, l);
}

static void take_flag(struct asking *a, struct lesson_line l)
{
    *(bool *)a->to = true;
    if (*l.s)
        lesson_fault(a->r, l, TEXT("'%s' takes no value"), a->word.s);
}

/* when, say, mis: they belong to the option above. */
static void take_of_option(struct asking *a, struct lesson_line l)
{
    struct lesson_option *o = a->option;
    if (!o) {
        lesson_fault(a->r, a->word, TEXT("'%s' comes before the first option (- text, * text)"), a->word.s);
        return;
    }
    struct lesson_line *to = (void *)((char *)o + a->row->to);
    set_once(a, to, to == &o->when ? lesson_narrow(a->r, l) : l);
    if (to == &o->say)
        o->feedback = lesson_line_spans(a->r, o->say);
}

static void take_shuffle(struct asking *a, struct lesson_line l)
{
    a->ask->fixed_order = strcmp(l.s, "no") == 0;
    a->ask->last_stays = strcmp(l.s, "not last") == 0;
    if (!a->ask->fixed_order && !a->ask->last_stays)
        lesson_fault(a->r, l, TEXT("write 'shuffle no' or 'shuffle not last', or leave it out"));
}

/* EXPR = LITERAL, split at the last =, which must not belong to <= >= != */
static void take_answer(struct asking *a, struct lesson_line l)
{
    size_t at = strlen(l.s);
    l = lesson_narrow(a->r, l);
    if (a->ask->kind == ASK_CELL) {
        set_once(a, &a->ask->answer, l);
        return;
    }
    while (at > 0 && l.s[at - 1] != '=')
        at--;
    if (at < 2 || strchr("<>!=", l.s[at - 2]) || !l.s[at]) {
        lesson_fault(a->r, l, TEXT("write 'answer EXPRESSION = NUMBER'"));
        return;
    }
    set_once(a, &a->ask->answer, lesson_part(a->r, l, at - 1));
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
    set_once(a, &a->ask->within, l);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(l.s, signs[i], strlen(signs[i])) == 0)
            l = lesson_rest(l, strlen(signs[i]));
    if (!begins_number(l.s) || *l.s == '-')
        lesson_fault(a->r, l, TEXT("write 'within ±0.01' or 'within 5%%'"));
}

static void take_wrong(struct asking *a, struct lesson_line l)
{
    size_t n = lesson_word(l);
    struct lesson_line literal = lesson_narrow(a->r, lesson_part(a->r, l, n)), said = lesson_rest(l, n);
    if (!begins_number(literal.s) || !*said.s)
        lesson_fault(a->r, l, TEXT("write 'wrong NUMBER FEEDBACK'"));
    struct lesson_wrong wrong = {literal, lesson_line_spans(a->r, said)};
    STORE_ADD(a->r->store, a->ask->wrong, a->ask->wrong_count, wrong);
}

static void take_whole(struct asking *a, struct lesson_line l)
{
    long x, least = a->row->least, most = a->row->most;
    l = lesson_narrow(a->r, l);
    if (number_parse_int(l.s, strlen(l.s), least, most, &x) == NUMBER_OK)
        *(int *)a->to = (int)x;
    else
        lesson_fault(a->r, l, TEXT("'%s' takes a whole number from %ld to %ld"), a->word.s, least, most);
}

/* Adds a condition and what the page says of it. Of [WORDS](EXPRESSION) > NUMBER the condition is
 * (EXPRESSION) > NUMBER, and the page says WORDS > NUMBER; any other condition is said as it is written. */
static void take_condition(struct asking *a, struct lesson_line l)
{
    const char *close = *l.s == '[' ? strstr(l.s, "](") : NULL;
    struct lesson_line condition = lesson_narrow(a->r, close ? lesson_rest(l, (size_t)(close + 1 - l.s)) : l),
                       says = condition;
    if (close) {
        struct text words = {0};
        const char *rest = condition.s; /* what follows the group in brackets; "" if it is not closed */
        for (int depth = 0; *rest; rest++) {
            depth += (*rest == '(') - (*rest == ')');
            if (depth == 0) {
                rest++;
                break;
            }
        }
        if (close == l.s + 1 || !*rest)
            lesson_fault(a->r, l, TEXT("write '[WORDS](EXPRESSION) > NUMBER'"));
        text_addf(&words, "%.*s%s", (int)(close - l.s - 1), l.s + 1, rest);
        says.s = lesson_store_keep(a->r->store, &words);
    }
    lesson_lines_add(a->r, a->to, condition);
    lesson_lines_add(a->r, a->to == &a->ask->want ? &a->ask->want_said : &a->ask->keep_said, says);
}

static void take_rubric(struct asking *a, struct lesson_line l)
{
    struct block said = lesson_line_spans(a->r, l);
    STORE_ADD(a->r->store, a->ask->rubric, a->ask->rubric_count, said);
}

static void take_model(struct asking *a, struct lesson_line l)
{
    if (a->ask->model.count)
        lesson_fault(a->r, a->word, TEXT("duplicate '%s' (first on line %d)"), a->word.s, a->ask->model.line);
    a->ask->model = lesson_line_spans(a->r, l);
}

/* COMMAND – TEXT */
static void take_idea(struct asking *a, struct lesson_line l)
{
    static const char *const dashes[] = {" – ", " — ", "——"};
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++) {
        const char *dash = strstr(l.s, dashes[i]);
        if (!dash)
            continue;
        size_t n = (size_t)(dash - l.s);
        struct lesson_idea idea = {lesson_part(a->r, l, n),
                                   lesson_line_spans(a->r, lesson_rest(l, n + strlen(dashes[i])))};
        STORE_ADD(a->r->store, a->ask->idea, a->ask->idea_count, idea);
        return;
    }
    lesson_fault(a->r, l, TEXT("write 'idea COMMAND – TEXT' (with a long dash)"));
}

const char *const ask_names[] = {"none", "choice", "number", "cell", "picture", "goal", "explain", "try"};

#define TO(member) offsetof(struct lesson_ask, member)
#define OF(member) offsetof(struct lesson_option, member)

static const struct ask_word words[] = {
    {"when", CHOICE, false, take_of_option, OF(when), 0, 0},
    {"say", CHOICE, false, take_of_option, OF(say), 0, 0},
    {"mis", CHOICE, false, take_of_option, OF(mis), 0, 0},
    {"shuffle", CHOICE, false, take_shuffle, 0, 0, 0},
    {"many", CHOICE, false, take_flag, TO(many), 0, 0},
    {"judged", CHOICE, false, take_flag, TO(judged), 0, 0},
    {"answer", NUMBER | CELL, true, take_answer, TO(answer), 0, 0},
    {"within", NUMBER, false, take_within, 0, 0, 0},
    {"wrong", NUMBER, false, take_wrong, 0, 0, 0},
    {"of", CELL | PICTURE, true, take_once, TO(of), 0, 0},
    {"now", PICTURE, false, take_flag, TO(now), 0, 0},
    {"enough", PICTURE, false, take_whole, TO(enough), 1, 100},
    {"near", CELL, false, take_whole, TO(near), 0, 64},
    {"allow", GOAL, true, take_lines, TO(allow), 0, 0},
    {"want", GOAL, true, take_condition, TO(want), 0, 0},
    {"keep", GOAL, false, take_condition, TO(keep), 0, 0},
    {"moves", GOAL, false, take_whole, TO(moves), 1, 200},
    {"solution", GOAL, true, take_lines, TO(solution), 0, 0},
    {"impossible", GOAL, false, take_once, TO(impossible), 0, 0},
    {"rubric", EXPLAIN, true, take_rubric, TO(rubric), 0, 0},
    {"model", EXPLAIN, true, take_model, TO(model.v), 0, 0},
    {"idea", TRY, false, take_idea, 0, 0, 0},
    {NULL, 0, false, NULL, 0, 0, 0},
};

static void take_option(struct asking *a, bool right, struct lesson_line l)
{
    struct lesson_ask *ask = a->ask;
    if (ask->option_count == LESSON_MAX_OPTIONS) {
        lesson_fault(a->r, a->word, TEXT("at most %d options"), LESSON_MAX_OPTIONS);
        return;
    }
    ask->order[ask->option_count] = (unsigned char)ask->option_count;
    a->option = &ask->option[ask->option_count++];
    a->option->right = right;
    a->option->text = lesson_line_spans(a->r, l);
    if (!*l.s)
        lesson_fault(a->r, a->word, TEXT("an option needs text"));
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

static void ask_line(struct asking *a, const struct lesson_fence *f, struct lesson_line l)
{
    size_t len = lesson_word(l);
    char mark = mark_of(l, &len);
    struct lesson_line rest = lesson_rest(l, len);
    a->word = lesson_part(a->r, l, len);
    if (mark == '?') {
        if (a->ask->question.count)
            lesson_fault(a->r, a->word, TEXT("only one question is allowed (the first is on line %d)"),
                         a->ask->question.line);
        a->ask->question = lesson_line_spans(a->r, rest);
        return;
    }
    if (mark && a->ask->kind == ASK_CHOICE) {
        take_option(a, mark == '*', rest);
        return;
    }
    const struct ask_word *row = words;
    while (row->word && strcmp(row->word, a->word.s) != 0)
        row++;
    const char *near = near_name(a->word.s, words, sizeof *words);
    a->row = row;
    a->to = (char *)a->ask + row->to;
    if (row->word && row->kinds & 1U << a->ask->kind && (*rest.s || row->take == take_flag))
        row->take(a, rest);
    else if (row->word && row->kinds & 1U << a->ask->kind)
        lesson_fault(a->r, a->word, TEXT("'%s' needs a value"), a->word.s);
    else if (near && strcmp(near, a->word.s) != 0)
        lesson_fault(a->r, a->word, TEXT("'%s' is not allowed here: did you mean '%s'?"), a->word.s, near);
    else
        lesson_fault(a->r, a->word, TEXT("'%s' is not allowed in '%s' (see qkv --directives)"), a->word.s,
                     f->info.s);
}

static void needs(struct lesson_reader *r, const struct lesson_fence *f, bool has, const char *what)
{
    if (!has)
        lesson_fault(r, f->at, TEXT("'%s' lacks '%s …'"), f->info.s, what);
}

static void check_ask(struct lesson_reader *r, const struct lesson_fence *f, const struct lesson_ask *a)
{
    needs(r, f, a->question.count > 0, "?");
    needs(r, f, a->kind != ASK_CHOICE || a->option_count >= 2, "-");
    for (const struct ask_word *row = words; row->word; row++) {
        const void *has;
        memcpy(&has, (const char *)a + row->to, sizeof has);
        if (row->needed && row->kinds & 1U << a->kind)
            needs(r, f, has || (row->to == TO(solution) && a->impossible.s), row->word);
    }
    if (a->rubric_count > 3)
        lesson_fault(r, f->at, TEXT("at most 3 'rubric' lines"));
    if (a->solution.count > 0 && a->impossible.s)
        lesson_fault(r, a->impossible, TEXT("a goal takes 'solution' or 'impossible', not both"));
}

void lesson_ask_read(struct lesson_reader *r, const struct lesson_fence *f, enum ask_kind kind)
{
    if (r->step->ask_count == LESSON_MAX_QUESTIONS) {
        lesson_fault(r, f->at, TEXT("a step has at most %d questions"), LESSON_MAX_QUESTIONS);
        return;
    }
    struct lesson_ask *ask = &r->step->ask[r->step->ask_count++];
    *ask = (struct lesson_ask){.kind = kind, .line = f->at.line};
    struct asking a = {.r = r, .ask = ask};
    for (int i = f->first; i <= f->last; i++) {
        struct lesson_line l = lesson_rest(lesson_source_line(r, i), 0);
        if (*l.s)
            ask_line(&a, f, l);
    }
    check_ask(r, f, ask);
}
