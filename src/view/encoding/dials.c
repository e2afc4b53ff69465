/* The dials: one hand per frequency pair, at its true angle. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/math/elementary.h"
#include "view/figures/dial.h"
#include "view/encoding/encoding.h"
#include "view/spots.h"

/* Rows of a dial and of the words below it; columns of both at which every line has its noun. */
enum { LEAST = 3, MOST = 14, WORDS = 4, NARROWEST = 18 };

static const double pi = 3.14159265358979323846;

/* The size of a dial, the lines of words below it, and the columns of both. */
struct size {
    int rows, words, cols;
};

static int shown_at(struct canvas c, struct size size)
{
    return c.cols / size.cols * (c.rows / (size.rows + size.words));
}

/* Returns the largest size at which all pairs fit, with one line of words if there is no room for all; if
 * they never do, the smallest, with all words if one line would not show more. */
static struct size size_for(struct canvas c, int pairs)
{
    for (int words = WORDS; words > 0; words -= WORDS - 1)
        for (int rows = MOST; rows >= LEAST; rows--) {
            struct size size = {rows, words, 2 * rows + 2};
            size.cols = words == WORDS && size.cols < NARROWEST ? NARROWEST : size.cols;
            if (shown_at(c, size) >= pairs)
                return size;
        }
    struct size few = {LEAST, WORDS, NARROWEST}, more = {LEAST, 1, 2 * LEAST + 2};
    return shown_at(c, more) > shown_at(c, few) ? more : few;
}

/* Whether P_t·P_s is the sum of the cosines: not of sines alone, at another scale, or with half a pair. */
static bool adds_up(const struct config *c)
{
    return !clock_sines(c->pe) && fabs(c->pescale) == 1 && c->d % 2 == 0;
}

/* Returns the angle of the pale hand: at s or, of a sine, the other one that fits t. */
static double pale(const struct config *c, const struct look *look, int pair)
{
    return clock_sines(c->pe) ? pi - clock_angle(c, look->encoding.pos, pair)
                              : clock_angle(c, look->encoding.pos2, pair);
}

/* Returns Σ cos of the angles between t and s over pairs 0…last: P_t·P_s up to that pair. */
static double running_sum(const struct config *c, const struct look *look, int last)
{
    double sum = 0;
    for (int i = 0; i <= last; i++)
        sum +=
            elementary_cos(c->pe->angle(look->encoding.pos, i, c) - c->pe->angle(look->encoding.pos2, i, c));
    return sum;
}

/* As many of the lines as c has: 0: 172° apart / once round in 6.3 words / cosine -0.99 / sum so far 1.96 */
static void dial_words(struct canvas c, const struct screen *s, int pair, double difference)
{
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    enum style style = pair == encoding_hand(cf, look->encoding.column) ? STYLE_TITLE : STYLE_DIM;
    const char *degree = s->ascii ? "" : "°", *period = encoding_period(s, pair);
    /* of a sine, the hands are at x and 180° - x: half of their difference has the cosine sin x */
    double sine = elementary_cos(difference / 2), turns = difference / (2 * pi),
           apart = 360 * fabs(turns - floor(turns + 0.5));
    struct canvas line[WORDS];
    for (int i = 0; i < WORDS; i++)
        line[i] = i < c.rows ? canvas_part(c, i, 0, 1, c.cols) : (struct canvas){0};
    if (clock_sines(cf->pe))
        canvas_either(line[0], 0, 0, style, say(s, TEXT("%d: sine %.2f"), pair, sine),
                      say(s, "%d %.2f", pair, sine));
    else
        canvas_either(line[0], 0, 0, style, say(s, TEXT("%d: %.0f%s apart"), pair, apart, degree),
                      say(s, TEXT("%d: %.0f%s"), pair, apart, degree));
    canvas_either(line[1], 0, 0, style, say(s, TEXT("once round in %s words"), period),
                  say(s, TEXT("round: %s words"), period));
    if (adds_up(cf)) {
        canvas_put(line[2], 0, 0, style, say(s, TEXT("cosine %.2f"), elementary_cos(difference)));
        canvas_put(line[3], 0, 0, style, say(s, TEXT("sum so far %.2f"), running_sum(cf, look, pair)));
    }
}

/* Reports a hand that the text beside the view speaks of. */
static void report_dial(struct canvas c, const struct screen *s, int pair)
{
    for (struct spot *p = NULL; (p = spots_next(s, TARGET_HAND, p));)
        if (encoding_hand(&s->session->now.config, p->target.col) == pair)
            spots_found(s, p, c, (struct area){0, 0, c.rows, c.cols});
}

/* Says what the hands are and, if there are sums below and as far as it fits, what these are. */
static void dials_title(struct canvas c, const struct screen *s, bool sums)
{
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    const char *hands =
        say(s, clock_sines(cf->pe) ? TEXT("two hands fit t = %d") : TEXT("bright hand t = %d, pale s = %d"),
            look->encoding.pos, look->encoding.pos2);
    const char *whole = said_values(
        s, "%s%s", hands,
        sums && adds_up(cf)
            ? screen_text(s,
                          TEXT("; below, the cosine of their angle, and the sum so far: in the end P_t·P_s"))
            : "");
    canvas_either(c, 0, 0, STYLE_DIM, whole, hands);
}

void encoding_dials_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    int pairs = clock_hands(cf), focus = encoding_hand(cf, look->encoding.column);
    struct canvas rest = canvas_part(c, 1, 0, c.rows - 1, c.cols);
    struct size size = size_for(rest, pairs);
    dials_title(c, s, size.words == WORDS);
    int rows = size.rows, across = rest.cols / size.cols, shown = shown_at(rest, size);
    for (int i = 0; i < shown && i < pairs; i++) {
        int pair = encoding_hand_shown(s, i, shown), high = rows + size.words;
        struct canvas part =
            canvas_part(rest, i / across * high, i % across * size.cols, high, size.cols - 1);
        double t = clock_angle(cf, look->encoding.pos, pair), u = pale(cf, look, pair);
        for (int y = 0; y < rows; y++)
            if (click_hit(s->click, part, y, 0, 2 * rows))
                click_line(s->click, "set column %d", encoding_columns(cf) * pair);
        dial_draw(canvas_part(part, 0, 0, rows, 2 * rows), &(struct dial){t, u, true, pair == focus},
                  s->ascii);
        dial_words(canvas_part(part, rows, 0, size.words, part.cols), s, pair, t - u);
        report_dial(part, s, pair);
    }
}
