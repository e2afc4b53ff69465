/* The lens over the number in focus. Of a score or a share: why the asking word reads that key, as the
 * product of their query and key number by number, the whole that is shared out, and the terms of the score.
 * Of any other number: how it was computed. */
#include <math.h>

#include "base/number.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "view/flow/flow.h"
#include "view/stages/arithmetic.h"

/* A number on its colour, right-aligned in `width` columns. */
static void boxed(struct canvas c, const struct flow *f, int row, int col, int width, double x, double most)
{
    struct text t = TEXT_HERE;
    number_fixed(&t, x, 3, width - 1);
    canvas_right(c, row, col, width, STYLE_TEXT, text_str(&t));
    if (!screen_mono(f->s))
        canvas_ink(c, row, col, width, ink_diverging(x, most > 0 ? most : 1));
    text_finish(&t);
}

static void number(struct canvas c, int row, int col, int width, enum style style, double x, int digits)
{
    struct text t = TEXT_HERE;
    number_fixed(&t, x, digits, width);
    canvas_right(c, row, col, width, style, text_str(&t));
    text_finish(&t);
}

static double most_of(const double *v, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(v[i]));
    return most;
}

/* asks × offers = fits, then the score and what it is divided by. Returns the row after it. */
static int product(struct canvas c, const struct flow *f, int h, int row, int lines)
{
    enum { A = 0, B = 9, FITS = 19, WIDE = 8 };
    int dk = f->now->config.dk;
    struct mat Q = mat_present(f->a->Qr) ? f->a->Qr : f->a->Q, K = mat_present(f->a->Kr) ? f->a->Kr : f->a->K;
    const double *q = mat_row(Q, f->query) + h * dk, *k = mat_row(K, f->key) + h * dk;
    struct attention_role role = {.cross = true};
    double divisor = attention_divisor(&f->now->config, f->second ? role : attention_first(&f->now->config));
    canvas_right(c, row, A, WIDE, STYLE_DIM, screen_text(f->s, TEXT("asks", "找")));
    canvas_right(c, row, B, WIDE, STYLE_DIM, screen_text(f->s, TEXT("offers", "给")));
    canvas_right(c, row++, FITS, WIDE, STYLE_DIM, screen_text(f->s, TEXT("fits", "相配")));
    for (int i = 0; i < dk && i < lines; i++, row++) {
        if (i == lines - 1 && dk > lines) {
            canvas_putf(c, row, A, STYLE_DIM, screen_text(f->s, TEXT("… %d more", "… 还有 %d 项")), dk - i);
            continue;
        }
        boxed(c, f, row, A, WIDE, q[i], most_of(q, dk));
        canvas_put(c, row, A + WIDE, STYLE_DIM, f->s->ascii ? "*" : "×");
        boxed(c, f, row, B, WIDE, k[i], most_of(k, dk));
        canvas_put(c, row, B + WIDE, STYLE_DIM, "=");
        number(c, row, FITS, WIDE, STYLE_TEXT, q[i] * k[i], 3);
    }
    canvas_put(c, row, A, STYLE_STRONG, screen_text(f->s, TEXT("score", "得分")));
    number(c, row++, FITS, WIDE, STYLE_TITLE,
           mat_at(attention_head(f->a, f->a->map[MAP_SCORES], h), f->query, f->key), 3);
    canvas_putf(c, row, A, STYLE_DIM, f->s->ascii ? "/ %.4g" : "÷ %.4g", divisor);
    number(c, row++, FITS, WIDE, STYLE_TEXT,
           mat_at(attention_head(f->a, f->a->map[MAP_SCALED], h), f->query, f->key), 3);
    return row;
}

/* One bar as the whole; the key in focus in the head's full hue. */
static int whole(struct canvas c, const struct flow *f, int h, int row)
{
    struct paint p;
    canvas_put(c, row++, 0, STYLE_STRONG,
               screen_text(f->s, TEXT("one whole, shared out", "把整个 1 分出去")));
    if (!paint_begin(&p, f->s->scratch, 1, c.cols))
        return row;
    double at = 0;
    for (int j = 0; j < f->keys; j++) {
        double to = at + flow_weight(f, h, f->query, j) * p.width;
        for (int y = 0; y < p.height; y++)
            paint_span(&p, y, at, to,
                       ink_hue(flow_hue(h), j == f->key ? HUE_FULL
                                            : j % 2     ? HUE_FULL * 3 / 10
                                                        : HUE_FULL * 5 / 10));
        at = to;
    }
    paint_show(&p, canvas_part(c, row++, 0, 1, c.cols),
               (struct paint_look){screen_theme(f->s), screen_mono(f->s), f->s->ascii});
    struct text t = TEXT_HERE;
    const struct state *st = &f->now->state;
    screen_word(st, flow_keys(f), f->key, &t);
    text_add(&t, " ");
    number_fixed(&t, flow_weight(f, h, f->query, f->key), 2, 8);
    flow_put_hue(c, row++, 0, STYLE_STRONG, flow_hue(h), HUE_FULL, text_str(&t));
    text_finish(&t);
    return row;
}

/* The terms as a staircase: each bar begins where the last one ended. */
static void reasons(struct canvas c, const struct flow *f, int h, int row)
{
    enum { BAR = 11, BARS = 12 };
    struct term list[TERM_MAX];
    int layer = f->now->state.look.layer, count = terms_list(&f->now->config, layer, list);
    double value[TERM_MAX], sum = 0, lo = 0, hi = 0;
    if (f->a->term_count != count || row + count + 2 > c.rows)
        return;
    for (int t = 0; t < count; t++) {
        value[t] = f->now->config.term_off >> list[t].bit & 1u
                       ? 0
                       : mat_at(attention_head(f->a, f->a->term[t], h), f->query, f->key);
        sum += value[t];
        lo = fmin(lo, sum);
        hi = fmax(hi, sum);
    }
    canvas_put(c, row++, 0, STYLE_STRONG, screen_text(f->s, TEXT("why this score", "得分从哪里来")));
    sum = 0;
    for (int t = 0; t < count; t++, row++) {
        enum hue hue = (enum hue)(HUE_TERM + t % HUE_TERMS);
        struct paint p;
        double unit = hi > lo ? BARS * PAINT_SUB / (hi - lo) : 0,
               from = (fmin(sum, sum + value[t]) - lo) * unit, to = (fmax(sum, sum + value[t]) - lo) * unit;
        flow_put_hue(c, row, 0, STYLE_STRONG, hue, HUE_FULL, screen_pair(f->s, list[t].title));
        number(c, row, c.cols - 7, 7, STYLE_TEXT, value[t], 2);
        sum += value[t];
        if (!paint_begin(&p, f->s->scratch, 1, BARS))
            continue;
        for (int y = 1; y < p.height - 1; y++)
            paint_span(&p, y, from, fmax(to, from + 1), ink_hue(hue, HUE_FULL));
        paint_show(&p, canvas_part(c, row, BAR + 1, 1, BARS),
                   (struct paint_look){screen_theme(f->s), screen_mono(f->s), f->s->ascii});
    }
    canvas_put(c, row, 0, STYLE_STRONG, screen_text(f->s, TEXT("score", "得分")));
    number(c, row, c.cols - 7, 7, STYLE_TITLE, sum, 2);
}

static void why_read(struct canvas c, const struct flow *f)
{
    int h = f->now->state.look.head, room = c.rows - 14;
    struct text t = TEXT_HERE, query = TEXT_HERE, key = TEXT_HERE;
    const struct state *st = &f->now->state;
    screen_word(st, st->sentence, f->query, &query);
    screen_word(st, flow_keys(f), f->key, &key);
    text_addf(&t, screen_text(f->s, TEXT("head %d: does %s read %s?", "头 %d：%s 读 %s 吗？")), h + 1,
              text_str(&query), text_str(&key));
    flow_put_hue(c, 0, 0, STYLE_STRONG, flow_hue(h), HUE_FULL, text_str(&t));
    int row = product(c, f, h, 2, room < 3 ? 3 : room > 8 ? 8 : room);
    row = whole(c, f, h, row + 1);
    reasons(c, f, h, row + 1);
    text_finish(&t);
    text_finish(&query);
    text_finish(&key);
}

static void how_computed(struct canvas c, const struct flow *f)
{
    const struct look *look = &f->now->state.look;
    struct derivation d;
    struct derive_cell cell;
    struct text t = TEXT_HERE;
    if (!derivation_cell_of(f->now, look, &cell) || !derivation_of(&d, f->now, cell, f->s->scratch))
        return;
    struct mat m = stage_matrix(&f->now->trace, cell.layer, cell.stage, cell.head);
    screen_word(&f->now->state, f->now->state.sentence, cell.row, &t);
    int col = canvas_put(c, 0, 0, STYLE_TITLE, screen_pair(f->s, stage_title(cell.stage)));
    col = canvas_put(c, 1, 0, STYLE_STRONG, text_str(&t));
    canvas_putf(c, 1, col, STYLE_DIM, screen_text(f->s, TEXT(", number %d of %d", "，第 %d 个数，共 %d 个")),
                cell.col + 1, m.cols);
    boxed(c, f, 3, 0, 10, mat_at(m, cell.row, cell.col), flow_largest(m));
    arithmetic_draw(canvas_part(c, 5, 0, c.rows - 5, c.cols), f->s, &d);
    text_finish(&t);
}

void flow_lens_draw(struct canvas c, const struct flow *f)
{
    bool reads = stage_row(f->now->state.look.stage)->cols == AXIS_KEY;
    (reads ? why_read : how_computed)(c, f);
}
