/* Least squares by Householder QR (Golub and Van Loan, section 5.3): stable where
 * the normal equations are not (a read-out of slow sines is badly conditioned). */
#ifndef CORE_MATH_LSQ_H
#define CORE_MATH_LSQ_H

#include "base/work.h"
#include "core/math/mat.h"

/* X (c x s) minimises ‖A X - B‖ for A (r x c, r >= c) and B (r x s). A and B are
 * overwritten. Columns that depend on others to within rounding (pivot
 * below ε·max(r, c) of the largest) get zeros. `work` is asked now and then; stopped, X may hold anything. */
void lsq_solve(struct mat A, struct mat B, struct mat X, struct work *work);

#endif
