/* The words a session knows, each with its embedding, shared by all states that
 * have not edited them. A lexicon is immutable once shared (like struct value):
 * whoever changes one gets a private copy of the list first.
 *
 * The default vocabulary is a word2vec text file inside the program
 * (src/state/words.vec): word, then 8 numbers with named meanings. */
#ifndef STATE_LEXICON_H
#define STATE_LEXICON_H

#include <stdbool.h>

#include "base/pair.h"
#include "state/value.h"
#include "state/word_list.h"

struct word_index;

struct lemma {
    int refs;
    bool made_up;            /* unknown word with a reproducible pseudo-random embedding */
    struct value *x;         /* 1 x (its own length): leading d entries are used, missing ones are 0 */
    struct pair shown;       /* how it is written in each language, NULL: as its name; may be typed too */
    char name[];             /* UTF-8, then what `shown` points at */
};

struct lexicon {
    int refs, count;
    struct word_list words;
    struct word_index *index;    /* of names and how words are shown */
};

enum { LEXICON_DIMS = 8, LEXICON_LONGEST = 256 };      /* bytes of a word that lexicon_longest finds */
extern const struct pair lexicon_dims[LEXICON_DIMS];   /* "animal" / "动物" … */

struct lexicon *lexicon_default(void);                 /* NULL: no memory */
struct lexicon *lexicon_share(struct lexicon *l);
void lexicon_drop(struct lexicon *l);

/* Word i of the list. */
static inline struct lemma *lexicon_at(const struct lexicon *l, int i)
{
    return word_list_at(&l->words, i);
}

/* Index of a word by how it is shown in some language, else by its name (so 狗 shown
 * as dog hides another word dog); -1: not there. */
int lexicon_find(const struct lexicon *l, const char *name);

/* Index of a word; an unknown one is added with `d` pseudo-random entries made
 * from its name alone. -1: no memory. May replace *l by an edited copy. */
int lexicon_word(struct lexicon **l, const char *name, int d);

/* A word is held by every list that has it; NULL stays NULL. */
struct lemma *lemma_share(struct lemma *l);
void lemma_drop(struct lemma *l);
bool lemma_same(const struct lemma *a, const struct lemma *b);
size_t lemma_bytes(const struct lemma *l);

/* How a word is written in a language. */
const char *lemma_shown(const struct lemma *l, enum lang lang);
/* True when the first n bytes of s are the word's name or how it is shown. */
bool lemma_is(const struct lemma *l, const char *s, size_t n);

/* Sets how word i is written in each language (NULL: as its name). false: no memory, nothing changed. */
bool lexicon_show(struct lexicon **l, int i, struct pair shown);

/* Gives word i this embedding (1 x k, shared). false: no memory, nothing changed. */
bool lexicon_set(struct lexicon **l, int i, struct value *x);

/* Sets entry j of word i (its vector grows when it is shorter). false: no memory, nothing changed. */
bool lexicon_set_entry(struct lexicon **l, int i, int j, double x);

/* The same words in the same order with the same vectors. Quick where words are shared. */
bool lexicon_same(const struct lexicon *a, const struct lexicon *b);

/* Bytes that a takes and does not share with b. */
size_t lexicon_bytes(const struct lexicon *a, const struct lexicon *b);

/* Longest known word of at most LEXICON_LONGEST bytes that begins at s; its length in bytes, 0: none. Made-up
 * words do not count, so that how a sentence is cut depends on nothing typed before. */
int lexicon_longest(const struct lexicon *l, const char *s);

#endif
