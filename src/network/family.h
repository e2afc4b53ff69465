/* Why the room is as it is: a model that somebody downloads must be computed as its authors meant it or be
 * refused by name, since a number that is quietly wrong would teach a falsehood. So every key of config.json
 * is read, known to change nothing, or named; nothing in a file is trusted; and no number is copied, because
 * a model may be as large as the memory. What differs between models is data (a row here), so the arithmetic
 * of the core stays one.
 *
 * The families of models whose numbers can be read: under which names a file has them, and how they are
 * combined. A family is one row of a table; "model_type" in config.json says which one a model belongs to, or
 * the class in "architectures". Keys that are absent have the values of that class.
 * (huggingface/transformers, modeling_*.py and configuration_*.py of each) */
#ifndef NETWORK_FAMILY_H
#define NETWORK_FAMILY_H

#include "base/reply.h"
#include "core/config.h"

struct json_t;
struct leftovers;

/* What a model has besides the weights of its layers (enum weight). */
enum {
    ROLE_TOKENS = WEIGHT_COUNT, /* vocabulary x d */
    ROLE_PLACES,                /* places x d */
    ROLE_TYPES,                 /* types x d */
    ROLE_ENCODING               /* matrix 0 of the encoding; + i: matrix i */
};

/* A tensor of a family. Several rows may name one tensor: its parts. */
struct family_name {
    int role;         /* enum weight, or one of the above */
    const char *name; /* the prefix and, for a weight of a layer, the layer's name come before it */
    bool optional;    /* absent: zero */
    bool bare;        /* its name has no prefix */
    int part, parts;  /* part of `parts` side by side (in x out), or of each head (by_head); 0: all of it */
};

/* Keys of the numbers in config.json; NULL: there is none. Of several, separated by blanks, the first that is
 * present counts. */
struct family_keys {
    const char *d, *heads, *key_heads, *dk, *layers, *dff, *places, *types, *eps, *activation, *base;
};

struct family {
    const char *type;        /* of config.json: "gpt2" */
    const char *title;       /* "GPT-2" */
    const char *prefixes[3]; /* tried in this order, up to NULL */
    const char *layer;       /* "h.%d." */
    const struct family_name *names;
    int count;
    struct family_keys keys;
    const char *encoding; /* of positions: posenc_find. "rope" turns in halves */
    double eps;           /* if config.json has none */
    enum norm_kind norm;
    bool causal, rms, final_norm, embed_norm, transform, gated;
    bool in_out;     /* matrices are stored in x out (Conv1D), else out x in */
    bool undivided;  /* the scores are not divided */
    bool by_head;    /* parts of a matrix alternate from head to head */
    int windowed;    /* the window if config.json has none; 0: it counts only with use_sliding_window */
    bool gelu_reads; /* the layer before the readout has GELU, whatever the others have */
    enum activation activation; /* if config.json has none */
    int types;                  /* if config.json has none */
    int padding; /* its id unless config.json has pad_token_id: RoBERTa's places begin after it; 0: at 0 */
    const char *readout; /* a matrix of its own, unless it is the table of tokens; it has no prefix */
    const char *window;  /* key in config.json of how many words can be read; NULL: all */
    bool own;            /* config.json says all of this: family_read_own */
};

/* What `export safetensors` writes: its tensors (with the readout below them), and the keys of config.json
 * for the fields of a config. family_read_own returns false and explains in r if one is missing or out of
 * range. */
#define FAMILY_OWN_TYPE "\"model_type\":\"qkv\""
enum { FAMILY_OWN_NAMES = 25 };
extern const struct family_name family_own_names[FAMILY_OWN_NAMES];
bool family_read_own(struct json_t *config, const char *path, struct config *c, struct reply *r);
void family_write_own(const struct config *c, struct text *out);

/* How rotations are slowed for longer texts, as config.json has it; factor 0: not. high 0: all alike
 * (linear), else as in llama3: pairs that turn `low` times or less within `places` positions in full, `high`
 * or more not at all. */
struct rope_scaling {
    double factor, places, low, high;
};

/* The sizes of a model, as config.json has them. */
struct family_sizes {
    int d, heads, key_heads, dk, layers, dff, vocab, places, types;
    int first_place; /* row of the first word in the table of places */
    int words;       /* that a sentence may have */
    bool untied;     /* the readout must have a matrix of its own */
    enum activation activation;
    double eps, base;
    struct rope_scaling scaling;
};

/* Returns model_type of a config.json or, without it, the type of the class in "architectures"; NULL: neither
 * is there. */
const char *family_type_in(struct json_t *config);

/* Returns the family of this type, or NULL and explains in r: what is missing, or which there are. `path`
 * names config.json in messages; type NULL: it has none. */
const struct family *family_of(const char *type, const char *path, struct reply *r);

/* Reads the sizes, and adds the keys that nothing reads to `unused`. Returns false and explains in r if a
 * size is missing or out of range, or if the model has something that its family does not support. */
bool family_read_sizes(const struct family *f, struct json_t *config, const char *path,
                       struct family_sizes *out, struct leftovers *unused, struct reply *r);

/* Return the type and the title of family i, NULL after the last. */
const char *family_type(int i);
const char *family_title(int i);

#endif
