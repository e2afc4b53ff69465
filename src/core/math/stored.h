/* The numbers of stored matrices (see struct factor), one after the other. */
#ifndef CORE_MATH_STORED_H
#define CORE_MATH_STORED_H

#include "core/math/mat.h"

/* out[i] = number i of `count` adjacent ones. Exact: a double holds each of them. */
void stored_widen(double *out, const unsigned char *from, enum mat_kind kind, int count);

#endif
