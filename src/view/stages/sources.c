/* The matrices that the cell in focus was computed from: dimmed, with the numbers it read marked. */
#include "core/pipeline/stage.h"
#include "view/cell_name.h"
#include "view/stages/stages.h"

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
    text_addf(&t, "  %d×%d", source->m.rows, source->m.cols);
    if (from->stage >= 0 && stage_row(from->stage)->heads == HEADS_APART && s->session->now.config.heads > 1)
        text_addf(&t, screen_text(s, TEXT("  head %d")), from->head + 1);
    grid_say_shared(&t, canvas_part(c, 1, 0, c.rows, c.cols), s, &source->g);
    canvas_field(c, 0, 0, c.cols, STYLE_LABEL, text_str(&t));
}

bool stages_source_of(struct stages_source *source, const struct screen *s, const struct derivation *d,
                      const struct derive_from *from)
{
    enum { MOST = 1 << 20 };
    const struct look *look = &s->session->now.state.look;
    struct grid g = {.digits = look->digits, .faded = true, .row = from->row, .col = from->col};
    /* 1. the numbers as doubles; too many in a file are not drawn: each picture would read all of them */
    struct factor m = derivation_matrix(&s->session->now, from);
    source->m = factor_is_stored(m) ? (struct mat){0} : factor_mat(m);
    if (factor_is_stored(m) && mat_room(m.rows, m.cols) <= MOST &&
        arena_more(s->scratch, mat_room(m.rows, m.cols)))
        factor_copy(source->m = mat_in(s->scratch, m.rows, m.cols), m);
    source->reading = (struct reading){d, derivation_walked(d, look->walk), *from};
    if (from->stage >= 0) {
        source->labels = stages_labels_of(s, from->stage);
        g = stages_grid(s, &source->labels, from->stage);
        g.map = from->gradient ? GRID_DIVERGING : g.map;
        g.digits = from->gradient ? changes_digits(s, mat_max_finite(source->m)) : g.digits;
        g.faded = true;
        g.row = from->row;
        g.col = from->col;
    }
    g.m = source->m;
    g.marked = reading_has;
    g.marks = &source->reading;
    /* 2. the factor under the arithmetic's cursor, if it is in this matrix */
    int line = look->line < d->count ? look->line : d->count - 1;
    const struct derive_from *f =
        look->pane == PANE_ARITHMETIC ? derivation_factor(d, line, look->factor) : NULL;
    g.no_cursor = !f || f->stage != from->stage || f->weight != from->weight || f->layer != from->layer ||
                  f->gradient != from->gradient;
    if (!g.no_cursor) {
        g.row = f->row;
        g.col = f->col;
    }
    source->g = g;
    return mat_present(g.m);
}

void stages_sources_draw(struct shelf *shelf, const struct screen *s, const struct derivation *d)
{
    enum { LEAST = 3, GAP = 3 };
    struct derive_from from[DERIVATION_SOURCES];
    int count = derivation_sources(d, from), left = shelf->c.rows - shelf->row;
    for (int i = 0; i < count; i++) {
        struct stages_source source;
        if (!stages_source_of(&source, s, d, &from[i]))
            continue;
        struct grid *g = &source.g;
        g->min_width = grid_whole_labels(g, shelf->c.cols - shelf->col);
        int rows = 1 + grid_rows(g), fair = left / (count - i) > LEAST ? left / (count - i) : LEAST,
            cap = i + 1 < count ? fair : left, cols = grid_width(g) + 1;
        /* the next place, possibly clipped; without rows the shelf is full */
        if (shelf->col > 0 && shelf->col + cols > shelf->c.cols) {
            shelf->row += shelf->height + 1;
            shelf->col = shelf->height = 0;
        }
        struct canvas place = canvas_part(shelf->c, shelf->row, shelf->col, rows < cap ? rows : cap, cols);
        if (place.rows < LEAST)
            return;
        shelf->col += place.cols + GAP;
        shelf->height = place.rows > shelf->height ? place.rows : shelf->height;
        stages_source_title(place, s, &source);
        grid_draw(canvas_part(place, 1, 0, place.rows, place.cols), s, g);
        left = shelf->c.rows - shelf->row;
    }
}
