/* The matrix of the stage in view: numbers on colour, with named rows and columns. */

#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/stages/stages.h"

static void row_label(const void *arg, int i, struct text *out)
{
    const struct stages_labels *l = arg;
    screen_word(l->state, l->rows, i, out);
}

static void col_label(const void *arg, int i, struct text *out)
{
    const struct stages_labels *l = arg;
    if (l->cols)
        screen_word(l->state, l->cols, i, out);
    else if (l->named && i < LEXICON_DIMS)
        text_add(out, pair_in(lexicon_dims[i], l->lang));
    else
        text_addf(out, "%d", i);
}

static bool named_dims(const struct state *st, int stage)
{
    return st->dimnames && st->set.d == LEXICON_DIMS && stage_row(stage)->role == ROLE_GIVEN;
}

struct stages_labels stages_labels_of(const struct screen *s, int stage)
{
    const struct scene *now = &s->model->now;
    const struct state *st = &now->state;
    struct stages_labels l = {.state = st, .named = named_dims(st, stage), .lang = screen_lang(s)};
    cursor_stage_words(st, &now->config, stage, &l.rows, &l.cols);
    return l;
}

static const char *corner_of(const struct screen *s, int stage, bool map)
{
    static const struct pair row_names[AXIS_COUNT] = {
        [AXIS_WORD] = PAIR("word", "词"),
        [AXIS_QUERY] = PAIR("query word", "查询词"),
        [AXIS_KEY] = PAIR("key word", "键词"),
        [AXIS_MEMORY] = PAIR("word", "词"),
    };
    if (map)
        return screen_pair(s, s->ascii ? BOTH("query\\key", "查询\\键") : BOTH("query↓ key→", "查询↓ 键→"));
    return screen_pair(s, row_names[stage_row(stage)->rows]);
}

/* A corner label that makes room for one more column if the full one is too wide. */
static const char *short_corner(const struct screen *s)
{
    return screen_text(s, EITHER(s->ascii, TEXT("q\\k", "查\\键"), TEXT("q↓ k→", "查↓键→")));
}

static double limit_of(struct mat m)
{
    double most = mat_max_finite(m);
    return most > 0 ? most : 1;
}

struct grid stages_grid(const struct screen *s, const struct stages_labels *labels, int stage)
{
    const struct scene *now = &s->model->now;
    bool weights = stage_row(stage)->role == ROLE_WEIGHTS;
    return (struct grid){.shows = stage + 1,
                         .map = weights ? GRID_SEQUENTIAL : GRID_DIVERGING,
                         .shade = (enum shade_kind)now->state.look.shade,
                         .digits = now->state.look.digits,
                         .absent = stage_row(stage)->role == ROLE_POSITIONS
                                       ? now->config.n - now->trace.rows_with_position
                                       : 0,
                         .row_label = row_label,
                         .col_label = col_label,
                         .arg = labels,
                         .corner = corner_of(s, stage, stage_row(stage)->cols == AXIS_KEY)};
}

void stages_part_of(struct stages_part *part, const struct screen *s, int head, struct stages_marks marks)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    *part = (struct stages_part){.labels = stages_labels_of(s, look->stage)};
    part->changes = changes_of_stage(now, changes_last(s), look->stage, head);
    struct grid g = stages_grid(s, &part->labels, look->stage);
    g.m = changes_stage(s, look->stage, head);
    g.shows = head == look->head && changes_shown(s) == SHOW_VALUES ? g.shows : 0;
    g.map = changes_shown(s) != SHOW_VALUES ? GRID_DIVERGING : g.map;
    g.limit = limit_of(g.m);
    if (changes_shown(s) == SHOW_GRADIENT)
        g.digits = changes_digits(s, mat_max_finite(g.m));
    g.changes = changes_shown(s) == SHOW_GRADIENT ? NULL : &part->changes;
    g.marked = marks.read && head == look->head ? reading_has : NULL;
    g.marks = marks.read;
    g.hidden = marks.hidden;
    g.no_cursor = head != look->head;
    cursor_of_stage(&now->state, &now->config, look->stage, &g.row, &g.col);
    part->g = g;
}

/* Leaves out what is said elsewhere, the place of a sign that weights never have, then digits, until all
 * columns are in sight. */
static void spare(struct stages_part *part, const struct screen *s, int room)
{
    struct grid *g = &part->g;
    const int digits = g->digits;
    if (grid_width(g) > room)
        g->corner = part->labels.cols ? short_corner(s) : NULL;
    g->snug = grid_width(g) > room && g->map == GRID_SEQUENTIAL;
    while (grid_width(g) > room && g->digits > 1)
        g->digits--;
    if (grid_width(g) > room) {
        g->digits = digits;
        g->snug = false;
    }
}

/* Cells that fill the room. */
static void grow(struct grid *g, struct extent room)
{
    enum { WIDEST = 16, HIGHEST = 6 };
    int wide = (room.cols - grid_margin(g)) / g->m.cols, high = (room.rows - 1) / g->m.rows;
    wide = wide > WIDEST ? WIDEST : wide;
    high = high > HIGHEST ? HIGHEST : high;
    g->min_width = wide > g->min_width ? wide : g->min_width;
    g->height = high > wide / 2 ? wide / 2 : high;
}

struct extent stages_matrix_draw(struct canvas c, const struct screen *s, struct stages_marks marks,
                                 bool fills)
{
    struct stages_part part;
    stages_part_of(&part, s, s->model->now.state.look.head, marks);
    spare(&part, s, c.cols);
    part.g.min_width = part.labels.named && c.cols > 8 * 9 + 8 ? 9 : grid_whole_labels(&part.g, c.cols);
    if (fills && !grid_pictured(c, s, &part.g))
        grow(&part.g, (struct extent){c.rows - 2, c.cols});
    int rows = grid_draw_said(c, s, &part.g), width = grid_width(&part.g);
    return (struct extent){rows, width < c.cols ? width : c.cols};
}
