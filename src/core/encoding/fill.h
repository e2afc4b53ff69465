/* Starting values of the matrices that belong to an encoding. What would be
 * learned starts as pseudo-random numbers: entry (r, c) depends on the seed's
 * name, r and c alone, so a table that grows keeps its first rows. */
#ifndef CORE_ENCODING_FILL_H
#define CORE_ENCODING_FILL_H

#include "core/math/mat.h"

/* The spread that untrained tables start with here. Models start far smaller
 * (BERT and GPT-2: 0.02), which would not be seen beside the embeddings. */
#define PE_FILL_SD 0.3

/* Normal numbers of standard deviation PE_FILL_SD, rounded to 3 decimals so that
 * they can be read, copied and saved as they are shown. */
void pe_fill_normal(struct mat out, const char *name);

/* Ones on the diagonal, zeros elsewhere. */
void pe_fill_identity(struct mat out);

#endif
