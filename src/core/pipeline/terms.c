/* The score (Σ query parts)·(Σ key parts), multiplied out. Each part goes through
 * W_Q or W_K once; a term is then one dot product per pair of words. */
#include "core/pipeline/terms.h"

#include <string.h>

#include "core/encoding/posenc.h"
#include "core/math/softmax.h"
#include "core/pipeline/attention.h"

enum part { PART_CONTENT, PART_POSITION, PART_BIAS, PART_COUNT };
enum { TERMS_MOST = 4 << 20, BIAS_EFFORT = 10 }; /* in doubles; cost of an entry, in multiplications */

static const char part_letter[PART_COUNT] = {'c', 'p', 'b'};

/* In list order: cc cp pc pp, then those with a bias. */
static const struct {
    enum part query, key;
    struct pair title, help;
} products[] = {
    {PART_CONTENT, PART_CONTENT, PAIR("word·word", "词·词"),
     PAIR("do the meanings of both words fit?", "这个词的内容和那个词的内容相配吗？")},
    {PART_CONTENT, PART_POSITION, PAIR("word·place", "词·位"),
     PAIR("does this word look for that place?", "这个词的内容在找那个词所在的位置吗？")},
    {PART_POSITION, PART_CONTENT, PAIR("place·word", "位·词"),
     PAIR("does this place look for that word?", "这个词的位置在找那个词的内容吗？")},
    {PART_POSITION, PART_POSITION, PAIR("place·place", "位·位"),
     PAIR("does this place look for that place?", "这个词的位置在找那个词的位置吗？")},
    {PART_CONTENT, PART_BIAS, PAIR("word·bias", "词·偏置"),
     PAIR("this word's content times the key bias: the same for every key",
          "这个词的内容乘键的偏置：对每个键都一样")},
    {PART_POSITION, PART_BIAS, PAIR("place·bias", "位·偏置"),
     PAIR("this word's place times the key bias: the same for every key",
          "这个词的位置乘键的偏置：对每个键都一样")},
    {PART_BIAS, PART_CONTENT, PAIR("bias·word", "偏置·词"),
     PAIR("the query bias times that word's content: the same for every query",
          "查询的偏置乘那个词的内容：对每个查询都一样")},
    {PART_BIAS, PART_POSITION, PAIR("bias·place", "偏置·位"),
     PAIR("the query bias times that word's place: the same for every query",
          "查询的偏置乘那个词的位置：对每个查询都一样")},
    {PART_BIAS, PART_BIAS, PAIR("bias·bias", "偏置·偏置"),
     PAIR("bias times bias: the same number everywhere", "偏置乘偏置：处处是同一个数")},
};
enum { PRODUCTS = sizeof products / sizeof *products };

/* Bits of term_off: the products in order, the encoding's terms, the rest. */
enum { BIT_OWN = PRODUCTS, BIT_BIAS = BIT_OWN + PE_MAX_TERMS, BIT_GIVEN };

static bool any(struct mat m)
{
    return mat_present(m) && mat_max_abs(m) > 0;
}

static bool own_replace(const struct config *c)
{
    return !config_crosses(c) && c->pe->term_count && c->pe->replaces_product;
}

/* Returns true if the query (or key) side of a layer's first attention has this part. */
static bool has_part(const struct config *c, int layer, enum part part, bool key_side)
{
    bool crosses = config_crosses(c) && key_side;
    if (part == PART_CONTENT)
        return true;
    if (part == PART_POSITION)
        return layer == 0 && posenc_added(c) && !crosses;
    bool shift = c->norm == NORM_PRE && !crosses && any(c->w[layer][LN_B1]);
    return shift || any(c->w[layer][key_side ? B_K : B_Q]);
}

static void list_own(const struct config *c, struct term *out, int *n)
{
    int own = posenc_term_count(c);
    for (int t = 0; t < own && *n < TERM_MAX; t++) {
        struct term *term = &out[(*n)++];
        *term = (struct term){.name = "", .bit = BIT_OWN + t};
        struct pe_term p = c->pe->term(t, c, term->name);
        if (p.name && p.name != term->name)
            strncpy(term->name, p.name, sizeof term->name - 1);
        term->help = p.help;
        term->title = p.title.en ? p.title : (struct pair){term->name, term->name};
        term->words = p.words;
    }
    if (c->pe->bias && *n < TERM_MAX)
        out[(*n)++] = (struct term){"bias",
                                    BOTH("distance", "距离"),
                                    BOTH("what this distance adds", "编码按距离加上的数"),
                                    false,
                                    false,
                                    BIT_BIAS};
}

struct pair terms_title(int p)
{
    return products[p].title;
}

int terms_list(const struct config *c, int layer, struct term out[TERM_MAX])
{
    int n = 0;
    if (mat_present(c->scores_given)) {
        out[n++] = (struct term){"given",
                                 BOTH("given", "给定"),
                                 BOTH("the score was given directly", "得分是直接给出的"),
                                 false,
                                 false,
                                 BIT_GIVEN};
        return n;
    }
    for (int p = 0; p < PRODUCTS && !own_replace(c); p++)
        if (has_part(c, layer, products[p].query, false) && has_part(c, layer, products[p].key, true)) {
            struct term *t = &out[n++];
            *t = (struct term){.title = products[p].title,
                               .help = products[p].help,
                               .row_constant = products[p].key == PART_BIAS,
                               .words = p == 0,
                               .bit = p};
            t->name[0] = part_letter[products[p].query];
            t->name[1] = part_letter[products[p].key];
        }
    if (!config_crosses(c))
        list_own(c, out, &n);
    return n;
}

int terms_find(const struct config *c, int layer, const char *name)
{
    struct term list[TERM_MAX];
    int n = terms_list(c, layer, list);
    for (int t = 0; t < n; t++)
        if (strcmp(list[t].name, name) == 0)
            return t;
    return -1;
}

uint32_t terms_bits(const struct config *c, const char *name)
{
    uint32_t bits = 0;
    for (int l = 0; l < c->layers; l++) {
        struct term list[TERM_MAX];
        int n = terms_list(c, l, list);
        for (int t = 0; t < n; t++)
            if (!name || strcmp(list[t].name, name) == 0)
                bits |= (uint32_t)1 << list[t].bit;
    }
    return bits;
}

static size_t maps_room(const struct config *c)
{
    struct term list[TERM_MAX];
    size_t most = 0;
    for (int l = 0; l < c->layers; l++) {
        size_t n = (size_t)terms_list(c, l, list);
        most = n > most ? n : most;
    }
    return most * (size_t)c->heads * (size_t)c->n * (size_t)config_keys(c);
}

bool terms_kept(const struct config *c)
{
    struct attention_role role = attention_first(c);
    enum score_source source = attention_source(c, role);
    bool added = source == SCORES_PRODUCT && role.encoded && c->pe->term_count && !c->pe->replaces_product;
    return source == SCORES_TERMS || added || (!c->no_terms && maps_room(c) <= TERMS_MOST);
}

/* If LayerNorm is pre: content and position as read. Then the parts after W_Q and W_K. */
static void lay_out_parts(struct attention *a, const struct config *c, struct trace *t, int layer)
{
    int keys = config_keys(c), rows[2] = {c->n, keys};
    for (int p = 0; p < PART_BIAS; p++)
        if (c->norm == NORM_PRE && has_part(c, layer, (enum part)p, false))
            a->part_in[p] = mat_in(&t->arena, c->n, c->d);
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < PART_COUNT; p++)
            if (has_part(c, layer, (enum part)p, s == 1))
                a->part[s][p] = mat_in(&t->arena, p == PART_BIAS ? 1 : rows[s], c->heads * c->dk);
}

double terms_effort(const struct config *c)
{
    if (!terms_kept(c))
        return 0;
    double n = c->n, keys = config_keys(c), wide = (double)c->heads * c->dk;
    double parts = own_replace(c) ? 1 : PART_COUNT - 1; /* own terms: a vector per distance, about a part */
    return (double)maps_room(c) * c->dk +
           parts * wide * (n * c->d + keys * (config_crosses(c) ? c->dsrc : c->d));
}

void terms_lay_out(struct attention *a, const struct config *c, struct trace *t, int layer)
{
    struct term list[TERM_MAX];
    if (!terms_kept(c))
        return;
    a->term_count = terms_list(c, layer, list);
    for (int i = 0; i < a->term_count; i++) {
        a->term[i] = mat_in(&t->arena, c->heads * c->n, config_keys(c));
        a->term_bit[i] = list[i].bit;
    }
    if (!mat_present(c->scores_given) && !own_replace(c))
        lay_out_parts(a, c, t, layer);
}

/* Returns the content or position of the layer's input. With LayerNorm before the attention it is
 * (part - its mean)·gain/σ, with σ of the whole input: the parts then still add up to
 * what the attention reads, except for the shift. */
static struct mat input_part(struct attention *a, const struct config *c, const struct trace *t, int layer,
                             enum part part)
{
    struct mat whole = t->layer[layer].in, out = a->part_in[part], gain = c->w[layer][LN_G1];
    struct mat source = layer > 0 ? whole : part == PART_POSITION ? t->P : t->X;
    for (int i = 0; i < out.rows; i++) {
        double mean, sigma, part_mean, unused;
        norm_of_row(mat_row(whole, i), c->d, c->eps, &mean, &sigma);
        norm_of_row(mat_row(source, i), c->d, c->eps, &part_mean, &unused);
        for (int j = 0; j < c->d; j++)
            mat_row(out, i)[j] =
                norm_entry(mat_at(source, i, j), part_mean, sigma) * (mat_present(gain) ? gain.v[j] : 1);
    }
    return mat_present(out) ? out : source;
}

/* The biases of one side: LayerNorm's after the projection, plus the projection's own. */
static void bias_part(struct mat out, const struct config *c, int layer, bool key_side)
{
    struct mat w = c->w[layer][key_side ? W_K : W_Q], b = c->w[layer][key_side ? B_K : B_Q];
    bool crosses = config_crosses(c) && key_side;
    struct mat shift = c->norm == NORM_PRE && !crosses ? c->w[layer][LN_B1] : (struct mat){0};
    mat_fill(out, 0);
    if (mat_present(shift))
        mat_mul(out, shift, w);
    if (mat_present(b))
        mat_add_row(out, b);
}

static void compute_parts(struct attention *a, const struct config *c, const struct trace *t, int layer)
{
    for (int p = 0; p < PART_BIAS; p++) {
        if (!mat_present(a->part[0][p]))
            continue;
        struct mat in = input_part(a, c, t, layer, (enum part)p);
        mat_mul_on(a->part[0][p], in, c->w[layer][W_Q], t->work);
        if (mat_present(a->part[1][p]))
            mat_mul_on(a->part[1][p], config_crosses(c) ? t->Y : in, c->w[layer][W_K], t->work);
    }
    for (int s = 0; s < 2; s++)
        if (mat_present(a->part[s][PART_BIAS]))
            bias_part(a->part[s][PART_BIAS], c, layer, s == 1);
}

/* Broadcasts one row (stride 0). */
static struct mat repeated(struct mat row, int rows)
{
    return row.rows == 1 ? (struct mat){rows, row.cols, 0, row.v} : row;
}

/* term[h][i][j] = query part i · key part j over head h's columns; a bias has one row for all words. */
static void multiply(struct mat term, const struct config *c, struct mat q, struct mat k, struct work *work)
{
    int n = term.rows / c->heads;
    for (int h = 0; h < c->heads; h++)
        mat_mul_t_on(mat_rows(term, h * n, n), mat_columns(repeated(q, n), h * c->dk, c->dk),
                     mat_columns(repeated(k, term.cols), h * c->dk, c->dk), work);
}

/* Returns the number of terms. */
static int compute_products(struct attention *a, const struct config *c, struct work *work)
{
    int n = 0;
    for (int p = 0; p < PRODUCTS; p++) {
        struct mat q = a->part[0][products[p].query], k = a->part[1][products[p].key];
        if (mat_present(q) && mat_present(k))
            multiply(a->term[n++], c, q, k, work);
    }
    return n;
}

static void compute_own(struct attention *a, const struct config *c, int first, struct work *work)
{
    int own = posenc_term_count(c);
    for (int h = 0; h < c->heads && own > 0; h++) {
        struct mat out[TERM_MAX];
        for (int t = 0; t < own; t++)
            out[t] = attention_head(a, a->term[first + t], h);
        c->pe->terms(out, &(struct pe_scene){c, h, mat_columns(a->Q, h * c->dk, c->dk),
                                             mat_columns(a->K, h * c->dk, c->dk), work});
    }
    if (!c->pe->bias)
        return;
    struct mat term = a->term[first + own];
    for (int r = 0; r < term.rows && work_on(work, BIAS_EFFORT * term.cols); r++)
        for (int j = 0; j < term.cols; j++)
            mat_row(term, r)[j] = attention_bias(c, r / c->n, r % c->n, j);
}

void terms_compute(struct attention *a, const struct config *c, struct trace *t, int layer)
{
    if (a->term_count == 0)
        return;
    if (mat_present(c->scores_given)) {
        for (int r = 0; r < a->term[0].rows; r++)
            memcpy(mat_row(a->term[0], r), mat_row(c->scores_given, r % c->n),
                   (size_t)a->term[0].cols * sizeof(double));
        return;
    }
    compute_parts(a, c, t, layer);
    int first = compute_products(a, c, t->work);
    if (!config_crosses(c))
        compute_own(a, c, first, t->work);
}

void terms_weights_without(double *out, const struct attention *a, const struct config *c, int head,
                           int query, uint32_t off)
{
    struct attention_role role = attention_first(c);
    int keys = a->S.rows;
    for (int j = 0; j < keys; j++) {
        double sum = 0;
        for (int t = 0; t < a->term_count; t++)
            sum += off >> a->term_bit[t] & 1u ? 0 : mat_at(attention_head(a, a->term[t], head), query, j);
        out[j] = attention_masked(sum / attention_divisor(c, role), attention_mask(c, role, query, j));
    }
    softmax_row(out, out, keys);
}
