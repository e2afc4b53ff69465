/* What a tokenizer is made of. Only the files that read and use it include this. */
#ifndef NETWORK_TOKENS_TOKENIZER_PARTS_H
#define NETWORK_TOKENS_TOKENIZER_PARTS_H

#include "network/tokens/added.h"
#include "network/tokens/bpe.h"
#include "network/tokens/normal.h"
#include "network/tokens/split.h"
#include "network/tokens/tokenizer.h"
#include "network/tokens/vocabulary.h"

enum tokenizer_kind { TOKENIZER_BPE, TOKENIZER_WORDPIECE };

enum { TOKENIZER_AROUND = 16 };

/* A token that is put before or after every sentence. */
struct around {
    int id, type;
};

struct tokenizer {
    enum tokenizer_kind kind;
    struct vocabulary vocabulary;
    struct added added;
    struct normal normal;
    struct split split;
    struct bpe bpe;
    struct wordpiece wordpiece;
    struct around before[TOKENIZER_AROUND], after[TOKENIZER_AROUND];
    int before_count, after_count, type; /* type: of the sentence */
    json_t *file; /* as parsed: to free its 100,000 pieces takes a fifth of opening, so it waits */
};

/* Returns a tokenizer without anything; NULL: no memory, which r says. The path, of messages, is the
 * caller's: tokenizer_finished forgets it, and returns the tokenizer if it is complete, else closes it. */
struct tokenizer *tokenizer_new(enum tokenizer_kind kind, const char *path, struct reply *r);
struct tokenizer *tokenizer_finished(struct tokenizer *t, bool complete);

/* Adds the pieces of {"piece": id, …} to the vocabulary. Returns false and explains in r. */
bool tokenizer_add_pieces(struct tokenizer *t, json_t *pieces, struct reply *r);

/* Adds a token that is found in a text as it is, with the properties in `from` (NULL: none), to the
 * vocabulary too. Returns false and explains in r. */
bool tokenizer_add_token(struct tokenizer *t, const char *content, json_t *id, json_t *from, const char *path,
                         struct reply *r);

/* Adds a token to those before or after a sentence. Returns false and explains in r: too many, no such id.
 */
bool tokenizer_put_around(struct tokenizer *t, bool after, struct around token, struct reply *r);

#endif
