/* What the scores are made of: each term's share over time, now, and the right answers with it alone and
 * without it. */
#include <math.h>

#include "base/utf8.h"
#include "view/train/train.h"

enum { SHOWN = 4, NAME = 12, STACK_LEAST = 5, PICTURE_MOST = 48, PICTURED = 34 };

/* The columns of numbers: the width of each, and their names. */
static const struct {
    int width;
    const char *name;
} numbers[] = {{6, TEXT("share")}, {7, TEXT("alone")}, {8, TEXT("without")}};
enum { NUMBERS = 6 + 7 + 8 };

/* The terms in view: all, or those with the largest shares. Returns how many. */
static int chosen(const struct learning *l, int out[SHOWN])
{
    int count = 0;
    for (int i = 0; i < l->terms && count < SHOWN; i++) {
        int larger = 0;
        for (int j = 0; j < l->terms; j++)
            larger += fabs(l->present[j]) > fabs(l->present[i]) ||
                      (j < i && fabs(l->present[j]) >= fabs(l->present[i]));
        if (larger < SHOWN)
            out[count++] = i;
    }
    return count;
}

int train_parts_rows(const struct train *f)
{
    int shown[SHOWN];
    return 1 + chosen(f->l, shown);
}

static int widest_name(const struct train *f)
{
    int shown[SHOWN], count = chosen(f->l, shown), widest = 0;
    for (int i = 0; i < count; i++)
        widest = (int)fmax(widest, utf8_width(screen_term(f->s, &f->l->term[shown[i]])));
    return widest;
}

int train_parts_cols(const struct train *f)
{
    return widest_name(f) + NUMBERS;
}

static uint16_t ink(const struct train *f, int term)
{
    return ink_hue(hue_of_term(f->l->term[term].mark), HUE_FULL);
}

/* The share of a term in a column of the picture of all steps; NaN after what is known. */
static double share_at(const struct train *f, int term, int col, int cols)
{
    const struct learning *l = f->l;
    int at = (int)((col + 0.5) / cols * f->last / l->every);
    bool now = at >= learning_shares(l) && (double)col / cols * f->last <= f->st->set.steps;
    return at < learning_shares(l) ? l->share[at][term] : now && l->count > 0 ? l->present[term] : NAN;
}

/* A column of the numbers; "": what is not known yet is still being computed. */
static void parts_number(struct canvas c, int row, int at, int i, const char *x, enum style style)
{
    int col = at;
    for (int k = 0; k < i; k++)
        col += numbers[k].width;
    canvas_right(c, row, col, numbers[i].width, style, *x ? x : "…");
}

/* The first column of the numbers: after the pictures of each term, if they have any. */
static int numbers_from(struct canvas c, bool pictured)
{
    int most = c.cols - NUMBERS, at = pictured ? PICTURED : NAME + PICTURE_MOST;
    return at < most ? at : most;
}

/* What stands for a term, the i-th shown, in the picture of all where colours do not. */
static uint32_t pattern(const struct screen *s, int i)
{
    static const uint32_t patterns[SHOWN] = {0x2591, 0x2592, 0x2593, 0x2588};
    return s->ascii ? (uint32_t)('1' + i) : patterns[i];
}

/* Draws the name of the i-th term shown, its history or, of a picture, its pattern, and its numbers. */
static void term_row(struct canvas c, int i, const struct train *f, int term, bool pictured)
{
    enum { SWATCH = 2 };
    int row = i + 1;
    const struct learning *l = f->l;
    int at = numbers_from(c, pictured), names = widest_name(f) + 1;
    names = names > at ? at : names < NAME ? NAME : names;
    int end = canvas_put_ink(canvas_part(c, row, 0, 1, names), 0, 0, STYLE_STRONG, ink(f, term),
                             screen_term(f->s, &l->term[term]));
    for (int k = 0; k < SWATCH && pictured && (screen_mono(f->s) || f->s->ascii) && end + 1 + SWATCH < at;
         k++)
        canvas_inked(c, row, end + 1 + k, pattern(f->s, i), ink(f, term), 0);
    if (!pictured) {
        /* A term over time, as eighths of a row. */
        struct canvas part = canvas_part(c, row, names, 1, at - names);
        for (int k = 0; k < part.cols; k++) {
            double share = share_at(f, term, k, part.cols);
            int eighths = (int)lround(8 * share);
            if (isnan(share))
                break;
            eighths = eighths < 0 ? 0 : eighths > 8 ? 8 : eighths;
            canvas_inked(part, 0, k,
                         f->s->ascii ? (uint32_t)('0' + eighths)
                         : eighths   ? 0x2580 + (uint32_t)eighths
                                     : '_',
                         ink(f, term), 0);
        }
    }
    parts_number(c, row, at, 0, share_text(f->s, l->present[term], SHARE_PLAIN), STYLE_TEXT);
    for (int k = 1; k <= 2; k++) {
        double right = k == 1 ? l->alone[term] : l->without[term];
        bool known = l->tried > 2 * term + k - 1;
        parts_number(c, row, at, k, known ? train_answered(f, right) : "",
                     !known          ? STYLE_DIM
                     : right > 0.985 ? STYLE_GOOD
                                     : STYLE_TEXT);
    }
}

/* what the scores are made of: 4 of 8 terms, those with the largest shares. The number is left out where all
 * are shown. */
static void parts_title(struct canvas c, const struct train *f)
{
    int shown[SHOWN], count = chosen(f->l, shown), all = f->l->terms;
    const char *whole = screen_text(f->s, TEXT("what the scores are made of")),
               *brief = screen_text(f->s, TEXT("scores"));
    if (count < all) {
        brief = say(f->s, TEXT("%d of %d terms"), count, all);
        whole = say(f->s, TEXT("%s: %s"), whole, brief);
        if (utf8_width(brief) > c.cols)
            brief = say(f->s, TEXT("%d of %d"), count, all);
    }
    canvas_either(c, 0, 0, STYLE_TITLE, whole, brief);
}

/* ---- all terms over time ------------------------------------------------------------------ */

/* Draws the terms on top of each other, the last one at the bottom: their heights add up to the whole. */
static void stack_draw(struct canvas c, const struct train *f, const int *shown, int count)
{
    bool plain = f->s->ascii || screen_mono(f->s);
    for (int k = 0; k < c.cols; k++) {
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += fmax(0, share_at(f, shown[i], k, c.cols));
        for (int row = 0; row < c.rows && sum > 0; row++) {
            int at[2] = {0, 0};
            for (int low = 0; low < 2; low++) {
                double height = (c.rows - row - (low ? 0.75 : 0.25)) / c.rows;
                for (at[low] = count - 1; at[low] > 0; at[low]--) {
                    height -= fmax(0, share_at(f, shown[at[low]], k, c.cols)) / sum;
                    if (height < 0)
                        break;
                }
            }
            uint16_t over = ink(f, shown[at[0]]), under = ink(f, shown[at[1]]);
            bool same = at[0] == at[1] || plain;
            canvas_inked(c, row, k,
                         plain  ? pattern(f->s, at[0])
                         : same ? 0x2588
                                : 0x2580,
                         over, same ? 0 : under);
        }
    }
}

void train_parts_draw(struct canvas c, const struct train *f)
{
    enum { STACK_MOST = 16 };
    int shown[SHOWN], count = chosen(f->l, shown), spare = c.rows - count - 2;
    bool pictured = spare >= STACK_LEAST && count > 1;
    int at = numbers_from(c, pictured);
    for (int i = 0; i < 3; i++)
        parts_number(c, 0, at, i, screen_text(f->s, numbers[i].name), STYLE_LABEL);
    parts_title(canvas_part(c, 0, 0, 1, at), f);
    for (int i = 0; i < count && i + 1 < c.rows; i++)
        term_row(c, i, f, shown[i], pictured);
    if (pictured)
        stack_draw(canvas_part(c, count + 2, TRAIN_AXIS, spare > STACK_MOST ? STACK_MOST : spare,
                               c.cols - TRAIN_AXIS),
                   f, shown, count);
}
