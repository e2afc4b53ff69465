/* The text inside a tokenizer: characters, later bytes, each with the bytes of the original text that it came
 * from. */
#ifndef MODEL_TOKENS_LETTERS_H
#define MODEL_TOKENS_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct letter {
    uint32_t ch;
    uint32_t from, to; /* bytes of the original; from = to: inserted */
};

/* A growing list, as struct text: `failed` once memory is exhausted. */
struct letters {
    struct letter *v;
    size_t count, room;
    bool failed;
};

void letters_add(struct letters *out, struct letter l);
/* Appends the characters of s (valid UTF-8), which begins at byte `begin` of the original. */
void letters_add_text(struct letters *out, const char *s, size_t n, size_t begin);
void letters_finish(struct letters *out);

/* UTF-8 with the origin of every byte. */
struct aligned {
    struct text bytes;
    uint32_t *from, *to; /* a byte for each in bytes */
    size_t room;
};

/* Append; on failure bytes.failed is set. A character that kept its length keeps its bytes apart. */
void aligned_add_letters(struct aligned *out, const struct letters *in);
/* `n` bytes of `in` from `begin`. */
void aligned_add_part(struct aligned *out, const struct aligned *in, size_t begin, size_t n);
/* A sign that stands for these bytes of the original. */
void aligned_add_sign(struct aligned *out, const char *sign, uint32_t from, uint32_t to);
void aligned_finish(struct aligned *out);

/* Classes of characters (model/tokens/unicode.h). */
bool letter_is_space(uint32_t ch); /* White_Space */
bool letter_is_word(uint32_t ch);  /* part of a word: letters, marks, digits, connectors */
bool letter_is_mark(uint32_t ch);  /* takes no place of its own (Mn, Me) */
bool letter_is_sign(uint32_t ch);  /* punctuation for BERT: Unicode 8's, and all signs of ASCII */

#endif
