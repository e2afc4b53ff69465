/* The lens over the number in focus. Of a score or a share: why the asking word reads that key, as the
 * product of their query and key number by number, the whole that is shared out, and the terms of the score.
 * Of any other number: how it was computed. */
#include <math.h>

#include "base/decimal.h"
#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "view/flow/flow.h"
#include "view/stages/stages.h"

/* On its colour; `most` is the largest beside it. */
static void boxed(struct canvas c, const struct flow *f, struct slot at, double x, double most)
{
    canvas_number(canvas_part(c, at.row, at.col, 1, at.width), (struct slot){0, 0, at.width}, STYLE_TEXT, x,
                  3);
    if (!screen_mono(f->s))
        canvas_ink(c, at.row, at.col, at.width, ink_diverging(x, most > 0 ? most : 1));
}

enum { A = 0, B = 11, FITS = 22, WIDE = 8 }; /* columns of the product, and what each takes */

static int sum_row(struct canvas c, int row, enum style style, const char *name, double x)
{
    canvas_put(canvas_part(c, row, A, 1, FITS), 0, 0, style == STYLE_TITLE ? STYLE_STRONG : STYLE_DIM, name);
    canvas_number(c, (struct slot){row, FITS, WIDE}, style, x, 3);
    return row + 1;
}

/* asks × offers = fits, then the score and what it is divided by. Returns the row after it. */
static int lens_product(struct canvas c, const struct flow *f, int h, int row, int lines)
{
    const struct config *config = &f->now->config;
    int dk = config->dk, layer = f->now->state.look.layer, off = 0;
    const double *q = mat_row(attention_head_queries(f->a, config, h), f->query),
                 *k = mat_row(attention_head_keys(f->a, config, h), f->key);
    double score = mat_at(attention_head(f->a, f->a->map[MAP_SCORES], h), f->query, f->key), fits = 0,
           out = 0, most_q = 0, most_k = 0;
    struct attention_role role = {.cross = true};
    if (!f->second)
        role = attention_first(config);
    /* 1. number by number */
    for (int i = 0; i < dk; i++) {
        fits += q[i] * k[i];
        most_q = fmax(most_q, fabs(q[i]));
        most_k = fmax(most_k, fabs(k[i]));
    }
    canvas_right(c, row, A, WIDE, STYLE_DIM, screen_text(f->s, TEXT("asks")));
    canvas_right(c, row, B, WIDE, STYLE_DIM, screen_text(f->s, TEXT("offers")));
    canvas_right(c, row++, FITS, WIDE, STYLE_DIM, screen_text(f->s, TEXT("fits")));
    for (int i = 0; i < dk && i < lines; i++, row++) {
        if (i == lines - 1 && dk > lines) {
            canvas_putf(c, row, A, STYLE_DIM, screen_text(f->s, TEXT("… %d more")), dk - i);
            continue;
        }
        boxed(c, f, (struct slot){row, A, WIDE}, q[i], most_q);
        canvas_put(c, row, A + WIDE + 1, STYLE_DIM, f->s->ascii ? "*" : "×");
        boxed(c, f, (struct slot){row, B, WIDE}, k[i], most_k);
        canvas_put(c, row, B + WIDE + 1, STYLE_DIM, "=");
        canvas_number(c, (struct slot){row, FITS, WIDE}, STYLE_TEXT, q[i] * k[i], 3);
    }
    /* 2. what is added to q·k, what is left out of it, or that the score was given instead */
    enum score_source source = attention_source(config, layer, role);
    bool given = source == SCORES_GIVEN;
    struct term list[TERM_MAX];
    const char *without = "";
    for (int t = 0, count = source == SCORES_TERMS ? terms_list(config, layer, list) : 0; t < count; t++)
        if (term_set_has(&config->term_off, list[t].bit)) {
            out += mat_at(attention_head(f->a, attention_term(f->a, t), h), f->query, f->key);
            without = say(f->s, TEXT("without %s"), screen_term(f->s, &list[t]));
            off++;
        }
    if (given)
        row = sum_row(c, row, STYLE_TEXT, "q·k", fits);
    if (!given && role.encoded && !config->pe->rotate && (config->pe->bias || config->pe->terms))
        row = sum_row(c, row, STYLE_TEXT, said_values(f->s, "+ %s", config->pe->name), score + out - fits);
    if (off > 0)
        row =
            sum_row(c, row, STYLE_TEXT, off == 1 ? without : say(f->s, TEXT("without %d terms"), off), -out);
    /* 3. the score */
    row =
        sum_row(c, row, STYLE_TITLE, screen_text(f->s, given ? TEXT("score, given") : TEXT("score")), score);
    canvas_putf(c, row, A, STYLE_DIM, "÷ %.4g", attention_divisor(config, role));
    canvas_number(c, (struct slot){row++, FITS, WIDE}, STYLE_TEXT,
                  mat_at(attention_head(f->a, f->a->map[MAP_SCALED], h), f->query, f->key), 3);
    return row;
}

/* The key in focus in the head's full hue, its neighbours apart from each other. */
static uint16_t piece_ink(const struct flow *f, int h, int j)
{
    static const int levels[] = {HUE_FULL * 9 / 16, HUE_FULL * 6 / 16};
    return ink_hue(j < f->keys ? flow_hue(f, h) : HUE_GREY, j == f->key ? HUE_FULL : levels[j % 2]);
}

/* The keys in words, with their shares: inside their piece of the bar where that has room, else below it. */
static void keys_named(struct canvas c, const struct flow *f, int h, int row, int rows)
{
    double at = 0;
    int col = 0;
    for (int j = 0; j < f->keys + f->sinks; j++) {
        double share = flow_weight(f, h, f->query, j), from = at * c.cols;
        const char *word = j < f->keys ? flow_word(f, flow_keys(f), j) : screen_text(f->s, TEXT("nobody")),
                   *name = said_values(f->s, "%s %s", word, share_text(f->s, share, SHARE_PLAIN));
        int width = utf8_width(name), left = (int)lround(from + (share * c.cols - width) / 2);
        bool focus = j == f->key;
        at += share;
        if (width + 2 <= share * c.cols && !screen_mono(f->s)) {
            canvas_put(c, row + (rows - 1) / 2, left, STYLE_STRONG, name);
            canvas_ink(c, row + (rows - 1) / 2, left, width, piece_ink(f, h, j));
        } else if (col + width <= c.cols) {
            uint16_t ink = focus ? ink_hue(flow_hue(f, h), HUE_FULL) : ink_quiet(screen_theme(f->s));
            col = canvas_put_ink(c, row + rows, col, focus ? STYLE_STRONG : STYLE_TEXT, ink, name) + 2;
        }
    }
}

/* One bar as the whole. Returns the row after it. */
static int lens_whole(struct canvas c, const struct flow *f, int h, int row, bool airy)
{
    struct paint p;
    int rows = airy ? 2 : 1, gap = screen_mono(f->s) ? PAINT_SUB : 1;
    bool empty = attention_empty_row(f->a, h, f->query), nan = flow_overflowed(f);
    canvas_put(
        c, row++, 0, STYLE_STRONG,
        nan ? screen_overflow_says(f->s)
            : screen_text(f->s, empty ? TEXT("nothing is shared out") : TEXT("one whole, shared out")));
    if (nan || empty)
        return row;
    if (!paint_begin(&p, f->s->scratch, rows, c.cols))
        return row;
    double at = 0;
    for (int j = 0; j < f->keys + f->sinks; j++) {
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

/* Draws a term's bar from the sum of those before it to its own, in sub-pixels, and from its end a line down
 * to where the next one begins. */
static void stair(struct canvas c, const struct flow *f, double from, double to, enum hue hue)
{
    struct paint p;
    double left = fmin(from, to), right = fmax(fmax(from, to), left + 1);
    if (!paint_begin(&p, f->s->scratch, c.rows, c.cols))
        return;
    for (int y = 0; y < p.height; y++)
        if (y < PAINT_SUB)
            paint_span(&p, y, left, right, ink_hue(hue, HUE_FULL));
        else
            paint_span(&p, y, to - 0.5, to + 0.5, ink_hue(HUE_GREY, HUE_FULL / 2));
    paint_show(&p, c, (struct paint_look){screen_theme(f->s), screen_mono(f->s), f->s->ascii});
}

/* The terms as a staircase: each bar begins where the last one ended. Nothing if no terms were computed, or
 * if the score is not their sum: it was given. */
static void reasons(struct canvas c, const struct flow *f, int h, int row, bool airy)
{
    enum { BAR = 14, BARS = 10, NUMBER = 7, WITH_PLACES = 3, DIGITS = 2 };
    const struct config *config = &f->now->config;
    int layer = f->now->state.look.layer;
    struct term list[TERM_MAX];
    double value[TERM_MAX], sum = 0, lo = 0, hi = 0;
    /* Without positions in the first layer three reasons have nothing to add. They keep their places. */
    int count = terms_list(config, layer, list),
        silent = config->pe->form == PE_FORM_NONE && layer == 0 ? WITH_PLACES : 0, all = count + silent;
    if (f->a->term_count != count || row + all + 2 > c.rows ||
        attention_source(config, layer, attention_first(config)) == SCORES_GIVEN)
        return;
    for (int t = 0; t < count; t++) {
        bool off = term_set_has(&config->term_off, list[t].bit); /* knocked out */
        value[t] = off ? 0 : mat_at(attention_head(f->a, attention_term(f->a, t), h), f->query, f->key);
        sum += value[t];
        lo = fmin(lo, sum);
        hi = fmax(hi, sum);
    }
    int each = airy && row + 2 * all + 3 <= c.rows ? 2 : 1;
    double unit = hi > lo ? BARS * PAINT_SUB / (hi - lo) : 0;
    struct decimal left = {.digits = DIGITS};
    bool exact = true;
    canvas_put(c, row++, 0, STYLE_STRONG, screen_text(f->s, TEXT("why this score")));
    sum = 0;
    for (int t = 0; t < count; t++, row += each) {
        enum hue hue = hue_of_term(list[t].mark);
        canvas_put_ink(c, row, 0, STYLE_STRONG, ink_hue(hue, HUE_FULL), screen_term(f->s, &list[t]));
        canvas_number(c, (struct slot){row, c.cols - NUMBER, NUMBER}, STYLE_TEXT, value[t], DIGITS);
        stair(canvas_part(c, row, BAR, each, BARS), f, (sum - lo) * unit, (sum + value[t] - lo) * unit, hue);
        exact = decimal_add_printed(&left, value[t], -1, NUMBER) && exact;
        sum += value[t];
    }
    for (int p = 1; p <= silent; p++, row += each) {
        const struct term plain = terms_plain(p);
        canvas_put(c, row, 0, STYLE_DIM, screen_term(f->s, &plain));
        canvas_number(c, (struct slot){row, c.cols - NUMBER, NUMBER}, STYLE_DIM, 0, DIGITS);
    }
    canvas_put(c, row, 0, STYLE_STRONG, screen_text(f->s, TEXT("score")));
    canvas_number(c, (struct slot){row, c.cols - NUMBER, NUMBER}, STYLE_TITLE, sum, DIGITS);
    exact = decimal_add_printed(&left, sum, 1, NUMBER) && exact && decimal_is_zero(&left);
    if (each > 1 && row + 2 < c.rows) /* whether the printed terms add up to the printed score */
        canvas_put(
            c, row + 2, 0, STYLE_DIM,
            screen_text(f->s, exact ? TEXT("they add up, exactly") : TEXT("they add up, but for rounding")));
}

static void why_read(struct canvas c, const struct flow *f)
{
    int h = f->now->state.look.head, room = c.rows - 14;
    bool airy = c.rows >= 26;
    canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(flow_hue(f, h), HUE_FULL),
                   say(f->s, TEXT("head %d: does %s read %s?"), h + 1,
                       flow_word(f, f->now->state.sentence, f->query), flow_word(f, flow_keys(f), f->key)));
    int row = lens_product(c, f, h, 2, room < 3 ? 3 : room > 8 ? 8 : room);
    row = lens_whole(c, f, h, row + 1, airy);
    reasons(c, f, h, row + airy, airy);
}

static void how_computed(struct canvas c, const struct flow *f)
{
    struct derivation d;
    struct derive_cell cell;
    if (!derivation_cell_of(f->now, &f->now->state.look, &cell) ||
        !derivation_of(&d, f->now, cell, f->s->scratch))
        return;
    struct mat m = stage_matrix(&f->now->trace, cell.layer, cell.stage, cell.head);
    const struct sequence *words = stages_labels_of(f->s, cell.stage).rows; /* perhaps the memory's */
    canvas_put(c, 0, 0, STYLE_TITLE, screen_text(f->s, stage_title(cell.stage)));
    int col = canvas_put(c, 1, 0, STYLE_STRONG, flow_word(f, words, cell.row));
    canvas_putf(c, 1, col, STYLE_DIM, screen_text(f->s, TEXT(", number %d of %d")), cell.col + 1, m.cols);
    boxed(c, f, (struct slot){3, 0, 10}, mat_at(m, cell.row, cell.col), mat_max_finite(m));
    arithmetic_draw(canvas_part(c, 5, 0, c.rows - 5, c.cols), f->s, &d);
}

void flow_lens_draw(struct canvas c, const struct flow *f)
{
    bool reads = stage_row(f->now->state.look.stage)->cols == AXIS_KEY;
    (reads ? why_read : how_computed)(c, f);
}
