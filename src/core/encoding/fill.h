/* Initial values of an encoding's matrices. Parameters that training would
 * learn start as pseudo-random numbers. Entry (r, c) depends only on the seed's
 * name, r and c: a table that grows keeps its first rows. */
#ifndef CORE_ENCODING_FILL_H
#define CORE_ENCODING_FILL_H

#include "core/config.h"

/* Standard deviation of untrained tables. Real models start far smaller
 * (BERT and GPT-2: 0.02), which would be invisible next to the embeddings. */
#define PE_FILL_SD 0.3

/* Fills out with normal numbers of standard deviation PE_FILL_SD, rounded to 3 decimals:
 * they can then be read, copied and saved as shown. */
void pe_fill_normal(struct mat out, const char *name);

/* Ones on the diagonal, zeros elsewhere: may be a pe_matrix's fill. */
void pe_fill_identity(struct mat out, const struct config *c);

#endif
