/* A UTF-8 string that grows. Zeroed is empty and valid; text_finish frees it.
 * When memory runs out it stops growing and sets `failed`, so a long run of
 * additions needs one check at its end. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/work.h"

struct text {
    char *s;          /* always zero-terminated once anything was added; may be NULL when empty */
    size_t len, room;
    bool failed;
    bool lent;        /* s is not the heap's: TEXT_HERE */
    struct work *work;    /* of a long text: whoever waits for it, and may stop it, which makes it fail; NULL: nobody */
    size_t asked;         /* the length when that was asked last */
};

enum { TEXT_EFFORT = 500 };      /* what printing a number takes, in multiplications: about 17 bytes */

/* For a text that lives as long as the block that declares it and is short as a
 * rule: `struct text t = TEXT_HERE;` needs the heap only beyond 256 bytes. Not to be copied. */
#define TEXT_HERE {.s = (char[256]){0}, .room = 256, .lent = true}

void text_add(struct text *t, const char *s);
void text_add_bytes(struct text *t, const char *s, size_t n);
void text_add_char(struct text *t, char c);
void text_addf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_addv(struct text *t, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
/* The text so far, "" when nothing was added. */
const char *text_str(const struct text *t);
void text_clear(struct text *t);
void text_finish(struct text *t);
/* Finishes a text that went into `whole`, which is not whole either when the part failed. */
void text_finish_part(struct text *part, struct text *whole);

#endif
