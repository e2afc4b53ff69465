/* The two models that cut a word into pieces.
 *
 * Byte pair encoding: a word begins as one symbol per byte (or per character, as in SentencePiece), and the
 * pair of neighbours that was learned first is joined until no pair of the list is left (Sennrich et al.
 * 2016; tokenizers, models/bpe). */
#ifndef NETWORK_TOKENS_BPE_H
#define NETWORK_TOKENS_BPE_H

#include "base/reply.h"
#include "network/tokens/split.h"
#include "network/tokens/vocabulary.h"

struct bpe_merge {
    int32_t left, right, made; /* ids; made -1: an empty slot */
    int32_t rank;
};

struct bpe {
    bool characters;         /* one symbol per character */
    bool fallback;           /* characters: one that is not a piece is split into bytes, <0xE7> */
    int byte_id[256];        /* -1: the vocabulary has no piece for this byte */
    int unknown;             /* the id for a byte or character that has no piece, -1: none, it is left out */
    bool fuses;              /* unknown ones that follow each other are one token */
    struct bpe_merge *merge; /* hash table by (left, right) */
    size_t slots;            /* a power of two, or 0 */
    int merges;
    bool whole_words; /* a word that is itself a piece is not split ("ignore_merges") */
};

/* Appends the bytes of a piece. Letters that do not encode a byte stay as they are; ▁ is a blank where
 * symbols are characters. */
void bpe_add_bytes(const struct bpe *b, struct text *out, struct piece p);

/* Finds the pieces of single bytes. Call it once the vocabulary is complete and `characters` set. */
void bpe_begin(struct bpe *b, const struct vocabulary *v);
/* Adds the next merge. Returns false and explains in r: a half or the whole is not a piece, or a repeated
 * pair. */
bool bpe_add(struct bpe *b, const struct vocabulary *v, struct piece left, struct piece right,
             struct reply *r);

/* Appends the tokens of one word, bytes `word` of s. Returns false and explains in r. */
bool bpe_encode(const struct bpe *b, const struct vocabulary *v, const char *s, struct range word,
                struct ranges *out, struct reply *r);

void bpe_finish(struct bpe *b);

/* WordPiece: the longest piece that begins a word, then the longest continuation, and so on to its end; a
 * word that cannot be split this way is unknown as a whole (Schuster and Nakajima 2012; tokenizers,
 * models/wordpiece). */
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
