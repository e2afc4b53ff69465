/* The matrix of the stage in view: numbers on colour, with named rows and columns. */

#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/stages/stages.h"

static void stage_row_label(const void *arg, int i, struct text *out)
{
    const struct stages_labels *l = arg;
    screen_word(l->state, l->rows, i, out);
}

static void stage_col_label(const void *arg, int i, struct text *out)
{
    const struct stages_labels *l = arg;
    if (l->cols)
        screen_word(l->state, l->cols, i, out);
    else if (l->named && i < LEXICON_DIMS)
        text_add(out, text_in(lexicon_dims[i], l->lang));
    else
        text_addf(out, "%d", i);
}

struct stages_labels stages_labels_of(const struct screen *s, int stage)
{
    const struct scene *now = &s->session->now;
    const struct state *st = &now->state;
    bool named = st->dimnames && st->set.d == LEXICON_DIMS && stage_row(stage)->role == ROLE_GIVEN;
    struct stages_labels l = {.state = st, .named = named, .lang = screen_lang(s)};
    cursor_stage_words(st, &now->config, stage, &l.rows, &l.cols);
    return l;
}

struct grid stages_grid(const struct screen *s, const struct stages_labels *labels, int stage)
{
    static const char *const corners[AXIS_COUNT] = {
        [AXIS_WORD] = TEXT("word"),
        [AXIS_QUERY] = TEXT("query word"),
        [AXIS_KEY] = TEXT("key word"),
        [AXIS_MEMORY] = TEXT("word"),
    };
    const struct scene *now = &s->session->now;
    bool weights = stage_row(stage)->role == ROLE_WEIGHTS;
    const char *corner = corners[stage_row(stage)->rows];
    if (stage_row(stage)->cols == AXIS_KEY)
        corner = s->ascii ? TEXT("query\\key") : TEXT("query↓ key→");
    return (struct grid){.shows = stage + 1,
                         .map = weights ? GRID_SEQUENTIAL : GRID_DIVERGING,
                         .shade = (enum shade_kind)now->state.look.shade,
                         .digits = now->state.look.digits,
                         .absent = stage_row(stage)->role == ROLE_POSITIONS
                                       ? now->config.n - now->trace.rows_with_position
                                       : 0,
                         .row_label = stage_row_label,
                         .col_label = stage_col_label,
                         .arg = labels,
                         .corner = screen_text(s, corner)};
}

void stages_part_of(struct stages_part *part, const struct screen *s, int head, struct stages_marks marks)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    *part = (struct stages_part){.labels = stages_labels_of(s, look->stage)};
    part->changes = changes_of_stage(now, changes_last(s), look->stage, head);
    struct grid g = stages_grid(s, &part->labels, look->stage);
    g.m = changes_stage(s, look->stage, head);
    g.shows = head == look->head && changes_shown(s) == SHOW_VALUES ? g.shows : 0;
    g.map = changes_shown(s) != SHOW_VALUES ? GRID_DIVERGING : g.map;
    g.limit = mat_max_finite(g.m) > 0 ? mat_max_finite(g.m) : 1;
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

struct extent stages_matrix_draw(struct canvas c, const struct screen *s, struct stages_marks marks,
                                 bool fills)
{
    enum { WIDEST = 16, HIGHEST = 6 };
    struct stages_part part;
    struct grid *g = &part.g;
    stages_part_of(&part, s, s->session->now.state.look.head, marks);
    /* 1. until all columns are in sight a brief corner, or none, because it is said elsewhere; no place for a
     * sign, which weights never have; fewer digits */
    const int digits = g->digits;
    if (grid_width(g) > c.cols)
        g->corner = part.labels.cols ? screen_text(s, s->ascii ? TEXT("q\\k") : TEXT("q↓ k→")) : NULL;
    g->snug = grid_width(g) > c.cols && g->map == GRID_SEQUENTIAL;
    while (grid_width(g) > c.cols && g->digits > 1)
        g->digits--;
    if (grid_width(g) > c.cols) {
        g->digits = digits;
        g->snug = false;
    }
    /* 2. cells that fill the room */
    g->min_width = part.labels.named && c.cols > 8 * 9 + 8 ? 9 : grid_whole_labels(g, c.cols);
    if (fills && !grid_pictured(c, s, g)) {
        int wide = (c.cols - grid_margin(g)) / g->m.cols, high = (c.rows - 3) / g->m.rows;
        wide = wide > WIDEST ? WIDEST : wide;
        high = high > HIGHEST ? HIGHEST : high;
        g->min_width = wide > g->min_width ? wide : g->min_width;
        g->height = high > wide / 2 ? wide / 2 : high;
    }
    int rows = grid_draw_said(c, s, g), width = grid_width(g);
    return (struct extent){rows, width < c.cols ? width : c.cols};
}
