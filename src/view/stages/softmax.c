/* Softmax in three pictures: the scores of the row, which have no zero line, as marks on stems; exp of them
 * as bars from 0; one whole, shared out in as many pieces as there are keys. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "view/paint.h"
#include "view/stages/stages.h"

/* Sub-pixels between two pieces: where colours are few, neighbours look alike. */
enum { SEAM = 1 };
/* Columns between the panels, and of the whole at least. */
enum { BETWEEN = 5, LEAST_WHOLE = 17 };

/* The row of the cell in focus. */
struct shares {
    const struct screen *s;
    const struct derivation *d;
    const struct derivation_step *key; /* the first of `keys` steps, one per key */
    const struct derivation_step *share;
    int keys, walk;
    double least, most, sum; /* the least finite and the largest score; the sum of the exps */
    struct pieces whole;
};

/* Returns false if the derivation is not that of a weight. */
static bool shares_of(struct shares *r, const struct screen *s, const struct derivation *d)
{
    *r = (struct shares){.s = s, .d = d, .least = INFINITY};
    for (int i = 0; i < d->count; i++)
        if (d->v[i].is.kind == DERIVE_EXP) {
            r->key = r->keys++ ? r->key : &d->v[i];
            r->sum = d->v[i].is.sum;
            r->most = d->v[i].is.b;
            r->least = isfinite(d->v[i].is.a) ? fmin(r->least, d->v[i].is.a) : r->least;
        }
    r->share = d->count > 0 ? &d->v[d->count - 1] : NULL;
    r->walk = derivation_walked(d, s->session->now.state.look.stages.walk);
    return pieces_shared(&r->whole, s, d);
}

static void bar_column(const struct paint *p, double left, double width, double low, double high,
                       uint16_t ink)
{
    for (int y = 0; y < p->height; y++) {
        double up = p->height - y - 0.5;
        if (up > low && up < high)
            paint_span(p, y, left, left + width, ink);
    }
}

/* Returns how high a bar is. Scores have no zero line: only their differences count. */
static double bar_high(const struct shares *r, int key, bool stretched, int height)
{
    double room = height - 2.0 * PAINT_SUB, low = room / 4, x = r->key[key].is.a;
    if (stretched)
        return r->key[key].is.value * (height - PAINT_SUB);
    return isfinite(x) ? low + (x - r->least) * (r->most > r->least ? (room - low) / (r->most - r->least) : 0)
                       : 0;
}

/* Draws a bar for each key: the score as a mark on a stem, or exp of it from 0. */
static void draw_bars(struct canvas c, const struct shares *r, bool stretched)
{
    enum { WIDEST = 9, HEAD = 3, FOOT = 2, MARK = 4, AIRY = 5 };
    struct canvas area = canvas_part(c, HEAD, 0, c.rows - HEAD - FOOT, c.cols);
    int pitch = c.cols / r->keys > 2 * WIDEST ? 2 * WIDEST : c.cols / r->keys,
        width = pitch > 3 ? pitch * 2 / 3 : pitch - 1, left = (c.cols - pitch * r->keys) / 2,
        keys = !stretched || r->key->shown <= r->walk ? r->keys : 0;
    struct paint p;
    if (!paint_begin(&p, r->s->scratch, area.rows, area.cols))
        return;
    /* 1. the bars; a cell has two colours */
    for (int j = 0; j < keys; j++) {
        double high = bar_high(r, j, stretched, p.height),
               from = (left + j * pitch + (pitch - width) / 2) * PAINT_SUB, wide = width * PAINT_SUB;
        uint16_t ink = pieces_ink(&r->whole, j);
        if (stretched) {
            bar_column(&p, from, wide, 0, high, ink);
        } else if (isfinite(r->key[j].is.a)) {
            bar_column(&p, from + wide * 3 / 8, wide / 4, 0, high, ink);
            bar_column(&p, from, wide, high, high + MARK, ink);
        }
    }
    paint_show(&p, area, (struct paint_look){screen_theme(r->s), screen_mono(r->s), r->s->ascii});
    /* 2. the numbers above them; where bars are close, only that of the lit key */
    for (int j = 0; j < keys; j++) {
        double x = stretched ? r->key[j].is.value : r->key[j].is.a,
               high = bar_high(r, j, stretched, p.height);
        high += !stretched && isfinite(x) ? MARK : 0;
        const char *number = said_fixed(r->s, x, 2, 8);
        int row = c.rows - 3 - (int)ceil(high / PAINT_SUB), wide = utf8_width(number),
            col = left + j * pitch + pitch / 2 - wide / 2;
        bool lit = j == r->whole.lit;
        col = col < 0 ? 0 : col + wide > c.cols ? c.cols - wide : col;
        if (lit || pitch >= AIRY)
            canvas_put(c, row, col, lit ? STYLE_TITLE : STYLE_TEXT, number);
    }
    /* 3. the line below them, and their words, which take all columns unless they would touch a neighbour */
    for (int k = 0; k < pitch * r->keys; k++)
        canvas_glyph(c, c.rows - 2, left + k, STYLE_BORDER, 0x2500);
    for (int j = 0; j < r->keys; j++) {
        const char *word = pieces_word(&r->whole, j);
        int wide = utf8_width(word), before = j > 0 ? utf8_width(pieces_word(&r->whole, j - 1)) : 0,
            after = j + 1 < r->keys ? utf8_width(pieces_word(&r->whole, j + 1)) : 0;
        bool touches = wide > pitch || (wide == pitch && (before >= wide - 1 || after >= wide - 1));
        int col = left + j * pitch, free = pitch - touches - wide;
        enum style style = j == r->whole.lit ? STYLE_TITLE : STYLE_LABEL;
        if (free >= 0)
            canvas_put(c, c.rows - 1, col + free / 2, style, word);
        else
            canvas_field(c, c.rows - 1, col, pitch - touches, style, word);
    }
}

/* One whole, and beside it a bracket: it is 1 high. */
static void draw_whole(struct canvas c, const struct shares *r)
{
    enum { WIDEST = 22, BESIDE = 5, HEAD = 2, FOOT = 2 };
    struct canvas area = canvas_part(c, HEAD, 0, c.rows - HEAD - FOOT, c.cols);
    int width = c.cols - BESIDE > WIDEST ? WIDEST : c.cols - BESIDE, left = (c.cols - BESIDE + 1 - width) / 2;
    struct paint p;
    if (r->share->shown > r->walk || !paint_begin(&p, r->s->scratch, area.rows, area.cols))
        return;
    for (int j = 0; j < r->keys; j++) {
        const struct derive_step *st = &r->key[j].is;
        bar_column(&p, left * PAINT_SUB, width * PAINT_SUB, (st->sum - st->value) / r->sum * p.height,
                   st->sum / r->sum * p.height - (j + 1 < r->keys ? SEAM : 0), pieces_ink(&r->whole, j));
    }
    paint_show(&p, area, (struct paint_look){screen_theme(r->s), screen_mono(r->s), r->s->ascii});
    for (int j = 0; j < r->keys; j++) {
        const struct derive_step *st = &r->key[j].is;
        double top = (1 - st->sum / r->sum) * area.rows,
               bottom = (1 - (st->sum - st->value) / r->sum) * area.rows;
        int first = (int)ceil(top + (j + 1 < r->keys ? 1.0 / PAINT_SUB : 0) - 0.01),
            last = (int)floor(bottom + 0.01) - 1, row = (int)floor((top + bottom) / 2);
        row = row < first ? first : row > last ? last : row;
        if (first <= last)
            pieces_label(area, &r->whole, j, row, left, width);
    }
    for (int i = 0; i < area.rows; i++) {
        uint32_t line = i == 0 ? 0x256E : i + 1 == area.rows ? 0x256F : 0x2502;
        canvas_glyph(area, i, left + width + 1, STYLE_DIM, r->s->ascii ? '|' : line);
    }
    canvas_put(area, area.rows / 2, left + width + 3, STYLE_TITLE, "1");
}

struct page_size stages_softmax_size(const struct stages *v)
{
    enum { COLS = 44, CLOSEST = 4 };
    struct shares r;
    if (!shares_of(&r, v->s, &v->d) || stages_grows(v))
        return PAGE_NOWHERE;
    int bars = 2 * (CLOSEST * r.keys + BETWEEN) + LEAST_WHOLE;
    return (struct page_size){.rows = 12, .cols = bars > COLS ? bars : COLS};
}

void stages_softmax_draw(struct canvas c, const void *of)
{
    enum { MOST_WHOLE = 30 };
    const struct screen *s = ((const struct stages *)of)->s;
    const struct derivation *d = &((const struct stages *)of)->d;
    struct shares r;
    int whole = c.cols / 4 < LEAST_WHOLE  ? LEAST_WHOLE
                : c.cols / 4 > MOST_WHOLE ? MOST_WHOLE
                                          : c.cols / 4,
        width = (c.cols - 2 * BETWEEN - whole) / 2, step = width + BETWEEN;
    if (!shares_of(&r, s, d))
        return;
    struct canvas panel[] = {canvas_part(c, 0, 0, c.rows, width), canvas_part(c, 0, step, c.rows, width),
                             canvas_part(c, 0, 2 * step, c.rows, c.cols)};
    draw_bars(panel[0], &r, false);
    draw_bars(panel[1], &r, true);
    draw_whole(panel[2], &r);
    /* above the panels: a weight shares among keys, an answer among classes */
    bool answers = d->cell.stage == STAGE_PROBS;
    const char *heads[][3] = {
        {screen_text(s, answers ? TEXT("logits") : TEXT("scores")), "",
         screen_text(s, answers ? TEXT("higher is likelier") : TEXT("higher fits better"))},
        {screen_text(s, TEXT("stretched by exp")), "exp", screen_text(s, TEXT("bars from 0"))},
        {screen_text(s, TEXT("one whole")), "1",
         screen_text(s, answers ? TEXT_AS("softmax", "shared out") : TEXT("shared out"))}};
    for (int i = 0; i < 3; i++) {
        canvas_either(panel[i], 0, 0, STYLE_STRONG, heads[i][0], heads[i][1]);
        if (utf8_width(heads[i][2]) <= panel[i].cols)
            canvas_put(panel[i], 1, 0, STYLE_DIM, heads[i][2]);
    }
    /* the arrows between them, and what they do */
    const char *what[] = {"exp", said_values(s, "÷%s", said_fixed(s, r.sum, 1, 4))};
    for (int i = 0; i < (r.share->shown <= r.walk ? 2 : 1); i++) {
        canvas_put(c, c.rows / 2 - 1, (i + 1) * step - BETWEEN, STYLE_DIM, what[i]);
        canvas_put(c, c.rows / 2, (i + 1) * step - BETWEEN, STYLE_DIM, "──▶");
    }
}
