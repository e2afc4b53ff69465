#include "view/cell_name.h"

#include <stdio.h>

#include "base/arena.h"
#include "core/pipeline/stage.h"
#include "state/matrices.h"
#include "study/cursor.h"

static const char *matrix_name(const struct screen *s, const struct derive_from *cell)
{
    const struct state *st = &s->model->now.state;
    if (cell->weight >= WEIGHT_COUNT)
        return matrices_name(st, (struct matrix_ref){MATRIX_ENCODING, cell->weight - WEIGHT_COUNT});
    if (cell->weight >= 0)
        return matrices_name(st, (struct matrix_ref){MATRIX_WEIGHT, cell->weight});
    return cell->stage >= 0 ? screen_pair(s, stage_label(cell->stage)) : "";
}

void cell_matrix_name(struct text *out, const struct screen *s, const struct derive_from *cell)
{
    text_addf(out, "%s%s", cell->gradient ? "dL/d" : "", matrix_name(s, cell));
}

const char *cell_matrix(const struct screen *s, const struct derive_from *cell)
{
    enum { LONGEST = 64 };
    const char *name = matrix_name(s, cell);
    struct text whole = TEXT_HERE;
    if (!cell->gradient || !arena_more(s->scratch, LONGEST / sizeof(double)))
        return name;
    char *kept = (char *)arena_doubles(s->scratch, LONGEST / sizeof(double));
    cell_matrix_name(&whole, s, cell);
    snprintf(kept, LONGEST, "%s", text_str(&whole));
    text_finish(&whole);
    return kept;
}

void cell_name(struct text *out, const struct screen *s, const struct derive_from *cell)
{
    const struct scene *now = &s->model->now;
    const struct sequence *rows, *cols;
    cell_matrix_name(out, s, cell);
    if (cell->weight >= 0) {
        text_addf(out, "[%d, %d]", cell->row, cell->col);
        return;
    }
    cursor_stage_words(&now->state, &now->config, cell->stage, &rows, &cols);
    text_add(out, "[");
    if (rows && cell->row < rows->count)
        state_label(&now->state, rows, cell->row, out);
    text_add(out, cols ? (s->ascii ? "->" : "→") : ", ");
    if (cols && cell->col < cols->count)
        state_label(&now->state, cols, cell->col, out);
    else
        text_addf(out, "%d", cell->col);
    text_add(out, "]");
}
