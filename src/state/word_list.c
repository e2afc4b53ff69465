/* A tree of nodes with FAN places each. The base-FAN digits of an index select the path to its
 * word. A node with more than one reference is never written to. */
#include "state/word_list.h"

#include "base/mem.h"
#include "state/lexicon.h"

enum { DIGIT = 5, FAN = 1 << DIGIT };

struct word_node {
    int refs;
    union {
        struct word_node *node[FAN]; /* above the lowest level */
        struct lemma *word[FAN];
    } at;
};

static int digit(int i, int height)
{
    return i >> (DIGIT * height) & (FAN - 1);
}

static bool reaches(const struct word_list *l, int i)
{
    return l->root && i >> (DIGIT * l->height) < FAN;
}

struct lemma *word_list_at(const struct word_list *l, int i)
{
    const struct word_node *n = l->root;
    for (int h = l->height; h > 0; h--)
        n = n->at.node[digit(i, h)];
    return n->at.word[digit(i, 0)];
}

static void node_drop(struct word_node *n, int height)
{
    if (!n || --n->refs > 0)
        return;
    for (int k = 0; k < FAN; k++) {
        if (height > 0)
            node_drop(n->at.node[k], height - 1);
        else
            lemma_drop(n->at.word[k]);
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
        else if (height == 0)
            lemma_share(own->at.word[k]);
    }
    node_drop(old, height);
    *n = own;
    return true;
}

/* Adds levels above the root until the tree reaches place i. */
static bool grow(struct word_list *l, int i)
{
    while (l->root && !reaches(l, i)) {
        struct word_node *above = mem_new(1, sizeof *above);
        if (!above)
            return false;
        above->refs = 1;
        above->at.node[0] = l->root;
        l->root = above;
        l->height++;
    }
    return true;
}

/* Returns the slot of place i after making its path private, or NULL if out of memory. */
static struct lemma **place(struct word_list *l, int i)
{
    struct word_node **n = &l->root;
    if (!grow(l, i))
        return NULL;
    for (int h = l->height;; h--) {
        if (!own_node(n, h))
            return NULL;
        if (h == 0)
            return &(*n)->at.word[digit(i, 0)];
        n = &(*n)->at.node[digit(i, h)];
    }
}

bool word_list_put(struct word_list *l, int i, struct lemma *word)
{
    struct lemma **at = place(l, i);
    if (!at)
        return false;
    lemma_drop(*at);
    *at = word;
    return true;
}

bool word_list_own(struct word_list *l, int i)
{
    return place(l, i) != NULL;
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

static bool same(const struct word_node *a, const struct word_node *b, int height)
{
    bool same_so_far = true;
    for (int k = 0; a != b && same_so_far && k < FAN; k++) {
        if (height > 0)
            same_so_far = same(a ? a->at.node[k] : NULL, b ? b->at.node[k] : NULL, height - 1);
        else
            same_so_far = lemma_same(a ? a->at.word[k] : NULL, b ? b->at.word[k] : NULL);
    }
    return same_so_far;
}

bool word_list_same(const struct word_list *a, const struct word_list *b)
{
    int height = a->height < b->height ? a->height : b->height;
    return same(lowered(a, height), lowered(b, height), height);
}

static size_t own_bytes(const struct word_node *a, const struct word_node *b, int height)
{
    size_t bytes = a && a != b ? sizeof *a : 0;
    for (int k = 0; bytes > 0 && k < FAN; k++) {
        if (height > 0)
            bytes += own_bytes(a->at.node[k], b ? b->at.node[k] : NULL, height - 1);
        else if (a->at.word[k] != (b ? b->at.word[k] : NULL))
            bytes += lemma_bytes(a->at.word[k]);
    }
    return bytes;
}

size_t word_list_bytes(const struct word_list *a, const struct word_list *b)
{
    if (!a->root || a->height <= b->height)
        return own_bytes(a->root, lowered(b, a->height), a->height);
    size_t bytes = sizeof *a->root;
    for (int k = 0; k < FAN; k++) {
        struct word_list part = {a->root->at.node[k], a->height - 1};
        bytes += word_list_bytes(&part, k == 0 ? b : &(struct word_list){0});
    }
    return bytes;
}
