/* The pipeline: rail of stages, the matrix of one, the arithmetic of one cell. */
#include <math.h>

#include "core/stage.h"
#include "model/cursor.h"
#include "view/arithmetic.h"
#include "view/grid.h"
#include "view/screen.h"

enum { RAIL = 17, ARITHMETIC = 47, WIDE = 112 };

static int present_count(const struct config *c, int layer)
{
    int n = 0;
    for (int i = 0; i < STAGE_COUNT; i++)
        n += stages[i].present(c, layer);
    return n;
}

static void rail_line(struct canvas c, int row, const struct screen *s, int stage, int number)
{
    const struct scene *now = &s->model->now;
    struct text t = {0};
    int rows, cols;
    bool here = stage == now->state.look.stage;
    cursor_stage_shape(&now->config, stage, &rows, &cols);
    text_addf(&t, "%s%2d %s", here ? (s->ascii ? ">" : "▶") : " ", number, stages[stage].name);
    canvas_field(c, row, 0, RAIL - 1, here ? STYLE_SELECTED : STYLE_TEXT, text_str(&t));
    text_clear(&t);
    text_addf(&t, s->ascii ? "%dx%d" : "%d×%d", rows, cols);
    if (stage != STAGE_TOKENS && utf8_width(stages[stage].name) + 4 + utf8_width(text_str(&t)) < RAIL - 1)
        canvas_right(c, row, RAIL - 2 - utf8_width(text_str(&t)), utf8_width(text_str(&t)) + 1, here ? STYLE_SELECTED : STYLE_DIM,
                     text_str(&t));
    text_finish(&t);
}

/* All stages of the layer, scrolled so that the present one is in sight. */
static void rail(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    int layer = now->state.look.layer, count = present_count(&now->config, layer), at = 0, number = 0;
    for (int i = 0; i < now->state.look.stage; i++)
        at += stages[i].present(&now->config, layer);
    int first = count <= c.rows || at < c.rows / 2 ? 0 : at - c.rows / 2;
    if (count > c.rows && first > count - c.rows)
        first = count - c.rows;
    for (int i = 0; i < STAGE_COUNT; i++) {
        if (!stages[i].present(&now->config, layer))
            continue;
        if (number >= first && number - first < c.rows)
            rail_line(c, number - first, s, i, number + 1);
        number++;
    }
}

struct labels {
    const struct state *state;
    const struct sequence *rows, *cols;
    bool named;
    enum lang lang;
};

static void row_label(const void *arg, int i, struct text *out)
{
    const struct labels *l = arg;
    state_label(l->state, l->rows, i, out);
}

static void col_label(const void *arg, int i, struct text *out)
{
    const struct labels *l = arg;
    if (l->cols)
        state_label(l->state, l->cols, i, out);
    else if (l->named && i < LEXICON_DIMS)
        text_add(out, pair_in(lexicon_dims[i], l->lang));
    else
        text_addf(out, "%d", i);
}

static struct labels labels_of(const struct screen *s, int stage)
{
    const struct scene *now = &s->model->now;
    const struct state *st = &now->state;
    bool crosses = config_crosses(&now->config);
    bool key_rows = stage == STAGE_K || stage == STAGE_V || stage == STAGE_Y || stage == STAGE_KC || stage == STAGE_VC;
    bool map = stages[stage].cols == AXIS_KEY || stages[stage].cols == AXIS_MEMORY;
    bool memory_rows = stages[stage].rows == AXIS_MEMORY || (crosses && key_rows);
    bool memory_cols = stages[stage].cols == AXIS_MEMORY || crosses;
    return (struct labels){st, memory_rows ? st->memory : st->sentence, !map ? NULL : memory_cols ? st->memory : st->sentence,
                           st->lexicon->named_dims && st->set.d == LEXICON_DIMS && (stage == STAGE_X || stage == STAGE_Y), screen_lang(s)};
}

static const char *corner_of(const struct screen *s, int stage, bool map)
{
    if (map)
        return screen_text(s, s->ascii ? TEXT("query\\key", "查询\\键") : TEXT("query↓ key→", "查询↓ 键→"));
    bool key_side = stage == STAGE_K || stage == STAGE_KR || stage == STAGE_V || stage == STAGE_KC || stage == STAGE_VC;
    return screen_text(s, key_side ? TEXT("key word", "键词") : stage == STAGE_Q || stage == STAGE_QR || stage == STAGE_QC ? TEXT("query word", "查询词") : TEXT("word", "词"));
}

static double limit_of(struct mat m)
{
    double most = 0;
    for (int r = 0; r < m.rows; r++)
        for (int k = 0; k < m.cols; k++)
            if (isfinite(mat_at(m, r, k)))
                most = fmax(most, fabs(mat_at(m, r, k)));
    return most;
}

static bool empty_row_here(const struct scene *now, int stage)
{
    const struct layer_trace *l = &now->trace.layer[now->state.look.layer];
    bool weights = stage == STAGE_WEIGHTS || stage == STAGE_WEIGHTSC;
    return weights && attention_empty_row(stage == STAGE_WEIGHTS ? &l->self : &l->cross, now->state.look.head, now->state.look.query);
}

/* Heading, formula and sentence of the stage; returns the rows it took. */
static int heading(struct canvas c, const struct screen *s, int stage)
{
    const struct scene *now = &s->model->now;
    int col = canvas_put(c, 0, 0, STYLE_TITLE, screen_text(s, stages[stage].title)) + 2;
    const char *formula = stage_formula(&now->config, now->state.look.layer, stage);
    int rows = col + utf8_width(formula) > c.cols;
    col = canvas_put(c, rows, rows ? 0 : col, STYLE_FORMULA, formula);
    if (stages[stage].per_head && now->config.heads > 1)
        canvas_putf(c, rows, col + 2, STYLE_KEY, screen_text(s, TEXT("head %d of %d", "第 %d 头，共 %d 头")), now->state.look.head + 1,
                    now->config.heads);
    rows += 1;
    rows += canvas_flow(canvas_part(c, rows, 0, c.rows, c.cols), 0, STYLE_NOTE, screen_text(s, stage_help(&now->config, now->state.look.layer, stage)));
    if (empty_row_here(now, stage))
        canvas_put(c, rows++, 0, STYLE_ERROR, screen_text(s, TEXT("this query has no key left: its weights are all 0",
                                                                  "这个查询没有剩下任何键：权重全为 0")));
    if (stage == STAGE_P && now->trace.rows_with_position < now->config.n)
        canvas_putf(c, rows++, 0, STYLE_ERROR, screen_text(s, TEXT("only %d positions have a row: the others get none", "只有 %d 个位置有编码，其余没有")),
                    now->trace.rows_with_position);
    return rows + 1;
}

static int words(struct canvas c, const struct screen *s)
{
    const struct state *st = &s->model->now.state;
    struct text t = {0};
    int row = 0;
    for (int i = 0; i < st->sentence->count && row < c.rows; i++, row++) {
        text_clear(&t);
        state_label(st, st->sentence, i, &t);
        bool here = i == st->look.query;
        canvas_putf(c, row, 0, STYLE_DIM, "%4d", st->set.start + i);
        canvas_field(c, row, 6, 12, here ? STYLE_CURSOR : STYLE_LABEL, text_str(&t));
        if (st->lexicon->v[st->sentence->id[i]]->made_up)
            canvas_put(c, row, 20, STYLE_DIM, screen_text(s, TEXT("not in the vocabulary: made-up numbers", "词表里没有：用的是编出来的数")));
    }
    text_finish(&t);
    return row;
}

static int matrix(struct canvas c, const struct screen *s, int stage)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    struct mat m = stages[stage].matrix(&now->trace, look->layer, look->head);
    struct labels labels = labels_of(s, stage);
    bool map = labels.cols != NULL;
    int row, col;
    cursor_of_stage(&now->state, &now->config, &row, &col);
    struct grid g = {.m = m, .map = stages[stage].look == LOOK_WEIGHTS ? GRID_SEQUENTIAL : GRID_DIVERGING, .digits = look->digits,
                     .limit = limit_of(m), .row = row, .col = col, .row_label = row_label, .col_label = col_label,
                     .arg = &labels, .corner = corner_of(s, stage, map),
                     .min_width = labels.named && c.cols > 8 * 9 + 8 ? 9 : 0};
    int rows = grid_draw(c, s, &g);
    if (rows + 1 < c.rows)
        grid_legend(c, rows + 1, 0, s, g.map, g.limit);
    return rows + 2;
}

static struct derive_cell cell_of(const struct screen *s)
{
    const struct scene *now = &s->model->now;
    int row, col;
    cursor_of_stage(&now->state, &now->config, &row, &col);
    return (struct derive_cell){now->state.look.layer, now->state.look.stage, now->state.look.head, row, col};
}

static int shown_stage(const struct scene *now)
{
    const struct look *look = &now->state.look;
    return stages[look->stage].present(&now->config, look->layer) ? look->stage : STAGE_H;
}

static void draw(struct canvas c, const struct screen *s)
{
    int stage = shown_stage(&s->model->now);
    bool wide = c.cols >= WIDE;
    rail(canvas_part(c, 0, 0, c.rows, RAIL - 1), s);
    screen_wall(c, s, 0, RAIL - 1, c.rows);
    struct canvas middle = canvas_part(c, 0, RAIL + 1, c.rows, c.cols - RAIL - 1 - (wide ? ARITHMETIC + 2 : 0));
    if (s->model->now.state.look.zoom) {
        arithmetic_draw(canvas_part(c, 0, RAIL + 1, c.rows, c.cols), s, cell_of(s));
        return;
    }
    int rows = heading(middle, s, stage);
    struct canvas rest = canvas_part(middle, rows, 0, c.rows, middle.cols);
    if (!wide && rest.rows > 9)
        rest = canvas_part(middle, rows, 0, rest.rows - 6 > s->model->now.config.n + 3 ? s->model->now.config.n + 3 : rest.rows - 6, middle.cols);
    rows += stage == STAGE_TOKENS ? words(rest, s) : matrix(rest, s, stage);
    if (wide && stage != STAGE_TOKENS) {
        screen_wall(c, s, 0, c.cols - ARITHMETIC - 2, c.rows);
        arithmetic_draw(canvas_part(c, 0, c.cols - ARITHMETIC, c.rows, ARITHMETIC), s, cell_of(s));
    } else if (rows + 1 < c.rows && stage != STAGE_TOKENS) {
        arithmetic_draw(canvas_part(middle, rows + 1, 0, c.rows, middle.cols), s, cell_of(s));
    }
}

const struct view_def view_stages = {draw};
