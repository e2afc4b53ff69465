/* The hands of a clock encoding: where they stand at a position, and how fast they turn. */
#ifndef STUDY_CLOCK_H
#define STUDY_CLOCK_H

#include "core/config.h"

/* Returns the number of hands: frequency pairs. */
int clock_hands(const struct config *c);
/* Returns the angle of a hand at a position, from 0 to 2π, clockwise from the top; between two whole
 * positions it turns evenly. */
double clock_angle(const struct config *c, double pos, int hand);
/* Returns the angle by which a hand turns in one position, in radians. */
double clock_speed(const struct config *c, int hand);
/* Returns the positions in which a hand goes round once: 2π / speed. */
double clock_period(const struct config *c, int hand);
/* Returns the same angle in degrees from 0 to 360. */
double clock_degrees(double angle);

#endif
