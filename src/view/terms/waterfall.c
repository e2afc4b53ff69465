/* One score taken apart: a bar per term, each starting where the one before it ends, and their
 * sum. Then the way to the weight: ÷ √d_k, softmax. */
#include <math.h>

#include "base/decimal.h"
#include "core/pipeline/attention.h"
#include "view/bars.h"
#include "view/terms/terms.h"

/* BELOW: rows kept free below the bars, ASKED: and for each question there; HIGHEST: rows of a bar */
enum { NAME_LEAST = 10, NAME_MOST = 16, WIDEST = 24, BELOW = 8, ASKED = 2, HIGHEST = 4 };

/* Shared by all lines of the waterfall. */
struct fall {
    struct canvas c;
    const struct screen *s;
    const struct terms_facts *f;
    int name;          /* width of key and name */
    int digits, width; /* of the numbers */
    int high;          /* rows of a bar */
    struct bar_scale scale;
};

static int widest(const struct terms_facts *f, int digits)
{
    int width = terms_number_width(terms_at_map(f, MAP_SCORES, f->query, f->key), digits);
    for (int t = 0; t < f->count; t++)
        width = (int)fmax(width, terms_number_width(terms_value(f, t, f->query, f->key), digits));
    return width;
}

/* Draws the bar of a line that begins at `row`. */
static void put_bar(const struct fall *w, int row, struct bar bar)
{
    for (int i = 0; i < w->high; i++)
        bar_draw(w->c, row + i, w->s, &w->scale, bar);
}

static void put_number(const struct fall *w, int row, enum style style, double x)
{
    canvas_right(w->c, row, w->name, w->width, style, said_fixed(w->s, x, w->digits, w->width - 1));
}

/* Draws the terms that have no line of their own as one; returns their sum. */
static double other_lines(const struct fall *w, int row, int from, double sum)
{
    double x = 0;
    for (int t = from; t < w->f->count; t++)
        x += terms_off(w->f, t) ? 0 : terms_value(w->f, t, w->f->query, w->f->key);
    canvas_putf(w->c, row, 2, STYLE_DIM, screen_text(w->s, TEXT("%d more")), w->f->count - from);
    put_number(w, row, STYLE_DIM, x);
    put_bar(w, row, (struct bar){sum, sum + x, false, 0});
    return x;
}

/* The printed numbers may add up to a unit or two off the last digit of the printed score. Then
 * a line says so, and the sum on the screen is exact. */
static int rounding(const struct fall *w, int row, struct decimal *sum)
{
    struct text t = SCREEN_TEXT(w->s);
    if (!decimal_add_printed(sum, terms_at_map(w->f, MAP_SCORES, w->f->query, w->f->key), 1, w->width - 1) ||
        decimal_is_zero(sum))
        return 0;
    decimal_print(sum, &t);
    canvas_field(w->c, row, 2, w->name - 2, STYLE_DIM, screen_text(w->s, TEXT("rounding")));
    canvas_right(w->c, row, w->name, w->width, STYLE_DIM, text_str(&t));
    return 1;
}

static int term_bars(const struct fall *w)
{
    const struct terms_facts *f = w->f;
    struct decimal left = {.digits = w->digits};
    int row = 0, lines = w->c.rows - BELOW > 4 ? w->c.rows - BELOW : 4,
        shown = f->count <= lines ? f->count : lines - 1;
    double sum = 0;
    bool exact = true;
    for (int t = 0; t < shown; t++, row += w->high) {
        bool off = terms_off(f, t);
        double x = terms_value(f, t, f->query, f->key);
        uint16_t ink = ink_hue(hue_of_term(f->list[t].mark), HUE_FULL);
        canvas_put(w->c, row, 0, STYLE_KEY, terms_key(w->s, t));
        canvas_field(w->c, row, 2, w->name - 3, off ? STYLE_GHOST : STYLE_LABEL,
                     screen_term(w->s, &f->list[t]));
        if (!off)
            canvas_tint(w->c, row, 2, w->name - 3, ink);
        if (f->list[t].row_constant)
            canvas_put(w->c, row, w->name - 1, STYLE_NOTE, "*");
        put_number(w, row, off ? STYLE_GHOST : STYLE_TEXT, x);
        put_bar(w, row, (struct bar){off ? 0 : sum, off ? x : sum + x, off, ink});
        if (terms_off(f, t))
            continue;
        exact = decimal_add_printed(&left, terms_value(f, t, f->query, f->key), -1, w->width - 1) && exact;
        sum += terms_value(f, t, f->query, f->key);
    }
    if (shown < f->count) {
        exact = decimal_add_printed(&left, other_lines(w, row, shown, sum), -1, w->width - 1) && exact;
        row += w->high;
    }
    if (exact)
        row += rounding(w, row, &left);
    canvas_field(w->c, row, 0, w->name, STYLE_TITLE, screen_text(w->s, TEXT("= score")));
    put_number(w, row, STYLE_TITLE, terms_at_map(f, MAP_SCORES, f->query, f->key));
    put_bar(w, row, (struct bar){0, terms_at_map(f, MAP_SCORES, f->query, f->key), false, 0});
    return row + w->high;
}

/* ---- from the score to the weight -------------------------------------------- */

/* Draws ÷ √d_k 2.828 = 0.770, softmax of the row: weight 0.41. */
static int onwards(const struct fall *w, int row)
{
    const struct terms_facts *f = w->f;
    const struct config *c = &f->now->config;
    const char *mark = "÷", *root = "";
    double scaled = terms_at_map(f, MAP_SCALED, f->query, f->key),
           masked = terms_at_map(f, MAP_MASKED, f->query, f->key);
    if (f->now->state.set.scale == SCALE_SQRT && !w->s->ascii)
        root = c->pe->divisor_factor > 1 && !config_crosses(c) ? " √(3 d_k)" : " √d_k";
    struct text t = SCREEN_TEXT(w->s);
    text_addf(&t, "%s%s %s = %s", mark, root,
              said_fixed(w->s, attention_divisor(c, attention_first(c)), w->digits, w->width),
              said_fixed(w->s, scaled, w->digits, w->width));
    if (masked != scaled)
        screen_add(w->s, &t, TEXT(", masked %s"), said_fixed(w->s, masked, w->digits, w->width));
    bool narrow = w->c.cols < SCREEN_NARROW;
    if (narrow) {
        canvas_put(w->c, row++, 0, STYLE_TEXT, text_str(&t));
        text_clear(&t);
    }
    text_add(&t, screen_text(w->s, narrow ? TEXT("softmax: weight ") : TEXT(", softmax: weight ")));
    int col = canvas_put(w->c, row, 0, STYLE_TEXT, text_str(&t));
    canvas_put(w->c, row, col, STYLE_TITLE,
               share_text(w->s, terms_at_map(f, MAP_WEIGHTS, f->query, f->key), w->digits));
    return row + 1;
}

/* Draws the keys of the row with their weights, as many around the focus as fit. */
static void weights_line(const struct fall *w, int row, const char *name, const double *weights, bool ghost)
{
    const struct terms_facts *f = w->f;
    const struct state *st = &f->now->state;
    const struct sequence *keys = terms_keys(f);
    int digits = w->digits < 6 ? w->digits : 6, label = 2;
    struct text t = SCREEN_TEXT(w->s);
    for (int j = 0; j < keys->count; j++) {
        text_clear(&t);
        state_label(st, keys, j, &t);
        label = (int)fmax(label, fmin(utf8_width(text_str(&t)), 8));
    }
    int left = 14, width = label + digits + 5,
        first = screen_first_shown(f->key, keys->count, (w->c.cols - left) / width);
    canvas_field(w->c, row, 0, left, ghost ? STYLE_GHOST : STYLE_LABEL, name);
    for (int j = first, col = left; j < keys->count && col + width <= w->c.cols; j++, col += width) {
        text_clear(&t);
        state_label(st, keys, j, &t);
        bool here = j == f->key;
        canvas_field(w->c, row, col, label,
                     ghost  ? STYLE_GHOST
                     : here ? STYLE_TITLE
                            : STYLE_DIM,
                     text_str(&t));
        canvas_put(w->c, row, col + label + 1,
                   ghost  ? STYLE_GHOST
                   : here ? STYLE_TITLE
                          : STYLE_TEXT,
                   share_text(w->s, weights[j], digits));
    }
}

/* Draws the row's weights and, if a term is knocked out, the weights with all terms in. */
static int weights(const struct fall *w, int row)
{
    const struct terms_facts *f = w->f;
    double whole[CONFIG_MAX_WORDS];
    weights_line(w, row++, screen_text(w->s, TEXT("row's weights")),
                 mat_row(attention_head(f->a, f->a->map[MAP_WEIGHTS], f->head), f->query), false);
    if (term_set_any(&f->now->config.term_off)) {
        terms_weights_without(whole, f->a, &f->now->config, f->head, f->query, NULL);
        weights_line(w, row++, screen_text(w->s, TEXT("all terms in")), whole, true);
    }
    return row;
}

int terms_waterfall_draw(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    /* All numbers get the same digits: as many of the digits in view as a column can hold. */
    struct fall w = {.c = c, .s = s, .f = f, .name = NAME_LEAST, .digits = f->now->state.look.digits};
    for (int t = 0; t < f->count; t++) {
        int name = 2 + utf8_width(screen_term(s, &f->list[t])) + 1;
        w.name = name < w.name ? w.name : name > NAME_MOST ? NAME_MOST : name;
    }
    while (w.digits > 0 && widest(f, w.digits) > WIDEST)
        w.digits--;
    w.width = widest(f, w.digits) + 2;
    w.width = w.width < 11 ? 11 : w.width > WIDEST ? WIDEST : w.width;
    /* The range of the running sum, so that the whole waterfall fits. */
    double sum = 0, lo = 0, hi = 0;
    for (int t = 0; t < f->count; t++) {
        sum += terms_off(f, t) ? 0 : terms_value(f, t, f->query, f->key);
        double here = terms_off(f, t) ? terms_value(f, t, f->query, f->key) : sum;
        lo = fmin(lo, here);
        hi = fmax(hi, here);
    }
    double margin = hi > lo ? (hi - lo) * 0.04 : 1;
    w.scale =
        (struct bar_scale){(w.name + w.width + 1), (c.cols - w.name - w.width - 2), lo - margin, hi + margin};
    w.high = f->asked ? (c.rows - BELOW - ASKED * f->count) / (f->count + 2) : 1;
    w.high = w.high < 1 ? 1 : w.high > HIGHEST ? HIGHEST : w.high;
    int row = term_bars(&w);
    row = onwards(&w, row);
    return weights(&w, row);
}
