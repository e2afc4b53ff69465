/* The pipeline: rail of stages, the matrix of one stage, the arithmetic of one cell, and the
 * matrices it read. */
#include <string.h>

#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "study/look_names.h"
#include "view/stages/stages.h"

enum { ARITHMETIC = 48, RAIL_NEEDS = 60 };

/* What this picture shows: the cell in focus, and the cell whose factor was followed here. */
struct facts {
    const struct screen *s;
    struct derivation d, left;
    struct reading read;       /* cells of this stage that `left` read */
    struct stages_marks marks; /* special cells */
    bool narrow;               /* no rail: beside a lesson, which explains the stages */
    bool numbers;              /* the stage has a matrix */
    bool beside;               /* all heads are shown */
    int natural;               /* rows of the matrix with its legend */
};

/* Finds the cell that was left, if it read the matrix in view, and so the special cells. */
static void find_left(struct facts *f)
{
    const struct scene *now = &f->s->session->now;
    const struct look *last = trail_last(&f->s->session->trail), *look = &now->state.look;
    struct derive_from from[DERIVATION_SOURCES];
    struct derive_cell cell;
    bool reads = false;
    bool shows = last && (last->view == VIEW_STAGES || views[last->view]->sheet) &&
                 last->pane == PANE_ARITHMETIC && derivation_cell_of(now, last, &cell) &&
                 derivation_of(&f->left, now, cell, f->s->scratch);
    int count = shows ? derivation_sources(&f->left, from) : 0;
    for (int i = 0; i < count; i++)
        if (from[i].stage == look->stage && from[i].layer == look->layer &&
            from[i].gradient == f->d.cell.gradient &&
            (stage_row(look->stage)->heads != HEADS_APART || from[i].head == look->head)) {
            f->read = (struct reading){&f->left, f->left.segments, from[i]};
            reads = true;
        }
    if (!reads && shows)
        f->left = (struct derivation){0};
    f->marks = (struct stages_marks){f->left.count > 0 ? &f->read : NULL,
                                     derivation_walked(&f->d, look->walk) < f->d.segments};
}

/* Returns the rows of the matrix if `below` rows should stay free; never less than LEAST. */
static int matrix_rows(const struct canvas *c, int natural, int below)
{
    enum { LEAST = 5 };
    int most = c->rows - below;
    most = most < LEAST ? LEAST : most;
    return natural < most ? natural : most;
}

/* Draws the matrix and, beside or below it, the matrices it was computed from. */
static void draw_matrices(struct canvas c, const struct facts *f)
{
    enum { BESIDE_NEEDS = 90, GAP = 3 };
    struct derive_from from[DERIVATION_SOURCES];
    bool all = f->natural <= c.rows, alone = derivation_sources(&f->d, from) == 0,
         beside = !all && !alone && c.cols >= BESIDE_NEEDS;
    int rows = all || alone || beside ? c.rows : matrix_rows(&c, f->natural, c.rows * 2 / 5),
        cols = beside ? c.cols * 3 / 5 : c.cols;
    struct extent took = stages_matrix_draw(canvas_part(c, 0, 0, rows, cols), f->s, f->marks,
                                            f->s->session->now.state.look.zoom);
    struct shelf shelf = {c, 0, took.cols + GAP, took.rows};
    if (beside)
        shelf = (struct shelf){canvas_part(c, 0, cols + GAP, c.rows, c.cols), 0, 0, 0};
    stages_sources_draw(&shelf, f->s, &f->d);
}

/* Draws how the cell was computed: a weight as a share of one whole beside or below the matrices, others as
 * matrices. */
static void draw_panels(struct canvas c, const struct facts *f)
{
    enum { WHOLE = 3, LEAST = 14, MATRIX = 5, BETWEEN = 3, FEWER = 2, SPARE = 3 };
    int made = stages_made_rows(f->s, &f->d), rows = made ? made : WHOLE, left = c.cols;
    struct canvas foot = canvas_part(c, c.rows - rows, 0, rows, c.cols);
    bool below = made && c.rows >= made + MATRIX && stages_made_draw(foot, f->s, &f->d);
    c.rows -= below ? rows + 1 : 0;
    for (int fewer = 0; fewer < FEWER && left == c.cols; fewer++) { /* digits of the matrix at its left */
        struct stages_part part;
        stages_part_of(&part, f->s, f->d.cell.head, f->marks);
        part.g.digits -= fewer;
        int need = (part.g.digits > 0 ? grid_width(&part.g) : 0) + SPARE,
            at = c.cols / 3 > need ? c.cols / 3 : need;
        if (stages_softmax_draw(canvas_part(c, 0, at + BETWEEN, c.rows, c.cols), f->s, &f->d))
            left = at;
    }
    if (!below && left == c.cols && c.rows >= LEAST && stages_whole_draw(foot, f->s, &f->d))
        c.rows -= rows + 1;
    c = canvas_part(c, 0, 0, c.rows, left);
    if (!stages_panels_draw(c, f->s, &f->d, f->marks))
        draw_matrices(c, f);
}

/* Draws the arithmetic below the matrix, and the matrices it read in the rest; what the row is made of beside
 * its matrix or, if that is wide, below it. */
static void draw_narrow(struct canvas c, const struct facts *f)
{
    enum { BRIEF = 3, LEGEND = 2, GAP = 3, SHARED = 18, MIXED = 36, ROOM_LEAST = 12 };
    int whole = arithmetic_rows(c, f->s, &f->d) + 2, least = c.rows > 14 ? 7 : c.rows / 2,
        natural = f->natural, made = stages_made_rows(f->s, &f->d), blend = c.rows > ROOM_LEAST ? made : 0;
    /* 1. the matrix: the arithmetic has priority over its legend, its last rows over the middle of the
     * arithmetic; if there is nothing else to show, its cells have all the room */
    if (natural + whole + blend > c.rows)
        natural -= LEGEND;
    if (natural + BRIEF <= c.rows && natural + least > c.rows)
        least = c.rows - natural;
    struct derive_from from[DERIVATION_SOURCES];
    bool given = derivation_sources(&f->d, from) == 0, shared;
    if (given && natural + least < c.rows)
        least = c.rows - natural;
    int below = blend + (whole < least ? whole : least);
    int rows = given && natural < c.rows - below ? c.rows - below : matrix_rows(&c, natural, below);
    struct extent took = stages_matrix_draw(canvas_part(c, 0, 0, rows, c.cols), f->s, f->marks,
                                            given || f->s->session->now.state.look.zoom);
    /* 2. what the row is made of */
    struct canvas right = canvas_part(c, 0, took.cols + GAP, took.rows, c.cols - took.cols - GAP);
    shared = stages_growth_rows(f->s, &f->d) == 0 && right.cols >= SHARED &&
             (stages_whole_draw(right, f->s, &f->d) ||
              (right.cols >= MIXED && stages_made_draw(right, f->s, &f->d)));
    if (!shared && c.rows > ROOM_LEAST && took.rows + made < c.rows &&
        stages_made_draw(canvas_part(c, took.rows, 0, made, c.cols - 1), f->s, &f->d))
        took.rows += made;
    /* 3. the arithmetic, and what it read */
    int gap = took.rows + whole - 1 <= c.rows;
    struct canvas rest = canvas_part(c, took.rows + gap, 0, c.rows, c.cols);
    arithmetic_draw(rest, f->s, &f->d);
    rest = canvas_part(rest, whole - 1, 0, rest.rows, rest.cols);
    struct shelf shelf = {rest, 0, 0, 0};
    if (!shared && !stages_whole_draw(rest, f->s, &f->d))
        stages_sources_draw(&shelf, f->s, &f->d);
}

/* Draws the heading. In a low place all heads, or a matrix and the least of its arithmetic, need the room of
 * the sentences. The whole arithmetic needs that of a second line. Beside a lesson, which explains the stage,
 * only the sentence about the row stays. */
static int draw_heading(struct canvas c, const struct facts *f)
{
    enum { LOW = 16, OTHERS = 6, SENTENCES = 4 };
    int rest = arithmetic_rows(c, f->s, &f->d) + SENTENCES;
    bool high = f->numbers && f->natural + OTHERS > c.rows,
         said = f->numbers && f->narrow && !f->beside &&
                f->natural + rest + stages_made_rows(f->s, &f->d) + 1 <= c.rows;
    enum heading_size size = f->numbers && f->natural + rest > c.rows ? HEADING_TIGHT : HEADING_FULL;
    if (f->narrow || f->beside || (c.rows < LOW && high))
        size = said ? HEADING_SAID : HEADING_BRIEF;
    return stages_heading_draw(c, f->s, &f->d, &f->left, size);
}

/* Draws the picture of the cell, and its arithmetic below it or beside it. Returns false if there is no room.
 */
static bool draw_wide(struct canvas c, const struct facts *f)
{
    enum { HIGH = 24, BELOW = 82, ASIDE = 94 };
    int whole = arithmetic_rows(c, f->s, &f->d), aside = c.cols / 3 > ARITHMETIC ? c.cols / 3 : ARITHMETIC;
    bool below = !f->s->hidden && c.cols >= BELOW && c.rows >= HIGH && whole * 2 <= c.rows;
    if (!below && c.cols < ASIDE)
        return false;
    struct canvas picture = canvas_part(c, 0, 0, c.rows, c.cols - aside - 2),
                  lines = canvas_part(c, 0, c.cols - aside, c.rows, aside);
    if (below) {
        picture = canvas_part(c, 0, 0, c.rows - whole - 1, c.cols);
        lines = canvas_part(c, c.rows - whole, 0, whole, c.cols);
    }
    if (!stages_crossing_draw(picture, f->s, &f->d, &f->left, f->marks)) {
        int rows = draw_heading(picture, f);
        draw_panels(canvas_part(picture, rows, 0, picture.rows, picture.cols), f);
    }
    if (!below)
        screen_wall(c, 0, c.cols - aside - 2, c.rows);
    arithmetic_draw(lines, f->s, &f->d);
    return true;
}

/* ---- the rail: all stages of the layer, the current one marked, those to come dim ------------ */

/* Widths in English, in Chinese with titles of the letters, with names of commands too. */
enum { BRIEF = 16, TITLES = 19, COMMANDS = 32, TITLES_NEED = 100, COMMANDS_NEED = 140 };

static int rail_width(const struct screen *s, int cols)
{
    if (lang_has_blanks(screen_lang(s)) || cols < TITLES_NEED)
        return BRIEF;
    return cols < COMMANDS_NEED ? TITLES : COMMANDS;
}

/* Draws a line: the sign of the current stage, its number and name, then its shape. In Chinese the title
 * follows a name that is a letter, otherwise the name of the command does where there is room. */
static void rail_line(struct canvas c, int row, const struct screen *s, int stage, int number)
{
    const struct scene *now = &s->session->now;
    int rows, cols;
    bool here = stage == now->state.look.stage;
    enum style mine = now->state.look.pane == PANE_RAIL ? STYLE_CURSOR : STYLE_SELECTED,
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

static void draw_rail(struct canvas c, const struct screen *s)
{
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

static void draw_stages(struct canvas whole, const struct screen *s)
{
    enum { LARGE = 9, PAGE_COLS = 100, PAGE_ROWS = 24 };
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    struct facts f = {.s = s, .numbers = stage_has_numbers(look->stage)};
    int rows, cols, rail = rail_width(s, whole.cols);
    stage_shape(&now->config, look->stage, &rows, &cols);
    f.natural = rows + 3;
    f.beside = look->beside && stage_row(look->stage)->heads == HEADS_APART && now->config.heads > 1;
    /* 1. the rail, unless the picture fills a page: all heads, or a matrix of which there is more to see
     * there */
    bool zoomed = look->zoom && f.numbers,
         fills = f.beside || (look->pane != PANE_ARITHMETIC && rows >= LARGE && cols >= LARGE),
         page = zoomed && (fills || (whole.cols >= PAGE_COLS && whole.rows >= PAGE_ROWS));
    f.narrow = whole.cols < RAIL_NEEDS || (f.beside ? look->pane == PANE_MATRIX : page);
    struct canvas c = canvas_part(whole, 0, f.narrow ? 1 : rail + 2, whole.rows, whole.cols);
    if (!f.narrow) {
        draw_rail(canvas_part(whole, 0, 0, whole.rows, rail), s);
        screen_wall(whole, 0, rail, whole.rows);
    }
    struct derive_cell cell;
    if (!derivation_cell_of(now, look, &cell) || !derivation_of(&f.d, now, cell, s->scratch))
        return;
    find_left(&f);
    /* 2. a large matrix, or all heads, on the whole page; else the picture of the cell with all the room
     * there is, or only the arithmetic and the matrices it read */
    if (zoomed && f.beside) {
        stages_heads_draw(c, s);
    } else if (zoomed && fills) {
        stages_matrix_draw(c, s, f.marks, true);
    } else if (zoomed && !(c.cols >= PAGE_COLS && c.rows >= PAGE_ROWS && draw_wide(c, &f))) {
        bool wide = c.cols - ARITHMETIC - 3 >= 40;
        int lines = arithmetic_rows(c, s, &f.d) + 1;
        struct shelf shelf = {canvas_part(c, lines, 0, c.rows, c.cols), 0, 0, 0};
        if (wide)
            shelf.c = canvas_part(c, 0, ARITHMETIC + 3, c.rows, c.cols);
        arithmetic_draw(canvas_part(c, 0, 0, c.rows, wide ? ARITHMETIC : c.cols), s, &f.d);
        stages_sources_draw(&shelf, s, &f.d);
    }
    if (zoomed || (f.numbers && !f.beside && draw_wide(c, &f)))
        return;
    /* 3. below the heading */
    int heading = draw_heading(c, &f);
    c = canvas_part(c, heading, 0, c.rows, c.cols);
    if (f.beside)
        stages_heads_draw(c, s);
    else if (f.numbers)
        draw_narrow(c, &f);
    else
        stages_words_draw(c, s);
}

static void stages_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    cursor_stage_places(&s->look, s->look.stage, c, row, col);
}

bool stages_move_line(struct look *look, const struct scene *now, enum direction direction, long steps)
{
    int count = derivation_count(now);
    look->line = look->line < count ? look->line : count - 1;
    cursor_step((struct place){&look->line, count}, (struct place){&look->factor, 2}, direction, steps);
    return true;
}

/* Along the rail, which has no columns, or through the arithmetic. */
static bool stages_move(struct state *s, const struct scene *now, enum direction direction, long steps)
{
    struct look *look = &s->look;
    int by = direction == DIRECTION_UP ? -1 : direction == DIRECTION_DOWN ? 1 : 0;
    for (long i = 0, last = -1; look->pane == PANE_RAIL && by && i < steps && last != look->stage; i++) {
        last = look->stage;
        cursor_stage_step(look, &now->config, by);
    }
    if (look->pane == PANE_ARITHMETIC)
        stages_move_line(look, now, direction, steps);
    return look->pane != PANE_MATRIX;
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
    .draw = draw_stages,
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
