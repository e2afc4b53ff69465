/* Why hooks: encodings act at five places of the computation, and papers keep adding others. What one of them
 * does is in its own file, what the pipeline does at a hook in one place, so that a published scheme can be
 * read beside its formula, and the views find its form, its parameters and its matrices without knowing its
 * name.
 *
 * Positional encodings: one const struct and one file per encoding, all listed
 * in posenc.c.
 *
 * An encoding acts through its hooks; a NULL hook means "not here". The screens
 * show the stage at which it acts:
 *
 *   row     fills one row of P, which is added to the embeddings (row_back: its gradient)
 *   rotate  rotates one head's query or key row in place, by the hands of its position
 *   bias    adds to a score what depends on the distance j - i alone, in units of the *scaled*
 *           score as in the papers of ALiBi and T5; the core multiplies it by the divisor, so
 *           scores / divisor contains exactly the published bias (bias_back: its gradient)
 *   terms   fills the encoding's terms of the raw score
 *   value   fills the vector added to v_j when query i reads it (Shaw)
 *   angle   gives the angles for the clocks
 *
 * Positions are absolute: the first word has position c->start. All hooks except
 * row act in self-attention only: as in the published models, the words of a
 * memory have no positions in this sentence. */
#ifndef CORE_ENCODING_POSENC_H
#define CORE_ENCODING_POSENC_H

#include "base/lang.h"
#include "base/work.h"
#include "core/config.h"

enum { PE_LISTED = 4 };

struct pe_param {
    const char *name;
    double initial, lo, hi;
    bool whole;          /* integers only */
    const char *choices; /* "interleaved half" names 0, 1, …; NULL for plain numbers */
    const char *help;
    int with; /* 1 + the parameter without which (0) it says nothing: it is then neither listed nor kept */
    const char *zero; /* the word for 0; NULL: none */
};

/* Sizes of matrices. */
enum pe_size {
    PE_ONE,
    PE_D,
    PE_HALF_D,
    PE_DK,
    PE_DV,
    PE_HEADS,
    PE_HEADS_DK, /* heads·dk */
    PE_AXES,     /* coordinates of a position: 2 on a grid, else 1 */
    PE_FIRST,    /* the first parameter */
    PE_TWICE,    /* twice that */
    PE_SPAN      /* twice that, and 1 for the distance 0 */
};

struct pe_matrix {
    const char *name; /* as commands write it: "table", "slopes", "u" */
    const char *help;
    enum pe_size rows, cols;
    /* Fills in the initial values. NULL: normal numbers of the name `drawn` (pe_fill_normal), of none zeros.
     */
    void (*fill)(struct mat out, const struct config *c);
    const char *drawn;
};

struct pe_term {
    const char *name;  /* "bias", "a", "c2p", "pair0" */
    const char *help;  /* the question the term asks, in plain words */
    const char *title; /* which parts meet, in two words; NULL: the pairs, or the name */
    bool words;        /* the contents alone: word·word under another name */
    int pairs[2];      /* of columns that it is about, from the first to before the second; none: no pairs */
};

/* The input of the terms hook. q and k are one head's rows (n x dk, keys x dk,
 * before any rotation). */
struct pe_scene {
    const struct config *c;
    int head;
    struct mat q, k;
    struct work *work; /* polled in long loops; once stopped, the rest of the output is undefined */
};

/* A pair of absolute positions as a head sees it. */
struct pe_pair {
    long query, key;
    int head;
};

/* The forms of the encoding view. */
enum pe_form {
    PE_FORM_NONE,
    PE_FORM_TABLE,
    PE_FORM_CLOCK,
    PE_FORM_ROTATION,
    PE_FORM_BIAS,    /* falls with the distance */
    PE_FORM_BUCKETS, /* distances in t5_bucket's boxes */
    PE_FORM_OFFSET,
    PE_FORM_GRID,
    PE_FORM_WAVES /* random frequencies and the kernel that they give */
};

/* PE_FORM_OFFSET: what belongs to an offset. Matrices by their places in `matrices`, -1: none. */
struct pe_offsets {
    int way;     /* 1: rows in the order of s - t, -1: of t - s */
    bool sines;  /* the rows are sines; if false, rows of the first matrix, clipped at its ends */
    int to_key;  /* the matrix that turns a row into a key; -1: it is one */
    int to_asks; /* the matrix whose row of the head is added to the query */
    const char *term, *other; /* the term that a query's product with a row is, and the term in which keys
                               * meet rows; NULL: the product is all that rows add to a score */
};

struct posenc_def {
    const char *name;    /* "sincos" */
    const char *title;   /* "sinusoidal", "正弦编码" */
    const char *formula; /* one line of Unicode */
    const char *help;    /* two or three sentences: what it does, where it acts, its source */
    const char *given;   /* the same if a model's file brings the numbers; absent: they never come so */
    enum pe_form form;
    struct pe_offsets offsets;                  /* of PE_FORM_OFFSET */
    struct pe_param params[PE_MAX_PARAMS];      /* ends at the first with name NULL */
    struct pe_matrix matrices[PE_MAX_MATRICES]; /* likewise */

    /* out[0..d-1] = the encoding of absolute position pos, without pescale.
     * Returns false and fills zeros if pos has no row (a learned table that is too short). */
    bool (*row)(double *out, long pos, const struct config *c);
    bool tabled; /* the rows are those of the first matrix: row `pos` is the encoding of position pos */
    /* The same for positions first, first + 1, … (out is rows x d): a faster path for an encoding
     * that has every row. NULL: row by row. */
    void (*rows)(struct mat out, long first, const struct config *c);
    /* Adds to the gradients of the encoding's matrices (order of `matrices`; absent: not wanted) what a row
     * brings whose gradient is d[0..d-1]. NULL: a row depends on no matrix. */
    void (*row_back)(struct mat *to, const double *d, long pos, const struct config *c);
    /* Returns true if the matrices stay as they are in training under c: they have no gradient then. NULL:
     * never. */
    bool (*fixed)(const struct config *c);
    /* Sets x to the coordinates of a position and returns their number. Their products with row i of the
     * first matrix sum up to the turns of hand i. NULL: the hands turn otherwise. */
    int (*place)(double x[2], long pos, const struct config *c);
    /* Fills out[0..dk-1] with what rotates a head's query or key at absolute position pos. */
    void (*hands)(double *out, long pos, const struct config *c);
    /* Rotates row[0..dk-1] by these hands; way -1: back. */
    void (*rotate)(double *row, const double *hands, double way, const struct config *c);
    /* Returns the bias of the scaled score (query at absolute position i, key at j). */
    double (*bias)(long i, long j, int head, const struct config *c);
    /* Adds to the gradients of the matrices what a scaled score brings whose gradient is d. NULL: the bias
     * is not learned. */
    void (*bias_back)(struct mat *to, double d, const struct pe_pair *at, const struct config *c);
    /* Returns the row of the first matrix whose entry for the head is the bias of i and j. With bias_back. */
    int (*bias_row)(long i, long j, const struct config *c);
    struct pe_term
        listed[PE_LISTED]; /* its terms, if they are always the same; ends at the first with name NULL */
    /* The number of terms under c, and the description of term t (which may be put into `name`). NULL:
     * listed.
     */
    int (*term_count)(const struct config *c);
    struct pe_term (*term)(int t, const struct config *c, char name[16]);
    /* out[t] (n x keys) = term t of the raw score. With `replaces_product` the terms replace
     * the product q·k (including biases), else they are added to it. */
    void (*terms)(struct mat *out, const struct pe_scene *s);
    int grid; /* 1 + the parameter with the columns of the grid whose cells are the positions; 0: none */
    bool replaces_product;
    /* out[0..dv-1] = the vector added to v_j for query i (absolute positions). */
    void (*value)(double *out, long i, long j, int head, const struct config *c);
    /* The angle in radians of frequency pair `pair` at position pos, and the number of pairs. */
    double (*angle)(long pos, int pair, const struct config *c);
    int (*pairs)(const struct config *c);
    /* Column col of P shows the clock hand col·step: pair·2 for its sine, pair·2 + 1 for its cosine.
     * 0: the columns are not sines and cosines of `angle`. */
    int step;
    /* k positions later every pair of columns is the same pair turned: P_t·P_s depends on t-s alone (d even)
     */
    bool turns;
    /* Factor of the divisor (DeBERTa: sqrt(3)); 0 or 1: none. */
    double divisor_factor;
    /* Returns true if what it does to a word depends on how many there are. NULL: never. */
    bool (*counts)(const struct config *c);
    /* Returns the formula under c. NULL: it is `formula` whatever the parameters are. */
    const char *(*formula_under)(const struct config *c);
    /* Returns true and fills *what if the encoding is not usable under c (d odd, …). */
    bool (*problem)(const struct config *c, const char **what);
};

extern const struct posenc_def *const posencs[]; /* ends with NULL; posencs[0] is "none" */

int posenc_count(void);
const struct posenc_def *posenc_find(const char *name); /* NULL: unknown name */

/* What c's encoding computes. */
const char *posenc_formula(const struct config *c);

/* The encoding as a word on screen: sincos, 正弦编码. */
const char *posenc_label(const struct posenc_def *def, enum lang lang);
/* The same among other facts, where “none” would not say of what. */
const char *posenc_fact(const struct posenc_def *def, enum lang lang);
int posenc_index(const struct posenc_def *def);
int posenc_param_count(const struct posenc_def *def);
int posenc_param_find(const struct posenc_def *def, const char *name); /* -1: it has none of this name */
int posenc_matrix_count(const struct posenc_def *def);

/* Sets the shape of matrix i of the encoding of c (c->pe_param is set). */
void posenc_shape(const struct config *c, int i, int *rows, int *cols);

/* Fills out with the initial values of matrix i of the encoding of c, the same every time. */
void posenc_fill(const struct config *c, int i, struct mat out);

/* Returns the number of the encoding's terms, which are added to the product or replace it. */
int posenc_term_count(const struct config *c);

/* Returns the description of term t, which may be put into `name`. */
struct pe_term posenc_term(const struct config *c, int t, char name[16]);

/* Returns the columns of the grid whose cells are the positions; 0: they are points on a line. */
int posenc_grid(const struct config *c);

/* Returns c as the encoding of a layer has it: layers with a window may turn with a base of their own. */
struct config posenc_of_layer(const struct config *c, int layer);

/* Rotates row[0..dk-1], a head's query or key at absolute position pos. Requires pe->rotate. */
void posenc_rotate(double *row, long pos, const struct config *c);

/* Returns true if P is added to the embeddings. */
bool posenc_added(const struct config *c);

/* Returns true if the encoding of a word depends on how many words there are. */
bool posenc_counts(const struct config *c);

/* Returns true if parameter i says something with these values. */
bool posenc_param_says(const struct posenc_def *def, const double *values, int i);

/* Returns false for an encoding whose terms or vectors change the scores or values without a backward rule so
 * far: nothing below it can be trained. */
bool posenc_has_gradient(const struct posenc_def *def);

/* Returns true if training changes the encoding's matrices. */
bool posenc_is_learned(const struct config *c);

/* Adds to the gradients of the encoding's matrices what P brings whose gradient is d_P (see posenc_table). */
void posenc_table_back(struct mat *to, struct mat d_P, const struct config *c);

/* Fills P (rows x d) for positions c->start …, times c->pescale, with zeros for positions without a row.
 * Returns the number of rows that exist. */
int posenc_table(struct mat P, const struct config *c);

/* Returns how many words of the sentence, its last ones, a table of positions has no row for. */
int posenc_unplaced(const struct config *c);

/* ---- initial values ------------------------------------------------------------ */

/* Parameters that training would learn start as pseudo-random numbers. Entry (r, c) depends only on the
 * seed's name, r and c: a table that grows keeps its first rows. */

/* Standard deviation of untrained tables. Real models start far smaller
 * (BERT and GPT-2: 0.02), which would be invisible next to the embeddings. */
#define PE_FILL_SD 0.3

/* Fills out with normal numbers of standard deviation PE_FILL_SD, rounded to 3 decimals:
 * they can then be read, copied and saved as shown. */
void pe_fill_normal(struct mat out, const char *name);

/* Ones on the diagonal, zeros elsewhere: a matrix that turns distances into keys or queries begins so. */
void pe_fill_identity(struct mat out, const struct config *c);

/* ---- facts about single encodings ---------------------------------------------- */

/* Returns the slope of head `head` (0-based) of `heads`, by the published recipe. For p = 2^k heads:
 * 2^(-8/p), 2^(-16/p), …, 2^-8. For other counts: the slopes of the largest power p below, then every
 * second slope of 2p heads. */
double alibi_slope(int heads, int head);

enum { T5_MAX_BUCKETS = 256, T5_MAX_DISTANCE = 1000000 };

/* Returns the bucket 0 … buckets-1 of offset = key position - query position.
 *
 * A side has B buckets. With two_sided, B is half of them all, and keys to the right use
 * the upper half. Otherwise B is all of them, and all keys to the right share bucket 0.
 * With E = B/2, each distance x < E has its own bucket; beyond, the bucket is
 *     E + ⌊(B - E) · ln(x/E) / ln(distance/E)⌋, at most B - 1.
 * Where rounding could change the floor, integers decide: x^L >= distance^k E^(L-k)
 * with L = B - E (64 of 128: exactly bucket 14). E >= 1 and distance > E. */
int t5_bucket(long offset, int buckets, long distance, bool two_sided);

/* Returns what the columns are multiplied by that RoPE turns: 1/√temperature; of yarn, 0.1 ln(factor) + 1. */
double rope_longer(const struct config *c);

/* The two functions below need a config with pe_fourier (Rahimi and Recht 2007, Tancik et al. 2020). */

/* Returns the mean over the waves of cos 2πb·(p − q): P_p·P_q / (d/2). */
double fourier_kernel(const struct config *c, long p, long q);

/* Returns what that mean approaches with more and more normal frequencies: exp(−2π²σ²|p − q|²). */
double fourier_bell(const struct config *c, long p, long q);

#endif
