/* The pipeline: rail of stages, the matrix of one stage, the arithmetic of one cell, and the
 * matrices it read. */
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "study/look_names.h"
#include "view/stages/arithmetic.h"
#include "view/stages/curve.h"
#include "view/stages/stages.h"

enum { ARITHMETIC = 48, RAIL_NEEDS = 60 };

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
    bool shows = last && (last->view == VIEW_STAGES || views[last->view]->sheet);
    if (!shows || last->pane != PANE_ARITHMETIC || !derivation_cell_of(now, last, &cell) ||
        !derivation_of(&f->left, now, cell, f->s->scratch))
        return;
    int count = derivation_sources(&f->left, from);
    for (int i = 0; i < count; i++)
        if (from[i].stage == look->stage && from[i].layer == look->layer &&
            from[i].gradient == f->d.cell.gradient &&
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

/* All heads, or a matrix of which there is more to see on a whole page. */
static bool fills_page(const struct screen *s)
{
    enum { LARGE = 9 };
    const struct scene *now = &s->model->now;
    int rows, cols;
    stage_shape(&now->config, now->state.look.stage, &rows, &cols);
    return beside(s) || (now->state.look.pane != PANE_ARITHMETIC && rows >= LARGE && cols >= LARGE);
}

static bool zoomed(const struct screen *s)
{
    return s->model->now.state.look.zoom;
}

/* Draws the matrix and, beside or below it, the matrices it was computed from. */
static void draw_matrices(struct canvas c, const struct facts *f)
{
    enum { BESIDE_NEEDS = 90, GAP = 3 };
    struct derive_from from[DERIVATION_SOURCES];
    bool all = natural_rows(f->s) <= c.rows, alone = derivation_sources(&f->d, from) == 0,
         beside = !all && !alone && c.cols >= BESIDE_NEEDS;
    int rows = all || alone || beside ? c.rows : matrix_rows(&c, natural_rows(f->s), c.rows * 2 / 5),
        cols = beside ? c.cols * 3 / 5 : c.cols;
    struct extent took = stages_matrix_draw(canvas_part(c, 0, 0, rows, cols), f->s, marks(f), zoomed(f->s));
    struct shelf shelf = {c, 0, took.cols + GAP, took.rows};
    if (beside)
        shelf = (struct shelf){canvas_part(c, 0, cols + GAP, c.rows, c.cols), 0, 0, 0};
    stages_sources_draw(&shelf, f->s, &f->d);
}

/* Returns the columns of the stage's matrix with `fewer` digits. */
static int matrix_cols(const struct facts *f, int fewer)
{
    struct stages_part part;
    stages_part_of(&part, f->s, f->d.cell.head, marks(f));
    part.g.digits -= fewer;
    return part.g.digits > 0 ? grid_width(&part.g) : 0;
}

/* Draws a weight as a share of one whole, at the right of its matrix. Returns the columns that it leaves. */
static int draw_shares(struct canvas c, const struct facts *f)
{
    enum { BETWEEN = 3, FEWER = 2, SPARE = 3 };
    for (int fewer = 0; fewer < FEWER; fewer++) {
        int need = matrix_cols(f, fewer) + SPARE, left = c.cols / 3 > need ? c.cols / 3 : need;
        if (stages_softmax_draw(canvas_part(c, 0, left + BETWEEN, c.rows, c.cols), f->s, &f->d))
            return left;
    }
    return c.cols;
}

/* Draws how the cell was computed: a weight as a share of one whole beside or below the matrices, others as
 * matrices. */
static void draw_panels(struct canvas c, const struct facts *f)
{
    enum { WHOLE = 3, LEAST = 14, MATRIX = 5 };
    int made = stages_made_rows(f->s, &f->d), rows = made ? made : WHOLE;
    struct canvas foot = canvas_part(c, c.rows - rows, 0, rows, c.cols);
    bool below = made && c.rows >= made + MATRIX && stages_made_draw(foot, f->s, &f->d);
    c.rows -= below ? rows + 1 : 0;
    int left = draw_shares(c, f);
    if (!below && left == c.cols && c.rows >= LEAST && stages_whole_draw(foot, f->s, &f->d))
        c.rows -= rows + 1;
    c = canvas_part(c, 0, 0, c.rows, left);
    if (!stages_panels_draw(c, f->s, &f->d, marks(f)))
        draw_matrices(c, f);
}

enum { ROOM_LEAST = 12 }; /* rows below which there is no room for that */

/* Draws what the row is made of beside its matrix or, if that is wide, below it. Returns the rows it took
 * below. */
static int draw_shared(struct canvas c, const struct facts *f, struct extent matrix, bool *shown)
{
    enum { GAP = 3, SHARED = 18, MIXED = 36 };
    struct canvas right = canvas_part(c, 0, matrix.cols + GAP, matrix.rows, c.cols - matrix.cols - GAP);
    int rows = stages_made_rows(f->s, &f->d);
    *shown = stages_growth_rows(f->s, &f->d) == 0 && right.cols >= SHARED &&
             (stages_whole_draw(right, f->s, &f->d) ||
              (right.cols >= MIXED && stages_made_draw(right, f->s, &f->d)));
    if (*shown || c.rows <= ROOM_LEAST || matrix.rows + rows >= c.rows)
        return 0;
    return stages_made_draw(canvas_part(c, matrix.rows, 0, rows, c.cols - 1), f->s, &f->d) ? rows : 0;
}

/* Draws the arithmetic below the matrix, and the matrices it read in the rest. */
static void draw_narrow(struct canvas c, const struct facts *f)
{
    enum { BRIEF = 3, LEGEND = 2 };
    int whole = arithmetic_rows(c, f->s, &f->d) + 2, least = c.rows > 14 ? 7 : c.rows / 2;
    int natural = natural_rows(f->s), blend = c.rows > ROOM_LEAST ? stages_made_rows(f->s, &f->d) : 0;
    if (natural + whole + blend > c.rows)
        natural -= LEGEND; /* the arithmetic has priority over the legend */
    if (natural + BRIEF <= c.rows && natural + least > c.rows)
        least = c.rows - natural; /* and the last rows of the matrix over the middle of the arithmetic */
    struct derive_from from[DERIVATION_SOURCES];
    bool given = derivation_sources(&f->d, from) == 0; /* nothing else to show: its cells have all the room */
    if (given && natural + least < c.rows)
        least = c.rows - natural;
    int below = blend + (whole < least ? whole : least);
    int rows = given && natural < c.rows - below ? c.rows - below : matrix_rows(&c, natural, below);
    struct extent took =
        stages_matrix_draw(canvas_part(c, 0, 0, rows, c.cols), f->s, marks(f), given || zoomed(f->s));
    bool shared;
    took.rows += draw_shared(c, f, took, &shared);
    int gap = took.rows + whole - 1 <= c.rows;
    struct canvas rest = canvas_part(c, took.rows + gap, 0, c.rows, c.cols);
    arithmetic_draw(rest, f->s, &f->d);
    rest = canvas_part(rest, whole - 1, 0, rest.rows, rest.cols);
    struct shelf shelf = {rest, 0, 0, 0};
    if (!shared && !stages_whole_draw(rest, f->s, &f->d))
        stages_sources_draw(&shelf, f->s, &f->d);
}

/* In a low place all heads, or a matrix and the least of its arithmetic, need the room of the sentences. The
 * whole arithmetic needs that of a second line. Beside a lesson, which explains the stage, only the sentence
 * about the row stays. */
static int heading(struct canvas c, const struct facts *f)
{
    enum { LOW = 16, OTHERS = 6, SENTENCES = 4 };
    int matrix = natural_rows(f->s), rest = arithmetic_rows(c, f->s, &f->d) + SENTENCES;
    bool numbers = stage_has_numbers(f->s->model->now.state.look.stage),
         high = numbers && matrix + OTHERS > c.rows,
         brief = f->narrow || beside(f->s) || (c.rows < LOW && high),
         said = numbers && f->narrow && !beside(f->s) &&
                matrix + rest + stages_made_rows(f->s, &f->d) + 1 <= c.rows,
         tight = numbers && matrix + rest > c.rows;
    enum heading_size size = tight ? HEADING_TIGHT : HEADING_FULL;
    if (brief)
        size = said ? HEADING_SAID : HEADING_BRIEF;
    return stages_heading_draw(c, f->s, &f->d, &f->left, size);
}

/* Draws the picture of the cell over its arithmetic. */
static void draw_picture(struct canvas c, const struct facts *f)
{
    if (stages_crossing_draw(c, f->s, &f->d, &f->left, marks(f)))
        return;
    int rows = heading(c, f);
    draw_panels(canvas_part(c, rows, 0, c.rows, c.cols), f);
}

/* Draws the picture, and the arithmetic below it or, if it is long, beside it. Returns false if there is no
 * room. */
static bool draw_wide(struct canvas c, const struct facts *f)
{
    enum { HIGH = 24, BELOW = 82, ASIDE = 94 };
    int whole = arithmetic_rows(c, f->s, &f->d), aside = c.cols / 3 > ARITHMETIC ? c.cols / 3 : ARITHMETIC;
    bool below = !f->s->hidden && c.cols >= BELOW && c.rows >= HIGH && whole * 2 <= c.rows;
    if (!below && c.cols < ASIDE)
        return false;
    if (below) {
        draw_picture(canvas_part(c, 0, 0, c.rows - whole - 1, c.cols), f);
        arithmetic_draw(canvas_part(c, c.rows - whole, 0, whole, c.cols), f->s, &f->d);
        return true;
    }
    draw_picture(canvas_part(c, 0, 0, c.rows, c.cols - aside - 2), f);
    screen_wall(c, f->s, 0, c.cols - aside - 2, c.rows);
    arithmetic_draw(canvas_part(c, 0, c.cols - aside, c.rows, aside), f->s, &f->d);
    return true;
}

/* Returns whether a picture without the rail is worth a page. */
static bool large(struct canvas c)
{
    enum { COLS = 100, ROWS = 24 };
    return c.cols >= COLS && c.rows >= ROWS;
}

/* Draws a large matrix, or all heads, on the whole page; else the picture of the cell with all the room there
 * is, or only the arithmetic and the matrices it read. */
static void draw_zoomed(struct canvas c, const struct facts *f)
{
    if (beside(f->s)) {
        stages_heads_draw(c, f->s);
        return;
    }
    if (fills_page(f->s)) {
        stages_matrix_draw(c, f->s, marks(f), true);
        return;
    }
    if (large(c) && draw_wide(c, f))
        return;
    int wide = c.cols - ARITHMETIC - 3 >= 40, whole = arithmetic_rows(c, f->s, &f->d) + 1;
    struct shelf below = {canvas_part(c, whole, 0, c.rows, c.cols), 0, 0, 0};
    struct shelf right = {canvas_part(c, 0, ARITHMETIC + 3, c.rows, c.cols), 0, 0, 0};
    arithmetic_draw(canvas_part(c, 0, 0, c.rows, wide ? ARITHMETIC : c.cols), f->s, &f->d);
    stages_sources_draw(wide ? &right : &below, f->s, &f->d);
}

static void draw_stage(struct canvas c, const struct facts *f)
{
    bool numbers = stage_has_numbers(f->s->model->now.state.look.stage);
    if (numbers && !beside(f->s) && draw_wide(c, f))
        return;
    int rows = heading(c, f);
    if (beside(f->s)) {
        stages_heads_draw(canvas_part(c, rows, 0, c.rows, c.cols), f->s);
        return;
    }
    struct canvas rest = canvas_part(c, rows, 0, c.rows, c.cols);
    if (numbers)
        draw_narrow(rest, f);
    else
        stages_words_draw(rest, f->s);
}

static void draw(struct canvas c, const struct screen *s)
{
    const struct look *look = &s->model->now.state.look;
    bool zoomed = look->zoom && stage_has_numbers(look->stage);
    bool page = beside(s) ? look->pane == PANE_MATRIX : zoomed && (fills_page(s) || large(c));
    struct facts f = {.s = s, .narrow = c.cols < RAIL_NEEDS || page};
    int rail = stages_rail_width(s, c.cols);
    struct canvas right = canvas_part(c, 0, f.narrow ? 1 : rail + 2, c.rows, c.cols);
    if (!f.narrow) {
        stages_rail_draw(canvas_part(c, 0, 0, c.rows, rail), s);
        screen_wall(c, s, 0, rail, c.rows);
    }
    struct derive_cell cell;
    if (!derivation_cell_of(&s->model->now, look, &cell) ||
        !derivation_of(&f.d, &s->model->now, cell, s->scratch))
        return;
    find_left(&f);
    if (zoomed)
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
             "this stage, rows are queries and columns keys where words meet words; below it how the number "
             "under the cursor was computed, to the last sum. What it read is underlined and in full colour, "
             "all else is pale: for a product a row comes from the left and a column from above, and the sum "
             "grows as a staircase; a weight is a piece of one whole that is shared out.\n\nSpace shows the "
             "arithmetic piece by piece. A shows all heads at once, each named by what it does in this "
             "sentence (help heads), and whom the asking word reads, over the running text; with several "
             "layers the heads of all of them, in the colour and with the letter of their kind (, and . "
             "change the layer). C chooses what full colour means. Enter goes into it: what comes after the "
             "line in focus is pale; from a factor Enter goes on to the cell it came from; Backspace goes "
             "back. With a target (help target), g shows the gradient of the loss in the place of the "
             "numbers: the same grid, the same arithmetic, backwards through the chain rule, until p - y.",
             "自注意力从词元到输出，一步一步。左边是全部步骤；中间是这一步的矩阵（词与词相遇时，行是查询，列"
             "是键）；下面是光标处的数怎样算出来，一直到最后的和。读过的数有下划线、颜色饱满，其余的变淡：算"
             "乘积时，一行从左边来，一列从上面来，和像楼梯一样一级一级地长；权重是把整个 1 分出去的一块。\n\n"
             "按 A 同时看所有的头，各标明它在这句里做什么（help "
             "heads），还有提问的词在句子里读谁；有几层时看各层所有的头，颜色和字母是它的类别（, 和 . "
             "换层）。按 C "
             "选颜色最深代表什么。空格逐段显示算式；回车进入算式，光标之后的项变淡；再按回车从某个因子走到它"
             "所来自的格子；退格键返回。有了目标（help target），按 g "
             "在数的位置上显示损失的梯度：同样的格子，同样的算式，沿着链式法则往回走，一直到 p - y。"),
    .draw = draw,
    .framed_answer = true,
    .parts = parts,
    .tell = stages_tell,
    .tell_briefly = stages_tell_briefly,
    .places = places,
    .move = move,
    .cell = cursor_given,
    .follow = curve_follow,
    .compute = curve_compute,
    .points_at = points_at,
    .gives_away = gives_away,
};
