/* One clock with all hands: fast ones long and pale, slow ones short and violet. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "view/braille.h"
#include "view/encoding/encoding.h"
#include "view/paint.h"

enum {
    MANY = 16,
    LIST = 34,
    ROOMY = 30
}; /* hands; columns of the list beside the clock, and from which on it has decimals */

static const double turn = 6.28318530717958647692;

/* Lengths in columns of the terminal: a row counts two. */
struct hand {
    struct point from;
    double angle, length, thick; /* at the middle; half as thick at the tip */
};

/* Cuts the part of [*from, *to] off where a·x + b < 0. */
static void cut(double *from, double *to, double a, double b)
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
    cut(from, to, s, along + half);
    cut(from, to, -s, h->length - along);
    cut(from, to, -c - slope * s, half - across - slope * along);
    cut(from, to, c - slope * s, half + across - slope * along);
    *from += h->from.x;
    *to += h->from.x;
    return *from < *to;
}

static void hand_paint(const struct paint *p, const struct hand *h, uint16_t ink)
{
    for (int y = 0; y < p->height; y++) {
        double from, to;
        if (hand_span(h, (y + 0.5) * 2 / PAINT_SUB, &from, &to))
            paint_span(p, y, from * PAINT_SUB, to * PAINT_SUB, ink);
    }
}

/* Without colours or blocks: in dots. */
static void hand_dots(const struct braille *b, const struct hand *h)
{
    for (int y = 0; y < braille_height(b); y++) {
        double from, to;
        if (hand_span(h, (y + 0.5) / 2, &from, &to))
            for (int x = (int)ceil(2 * from - 0.5); x + 0.5 < 2 * to; x++)
                braille_dot(b, x, y, STYLE_TITLE, 0);
    }
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

/* The clock as drawn: dots of braille for what lies behind, and the hands. */
struct face {
    const struct screen *s;
    struct braille b;
    struct circle rim; /* in dots, two a column */
    int hands;
};

/* Returns how far a hand reaches, as a part of the radius: the fastest farthest. */
static double reach(const struct face *f, int hand)
{
    return 0.86 - 0.52 * (f->hands > 1 ? (double)hand / (f->hands - 1) : 0);
}

/* Draws the ring of a hand's tip as far as it has come, and the pale hand of s. */
static void behind(const struct face *f, int hand)
{
    enum { PALE = 7 };
    const struct config *cf = &f->s->model->now.config;
    const struct look *look = &f->s->model->now.state.look;
    uint16_t pale = encoding_ink(cf, hand, PALE);
    struct circle tip = {f->rim.centre, f->rim.radius * reach(f, hand)};
    double s = encoding_angle(cf, look->pos2, hand);
    bool focus = hand == encoding_hand(cf, look->column), mono = screen_mono(f->s);
    if (!focus && (mono || f->hands > MANY))
        return; /* the clock would be full of lines */
    if (!mono)
        arc(&f->b, tip, 0, encoding_angle(cf, look->pos, hand), pale);
    braille_line(&f->b, f->rim.centre, circle_point(tip, s), STYLE_GHOST,
                 encoding_ink(cf, hand, HUE_FULL / 2));
}

/* Draws the angle between both hands of the pair in focus, the short way round. */
static void between(const struct face *f, int hand)
{
    const struct config *cf = &f->s->model->now.config;
    const struct look *look = &f->s->model->now.state.look;
    double s = encoding_angle(cf, look->pos2, hand), way = encoding_angle(cf, look->pos, hand) - s;
    way -= turn * floor(way / turn + 0.5);
    for (int i = 1; i <= 2; i++)
        arc(&f->b, (struct circle){f->rim.centre, f->rim.radius * (reach(f, hand) - 0.12) - i}, s, s + way,
            ink_hue(HUE_FOCUS, HUE_FULL));
}

static struct hand hand_of(const struct face *f, int hand)
{
    const struct config *cf = &f->s->model->now.config;
    double radius = f->rim.radius / 2, thick = radius * (f->hands > MANY ? 0.06 : 0.085);
    return (struct hand){
        {(f->rim.centre.x + 0.5) / 2, (f->rim.centre.y + 0.5) / 2},
        encoding_angle(cf, f->s->model->now.state.look.pos, hand),
        radius * reach(f, hand),
        fmax(thick, f->hands > MANY ? 0.7 : 1.2),
    };
}

static void hands(const struct face *f)
{
    const struct screen *s = f->s;
    struct paint p;
    bool plain = screen_mono(s) || s->ascii;
    if (!plain && !paint_begin(&p, s->scratch, f->b.c.rows, f->b.c.cols))
        return;
    for (int i = 0; i < f->hands; i++) {
        struct hand h = hand_of(f, i);
        if (plain)
            hand_dots(&f->b, &h);
        else
            hand_paint(&p, &h, encoding_ink(&s->model->now.config, i, HUE_FULL));
    }
    if (!plain)
        paint_show(&p, f->b.c, (struct paint_look){screen_theme(s), false, false});
}

static void face(struct canvas c, const struct screen *s)
{
    const struct config *cf = &s->model->now.config;
    int rows = c.cols / 2 < c.rows ? c.cols / 2 : c.rows;
    struct canvas square = canvas_part(c, 0, (c.cols - 2 * rows) / 2, rows, 2 * rows);
    struct face f = {
        s, {square, s->ascii}, {{2 * rows - 0.5, 2 * rows - 0.5}, 2 * rows - 0.5}, encoding_hands(cf)};
    rim(&f.b, f.rim);
    for (int i = 0; i < f.hands; i++)
        behind(&f, i);
    between(&f, encoding_hand(cf, s->model->now.state.look.column));
    hands(&f);
}

/* ---- words ---------------------------------------------------------------------- */

/* once round in 6.3 words; or briefly: of 6.3 words */
static void period_words(struct text *out, const struct screen *s, int hand, bool brief)
{
    struct text period = TEXT_HERE;
    encoding_period_add(&period, encoding_period(&s->model->now.config, hand));
    text_addf(out,
              screen_text(s, EITHER(brief, TEXT("of %s words", "%s 词一圈"),
                                    TEXT("once round in %s words", "%s 个词转一圈"))),
              text_str(&period));
    text_finish(&period);
}

/* Returns whether the longest line, that of the slowest hand, needs its short form. */
static bool brief_needed(int cols, const struct screen *s, int hands)
{
    enum { BEFORE = 13 };
    struct text words = TEXT_HERE;
    period_words(&words, s, hands - 1, false);
    bool brief = BEFORE + utf8_width(text_str(&words)) > cols;
    text_finish(&words);
    return brief;
}

/* 0 ━━ 286.5° once round in 6.3 words; briefly: 0 ━━ 286° of 6.3 words */
static void line(struct canvas c, int row, const struct screen *s, int hand, bool brief)
{
    const struct config *cf = &s->model->now.config;
    const struct look *look = &s->model->now.state.look;
    bool lit = hand == encoding_hand(cf, look->column), roomy = c.cols >= ROOMY;
    struct text words = TEXT_HERE;
    period_words(&words, s, hand, brief);
    int col =
        canvas_putf(c, row, 0, lit ? STYLE_TITLE : STYLE_DIM, "%*d", encoding_hands(cf) > 10 ? 2 : 1, hand);
    for (int x = 1; x < 3; x++)
        canvas_inked(c, row, col + x, s->ascii ? '-' : 0x2501, encoding_ink(cf, hand, HUE_FULL), 0);
    col = canvas_putf(c, row, col + 4, lit ? STYLE_TITLE : STYLE_TEXT, "%*.*f%s", roomy ? 5 : 3, roomy,
                      encoding_angle(cf, look->pos, hand) * 360 / turn, s->ascii ? " " : "°");
    canvas_put(c, row, col + 1, lit ? STYLE_TITLE : STYLE_DIM, text_str(&words));
    if (click_hit(s->click, c, row, 0, c.cols))
        click_line(s->click, "set column %d", hand * encoding_columns(cf));
    text_finish(&words);
}

/* Draws the angle between both hands of the pair in focus. */
static void between_words(struct canvas c, int row, const struct screen *s)
{
    const struct config *cf = &s->model->now.config;
    const struct look *look = &s->model->now.state.look;
    int hand = encoding_hand(cf, look->column);
    double way = (encoding_angle(cf, look->pos, hand) - encoding_angle(cf, look->pos2, hand)) / turn;
    struct text whole = TEXT_HERE, brief = TEXT_HERE;
    way = fabs(way - floor(way + 0.5)) * 360;
    text_addf(
        &whole,
        screen_text(s, TEXT("between s = %d and t = %d: %.1f degrees", "s = %d 与 t = %d 夹角 %.1f 度")),
        look->pos2, look->pos, way);
    text_addf(&brief, screen_text(s, TEXT("s and t: %.1f degrees", "s 与 t 夹角 %.1f 度")), way);
    canvas_either(c, row, 0, STYLE_NOTE, text_str(&whole), text_str(&brief));
    text_finish(&whole);
    text_finish(&brief);
}

/* Draws a line per hand, as many as fit, and the angle of the pair in focus. */
static void list(struct canvas c, const struct screen *s)
{
    const struct config *cf = &s->model->now.config;
    int hands = encoding_hands(cf), shown = c.rows - 1 < hands ? c.rows - 1 : hands;
    int first = screen_first_shown(encoding_hand(cf, s->model->now.state.look.column), hands, shown);
    bool brief = brief_needed(c.cols, s, hands);
    for (int i = 0; i < shown; i++)
        line(c, i, s, first + i, brief);
    between_words(c, shown, s);
}

static void title(struct canvas c, const struct screen *s)
{
    const struct look *look = &s->model->now.state.look;
    struct text whole = TEXT_HERE;
    int col = canvas_put(c, 0, 0, STYLE_TITLE, screen_text(s, TEXT("as one clock", "看成一个钟")));
    text_addf(&whole, screen_text(s, TEXT("t = %d, pale: s = %d", "t = %d，淡针 s = %d")), look->pos,
              look->pos2);
    canvas_either(c, 0, col + 2, STYLE_DIM, text_str(&whole), "");
    text_finish(&whole);
}

void encoding_face_draw(struct canvas c, const struct screen *s)
{
    int hands = encoding_hands(&s->model->now.config), below = (c.rows - 1) / 3;
    bool beside = c.cols >= 2 * (c.rows - 1) + LIST;
    title(c, s);
    below = beside ? 0 : below > hands + 1 ? hands + 1 : below;
    int rows = c.rows - 1 - below;
    rows = rows > c.cols / 2 ? c.cols / 2 : rows;
    if (rows < 3)
        return;
    face(canvas_part(c, 1, 0, rows, beside ? 2 * rows : c.cols), s);
    list(beside ? canvas_part(c, 1, 2 * rows + 2, rows, c.cols) : canvas_part(c, 1 + rows, 0, below, c.cols),
         s);
    int free_rows = c.rows - 1 - rows - below;
    enum { PRODUCT = 8, PRODUCT_COLUMNS = 44 };
    if (!beside && free_rows > PRODUCT && c.cols >= PRODUCT_COLUMNS)
        encoding_product_draw(canvas_part(c, c.rows - free_rows + 1, 0, free_rows - 1, c.cols), s);
}
