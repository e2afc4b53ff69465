#include "core/math/mat.h"

#include <float.h>
#include <math.h>

#include "base/work.h"

/* Zeros column k of A below row k by one Householder reflection; applies it to
 * the rest of A and to B. */
static void reflect(struct mat A, struct mat B, int k)
{
    double norm = 0;
    for (int r = k; r < A.rows; r++)
        norm = hypot(norm, mat_at(A, r, k));
    if (norm == 0)
        return;
    double head = mat_at(A, k, k), alpha = head > 0 ? -norm : norm, beta = alpha * (alpha - head);
    double v0 = head - alpha;
    struct mat both[2] = {A, B};
    for (int m = 0; m < 2; m++)
        for (int c = m ? 0 : k + 1; c < both[m].cols; c++) {
            double dot = v0 * mat_at(both[m], k, c);
            for (int r = k + 1; r < A.rows; r++)
                dot += mat_at(A, r, k) * mat_at(both[m], r, c);
            dot /= beta;
            mat_row(both[m], k)[c] -= dot * v0;
            for (int r = k + 1; r < A.rows; r++)
                mat_row(both[m], r)[c] -= dot * mat_at(A, r, k);
        }
    mat_row(A, k)[k] = alpha;
}

void lsq_solve(struct mat A, struct mat B, struct mat X, struct work *work)
{
    double largest = 0;
    for (int k = 0; k < A.cols && work_on(work, 2.0 * (A.rows - k) * (A.cols - k + B.cols)); k++)
        reflect(A, B, k);
    for (int k = 0; k < A.cols; k++)
        largest = fmax(largest, fabs(mat_at(A, k, k)));
    double small = DBL_EPSILON * (A.rows > A.cols ? A.rows : A.cols) * largest;
    for (int s = 0; s < B.cols && work_on(work, 0.5 * A.cols * A.cols); s++)
        for (int k = A.cols - 1; k >= 0; k--) {
            double sum = mat_at(B, k, s), pivot = mat_at(A, k, k);
            for (int c = k + 1; c < A.cols; c++)
                sum -= mat_at(A, k, c) * mat_at(X, c, s);
            mat_row(X, k)[s] = fabs(pivot) > small ? sum / pivot : 0;
        }
}
