/* The text inside a tokenizer: characters, later bytes, each with the bytes of the original text that it came
 * from. */
#ifndef NETWORK_TOKENS_LETTERS_H
#define NETWORK_TOKENS_LETTERS_H

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

/* Classes of characters (network/tokens/unicode.txt). */
bool letter_is_space(uint32_t ch); /* White_Space */
bool letter_is_word(uint32_t ch);  /* part of a word: letters, marks, digits, connectors */
bool letter_is_mark(uint32_t ch);  /* takes no place of its own (Mn, Me) */
bool letter_is_sign(uint32_t ch);  /* punctuation for BERT: Unicode 8's, and all signs of ASCII */

/* Unicode's general categories from one table at one version, so that a text has the same tokens whatever the
 * C library, PCRE2 and utf8proc of this machine know. unicode.sh makes the table. */

/* A run of characters of one category (its place in unicode.sh), up to the next run. */
struct unicode_run {
    uint32_t first : 22, category : 5;
    uint32_t young : 1; /* not in Unicode 8, or of another category there; not in this version either */
};
#define UNICODE_VERSION "15.0.0"                /* the first line of unicode.txt */
extern const struct unicode_run unicode_runs[]; /* ends with one that begins at U+110000 */
extern const uint16_t unicode_pages[];          /* by ch / 256: the run of the first; one more at the end */

/* Sets of categories. */
#define UNICODE_L UINT32_C(0x0000001f)
#define UNICODE_M UINT32_C(0x000000e0)
#define UNICODE_MN UINT32_C(0x00000020)
#define UNICODE_ME UINT32_C(0x00000080)
#define UNICODE_N UINT32_C(0x00000700)
#define UNICODE_ND_NL UINT32_C(0x00000300)
#define UNICODE_P UINT32_C(0x0003f800)
#define UNICODE_PC UINT32_C(0x00000800)
#define UNICODE_S UINT32_C(0x003c0000)
#define UNICODE_Z UINT32_C(0x01c00000)
#define UNICODE_C UINT32_C(0x3e000000)
#define UNICODE_CC_CF_CO UINT32_C(0x0e000000)

/* Returns whether ch is of one of these categories: at UNICODE_VERSION; in Unicode 8, whose tables the
 * tokenizers library has for BERT's rules (its crate unicode_categories 0.1.1; letters apart). */
bool unicode_is(uint32_t ch, uint32_t categories);
bool unicode_was(uint32_t ch, uint32_t categories);
bool unicode_is_young(uint32_t ch);

/* Returns what PCRE2 reads for ch: itself, or for a young character the nearest of its category that every
 * version of PCRE2 knows and that has as many bytes. (Where there is none, one of the same first letter: a
 * dash or a currency sign beyond U+FFFF.) */
uint32_t unicode_elder(uint32_t ch);

#endif
