/* Every number that the compare view can show: both sides, how far each row moved, the order experiment,
 * the list of orders. The model must have computed them (model_compute). */
#ifndef EXPORT_COMPARE_H
#define EXPORT_COMPARE_H

#include "base/text.h"
#include "session/model.h"

void export_compare_csv(const struct model *m, struct text *out);
void export_compare_json(const struct model *m, struct text *out);

#endif
