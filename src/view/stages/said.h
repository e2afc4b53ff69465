/* Texts that last as long as the picture, mostly values of `say`: a word, a number (number_fixed), a cell's
 * name, values with signs alone. */
#ifndef VIEW_STAGES_SAID_H
#define VIEW_STAGES_SAID_H

#include "view/screen.h"

struct derive_from;

const char *said_word(const struct screen *s, const struct state *st, const struct sequence *words, int i);
const char *said_fixed(const struct screen *s, double x, int digits, int room);
const char *said_cell(const struct screen *s, const struct derive_from *cell);
const char *said_values(const struct screen *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
