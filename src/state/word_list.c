/* A tree of nodes with FAN places each. The base-FAN digits of an index select the path to its
 * word. A node with more than one reference is never written to. A path that ends early leads to
 * the vocabulary. */
#include "state/word_list.h"

#include <string.h>

#include "base/mem.h"
#include "network/pretrained.h"

enum { DIGIT = 5, FAN = 1 << DIGIT };

struct word_node {
    int refs;
    union {
        struct word_node *node[FAN]; /* above the lowest level */
        struct own_word *word[FAN];
    } at;
};

static int digit(int i, int height)
{
    return i >> (DIGIT * height) & (FAN - 1);
}

static bool tree_reaches(const struct word_list *l, int i)
{
    return i >> (DIGIT * l->height) < FAN;
}

/* ---- words ------------------------------------------------------------------- */

static size_t room_of(const char *s)
{
    return s ? strlen(s) + 1 : 0;
}

struct own_word *own_word_new(const char *name, struct pair shown)
{
    size_t n = room_of(name);
    struct own_word *w = mem_new(1, sizeof *w + n + room_of(shown.en) + room_of(shown.zh));
    if (!w)
        return NULL;
    char *en = w->name + n, *zh = en + room_of(shown.en);
    w->refs = 1;
    memcpy(w->name, name, n);
    if (shown.en)
        w->shown.en = memcpy(en, shown.en, room_of(shown.en));
    if (shown.zh)
        w->shown.zh = memcpy(zh, shown.zh, room_of(shown.zh));
    return w;
}

void own_word_drop(struct own_word *w)
{
    if (w && --w->refs == 0) {
        value_drop(w->x);
        mem_free(w);
    }
}

int word_list_vocabulary(const struct word_list *l)
{
    return l->model ? l->model->sizes.vocab : vocabulary_count;
}

/* Returns the word at place i; `own` is the word stored there, NULL if there is none: it is the
 * vocabulary's. */
static struct lemma lemma_of(const struct pretrained *model, const struct own_word *own, int i)
{
    int kin = !model && i < vocabulary_count ? vocabulary_kin(i) : 0;
    if (own)
        return (struct lemma){own->name, own->shown,  factor_of(value_mat(own->x)), 1, own->x->cols,
                              kin,       own->made_up};
    if (model)
        return (struct lemma){.name = pretrained_name(model, i),
                              .x = pretrained_token(model, i),
                              .times = model->sizes.word_scale,
                              .width = model->sizes.d};
    double *x = (double *)(uintptr_t)meanings[vocabulary_meaning[i]].x; /* struct mat has no const variant */
    return (struct lemma){.name = vocabulary[i].name,
                          .x = factor_of(mat_of(1, LEXICON_DIMS, LEXICON_DIMS, x)),
                          .times = 1,
                          .width = LEXICON_DIMS,
                          .kin = kin};
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Returns true if spellings and bits are the same. */
static bool lemma_same(struct lemma a, struct lemma b)
{
    bool same = a.made_up == b.made_up && strcmp(a.name, b.name) == 0 && same_text(a.shown.en, b.shown.en) &&
                same_text(a.shown.zh, b.shown.zh) && a.width == b.width;
    for (int j = 0; same && j < a.width; j++) {
        double x = a.times * factor_entry(a.x, 0, j), y = b.times * factor_entry(b.x, 0, j);
        same = memcmp(&x, &y, sizeof x) == 0;
    }
    return same;
}

struct own_word *word_list_own_at(const struct word_list *l, int i)
{
    const struct word_node *n = tree_reaches(l, i) ? l->root : NULL;
    for (int h = l->height; n && h > 0; h--)
        n = n->at.node[digit(i, h)];
    return n ? n->at.word[digit(i, 0)] : NULL;
}

struct lemma word_list_at(const struct word_list *l, int i)
{
    return lemma_of(l->model, word_list_own_at(l, i), i);
}

/* ---- nodes ------------------------------------------------------------------- */

static void node_drop(struct word_node *n, int height)
{
    if (!n || --n->refs > 0)
        return;
    for (int k = 0; k < FAN; k++) {
        if (height > 0)
            node_drop(n->at.node[k], height - 1);
        else
            own_word_drop(n->at.word[k]);
    }
    mem_free(n);
}

/* Makes *n private, copying it if shared. Returns false and leaves *n unchanged if out of memory. */
static bool own_node(struct word_node **n, int height)
{
    struct word_node *old = *n;
    if (old && old->refs == 1)
        return true;
    struct word_node *own = mem_new(1, sizeof *own);
    if (!own)
        return false;
    if (old)
        own->at = old->at;
    own->refs = 1;
    for (int k = 0; old && k < FAN; k++) {
        if (height > 0 && own->at.node[k])
            own->at.node[k]->refs++;
        else if (height == 0 && own->at.word[k])
            own->at.word[k]->refs++;
    }
    node_drop(old, height);
    *n = own;
    return true;
}

/* Adds levels above the root until the tree reaches place i. */
static bool reach_place(struct word_list *l, int i)
{
    for (; !tree_reaches(l, i); l->height++) {
        struct word_node *above = l->root ? mem_new(1, sizeof *above) : NULL;
        if (l->root && !above)
            return false;
        if (above) {
            above->refs = 1;
            above->at.node[0] = l->root;
        }
        l->root = above;
    }
    return true;
}

struct word_list word_list_new(const struct pretrained *model)
{
    struct word_list l = {.model = model};
    reach_place(&l, word_list_vocabulary(&l) - 1); /* without a root this needs no memory */
    return l;
}

/* Returns the slot of place i after making its path private, or NULL if out of memory. */
static struct own_word **private_place(struct word_list *l, int i)
{
    struct word_node **n = &l->root;
    if (!reach_place(l, i))
        return NULL;
    for (int h = l->height;; h--) {
        if (!own_node(n, h))
            return NULL;
        if (h == 0)
            return &(*n)->at.word[digit(i, 0)];
        n = &(*n)->at.node[digit(i, h)];
    }
}

bool word_list_put(struct word_list *l, int i, struct own_word *word)
{
    struct own_word **at = private_place(l, i);
    if (!at)
        return false;
    own_word_drop(*at);
    *at = word;
    return true;
}

bool word_list_own(struct word_list *l, int i)
{
    return private_place(l, i) != NULL;
}

struct word_list word_list_share(const struct word_list *l)
{
    if (l->root)
        l->root->refs++;
    return *l;
}

void word_list_drop(struct word_list *l)
{
    node_drop(l->root, l->height);
    *l = (struct word_list){0};
}

/* ---- comparing --------------------------------------------------------------- */

/* Returns the first subtree of height `height`, or the root if the tree is lower. */
static const struct word_node *lowered(const struct word_list *l, int height)
{
    const struct word_node *n = l->root;
    for (int h = l->height; n && h > height; h--)
        n = n->at.node[0];
    return n;
}

/* Compares two subtrees of lists, whose vocabulary is that of `list`; their first place is `first`. */
static bool same_words_from(const struct word_list *list, const struct word_node *a,
                            const struct word_node *b, int height, int first)
{
    bool same = true;
    for (int k = 0; a != b && same && k < FAN; k++) {
        int i = first + (k << (DIGIT * height));
        if (height > 0) {
            same = same_words_from(list, a ? a->at.node[k] : NULL, b ? b->at.node[k] : NULL, height - 1, i);
            continue;
        }
        const struct own_word *x = a ? a->at.word[k] : NULL, *y = b ? b->at.word[k] : NULL;
        same = x == y || ((i < word_list_vocabulary(list) || (x && y)) &&
                          lemma_same(lemma_of(list->model, x, i), lemma_of(list->model, y, i)));
    }
    return same;
}

bool word_list_same(const struct word_list *a, const struct word_list *b)
{
    int height = a->height < b->height ? a->height : b->height;
    return pretrained_same(a->model, b->model) && same_words_from(a, lowered(a, height), lowered(b, height), height, 0);
}

static size_t own_bytes(const struct word_node *a, const struct word_node *b, int height)
{
    size_t bytes = a && a != b ? sizeof *a : 0;
    for (int k = 0; bytes > 0 && k < FAN; k++) {
        const struct own_word *w = height > 0 ? NULL : a->at.word[k];
        if (height > 0)
            bytes += own_bytes(a->at.node[k], b ? b->at.node[k] : NULL, height - 1);
        else if (w && w != (b ? b->at.word[k] : NULL))
            bytes += sizeof *w + room_of(w->name) + room_of(w->shown.en) + room_of(w->shown.zh) +
                     value_bytes(w->x);
    }
    return bytes;
}

size_t word_list_bytes(const struct word_list *a, const struct word_list *b)
{
    if (!a->root || a->height <= b->height)
        return own_bytes(a->root, lowered(b, a->height), a->height);
    size_t bytes = sizeof *a->root;
    for (int k = 0; k < FAN; k++) {
        struct word_list part = {a->root->at.node[k], a->height - 1, a->model};
        bytes += word_list_bytes(&part, k == 0 ? b : &(struct word_list){0});
    }
    return bytes;
}
