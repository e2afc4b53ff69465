/* Encodings with a vector for every offset (Shaw, Transformer-XL, DeBERTa): each vector as a strip of
 * colours, the word at that distance from position t, and what the vector adds to the score of its query. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/encoding/sines.h"
#include "core/pipeline/terms.h"
#include "view/figures/bars.h"
#include "view/encoding/encoding.h"

/* Rows: above and below the strips, the most of one. Columns: of an offset and its word, the most of an
 * entry, the least of the bars, of their numbers. */
enum { ABOVE = 2, BELOW = 1, HIGHEST = 8, LABEL = 12, WIDEST = 6 };
enum { BARS_LEAST = 16, NUMBER = 7, GAP = 2, REACH = 8 };

/* Row `middle` of m belongs to offset 0; word t + way·offset is at that distance. */
struct offsets {
    const struct screen *s;
    const struct config *c;
    struct mat m;
    int middle, way;
    bool clipped;      /* the first and the last row serve all offsets beyond */
    struct mat to_key; /* from a vector to a head's key; absent: it is one */
    double q[CONFIG_MAX_D];
    int wide, high, first, shown; /* columns and rows of a strip; the strips in the picture */
    double limit, most;           /* of the colours, of the bars */
};

/* Returns the vectors of Transformer-XL: all sines, then all cosines. */
static struct mat sine_rows(struct arena *a, const struct config *c)
{
    struct mat m = mat_in(a, 2 * REACH + 1, c->d);
    for (int r = 0; r < m.rows; r++) {
        double *row = mat_row(m, r);
        for (int j = 0; j < c->d; j++)
            row[j] = 0;
        for (int i = 0; i < c->d / 2; i++)
            sines_hand(c->d, c->base, r - REACH, i, &row[i], &row[c->d / 2 + i]);
    }
    return m;
}

/* Returns the index of the word at a position, -1 if there is none. */
static int word_index(const struct screen *s, long pos)
{
    const struct state *now = &s->session->now.state;
    long at = pos - now->set.start;
    return at >= 0 && at < now->sentence->count ? (int)at : -1;
}

/* Reads vectors and query; returns false if memory is exhausted. */
static bool offsets_open(struct offsets *o, const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct config *c = &now->config;
    const struct attention *a = &now->trace.layer[now->state.look.layer].self;
    int head = now->state.look.head, asks = word_index(s, now->state.look.encoding.pos);
    struct pe_offsets pe = c->pe->offsets;
    *o = (struct offsets){.s = s, .c = c, .way = pe.way, .clipped = !pe.sines};
    if (pe.sines && !arena_more(s->scratch, mat_room(2 * REACH + 1, c->d)))
        return false;
    o->m = pe.sines ? sine_rows(s->scratch, c) : c->pe_mat[0];
    o->middle = o->m.rows / 2;
    if (pe.to_key >= 0)
        o->to_key = mat_columns(c->pe_mat[pe.to_key], head * c->dk, c->dk);
    memcpy(o->q, mat_row(a->Q, asks < 0 ? now->state.look.query : asks) + head * c->dk,
           (size_t)c->dk * sizeof *o->q);
    for (int i = 0; i < c->dk && pe.to_asks >= 0; i++)
        o->q[i] += mat_at(c->pe_mat[pe.to_asks], head, i);
    o->limit = mat_max_abs(o->m);
    return true;
}

/* Returns what row r adds to a score of the query. */
static double adds(const struct offsets *o, int r)
{
    double key[CONFIG_MAX_D];
    if (!mat_present(o->to_key))
        return vec_dot(o->q, mat_row(o->m, r), o->m.cols);
    mat_mul(mat_of(1, o->c->dk, o->c->dk, key), mat_rows(o->m, r, 1), o->to_key);
    return vec_dot(o->q, key, o->c->dk);
}

/* Returns the row of t and s, clipped. */
static int row_here(const struct offsets *o)
{
    const struct look *look = &o->s->session->now.state.look;
    long r = (long)o->way * ((long)look->encoding.pos2 - look->encoding.pos) + o->middle;
    return r < 0 ? 0 : r >= o->m.rows ? o->m.rows - 1 : (int)r;
}

/* Draws the word, the strip and the bar of row r, `high` rows of the screen. */
static void offset_line(struct canvas c, const struct offsets *o, int r)
{
    int middle = (c.rows - 1) / 2, bars = LABEL + o->m.cols * o->wide + GAP;
    const struct look *look = &o->s->session->now.state.look;
    bool here = r == row_here(o), roomy = c.cols >= bars + BARS_LEAST + NUMBER;
    double add = adds(o, r);
    int offset = r - o->middle;
    long there = look->encoding.pos + (long)o->way * offset;
    struct bar_scale scale = {bars, c.cols - bars - NUMBER - 1, -o->most, o->most};
    bool end = o->clipped && (r == 0 || r == o->m.rows - 1);
    struct text name = SCREEN_TEXT(o->s), number = SCREEN_TEXT(o->s);
    text_addf(&name, "%s%+d%s", end && offset < 0 ? ".." : "", offset, end && offset > 0 ? ".." : "");
    canvas_right(c, middle, 0, 5, here ? STYLE_TITLE : STYLE_LABEL, text_str(&name));
    canvas_field(c, middle, 6, LABEL - 7, here ? STYLE_TITLE : STYLE_TEXT, encoding_word(o->s, there));
    for (int k = 0; k < o->m.cols; k++)
        encoding_shade(canvas_part(c, 0, LABEL + k * o->wide, c.rows, o->wide), o->s, mat_at(o->m, r, k),
                       o->limit);
    for (int y = 0; y < c.rows; y++) {
        if (roomy)
            bar_draw(c, y, o->s, &scale, (struct bar){0, add, false, 0});
        if (there >= 0 && click_hit(o->s->click, c, y, 0, c.cols))
            click_line(o->s->click, "set pos2 %ld", there);
    }
    text_addf(&number, "%+.2f", add);
    if (roomy)
        canvas_right(c, middle, c.cols - NUMBER, NUMBER, here ? STYLE_TITLE : STYLE_DIM, text_str(&number));
    if (here)
        canvas_glyph(c, middle, LABEL - 1, STYLE_KEY, 0x25B6);
}

void encoding_offsets_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    struct offsets o;
    if (c.rows < ABOVE + BELOW + 1 || !offsets_open(&o, s))
        return;
    int rows = c.rows - ABOVE - BELOW;
    o.shown = o.m.rows < rows ? o.m.rows : rows;
    o.first = screen_first_shown(row_here(&o), o.m.rows, o.shown);
    o.high = o.shown > 0 ? rows / o.shown : 0;
    o.high = o.high > HIGHEST ? HIGHEST : o.high;
    o.wide = (c.cols - LABEL - GAP - BARS_LEAST - NUMBER) / o.m.cols;
    o.wide = o.wide > WIDEST ? WIDEST : o.wide < 1 ? 1 : o.wide;
    o.most = 1e-9;
    for (int i = 0; i < o.shown; i++)
        o.most = fmax(o.most, fabs(adds(&o, o.first + i)));
    /* cat reads dog: the row of offset +2 adds 1.02; where keys meet rows too: … to c2p; p2c adds … */
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    const struct attention *a = &now->trace.layer[look->layer].self;
    const char *term = o.c->pe->offsets.term, *other = o.c->pe->offsets.other;
    int asks = word_index(s, look->encoding.pos), read = word_index(s, look->encoding.pos2),
        t = other ? terms_find(o.c, look->layer, other) : -1;
    struct text brief = SCREEN_TEXT(s);
    screen_add(s, &brief, TEXT("the row of offset %+d adds %.2f"), row_here(&o) - o.middle,
               adds(&o, row_here(&o)));
    if (term)
        screen_add(s, &brief, TEXT(" to %s"), term);
    if (t >= 0 && t < a->term_count && asks >= 0 && read >= 0)
        screen_add(s, &brief, TEXT("; %s adds %.2f"), other,
                   mat_at(attention_head(a, attention_term(a, t), look->head), asks, read));
    const char *whole = text_str(&brief);
    if (asks >= 0 && read >= 0)
        whole = say(s, TEXT("%s reads %s: %s"), encoding_word(s, look->encoding.pos),
                    encoding_word(s, look->encoding.pos2), whole);
    canvas_either(c, 0, 0, STYLE_TITLE, whole, text_str(&brief));
    struct canvas part = canvas_part(c, 1, 0, 1, c.cols);
    int bars = LABEL + o.m.cols * o.wide + GAP;
    canvas_put(part, 0, 0, STYLE_DIM, screen_text(o.s, TEXT("offset")));
    canvas_put(canvas_part(part, 0, LABEL, 1, bars - LABEL - 1), 0, 0, STYLE_DIM,
               o.clipped ? screen_text(o.s, TEXT("its vector"))
                         : screen_text(o.s, TEXT("its sines, then cosines")));
    if (part.cols >= bars + BARS_LEAST + NUMBER) {
        struct canvas right = canvas_part(part, 0, bars, 1, part.cols - bars);
        if (term)
            canvas_putf(right, 0, 0, STYLE_DIM, screen_text(o.s, TEXT("adds to %s")), term);
        else
            canvas_put(right, 0, 0, STYLE_DIM, screen_text(o.s, TEXT("adds to the score")));
    }
    for (int i = 0; i < o.shown; i++)
        offset_line(canvas_part(c, ABOVE + i * o.high, 0, o.high, c.cols), &o, o.first + i);
    encoding_scale_draw(c, ABOVE + o.shown * o.high, LABEL, s, o.limit);
}
