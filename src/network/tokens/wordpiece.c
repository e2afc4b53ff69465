#include "network/tokens/bpe.h"

#include <string.h>

/* Returns the id of the longest piece at character `from`, and in *next the character after it; -1 if there
 * is none. One pass computes the hashes of all lengths. */
static int longest(const struct wordpiece *w, const struct vocabulary *v, const char *s, struct range run,
                   const size_t *end, int *next)
{
    uint64_t hash[WORDPIECE_LETTERS];
    char piece[VOCABULARY_PIECE + WORDPIECE_PREFIX];
    size_t lead = run.begin > 0 ? strlen(w->prefix) : 0, begin = run.begin > 0 ? end[run.begin - 1] : 0;
    memcpy(piece, w->prefix, lead);
    uint64_t h = vocabulary_hash(VOCABULARY_HASH_EMPTY, piece, lead);
    size_t most = run.begin, at = begin;
    for (; most < run.end && end[most] - begin + lead <= v->longest; most++) {
        h = vocabulary_hash(h, s + at, end[most] - at);
        hash[most] = h;
        at = end[most];
    }
    memcpy(piece + lead, s + begin, at - begin);
    for (size_t i = most; i-- > run.begin;) {
        int id = vocabulary_find_hashed(v, (struct piece){piece, lead + end[i] - begin}, hash[i]);
        if (id >= 0) {
            *next = (int)i + 1;
            return id;
        }
    }
    return -1;
}

void wordpiece_encode(const struct wordpiece *w, const struct vocabulary *v, const char *s, struct range word,
                      struct ranges *out)
{
    size_t end[WORDPIECE_LETTERS], first = out->count;
    int count = 0;
    for (size_t i = 1, n = word.end - word.begin; i <= n && count <= WORDPIECE_LETTERS; i++)
        if (i == n || ((unsigned char)s[word.begin + i] & 0xc0) != 0x80) {
            if (count < WORDPIECE_LETTERS)
                end[count] = i; /* the byte at which the character ends */
            count++;
        }
    bool known = count <= w->letters;
    for (int at = 0, next = 0; known && at < count; at = next) {
        size_t from = at > 0 ? end[at - 1] : 0;
        int id = longest(w, v, s + word.begin, (struct range){(size_t)at, (size_t)count, 0}, end, &next);
        known = id >= 0;
        if (known)
            ranges_add(out, (struct range){word.begin + from, word.begin + end[next - 1], id});
    }
    if (known || out->failed)
        return;
    out->count = first;
    ranges_add(out, (struct range){word.begin, word.end, w->unknown});
}
