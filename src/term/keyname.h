/* The name of a typed character, as bindings have it: "Tab", "C-l", "猫". */
#ifndef TERM_KEYNAME_H
#define TERM_KEYNAME_H

#include <stdint.h>

void keyname_of_char(uint32_t ch, char out[16]);

#endif
