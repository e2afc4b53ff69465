#include "view/edit/after.h"

#include "core/pipeline/stage.h"
#include "view/stages/stages.h"

enum { LAST = -1, CROSS_WEIGHTS = -2, GAP = 3 };      /* LAST: the last stage of the layer */

/* The most telling stages first; they are laid out from left to right as they fit. */
static const int order[] = {STAGE_WEIGHTS, LAST, STAGE_SCORES, CROSS_WEIGHTS, STAGE_Q, STAGE_K, STAGE_V, STAGE_QR, STAGE_KR, STAGE_HEAD_OUT, STAGE_H};
enum { COUNT = sizeof order / sizeof *order };

/* A stage as a grid, with what the grid refers to. */
struct shown {
    int stage;
    struct stages_labels labels;
    struct changes last;
    struct grid grid;
};

/* Returns false if the stage is absent. */
static bool show(struct shown *sh, const struct screen *s, int which)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    int stage = which == LAST ? stage_last(&now->config, look->layer) : which == CROSS_WEIGHTS ? stage_again(STAGE_WEIGHTS) : which;
    if (!stage_present(&now->config, look->layer, stage))
        return false;
    *sh = (struct shown){.stage = stage, .labels = stages_labels_of(s, stage)};
    sh->last = changes_of_stage(now, changes_last(s), stage, look->head);
    sh->grid = stages_grid(s, &sh->labels, stage);
    sh->grid.m = changes_stage(s, stage, look->head);
    sh->grid.map = changes_shown(s) ? GRID_DIVERGING : sh->grid.map;
    sh->grid.changes = &sh->last;
    sh->grid.corner = NULL;
    sh->grid.row = sh->grid.col = -1;
    return true;
}

static void put(struct canvas c, const struct screen *s, const struct shown *sh)
{
    canvas_field(c, 0, 0, c.cols, STYLE_LABEL, screen_text(s, stage_title(sh->stage)));
    grid_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, &sh->grid);
}

/* One row of grids: the first of the remaining ones that is not too high (`cut`: of any
 * height, cut off at the right edge), then all that fit beside it. Returns the rows used, 0: none. */
static int row_of_grids(struct canvas c, const struct screen *s, bool done[COUNT], bool cut)
{
    int col = 0, rows = 0;
    for (int i = 0; i < COUNT; i++) {
        struct shown sh;
        if (done[i] || !show(&sh, s, order[i]))
            continue;
        int width = grid_width(&sh.grid), height = sh.grid.m.rows + 2;
        bool fits = (col == 0 || col + width < c.cols) && (cut || height <= c.rows);
        if (fits) {
            put(canvas_part(c, 0, col, c.rows, width + 2), s, &sh);
            done[i] = true;
            col += width + GAP;
            rows = height > rows ? height : rows;
        }
    }
    return rows;
}

void edit_after_draw(struct canvas c, const struct screen *s)
{
    struct text t = TEXT_HERE;
    bool done[COUNT] = {false};
    int row = 0;
    if (s->model->now.state.look.show == SHOW_DELTA) {
        changes_title(s, &t);
        canvas_put(c, row++, 0, STYLE_CHANGED, text_str(&t));
    }
    for (int rows = 1; rows > 0; row += rows + (c.rows > 20))
        rows = row < c.rows ? row_of_grids(canvas_part(c, row, 0, c.rows - row, c.cols), s, done, row <= 1) : 0;
    text_finish(&t);
}
