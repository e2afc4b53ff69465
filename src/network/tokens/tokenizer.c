#include "network/tokens/tokenizer.h"

#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "network/tokens/tokenizer_parts.h"

struct tokenizer *tokenizer_new(enum tokenizer_kind kind, const char *path, struct reply *r)
{
    struct tokenizer *t = mem_new(1, sizeof *t);
    if (!t) {
        reply_no_memory(r);
        return NULL;
    }
    t->kind = kind;
    t->vocabulary.path = path;
    return t;
}

struct tokenizer *tokenizer_finished(struct tokenizer *t, bool complete)
{
    if (t)
        t->vocabulary.path = NULL;
    if (complete)
        return t;
    tokenizer_close(t);
    return NULL;
}

void tokenizer_close(struct tokenizer *t)
{
    if (!t)
        return;
    vocabulary_finish(&t->vocabulary);
    added_finish(&t->added);
    split_patterns_finish(&t->split);
    bpe_finish(&t->bpe);
    json_decref(t->file);
    mem_free(t);
}

int tokenizer_size(const struct tokenizer *t)
{
    return t->vocabulary.size;
}

int tokenizer_find(const struct tokenizer *t, const char *piece)
{
    return vocabulary_find_any(&t->vocabulary, piece_of(piece));
}

bool tokenizer_put_around(struct tokenizer *t, bool after, struct around token, struct reply *r)
{
    struct around *list = after ? t->after : t->before;
    int *count = after ? &t->after_count : &t->before_count;
    if (*count == TOKENIZER_AROUND)
        return reply_fail(r, 0, TEXT("%s: more than %d tokens around a sentence"), t->vocabulary.path,
                          (int)TOKENIZER_AROUND);
    if (!vocabulary_piece(&t->vocabulary, token.id).s)
        return reply_fail(r, 0,
                          TEXT("%s: a token around a sentence has an id that the vocabulary does not have"),
                          t->vocabulary.path);
    list[(*count)++] = token;
    return true;
}

/* ---- a text ------------------------------------------------------------------------------------ */

/* A text as it is being split. */
struct encoding {
    const struct tokenizer *t;
    const char *text;
    struct aligned changed; /* normalized */
    struct ranges words;    /* of `changed`: words, and added tokens */
    struct ranges pieces;   /* of `changed`: the tokens */
};

/* Normalizes a stretch between added tokens, and cuts it at those that are looked for in normalized text. */
static void add_stretch(struct encoding *e, struct range range)
{
    struct letters letters = {0};
    size_t begin = e->changed.bytes.len;
    letters_add_text(&letters, e->text + range.begin, range.end - range.begin, range.begin);
    if (range.id < 0)
        normal_apply(&e->t->normal, &letters);
    aligned_add_letters(&e->changed, &letters);
    letters_finish(&letters);
    struct range changed = {begin, e->changed.bytes.len, range.id};
    if (range.id >= 0 || e->changed.bytes.failed)
        ranges_add(&e->words, changed);
    else
        added_cut(&e->t->added, true, text_str(&e->changed.bytes), changed, &e->words);
}

static bool find_words(struct encoding *e, size_t n, struct reply *r)
{
    struct ranges stretches = {0};
    added_cut(&e->t->added, false, e->text, (struct range){0, n, -1}, &stretches);
    for (size_t i = 0; i < stretches.count; i++)
        add_stretch(e, stretches.v[i]);
    bool ok = (!stretches.failed && !e->words.failed && !e->changed.bytes.failed) || reply_no_memory(r);
    ranges_finish(&stretches);
    return ok && split_apply(&e->t->split, &e->changed, &e->words, r);
}

static bool find_pieces(struct encoding *e, struct reply *r)
{
    const struct tokenizer *t = e->t;
    const char *s = text_str(&e->changed.bytes);
    for (size_t i = 0; i < e->words.count; i++) {
        struct range word = e->words.v[i];
        if (word.id >= 0)
            ranges_add(&e->pieces, word);
        else if (t->kind == TOKENIZER_WORDPIECE)
            wordpiece_encode(&t->wordpiece, &t->vocabulary, s, word, &e->pieces);
        else if (!bpe_encode(&t->bpe, &t->vocabulary, s, word, &e->pieces, r))
            return false;
        if (!work_aside(r->work, 1000.0 * (double)(word.end - word.begin)))
            return reply_goes_on(r);
    }
    return !e->pieces.failed || reply_no_memory(r);
}

/* ---- tokens ----------------------------------------------------------------------- */

static void add_around(const struct tokenizer *t, bool after, size_t at, struct tokens *out)
{
    const struct around *list = after ? t->after : t->before;
    for (int i = 0; i < (after ? t->after_count : t->before_count); i++)
        out->v[out->count++] =
            (struct token){.id = list[i].id, .type = list[i].type, .special = true, .from = at, .to = at};
}

static bool make_tokens(const struct encoding *e, bool whole, size_t n, struct tokens *out, struct reply *r)
{
    size_t count = e->pieces.count + 2 * TOKENIZER_AROUND;
    tokens_finish(out);
    out->v = mem_new(count, sizeof *out->v);
    if (!out->v)
        return reply_no_memory(r);
    if (whole)
        add_around(e->t, false, 0, out);
    const struct tokenizer *t = e->t;
    for (size_t i = 0; i < e->pieces.count; i++) {
        struct range piece = e->pieces.v[i];
        struct token token = {.id = piece.id, .type = t->type, .from = SIZE_MAX};
        token.special = added_is_special(&t->added, piece.id);
        for (size_t k = piece.begin; k < piece.end; k++) { /* (normalizing may have changed the order) */
            token.from = e->changed.from[k] < token.from ? e->changed.from[k] : token.from;
            token.to = e->changed.to[k] > token.to ? e->changed.to[k] : token.to;
        }
        out->v[out->count++] = token;
    }
    if (whole)
        add_around(e->t, true, n, out);
    return true;
}

bool tokenizer_encode(const struct tokenizer *t, const char *text, size_t n, bool whole, struct tokens *out,
                      struct reply *r)
{
    struct encoding e = {.t = t, .text = text};
    if (n > TOKENIZER_TEXT)
        return reply_fail(r, 0, TEXT("the text has %zu bytes (at most %d)"), n, (int)TOKENIZER_TEXT);
    size_t bad = utf8_invalid_at(text, n);
    if (bad < n)
        return reply_fail(r, 0, TEXT("byte %zu of the text is not valid UTF-8"), bad + 1);
    bool ok = find_words(&e, n, r) && find_pieces(&e, r) && make_tokens(&e, whole, n, out, r);
    aligned_finish(&e.changed);
    ranges_finish(&e.words);
    ranges_finish(&e.pieces);
    return ok;
}

void tokens_finish(struct tokens *t)
{
    mem_free(t->v);
    *t = (struct tokens){0};
}

/* ---- one id ------------------------------------------------------------------------------------------ */

/* Appends the text of a piece: an added token as it is, a piece of a BPE as its bytes. */
static void add_plain(const struct tokenizer *t, int id, struct text *out)
{
    struct piece p = vocabulary_piece(&t->vocabulary, id);
    if (t->kind == TOKENIZER_BPE && !added_has(&t->added, id))
        bpe_add_bytes(&t->bpe, out, p);
    else
        text_add_bytes(out, p.s, p.n);
}

void tokenizer_add_name(const struct tokenizer *t, int id, struct text *out)
{
    struct text bytes = TEXT_HERE;
    if (vocabulary_piece(&t->vocabulary, id).s) {
        add_plain(t, id, &bytes);
        token_name_add(text_str(&bytes), bytes.len, out);
    } else
        text_addf(out, "<#%d>", id);
    text_finish_part(&bytes, out);
}

/* Returns true for a token that is a run of bytes, perhaps not whole characters. */
static bool is_bytes(const struct tokenizer *t, int id)
{
    return t->kind == TOKENIZER_BPE && !added_has(&t->added, id) && vocabulary_piece(&t->vocabulary, id).s;
}

void tokenizer_add_name_in(const struct tokenizer *t, const int *id, int count, int at, struct text *out)
{
    enum { NEAR = 3 }; /* a byte of a character has at most this many others before or after it */
    struct text bytes = TEXT_HERE;
    int first = at;
    if (!is_bytes(t, id[at])) {
        tokenizer_add_name(t, id[at], out);
        return;
    }
    while (first > 0 && at - first < NEAR && is_bytes(t, id[first - 1]))
        first--;
    for (int i = first; i < count && i <= at + NEAR && is_bytes(t, id[i]); i++)
        add_plain(t, id[i], &bytes);
    /* `bytes` are those of the tokens first … at and beyond. */
    struct token_namer namer = {.s = text_str(&bytes), .n = bytes.len, .shared = SIZE_MAX};
    struct text before = TEXT_HERE, piece = TEXT_HERE;
    size_t begin = 0;
    for (int i = first; i <= at; i++) {
        text_clear(&piece);
        add_plain(t, id[i], &piece);
        token_namer_add(&namer, begin, begin + piece.len, i < at ? &before : out);
        begin += piece.len;
    }
    text_finish_part(&before, out);
    text_finish_part(&piece, out);
    text_finish_part(&bytes, out);
}

void tokenizer_add_bytes(const struct tokenizer *t, int id, struct text *out)
{
    struct piece p = vocabulary_piece(&t->vocabulary, id);
    size_t lead = strlen(t->wordpiece.prefix);
    bool words = p.s && t->kind == TOKENIZER_WORDPIECE && !added_has(&t->added, id);
    bool goes_on = words && lead > 0 && p.n > lead && memcmp(p.s, t->wordpiece.prefix, lead) == 0;
    if (goes_on)
        text_add_bytes(out, p.s + lead, p.n - lead);
    else if (p.s) {
        text_add(out, words ? " " : "");
        add_plain(t, id, out);
    }
}
