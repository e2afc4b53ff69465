/* WordPiece: the longest piece that begins a word, then the longest continuation, and so on to its end; a
 * word that cannot be split this way is unknown as a whole (Schuster and Nakajima 2012; tokenizers,
 * models/wordpiece).
 */
#ifndef MODEL_TOKENS_WORDPIECE_H
#define MODEL_TOKENS_WORDPIECE_H

#include "model/tokens/split.h"
#include "model/tokens/vocabulary.h"

enum { WORDPIECE_PREFIX = 16, WORDPIECE_LETTERS = 1000 };

struct wordpiece {
    char prefix[WORDPIECE_PREFIX]; /* of a piece that goes on: "##" */
    int unknown;                   /* the id of [UNK] */
    int letters; /* characters of a word, at most WORDPIECE_LETTERS; a longer one is unknown */
};

/* Appends the tokens of one word, bytes `word` of s. */
void wordpiece_encode(const struct wordpiece *w, const struct vocabulary *v, const char *s, struct range word,
                      struct ranges *out);

#endif
