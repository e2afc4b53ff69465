/* The hands of a clock encoding, and the game "what time is it?": a position is read from the hands, then
 * every hand turns and the new position is asked for. Everything is derived from three numbers of the look
 * and from the seed. */
#ifndef STUDY_CLOCK_H
#define STUDY_CLOCK_H

#include "base/lang.h"
#include "core/config.h"
#include "state/state.h"

/* Returns the number of hands: frequency pairs. */
int clock_hands(const struct config *c);
/* Returns whether the encoding has the sines alone: how far to the right its hands point, not whether up or
 * down. Such a clock tells no time. */
bool clock_sines(const struct posenc_def *pe);
/* Returns the angle of a hand at a position, from 0 to 2π, clockwise from the top; between two whole
 * positions it turns evenly. */
double clock_angle(const struct config *c, double pos, int hand);
/* Returns the angle by which a hand turns in one position, in radians. */
double clock_speed(const struct config *c, int hand);
/* Returns the positions in which a hand goes round once: 2π / speed. */
double clock_period(const struct config *c, int hand);
/* Returns the same angle in degrees from 0 to 360. */
double clock_degrees(double angle);
/* Returns c with the paces that its hands have without a rotation's scaling. */
struct config clock_unscaled(const struct config *c);
/* Returns how many times as slow scaling makes a hand: 1, it keeps its pace. */
double clock_slowed(const struct config *c, int hand);
/* The hands of a rotation, found once for many distances. */
struct clock_turns {
    int hands, columns; /* of a head */
    double longer, speed[CONFIG_MAX_D / 2];
};
void clock_turns(struct clock_turns *out, const struct config *c);
/* Returns how alike positions are that are as far apart as `from` to `to`, on average: the mean over a head's
 * columns of the cosines of the turns, times what lengthens turned columns. */
double clock_alike(const struct clock_turns *t, double from, double to);
/* Sets the two angles of a hand in degrees, the smaller first, that have the sine of the one at a position.
 */
void clock_fits(const struct config *c, double pos, int hand, double degrees[2]);

/* Choices of a question; the most positions of a turn; questions before the first one comes again. */
enum { CLOCK_CHOICES = 4, CLOCK_MOST_TURN = 1000, CLOCK_QUESTIONS = 1000000 };

/* A question of the game. */
struct clock_question {
    long from;                  /* the position that is read from the hands first */
    long by;                    /* positions by which every hand then turns; 0: they do not */
    long time;                  /* the right answer: from + by */
    long choice[CLOCK_CHOICES]; /* ascending; one of them is right, and all look different */
    int choices;                /* fewer if the hands cannot tell that many apart */
};

enum clock_verdict {
    CLOCK_OPEN, /* no answer yet */
    CLOCK_RIGHT,
    CLOCK_NOT_TURNED,  /* the position before the turn */
    CLOCK_TURNED_BACK, /* turned the wrong way */
    CLOCK_TURN_ALONE,  /* only the turn itself */
    CLOCK_WENT_ROUND,  /* the fast hand fits: it has gone round more or less often */
    CLOCK_ALMOST,      /* the slow hands fit */
    CLOCK_ELSEWHERE
};

/* What to tell a learner whose answer is wrong, by verdict. */
extern const char *const clock_reasons[CLOCK_ELSEWHERE + 1];

/* Returns whether a question is asked. */
bool clock_asks(const struct look *look);
/* Returns the question that is asked. */
struct clock_question clock_question(const struct config *c, const struct look *look, int seed);
enum clock_verdict clock_verdict(const struct config *c, const struct clock_question *q, long answer);

/* Returns the hand that differs most between two positions. */
int clock_telling_hand(const struct config *c, long a, long b);
/* Returns the fastest hand that has not gone round once before `pos`: it alone says the position. The slowest
 * if all have. */
int clock_first_round(const struct config *c, long pos);
/* Returns the turn that is asked for next, from 2 to 9 positions. */
int clock_next_turn(const struct look *look, int seed);

#endif
