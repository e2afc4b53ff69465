/* Why a room of its own: everything that the screen claims is computed here, from one struct and without any
 * knowledge of commands, words or pictures. So a test, a lesson's claim and a picture ask the same code, and
 * the same config gives the same bits on every machine.
 *
 * All inputs of the arithmetic, and nothing else: display settings never reach the core. state/ fills a
 * config from a state that it has checked (state_check). The core trusts the config and cannot fail.
 * Matrices are borrowed. */
#ifndef CORE_CONFIG_H
#define CORE_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "core/math/activation.h"
#include "core/math/mat.h"
#include "core/term_set.h"

enum {
    CONFIG_MAX_WORDS = 512,
    CONFIG_MAX_D = 4096, /* also the limit of heads*dk and heads*dv */
    CONFIG_MAX_LAYERS = 48,
    CONFIG_MAX_CLASSES = 512, /* words that the readout chooses between, unless a model's file names them */
    PE_MAX_PARAMS = 8,
    PE_MAX_MATRICES = 4,
    PE_MAX_TERMS = 16, /* terms of an encoding */
    SOURCE_LAYERS = 6, /* up to so many layers write sources of their own (core/pipeline/source.h) */
    TERM_MAX = 648     /* total terms of a score */
};

/* The sources of a row: core/pipeline/source.h */
enum source {
    SOURCE_TOKEN,
    SOURCE_POSITION,
    SOURCE_BIAS,
    SOURCE_TYPE,
    SOURCE_WRITTEN,                                       /* the first of those that the layers write */
    SOURCE_TOGETHER = SOURCE_WRITTEN + 3 * SOURCE_LAYERS, /* with more layers: all of them together */
    SOURCE_MAX = SOURCE_TOGETHER + 3
};

enum mask_kind { MASK_NONE, MASK_CAUSAL, MASK_PAD, MASK_GIVEN = 4, MASK_KINDS = 8 }; /* bits: they add up */
enum block_kind { BLOCK_ATTENTION, BLOCK_ENCODER, BLOCK_DECODER };
enum norm_kind {
    NORM_NONE,
    NORM_PRE,  /* before a sublayer */
    NORM_POST, /* after what it gives was added */
    NORM_OUT,  /* of what it gives, before that is added (OLMo 2) */
    NORM_BOTH  /* before it, and another of what it gives (Gemma) */
};
enum qk_norm { QK_NORM_NONE, QK_NORM_HEAD, QK_NORM_WIDE, QK_NORM_COSINE };
enum source_list { SOURCES_GROUPED, SOURCES_EACH, SOURCES_HEARD }; /* see core/pipeline/terms.h */

/* The matrices of one layer. Biases, gains and shifts are 1 x n.
 * A decoder's cross-attention has separate ones (…c). */
/* clang-format off */
enum weight {
    W_Q, W_K, W_V, W_O, B_Q, B_K, B_V, B_O,
    W_QC, W_KC, W_VC, W_OC, B_QC, B_KC, B_VC, B_OC,
    LN_G1, LN_B1, /* LayerNorm of the (self-)attention: gain, shift */
    LN_GC, LN_BC, /* of the decoder's cross-attention */
    LN_G2, LN_B2, /* of the feed-forward network */
    FF_W1, FF_B1, FF_W2, FF_B2,
    FF_WG, FF_BG, /* of the gate */
    LN_G1O, LN_B1O, LN_G2O, LN_B2O, /* NORM_BOTH: of what attention and feed-forward network give */
    QK_GQ, QK_GK, /* gains of the norms of queries and keys */
    SINK_LOGIT,   /* of each head: a key without a value */
    /* Before the first layer and after the last: the model has them once, as those of layer 0. */
    LN_GF, LN_BF,    /* of the last LayerNorm */
    LN_G0, LN_B0,    /* of the LayerNorm before the first layer */
    READ_T, READ_TB, /* before the last LayerNorm: activation(rows T + b_T) */
    READ_U, READ_B,  /* of the readout: logits = rows U + b_U */
    WEIGHT_COUNT
};
/* clang-format on */

/* What the computation is asked for. The loss is the mean over the targets of -log of a share: of a class
 * among the classes, or of a key among the keys (with config.even, see struct answer). */
struct target {
    int layer, head; /* which head of a layer's first attention is to look; head -1: the readout is asked */
    int at;          /* position */
    int to;          /* class that the position is to name; with a head: the key that it is to read */
    int more;        /* it counts 1 + more times */
};

/* What is changed on the way from the words to the answer: left out, or put in place of what was computed;
 * all that follows is computed with it. See core/pipeline/patch.h. */
enum patch_kind {
    PATCH_HEAD, /* head_out of a head of the (first) attention */
    PATCH_ATTN, /* what the (first) attention adds to the rows, PATCH_FFN: the feed-forward network */
    PATCH_FFN,
    PATCH_ROW,   /* the row behind the layer, before any LayerNorm after the last one */
    PATCH_READS, /* the weights of a head, from which its head_out is made */
    PATCH_WORD,  /* no other word reads this one, in any layer */
    PATCH_KINDS
};
enum patch_way {
    PATCH_CARRY, /* put in: taken from another computation, */
    PATCH_GIVEN, /* or numbers that were given */
    PATCH_ZERO,  /* left out: zeros, */
    PATCH_MEAN   /* or the mean of its rows */
};
struct patch {
    enum patch_kind kind;
    enum patch_way way;
    int layer, head; /* head: of PATCH_HEAD and PATCH_READS, else 0 */
    int at;          /* word; -1: all */
    struct mat rows; /* what is put in: one row, or one of each word. Absent: zeros, or (PATCH_MEAN) the mean
                      * over the words of this sentence */
};

struct posenc_def;
struct batch_rows;

struct config {
    int n;    /* words of the sentence: queries */
    int m;    /* words of the memory, 0: no memory */
    int d;    /* d_model */
    int dsrc; /* width of the memory's vectors */
    int heads, dk, dv;
    int key_heads;              /* heads of keys and values, each read by heads / key_heads; 0: `heads` */
    int dff;                    /* feed-forward width, 0: no feed-forward network */
    enum activation activation; /* of the feed-forward network */
    bool gated;                 /* its inner layer is activation(x W_g + b_g)·(x W_1 + b_1) */
    bool parallel;              /* it reads the layer's input, beside the attention */
    int layers;
    int types;       /* of words, 0: they have none */
    int classes;     /* columns of the readout, 0: no readout */
    bool final_norm; /* one more LayerNorm after the last layer */
    bool embed_norm; /* one before the first layer: the sources pass through it first */
    bool norm_rms;  /* every LayerNorm is an RMSNorm: its mean is 0, its σ² the mean of the squares + eps */
    bool transform; /* a layer before the readout: activation(rows T + b_T), then the last LayerNorm */
    int start;      /* position of the first word (0 unless moved) */
    double base;    /* of the frequencies, 10000 */
    double pescale; /* P is multiplied by this */
    double divisor; /* scaled = scores / divisor (sqrt(dk), 1, or given) */
    double eps;     /* inside LayerNorm's root */
    enum block_kind block;
    enum norm_kind norm;
    bool residual;
    enum qk_norm qk_norm; /* of queries and keys, before any rotation */
    double softcap;       /* capped = softcap·tanh(scaled / softcap); 0: not capped */
    double final_cap;     /* the same of the logits */
    bool sink;            /* a key without a value, by head: SINK_LOGIT */
    int window;           /* self-attention sees keys at distances below this alone; 0: all */
    uint64_t windowless;  /* bits of the layers that have no window */
    double window_base;  /* of the frequencies in all but the `windowless` layers, without scaling, whether or
                          * not  there is a window; 0: `base` */
    int tile;            /* keys of a step of softmax in tiles (core/pipeline/streamed.h) */
    enum mask_kind mask; /* bits */
    int pad;             /* MASK_PAD: the last `pad` keys are masked for every query */
    struct mat mask_given;    /* MASK_GIVEN: n x keys, added to the scaled scores (0, -inf, …) */
    struct mat scores_given;  /* n x keys, replaces Q Kᵀ in every head; usually absent */
    bool no_terms;            /* no view shows the score terms: skip them unless the scores need them */
    struct term_set term_off; /* the terms that are knocked out, in every layer that has them */
    enum source_list sources; /* how the terms above layer 0 are listed */
    uint32_t omitted;         /* sources that are left out: what they add to the rows is 0 here */
    const struct posenc_def *pe;
    double pe_param[PE_MAX_PARAMS];     /* order of pe->params */
    struct mat pe_mat[PE_MAX_MATRICES]; /* order of pe->matrices */
    struct factor places; /* places x d: replaces pe_mat[0] where a model's file has it; else absent */
    struct mat P;     /* the table of positions, from the first, if it was computed before; usually absent */
    struct mat hands; /* n x dk: the hands of the words' positions, if they were computed before */
    const int *bias_row; /* likewise: the row of the bias of distance 0, among those of -(n - 1) … n - 1 */
    const struct batch_rows *rows; /* of several sentences: core/pipeline/rows.h; NULL: of one */
    struct mat X;                  /* n x d: embeddings of the sentence */
    struct mat T;                  /* n x d: added to them by the type of each word, absent without types */
    struct mat Y;                  /* m x dsrc: vectors of the memory */
    struct factor (*w)[WEIGHT_COUNT]; /* of each layer; absent = zero (biases). Rows are never stored */
    int target_count;
    const struct target *target;
    double even; /* share of each answer that is spread evenly over its row, 0 to 1 */
    int patch_count;
    const struct patch *patch; /* later ones win */
};

/* Returns true if the (first) attention reads keys and values from the memory:
 * block attention with a memory. A decoder reads it in its second attention. */
bool config_crosses(const struct config *c);

/* Returns true if each layer has a second attention that reads the memory: a decoder with a memory. */
bool config_decodes(const struct config *c);

/* Returns the number of keys of the (first) attention: n, or m if it reads the memory. */
int config_keys(const struct config *c);

/* Return whether a sublayer reads normed rows, and whether what it gives is normed before it is added. */
static inline bool config_norms_before(const struct config *c)
{
    return c->norm == NORM_PRE || c->norm == NORM_BOTH;
}
static inline bool config_norms_given(const struct config *c)
{
    return c->norm == NORM_OUT || c->norm == NORM_BOTH;
}

/* Returns the gain of the LayerNorm of what a sublayer gives; `before`: the gain of the one before it. */
static inline enum weight config_given_gain(const struct config *c, enum weight before)
{
    return c->norm != NORM_BOTH ? before : before == LN_G1 ? LN_G1O : LN_G2O;
}

/* Returns true if what the feed-forward network reads has rows of its own: normed, or copied where the block
 * is not that of 2017. */
static inline bool config_feeds(const struct config *c)
{
    return config_norms_before(c) || config_norms_given(c) || c->gated || c->norm_rms || c->parallel;
}

/* Returns the window of a layer; 0: it sees all. */
static inline int config_window(const struct config *c, int layer)
{
    return c->windowless >> layer & 1U ? 0 : c->window;
}

/* Returns the number of heads of the keys and values. */
static inline int config_key_heads(const struct config *c)
{
    return c->key_heads ? c->key_heads : c->heads;
}

/* Returns the head of the keys and values that a head reads. */
static inline int config_key_head(const struct config *c, int head)
{
    return head / (c->heads / config_key_heads(c));
}

/* Returns the encoding's first matrix, wherever it is. */
static inline struct factor config_table(const struct config *c)
{
    return factor_present(c->places) ? c->places : factor_of(c->pe_mat[0]);
}

/* Returns the weights of a config that has none yet: all of them are absent. They must not be written to. */
struct factor (*config_no_weights(void))[WEIGHT_COUNT];

/* Returns the layer whose weight w is meant when a layer is in view: layer 0 for what the model has once. */
int config_weight_layer(enum weight w, int layer);

/* Returns the gain of the LayerNorm whose gain or shift w is; -1: it is none. */
int config_norm_gain(enum weight w);

/* Sets *rows and *cols to the shape of a layer's weight w under c (0 x 0: it has no such weight). */
void config_weight_shape(const struct config *c, int layer, enum weight w, int *rows, int *cols);

#endif
