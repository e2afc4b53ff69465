/* Writes the whole computation as one JSON object: the words, the sizes and the encoding. From layer 0
 * come the weights, every matrix under its stage's name and every term under its own name. What exists per
 * head is a list. */
#ifndef EXPORT_COMPUTATION_H
#define EXPORT_COMPUTATION_H

#include "base/text.h"
#include "state/scene.h"

void export_json(const struct scene *s, struct text *out);

#endif
