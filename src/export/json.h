/* Writes JSON piece by piece. Numbers have the shortest form that reads back equal; infinities are the
 * strings "inf" and "-inf", NaN is null. */
#ifndef EXPORT_JSON_H
#define EXPORT_JSON_H

#include "base/text.h"
#include "core/math/mat.h"
#include "state/state.h"

/* Writes a key of the open object, after a comma unless it is the first. Returns out, for the value. */
struct text *json_add_key(struct text *out, const char *name);
/* Writes a key, and null if there is no value. Returns whether there is one, which comes next. */
bool json_add_known(struct text *out, const char *name, bool known);
void json_add_string(struct text *out, const char *s);
void json_add_number(struct text *out, double x);
/* Writes a list of `count` numbers; json_add_matrix writes a list of rows. */
void json_add_numbers(struct text *out, const double *v, int count);
void json_add_matrix(struct text *out, struct mat m);
/* Writes the names of a sequence's words as a list of strings. */
void json_add_words(struct text *out, const struct state *s, const struct sequence *q);

#endif
