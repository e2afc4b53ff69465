#include "tasks/grammar.h"

#include <stdio.h>
#include <string.h>

#include "tasks/draft.h"

/* The layer whose heads are asked; how many times more a verb counts. */
enum { ASKED_LAYER = 1, VERB_MORE = 2 };

/* A piece of a pattern's text. */
struct span {
    const char *at;
    int n;
};

/* One part of a pattern: CLASS:ROLE:DOER>READS=REFERS, or @ROLE:CLASS. */
struct part {
    struct span class, role;
    struct span reads;  /* the role of what all heads read */
    struct span refers; /* the role of what a pronoun refers to */
    struct span doer;   /* of a verb: the role of who does it, if it is not in its own clause */
    bool phrase;        /* any phrase of the class stands here */
};

/* A sentence as it is written or recognized. */
struct sentence {
    enum lang lang;
    int n;
    struct asker {
        struct part part;
        int phrase; /* first word of the phrase that it belongs to, -1: none */
        int to;     /* what all heads read; -1: it follows from the roles */
    } word[TASK_LONGEST];
};

static bool span_is(struct span s, const char *text)
{
    return (int)strlen(text) == s.n && strncmp(s.at, text, (size_t)s.n) == 0;
}

static bool span_same(struct span a, struct span b)
{
    return a.n == b.n && strncmp(a.at, b.at, (size_t)a.n) == 0;
}

/* Returns what follows a sign, up to the next one; moves *at past it. A sign may itself be a word. */
static struct span cut_piece(const char **at, const char *end)
{
    struct span s = {*at, 0};
    while (s.at + s.n < end && (s.n == 0 || !strchr(":>=", s.at[s.n])))
        s.n++;
    *at = s.at + s.n;
    return s;
}

/* Reads the part at *at, which is moved to the next; false at the end. */
static bool next_part(const char **at, struct part *out)
{
    const char *p = *at, *end = p + strcspn(p, " ");
    *out = (struct part){.phrase = *p == '@'};
    if (!*p)
        return false;
    p += out->phrase;
    struct span first = cut_piece(&p, end), *colon = out->phrase ? &out->class : &out->role;
    *(out->phrase ? &out->role : &out->class) = first;
    while (p < end) {
        char sign = *p++;
        *(sign == '>' ? &out->reads : sign == '=' ? &out->refers : colon) = cut_piece(&p, end);
        colon = sign == ':' ? &out->doer : colon;
    }
    *at = end + (*end == ' ');
    return true;
}

static struct span span_of(const char *text)
{
    return (struct span){text, (int)strlen(text)};
}

static const struct grammar_class *class_of(enum lang lang, struct span name)
{
    const struct grammar_class *c = grammar_classes;
    while (c->name && (c->lang != lang || !span_is(name, c->name)))
        c++;
    return c;
}

/* In a phrase N is the noun that it stands for. */
static bool is_noun(const struct part *p)
{
    return span_is(p->class, "N");
}

/* Appends a word of a phrase, or by itself. */
static void add_word(struct sentence *s, struct part part, int phrase)
{
    if (s->n < TASK_LONGEST)
        s->word[s->n++] = (struct asker){part, phrase, -1};
}

/* Settles what the words of a phrase read: N is its noun, other roles are words of its own. The noun takes
 * the place of the phrase in the sentence. */
static void close_phrase(struct sentence *s, int first, const struct part *stands)
{
    for (int t = first; t < s->n; t++) {
        struct asker *a = &s->word[t];
        for (int k = first; k < s->n && a->part.reads.n > 0; k++) {
            const struct part *p = &s->word[k].part;
            if (is_noun(&(struct part){.class = a->part.reads}) ? is_noun(p)
                                                                : span_same(p->role, a->part.reads))
                a->to = k;
        }
    }
    for (int t = first; t < s->n; t++)
        if (is_noun(&s->word[t].part))
            s->word[t].part = *stands;
        else
            s->word[t].part.role.n = 0;
}

/* ---- what is asked ---------------------------------------------------------------- */

/* Returns the position of the word with a role, `own` if there is none. */
static int place_of_role(const struct sentence *s, struct span role, int own)
{
    for (int t = 0; role.n > 0 && t < s->n; t++)
        if (span_same(s->word[t].part.role, role))
            return t;
    return own;
}

/* Returns the position of role A, V or B in the clause of another role. */
static int in_clause(const struct sentence *s, char letter, struct span of, int own)
{
    char name[] = {letter, of.n > 1 ? of.at[1] : '\0', '\0'};
    return place_of_role(s, span_of(name), own);
}

static char role_of(const struct asker *a)
{
    return a->part.role.n > 0 ? *a->part.role.at : '\0';
}

/* Sets what the word at t reads in each head: doer, done-to, stands-for. Who has no other reads the verb, and
 * the verb itself. */
static void reads_of(const struct sentence *s, int t, int to[TASK_HEADS])
{
    const struct asker *a = &s->word[t];
    const struct part *p = &a->part;
    char role = role_of(a);
    bool acts = role && strchr("AVB", role);
    int refers = place_of_role(s, p->refers, t), all = a->to;
    if (all < 0 && (p->reads.n > 0 || !acts))
        all = p->reads.n > 0 ? place_of_role(s, p->reads, t) : refers;
    int verb = in_clause(s, 'V', p->role, t), doer = in_clause(s, 'A', p->role, verb),
        done_to = in_clause(s, 'B', p->role, verb);
    doer = role == 'A' ? verb : place_of_role(s, s->word[verb].part.doer, doer);
    done_to = role == 'B' ? verb : done_to;
    to[0] = role == 'X' ? -1 : all >= 0 ? all : doer;
    to[1] = role == 'X' ? -1 : all >= 0 ? all : done_to;
    to[2] = role == 'X' ? -1 : all >= 0 ? all : refers;
}

/* ---- writing ---------------------------------------------------------------------- */

/* Returns one of the patterns of a language by how often they come; of both if lang is LANG_COUNT. */
static const struct grammar_pattern *any_of(struct draft *out, const struct grammar_pattern *list, int lang)
{
    int all = 0, at;
    for (const struct grammar_pattern *p = list; p->of; p++)
        all += lang < 0 || (int)p->lang == lang ? p->often : 0;
    for (at = draft_any(out, all); at >= 0; list++)
        at -= lang < 0 || (int)list->lang == lang ? list->often : 0;
    return list - 1;
}

static void write_word(struct draft *out, struct sentence *s, struct part part, struct span class, int phrase)
{
    const struct grammar_class *c = class_of(s->lang, class);
    if (s->n < TASK_LONGEST)
        draft_word(out, c->name ? c->of[draft_any(out, c->count)] : -1 - s->n);
    add_word(s, part, phrase);
}

static bool is_any(const char *name, const char *const *list)
{
    while (*list && strcmp(name, *list) != 0)
        list++;
    return *list;
}

bool grammar_word_tells(const char *name)
{
    static const char *const tell[] = {"by",   "of",  "was",  "and",  "because", "in", "on",
                                       "near", "who", "what", "被",   "把",      "的", "在",
                                       "里",   "谁",  "什么", "因为", "，",      NULL};
    return is_any(name, tell);
}

void grammar_write_as(struct draft *out, const struct grammar_pattern *p)
{
    struct sentence s;
    struct part part, of;
    do {
        s = (struct sentence){.lang = p->lang};
        out->n = out->asked = 0;
        for (const char *at = p->of; next_part(&at, &part);) {
            int first = s.n;
            if (!part.phrase) {
                write_word(out, &s, part, part.class, -1);
                continue;
            }
            for (const char *in = any_of(out, grammar_phrases, (int)s.lang)->of; next_part(&in, &of);)
                write_word(out, &s, of, is_noun(&of) ? part.class : of.class, first);
            close_phrase(&s, first, &part);
        }
    } while (s.n > GRAMMAR_LONGEST);
    for (int t = 0; t < s.n; t++) {
        int to[TASK_HEADS];
        reads_of(&s, t, to);
        for (int h = 0; h < TASK_HEADS && to[h] >= 0; h++)
            out->target[out->asked++] =
                (struct target){ASKED_LAYER, h, t, to[h], role_of(&s.word[t]) == 'V' ? VERB_MORE : 0};
    }
    /* The order of the words alone says who does what: no passive, nothing that belongs to something. */
    out->simple = !strstr(p->of, "VP:");
    for (int t = 0; out->simple && t < out->n; t++)
        out->simple = out->word[t] >= 0 && !grammar_word_tells(grammar_words[out->word[t]].en);
}

/* Returns the number of a word, -1: it has none. */
static int grammar_number(const char *name)
{
    int i = 0;
    while (grammar_words[i].zh && strcmp(grammar_words[i].zh, name) != 0)
        i++;
    return grammar_words[i].zh ? i : -1;
}

void grammar_write(struct draft *out, int which)
{
    static const char *const first[] = {"猫", "追", "狗"}; /* as in the opening */
    grammar_write_as(out, which == 0 ? grammar_patterns : any_of(out, grammar_patterns, -1));
    for (int t = 0; t < 3 && which == 0; t++)
        out->word[t] = grammar_number(first[t]);
}

/* ---- recognizing ------------------------------------------------------------------- */

struct matching {
    int n;
    struct known {
        const char *name;
        int number; /* of grammar_words, -1: it is not among them */
        char kind;
    } word[GRAMMAR_LONGEST];
};

/* A word whose vector is learned is what its class says, whatever its vector says. */
static struct known known_word(const struct grammar_word *w)
{
    int number = grammar_number(w->name);
    return (struct known){w->name, number, number >= grammar_given ? 0 : w->kind};
}

static bool is_in(const struct grammar_class *c, int number)
{
    bool in = false;
    for (int i = 0; number >= 0 && !in && i < c->count; i++)
        in = c->of[i] == number;
    return in;
}

/* Returns whether the next word may stand for a class. */
static bool fits_class(const struct matching *m, const struct sentence *s, struct span class)
{
    const struct grammar_class *c = class_of(s->lang, class);
    const struct known *w = s->n < m->n ? &m->word[s->n] : NULL;
    if (!w || !c->name)
        return w && span_is(class, w->name);
    return (w->kind &&
            (c->kind == 't' ? w->kind == 'q' : w->kind == c->kind || (w->kind == 'f' && c->kind == 'q'))) ||
           is_in(c, w->number);
}

/* Matches what is left of a pattern with what is left of the words: of several phrases the first with which
 * the rest matches, too. */
static bool match(const struct matching *m, const char *at, struct sentence *s)
{
    struct part part, of;
    if (!next_part(&at, &part)) {
        if (s->n != m->n - 1 || !fits_class(m, s, (struct span){"STOP", 4}))
            return s->n == m->n;
        add_word(s, (struct part){.reads = {"V", 1}}, -1); /* a sign that ends a sentence reads the verb */
        return true;
    }
    int first = s->n;
    if (!part.phrase) {
        if (!fits_class(m, s, part.class))
            return false;
        add_word(s, part, -1);
        return match(m, at, s);
    }
    for (const struct grammar_pattern *p = grammar_phrases; p->of; p++) {
        bool same = p->lang == s->lang;
        s->n = first;
        for (const char *in = p->of; same && next_part(&in, &of);) {
            same = fits_class(m, s, is_noun(&of) ? part.class : of.class);
            add_word(s, of, first);
        }
        close_phrase(s, first, &part);
        if (same && match(m, at, s))
            return true;
    }
    s->n = first;
    /* A pronoun stands for the next phrase. */
    bool after = in_clause(s, 'V', part.role, -1) >= 0;
    if (!fits_class(m, s, (struct span){after ? "OBJ" : "SUBJ", after ? 3 : 4}))
        return false;
    add_word(s, part, -1);
    return match(m, at, s);
}

/* Returns whether a word belongs to a noun: to its phrase, or by what it reads, as the words of "in the park"
 * do. What only marks its role, as "by", does not. */
static bool belongs(const struct sentence *s, int t, int noun)
{
    const struct asker *a = &s->word[t];
    struct span is = a->part.class;
    if (s->word[noun].phrase >= 0 || span_is(is, "by") || span_is(is, "被") || span_is(is, "把"))
        return a->phrase >= 0 && a->phrase == s->word[noun].phrase;
    while (t >= 0 && t != noun)
        t = place_of_role(s, s->word[t].part.reads, -1);
    return t == noun;
}

/* What stands before its noun and belongs to it; what is said of a verb. By class, or by itself. */
static const char *const of_noun[] = {"D", "Q", "的", "很", "very", NULL};
static const char *const of_verb[] = {"H", "DO", "BE", "T",  "ADV", "ASP",  "not",
                                      "?", "？", "吗", "不", "没",  "没有", NULL};

/* Returns the words of the phrase of a role. */
static struct grammar_part part_of(const struct sentence *s, const char *role)
{
    int noun = place_of_role(s, span_of(role), -1);
    if (noun < 0)
        return (struct grammar_part){0};
    struct grammar_part p = {noun, noun + 1, noun};
    while (p.first > 0 && belongs(s, p.first - 1, noun))
        p.first--;
    while (p.end < s->n && belongs(s, p.end, noun))
        p.end++;
    return p;
}

const char *grammar_case(const char *name, bool doer)
{
    static const char *const forms[][2] = {
        {"me", "I"}, {"him", "he"}, {"her", "she"}, {"us", "we"}, {"them", "they"}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(name, forms[i][!doer]) == 0)
            return forms[i][doer];
    return name;
}

bool grammar_read(struct grammar_reading *out, const struct grammar_pattern *list, enum lang lang,
                  const struct grammar_word *word, int n)
{
    struct matching m = {.n = n};
    for (int t = 0; t < n && n <= GRAMMAR_LONGEST; t++)
        m.word[t] = known_word(&word[t]);
    bool read = false;
    for (const struct grammar_pattern *p = list; n <= GRAMMAR_LONGEST && p->of; p++) {
        struct sentence s = {.lang = lang};
        bool refers = strchr(p->of, '='); /* it knows what a pronoun stands for: better than the first */
        if (p->lang != lang || (read && !refers) || !match(&m, p->of, &s))
            continue;
        *out = (struct grammar_reading){
            .pattern = p, .n = n, .doer = part_of(&s, "A"), .done_to = part_of(&s, "B")};
        for (int t = 0; t < n; t++) {
            reads_of(&s, t, out->to[t]);
            out->role[t] = role_of(&s.word[t]);
        }
        read = true;
        if (refers)
            break;
    }
    return read;
}

/* ---- patterns that are shown ---------------------------------------------------------- */

/* Returns the name of the class that has a verb's form. */
static const char *verb_class(enum lang lang, const char *verb)
{
    static const struct {
        const char *end, *class;
    } forms[] = {{"ing", "VI"}, {"ed", "VP"}, {"s", "VS"}, {"", "VB"}};
    size_t i = 0, n = strlen(verb);
    while (n < strlen(forms[i].end) || strcmp(verb + n - strlen(forms[i].end), forms[i].end) != 0)
        i++;
    return forms[lang == LANG_ZH ? 2 : i].class;
}

/* Returns the name of the class whose words may stand in place of word t; its own if only it may. An article
 * is one only before its noun. */
static const char *class_at(const struct grammar_shown *s, int t)
{
    struct known w = known_word(&s->word[t]);
    char next = t + 1 < s->n ? known_word(&s->word[t + 1]).kind : 0;
    const struct grammar_class *most = NULL, *acts = class_of(s->lang, span_of("NA"));
    if (w.kind == 'v' || w.kind == 'i')
        return verb_class(s->lang, w.name);
    if (w.kind == 'n')
        return t == s->doer || (t != s->done_to && is_in(acts, w.number)) ? "NA" : "NO";
    for (const struct grammar_class *c = grammar_classes; c->name && !w.kind; c++)
        if (c->lang == s->lang && is_in(c, w.number) && (!most || c->count > most->count) &&
            (next == 'n' || next == 'q' || next == 'f' || strcmp(c->name, "D") != 0))
            most = c;
    return w.kind ? "Q" : most ? most->name : w.name;
}

bool grammar_pattern_of(char of[GRAMMAR_PATTERN], const struct grammar_shown *s)
{
    const char *class[GRAMMAR_LONGEST];
    int verbs = 0, at = 0;
    for (int t = 0; t < s->n; t++) {
        class[t] = class_at(s, t);
        verbs += t == s->verb || memchr("vi", known_word(&s->word[t]).kind, 2) != NULL;
    }
    for (int t = 0; t < s->n; t++) {
        bool own = class[t] == s->word[t].name, acts = t == s->verb || t == s->doer || t == s->done_to;
        int to = t;
        while (!acts && to < s->n - 1 && is_any(class[to], of_noun))
            to++;
        if (known_word(&s->word[to]).kind != 'n')
            to = verbs == 1 && is_any(class[t], of_verb) ? s->verb : t;
        char role = to == s->verb ? 'V' : to == s->doer ? 'A' : 'X';
        role = role == 'X' && to == s->done_to ? 'B' : role;
        if (own && (strpbrk(class[t] + 1, ":>= ") || strchr("@: ", *class[t]) ||
                    class_of(s->lang, span_of(class[t]))->name))
            return false;
        at += snprintf(of + at, GRAMMAR_PATTERN - (size_t)at, "%s%s%c%c%.1s", at ? " " : "", class[t],
                       to == t ? ':' : '>', role, role == 'X' ? &"abcdefghijklmnop"[to] : "");
        if (at >= GRAMMAR_PATTERN)
            return false;
    }
    return true;
}
