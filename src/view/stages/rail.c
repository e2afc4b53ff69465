/* The rail: all stages of the layer with their shapes, the current stage marked, those to come dim. */
#include "core/pipeline/stage.h"
#include "view/stages/stages.h"

static int present_count(const struct config *c, int layer)
{
    int n = 0;
    for (int i = 0; i < STAGE_COUNT; i++)
        n += stage_present(c, layer, i);
    return n;
}

static void rail_line(struct canvas c, int row, const struct screen *s, int stage, int number)
{
    const struct scene *now = &s->model->now;
    struct text t = TEXT_HERE;
    int rows, cols;
    bool here = stage == now->state.look.stage;
    enum style mine = now->state.look.pane == PANE_RAIL ? STYLE_CURSOR : STYLE_SELECTED;
    stage_shape(&now->config, stage, &rows, &cols);
    text_addf(&t, "%s%2d %s", here ? (s->ascii ? ">" : "▶") : " ", number, stage_name(stage));
    if (click_hit(s->click, c, row, 0, STAGES_RAIL))
        click_line(s->click, "stage %s", stage_name(stage));
    enum style other = stage < now->state.look.stage ? STYLE_TEXT : STYLE_DIM;
    canvas_field(c, row, 0, STAGES_RAIL, here ? mine : other, text_str(&t));
    text_clear(&t);
    text_addf(&t, s->ascii ? "%dx%d" : "%d×%d", rows, cols);
    if (stage_has_numbers(stage) &&
        utf8_width(stage_name(stage)) + 4 + utf8_width(text_str(&t)) < STAGES_RAIL)
        canvas_right(c, row, STAGES_RAIL - 1 - utf8_width(text_str(&t)), utf8_width(text_str(&t)) + 1,
                     here ? mine : STYLE_DIM, text_str(&t));
    text_finish(&t);
}

void stages_rail_draw(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    int layer = now->state.look.layer, count = present_count(&now->config, layer), at = 0, number = 0;
    for (int i = 0; i < now->state.look.stage; i++)
        at += stage_present(&now->config, layer, i);
    int first = screen_first_shown(at, count, c.rows);
    for (int i = 0; i < STAGE_COUNT; i++) {
        if (!stage_present(&now->config, layer, i))
            continue;
        if (number >= first && number - first < c.rows)
            rail_line(c, number - first, s, i, number + 1);
        number++;
    }
}
