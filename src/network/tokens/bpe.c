#include "network/tokens/bpe.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

/* ---- bytes as letters ------------------------------------------------------------------------ */

static bool is_visible(unsigned byte)
{
    return (byte > ' ' && byte < 0x7f) || (byte > 0xa0 && byte != 0xad);
}

/* The letter that ByteLevel writes for a byte: itself where it is visible, else one from U+0100 on. */
static uint32_t bpe_letter(unsigned char byte)
{
    uint32_t hidden = 0;
    for (unsigned b = 0; b < byte; b++)
        hidden += !is_visible(b);
    return is_visible(byte) ? byte : 0x100 + hidden;
}

/* Returns the byte of a letter, or -1. */
static int byte_of(uint32_t letter)
{
    if (letter < 0x100)
        return is_visible(letter) ? (int)letter : -1;
    for (unsigned b = 0; b < 0x100 && letter < 0x200; b++)
        if (!is_visible(b) && letter-- == 0x100)
            return (int)b;
    return -1;
}

/* Pieces of characters: <0xE7> is a byte, ▁ a blank. */
static void add_characters(struct text *out, struct piece p)
{
    unsigned byte = 0;
    char after = 0;
    if (p.n == 6 && sscanf(p.s, "<0x%2X%c", &byte, &after) == 2 && after == '>') {
        text_add_char(out, (char)byte);
        return;
    }
    for (size_t at = 0; at < p.n; at++)
        if (p.n - at >= 3 && memcmp(p.s + at, "▁", 3) == 0) {
            text_add_char(out, ' ');
            at += 2;
        } else
            text_add_char(out, p.s[at]);
}

void bpe_add_bytes(const struct bpe *b, struct text *out, struct piece p)
{
    if (b->characters) {
        add_characters(out, p);
        return;
    }
    for (size_t at = 0; at < p.n;) {
        uint32_t ch = 0;
        size_t plain = piece_plain(p.s + at, p.n - at),
               n = plain > 0 ? plain : utf8_decode(p.s + at, p.n - at, &ch);
        int byte = n > 0 && plain == 0 ? byte_of(ch) : -1;
        n = n > 0 ? n : 1;
        if (byte >= 0)
            text_add_char(out, (char)byte);
        else
            text_add_bytes(out, p.s + at, n);
        at += n;
    }
}

void bpe_begin(struct bpe *b, const struct vocabulary *v)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        char s[8];
        size_t n = b->characters ? (size_t)snprintf(s, sizeof s, "<0x%02X>", byte)
                                 : utf8_encode(bpe_letter((unsigned char)byte), s);
        bool used = !b->characters || b->fallback;
        b->byte_id[byte] = used ? vocabulary_find(v, (struct piece){s, n}) : -1;
    }
}

/* ---- the list of merges ------------------------------------------------------------------------ */

/* Returns the pair's slot, or the empty one where it would be; slots, if it takes too many steps. */
static size_t look_up(const struct bpe *b, int32_t left, int32_t right)
{
    uint64_t hash = ((uint64_t)(uint32_t)left << 32 | (uint32_t)right) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    size_t i = (size_t)(hash >> 32) & (b->slots - 1);
    for (int steps = 0; steps < VOCABULARY_RUN; steps++, i = (i + 1) & (b->slots - 1)) {
        const struct bpe_merge *m = &b->merge[i];
        if (m->made < 0 || (m->left == left && m->right == right))
            return i;
    }
    return b->slots;
}

/* Returns the merge of two neighbours, or NULL. */
static const struct bpe_merge *find_merge(const struct bpe *b, int32_t left, int32_t right)
{
    size_t i = b->slots > 0 ? look_up(b, left, right) : 0;
    return i < b->slots && b->merge[i].made >= 0 ? &b->merge[i] : NULL;
}

static bool slow(const struct vocabulary *v, struct reply *r)
{
    return reply_fail(r, 0, TEXT("%s: too many merges with the same hash: this file was made to be slow"),
                      v->path);
}

static bool grow_merges(struct bpe *b, const struct vocabulary *v, struct reply *r)
{
    if ((size_t)b->merges * 2 < b->slots)
        return true;
    struct bpe more = *b;
    more.slots = b->slots ? 2 * b->slots : 1024;
    more.merge = mem_new(more.slots, sizeof *more.merge);
    if (!more.merge)
        return reply_no_memory(r);
    for (size_t i = 0; i < more.slots; i++)
        more.merge[i].made = -1;
    for (size_t i = 0; i < b->slots; i++) {
        if (b->merge[i].made < 0)
            continue;
        size_t to = look_up(&more, b->merge[i].left, b->merge[i].right);
        if (to == more.slots) {
            mem_free(more.merge);
            return slow(v, r);
        }
        more.merge[to] = b->merge[i];
    }
    mem_free(b->merge);
    *b = more;
    return true;
}

/* The id of both halves as one piece, or -1. */
static int joined(const struct vocabulary *v, struct piece left, struct piece right)
{
    char whole[2 * VOCABULARY_PIECE];
    if (left.n > VOCABULARY_PIECE || right.n > VOCABULARY_PIECE)
        return -1;
    memcpy(whole, left.s, left.n);
    memcpy(whole + left.n, right.s, right.n);
    return vocabulary_find(v, (struct piece){whole, left.n + right.n});
}

bool bpe_add(struct bpe *b, const struct vocabulary *v, struct piece left, struct piece right,
             struct reply *r)
{
    int l = vocabulary_find(v, left), right_id = vocabulary_find(v, right);
    int made = l >= 0 && right_id >= 0 ? joined(v, left, right) : -1;
    if (made < 0) {
        struct text shown = TEXT_HERE;
        piece_quote(&shown, left);
        text_add(&shown, " + ");
        piece_quote(&shown, right);
        reply_fail(r, 0, TEXT("%s: merge %d, %s: both halves and the whole must be pieces of the vocabulary"),
                   v->path, b->merges + 1, text_str(&shown));
        text_finish(&shown);
        return false;
    }
    if (!grow_merges(b, v, r))
        return false;
    size_t i = look_up(b, l, right_id);
    if (i == b->slots)
        return slow(v, r);
    if (b->merge[i].made >= 0)
        return reply_fail(r, 0, TEXT("%s: merge %d repeats merge %d"), v->path, b->merges + 1,
                          (int)b->merge[i].rank + 1);
    b->merge[i] = (struct bpe_merge){l, right_id, made, b->merges++};
    return true;
}

void bpe_finish(struct bpe *b)
{
    mem_free(b->merge);
    *b = (struct bpe){0};
}

/* ---- a word ------------------------------------------------------------------------------------- */

/* A symbol of the word; joined ones form a chain. */
struct symbol {
    int32_t id;            /* -1: joined to the one before */
    int32_t before, after; /* -1: none */
    uint32_t end;
};

/* A pair that may be joined: the first learned first, then from the left. */
struct chance {
    int32_t rank, at;
};

struct joining {
    const struct bpe *bpe;
    struct symbol *symbol;
    struct chance *heap; /* the next chance at the front, two for each symbol at most */
    size_t chances;
    int32_t symbols;
};

static bool is_first(struct chance a, struct chance b)
{
    return a.rank < b.rank || (a.rank == b.rank && a.at < b.at);
}

static void push(struct joining *j, int32_t at)
{
    if (at < 0 || j->symbol[at].after < 0)
        return;
    const struct bpe_merge *m = find_merge(j->bpe, j->symbol[at].id, j->symbol[j->symbol[at].after].id);
    if (!m)
        return;
    struct chance new = {m->rank, at};
    size_t i = j->chances++;
    for (; i > 0 && is_first(new, j->heap[(i - 1) / 2]); i = (i - 1) / 2)
        j->heap[i] = j->heap[(i - 1) / 2];
    j->heap[i] = new;
}

static struct chance pop(struct joining *j)
{
    struct chance top = j->heap[0], last = j->heap[--j->chances];
    size_t i = 0;
    for (size_t k = 1; k < j->chances; i = k, k = 2 * i + 1) {
        k += k + 1 < j->chances && is_first(j->heap[k + 1], j->heap[k]);
        if (!is_first(j->heap[k], last))
            break;
        j->heap[i] = j->heap[k];
    }
    j->heap[i] = last;
    return top;
}

/* Appends a symbol that ends at byte `end` of the word. */
static void add_symbol(struct joining *j, int id, size_t end)
{
    int32_t at = j->symbols++;
    if (at > 0)
        j->symbol[at - 1].after = at;
    j->symbol[at] = (struct symbol){id, at - 1, -1, (uint32_t)end};
}

/* One symbol for each byte or character. A character that is not a piece becomes its bytes. What has none is
 * the unknown token, or is left out. */
static void begin_symbols(struct joining *j, const struct vocabulary *v, const char *s, size_t n,
                          struct reply *r)
{
    const struct bpe *b = j->bpe;
    bool unknown = false;
    for (size_t at = 0, len = 1; at < n; at += len) {
        uint32_t ch = 0;
        len = b->characters ? utf8_decode(s + at, n - at, &ch) : 1;
        int id = b->characters ? vocabulary_find(v, (struct piece){s + at, len})
                               : b->byte_id[(unsigned char)s[at]];
        bool was_unknown = unknown, bytes = id < 0;
        for (size_t i = 0; bytes && i < len; i++)
            bytes = b->byte_id[(unsigned char)s[at + i]] >= 0;
        unknown = id < 0 && !bytes;
        if (unknown && b->unknown < 0) {
            /* The first byte or character without a token is named. */
            char shown[16];
            if (b->characters)
                snprintf(shown, sizeof shown, "%.*s", (int)len, s + at);
            else
                snprintf(shown, sizeof shown, "<0x%02X>", (unsigned)(unsigned char)s[at]);
            if (r->text.len == 0)
                reply_say(r, TEXT("%s has no piece in the vocabulary and is left out"), shown);
        } else if (unknown && was_unknown && b->fuses)
            j->symbol[j->symbols - 1].end = (uint32_t)(at + len);
        else if (!bytes)
            add_symbol(j, unknown ? b->unknown : id, at + len);
        for (size_t i = 0; bytes && i < len; i++)
            add_symbol(j, b->byte_id[(unsigned char)s[at + i]], at + i + 1);
    }
}

/* The word as one piece, or -1. */
static int whole_piece(const struct bpe *b, const struct vocabulary *v, const char *s, size_t n)
{
    struct text letters = TEXT_HERE;
    if (b->characters)
        return vocabulary_find(v, (struct piece){s, n});
    for (size_t i = 0; i < n; i++) {
        char letter[4];
        text_add_bytes(&letters, letter, utf8_encode(bpe_letter((unsigned char)s[i]), letter));
    }
    int id = letters.failed ? -1 : vocabulary_find(v, (struct piece){text_str(&letters), letters.len});
    text_finish(&letters);
    return id;
}

bool bpe_encode(const struct bpe *b, const struct vocabulary *v, const char *s, struct range word,
                struct ranges *out, struct reply *r)
{
    size_t n = word.end - word.begin;
    int id = b->whole_words ? whole_piece(b, v, s + word.begin, n) : -1;
    if (id >= 0) {
        ranges_add(out, (struct range){word.begin, word.end, id});
        return true;
    }
    struct joining j = {.bpe = b};
    j.symbol = mem_new(n, sizeof *j.symbol);
    j.heap = mem_new(3 * n, sizeof *j.heap); /* each of fewer than n joins takes one and adds two */
    bool ok = (j.symbol && j.heap) || reply_no_memory(r);
    if (ok)
        begin_symbols(&j, v, s + word.begin, n, r);
    for (int32_t i = 0; ok && i < j.symbols; i++)
        push(&j, i);
    /* Join until no chance is left. A chance whose pair has changed since is skipped. */
    while (ok && j.chances > 0) {
        struct chance c = pop(&j);
        struct symbol *left = &j.symbol[c.at];
        if (left->id < 0 || left->after < 0)
            continue;
        struct symbol *right = &j.symbol[left->after];
        const struct bpe_merge *m = find_merge(j.bpe, left->id, right->id);
        if (!m || m->rank != c.rank)
            continue;
        left->id = m->made;
        left->end = right->end;
        left->after = right->after;
        right->id = -1;
        if (left->after >= 0)
            j.symbol[left->after].before = c.at;
        push(&j, left->before);
        push(&j, c.at);
    }
    size_t from = word.begin;
    for (int32_t i = 0; ok && i < j.symbols; i++)
        if (j.symbol[i].id >= 0) {
            ranges_add(out, (struct range){from, word.begin + j.symbol[i].end, j.symbol[i].id});
            from = word.begin + j.symbol[i].end;
        }
    mem_free(j.symbol);
    mem_free(j.heap);
    return ok;
}
