/* The whole computation as one JSON object: the words, the sizes and the encoding; of the last layer the weights,
 * every matrix by the name of its stage and every term by its own, a list by heads where there are heads. */
#ifndef APP_EXPORT_JSON_H
#define APP_EXPORT_JSON_H

#include "base/text.h"
#include "model/scene.h"

void export_json(const struct scene *s, struct text *out);

#endif
