/* Added tokens: parts of a text that are tokens as they are ([MASK], <|endoftext|>) and are never cut. */
#ifndef NETWORK_TOKENS_ADDED_H
#define NETWORK_TOKENS_ADDED_H

#include "base/reply.h"
#include "network/tokens/split.h"
#include "network/tokens/vocabulary.h"

enum { ADDED_MAX = 10000 };

struct added_token {
    struct text content; /* as it is looked for: normalized if `normalized` */
    int id;
    bool special;
    bool single_word;    /* only as a whole word: no letter or digit touches it */
    bool lstrip, rstrip; /* takes the blanks before, after it */
    bool normalized;     /* looked for in the normalized text, else in the text as it is */
};

enum added_kind { ADDED_NOT, ADDED_PLAIN, ADDED_SPECIAL };

/* The first byte of a token leads to its candidates, the longest first. */
struct added {
    struct added_token *v;
    int count, room;
    int start[2][257];   /* by `normalized` and first byte: where its tokens begin; begin of the next: end */
    unsigned char *kind; /* by id: of enum added_kind */
    int ids;
};

/* Adds a token and takes over its content, even on failure. Returns false and explains in r. */
bool added_add(struct added *a, struct added_token token, const char *path, struct reply *r);
/* Sorts; call it when all are added. `ids` is one more than the largest id. Returns false and explains in r.
 */
bool added_index(struct added *a, int ids, struct reply *r);

/* Returns whether this id is an added token; a special one. */
bool added_has(const struct added *a, int id);
bool added_is_special(const struct added *a, int id);

/* Cuts the range of s at the tokens in it; those between have id -1. */
void added_cut(const struct added *a, bool normalized, const char *s, struct range range, struct ranges *out);

void added_finish(struct added *a);

#endif
