/* The page: the rail of stages, the picture of the cell in focus with all the room there is, its arithmetic
 * below it or beside it, and the matrices that it read. */
#include <string.h>

#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "study/look_names.h"
#include "view/stages/stages.h"

/* Finds the cell that was left, if it read the matrix in view, and so the special cells. */
static void find_left(struct stages *v)
{
    const struct scene *now = &v->s->session->now;
    const struct look *last = trail_last(&v->s->session->trail), *look = &now->state.look;
    struct derive_from from[DERIVATION_SOURCES];
    struct derive_cell cell;
    bool reads = false;
    bool shows = last && (last->view == VIEW_STAGES || views[last->view]->sheet) &&
                 last->stages.pane == PANE_ARITHMETIC && derivation_cell_of(now, last, &cell) &&
                 derivation_of(&v->left, now, cell, v->s->scratch);
    int count = shows ? derivation_sources(&v->left, from) : 0;
    for (int i = 0; i < count; i++)
        if (from[i].stage == look->stage && from[i].layer == look->layer &&
            from[i].gradient == v->d.cell.gradient &&
            (stage_row(look->stage)->heads != HEADS_APART || from[i].head == look->head)) {
            v->read = (struct reading){&v->left, v->left.segments, from[i]};
            reads = true;
        }
    if (!reads && shows)
        v->left = (struct derivation){0};
    v->marks = (struct stages_marks){v->left.count > 0 ? &v->read : NULL,
                                     derivation_walked(&v->d, look->stages.walk) < v->d.segments};
}

bool stages_of(struct stages *v, struct canvas c, const struct screen *s)
{
    enum { LARGE = 9, RAIL_NEEDS = 60, RAIL_ROWS = 8 };
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    struct derive_cell cell;
    *v = (struct stages){.s = s, .rows = c.rows, .cols = c.cols};
    v->numbers = stage_has_numbers(look->stage);
    v->beside = look->stages.beside && stage_row(look->stage)->heads == HEADS_APART && now->config.heads > 1;
    v->zoomed = look->zoom && v->numbers;
    v->narrow = c.cols < RAIL_NEEDS || c.rows < RAIL_ROWS ||
                (v->beside ? look->stages.pane == PANE_MATRIX : v->zoomed);
    if (!derivation_cell_of(now, look, &cell) || !derivation_of(&v->d, now, cell, s->scratch))
        return false;
    find_left(v);
    v->says = stages_says_size(v);
    if (!v->numbers)
        return true;
    stages_part_of(&v->part, s, cell.head, v->marks);
    v->large = v->zoomed && !v->beside && look->stages.pane != PANE_ARITHMETIC && v->part.g.m.rows >= LARGE &&
               v->part.g.m.cols >= LARGE;
    return true;
}

/* ---- the rail: all stages of the layer, the current one marked, those to come dim ------------ */

/* Widths in English, in Chinese with titles of the letters, with names of commands too. */
enum { BRIEF = 16, TITLES = 19, COMMANDS = 32, TITLES_NEED = 100, COMMANDS_NEED = 140 };

static struct page_size rail_size(const struct stages *v)
{
    bool brief = lang_has_blanks(screen_lang(v->s)) || v->cols < TITLES_NEED;
    int cols = brief ? BRIEF : v->cols < COMMANDS_NEED ? TITLES : COMMANDS;
    return v->narrow ? PAGE_ABSENT : (struct page_size){.rows = 1, .cols = cols, .most_cols = cols};
}

/* Draws a line: the sign of the current stage, its number and name, then its shape. In Chinese the title
 * follows a name that is a letter, otherwise the name of the command does where there is room. */
static void rail_line(struct canvas c, int row, const struct screen *s, int stage, int number)
{
    const struct scene *now = &s->session->now;
    int rows, cols;
    bool here = stage == now->state.look.stage;
    enum style mine = now->state.look.stages.pane == PANE_RAIL ? STYLE_CURSOR : STYLE_SELECTED,
               other = stage < now->state.look.stage ? STYLE_TEXT : STYLE_DIM;
    const char *label = screen_text(s, stage_label(stage)), *name = stage_name(stage);
    if (click_hit(s->click, c, row, 0, c.cols))
        click_line(s->click, "stage %s", name);
    canvas_field(c, row, 0, c.cols, here ? mine : other,
                 said_values(s, "%s%2d %s", here ? "▶" : " ", number, label));
    stage_shape(&now->config, stage, &rows, &cols);
    const char *shape = said_values(s, "%d×%d", rows, cols);
    int end = 4 + utf8_width(label), at = c.cols - 1 - utf8_width(shape);
    bool letter = strcmp(label, name) == 0;
    const char *more = letter ? screen_text(s, stage_title(stage)) : name;
    if (!lang_has_blanks(screen_lang(s)) && (letter || c.cols >= COMMANDS) &&
        utf8_width(more) <= c.cols - end - 1)
        end = canvas_put(c, row, end + 1, here ? mine : STYLE_DIM, more);
    if (stage_has_numbers(stage) && end <= at)
        canvas_right(c, row, at, c.cols - at, here ? mine : STYLE_DIM, shape);
}

static void rail_draw(struct canvas c, const void *of)
{
    const struct screen *s = ((const struct stages *)of)->s;
    const struct scene *now = &s->session->now;
    int stage[STAGE_COUNT], count = 0, at = 0;
    for (int i = 0; i < STAGE_COUNT; i++)
        if (stage_present(&now->config, now->state.look.layer, i)) {
            at += i < now->state.look.stage;
            stage[count++] = i;
        }
    int first = screen_first_shown(at, count, c.rows);
    for (int i = first; i < count && i - first < c.rows; i++)
        rail_line(c, i - first, s, stage[i], i + 1);
    screen_more(c, s, 0, first > 0, first + c.rows < count);
}

/* ---- the parts, and where they are ------------------------------------------------------ */

/* All of the matrix, in cells that grow until they are half as high as wide. */
static struct page_size matrix_size(const void *of, int cols)
{
    enum { LEGEND = 2 };
    const struct grid *g = &((const struct stages *)of)->part.g;
    struct page_size size = stages_grid_size(g);
    if (g->m.cols > 0)
        size.most_rows = 1 + g->m.rows * stages_cell_height((cols - grid_margin(g)) / g->m.cols) + LEGEND;
    return size;
}

/* The matrix as dots, with the numbers of a row and what full colour means. */
static struct page_size dots_size(const void *of, int cols)
{
    enum { AROUND = 5, LEAST = 6, COLS = 36, OTHERS = 10 };
    const struct stages *v = of;
    struct grid_dots dots = grid_dots_fit(v->s, &v->part.g, v->rows, cols - grid_margin(&v->part.g));
    int rows = cols > COLS ? grid_dots_lines(v->s, &dots) + AROUND : LEAST;
    rows = rows > v->rows - OTHERS ? v->rows - OTHERS : rows;
    rows = rows < LEAST ? LEAST : rows;
    return (struct page_size){.rows = rows, .most_rows = rows, .cols = COLS};
}

static void heads_draw(struct canvas c, const void *of)
{
    stages_heads_draw(c, ((const struct stages *)of)->s);
}

static void matrix_draw(struct canvas c, const void *of)
{
    const struct stages *v = of;
    stages_matrix_draw(c, v->s, v->marks);
}

static void sources_draw(struct canvas c, const void *of)
{
    const struct stages *v = of;
    stages_sources_draw(c, v->s, &v->d);
}

static void lines_draw(struct canvas c, const void *of)
{
    const struct stages *v = of;
    arithmetic_draw(c, v->s, &v->d);
}

/* The curve over a number that is given or, on a high screen, over a setting. The picture of the weights
 * needs more of the screen. */
static struct page_size curve_size(const struct stages *v)
{
    enum { HIGH = 31, HIGHER = 43 };
    const struct session *m = v->s->session;
    int needed = m->now.state.look.stage == STAGE_WEIGHTS ? HIGHER : HIGH;
    return curve_shown(v->s) && (m->curve.knob.kind == KNOB_CELL || v->rows >= needed)
               ? (struct page_size){.rows = CURVE_ROWS, .most_rows = 7, .cols = CURVE_COLS, .most_cols = 48}
               : PAGE_ABSENT;
}

static void curve_part_draw(struct canvas c, const void *of)
{
    curve_draw(c, ((const struct stages *)of)->s);
}

void stages_corner_draw(struct canvas c, const struct stages *v)
{
    enum { LEAST = 20 };
    const char *meets = screen_text(v->s, TEXT("A row meets a column: multiply pair by pair, add up."));
    const struct page_part parts[] = {{"heading", 0, STAGES_HEADING, NULL, NULL},
                                      {"says", 0, v->says, NULL, NULL},
                                      {"made", 0, {0}, stages_made_size, stages_made_draw},
                                      {"meets", 0, page_flow(meets, STYLE_TEXT, LEAST), NULL, NULL},
                                      {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"heading / says? / (gap / made)?*9 / (gap / meets)?*9", NULL};
    page_draw(c, forms, parts, v);
}

/* A page of its own for all heads, for a large matrix, for the words; else a picture of the cell, and below
 * it or beside it all of its arithmetic; in a small room what the row is made of, and some arithmetic. */
/* clang-format off */
static const char *const stages_forms[] = {
    "rail || (heading / gap / heads)",
    "large",
    "rail || (heading / says / gap / words)",
    "rail || (product / gap / below / (gap / curve)?)",
    "rail || (heading / says / gap / ((matrix / gap / sources) | softmax*3) / gap / below / (gap / curve)?)",
    "rail || (heading / says / gap / (matrix | wide) / (gap / made)*9 / gap / below / (gap / curve)?)",
    "rail || (heading / says / gap / matrix / (gap / sources)? / (gap / made)*9 / gap / below / (gap / curve)?)",
    "rail || (heading / says / gap / dots / (gap / sources)? / (gap / made)*9 / gap / below / (gap / curve)?)",
    "rail || product*9 || (all:8x48*1 / curve?)",
    "rail || (heading / says / gap / ((matrix / gap / sources) | softmax*3))*9 || (all:8x48*1 / curve?)",
    "rail || (heading / says / gap / matrix / (gap / sources)? / (gap / made)*9)*9 || (all:8x48*1 / curve?)",
    "rail || (heading / says / gap / dots / (gap / sources)? / (gap / made)*9)*9 || (all:8x48*1 / curve?)",
    "into*0 | sources",
    "into / gap / sources",
    "rail || (heading / says? / gap / matrix / (gap / made) / gap / all / curve? / (gap / sources)?)",
    "rail || (heading / says? / gap / (matrix*2 | made) / gap / all / curve? / (gap / sources)?)",
    "rail || (heading / says? / gap / cut / (gap / made) / gap / all / curve? / (gap / sources)?)",
    "rail || (heading / says? / gap / (matrix*2 | made) / some / curve?)",
    "rail || (heading / says? / gap / matrix / made / some / curve?)",
    "rail || (heading / says? / gap / cut / made / some / curve?)",
    "rail || (heading / cut / some?)",
    "rail || (heading / matrix:3x24)",
    NULL};
/* clang-format on */

/* The arithmetic, of so many rows: all of them, or at least some. */
static struct page_size lines_size(int rows, int least, int cols)
{
    struct page_size size = {.rows = rows < least ? rows : least, .most_rows = rows, .cols = cols};
    return rows > 0 ? size : PAGE_ABSENT;
}

static void draw_stages(struct canvas c, const struct screen *s)
{
    enum { SCROLLS = 9, CUT = 5, BELOW = 60, HIGH = 24, ASIDE = 48, ASIDE_ROWS = 8, AIR = 20 };
    enum { SOME = 3, SOME_WITH_CURSOR = 6, LINES_COLS = 36 };
    const struct page_size any = {.rows = 1, .cols = 1};
    struct stages v;
    if (!stages_of(&v, c, s))
        return;
    struct page_size wide, sources = stages_sources_size(s, &v.d, &wide);
    /* a larger matrix needs a row more for its dots */
    int rows = grid_rows(&v.part.g), cut = rows <= SCROLLS ? CUT - 1 : CUT;
    const struct page_size part = {.rows = rows < cut ? rows : cut, .most_rows = rows, .cols = 24};
    /* the arithmetic below a picture, which has half of the rows; beside one; some of it below a matrix */
    const struct canvas measure = {.cols = c.cols - AIR < ASIDE ? c.cols - AIR : ASIDE};
    int lines = s->hidden || v.d.count == 0 ? 0 : arithmetic_rows(measure, s, &v.d),
        some = s->session->now.state.look.stages.pane == PANE_ARITHMETIC ? SOME_WITH_CURSOR : SOME;
    bool below = lines > 0 && lines * 2 <= c.rows && c.rows >= HIGH;
    const struct page_part parts[] = {
        {"rail", 0, rail_size(&v), NULL, rail_draw},
        {"heading", 0, STAGES_HEADING, NULL, NULL},
        {"says", 0, v.says, NULL, NULL},
        {"words", 1, v.numbers ? PAGE_NOWHERE : any, NULL, stages_words_draw},
        {"heads", 1, v.beside ? any : PAGE_NOWHERE, NULL, heads_draw},
        {"large", 1, v.large ? any : PAGE_NOWHERE, NULL, matrix_draw},
        {"matrix", 1, {0}, matrix_size, matrix_draw},
        {"dots", 0, {0}, dots_size, matrix_draw},
        {"cut", 200, part, NULL, matrix_draw},
        {"sources", 1, sources, NULL, sources_draw},
        {"wide", 1, wide, NULL, sources_draw},
        {"product", 1, stages_product_size(&v), NULL, stages_product_draw},
        {"softmax", 1, stages_softmax_size(&v), NULL, stages_softmax_draw},
        {"made", 1, {0}, stages_made_size, stages_made_draw},
        {"below", 0, below ? lines_size(lines, lines, BELOW) : PAGE_NOWHERE, NULL, lines_draw},
        {"into", 100, v.zoomed ? lines_size(lines, ASIDE_ROWS, ASIDE) : PAGE_NOWHERE, NULL, lines_draw},
        {"all", 0, lines_size(lines, lines, LINES_COLS), NULL, lines_draw},
        {"some", 100, lines_size(lines, some, LINES_COLS), NULL, lines_draw},
        {"curve", 1, curve_size(&v), NULL, curve_part_draw},
        {NULL, 0, {0}, NULL, NULL}};
    page_draw(v.narrow ? canvas_part(c, 0, 1, c.rows, c.cols - 1) : c, stages_forms, parts, &v);
}

static void stages_draw(struct canvas c, const void *of)
{
    draw_stages(c, of);
}

static void draw_with_tap(struct canvas c, const struct screen *s)
{
    if (!s->session->tap) {
        draw_stages(c, s);
        return;
    }
    const struct page_part parts[] = {{"tap", 0, stages_tap_size(s, false), NULL, NULL},
                                      {"head", 0, stages_tap_size(s, true), NULL, NULL},
                                      {"stages", 1, {.rows = 8, .cols = 1}, NULL, stages_draw},
                                      {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"tap / gap / stages", "tap / stages", "head / stages",
                                        "head? / stages", NULL};
    page_draw(c, forms, parts, s);
}

static void stages_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    cursor_stage_places(&s->look, s->look.stage, c, row, col);
}

bool stages_move_line(struct look *look, const struct scene *now, enum direction direction, long steps)
{
    int count = derivation_count(now);
    look->stages.line = look->stages.line < count ? look->stages.line : count - 1;
    cursor_step((struct place){&look->stages.line, count}, (struct place){&look->stages.factor, 2}, direction,
                steps);
    return true;
}

/* Along the rail, which has no columns, or through the arithmetic. */
static bool stages_move(struct state *s, const struct scene *now, enum direction direction, long steps)
{
    struct look *look = &s->look;
    int by = direction == DIRECTION_UP ? -1 : direction == DIRECTION_DOWN ? 1 : 0;
    for (long i = 0, last = -1; look->stages.pane == PANE_RAIL && by && i < steps && last != look->stage;
         i++) {
        last = look->stage;
        cursor_stage_step(look, &now->config, by);
    }
    if (look->stages.pane == PANE_ARITHMETIC)
        stages_move_line(look, now, direction, steps);
    return look->stages.pane != PANE_MATRIX;
}

static bool stages_points_at(const struct look *look, int stage)
{
    return look->stage == stage;
}

/* What comes later is made from it. */
static bool stages_gives_away(const struct look *look, int stage)
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
    .title = TEXT("stages"),
    .help =
        TEXT("Self-attention step by step, from words to output. Left: all the stages; middle: the matrix of "
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
             "numbers: the same grid, the same arithmetic, backwards through the chain rule, until p - y."),
    .draw = draw_with_tap,
    .framed_answer = true,
    .parts = parts,
    .tell = stages_tell,
    .tell_briefly = stages_tell_briefly,
    .places = stages_places,
    .move = stages_move,
    .cell = cursor_given,
    .follow = curve_follow,
    .compute = curve_compute,
    .points_at = stages_points_at,
    .gives_away = stages_gives_away,
};
