#include "study/cursor.h"

#include "core/pipeline/stage.h"
#include "study/derivation.h"
#include "study/orders.h"


const struct pair cursor_computed = PAIR("this number is computed: change what it comes from (press e for the editor)",
                                         "这个数是算出来的：请改它的来源（按 e 进入编辑）");

/* The field of the look that an axis moves, and how many places it has. */
struct place {
    int *at;
    int count;
};

static const struct sequence *words_of(const struct state *s, enum axis axis)
{
    return axis == AXIS_WORD ? s->sentence : axis == AXIS_MEMORY ? s->memory : NULL;
}

void cursor_stage_words(const struct state *s, const struct config *c, int stage, const struct sequence **rows,
                        const struct sequence **cols)
{
    *rows = words_of(s, stage_axis(c, stage, false));
    *cols = words_of(s, stage_axis(c, stage, true));
}

/* The field of the look that moves along an axis. */
static int *field_of(struct look *look, enum axis axis)
{
    switch (axis) {
    case AXIS_WORD:
    case AXIS_QUERY: return &look->query;
    case AXIS_KEY:
    case AXIS_MEMORY: return &look->key;
    default: return &look->dim;
    }
}

static void stage_places(struct look *look, int stage, const struct config *c, struct place *row, struct place *col)
{
    int rows, cols;
    stage_shape(c, stage, &rows, &cols);
    *row = (struct place){field_of(look, stage_row(stage)->rows), rows};
    *col = (struct place){field_of(look, stage_row(stage)->cols), cols};
}

int cursor_compared(const struct look *look)
{
    return look->compare_stage == COMPARE_FINAL ? STAGE_OUTPUT : look->compare_stage;
}

/* Where the list of orders is shown, up and down move through it, left and right choose the word. */
static void compare_places(struct look *look, const struct config *c, struct place *row, struct place *col)
{
    stage_places(look, cursor_compared(look), c, row, col);
    if (look->compare_panel != COMPARE_ORDERS)
        return;
    *row = (struct place){&look->order_row, ORDERS_MOST};
    *col = (struct place){&look->query, c->n};
}

static void editor_places(struct state *s, struct place *row, struct place *col)
{
    struct matrix_ref refs[MATRICES_MAX];
    int count = matrices_list(s, refs);
    int rows = 1, cols = 1;
    if (s->look.edit < count)
        matrices_shape(s, refs[s->look.edit], &rows, &cols);
    *row = (struct place){&s->look.row, rows};
    *col = (struct place){&s->look.col, cols};
}

static void places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    struct look *look = &s->look;
    switch (look->view) {
    case VIEW_ENCODING:
        *row = (struct place){&look->pos, STATE_LAST_POSITION + 1};
        *col = (struct place){&look->column, c->d};
        break;
    case VIEW_EDIT:
        editor_places(s, row, col);
        break;
    case VIEW_LESSON:
        *row = (struct place){&look->course, STATE_LAST_POSITION};      /* the app keeps it on a lesson */
        *col = (struct place){&look->dim, 1};
        break;
    case VIEW_HOME:
        *row = (struct place){&look->home, STATE_LAST_POSITION};        /* the app keeps it on an entry */
        *col = (struct place){&look->dim, 1};
        break;
    case VIEW_MAP:
        *row = *col = (struct place){&look->query, c->n};
        break;
    case VIEW_STAGES:
        stage_places(look, look->stage, c, row, col);
        break;
    case VIEW_COMPARE:
        compare_places(look, c, row, col);
        break;
    default:
        *row = (struct place){&look->query, c->n};
        *col = (struct place){&look->key, config_keys(c)};
        break;
    }
}

/* The lines of the arithmetic, and the two factors of one. */
static void line_places(struct look *look, const struct scene *now, struct place *row, struct place *col)
{
    int count = derivation_count(now);
    look->line = look->line < count ? look->line : count - 1;
    *row = (struct place){&look->line, count};
    *col = (struct place){&look->factor, 2};
}

static void step(struct place p, long by)
{
    long to = *p.at + by;
    if (to > p.count - 1)
        to = p.count - 1;
    *p.at = (int)(to < 0 ? 0 : to);
}

/* Along the rail, which has no columns. */
static void move_stage(struct look *look, const struct config *c, enum direction direction, long steps)
{
    int by = direction == DIRECTION_UP ? -1 : direction == DIRECTION_DOWN ? 1 : 0;
    for (long i = 0, last = -1; by && i < steps && last != look->stage; i++) {
        last = look->stage;
        cursor_stage_step(look, c, by);
    }
}

void cursor_move(struct state *s, const struct scene *now, enum direction direction, long steps)
{
    struct place row, col;
    bool stage_view = s->look.view == VIEW_STAGES;
    if (stage_view && s->look.pane == PANE_RAIL) {
        move_stage(&s->look, &now->config, direction, steps);
        return;
    }
    if (stage_view && s->look.pane == PANE_ARITHMETIC)
        line_places(&s->look, now, &row, &col);
    else
        places(s, &now->config, &row, &col);
    if (direction == DIRECTION_UP || direction == DIRECTION_DOWN)
        step(row, direction == DIRECTION_DOWN ? steps : -steps);
    else
        step(col, direction == DIRECTION_RIGHT ? steps : -steps);
}

void cursor_put(struct state *s, const struct config *c, int row, int col)
{
    struct place r, k;
    places(s, c, &r, &k);
    if (row >= 0)
        step(r, (long)row - *r.at);
    if (col >= 0)
        step(k, (long)col - *k.at);
}

void cursor_stage_step(struct look *look, const struct config *c, int by)
{
    int to = stage_step(c, look->layer, look->stage, by), layer = look->layer + by;
    if (to == look->stage && (layer < 0 || layer >= c->layers))
        return;
    look->layer = to == look->stage ? layer : look->layer;
    look->stage = to != look->stage ? to : by > 0 ? stage_step(c, layer, -1, 1) : stage_last(c, layer);
    look->line = look->factor = look->walk = 0;
}

void cursor_of_look(const struct look *look, const struct config *c, int stage, int *row, int *col)
{
    struct look copy = *look;
    struct place r, k;
    stage_places(&copy, stage, c, &r, &k);
    *row = *r.at < r.count ? *r.at : r.count - 1;
    *col = *k.at < k.count ? *k.at : k.count - 1;
}

void cursor_of_stage(const struct state *s, const struct config *c, int stage, int *row, int *col)
{
    cursor_of_look(&s->look, c, stage, row, col);
}

bool cursor_cell(const struct state *s, const struct config *c, struct matrix_ref *ref, int *row, int *col)
{
    if (s->look.view == VIEW_EDIT) {
        struct matrix_ref refs[MATRICES_MAX];
        int count = matrices_list(s, refs);
        if (s->look.edit >= count)
            return false;
        *ref = refs[s->look.edit];
        *row = s->look.row;
        *col = s->look.col;
        return true;
    }
    const struct stage_row *stage = stage_row(s->look.stage);
    if (s->look.view != VIEW_STAGES || stage->role != ROLE_GIVEN)
        return false;
    *ref = (struct matrix_ref){stage->rows == AXIS_MEMORY ? MATRIX_Y : MATRIX_X, 0};
    cursor_of_stage(s, c, s->look.stage, row, col);
    return true;
}
