/* The pipeline: rail of stages, the matrix of one, the arithmetic of one cell. */
#include "core/stage.h"
#include "model/cursor.h"
#include "view/arithmetic.h"
#include "view/stages_parts.h"

enum { ARITHMETIC = 47, WIDE = 112 };

static struct derive_cell cell_of(const struct screen *s)
{
    const struct scene *now = &s->model->now;
    int row, col;
    cursor_of_stage(&now->state, &now->config, now->state.look.stage, &row, &col);
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
    stages_rail_draw(canvas_part(c, 0, 0, c.rows, STAGES_RAIL), s);
    screen_wall(c, s, 0, STAGES_RAIL, c.rows);
    struct canvas middle = canvas_part(c, 0, STAGES_RAIL + 2, c.rows, c.cols - STAGES_RAIL - 2 - (wide ? ARITHMETIC + 2 : 0));
    if (s->model->now.state.look.zoom) {
        arithmetic_draw(canvas_part(c, 0, STAGES_RAIL + 2, c.rows, c.cols), s, cell_of(s));
        return;
    }
    int rows = stages_heading_draw(middle, s, stage);
    struct canvas rest = canvas_part(middle, rows, 0, c.rows, middle.cols);
    if (!wide && rest.rows > 9)
        rest = canvas_part(middle, rows, 0, rest.rows - 6 > s->model->now.config.n + 3 ? s->model->now.config.n + 3 : rest.rows - 6, middle.cols);
    rows += stage == STAGE_TOKENS ? stages_words_draw(rest, s) : stages_matrix_draw(rest, s, stage);
    if (wide && stage != STAGE_TOKENS) {
        screen_wall(c, s, 0, c.cols - ARITHMETIC - 2, c.rows);
        arithmetic_draw(canvas_part(c, 0, c.cols - ARITHMETIC, c.rows, ARITHMETIC), s, cell_of(s));
    } else if (rows + 1 < c.rows && stage != STAGE_TOKENS) {
        arithmetic_draw(canvas_part(middle, rows + 1, 0, c.rows, middle.cols), s, cell_of(s));
    }
}

const struct view_def view_stages = {draw};
