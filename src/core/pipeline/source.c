#include "core/pipeline/source.h"

#include <string.h>

#include "core/encoding/posenc.h"

/* ---- which there are -------------------------------------------------------------------- */

int source_written(const struct config *c, int layer, enum source_writer writer)
{
    int first = c->layers > SOURCE_LAYERS ? SOURCE_TOGETHER : SOURCE_WRITTEN + SOURCE_WRITERS * layer;
    return first + (int)writer;
}

static bool shifts(const struct config *c, int layer, enum weight shift)
{
    return mat_max_abs(factor_mat(c->w[layer][shift])) > 0;
}

/* Returns the sources after a sublayer that has written source `out`. */
static uint32_t closed(const struct config *c, int layer, uint32_t before, enum source_writer writer)
{
    static const enum weight shift[SOURCE_WRITERS] = {LN_B1, LN_BC, LN_B2};
    uint32_t after = (c->residual ? before : 0) | SOURCE_BIT(source_written(c, layer, writer));
    bool biased = c->norm == NORM_POST && shifts(c, layer, shift[writer]);
    return after | (biased ? SOURCE_BIT(SOURCE_BIAS) : 0);
}

static uint32_t of_input(const struct config *c)
{
    return SOURCE_BIT(SOURCE_TOKEN) | (posenc_added(c) ? SOURCE_BIT(SOURCE_POSITION) : 0) |
           (c->types > 0 ? SOURCE_BIT(SOURCE_TYPE) : 0);
}

uint32_t sources_of(const struct config *c, int layer)
{
    bool biased = c->embed_norm && shifts(c, 0, LN_B0);
    uint32_t all = of_input(c) | (biased ? SOURCE_BIT(SOURCE_BIAS) : 0);
    for (int l = 0; l < layer; l++) {
        all = closed(c, l, all, WRITES_ATTENTION);
        if (config_decodes(c))
            all = closed(c, l, all, WRITES_CROSS);
        if (c->dff > 0)
            all = closed(c, l, all, WRITES_FFN);
    }
    uint32_t left = all & ~c->omitted;
    return (left & ~SOURCE_BIT(SOURCE_BIAS)) ? left : all;
}

uint32_t sources_all(const struct config *c)
{
    uint32_t all = of_input(c);
    for (int l = 0; l < c->layers; l++)
        all |= SOURCE_BIT(source_written(c, l, WRITES_ATTENTION)) |
               (config_decodes(c) ? SOURCE_BIT(source_written(c, l, WRITES_CROSS)) : 0) |
               (c->dff > 0 ? SOURCE_BIT(source_written(c, l, WRITES_FFN)) : 0);
    return all;
}

/* ---- what they wrote ------------------------------------------------------------------- */

struct mat source_output(const struct layer_trace *l, enum source_writer writer)
{
    return writer == WRITES_ATTENTION ? l->self.output : writer == WRITES_CROSS ? l->cross.output : l->ffn;
}

const struct factor *source_norm_after(struct mat *whole, const struct config *c, const struct trace *t,
                                       int layer, enum source_writer writer)
{
    const struct layer_trace *l = &t->layer[layer];
    const struct {
        bool there;
        struct mat residual;
        enum weight norm;
    } sublayers[SOURCE_WRITERS] = {
        [WRITES_ATTENTION] = {true, l->self.residual, LN_G1},
        [WRITES_CROSS] = {config_decodes(c), l->cross.residual, LN_GC},
        [WRITES_FFN] = {c->dff > 0, l->residual2, LN_G2},
    };
    *whole = c->residual ? sublayers[writer].residual : source_output(l, writer);
    return sublayers[writer].there ? &c->w[layer][sublayers[writer].norm] : NULL;
}

struct mat source_plain(const struct trace *t, int source)
{
    const struct mat of[SOURCE_WRITTEN] = {
        [SOURCE_TOKEN] = t->X, [SOURCE_POSITION] = t->P, [SOURCE_TYPE] = t->T};
    return of[source];
}

struct mat source_in_words(const struct trace *t, int source)
{
    return mat_present(t->source[source]) ? t->source[source] : source_plain(t, source);
}

/* ---- names ------------------------------------------------------------------------------ */

/* A group has the names of what the layers write together. */
enum { GROUP_ATTENTION = SOURCE_TOGETHER + WRITES_ATTENTION, GROUP_FFN = SOURCE_TOGETHER + WRITES_FFN };

#define OF_LAYERS(WRITERS) WRITERS("0"), WRITERS("1"), WRITERS("2"), WRITERS("3"), WRITERS("4"), WRITERS("5")
#define WRITERS_NAMES(l) "attn" l, "cross" l, "ffn" l
#define WRITERS_TITLES(l) PAIR("attn" l, "注意力" l), PAIR("cross" l, "交叉" l), PAIR("ffn" l, "前馈" l)

static const char *const names[SOURCE_MAX] = {
    "token", "position", "bias", "type", OF_LAYERS(WRITERS_NAMES), WRITERS_NAMES("")};
static const struct pair titles[SOURCE_MAX] = {PAIR("word", "词"),        PAIR("place", "位"),
                                               PAIR("bias", "偏置"),      PAIR("type", "类型"),
                                               OF_LAYERS(WRITERS_TITLES), WRITERS_TITLES("")};

/* The titles of all products, one row per source of the query; likewise their questions. */
#define TITLE_WITH(q, z, l)                                                                                  \
    PAIR(q "·attn" l, z "·注意力" l), PAIR(q "·cross" l, z "·交叉" l), PAIR(q "·ffn" l, z "·前馈" l)
#define TITLES(q, z)                                                                                         \
    {                                                                                                        \
        PAIR(q "·word", z "·词"), PAIR(q "·place", z "·位"), PAIR(q "·bias", z "·偏置"),                     \
            PAIR(q "·type", z "·类型"), TITLE_WITH(q, z, "0"), TITLE_WITH(q, z, "1"), TITLE_WITH(q, z, "2"), \
            TITLE_WITH(q, z, "3"), TITLE_WITH(q, z, "4"), TITLE_WITH(q, z, "5"), TITLE_WITH(q, z, "")        \
    }
#define TITLES_OF(l) TITLES("attn" l, "注意力" l), TITLES("cross" l, "交叉" l), TITLES("ffn" l, "前馈" l)

static const struct pair pair_titles[SOURCE_MAX][SOURCE_MAX] = {
    TITLES("word", "词"),   TITLES("place", "位"), TITLES("bias", "偏置"),
    TITLES("type", "类型"), OF_LAYERS(TITLES_OF),  TITLES_OF(""),
};

#define ASKS(q, z, k, kz) PAIR("does " q " look for " k "?", z "在找" kz "吗？")
#define ASKS_WITH(q, z, l)                                                                                   \
    ASKS(q, z, "what attn" l " wrote there", "注意力" l "写在那里的内容"),                                   \
        ASKS(q, z, "what cross" l " wrote there", "交叉" l "写在那里的内容"),                                \
        ASKS(q, z, "what ffn" l " wrote there", "前馈" l "写在那里的内容")
#define HELPS(q, z)                                                                                          \
    {                                                                                                        \
        ASKS(q, z, "that word", "那个词的内容"), ASKS(q, z, "that place", "那个词所在的位置"),               \
            PAIR(q " times the bias of the keys", z "乘键的偏置"),                                           \
            ASKS(q, z, "words of that type", "那一类型的词"), ASKS_WITH(q, z, "0"), ASKS_WITH(q, z, "1"),    \
            ASKS_WITH(q, z, "2"), ASKS_WITH(q, z, "3"), ASKS_WITH(q, z, "4"), ASKS_WITH(q, z, "5"),          \
            ASKS(q, z, "what the attentions wrote there", "各层注意力写在那里的内容"),                       \
            ASKS(q, z, "what the crosses wrote there", "各层交叉写在那里的内容"),                            \
            ASKS(q, z, "what the ffns wrote there", "各层前馈写在那里的内容")                                \
    }
#define HELPS_OF(l)                                                                                          \
    HELPS("what attn" l " wrote here", "注意力" l "写在这里的内容"),                                         \
        HELPS("what cross" l " wrote here", "交叉" l "写在这里的内容"),                                      \
        HELPS("what ffn" l " wrote here", "前馈" l "写在这里的内容")

static const struct pair pair_helps[SOURCE_MAX][SOURCE_MAX] = {
    HELPS("this word", "这个词的内容"),
    HELPS("this place", "这个词的位置"),
    HELPS("the bias of the queries", "查询的偏置"),
    HELPS("the type of this word", "这个词的类型"),
    OF_LAYERS(HELPS_OF),
    HELPS("what the attentions wrote here", "各层注意力写在这里的内容"),
    HELPS("what the crosses wrote here", "各层交叉写在这里的内容"),
    HELPS("what the ffns wrote here", "各层前馈写在这里的内容"),
};

static bool feeds_forward(int source)
{
    return (source - SOURCE_WRITTEN) % SOURCE_WRITERS == WRITES_FFN;
}

uint32_t source_group(uint32_t all, int source)
{
    uint32_t group = 0;
    if (source < SOURCE_WRITTEN)
        return SOURCE_BIT(source);
    for (int s = SOURCE_WRITTEN; s < SOURCE_MAX; s++)
        if (feeds_forward(s) == feeds_forward(source))
            group |= SOURCE_BIT(s) & all;
    return group;
}

int source_entry(uint32_t mask)
{
    int first = 0;
    while (!(mask >> first & 1U))
        first++;
    if (mask == SOURCE_BIT(first))
        return first;
    return feeds_forward(first) ? GROUP_FFN : GROUP_ATTENTION;
}

static bool is(const char *word, const char *from, const char *end)
{
    size_t n = (size_t)(end - from);
    return strlen(word) == n && memcmp(word, from, n) == 0;
}

uint32_t source_named(const char *name, const char *end)
{
    for (int i = 0; i < SOURCE_MAX; i++)
        if (is(names[i], name, end) || is(titles[i].en, name, end) || is(titles[i].zh, name, end))
            return i < SOURCE_TOGETHER ? SOURCE_BIT(i) : source_group(~(uint32_t)0, i);
    return 0;
}

const char *source_name(uint32_t mask)
{
    return names[source_entry(mask)];
}

struct pair source_title(uint32_t mask)
{
    return titles[source_entry(mask)];
}

struct pair source_pair_title(uint32_t query, uint32_t key)
{
    return pair_titles[source_entry(query)][source_entry(key)];
}

struct pair source_pair_help(uint32_t query, uint32_t key)
{
    return pair_helps[source_entry(query)][source_entry(key)];
}
