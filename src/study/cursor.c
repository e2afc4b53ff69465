#include "study/cursor.h"

#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"

const char *const cursor_computed =
    TEXT("this number is computed: change what it comes from (e opens the editor at one of those)");

static const struct sequence *axis_words(const struct state *s, enum axis axis)
{
    if (axis == AXIS_CLASS)
        return s->classes;
    return axis == AXIS_WORD ? s->sentence : axis == AXIS_MEMORY ? s->memory : NULL;
}

void cursor_stage_words(const struct state *s, const struct config *c, int stage,
                        const struct sequence **rows, const struct sequence **cols)
{
    *rows = axis_words(s, stage_axis(c, stage, false));
    *cols = axis_words(s, stage_axis(c, stage, true));
}

/* Returns the field of the look that moves along an axis. */
static int *field_of(struct look *look, enum axis axis)
{
    switch (axis) {
    case AXIS_WORD:
    case AXIS_QUERY:
        return &look->query;
    case AXIS_KEY:
    case AXIS_MEMORY:
        return &look->key;
    default:
        return &look->dim;
    }
}

void cursor_stage_places(struct look *look, int stage, const struct config *c, struct place *row,
                         struct place *col)
{
    int rows, cols;
    stage_shape(c, stage, &rows, &cols);
    *row = (struct place){field_of(look, stage_row(stage)->rows), rows};
    *col = (struct place){field_of(look, stage_row(stage)->cols), cols};
}

void cursor_query_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    *row = *col = (struct place){&s->look.query, c->n};
}

int cursor_compared(const struct look *look)
{
    return look->compare.stage == COMPARE_FINAL ? STAGE_OUTPUT : look->compare.stage;
}

/* Returns where the word at position `at` of one sequence is in another; `otherwise` if it is not there. */
static int new_place(const struct sequence *was, const struct sequence *now, int at, int otherwise)
{
    int before = 0;
    if (at < 0 || at >= was->count)
        return otherwise;
    for (int t = 0; t < at; t++)
        before += was->id[t] == was->id[at];
    for (int t = 0; t < now->count; t++)
        if (now->id[t] == was->id[at] && before-- == 0)
            return t;
    return otherwise;
}

void cursor_keep_words(struct state *s, const struct sequence *was, const struct look *otherwise)
{
    struct matrix_ref refs[MATRICES_MAX];
    struct look *look = &s->look;
    look->query = new_place(was, s->sentence, look->query, otherwise->query);
    if (!s->memory)
        look->key = new_place(was, s->sentence, look->key, otherwise->key);
    int count = matrices_list(s, refs);
    if (look->sheet.matrix < count && refs[look->sheet.matrix].kind == MATRIX_X)
        look->sheet.row = new_place(was, s->sentence, look->sheet.row, otherwise->sheet.row);
}

static void cursor_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    *row = (struct place){&s->look.query, c->n};
    *col = (struct place){&s->look.key, config_keys(c)};
    if (views[s->look.view]->places)
        views[s->look.view]->places(s, c, row, col);
}

static void step_place(struct place p, long by)
{
    long to = *p.at + by;
    if (to > p.count - 1)
        to = p.count - 1;
    *p.at = (int)(to < 0 ? 0 : to);
}

void cursor_step(struct place row, struct place col, enum direction direction, long steps)
{
    if (direction == DIRECTION_UP || direction == DIRECTION_DOWN)
        step_place(row, direction == DIRECTION_DOWN ? steps : -steps);
    else
        step_place(col, direction == DIRECTION_RIGHT || direction == DIRECTION_NEXT ? steps : -steps);
}

void cursor_move(struct state *s, const struct scene *now, enum direction direction, long steps)
{
    struct place row, col;
    const struct view *view = views[s->look.view];
    if (view->move && view->move(s, now, direction, steps))
        return;
    cursor_places(s, &now->config, &row, &col);
    cursor_step(row, col, direction, steps);
}

void cursor_put(struct state *s, const struct config *c, int row, int col)
{
    struct place r, k;
    cursor_places(s, c, &r, &k);
    if (row >= 0)
        step_place(r, (long)row - *r.at);
    if (col >= 0)
        step_place(k, (long)col - *k.at);
}

void cursor_stage_step(struct look *look, const struct config *c, int by)
{
    int to = stage_step(c, look->layer, look->stage, by), layer = look->layer + by;
    if (to == look->stage && (layer < 0 || layer >= c->layers))
        return;
    look->layer = to == look->stage ? layer : look->layer;
    look->stage = to != look->stage ? to : by > 0 ? stage_step(c, layer, -1, 1) : stage_last(c, layer);
    look->stages.line = look->stages.factor = look->stages.walk = 0;
}

void cursor_of_look(const struct look *look, const struct config *c, int stage, int *row, int *col)
{
    struct look copy = *look;
    struct place r, k;
    cursor_stage_places(&copy, stage, c, &r, &k);
    *row = *r.at < r.count ? *r.at : r.count - 1;
    *col = *k.at < k.count ? *k.at : k.count - 1;
}

void cursor_of_stage(const struct state *s, const struct config *c, int stage, int *row, int *col)
{
    cursor_of_look(&s->look, c, stage, row, col);
}

bool cursor_cell(const struct state *s, const struct config *c, struct matrix_ref *ref, int *row, int *col)
{
    const struct view *view = views[s->look.view];
    return view->cell && view->cell(s, c, ref, row, col);
}

int cursor_origin(const struct state *s, const struct config *c, enum derive_kind kind)
{
    struct matrix_ref ref;
    int row, col;
    if (kind == DERIVE_ENCODING || kind == DERIVE_SINE || kind == DERIVE_COSINE)
        return VIEW_ENCODING;
    return kind == DERIVE_GIVEN && cursor_cell(s, c, &ref, &row, &col) ? VIEW_EDIT : -1;
}

bool cursor_given(const struct state *s, const struct config *c, struct matrix_ref *ref, int *row, int *col)
{
    const struct stage_row *stage = stage_row(s->look.stage);
    cursor_of_stage(s, c, s->look.stage, row, col);
    if (s->look.stage == STAGE_P && c->pe->tabled) {
        *ref = (struct matrix_ref){MATRIX_ENCODING, 0};
        *row += c->start;
        return *row < config_table(c).rows;
    }
    if (s->look.stage == STAGE_SCORES) {
        *ref = (struct matrix_ref){MATRIX_SCORES, 0};
        return attention_source(c, s->look.layer, attention_first(c)) == SCORES_GIVEN;
    }
    *ref = (struct matrix_ref){stage->rows == AXIS_MEMORY ? MATRIX_Y : MATRIX_X, 0};
    return stage->role == ROLE_GIVEN;
}
