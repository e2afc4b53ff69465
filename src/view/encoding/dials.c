/* The dials: one hand per frequency pair, at its true angle. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "view/dial.h"
#include "core/math/elementary.h"
#include "view/encoding/encoding.h"
#include "view/spots.h"

enum { LEAST = 3, MOST = 14, WORDS = 3, NARROWEST = 14 };

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

/* Returns the pair of dial i of `shown`: with too few for all pairs the first, the last and some between, so
 * that fast and slow hands are seen, and in place of the nearest of these the one in focus. */
static int pair_of(int i, int shown, int pairs, int focus)
{
    if (shown >= pairs)
        return i;
    int last = pairs - 1, gaps = shown > 1 ? shown - 1 : 1, nearest = (focus * gaps + last / 2) / last;
    return i == nearest || shown == 1 ? focus : i * last / gaps;
}

/* Whether P_t·P_s is the sum of the cosines: not of sines alone, at another scale, or with half a pair. */
static bool adds_up(const struct config *c)
{
    return !clock_sines(c->pe) && fabs(c->pescale) == 1 && c->d % 2 == 0;
}

/* Returns the angle of the pale hand: at s or, of a sine, the other one that fits t. */
static double pale(const struct config *c, const struct look *look, int pair)
{
    return clock_sines(c->pe) ? pi - clock_angle(c, look->pos, pair) : clock_angle(c, look->pos2, pair);
}

/* Returns Σ cos of the angles between t and s over pairs 0…last: P_t·P_s up to that pair. */
static double running_sum(const struct config *c, const struct look *look, int last)
{
    double sum = 0;
    for (int i = 0; i <= last; i++)
        sum += elementary_cos(c->pe->angle(look->pos, i, c) - c->pe->angle(look->pos2, i, c));
    return sum;
}

/* Returns the angle between two hands in degrees, from 0 to 180. */
static double apart(double difference)
{
    double turns = difference / (2 * pi);
    return 360 * fabs(turns - floor(turns + 0.5));
}

/* As many of the lines as c has: 0: 172° apart  /  once round in 6.3 words  /  cosine -0.99, so far 1.96;
 * each shorter in less room */
static void dial_words(struct canvas c, const struct screen *s, int pair, double difference, double sum)
{
    const struct config *cf = &s->session->now.config;
    enum style style = pair == encoding_hand(cf, s->session->now.state.look.column) ? STYLE_TITLE : STYLE_DIM;
    const char *degree = s->ascii ? "" : "°", *period = encoding_period(s, pair);
    /* of a sine, the hands are at x and 180° - x: half of their difference has the cosine sin x */
    double cosine = elementary_cos(difference), sine = elementary_cos(difference / 2);
    if (clock_sines(cf->pe))
        canvas_either(c, 0, 0, style, say(s, TEXT("%d: sine %.2f"), pair, sine),
                      say(s, "%d %.2f", pair, sine));
    else
        canvas_either(c, 0, 0, style, say(s, TEXT("%d: %.0f%s apart"), pair, apart(difference), degree),
                      say(s, TEXT("%d: %.0f%s"), pair, apart(difference), degree));
    if (c.rows > 1)
        canvas_either(c, 1, 0, style, say(s, TEXT("once round in %s words"), period),
                      say(s, TEXT("%s words"), period));
    if (c.rows > 2 && adds_up(cf))
        canvas_either(c, 2, 0, style, say(s, TEXT("cosine %.2f, so far %.2f"), cosine, sum),
                      say(s, TEXT("%.2f, %.2f"), cosine, sum));
}

/* Reports a hand that the text beside the view speaks of. */
static void report_dial(struct canvas c, const struct screen *s, int pair, struct area area)
{
    for (struct spot *p = NULL; (p = spots_next(s, TARGET_HAND, p));)
        if (encoding_hand(&s->session->now.config, p->target.col) == pair)
            spots_found(s, p, c, area);
}

/* What the hands are and, if there are sums below and as far as it fits, what these are. */
static void dials_title(struct canvas c, const struct screen *s, bool sums)
{
    static const char *const below[] = {
        TEXT("; below, the cosine of their angle, and the sum so far: in the end P_t·P_s"),
        TEXT("; below: cosine, sum so far"), TEXT("; cos, sum")};
    enum { FORMS = sizeof below / sizeof *below };
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    struct text t = SCREEN_TEXT(s);
    screen_add(s, &t,
               clock_sines(cf->pe) ? TEXT("two hands fit t = %d") : TEXT("bright hand t = %d, pale s = %d"),
               look->pos, look->pos2);
    for (int i = 0, bare = utf8_width(text_str(&t)); sums && adds_up(cf) && i < FORMS; i++)
        if (bare + utf8_width(screen_text(s, below[i])) <= c.cols) {
            text_add(&t, screen_text(s, below[i]));
            break;
        }
    canvas_put(c, 0, 0, STYLE_DIM, text_str(&t));
}

void encoding_dials_draw(struct canvas c, const struct screen *s)
{
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    int pairs = clock_hands(cf);
    struct canvas rest = canvas_part(c, 1, 0, c.rows - 1, c.cols);
    struct size size = size_for(rest, pairs);
    dials_title(c, s, size.words == WORDS);
    int rows = size.rows, cols = size.cols, high = rows + size.words, across = rest.cols / cols,
        shown = shown_at(rest, size);
    if (shown == 0) {
        /* Draws one line per clock if there is no room for dials. */
        enum { WIDTH = 19 };
        int side = rest.cols / WIDTH > 0 ? rest.cols / WIDTH : 1, visible = side * rest.rows;
        int first = screen_first_shown(encoding_hand(cf, look->column), pairs, visible);
        double sum = first > 0 ? running_sum(cf, look, first - 1) : 0;
        for (int i = 0; i < visible && first + i < pairs; i++) {
            int pair = first + i, row = i / side, col = i % side * WIDTH;
            double t = clock_angle(cf, look->pos, pair), u = pale(cf, look, pair);
            enum style style = pair == encoding_hand(cf, look->column) ? STYLE_TITLE : STYLE_DIM;
            sum += elementary_cos(t - u);
            report_dial(rest, s, pair, (struct area){row, col, 1, WIDTH - 1});
            col = canvas_putf(rest, row, col, style, "%3d ", pair);
            canvas_glyph(rest, row, col, style, dial_arrow(t, s->ascii));
            canvas_glyph(rest, row, col + 1, STYLE_GHOST, dial_arrow(u, s->ascii));
            if (adds_up(cf))
                canvas_putf(rest, row, col + 3, style, screen_text(s, TEXT("%5.2f, %.2f")),
                            elementary_cos(t - u), sum);
        }
        return;
    }
    int focus = encoding_hand(cf, look->column);
    for (int i = 0; i < shown && i < pairs; i++) {
        int pair = pair_of(i, shown, pairs, focus), row = i / across * high, col = i % across * cols;
        double t = clock_angle(cf, look->pos, pair), u = pale(cf, look, pair),
               sum = running_sum(cf, look, pair);
        for (int y = 0; y < rows; y++)
            if (click_hit(s->click, rest, row + y, col, 2 * rows))
                click_line(s->click, "set column %d", encoding_columns(cf) * pair);
        dial_draw(canvas_part(rest, row, col, rows, 2 * rows), &(struct dial){t, u, true, pair == focus},
                  s->ascii);
        dial_words(canvas_part(rest, row + rows, col, size.words, cols - 1), s, pair, t - u, sum);
        report_dial(rest, s, pair, (struct area){row, col, high, cols - 1});
    }
}
