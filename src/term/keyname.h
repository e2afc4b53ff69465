/* Typed characters: whole again from their bytes, and their names as bindings have
 * them: "Tab", "C-l", "猫". */
#ifndef TERM_KEYNAME_H
#define TERM_KEYNAME_H

#include <stdbool.h>
#include <stdint.h>

/* The bytes so far of a character. Zeroed is empty. */
struct gather {
    char bytes[4];
    int count;
};

/* Takes one more byte of UTF-8. true: *ch is a whole character. Bytes that belong to
 * none are dropped. */
bool gather_byte(struct gather *g, uint8_t byte, uint32_t *ch);

void keyname_of_char(uint32_t ch, char out[16]);

#endif
