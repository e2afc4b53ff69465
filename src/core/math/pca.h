/* Principal components: the two directions of largest variance, to show vectors
 * as points in the plane (Pearson 1901; Hotelling 1933). */
#ifndef CORE_MATH_PCA_H
#define CORE_MATH_PCA_H

#include "core/math/mat.h"

enum { PCA_AXES = 2, PCA_MAX_SIDE = 128 };

struct pca {
    int d;
    int axes;                      /* number of axes with any spread: 0, 1 or 2 */
    double spread;                 /* Σ of the rows' squared distances from their mean; 0 if only rounding */
    double share[PCA_AXES];        /* fraction of the spread along each axis; 0 for a missing axis */
    double *mean, *axis[PCA_AXES]; /* d entries each, in the arena; an axis has length 1, or 0 if missing */
};

/* Returns true if pca_compute can handle `count` matrices of equal width d: the smaller of
 * their total rows and d must be at most PCA_MAX_SIDE. */
bool pca_fits(const struct mat *m, int count);
/* Returns the doubles that pca_compute takes. */
size_t pca_room(const struct mat *m, int count);

/* Computes the components of all rows together, centred on their mean. Applies Jacobi rotations
 * (Golub and Van Loan, section 8.5) to the smaller of BBᵀ and BᵀB. Sign convention: the entry of
 * largest size is positive. Axes of equal spread come in the order the rotations leave them,
 * which is reproducible. Numbers that are not finite give no axes. */
void pca_compute(struct pca *p, const struct mat *m, int count, struct arena *arena);

/* (row - mean)·axis for both axes. */
void pca_project(const struct pca *p, const double *row, double out[PCA_AXES]);

/* Returns the fraction of m's spread (around m's mean) that lies in the plane of the axes; 1 if m has none.
 */
double pca_kept(const struct pca *p, struct mat m);

#endif
