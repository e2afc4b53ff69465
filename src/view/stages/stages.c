/* The pipeline: rail of stages, the matrix of one stage, the arithmetic of one cell, and the
 * matrices it read. */
#include "core/pipeline/stage.h"
#include "state/matrices.h"
#include "study/cursor.h"
#include "study/look_names.h"
#include "view/stages/arithmetic.h"
#include "view/stages/stages.h"

enum { ARITHMETIC = 48, WIDE = 112, RAIL_NEEDS = 60 };

/* What this picture shows: the cell in focus, and the cell whose factor was followed here. */
struct facts {
    const struct screen *s;
    struct derivation d, left;
    struct reading marks; /* cells of this stage that `left` read */
    bool narrow;          /* no rail: beside a lesson, which explains the stages */
};

/* Finds the cell that was left, if it read the matrix in view. */
static void find_left(struct facts *f)
{
    const struct scene *now = &f->s->model->now;
    const struct look *last = trail_last(&f->s->model->trail), *look = &now->state.look;
    struct derive_from from[DERIVATION_SOURCES];
    struct derive_cell cell;
    bool reads = false;
    if (!last || !derivation_cell_of(now, last, &cell) || !derivation_of(&f->left, now, cell, f->s->scratch))
        return;
    int count = derivation_sources(&f->left, from);
    for (int i = 0; i < count; i++)
        if (from[i].stage == look->stage && from[i].layer == look->layer &&
            (stage_row(look->stage)->heads != HEADS_APART || from[i].head == look->head)) {
            f->marks = (struct reading){&f->left, f->left.segments, from[i]};
            reads = true;
        }
    if (!reads)
        f->left = (struct derivation){0};
}

static struct stages_marks marks(const struct facts *f)
{
    bool walks = derivation_walked(&f->d, f->s->model->now.state.look.walk) < f->d.segments;
    return (struct stages_marks){f->left.count > 0 ? &f->marks : NULL, walks};
}

/* Returns the rows of the matrix if `below` rows should stay free; never less than LEAST. */
static int matrix_rows(const struct canvas *c, int natural, int below)
{
    enum { LEAST = 5 };
    int most = c->rows - below;
    most = most < LEAST ? LEAST : most;
    return natural < most ? natural : most;
}

static int natural_rows(const struct screen *s)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    int rows, cols;
    stage_shape(&now->config, look->stage, &rows, &cols);
    return rows + 3;
}

static bool beside(const struct screen *s)
{
    const struct look *look = &s->model->now.state.look;
    return look->beside && stage_row(look->stage)->heads == HEADS_APART && s->model->now.config.heads > 1;
}

/* Draws the matrix and, beside or below it, the matrices it was computed from. */
static void draw_matrices(struct canvas c, const struct facts *f)
{
    int keep = beside(f->s) ? 0 : c.rows * 2 / 5;
    struct canvas top =
        canvas_part(c, 0, 0, beside(f->s) ? c.rows : matrix_rows(&c, natural_rows(f->s), keep), c.cols);
    struct extent took = stages_matrix_draw(top, f->s, marks(f));
    struct shelf shelf = {c, 0, took.cols + 3, took.rows};
    stages_sources_draw(&shelf, f->s, &f->d);
}

/* Draws the arithmetic below the matrix, and the matrices it read in the rest. */
static void draw_narrow(struct canvas c, const struct facts *f)
{
    int whole = arithmetic_rows(c, f->s, &f->d) + 2, least = c.rows > 14 ? 7 : c.rows / 2;
    int below = whole < least ? whole : least;
    int natural = beside(f->s) ? c.rows - below : natural_rows(f->s);
    if (!beside(f->s) && natural + whole > c.rows)
        natural -= 2; /* the arithmetic has priority over the legend */
    struct extent took =
        stages_matrix_draw(canvas_part(c, 0, 0, matrix_rows(&c, natural, below), c.cols), f->s, marks(f));
    int gap = took.rows + whole - 1 <= c.rows;
    struct canvas rest = canvas_part(c, took.rows + gap, 0, c.rows, c.cols);
    arithmetic_draw(rest, f->s, &f->d);
    struct shelf shelf = {canvas_part(rest, whole - 1, 0, rest.rows, rest.cols), 0, 0, 0};
    stages_sources_draw(&shelf, f->s, &f->d);
}

/* Draws only the arithmetic and the matrices it read. */
static void draw_zoomed(struct canvas c, const struct facts *f)
{
    int wide = c.cols - ARITHMETIC - 3 >= 40, whole = arithmetic_rows(c, f->s, &f->d) + 1;
    struct shelf below = {canvas_part(c, whole, 0, c.rows, c.cols), 0, 0, 0};
    struct shelf right = {canvas_part(c, 0, ARITHMETIC + 3, c.rows, c.cols), 0, 0, 0};
    arithmetic_draw(canvas_part(c, 0, 0, c.rows, wide ? ARITHMETIC : c.cols), f->s, &f->d);
    stages_sources_draw(wide ? &right : &below, f->s, &f->d);
}

static void draw_stage(struct canvas c, const struct facts *f)
{
    bool wide = c.cols + STAGES_RAIL + 2 >= WIDE;
    struct canvas middle = canvas_part(c, 0, 0, c.rows, c.cols - (wide ? ARITHMETIC + 2 : 0));
    int rows = stages_heading_draw(middle, f->s, &f->d, &f->left, f->narrow);
    struct canvas rest = canvas_part(middle, rows, 0, c.rows, middle.cols);
    if (!stage_has_numbers(f->s->model->now.state.look.stage)) {
        stages_words_draw(rest, f->s);
        return;
    }
    if (!wide) {
        draw_narrow(rest, f);
        return;
    }
    draw_matrices(rest, f);
    screen_wall(c, f->s, 0, c.cols - ARITHMETIC - 2, c.rows);
    arithmetic_draw(canvas_part(c, 0, c.cols - ARITHMETIC, c.rows, ARITHMETIC), f->s, &f->d);
}

static void draw(struct canvas c, const struct screen *s)
{
    const struct look *look = &s->model->now.state.look;
    struct facts f = {.s = s, .narrow = c.cols < RAIL_NEEDS};
    struct canvas right = canvas_part(c, 0, f.narrow ? 1 : STAGES_RAIL + 2, c.rows, c.cols);
    if (!f.narrow) {
        stages_rail_draw(canvas_part(c, 0, 0, c.rows, STAGES_RAIL), s);
        screen_wall(c, s, 0, STAGES_RAIL, c.rows);
    }
    struct derive_cell cell;
    if (!derivation_cell_of(&s->model->now, look, &cell) ||
        !derivation_of(&f.d, &s->model->now, cell, s->scratch))
        return;
    find_left(&f);
    if (look->zoom && stage_has_numbers(look->stage))
        draw_zoomed(right, &f);
    else
        draw_stage(right, &f);
}

/* ---- the row ------------------------------------------------------------------------ */

static void places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    cursor_stage_places(&s->look, s->look.stage, c, row, col);
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

/* Along the rail, or through the lines of the arithmetic and the two factors of one. */
static bool move(struct state *s, const struct scene *now, enum direction direction, long steps)
{
    struct look *look = &s->look;
    if (look->pane == PANE_RAIL)
        move_stage(look, &now->config, direction, steps);
    if (look->pane == PANE_ARITHMETIC) {
        int count = derivation_count(now);
        look->line = look->line < count ? look->line : count - 1;
        cursor_step((struct place){&look->line, count}, (struct place){&look->factor, 2}, direction, steps);
    }
    return look->pane != PANE_MATRIX;
}

static bool points_at(const struct look *look, int stage)
{
    return look->stage == stage;
}

/* What comes later is made from it. */
static bool gives_away(const struct look *look, int stage)
{
    return stage != LOOK_PE && look->stage >= stage;
}

static const struct view_part parts[] = {
    {"sentence", STAGE_TOKENS, -1, false},
    {"qkv", STAGE_Q, -1, false},
    {"scores", STAGE_SCORES, -1, false},
    {"weights", STAGE_WEIGHTS, -1, false},
    {"output", STAGE_OUTPUT, -1, false},
    {"heads", STAGE_WEIGHTS, -1, false},
    {"formula", -1, -1, true},
    {NULL, 0, 0, false},
};

const struct view view_stages = {
    .name = "stages",
    .context = "stages",
    .title = PAIR("stages", "计算步骤"),
    .help =
        PAIR("Self-attention step by step, from words to output. Left: all the stages; middle: the matrix of "
             "this stage, rows are queries and columns keys where words meet words; right: how the number "
             "under the cursor came about, to the last sum; what it read is underlined. Space shows the "
             "arithmetic piece by "
             "piece. Enter goes into it, and from a factor on to the cell it came from; Backspace goes back.",
             "自注意力从词元到输出，一步一步。左边是全部步骤；中间是这一步的矩阵（词与词相遇时，行是查询，列"
             "是键）；"
             "右边是光标处的数怎样算出来，一直到最后的和；读过的数有下划线。"
             "空格逐段显示算式；回车进入算式，再从某个因子走到它所来自的格子；退格键返回。"),
    .draw = draw,
    .parts = parts,
    .tell = stages_tell,
    .tell_briefly = stages_tell_briefly,
    .places = places,
    .move = move,
    .cell = cursor_given,
    .points_at = points_at,
    .gives_away = gives_away,
};
