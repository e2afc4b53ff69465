#include "study/look_names.h"

#include <string.h>

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "state/param.h"
#include "study/cursor.h"

/* Panels of the encoding view are numbered as `set panel` names them. */
enum { CLOCKS, WAVE, PRODUCT, ROTATION };


static const struct { const char *name; int view, stage, panel; bool one_cell; } shown[] = {
    {"sentence", VIEW_STAGES, STAGE_TOKENS, -1, false}, {"qkv", VIEW_STAGES, STAGE_Q, -1, false},
    {"scores", VIEW_STAGES, STAGE_SCORES, -1, false},   {"weights", VIEW_STAGES, STAGE_WEIGHTS, -1, false},
    {"output", VIEW_STAGES, STAGE_OUTPUT, -1, false},   {"heads", VIEW_STAGES, STAGE_WEIGHTS, -1, false},
    {"formula", VIEW_STAGES, -1, -1, true},             {"clock", VIEW_ENCODING, -1, CLOCKS, false},
    {"waves", VIEW_ENCODING, -1, WAVE, false},          {"distance", VIEW_ENCODING, -1, PRODUCT, false},
    {"rotation", VIEW_ENCODING, -1, ROTATION, false},   {"grid", VIEW_ENCODING, -1, CLOCKS, false},
};
enum { SHOWN = sizeof shown / sizeof *shown };

/* The names that expressions have for stages, where they differ from the stages' own. */
static const struct { const char *name; int stage; } values[] = {
    {"x", STAGE_X}, {"y", STAGE_Y}, {"input", STAGE_H}, {"q", STAGE_Q}, {"k", STAGE_K}, {"v", STAGE_V},
    {"score", STAGE_SCORES}, {"weight", STAGE_WEIGHTS}, {"out", STAGE_HEAD_OUT}, {"pe", LOOK_PE},
};
enum { VALUES = sizeof values / sizeof *values };

const char *look_name(int i)
{
    return i >= 0 && i < SHOWN ? shown[i].name : NULL;
}

/* `back`: out of the editor, to where it was opened. */
static bool show_view(struct state *s, const char *name)
{
    if (strcmp(name, "back") == 0) {
        s->look.view = s->look.view_before;
        return true;
    }
    for (int i = 0; view_name(i); i++)
        if (strcmp(view_name(i), name) == 0) {
            s->look.view = i;
            return true;
        }
    return false;
}

bool look_show(struct state *s, const char *name)
{
    for (int i = 0; i < SHOWN; i++) {
        if (strcmp(shown[i].name, name) != 0)
            continue;
        struct look *look = &s->look;
        look->view = shown[i].view;
        look->stage = shown[i].stage >= 0 ? shown[i].stage : look->stage;
        look->panel = shown[i].panel >= 0 ? shown[i].panel : look->panel;
        look->zoom = shown[i].one_cell;
        return true;
    }
    return show_view(s, name);
}

int look_stage(const char *name)
{
    for (int i = 0; i < VALUES; i++)
        if (strcmp(values[i].name, name) == 0)
            return values[i].stage;
    return stage_find(name);
}

int look_place(const struct state *s, const struct config *c, int stage, bool column, const char *name, int col, struct reply *r)
{
    enum axis axis = stage == LOOK_PE ? AXIS_DIM : stage_axis(c, stage, column);
    int rows = STATE_LAST_POSITION + 1, cols = c->d;
    long at;
    if (axis == AXIS_MEMORY)
        return state_memory_token(s, name, col, r);
    if (axis == AXIS_WORD)
        return state_token(s, name, col, r);
    if (stage != LOOK_PE)
        stage_shape(c, stage, &rows, &cols);
    int count = column ? cols : rows;
    if (number_parse_int(name, strlen(name), 0, count - 1, &at) == NUMBER_OK)
        return (int)at;
    reply_fail(r, col, TEXT("'%s' is no place here (0 to %d)", "“%s”不是这里的位置（0 到 %d）"), name, count - 1);
    return -1;
}

void look_at_cell(struct state *s, const struct config *c, int stage, int row, int col)
{
    s->look.view = stage == LOOK_PE ? VIEW_ENCODING : VIEW_STAGES;
    s->look.zoom = 0;
    s->look.stage = stage == LOOK_PE ? s->look.stage : stage;
    cursor_put(s, c, row, col);
}
