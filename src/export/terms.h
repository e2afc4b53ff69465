/* Every number that the terms view can show: the terms of all pairs of the layer and
 * head in view, what becomes of them, and its panels. The model has computed them
 * (model_compute). */
#ifndef EXPORT_TERMS_H
#define EXPORT_TERMS_H

#include "base/text.h"
#include "session/model.h"

void export_terms_csv(const struct model *m, struct text *out);
void export_terms_json(const struct model *m, struct text *out);

#endif
