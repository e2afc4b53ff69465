/* Exports one matrix as text for a spreadsheet (.csv) or as bytes for NumPy (.npy). */
#ifndef EXPORT_MATRIX_H
#define EXPORT_MATRIX_H

#include "base/arena.h"
#include "base/text.h"
#include "state/scene.h"

/* Returns the stage of the layer in view with this name, as in commands or on a Chinese screen; -1: none. */
int export_stage(const struct scene *s, const char *name);

/* Sets *out to the matrix `name`: a stage of the layer and head in view, or an editable matrix, copied into
 * `room`. Returns false if there is no such matrix, or no memory for it. */
bool export_find(const struct scene *s, const char *name, struct arena *room, struct mat *out);

/* Writes one line per row, without a header. Numbers have the shortest form that reads back equal. */
void export_csv(struct mat m, struct text *out);

/* Writes the 8 bytes of a number, least significant first. */
void export_double(struct text *out, double x);

/* Writes NumPy format 1.0: little-endian float64, C order. */
void export_npy(struct mat m, struct text *out);

#endif
