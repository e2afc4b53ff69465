/* Characters that a terminal gives one column or two, as its user has set it: Unicode's East Asian Width "ambiguous".
 * wcwidth and so every picture here counts one. On a terminal that gives two, what cannot be drawn with such a
 * character is drawn with a narrow one that looks like it, or stands for it in plain text; '?' where there is none. */
#ifndef BASE_AMBIGUOUS_H
#define BASE_AMBIGUOUS_H

#include <stdint.h>

/* ch itself when every terminal gives it the same width. */
uint32_t ambiguous_stand_in(uint32_t ch);

#endif
