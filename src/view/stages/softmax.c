/* Softmax in three pictures: the scores of the row, which have no zero line, as marks on stems; exp of them
 * as bars from 0; one whole, shared out in as many pieces as there are keys. */
#include <math.h>

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "view/paint.h"
#include "view/stages/stages.h"

/* Sub-pixels between two pieces: where colours are few, neighbours look alike. */
enum { SEAM = 1 };

/* The row of the cell in focus. */
struct shares {
    const struct screen *s;
    const struct derivation *d;
    const struct derivation_step *key; /* the first of `keys` steps, one per key */
    const struct derivation_step *share;
    int keys, walk;
    double most, sum; /* the largest score; the sum of the exps */
    struct pieces whole;
};

/* Returns false if the derivation is not that of a weight. */
static bool shares_of(struct shares *r, const struct screen *s, const struct derivation *d)
{
    const struct look *look = &s->model->now.state.look;
    int lit = d->cell.col;
    *r = (struct shares){.s = s, .d = d};
    for (int i = 0; i < d->count; i++)
        if (d->v[i].is.kind == DERIVE_EXP) {
            r->key = r->keys++ ? r->key : &d->v[i];
            r->sum = d->v[i].is.sum;
            r->most = d->v[i].is.b;
            if (look->pane == PANE_ARITHMETIC && look->line == i)
                lit = d->v[i].is.index;
        }
    if (r->keys > 0)
        r->whole = pieces_of(s, &d->cell, d->cell.stage, d->cell.head);
    r->whole.lit = lit;
    r->share = d->count > 0 ? &d->v[d->count - 1] : NULL;
    r->walk = derivation_walked(d, look->walk);
    return r->keys > 0 && isfinite(r->sum) && r->sum > 0;
}

static void word(const struct shares *r, int key, struct text *out)
{
    screen_word(&r->s->model->now.state, r->whole.words, key, out);
}

static struct paint_look look_of(const struct shares *r)
{
    return (struct paint_look){screen_theme(r->s), screen_mono(r->s), r->s->ascii};
}

/* Draws `s` in the middle of `width` columns, cut if it is wider. */
static void centred(struct canvas c, int row, int col, int width, enum style style, const char *s)
{
    int free = width - utf8_width(s);
    if (free >= 0)
        canvas_put(c, row, col + free / 2, style, s);
    else
        canvas_field(c, row, col, width, style, s);
}

/* A panel of bars, one per key: where they are. */
struct bars {
    struct canvas c, area; /* area: the bars alone */
    int pitch, width, left;
};

static struct bars bars_in(struct canvas c, const struct shares *r)
{
    enum { WIDEST = 9, HEAD = 3, FOOT = 2 };
    struct bars b = {.c = c, .pitch = c.cols / r->keys};
    b.pitch = b.pitch > 2 * WIDEST ? 2 * WIDEST : b.pitch;
    b.width = b.pitch > 3 ? b.pitch * 2 / 3 : b.pitch - 1;
    b.left = (c.cols - b.pitch * r->keys) / 2;
    b.area = canvas_part(c, HEAD, 0, c.rows - HEAD - FOOT, c.cols);
    return b;
}

static int word_width(const struct shares *r, int key)
{
    struct text t = SCREEN_TEXT(r->s);
    if (key >= 0 && key < r->keys)
        word(r, key, &t);
    return utf8_width(text_str(&t));
}

/* The columns for a bar's word: all, unless it would touch its neighbour's. */
static int room_of(const struct bars *b, const struct shares *r, int key)
{
    int wide = word_width(r, key);
    bool touches =
        wide > b->pitch ||
        (wide == b->pitch && (word_width(r, key - 1) >= wide - 1 || word_width(r, key + 1) >= wide - 1));
    return b->pitch - touches;
}

/* The line below the bars, and their words. */
static void floor_of(const struct bars *b, const struct shares *r)
{
    struct text t = SCREEN_TEXT(r->s);
    for (int k = 0; k < b->pitch * r->keys; k++)
        canvas_glyph(b->c, b->c.rows - 2, b->left + k, STYLE_BORDER, r->s->ascii ? '-' : 0x2500);
    for (int j = 0; j < r->keys; j++) {
        text_clear(&t);
        word(r, j, &t);
        centred(b->c, b->c.rows - 1, b->left + j * b->pitch, room_of(b, r, j),
                j == r->whole.lit ? STYLE_TITLE : STYLE_LABEL, text_str(&t));
    }
}

/* Writes x above a bar that ends `high` sub-pixels over the floor; where bars are close, only above the lit
 * key's. */
static void number_above(const struct bars *b, const struct shares *r, int key, double x, double high)
{
    enum { AIRY = 5, WIDE = 8 };
    struct text t = SCREEN_TEXT(r->s);
    int row = b->c.rows - 3 - (int)ceil(high / PAINT_SUB), middle = b->left + key * b->pitch + b->pitch / 2;
    number_fixed(&t, x, 2, WIDE);
    int width = utf8_width(text_str(&t)), col = middle - width / 2;
    col = col < 0 ? 0 : col + width > b->c.cols ? b->c.cols - width : col;
    if (key == r->whole.lit || b->pitch >= AIRY)
        canvas_put(b->c, row, col, key == r->whole.lit ? STYLE_TITLE : STYLE_TEXT, text_str(&t));
}

static void column(const struct paint *p, double left, double width, double low, double high, uint16_t ink)
{
    for (int y = 0; y < p->height; y++) {
        double up = p->height - y - 0.5;
        if (up > low && up < high)
            paint_span(p, y, left, left + width, ink);
    }
}

/* Scores have no zero line: only their differences count. */
static void scores(struct canvas c, const struct shares *r)
{
    enum { MARK = 4 };
    struct bars b = bars_in(c, r);
    struct paint p;
    double lo = INFINITY;
    for (int j = 0; j < r->keys; j++)
        if (isfinite(r->key[j].is.a))
            lo = fmin(lo, r->key[j].is.a);
    if (!paint_begin(&p, r->s->scratch, b.area.rows, b.area.cols))
        return;
    double room = p.height - 2.0 * PAINT_SUB, low = room / 4,
           unit = r->most > lo ? (room - low) / (r->most - lo) : 0;
    for (int j = 0; j < r->keys; j++) {
        double x = r->key[j].is.a, high = isfinite(x) ? low + (x - lo) * unit : 0,
               left = (b.left + j * b.pitch + (b.pitch - b.width) / 2) * PAINT_SUB,
               width = b.width * PAINT_SUB;
        if (isfinite(x)) {
            column(&p, left + width * 3 / 8, width / 4, 0, high,
                   pieces_ink(&r->whole, j)); /* a cell has two colours */
            column(&p, left, width, high, high + MARK, pieces_ink(&r->whole, j));
        }
    }
    paint_show(&p, b.area, look_of(r));
    for (int j = 0; j < r->keys; j++) {
        double x = r->key[j].is.a;
        number_above(&b, r, j, x, isfinite(x) ? low + (x - lo) * unit + MARK : 0);
    }
    floor_of(&b, r);
}

static void stretched(struct canvas c, const struct shares *r)
{
    struct bars b = bars_in(c, r);
    struct paint p;
    if (!paint_begin(&p, r->s->scratch, b.area.rows, b.area.cols))
        return;
    for (int j = 0; j < r->keys && r->key->shown <= r->walk; j++) {
        double high = r->key[j].is.value * (p.height - PAINT_SUB),
               left = (b.left + j * b.pitch + (b.pitch - b.width) / 2) * PAINT_SUB;
        column(&p, left, b.width * PAINT_SUB, 0, high, pieces_ink(&r->whole, j));
    }
    paint_show(&p, b.area, look_of(r));
    for (int j = 0; j < r->keys && r->key->shown <= r->walk; j++)
        number_above(&b, r, j, r->key[j].is.value, r->key[j].is.value * (p.height - PAINT_SUB));
    floor_of(&b, r);
}

/* The bracket beside the column: it is 1 high. */
static void bracket(struct canvas c, const struct shares *r, int top, int rows, int col)
{
    for (int i = 0; i < rows; i++) {
        uint32_t line = i == 0 ? 0x256E : i + 1 == rows ? 0x256F : 0x2502;
        canvas_glyph(c, top + i, col, STYLE_DIM, r->s->ascii ? '|' : line);
    }
    canvas_put(c, top + rows / 2, col + 2, STYLE_TITLE, "1");
}

static void whole(struct canvas c, const struct shares *r)
{
    enum { WIDEST = 22, BESIDE = 5, HEAD = 2, FOOT = 2 };
    struct canvas area = canvas_part(c, HEAD, 0, c.rows - HEAD - FOOT, c.cols);
    int width = c.cols - BESIDE > WIDEST ? WIDEST : c.cols - BESIDE, left = (c.cols - BESIDE + 1 - width) / 2;
    struct paint p;
    if (r->share->shown > r->walk || !paint_begin(&p, r->s->scratch, area.rows, area.cols))
        return;
    for (int j = 0; j < r->keys; j++) {
        const struct derive_step *st = &r->key[j].is;
        column(&p, left * PAINT_SUB, width * PAINT_SUB, (st->sum - st->value) / r->sum * p.height,
               st->sum / r->sum * p.height - (j + 1 < r->keys ? SEAM : 0), pieces_ink(&r->whole, j));
    }
    paint_show(&p, area, look_of(r));
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
    bracket(c, r, HEAD, area.rows, left + width + 1);
}

static void heads(struct canvas c, const char *title, const char *brief, const char *note)
{
    canvas_either(c, 0, 0, STYLE_STRONG, title, brief);
    if (utf8_width(note) <= c.cols)
        canvas_put(c, 1, 0, STYLE_DIM, note);
}

/* An arrow between two panels, and what it does. */
static void arrow(struct canvas c, const struct shares *r, int col, const char *what)
{
    canvas_put(c, c.rows / 2 - 1, col, STYLE_DIM, what);
    canvas_put(c, c.rows / 2, col, STYLE_DIM, r->s->ascii ? "-->" : "──▶");
}

/* What is above the panels: a weight shares among keys, an answer among classes. */
struct above {
    struct pair scores, fits, whole;
};

static const struct above keys = {PAIR("scores", "得分"), PAIR("higher fits better", "越高越相配"),
                                  PAIR("shared out", "分给各个键")},
                          classes = {PAIR("logits", "类别分"), PAIR("higher is likelier", "越高越可能"),
                                     PAIR("shared out", "分给各个类别")};

bool stages_softmax_draw(struct canvas c, const struct screen *s, const struct derivation *d)
{
    enum { LEAST_ROWS = 12, LEAST_COLS = 44, BETWEEN = 5, CLOSEST = 3, LEAST_WHOLE = 17, MOST_WHOLE = 30 };
    struct shares r;
    struct text t = SCREEN_TEXT(s);
    int share = c.cols / 4 < LEAST_WHOLE  ? LEAST_WHOLE
                : c.cols / 4 > MOST_WHOLE ? MOST_WHOLE
                                          : c.cols / 4,
        width = (c.cols - 2 * BETWEEN - share) / 2, step = width + BETWEEN;
    if (s->hidden || c.rows < LEAST_ROWS || c.cols < LEAST_COLS || !shares_of(&r, s, d) ||
        width / r.keys < CLOSEST)
        return false;
    struct canvas first = canvas_part(c, 0, 0, c.rows, width),
                  second = canvas_part(c, 0, step, c.rows, width),
                  third = canvas_part(c, 0, 2 * step, c.rows, c.cols);
    scores(first, &r);
    stretched(second, &r);
    whole(third, &r);
    const struct above *above = d->cell.stage == STAGE_PROBS ? &classes : &keys;
    heads(first, screen_pair(s, above->scores), "", screen_pair(s, above->fits));
    heads(second, screen_text(s, TEXT("stretched by exp", "用 exp 拉伸")), "exp",
          screen_text(s, TEXT("bars from 0", "从 0 起的条")));
    heads(third, screen_text(s, TEXT("one whole", "整个 1")), "1", screen_pair(s, above->whole));
    arrow(c, &r, step - BETWEEN, "exp");
    if (r.share->shown <= r.walk) {
        text_add(&t, s->ascii ? "/" : "÷");
        number_fixed(&t, r.sum, 1, 4);
        arrow(c, &r, 2 * step - BETWEEN, text_str(&t));
    }
    return true;
}

bool stages_whole_draw(struct canvas c, const struct screen *s, const struct derivation *d)
{
    enum { HIGHEST = 3 };
    struct shares r;
    int rows = c.rows - 1 < HIGHEST ? c.rows - 1 : HIGHEST;
    if (s->hidden || rows < 1 || !shares_of(&r, s, d) || r.share->shown > r.walk ||
        !pieces_draw(canvas_part(c, 1, 0, rows, c.cols - 1), &r.whole))
        return false;
    canvas_put(c, 0, 0, STYLE_STRONG, screen_text(s, TEXT("one whole", "整个 1")));
    return true;
}
