/* The rail: all stages of the layer with their shapes, the current stage marked, those to come dim. */
#include <string.h>

#include "core/pipeline/stage.h"
#include "view/stages/stages.h"

static int present_count(const struct config *c, int layer)
{
    int n = 0;
    for (int i = 0; i < STAGE_COUNT; i++)
        n += stage_present(c, layer, i);
    return n;
}

/* Widths in English, in Chinese with titles of the letters, with names of commands too. */
enum { BRIEF = 16, TITLES = 19, COMMANDS = 32, TITLES_NEED = 100, COMMANDS_NEED = 140 };

int stages_rail_width(const struct screen *s, int cols)
{
    if (screen_lang(s) == LANG_EN || cols < TITLES_NEED)
        return BRIEF;
    return cols < COMMANDS_NEED ? TITLES : COMMANDS;
}

/* Returns what follows the Chinese name: the title if that name is a letter, else the name of the command.
 * NULL if nothing fits in `room` columns. */
static const char *beside(const struct screen *s, int stage, int room, bool commands)
{
    const char *name = stage_name(stage);
    bool letter = strcmp(stage_label(stage).zh, name) == 0;
    const char *more = letter ? screen_pair(s, stage_title(stage)) : name;
    bool says = screen_lang(s) == LANG_ZH && (letter || commands);
    return says && utf8_width(more) <= room ? more : NULL;
}

static void rail_line(struct canvas c, int row, const struct screen *s, int stage, int number)
{
    const struct scene *now = &s->model->now;
    struct text t = SCREEN_TEXT(s);
    int rows, cols;
    bool here = stage == now->state.look.stage;
    enum style mine = now->state.look.pane == PANE_RAIL ? STYLE_CURSOR : STYLE_SELECTED;
    stage_shape(&now->config, stage, &rows, &cols);
    const char *label = screen_pair(s, stage_label(stage));
    text_addf(&t, "%s%2d %s", here ? (s->ascii ? ">" : "▶") : " ", number, label);
    if (click_hit(s->click, c, row, 0, c.cols))
        click_line(s->click, "stage %s", stage_name(stage));
    enum style other = stage < now->state.look.stage ? STYLE_TEXT : STYLE_DIM;
    canvas_field(c, row, 0, c.cols, here ? mine : other, text_str(&t));
    text_clear(&t);
    text_addf(&t, s->ascii ? "%dx%d" : "%d×%d", rows, cols);
    int end = 4 + utf8_width(label), shape = c.cols - 1 - utf8_width(text_str(&t));
    const char *more = beside(s, stage, c.cols - end - 1, c.cols >= COMMANDS);
    if (more)
        end = canvas_put(c, row, end + 1, here ? mine : STYLE_DIM, more);
    if (stage_has_numbers(stage) && end <= shape)
        canvas_right(c, row, shape, c.cols - shape, here ? mine : STYLE_DIM, text_str(&t));
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
    screen_more(c, s, 0, first > 0, first + c.rows < count);
}
