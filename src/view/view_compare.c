/* Two states side by side, rows matched by word, and what the order of words does. */
#include <math.h>

#include "base/number.h"
#include "core/posenc.h"
#include "view/bars.h"
#include "view/grid.h"
#include "view/screen.h"

enum { NAME = 10, NUMBER = 11 };

static void row_label(const void *arg, int i, struct text *out)
{
    const struct state *st = arg;
    state_label(st, st->sentence, i, out);
}

static void side(struct canvas c, const struct screen *s, const struct scene *scene, const char *name)
{
    struct text t = {0};
    const struct state *st = &scene->state;
    text_addf(&t, "%s  ", name);
    for (int i = 0; i < st->sentence->count; i++)
        text_addf(&t, "%s ", state_word(st, st->sentence, i));
    canvas_field(c, 0, 0, c.cols, STYLE_TITLE, text_str(&t));
    struct grid g = {.m = trace_final(&scene->trace), .digits = c.cols < 60 ? 2 : s->model->now.state.look.digits, .row = -1, .col = -1,
                     .row_label = row_label, .arg = st, .corner = screen_text(s, TEXT("output", "输出"))};
    grid_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, &g);
    text_finish(&t);
}

/* A difference in words: exactly 0 but for rounding, or the number. */
static void difference_text(struct text *out, double x)
{
    text_clear(out);
    if (x < ORDER_ROUNDING)
        text_add(out, "0");
    else
        number_fixed(out, x, 6, 14);
}

static int differences(struct canvas c, const struct screen *s, const struct scene *a, const struct scene *b)
{
    struct text t = {0};
    double most = 0;
    int n = a->state.sentence->count, row = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, order_difference(a, i, b));
    struct bar_scale scale = {NAME + NUMBER + 2, c.cols - NAME - NUMBER - 3, 0, most > 0 ? most : 1};
    canvas_put(c, row++, 0, STYLE_NOTE, screen_text(s, TEXT("how far each word's output moved (largest entry)", "每个词的输出移动了多少（最大分量）")));
    for (int i = 0; i < n && row < c.rows; i++, row++) {
        double x = order_difference(a, i, b);
        text_clear(&t);
        state_label(&a->state, a->state.sentence, i, &t);
        canvas_field(c, row, 0, NAME, STYLE_LABEL, text_str(&t));
        difference_text(&t, x);
        if (x < 0)
            canvas_put(c, row, NAME, STYLE_DIM, screen_text(s, TEXT("not in both", "不是两边都有")));
        else
            canvas_right(c, row, NAME, NUMBER, x < ORDER_ROUNDING ? STYLE_GOOD : STYLE_TEXT, text_str(&t));
        if (x >= ORDER_ROUNDING)
            bar_draw(c, row, s, &scale, 0, x, false);
    }
    text_finish(&t);
    return row;
}

static bool is_here(const struct config *c, int on, int causal)
{
    bool masked = c->mask == MASK_CAUSAL, plain = c->mask == MASK_NONE;
    return (posenc_index(c->pe) != 0) == on && (causal ? masked : plain);
}

static void corner(struct canvas c, int row, int col, const struct screen *s, int on, int causal)
{
    static const char keys[2][2] = {{'a', 'd'}, {'b', 'f'}};
    const struct order *o = &s->model->order;
    bool here = is_here(&s->model->now.config, on, causal);
    struct text t = {0}, mean = {0};
    difference_text(&t, o->most[on][causal]);
    difference_text(&mean, o->mean[on][causal]);
    canvas_putf(c, row, col, STYLE_KEY, "%c", keys[on][causal]);
    canvas_right(c, row, col + 2, NUMBER, here ? STYLE_SELECTED : o->most[on][causal] < ORDER_ROUNDING ? STYLE_GOOD : STYLE_TEXT, text_str(&t));
    canvas_right(c, row + 1, col + 2, NUMBER, STYLE_DIM, text_str(&mean));
    text_finish(&t);
    text_finish(&mean);
}

/* {encoding off, on} × {no mask, causal}: the largest difference in each corner. */
static void experiment(struct canvas c, const struct screen *s)
{
    enum { LABEL = 22, WIDTH = 16 };
    if (!s->model->order.known) {
        canvas_put(c, 0, 0, STYLE_DIM, screen_text(s, TEXT("the order experiment needs at most 32 words and d at most 128", "顺序实验最多 32 个词、d 不超过 128")));
        return;
    }
    canvas_put(c, 0, 0, STYLE_TITLE, screen_text(s, TEXT("what order does: the ends swapped", "顺序起什么作用：首尾交换")));
    canvas_right(c, 1, LABEL, WIDTH - 3, STYLE_LABEL, screen_text(s, TEXT("no mask", "无遮罩")));
    canvas_right(c, 1, LABEL + WIDTH, WIDTH - 3, STYLE_LABEL, screen_text(s, TEXT("causal", "因果遮罩")));
    for (int on = 0; on < 2; on++) {
        int row = 2 + 2 * on;
        canvas_put(c, row, 0, STYLE_LABEL, screen_text(s, on ? TEXT("encoding on", "有位置编码") : TEXT("encoding off", "无位置编码")));
        canvas_put(c, row + 1, 0, STYLE_DIM, screen_text(s, TEXT("  of the mean", "  各词平均")));
        corner(c, row, LABEL, s, on, 0);
        corner(c, row, LABEL + WIDTH, s, on, 1);
    }
    canvas_put(c, 6, 0, STYLE_DIM, screen_text(s, TEXT("0: below 1e-12, which is rounding. Outputs move with their words (equivariant).",
                                                       "0 表示小于 1e-12，只是舍入。输出跟着词走（置换等变）。")));
}

static void draw(struct canvas c, const struct screen *s)
{
    const struct model *m = s->model;
    bool pinned = m->compare >= 0 && m->compare < m->pin_count;
    const struct scene *other = pinned ? &m->pins[m->compare].scene : m->order.known ? &m->order.twin : NULL;
    int half = c.cols / 2, n = m->now.state.sentence->count, rows = n + 2 < c.rows / 3 ? n + 2 : c.rows / 3;
    struct canvas rest = canvas_part(c, rows, 1, c.rows - rows, c.cols - 2);
    side(canvas_part(c, 0, 1, rows, half - 2), s, &m->now, screen_text(s, TEXT("now", "现在")));
    screen_wall(c, s, 0, half - 1, rows);
    if (other)
        side(canvas_part(c, 0, half + 1, rows, c.cols), s, other, pinned ? m->pins[m->compare].name : screen_text(s, TEXT("swapped", "交换后")));
    int below = rest.rows - 8;
    if (other && below > 1)
        differences(canvas_part(rest, 0, 0, below, rest.cols), s, &m->now, other);
    experiment(canvas_part(rest, rest.rows - 7, 0, 7, rest.cols), s);
}

const struct view_def view_compare = {draw};
