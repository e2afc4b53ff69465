/* Tokenizers for tests: from the files in tests/data/models, or from a few words of JSON. */
#ifndef SUPPORT_TOKENIZERS_H
#define SUPPORT_TOKENIZERS_H

#include "network/tokens/tokenizer.h"

/* Opens a folder of tests/data/models; fails the test if it cannot. */
struct tokenizer *tokenizer_of(const char *folder);

/* Reads a tokenizer.json with ' in place of ". Returns NULL with the reason in *why, if there is one. */
struct tokenizer *tokenizer_said(const char *json, struct text *why);

/* A tokenizer.json of a byte-level BPE: its pieces are a b c ab abc Ġ Ġa Ċ 1 . , and the three bytes of 我,
 * of which two are joined; the ids of <|end|> and <mask> are 20 and 21. `parts` go before "model". */
struct tokenizer *tokenizer_small(const char *parts);

/* Checks the tokens of a text: their names, with a blank between them. */
void tokenizer_expect(const struct tokenizer *t, const char *text, const char *names);
/* The same with what the model puts around, and the bytes: "[CLS]0-0 a0-1". */
void tokenizer_expect_places(const struct tokenizer *t, const char *text, const char *places);

#endif
