/* The matrices that the cell in focus was computed from: dimmed, with the numbers it read marked. */
#include "core/pipeline/stage.h"
#include "view/cell_name.h"
#include "view/stages/stages.h"

/* Returns the next place for rows x cols, possibly clipped; no rows: the shelf is full. */
static struct canvas shelf_next(struct shelf *shelf, int rows, int cols)
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

void stages_source_title(struct canvas c, const struct screen *s, const struct stages_source *source)
{
    struct text t = SCREEN_TEXT(s);
    const struct derive_from *from = &source->reading.matrix;
    cell_matrix_name(&t, s, from);
    text_addf(&t, s->ascii ? "  %dx%d" : "  %d×%d", source->m.rows, source->m.cols);
    if (from->stage >= 0 && stage_row(from->stage)->heads == HEADS_APART && s->model->now.config.heads > 1)
        text_addf(&t, screen_text(s, TEXT("  head %d", "  第 %d 头")), from->head + 1);
    grid_say_shared(&t, canvas_part(c, 1, 0, c.rows, c.cols), s, &source->g);
    canvas_field(c, 0, 0, c.cols, STYLE_LABEL, text_str(&t));
}

/* Sets the row and column of the factor under the arithmetic's cursor; returns false if it is
 * not in this matrix. */
static bool factor_in(const struct screen *s, const struct reading *r, int *row, int *col)
{
    const struct look *look = &s->model->now.state.look;
    int line = look->line < r->d->count ? look->line : r->d->count - 1;
    const struct derive_from *f =
        look->pane == PANE_ARITHMETIC ? derivation_factor(r->d, line, look->factor) : NULL;
    if (!f || f->stage != r->matrix.stage || f->weight != r->matrix.weight || f->layer != r->matrix.layer ||
        f->gradient != r->matrix.gradient)
        return false;
    *row = f->row;
    *col = f->col;
    return true;
}

/* Returns the numbers of a matrix as doubles, absent if they cannot be drawn: each picture would read all of
 * them from the file. */
static struct mat drawable(const struct screen *s, struct factor f)
{
    enum { MOST = 1 << 20 };
    struct mat out = {0};
    if (!factor_is_stored(f))
        return factor_mat(f);
    if (mat_room(f.rows, f.cols) <= MOST && arena_more(s->scratch, mat_room(f.rows, f.cols)))
        factor_copy(out = mat_in(s->scratch, f.rows, f.cols), f);
    return out;
}

bool stages_source_of(struct stages_source *source, const struct screen *s, const struct derivation *d,
                      const struct derive_from *from)
{
    const struct look *look = &s->model->now.state.look;
    struct grid g = {.digits = look->digits};
    source->m = drawable(s, derivation_matrix(&s->model->now, from));
    source->reading = (struct reading){d, derivation_walked(d, look->walk), *from};
    if (from->stage >= 0) {
        source->labels = stages_labels_of(s, from->stage);
        g = stages_grid(s, &source->labels, from->stage);
        g.map = from->gradient ? GRID_DIVERGING : g.map;
        g.digits = from->gradient ? changes_digits(s, mat_max_finite(source->m)) : g.digits;
    }
    g.m = source->m;
    g.faded = true;
    g.row = from->row;
    g.col = from->col;
    g.no_cursor = !factor_in(s, &source->reading, &g.row, &g.col);
    g.marked = reading_has;
    g.marks = &source->reading;
    source->g = g;
    return mat_present(g.m);
}

void stages_sources_draw(struct shelf *shelf, const struct screen *s, const struct derivation *d)
{
    enum { LEAST = 3 };
    struct derive_from from[DERIVATION_SOURCES];
    int count = derivation_sources(d, from), left = shelf->c.rows - shelf->row;
    for (int i = 0; i < count; i++) {
        struct stages_source source;
        if (!stages_source_of(&source, s, d, &from[i]))
            continue;
        struct grid *g = &source.g;
        g->min_width = grid_whole_labels(g, shelf->c.cols - shelf->col);
        int rows = 1 + grid_rows(g), fair = left / (count - i) > LEAST ? left / (count - i) : LEAST,
            cap = i + 1 < count ? fair : left;
        struct canvas place = shelf_next(shelf, rows < cap ? rows : cap, grid_width(g) + 1);
        if (place.rows == 0)
            return;
        stages_source_title(place, s, &source);
        grid_draw(canvas_part(place, 1, 0, place.rows, place.cols), s, g);
        left = shelf->c.rows - shelf->row;
    }
}
