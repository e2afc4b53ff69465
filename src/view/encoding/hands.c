/* The hands of a clock: their columns, hues, periods, and what each says in numbers. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "view/encoding/encoding.h"
#include "view/figures/table.h"

static const double turn = 6.28318530717958647692;

int encoding_panel(const struct screen *s)
{
    int p = s->session->now.state.look.encoding.panel;
    return encoding_shows(s->session->now.config.pe, p) ? p : PANEL_CLOCKS;
}

int encoding_hand(const struct config *c, int column)
{
    int hand = column * (c->pe->step ? c->pe->step : 1) / 2, last = clock_hands(c) - 1;
    return c->pe->form == PE_FORM_ROTATION && hand > last ? last : hand;
}

int encoding_columns(const struct config *c)
{
    return encoding_hand(c, 1) == 0 ? 2 : 1;
}

uint16_t encoding_ink(const struct config *c, int hand, int level)
{
    return ink_hue(hue_of_hand(hand, clock_hands(c)), level);
}

const char *encoding_period(const struct screen *s, int hand)
{
    double period = clock_period(&s->session->now.config, hand);
    return said_values(s, "%.*f", period < 100 ? 1 : 0, period);
}

const char *encoding_word(const struct screen *s, long pos)
{
    const struct state *now = &s->session->now.state;
    long at = pos - now->set.start;
    return at >= 0 && at < now->sentence->count ? said_word(s, now, now->sentence, (int)at) : "";
}

int encoding_widest_word(const struct screen *s)
{
    const struct state *now = &s->session->now.state;
    int most = 0;
    for (int i = 0; i < now->sentence->count; i++)
        most = (int)fmax(most, utf8_width(encoding_word(s, (long)now->set.start + i)));
    return most;
}

int encoding_hand_shown(const struct screen *s, int i, int shown)
{
    const struct config *cf = &s->session->now.config;
    int last = clock_hands(cf) - 1, gaps = shown > 1 ? shown - 1 : 1,
        focus = encoding_hand(cf, s->session->now.state.look.encoding.column);
    if (shown > last)
        return i;
    int nearest = (focus * gaps + last / 2) / last;
    return i == nearest || shown == 1 ? focus : i * last / gaps;
}

static bool rotates(const struct screen *s)
{
    return s->session->now.config.pe->form == PE_FORM_ROTATION;
}

/* Hands as rows of a table: the first ones, told, or encoding_hand_shown. */
struct hands {
    struct encoding_times at;
    bool told;
};

static int hand_of_row(const struct table *t, int row)
{
    const struct hands *h = t->of;
    return h->told ? row : encoding_hand_shown(t->s, row, t->rows);
}

/* 286.5°, or the sine if that is all that is known. */
static const char *angle_text(const struct screen *s, double angle, int digits)
{
    const char *sign = s->ascii ? "" : "°";
    return clock_sines(s->session->now.config.pe) ? say(s, "%.*f", digits + 2, sin(angle))
                                                  : say(s, "%.*f%s", digits, clock_degrees(angle), sign);
}

static const char *hand_name(const struct table *t, int row)
{
    const struct hands *h = t->of;
    int wide = clock_hands(&t->s->session->now.config) > 10 ? 2 : 1, hand = hand_of_row(t, row);
    const char *line = t->s->ascii ? "-" : "━";
    return h->told ? say(t->s, TEXT("hand %d"), hand)
                   : say(t->s, "%*d %s%s|%*d %s%s|%*d %s", wide, hand, line, line, wide, hand, line, line,
                         wide, hand, line);
}

/* Returns the angle between both hands of a pair, the short way round, in degrees. */
static double apart(const struct screen *s, int hand, long t, long u)
{
    return fabs(remainder(encoding_points(s, (double)t, hand, false) -
                              encoding_points(s, (double)u, hand, true),
                          turn)) *
           360 / turn;
}

/* Of hands that have turned: where they were, by how much they turned, where they are. Of a rotation: how far
 * the two are apart, how long they go round, what they add. Else where they are, how long they go round and,
 * told, where they are at s. */
static const char *hand_head(const struct table *t, int col)
{
    static const char *const turned[] = {NULL, TEXT("turns by"), TEXT("then")},
                             *const open[] = {TEXT("angle"), TEXT("once round in|round in"), ""},
                             *const pair[] = {TEXT("q and k apart|apart"), TEXT("once round in|round in"),
                                              TEXT("adds")};
    const struct hands *h = t->of;
    const struct screen *s = t->s;
    if (col < 0)
        return "";
    if (rotates(s))
        return screen_text(s, pair[col]);
    if (h->at.turned)
        return col == 0 ? say(s, TEXT("at %ld"), h->at.s) : screen_text(s, turned[col]);
    if (col == 1 || clock_asks(&s->session->now.state.look))
        return screen_text(s, open[col]);
    if (clock_sines(s->session->now.config.pe))
        return say(s, TEXT("sine at t = %ld|t = %ld|sine"), h->at.t, h->at.t);
    return col == 0 ? say(s, TEXT("angle at t = %ld|t = %ld|at t"), h->at.t, h->at.t)
                    : say(s, TEXT("angle at s = %ld"), h->at.s);
}

static const char *hand_cell(const struct table *t, int row, int col)
{
    const struct hands *h = t->of;
    const struct screen *s = t->s;
    const struct config *cf = &s->session->now.config;
    int hand = hand_of_row(t, row);
    double now = clock_angle(cf, (double)h->at.t, hand), other = clock_angle(cf, (double)h->at.s, hand);
    if (h->at.turned && col == 1)
        return say(s, "%.1f%s", (double)(h->at.t - h->at.s) * clock_speed(cf, hand) * 360 / turn,
                   s->ascii ? "" : "°");
    if (col == 1)
        return say(s, TEXT("%s words|%s words|%s words|%s"), encoding_period(s, hand),
                   encoding_period(s, hand), encoding_period(s, hand), encoding_period(s, hand));
    const char *sign = s->ascii ? "" : "°";
    double way = rotates(s) ? apart(s, hand, h->at.t, h->at.s) : 0;
    struct encoding_meets m = {0};
    if (rotates(s))
        m = encoding_meets(s, hand);
    if (rotates(s))
        return col == 2 ? say(s, "%.3f", encoding_adds(&m, (double)(h->at.t - h->at.s)))
                        : say(s, "%.1f%s|%.0f%s", way, sign, way, sign);
    double angle = (col == 0) == h->at.turned ? other : now;
    return say(s, "%s|%s|%s", angle_text(s, angle, 1), angle_text(s, angle, 1), angle_text(s, angle, 0));
}

static struct canvas_look hand_look(const struct table *t, int row, int col)
{
    const struct config *cf = &t->s->session->now.config;
    bool lit = hand_of_row(t, row) == encoding_hand(cf, t->s->session->now.state.look.encoding.column);
    return (struct canvas_look){lit        ? STYLE_TITLE
                                : col == 1 ? STYLE_DIM
                                           : STYLE_TEXT,
                                col < 0 ? encoding_ink(cf, hand_of_row(t, row), HUE_FULL) : 0};
}

/* A text speaks of an angle at a position, or of how long a hand goes round. */
static bool hand_is(const struct table *t, const struct aim *aim, int row, int col)
{
    const struct hands *h = t->of;
    return encoding_hand(&t->s->session->now.config, aim->col) == hand_of_row(t, row) &&
           (aim->row < 0 ? col == 1 : col == 0 && aim->row == h->at.t && !rotates(t->s));
}

static struct table hands_of(const struct screen *s, const struct hands *h, int rows)
{
    return (struct table){.s = s,
                          .of = h,
                          .rows = rows,
                          .cols = h->at.turned || rotates(s) ? 3 : 2,
                          .head = hand_head,
                          .name = hand_name,
                          .cell = hand_cell,
                          .look = hand_look,
                          .target = TARGET_HAND,
                          .is = hand_is};
}

struct page_size encoding_hands_size(const struct screen *s, struct encoding_times at)
{
    struct hands h = {at, false};
    int hands = clock_hands(&s->session->now.config),
        least = hands < 2 ? hands : 2;     /* with the longest line */
    int rows = rotates(s) ? hands : least; /* any hand may add the widest number */
    struct table t = hands_of(s, &h, rows);
    struct page_size size = table_size(&t);
    size.rows -= rows - least;
    size.most_rows = 1 + hands;
    return size;
}

void encoding_hands_draw(struct canvas c, const struct screen *s, struct encoding_times at)
{
    const struct config *cf = &s->session->now.config;
    struct hands h = {at, false};
    int hands = clock_hands(cf), shown = c.rows - 1 < hands ? c.rows - 1 : hands;
    struct table t = hands_of(s, &h, shown);
    table_draw(c, &t);
    for (int i = 0; i < shown; i++)
        if (click_hit(s->click, c, 1 + i, 0, c.cols))
            click_line(s->click, "set column %d", hand_of_row(&t, i) * encoding_columns(cf));
}

void encoding_hands_tell(const struct teller *t, struct encoding_times at)
{
    int hands = clock_hands(&t->now->config), told = hands < TELL_ROWS ? hands : TELL_ROWS;
    struct hands h = {at, true};
    struct table table = hands_of(&t->screen, &h, told);
    table.cols = at.turned || at.s >= 0 ? 3 : 2;
    table_tell(t, &table);
    if (told < hands)
        tell(t, TEXT("and %d slower ones\n"), hands - told);
}

const char *encoding_angle_says(const void *of)
{
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    const char *sign = s->ascii ? "" : "°";
    int hand = encoding_hand(cf, look->encoding.column);
    double fits[2], way = apart(s, hand, look->encoding.pos, look->encoding.pos2);
    clock_fits(cf, look->encoding.pos, hand, fits);
    if (clock_sines(cf->pe))
        return say(s, TEXT("at %.1f%s or at %.1f%s"), fits[0], sign, fits[1], sign);
    return say(s, rotates(s) ? TEXT("between q and k: %.1f%s") : TEXT("between s and t: %.1f%s"), way, sign);
}

const char *encoding_meaning_says(const void *of)
{
    const struct screen *s = of;
    return screen_text(
        s,
        clock_sines(s->session->now.config.pe)
            ? TEXT("A sine says how far to the right a hand points, not whether up or down: two hands fit.")
            : TEXT("Each position is one time on this clock. Row t of the map is that time in numbers."));
}
