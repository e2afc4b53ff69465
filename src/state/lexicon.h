/* The words a session knows, with their embeddings. All states that have not edited them share
 * them. A lexicon is immutable once shared (like struct value): a change makes a private copy
 * of the list first.
 *
 * The default vocabulary is a word2vec text file embedded in the program (src/state/words.vec):
 * each word, then 8 numbers with named meanings.
 *
 * Functions that edit return false if out of memory and then change nothing. */
#ifndef STATE_LEXICON_H
#define STATE_LEXICON_H

#include <stdbool.h>

#include "base/pair.h"
#include "state/value.h"
#include "state/word_list.h"

struct word_index;

struct lemma {
    int refs;
    bool made_up;      /* unknown word with a reproducible pseudo-random embedding */
    struct value *x;   /* 1 x (own length): the first d entries are used, missing ones are 0 */
    struct pair shown; /* spelling in each language, NULL: the name; users may type it too */
    char name[];       /* UTF-8, followed by the strings of `shown` */
};

struct lexicon {
    int refs, count;
    struct word_list words;
    struct word_index *index; /* of names and shown spellings */
};

enum { LEXICON_DIMS = 8, LEXICON_LONGEST = 256 };    /* longest match of lexicon_longest, in bytes */
extern const struct pair lexicon_dims[LEXICON_DIMS]; /* "animal" / "动物" … */

struct lexicon *lexicon_default(void); /* NULL: no memory */
struct lexicon *lexicon_share(struct lexicon *l);
void lexicon_drop(struct lexicon *l);

/* Returns word i of the list. */
static inline struct lemma *lexicon_at(const struct lexicon *l, int i)
{
    return word_list_at(&l->words, i);
}

/* Returns the index of a word by its shown spelling in some language, else by its name, or -1
 * if unknown. So 狗 shown as dog hides another word named dog. */
int lexicon_find(const struct lexicon *l, const char *name);

/* Returns the index of a word, or -1 if out of memory. An unknown word is added with `d`
 * pseudo-random entries seeded by its name alone. May replace *l by an edited copy. */
int lexicon_word(struct lexicon **l, const char *name, int d);

/* Every list that contains a word holds a reference to it. NULL stays NULL. */
struct lemma *lemma_share(struct lemma *l);
void lemma_drop(struct lemma *l);
bool lemma_same(const struct lemma *a, const struct lemma *b);
size_t lemma_bytes(const struct lemma *l);

/* Returns the spelling of a word in a language. */
const char *lemma_shown(const struct lemma *l, enum lang lang);
/* Returns true if the first n bytes of s are the word's name or one of its shown spellings. */
bool lemma_is(const struct lemma *l, const char *s, size_t n);

/* Sets the spelling of word i in each language (NULL: its name). */
bool lexicon_show(struct lexicon **l, int i, struct pair shown);

/* Sets the embedding of word i to x (1 x k, shared). */
bool lexicon_set(struct lexicon **l, int i, struct value *x);

/* Sets entry j of word i; a shorter vector grows. */
bool lexicon_set_entry(struct lexicon **l, int i, int j, double x);

/* Returns true if a and b have the same words and vectors in the same order. Fast if words are shared. */
bool lexicon_same(const struct lexicon *a, const struct lexicon *b);

/* Returns the bytes of a that are not shared with b. */
size_t lexicon_bytes(const struct lexicon *a, const struct lexicon *b);

/* Returns the length in bytes of the longest known word at s, up to LEXICON_LONGEST; 0 if there is none.
 * Ignores pseudo-random words, so a sentence is split the same way whatever was typed before. */
int lexicon_longest(const struct lexicon *l, const char *s);

#endif
