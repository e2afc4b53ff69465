/* A hash table with open addressing over one block of bytes. Files may be made so that all their pieces have
 * the same hash: a look-up that takes too long is refused when the piece is added. */
#include "network/tokens/vocabulary.h"

#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "base/utf8.h"
#include "keep/json_file.h"

struct piece piece_of(const char *s)
{
    return (struct piece){s, strlen(s)};
}

size_t piece_plain(const char *s, size_t n)
{
    size_t len = 0;
    while (len < n && s[len] > ' ' && s[len] < 0x7f)
        len++;
    return len;
}

void piece_quote(struct text *out, struct piece p)
{
    size_t n = p.n < JSON_FILE_SHOWN ? p.n : JSON_FILE_SHOWN;
    while (n < p.n && n > 0 && ((unsigned char)p.s[n] & 0xc0) == 0x80)
        n--;
    text_add_bytes(out, p.s, n);
    text_add(out, n < p.n ? "…" : "");
}

uint64_t vocabulary_hash(uint64_t before, const char *s, size_t n)
{
    uint64_t h = before ^ 0xcbf29ce484222325u; /* FNV-1a */
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * 0x100000001b3u;
    return h ^ 0xcbf29ce484222325u;
}

struct piece vocabulary_piece(const struct vocabulary *v, int id)
{
    if (id < 0 || id >= v->size || v->at[id] == 0)
        return (struct piece){0};
    return piece_of(v->bytes.s + v->at[id] - 1);
}

/* Returns the slot of the piece, or the empty one where it would be; slots, if it takes too many steps. */
static size_t look_up(const struct vocabulary *v, struct piece p, uint64_t hash)
{
    size_t i = (size_t)((hash * 0x9e3779b97f4a7c15u) >> 32) & (v->slots - 1);
    for (int steps = 0; steps < VOCABULARY_RUN; steps++, i = (i + 1) & (v->slots - 1)) {
        uint32_t entry = v->slot[i];
        size_t at = entry > 0 ? v->at[entry - 1] - 1 : 0;
        if (entry == 0 || (v->bytes.len - at > p.n && memcmp(v->bytes.s + at, p.s, p.n) == 0 &&
                           v->bytes.s[at + p.n] == '\0'))
            return i;
    }
    return v->slots;
}

static int find_piece_at(const struct vocabulary *v, struct piece p, uint64_t hash)
{
    size_t i = v->slots > 0 && p.n > 0 ? look_up(v, p, hash) : v->slots;
    return i < v->slots ? (int)v->slot[i] - 1 : -1;
}

int vocabulary_find_any(const struct vocabulary *v, struct piece p)
{
    return find_piece_at(v, p, vocabulary_hash(VOCABULARY_HASH_EMPTY, p.s, p.n));
}

int vocabulary_find_hashed(const struct vocabulary *v, struct piece p, uint64_t hash)
{
    int id = find_piece_at(v, p, hash);
    return id >= 0 && (v->own == 0 || v->at[id] <= v->own) ? id : -1;
}

int vocabulary_find(const struct vocabulary *v, struct piece p)
{
    return vocabulary_find_hashed(v, p, vocabulary_hash(VOCABULARY_HASH_EMPTY, p.s, p.n));
}

static bool same_hashes(const struct vocabulary *v, struct reply *r)
{
    return reply_fail(r, 0, TEXT("%s: too many pieces with the same hash: this file was made to be slow"),
                      v->path);
}

/* Doubles the hash table once it is half full. */
static bool grow_slots(struct vocabulary *v, struct reply *r)
{
    if ((size_t)v->count * 2 < v->slots)
        return true;
    struct vocabulary more = *v;
    more.slots = v->slots ? 2 * v->slots : 1024;
    more.slot = mem_new(more.slots, sizeof *more.slot);
    if (!more.slot)
        return reply_no_memory(r);
    for (int id = 0; id < v->size; id++) {
        struct piece p = vocabulary_piece(v, id);
        size_t i = p.s ? look_up(&more, p, vocabulary_hash(VOCABULARY_HASH_EMPTY, p.s, p.n)) : more.slots;
        if (p.s && i == more.slots) {
            mem_free(more.slot);
            return same_hashes(v, r);
        }
        if (p.s)
            more.slot[i] = (uint32_t)id + 1;
    }
    mem_free(v->slot);
    *v = more;
    return true;
}

static bool grow_ids(struct vocabulary *v, size_t id, struct reply *r)
{
    size_t room = v->room;
    while (room <= id)
        room = room_more(room, 1024);
    if (room == v->room)
        return true;
    uint32_t *at = mem_grow(v->at, room, sizeof *at);
    if (!at)
        return reply_no_memory(r);
    memset(at + v->room, 0, (room - v->room) * sizeof *at);
    v->at = at;
    v->room = room;
    return true;
}

/* Explains what is wrong with a piece; `i` is its slot. */
static bool refuse_piece(const struct vocabulary *v, struct piece p, int64_t id, size_t i, struct reply *r)
{
    struct text shown = TEXT_HERE, other = TEXT_HERE;
    piece_quote(&shown, p);
    if (id < 0 || id >= VOCABULARY_IDS)
        reply_fail(r, 0, TEXT("%s: \"%s\" has the id %lld: ids are from 0 to %d"), v->path, text_str(&shown),
                   (long long)id, VOCABULARY_IDS - 1);
    else if (p.n == 0 || p.n > VOCABULARY_PIECE)
        reply_fail(r, 0, TEXT("%s: the piece with id %lld has %zu bytes: 1 to %d are possible"), v->path,
                   (long long)id, p.n, (int)VOCABULARY_PIECE);
    else if (i < v->slots && v->slot[i])
        reply_fail(r, 0, TEXT("%s: \"%s\" occurs twice, with ids %d and %lld"), v->path, text_str(&shown),
                   (int)v->slot[i] - 1, (long long)id);
    else {
        piece_quote(&other, vocabulary_piece(v, (int)id));
        reply_fail(r, 0, TEXT("%s: \"%s\" and \"%s\" have the same id %lld"), v->path, text_str(&other),
                   text_str(&shown), (long long)id);
    }
    text_finish(&other);
    text_finish(&shown);
    return false;
}

bool vocabulary_add(struct vocabulary *v, struct piece p, int64_t id, struct reply *r)
{
    if (id < 0 || id >= VOCABULARY_IDS || p.n == 0 || p.n > VOCABULARY_PIECE)
        return refuse_piece(v, p, id, v->slots, r);
    if (!grow_ids(v, (size_t)id, r) || !grow_slots(v, r))
        return false;
    size_t i = look_up(v, p, vocabulary_hash(VOCABULARY_HASH_EMPTY, p.s, p.n));
    if (i == v->slots)
        return same_hashes(v, r);
    bool again = v->slot[i] && v->repeats;
    if ((v->slot[i] && !again) || v->at[id])
        return refuse_piece(v, p, id, i, r);
    v->at[id] = again ? v->at[v->slot[i] - 1] : (uint32_t)v->bytes.len + 1;
    v->slot[i] = (uint32_t)id + 1;
    if (!again) {
        text_add_bytes(&v->bytes, p.s, p.n);
        text_add_char(&v->bytes, '\0');
    }
    v->count += !again;
    v->size = id >= v->size ? (int)id + 1 : v->size;
    v->longest = p.n > v->longest ? p.n : v->longest;
    return !v->bytes.failed || reply_no_memory(r);
}

void vocabulary_finish(struct vocabulary *v)
{
    text_finish(&v->bytes);
    mem_free(v->at);
    mem_free(v->slot);
    *v = (struct vocabulary){0};
}
