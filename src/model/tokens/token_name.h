/* How the bytes of a token are shown: everything that could be invisible, or harm a terminal, has a sign. */
#ifndef MODEL_TOKENS_TOKEN_NAME_H
#define MODEL_TOKENS_TOKEN_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* The sign of a blank in names. */
#define TOKEN_BLANK "␣"

/* Appends the name of bytes by themselves: ␣ for a blank, ↵, <U+200B> for what has no width, <0xE7> for a
 * byte that is not a character, <0x1C> for a control character. */
void token_name_add(const char *s, size_t n, struct text *out);

/* Names the tokens of one text from left to right. A character that several tokens share is numbered:
 * 猫₁ 猫₂ 猫₃. */
struct token_namer {
    const char *s; /* a byte that is not part of a character is shown as above */
    size_t n;
    size_t shared; /* where the last shared character begins, SIZE_MAX: none */
    int part;      /* its number of parts so far */
};

/* Appends the name of the token of bytes begin … end. */
void token_namer_add(struct token_namer *t, size_t begin, size_t end, struct text *out);

#endif
