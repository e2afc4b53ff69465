#include "core/math/largest.h"

#include "base/number.h"
#include "core/math/mat.h"

int largest_of(const double *x, int count, int digits, bool *tied)
{
    int best = vec_next_largest(x, count, -1);
    *tied = false;
    for (int i = 0; i < count && best >= 0; i++)
        *tied = *tied || (i != best && number_alike(x[best], x[i], digits));
    return best < 0 ? 0 : best;
}
