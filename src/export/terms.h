/* Every number that the terms view can show: for the layer and head in view the terms of all pairs, the
 * scores and weights computed from them, and the panels. The model must have computed them
 * (model_compute). */
#ifndef EXPORT_TERMS_H
#define EXPORT_TERMS_H

#include "base/text.h"
#include "session/model.h"

void export_terms_csv(const struct model *m, struct text *out);
void export_terms_json(const struct model *m, struct text *out);

#endif
