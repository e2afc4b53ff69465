/* Normalizers: what a tokenizer changes in a text before it looks for pieces. The table in normal.c has a row
 * for each kind that tokenizer.json names. */
#ifndef NETWORK_TOKENS_NORMAL_H
#define NETWORK_TOKENS_NORMAL_H

#include <jansson.h>

#include "base/reply.h"
#include "network/tokens/letters.h"

enum { NORMAL_STEPS = 16 };

/* Appends the changed text. */
typedef void normal_step(const struct letters *in, struct letters *out);

struct normal {
    normal_step *step[NORMAL_STEPS];
    int count;
};

/* Reads the "normalizer" of a tokenizer.json, which may be null or missing. Returns false and explains in r.
 */
bool normal_read(struct normal *n, json_t *from, const char *path, struct reply *r);

/* BERT's: without control characters, blanks around Chinese characters, without accents, in lower case. */
struct normal_bert {
    bool clean, chinese, accents, lower; /* accents: remove them */
};
/* Returns false if there is no room for more steps. */
bool normal_add_bert(struct normal *n, struct normal_bert how);

/* Takes the steps in turn; *text is replaced. On failure text->failed is set. */
void normal_apply(const struct normal *n, struct letters *text);

#endif
