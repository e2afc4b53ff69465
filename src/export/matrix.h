/* One matrix as text for a spreadsheet (.csv) or as bytes for numpy (.npy). */
#ifndef EXPORT_MATRIX_H
#define EXPORT_MATRIX_H

#include "base/arena.h"
#include "base/text.h"
#include "state/scene.h"

/* The matrix called `name`: a stage of the layer and head in view, or one that can
 * be edited (its numbers are put into `room`). false: no such matrix. */
bool export_find(const struct scene *s, const char *name, struct arena *room, struct mat *out);

/* A line a row, numbers in shortest round-trip form, no header. */
void export_csv(struct mat m, struct text *out);

/* NumPy format 1.0: little-endian float64, C order. */
void export_npy(struct mat m, struct text *out);

#endif
