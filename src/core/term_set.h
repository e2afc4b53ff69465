/* A set of terms of a score, by their bits (struct term). Compared byte by byte. */
#ifndef CORE_TERM_SET_H
#define CORE_TERM_SET_H

#include <stdbool.h>
#include <stdint.h>

enum { TERM_SET_WORDS = 11, TERM_SET_BITS = 64 * TERM_SET_WORDS };

struct term_set {
    uint64_t word[TERM_SET_WORDS];
};

static inline bool term_set_has(const struct term_set *s, int bit)
{
    return s->word[bit / 64] >> bit % 64 & 1U;
}

static inline void term_set_add(struct term_set *s, int bit)
{
    s->word[bit / 64] |= (uint64_t)1 << bit % 64;
}

static inline bool term_set_any(const struct term_set *s)
{
    uint64_t all = 0;
    for (int i = 0; i < TERM_SET_WORDS; i++)
        all |= s->word[i];
    return all != 0;
}

static inline bool term_set_same(const struct term_set *a, const struct term_set *b)
{
    uint64_t differ = 0;
    for (int i = 0; i < TERM_SET_WORDS; i++)
        differ |= a->word[i] ^ b->word[i];
    return differ == 0;
}

/* Return a set of one bit; a ∪ b; a without b. */
static inline struct term_set term_set_of(int bit)
{
    struct term_set s = {{0}};
    term_set_add(&s, bit);
    return s;
}

static inline struct term_set term_set_with(struct term_set a, const struct term_set *b)
{
    for (int i = 0; i < TERM_SET_WORDS; i++)
        a.word[i] |= b->word[i];
    return a;
}

static inline struct term_set term_set_without(struct term_set a, const struct term_set *b)
{
    for (int i = 0; i < TERM_SET_WORDS; i++)
        a.word[i] &= ~b->word[i];
    return a;
}

/* Returns true if every bit of b is in a. */
static inline bool term_set_covers(const struct term_set *a, const struct term_set *b)
{
    struct term_set rest = term_set_without(*b, a);
    return !term_set_any(&rest);
}

#endif
