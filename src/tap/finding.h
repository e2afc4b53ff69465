/* What can be said of one attention: relations that hold, and mistakes, each an id that stays the same in all
 * languages. A mistake is said only if the attention recomputed with it agrees with the dump. */
#ifndef TAP_FINDING_H
#define TAP_FINDING_H

#include "tap/recompute.h"

/* Mistakes: id, whether some models do it on purpose, a sentence (its values: finding_values in report.c). */
#define FAULTS(ROW)                                                                                          \
    ROW(SCALE_NONE, "scale-none", true,                                                                      \
        TEXT("scores are not divided by √%s = %s (T5 and GPT-Neo do that on purpose: put scale=1 in the "  \
             "file if so)"))                                                                                 \
    ROW(SCALE_D, "scale-d", false,                                                                           \
        TEXT("scores are divided by %s, not by its root %s: as if divided twice"))                           \
    ROW(SCALE_DMODEL, "scale-dmodel", false, TEXT("scores are divided by √(heads·d) = %s, not by √d = %s"))  \
    ROW(SCALE_HEADS, "scale-heads", false, TEXT("scores are divided by √heads = %s, not by √d = %s"))        \
    ROW(SCALE_OTHER, "scale-other", true, TEXT("scores are multiplied by %s, not by %s"))                    \
    ROW(MASK_TRANSPOSED, "mask-transposed", false,                                                           \
        TEXT("the mask was used with rows and columns exchanged"))                                           \
    ROW(MASK_INVERTED, "mask-inverted", false,                                                               \
        TEXT("what the mask hides was read, and what it shows was hidden"))                                  \
    ROW(MASK_IGNORED, "mask-ignored", false, TEXT("the mask was not used"))                                  \
    ROW(MASK_MULTIPLIED, "mask-multiplied", false,                                                           \
        TEXT("hidden scores became %s, so hidden words are still read: they must be -inf before softmax"))   \
    ROW(MASK_01, "mask-01", false, TEXT("the mask of 0 and 1 was added to the scores, which hides nothing")) \
    ROW(MASK_AFTER, "mask-after", false,                                                                     \
        TEXT("the mask was multiplied behind softmax: rows sum to less than 1"))                             \
    ROW(SOFTMAX_AXIS, "softmax-axis", false,                                                                 \
        TEXT("softmax ran over axis %s of the scores; it must run over the keys, the last one"))             \
    ROW(FUTURE_LEAK, "future-leak", false, TEXT("row %s reads later words (together %s of its weight)"))     \
    ROW(PADDING_READ, "padding-read", false, TEXT("padding was read"))                                       \
    ROW(CAUSAL_OFFSET, "causal-offset", false,                                                               \
        TEXT("the triangle begins elsewhere: row 0 sees words up to %s, it should up to %s"))                \
    ROW(WINDOW_OFF, "window-off", false, TEXT("the window is %s words wide (0: none), %s was said"))         \
    ROW(ROPE_MIXED, "rope-mixed", false,                                                                     \
        TEXT("q and k are turned in different pairs: one by halves, one by neighbours"))                     \
    ROW(ROPE_TABLE, "rope-table", false,                                                                     \
        TEXT("angles stand in one order and pairs in the other: each column turns by a wrong angle"))        \
    ROW(ROPE_SIGN, "rope-sign", false, TEXT("q and k are turned in opposite directions"))                    \
    ROW(ROPE_K_MISSING, "rope-k-missing", false, TEXT("q is turned, k is not"))                              \
    ROW(ROPE_Q_MISSING, "rope-q-missing", false, TEXT("k is turned, q is not"))                              \
    ROW(ROPE_ON_V, "rope-on-v", false, TEXT("v is turned too; only q and k should be"))                      \
    ROW(ROPE_OFFSET, "rope-offset", false,                                                                   \
        TEXT("the first query is turned as word %s, the first key as word %s"))                              \
    ROW(SPLIT_MIXED, "split-mixed", false,                                                                   \
        TEXT("merged rows were reshaped to heads without exchanging words and heads"))                       \
    ROW(MERGE_MIXED, "merge-mixed", false,                                                                   \
        TEXT("heads were reshaped to merged rows without exchanging words and heads"))                       \
    ROW(GQA_TILE, "gqa-tile", false, TEXT("query head i reads key head i mod %s, not i / %s"))               \
    ROW(DROPOUT_ON, "dropout-on", true,                                                                      \
        TEXT("dropout was on: %s of the weights are 0, the others divided by %s (right in training)"))       \
    ROW(F16_OVERFLOW, "f16-overflow", false, TEXT("q·k reaches %s, more than float16 holds (65504)"))        \
    ROW(ROW_EMPTY, "row-empty", false, TEXT("row %s may read nothing, and softmax of nothing is nan"))       \
    ROW(NAN_INPUT, "nan-input", false, TEXT("q, k or v has nan"))                                            \
    ROW(ALIBI_ORDER, "alibi-order", false, TEXT("ALiBi's slopes stand in another order (the first is %s)"))  \
    ROW(ALIBI_EXPONENT, "alibi-exponent", false,                                                             \
        TEXT("ALiBi's exponents begin at 0: the first slope is %s"))                                         \
    ROW(ALIBI_SIGN, "alibi-sign", false,                                                                     \
        TEXT("ALiBi's slopes have the wrong sign (the first is %s): far words gain"))                        \
    ROW(ALIBI_PLAIN, "alibi-plain", true,                                                                    \
        TEXT("the bias is linear, but its slopes are not the published ones (the first is %s)"))             \
    ROW(BIAS_SCALED, "bias-scaled", false, TEXT("the bias was added before the scale"))                      \
    ROW(BIAS_IGNORED, "bias-ignored", false, TEXT("the bias was not used"))                                  \
    ROW(BIAS_SIGN, "bias-sign", false, TEXT("the bias was subtracted"))                                      \
    ROW(SINK_IGNORED, "sink-ignored", false, TEXT("the sinks were not used"))                                \
    ROW(SINK_TWICE, "sink-twice", false, TEXT("the sinks were counted twice"))                               \
    ROW(SCORES_TRANSPOSED, "scores-transposed", false, TEXT("scores are k·qᵀ in place of q·kᵀ"))             \
    ROW(OUT_TRANSPOSED, "out-transposed", false, TEXT("out is weightsᵀ·v in place of weights·v"))            \
    ROW(MASK_DIFFERS, "mask-differs", false,                                                                 \
        TEXT("what is read is not what the mask says, and no known mistake explains it"))                    \
    ROW(SCORES_DIFFER, "scores-differ", false,                                                               \
        TEXT("scores are not what follows from q and k, and no known mistake explains it"))                  \
    ROW(WEIGHTS_DIFFER, "weights-differ", false,                                                             \
        TEXT("weights are not what follows from q and k, and no known mistake explains it"))                 \
    ROW(OUT_DIFFERS, "out-differs", false,                                                                   \
        TEXT("out is not what follows from the weights and v, and no known mistake explains it"))            \
    ROW(ROPE_DIFFERS, "rope-differs", false,                                                                 \
        TEXT("q and k are not q_pre and k_pre turned, in no known way"))                                     \
    ROW(LAYOUT_UNKNOWN, "layout-unknown", false, TEXT("no order of axes fits these sizes"))

#define FAULT_NAMED(name, ...) FAULT_##name,
enum fault { FAULTS(FAULT_NAMED) FAULT_COUNT };

struct fault_row {
    const char *id;
    bool sometimes;       /* right in some models */
    const char *sentence; /* with up to two values */
};
extern const struct fault_row faults[FAULT_COUNT];

enum relation {
    RELATION_ROPE,  /* q and k are q_pre and k_pre turned */
    RELATION_SPLIT, /* q is q_proj cut into heads */
    RELATION_ALIBI, /* the bias is ALiBi's */
    RELATION_SCORES,
    RELATION_WEIGHTS,
    RELATION_OUT
};

struct held {
    enum relation what;
    double off; /* the largest distance */
    struct way way;
    bool raw; /* scores before the scale */
};

struct finding {
    enum fault id;
    struct way way;     /* with the mistake */
    struct worst worst; /* from what should be: yours, recomputed */
    enum aim of;        /* what that is a cell of */
    double with;        /* the same cell recomputed with the mistake, NaN: not computed */
    double number[2];   /* those of the sentence */
};

enum { MOST_HELD = 8, MOST_FOUND = 8 };

struct verdict {
    struct dumped read;
    bool readable, brief; /* brief: only the first head was looked at, and no mistake was looked for */
    const char *also;     /* another layout that fits as well, NULL: none */
    struct held held[MOST_HELD];
    int relations;
    struct finding found[MOST_FOUND];
    int faults;
    double *sinks; /* of the dump, or that were found, one for each head; NULL: none */
};

void verdict_finish(struct verdict *v);

/* Note a relation, and a mistake (once; the first eight) with the numbers of its sentence. `worst` NULL: no
 * cell is to be shown. */
void verdict_hold(struct verdict *v, enum relation what, double off, const struct way *way);
void verdict_find(struct verdict *v, enum fault id, const struct way *way, const struct worst *worst,
                  double number, double second);

#endif
