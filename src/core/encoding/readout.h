/* What a linear map can read from an encoding's rows: the position itself
 * (lesson 12), the row k places on (lesson 09, which asks it of sines without
 * cosines too). Fitted by least squares. */
#ifndef CORE_ENCODING_READOUT_H
#define CORE_ENCODING_READOUT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/work.h"
#include "core/config.h"

struct readout_error {
    double rel_fro;          /* ‖A rows - shifted rows‖_F / ‖shifted rows‖_F */
    double max_abs;
};

/* Doubles of room that the functions below take for tables of n rows; n is at
 * least d + 1, the number of weights to be found (the caller sees to it). */
size_t readout_room(const struct config *c, int n);

/* The best linear (affine: plus a constant) map from the rows of positions 0…n-1 to the rows k places on. */
struct readout_error readout_shift(const struct config *c, int n, int k, bool affine, struct arena *room);

/* ‖A PE(pos) - PE(pos+k)‖∞ for the best linear map A of readout_shift(n). */
double readout_shift_at(const struct config *c, int n, int k, long pos, struct arena *room, struct work *work);

/* A constant plus d weights, fitted so that they give the position on 0…n-1; its answer at pos. */
double readout_position(const struct config *c, int n, long pos, struct arena *room);

/* `work` of these is asked now and then; stopped, they give anything.
 * The factor a that brings a·sin t nearest to sin(t+1) over t = 0…n-1, and its largest error. */
void readout_one_sine(int n, double *factor, double *error, struct work *work);

#endif
