/* The matrices that the cell in focus was computed from: dimmed, with the numbers it read marked. */
#include "core/pipeline/stage.h"
#include "view/cell_name.h"
#include "view/stages/stages.h"

struct canvas shelf_next(struct shelf *shelf, int rows, int cols)
{
    enum { GAP = 3, LEAST = 3 };
    if (shelf->col > 0 && shelf->col + cols > shelf->c.cols) {
        shelf->row += shelf->height + 1;
        shelf->col = shelf->height = 0;
    }
    struct canvas part = canvas_part(shelf->c, shelf->row, shelf->col, rows, cols);
    if (part.rows < LEAST)
        return (struct canvas){0};
    shelf->col += part.cols + GAP;
    shelf->height = part.rows > shelf->height ? part.rows : shelf->height;
    return part;
}

bool reading_has(const void *reading, int row, int col)
{
    const struct reading *r = reading;
    return derivation_reads(r->d, r->segment, &r->matrix, row, col);
}

/* Draws Q 3×8, and the head if the matrix belongs to one of several. */
static void title(struct canvas c, const struct screen *s, const struct derive_from *from, struct mat m)
{
    struct text t = TEXT_HERE;
    text_addf(&t, s->ascii ? "%s  %dx%d" : "%s  %d×%d", cell_matrix(s, from), m.rows, m.cols);
    if (from->stage >= 0 && stage_row(from->stage)->heads == HEADS_APART && s->model->now.config.heads > 1)
        text_addf(&t, screen_text(s, TEXT("  head %d", "  第 %d 头")), from->head + 1);
    canvas_field(c, 0, 0, c.cols, STYLE_LABEL, text_str(&t));
    text_finish(&t);
}

/* Sets the row and column of the factor under the arithmetic's cursor; returns false if it is
 * not in this matrix. */
static bool factor_in(const struct screen *s, const struct reading *r, int *row, int *col)
{
    const struct look *look = &s->model->now.state.look;
    int line = look->line < r->d->count ? look->line : r->d->count - 1;
    const struct derive_from *f =
        look->pane == PANE_ARITHMETIC ? derivation_factor(r->d, line, look->factor) : NULL;
    if (!f || f->stage != r->matrix.stage || f->weight != r->matrix.weight || f->layer != r->matrix.layer)
        return false;
    *row = f->row;
    *col = f->col;
    return true;
}

void stages_sources_draw(struct shelf *shelf, const struct screen *s, const struct derivation *d)
{
    struct derive_from from[DERIVATION_SOURCES];
    int count = derivation_sources(d, from), left = shelf->c.rows - shelf->row;
    for (int i = 0; i < count; i++) {
        struct mat m = derivation_matrix(&s->model->now, &from[i]);
        struct reading reading = {d, derivation_walked(d, s->model->now.state.look.walk), from[i]};
        struct stages_labels labels;
        struct grid g = {.digits = s->model->now.state.look.digits};
        if (from[i].stage >= 0) {
            labels = stages_labels_of(s, from[i].stage);
            g = stages_grid(s, &labels, from[i].stage);
        }
        g.m = m;
        g.ghost = true;
        g.row = from[i].row;
        g.col = from[i].col;
        g.no_cursor = !factor_in(s, &reading, &g.row, &g.col);
        g.marked = reading_has;
        g.marks = &reading;
        g.min_width = grid_whole_labels(&g, shelf->c.cols - shelf->col);
        int rows = m.rows + 2, cap = i + 1 < count && rows > left / (count - i) ? left / (count - i) : left;
        struct canvas place = shelf_next(shelf, rows < cap ? rows : cap, grid_width(&g) + 1);
        if (place.rows == 0)
            return;
        title(place, s, &from[i], m);
        grid_draw(canvas_part(place, 1, 0, place.rows, place.cols), s, &g);
        left = shelf->c.rows - shelf->row;
    }
}
