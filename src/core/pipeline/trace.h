/* All results of the arithmetic, stage by stage, in one arena. trace_compute fills
 * it from a config in one pass:
 *
 *   X + P = sum → (LayerNorm) → H → Q, K, V → scores → scaled → masked → weights
 *     → head_out → concat → output → residual, LayerNorm, feed-forward …
 *     → (LayerNorm → logits → probs)
 *
 * after Vaswani et al. 2017, sections 3 and 5.4. Matrices that a config does not
 * need are absent (mat_present).
 *
 * P is added once, before layer 0; each further layer reads the output of the layer below.
 * With a readout, the last rows become one number per class, and shares of 1 by softmax. A memory is read
 * unchanged: it is treated as the output of an encoder, to which positions have already been added. */
#ifndef CORE_PIPELINE_TRACE_H
#define CORE_PIPELINE_TRACE_H

#include "base/arena.h"
#include "base/work.h"
#include "core/config.h"

/* The maps of one attention: [head][query][key], stacked by rows. */
enum map { MAP_SCORES, MAP_SCALED, MAP_CAPPED, MAP_MASKED, MAP_WEIGHTS, MAP_COUNT };

struct attention {
    int heads;
    struct mat H; /* n x d: what the query side reads */
    struct mat S; /* keys x dsrc: what the key side reads (H in self-attention) */
    struct mat Q, K,
        V;             /* n x heads*dk, keys x heads*dk, keys x heads*dv; after rotation Q, K are in Qr, Kr */
    struct mat Qn, Kn; /* the same after their norm, absent without one */
    struct mat Qr, Kr; /* rotated queries and keys (RoPE), absent otherwise */
    struct mat map[MAP_COUNT];   /* heads*n x keys */
    struct mat sink;             /* heads*n x 1: the share of the key without a value; absent without one */
    struct mat head_out;         /* heads*n x dv */
    struct mat concat;           /* n x heads*dv */
    struct mat output;           /* n x d */
    struct mat given;            /* n x d: the output after its own LayerNorm, absent without one */
    struct mat residual, normed; /* n x d: after the attention, absent when off */
    /* the named terms of the raw scores, in the order of terms_list, one below the other */
    int layer, term_count;
    struct mat terms; /* term_count*heads*n x keys */
    /* the sources of their products as read, then after W_Q (0) and W_K (1); absent if there is none */
    struct mat source[SOURCE_MAX];  /* n x d */
    struct mat part[2][SOURCE_MAX]; /* n (or keys, or 1) x heads*dk, by source_entry */
};

struct layer_trace {
    struct mat in;          /* n x d: X + P for layer 0, else the layer below */
    struct attention self;  /* the (first) attention */
    struct attention cross; /* decoder only (heads = 0 otherwise) */
    struct mat ffn_in;      /* input of the feed-forward: normed (pre) or the rows so far */
    struct mat before;      /* n x dff: before the activation */
    struct mat gate, up;    /* n x dff: with a gate, after the activation, and its factor */
    struct mat hidden;      /* n x dff: after the activation; with a gate, the product of both */
    struct mat ffn;         /* n x d */
    struct mat ffn_given;   /* n x d: after its own LayerNorm, absent without one */
    struct mat residual2, norm2;
    struct mat out; /* n x d: the last of the above, in the last layer after the last LayerNorm */
    int unread;     /* of the last layer: rows of logits and probs that nobody has asked for yet */
};

struct trace {
    struct arena arena;
    struct work *work;                 /* progress of the computation, NULL: not watched */
    struct mat X, P, Y;                /* P absent unless the encoding is added */
    struct mat T;                      /* absent unless the words have types */
    struct mat embedded;               /* n x d: X + P + T before the first LayerNorm, absent without it */
    struct mat source[SOURCE_WRITTEN]; /* n x d: the sources of the words in that sum, for terms */
    struct mat transformed;            /* n x d: activation(rows T + b_T), absent unless c->transform */
    struct mat final;                  /* n x d: after the last LayerNorm, absent without it */
    struct mat read;                   /* the rows that the readout reads: all, or of a batch those asked */
    struct mat logits;                 /* of these x classes, absent without a readout: see readout_ask */
    struct mat probs;                  /* likewise */
    const struct factor *read_out;     /* the config's U and b_U, for rows that are asked for later */
    double final_cap;                  /* likewise: of their logits */
    int rows_with_position;            /* < n when a learned table is too short */
    int first;    /* row of the layer at work from which on it is computed; those before were kept */
    int computed; /* layers that were computed, all of their rows or some; the others were kept */
    int layers;
    struct layer_trace
        *layer; /* `layers` of them, in the arena: a trace is moved by copying a few pointers */
};

/* Returns the doubles that a trace of c takes. */
size_t trace_room(const struct config *c);

/* Makes room for a trace of c. Returns false and leaves t unchanged if memory is exhausted. */
bool trace_reserve(struct trace *t, const struct config *c);

/* Returns the approximate number of multiplications of trace_compute. */
double trace_effort(const struct config *c);

/* Fills t from c. Requires trace_reserve(t, c). Returns false if t->work stopped it; t is then incomplete. */
bool trace_compute(struct trace *t, const struct config *c);

/* The same, but leaves logits and shares to those who ask for them (core/pipeline/readout.h), for as long as
 * c's matrices are there. It takes what is the same from `from`, the trace of another config with
 * trace_alike(that config, c) >= kept: in the first `kept` layers the rows of all words if no word differs,
 * else with a causal mask those before the first word that does. */
bool trace_go_on(struct trace *t, const struct config *c, const struct trace *from, int kept);

/* Returns why rows of c may change when words come behind them, so that nothing can be kept of them for the
 * next word; NULL: they stay, to the bit. */
const char *trace_uncached(const struct config *c);

/* Returns the numbers that a word leaves for those behind it: its keys and values of every layer. */
int trace_kept(const struct config *c);

/* Returns the multiplications of matrix products that the n-th word takes: `kept`: of its own row alone, with
 * the keys and values that are there; else of all n rows. In each layer a row takes d·(heads·dk +
 * key_heads·(dk + dv)) + heads·dv·d, the feed-forward part, and heads·(dk + dv) for each key in the window;
 * the readout d·classes for the last row. */
double trace_word_products(const struct config *c, int n, bool kept);

/* Returns how many of the first layers make the same of the same rows under both; with the readout, one more.
 * a and b may differ in words, in matrices, and in what is knocked out or left out. */
int trace_alike(const struct config *a, const struct config *b);

void trace_finish(struct trace *t);

/* Returns the rows of m that t computes: all of them in a matrix with one row for all words. */
static inline struct mat trace_rows(const struct trace *t, struct mat m)
{
    return m.rows > t->first ? mat_rows(m, t->first, m.rows - t->first) : m;
}

/* Returns the first key that t computes in a query's row of a map: a row that was kept gets the new ones. */
static inline int trace_key(const struct trace *t, int query)
{
    return query < t->first ? t->first : 0;
}

/* Returns one head's n x keys part of a map or a term (n x dv of head_out). */
struct mat attention_head(const struct attention *a, struct mat stacked, int head);

/* Returns term t of every head: heads*n x keys. */
struct mat attention_term(const struct attention *a, int t);

/* Returns true if every key is hidden from query `i`: its row of weights is all zeros. */
bool attention_empty_row(const struct attention *a, int head, int i);

/* Lays out the matrices of a trace of c in t->arena, from where it is used up to now; t->X and t->Y are c's.
 * trace_room doubles must be left. */
void trace_lay_out(struct trace *t, const struct config *c);

/* Returns what an attention adds to the rows: its output, after a LayerNorm of its own if there is one. */
static inline struct mat attention_given(const struct attention *a)
{
    return mat_present(a->given) ? a->given : a->output;
}

/* Returns the rows after an attention: normed, residual or output. */
struct mat attention_rows(const struct attention *a);

/* Returns the final rows: the output of the last layer, after the last LayerNorm. */
struct mat trace_final(const struct trace *t);

#endif
