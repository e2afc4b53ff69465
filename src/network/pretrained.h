/* A model opened from files: its numbers as they are in the mapped file, under the core's names for them.
 * Shared by reference. Only the names of parts of characters are added later, when they are asked for. */
#ifndef NETWORK_PRETRAINED_H
#define NETWORK_PRETRAINED_H

#include "base/arena.h"
#include "base/reply.h"
#include "network/family.h"

struct tensors;
struct tokenizer;
struct tokens;
struct part_name;

enum { PRETRAINED_PARTS = 64 };

struct pretrained {
    int refs;
    char *path; /* as it was given */
    const struct family *family;
    struct config own; /* what config.json says if the family leaves it to that */
    char *sentence;    /* what the model is first asked; NULL: what every model is */
    const char *box;   /* "en", "zh": it is in the program (pretrained_box); NULL: from files */
    struct family_sizes sizes;
    bool reads_out;                     /* the file has a readout */
    struct factor tokens;               /* vocabulary x d, stored */
    struct factor places;               /* places x d, stored; absent unless learned */
    struct mat pe_mat[PE_MAX_MATRICES]; /* the encoding's matrices besides places, doubles; else absent */
    struct mat types;                   /* types x d, doubles; absent without types */
    struct factor (*w)[WEIGHT_COUNT];   /* of each layer: matrices stored, rows as doubles */
    struct arena numbers;               /* those doubles, and w */
    struct tensors *tensors;
    struct tokenizer *tokenizer;               /* NULL: opened without one */
    struct text names;                         /* of the tokens, each ended by NUL */
    size_t *name;                              /* where each begins */
    struct part_name *parts[PRETRAINED_PARTS]; /* names of parts of characters that were asked for, by hash */
};

/* Opens the model in a folder: config.json and a tokenizer beside its safetensors; or one safetensors file
 * with both beside it. Returns NULL and explains in r. */
struct pretrained *pretrained_open(const char *path, struct reply *r);

/* The same without a tokenizer, from the bytes of both files, which must stay where they are. */
struct pretrained *pretrained_of_bytes(const char *config, size_t config_bytes, const unsigned char *bytes,
                                       size_t n, struct reply *r);

/* Opens the model that is in the program, in a language (src/tasks/box, made by `make box`): it was taught
 * the stories of tasks/story.h. Returns NULL and explains in r. */
struct pretrained *pretrained_box(enum lang lang, struct reply *r);

/* Returns what was measured of it (tests/state/test_box.c), a figure a line; "": nothing. */
const char *pretrained_box_measured(enum lang lang);

/* Returns whether both are the same model: one, or the box of one language. NULL: none. */
bool pretrained_same(const struct pretrained *a, const struct pretrained *b);

struct pretrained *pretrained_share(struct pretrained *p); /* NULL stays NULL */
void pretrained_drop(struct pretrained *p);

/* Fills out with the model's sizes, kind and encoding, without words, matrices and positions of its own. */
void pretrained_config(const struct pretrained *p, struct config *out);

/* Splits a text into tokens, with those that the model expects around it. *out is replaced. Returns false and
 * explains in r: as tokenizer_encode, or the table of tokens has no row for one of them. */
bool pretrained_encode(const struct pretrained *p, const char *text, struct tokens *out, struct reply *r);

/* Returns a token as it is shown by itself: "␣cat"; without a tokenizer <#12>. */
const char *pretrained_name(const struct pretrained *p, int id);

/* Returns the name of token `at` of `count` tokens in a row; it stays until the model is closed. A part of a
 * character is named by it: 猫₁ 猫₂ 猫₃. */
const char *pretrained_name_in(struct pretrained *p, const int *id, int count, int at);

/* Returns the vector of a token (1 x d, stored). */
struct factor pretrained_token(const struct pretrained *p, int id);

/* Return the id of the token to be guessed ([MASK]), and of the token that ends a sentence ([SEP]); -1: the
 * model has none. */
int pretrained_mask(const struct pretrained *p);
int pretrained_end(const struct pretrained *p);

#endif
