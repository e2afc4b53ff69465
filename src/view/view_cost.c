/* The bill: what each architecture costs, and how a word reaches another. */
#include <inttypes.h>

#include "core/cost.h"
#include "view/screen.h"

enum { WIDE = 78 };           /* narrower, a name stands above its numbers */

static const struct { enum cost_arch arch; struct pair name; } rows[] = {
    {COST_RNN, PAIR("RNN", "RNN")},
    {COST_CNN, PAIR("CNN", "CNN")},
    {COST_DILATED, PAIR("CNN, dilated", "CNN（空洞）")},
    {COST_ATTN, PAIR("attention, scores only", "注意力（只算得分）")},
    {COST_FULL, PAIR("attention, with projections", "注意力（含投影）")},
};

static void route(struct canvas c, int row, const struct screen *s, enum cost_arch arch)
{
    const struct state *st = &s->model->now.state;
    int stop[64], n = st->sentence->count;
    int count = cost_route(arch, 0, n - 1, st->look.cost_k, stop, 64);
    struct text t = {0};
    for (int i = 0; i < count && i < 64; i++) {
        text_add(&t, i ? (s->ascii ? " > " : " → ") : "");
        if (stop[i] >= 0 && stop[i] < n)
            state_label(st, st->sentence, stop[i], &t);
    }
    canvas_put(c, row, 32, STYLE_TEXT, text_str(&t));
    text_finish(&t);
}

/* The three numbers of row i, right-aligned in columns of their own from `col` on. */
static void numbers(struct canvas c, int row, int col, const struct screen *s, int i)
{
    const struct look *l = &s->model->now.state.look;
    bool narrow = c.cols < WIDE;
    const int64_t v[] = {cost_mul(rows[i].arch, l->cost_n, l->cost_d, l->cost_k), cost_serial(rows[i].arch, l->cost_n),
                         cost_path(rows[i].arch, l->cost_n, l->cost_k)};
    const int width[] = {narrow ? 18 : 20, narrow ? 10 : 14, narrow ? 10 : 14};
    for (int k = 0; k < 3; k++) {
        struct text t = {0};
        text_addf(&t, "%" PRId64, v[k]);
        canvas_right(c, row, col, width[k], STYLE_TEXT, text_str(&t));
        col += width[k];
        text_finish(&t);
    }
}

/* Each name above its numbers. */
static void draw_narrow(struct canvas c, const struct screen *s)
{
    canvas_right(c, 1, 1, 18, STYLE_LABEL, screen_text(s, TEXT("multiplications", "乘法次数")));
    canvas_right(c, 1, 19, 10, STYLE_LABEL, screen_text(s, TEXT("steps", "串行步数")));
    canvas_right(c, 1, 29, 10, STYLE_LABEL, screen_text(s, TEXT("path", "最长路径")));
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
        canvas_put(c, 2 + 2 * i, 1, STYLE_NOTE, screen_text(s, rows[i].name));
        numbers(c, 3 + 2 * i, 1, s, i);
    }
    canvas_flow(canvas_part(c, 13, 1, c.rows - 13, c.cols - 2), 0, STYLE_DIM,
                screen_text(s, TEXT("steps: one after another; path: from the first word to the last", "串行步数：一步接一步；最长路径：从第一个词到最后一个词")));
}

static void draw_wide(struct canvas c, const struct screen *s)
{
    canvas_put(c, 0, 34, STYLE_DIM, screen_text(s, TEXT("(set cost_n 1000 …)", "（set cost_n 1000 ……）")));
    canvas_right(c, 2, 28, 20, STYLE_LABEL, screen_text(s, TEXT("multiplications", "乘法次数")));
    canvas_right(c, 2, 48, 14, STYLE_LABEL, screen_text(s, TEXT("serial steps", "串行步数")));
    canvas_right(c, 2, 62, 14, STYLE_LABEL, screen_text(s, TEXT("longest path", "最长路径")));
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
        canvas_put(c, 3 + i, 1, STYLE_TEXT, screen_text(s, rows[i].name));
        numbers(c, 3 + i, 28, s, i);
    }
    canvas_put(c, 10, 1, STYLE_LABEL, screen_text(s, TEXT("from the first word to the last:", "从第一个词到最后一个词：")));
    for (int i = 0; i < 4 && 11 + i < c.rows; i++) {
        canvas_put(c, 11 + i, 1, STYLE_TEXT, screen_text(s, rows[i].name));
        route(c, 11 + i, s, rows[i].arch);
    }
}

static void draw(struct canvas c, const struct screen *s)
{
    const struct look *l = &s->model->now.state.look;
    canvas_putf(c, 0, 1, STYLE_TITLE, "n = %d   d = %d   k = %d", l->cost_n, l->cost_d, l->cost_k);
    if (c.cols < WIDE)
        draw_narrow(c, s);
    else
        draw_wide(c, s);
}

const struct view_def view_cost = {draw};
