/* P as a map: a line for each position in sight, with its word, a column for each dimension, colour for the
 * value, or a sign where there are no colours. Of a clock, the hue of every hand is above its columns, and
 * beside them are the waves of the hands, on the same lines. Of a rotation, which has no P: what each pair
 * adds to the score of the query in focus if the key stood at that position, and their sum. */
#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "core/encoding/posenc.h"
#include "view/braille.h"
#include "view/encoding/encoding.h"
#include "view/grid.h"
#include "view/spots.h"

/* Columns: of a wave, the least at which its height is seen, and the most; the most of an entry of P and of a
 * word; blanks between map and waves. Lines: the least of a map, the most. */
enum { WAVE = 5, WAVE_MOST = 12, WIDEST = 5, WORD = 8, GAP = 2, LINES_LEAST = 3, LINES_MOST = 256 };

/* What is in sight: of the columns of P, `unit` by `unit` (the columns of a hand, else one). */
struct strips {
    const struct screen *s;
    const struct config *cf;
    struct encoding_rows rows;
    bool turns;             /* a rotation */
    int number, left;       /* columns of a position's number, before the first dimension */
    int unit, first, shown; /* in units */
    int wide, wave, sum;    /* columns of an entry, of a wave, of the sum; 0: there are none */
    struct mat P;
    struct encoding_meets *meets; /* of a rotation: of every hand */
    double rest;                  /* what the columns add that do not turn */
    bool there[LINES_MOST];       /* a row may be missing (a learned table) */
    double limit;
};

/* ---- lines of positions: both t and s, however far apart -------------------------- */

enum { FOLDED = 2, FOLD_LEAST = 3 }; /* lines that a fold takes; lines from which on there may be one */

struct encoding_rows encoding_rows_of(const struct look *look, int count)
{
    count = count > LINES_MOST ? LINES_MOST : count;
    struct encoding_rows r = {.count = count, .fold = -1, .gap = -1, .far = look->encoding.pos2};
    long t = look->encoding.pos, s = look->encoding.pos2;
    bool both = labs(t - s) < count;
    if (!both && count >= FOLD_LEAST) {
        r.fold = s < t ? 0 : count - 1;
        r.gap = s < t ? 1 : count - 2;
        count -= FOLDED;
    }
    r.top = (both ? (t + s + 1) / 2 : t) - count / 2;
    r.top = r.top < 0 ? 0 : r.top;
    return r;
}

/* Returns the position of a line, -1 for the gap. */
static long position_at(const struct encoding_rows *r, int line)
{
    if (line == r->fold)
        return r->far;
    return line == r->gap ? -1 : r->top + (line - (r->fold == 0 ? FOLDED : 0));
}

int encoding_rows_find(const struct encoding_rows *r, long pos)
{
    for (int line = 0; line < r->count; line++)
        if (position_at(r, line) == pos)
            return line;
    return -1;
}

/* ---- what is in sight --------------------------------------------------------------- */

static bool has_waves(const struct screen *s)
{
    return encoding_panel(s) == PANEL_CLOCKS && !s->hidden &&
           encoding_shows(s->session->now.config.pe, PANEL_CLOCKS);
}

static int units_of(const struct config *c)
{
    return encoding_shows(c->pe, PANEL_CLOCKS) ? clock_hands(c) : c->d;
}

/* Returns the hand of a column of the map, and the column under the cursor. */
static int hand_of(const struct strips *m, int column)
{
    return m->turns ? column : encoding_hand(m->cf, column);
}
static int column_of(const struct strips *m)
{
    int column = m->s->session->now.state.look.encoding.column;
    return m->turns ? encoding_hand(m->cf, column) : column;
}

/* Lays the lines and, in `cols` columns, the units and waves out; returns the columns of the whole. */
static int plan_map(struct strips *m, const struct screen *s, int lines, int cols)
{
    const struct look *look = &s->session->now.state.look;
    const struct config *cf = &s->session->now.config;
    enum { SUM = 9 };
    *m = (struct strips){.s = s, .cf = cf, .rows = encoding_rows_of(look, lines)};
    m->turns = cf->pe->form == PE_FORM_ROTATION;
    m->sum = m->turns && cols >= 40 ? SUM : 0;
    long last = m->rows.top + lines, other = look->encoding.pos2 > last ? look->encoding.pos2 : last;
    for (m->number = 1; other > 9; other /= 10)
        m->number++;
    m->left = m->number + 3 + (int)fmin(encoding_widest_word(s), WORD);
    int units = units_of(cf), room = cols - m->left - m->sum - GAP;
    m->unit = cf->pe->form == PE_FORM_CLOCK ? encoding_columns(cf) : 1;
    bool waves = has_waves(s) && room >= m->unit + WAVE;
    int least = m->unit + (waves ? WAVE : 0);
    room += waves ? 0 : GAP;
    m->shown = room / least < units ? room / least : units;
    if (m->shown < 1)
        return m->left + m->sum;
    int each = room / m->shown,
        entry = waves && each / 2 < each - WAVE ? each / 2 : each - (waves ? WAVE : 0);
    m->wide = entry / m->unit > WIDEST ? WIDEST : entry / m->unit < 1 ? 1 : entry / m->unit;
    m->wave = !waves ? 0 : each - m->wide * m->unit > WAVE_MOST ? WAVE_MOST : each - m->wide * m->unit;
    m->first = screen_first_shown(column_of(m) / m->unit, units, m->shown);
    return m->left + m->sum + m->shown * (m->unit * m->wide + m->wave) + (waves ? GAP : 0);
}

struct page_size encoding_map_size(const void *of, int cols)
{
    enum { HANDS_LEAST = 2, COLUMNS_LEAST = 16, FOOT = 22, ENDLESS = 10000 };
    struct strips m;
    (void)cols;
    int most = plan_map(&m, of, LINES_LEAST, ENDLESS), units = units_of(m.cf);
    int unit = m.unit + (m.wave ? WAVE : 0), least = m.wave ? HANDS_LEAST : COLUMNS_LEAST / m.unit,
        cols_least = m.left + GAP + unit * (units < least ? units : least);
    return (struct page_size){.rows = ENCODING_HEAD + LINES_LEAST + 1,
                              .most_rows = ENCODING_HEAD + LINES_MOST + 1,
                              .cols = cols_least < FOOT ? FOOT : cols_least,
                              .most_cols = most < FOOT ? FOOT : most};
}

/* Reads the rows of P in sight; returns false if memory is exhausted. */
static bool read_rows(struct strips *m)
{
    enum { MEETS = sizeof(struct encoding_meets) / sizeof(double) };
    const struct config *cf = m->cf;
    const int hands = m->turns ? clock_hands(cf) : 0, cols = m->turns ? hands : cf->d;
    if (!arena_more(m->s->scratch, mat_room(m->rows.count, cols) + mat_room(hands, MEETS)))
        return false;
    m->P = mat_in(m->s->scratch, m->rows.count, cols);
    m->meets = m->turns ? (struct encoding_meets *)(void *)mat_in(m->s->scratch, hands, MEETS).v : NULL;
    for (int i = 0; i < hands; i++) {
        m->meets[i] = encoding_meets(m->s, i);
        m->rest -= encoding_adds(&m->meets[i], 0);
    }
    m->rest += m->turns ? encoding_score(m->s, 0, 0) : 0;
    for (int r = 0; r < m->P.rows && m->turns; r++) {
        long at = position_at(&m->rows, r);
        m->there[r] = at >= 0;
        for (int i = 0; i < hands; i++) {
            double adds =
                encoding_adds(&m->meets[i], (double)(m->s->session->now.state.look.encoding.pos - at));
            mat_row(m->P, r)[i] = adds;
            m->limit = fmax(m->limit, m->there[r] && isfinite(adds) ? fabs(adds) : 0);
        }
    }
    if (m->turns)
        return true;
    int folded = m->rows.fold < 0 ? 0 : FOLDED, from = m->rows.fold == 0 ? folded : 0;
    struct mat run = mat_rows(m->P, from, m->P.rows - folded);
    /* at least 1, whichever rows are visible: most encodings stay within; a learned table has its scale */
    m->limit = cf->pe->row_back ? 0 : fabs(cf->pescale);
    if (cf->pe->rows)
        cf->pe->rows(run, m->rows.top, cf);
    for (int r = 0; r < m->P.rows; r++) {
        long pos = position_at(&m->rows, r);
        double *row = mat_row(m->P, r);
        m->there[r] =
            (cf->pe->rows && r >= from && r < from + run.rows) || (pos >= 0 && cf->pe->row(row, pos, cf));
        for (int j = 0; j < cf->d && m->there[r]; j++) {
            row[j] *= cf->pescale;
            m->limit = fmax(m->limit, fabs(row[j]));
        }
    }
    m->limit = m->limit > 0 ? m->limit : 1;
    return true;
}

/* ---- colours and signs -------------------------------------------------------------- */

uint32_t encoding_sign(double x, double limit)
{
    double size = fabs(x);
    if (!(size > 0.02 * limit))
        return '0';
    if (size > 0.5 * limit)
        return x > 0 ? '#' : '=';
    return x > 0 ? '+' : '-';
}

void encoding_shade(struct canvas c, const struct screen *s, double x, double limit)
{
    uint32_t ch = screen_mono(s) || s->ascii ? encoding_sign(x, limit) : ' ';
    for (int i = 0; i < c.rows * c.cols; i++)
        canvas_inked(c, i / c.cols, i % c.cols, ch, 0, ink_diverging(x, limit));
}

void encoding_scale_draw(struct canvas c, int row, int col, const struct screen *s, double limit)
{
    enum { LEAST = 9, HALF = 10 };
    struct text number = SCREEN_TEXT(s);
    text_addf(&number, "%.3g", limit);
    bool signs = (screen_mono(s) || s->ascii) && !s->hidden;
    int width = (signs ? 2 * HALF + 4 : LEAST) + 2 * (int)number.len;
    if (col + width > c.cols)
        return;
    if (!signs) {
        grid_legend(c, row, col, s, GRID_DIVERGING, limit);
        return;
    }
    /* Draws -1 =====-----0+++++##### +1, the legend of the signs. */
    col = canvas_putf(c, row, col, STYLE_DIM, "%.3g ", -limit);
    for (int i = -HALF; i <= HALF; i++)
        canvas_inked(c, row, col++, encoding_sign(i, HALF), 0, ink_diverging(i, HALF));
    canvas_putf(c, row, col, STYLE_DIM, " +%.3g", limit);
}

void encoding_foot_draw(struct canvas c, const struct screen *s, double limit)
{
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    struct text t = SCREEN_TEXT(s), brief = SCREEN_TEXT(s);
    double at[CONFIG_MAX_D];
    if (!cf->pe->row) {
        int hand = encoding_hand(cf, look->encoding.column);
        struct encoding_meets m = encoding_meets(s, hand);
        canvas_either(c, 0, 0, STYLE_TEXT,
                      say(s, TEXT("hand %d adds %.4f"), hand,
                          encoding_adds(&m, look->encoding.pos - look->encoding.pos2)),
                      "");
        encoding_scale_draw(c, 0, 24, s, limit);
        return;
    }
    text_addf(&brief, "PE(%d)[%d] = ", look->encoding.pos, look->encoding.column);
    text_add(&t, text_str(&brief));
    if (s->hidden)
        text_add(&t, "?");
    else if (cf->pe->row(at, look->encoding.pos, cf))
        number_fixed(&t, at[look->encoding.column] * cf->pescale, look->digits + 2, 26);
    else
        text_add(&t, screen_text(s, TEXT("none: this position has no row")));
    text_add(&brief, screen_text(s, TEXT_AS("map", "none")));
    int col = canvas_either(c, 0, 0, STYLE_TEXT, text_str(&t), text_str(&brief));
    encoding_scale_draw(c, 0, col + 2, s, limit);
}

/* ---- the map ------------------------------------------------------------------------ */

/* Draws ‹ 26 of 64 › after the title of what is shown in part. */
static void part_title(struct canvas c, const struct strips *m, const char *title, int first, int shown,
                       int count)
{
    bool before = first > 0, after = first + shown < count;
    const char *left = !before ? "" : "‹", *right = !after ? "" : "›";
    const char *brief = said_values(m->s, "%s%s", left, right);
    const char *whole = brief;
    if (before || after)
        whole = say(m->s, TEXT("%s%s%d of %d%s%s"), left, before ? " " : "", shown, count, after ? " " : "",
                    right);
    int col = canvas_either(c, 0, 0, STYLE_TITLE, title, "") + 2;
    canvas_either(c, 0, col, STYLE_KEY, utf8_width(whole) > c.cols - col ? brief : whole, "");
}

/* Draws the hue of the hand above each of its columns, with the numbers of the columns that have room and do
 * not touch the number before. Without hands, the numbers alone. */
static void column_heads(struct canvas c, const struct strips *m)
{
    int columns = m->shown * m->unit, first = m->first * m->unit, every = m->wide == 1 ? 2 : 1,
        from = m->left;
    columns = first + columns > m->P.cols ? m->P.cols - first : columns;
    bool hands = encoding_shows(m->cf->pe, PANEL_CLOCKS);
    for (int k = 0; hands && k < columns * m->wide; k++)
        canvas_inked(c, 0, m->left + k, ' ', 0,
                     encoding_ink(m->cf, hand_of(m, first + k / m->wide), HUE_FULL));
    for (int k = 0; k < columns; k += every) {
        int j = first + k, col = m->left + k * m->wide, width = 1 + (j > 9) + (j > 99) + (j > 999);
        if (width > every * m->wide || col < from || col + width > c.cols)
            continue;
        from = col + width + 1;
        enum style style = hands                                                ? STYLE_TEXT
                           : j == m->s->session->now.state.look.encoding.column ? STYLE_TITLE
                                                                                : STYLE_LABEL;
        canvas_putf(c, 0, col, style, "%d", j);
        if (hands)
            canvas_ink(c, 0, col, width, encoding_ink(m->cf, hand_of(m, j), HUE_FULL));
    }
}

/* Reports the rows, columns and numbers that the text beside the view speaks of. Hands are columns here. */
static void report_of(struct canvas c, const struct strips *m, int target)
{
    int first = m->first * m->unit, shown = m->shown * m->unit;
    for (struct spot *p = NULL; (p = spots_next(m->s, target, p));) {
        const struct aim *t = &p->target;
        int r = t->row < 0 ? 0 : encoding_rows_find(&m->rows, t->row), k = t->col < 0 ? 0 : t->col - first;
        struct area a = {r, m->left + k * m->wide, t->row < 0 ? m->rows.count : 1,
                         (t->col < 0 ? shown : 1) * m->wide};
        p->named = t->row >= 0;
        if (r >= 0 && k >= 0 && k < shown)
            spots_found(m->s, p, c, a);
    }
}

/* Draws a line: the number of the position with t or s, its word, its entries. */
static void map_line(struct canvas c, const struct strips *m, int r)
{
    const struct screen *s = m->s;
    const struct look *look = &s->session->now.state.look;
    long pos = position_at(&m->rows, r);
    bool is_t = pos == look->encoding.pos, is_s = pos == look->encoding.pos2,
         signs = screen_mono(s) || s->ascii;
    if (pos < 0) {
        canvas_right(c, 0, 0, m->number, STYLE_DIM, "⋮");
        return;
    }
    canvas_putf(c, 0, 0,
                is_t   ? STYLE_TITLE
                : is_s ? STYLE_NOTE
                       : STYLE_LABEL,
                "%*ld%c", m->number, pos,
                is_t   ? 't'
                : is_s ? 's'
                       : ' ');
    if (*encoding_word(s, pos))
        canvas_field(c, 0, m->number + 2, m->left - m->number - 3, is_t ? STYLE_TITLE : STYLE_TEXT,
                     encoding_word(s, pos));
    for (int k = 0; k < m->shown * m->unit && m->first * m->unit + k < m->P.cols; k++) {
        int j = m->first * m->unit + k;
        struct canvas cell = canvas_part(c, 0, m->left + k * m->wide, 1, m->wide);
        for (int x = 0; x < cell.cols && (s->hidden || !m->there[r]); x++)
            canvas_inked(cell, 0, x, s->hidden ? 0xB7 : '.', 0, 0);
        if (!s->hidden && m->there[r])
            encoding_shade(cell, s, mat_at(m->P, r, j), m->limit);
        if (click_hit(s->click, cell, 0, 0, cell.cols))
            click_line(s->click, m->turns ? "set pos2 %ld column %d" : "set pos %ld column %d", pos,
                       m->turns ? 2 * j : j);
        enum style style = is_t ? STYLE_CURSOR : STYLE_SELECTED;
        if (j == column_of(m) && (is_t || is_s) && signs)
            canvas_restyle(cell, 0, 0, cell.cols, style);
        else if (j == column_of(m) && (is_t || is_s))
            canvas_glyph(cell, 0, 0, style, is_t ? 't' : 's');
    }
    double score = m->rest;
    for (int i = 0; i < m->P.cols && m->sum > 0; i++)
        score += mat_at(m->P, r, i);
    if (m->sum > 0)
        canvas_number(c, (struct slot){0, c.cols - m->sum, m->sum - 1}, is_s ? STYLE_TITLE : STYLE_TEXT,
                      score, look->digits);
}

/* ---- waves ---------------------------------------------------------------------- */

/* Returns how far a hand's wave is from its middle, from -1 to 1. */
static double swing(const struct strips *m, double pos, int hand)
{
    if (!m->turns)
        return sin(clock_angle(m->cf, pos, hand));
    double adds = encoding_adds(&m->meets[hand], m->s->session->now.state.look.encoding.pos - pos) / m->limit;
    return isfinite(adds) ? adds : 0;
}

/* The strip of a wave in dots: its middle and the way from there to its edge. */
struct strip {
    double middle, reach;
};

static struct strip strip_of(const struct strips *m, int k)
{
    return (struct strip){k * m->wave * 2 + m->wave - 1.5, m->wave - 1.5};
}

/* Draws the wave of a hand. While time plays, what is still to come is pale. */
static void wave(const struct strips *m, const struct braille *b, int k)
{
    enum { PALE = 5 };
    const struct look *look = &m->s->session->now.state.look;
    struct strip at = strip_of(m, k);
    int hand = m->first + k;
    struct point before = {0, -1};
    for (int y = 0; y < 4 * m->rows.count; y++) {
        long row = position_at(&m->rows, y / 4);
        double pos = (double)row + (y % 4 - 1.5) / 4;
        struct point here = {at.middle + at.reach * swing(m, fmax(pos, 0), hand), y};
        bool to_come = look->play != 0 && pos > look->encoding.pos && !m->turns;
        if (y % 4 == 1)
            braille_dot(b, (int)lround(at.middle), y, STYLE_BORDER, ink_hue(HUE_GREY, PALE));
        if (pos >= 0)
            braille_line(b, before.y < 0 ? here : before, here, STYLE_TEXT,
                         encoding_ink(m->cf, hand, to_come ? PALE : HUE_FULL));
        before = pos >= 0 ? here : (struct point){0, -1};
    }
}

/* Draws a dot around the wave of a hand at a position: large for t, small for s. */
static void bead_at(const struct strips *m, const struct braille *b, int k, bool is_t)
{
    const struct look *look = &m->s->session->now.state.look;
    struct strip at = strip_of(m, k);
    int pos = is_t ? look->encoding.pos : look->encoding.pos2, row = encoding_rows_find(&m->rows, pos);
    int x = (int)lround(at.middle + at.reach * swing(m, pos, m->first + k));
    for (int dy = 0; dy < 4 && row >= 0; dy++)
        for (int dx = -1; dx <= 2; dx++) {
            bool middle = dy % 3 && dx / 2 == 0 && dx >= 0, around = dy % 3 || dx == 0 || dx == 1;
            if (is_t != m->turns ? around : middle)
                braille_dot(
                    b, x + dx, 4 * row + dy, STYLE_TITLE,
                    encoding_ink(m->cf, m->first + k, is_t != m->turns ? HUE_FULL : HUE_FULL * 2 / 3));
        }
}

/* Draws a wave per hand, downwards, and the line of now from the map on, which leads to the clock. */
static void waves_draw(struct canvas c, const struct strips *m)
{
    struct canvas part = canvas_part(c, 0, GAP, c.rows, c.cols - GAP);
    struct braille b = {canvas_part(part, ENCODING_HEAD, 0, m->rows.count, part.cols), m->s->ascii};
    part_title(part, m, screen_text(m->s, TEXT("as waves")), m->first, m->shown, clock_hands(m->cf));
    const struct look *look = &m->s->session->now.state.look;
    int now = encoding_rows_find(&m->rows, m->turns ? look->encoding.pos2 : look->encoding.pos);
    struct braille way = {canvas_part(c, ENCODING_HEAD + now, 0, 1, c.cols), false};
    for (int x = 1; x < braille_width(&way) && !m->s->ascii; x += 2)
        braille_dot(&way, x, 1, STYLE_BORDER, ink_hue(HUE_FOCUS, HUE_FULL / 2));
    for (int k = 0; k < way.c.cols && m->s->ascii; k++)
        canvas_glyph(way.c, 0, k, STYLE_BORDER, '-');
    for (int k = 0; k < m->shown; k++) {
        struct canvas head = canvas_part(part, ENCODING_HEAD - 1, k * m->wave, 1, m->wave - 1);
        uint16_t ink = encoding_ink(m->cf, m->first + k, HUE_FULL);
        for (int x = 0; x < head.cols; x++)
            canvas_inked(head, 0, x, ' ', 0, ink);
        canvas_putf(head, 0, 0, STYLE_TEXT, "%d", m->first + k);
        canvas_ink(head, 0, 0, head.cols, ink);
        wave(m, &b, k);
        bead_at(m, &b, k, false);
        bead_at(m, &b, k, true);
    }
}

void encoding_map_draw(struct canvas c, const void *of)
{
    const struct encoding_page *page = of;
    const struct screen *s = &page->s;
    struct strips m;
    int lines = c.rows - ENCODING_HEAD - 1;
    int whole = plan_map(&m, s, lines, c.cols);
    if (lines < 1 || !(m.turns || m.cf->pe->row))
        return;
    if (m.shown < 1 || !read_rows(&m))
        return;
    int entries = m.left + m.shown * m.unit * m.wide + m.sum;
    struct canvas body = canvas_part(c, ENCODING_HEAD, 0, m.rows.count, entries);
    part_title(canvas_part(c, 0, m.left, 1, entries - m.left - m.sum), &m,
               screen_text(s, m.turns ? TEXT("adds to the score") : TEXT("as a map")), m.first * m.unit,
               m.shown * m.unit, m.P.cols);
    if (m.turns)
        canvas_right(c, ENCODING_HEAD - 1, entries - m.sum, m.sum - 1, STYLE_LABEL,
                     screen_text(s, TEXT("score")));
    column_heads(canvas_part(c, ENCODING_HEAD - 1, 0, 1, entries), &m);
    if (!m.turns)
        report_of(body, &m, LOOK_PE);
    if (m.wave == 0 && !m.turns && encoding_panel(s) != PANEL_DIALS) /* the hands point at themselves */
        report_of(body, &m, TARGET_HAND);
    for (int r = 0; r < m.rows.count; r++)
        map_line(canvas_part(body, r, 0, 1, body.cols), &m, r);
    if (m.wave > 0) {
        struct canvas waves = canvas_part(c, 0, entries, ENCODING_HEAD + m.rows.count, whole - entries);
        waves_draw(waves, &m);
        *page->waves = canvas_part(waves, ENCODING_HEAD, 0, m.rows.count, waves.cols);
    }
    encoding_foot_draw(canvas_part(c, ENCODING_HEAD + m.rows.count, 0, 1, c.cols), s, m.limit);
}
