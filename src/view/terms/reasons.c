/* Why the asking word reads what it reads. For every key, one stacked bar shows the terms of its score
 * (negative ones left of a line, positive ones right of it), followed by the score and its share. Below,
 * an equation of maps shows the same sum for every pair. A term that is knocked out stays in place, faded. */
#include <math.h>

#include "base/number.h"
#include "study/preset.h"
#include "view/bars.h"
#include "view/grid.h"
#include "view/paint.h"
#include "view/terms/terms.h"
#include "view/spots.h"

enum { NAME = 12, SCORE = 8, NUMBER = 5, CAPTION_LEAST = 11, TALL = 7, NARROW = 70, AIRY = 24, SAMPLE = 3 };

/* The layout. Rows count from the top of the canvas; -1: omitted. */
struct picture {
    struct canvas c;
    const struct screen *s;
    const struct terms_facts *f;
    int name;                /* columns of the words at the left */
    int bars, bars_width;    /* first column of the stacked bars */
    int zero;                /* the column between against and for, counted from there */
    double unit;             /* columns of a score of 1 */
    int share, share_width;  /* first column of the bars of shares */
    int keys, first;         /* number of visible bars, the first of them */
    int bar, gap;            /* rows of a bar, between two bars */
    int table;               /* rows of the table in place of captions and maps, 0: none */
    int captions, head, top; /* rows of the captions, of the column headings, of the first bar */
    int maps, cell, tall;    /* the maps' first row; columns and rows of one of their cells */
    int digits;              /* decimals in the maps, -1: colours only */
    bool percents;           /* the map of the shares has digits: all of them fit */
    bool scores;             /* the maps of the terms are followed by that of the score */
    struct grid_dots dots;   /* the maps of many words; no rows: cells */
    int words;               /* row of the closing sentence */
    double low, high;        /* range of the stacked bars */
};

/* Maps count from the terms, in order; then the score and the share. */
static enum hue map_hue(const struct terms_facts *f, int i)
{
    return i < f->count ? terms_hue(f, i) : i == f->count ? HUE_GREY : hue_of_head(f->head);
}

/* ---- layout -------------------------------------------------------------------------- */

/* Columns of the maps' cells: as wide as fits, with digits where a number has a column of air; the map of the
 * score, which the bars show too, gives way to digits. Returns whether the maps show anything so: without
 * colours only digits do. */
static bool plan_cells(struct picture *p)
{
    enum { WIDEST = 12, WHOLE = 10, ROOM = 3 }; /* ROOM: for a share in percent */
    const struct terms_facts *f = p->f;
    for (int without = 0; without < 2; without++) {
        int maps = f->count + 2 - without, room = p->c.cols - p->name - 3 - 2 * (maps - 1),
            cell = room / (maps * terms_columns(f)), digits = 1;
        cell = cell > WIDEST ? WIDEST : cell;
        while (digits >= 0 && terms_number_width(-f->limit, digits) >= cell)
            digits--;
        if (digits == 0 && f->limit < WHOLE) /* 0 + 1 + 0 + 1 would be another sum than that of the bars */
            digits = -1;
        if (!without || digits > p->digits || (digits < 0 && p->cell < ROOM && cell >= ROOM)) {
            p->cell = cell;
            p->digits = digits;
            p->scores = !without;
        }
        if (p->digits >= 0)
            break;
    }
    p->percents =
        terms_number_width(round(100 * mat_max_finite(attention_head(f->a, f->a->map[MAP_WEIGHTS], f->head))),
                           0) < p->cell;
    return p->cell >= 2 && (p->digits >= 0 || !screen_mono(p->s));
}

/* A map of dots, for many words. Maps count as in map_value. */
static struct grid dots_of(const struct picture *p, int i)
{
    const struct terms_facts *f = p->f;
    double most = 0; /* of the terms */
    for (int t = 0; t < f->count && i < f->count; t++)
        most = fmax(most, mat_max_finite(attention_head(f->a, attention_term(f->a, t), f->head)));
    return (struct grid){.m = attention_head(f->a,
                                             i < f->count    ? attention_term(f->a, i)
                                             : i == f->count ? f->a->map[MAP_SCORES]
                                                             : f->a->map[MAP_WEIGHTS],
                                             f->head),
                         .map = i > f->count ? GRID_HUED : GRID_SIGNED,
                         .hue = map_hue(f, i),
                         .limit = most,
                         .row = f->query,
                         .col = f->key,
                         .shade = (enum shade_kind)f->now->state.look.shade,
                         .faded = i < f->count && terms_off(f, i)};
}

/* Plans maps of dots in `left` rows, shared with the bars. Returns their rows, 0 if there is no room. */
static int plan_dots(struct picture *p, int left)
{
    enum { NOTES = 2, BARS_LEAST = 5, LINES_LEAST = 3, WIDE_LEAST = 8 };
    int maps = p->f->count + 2, wide = (p->c.cols - 2 * (maps - 1)) / maps, bars = terms_columns(p->f);
    int lines = left - NOTES - (bars < left / 2 ? bars : left / 2);
    struct grid g = dots_of(p, 0);
    if (lines < LINES_LEAST || wide < WIDE_LEAST || left / 2 < BARS_LEAST || p->s->hidden)
        return 0;
    p->scores = true;
    p->dots = grid_dots_fit(p->s, &g, lines, wide);
    return grid_dots_lines(p->s, &p->dots) + NOTES;
}

/* The rows that the bars of a few keys, their heading, the question and the sentence leave for a table. */
static int room_of_table(const struct canvas *c, const struct terms_facts *f)
{
    enum { AROUND = 4, BARS_MOST = 5 };
    int keys = terms_columns(f);
    return c->rows - AROUND - (c->rows >= AIRY) - (keys < BARS_MOST ? keys : BARS_MOST);
}

static void plan_reasons(struct picture *p)
{
    enum { MAP_HEAD = 2 };
    int rows = p->c.rows, keys = terms_columns(p->f), n = p->f->now->config.n;
    bool airy = rows >= AIRY;
    const struct terms_facts *f = p->f;
    for (int j = 0; j < terms_columns(f); j++) {
        double against = 0, in_favour = 0;
        for (int i = 0; i < f->count; i++) {
            double v = terms_value(f, i, f->query, j);
            against += fmin(v, 0);
            in_favour += fmax(v, 0);
        }
        p->low = fmin(p->low, against);
        p->high = fmax(p->high, in_favour);
    }
    /* Columns that the words need at the left, up to `most`: those that are read, before the bars, and those
     * that ask, before the maps. */
    int widest = 0;
    for (int j = 0; j < terms_keys(f)->count && widest < NAME; j++)
        widest = (int)fmax(widest, utf8_width(terms_word_read(p->s, f, j)));
    for (int i = 0; i < f->now->state.sentence->count && widest < NAME; i++)
        widest = (int)fmax(widest, utf8_width(terms_word(p->s, f, i)));
    p->name = widest < NAME ? widest : NAME;
    p->table = terms_tabled(p->f) ? terms_table_rows(p->s, p->f, p->c.cols, room_of_table(&p->c, p->f)) : 0;
    p->captions = 1 + airy;
    p->head = p->captions + (p->table ? p->table : airy ? 3 : 1);
    p->top = p->head + 1;
    p->words = rows - 1;
    int left = p->words - p->top - 1, maps = n + MAP_HEAD;
    bool cells = !p->table && plan_cells(p) && left - keys > maps;
    maps = cells ? maps : p->table ? 0 : plan_dots(p, left);
    int room = left - maps, each = (room > keys && cells ? room - (room - keys) / 2 : room) / keys;
    p->gap = each > 1;
    p->bar = each - p->gap < 1 ? 1 : each - p->gap > TALL ? TALL : each - p->gap;
    p->keys = keys * (p->bar + p->gap) <= room ? keys : room / (p->bar + p->gap);
    p->first = screen_first_shown(p->f->key, keys, p->keys);
    p->maps = maps ? p->top + p->keys * (p->bar + p->gap) + (p->gap == 0) : -1;
    int tall = (p->words - 1 - p->maps - MAP_HEAD) / n;
    tall = tall > TALL ? TALL : tall;
    p->tall = tall > 2 && tall % 2 == 0 ? tall - 1 : tall; /* a number is in the middle of a high cell */
    p->bars = p->name + 3;
    p->share_width = p->c.cols / 5;
    p->share = p->c.cols - NUMBER - 1 - p->share_width;
    p->bars_width = p->share - SCORE - 2 - p->bars;
    /* The line between against and for has its own column: next to a bar of its colour it would be lost. */
    struct bar_zero at = bar_zero_of(p->low, p->high, p->bars_width - 1);
    p->zero = at.col;
    p->unit = at.unit;
    if (p->tall < 1 && p->dots.rows == 0)
        p->maps = -1;
}

/* ---- captions ------------------------------------------------------------------------ */

/* A term that is knocked out has a pale title, but one that can be read. */
static uint16_t title_ink(const struct screen *s, enum hue hue, bool off)
{
    return ink_words(hue, off ? HUE_FULL * 11 / 16 : HUE_FULL, screen_theme(s));
}

/* What a term is called in `room` columns: by its title, else by its short name. One letter would be taken
 * for a key: then by its key alone. */
static const char *term_called(const struct picture *p, int t, int room)
{
    const struct term *term = &p->f->list[t];
    const char *title = screen_term(p->s, term), *name = term->name;
    if (term->query && term->mark < PRESET_TERMS)
        name = preset_terms[term->mark];
    return utf8_width(title) <= room ? title : utf8_width(name) > 1 ? name : "";
}

/* Draws a term's key in its colour, its name and, if there is room, its question. A click knocks it out. */
static void caption(struct canvas c, const struct picture *p, int t)
{
    const struct term *term = &p->f->list[t];
    bool off = terms_off(p->f, t);
    struct text line = SCREEN_TEXT(p->s);
    const char *key = terms_key(p->s, t);
    int level = off ? HUE_FULL * 5 / 16 : HUE_FULL, col = 0;
    bool airy = p->c.cols >= NARROW;
    col = airy ? canvas_put(c, 0, col, STYLE_TEXT, " ") : col;
    col = canvas_put(c, 0, col, STYLE_STRONG, key);
    col = airy ? canvas_put(c, 0, col, STYLE_TEXT, " ") : col;
    if (!screen_mono(p->s))
        canvas_ink(c, 0, 0, col, ink_hue(terms_hue(p->f, t), level));
    bool gap = airy || p->f->count > PRESET_TERMS; /* four are apart as it is */
    struct canvas head = canvas_part(c, 0, col + 1, 1, c.cols - col - 1 - gap);
    text_addf(&line, "%s%s%s", off ? "(" : "", term_called(p, t, head.cols - 2 * off), off ? ")" : "");
    int end =
        canvas_put_ink(head, 0, 0, STYLE_STRONG, title_ink(p->s, terms_hue(p->f, t), off), text_str(&line));
    /* Without colours: a piece of the term's bar after its name, to know it by. */
    int cols = col + 1 + end + 1;
    struct paint paint;
    const struct canvas part = canvas_part(c, 0, cols, 1, SAMPLE);
    if (screen_mono(p->s) && !terms_off(p->f, t) && cols + SAMPLE <= c.cols &&
        paint_begin(&paint, p->s->scratch, part.rows, part.cols)) {
        for (int y = 0; y < paint.height; y++)
            paint_span(&paint, y, 0, paint.width, ink_hue(terms_hue(p->f, t), HUE_FULL));
        paint_show(&paint, part, (struct paint_look){screen_theme(p->s), true, p->s->ascii});
    }
    if (term->apart && airy && !screen_mono(p->s) && head.cols - end > (int)sizeof "Enter")
        canvas_put(head, 0, end + 1, STYLE_KEY, terms_key_of(p->s, "terms", "toggle sources"));
    if (click_hit(p->s->click, c, 0, 0, c.cols))
        click_line(p->s->click, "term %d toggle", t);
    int room = p->head - p->captions - 1;
    struct canvas below = canvas_part(c, 1, col + 1, room, c.cols - col - 2),
                  measure = {.rows = room, .cols = below.cols};
    const char *asks = off ? screen_text(p->s, TEXT("knocked out")) : screen_term_asks(p->s, term);
    if (canvas_flow(measure, 0, STYLE_DIM, asks) <= room)
        canvas_flow(below, 0, STYLE_DIM, asks);
}

/* Returns the columns of a term's key and whole name, with the gaps around them. */
static int caption_needs(const struct picture *p, int t)
{
    int airy = p->c.cols >= NARROW;
    return utf8_width(terms_key(p->s, t)) + utf8_width(screen_term(p->s, &p->f->list[t])) +
           2 * terms_off(p->f, t) + 2 + 3 * airy;
}

/* Gives each caption as many columns as the others; a long name gets more if the rest can spare it. */
static void captions(const struct picture *p)
{
    int count = p->f->count, width = p->c.cols / (count < 3 ? 3 : count), widest = 0, all = 0;
    for (int t = 0; t < count; t++) {
        int needs = caption_needs(p, t);
        widest = needs > widest ? needs : widest;
        all += needs;
    }
    bool by_name = widest > width && all <= p->c.cols;
    for (int t = 0, col = 0, each; t < count; t++, col += each) {
        each = by_name ? caption_needs(p, t) + (p->c.cols - all) / count : width;
        caption(canvas_part(p->c, p->captions, col, p->head - p->captions, each), p, t);
    }
}

static void asker_question(const struct picture *p, int free)
{
    const struct terms_facts *f = p->f;
    struct canvas c = canvas_part(p->c, 0, 0, 1, free);
    int col =
        canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(HUE_FOCUS, HUE_FULL), terms_word(p->s, f, f->query));
    const char *whole = screen_text(p->s, TEXT(" asks every word: should I read you?")),
               *brief = screen_text(p->s, TEXT(" asks: should I read you?"));
    bool fits = col + utf8_width(brief) <= free;
    col = canvas_either(c, 0, col, STYLE_TEXT, whole, fits ? brief : screen_text(p->s, TEXT(" asks")));
    int left = 0;
    for (int i = 0; i < f->count; i++)
        left += !terms_off(f, i);
    const char *reasons = screen_text(p->s, TEXT("  No reason is left."));
    if (left > 0)
        reasons = say(p->s,
                      left < f->count ? TEXT("  Reasons left: %d.")
                      : left == 1     ? TEXT("  %d reason makes the score.")
                                      : TEXT("  %d reasons add up to each score."),
                      left);
    if (col + utf8_width(reasons) <= free)
        canvas_put(c, 0, col, STYLE_DIM, reasons);
}

/* ---- bars ---------------------------------------------------------------------------- */

/* Returns where a sum lies among the columns of the bars: for is right of the line, against left of it. */
static double column_of(const struct picture *p, double x, bool in_favour)
{
    return p->zero + in_favour + x * p->unit;
}

/* Paints the pieces of key j outward from the line; `say` writes their numbers instead. */
static void stack(const struct picture *p, const struct paint *paint, int j, int row, bool say)
{
    double against = 0, in_favour = 0, drawn[] = {column_of(p, 0, false), column_of(p, 0, true)};
    for (int t = 0; t < p->f->count; t++) {
        double v = terms_value(p->f, t, p->f->query, j), *sum = v < 0 ? &against : &in_favour;
        double from = column_of(p, fmin(*sum, *sum + v), v >= 0),
               to = column_of(p, fmax(*sum, *sum + v), v >= 0);
        uint16_t ink = ink_hue(terms_hue(p->f, t), terms_off(p->f, t) ? HUE_FULL * 3 / 16 : HUE_FULL);
        *sum += v;
        if (screen_mono(p->s)) {
            /* without colours a piece takes whole columns, at least one if it is not small, next to the one
             * before */
            double least = to - from >= 0.5, *edge = &drawn[v >= 0];
            if (v >= 0) {
                from = fmax(*edge, round(from));
                *edge = to = fmax(from + least, round(to));
            } else {
                to = fmin(*edge, round(to));
                *edge = from = fmin(to - least, round(from));
            }
        }
        if (say) {
            /* Writes the number of a piece of a stacked bar, if it fits. */
            bool mono = screen_mono(p->s); /* then apart from the dots of the bar */
            const char *text = said_values(p->s, mono ? " %s " : "%s", said_fixed(p->s, v, 1, 32));
            int width = utf8_width(text), at = p->bars + (int)lround((from + to - width) / 2);
            if (width + !mono <= to - from && !terms_off(p->f, t)) {
                canvas_put(p->c, row, at, STYLE_TEXT, text);
                if (!mono)
                    canvas_ink(p->c, row, at, width, ink_hue(terms_hue(p->f, t), HUE_FULL));
            }
        }
        double part = v < 0 || screen_mono(p->s) ? 0 : 0.6; /* a fine line between two colours */
        for (int y = 0; y < paint->height && !say; y++)
            paint_span(paint, y, from * PAINT_SUB, to * PAINT_SUB - part, ink);
    }
}

/* Draws the share as a part of 1; a white mark shows the share with all terms in. */
static void share_bar(const struct picture *p, int row, double share, double whole)
{
    struct paint paint;
    const struct canvas part = canvas_part(p->c, row, p->share, p->bar, p->share_width);
    if (!paint_begin(&paint, p->s->scratch, part.rows, part.cols))
        return;
    for (int y = 0; y < paint.height; y++) {
        paint_span(&paint, y, 0, paint.width, screen_mono(p->s) ? 0 : ink_hue(HUE_GREY, 2));
        paint_span(&paint, y, 0, share * paint.width, ink_hue(hue_of_head(p->f->head), HUE_FULL));
        if (term_set_any(&p->f->now->config.term_off))
            paint_span(&paint, y, whole * paint.width - 1.5, whole * paint.width + 0.5,
                       ink_hue(HUE_GREY, HUE_FULL));
    }
    paint_show(&paint, part, (struct paint_look){screen_theme(p->s), screen_mono(p->s), p->s->ascii});
}

static void key_row(const struct picture *p, int j, int row, double whole)
{
    const struct terms_facts *f = p->f;
    struct paint paint;
    struct text t = SCREEN_TEXT(p->s);
    int middle = row + (p->bar - 1) / 2;
    screen_word_in(&f->now->state, terms_keys(f), j, p->name, &t);
    canvas_field(p->c, middle, 1, p->name, j == f->key ? STYLE_CURSOR : STYLE_STRONG, text_str(&t));
    if (click_hit(p->s->click, p->c, middle, 0, p->c.cols))
        click_line(p->s->click, "set key %d", j);
    const struct canvas part = canvas_part(p->c, row, p->bars, p->bar, p->bars_width);
    if (paint_begin(&paint, p->s->scratch, part.rows, part.cols)) {
        stack(p, &paint, j, 0, false);
        paint_show(&paint, part, (struct paint_look){screen_theme(p->s), screen_mono(p->s), p->s->ascii});
        stack(p, &paint, j, middle, true);
    }
    /* Reports the bar of a score that the text beside the view speaks of. */
    for (struct spot *spot = NULL; (spot = spots_next(p->s, TARGET_SCORE, spot));)
        if (spot->target.row == f->query && spot->target.col == j && spot->target.head == f->head) {
            spot->named = true;
            spots_found(p->s, spot, p->c, (struct area){row, p->bars, p->bar, p->bars_width});
        }
    canvas_number(p->c, (struct slot){middle, p->share - SCORE - 1, SCORE}, STYLE_STRONG,
                  terms_at_map(f, MAP_SCORES, f->query, j), 1);
    if (terms_hidden(f, f->query, j))
        canvas_put(p->c, middle, p->share, STYLE_DIM, screen_text(p->s, TEXT_AS("reasons", "masked")));
    else {
        /* the share is on its way while the picture glides; all shares sum to 1 at any time */
        double is = terms_at_map(f, MAP_WEIGHTS, f->query, j), share = is;
        if (f->was) {
            double was = mat_at(attention_head(f->was, f->was->map[MAP_WEIGHTS], f->head), f->query, j);
            share = was + screen_moved(p->s, 0) * (is - was);
        }
        share_bar(p, row, share, whole);
    }
    canvas_right(p->c, middle, p->c.cols - NUMBER, NUMBER, STYLE_STRONG,
                 share_text(p->s, terms_at_map(f, MAP_WEIGHTS, f->query, j), SHARE_PLAIN));
    canvas_tint(p->c, middle, p->c.cols - NUMBER, NUMBER, ink_hue(hue_of_head(f->head), HUE_FULL));
}

static void key_bars(const struct picture *p)
{
    double whole[CONFIG_MAX_WORDS];
    const char *against = screen_text(p->s, TEXT("◂ against")), *in_favour = screen_text(p->s, TEXT("for ▸"));
    int zero = p->bars + p->zero, rows = p->keys * (p->bar + p->gap) - p->gap;
    terms_weights_without(whole, p->f->a, &p->f->now->config, p->f->head, p->f->query, NULL);
    if (zero - 1 - utf8_width(against) >= (p->low < 0 ? 0 : p->bars)) /* over the names, if need be */
        canvas_put(p->c, p->head, zero - 1 - utf8_width(against), STYLE_DIM, against);
    if (zero + 2 + utf8_width(in_favour) < p->share - SCORE)
        canvas_put(p->c, p->head, zero + 2, STYLE_DIM, in_favour);
    canvas_right(p->c, p->head, p->share - SCORE - 1, SCORE, STYLE_DIM, screen_text(p->s, TEXT("score")));
    canvas_put(p->c, p->head, p->share, STYLE_DIM, screen_text(p->s, TEXT("share")));
    for (int i = 0; i < p->keys; i++)
        key_row(p, p->first + i, p->top + i * (p->bar + p->gap), whole[p->first + i]);
    for (int row = p->head; row < p->top + rows; row++)
        canvas_glyph(p->c, row, zero, STYLE_STRONG, 0x2502);
    screen_more(canvas_part(p->c, p->top, 0, rows, p->c.cols), p->s, 0, p->first > 0,
                p->first + p->keys < terms_columns(p->f));
}

/* ---- the equation of maps -------------------------------------------------------------- */

/* Returns an entry of map i: the terms in order, then the score and the share. */
static double map_value(const struct terms_facts *f, int i, int row, int col)
{
    return i < f->count ? terms_value(f, i, row, col)
                        : terms_at_map(f, i == f->count ? MAP_SCORES : MAP_WEIGHTS, row, col);
}

static double largest_entry(const struct terms_facts *f, int i, int from, int to)
{
    double most = 0;
    for (int row = from; row < to; row++)
        for (int col = 0; col < terms_columns(f); col++)
            most = fmax(most, fabs(map_value(f, i, row, col)));
    return most;
}

/* Returns the entry of a row that has full colour; unless chosen, all terms share a scale. */
static double full_colour_of(const struct terms_facts *f, int i, int row)
{
    int shade = f->now->state.look.shade;
    if (shade == SHADE_AUTO)
        return i > f->count ? 1 : f->limit;
    return shade == SHADE_FIXED ? 1
           : shade == SHADE_ROW ? largest_entry(f, i, row, row + 1)
                                : largest_entry(f, i, 0, f->now->config.n);
}

/* Positive entries have the map's hue, negative ones are grey. `most` has full colour. */
static uint16_t map_ink(const struct terms_facts *f, int i, double x, double most)
{
    double share = most > 0 ? pow(fmin(fabs(x) / most, 1), 0.75) : 0;
    int top = i < f->count && terms_off(f, i) ? HUE_FULL * 4 / 16 : HUE_FULL;
    bool against = x < 0 || i == f->count;
    return ink_hue(against ? HUE_GREY : map_hue(f, i), 2 + (int)lround(share * (against ? 7 : top - 2)));
}

uint16_t terms_ink(const struct terms_facts *f, int t, double x)
{
    return map_ink(f, t, x, f->limit);
}

/* Returns the columns of a term's key before its name, with a blank. */
static int key_width(const struct picture *p, int t)
{
    const char *key = terms_key(p->s, t);
    return *key ? utf8_width(key) + 1 : 0;
}

/* Returns whether the names of all terms fit in `room` columns, with their keys before them or without. */
static bool names_fit(const struct picture *p, int room, bool keys)
{
    for (int t = 0; t < p->f->count; t++)
        if (utf8_width(screen_term(p->s, &p->f->list[t])) + (keys ? key_width(p, t) : 0) > room)
            return false;
    return true;
}

/* Draws what the map shows: of a term its key and its name, else its name, else its key, which the captions
 * explain; all maps alike. */
static void map_title(const struct picture *p, int i, int left, int width)
{
    const struct terms_facts *f = p->f;
    bool term = i < f->count, off = term && terms_off(f, i), both = term && names_fit(p, width, true),
         named = term && names_fit(p, width, false);
    struct canvas c = canvas_part(p->c, p->maps, left, 1, width + (i > f->count)); /* the last has air */
    int col = 0;
    if (term && key_width(p, i) > 0 && (both || !named))
        col = 1 + canvas_put(c, 0, 0, STYLE_KEY, terms_key(p->s, i));
    const char *title = i == f->count ? screen_text(p->s, TEXT("score")) : screen_text(p->s, TEXT("share %"));
    if (term)
        title = named ? screen_term(p->s, &f->list[i]) : col > 0 ? "" : f->list[i].name;
    if (!term && utf8_width(title) > c.cols)
        title = "%";
    canvas_put_ink(c, 0, col, STYLE_STRONG, title_ink(p->s, map_hue(f, i), off), title);
}

/* Returns the sign between map i and the next. */
static const char *sign_after(const struct picture *p, int i)
{
    int count = p->f->count;
    if (i < count - 1)
        return "+";
    if (i == count - 1 && p->scores)
        return "=";
    return i > count ? "" : "→";
}

/* The equation as pictures. */
static void dot_maps(const struct picture *p)
{
    const struct terms_facts *f = p->f;
    int maps = f->count + 2, pitch = (p->c.cols + 2) / maps, lines = grid_dots_lines(p->s, &p->dots),
        wide = p->dots.cols * p->dots.wide;
    bool apart = screen_mono(p->s) || p->s->ascii || pitch - wide > 2; /* a sign of its own among signs */
    struct text t = SCREEN_TEXT(p->s);
    for (int i = 0; i < maps; i++) {
        struct canvas c = canvas_part(p->c, p->maps, i * pitch, lines + 1, pitch);
        struct grid g = dots_of(p, i);
        map_title(p, i, i * pitch, pitch - 2);
        grid_dots_draw(canvas_part(c, 1, 0, lines, wide), p->s, &g, &p->dots);
        canvas_put(c, 1 + lines / 2, wide + apart, STYLE_STRONG, sign_after(p, i));
    }
    struct grid g = dots_of(p, 0);
    grid_say_shade(&t, p->s, &g, &p->dots);
    struct text more = SCREEN_TEXT(p->s);
    text_add(&more, screen_text(p->s, screen_mono(p->s) || p->s->ascii ? TEXT("; minus speaks against")
                                                                       : TEXT("; grey speaks against")));
    if (g.shade == SHADE_AUTO)
        text_add(&more, screen_text(p->s, TEXT("; shares: by the row's largest")));
    if (utf8_width(text_str(&t)) + utf8_width(text_str(&more)) <= p->c.cols)
        text_add(&t, text_str(&more));
    canvas_put(p->c, p->maps + 1 + lines, 0, STYLE_DIM, text_str(&t));
}

static void column_names(const struct picture *p, int left)
{
    const struct terms_facts *f = p->f;
    /* the names of the columns are cut; where that would say nothing of one of them, all are positions */
    enum { CUT_LEAST = 3 };
    int room = p->cell - 1;
    bool cut = true;
    for (int j = 0; j < terms_columns(f) && room < CUT_LEAST; j++)
        cut = cut && utf8_width(terms_word_read(p->s, f, j)) <= room;
    for (int j = 0; j < terms_columns(f); j++) {
        struct text name = SCREEN_TEXT(p->s);
        if (cut)
            screen_word_in(&f->now->state, terms_keys(f), j, room, &name);
        else
            text_addf(&name, "%d", f->now->state.set.start + j);
        int free = room - utf8_width(text_str(&name));
        canvas_put(canvas_part(p->c, p->maps + 1, left + j * p->cell, 1, room), 0, free > 0 ? free : 0,
                   j == f->key ? STYLE_TITLE : STYLE_DIM, text_str(&name));
    }
}

static void cell_maps(const struct picture *p)
{
    const struct terms_facts *f = p->f;
    int n = f->now->config.n, width = terms_columns(f) * p->cell, left = p->name + 2;
    struct text t = SCREEN_TEXT(p->s);
    for (int row = 0; row < n; row++) {
        text_clear(&t);
        screen_word_in(&f->now->state, f->now->state.sentence, row, p->name, &t);
        canvas_field(p->c, p->maps + 2 + row * p->tall + (p->tall - 1) / 2, 0, p->name,
                     row == f->query ? STYLE_TITLE : STYLE_DIM, text_str(&t));
    }
    for (int i = 0; i < f->count + 2; i++) {
        if (i == f->count && !p->scores)
            continue;
        map_title(p, i, left, width);
        column_names(p, left);
        for (int row = 0; row < n; row++) {
            double full = full_colour_of(f, i, row);
            for (int col = 0; col < terms_columns(f); col++) {
                /* Draws an entry of map i; that of size `full` has full colour. */
                int margin = p->name + 2 +
                             (i > p->f->count && !p->scores ? i - 1 : i) * (terms_columns(f) * p->cell + 2) +
                             col * p->cell;
                double x = map_value(f, i, row, col);
                struct text says = SCREEN_TEXT(p->s);
                int at = p->maps + 2 + row * p->tall, middle = at + (p->tall - 1) / 2;
                if (i > f->count && p->percents)
                    text_add(&says, share_text(p->s, x, SHARE_WHOLE));
                else if (i <= f->count && p->digits >= 0)
                    number_fixed(&says, x, p->digits, p->cell - 1);
                if (utf8_width(text_str(&says)) < p->cell)
                    canvas_right(p->c, middle, margin, p->cell - 1,
                                 row == f->query && col == f->key ? STYLE_MARK : STYLE_TEXT, text_str(&says));
                for (int y = at; y < at + p->tall && !screen_mono(p->s); y++)
                    canvas_ink(p->c, y, margin, p->cell, map_ink(f, i, x, full));
            }
        }
        canvas_put(p->c, p->maps + 2 + (n * p->tall - 1) / 2, left + width, STYLE_STRONG, sign_after(p, i));
        left += width + 2;
    }
    /* Says in the free row below the maps, if there is one, what full colour means. */
    int rows = p->maps + 2 + n * p->tall;
    struct grid g = {.shade = (enum shade_kind)p->f->now->state.look.shade};
    text_clear(&t);
    if (g.shade == SHADE_AUTO)
        text_add(&t, screen_text(p->s, TEXT("colour: one scale for all terms")));
    else
        grid_say_shade(&t, p->s, &g, NULL);
    if (rows + 1 < p->c.rows && !screen_mono(p->s))
        canvas_put(p->c, rows, p->name + 2, STYLE_DIM, text_str(&t));
}

bool terms_reasons_fit(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    enum { COLS = 56, ROWS = 12 };
    bool captions = terms_tabled(f) ? terms_table_rows(s, f, c.cols, room_of_table(&c, f)) > 0
                                    : f->count <= c.cols / CAPTION_LEAST;
    return c.cols >= COLS && c.rows >= ROWS && captions;
}

void terms_reasons_draw(struct canvas c, const struct screen *s, const struct terms_facts *f, int free)
{
    struct picture p = {.c = c, .s = s, .f = f};
    plan_reasons(&p);
    asker_question(&p, free);
    if (p.table > 0)
        terms_table_draw(canvas_part(c, p.captions, 0, p.table, c.cols), s, f);
    else
        captions(&p);
    key_bars(&p);
    if (p.maps >= 0)
        (p.dots.rows > 0 ? dot_maps : cell_maps)(&p);
    terms_sentence_draw(canvas_part(c, p.words, 0, 1, c.cols), s, f);
}
