/* The tokenizer of a model: a text becomes ids, each with the bytes of the text that it covers, and every id
 * has a name that can be shown. BPE (of bytes, of characters) and WordPiece, from tokenizer.json or the older
 * files; other kinds are refused by name. The files come from others: nothing in them is trusted, and none of
 * their control characters reaches the screen. The rules are those of the tokenizers library. */
#ifndef NETWORK_TOKENS_TOKENIZER_H
#define NETWORK_TOKENS_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/reply.h"
#include "base/text.h"

enum { TOKENIZER_TEXT = 1 << 14 }; /* bytes of a text */

struct tokenizer;

struct token {
    int id;
    int type;        /* BERT's token type: which of two sentences; 0 elsewhere */
    bool special;    /* [CLS], [MASK], <|endoftext|> … */
    size_t from, to; /* bytes of the text; from = to if it covers none, as [CLS] */
};

struct tokens {
    struct token *v;
    int count;
};

/* The files that a tokenizer can be made of; NULL: not there. `path` names them in messages. */
struct tokenizer_file {
    const char *path, *bytes;
    size_t n;
};

/* Files that the older ones may have beside them (bytes NULL: none). */
struct tokenizer_beside {
    struct tokenizer_file config, added, model; /* tokenizer_config.json, added_tokens.json, config.json */
};

/* Opens the tokenizer of a model's folder: tokenizer.json, else vocab.json with merges.txt, else vocab.txt,
 * and what is beside them. Names in r what is there and not used. Returns NULL and explains in r. */
struct tokenizer *tokenizer_open(const char *folder, struct reply *r);

/* The same from bytes: of a tokenizer.json; of vocab.json and merges.txt; of a vocab.txt. */
struct tokenizer *tokenizer_from_json(struct tokenizer_file json, struct reply *r);
struct tokenizer *tokenizer_from_merges(struct tokenizer_file vocab, struct tokenizer_file merges,
                                        struct tokenizer_beside beside, struct reply *r);
struct tokenizer *tokenizer_from_list(struct tokenizer_file vocab, struct tokenizer_beside beside,
                                      struct reply *r);

void tokenizer_close(struct tokenizer *t); /* NULL: nothing */

/* Returns one more than the largest id. A model's table of tokens must have at least so many rows. */
int tokenizer_size(const struct tokenizer *t);

/* Splits `n` bytes of text. With `whole`, the tokens that the model expects around a sentence are added
 * ([CLS] … [SEP]). *out is replaced. Returns false and explains in r: too long, not UTF-8, a piece missing, a
 * pattern that takes too many steps, no memory. */
bool tokenizer_encode(const struct tokenizer *t, const char *text, size_t n, bool whole, struct tokens *out,
                      struct reply *r);

void tokens_finish(struct tokens *t);

/* Returns the id of a piece as the vocabulary has it ("[MASK]", "##s", "Ġcat"), or -1. */
int tokenizer_find(const struct tokenizer *t, const char *piece);

/* Appends the name of an id by itself: a blank is ␣, bytes that are not a character are <0xE7>; <#12> where
 * the vocabulary has no such id. */
void tokenizer_add_name(const struct tokenizer *t, int id, struct text *out);

/* The same for token `at` of `count` tokens in a row. Of a character whose bytes are spread over several of
 * them, each is named by it and a number: 猫₁ 猫₂ 猫₃. */
void tokenizer_add_name_in(const struct tokenizer *t, const int *id, int count, int at, struct text *out);

/* Appends the bytes that this token adds to the text before it: " cat", "s" for ##s. They
 * need not be UTF-8, nor fit for a terminal. */
void tokenizer_add_bytes(const struct tokenizer *t, int id, struct text *out);

/* How the bytes of a token are shown: everything that could be invisible, or harm a terminal, has a sign. */

/* The sign of a blank in names. */
#define TOKEN_BLANK "␣"

/* Appends the name of bytes by themselves: ␣ for a blank, ↵, <U+200B> for what has no width, <0xE7> for a
 * byte that is not a character, <0x1C> for a control character. */
void token_name_add(const char *s, size_t n, struct text *out);

/* Names the tokens of one text from left to right. A character that several tokens share is numbered:
 * 猫₁ 猫₂ 猫₃. */
struct token_namer {
    const char *s; /* a byte that is not part of a character is shown as above */
    size_t n;
    size_t shared; /* where the last shared character begins, SIZE_MAX: none */
    int part;      /* its number of parts so far */
};

/* Appends the name of the token of bytes begin … end. */
void token_namer_add(struct token_namer *t, size_t begin, size_t end, struct text *out);

#endif
