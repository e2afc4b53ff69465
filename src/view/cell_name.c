#include "view/cell_name.h"

#include "core/pipeline/stage.h"
#include "state/matrices.h"
#include "study/cursor.h"

void cell_matrix_name(struct text *out, const struct screen *s, const struct derive_from *cell)
{
    const struct state *st = &s->session->now.state;
    const char *name = cell->stage >= 0 ? screen_text(s, stage_label(cell->stage)) : "";
    if (cell->weight >= WEIGHT_COUNT)
        name = matrices_name(st, (struct matrix_ref){MATRIX_ENCODING, cell->weight - WEIGHT_COUNT});
    else if (cell->weight >= 0)
        name = matrices_name(st, (struct matrix_ref){MATRIX_WEIGHT, cell->weight});
    text_addf(out, "%s%s", cell->gradient ? "dL/d" : "", name);
}

const char *cell_matrix(const struct screen *s, const struct derive_from *cell)
{
    struct text name = SCREEN_TEXT(s);
    cell_matrix_name(&name, s, cell);
    return text_str(&name);
}

void cell_name(struct text *out, const struct screen *s, const struct derive_from *cell)
{
    const struct scene *now = &s->session->now;
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

const char *said_cell(const struct screen *s, const struct derive_from *cell)
{
    struct text t = SCREEN_TEXT(s);
    cell_name(&t, s, cell);
    return text_str(&t);
}
