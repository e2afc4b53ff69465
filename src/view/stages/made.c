/* What a row was made of: one whole per head, shared out over the words that it read; or the numbers of one
 * query as bars, beside those of pinned states with other widths d: how they spread as d grows. */
#include <math.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "study/head_kind.h"
#include "view/paint.h"
#include "view/stages/stages.h"

enum { PANELS_MOST = 6, KEYS_MOST = 16, GAP = 2, HEADS = 1, FOOT = 1, HEADS_SHOWN = 4, BETWEEN = 2 };

struct pieces pieces_of(const struct screen *s, const struct derive_cell *cell, int stage, int head)
{
    const struct scene *now = &s->session->now;
    const struct sequence *rows;
    struct pieces p = {.s = s, .hue = hue_of_head(head)};
    stage = stage == STAGE_SINK ? STAGE_WEIGHTS : stage;
    cursor_stage_words(&now->state, &now->config, stage, &rows, &p.words);
    p.row = mat_rows(stage_matrix(&now->trace, cell->layer, stage, head), cell->row, 1);
    struct mat sink = now->trace.layer[cell->layer].self.sink, both;
    if (stage == STAGE_WEIGHTS && mat_present(sink) && arena_more(s->scratch, mat_room(1, p.row.cols + 1))) {
        both = mat_in(s->scratch, 1, p.row.cols + 1); /* what the sink takes is the last piece */
        mat_copy(mat_columns(both, 0, p.row.cols), p.row);
        both.v[p.row.cols] =
            mat_at(attention_head(&now->trace.layer[cell->layer].self, sink, head), cell->row, 0);
        p.row = both;
    }
    for (int j = 1; j < p.row.cols; j++)
        p.lit = mat_at(p.row, 0, j) > mat_at(p.row, 0, p.lit) ? j : p.lit;
    return p;
}

struct pieces pieces_read(const struct screen *s, const struct derive_cell *cell, int head)
{
    return pieces_of(s, cell, stage_weights_of(cell->stage), head);
}

bool pieces_shared(struct pieces *p, const struct screen *s, const struct derivation *d)
{
    const struct look *look = &s->session->now.state.look;
    double sum = 0;
    int lit = derivation_exp(d);
    for (int i = 0; i < d->count; i++)
        if (d->v[i].is.kind == DERIVE_EXP) {
            sum = d->v[i].is.sum;
            lit = look->stages.pane == PANE_ARITHMETIC && look->stages.line == i ? d->v[i].is.index : lit;
        }
    if (s->hidden || !isfinite(sum) || sum <= 0)
        return false;
    *p = pieces_of(s, &d->cell, d->cell.stage, d->cell.head);
    p->lit = lit;
    return true;
}

bool stages_whole_of(struct pieces *whole, const struct screen *s, const struct derivation *d)
{
    int walked = derivation_walked(d, s->session->now.state.look.stages.walk);
    return pieces_shared(whole, s, d) && d->v[d->count - 1].shown <= walked;
}

/* The lit word in full, its neighbours in two shades; without colours in two patterns. */
uint16_t pieces_ink(const struct pieces *p, int key)
{
    bool patterns = screen_mono(p->s) || p->s->ascii;
    enum hue hue = (enum hue)(HUE_HEAD + ((int)p->hue - HUE_HEAD + key % 2) % HUE_HEADS);
    return ink_hue(patterns ? hue : p->hue, key == p->lit ? HUE_FULL : HUE_FULL * (key % 2 ? 6 : 9) / 16);
}

const char *pieces_word(const struct pieces *p, int key)
{
    bool sink = p->words && key >= p->words->count;
    return sink ? screen_text(p->s, TEXT("sink")) : said_word(p->s, &p->s->session->now.state, p->words, key);
}

void pieces_label(struct canvas c, const struct pieces *p, int key, int row, int col, int width)
{
    const char *label = said_values(p->s, "%s %s", pieces_word(p, key),
                                    share_text(p->s, mat_at(p->row, 0, key), SHARE_PLAIN));
    int free = width - utf8_width(label);
    if (free < 0)
        return;
    canvas_put(c, row, col + free / 2, key == p->lit ? STYLE_STRONG : STYLE_TEXT, label);
    if (!screen_mono(p->s) && !p->s->ascii)
        canvas_ink(c, row, col + free / 2, width - free, pieces_ink(p, key));
}

/* Draws the pieces from left to right, in all rows of c. Returns false if memory is exhausted. */
static bool pieces_draw(struct canvas c, const struct pieces *p)
{
    enum { SEAM = 2 };
    struct paint paint;
    if (!paint_begin(&paint, p->s->scratch, c.rows, c.cols))
        return false;
    for (int labels = 0; labels < 2; labels++) { /* over the painted pieces */
        double sum = 0;
        for (int j = 0, from = 0, to; j < p->row.cols; j++, from = to) {
            to = (int)lround((sum += mat_at(p->row, 0, j)) * c.cols);
            for (int y = 0; y < paint.height && !labels; y++)
                paint_span(&paint, y, from * PAINT_SUB, to * PAINT_SUB - (j + 1 < p->row.cols ? SEAM : 0),
                           pieces_ink(p, j));
            if (labels)
                pieces_label(c, p, j, (c.rows - 1) / 2, from, to - from - 1);
        }
        if (!labels)
            paint_show(&paint, c, (struct paint_look){screen_theme(p->s), screen_mono(p->s), p->s->ascii});
    }
    return true;
}

bool stages_mixes(const struct screen *s, const struct derivation *d, int *first, int *count)
{
    const struct scene *now = &s->session->now;
    int stage = stage_first(d->cell.stage), heads = now->config.heads;
    bool one = stage == STAGE_HEAD_OUT, all = stage == STAGE_CONCAT || stage == STAGE_OUTPUT;
    *first = all && heads <= HEADS_SHOWN ? 0 : now->state.look.head;
    *count = all && heads <= HEADS_SHOWN ? heads : 1;
    return !s->hidden && !d->cell.gradient && (one || all) &&
           derivation_walked(d, now->state.look.stages.walk) == d->segments;
}

struct growth {
    const struct screen *s;
    const struct scene *scene[PANELS_MOST]; /* from small to large d */
    int count, stage, layer;
    double lo, hi;
};

/* Returns the one row of a scene's matrix; absent if it has another shape. */
static struct mat growth_row(const struct growth *g, const struct scene *scene)
{
    struct mat m = {0};
    if (g->layer < scene->config.layers && stage_present(&scene->config, g->layer, g->stage))
        m = stage_matrix(&scene->trace, g->layer, g->stage, 0);
    return m.rows == 1 && m.cols <= KEYS_MOST ? m : (struct mat){0};
}

/* Finds the pinned states that show the same computation with another d, and the scale of all. Returns false
 * if there is nothing to compare. */
static bool growth_of(struct growth *g, const struct screen *s, const struct derivation *d)
{
    const struct session *m = s->session;
    *g = (struct growth){.s = s, .stage = d->cell.stage, .layer = d->cell.layer};
    int keys = growth_row(g, &m->now).cols;
    if (s->hidden || d->cell.gradient || !mat_present(growth_row(g, &m->now)) ||
        stage_row(g->stage)->cols != AXIS_KEY)
        return false;
    for (int i = 0; i <= m->pin_count; i++) {
        const struct scene *scene = i < m->pin_count ? &m->pins[i].scene : &m->now;
        bool new = i == m->pin_count || (scene->config.d != m->now.config.d && g->count < PANELS_MOST - 1 &&
                                         scene->state.set.scale == m->now.state.set.scale);
        for (int k = 0; k < g->count && i < m->pin_count; k++)
            new = new && g->scene[k]->config.d != scene->config.d;
        struct mat row = new ? growth_row(g, scene) : (struct mat){0};
        if (!new || row.cols != keys)
            continue;
        int at = g->count++;
        for (; at > 0 && g->scene[at - 1]->config.d > scene->config.d; at--)
            g->scene[at] = g->scene[at - 1];
        g->scene[at] = scene;
        for (int j = 0; j < keys; j++)
            if (isfinite(mat_at(row, 0, j))) {
                g->lo = fmin(g->lo, mat_at(row, 0, j));
                g->hi = fmax(g->hi, mat_at(row, 0, j));
            }
    }
    if (stage_row(g->stage)->role == ROLE_WEIGHTS)
        g->hi = 1;
    return g->hi > g->lo;
}

/* Draws the bars of one scene on the common scale, its width above and its largest number below. */
static void growth_panel(struct canvas c, const struct growth *g, int i)
{
    enum { WIDE = 8 };
    struct paint p;
    struct mat row = growth_row(g, g->scene[i]);
    struct canvas area = canvas_part(c, HEADS, 0, c.rows - HEADS - FOOT, c.cols);
    int here = g->scene[i] == &g->s->session->now, wide = c.cols / (row.cols > 0 ? row.cols : 1);
    canvas_putf(c, 0, 0, here ? STYLE_TITLE : STYLE_LABEL, "d = %d", g->scene[i]->config.d);
    if (!paint_begin(&p, g->s->scratch, area.rows, area.cols))
        return;
    double unit = p.height / (g->hi - g->lo), zero = g->hi * unit, largest = -INFINITY;
    for (int j = 0; j < row.cols; j++) {
        largest = fmax(largest, mat_at(row, 0, j));
        double edge = zero - mat_at(row, 0, j) * unit;
        uint16_t ink = ink_hue(here ? HUE_HEAD : HUE_GREY, HUE_FULL);
        for (int y = 0; y < p.height; y++)
            if ((y + 0.5 - zero) * (y + 0.5 - edge) < 0)
                paint_span(&p, y, j * wide * PAINT_SUB, (j * wide + (wide > 1 ? wide - 1 : 1)) * PAINT_SUB,
                           ink);
    }
    paint_show(&p, area, (struct paint_look){screen_theme(g->s), screen_mono(g->s), g->s->ascii});
    bool share = stage_row(g->stage)->role == ROLE_WEIGHTS;
    const char *number = share ? share_text(g->s, largest, SHARE_PLAIN) : said_fixed(g->s, largest, 2, WIDE),
               *most = say(g->s, TEXT("max %s"), number);
    if (utf8_width(most) > c.cols) /* the bars say that it is the largest */
        most = share ? number : said_fixed(g->s, largest, 2, c.cols);
    canvas_put(c, c.rows - 1, 0, here ? STYLE_TITLE : STYLE_TEXT, most);
}

/* Draws the bars of the widths that find room; the first ones give way. */
static void growth_draw(struct canvas c, const struct growth *g)
{
    enum { LEAST = 8, WIDEST = 24 };
    int most = (c.cols + GAP) / (LEAST + GAP),
        count = g->count < most ? g->count
                : most > 1      ? most
                                : 1,
        wide = (c.cols + GAP) / count - GAP;
    wide = wide > WIDEST ? WIDEST : wide;
    for (int i = 0; i < count; i++)
        growth_panel(canvas_part(c, 0, i * (wide + GAP), c.rows, wide), g, g->count - count + i);
}

/* Returns the name of a head, or head 1; nothing if there is only one. */
static const char *head_label(const struct screen *s, int head)
{
    const char *name = head_name(&s->session->now, s->session->now.state.look.stage, head);
    if (s->session->now.config.heads == 1)
        return "";
    return *name ? name : say(s, TEXT_AS("made", "head %d"), head + 1);
}

/* Draws a title, and below it what the heads read, each after its name. */
static void mix_draw(struct canvas c, const struct screen *s, const struct derivation *d, int first,
                     int count)
{
    const struct sequence *words = stages_labels_of(s, d->cell.stage).rows;
    int label = 0, each = (c.rows - 1) / count;
    for (int h = first; h < first + count; h++) {
        int wide = utf8_width(head_label(s, h));
        label = wide > 0 && wide + BETWEEN > label ? wide + BETWEEN : label;
    }
    canvas_put(c, 0, 0, STYLE_STRONG,
               say(s, TEXT("%s is a mix of"), said_word(s, &s->session->now.state, words, d->cell.row)));
    for (int h = first; h < first + count && each > 0; h++) {
        struct pieces p = pieces_read(s, &d->cell, h);
        int row = 1 + (h - first) * each;
        canvas_put_ink(c, row + (each - 1) / 2, 0, STYLE_TEXT, ink_hue(p.hue, HUE_FULL), head_label(s, h));
        pieces_draw(canvas_part(c, row, label, each, c.cols - label), &p);
    }
}

bool stages_grows(const struct stages *v)
{
    struct growth g;
    return growth_of(&g, v->s, &v->d) && g.count > 1;
}

struct page_size stages_made_size(const void *of, int cols)
{
    enum { GROWTH_COLS = 10 };
    const struct stages *v = of;
    struct growth g;
    struct pieces whole;
    int first, count;
    (void)cols;
    if (growth_of(&g, v->s, &v->d) && g.count > 1)
        return (struct page_size){.rows = 7, .most_rows = 20, .cols = g.count * GROWTH_COLS - GAP};
    if (stages_whole_of(&whole, v->s, &v->d))
        return (struct page_size){.rows = 2, .most_rows = 2, .cols = 18};
    if (stages_mixes(v->s, &v->d, &first, &count))
        return (struct page_size){.rows = 1 + count, .most_rows = 1 + count, .cols = 36};
    return PAGE_ABSENT;
}

void stages_made_draw(struct canvas c, const void *of)
{
    const struct stages *v = of;
    struct growth g;
    struct pieces whole;
    int first, count;
    if (growth_of(&g, v->s, &v->d) && g.count > 1) {
        growth_draw(c, &g);
    } else if (stages_whole_of(&whole, v->s, &v->d)) {
        canvas_put(c, 0, 0, STYLE_STRONG, screen_text(v->s, TEXT("one whole")));
        pieces_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols - 1), &whole);
    } else if (stages_mixes(v->s, &v->d, &first, &count)) {
        mix_draw(c, v->s, &v->d, first, count);
    }
}
