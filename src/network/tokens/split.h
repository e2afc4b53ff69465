/* Pre-tokenizers: how a text is cut into the words that are then split into pieces, by patterns as they are
 * in the file (PCRE2), and by what is done with what they match. */
#ifndef NETWORK_TOKENS_SPLIT_H
#define NETWORK_TOKENS_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

#include "base/reply.h"
#include "network/tokens/letters.h"

/* A part of an aligned text: still text, or already the token `id`. */
struct range {
    size_t begin, end;
    int id; /* -1: text */
};

/* A growing list, as struct text. */
struct ranges {
    struct range *v;
    size_t count, room;
    bool failed;
};

/* Appends a range; an empty one is left out. */
void ranges_add(struct ranges *out, struct range r);
void ranges_finish(struct ranges *out);

enum split_keeps { KEEPS_REMOVED, KEEPS_ISOLATED, KEEPS_WITH_PREVIOUS, KEEPS_WITH_NEXT, KEEPS_CONTIGUOUS };

enum {
    SPLIT_STEPS = 16,
    SPLIT_PATTERN = 4096,    /* bytes of a pattern */
    SPLIT_PARENTHESES = 100, /* their depth */
    SPLIT_TRIES = 10000,     /* steps of one match, beyond ten for each byte of the text */
    SPLIT_HEAP = 20000       /* kB of one match */
};

/* Cuts at what a pattern, or a class of characters, matches. With neither it changes blanks: as Metaspace
 * does, or (no `sign`) puts one before ranges that do not begin with one. */
struct split_step {
    void *code;              /* pcre2_code */
    bool (*is)(uint32_t ch); /* each such character is a match */
    enum split_keeps keeps;
    bool inverted; /* matches are the words, not what separates them */
    char sign[5];  /* blanks become this one, and one is put before: */
    enum split_puts { PUTS_NEVER, PUTS_FIRST, PUTS_ALWAYS } puts;
};

struct split {
    struct split_step step[SPLIT_STEPS];
    int count;
    bool bytes; /* pieces are written in the letters that ByteLevel has for bytes */
};

/* Reads the "pre_tokenizer" of a tokenizer.json, which may be null or missing. Returns false and explains in
 * r. */
bool split_read(struct split *s, json_t *from, const char *path, struct reply *r);

/* What files without a tokenizer.json take: GPT-2's pattern, and BERT's words and signs. */
bool split_add_gpt2(struct split *s, bool blank, const char *path, struct reply *r);
bool split_add_bert(struct split *s, const char *path, struct reply *r);

/* Cuts the ranges of *text that are still text. Both are replaced. Returns false and explains in r: a pattern
 * that takes too many steps, no memory. */
bool split_apply(const struct split *s, struct aligned *text, struct ranges *ranges, struct reply *r);

void split_patterns_finish(struct split *s);

#endif
