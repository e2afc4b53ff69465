#include "core/encoding/readout.h"

#include <math.h>

#include "core/encoding/posenc.h"
#include "core/math/elementary.h"
#include "core/math/mat.h"

enum { SINE_EFFORT = 30 }; /* cost of a sine, in multiplications */

size_t readout_room(const struct config *c, int n)
{
    size_t wide = (size_t)c->d + 1;
    return 4 * (size_t)n * wide + wide * wide + 4 * wide;
}

/* Returns the rows of positions first…first+n-1, preceded by a column of ones if `ones`. */
static struct mat rows(const struct config *c, int n, long first, bool ones, struct arena *room)
{
    struct mat m = mat_in(room, n, c->d + ones);
    for (int r = 0; r < n; r++) {
        c->pe->row(mat_row(m, r) + ones, first + r, c);
        if (ones)
            mat_row(m, r)[0] = 1;
    }
    return m;
}

/* Returns the A that brings rows·A nearest to the rows k positions later. */
static struct mat fit_shift(const struct config *c, int n, int k, bool affine, struct arena *room,
                            struct work *work)
{
    struct mat from = rows(c, n, 0, affine, room), to = rows(c, n, k, false, room);
    struct mat map = mat_in(room, c->d + affine, c->d);
    lsq_solve(from, to, map, work);
    return map;
}

struct readout_error readout_shift(const struct config *c, int n, int k, bool affine, struct arena *room)
{
    struct mat map = fit_shift(c, n, k, affine, room, NULL);
    struct mat from = rows(c, n, 0, affine, room), to = rows(c, n, k, false, room);
    double error = 0, size = 0, most = 0;
    for (int r = 0; r < n; r++)
        for (int j = 0; j < c->d; j++) {
            double sum = 0;
            for (int x = 0; x < from.cols; x++)
                sum += mat_at(from, r, x) * mat_at(map, x, j);
            double off = sum - mat_at(to, r, j);
            error += off * off;
            size += mat_at(to, r, j) * mat_at(to, r, j);
            most = fmax(most, fabs(off));
        }
    return (struct readout_error){sqrt(error / size), most};
}

double readout_shift_at(const struct config *c, int n, int k, long pos, struct arena *room, struct work *work)
{
    struct mat map = fit_shift(c, n, k, false, room, work);
    struct mat from = rows(c, 1, pos, false, room), to = rows(c, 1, pos + k, false, room);
    double most = 0;
    for (int j = 0; j < c->d; j++) {
        double sum = 0;
        for (int x = 0; x < c->d; x++)
            sum += from.v[x] * mat_at(map, x, j);
        most = fmax(most, fabs(sum - to.v[j]));
    }
    return most;
}

struct mat readout_fit(const struct config *c, int n, struct arena *room)
{
    struct mat map = mat_in(room, c->d + 1, 1), from = rows(c, n, 0, true, room), to = mat_in(room, n, 1);
    for (int r = 0; r < n; r++)
        to.v[r] = r;
    lsq_solve(from, to, map, NULL);
    return map;
}

double readout_read(const struct config *c, struct mat fit, long pos)
{
    double row[1 + CONFIG_MAX_D] = {1};
    c->pe->row(row + 1, pos, c);
    return vec_dot(row, fit.v, c->d + 1);
}

void readout_one_sine(int n, double *factor, double *error, struct work *work)
{
    double both = 0, one = 0;
    for (int t = 0; t < n && work_on(work, 2 * SINE_EFFORT); t++) {
        both += elementary_sin(t) * elementary_sin(t + 1);
        one += elementary_sin(t) * elementary_sin(t);
    }
    *factor = both / one;
    *error = 0;
    for (int t = 0; t < n && work_on(work, 2 * SINE_EFFORT); t++)
        *error = fmax(*error, fabs(*factor * elementary_sin(t) - elementary_sin(t + 1)));
}
