/* Why the asking word reads what it reads. For every key, one stacked bar shows the terms of its score
 * (negative ones left of a line, positive ones right of it), followed by the score and its share. A term that
 * is knocked out stays in place, faded. */
#include <math.h>

#include "view/figures/bars.h"
#include "view/paint.h"
#include "view/spots.h"
#include "view/terms/terms.h"

enum { SCORE = 8, SHARE = 5, TALL = 7, KEYS_LEAST = 5, DECIMALS = 3 };

/* Where the columns and the bars are. */
struct stacks {
    struct canvas c;
    const struct terms_facts *f;
    int name;               /* columns of the words at the left */
    int bars, bars_width;   /* first column of the stacked bars */
    int zero;               /* the column between against and for, counted from there */
    double unit;            /* columns of a score of 1 */
    int share, share_width; /* first column of the bars of shares */
    int keys, first;        /* number of visible bars, the first of them */
    int bar, gap;           /* rows of a bar, between two bars */
};

struct page_size terms_bars_size(const void *of, int cols)
{
    const struct terms_facts *f = of;
    int keys = terms_columns(f);
    (void)cols;
    return (struct page_size){.rows = 1 + (keys < KEYS_LEAST ? keys : KEYS_LEAST),
                              .most_rows = 1 + keys * (TALL + 1) - 1,
                              .cols = TERMS_NAME + SCORE};
}

static struct stacks stacks_in(struct canvas c, const struct terms_facts *f)
{
    struct stacks p = {.c = c, .f = f, .keys = terms_columns(f), .name = f->read};
    double low = 0, high = 0;
    for (int j = 0; j < terms_columns(f); j++) {
        double against = 0, in_favour = 0;
        for (int i = 0; i < f->count; i++) {
            double v = terms_value(f, i, f->query, j);
            against += fmin(v, 0);
            in_favour += fmax(v, 0);
        }
        low = fmin(low, against);
        high = fmax(high, in_favour);
    }
    int room = c.rows - 1, each = room / p.keys;
    p.gap = each > 1;
    p.bar = each - p.gap < 1 ? 1 : each - p.gap > TALL ? TALL : each - p.gap;
    p.keys = each > 0 ? p.keys : room;
    p.first = screen_first_shown(f->key, terms_columns(f), p.keys);
    p.bars = p.name + 3;
    p.share_width = c.cols / 5 - (c.cols < SCREEN_NARROW ? 3 : 0);
    p.share = c.cols - SHARE - 1 - p.share_width;
    p.bars_width = p.share - SCORE - 2 - p.bars;
    /* The line between against and for has its own column: next to a bar of its colour it would be lost. */
    struct bar_zero at = bar_zero_of(low, high, p.bars_width - 1);
    p.zero = at.col;
    p.unit = at.unit;
    return p;
}

static void show_paint(const struct stacks *p, const struct paint *paint, struct canvas part)
{
    paint_show(paint, part, (struct paint_look){screen_theme(p->f->s), screen_mono(p->f->s), p->f->s->ascii});
}

/* Writes the number of a piece, between two columns, if it fits. */
static void piece_number(const struct stacks *p, int row, int t, double x, double from, double to)
{
    const double least = 0.05; /* 0.0 says nothing */
    const struct screen *s = p->f->s;
    bool mono = screen_mono(s); /* then apart from the dots of the bar */
    const char *text = said_values(s, mono ? " %s " : "%s", said_fixed(s, x, 1, 32));
    int width = utf8_width(text), at = p->bars + (int)lround((from + to - width) / 2);
    if (width + !mono > to - from || terms_off(p->f, t) || fabs(x) < least)
        return;
    canvas_put(p->c, row, at, STYLE_TEXT, text);
    if (!mono)
        canvas_ink(p->c, row, at, width, ink_hue(terms_hue(p->f, t), HUE_FULL));
}

/* Paints the pieces of key j outward from the line; without a painting, writes their numbers in a row. */
static void pieces(const struct stacks *p, const struct paint *paint, int j, int row)
{
    const bool mono = screen_mono(p->f->s);
    double against = 0, in_favour = 0, drawn[] = {p->zero, p->zero + 1};
    for (int t = 0; t < p->f->count; t++) {
        double v = terms_value(p->f, t, p->f->query, j), *sum = v < 0 ? &against : &in_favour;
        double start = p->zero + (v >= 0), from = start + fmin(*sum, *sum + v) * p->unit,
               to = start + fmax(*sum, *sum + v) * p->unit;
        uint16_t ink = ink_hue(terms_hue(p->f, t), terms_off(p->f, t) ? HUE_FULL * 3 / 16 : HUE_FULL);
        *sum += v;
        if (mono) {
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
        double part = v < 0 || mono ? 0 : 0.6; /* a fine line between two colours */
        for (int y = 0; paint && y < paint->height; y++)
            paint_span(paint, y, from * PAINT_SUB, to * PAINT_SUB - part, ink);
        if (!paint)
            piece_number(p, row, t, v, from, to);
    }
}

/* Draws the share as a part of 1; a white mark shows the share with all terms in. */
static void share_bar(const struct stacks *p, int row, double share, double whole)
{
    struct paint paint;
    const struct canvas part = canvas_part(p->c, row, p->share, p->bar, p->share_width);
    if (!paint_begin(&paint, p->f->s->scratch, part.rows, part.cols))
        return;
    for (int y = 0; y < paint.height; y++) {
        paint_span(&paint, y, 0, paint.width, screen_mono(p->f->s) ? 0 : ink_hue(HUE_GREY, 2));
        paint_span(&paint, y, 0, share * paint.width, ink_hue(hue_of_head(p->f->head), HUE_FULL));
        if (term_set_any(&p->f->now->config.term_off))
            paint_span(&paint, y, whole * paint.width - 1.5, whole * paint.width + 0.5,
                       ink_hue(HUE_GREY, HUE_FULL));
    }
    show_paint(p, &paint, part);
}

static void key_row(const struct stacks *p, int j, int row, double whole)
{
    const struct terms_facts *f = p->f;
    const struct screen *s = f->s;
    struct paint paint;
    struct text t = SCREEN_TEXT(s);
    int middle = row + (p->bar - 1) / 2;
    screen_word_in(&f->now->state, terms_keys(f), j, p->name, &t);
    canvas_field(p->c, middle, 1, p->name, j == f->key ? STYLE_CURSOR : STYLE_STRONG, text_str(&t));
    if (click_hit(s->click, p->c, middle, 0, p->c.cols))
        click_line(s->click, "set key %d", j);
    const struct canvas part = canvas_part(p->c, row, p->bars, p->bar, p->bars_width);
    if (paint_begin(&paint, s->scratch, part.rows, part.cols)) {
        pieces(p, &paint, j, row);
        show_paint(p, &paint, part);
        pieces(p, NULL, j, middle);
    }
    /* Reports the bar of a score that the text beside the view speaks of. */
    for (struct spot *spot = NULL; (spot = spots_next(s, TARGET_SCORE, spot));)
        if (spot->target.row == f->query && spot->target.col == j && spot->target.head == f->head) {
            spot->named = true;
            spots_found(s, spot, p->c, (struct area){row, p->bars, p->bar, p->bars_width});
        }
    int digits = f->now->state.look.digits;
    canvas_number(p->c, (struct slot){middle, p->share - SCORE - 1, SCORE}, STYLE_STRONG,
                  terms_at_map(f, MAP_SCORES, f->query, j), digits < DECIMALS ? digits : DECIMALS);
    double is = terms_at_map(f, MAP_WEIGHTS, f->query, j), share = is;
    if (terms_hidden(f, f->query, j)) {
        const char *masked = screen_text(s, TEXT_AS("reasons", "masked"));
        canvas_put(p->c, middle, p->share, STYLE_DIM, masked);
        if (p->share + utf8_width(masked) + SHARE > p->c.cols) /* in place of 0.00 */
            return;
    } else {
        /* the share is on its way while the picture glides; all shares sum to 1 at any time */
        if (f->was) {
            double was = mat_at(attention_head(f->was, f->was->map[MAP_WEIGHTS], f->head), f->query, j);
            share = was + screen_moved(s, 0) * (is - was);
        }
        share_bar(p, row, share, whole);
    }
    canvas_right(p->c, middle, p->c.cols - SHARE, SHARE, STYLE_STRONG, share_text(s, is, SHARE_PLAIN));
    canvas_tint(p->c, middle, p->c.cols - SHARE, SHARE, ink_hue(hue_of_head(f->head), HUE_FULL));
}

void terms_bars_draw(struct canvas c, const void *of)
{
    const struct terms_facts *f = of;
    const struct stacks p = stacks_in(c, f);
    double whole[CONFIG_MAX_WORDS];
    const char *against = screen_text(f->s, TEXT("◂ against")), *in_favour = screen_text(f->s, TEXT("for ▸"));
    int zero = p.bars + p.zero, rows = p.keys * (p.bar + p.gap) - p.gap,
        from = zero - 1 - utf8_width(against);
    terms_weights_without(whole, f->a, &f->now->config, f->head, f->query, NULL);
    if (from >= 0) /* over the names, if need be */
        canvas_put(c, 0, from, STYLE_DIM, against);
    if (zero + 2 + utf8_width(in_favour) < p.share - SCORE)
        canvas_put(c, 0, zero + 2, STYLE_DIM, in_favour);
    canvas_right(c, 0, p.share - SCORE - 1, SCORE, STYLE_DIM, screen_text(f->s, TEXT("score")));
    const char *share = screen_text(f->s, TEXT("share")),
               *whose = f->now->config.heads > 1
                            ? said_values(f->s, "%s%s", share, say(f->s, TEXT(", head %d"), f->head + 1))
                            : share,
               *marked = screen_text(f->s, TEXT("share (white: before)"));
    canvas_either(c, 0, p.share, STYLE_DIM, term_set_any(&f->now->config.term_off) ? marked : whose, share);
    for (int i = 0; i < p.keys; i++)
        key_row(&p, p.first + i, 1 + i * (p.bar + p.gap), whole[p.first + i]);
    for (int row = 0; row < 1 + rows; row++)
        canvas_glyph(c, row, zero, STYLE_STRONG, 0x2502);
    screen_more(canvas_part(c, 1, 0, rows, c.cols), f->s, 0, p.first > 0,
                p.first + p.keys < terms_columns(f));
}
