#include "core/pipeline/source.h"

#include <string.h>

#include "base/utf8.h"
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
    struct mat ffn = mat_present(l->ffn_given) ? l->ffn_given : l->ffn;
    return writer == WRITES_FFN ? ffn : attention_given(writer == WRITES_CROSS ? &l->cross : &l->self);
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

#define WRITERS_NAMES(l) "attn" l, "cross" l, "ffn" l

static const char *const names[SOURCE_MAX] = {"token",
                                              "position",
                                              "bias",
                                              "type",
                                              WRITERS_NAMES("0"),
                                              WRITERS_NAMES("1"),
                                              WRITERS_NAMES("2"),
                                              WRITERS_NAMES("3"),
                                              WRITERS_NAMES("4"),
                                              WRITERS_NAMES("5"),
                                              WRITERS_NAMES("")};

/* A source in words: alone, as the one that asks, as the one that is asked. Those that a layer wrote have its
 * number, from 1, after the title; what all layers wrote has the title alone. */
static const struct {
    const char *title, *here, *there;
} words[] = {
    {TEXT("word"), TEXT("this word"), TEXT("that word")},
    {TEXT("place"), TEXT("this place"), TEXT("that place")},
    {TEXT("bias"), TEXT("the bias of the queries"), NULL},
    {TEXT("type"), TEXT("the type of this word"), TEXT("words of that type")},
    {TEXT("attn"), TEXT("what the attentions wrote here"), TEXT("what the attentions wrote there")},
    {TEXT("cross"), TEXT("what the crosses wrote here"), TEXT("what the crosses wrote there")},
    {TEXT("ffn"), TEXT("what the ffns wrote here"), TEXT("what the ffns wrote there")},
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

int source_first(uint32_t mask)
{
    int first = 0;
    while (!(mask >> first & 1U))
        first++;
    return first;
}

int source_entry(uint32_t mask)
{
    int first = source_first(mask);
    if (mask == SOURCE_BIT(first))
        return first;
    return feeds_forward(first) ? GROUP_FFN : GROUP_ATTENTION;
}

static bool is(const char *word, const char *from, const char *end)
{
    size_t n = (size_t)(end - from);
    return strlen(word) == n && memcmp(word, from, n) == 0;
}

/* Appends the title of an entry, as it is typed, where the first layer is 0, or as it is shown, where it is
 * ₁; or (here, there) what it is in a question. */
enum source_part { PART_TYPED, PART_TITLE, PART_HERE, PART_THERE };
static void add_words(int entry, enum source_part part, enum lang lang, struct text *out)
{
    int kind = entry < SOURCE_WRITTEN ? entry : SOURCE_WRITTEN + (entry - SOURCE_WRITTEN) % SOURCE_WRITERS;
    bool numbered = entry >= SOURCE_WRITTEN && entry < SOURCE_TOGETHER;
    struct text title = TEXT_HERE;
    text_add(&title, text_in(words[kind].title, lang));
    uint32_t layer = (uint32_t)(entry - SOURCE_WRITTEN) / SOURCE_WRITERS;
    char number[5] = "";
    if (numbered)
        utf8_encode((part == PART_TYPED ? '0' : 0x2081) + layer, number);
    text_add(&title, number);
    if (part <= PART_TITLE)
        text_add(out, text_str(&title));
    else if (numbered)
        text_say(out, lang, part == PART_HERE ? TEXT("what %s wrote here") : TEXT("what %s wrote there"),
                 text_str(&title));
    else
        text_add(out, text_in(part == PART_HERE ? words[kind].here : words[kind].there, lang));
    text_finish(&title);
}

/* Returns whether an entry's title in some language, typed or as shown, is the text up to `end`. */
static bool titled(int entry, const char *name, const char *end)
{
    bool same = false;
    for (int i = 0; i < 2 * LANG_COUNT && !same; i++) {
        struct text title = TEXT_HERE;
        add_words(entry, i % 2 ? PART_TYPED : PART_TITLE, (enum lang)(i / 2), &title);
        same = is(text_str(&title), name, end);
        text_finish(&title);
    }
    return same;
}

uint32_t source_named(const char *name, const char *end)
{
    for (int i = 0; i < SOURCE_MAX; i++)
        if (is(names[i], name, end) || titled(i, name, end))
            return i < SOURCE_TOGETHER ? SOURCE_BIT(i) : source_group(~(uint32_t)0, i);
    return 0;
}

const char *source_name(uint32_t mask)
{
    return names[source_entry(mask)];
}

void source_title(uint32_t mask, enum lang lang, struct text *out)
{
    add_words(source_entry(mask), PART_TITLE, lang, out);
}

void source_asks(uint32_t query, uint32_t key, enum lang lang, struct text *out)
{
    struct text here = TEXT_HERE, there = TEXT_HERE;
    add_words(source_entry(query), PART_HERE, lang, &here);
    if (key == SOURCE_BIT(SOURCE_BIAS))
        text_say(out, lang, TEXT("%s times the bias of the keys"), text_str(&here));
    else {
        add_words(source_entry(key), PART_THERE, lang, &there);
        text_say(out, lang, TEXT("does %s look for %s?"), text_str(&here), text_str(&there));
    }
    text_finish(&here);
    text_finish(&there);
}
