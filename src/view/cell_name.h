/* The name of a cell on screen: scores[cat→dog], 得分[猫→狗], Q[猫, 3], WQ[3, 5], dL/dWQ[3, 5]. */
#ifndef VIEW_CELL_NAME_H
#define VIEW_CELL_NAME_H

#include "core/pipeline/derive.h"
#include "view/screen.h"

void cell_name(struct text *out, const struct screen *s, const struct derive_from *cell);

/* Write and return the matrix name alone: scores, Q, WQ, dL/dWQ. The returned one lives as long as
 * s->scratch. */
void cell_matrix_name(struct text *out, const struct screen *s, const struct derive_from *cell);
const char *cell_matrix(const struct screen *s, const struct derive_from *cell);
/* The same as a text of the picture. */
const char *said_cell(const struct screen *s, const struct derive_from *cell);

#endif
