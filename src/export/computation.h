/* The whole computation as one JSON object: the words, the sizes and the encoding; of the last layer the weights,
 * every matrix by the name of its stage and every term by its own, a list by heads where there are heads. */
#ifndef EXPORT_COMPUTATION_H
#define EXPORT_COMPUTATION_H

#include "base/text.h"
#include "state/scene.h"

void export_json(const struct scene *s, struct text *out);

#endif
