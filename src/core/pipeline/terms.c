/* The score (Σ query parts)·(Σ key parts), multiplied out. Each source goes through
 * W_Q or W_K once; a term is then one dot product per pair of words. */
#include "core/pipeline/terms.h"

#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/math/softmax.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/patch.h"
#include "core/pipeline/norm.h"
#include "core/pipeline/source.h"

enum { TERMS_MOST = 4 << 20, BIAS_EFFORT = 10 }; /* in doubles; cost of an entry, in multiplications */

static const char source_letter[SOURCE_WRITTEN] = {'c', 'p', 'b', 't'};

/* The products of layer 0: cc cp pc pp, then those with a bias, then those with the type of a word. */
#define AS_ABOVE NULL /* the help of a higher layer says it */
static const struct {
    enum source query, key;
    const char *help;
} products[] = {
    {SOURCE_TOKEN, SOURCE_TOKEN, TEXT_AS("terms", "do the meanings of both words fit?")},
    {SOURCE_TOKEN, SOURCE_POSITION, AS_ABOVE},
    {SOURCE_POSITION, SOURCE_TOKEN, AS_ABOVE},
    {SOURCE_POSITION, SOURCE_POSITION, TEXT("does this place look for that place?")},
    {SOURCE_TOKEN, SOURCE_BIAS, TEXT("this word's content times the key bias: the same for every key")},
    {SOURCE_POSITION, SOURCE_BIAS, TEXT("this word's place times the key bias: the same for every key")},
    {SOURCE_BIAS, SOURCE_TOKEN, TEXT("the query bias times that word's content: the same for every query")},
    {SOURCE_BIAS, SOURCE_POSITION, TEXT("the query bias times that word's place: the same for every query")},
    {SOURCE_BIAS, SOURCE_BIAS, TEXT("bias times bias: the same number everywhere")},
    {SOURCE_TOKEN, SOURCE_TYPE, AS_ABOVE},
    {SOURCE_POSITION, SOURCE_TYPE, AS_ABOVE},
    {SOURCE_TYPE, SOURCE_TOKEN, TEXT("do words of this type look for that word?")},
    {SOURCE_TYPE, SOURCE_POSITION, TEXT("do words of this type look for that place?")},
    {SOURCE_TYPE, SOURCE_TYPE, TEXT("do words of this type look for words of that type?")},
    {SOURCE_TYPE, SOURCE_BIAS, TEXT("the type times the key bias: the same for every key")},
    {SOURCE_BIAS, SOURCE_TYPE, TEXT("the query bias times the type: the same for every query")},
};
enum { PRODUCTS = sizeof products / sizeof *products };

/* Bits of term_off: layer 0's products in order, the encoding's terms, the rest, all products above. */
enum { BIT_OWN = PRODUCTS, BIT_BIAS = BIT_OWN + PE_MAX_TERMS, BIT_GIVEN, BIT_ABOVE = 34 };
_Static_assert(BIT_GIVEN < BIT_ABOVE && BIT_ABOVE + SOURCE_MAX * SOURCE_MAX <= TERM_SET_BITS &&
                   SOURCE_MAX * SOURCE_MAX + PE_MAX_TERMS + 1 <= TERM_MAX,
               "too few bits for the terms");

static bool any(struct mat m)
{
    return mat_present(m) && mat_max_abs(m) > 0;
}

static bool own_replace(const struct config *c)
{
    return !config_crosses(c) && c->pe->replaces_product;
}

/* ---- the list --------------------------------------------------------------------------- */

/* Returns the sources of the query (or key) side of a layer's first attention, the bias among them. */
static uint32_t side_sources(const struct config *c, int layer, bool key_side)
{
    bool crosses = config_crosses(c) && key_side;
    uint32_t sources = crosses ? SOURCE_BIT(SOURCE_TOKEN) : sources_of(c, layer);
    bool shift = config_norms_before(c) && !crosses && any(factor_mat(c->w[layer][LN_B1]));
    bool bias = shift || any(factor_mat(c->w[layer][key_side ? B_K : B_Q]));
    return sources | (bias ? SOURCE_BIT(SOURCE_BIAS) : 0);
}

static int bit_of(int layer, int query, int key)
{
    for (int p = 0; p < PRODUCTS && layer == 0; p++)
        if ((int)products[p].query == query && (int)products[p].key == key)
            return p;
    return BIT_ABOVE + query * SOURCE_MAX + key;
}

/* Returns the sources of the query side that meet source `key` in a term. */
static uint32_t askers(const struct term *term, int key)
{
    uint32_t bit = SOURCE_BIT(key);
    return (term->key & bit) == 0 ? 0 : (term->apart & bit) ? term->query & ~term->apart : term->query;
}

struct term_set terms_set(int layer, const struct term *term)
{
    struct term_set bits = {{0}};
    if (!term->query)
        return term_set_of(term->bit);
    for (int k = 0; k < SOURCE_MAX; k++)
        for (int q = 0; q < SOURCE_MAX; q++)
            if (askers(term, k) >> q & 1U)
                term_set_add(&bits, bit_of(layer, q, k));
    return bits;
}

/* The sources of both sides as they are listed: single ones or groups, the bias last. */
struct sides {
    uint32_t of[2][SOURCE_MAX];
    int count[2];
    struct term heard; /* all products that these do not make; no query: none */
};

static int count_of(uint32_t mask)
{
    int n = 0;
    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

/* Fills in the sources of `among`. */
static void split_sources(struct sides *out, const struct config *c, int layer, bool grouped, uint32_t among)
{
    *out = (struct sides){.count = {0}};
    for (int s = 0; s < 2; s++) {
        uint32_t all = side_sources(c, layer, s == 1) & among, left = all & ~SOURCE_BIT(SOURCE_BIAS);
        for (int i = 0; i < SOURCE_MAX; i++)
            if (left >> i & 1U) {
                uint32_t mask = grouped ? source_group(all, i) : SOURCE_BIT(i);
                out->of[s][out->count[s]++] = mask;
                left &= ~mask;
            }
        if (all >> SOURCE_BIAS & 1U)
            out->of[s][out->count[s]++] = SOURCE_BIT(SOURCE_BIAS);
    }
}

/* Returns true if some but not all products of a group are knocked out. */
static bool broken(const struct config *c, int layer, const struct term *group)
{
    struct term_set bits = terms_set(layer, group), left = term_set_without(bits, &c->term_off);
    return term_set_any(&left) && !term_set_same(&left, &bits);
}

/* Returns the term of all products with something that a layer below wrote; no query: nothing was written. */
static struct term heard_of(const struct config *c, int layer)
{
    struct term t = {.name = "heard",
                     .titled = TEXT("heard"),
                     .asks = TEXT("does what was heard below fit?"),
                     .mark = -1,
                     .query = side_sources(c, layer, false),
                     .key = side_sources(c, layer, true),
                     .apart = SOURCES_PLAIN};
    uint32_t asks = t.query & ~SOURCES_PLAIN, asked = t.key & ~SOURCES_PLAIN;
    if (asks || asked)
        t.bit = bit_of(layer, source_first(asked ? t.query : asks), source_first(asked ? asked : t.key));
    return asks || asked ? t : (struct term){.bit = -1};
}

static struct sides sides_of(const struct config *c, int layer)
{
    struct sides out;
    bool many = count_of(side_sources(c, layer, false) | side_sources(c, layer, true)) > SOURCE_LIST_MOST,
         grouped = c->sources == SOURCES_GROUPED && many, whole = !term_set_any(&c->term_off);
    struct term heard = heard_of(c, layer);
    bool hears = c->sources == SOURCES_HEARD && heard.query && (whole || !broken(c, layer, &heard));
    split_sources(&out, c, layer, grouped, hears ? SOURCES_PLAIN : ~(uint32_t)0);
    if (hears)
        out.heard = heard;
    for (int q = 0; q < out.count[0] && grouped && !whole; q++)
        for (int k = 0; k < out.count[1] && grouped; k++)
            grouped = !broken(c, layer, &(struct term){.query = out.of[0][q], .key = out.of[1][k]});
    if (!grouped && !hears)
        split_sources(&out, c, layer, false, ~(uint32_t)0);
    return out;
}

/* The published bias is of the scaled score; its term, a part of the score before, is that much larger. */
static struct term bias_term(const struct config *c)
{
    bool root = c->divisor == sqrt(c->dk);
    struct term t = {.name = "bias",
                     .titled = TEXT("distance"),
                     .asks = TEXT("what this distance adds"),
                     .mark = BIT_BIAS,
                     .bit = BIT_BIAS};
    if (root)
        t.titled = TEXT("distance·√d_k");
    if (c->divisor != 1)
        t.asks = root ? TEXT("what this distance adds to the scaled score, times √d_k")
                      : TEXT("what this distance adds to the scaled score, times the divisor");
    return t;
}

static void list_own(const struct config *c, struct term *out, int *n)
{
    int own = posenc_term_count(c);
    for (int t = 0; t < own && *n < TERM_MAX; t++) {
        struct term *term = &out[(*n)++];
        *term = (struct term){.bit = BIT_OWN + t};
        struct pe_term p = posenc_term(c, t, term->name);
        if (p.name && p.name != term->name)
            strncpy(term->name, p.name, sizeof term->name - 1);
        term->asks = p.help;
        term->titled = p.title ? p.title : "";
        term->pairs[0] = p.pairs[0];
        term->pairs[1] = p.pairs[1];
        term->mark = p.words ? 0 : term->bit;
    }
    if (c->pe->bias && *n < TERM_MAX)
        out[(*n)++] = bias_term(c);
}

struct term terms_plain(int p)
{
    return (struct term){.query = SOURCE_BIT(products[p].query), .key = SOURCE_BIT(products[p].key)};
}

void term_title(const struct term *t, enum lang lang, struct text *out)
{
    int first = t->pairs[0], last = t->pairs[1] - 1;
    if (t->titled && *t->titled)
        text_add(out, text_in(t->titled, lang));
    else if (t->titled && last < first)
        text_add(out, t->name);
    else if (t->titled && first == last)
        text_say(out, lang, TEXT("pair %d"), first);
    else if (t->titled)
        text_say(out, lang, TEXT("pairs%d-%d"), first, last);
    else {
        source_title(t->query, lang, out);
        text_add(out, "·");
        source_title(t->key, lang, out);
    }
}

void term_asks(const struct term *t, enum lang lang, struct text *out)
{
    if (t->asks)
        text_add(out, text_in(t->asks, lang));
    else
        source_asks(t->query, t->key, lang, out);
}

/* The layers above 0 with LayerNorm after the sublayers have biases that differ by word. */
static bool carries_bias(const struct config *c, int layer)
{
    return sources_of(c, layer) >> SOURCE_BIAS & 1U;
}

/* Returns true if the biases of a side are the same for every word. */
static bool bias_alike(const struct config *c, int layer)
{
    return !carries_bias(c, layer) && c->qk_norm == QK_NORM_NONE;
}

static struct term term_of_sources(const struct config *c, int layer, uint32_t query, uint32_t key)
{
    bool biased = (query | key) & SOURCE_BIT(SOURCE_BIAS);
    struct term t = {
        .row_constant = key == SOURCE_BIT(SOURCE_BIAS) && bias_alike(c, layer), .query = query, .key = key};
    int q = source_first(query), k = source_first(key);
    t.bit = t.mark = bit_of(layer, q, k);
    if (layer == 0) {
        t.asks = biased && c->qk_norm != QK_NORM_NONE ? NULL : products[t.bit].help;
        t.name[0] = source_letter[source_entry(query)];
        t.name[1] = source_letter[source_entry(key)];
        return t;
    }
    t.mark = q < SOURCE_BIAS && k < SOURCE_BIAS ? 2 * q + k : BIT_OWN + q * SOURCE_MAX + k;
    strcpy(t.name, source_name(query));
    strcat(t.name, "·");
    strcat(t.name, source_name(key));
    return t;
}

int terms_list(const struct config *c, int layer, struct term out[TERM_MAX])
{
    int n = 0;
    if (mat_present(c->scores_given)) {
        out[n++] = (struct term){.name = "given",
                                 .titled = TEXT("given"),
                                 .asks = TEXT("the score was given directly"),
                                 .mark = BIT_GIVEN,
                                 .bit = BIT_GIVEN};
        return n;
    }
    struct sides s = {.count = {0}};
    if (patches_break(c, layer) && !own_replace(c))
        out[n++] = (struct term){.name = "whole",
                                 .titled = TEXT("whole rows"),
                                 .asks = TEXT("what the whole rows make of each other"),
                                 .mark = BIT_GIVEN,
                                 .bit = BIT_GIVEN};
    else if (!own_replace(c))
        s = sides_of(c, layer);
    /* those without biases, and what was heard, before those with a bias of the keys, of the queries, of both
     */
    for (int biases = 0; biases < 4; biases++) {
        for (int q = 0; q < s.count[0]; q++)
            for (int k = 0; k < s.count[1]; k++)
                if (2 * (s.of[0][q] == SOURCE_BIT(SOURCE_BIAS)) + (s.of[1][k] == SOURCE_BIT(SOURCE_BIAS)) ==
                    biases)
                    out[n++] = term_of_sources(c, layer, s.of[0][q], s.of[1][k]);
        if (biases == 0 && s.heard.query)
            out[n++] = s.heard;
    }
    if (!config_crosses(c))
        list_own(c, out, &n);
    return n;
}

bool terms_any_off(const struct config *c, int layer)
{
    struct term list[TERM_MAX];
    if (!term_set_any(&c->term_off))
        return false;
    for (int t = terms_list(c, layer, list) - 1; t >= 0; t--)
        if (term_set_has(&c->term_off, list[t].bit))
            return true;
    return false;
}

bool terms_alike(const struct config *a, const struct config *b, int layer)
{
    struct term one[TERM_MAX], other[TERM_MAX];
    if (a->omitted == b->omitted && term_set_same(&a->term_off, &b->term_off))
        return true;
    int n = terms_list(a, layer, one);
    bool same = n == terms_list(b, layer, other);
    for (int t = 0; t < n && same; t++)
        same = one[t].query == other[t].query && one[t].key == other[t].key && one[t].bit == other[t].bit &&
               term_set_has(&a->term_off, one[t].bit) == term_set_has(&b->term_off, one[t].bit);
    return same;
}

/* ---- by name ---------------------------------------------------------------------------- */

/* A name is cp in layer 0, token·position or token:position above. */
bool terms_product(const struct config *c, int layer, const char *name, struct term *out)
{
    struct term heard = heard_of(c, layer);
    const char *dot = strstr(name, "·"), *at = dot ? dot : strchr(name, ':');
    *out = (struct term){.bit = -1};
    if (heard.query && (strcmp(name, heard.name) == 0 || text_is(heard.titled, name)))
        *out = heard;
    else if (at) {
        out->query = source_named(name, at);
        out->key = source_named(at + (dot ? strlen("·") : 1), name + strlen(name));
    } else if (layer == 0 && strlen(name) == 2) {
        const char *q = memchr(source_letter, name[0], sizeof source_letter),
                   *k = memchr(source_letter, name[1], sizeof source_letter);
        out->query = q ? SOURCE_BIT(q - source_letter) : 0;
        out->key = k ? SOURCE_BIT(k - source_letter) : 0;
    }
    out->query &= side_sources(c, layer, false);
    out->key &= side_sources(c, layer, true);
    return out->query && out->key && !mat_present(c->scores_given) && !own_replace(c) &&
           !patches_break(c, layer);
}

int terms_find(const struct config *c, int layer, const char *name)
{
    struct term list[TERM_MAX], product;
    int n = terms_list(c, layer, list);
    bool named = terms_product(c, layer, name, &product);
    for (int t = 0; t < n; t++)
        if (strcmp(list[t].name, name) == 0 ||
            (named && list[t].query == product.query && list[t].key == product.key))
            return t;
    return -1;
}

struct term_set terms_bits(const struct config *c, const char *name)
{
    struct term_set bits = {{0}};
    for (int l = 0; l < c->layers; l++) {
        struct term list[TERM_MAX], product;
        int n = terms_list(c, l, list);
        struct term_set more = {{0}};
        if (name && terms_product(c, l, name, &product))
            more = terms_set(l, &product);
        bits = term_set_with(bits, &more);
        for (int t = 0; t < n; t++)
            if (!name || strcmp(list[t].name, name) == 0) {
                more = terms_set(l, &list[t]);
                bits = term_set_with(bits, &more);
            }
    }
    return bits;
}

/* ---- layout ----------------------------------------------------------------------------- */

static size_t maps_room(const struct config *c, int layer)
{
    struct term list[TERM_MAX];
    return (size_t)terms_list(c, layer, list) * (size_t)c->heads * (size_t)c->n * (size_t)config_keys(c);
}

bool terms_kept(const struct config *c, int layer)
{
    struct attention_role role = attention_first(c);
    enum score_source source = attention_source(c, layer, role);
    bool added =
        source == SCORES_PRODUCT && role.encoded && posenc_term_count(c) > 0 && !c->pe->replaces_product;
    return source == SCORES_TERMS || added || (!c->no_terms && maps_room(c, layer) <= TERMS_MOST);
}

double terms_effort(const struct config *c)
{
    double n = c->n, keys = config_keys(c), wide = (double)c->heads * c->dk, effort = 0;
    for (int l = 0; l < c->layers; l++) {
        if (!terms_kept(c, l))
            continue;
        double parts = own_replace(c) ? 1 : count_of(sources_of(c, l)); /* own: a vector per distance */
        double heard = own_replace(c) ? 0 : count_of(sides_of(c, l).heard.key) * n * keys * c->heads;
        effort += ((double)maps_room(c, l) + heard) * c->dk +
                  parts * wide * (n * c->d + keys * (config_crosses(c) ? c->dsrc : c->d));
    }
    return effort / c->layers;
}

/* Returns true if several layers may write the source. */
static bool adds_up(int source)
{
    return source >= SOURCE_TOGETHER;
}

/* Returns what a source that no LayerNorm changes and that does not add up adds to the rows. */
static struct mat plain_source(const struct trace *t, int source)
{
    if (source < SOURCE_WRITTEN)
        return source_in_words(t, source);
    int from = source - SOURCE_WRITTEN;
    return source_output(&t->layer[from / SOURCE_WRITERS], (enum source_writer)(from % SOURCE_WRITERS));
}

/* The parts of one side: every source, then the groups. */
static void lay_out_parts(struct attention *a, const struct config *c, struct trace *t, int layer, int s)
{
    uint32_t all = side_sources(c, layer, s == 1);
    int rows = s == 1 ? config_keys(c) : c->n, wide = (s == 1 ? config_key_heads(c) : c->heads) * c->dk;
    struct sides list = sides_of(c, layer);
    for (int i = 0; i < SOURCE_MAX; i++)
        if (all >> i & 1U)
            a->part[s][i] = mat_in(&t->arena, i == SOURCE_BIAS && bias_alike(c, layer) ? 1 : rows, wide);
    for (int i = 0; i < list.count[s]; i++)
        if (count_of(list.of[s][i]) > 1)
            a->part[s][source_entry(list.of[s][i])] = mat_in(&t->arena, rows, wide);
}

/* Returns true if a layer keeps products of sources. */
static bool products_kept(const struct config *c, int layer)
{
    return terms_kept(c, layer) && !mat_present(c->scores_given) && !own_replace(c) &&
           !patches_break(c, layer);
}

void terms_lay_out_input(struct trace *t, const struct config *c)
{
    uint32_t all = sources_of(c, 0);
    bool kept = false;
    for (int l = 0; l < c->layers && c->embed_norm && !kept; l++)
        kept = products_kept(c, l);
    for (int s = 0; s < SOURCE_WRITTEN; s++)
        t->source[s] = kept && all >> s & 1U ? mat_in(&t->arena, c->n, c->d) : (struct mat){0};
}

void terms_compute_input(struct trace *t, const struct config *c)
{
    for (int s = 0; s < SOURCE_WRITTEN; s++) {
        struct mat plain = source_plain(t, s);
        if (mat_present(plain) && mat_present(t->source[s]))
            norm_part(t->source[s], c, plain, t->embedded, c->w[0][LN_G0]);
        else if (mat_present(t->source[s])) {
            mat_fill(t->source[s], 0);
            mat_add_row(t->source[s], factor_mat(c->w[0][LN_B0]));
        }
    }
}

void terms_lay_out(struct attention *a, const struct config *c, struct trace *t, int layer)
{
    struct term list[TERM_MAX];
    a->layer = layer;
    if (!terms_kept(c, layer))
        return;
    a->term_count = terms_list(c, layer, list);
    a->terms = mat_in(&t->arena, a->term_count * c->heads * c->n, config_keys(c));
    if (!products_kept(c, layer))
        return;
    /* the sources as read: with a LayerNorm on their way, or of several layers, new matrices, else those that
     * the sublayers wrote */
    bool normed = config_norms_before(c) || (c->norm == NORM_POST && layer > 0);
    uint32_t all = sources_of(c, layer);
    for (int s = 0; s < SOURCE_MAX; s++)
        if (all >> s & 1U)
            a->source[s] = normed || adds_up(s) ? mat_in(&t->arena, c->n, c->d) : plain_source(t, s);
    lay_out_parts(a, c, t, layer, 0);
    lay_out_parts(a, c, t, layer, 1);
}

/* ---- arithmetic ------------------------------------------------------------------------- */

/* LayerNorm after the sublayers: what the layer below reads and writes, through its LayerNorms. */
static void carry(struct mat out, const struct config *c, const struct trace *t, int below, int source)
{
    const struct layer_trace *l = &t->layer[below];
    if (mat_present(l->self.source[source]))
        mat_copy(out, trace_rows(t, l->self.source[source]));
    else
        mat_fill(out, 0);
    for (int i = 0; i < SOURCE_WRITERS; i++) {
        struct mat whole;
        const struct factor *norm = source_norm_after(&whole, c, t, below, (enum source_writer)i);
        if (!norm)
            continue;
        if (!c->residual)
            mat_fill(out, 0);
        if (source == source_written(c, below, (enum source_writer)i))
            mat_add(out, out, trace_rows(t, source_output(l, (enum source_writer)i)));
        norm_part_after(out, c, trace_rows(t, whole), norm, source == SOURCE_BIAS);
    }
}

static void read_sources(struct attention *a, const struct config *c, const struct trace *t, int layer)
{
    for (int s = 0; s < SOURCE_MAX; s++) {
        struct mat out = trace_rows(t, a->source[s]);
        if (!mat_present(out))
            continue;
        if (c->norm == NORM_POST && layer > 0) {
            carry(out, c, t, layer - 1, s);
            continue;
        }
        if (adds_up(s))
            mat_fill(out, 0);
        for (int l = 0; l < layer && adds_up(s); l++) /* what the layers below have written under this name */
            for (int i = 0; i < SOURCE_WRITERS; i++)
                if (s == source_written(c, l, (enum source_writer)i))
                    mat_add(out, out, trace_rows(t, source_output(&t->layer[l], (enum source_writer)i)));
        if (config_norms_before(c))
            norm_part(out, c, adds_up(s) ? out : trace_rows(t, plain_source(t, s)),
                      trace_rows(t, t->layer[layer].in), c->w[layer][LN_G1]);
        if (config_norms_before(c) && s == SOURCE_BIAS && factor_present(c->w[layer][LN_B1]))
            mat_add_row(out, factor_mat(c->w[layer][LN_B1]));
    }
}

/* The biases of one side: LayerNorm's after the projection, plus the projection's own. */
static void bias_part(struct attention *a, const struct config *c, const struct trace *t, bool key_side)
{
    struct factor w = c->w[a->layer][key_side ? W_K : W_Q];
    struct mat out = trace_rows(t, a->part[key_side][SOURCE_BIAS]),
               b = factor_mat(c->w[a->layer][key_side ? B_K : B_Q]),
               carried = trace_rows(t, a->source[SOURCE_BIAS]);
    bool crosses = config_crosses(c) && key_side;
    bool shifted = config_norms_before(c) && !crosses && !mat_present(carried);
    struct mat shift = shifted ? factor_mat(c->w[a->layer][LN_B1]) : (struct mat){0};
    mat_fill(out, 0);
    if (mat_present(carried) && !crosses)
        mat_mul_on(out, carried, w, t->work);
    for (int r = 0; r < out.rows && mat_present(shift); r++)
        mat_mul(mat_rows(out, r, 1), shift, w);
    if (mat_present(b))
        mat_add_row(out, b);
}

static void compute_parts(struct attention *a, const struct config *c, const struct trace *t, int s)
{
    struct sides list = sides_of(c, a->layer);
    struct factor w = c->w[a->layer][s == 1 ? W_K : W_Q];
    for (int i = 0; i < SOURCE_MAX; i++)
        if (i != SOURCE_BIAS && mat_present(a->part[s][i]))
            mat_mul_on(trace_rows(t, a->part[s][i]),
                       s == 1 && config_crosses(c) ? t->Y : trace_rows(t, a->source[i]), w, t->work);
    if (mat_present(a->part[s][SOURCE_BIAS]))
        bias_part(a, c, t, s == 1);
    uint32_t all = side_sources(c, a->layer, s == 1);
    for (int i = 0; i < SOURCE_MAX && mat_present(a->Qn);
         i++) /* each part is divided by the size of the whole */
        if (all >> i & 1U)
            qk_norm_part(trace_rows(t, a->part[s][i]), c, trace_rows(t, s ? a->K : a->Q),
                         c->w[a->layer][s ? QK_GK : QK_GQ]);
    for (int i = 0; i < list.count[s]; i++) {
        int entry = source_entry(list.of[s][i]);
        if (count_of(list.of[s][i]) == 1)
            continue;
        struct mat sum = trace_rows(t, a->part[s][entry]);
        mat_fill(sum, 0);
        for (int k = 0; k < SOURCE_MAX; k++)
            if (list.of[s][i] >> k & 1U)
                mat_add(sum, sum, trace_rows(t, a->part[s][k]));
    }
}

/* Broadcasts one row (stride 0). */
static struct mat repeated(struct mat row, int rows)
{
    return row.rows == 1 ? mat_of(rows, row.cols, 0, row.v) : row;
}

/* term[h][i][j] = query part i · key part j over head h's columns; a bias has one row for all words. A term
 * of many products: row by row, from all of its parts. Returns the number of terms. */
static int compute_products(struct attention *a, const struct config *c, const struct trace *t)
{
    struct term list[TERM_MAX];
    int n = 0, dk = c->dk;
    for (int count = terms_list(c, a->layer, list); n < count && list[n].query; n++) {
        struct mat term = attention_term(a, n);
        double effort = (double)count_of(list[n].key) * dk * term.cols;
        for (int r = 0; list[n].apart && r < term.rows && work_on(t->work, effort); r++)
            terms_product_row(mat_row(term, r), a, c, &list[n], r / c->n, r % c->n);
        for (int h = 0; !list[n].apart && h < c->heads; h++)
            attention_products(
                attention_head(a, term, h),
                mat_columns(repeated(a->part[0][source_entry(list[n].query)], c->n), h * dk, dk),
                mat_columns(repeated(a->part[1][source_entry(list[n].key)], term.cols),
                            config_key_head(c, h) * dk, dk),
                t);
    }
    return n;
}

static void compute_own(struct attention *a, const struct config *c, int first, const struct trace *t)
{
    int own = posenc_term_count(c);
    const struct config of = posenc_of_layer(c, a->layer);
    for (int h = 0; h < c->heads && own > 0; h++) {
        struct mat out[PE_MAX_TERMS];
        for (int k = 0; k < own; k++)
            out[k] = attention_head(a, attention_term(a, first + k), h);
        c->pe->terms(out, &(struct pe_scene){
                              &of, h, mat_columns(attention_plain(a, false), h * c->dk, c->dk),
                              mat_columns(attention_plain(a, true), config_key_head(c, h) * c->dk, c->dk),
                              t->work});
    }
    if (!c->pe->bias)
        return;
    struct mat term = attention_term(a, first + own);
    for (int r = 0; r < term.rows && work_on(t->work, BIAS_EFFORT * term.cols); r++)
        for (int j = trace_key(t, r % c->n); j < term.cols; j++)
            mat_row(term, r)[j] = attention_bias(c, r / c->n, r % c->n, j);
}

void terms_compute(struct attention *a, const struct config *c, struct trace *t, int layer)
{
    if (a->term_count == 0)
        return;
    if (mat_present(c->scores_given)) {
        for (int r = 0; r < a->terms.rows; r++)
            memcpy(mat_row(a->terms, r), mat_row(c->scores_given, r % c->n),
                   (size_t)a->terms.cols * sizeof(double));
        return;
    }
    int first = patches_break(c, layer) && !own_replace(c);
    for (int h = 0; h < c->heads && first > 0; h++)
        attention_products(attention_head(a, attention_term(a, 0), h),
                           mat_columns(attention_plain(a, false), h * c->dk, c->dk),
                           mat_columns(attention_plain(a, true), config_key_head(c, h) * c->dk, c->dk), t);
    if (first == 0) {
        read_sources(a, c, t, layer);
        compute_parts(a, c, t, 0);
        compute_parts(a, c, t, 1);
        first = compute_products(a, c, t);
    }
    if (!config_crosses(c))
        compute_own(a, c, first, t);
}

void terms_product_row(double *out, const struct attention *a, const struct config *c, const struct term *of,
                       int head, int row)
{
    int first = head * c->dk, key_first = config_key_head(c, head) * c->dk;
    memset(out, 0, (size_t)a->S.rows * sizeof *out);
    for (int k = 0; k < SOURCE_MAX; k++) {
        double asks[CONFIG_MAX_D];
        uint32_t by = askers(of, k);
        struct mat asked = by ? repeated(a->part[1][k], a->S.rows) : (struct mat){0};
        memset(asks, 0, (size_t)c->dk * sizeof *asks);
        for (int q = 0; q < SOURCE_MAX; q++) {
            const double *part = by >> q & 1U ? mat_row(repeated(a->part[0][q], c->n), row) + first : NULL;
            for (int i = 0; part && i < c->dk; i++)
                asks[i] += part[i];
        }
        for (int j = 0; j < asked.rows; j++)
            out[j] += vec_dot(asks, mat_row(asked, j) + key_first, c->dk);
    }
}

void terms_weights_without(double *out, const struct attention *a, const struct config *c, int head,
                           int query, const struct term_set *off)
{
    struct attention_role role = attention_first(c);
    struct term list[TERM_MAX];
    int keys = a->S.rows, count = terms_list(c, a->layer, list);
    memset(out, 0, (size_t)keys * sizeof *out);
    for (int t = 0; t < count; t++)
        for (int j = 0; j < keys && !(off && term_set_has(off, list[t].bit)); j++)
            out[j] += mat_at(attention_head(a, attention_term(a, t), head), query, j);
    for (int j = 0; j < keys; j++) {
        double scaled = out[j] / attention_divisor(c, role);
        scaled = c->softcap > 0 ? cap_at(c->softcap, scaled) : scaled;
        out[j] = attention_masked(scaled, attention_mask(c, a->layer, role, query, j));
    }
    if (attention_sinks(c, role))
        softmax_sink(out, out, keys, attention_sink(c, a->layer, head));
    else
        softmax_row(out, out, keys);
}

void terms_spread(double *sum, const struct attention *a, int head, int query)
{
    struct mat scores = attention_head(a, a->map[MAP_SCORES], head);
    const double *weight = mat_row(attention_head(a, a->map[MAP_WEIGHTS], head), query);
    const double *b = mat_row(scores, query);
    for (int i = 0; i < a->term_count; i++) { /* Σ (t - mean t)(b - mean b) over the keys that it may see */
        const double *t = mat_row(attention_head(a, attention_term(a, i), head), query);
        double mean_t = 0, mean_b = 0, all = 0;
        int seen = 0;
        for (int j = 0; j < scores.cols; j++)
            if (weight[j] > 0) {
                mean_t += t[j];
                mean_b += b[j];
                seen++;
            }
        for (int j = 0; j < scores.cols; j++)
            if (weight[j] > 0)
                all += (t[j] - mean_t / seen) * (b[j] - mean_b / seen);
        sum[i] += all;
    }
}
