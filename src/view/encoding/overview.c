/* The whole matrix at a glance: one row per hand, positions to the right, so that slower and slower waves fan
 * out. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "view/encoding/encoding.h"

/* Columns of a period; rows of sentence and heading above, of axis and words below; positions from which on
 * they are averaged: the shortest wave takes 6.3, and with fewer than two samples per wave another wave
 * appears (aliasing). */
enum { LEFT = 9, ABOVE = 2, BELOW = 3, AVERAGED = 4, USUAL = 2, FEW = 8 };

struct overview {
    const struct config *c;
    int hands, cols; /* shown */
    int tall;        /* half rows of a hand; 1: two hands per row */
    int halves;      /* half rows of all */
    int every;       /* positions per column */
};

/* Returns the sine of a hand at the column's position; of many positions, their mean:
 * Σ sin ω(p+j) / k over j < k is sin ω(p + (k-1)/2) · sin(kω/2) / (k·sin(ω/2)). */
static double value(const struct overview *o, int hand, int col)
{
    int k = o->every < AVERAGED ? 1 : o->every;
    double step = o->c->pe->angle(1, hand, o->c) - o->c->pe->angle(0, hand, o->c);
    double first = clock_angle(o->c, (double)col * o->every, hand), low = k * sin(step / 2);
    return sin(first + (k - 1) * step / 2) * (fabs(low) > 0 ? sin(k * step / 2) / low : 1);
}

/* Returns the hand of a half row: all of them, or evenly many. */
static int hand_at(const struct overview *o, int half)
{
    int i = half / o->tall, all = clock_hands(o->c);
    return o->hands == all || o->hands < 2 ? i : (int)lround((double)i * (all - 1) / (o->hands - 1));
}

/* Draws a row: its period every few rows, the hues of its hands, its values. */
static void hand_row(struct canvas c, int r, const struct screen *s, const struct overview *o)
{
    bool one = screen_mono(s) || s->ascii;
    int upper = one ? r : 2 * r, lower = one ? r : 2 * r + 1;
    int hand = hand_at(o, upper), below = lower < o->halves ? hand_at(o, lower) : hand;
    int focus = encoding_hand(o->c, s->session->now.state.look.encoding.column);
    bool lit = hand == focus || below == focus;
    bool begins = r == 0 || hand != hand_at(o, one ? r - 1 : 2 * r - 2);
    if (o->tall > 1 ? begins : r % 4 == 0 || lit)
        canvas_right(c, ABOVE + r, 0, LEFT - 2, lit ? STYLE_TITLE : STYLE_DIM,
                     encoding_period(s, lit ? focus : hand));
    canvas_inked(c, ABOVE + r, LEFT - 1,
                 s->ascii ? '|'
                 : lit    ? 0x2588
                          : 0x258C,
                 encoding_ink(o->c, hand, HUE_FULL), 0);
    for (int k = 0; k < o->cols; k++) {
        double a = value(o, hand, k), b = below == hand ? a : value(o, below, k);
        uint16_t ink = ink_diverging(a, 1), ground = lower < o->halves ? ink_diverging(b, 1) : 0;
        canvas_inked(c, ABOVE + r, LEFT + k, one ? encoding_sign(a, 1) : 0x2580, one ? 0 : ink,
                     one ? ink : ground);
        if (click_hit(s->click, c, ABOVE + r, LEFT + k, 1))
            click_line(s->click, "set pos %d column %d", k * o->every, hand * encoding_columns(o->c));
    }
}

/* 56 of the 64 hands, every 2nd position; in a narrow place 56 of 64 hands, 1/2 */
static void left_out(struct canvas c, int r, const struct screen *s, const struct overview *o)
{
    int all = clock_hands(o->c), every = o->every;
    const char *hands = o->hands < all ? say(s, TEXT("%d of the %d hands"), o->hands, all)
                                       : say(s, TEXT("all %d hands"), all),
               *positions = screen_text(s, TEXT("every position"));
    if (every > 1)
        positions = say(s,
                        every >= AVERAGED ? TEXT("the mean of every %d positions")
                        : every == 3      ? TEXT("every %drd position")
                                          : TEXT("every %dnd position"),
                        every);
    int col = canvas_either(c, r, LEFT, STYLE_DIM, say(s, TEXT("%s, %s"), hands, positions),
                            say(s, TEXT("%d of %d hands, 1/%d"), o->hands, all, every));
    const char *sines = screen_text(s, TEXT("; sines only, cosines look alike"));
    if (col + utf8_width(sines) <= c.cols)
        canvas_put(c, r, col, STYLE_DIM, sines);
}

void encoding_overview_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    const struct state *now = &s->session->now.state;
    struct overview o = {.c = &s->session->now.config, .cols = c.cols - LEFT};
    int lines = c.rows - ABOVE - BELOW, all = clock_hands(o.c), last = now->set.start + now->sentence->count;
    bool one = screen_mono(s) || s->ascii; /* a sign fills a row */
    int halves = one ? lines : 2 * lines;
    last = now->look.encoding.pos > last ? now->look.encoding.pos : last;
    last = now->look.encoding.pos2 > last ? now->look.encoding.pos2 : last;
    o.every = o.cols > 0 ? last / o.cols + 1 : 1;
    o.every = o.every < USUAL && all > FEW ? USUAL : o.every; /* so that the wedge of many hands is seen */
    o.hands = all < halves ? all : halves;
    o.tall = o.hands > 0 ? halves / o.hands : 1;
    o.halves = o.hands * o.tall;
    int rows = screen_mono(s) || s->ascii ? o.halves : (o.halves + 1) / 2;
    if (c.rows <= ABOVE + BELOW || o.cols < 1)
        return;
    /* The longest form that fits; the order follows where it fits too. */
    struct canvas part = canvas_part(c, 0, LEFT, 1, c.cols - LEFT);
    const char *whole = screen_text(s, TEXT("Every row is one hand of the clock, read from left to right")),
               *brief = screen_text(s, TEXT("Every row is one hand")),
               *order = screen_text(s, TEXT(": fast on top, slow below"));
    int col = canvas_either(part, 0, 0, STYLE_STRONG, whole, brief);
    if (col + utf8_width(order) <= part.cols)
        canvas_put(part, 0, col, STYLE_DIM, order);
    canvas_right(c, ABOVE - 1, 0, LEFT - 2, STYLE_DIM, screen_text(s, TEXT("period")));
    for (int r = 0; r < rows; r++)
        hand_row(c, r, s, &o);
    /* Draws |0  |20  |40 below, and where t and s are. */
    const struct look *look = &now->look;
    enum { APART = 10 };
    canvas_put(c, ABOVE + rows, LEFT + look->encoding.pos2 / o.every, STYLE_NOTE, "s");
    canvas_put(c, ABOVE + rows, LEFT + look->encoding.pos / o.every, STYLE_CURSOR, "t");
    for (int k = 0; k + APART <= o.cols; k += APART) {
        const char *tick = said_values(s, "▏%d", k * o.every);
        if (canvas_blank(c, ABOVE + rows, LEFT + k, utf8_width(tick)))
            canvas_put(c, ABOVE + rows, LEFT + k, STYLE_DIM, tick);
    }
    left_out(c, ABOVE + rows + 1, s, &o);
    encoding_foot_draw(canvas_part(c, ABOVE + rows + 2, LEFT, 1, c.cols), s, fabs(o.c->pescale));
}
