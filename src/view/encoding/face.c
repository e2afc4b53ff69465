/* One clock with all hands: fast ones long and pale, slow ones short and violet. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "view/braille.h"
#include "view/encoding/encoding.h"
#include "view/paint.h"

/* Hands from which on they are thin; most hands with a ring and a pale hand each, and with a number at the
 * tip; least rows of a clock. */
enum { MANY = 16, RINGS = 8, LABELS = 10, LEAST = 7 };

static const double turn = 6.28318530717958647692;

/* Lengths in columns of the terminal: a row counts two. */
struct hand {
    struct point from;
    double angle, length, thick; /* at the middle; half as thick at the tip */
};

/* Cuts the part of [*from, *to] off where a·x + b < 0. */
static void cut_hand(double *from, double *to, double a, double b)
{
    if (a > 0)
        *from = fmax(*from, -b / a);
    else if (a < 0)
        *to = fmin(*to, -b / a);
    else if (b < 0)
        *to = *from - 1;
}

/* Returns false if the hand does not touch the line y; else it covers *from to *to there. */
static bool hand_span(const struct hand *h, double y, double *from, double *to)
{
    double s = sin(h->angle), c = cos(h->angle), down = y - h->from.y;
    double along = -c * down, across = s * down; /* at x = 0: plus s·x, plus c·x */
    double half = h->thick / 2, slope = half / 2 / h->length;
    *from = -h->length;
    *to = h->length;
    cut_hand(from, to, s, along + half);
    cut_hand(from, to, -s, h->length - along);
    cut_hand(from, to, -c - slope * s, half - across - slope * along);
    cut_hand(from, to, c - slope * s, half + across - slope * along);
    *from += h->from.x;
    *to += h->from.x;
    return *from < *to;
}

static void arc(const struct braille *b, struct circle at, double from, double to, uint16_t ink)
{
    int steps = (int)ceil(fabs(to - from) * at.radius * 1.5) + 1;
    for (int i = 0; i <= steps; i++) {
        struct point dot = circle_point(at, from + (to - from) * i / steps);
        braille_dot(b, (int)lround(dot.x), (int)lround(dot.y), STYLE_BORDER, ink);
    }
}

/* Draws the rim, two dots thick, and twelve ticks, of which four are longer. */
static void rim(const struct braille *b, struct circle at)
{
    uint16_t grey = ink_hue(HUE_GREY, HUE_FULL / 2), bright = ink_hue(HUE_GREY, HUE_FULL * 3 / 4);
    for (int i = 0; i < 2; i++)
        arc(b, (struct circle){at.centre, at.radius - i}, 0, turn, grey);
    for (int i = 0; i < 12; i++) {
        double length = at.radius * (i % 3 ? 0.06 : 0.12);
        braille_line(b, circle_point((struct circle){at.centre, at.radius - 2}, i * turn / 12),
                     circle_point((struct circle){at.centre, at.radius - 2 - length}, i * turn / 12),
                     STYLE_LABEL, bright);
    }
}

/* The clock as drawn: braille dots for the background, and the hands. */
struct face {
    const struct screen *s;
    const struct config *c;
    struct encoding_times at;
    struct braille b;
    struct circle rim; /* in dots, two a column */
    int hands, focus;
    bool sines; /* only how far to the right the hands point is known */
};

/* Returns how far a hand reaches, as a part of the radius: the fastest farthest. */
static double reach(const struct face *f, int hand)
{
    return 0.86 - 0.52 * (f->hands > 1 ? (double)hand / (f->hands - 1) : 0);
}

/* Draws a thin hand; without colours with gaps, unlike a bold one. */
static void pale_hand(const struct face *f, struct circle tip, double angle, uint16_t ink)
{
    if (!screen_mono(f->s)) {
        braille_line(&f->b, tip.centre, circle_point(tip, angle), STYLE_GHOST, ink);
        return;
    }
    for (double r = tip.radius; r > 0; r -= 3) {
        struct point dot = circle_point((struct circle){tip.centre, r}, angle);
        braille_dot(&f->b, (int)lround(dot.x), (int)lround(dot.y), STYLE_TEXT, 0);
    }
}

/* Draws dots from one dot to another, straight along a row or a column, every part. */
static void dotted(const struct braille *b, struct point from, struct point to, uint16_t ink)
{
    enum { APART = 3 };
    int steps = (int)lround(fmax(fabs(to.x - from.x), fabs(to.y - from.y))) / APART;
    for (int i = 0; i <= steps; i++) {
        double part = steps ? (double)i / steps : 0;
        braille_dot(b, (int)lround(from.x + part * (to.x - from.x)),
                    (int)lround(from.y + part * (to.y - from.y)), STYLE_BORDER, ink);
    }
}

/* Draws the way from the tip of the hand in focus to its wave in the map to the left: straight up or down to
 * the row of now, then left. The wave is as far from its middle as the tip is from the middle of the clock.
 * If the row of now lies below the clock, the way goes left first, then down between map and clock. */
static void lead(const struct face *f)
{
    const struct encoding_page *p = f->at.page;
    if (!p || p->waves->cols == 0 || f->s->ascii || f->c->pe->form == PE_FORM_ROTATION)
        return;
    long face = f->b.c.cells - p->whole.cells, waves = p->waves->cells - p->whole.cells,
         row = p->whole.stride;
    if (face / row >= waves / row + p->waves->rows)
        return; /* the clock is below the map */
    struct encoding_rows rows = encoding_rows_of(&f->s->session->now.state.look, p->waves->rows);
    double now = 4 * (double)(waves / row + encoding_rows_find(&rows, f->at.t)) + 1,
           left = 2 * (double)(waves % row + p->waves->cols);
    struct point tip = circle_point((struct circle){f->rim.centre, f->rim.radius * reach(f, f->focus)},
                                    clock_angle(f->c, (double)f->at.t, f->focus));
    uint16_t ink = encoding_ink(f->c, f->focus, HUE_FULL * 3 / 4);
    struct braille whole = {p->whole, false};
    tip = (struct point){tip.x + 2 * (double)(face % row),
                         (f->sines ? f->rim.centre.y : tip.y) + 4 * (double)(face / row)};
    bool below = now > 4 * (double)(face / row + f->b.c.rows);
    struct point corner = below ? (struct point){left + 1, tip.y} : (struct point){tip.x, now};
    dotted(&whole, tip, corner, ink);
    dotted(&whole, corner, (struct point){left + 1, now}, ink);
}

/* Draws the angle between both hands of the pair in focus, the short way round. */
static void apart_arc(const struct face *f, int hand)
{
    double s = encoding_points(f->s, (double)f->at.s, hand, true);
    double way = encoding_points(f->s, (double)f->at.t, hand, false) - s;
    way -= turn * floor(way / turn + 0.5);
    int thick = screen_mono(f->s) ? 1 : 2; /* without colours, thinner than a hand */
    for (int i = 1; i <= thick; i++)
        arc(&f->b, (struct circle){f->rim.centre, f->rim.radius * (reach(f, hand) - 0.12) - i}, s, s + way,
            ink_hue(HUE_FOCUS, HUE_FULL));
}

static struct hand hand_of(const struct face *f, int hand)
{
    double radius = f->rim.radius / 2, thick = radius * (f->hands > MANY ? 0.06 : 0.085);
    return (struct hand){
        {(f->rim.centre.x + 0.5) / 2, (f->rim.centre.y + 0.5) / 2},
        encoding_points(f->s, (double)f->at.t, hand, false),
        radius * reach(f, hand),
        fmax(thick, f->hands > MANY ? 0.7 : 1.2),
    };
}

static void hands(const struct face *f)
{
    struct paint p;
    bool plain = screen_mono(f->s) || f->s->ascii;
    if (!plain && !paint_begin(&p, f->s->scratch, f->b.c.rows, f->b.c.cols))
        return;
    for (int i = 0; i < f->hands; i++) {
        struct hand h = hand_of(f, i);
        double lines = plain ? 2 : PAINT_SUB / 2.0; /* of the picture: without colours or blocks, in dots */
        for (int y = 0; y < (plain ? braille_height(&f->b) : p.height); y++) {
            double from, to;
            if (!hand_span(&h, (y + 0.5) / lines, &from, &to))
                continue;
            for (int x = (int)ceil(2 * from - 0.5); plain && x + 0.5 < 2 * to; x++)
                braille_dot(&f->b, x, y, STYLE_TITLE, 0);
            if (!plain)
                paint_span(&p, y, from * PAINT_SUB, to * PAINT_SUB, encoding_ink(f->c, i, HUE_FULL));
        }
    }
    if (!plain)
        paint_show(&p, f->b.c, (struct paint_look){screen_theme(f->s), false, false});
}

bool encoding_apart(struct canvas c, int row, int col, int width)
{
    struct canvas at = canvas_part(c, row, col - 1, 1, width + 2);
    bool apart = true;
    for (int k = 0; k < at.cols && at.rows > 0; k++)
        apart = apart && !(at.cells[k].ch[0] >= '0' && at.cells[k].ch[0] <= '9');
    return apart;
}

/* Writes the number of each hand beyond its tip or beside it, or else on the hand itself. Of many hands, slow
 * ones that point the same way lie on each other: only the first of them has a number. */
static void hand_numbers(const struct face *f)
{
    static const int beside[] = {0, -2, 2};
    const double beyond = 1.6, before = 1.5;
    double last = 0;
    for (int i = 0; i < f->hands && i < LABELS; i++) {
        struct hand h = hand_of(f, i);
        double way = fabs(h.angle - last), far = h.length + beyond;
        if (i > 0 && f->hands > RINGS && fmin(way, turn - way) < turn / 60)
            continue;
        last = h.angle;
        int row = (int)floor((h.from.y - far * cos(h.angle)) / 2),
            col = (int)floor(h.from.x + far * sin(h.angle)), k = 0;
        for (; k < 3; k++) { /* on empty ground, apart from other numbers */
            struct canvas at = canvas_part(f->b.c, row, col + beside[k], 1, 2);
            if (row >= 0 && col + beside[k] > 0 && at.rows > 0 && at.cols == 2 && at.cells->ch[0] == ' ' &&
                at.cells->width == 1 && encoding_apart(f->b.c, row, col + beside[k], 1))
                break;
        }
        if (k < 3) {
            canvas_inked(f->b.c, row, col + beside[k], (uint32_t)('0' + i), encoding_ink(f->c, i, HUE_FULL),
                         0);
            continue;
        }
        far = h.length - before;
        row = (int)floor((h.from.y - far * cos(h.angle)) / 2);
        col = (int)floor(h.from.x + far * sin(h.angle));
        canvas_glyph(f->b.c, row, col, STYLE_TEXT, (uint32_t)('0' + i));
        canvas_ink(f->b.c, row, col, 1, encoding_ink(f->c, i, HUE_FULL));
    }
}

/* Draws all that sines say of the hands: how far to the right they point, each at its place on a line. Of the
 * one in focus both hands that fit: one up, one down. */
static void sines(const struct face *f)
{
    struct circle tip = {f->rim.centre, f->rim.radius * reach(f, f->focus)};
    double t = clock_angle(f->c, (double)f->at.t, f->focus);
    uint16_t ink = encoding_ink(f->c, f->focus, HUE_FULL * 3 / 4);
    dotted(&f->b, circle_point(f->rim, 3 * turn / 4), circle_point(f->rim, turn / 4),
           ink_hue(HUE_GREY, HUE_FULL / 2));
    pale_hand(f, tip, t, ink);
    pale_hand(f, tip, turn / 2 - t, ink);
    lead(f);
    for (int i = f->hands - 1; i >= 0; i--) {
        struct hand h = hand_of(f, i);
        int row = (int)(h.from.y / 2), col = (int)(h.from.x + h.length * sin(h.angle));
        canvas_inked(f->b.c, row, col, i < LABELS ? (uint32_t)('0' + i) : '+',
                     encoding_ink(f->c, i, HUE_FULL), 0);
    }
}

void encoding_clock_draw(struct canvas c, const struct screen *s, struct encoding_times at)
{
    const struct config *cf = &s->session->now.config;
    int rows = c.cols / 2 < c.rows ? c.cols / 2 : c.rows;
    struct canvas square = canvas_part(c, 0, (c.cols - 2 * rows) / 2, rows, 2 * rows);
    if (rows < 3)
        return;
    struct face f = {s,
                     cf,
                     at,
                     {square, s->ascii},
                     {{2 * rows - 0.5, 2 * rows - 0.5}, 2 * rows - 0.5},
                     clock_hands(cf),
                     encoding_hand(cf, s->session->now.state.look.encoding.column),
                     clock_sines(cf->pe)};
    rim(&f.b, f.rim);
    if (f.sines) {
        sines(&f);
        return;
    }
    for (int i = 0; i < f.hands; i++) {
        /* Draws the ring of a hand's tip as far as it has come (if the hands have turned: from s on), and the
         * pale hand of s. */
        enum { PALE = 7 };
        struct circle tip = {f.rim.centre, f.rim.radius * reach(&f, i)};
        bool mono = screen_mono(f.s);
        if (i == f.focus || (!mono && f.hands <= RINGS)) { /* the clock would be full of lines */
            double bold = encoding_points(s, (double)f.at.t, i, false);
            double pale = f.at.s < 0 ? 0 : encoding_points(s, (double)f.at.s, i, true);
            double come = f.at.turned ? fmin((double)(f.at.t - f.at.s) * clock_speed(f.c, i), turn)
                                      : clock_angle(f.c, (double)f.at.t, i);
            if (!mono)
                arc(&f.b, tip, bold - come, bold, encoding_ink(f.c, i, PALE));
            if (f.at.s >= 0)
                pale_hand(&f, tip, pale, encoding_ink(f.c, i, HUE_FULL / 2));
        }
    }
    if (at.s >= 0 && !at.turned)
        apart_arc(&f, f.focus);
    lead(&f);
    hands(&f);
    hand_numbers(&f);
}

struct page_size encoding_face_size(const void *of, int cols)
{
    const struct encoding_page *page = of;
    int whole = page->whole.rows, alone = encoding_panel(of) == PANEL_CLOCKS;
    int most = alone ? (whole * 5 + 4) / 8 : whole / 2 - 2; /* leave rows to the words, or to a panel */
    int part = page->whole.cols * 2 / 5;                    /* of the columns, if it has a use for so many */
    most = most < LEAST ? LEAST : most;
    int rows = 1 + (cols / 2 < LEAST ? LEAST : cols / 2 > most ? most : cols / 2);
    part = part < 2 * LEAST ? 2 * LEAST : part < 2 * most ? part : 2 * most;
    return (struct page_size){.rows = rows, .most_rows = rows, .cols = part};
}

void encoding_face_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    int col = canvas_put(c, 0, 0, STYLE_TITLE, screen_text(s, TEXT("as one clock")));
    canvas_either(c, 0, col + 2, STYLE_DIM,
                  say(s,
                      clock_sines(cf->pe)                ? "t = %d"
                      : cf->pe->form == PE_FORM_ROTATION ? TEXT("q at %d, pale: k at %d")
                                                         : TEXT("t = %d, pale: s = %d"),
                      look->encoding.pos, look->encoding.pos2),
                  "");
    encoding_clock_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), s,
                        (struct encoding_times){look->encoding.pos, look->encoding.pos2, false, of});
}
