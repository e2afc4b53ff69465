#include "core/recurrence.h"

void recurrence_shares(double z, int t, double *share)
{
    double left = 1;
    for (int k = t; k > 0; k--) {
        share[k] = (1 - z) * left;
        left *= z;
    }
    share[0] = left;
}
