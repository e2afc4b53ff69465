#include "support/close.h"
#include "support/test.h"

#include <math.h>

static bool close_to(double got, double want, double tol)
{
    if (isinf(got) || isinf(want))
        return got > 0 ? (isinf(want) && want > 0) : (isinf(got) && isinf(want) && want < 0);
    return fabs(got - want) <= tol;
}

void assert_close_at(double got, double want, double tol, const char *what, const char *file, int line)
{
    if (!close_to(got, want, tol)) {
        print_error("%s = %.17g, wanted %.17g (difference %g, allowed %g)\n", what, got, want,
                    fabs(got - want), tol);
        _fail(file, line);
    }
}

void assert_mat_close_at(struct mat got, struct mat want, double tol, const char *what, const char *file,
                         int line)
{
    if (got.rows != want.rows || got.cols != want.cols) {
        print_error("%s is %d x %d, wanted %d x %d\n", what, got.rows, got.cols, want.rows, want.cols);
        _fail(file, line);
    }
    double scale = 0;
    for (int r = 0; r < want.rows; r++)
        for (int c = 0; c < want.cols; c++)
            if (isfinite(mat_at(want, r, c)))
                scale = fmax(scale, fabs(mat_at(want, r, c)));
    double allowed = scale > 0 ? tol * scale : tol;
    for (int r = 0; r < want.rows; r++)
        for (int c = 0; c < want.cols; c++)
            if (!close_to(mat_at(got, r, c), mat_at(want, r, c), allowed)) {
                print_error("%s[%d][%d] = %.17g, wanted %.17g (allowed %g)\n", what, r, c, mat_at(got, r, c),
                            mat_at(want, r, c), allowed);
                _fail(file, line);
            }
}
