/* The named terms of the raw score of query t and key s: why the score has its value,
 * and what it would be without one of them.
 *
 * What attention reads is a sum of sources (core/pipeline/source.h). The score (q_t + …)·(k_s + …)
 * expands, through the current W_Q and W_K, into one term per pair of sources. In layer 0 these are x
 * (content), p (position) and, with biases or LayerNorm before the attention, b:
 *     cc cp pc pp  cb pb bc bp bb
 * (first letter the query side, second the key side). Above layer 0 they are named in full:
 * token·token, token·attn0, …; more than SOURCE_LIST_MOST sources are read in groups (token·attn) unless
 * config.sources asks for each, or a part of a group is knocked out. With SOURCES_HEARD the products of what
 * no layer wrote are followed by one term, heard: all other products, those with something that was read
 * below. LayerNorm keeps the sum: each source is centred, divided by the σ of the whole row and multiplied by
 * the gain; the shift is a bias. After the sublayers (post) each source goes through every LayerNorm on its
 * way. An encoding that acts on scores adds its own terms; one that rotates or rewrites the product replaces
 * these terms, in every layer. The key side of a memory has no position either. The list depends on the
 * config, and on numbers only in whether a bias is zero. */
#ifndef CORE_PIPELINE_TERMS_H
#define CORE_PIPELINE_TERMS_H

#include "base/text.h"
#include "core/pipeline/trace.h"

struct term {
    char name[24];
    const char *titled;  /* which parts meet, in two words, "": see pairs; NULL: made of its two sources */
    const char *asks;    /* the question it asks; NULL: made of its two sources */
    int pairs[2];        /* of columns, from the first to before the second; none: the title is the name */
    bool row_constant;   /* does not depend on the key: cancels in softmax */
    int mark;            /* style index: 0 word·word (under any name) to 3 place·place, -1 heard */
    int bit;             /* in config.term_off, of a group the first; the same with any bias */
    uint32_t query, key; /* the sources that meet; 0: not a product of sources */
    uint32_t apart;      /* of these, no two meet; 0 except for heard */
};

/* Lists the terms of layer `layer`'s first attention; returns their number. Layer 0 has bits of its own; the
 * layers above share theirs. */
int terms_list(const struct config *c, int layer, struct term out[TERM_MAX]);

/* Returns true if one of the layer's terms is knocked out. */
bool terms_any_off(const struct config *c, int layer);

/* Appends the title of a term, "word·place", or the question that it asks. */
void term_title(const struct term *t, enum lang lang, struct text *out);
void term_asks(const struct term *t, enum lang lang, struct text *out);

/* Returns product p of word and position, for its title: 0 to 3 are word·word, word·place, place·word,
 * place·place. */
struct term terms_plain(int p);

/* Returns the index of the term `name` (also by its title, or with : for ·), or -1. */
int terms_find(const struct config *c, int layer, const char *name);

/* Returns the bits of a term of layer `layer`: several for a group. */
struct term_set terms_set(int layer, const struct term *term);

/* Returns the bits of the term `name` in any layer, of all terms if name is NULL; none: unknown name. */
struct term_set terms_bits(const struct config *c, const char *name);

/* Finds the sources of the product `name`, or of heard, in a layer, whether the list has it or not. */
bool terms_product(const struct config *c, int layer, const char *name, struct term *out);

/* Sets out (one number per key) to row `row` of a term of sources: Σ of query parts · key parts. Requires
 * a->term_count > 0. */
void terms_product_row(double *out, const struct attention *a, const struct config *c, const struct term *of,
                       int head, int row);

/* The same two steps for what a LayerNorm before the first layer makes of the words' sources. */
void terms_lay_out_input(struct trace *t, const struct config *c);
void terms_compute_input(struct trace *t, const struct config *c);

/* Takes the terms' matrices from t's arena, if terms are kept. */
void terms_lay_out(struct attention *a, const struct config *c, struct trace *t, int layer);

/* Fills them from the layer's input, a->Q and a->K. */
void terms_compute(struct attention *a, const struct config *c, struct trace *t, int layer);

/* Sets `out` to the weights of a query's row without the terms whose bits are in `off` (NULL: with all of
 * them), whatever config.term_off knocks out: softmax of the sum of the others / divisor + mask. out has room
 * for one number per key. Requires a->term_count > 0. */
void terms_weights_without(double *out, const struct attention *a, const struct config *c, int head,
                           int query, const struct term_set *off);

/* Adds to sum[i] what term i brings to the spread of one query's scores over the keys that it may see: the
 * covariance of the term with the score, times their number. The terms' sums add up to the spread. */
void terms_spread(double *sum, const struct attention *a, int head, int query);

/* Returns true if a layer's terms are kept: if the scores are computed from them (a term is knocked out, or
 * the encoding adds some), or if a view shows them (no_terms is off) and they take at most 32 MB. */
bool terms_kept(const struct config *c, int layer);

/* Returns true if a layer has the same terms under both, and the same of them are knocked out. */
bool terms_alike(const struct config *a, const struct config *b, int layer);

/* Returns the approximate number of multiplications of terms_compute in one layer. */
double terms_effort(const struct config *c);

#endif
