/* The words a session knows, with their embeddings. All states that have not edited them share
 * them. A lexicon is immutable once shared (like struct value): a change makes a private copy
 * of the list first.
 *
 * Every lexicon begins with the vocabulary, a text file that becomes constant data when the program is
 * built (src/state/words.txt): words of one meaning, then their 8 numbers with named meanings. A Chinese word
 * is followed by its English names, which have its vector; inflected ones (chases, cats), after a +, have 0.1
 * more in the last entry.
 *
 * With a model, the vocabulary are the model's tokens: the place of a word is the id of its token.
 *
 * Functions that edit return false if out of memory and then change nothing. */
#ifndef STATE_LEXICON_H
#define STATE_LEXICON_H

#include <stdbool.h>

#include "state/word_list.h"

struct word_index;
struct pretrained;

struct lexicon {
    int refs, count;
    struct pretrained *model; /* whose tokens are its vocabulary, NULL: the built-in words are */
    struct word_list words;
    struct word_index *index; /* of added names and of shown spellings */
};

enum { LEXICON_LONGEST = 256 };                      /* longest match of lexicon_longest, in bytes */
extern const char *const lexicon_dims[LEXICON_DIMS]; /* "animal" / "动物" … */

struct lexicon *lexicon_default(void); /* NULL: no memory */
/* Returns the lexicon of a model's tokens, NULL: no memory. Takes a reference of its own. */
struct lexicon *lexicon_of_model(struct pretrained *model);
struct lexicon *lexicon_share(struct lexicon *l);
void lexicon_drop(struct lexicon *l);

/* Returns word i of the list. */
static inline struct lemma lexicon_at(const struct lexicon *l, int i)
{
    return word_list_at(&l->words, i);
}

/* Returns the index of a word by its shown spelling in some language, else by its name, or -1
 * if unknown. So 狗 shown as dog hides another word named dog. */
int lexicon_find(const struct lexicon *l, const char *name);

/* Returns the `kin` of the built-in word whose name is the first n bytes of s; 0: there is none. */
int lexicon_kin(const struct lexicon *l, const char *s, size_t n);

/* What kind of form: of a word in any case (LISTED), of a noun or verb, of a verb. */
enum form_kind { FORM_NONE, FORM_LISTED, FORM_NAME, FORM_NOUN, FORM_VERB };

/* Returns the index of the word that `name`, which may be unknown, is a form of, and what kind of form; -1:
 * of none. Where words have learned vectors, a capital word of no list is taken for a person's name. */
int lexicon_base(const struct lexicon *l, const char *name, enum form_kind *kind);

bool lexicon_takes_for_name(const struct lexicon *l, const char *name);

/* Returns the index of a word, or -1 if out of memory. An unknown word is added with the vector of the word
 * that it is a form of, else with `d` pseudo-random entries seeded by its name alone. A form of a word whose
 * vector was learned takes that, too. May replace *l by an edited copy. */
int lexicon_intern(struct lexicon **l, const char *name, int d);

/* Returns entry j of a word's embedding, 0 after its last. */
static inline double lemma_entry(struct lemma l, int j)
{
    return j < l.width ? l.times * factor_entry(l.x, 0, j) : 0;
}

/* Returns the spelling of a word in a language. */
const char *lemma_shown(struct lemma l, enum lang lang);
/* Returns true if the first n bytes of s are the word's name or one of its shown spellings. */
bool lemma_is(struct lemma l, const char *s, size_t n);

/* Returns entry "action" of a word's vector. */
double lemma_action(struct lemma l);

/* Returns true if the word is an action, as verbs are: entry "action" is at least 0.4 and no other entry but
 * "feeling" is larger. Requires a vector whose entries have the meanings in lexicon_dims. */
bool lemma_is_action(struct lemma l);

/* Returns what a word is by its vector, as in struct grammar_word: v an action, n the name of somebody or
 * something, f a feeling, q another quality; 0 if it joins other words, has no such vector or was made up. */
char lemma_kind(struct lemma l);

/* Returns what word i is by the vector that it began with, whatever it was set to since. An added word is
 * nothing if a model has learned its vector: entries after those with meanings are not 0. */
char lexicon_kind(const struct lexicon *l, int i);

/* Returns true if the word names somebody or something: one of the entries "animal", "person", "food" and
 * "thing" is at least 0.4 and larger than "action" and |"quality"|. */
bool lemma_is_noun(struct lemma l);

/* Sets the spelling of word i in each language (NULL: its name). */
bool lexicon_show(struct lexicon **l, int i, struct pair shown);

/* Sets the embedding of word i to x (1 x k, shared). */
bool lexicon_set(struct lexicon **l, int i, struct value *x);

/* Sets the embedding of word i to the one that it has in `from`. */
bool lexicon_set_like(struct lexicon **l, int i, const struct lexicon *from);

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
