#include "study/clock.h"

#include <math.h>

#include "core/encoding/posenc.h"
#include "core/math/elementary.h"
#include "core/math/rng.h"

static const double turn = 6.28318530717958647692;

/* clang-format off */
const char *const clock_reasons[] = {
    [CLOCK_OPEN] = "",
    [CLOCK_RIGHT] = "",
    [CLOCK_NOT_TURNED] = TEXT("That was the time before the hands turned."),
    [CLOCK_TURNED_BACK] = TEXT("That is as many words earlier: later words turn the hands clockwise."),
    [CLOCK_TURN_ALONE] = TEXT("That is only the turn: add it to the time before."),
    [CLOCK_WENT_ROUND] = TEXT("The fast hand is nearly there too, but it has gone round a different number of times: "
                              "a slower hand counts its rounds."),
    [CLOCK_ALMOST] = TEXT("Nearly: the slow hands fit, but the fast one says it more exactly."),
    [CLOCK_ELSEWHERE] = TEXT("At that time the hands point elsewhere."),
};
/* clang-format on */

int clock_hands(const struct config *c)
{
    return c->pe->pairs ? c->pe->pairs(c) : (c->d + 1) / 2;
}

bool clock_sines(const struct posenc_def *pe)
{
    return pe->form == PE_FORM_CLOCK && pe->step > 1;
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
    if (c->pescale < 0 && posenc_added(c)) /* times a negative number: the opposite direction */
        angle += turn / 2;
    return angle - turn * floor(angle / turn);
}

double clock_period(const struct config *c, int hand)
{
    return turn / clock_speed(c, hand);
}

struct config clock_unscaled(const struct config *c)
{
    struct config own = *c;
    int scaling = posenc_param_find(c->pe, "scaling");
    if (scaling >= 0)
        own.pe_param[scaling] = 0;
    return own;
}

double clock_slowed(const struct config *c, int hand)
{
    struct config own = clock_unscaled(c);
    return clock_speed(&own, hand) / clock_speed(c, hand);
}

void clock_turns(struct clock_turns *out, const struct config *c)
{
    *out = (struct clock_turns){.hands = clock_hands(c), .columns = c->dk, .longer = rope_longer(c)};
    for (int i = 0; i < out->hands; i++)
        out->speed[i] = clock_speed(c, i);
}

/* Over a stretch x … y the mean of cos ωd is cos(ω(x + y)/2)·sin(h)/h, h = ω(y - x)/2. */
double clock_alike(const struct clock_turns *t, double from, double to)
{
    double sum = 0;
    for (int i = 0; i < t->hands; i++) {
        double half = t->speed[i] * (to - from) / 2;
        sum +=
            2 * elementary_cos(t->speed[i] * (from + to) / 2) * (half > 0 ? elementary_sin(half) / half : 1);
    }
    return (sum * t->longer + t->columns - 2 * t->hands) / t->columns;
}

double clock_degrees(double angle)
{
    return 360 * (angle / turn - floor(angle / turn));
}

void clock_fits(const struct config *c, double pos, int hand, double degrees[2])
{
    double angle = clock_angle(c, pos, hand), one = clock_degrees(angle),
           other = clock_degrees(turn / 2 - angle);
    degrees[0] = fmin(one, other);
    degrees[1] = fmax(one, other);
}

/* Returns the angle between a hand's places at two positions, the short way round. */
static double between(const struct config *c, long a, long b, int hand)
{
    double turns = (clock_angle(c, (double)a, hand) - clock_angle(c, (double)b, hand)) / turn;
    return fabs(turns - floor(turns + 0.5)) * turn;
}

int clock_telling_hand(const struct config *c, long a, long b)
{
    int best = 0;
    for (int hand = 1; hand < clock_hands(c); hand++)
        if (between(c, a, b, hand) > between(c, a, b, best))
            best = hand;
    return best;
}

int clock_first_round(const struct config *c, long pos)
{
    int hand = 0;
    while (hand + 1 < clock_hands(c) && clock_period(c, hand) <= (double)pos)
        hand++;
    return hand;
}

/* ---- the question ------------------------------------------------------------------ */

bool clock_asks(const struct look *look)
{
    return look->encoding.game > 0;
}

/* Numbers for one question: the same on every machine. */
static struct rng numbers_of(const struct look *look, int seed)
{
    struct rng r = rng_seed((uint64_t)(unsigned)seed);
    r.state += rng_next(&r) * (uint64_t)(unsigned)look->encoding.game;
    return r;
}

/* Returns a whole number from lo to hi. */
static long drawn(struct rng *r, long lo, long hi)
{
    return lo + (long)(rng_uniform(r) * (double)(hi - lo + 1));
}

/* Adds a choice in ascending order unless it is below 0 or the hands look nearly as in another choice. */
static void offer(const struct config *c, struct clock_question *q, long pos)
{
    static const double least = 20 * 6.28318530717958647692 / 360;
    bool fits = pos >= 0 && q->choices < CLOCK_CHOICES;
    for (int i = 0; i < q->choices && fits; i++)
        fits = between(c, pos, q->choice[i], clock_telling_hand(c, pos, q->choice[i])) >= least;
    if (!fits)
        return;
    int i = q->choices++;
    for (; i > 0 && q->choice[i - 1] > pos; i--)
        q->choice[i] = q->choice[i - 1];
    q->choice[i] = pos;
}

struct clock_question clock_question(const struct config *c, const struct look *look, int seed)
{
    enum { MINUTES = 59, LEAST = 2 };
    static const int off[] = {6, 3, 1};
    struct rng r = numbers_of(look, seed);
    double round = clock_period(c, clock_hands(c) - 1);
    /* one that the slowest hand reaches within its first round, like the minutes of an hour */
    long last = round > MINUTES + 1 ? MINUTES : round > LEAST + 1 ? (long)round - 1 : LEAST;
    struct clock_question q = {.from = drawn(&r, 1, last), .by = look->encoding.turn};
    q.time = q.from + q.by;
    r.state += (uint64_t)q.by;
    /* the right time, the two around it where a fast hand of 6.3 words is back at its place, points the
     * opposite way, and is one word off; then whatever the hands can tell apart */
    offer(c, &q, q.time);
    for (int i = 0; i < 3; i++)
        offer(c, &q, q.time + (drawn(&r, 0, 1) ? off[i] : -off[i]));
    for (long far = 1; far <= 12; far++) {
        offer(c, &q, q.time + far);
        offer(c, &q, q.time - far);
    }
    return q;
}

int clock_next_turn(const struct look *look, int seed)
{
    struct rng r = numbers_of(look, seed + 1);
    return (int)drawn(&r, 2, 9);
}

/* ---- the answer -------------------------------------------------------------------- */

enum clock_verdict clock_verdict(const struct config *c, const struct clock_question *q, long answer)
{
    const double near = 30 * turn / 360;
    if (answer < 0)
        return CLOCK_OPEN;
    if (answer == q->time)
        return CLOCK_RIGHT;
    if (q->by > 0 && answer == q->from)
        return CLOCK_NOT_TURNED;
    if (q->by > 0 && answer == q->by)
        return CLOCK_TURN_ALONE;
    if (q->by > 0 && answer == q->from - q->by)
        return CLOCK_TURNED_BACK;
    int telling = clock_telling_hand(c, answer, q->time);
    if (between(c, answer, q->time, 0) < near)
        return CLOCK_WENT_ROUND;
    for (int hand = 1; hand < clock_hands(c); hand++)
        if (between(c, answer, q->time, hand) >= near)
            return CLOCK_ELSEWHERE;
    return telling == 0 && clock_hands(c) > 1 ? CLOCK_ALMOST : CLOCK_ELSEWHERE;
}
