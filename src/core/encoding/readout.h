/* What a linear map can read from an encoding's rows, fitted by least squares:
 * the position itself (lesson 12), or the row k positions later (lesson 09, which
 * also tries sines without cosines). */
#ifndef CORE_ENCODING_READOUT_H
#define CORE_ENCODING_READOUT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/work.h"
#include "core/config.h"

/* Positions 0…READOUT_FITTED-1 are what a readout of the position is fitted to. */
enum { READOUT_FITTED = 10 };

struct readout_error {
    double rel_fro; /* ‖A rows - shifted rows‖_F / ‖shifted rows‖_F */
    double max_abs;
};

/* Returns the doubles that the functions below take for tables of n rows. The caller must
 * ensure n >= d + 1, the number of weights to fit. */
size_t readout_room(const struct config *c, int n);

/* Returns the error of the best linear map (affine: plus a constant) from the rows of positions 0…n-1 to the
 * rows k positions later. */
struct readout_error readout_shift(const struct config *c, int n, int k, bool affine, struct arena *room);

/* ‖A PE(pos) - PE(pos+k)‖∞ for the best linear map A of readout_shift(n). If `work` stops: undefined. */
double readout_shift_at(const struct config *c, int n, int k, long pos, struct arena *room,
                        struct work *work);

/* Fits a constant plus d factors, which are returned, to give the position on 0…n-1; they lie in `room`. */
struct mat readout_fit(const struct config *c, int n, struct arena *room);
/* Returns the position that they read at pos. */
double readout_read(const struct config *c, struct mat fit, long pos);

/* Sets *factor to the a that brings a·sin t nearest to sin(t+1) over t = 0…n-1, and *error to its largest
 * error. Polls `work`; once stopped, the results are undefined. */
void readout_one_sine(int n, double *factor, double *error, struct work *work);

#endif
