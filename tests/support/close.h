/* Assertions on doubles that name the numbers when they fail. */
#ifndef SUPPORT_CLOSE_H
#define SUPPORT_CLOSE_H

#include "core/math/mat.h"

void assert_close_at(double got, double want, double tol, const char *what, const char *file, int line);
void assert_mat_close_at(struct mat got, struct mat want, double tol, const char *what, const char *file,
                         int line);

/* |got - want| <= tol; infinities must be equal. */
#define assert_close(got, want, tol) assert_close_at((got), (want), (tol), #got, __FILE__, __LINE__)
/* Same shape, and every entry within tol times the largest |want| (absolute tol if all are 0). */
#define assert_mat_close(got, want, tol) assert_mat_close_at((got), (want), (tol), #got, __FILE__, __LINE__)

#endif
