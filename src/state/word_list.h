/* A persistent list of words: it begins with the vocabulary, whose words are constant data, and stores only
 * the words that were replaced or added. Copies share their nodes, and replacing a word copies only the
 * nodes above it. Functions that return false are out of memory and leave the words unchanged. */
#ifndef STATE_WORD_LIST_H
#define STATE_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/lang.h"
#include "state/value.h"

enum {
    LEXICON_DIMS = 8,
    VOCABULARY_NAME = 16
}; /* of a word of the vocabulary: its numbers; bytes of its name */

/* The built-in words, sorted by name: generated from state/words.txt by src/vocabulary.sh. Names of one word
 * (追, chase, chases) have the same kin (0: no other name) and mostly the same numbers, so these are kept
 * once per meaning; all of it in columns, because the page packs them tightest. */
struct vocabulary_name {
    char name[VOCABULARY_NAME];
};
struct meaning {
    double x[LEXICON_DIMS];
};
extern const struct vocabulary_name vocabulary[];
extern const unsigned short vocabulary_meaning[], meaning_kin[];
extern const struct meaning meanings[];
extern const int vocabulary_count;

static inline int vocabulary_kin(int i)
{
    return meaning_kin[vocabulary_meaning[i]];
}

/* A word as callers read it. Valid as long as its list contains it. */
struct lemma {
    const char *name;  /* UTF-8 */
    struct pair shown; /* spelling in each language, NULL: the name; users may type it too */
    struct factor x;   /* 1 x width, perhaps stored. The embedding: the first d entries are used, missing ones
                        * are 0 */
    double times;      /* what its numbers are multiplied by: 1, or what a model's file says */
    int width;         /* number of entries */
    int kin;           /* of vocabulary_kin */
    bool made_up;      /* unknown word with a reproducible pseudo-random embedding */
};

/* A word that differs from the vocabulary's. Every list that contains it holds a reference to it. */
struct own_word {
    int refs;
    bool made_up;
    struct value *x; /* 1 x width */
    struct pair shown;
    char name[]; /* followed by the strings of `shown` */
};

struct pretrained;

struct own_word *own_word_new(const char *name, struct pair shown); /* refs 1, no x; NULL: out of memory */
void own_word_drop(struct own_word *w);

struct word_node;

struct word_list {
    struct word_node *root;         /* NULL: the vocabulary unchanged */
    int height;                     /* levels below the root */
    const struct pretrained *model; /* whose tokens are the vocabulary; NULL: the built-in words are */
};

/* Returns the built-in vocabulary, or that of a model. */
struct word_list word_list_new(const struct pretrained *model);

/* Returns the number of words of the vocabulary. */
int word_list_vocabulary(const struct word_list *l);

/* Returns the word at place i: the vocabulary's, or the one stored in its place. */
struct lemma word_list_at(const struct word_list *l, int i);
/* Returns the word stored at place i, or NULL if it is the vocabulary's. */
struct own_word *word_list_own_at(const struct word_list *l, int i);

/* Replaces the word at place i, or appends it after the last. Takes ownership of `word` on success. */
bool word_list_put(struct word_list *l, int i, struct own_word *word);

/* Makes the nodes above place i private to l. word_list_own_at(l, i)->refs then counts every list that has
 * the word there. */
bool word_list_own(struct word_list *l, int i);

struct word_list word_list_share(const struct word_list *l);
void word_list_drop(struct word_list *l);

/* Returns true if two lists of equal length have the same words. Fast if they share nodes. */
bool word_list_same(const struct word_list *a, const struct word_list *b);

/* Returns the bytes of nodes and words of `a` that are not shared with `b`. */
size_t word_list_bytes(const struct word_list *a, const struct word_list *b);

#endif
