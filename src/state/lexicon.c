/* A copy of a lexicon shares its words, list and index. An edit replaces one word and the tree nodes
 * above it. All lexicons derived from one share its index, so entries for words that are not in this
 * list are skipped. */
#include "state/lexicon.h"

#include <math.h>
#include <string.h>

#include "base/embedded.h"
#include "base/mem.h"
#include "base/number.h"
#include "core/math/rng.h"
#include "state/word_index.h"

const struct pair lexicon_dims[LEXICON_DIMS] = {
    PAIR("animal", "动物"), PAIR("person", "人"),    PAIR("food", "食物"),    PAIR("thing", "器物"),
    PAIR("action", "动作"), PAIR("feeling", "情感"), PAIR("quality", "性状"), PAIR("function", "虚词"),
};

static size_t room_of(const char *s)
{
    return s ? strlen(s) + 1 : 0;
}

static struct lemma *lemma_new(const char *name, size_t n, struct pair shown)
{
    struct lemma *l = mem_new(1, sizeof *l + n + 1 + room_of(shown.en) + room_of(shown.zh));
    if (!l)
        return NULL;
    char *en = l->name + n + 1, *zh = en + room_of(shown.en);
    l->refs = 1;
    memcpy(l->name, name, n);
    if (shown.en)
        l->shown.en = memcpy(en, shown.en, room_of(shown.en));
    if (shown.zh)
        l->shown.zh = memcpy(zh, shown.zh, room_of(shown.zh));
    return l;
}

const char *lemma_shown(const struct lemma *l, enum lang lang)
{
    const char *s = pair_in(l->shown, lang);
    return s ? s : l->name;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool spelt(const char *word, const char *s, size_t n)
{
    return word && strlen(word) == n && strncmp(word, s, n) == 0;
}

bool lemma_is(const struct lemma *l, const char *s, size_t n)
{
    return spelt(l->name, s, n) || spelt(l->shown.en, s, n) || spelt(l->shown.zh, s, n);
}

struct lemma *lemma_share(struct lemma *l)
{
    if (l)
        l->refs++;
    return l;
}

void lemma_drop(struct lemma *l)
{
    if (l && --l->refs == 0) {
        value_drop(l->x);
        mem_free(l);
    }
}

bool lemma_same(const struct lemma *a, const struct lemma *b)
{
    if (a == b || !a || !b)
        return a == b;
    return a->made_up == b->made_up && strcmp(a->name, b->name) == 0 && same_text(a->shown.en, b->shown.en) &&
           same_text(a->shown.zh, b->shown.zh) && value_same(a->x, b->x);
}

size_t lemma_bytes(const struct lemma *l)
{
    return l ? sizeof *l + strlen(l->name) + 1 + room_of(l->shown.en) + room_of(l->shown.zh) +
                   value_bytes(l->x)
             : 0;
}

static struct lexicon *lexicon_of(struct word_list words, int count, struct word_index *index)
{
    struct lexicon *l = mem_new(1, sizeof *l);
    if (l)
        *l = (struct lexicon){1, count, words, index};
    return l;
}

struct lexicon *lexicon_share(struct lexicon *l)
{
    if (l)
        l->refs++;
    return l;
}

void lexicon_drop(struct lexicon *l)
{
    if (!l || --l->refs > 0)
        return;
    word_list_drop(&l->words);
    word_index_drop(l->index);
    mem_free(l);
}

/* Makes *l private. */
static bool make_private(struct lexicon **l)
{
    if ((*l)->refs == 1)
        return true;
    struct lexicon *own = lexicon_of((*l)->words, (*l)->count, (*l)->index);
    if (!own)
        return false;
    word_list_share(&own->words);
    word_index_share(own->index);
    lexicon_drop(*l);
    *l = own;
    return true;
}

static bool note(struct lexicon *l, const char *spelling, int i)
{
    return !spelling ||
           word_index_add(l->index, word_index_hash(WORD_INDEX_START, spelling, strlen(spelling)), i);
}

/* Appends a word to a private list. Takes ownership of it on success. */
static bool add(struct lexicon *l, struct lemma *lemma)
{
    if (!note(l, lemma->name, l->count) || !word_list_put(&l->words, l->count, lemma))
        return false;
    l->count++;
    return true;
}

int lexicon_find(const struct lexicon *l, const char *name)
{
    uint32_t hash = word_index_hash(WORD_INDEX_START, name, strlen(name));
    size_t at = 0;
    int shown = -1, named = -1;
    for (int i; (i = word_index_next(l->index, hash, &at)) >= 0;) {
        if (i >= l->count)
            continue;
        const struct lemma *w = lexicon_at(l, i);
        if ((same_text(w->shown.en, name) || same_text(w->shown.zh, name)) && (shown < 0 || i < shown))
            shown = i;
        if (strcmp(w->name, name) == 0 && (named < 0 || i < named))
            named = i;
    }
    return shown >= 0 ? shown : named;
}

/* Fills a vector seeded by the name alone: normal, standard deviation 0.5, two decimals for readability. */
static void make_up(struct value *x, const char *name)
{
    struct rng rng = rng_seed(rng_hash(name));
    for (int j = 0; j < x->cols; j++)
        x->v[j] = round(50 * rng_normal(&rng)) / 100 + 0.0;
}

int lexicon_word(struct lexicon **l, const char *name, int d)
{
    int i = lexicon_find(*l, name);
    if (i >= 0)
        return i;
    struct lemma *lemma = lemma_new(name, strlen(name), BOTH(NULL, NULL));
    if (!lemma)
        return -1;
    lemma->made_up = true;
    lemma->x = value_new(1, d);
    if (lemma->x)
        make_up(lemma->x, name);
    if (lemma->x && make_private(l) && add(*l, lemma))
        return (*l)->count - 1;
    lemma_drop(lemma);
    return -1;
}

/* Replaces word i of a private list with a copy spelled as `shown`. Returns NULL if out of memory. */
static struct lemma *renew(struct lexicon *l, int i, struct pair shown)
{
    struct lemma *old = lexicon_at(l, i), *own = lemma_new(old->name, strlen(old->name), shown);
    if (!own)
        return NULL;
    own->made_up = old->made_up;
    own->x = value_share(old->x);
    if (note(l, own->shown.en, i) && note(l, own->shown.zh, i) && word_list_put(&l->words, i, own))
        return own;
    lemma_drop(own);
    return NULL;
}

/* Makes word i private to this list and returns it, or NULL if out of memory; the words stay the same. */
static struct lemma *private_lemma(struct lexicon **l, int i)
{
    if (!make_private(l) || !word_list_own(&(*l)->words, i))
        return NULL;
    struct lemma *old = lexicon_at(*l, i);
    return old->refs == 1 ? old : renew(*l, i, old->shown);
}

bool lexicon_show(struct lexicon **l, int i, struct pair shown)
{
    return make_private(l) && renew(*l, i, shown) != NULL;
}

bool lexicon_set(struct lexicon **l, int i, struct value *x)
{
    struct lemma *lemma = private_lemma(l, i);
    if (!lemma)
        return false;
    value_share(x);
    value_drop(lemma->x);
    lemma->x = x;
    lemma->made_up = false;
    return true;
}

bool lexicon_set_entry(struct lexicon **l, int i, int j, double x)
{
    struct lemma *lemma = private_lemma(l, i);
    if (!lemma || !(j < lemma->x->cols ? value_edit(&lemma->x) : value_reshape(&lemma->x, 1, j + 1)))
        return false;
    lemma->x->v[j] = x;
    lemma->made_up = false;
    return true;
}

bool lexicon_same(const struct lexicon *a, const struct lexicon *b)
{
    return a == b || (a->count == b->count && word_list_same(&a->words, &b->words));
}

size_t lexicon_bytes(const struct lexicon *a, const struct lexicon *b)
{
    return a == b ? 0 : sizeof *a + word_list_bytes(&a->words, &b->words);
}

/* Returns true if the n bytes at s, with this hash, are a known word that is not pseudo-random. */
static bool knows(const struct lexicon *l, const char *s, size_t n, uint32_t hash)
{
    size_t at = 0;
    for (int i; (i = word_index_next(l->index, hash, &at)) >= 0;) {
        const struct lemma *w = i < l->count ? lexicon_at(l, i) : NULL;
        if (w && !w->made_up && spelt(w->name, s, n))
            return true;
    }
    return false;
}

int lexicon_longest(const struct lexicon *l, const char *s)
{
    uint32_t hash = WORD_INDEX_START;
    int best = 0;
    for (int n = 1; n <= LEXICON_LONGEST && s[n - 1]; n++) {
        hash = word_index_hash(hash, s + n - 1, 1);
        if (knows(l, s, (size_t)n, hash))
            best = n;
    }
    return best;
}

/* Reads one line of the vocabulary: a word, then LEXICON_DIMS numbers. */
static struct lemma *read_line(const char *line, size_t n)
{
    size_t at = 0;
    while (at < n && line[at] != ' ')
        at++;
    struct lemma *lemma = lemma_new(line, at, BOTH(NULL, NULL));
    if (!lemma || !(lemma->x = value_new(1, LEXICON_DIMS))) {
        lemma_drop(lemma);
        return NULL;
    }
    for (int j = 0; j < LEXICON_DIMS && at < n; j++) {
        while (at < n && line[at] == ' ')
            at++;
        size_t begin = at;
        while (at < n && line[at] != ' ')
            at++;
        number_parse(line + begin, at - begin, &lemma->x->v[j]);
    }
    return lemma;
}

static const char *vocabulary(void)
{
    for (const struct embedded *e = embedded_files; e->path; e++)
        if (strcmp(e->path, "src/state/words.vec") == 0)
            return e->bytes;
    return "";
}

struct lexicon *lexicon_default(void)
{
    const char *s = vocabulary();
    struct word_index *index = word_index_new();
    struct lexicon *l = index ? lexicon_of((struct word_list){0}, 0, index) : NULL;
    bool ok = l != NULL;
    s += strcspn(s, "\n"); /* skip the header: count and width */
    while (ok && *s == '\n' && s[1]) {
        size_t n = strcspn(++s, "\n");
        struct lemma *lemma = read_line(s, n);
        ok = lemma && add(l, lemma);
        if (!ok)
            lemma_drop(lemma);
        s += n;
    }
    if (ok)
        return l;
    if (l)
        lexicon_drop(l);
    else
        word_index_drop(index);
    return NULL;
}
