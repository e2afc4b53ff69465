/* A sentence that is too long for columns: the running text, with arcs from the words that are read to the
 * asking word. A band is as thick as its share; words of the same line are joined below it, words of other
 * lines through the space between the lines. */
#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "view/flow/flow.h"

enum {
    SPACE = 2,
    STEP_LEAST = 2,
    STEP_MOST = 10,
    HEADS = 4,
    SAID = 5,
    BANDS = 128,
    BAND_ROWS = 3,
    THICK = 5
};

/* Shares below LEAST are not drawn: there are many, and they add up to little. */
#define LEAST 0.04

struct spot {
    int line, col, width;
};

/* Where every word is: first those of a memory that is read, then the sentence's. */
struct text_page {
    struct canvas c;
    const struct flow *f;
    int keys_at; /* the first spot of the words that are read */
    int words_at;
    struct spot spot[2 * CONFIG_MAX_WORDS];
    int lines, first, step; /* lines of text, the first in sight, rows from one to the next */
};

struct band {
    double share;
    int head, key;
};

static void place_words(struct text_page *p, const struct sequence *words, struct spot *spot)
{
    struct text t = TEXT_HERE;
    int col = 1;
    for (int w = 0; w < words->count; w++) {
        text_clear(&t);
        screen_word(&p->f->now->state, words, w, &t);
        int width = utf8_width(text_str(&t));
        if (col > 1 && col + width > p->c.cols - 1) {
            p->lines++;
            col = 1;
        }
        spot[w] = (struct spot){p->lines, col, width};
        col += width + SPACE;
    }
    p->lines++;
    text_finish(&t);
}

static int line_of_query(const struct text_page *p)
{
    return p->spot[p->words_at + p->f->query].line;
}

static void page_make(struct text_page *p, struct canvas c, const struct flow *f)
{
    *p = (struct text_page){.c = c, .f = f, .words_at = f->crosses ? f->keys : 0};
    if (f->crosses)
        place_words(p, f->now->state.memory, p->spot);
    place_words(p, f->now->state.sentence, p->spot + p->words_at);
    p->step = c.rows / p->lines;
    p->step = p->step < STEP_LEAST ? STEP_LEAST : p->step > STEP_MOST ? STEP_MOST : p->step;
    p->first = screen_first_shown(line_of_query(p), p->lines, c.rows / p->step);
}

static int row_of(const struct text_page *p, const struct spot *s)
{
    return (s->line - p->first) * p->step;
}

static double middle(const struct spot *s)
{
    return (s->col + s->width / 2.0) * PAINT_SUB;
}

/* A band from the middle of one word to the middle of another, between two rows: all in sub-pixels. */
struct bow {
    double from, to, thick;
    int top, bottom;
    uint16_t ink;
};

/* The lower half of a ring, hanging from the top. */
static void hang(const struct paint *p, const struct bow *b)
{
    double centre = (b->from + b->to) / 2, half = fabs(b->to - b->from) / 2,
           low = fmin(b->bottom - b->top, half / 2 + 1.5 * PAINT_SUB + b->thick);
    for (int y = 0; y < low; y++) {
        double out = (half + b->thick / 2) * sqrt(1 - y * y / (low * low)), depth = low - b->thick,
               in = y < depth ? fmax(0, half - b->thick / 2) * sqrt(1 - y * y / (depth * depth)) : 0;
        paint_span(p, b->top + y, centre - out, centre - in, b->ink);
        paint_span(p, b->top + y, centre + in, centre + out, b->ink);
    }
}

/* From the top to the bottom. */
static void join(const struct paint *p, const struct bow *b)
{
    int rows = b->bottom - b->top;
    for (int y = 0; y < rows; y++) {
        double t = (y + 0.5) / rows, here = paint_along(b->from, b->to, t),
               next = paint_along(b->from, b->to, t + 1.0 / rows),
               wide = fmax(b->thick, THICK * fabs(next - here));
        paint_span(p, b->top + y, here - wide / 2, here + wide / 2, b->ink);
    }
}

static void band_draw(const struct text_page *p, const struct paint *paint, const struct band *b)
{
    const struct flow *f = p->f;
    const struct spot *key = &p->spot[p->keys_at + b->key], *query = &p->spot[p->words_at + f->query];
    bool focus = b->key == f->key && b->head == f->now->state.look.head;
    int at = row_of(p, key), to = row_of(p, query);
    struct bow bow = {.from = middle(key),
                      .to = middle(query),
                      .thick = fmax(THICK, b->share * BAND_ROWS * PAINT_SUB),
                      .ink = ink_hue(hue_of_head(b->head), focus ? HUE_FULL : HUE_FULL * 11 / 16)};
    if (at > to) {
        bow.from = middle(query);
        bow.to = middle(key);
    }
    bow.top = ((at < to ? at : to) + 1) * PAINT_SUB;
    bow.bottom = (at == to ? at + p->step : at < to ? to : at) * PAINT_SUB;
    if (key == query)
        bow.bottom = bow.top + PAINT_SUB;
    (at == to && key != query ? hang : join)(paint, &bow);
}

static int by_share(const void *a, const void *b)
{
    const struct band *x = a, *y = b;
    return x->share < y->share ? -1 : x->share > y->share ? 1 : y->key - x->key;
}

/* The bands of all heads in sight, the thickest last. */
static int bands_of(const struct flow *f, struct band *out)
{
    int n = 0;
    for (int h = f->head; h < f->head + f->heads; h++)
        for (int j = 0; j < f->keys && n < BANDS; j++)
            if (flow_weight(f, h, f->query, j) >= LEAST)
                out[n++] = (struct band){flow_weight(f, h, f->query, j), h, j};
    qsort(out, (size_t)n, sizeof *out, by_share);
    return n;
}

/* The words, those that are read in the hue of the head that reads them most. */
static void words_draw(const struct text_page *p, const struct sequence *words, int at, bool read,
                       const struct band *band, int bands)
{
    const struct flow *f = p->f;
    struct text t = TEXT_HERE;
    for (int w = 0; w < words->count; w++) {
        const struct spot *s = &p->spot[at + w];
        bool asks = at == p->words_at && w == f->query;
        int head = -1, row = row_of(p, s);
        for (int i = 0; read && i < bands; i++)
            head = band[i].key == w ? band[i].head : head;
        text_clear(&t);
        screen_word(&f->now->state, words, w, &t);
        if (row < 0 || row >= p->c.rows)
            continue;
        canvas_put(p->c, row, s->col,
                   asks        ? STYLE_CURSOR
                   : head >= 0 ? STYLE_STRONG
                               : STYLE_TEXT,
                   text_str(&t));
        if (!asks && head >= 0)
            canvas_tint(p->c, row, s->col, s->width, ink_hue(hue_of_head(head), HUE_FULL));
        if (click_hit(f->s->click, p->c, row, s->col, s->width))
            click_line(f->s->click, at == p->words_at ? "set query %d" : "set key %d", w);
    }
    text_finish(&t);
}

/* head 1  man 0.41  dog 0.20 … */
static void said(struct canvas c, const struct flow *f, int row, int h, const struct band *band, int bands)
{
    struct text t = TEXT_HERE;
    if (f->now->config.heads > 1)
        text_addf(&t, screen_text(f->s, TEXT("head %d", "头 %d")), h + 1);
    int col = canvas_put_ink(c, row, 1, STYLE_STRONG, ink_hue(hue_of_head(h), HUE_FULL), text_str(&t)) + 2,
        count = 0;
    for (int i = bands - 1; i >= 0 && count < SAID; i--) {
        if (band[i].head != h)
            continue;
        text_clear(&t);
        screen_word(&f->now->state, flow_keys(f), band[i].key, &t);
        text_add(&t, " ");
        number_fixed(&t, band[i].share, 2, 8);
        if (col + utf8_width(text_str(&t)) >= c.cols)
            break;
        col = canvas_put_ink(c, row, col, band[i].share >= 0.3 ? STYLE_STRONG : STYLE_TEXT,
                             ink_hue(hue_of_head(h), HUE_FULL), text_str(&t)) +
              2;
        count++;
    }
    text_finish(&t);
}

void flow_arcs_draw(struct canvas c, const struct flow *page)
{
    struct flow f = *page;
    struct text_page p;
    struct paint paint;
    struct band band[BANDS];
    f.heads = f.now->config.heads < HEADS ? f.now->config.heads : HEADS;
    f.head = screen_first_shown(f.now->state.look.head, f.now->config.heads, f.heads);
    int bands = bands_of(&f, band), top = f.heads + 1;
    page_make(&p, canvas_part(c, top, 0, c.rows - top, c.cols), &f);
    for (int h = 0; h < f.heads; h++)
        said(c, &f, h, f.head + h, band, bands);
    if (paint_begin(&paint, f.s->scratch, p.c.rows, p.c.cols)) {
        for (int i = 0; i < bands; i++)
            band_draw(&p, &paint, &band[i]);
        paint_show(&paint, p.c, (struct paint_look){screen_theme(f.s), screen_mono(f.s), f.s->ascii});
    }
    if (f.crosses)
        words_draw(&p, f.now->state.memory, 0, true, band, bands);
    words_draw(&p, f.now->state.sentence, p.words_at, !f.crosses, band, bands);
}
