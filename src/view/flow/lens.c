/* The lens over the number in focus. Of a score or a share: why the asking word reads that key, as the
 * product of their query and key number by number, the whole that is shared out, and the terms of the score.
 * Of any other number: how it was computed. */
#include <math.h>

#include "base/decimal.h"
#include "base/number.h"
#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "view/flow/flow.h"
#include "view/stages/arithmetic.h"
#include "view/stages/stages.h"

enum { REASON_DIGITS = 2 }; /* of the terms of a score */

/* On its colour; `most` is the largest beside it. */
static void boxed(struct canvas c, const struct flow *f, struct slot at, double x, double most)
{
    canvas_number(canvas_part(c, at.row, at.col, 1, at.width), (struct slot){0, 0, at.width}, STYLE_TEXT, x,
                  3);
    if (!screen_mono(f->s))
        canvas_ink(c, at.row, at.col, at.width, ink_diverging(x, most > 0 ? most : 1));
}

static double most_of(const double *v, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(v[i]));
    return most;
}

enum { A = 0, B = 11, FITS = 22, WIDE = 8 }; /* columns of the product, and what each takes */

/* How a score comes from q·k: what is added to it, what is left out of it, or that it was given instead. */
struct makes {
    bool given, adds;
    int off;                 /* terms that are left out */
    struct pair name;        /* of the one, where there is one */
    double fits, added, out; /* q·k + added - out = score */
};

static struct makes makes_of(const struct flow *f, int h, const double *q, const double *k)
{
    const struct config *c = &f->now->config;
    int layer = f->now->state.look.layer;
    struct attention_role role = {.cross = true};
    if (!f->second)
        role = attention_first(c);
    enum score_source source = attention_source(c, layer, role);
    struct term list[TERM_MAX];
    int count = source == SCORES_TERMS ? terms_list(c, layer, list) : 0;
    struct makes m = {.given = source == SCORES_GIVEN};
    for (int i = 0; i < c->dk; i++)
        m.fits += q[i] * k[i];
    for (int t = 0; t < count; t++)
        if (term_set_has(&c->term_off, list[t].bit)) {
            m.out += mat_at(attention_head(f->a, attention_term(f->a, t), h), f->query, f->key);
            m.name = list[t].title;
            m.off++;
        }
    m.adds = !m.given && role.encoded && !c->pe->rotate && (c->pe->bias || c->pe->terms);
    if (m.adds)
        m.added = mat_at(attention_head(f->a, f->a->map[MAP_SCORES], h), f->query, f->key) + m.out - m.fits;
    return m;
}

static int sum_row(struct canvas c, int row, enum style style, const char *name, double x)
{
    canvas_put(canvas_part(c, row, A, 1, FITS), 0, 0, style == STYLE_TITLE ? STYLE_STRONG : STYLE_DIM, name);
    canvas_number(c, (struct slot){row, FITS, WIDE}, style, x, 3);
    return row + 1;
}

/* What the score has besides the sum above it. Returns the row after it. */
static int besides(struct canvas c, const struct flow *f, const struct makes *m, int row)
{
    struct text t = SCREEN_TEXT(f->s);
    if (m->given)
        row = sum_row(c, row, STYLE_TEXT, "q·k", m->fits);
    if (m->adds) {
        text_addf(&t, "+ %s", f->now->config.pe->name);
        row = sum_row(c, row, STYLE_TEXT, text_str(&t), m->added);
    }
    text_clear(&t);
    if (m->off == 1)
        text_addf(&t, screen_text(f->s, TEXT("without %s", "去掉 %s")), screen_pair(f->s, m->name));
    else
        text_addf(&t, screen_text(f->s, TEXT("without %d terms", "去掉 %d 项")), m->off);
    if (m->off)
        row = sum_row(c, row, STYLE_TEXT, text_str(&t), -m->out);
    return row;
}

static int product_heads(struct canvas c, const struct flow *f, int row)
{
    canvas_right(c, row, A, WIDE, STYLE_DIM, screen_text(f->s, TEXT("asks", "找")));
    canvas_right(c, row, B, WIDE, STYLE_DIM, screen_text(f->s, TEXT("offers", "标签")));
    canvas_right(c, row, FITS, WIDE, STYLE_DIM, screen_text(f->s, TEXT("fits", "相配")));
    return row + 1;
}

/* asks × offers = fits, then the score and what it is divided by. Returns the row after it. */
static int product(struct canvas c, const struct flow *f, int h, int row, int lines)
{
    int dk = f->now->config.dk;
    const double *q = mat_row(attention_head_queries(f->a, &f->now->config, h), f->query),
                 *k = mat_row(attention_head_keys(f->a, &f->now->config, h), f->key);
    struct attention_role role = {.cross = true};
    double divisor = attention_divisor(&f->now->config, f->second ? role : attention_first(&f->now->config));
    struct makes makes = makes_of(f, h, q, k);
    row = product_heads(c, f, row);
    for (int i = 0; i < dk && i < lines; i++, row++) {
        if (i == lines - 1 && dk > lines) {
            canvas_putf(c, row, A, STYLE_DIM, screen_text(f->s, TEXT("… %d more", "… 还有 %d 项")), dk - i);
            continue;
        }
        boxed(c, f, (struct slot){row, A, WIDE}, q[i], most_of(q, dk));
        canvas_put(c, row, A + WIDE + 1, STYLE_DIM, f->s->ascii ? "*" : "×");
        boxed(c, f, (struct slot){row, B, WIDE}, k[i], most_of(k, dk));
        canvas_put(c, row, B + WIDE + 1, STYLE_DIM, "=");
        canvas_number(c, (struct slot){row, FITS, WIDE}, STYLE_TEXT, q[i] * k[i], 3);
    }
    row = besides(c, f, &makes, row);
    row = sum_row(
        c, row, STYLE_TITLE,
        screen_text(f->s, EITHER(makes.given, TEXT("score, given", "得分（给定）"), TEXT("score", "得分"))),
        mat_at(attention_head(f->a, f->a->map[MAP_SCORES], h), f->query, f->key));
    canvas_putf(c, row, A, STYLE_DIM, f->s->ascii ? "/ %.4g" : "÷ %.4g", divisor);
    canvas_number(c, (struct slot){row++, FITS, WIDE}, STYLE_TEXT,
                  mat_at(attention_head(f->a, f->a->map[MAP_SCALED], h), f->query, f->key), 3);
    return row;
}

/* Word and share of key j. */
static void key_text(const struct flow *f, int h, int j, struct text *out)
{
    text_clear(out);
    screen_word(&f->now->state, flow_keys(f), j, out);
    text_add(out, " ");
    number_fixed(out, flow_weight(f, h, f->query, j), 2, 8);
}

/* The key in focus in the head's full hue, its neighbours apart from each other. */
static uint16_t piece_ink(const struct flow *f, int h, int j)
{
    static const int levels[] = {HUE_FULL * 9 / 16, HUE_FULL * 6 / 16};
    return ink_hue(flow_hue(f, h), j == f->key ? HUE_FULL : levels[j % 2]);
}

/* The keys in words: inside their piece of the bar where that has room, else below it. */
static void keys_named(struct canvas c, const struct flow *f, int h, int row, int rows)
{
    struct text t = SCREEN_TEXT(f->s);
    double at = 0;
    int col = 0;
    for (int j = 0; j < f->keys; j++) {
        double share = flow_weight(f, h, f->query, j), from = at * c.cols;
        key_text(f, h, j, &t);
        int width = utf8_width(text_str(&t)), left = (int)lround(from + (share * c.cols - width) / 2);
        at += share;
        if (width + 2 <= share * c.cols && !screen_mono(f->s)) {
            canvas_put(c, row + (rows - 1) / 2, left, STYLE_STRONG, text_str(&t));
            canvas_ink(c, row + (rows - 1) / 2, left, width, piece_ink(f, h, j));
        } else if (col + width <= c.cols) {
            col = canvas_put_ink(c, row + rows, col, j == f->key ? STYLE_STRONG : STYLE_TEXT,
                                 j == f->key ? ink_hue(flow_hue(f, h), HUE_FULL)
                                             : ink_quiet(screen_theme(f->s)),
                                 text_str(&t)) +
                  2;
        }
    }
}

/* One bar as the whole. Returns the row after it. */
static int whole(struct canvas c, const struct flow *f, int h, int row, bool airy)
{
    struct paint p;
    int rows = airy ? 2 : 1, gap = screen_mono(f->s) ? PAINT_SUB : 1;
    bool empty = attention_empty_row(f->a, h, f->query), nan = flow_overflowed(f);
    canvas_put(c, row++, 0, STYLE_STRONG,
               nan ? screen_overflow_says(f->s)
                   : screen_text(f->s, EITHER(empty, TEXT("nothing is shared out", "没有可分的：键全被遮住"),
                                              TEXT("one whole, shared out", "把整个 1 分出去"))));
    if (nan || empty)
        return row;
    if (!paint_begin(&p, f->s->scratch, rows, c.cols))
        return row;
    double at = 0;
    for (int j = 0; j < f->keys; j++) {
        double to = at + flow_weight(f, h, f->query, j) * p.width;
        for (int y = 0; y < p.height; y++)
            paint_span(&p, y, at + (j > 0 && to - at > 2 * gap ? gap : 0), to, piece_ink(f, h, j));
        at = to;
    }
    paint_show(&p, canvas_part(c, row, 0, rows, c.cols),
               (struct paint_look){screen_theme(f->s), screen_mono(f->s), f->s->ascii});
    keys_named(c, f, h, row, rows);
    return row + rows + 1;
}

/* A term's bar goes from the sum of those before it to its own: in sub-pixels. */
struct stair {
    int row, rows, col;
    double from, to;
    enum hue hue;
};

static void stair_draw(struct canvas c, const struct flow *f, const struct stair *s, int width)
{
    struct paint p;
    double left = fmin(s->from, s->to), right = fmax(fmax(s->from, s->to), left + 1);
    if (!paint_begin(&p, f->s->scratch, s->rows, width))
        return;
    for (int y = 0; y < p.height; y++)
        if (y < PAINT_SUB)
            paint_span(&p, y, left, right, ink_hue(s->hue, HUE_FULL));
        else /* down to where the next one begins */
            paint_span(&p, y, s->to - 0.5, s->to + 0.5, ink_hue(HUE_GREY, HUE_FULL / 2));
    paint_show(&p, canvas_part(c, s->row, s->col, s->rows, width),
               (struct paint_look){screen_theme(f->s), screen_mono(f->s), f->s->ascii});
}

/* What every term adds to the score, 0 where it is knocked out. Returns false if no terms were computed, or
 * if the score is not their sum: it was given. */
static bool values_of(const struct flow *f, int h, const struct term *list, int count, double *value)
{
    const struct config *c = &f->now->config;
    if (f->a->term_count != count ||
        attention_source(c, f->now->state.look.layer, attention_first(c)) == SCORES_GIVEN)
        return false;
    for (int t = 0; t < count; t++)
        value[t] = term_set_has(&f->now->config.term_off, list[t].bit)
                       ? 0
                       : mat_at(attention_head(f->a, attention_term(f->a, t), h), f->query, f->key);
    return true;
}

/* Without positions in the first layer three reasons have nothing to add. They keep their places. */
static int silent_reasons(const struct flow *f)
{
    enum { WITH_PLACES = 3 };
    return f->now->config.pe->form == PE_FORM_NONE && f->now->state.look.layer == 0 ? WITH_PLACES : 0;
}

static void silent(struct canvas c, const struct flow *f, int row, int each)
{
    enum { NUMBER = 7 };
    for (int p = 1; p <= silent_reasons(f); p++, row += each) {
        canvas_put(c, row, 0, STYLE_DIM, screen_pair(f->s, terms_title(p)));
        canvas_number(c, (struct slot){row, c.cols - NUMBER, NUMBER}, STYLE_DIM, 0, REASON_DIGITS);
    }
}

/* Says whether the printed terms add up to the printed score. */
static void adding_up(struct canvas c, const struct flow *f, int row, const double *value, int count,
                      int width)
{
    struct decimal left = {.digits = REASON_DIGITS};
    double sum = 0;
    bool exact = true;
    for (int t = 0; t < count; t++) {
        exact = decimal_add_printed(&left, value[t], -1, width) && exact;
        sum += value[t];
    }
    exact = decimal_add_printed(&left, sum, 1, width) && exact && decimal_is_zero(&left);
    canvas_put(c, row, 0, STYLE_DIM,
               screen_text(f->s, EITHER(exact, TEXT("they add up, exactly", "加起来，一点不差"),
                                        TEXT("they add up, but for rounding", "加起来，只差末位的舍入"))));
}

/* The terms as a staircase: each bar begins where the last one ended. */
static void reasons(struct canvas c, const struct flow *f, int h, int row, bool airy)
{
    enum { BAR = 14, BARS = 10, NUMBER = 7 };
    struct term list[TERM_MAX];
    double value[TERM_MAX], sum = 0, lo = 0, hi = 0;
    int count = terms_list(&f->now->config, f->now->state.look.layer, list), all = count + silent_reasons(f);
    if (!values_of(f, h, list, count, value) || row + all + 2 > c.rows)
        return;
    for (int t = 0; t < count; t++) {
        sum += value[t];
        lo = fmin(lo, sum);
        hi = fmax(hi, sum);
    }
    int each = airy && row + 2 * all + 3 <= c.rows ? 2 : 1;
    double unit = hi > lo ? BARS * PAINT_SUB / (hi - lo) : 0;
    canvas_put(c, row++, 0, STYLE_STRONG, screen_text(f->s, TEXT("why this score", "得分从哪里来")));
    sum = 0;
    for (int t = 0; t < count; t++, row += each) {
        enum hue hue = hue_of_term(list[t].mark);
        canvas_put_ink(c, row, 0, STYLE_STRONG, ink_hue(hue, HUE_FULL), screen_pair(f->s, list[t].title));
        canvas_number(c, (struct slot){row, c.cols - NUMBER, NUMBER}, STYLE_TEXT, value[t], REASON_DIGITS);
        stair_draw(c, f,
                   &(struct stair){row, each, BAR, (sum - lo) * unit, (sum + value[t] - lo) * unit, hue},
                   BARS);
        sum += value[t];
    }
    silent(c, f, row, each);
    row += (all - count) * each;
    canvas_put(c, row, 0, STYLE_STRONG, screen_text(f->s, TEXT("score", "得分")));
    canvas_number(c, (struct slot){row, c.cols - NUMBER, NUMBER}, STYLE_TITLE, sum, REASON_DIGITS);
    if (each > 1)
        adding_up(c, f, row + 2, value, count, NUMBER);
}

static void why_read(struct canvas c, const struct flow *f)
{
    int h = f->now->state.look.head, room = c.rows - 14;
    bool airy = c.rows >= 26;
    struct text t = SCREEN_TEXT(f->s), query = SCREEN_TEXT(f->s), key = SCREEN_TEXT(f->s);
    const struct state *st = &f->now->state;
    screen_word(st, st->sentence, f->query, &query);
    screen_word(st, flow_keys(f), f->key, &key);
    text_addf(&t, screen_text(f->s, TEXT("head %d: does %s read %s?", "头 %d：%s 读 %s 吗？")), h + 1,
              text_str(&query), text_str(&key));
    canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(flow_hue(f, h), HUE_FULL), text_str(&t));
    int row = product(c, f, h, 2, room < 3 ? 3 : room > 8 ? 8 : room);
    row = whole(c, f, h, row + 1, airy);
    reasons(c, f, h, row + airy, airy);
}

static void how_computed(struct canvas c, const struct flow *f)
{
    const struct look *look = &f->now->state.look;
    struct derivation d;
    struct derive_cell cell;
    struct text t = SCREEN_TEXT(f->s);
    if (!derivation_cell_of(f->now, look, &cell) || !derivation_of(&d, f->now, cell, f->s->scratch))
        return;
    struct mat m = stage_matrix(&f->now->trace, cell.layer, cell.stage, cell.head);
    screen_word(&f->now->state, stages_labels_of(f->s, cell.stage).rows, cell.row,
                &t); /* perhaps of the memory */
    canvas_put(c, 0, 0, STYLE_TITLE, screen_pair(f->s, stage_title(cell.stage)));
    int col = canvas_put(c, 1, 0, STYLE_STRONG, text_str(&t));
    canvas_putf(c, 1, col, STYLE_DIM, screen_text(f->s, TEXT(", number %d of %d", "，第 %d 个数，共 %d 个")),
                cell.col + 1, m.cols);
    boxed(c, f, (struct slot){3, 0, 10}, mat_at(m, cell.row, cell.col), mat_max_finite(m));
    arithmetic_draw(canvas_part(c, 5, 0, c.rows - 5, c.cols), f->s, &d);
}

void flow_lens_draw(struct canvas c, const struct flow *f)
{
    bool reads = stage_row(f->now->state.look.stage)->cols == AXIS_KEY;
    (reads ? why_read : how_computed)(c, f);
}
