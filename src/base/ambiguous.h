/* Characters of ambiguous width (Unicode East Asian Width "A"): the terminal's settings decide between one
 * column and two. wcwidth counts one column, and so does every layout here. On a terminal that uses two,
 * such a character is replaced by a similar narrow one, or by '?' if there is none. */
#ifndef BASE_AMBIGUOUS_H
#define BASE_AMBIGUOUS_H

#include <stdint.h>

/* Returns the narrow replacement of ch, or ch itself if its width is not ambiguous. */
uint32_t ambiguous_stand_in(uint32_t ch);

#endif
