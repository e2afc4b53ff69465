/* A growing UTF-8 string. Zero-initialized, it is empty and valid; text_finish frees it.
 * When memory runs out, it stops growing and sets `failed`: a series of
 * additions needs one check at its end. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/lang.h"
#include "base/work.h"

struct text {
    char *s; /* NUL-terminated once anything was added; may be NULL while empty */
    size_t len, room;
    bool failed;
    bool lent;           /* s is not on the heap (TEXT_HERE) */
    struct arena *arena; /* where its memory comes from, and stays until that is forgotten; NULL: the heap */
    struct work *work;   /* progress of a long text; stopping it makes the text fail; NULL: none */
    size_t asked;        /* length at the last poll of `work` */
};

enum { TEXT_EFFORT = 500 }; /* cost of printing a number (about 17 bytes), in multiplications */

/* Initializer of a short text that lives only in the declaring block: `struct text t = TEXT_HERE;`
 * uses the heap only beyond 256 bytes. Must not be copied. */
#define TEXT_HERE                                                                                            \
    {                                                                                                        \
        .s = (char[256]){0}, .room = 256, .lent = true                                                       \
    }

void text_add(struct text *t, const char *s);
void text_add_bytes(struct text *t, const char *s, size_t n);
void text_add_char(struct text *t, char c);
/* Appends n bytes with A to Z in lower case. */
void text_add_lower(struct text *t, const char *s, size_t n);
void text_addf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_addv(struct text *t, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
/* Appends TEXT(…) with its values in one of the languages. */
void text_say(struct text *t, enum lang lang, const char *text, ...) TEXT_TAKES(3, 4);
/* Returns the text so far, "" if empty. */
const char *text_str(const struct text *t);
void text_clear(struct text *t);
void text_finish(struct text *t);
/* Appends the lines of `now` that are not among those of `before`. */
void text_add_lines(struct text *t, const char *now, const char *before);
/* Returns whether s ends with `end` and has something before it: "a.md", not ".md". */
bool text_ends(const char *s, const char *end);

/* Updates a checksum, which begins as TEXT_SUM, by n bytes (FNV-1a, 64 bits): changing one byte always
 * changes it. */
#define TEXT_SUM UINT64_C(14695981039346656037)
uint64_t text_sum(uint64_t sum, const void *bytes, size_t n);

/* Frees `part`; if it had failed, marks `whole` as failed. */
void text_finish_part(struct text *part, struct text *whole);

#endif
