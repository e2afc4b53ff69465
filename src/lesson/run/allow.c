/* Checks that only allowed parts of a state changed. Copies every allowed part of the
 * state after into the state before; any remaining difference is not allowed. */
#include <string.h>

#include "base/number.h"
#include "base/words.h"
#include "lesson/run/judge.h"
#include "state/matrices.h"
#include "state/param.h"

/* One `allow` line. Every picture reads it, so that takes no memory: the texts point into the line, to its
 * end, and a name in quotes keeps them. */
struct allow {
    enum allow_kind kind;
    bool words;       /* NUMBERS: set x, set x WORD */
    int head;         /* NUMBERS of a head: from 0; -1: of the whole matrix */
    const char *name; /* of the matrix or the setting */
    const char *word; /* "": none */
};

/* Splits "h2.WK" into head (from 0) and name; head -1: the whole matrix. */
static const char *head_of(const char *name, int *head)
{
    const char *dot = strchr(name, '.');
    long h;
    *head = -1;
    if (name[0] != 'h' || !dot ||
        number_parse_int(name + 1, (size_t)(dot - name - 1), 1, CONFIG_MAX_D, &h) != NUMBER_OK)
        return name;
    *head = (int)h - 1;
    return dot + 1;
}

static struct allow allow_of(const char *line)
{
    struct allow a = {.kind = ALLOW_SETTING, .head = -1, .word = ""};
    const char *s = a.name = line + strspn(line, " ");
    size_t n = strcspn(s, " ");
    if (n == 4 && strncmp(s, "move", n) == 0)
        a.kind = ALLOW_ORDER;
    if (n == 7 && strncmp(s, "example", n) == 0)
        a.kind = ALLOW_EXAMPLES;
    if (n != 3 || strncmp(s, "set", n) != 0)
        return a;
    s += n + strspn(s + n, " ");
    n = strcspn(s, " ");
    a.kind = ALLOW_NUMBERS;
    a.words = n == 1 && *s == 'x';
    a.name = head_of(s, &a.head);
    a.word = s + n + strspn(s + n, " ");
    return a;
}

/* Copies the sentence if it is a permutation of the old one. */
static void give_order(struct state *to, const struct state *from)
{
    const struct sequence *a = to->sentence, *b = from->sentence;
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
        sequence_drop(to->sentence);
        to->sentence = sequence_share(from->sentence);
    }
}

/* Copies embeddings of words in both lexicons. */
static bool give_words(struct state *to, const struct state *from, const struct allow *a)
{
    int one = *a->word ? lexicon_find(to->lexicon, a->word) : -1;
    int count = to->lexicon->count < from->lexicon->count ? to->lexicon->count : from->lexicon->count;
    bool ok = true;
    for (int i = 0; ok && i < count; i++)
        if (!*a->word || i == one)
            ok = lexicon_set_like(&to->lexicon, i, from->lexicon);
    return ok;
}

static bool give_matrix(struct state *to, const struct state *from, const struct allow *a)
{
    struct matrix_ref m;
    struct matrix_part part = {0};
    int own_rows, own_cols;
    if (!matrices_find(to, a->name, &m) || !matrices_find(from, a->name, &m))
        return true;
    matrices_shape(from, m, &part.rows, &part.cols);
    matrices_shape(to, m, &own_rows, &own_cols);
    if (part.rows != own_rows || part.cols != own_cols)
        return true;
    if (a->head >= 0 && m.kind == MATRIX_WEIGHT)
        matrices_head_part(from, m, a->head, &part);
    bool ok = true;
    for (int r = part.row0; ok && r < part.row0 + part.rows; r++)
        for (int c = part.col0; ok && c < part.col0 + part.cols; c++)
            if (matrices_get(to, m, r, c) != matrices_get(from, m, r, c))
                ok = matrices_set(to, m, r, c, matrices_get(from, m, r, c));
    return ok;
}

/* Copies a setting, or an option of the encoding. */
static void give_setting(struct state *to, const struct state *from, const char *name)
{
    const struct param *p = param_find(name);
    const struct posenc_def *pe = posencs[from->set.encoding];
    if (p)
        param_copy(to, from, p);
    if (strcmp(name, "encoding") == 0) {
        to->term_off = from->term_off;
        to->set.omitted = from->set.omitted;
    }
    for (int i = 0; i < posenc_param_count(pe); i++)
        if (strcmp(pe->params[i].name, name) == 0)
            to->pe_param[from->set.encoding][i] = from->pe_param[from->set.encoding][i];
}

/* Whatever one's own examples bring along: their words and answers, the numbers that they are learned from
 * and how long, the sentence they are tried on. The settings stay. */
static void give_examples(struct state *to, const struct state *from)
{
    struct state own;
    state_copy(&own, from);
    int steps = own.set.steps, seed = own.set.seed;
    own.set = to->set;
    own.set.steps = steps;
    own.set.seed = seed;
    own.term_off = to->term_off;
    memcpy(own.pe_param, to->pe_param, sizeof own.pe_param);
    state_finish(to);
    *to = own;
}

/* Copies from `from` into `to` what a line allows. */
static bool give_line(struct state *to, const struct state *from, const char *line, struct reply *r)
{
    struct words w = {0};
    struct allow a = allow_of(line);
    int col = 1, at = a.kind == ALLOW_NUMBERS;
    bool ok = words_split(&w, &line, &col, r), room = true;
    a.name = ok && at < w.count ? w.v[at].s : "";
    a.word = ok && w.count > 2 ? w.v[2].s : "";
    if (ok && a.kind == ALLOW_ORDER)
        give_order(to, from);
    else if (ok && a.kind == ALLOW_EXAMPLES)
        give_examples(to, from);
    else if (ok && a.kind == ALLOW_SETTING)
        give_setting(to, from, a.name);
    else if (ok && a.words)
        room = give_words(to, from, &a);
    else if (ok) {
        a.name = head_of(a.name, &a.head);
        room = give_matrix(to, from, &a);
    }
    words_finish(&w);
    return ok && (room || reply_no_memory(r));
}

enum allow_kind judge_allow_says(const char *line, enum lang lang, struct text *out)
{
    struct allow a = allow_of(line);
    if (a.kind == ALLOW_ORDER)
        text_add(out, text_in(TEXT("the order of the words"), lang));
    else if (a.kind == ALLOW_EXAMPLES)
        text_add(out, text_in(TEXT("the examples and their training"), lang));
    else if (a.kind == ALLOW_SETTING)
        text_say(out, lang, TEXT("the setting %s"), a.name);
    else if (a.words && *a.word)
        text_say(out, lang, TEXT("the vector of %s"), a.word);
    else if (a.words)
        text_add(out, text_in(TEXT("the words' vectors"), lang));
    else if (a.head >= 0)
        text_say(out, lang, TEXT("the numbers of %s in head %d"), a.name, a.head + 1);
    else
        text_say(out, lang, TEXT("the numbers of %s"), a.name);
    return a.kind;
}

int judge_allow_matrix(const struct lesson_ask *q, const struct state *s, struct matrix_part *part)
{
    struct matrix_ref list[MATRICES_MAX], m;
    int count = matrices_list(s, list);
    for (int i = 0; i < q->allow.count; i++) {
        struct allow a = allow_of(q->allow.v[i].s);
        if (a.kind != ALLOW_NUMBERS || !matrices_find(s, a.words ? "x" : a.name, &m))
            continue;
        *part = (struct matrix_part){0};
        matrices_shape(s, m, &part->rows, &part->cols);
        if (a.head >= 0)
            matrices_head_part(s, m, a.head, part);
        int id = m.kind == MATRIX_X && *a.word ? lexicon_find(s->lexicon, a.word) : -1;
        for (int t = 0; id >= 0 && t < s->sentence->count; t++)
            if (s->sentence->id[t] == id) {
                part->row0 = t;
                part->rows = 1;
                break;
            }
        for (int k = 0; k < count; k++)
            if (list[k].kind == m.kind && list[k].index == m.index)
                return k;
    }
    return -1;
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
    if (same || !ok)
        return same;
    struct text list = {0};
    for (int i = 0; i < q->allow.count; i++) {
        text_add(&list, i ? text_in(TEXT_AS("allow", ", "), r->lang) : "");
        judge_allow_says(q->allow.v[i].s, r->lang, &list);
    }
    reply_fail(r, 0, TEXT("this goal lets you change only %s"), text_str(&list));
    text_finish(&list);
    return false;
}

const struct param *judge_allow_setting(const struct lesson_ask *q)
{
    const struct allow a =
        q->allow.count == 1 ? allow_of(q->allow.v[0].s) : (struct allow){.kind = ALLOW_KINDS};
    return a.kind == ALLOW_SETTING ? param_find(a.name) : NULL;
}
