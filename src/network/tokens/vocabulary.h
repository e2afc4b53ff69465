/* The pieces of a tokenizer and their ids, each found from the other. */
#ifndef NETWORK_TOKENS_VOCABULARY_H
#define NETWORK_TOKENS_VOCABULARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reply.h"
#include "base/text.h"

enum {
    VOCABULARY_IDS = 1 << 20, /* ids are below this; the largest vocabularies in use have 262144 */
    VOCABULARY_PIECE = 4096,  /* bytes of a piece */
    VOCABULARY_RUN = 1000     /* steps of a look-up, which good hashes do not need */
};

/* The bytes of a piece: not necessarily NUL-terminated, and never containing NUL. */
struct piece {
    const char *s;
    size_t n;
};

struct vocabulary {
    const char *path;  /* names the file in messages; must live while pieces are added */
    struct text bytes; /* all pieces, each ended by NUL */
    uint32_t *at;      /* by id: one more than its offset in bytes, 0: the id has no piece */
    size_t room;       /* ids that `at` has room for */
    int size;          /* one more than the largest id */
    int count;         /* number of pieces */
    size_t longest;    /* bytes of the longest piece */
    bool repeats;      /* a piece may come again: its last id counts */
    size_t own; /* where the pieces of the model end in bytes and added tokens begin; 0: all are its own */
    uint32_t *slot; /* hash table: one more than an id, 0: empty */
    size_t slots;   /* a power of two, or 0 */
};

/* Adds a piece. Returns false and explains in r: no such id, an id or a piece that is there already, a piece
 * that is empty or too long, no memory. */
bool vocabulary_add(struct vocabulary *v, struct piece p, int64_t id, struct reply *r);

/* Returns the id of a piece of the model, or -1: added tokens are not found in words. */
int vocabulary_find(const struct vocabulary *v, struct piece p);
/* The same for a piece whose hash is known (vocabulary_hash). */
int vocabulary_find_hashed(const struct vocabulary *v, struct piece p, uint64_t hash);
/* Returns the id of any piece, or -1. */
int vocabulary_find_any(const struct vocabulary *v, struct piece p);
/* Returns the piece of an id, with s NULL if it has none. */
struct piece vocabulary_piece(const struct vocabulary *v, int id);

/* The hash of a piece, built from left to right: of nothing, and with `n` more bytes. */
uint64_t vocabulary_hash(uint64_t before, const char *s, size_t n);
enum { VOCABULARY_HASH_EMPTY = 0 };

/* Returns a NUL-terminated string as a piece. */
struct piece piece_of(const char *s);

/* Returns how many bytes at the front are visible ASCII characters, which are shown as they are: nearly all
 * of most vocabularies. */
size_t piece_plain(const char *s, size_t n);

/* Appends the beginning of a file's text to a message. */
void piece_quote(struct text *out, struct piece p);

void vocabulary_finish(struct vocabulary *v);

#endif
