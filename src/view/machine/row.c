#include "view/machine/machine.h"

enum { GAP = 30 }; /* most blanks between two words */

static int word_width(const struct word_row *r, const struct state *st, int i)
{
    return utf8_width(state_word(st, r->words, i));
}

bool word_row_plan(struct word_row *r, const struct screen *s, const struct sequence *words, int cols)
{
    const struct state *st = &s->model->now.state;
    int n = words->count, sum = 0, at = 0;
    if (n > WORD_ROW_MOST || cols < 2 * n)
        return false;
    *r = (struct word_row){.words = words, .n = n};
    for (int i = 0; i < n; i++)
        sum += word_width(r, st, i);
    int gap = n > 1 ? (cols - sum) / (n - 1) : 0;
    bool fit = sum + n - 1 <= cols;
    gap = gap > GAP ? GAP : gap;
    int first = fit ? (cols - sum - gap * (n - 1)) / 2 : 0;
    for (int i = 0; i < n; i++) {
        r->left[i] = fit ? first + at : i * cols / n;
        r->width[i] = fit ? word_width(r, st, i) : (i + 1) * cols / n - i * cols / n - 1;
        at += r->width[i] + gap;
    }
    return true;
}

void word_row_draw(struct canvas c, const struct screen *s, const struct word_row *r, int bright)
{
    const struct state *st = &s->model->now.state;
    for (int i = 0; i < r->n; i++)
        canvas_put(canvas_part(c, 0, r->left[i], 1, r->width[i]), 0, 0, i < bright ? STYLE_STRONG : STYLE_DIM,
                   state_word(st, r->words, i));
}

struct canvas machine_say(struct canvas c, const struct text *t)
{
    int rows = utf8_width(text_str(t)) > c.cols - 2 ? 2 : 1;
    canvas_flow(canvas_part(c, c.rows - rows, 1, rows, c.cols - 2), 0, STYLE_NOTE, text_str(t));
    return canvas_part(c, 0, 1, c.rows - rows, c.cols - 2);
}
