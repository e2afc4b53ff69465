#include "view/cell_name.h"

#include "core/pipeline/stage.h"
#include "state/matrices.h"
#include "study/cursor.h"

static const char *weight_name(const struct screen *s, int weight)
{
    return matrices_name(&s->model->now.state, (struct matrix_ref){MATRIX_WEIGHT, weight});
}

const char *cell_matrix(const struct screen *s, const struct derive_from *cell)
{
    if (cell->weight >= 0)
        return weight_name(s, cell->weight);
    return cell->stage >= 0 ? screen_pair(s, stage_label(cell->stage)) : "";
}

void cell_name(struct text *out, const struct screen *s, const struct derive_from *cell)
{
    const struct scene *now = &s->model->now;
    if (cell->weight >= 0) {
        text_addf(out, "%s[%d, %d]", weight_name(s, cell->weight), cell->row, cell->col);
        return;
    }
    const struct sequence *rows, *cols;
    cursor_stage_words(&now->state, &now->config, cell->stage, &rows, &cols);
    text_addf(out, "%s[", screen_pair(s, stage_label(cell->stage)));
    if (rows && cell->row < rows->count)
        state_label(&now->state, rows, cell->row, out);
    text_add(out, cols ? (s->ascii ? "->" : "→") : ", ");
    if (cols && cell->col < cols->count)
        state_label(&now->state, cols, cell->col, out);
    else
        text_addf(out, "%d", cell->col);
    text_add(out, "]");
}
