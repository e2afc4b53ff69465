/* Properties of the sinusoids for d and the base: hands, rotations, products of positions.
 * d is the scene's unless it is given as an extra first argument. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/encoding/readout.h"
#include "core/encoding/sines.h"
#include "expr/call.h"
#include "study/clock.h"

enum { LAST = 1000000, LONGEST = 100000, SINE = 30, WIDEST = 2 * SINES_MAX_PAIRS };

/* Reads d from argument 0 if more than `without` arguments are given; *first is the index of the next one. */
static bool width(struct expr_call *c, int without, int *first, long *d)
{
    *d = c->scene->config.d;
    *first = c->count > without;
    return *first == 0 || expr_index(c, 0, 1, WIDEST, d);
}

enum { PAIR_FREQ, PAIR_WAVE };

/* Returns true if the hands are not those of the sines: random or learned waves, or a rotation that is slowed
 * for longer texts. */
static bool own_hands(const struct config *c)
{
    int slowed = posenc_param_find(c->pe, "scaling");
    return c->pe->angle && (c->pe->place || (slowed >= 0 && c->pe_param[slowed] > 0));
}

static long last_pair(const struct config *c)
{
    return (own_hands(c) && c->pe->pairs ? c->pe->pairs(c) : sines_pairs(c->d)) - 1;
}

static bool of_pair(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long i;
    if (!expr_index(c, 0, 0, last_pair(cf), &i))
        return false;
    double turn = own_hands(cf) ? fabs(cf->pe->angle(1, (int)i, cf) - cf->pe->angle(0, (int)i, cf))
                                : sines_freq(cf->d, cf->base, (int)i),
           period = own_hands(cf) ? clock_period(cf, (int)i) : sines_wavelength(cf->d, cf->base, (int)i);
    return expr_number(c, out, c->param == PAIR_FREQ ? turn : period);
}

static bool hand_angle(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long pos, i;
    return expr_index(c, 0, -LAST, LAST, &pos) && expr_index(c, 1, 0, last_pair(cf), &i) &&
           expr_number(c, out,
                       own_hands(cf) ? cf->pe->angle(pos, (int)i, cf)
                                     : sines_angle(cf->d, cf->base, pos, (int)i));
}

static bool rotation(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long k, r, j;
    return expr_index(c, 0, -LAST, LAST, &k) && expr_index(c, 1, 0, cf->d - 1, &r) &&
           expr_index(c, 2, 0, cf->d - 1, &j) &&
           expr_number(c, out, sines_rotation(cf->d, cf->base, k, (int)r, (int)j));
}

/* Residual of the rotation M_k for sincos and for encodings without rows; else of the best linear map. */
static bool shift_error(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    bool exact = cf->pe == posenc_find("sincos") || !cf->pe->row;
    long pos, k;
    if (!expr_index(c, 0, 0, LAST, &pos) || !expr_index(c, 1, exact ? -pos : 0, exact ? LAST : 1000, &k))
        return false;
    if (exact)
        return expr_charge(c, 4.0 * SINE * cf->d) &&
               expr_number(c, out, sines_shift_error(cf->d, cf->base, pos, k));
    /* that of the least-squares map from the rows of positions 0…n-1 to those k positions later */
    struct arena room = {0};
    int n = 2 * cf->d > 64 ? 2 * cf->d : 64;
    if (!expr_charge(c, 12.0 * n * cf->d * cf->d))
        return false;
    if (!arena_reserve(&room, readout_room(cf, n)))
        return reply_no_memory(c->r);
    double x = readout_shift_at(cf, n, (int)k, pos, &room, c->r->work);
    arena_finish(&room);
    return expr_number(c, out, x);
}

/* Largest entry of |M_j M_k - M_(j+k)|; with one argument, of |M_j M_(-j) - I|. */
static bool compose_error(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long turn[2];
    double most = 0;
    if (!expr_index(c, 0, -LAST, LAST, &turn[0]) || !expr_index(c, c->count - 1, -LAST, LAST, &turn[1]) ||
        !expr_charge(c, 20.0 * SINE * cf->d))
        return false;
    turn[1] = c->count == 1 ? -turn[0] : turn[1];
    for (int r = 0; r < cf->d; r++)
        for (int x = r / 2 * 2; x < r / 2 * 2 + 2 && x < cf->d; x++) {
            double sum = 0; /* entry (r, x) of M_j M_k, whose blocks are 2 x 2 */
            for (int y = r / 2 * 2; y < r / 2 * 2 + 2 && y < cf->d; y++)
                sum += sines_rotation(cf->d, cf->base, turn[0], r, y) *
                       sines_rotation(cf->d, cf->base, turn[1], y, x);
            most = fmax(most, fabs(sum - sines_rotation(cf->d, cf->base, turn[0] + turn[1], r, x)));
        }
    return expr_number(c, out, most);
}

enum { OVER_RISES, OVER_TURNS };

static bool over_length(struct expr_call *c, struct expr_value *out)
{
    double base = c->scene->config.base;
    int first;
    long d, n;
    if (!width(c, 1, &first, &d) || !expr_index(c, first, 1, LONGEST, &n))
        return false;
    if (c->param == OVER_TURNS)
        return expr_charge(c, SINE * (double)d) && expr_number(c, out, sines_full_turns((int)d, base, n));
    return expr_charge(c, SINE * (double)n * (double)d / 2) &&
           expr_number(c, out, (double)sines_rises((int)d, base, n, c->r->work));
}

static bool first_rise(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    return expr_charge(c, SINE * (double)LONGEST * cf->d / 2) &&
           expr_number(c, out, (double)sines_first_rise(cf->d, cf->base, LONGEST, c->r->work));
}

static bool coverage(struct expr_call *c, struct expr_value *out)
{
    int first;
    long d, i, n;
    return width(c, 2, &first, &d) && expr_index(c, first, 0, sines_pairs((int)d) - 1, &i) &&
           expr_index(c, first + 1, 1, LAST, &n) &&
           expr_number(c, out, sines_coverage((int)d, c->scene->config.base, (int)i, n));
}

enum { COLUMN_FLIPS, COLUMN_STEP };

static bool of_column(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long j, n;
    if (!expr_index(c, 0, 0, cf->d - 1, &j) || !expr_index(c, 1, 1, LONGEST, &n) ||
        !expr_charge(c, SINE * (double)n))
        return false;
    return expr_number(c, out,
                       c->param == COLUMN_FLIPS ? (double)sines_flips(cf->d, cf->base, (int)j, n, c->r->work)
                                                : sines_max_step(cf->d, cf->base, (int)j, n, c->r->work));
}

enum { SINE_FACTOR, SINE_ERROR };

static bool one_sine(struct expr_call *c, struct expr_value *out)
{
    double factor, error;
    long n;
    if (!expr_index(c, 0, 2, LONGEST, &n) || !expr_charge(c, 4.0 * SINE * (double)n))
        return false;
    readout_one_sine((int)n, &factor, &error, c->r->work);
    return expr_number(c, out, c->param == SINE_FACTOR ? factor : error);
}

/* clang-format off */
const struct expr_function expr_sines[] = {
    {"freq", "n", of_pair, PAIR_FREQ, "freq(1)", TEXT("ω_i of frequency pair i")},
    {"wavelength", "n", of_pair, PAIR_WAVE, "wavelength(1)", TEXT("positions per turn of pair i")},
    {"angle", "nn", hand_angle, 0, "angle(5,0)", TEXT("angle of hand i at a position, in radians")},
    {"rot", "nnn", rotation, 0, "rot(3,0,1)", TEXT("entry (r,c) of M_k: k, r, c")},
    {"shift_error", "nn", shift_error, 0, "shift_error(2,3)", TEXT("|M_k PE(pos) - PE(pos+k)|; for other encodings the best linear map")},
    {"compose_error", "nn", compose_error, 0, "compose_error(1,2)", "|M_j M_k - M_(j+k)|"},
    {"inverse_error", "n", compose_error, 0, "inverse_error(3)", "|M_k M_-k - I|"},
    {"rises", "nN", over_length, OVER_RISES, "rises(200)", TEXT("number of times P·P rises over offsets 1…L: L, or d and L")},
    {"firstrise", "", first_rise, 0, "firstrise()", TEXT("first offset at which P·P rises")},
    {"fullturns", "nN", over_length, OVER_TURNS, "fullturns(512)", TEXT("hands that make a full turn in L positions: L, or d and L")},
    {"coverage", "nnN", coverage, 0, "coverage(1,100)", TEXT("fraction of the circle that hand i covers in L positions: i and L, or d, i and L")},
    {"flips", "nn", of_column, COLUMN_FLIPS, "flips(0,60)", TEXT("sign changes of column j in L positions")},
    {"maxstep", "nn", of_column, COLUMN_STEP, "maxstep(0,60)", TEXT("largest step of column j in L positions")},
    {"sinefactor", "n", one_sine, SINE_FACTOR, "sinefactor(50)", TEXT("factor a that brings a·sin t closest to sin(t+1) over n positions")},
    {"sineerror", "n", one_sine, SINE_ERROR, "sineerror(50)", TEXT("largest error of that factor")},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
/* clang-format on */
