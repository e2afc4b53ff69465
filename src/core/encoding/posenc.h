/* Positional encodings: one const struct per encoding, one file each
 * (pe_NAME.c), listed once in posenc.c.
 *
 * An encoding acts where its hooks say; a NULL hook means "not here", and the
 * screens show at which stage it acts:
 *
 *   row     fills one row of P, which is added to the embeddings
 *   rotate  turns one head's query or key row in place
 *   bias    adds to a score (in units of the *scaled* score, as the papers of
 *           ALiBi and T5 have it; the core multiplies by the divisor, so that
 *           scores / divisor contains exactly the published bias)
 *   terms   fills the encoding's own terms of the raw score
 *   value   fills the vector that is added to v_j when query i reads it (Shaw)
 *   angle   for the clocks
 *
 * Positions are absolute: the first word stands at c->start. Hooks other than
 * row act in self-attention only: the words of a memory have no positions in
 * this sentence, as in the published models. */
#ifndef CORE_ENCODING_POSENC_H
#define CORE_ENCODING_POSENC_H

#include "base/pair.h"
#include "base/work.h"
#include "core/config.h"

struct pe_param {
    const char *name;
    double initial, lo, hi;
    bool whole;                      /* only whole numbers */
    const char *choices;             /* "interleaved half" names 0, 1, … ; NULL for plain numbers */
    struct pair help;
};

struct pe_matrix {
    const char *name;                /* as commands write it: "table", "slopes", "u" */
    struct pair help;
    /* Shape under c (c->pe_param is set). */
    void (*shape)(const struct config *c, int *rows, int *cols);
    /* Initial values (NULL: zeros); reproducible. */
    void (*fill)(struct mat out, const struct config *c);
};

struct pe_term {
    const char *name;                /* "bias", "a", "c2p", "pair0" */
    struct pair help;                /* what the term asks, in plain words */
};

/* What an own-terms hook may read. q and k are one head's rows (n x dk, keys x dk,
 * before any rotation). */
struct pe_scene {
    const struct config *c;
    int head;
    struct mat q, k;
    struct work *work;      /* whoever waits is asked in long loops; stopped, what is left may be anything */
};

/* The forms in which the encoding view draws an encoding. */
enum pe_form { PE_FORM_NONE, PE_FORM_TABLE, PE_FORM_CLOCK, PE_FORM_ROTATION, PE_FORM_BIAS, PE_FORM_OFFSET, PE_FORM_GRID };

struct posenc_def {
    const char *name;                /* "sincos" */
    struct pair title;               /* "sinusoidal", "正弦" */
    const char *formula;             /* one line of Unicode */
    struct pair help;                /* two or three sentences: what, where it acts, whose */
    enum pe_form form;
    struct pe_param params[PE_MAX_PARAMS];       /* ends at the first without a name */
    struct pe_matrix matrices[PE_MAX_MATRICES];  /* likewise */

    /* out[0..d-1] = the encoding of absolute position pos, without pescale.
     * Returns false when this position has no row (a learned table that is too short); out is then zeros. */
    bool (*row)(double *out, long pos, const struct config *c);
    /* The same for the positions first, first + 1, … (out is rows x d), for an encoding that
     * has every row and does many at once quicker; NULL: row by row. */
    void (*rows)(struct mat out, long first, const struct config *c);
    /* Turns row[0..dk-1], a head's query or key at absolute position pos. */
    void (*rotate)(double *row, long pos, const struct config *c);
    /* Bias of scaled score (query at absolute position i, key at j). */
    double (*bias)(long i, long j, int head, const struct config *c);
    /* How many own terms under c, and row t of them. */
    int (*term_count)(const struct config *c);
    struct pe_term (*term)(int t, const struct config *c, char name[16]);
    /* out[t] (n x keys) = term t of the raw score; with `replaces_product` they
     * stand for the whole product q·k (+ biases), else they are added to it. */
    void (*terms)(struct mat *out, const struct pe_scene *s);
    bool replaces_product;
    /* out[0..dv-1] = what is added to v_j for query i (absolute positions). */
    void (*value)(double *out, long i, long j, int head, const struct config *c);
    /* Angle in radians of frequency pair `pair` at position pos, and how many pairs. */
    double (*angle)(long pos, int pair, const struct config *c);
    int (*pairs)(const struct config *c);
    /* Which hand column `col` of P shows: pair·2 for its sine, pair·2 + 1 for its cosine.
     * NULL: the columns are not sines and cosines of `angle`. */
    int (*column)(int col);
    /* Scaling of the divisor by the encoding (DeBERTa: sqrt(3)); 0 or 1: none. */
    double divisor_factor;
    /* What is wrong with this encoding under c (d odd, …): fills a sentence pair, or returns false. */
    bool (*problem)(const struct config *c, struct pair *what);
};

extern const struct posenc_def *const posencs[];   /* ends with NULL; posencs[0] is "none" */

int posenc_count(void);
const struct posenc_def *posenc_find(const char *name);   /* NULL: no such */
int posenc_index(const struct posenc_def *def);
int posenc_param_count(const struct posenc_def *def);
int posenc_matrix_count(const struct posenc_def *def);

/* How many terms of its own the encoding adds to a score, or puts in place of the product. */
int posenc_term_count(const struct config *c);

/* True when P is added to the embeddings. */
bool posenc_added(const struct config *c);

/* P (rows x d) for the positions c->start …, times c->pescale; returns the
 * number of rows that the encoding has. Zeros where it has none. */
int posenc_table(struct mat P, const struct config *c);

#endif
