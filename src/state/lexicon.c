/* A list of words that are shared one by one: a copy of the list shares all of
 * them, an edit makes one of them anew. */
#include "state/lexicon.h"

#include <math.h>
#include <string.h>

#include "base/embedded.h"
#include "base/mem.h"
#include "base/number.h"
#include "core/math/rng.h"

const struct pair lexicon_dims[LEXICON_DIMS] = {
    PAIR("animal", "动物"),   PAIR("person", "人"),     PAIR("food", "食物"),      PAIR("thing", "器物"),
    PAIR("action", "动作"),   PAIR("feeling", "情感"),  PAIR("quality", "性状"),   PAIR("function", "虚词"),
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

static void lemma_drop(struct lemma *l)
{
    if (l && --l->refs == 0) {
        value_drop(l->x);
        mem_free(l);
    }
}

/* A private list with room for one more. */
static struct lexicon *list_with_room(const struct lexicon *old, int room)
{
    struct lexicon *l = mem_new(1, sizeof *l + (size_t)room * sizeof l->v[0]);
    if (!l)
        return NULL;
    *l = (struct lexicon){.refs = 1, .room = room};
    if (old) {
        l->count = old->count;
        for (int i = 0; i < old->count; i++) {
            l->v[i] = old->v[i];
            l->v[i]->refs++;
        }
    }
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
    for (int i = 0; i < l->count; i++)
        lemma_drop(l->v[i]);
    mem_free(l);
}

/* *l becomes private, with room for `more` further words. */
static bool make_private(struct lexicon **l, int more)
{
    if ((*l)->refs == 1 && (*l)->count + more <= (*l)->room)
        return true;
    struct lexicon *own = list_with_room(*l, (*l)->count + more + (more ? (*l)->count / 2 : 0));
    if (!own)
        return false;
    lexicon_drop(*l);
    *l = own;
    return true;
}

int lexicon_find(const struct lexicon *l, const char *name)
{
    int found = -1;
    for (int i = 0; i < l->count; i++) {
        const struct lemma *w = l->v[i];
        if (same_text(w->shown.en, name) || same_text(w->shown.zh, name))
            return i;
        if (found < 0 && strcmp(w->name, name) == 0)
            found = i;
    }
    return found;
}

/* A vector made from the name alone: normal, sd 0.5, two decimals (readable on a screen). */
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
    struct lemma *lemma = lemma_new(name, strlen(name), TEXT(NULL, NULL));
    if (!lemma)
        return -1;
    lemma->made_up = true;
    lemma->x = value_new(1, d);
    if (!lemma->x || !make_private(l, 1)) {
        lemma_drop(lemma);
        return -1;
    }
    make_up(lemma->x, name);
    (*l)->v[(*l)->count] = lemma;
    return (*l)->count++;
}

/* Puts a new lemma, shown in this way, in the place of word i of a private list; NULL: no memory. */
static struct lemma *renew(struct lexicon *l, int i, struct pair shown)
{
    struct lemma *old = l->v[i], *own = lemma_new(old->name, strlen(old->name), shown);
    if (!own)
        return NULL;
    own->made_up = old->made_up;
    own->x = value_share(old->x);
    lemma_drop(old);
    return l->v[i] = own;
}

/* Word i as one that only this list holds; NULL: no memory, the same words as before. */
static struct lemma *private_lemma(struct lexicon **l, int i)
{
    if (!make_private(l, 0))
        return NULL;
    struct lemma *old = (*l)->v[i];
    return old->refs == 1 ? old : renew(*l, i, old->shown);
}

bool lexicon_show(struct lexicon **l, int i, struct pair shown)
{
    return make_private(l, 0) && renew(*l, i, shown) != NULL;
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
    bool same = a->count == b->count;
    for (int i = 0; a != b && same && i < a->count; i++) {
        const struct lemma *x = a->v[i], *y = b->v[i];
        same = x == y || (x->made_up == y->made_up && strcmp(x->name, y->name) == 0 && same_text(x->shown.en, y->shown.en) &&
                          same_text(x->shown.zh, y->shown.zh) && value_same(x->x, y->x));
    }
    return same;
}

int lexicon_longest(const struct lexicon *l, const char *s)
{
    size_t best = 0;
    for (int i = 0; i < l->count; i++) {
        size_t n = strlen(l->v[i]->name);
        if (!l->v[i]->made_up && n > best && strncmp(l->v[i]->name, s, n) == 0)
            best = n;
    }
    return (int)best;
}

/* One line of the vocabulary: word, then LEXICON_DIMS numbers. */
static struct lemma *read_line(const char *line, size_t n)
{
    size_t at = 0;
    while (at < n && line[at] != ' ')
        at++;
    struct lemma *lemma = lemma_new(line, at, TEXT(NULL, NULL));
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

static int count_lines(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += *s == '\n';
    return n;
}

struct lexicon *lexicon_default(void)
{
    const char *s = vocabulary();
    struct lexicon *l = list_with_room(NULL, count_lines(s) + 32);
    if (!l)
        return NULL;
    s += strcspn(s, "\n");          /* the header: how many, how wide */
    while (*s == '\n' && s[1]) {
        size_t n = strcspn(++s, "\n");
        struct lemma *lemma = read_line(s, n);
        if (!lemma) {
            lexicon_drop(l);
            return NULL;
        }
        l->v[l->count++] = lemma;
        s += n;
    }
    return l;
}
