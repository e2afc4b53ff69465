#include "study/look_names.h"

#include <string.h>

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"

/* Names of stages in expressions that differ from the stages' own. */
static const struct {
    const char *name;
    int stage;
} values[] = {
    {"x", STAGE_X},          {"y", STAGE_Y},  {"input", STAGE_H},      {"q", STAGE_Q},
    {"k", STAGE_K},          {"v", STAGE_V},  {"score", STAGE_SCORES}, {"weight", STAGE_WEIGHTS},
    {"out", STAGE_HEAD_OUT}, {"pe", LOOK_PE},
};
enum { VALUES = sizeof values / sizeof *values };

/* Returns the i-th part, counted over all views, and sets *view to its view; NULL after the last. */
static const struct view_part *part(int i, int *view)
{
    for (*view = 0; *view < VIEW_COUNT; ++*view)
        for (const struct view_part *p = views[*view]->parts; p && p->name; p++)
            if (i-- == 0)
                return p;
    return NULL;
}

const char *look_name(int i)
{
    int view;
    const struct view_part *p = part(i, &view);
    return p ? p->name : NULL;
}

bool look_show(struct state *s, const char *name)
{
    int view;
    struct look *look = &s->look;
    const struct view_part *p;
    for (int i = 0; (p = part(i, &view)); i++) {
        if (strcmp(p->name, name) != 0)
            continue;
        look->view = view;
        look->stage = p->stage >= 0 ? p->stage : look->stage;
        look->encoding.panel = p->panel >= 0 ? p->panel : look->encoding.panel;
        look->zoom = p->one_cell;
        return true;
    }
    for (int i = 0; i < VIEW_COUNT; i++)
        if (strcmp(views[i]->name, name) == 0) {
            look->view = i;
            return true;
        }
    return false;
}

int look_stage(const char *name)
{
    for (int i = 0; i < VALUES; i++)
        if (strcmp(values[i].name, name) == 0)
            return values[i].stage;
    return stage_find(name);
}

int look_place(const struct scene *now, int stage, bool column, const char *name, int col, struct reply *r)
{
    const struct config *c = &now->config;
    enum axis axis = stage == LOOK_PE ? AXIS_DIM : stage_axis(c, stage, column);
    int rows = STATE_LAST_POSITION + 1, cols = c->d;
    long at;
    if (axis == AXIS_MEMORY)
        return state_memory_token(&now->state, name, col, r);
    if (axis == AXIS_CLASS)
        return state_class_token(&now->state, name, col, r);
    if (axis == AXIS_WORD)
        return state_token(&now->state, name, col, r);
    if (stage != LOOK_PE)
        stage_shape(c, stage, &rows, &cols);
    int count = column ? cols : rows;
    if (number_parse_int(name, strlen(name), 0, count - 1, &at) == NUMBER_OK)
        return (int)at;
    reply_fail(r, col, TEXT("'%s' is not a valid index (0 to %d)"), name, count - 1);
    return -1;
}

void look_at_cell(struct state *s, const struct config *c, int stage, int row, int col)
{
    s->look.view = stage == LOOK_PE ? VIEW_ENCODING : VIEW_STAGES;
    s->look.zoom = 0;
    s->look.stage = stage == LOOK_PE ? s->look.stage : stage;
    cursor_put(s, c, row, col);
}
