/* Checks that only allowed parts of a state changed. Copies every allowed part of the
 * state after into the state before; any remaining difference is not allowed. */
#include <string.h>

#include "base/number.h"
#include "base/words.h"
#include "lesson/run/judge.h"
#include "state/matrices.h"
#include "state/param.h"

/* One `allow` line; copies go from `from` into `to`. */
struct grant {
    const struct words *w;
    struct state *to;
    const struct state *from;
};

static const char *word(const struct grant *g, int i)
{
    return i < g->w->count ? g->w->v[i].s : "";
}

/* Copies the sentence if it is a permutation of the old one. */
static bool give_order(const struct grant *g)
{
    const struct sequence *a = g->to->sentence, *b = g->from->sentence;
    bool same = a->count == b->count;
    for (int t = 0; same && t < a->count; t++) {
        int in_a = 0, in_b = 0;
        for (int i = 0; i < a->count; i++) {
            in_a += a->id[i] == a->id[t];
            in_b += b->id[i] == a->id[t];
        }
        same = in_a == in_b;
    }
    if (same) {
        sequence_drop(g->to->sentence);
        g->to->sentence = sequence_share(g->from->sentence);
    }
    return true;
}

/* set x WORD | set x: copies embeddings of words in both lexicons. */
static bool give_words(const struct grant *g)
{
    int one = g->w->count > 2 ? lexicon_find(g->to->lexicon, word(g, 2)) : -1;
    bool ok = true;
    int count =
        g->to->lexicon->count < g->from->lexicon->count ? g->to->lexicon->count : g->from->lexicon->count;
    for (int i = 0; ok && i < count; i++)
        if (g->w->count == 2 || i == one)
            ok = lexicon_set_like(&g->to->lexicon, i, g->from->lexicon);
    return ok;
}

/* Splits "h2.WK" into head (from 0) and name; head -1: the whole matrix. */
static const char *head_of(const char *name, int *head)
{
    const char *dot = strchr(name, '.');
    long h;
    *head = -1;
    if (name[0] == 'h' && dot &&
        number_parse_int(name + 1, (size_t)(dot - name - 1), 1, CONFIG_MAX_D, &h) == NUMBER_OK) {
        *head = (int)h - 1;
        return dot + 1;
    }
    return name;
}

static bool give_matrix(const struct grant *g)
{
    struct matrix_ref m;
    struct matrix_part part = {0};
    int head, own_rows, own_cols;
    const char *name = head_of(word(g, 1), &head);
    if (!matrices_find(g->to, name, &m) || !matrices_find(g->from, name, &m))
        return true;
    matrices_shape(g->from, m, &part.rows, &part.cols);
    matrices_shape(g->to, m, &own_rows, &own_cols);
    if (part.rows != own_rows || part.cols != own_cols)
        return true;
    if (head >= 0 && m.kind == MATRIX_WEIGHT)
        matrices_head_part(g->from, m, head, &part);
    bool ok = true;
    for (int r = part.row0; ok && r < part.row0 + part.rows; r++)
        for (int c = part.col0; ok && c < part.col0 + part.cols; c++)
            if (matrices_get(g->to, m, r, c) != matrices_get(g->from, m, r, c))
                ok = matrices_set(g->to, m, r, c, matrices_get(g->from, m, r, c));
    return ok;
}

/* Copies a setting, or an option of the encoding. */
static bool give_setting(const struct grant *g)
{
    const struct param *p = param_find(word(g, 0));
    const struct posenc_def *pe = posencs[g->from->set.encoding];
    if (p)
        param_copy(g->to, g->from, p);
    if (strcmp(word(g, 0), "encoding") == 0) {
        g->to->term_off = g->from->term_off;
        g->to->set.omitted = g->from->set.omitted;
    }
    for (int i = 0; i < posenc_param_count(pe); i++)
        if (strcmp(pe->params[i].name, word(g, 0)) == 0)
            g->to->pe_param[g->from->set.encoding][i] = g->from->pe_param[g->from->set.encoding][i];
    return true;
}

/* Whatever one's own examples bring along: their words and answers, the numbers that they are learned from
 * and how long, the sentence they are tried on. The settings stay. */
static bool give_examples(const struct grant *g)
{
    struct state own;
    state_copy(&own, g->from);
    int steps = own.set.steps, seed = own.set.seed;
    own.set = g->to->set;
    own.set.steps = steps;
    own.set.seed = seed;
    own.term_off = g->to->term_off;
    memcpy(own.pe_param, g->to->pe_param, sizeof own.pe_param);
    state_finish(g->to);
    *g->to = own;
    return true;
}

static bool give(const struct grant *g)
{
    if (strcmp(word(g, 0), "move") == 0)
        return give_order(g);
    if (strcmp(word(g, 0), "example") == 0)
        return give_examples(g);
    if (strcmp(word(g, 0), "set") == 0 && strcmp(word(g, 1), "x") == 0)
        return give_words(g);
    return strcmp(word(g, 0), "set") == 0 ? give_matrix(g) : give_setting(g);
}

static bool give_line(struct state *to, const struct state *from, const char *line, struct reply *r)
{
    struct words w = {0};
    int col = 1;
    bool ok = words_split(&w, &line, &col, r);
    ok = ok && (give(&(struct grant){&w, to, from}) || reply_no_memory(r));
    words_finish(&w);
    return ok;
}

/* Points *s at its next word; returns the bytes of it. */
static size_t next_word(const char **s)
{
    *s += strspn(*s, " ");
    return strcspn(*s, " ");
}

/* It is called for every picture, so it must not need memory: a name in quotes keeps them. */
enum allow_kind judge_allow_says(const char *line, enum lang lang, struct text *out)
{
    const char *s = line;
    size_t n = next_word(&s);
    int head = -1;
    if (n == 4 && strncmp(s, "move", n) == 0) {
        text_add(out, text_in(TEXT("the order of the words", "词的顺序"), lang));
        return ALLOW_ORDER;
    }
    if (n == 7 && strncmp(s, "example", n) == 0) {
        text_add(out, text_in(TEXT("the examples and their training", "例子和它们的训练"), lang));
        return ALLOW_EXAMPLES;
    }
    if (n != 3 || strncmp(s, "set", n) != 0) {
        text_say(out, lang, TEXT("the setting %s", "设置 %s"), s);
        return ALLOW_SETTING;
    }
    s += n;
    n = next_word(&s);
    const char *name = head_of(s, &head);
    if (n == 1 && *s == 'x' && s[n])
        text_say(out, lang, TEXT("the vector of %s", "“%s”的词向量"), s + n + 1);
    else if (n == 1 && *s == 'x')
        text_add(out, text_in(TEXT("the words' vectors", "各个词的词向量"), lang));
    else if (head >= 0)
        text_say(out, lang, TEXT("the numbers of %s in head %d", "%s 里属于第 %d 头的数"), name, head + 1);
    else
        text_say(out, lang, TEXT("the numbers of %s", "%s 里的数"), name);
    return ALLOW_NUMBERS;
}

/* Narrows *part, all of m, to a head (-1: none given), and for embeddings to the row of a word, if the
 * sentence has it. */
static void narrow(const struct state *s, struct matrix_ref m, int head, const char *word,
                   struct matrix_part *part)
{
    *part = (struct matrix_part){0};
    matrices_shape(s, m, &part->rows, &part->cols);
    if (head >= 0)
        matrices_head_part(s, m, head, part);
    int id = m.kind == MATRIX_X && *word ? lexicon_find(s->lexicon, word) : -1;
    for (int t = 0; id >= 0 && t < s->sentence->count; t++)
        if (s->sentence->id[t] == id) {
            part->row0 = t;
            part->rows = 1;
            return;
        }
}

int judge_allow_matrix(const struct lesson_ask *q, const struct state *s, struct matrix_part *part)
{
    struct matrix_ref list[MATRICES_MAX], m;
    int count = matrices_list(s, list), head = -1;
    for (int i = 0; i < q->allow.count; i++) {
        const char *name = q->allow.v[i].s;
        size_t n = next_word(&name);
        bool set = n == 3 && strncmp(name, "set", n) == 0;
        name += n;
        n = next_word(&name);
        if (!set || !matrices_find(s, n == 1 ? "x" : head_of(name, &head), &m))
            continue;
        narrow(s, m, n == 1 ? -1 : head, name + n + strspn(name + n, " "), part);
        for (int k = 0; k < count; k++)
            if (list[k].kind == m.kind && list[k].index == m.index)
                return k;
    }
    return -1;
}

static bool refuse(const struct lesson_ask *q, struct reply *r)
{
    struct text list = {0};
    for (int i = 0; i < q->allow.count; i++) {
        text_add(&list, i ? text_in(TEXT(", ", "、"), r->lang) : "");
        judge_allow_says(q->allow.v[i].s, r->lang, &list);
    }
    reply_fail(r, 0, TEXT("this goal lets you change only %s", "这个任务只许改%s"), text_str(&list));
    text_finish(&list);
    return false;
}

bool judge_allows(const struct lesson_ask *q, const struct state *before, const struct state *after,
                  struct reply *r)
{
    struct state given = {0}, to = {0};
    if (state_same_numbers(before, after))
        return true;
    state_copy(&given, before);
    state_copy(&to, after);
    bool ok = matrices_fit(&to, r->work) || reply_no_memory(r);
    for (int i = 0; ok && i < q->allow.count; i++)
        ok = give_line(&given, &to, q->allow.v[i].s, r);
    ok = ok && (matrices_fit(&given, r->work) || reply_no_memory(r));
    bool same = ok && state_same_numbers(&given, &to);
    state_finish(&given);
    state_finish(&to);
    return same || (ok && refuse(q, r));
}
