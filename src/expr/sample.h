/* Examples in the tables of commands and values: they use a few built-in words, and each reader is shown them
 * in words of their language. The program takes both. */
#ifndef EXPR_SAMPLE_H
#define EXPR_SAMPLE_H

#include "base/text.h"

/* Appends an example written with Chinese words, in the words of `lang`. What the table of words does not
 * have stays as it is. */
void sample_add(struct text *out, const char *example, enum lang lang);

#endif
