/* A copy of a lexicon shares its words, list and index. An edit replaces one word and the tree nodes
 * above it. The vocabulary is searched by name, all else through the index. All lexicons derived from
 * one share its index, so entries for words that are not in this list are skipped. */
#include "state/lexicon.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "core/math/rng.h"
#include "tasks/grammar.h"
#include "network/pretrained.h"

const char *const lexicon_dims[LEXICON_DIMS] = {
    TEXT("animal"), TEXT("person"),  TEXT("food"),    TEXT("thing"),
    TEXT("action"), TEXT("feeling"), TEXT("quality"), TEXT("function"),
};

const char *lemma_shown(struct lemma l, enum lang lang)
{
    const char *s = pair_in(l.shown, lang);
    return s ? s : l.name;
}

/* Indices into lexicon_dims. */
enum { PERSON = 1, FOOD, THING, ACTION, FEELING, QUALITY, FUNCTION };

static bool is_text(const char *a, const char *b)
{
    return a && strcmp(a, b) == 0;
}

static bool spelt(const char *word, const char *s, size_t n)
{
    return word && strlen(word) == n && strncmp(word, s, n) == 0;
}

bool lemma_is(struct lemma l, const char *s, size_t n)
{
    return spelt(l.name, s, n) || spelt(l.shown.en, s, n) || spelt(l.shown.zh, s, n);
}

/* ---- the index ---------------------------------------------------------------- */

struct entry {
    uint32_t hash;
    int place; /* from 1; 0: free */
};

/* From the hash of a spelling to candidate places in the list: an open hash table, at most half full. All
 * copies of a list share it, and it only grows: a place may hold another word by now, or none, so the caller
 * checks it. */
struct word_index {
    int refs;
    size_t count, room; /* room: a power of 2, or 0 */
    struct entry *v;
};

enum { INDEX_FIRST = ROOM(1024, 2) };

/* Continues a hash over the next n bytes; it begins with HASH_START. */
#define HASH_START 2166136261u
static uint32_t hash_more(uint32_t hash, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)s[i]) * 16777619u;
    return hash;
}

static void put_entry(struct entry *v, size_t room, struct entry e)
{
    size_t i = e.hash & (room - 1);
    while (v[i].place)
        i = (i + 1) & (room - 1);
    v[i] = e;
}

/* Returns the next candidate place for a hash, -1 after the last. *at is 0 before the first call. */
static int next_place(const struct word_index *x, uint32_t hash, size_t *at)
{
    for (; x->room > 0; ++*at) {
        const struct entry *e = &x->v[(hash + *at) & (x->room - 1)];
        if (!e->place)
            break;
        if (e->hash == hash) {
            ++*at;
            return e->place - 1;
        }
    }
    return -1;
}

/* Notes place i as a candidate for a spelling (NULL: there is none). Returns false and changes nothing if out
 * of memory. */
static bool note(struct lexicon *l, const char *spelling, int i)
{
    struct word_index *x = l->index;
    uint32_t hash = spelling ? hash_more(HASH_START, spelling, strlen(spelling)) : 0;
    size_t at = 0;
    for (int noted; spelling && (noted = next_place(x, hash, &at)) >= 0;)
        if (noted == i)
            return true;
    if (!spelling)
        return true;
    if (2 * (x->count + 1) > x->room) {
        size_t room = x->room ? 2 * x->room : INDEX_FIRST;
        struct entry *v = mem_new(room, sizeof *v);
        if (!v)
            return false;
        for (size_t k = 0; k < x->room; k++)
            if (x->v[k].place)
                put_entry(v, room, x->v[k]);
        mem_free(x->v);
        x->v = v;
        x->room = room;
    }
    put_entry(x->v, x->room, (struct entry){hash, i + 1});
    x->count++;
    return true;
}

static void drop_index(struct word_index *x)
{
    if (!x || --x->refs > 0)
        return;
    mem_free(x->v);
    mem_free(x);
}

/* ---- sharing ------------------------------------------------------------------- */

static struct lexicon *lexicon_of(struct word_list words, int count, struct word_index *index,
                                  struct pretrained *model)
{
    struct lexicon *l = mem_new(1, sizeof *l);
    if (l)
        *l = (struct lexicon){1, count, pretrained_share(model), words, index};
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
    drop_index(l->index);
    pretrained_drop(l->model);
    mem_free(l);
}

static bool make_private(struct lexicon **l)
{
    if ((*l)->refs == 1)
        return true;
    struct lexicon *own = lexicon_of((*l)->words, (*l)->count, (*l)->index, (*l)->model);
    if (!own)
        return false;
    word_list_share(&own->words);
    own->index->refs++;
    lexicon_drop(*l);
    *l = own;
    return true;
}

/* ---- finding ----------------------------------------------------------------- */

/* Returns the last word of the vocabulary that is not after the first n bytes of s, or -1. */
static int vocabulary_before(const char *s, size_t n)
{
    int low = 0, high = vocabulary_count; /* the first word after s is in low … high */
    while (low < high) {
        int middle = low + (high - low) / 2, order = strncmp(vocabulary[middle].name, s, n);
        if (order > 0 || (order == 0 && strlen(vocabulary[middle].name) > n))
            high = middle;
        else
            low = middle + 1;
    }
    return low - 1;
}

static int vocabulary_find(const char *name)
{
    int i = vocabulary_before(name, strlen(name));
    return i >= 0 && strcmp(vocabulary[i].name, name) == 0 ? i : -1;
}

/* Returns the length of the longest word of the vocabulary at s, or 0. The word before s is either a
 * prefix of it or differs after `same` bytes; a word that is a prefix of both cannot be longer. */
static int vocabulary_longest(const char *s)
{
    size_t n = strnlen(s, VOCABULARY_NAME);
    for (int i; n > 0 && (i = vocabulary_before(s, n)) >= 0;) {
        const char *name = vocabulary[i].name;
        size_t same = 0;
        while (same < n && name[same] == s[same])
            same++;
        if (!name[same])
            return (int)same;
        n = same;
    }
    return 0;
}

int lexicon_find(const struct lexicon *l, const char *name)
{
    uint32_t hash = hash_more(HASH_START, name, strlen(name));
    size_t at = 0;
    int shown = -1, named = l->model ? -1 : vocabulary_find(name);
    for (int i; (i = next_place(l->index, hash, &at)) >= 0;) {
        if (i >= l->count || (!l->model && !word_list_own_at(&l->words, i)))
            continue;
        struct lemma w = lexicon_at(l, i);
        if ((is_text(w.shown.en, name) || is_text(w.shown.zh, name)) && (shown < 0 || i < shown))
            shown = i;
        if (strcmp(w.name, name) == 0 && (named < 0 || i < named))
            named = i;
    }
    return shown >= 0 ? shown : named;
}

int lexicon_longest(const struct lexicon *l, const char *s)
{
    uint32_t hash = HASH_START;
    int best = l->model ? 0 : vocabulary_longest(s);
    for (int n = 1; n <= LEXICON_LONGEST && s[n - 1]; n++) {
        size_t at = 0;
        hash = hash_more(hash, s + n - 1, 1);
        for (int i; n > best && (i = next_place(l->index, hash, &at)) >= 0;) {
            const struct own_word *w = i < l->count ? word_list_own_at(&l->words, i) : NULL;
            if (w && !w->made_up && spelt(w->name, s, (size_t)n))
                best = n;
        }
    }
    return best;
}

/* ---- editing ----------------------------------------------------------------- */

/* Returns the embedding of word i, shared if possible, or NULL if out of memory. */
static struct value *embedding(const struct lexicon *l, int i)
{
    const struct own_word *own = word_list_own_at(&l->words, i);
    if (own)
        return value_share(own->x);
    struct lemma given = lexicon_at(l, i);
    struct value *x = value_new(1, given.width);
    for (int j = 0; x && j < given.width; j++)
        value_mat(x).v[j] = lemma_entry(given, j);
    return x;
}

/* Replaces word i of a private list with a copy spelled as `shown`. Returns NULL if out of memory. */
static struct own_word *renew(struct lexicon *l, int i, struct pair shown)
{
    struct lemma old = lexicon_at(l, i);
    struct own_word *own = own_word_new(old.name, shown);
    if (!own)
        return NULL;
    own->made_up = old.made_up;
    own->x = embedding(l, i);
    if (own->x && note(l, own->shown.en, i) && note(l, own->shown.zh, i) && word_list_put(&l->words, i, own))
        return own;
    own_word_drop(own);
    return NULL;
}

/* Makes word i private to this list and returns it, or NULL if out of memory; the words stay the same. */
static struct own_word *private_word(struct lexicon **l, int i)
{
    if (!make_private(l) || !word_list_own(&(*l)->words, i))
        return NULL;
    struct own_word *old = word_list_own_at(&(*l)->words, i);
    return old && old->refs == 1 ? old : renew(*l, i, lexicon_at(*l, i).shown);
}

bool lexicon_show(struct lexicon **l, int i, struct pair shown)
{
    return make_private(l) && renew(*l, i, shown) != NULL;
}

bool lexicon_set(struct lexicon **l, int i, struct value *x)
{
    struct own_word *word = private_word(l, i);
    if (!word)
        return false;
    value_share(x);
    value_drop(word->x);
    word->x = x;
    word->made_up = false;
    return true;
}

bool lexicon_set_like(struct lexicon **l, int i, const struct lexicon *from)
{
    if (word_list_own_at(&(*l)->words, i) == word_list_own_at(&from->words, i))
        return true;
    struct value *x = embedding(from, i);
    bool ok = x && lexicon_set(l, i, x);
    value_drop(x);
    return ok;
}

bool lexicon_set_entry(struct lexicon **l, int i, int j, double x)
{
    struct own_word *word = private_word(l, i);
    if (!word || !(j < word->x->cols ? value_edit(&word->x) : value_reshape(&word->x, 1, j + 1)))
        return false;
    word->x->v[j] = x;
    word->made_up = false;
    return true;
}

/* ---- forms of words that no list has: The of the, stopped of stop, 三本 of 一只 ---- */

enum { FORM_BYTES = 64 };

/* An ending, what stands there in the word itself, and the kind of word. */
static const struct {
    const char *ending, *instead;
    enum form_kind kind;
} endings[] = {
    {"s", "", FORM_NOUN},      {"es", "", FORM_NOUN},   {"ies", "y", FORM_NOUN}, {"ed", "", FORM_VERB},
    {"d", "", FORM_VERB},      {"ied", "y", FORM_VERB}, {"ing", "", FORM_VERB},  {"ing", "e", FORM_VERB},
    {"ying", "ie", FORM_VERB}, {"'s", "", FORM_NOUN},
};

/* Returns the learned word that a word, in small letters, is like: by the list, or as a number or 这, 那 with
 * a measure word. NULL: none. */
static const char *learned_word(const char *name)
{
    for (const struct pair *form = grammar_forms; form->en; form++)
        if (strcmp(form->en, name) == 0)
            return form->zh;
    static const char first[] = "一二两三四五六七八九十几每这那",
                      measures[] = "只条个本张位件次杯棵辆座匹头块朵首台颗双碗";
    char one[8] = "", of[8] = "";
    if (strlen(name) != 6)
        return NULL;
    memcpy(one, name, 3);
    memcpy(of, name + 3, 3);
    if (!strstr(first, one) || !strstr(measures, of))
        return NULL;
    return strcmp(one, "这") == 0 ? "这只" : strcmp(one, "那") == 0 ? "那只" : "一只";
}

/* Fills `base` with the word that `name` may be a form of, trial after trial from 0 on; the caller asks its
 * list whether there is such a word. A FORM_NOUN must be a form of a noun or a verb, a FORM_VERB of a verb;
 * FORM_LISTED is one in any case (FORM_NAME: see lexicon_base). FORM_NONE: no further trial. */
static enum form_kind form_of(const char *name, int trial, char base[FORM_BYTES])
{
    enum { LISTED, CAPITAL, ENDED, ENDINGS = sizeof endings / sizeof *endings };
    char small[FORM_BYTES];
    size_t n = strlen(name), k = 0;
    *base = '\0';
    if (n >= FORM_BYTES || trial >= ENDED + 2 * ENDINGS)
        return FORM_NONE;
    for (; k <= n; k++)
        small[k] = name[k] >= 'A' && name[k] <= 'Z' ? (char)(name[k] - 'A' + 'a') : name[k];
    if (trial >= ENDED) { /* each ending; then without the second of two consonants before it (stopped) */
        int i = (trial - ENDED) / 2, twice = (trial - ENDED) % 2;
        const char *instead = endings[i].instead;
        size_t ending = strlen(endings[i].ending), left = n > ending ? n - ending : 0;
        if (left >= 2 && strcmp(small + left, endings[i].ending) == 0 &&
            !(twice && (*instead || small[left - 1] != small[left - 2])))
            snprintf(base, FORM_BYTES, "%.*s%s", (int)left - twice, small, instead);
        return endings[i].kind;
    }
    const char *of = trial == LISTED ? learned_word(small) : small;
    snprintf(base, FORM_BYTES, "%s", of && strcmp(of, name) != 0 ? of : "");
    return FORM_LISTED;
}

/* Returns true if the words that join others have vectors that a model learned. */
static bool is_taught(const struct lexicon *l)
{
    return !l->model && lexicon_at(l, vocabulary_find("the")).width > LEXICON_DIMS;
}

int lexicon_base(const struct lexicon *l, const char *name, enum form_kind *kind)
{
    static const char person[] = "Tom";
    char base[FORM_BYTES];
    bool taught = is_taught(l);
    for (int trial = 0, i; !l->model; trial++) {
        int first =
            trial < 2 && !taught ? 1 - trial : trial; /* Your is my where that was learned, else your */
        if ((*kind = form_of(name, first, base)) == FORM_NONE)
            break;
        if ((i = lexicon_find(l, base)) < 0)
            continue;
        struct lemma of = lexicon_at(l, i);
        char is = *kind == FORM_LISTED ? 0 : lemma_kind(of);
        if (!of.made_up && (!is || is == 'v' || (is == 'n' && *kind == FORM_NOUN)))
            return i;
    }
    size_t n = strlen(name), small = 1; /* a name: a capital letter, then small ones */
    while (small < n && name[small] >= 'a' && name[small] <= 'z')
        small++;
    *kind = taught && *name >= 'A' && *name <= 'Z' && n >= 2 && small == n ? FORM_NAME : FORM_NONE;
    return *kind == FORM_NAME ? vocabulary_find(person) : -1;
}

bool lexicon_takes_for_name(const struct lexicon *l, const char *name)
{
    enum form_kind kind = FORM_NONE;
    return !l->model && vocabulary_find(name) < 0 && lexicon_base(l, name, &kind) >= 0 && kind == FORM_NAME;
}

/* Returns the vector of a form of word i, or NULL without memory. An inflected one differs in its last entry.
 */
static struct value *form_vector(const struct lexicon *l, int i, enum form_kind kind)
{
    const double inflected = 0.1;
    struct value *x = embedding(l, i);
    if (x && kind >= FORM_NOUN && x->cols >= LEXICON_DIMS && value_edit(&x))
        x->v[FUNCTION] = round(100 * (x->v[FUNCTION] + inflected)) / 100;
    return x;
}

int lexicon_intern(struct lexicon **l, const char *name, int d)
{
    enum form_kind kind;
    int i = lexicon_find(*l, name);
    if (i >= 0) { /* takes the vector that a model learned for the word that it is a form of */
        struct lemma known = lexicon_at(*l, i);
        bool open = (known.made_up || known.width == LEXICON_DIMS) && is_taught(*l);
        int of = open ? lexicon_base(*l, known.name, &kind) : -1;
        if (of < 0 || (!known.made_up && lexicon_at(*l, of).width == LEXICON_DIMS))
            return i;
        struct value *x = form_vector(*l, of, kind);
        bool ok = x && lexicon_set(l, i, x);
        value_drop(x);
        return ok ? i : -1;
    }
    struct own_word *word = own_word_new(name, (struct pair){0});
    if (!word)
        return -1;
    int base = lexicon_base(*l, name, &kind);
    word->made_up = base < 0;
    word->x = base < 0 ? value_new(1, d) : form_vector(*l, base, kind);
    /* seeded by the name alone: normal, standard deviation 0.5, two decimals for readability */
    struct rng rng = rng_seed(rng_hash(name));
    for (int j = 0; word->x && word->made_up && j < d; j++)
        word->x->v[j] = round(50 * rng_normal(&rng)) / 100 + 0.0;
    if (word->x && make_private(l) && note(*l, name, (*l)->count) &&
        word_list_put(&(*l)->words, (*l)->count, word))
        return (*l)->count++;
    own_word_drop(word);
    return -1;
}

bool lexicon_same(const struct lexicon *a, const struct lexicon *b)
{
    return a == b || (a->count == b->count && word_list_same(&a->words, &b->words));
}

size_t lexicon_bytes(const struct lexicon *a, const struct lexicon *b)
{
    return a == b ? 0 : sizeof *a + word_list_bytes(&a->words, &b->words);
}

/* Reads the entries of a word's vector, and returns how much it names somebody or something: the largest of
 * animal, person, food and thing. */
static double names_of(struct lemma l, double v[LEXICON_DIMS])
{
    factor_read(v, l.x, 0, 0, LEXICON_DIMS);
    return fmax(fmax(v[0], v[PERSON]), fmax(v[FOOD], v[THING]));
}

bool lemma_is_noun(struct lemma l)
{
    double v[LEXICON_DIMS];
    if (l.width < LEXICON_DIMS)
        return false;
    double most = names_of(l, v);
    return most >= 0.4 && most > v[ACTION] && most > fabs(v[QUALITY]);
}

char lemma_kind(struct lemma l)
{
    const double named = 0.4, joins = 0.25, felt = 0.3;
    double v[LEXICON_DIMS];
    if (l.width < LEXICON_DIMS || l.made_up)
        return 0;
    double most = names_of(l, v);
    if (lemma_is_action(l))
        return 'v';
    if (v[FUNCTION] >= joins)
        return 0;
    if (most >= named && most > v[ACTION])
        return 'n';
    return v[ACTION] >= named ? 0 : fabs(v[FEELING]) >= felt ? 'f' : 'q';
}

char lexicon_kind(const struct lexicon *l, int i)
{
    const struct word_list first = word_list_new(l->model);
    bool learned = false;
    struct lemma w = i < word_list_vocabulary(&first) ? word_list_at(&first, i) : lexicon_at(l, i);
    for (int j = LEXICON_DIMS; j < w.width; j++)
        learned = learned || lemma_entry(w, j) != 0;
    return learned ? 0 : lemma_kind(w);
}

double lemma_action(struct lemma l)
{
    return lemma_entry(l, ACTION);
}

bool lemma_is_action(struct lemma l)
{
    bool is = l.width >= LEXICON_DIMS && lemma_action(l) >= 0.4;
    for (int j = 0; is && j < LEXICON_DIMS; j++)
        is = j == FEELING || lemma_entry(l, j) <= lemma_action(l);
    return is;
}

int lexicon_kin(const struct lexicon *l, const char *s, size_t n)
{
    int i = l->model ? -1 : vocabulary_before(s, n);
    return i >= 0 && i < l->count && spelt(vocabulary[i].name, s, n) ? vocabulary_kin(i) : 0;
}

/* Returns a lexicon that has a vocabulary and no other words. */
static struct lexicon *bare_lexicon(struct pretrained *model)
{
    struct word_list words = word_list_new(model);
    struct word_index *index = mem_new(1, sizeof *index);
    if (index)
        index->refs = 1;
    struct lexicon *l = index ? lexicon_of(words, word_list_vocabulary(&words), index, model) : NULL;
    if (!l)
        drop_index(index);
    return l;
}

struct lexicon *lexicon_default(void)
{
    return bare_lexicon(NULL);
}

struct lexicon *lexicon_of_model(struct pretrained *model)
{
    struct lexicon *l = bare_lexicon(model);
    for (int i = 0; l && i < l->count; i++)
        if (!note(l, pretrained_name(model, i), i)) {
            lexicon_drop(l);
            return NULL;
        }
    return l;
}
