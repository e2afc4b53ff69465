/* A band is as thick as its share; words of the same line are joined below it, words of other lines through
 * the space between the lines. Words come first here: a long sentence keeps its order and its line breaks,
 * and bands take what space is left, so few are drawn, and the words themselves carry the colour of the head
 * where none fits. */
#include "view/arcs/arcs.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "study/head_kind.h"
#include "view/paint.h"
#include "view/spots.h"

/* Columns between two words, rows between two lines: more on a wide canvas. Lines that are closer than
 * STEP_OF_ALL have room for the bands of one head. */
enum { SPACE = 2, SPACE_MOST = 16, SPACE_OF_ALL = 8 };
enum { STEP_LEAST = 2, STEP_OF_ALL = 4, STEP_MOST = 10, STEP_MOST_OF_ALL = 12 };
enum { HEADS = 8, BAND_ROWS = 3, THICK = 5, STEP_OF_THIN = 7 };

struct standing {
    int line, col, width;
};

/* Where every word is: first those of a memory that is read, then the sentence's. */
struct text_page {
    struct canvas c;
    const struct arcs *f;
    int keys_at; /* the first spot of the words that are read */
    int words_at;
    struct standing spot[2 * CONFIG_MAX_WORDS];
    int lines, first, step; /* lines of text, the first in sight, rows from one to the next */
    bool close;             /* nothing below the last line: its words are joined above it */
};

struct band {
    double share;
    int head, key;
};

static enum hue hue_of(const struct arcs *f, int head)
{
    return f->play && f->play->grey ? HUE_GREY : hue_of_head(head);
}

static const struct sequence *keys_of(const struct arcs *f)
{
    return f->crosses ? f->now->state.memory : f->now->state.sentence;
}

/* Sets where the words of a sequence are, from the line that the last one ended: with more columns between
 * them if all fit on one line so, with fewer if only so they fit. */
static void place_words(struct text_page *p, const struct sequence *words, struct standing *spot)
{
    const int cols = p->c.cols, most = cols / SPACE_OF_ALL > SPACE_MOST ? cols / SPACE_OF_ALL : SPACE_MOST;
    int col = 1, all = 0;
    for (int w = 0; w < words->count; w++) {
        struct text t = SCREEN_TEXT(p->f->s);
        screen_word_bare(&p->f->now->state, words, w, &t);
        spot[w].width = utf8_width(text_str(&t));
        all += spot[w].width;
    }
    int space = words->count > 1 ? (cols - 3 - all) / (words->count - 1) : 0;
    space = space < 1 ? SPACE : space > most ? most : space;
    for (int w = 0; w < words->count; w++) {
        if (col > 1 && col + spot[w].width > cols - 1) {
            p->lines++;
            col = 1;
        }
        spot[w].line = p->lines;
        spot[w].col = col;
        col += spot[w].width + space;
    }
    p->lines++;
}

static void page_make(struct text_page *p, struct canvas c, const struct arcs *f)
{
    *p = (struct text_page){.c = c, .f = f, .words_at = f->crosses ? f->now->state.memory->count : 0};
    if (f->crosses)
        place_words(p, f->now->state.memory, p->spot);
    place_words(p, f->now->state.sentence, p->spot + p->words_at);
    p->close = p->lines > 1 && p->lines * STEP_LEAST <= c.rows;
    p->step = p->close ? (c.rows - 2) / (p->lines - 1) : c.rows / p->lines;
    int most = c.cols / STEP_MOST_OF_ALL > STEP_MOST ? c.cols / STEP_MOST_OF_ALL : STEP_MOST;
    p->step = p->step < STEP_LEAST ? STEP_LEAST : p->step > most ? most : p->step;
    p->first = screen_first_shown(p->spot[p->words_at + f->query].line, p->lines,
                                  p->close ? p->lines : c.rows / p->step);
}

static int standing_row(const struct text_page *p, const struct standing *s)
{
    return (s->line - p->first) * p->step + (p->f->play && p->f->play->asks);
}

/* A band from the middle of one word to the middle of another, between two rows: all in sub-pixels. */
struct bow {
    double from, to, thick;
    int top, bottom;
    uint16_t ink;
    double seen; /* the part that is seen, from where it begins */
    bool up;     /* it begins below; of words on one line: at the bottom */
};

static void span_within(const struct paint *p, int y, double from, double to, const struct bow *b)
{
    double end = b->from + b->seen * (b->to - b->from), pad = b->thick / 2,
           lo = b->from < b->to ? b->from - pad : end, hi = b->from < b->to ? end : b->from + pad;
    if (b->seen < 1) {
        from = fmax(from, lo);
        to = fmin(to, hi);
    }
    if (from < to)
        paint_span(p, y, from, to, b->ink);
}

/* Words of one line are joined by half a ring, from the top or from the bottom; others from the top to the
 * bottom. */
static void bow_draw(const struct paint *p, const struct bow *b, bool ring)
{
    const int rows = b->bottom - b->top, seen = (int)(b->seen * rows);
    const double centre = (b->from + b->to) / 2, half = fabs(b->to - b->from) / 2, thick = b->thick / 2,
                 low = fmin(rows, half / 2 + 1.5 * PAINT_SUB + b->thick), depth = low - b->thick;
    for (int y = 0; ring && y < low; y++) {
        int at = b->up ? b->bottom - 1 - y : b->top + y;
        double out = (half + thick) * sqrt(1 - y * y / (low * low)),
               in = y < depth ? fmax(0, half - thick) * sqrt(1 - y * y / (depth * depth)) : 0;
        span_within(p, at, centre - out, centre - in, b);
        span_within(p, at, centre + in, centre + out, b);
    }
    for (int y = b->up ? rows - seen : 0; !ring && y < (b->up ? rows : seen); y++) {
        double t = (y + 0.5) / rows, here = paint_along(b->from, b->to, t),
               next = paint_along(b->from, b->to, t + 1.0 / rows),
               wide = fmax(b->thick, THICK * fabs(next - here));
        paint_span(p, b->top + y, here - wide / 2, here + wide / 2, b->ink);
    }
}

static void band_draw(const struct text_page *p, const struct paint *paint, const struct band *b)
{
    const struct arcs *f = p->f;
    const struct standing *key = &p->spot[p->keys_at + b->key], *query = &p->spot[p->words_at + f->query];
    const bool focus = b->key == f->key && b->head == f->now->state.look.head;
    const int at = standing_row(p, key), to = standing_row(p, query);
    const struct standing *first = at > to ? query : key, *last = at > to ? key : query;
    const bool above = at == to && p->close && key->line == p->lines - 1;
    /* thin where several heads have few rows, or one would hide another */
    const double rows = f->heads > 1 && p->step < STEP_OF_THIN ? 1 : fmin(BAND_ROWS, p->step / 2.0);
    struct bow bow = {.from = (first->col + first->width / 2.0) * PAINT_SUB,
                      .to = (last->col + last->width / 2.0) * PAINT_SUB,
                      .seen = f->play && f->play->visited < 0 ? f->play->bands : 1,
                      .up = at > to || above,
                      .thick = fmax(THICK, b->share * rows * PAINT_SUB),
                      .ink = ink_hue(hue_of(f, b->head), focus ? HUE_FULL : HUE_FULL * 11 / 16)};
    bow.top = ((above ? at - p->step : at < to ? at : to) + 1) * PAINT_SUB;
    bow.bottom = (at == to && !above ? at + p->step : at < to ? to : at) * PAINT_SUB;
    if (key == query && above)
        bow.top = bow.bottom - PAINT_SUB;
    else if (key == query)
        bow.bottom = bow.top + PAINT_SUB;
    bow_draw(paint, &bow, at == to && key != query);
}

static int by_share(const void *a, const void *b)
{
    const struct band *x = a, *y = b;
    return x->share < y->share ? -1 : x->share > y->share ? 1 : y->key - x->key;
}

/* The words that a head reads most, the most read last. Returns how many: none at or below an even share. */
static int bands_of(const struct arcs *f, int head, struct band *out)
{
    struct mat row = mat_rows(attention_head(f->a, f->a->map[MAP_WEIGHTS], head), f->query, 1);
    const double *x = mat_row(row, 0);
    int n = 0, seen = 0;
    for (int j = 0; j < row.cols; j++)
        seen += x[j] > 0;
    for (int j = vec_next_largest(x, row.cols, -1); j >= 0 && n < ARCS_NAMED;
         j = vec_next_largest(x, row.cols, j)) {
        if (seen != 1 && x[j] * seen <= 1 + 1e-9)
            break;
        if (!f->play || !f->play->selfless || j != f->query)
            out[n++] = (struct band){x[j], head, j};
    }
    return n;
}

static int visited(const struct arcs *f)
{
    return f->play ? f->play->visited : -1;
}

/* The words, those that are read in the hue of the head that reads them most; they appear one after the
 * other. Reports those that the text beside the view speaks of, and those whose share it names. */
static void words_draw(const struct text_page *p, const struct sequence *words, int at, bool read,
                       const struct band *band, int bands)
{
    const struct arcs *f = p->f;
    const bool asking = at == p->words_at;
    for (int w = 0; w < words->count; w++) {
        const struct standing *s = &p->spot[at + w];
        const struct area area = {standing_row(p, s), s->col, 1, s->width};
        const bool asks = asking && w == f->query, meets = read && visited(f) == w;
        struct text t = SCREEN_TEXT(f->s);
        int head = -1;
        for (int i = 0; read && i < bands; i++)
            head = band[i].key == w ? band[i].head : head;
        if (area.row < 0 || area.row >= p->c.rows)
            continue;
        screen_word_bare(&f->now->state, words, w, &t);
        const bool unseen = f->play && w >= f->play->words * words->count;
        enum style style = unseen ? STYLE_GHOST : head >= 0 ? STYLE_STRONG : STYLE_TEXT;
        style = asks ? STYLE_CURSOR : meets ? STYLE_TITLE : style;
        canvas_put(p->c, area.row, s->col, style, text_str(&t));
        if (asks && f->play && f->play->asks)
            canvas_put(p->c, area.row - 1, s->col + s->width / 2, STYLE_CURSOR, "?");
        if (!asks && !meets && head >= 0)
            canvas_tint(p->c, area.row, s->col, s->width, ink_hue(hue_of(f, head), HUE_FULL));
        for (struct spot *one = NULL; (one = spots_next(f->s, TARGET_WORD, one));)
            if (words == f->now->state.sentence && one->target.row == w)
                spots_found(f->s, one, p->c, area);
        for (struct spot *one = NULL; (one = spots_next(f->s, STAGE_WEIGHTS, one));)
            if (words == keys_of(f) && one->target.row == f->query && one->target.col == w)
                spots_found(f->s, one, p->c, area);
        if (click_hit(f->s->click, p->c, area.row, s->col, s->width))
            click_line(f->s->click, asking ? "set query %d" : "set key %d", w);
    }
}

int arcs_name(struct canvas c, const struct arcs *what, int h)
{
    int end = 1, layer = what->now->state.look.layer;
    int stage = what->a == &what->now->trace.layer[layer].cross ? STAGE_CROSS : STAGE_WEIGHTS;
    for (int g = what->head; g < what->head + what->heads && what->now->config.heads > 1; g++) {
        const char *name = head_name(what->now, stage, g);
        struct text t = SCREEN_TEXT(what->s);
        if (!*name || c.cols >= SCREEN_NARROW)
            screen_add(what->s, &t, TEXT("head %d"), g + 1);
        text_addf(&t, "%s%s", *name && t.len > 0 ? " " : "", name);
        int width = utf8_width(text_str(&t)) + 1;
        end = width > end ? width : end;
        if (g == h)
            canvas_put_ink(c, 0, 1, STYLE_STRONG, ink_hue(hue_of(what, h), HUE_FULL), text_str(&t));
    }
    return end + 2;
}

int arcs_say(struct canvas c, const struct arcs *f)
{
    for (int h = 0; h < f->heads; h++) { /* head 1 doer  man 0.41  dog 0.20 … */
        struct canvas line = canvas_part(c, h, 0, 1, c.cols);
        struct band band[ARCS_NAMED];
        const int head = f->head + h, bands = bands_of(f, head, band);
        const struct mat weights = attention_head(f->a, f->a->map[MAP_WEIGHTS], head);
        const char *none = screen_reads_none(f->s, mat_rows(weights, f->query, 1));
        int col = arcs_name(line, f, head);
        for (int i = 0; i < bands; i++) {
            struct text t = SCREEN_TEXT(f->s);
            const char *share = share_text(f->s, band[i].share, SHARE_PLAIN);
            int room = line.cols - col - utf8_width(share) - 1;
            screen_word_in(&f->now->state, keys_of(f), band[i].key, i == 0 ? room : INT_MAX, &t);
            text_addf(&t, " %s", share);
            if (col + utf8_width(text_str(&t)) > line.cols) /* only the first word is cut */
                break;
            col = 2 + canvas_put_ink(line, 0, col, band[i].share >= 0.3 ? STYLE_STRONG : STYLE_TEXT,
                                     ink_hue(hue_of(f, head), HUE_FULL), text_str(&t));
        }
        if (bands == 0 && !none)
            none = screen_text(f->s, f->play && f->play->selfless ? TEXT("nobody") : TEXT("all alike"));
        if (bands == 0)
            canvas_put(line, 0, col, STYLE_NOTE, none);
    }
    return f->heads;
}

int arcs_lines(struct canvas c, const struct arcs *what)
{
    struct text_page p;
    page_make(&p, c, what);
    return p.lines;
}

void arcs_draw(struct canvas c, const struct arcs *f)
{
    struct text_page p;
    struct paint paint;
    struct band band[HEADS * ARCS_NAMED];
    int n = 0;
    page_make(&p, c, f);
    /* 1. The bands of all heads, the thickest last. While the query visits a key there is only a line to it.
     */
    if (visited(f) >= 0)
        band[n++] = (struct band){0, f->now->state.look.head, visited(f)};
    if (!f->play || f->play->bands > 0) {
        for (int h = f->head; h < f->head + f->heads && n <= (HEADS - 1) * ARCS_NAMED; h++)
            n += bands_of(f, h, band + n);
        qsort(band, (size_t)n, sizeof *band, by_share);
        if (f->most > 0 && n > f->most) {
            memmove(band, band + n - f->most, (size_t)f->most * sizeof *band);
            n = f->most;
        }
    }
    /* 2. The picture: bands behind words. */
    if (paint_begin(&paint, f->s->scratch, c.rows, c.cols)) {
        for (int i = 0; i < n; i++)
            if (p.step >= STEP_OF_ALL || band[i].head == f->now->state.look.head)
                band_draw(&p, &paint, &band[i]);
        paint_show(&paint, c, (struct paint_look){screen_theme(f->s), screen_mono(f->s), f->s->ascii});
    }
    if (f->crosses)
        words_draw(&p, f->now->state.memory, 0, true, band, n);
    words_draw(&p, f->now->state.sentence, p.words_at, !f->crosses, band, n);
}
