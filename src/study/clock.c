#include "study/clock.h"

#include <math.h>

#include "core/encoding/posenc.h"

static const double turn = 6.28318530717958647692;

int clock_hands(const struct config *c)
{
    return c->pe->pairs ? c->pe->pairs(c) : (c->d + 1) / 2;
}

double clock_speed(const struct config *c, int hand)
{
    return c->pe->angle(1, hand, c) - c->pe->angle(0, hand, c);
}

double clock_angle(const struct config *c, double pos, int hand)
{
    double before = floor(pos), angle = c->pe->angle((long)before, hand, c);
    if (pos > before)
        angle += (pos - before) * clock_speed(c, hand);
    return angle - turn * floor(angle / turn);
}

double clock_period(const struct config *c, int hand)
{
    return turn / clock_speed(c, hand);
}

double clock_degrees(double angle)
{
    return 360 * (angle / turn - floor(angle / turn));
}
