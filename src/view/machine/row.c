#include <math.h>

#include "view/machine/machine.h"

enum { GAP = 30 }; /* most blanks between two words */

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
        r->width[i] = fit ? r->width[i] : (i + 1) * cols / n - i * cols / n - 1;
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

void machine_bar(struct canvas c, const struct screen *s, double share, enum hue hue)
{
    int eighths = (int)ceil(share * c.rows * 8 - 1e-9);
    for (int r = c.rows - 1; r >= 0 && eighths > 0; r--, eighths -= 8)
        for (int i = 0; i < c.cols; i++)
            canvas_inked(c, r, i, s->ascii ? '#' : (uint32_t)(0x2580 + (eighths < 8 ? eighths : 8)),
                         ink_hue(hue, HUE_FULL), 0);
}
