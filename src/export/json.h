/* JSON written piece by piece: keys, strings, numbers in shortest round-trip form with
 * infinities as the strings "inf" and "-inf", what is no number as null, matrices as nested lists. */
#ifndef EXPORT_JSON_H
#define EXPORT_JSON_H

#include "base/text.h"
#include "core/math/mat.h"
#include "state/state.h"

/* A key of the object that is open: a comma before it unless it is the first. */
void json_key(struct text *out, const char *name);
void json_string(struct text *out, const char *s);
void json_number(struct text *out, double x);
/* [..] of `count` numbers; [[..],..] row by row. */
void json_numbers(struct text *out, const double *v, int count);
void json_matrix(struct text *out, struct mat m);
/* ["..",..]: the words of a sequence by their names. */
void json_words(struct text *out, const struct state *s, const struct sequence *q);

#endif
