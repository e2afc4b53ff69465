#include <math.h>

#include "view/machine/machine.h"

enum { GAP = 30 };     /* most blanks between two words */
#define FORGOTTEN 0.01 /* a word whose share is below is dim */

bool word_row_plan(struct word_row *r, const struct screen *s, const struct sequence *words, int cols)
{
    int n = words->count, sum = 0, at = 0;
    if (n > WORD_ROW_MOST || cols < 2 * n)
        return false;
    *r = (struct word_row){.words = words, .n = n};
    for (int i = 0; i < n; i++)
        sum += r->width[i] = utf8_width(state_word(&s->session->now.state, words, i));
    int gap = n > 1 ? (cols - sum) / (n - 1) : 0;
    bool fit = sum + n - 1 <= cols;
    gap = gap > GAP ? GAP : gap;
    for (int i = 0; i < n; i++) {
        r->left[i] = fit ? (cols - sum - gap * (n - 1)) / 2 + at : i * cols / n;
        r->width[i] = fit ? r->width[i] : (i + 1) * cols / n - i * cols / n - (i + 1 < n);
        at += r->width[i] + gap;
    }
    return true;
}

void word_row_draw(struct canvas c, const struct screen *s, const struct word_row *r, int bright)
{
    const struct state *st = &s->session->now.state;
    for (int i = 0; i < r->n; i++)
        canvas_put(canvas_part(c, 0, r->left[i], 1, r->width[i]), 0, 0, i < bright ? STYLE_STRONG : STYLE_DIM,
                   state_word(st, r->words, i));
}

void word_row_shares(struct canvas c, const struct screen *s, const struct word_row *r, const double *share,
                     double grown, enum hue hue)
{
    enum { NUMBER = 4 };
    bool tight = false; /* all have the same digits */
    for (int k = 0; k + 1 < r->n; k++)
        tight = tight || r->left[k + 1] - r->left[k] <= NUMBER;
    for (int k = 0; k < r->n; k++) {
        int left = r->left[k], next = k + 1 < r->n ? r->left[k + 1] : c.cols + 1;
        int eighths = (int)ceil(grown * share[k] * (c.rows - 1) * 8 - 1e-9);
        for (int row = c.rows - 2; row >= 0 && eighths > 0; row--, eighths -= 8)
            for (int i = 0; i < r->width[k]; i++)
                canvas_inked(c, row, left + i,
                             s->ascii ? '#' : (uint32_t)(0x2580 + (eighths < 8 ? eighths : 8)),
                             ink_hue(hue, HUE_FULL), 0);
        /* the number of the last word begins before it where the edge is near */
        if (k > 0 && next > c.cols && c.cols - NUMBER > r->left[k - 1] + NUMBER + 1)
            left = left < c.cols - NUMBER ? left : c.cols - NUMBER;
        struct canvas part = canvas_part(c, c.rows - 1, left, 1, next - left - 1);
        const char *number = "";
        for (int form = share[k] < 0.095 && !tight ? SHARE_TENTHS_NARROW : SHARE_NARROW;
             form <= SHARE_CELL && (!*number || utf8_width(number) > part.cols); form++)
            number = share_text(s, share[k], form);
        if (share[k] > 0 && utf8_width(number) <= part.cols) /* the bar above says it too */
            canvas_put(part, 0, 0, share[k] < FORGOTTEN ? STYLE_DIM : STYLE_TEXT, number);
    }
}
