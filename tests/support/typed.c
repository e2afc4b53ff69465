#include "support/typed.h"

#include <stdio.h>
#include <string.h>

enum { WORDS_MOST = 64, WORD_BYTES = 64 };

struct typed {
    const struct state *s;
    struct rng *rng;
    enum lang lang;
    int count;
    char word[WORDS_MOST][WORD_BYTES];
};

static int any(struct rng *rng, int n)
{
    return (int)(rng_uniform(rng) * n);
}

static const struct grammar_class *class_of(enum lang lang, const char *name)
{
    const struct grammar_class *c = grammar_classes;
    while (c->name && (c->lang != lang || strcmp(c->name, name) != 0))
        c++;
    return c->name ? c : NULL;
}

/* Returns a word of the vocabulary of a kind, in a language; one that can do something if `acts`. */
static const char *of_kind(struct typed *t, char kind, bool acts)
{
    for (;;) {
        struct lemma l = lexicon_at(t->s->lexicon, any(t->rng, vocabulary_count));
        bool han = (unsigned char)*l.name >= 0x80;
        if (han == (t->lang == LANG_ZH) && lemma_kind(l) == kind &&
            (!acts || lemma_entry(l, 0) >= 0.4 || lemma_entry(l, 1) >= 0.7))
            return l.name;
    }
}

/* Full-width signs would part the screen's own sentences for the judge. */
static void add(struct typed *t, const char *word)
{
    if (t->count < WORDS_MOST && strcmp(word, "？") != 0 && strcmp(word, "。") != 0)
        snprintf(t->word[t->count++], WORD_BYTES, "%s", word);
}

static bool acts(const char *class)
{
    return strcmp(class, "NA") == 0 || strcmp(class, "ANIM") == 0 || strcmp(class, "PERS") == 0;
}

/* Adds a word of a class; nouns and qualities often of the whole vocabulary. */
static void add_class(struct typed *t, const char *name)
{
    const struct grammar_class *c = class_of(t->lang, name);
    if (!c) {
        add(t, name);
        return;
    }
    const char *word = grammar_words[c->of[any(t->rng, c->count)]].en;
    if ((c->kind == 'n' || c->kind == 'q') && any(t->rng, 2))
        word = of_kind(t, c->kind, acts(name));
    for (const struct pair *form = grammar_forms; form->en && c->kind == 0; form++)
        if (strcmp(form->zh, word) == 0 && any(t->rng, 4) == 0) {
            word = form->en;
            break;
        }
    add(t, word);
}

/* Copies what is before one of the signs of a part; the first character may be a sign itself. */
static const char *piece(const char *at, const char *end, char out[WORD_BYTES])
{
    size_t n = 1;
    while (at + n < end && !strchr(":>=", at[n]))
        n++;
    snprintf(out, WORD_BYTES, "%.*s", (int)n, at);
    return at + n;
}

static const struct grammar_pattern *any_phrase(struct typed *t)
{
    int all = 0, at;
    const struct grammar_pattern *p = grammar_phrases;
    for (; p->of; p++)
        all += p->lang == t->lang ? p->often : 0;
    at = any(t->rng, all);
    for (p = grammar_phrases; at >= 0; p++)
        at -= p->lang == t->lang ? p->often : 0;
    return p - 1;
}

static void add_parts(struct typed *t, const char *of, const char *noun, bool pronouns);

/* Adds a phrase: a noun of the class with what may stand beside it, or a pronoun. */
static void add_phrase(struct typed *t, const char *class, bool pronouns, bool verb)
{
    if (pronouns && any(t->rng, 4) == 0)
        add_class(t, verb ? "OBJ" : "SUBJ");
    else
        add_parts(t, any_phrase(t)->of, class, false);
}

static void add_parts(struct typed *t, const char *of, const char *noun, bool pronouns)
{
    bool verb = false; /* of this clause */
    while (*of) {
        const char *end = of + strcspn(of, " ");
        char first[WORD_BYTES], second[WORD_BYTES] = "";
        bool phrase = *of == '@';
        const char *at = piece(of + phrase, end, first);
        if (at < end && *at == ':')
            piece(at + 1, end, second);
        verb = (verb || *second == 'V') && !(phrase && strchr(first, '2') && *first == 'A');
        if (phrase)
            add_phrase(t, second, pronouns, verb);
        else
            add_class(t, noun && strcmp(first, "N") == 0 ? noun : first);
        of = end + (*end == ' ');
    }
}

/* Spoils the sentence: a word less, another word, two exchanged. */
static void spoil(struct typed *t)
{
    int a = any(t->rng, t->count), b = any(t->rng, t->count), how = any(t->rng, 3);
    char kept[WORD_BYTES];
    if (how == 0 && t->count > 1) {
        memmove(t->word[a], t->word[a + 1], (size_t)(t->count - a - 1) * WORD_BYTES);
        t->count--;
    } else if (how == 1) {
        snprintf(t->word[a], WORD_BYTES, "%s", lexicon_at(t->s->lexicon, any(t->rng, vocabulary_count)).name);
    } else {
        memcpy(kept, t->word[a], WORD_BYTES);
        memcpy(t->word[a], t->word[b], WORD_BYTES);
        memcpy(t->word[b], kept, WORD_BYTES);
    }
}

void typed_sentence(struct text *out, const struct state *s, struct rng *rng,
                    const struct grammar_pattern *pattern, bool odd)
{
    struct typed t = {.s = s, .rng = rng, .lang = pattern->lang};
    add_parts(&t, pattern->of, NULL, true);
    const char *last = t.word[t.count - 1];
    if (any(rng, 3) == 0 && strcmp(last, "?") != 0 && strcmp(last, "？") != 0)
        add(&t, t.lang == LANG_ZH ? "。" : ".");
    for (int i = 1 + any(rng, 2); odd && i > 0; i--)
        spoil(&t);
    if (any(rng, 3) == 0 && *t.word[0] >= 'a' && *t.word[0] <= 'z')
        *t.word[0] = (char)(*t.word[0] - 'a' + 'A');
    text_add(out, "tokens");
    for (int i = 0; i < t.count; i++)
        text_addf(out, " \"%s\"", strcmp(t.word[i], "\"") == 0 ? "x" : t.word[i]);
}

const struct grammar_pattern *typed_pattern(struct rng *rng, enum lang lang)
{
    int count = 0;
    while (grammar_patterns[count].of)
        count++;
    for (;;) {
        const struct grammar_pattern *p = &grammar_patterns[any(rng, count)];
        if (p->lang == lang && !strstr(p->of, "，")) /* which parts lists of the judge's, too */
            return p;
    }
}
