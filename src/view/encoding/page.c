/* The page of one clock and its waves: where its parts are, and what they share. */
#include <math.h>
#include <stdlib.h>

#include "core/encoding/posenc.h"
#include "view/braille.h"
#include "view/encoding/encoding.h"

/* Columns: the least of a clock with its margin, between parts, of a wave; the most of an entry of P, of a
 * wave, of a word; least columns of a page with waves; least rows. */
enum {
    CLOCK = 25,
    GAP = 2,
    WAVE = 5, /* its height is seen */
    WIDEST = 5,
    WAVE_MOST = 12,
    WORD = 8,
    WAVES_NEED = 76,
    LEAST = 56,
    SHORTEST = 12
};

int encoding_hand(const struct config *c, int column)
{
    return column * (c->pe->step ? c->pe->step : 1) / 2;
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
    struct text t = SCREEN_TEXT(s);
    text_addf(&t, "%.*f", period < 100 ? 1 : 0, period);
    return text_str(&t);
}

const char *encoding_word(const struct screen *s, long pos)
{
    const struct state *now = &s->session->now.state;
    long at = pos - now->set.start;
    struct text t = SCREEN_TEXT(s);
    if (at >= 0 && at < now->sentence->count)
        screen_word(now, now->sentence, (int)at, &t);
    return text_str(&t);
}

int encoding_widest_word(const struct screen *s)
{
    const struct state *now = &s->session->now.state;
    int most = 0;
    for (int i = 0; i < now->sentence->count; i++)
        most = (int)fmax(most, utf8_width(encoding_word(s, (long)now->set.start + i)));
    return most;
}

bool encoding_page_plan(struct encoding_page *p, struct canvas c, const struct screen *s, bool clock)
{
    const struct config *cf = &s->session->now.config;
    bool waves = clock && c.cols >= WAVES_NEED;
    int side = c.cols * 32 / 100 > CLOCK ? c.cols * 32 / 100 : CLOCK, most = 2 * c.rows;
    side = !clock ? c.cols * 54 / 100 : side > most ? most : side;
    int rows = c.rows - ENCODING_HEAD - 1;
    *p = (struct encoding_page){.s = s, .whole = c};
    /* Chooses the positions and the columns of their numbers. */
    int lines = rows > ENCODING_LINES ? ENCODING_LINES : rows;
    const struct look *look = &p->s->session->now.state.look;
    p->rows = encoding_rows_of(look, lines, 1);
    long last = p->rows.top + lines, other = look->pos2 > last ? look->pos2 : last;
    for (p->number = 2; other > 9; other /= 10)
        p->number++;
    p->left = p->number + 3 + (int)fmin(encoding_widest_word(s), WORD);
    /* Chooses the hands that are shown in `room` columns and how wide they are. */
    int room = c.cols - side - p->left - (waves ? GAP + 1 : GAP);
    const struct config *config = &p->s->session->now.config;
    int hands = clock_hands(config), columns = encoding_columns(config), least = columns + (waves ? WAVE : 0);
    p->shown = room / least < hands ? room / least : hands;
    if (p->shown >= 1) {
        int each = room / p->shown;
        p->wide = (!waves ? each : each / 2 < each - WAVE ? each / 2 : each - WAVE) / columns;
        p->wide = p->wide > WIDEST ? WIDEST : p->wide < 1 ? 1 : p->wide;
        p->wave = waves ? each - p->wide * columns : 0;
        p->wave = p->wave > WAVE_MOST ? WAVE_MOST : p->wave;
        p->first =
            screen_first_shown(encoding_hand(config, p->s->session->now.state.look.column), hands, p->shown);
    }
    if (c.cols < LEAST || c.rows < SHORTEST || p->shown < 1 ||
        (!waves && clock && p->shown < clock_hands(cf)))
        return false;
    int map = p->left + p->shown * encoding_columns(cf) * p->wide, wave = p->shown * p->wave;
    int right = map + GAP + wave + (waves ? 1 : 0);
    p->map = canvas_part(c, 0, 0, c.rows - 1, map);
    p->waves = canvas_part(c, 0, map + GAP, c.rows - 1, wave);
    p->clock = canvas_part(c, 0, right, c.rows - !waves, c.cols - right - 1);
    p->foot = canvas_part(c, c.rows - 1, 1, 1, waves ? right - 1 : c.cols - 2);
    return true;
}

/* ---- the lines of positions of a map: both t and s, however far apart ------------- */

enum { FOLDED = 2, FOLD_LEAST = 3 }; /* lines that a fold takes; lines from which on there may be one */

struct encoding_rows encoding_rows_of(const struct look *look, int count, int each)
{
    struct encoding_rows r = {.count = count, .each = each, .fold = -1, .gap = -1, .far = look->pos2};
    long t = look->pos / each, s = look->pos2 / each;
    bool both = labs(t - s) < count;
    if (!both && count >= FOLD_LEAST) {
        r.fold = s < t ? 0 : count - 1;
        r.gap = s < t ? 1 : count - 2;
        r.far = s * each;
        count -= FOLDED;
    }
    long top = (both ? (t + s + 1) / 2 : t) - count / 2;
    r.top = top < 0 ? 0 : top * each;
    return r;
}

long encoding_rows_at(const struct encoding_rows *r, int line)
{
    if (line == r->fold)
        return r->far;
    return line == r->gap ? -1 : r->top + (long)(line - (r->fold == 0 ? FOLDED : 0)) * r->each;
}

int encoding_rows_find(const struct encoding_rows *r, long pos)
{
    for (int line = 0; line < r->count; line++) {
        long first = encoding_rows_at(r, line);
        if (first >= 0 && pos >= first && pos < first + r->each)
            return line;
    }
    return -1;
}

/* ---- waves ---------------------------------------------------------------------- */

/* The strip of a wave in dots: its middle and the way from there to its edge. */
struct strip {
    double middle, reach;
};

static struct strip strip_of(const struct encoding_page *p, int k)
{
    return (struct strip){k * p->wave * 2 + p->wave - 1.5, p->wave - 1.5};
}

/* Draws the wave of a hand. While time plays, what is still to come is pale. */
static void wave(const struct encoding_page *p, const struct braille *b, int k)
{
    enum { PALE = 5 };
    const struct config *cf = &p->s->session->now.config;
    const struct look *look = &p->s->session->now.state.look;
    struct strip at = strip_of(p, k);
    int hand = p->first + k;
    struct point before = {0, -1};
    for (int y = 0; y < 4 * p->rows.count; y++) {
        long row = encoding_rows_at(&p->rows, y / 4);
        double pos = (double)row + (y % 4 - 1.5) / 4;
        struct point here = {at.middle + at.reach * sin(clock_angle(cf, fmax(pos, 0), hand)), y};
        bool to_come = look->play != 0 && pos > look->pos;
        if (y % 4 == 1)
            braille_dot(b, (int)lround(at.middle), y, STYLE_BORDER, ink_hue(HUE_GREY, PALE));
        if (pos >= 0)
            braille_line(b, before.y < 0 ? here : before, here, STYLE_TEXT,
                         encoding_ink(cf, hand, to_come ? PALE : HUE_FULL));
        before = pos >= 0 ? here : (struct point){0, -1};
    }
}

static void bead_at(const struct encoding_page *p, const struct braille *b, int k, bool is_t)
{
    const struct config *cf = &p->s->session->now.config;
    const struct look *look = &p->s->session->now.state.look;
    struct strip at = strip_of(p, k);
    int pos = is_t ? look->pos : look->pos2, row = encoding_rows_find(&p->rows, pos);
    double angle = clock_angle(cf, pos, p->first + k);
    if (row >= 0) {
        /* Draws a dot around the wave at a position: large for t, small for s. */
        int x = (int)lround(((struct point){at.middle + at.reach * sin(angle), 4.0 * row}).x),
            y = (int)floor(((struct point){at.middle + at.reach * sin(angle), 4.0 * row}).y);
        for (int dy = 0; dy < 4; dy++)
            for (int dx = -1; dx <= 2; dx++) {
                bool middle = dy % 3 && dx / 2 == 0 && dx >= 0, around = dy % 3 || dx == 0 || dx == 1;
                if (is_t ? around : middle)
                    braille_dot(b, x + dx, y + dy, STYLE_TITLE,
                                encoding_ink(cf, p->first + k, is_t ? HUE_FULL : HUE_FULL * 2 / 3));
            }
    }
}

int encoding_page_now(const struct encoding_page *p)
{
    int row = encoding_rows_find(&p->rows, p->s->session->now.state.look.pos);
    return p->waves.cols > 0 && row >= 0 ? ENCODING_HEAD + row : -1;
}

void encoding_page_title(struct canvas c, const struct screen *s, const char *title,
                         const struct encoding_part *part)
{
    bool before = part->first > 0, after = part->first + part->shown < part->count;
    const char *left = !before ? "" : "‹", *right = !after ? "" : "›";
    struct text brief = SCREEN_TEXT(s);
    text_addf(&brief, "%s%s", left, right);
    const char *whole = text_str(&brief);
    if (before || after)
        whole = say(s, TEXT("%s%s%d of %d%s%s"), left, before ? " " : "", part->shown, part->count,
                    after ? " " : "", right);
    int col = canvas_either(c, 0, 0, STYLE_TITLE, title, "") + 2;
    canvas_either(c, 0, col, STYLE_KEY, utf8_width(whole) > c.cols - col ? text_str(&brief) : whole, "");
}

void encoding_page_waves_draw(const struct encoding_page *p)
{
    const struct config *cf = &p->s->session->now.config;
    struct braille b = {canvas_part(p->waves, ENCODING_HEAD, 0, p->rows.count, p->waves.cols), p->s->ascii};
    if (p->waves.cols == 0)
        return;
    encoding_page_title(p->waves, p->s, screen_text(p->s, TEXT("as waves")),
                        &(struct encoding_part){p->first, p->shown, clock_hands(cf)});
    struct braille way = {
        /* the line of now between the map and the clock */
        canvas_part(p->whole, encoding_page_now(p), p->map.cols, 1, p->waves.cols + 2 * GAP), false};
    for (int x = 1; x < braille_width(&way) - 1 && !p->s->ascii; x += 2)
        braille_dot(&way, x, 1, STYLE_BORDER, ink_hue(HUE_FOCUS, HUE_FULL / 2));
    for (int k = 0; k < way.c.cols && p->s->ascii; k++)
        canvas_glyph(way.c, 0, k, STYLE_BORDER, '-');
    for (int k = 0; k < p->shown; k++) {
        int col = k * p->wave;
        for (int x = 0; x < p->wave - 1; x++)
            canvas_inked(p->waves, ENCODING_HEAD - 1, col + x, ' ', 0,
                         encoding_ink(cf, p->first + k, HUE_FULL));
        canvas_putf(canvas_part(p->waves, ENCODING_HEAD - 1, col, 1, p->wave - 1), 0, 0, STYLE_TEXT, "%d",
                    p->first + k);
        canvas_ink(p->waves, ENCODING_HEAD - 1, col, p->wave - 1, encoding_ink(cf, p->first + k, HUE_FULL));
        wave(p, &b, k);
        bead_at(p, &b, k, false);
        bead_at(p, &b, k, true);
    }
}
