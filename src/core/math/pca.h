/* Principal components: the two directions in which rows spread most, so that many
 * numbers can be seen as a point in the plane (Pearson 1901; Hotelling 1933). */
#ifndef CORE_MATH_PCA_H
#define CORE_MATH_PCA_H

#include "core/math/mat.h"

enum { PCA_AXES = 2, PCA_MAX_SIDE = 128 };

struct pca {
    int d;
    int axes;                    /* how many have any spread: 0, 1 or 2 */
    double spread;               /* Σ of the rows' squared distances from their mean */
    double share[PCA_AXES];      /* of the spread that lies along each axis; 0 for one that is not there */
    double *mean, *axis[PCA_AXES];   /* d entries each, in the arena; an axis has length 1, or is 0 */
};

/* True when the rows of `count` matrices of equal width d can be had: the fewer of
 * rows and d are at most PCA_MAX_SIDE. */
bool pca_fits(const struct mat *m, int count);
/* Doubles that pca_compute takes. */
size_t pca_room(const struct mat *m, int count);

/* The components of all rows together, with their mean taken out, from the smaller of BBᵀ
 * and BᵀB by Jacobi's rotations (Golub and Van Loan, section 8.5). A direction could as well
 * be called by its opposite: the entry of largest size is positive. Directions of equal
 * spread come as the rotations leave them, the same every time. Numbers that
 * are not finite: no axes. */
void pca_compute(struct pca *p, const struct mat *m, int count, struct arena *arena);

/* (row - mean)·axis for both axes. */
void pca_project(const struct pca *p, const double *row, double out[PCA_AXES]);

/* Share of m's own spread around its own mean that lies in the plane of the axes; 1 when it has none. */
double pca_kept(const struct pca *p, struct mat m);

#endif
