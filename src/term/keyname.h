/* Typed characters: assembled from their bytes and named as in key bindings ("Tab", "C-l", "猫"). */
#ifndef TERM_KEYNAME_H
#define TERM_KEYNAME_H

#include <stdbool.h>
#include <stdint.h>

/* The bytes of a character so far. Empty when zeroed. */
struct gather {
    char bytes[4];
    int count;
};

/* Takes one more byte of UTF-8. Returns true with the character in *ch once it is complete. Drops invalid
 * bytes. */
bool gather_byte(struct gather *g, uint8_t byte, uint32_t *ch);

void keyname_of_char(uint32_t ch, char out[16]);

#endif
