/* Two states side by side, rows matched by word. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "view/grid.h"
#include "view/screen.h"

static void row_label(const void *arg, int i, struct text *out)
{
    const struct state *st = arg;
    state_label(st, st->sentence, i, out);
}

static void side(struct canvas c, const struct screen *s, const struct scene *scene, const char *name)
{
    struct text t = {0};
    const struct state *st = &scene->state;
    text_addf(&t, "%s ", name);
    for (int i = 0; i < st->sentence->count; i++)
        text_add(&t, state_word(st, st->sentence, i));
    canvas_field(c, 0, 0, c.cols, STYLE_TITLE, text_str(&t));
    struct grid g = {.m = trace_final(&scene->trace), .digits = s->model->now.state.look.digits, .row = -1, .col = -1, .row_label = row_label, .arg = st};
    grid_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, &g);
    text_finish(&t);
}

/* The k-th place of a word in another state's sentence, -1: it is not there. */
static int same_word(const struct state *a, int t, const struct state *b)
{
    struct text want = {0}, have = {0};
    int found = -1;
    state_label(a, a->sentence, t, &want);
    for (int i = 0; i < b->sentence->count && found < 0; i++) {
        text_clear(&have);
        state_label(b, b->sentence, i, &have);
        if (have.len == want.len && strcmp(text_str(&have), text_str(&want)) == 0)
            found = i;
    }
    text_finish(&want);
    text_finish(&have);
    return found;
}

static void differences(struct canvas c, const struct screen *s, const struct scene *a, const struct scene *b)
{
    struct mat x = trace_final(&a->trace), y = trace_final(&b->trace);
    struct text t = {0};
    canvas_put(c, 0, 0, STYLE_DIM, screen_text(s, TEXT("largest difference of each word's output", "每个词的输出相差最多")));
    for (int i = 0; i < x.rows && 1 + i < c.rows; i++) {
        int j = same_word(&a->state, i, &b->state);
        double most = 0;
        for (int k = 0; j >= 0 && k < x.cols && k < y.cols; k++)
            most = fmax(most, fabs(mat_at(x, i, k) - mat_at(y, j, k)));
        text_clear(&t);
        state_label(&a->state, a->state.sentence, i, &t);
        canvas_field(c, 1 + i, 0, 10, STYLE_LABEL, text_str(&t));
        text_clear(&t);
        if (j < 0)
            text_add(&t, screen_text(s, TEXT("not in both", "不是两边都有")));
        else
            number_fixed(&t, most < 1e-12 ? 0 : most, 6, 16);
        canvas_right(c, 1 + i, 10, 16, most < 1e-12 ? STYLE_GOOD : STYLE_TEXT, text_str(&t));
    }
    text_finish(&t);
}

static void draw(struct canvas c, const struct screen *s)
{
    const struct model *m = s->model;
    if (m->compare < 0 || m->compare >= m->pin_count) {
        canvas_flow(canvas_part(c, 0, 1, c.rows, c.cols - 2), 0, STYLE_NOTE,
                    screen_text(s, TEXT("Nothing to compare with yet. Type :pin A, change something (x swaps the ends of the sentence), and come back.",
                                        "还没有可以对比的状态。输入 :pin A，改点什么（x 交换首尾），再回来看。")));
        return;
    }
    const struct scene *other = &m->pins[m->compare].scene;
    int half = c.cols / 2, rows = (c.rows - 2) / 2;
    side(canvas_part(c, 0, 1, rows, half - 2), s, &m->now, screen_text(s, TEXT("now", "现在")));
    side(canvas_part(c, 0, half + 1, rows, c.cols), s, other, m->pins[m->compare].name);
    differences(canvas_part(c, rows + 1, 1, c.rows, c.cols), s, &m->now, other);
}

const struct view_def view_compare = {draw};
