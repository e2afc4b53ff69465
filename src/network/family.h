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
    /* Part of `parts` side by side (in x out), or of each head (by_head), the others beside it in the table;
     * 0: all of it. */
    int part, parts;
};

/* Keys of the numbers in config.json; NULL: there is none. Of several, separated by blanks, the first that is
 * present counts. */
struct family_keys {
    const char *d, *heads, *key_heads, *dk, *layers, *dff, *places, *types, *eps, *activation, *base;
    const char *turns; /* the share of a head's columns that turns; NULL: all do */
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
    enum qk_norm qk_norm;
    bool plus_one; /* gains are stored as g where 1 + g is meant */
    bool scaled;   /* a word's vector is its row times √d */
    bool
        parallel; /* attention and feed-forward network side by side, unless use_parallel_residual is false */
    bool in_out;  /* matrices are stored in x out (Conv1D), else out x in */
    bool undivided;    /* the scores are not divided */
    bool by_head;      /* parts of a matrix alternate from head to head */
    int dk;            /* columns of a head if config.json has none; 0: d / heads */
    double turns;      /* if config.json has none, with keys.turns */
    double base;       /* of the frequencies if config.json has none; 0: 10000 */
    double local_base; /* of layers with a window, if config.json has none; 0: that of the others */
    double
        scalar; /* the scores are divided by the root of query_pre_attn_scalar, absent: of this; 0: of dk */
    double softcap, final_cap; /* if config.json has none. With a scalar */
    int windowed;              /* the window if config.json has none; 0: all is seen */
    bool switched;             /* the window counts only with use_sliding_window, from max_window_layers on */
    int every, at;   /* layer `at` of each `every` has no window, unless config.json says which; 0: all
                      * have it */
    bool gelu_reads; /* the layer before the readout has GELU, whatever the others have */
    enum activation activation; /* if config.json has none */
    int types;                  /* if config.json has none */
    int padding; /* its id unless config.json has pad_token_id: RoBERTa's places begin after it; 0: at 0 */
    const char *readout; /* a matrix of its own, unless it is the table of tokens; it has no prefix */
    const char *window;  /* key in config.json of how many words a word sees; NULL: all */
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

/* How rotations are slowed for longer texts: the parameters of "rope" (core/encoding/rope.c), of which `kind`
 * is its scaling, 0: none. */
struct rope_scaling {
    int kind;
    double factor, trained, fast, slow, temperature;
};

/* The sizes of a model, as config.json has them. */
struct family_sizes {
    int d, heads, key_heads, dk, layers, dff, vocab, places, types;
    int first_place;     /* row of the first word in the table of places */
    int words;           /* that a sentence may have */
    int dims;            /* columns of a head that turn, 0: all */
    int window;          /* 0: none */
    uint64_t windowless; /* of these layers */
    bool untied;         /* the readout must have a matrix of its own */
    bool parallel;
    enum activation activation;
    double eps, base, window_base, divisor, softcap, final_cap;
    double word_scale; /* of the words' vectors */
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
