/* The whole computation as one JSON object (the contract's section 6). */
#ifndef APP_EXPORT_JSON_H
#define APP_EXPORT_JSON_H

#include "base/text.h"
#include "model/scene.h"

void export_json(const struct scene *s, struct text *out);

#endif
