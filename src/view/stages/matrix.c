/* Matrices: that of the stage in view, numbers on colour with named rows and columns; and those that the cell
 * in focus was computed from, dim, with the numbers it read marked. */
#include <stdlib.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/cell_name.h"
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
    l.window = stage == STAGE_MASKED && !config_crosses(&now->config)
                   ? config_window(&now->config, st->look.layer)
                   : 0;
    l.causal = attention_first(&now->config).causal || now->config.mask & MASK_CAUSAL;
    return l;
}

/* Returns why a key is hidden: it comes later, or it is beyond the window. */
static enum grid_veil hidden_why(const void *arg, int query, int key)
{
    const struct stages_labels *l = arg;
    bool far = abs(query - key) >= l->window;
    return l->causal && key > query ? GRID_LATER : far ? GRID_FAR : GRID_BARE;
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
                         .veil = labels->window > 0 ? hidden_why : NULL,
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

struct page_size stages_grid_size(const struct grid *g)
{
    enum { DIGITS = 2 };
    struct grid least = *g;
    least.digits = g->digits < DIGITS ? g->digits : DIGITS;
    least.corner = NULL;
    least.snug = g->map == GRID_SEQUENTIAL;
    return (struct page_size){.rows = grid_rows(g), .cols = grid_width(&least)};
}

int stages_cell_height(int wide)
{
    enum { HIGHEST = 12 };
    return wide < 4 ? 1 : wide / 2 < HIGHEST ? wide / 2 : HIGHEST;
}

void stages_fill(struct grid *g, struct canvas c, const struct screen *s)
{
    enum { WIDEST = 32 };
    const int digits = g->digits;
    const struct stages_labels *labels = g->arg;
    /* 1. until all columns are in sight a brief corner; no place for a sign, which weights never have; two
     * digits; no corner; one digit */
    if (grid_width(g) > c.cols && g->corner)
        g->corner = labels->cols ? screen_text(s, s->ascii ? TEXT("q\\k") : TEXT("q↓ k→")) : NULL;
    g->snug = grid_width(g) > c.cols && g->map == GRID_SEQUENTIAL;
    while (grid_width(g) > c.cols && g->digits > 1) {
        g->corner = g->digits > 2 ? g->corner : NULL;
        g->digits -= grid_width(g) > c.cols;
    }
    if (grid_width(g) > c.cols) {
        g->digits = digits;
        g->snug = false;
    }
    /* 2. whole labels, then cells that fill the room */
    g->min_width = grid_whole_labels(g, c.cols);
    if (grid_pictured(c, s, g) || grid_rows(g) > c.rows || grid_width(g) > c.cols)
        return;
    int wide = (c.cols - grid_margin(g)) / g->m.cols, high = (c.rows - 1) / g->m.rows;
    wide = wide > WIDEST ? WIDEST : wide;
    g->min_width = wide > g->min_width ? wide : g->min_width;
    g->height = high < stages_cell_height(wide) ? high : stages_cell_height(wide);
}

void stages_matrix_draw(struct canvas c, const struct screen *s, struct stages_marks marks)
{
    enum { LEGEND = 2 };
    struct stages_part part;
    stages_part_of(&part, s, s->session->now.state.look.head, marks);
    struct canvas cells = c;
    int rows = part.g.m.rows;
    if (!mat_present(part.g.m))
        return;
    /* its scale gives way to cells of two rows */
    bool high = (c.rows - 1) / rows >= 2 && (c.rows - 1 - LEGEND) / rows < 2;
    cells.rows -= !high && grid_rows(&part.g) + LEGEND <= c.rows ? LEGEND : 0;
    part.g.row_below = true;
    stages_fill(&part.g, cells, s);
    grid_draw_said(c, s, &part.g);
}

bool reading_has(const void *reading, int row, int col)
{
    const struct reading *r = reading;
    return derivation_reads(r->d, r->segment, &r->matrix, row, col);
}

/* Draws masked 12×12 head 1; 12 rows on 10 dots: the name, the head if the matrix belongs to one of several,
 * and which rows share dots below it. */
static void stages_source_title(struct canvas c, const struct screen *s, const struct stages_source *source)
{
    struct text t = SCREEN_TEXT(s);
    const struct derive_from *from = &source->reading.matrix;
    cell_matrix_name(&t, s, from);
    text_addf(&t, "  %d×%d", source->m.rows, source->m.cols);
    if (from->stage >= 0 && stage_row(from->stage)->heads == HEADS_APART && s->session->now.config.heads > 1)
        text_addf(&t, screen_text(s, TEXT("  head %d")), from->head + 1);
    grid_say_shared(&t, canvas_part(c, 1, 0, c.rows, c.cols), s, &source->g);
    canvas_field(c, 0, 0, c.cols, STYLE_LABEL, text_str(&t));
}

bool stages_source_of(struct stages_source *source, const struct screen *s, const struct derivation *d,
                      const struct derive_from *from)
{
    enum { MOST = 1 << 20 };
    const struct look *look = &s->session->now.state.look;
    struct grid g = {.digits = look->digits, .faded = true, .row = from->row, .col = from->col};
    /* 1. the numbers as doubles; too many in a file are not drawn: each picture would read all of them */
    struct factor m = derivation_matrix(&s->session->now, from);
    source->m = factor_is_stored(m) ? (struct mat){0} : factor_mat(m);
    if (factor_is_stored(m) && mat_room(m.rows, m.cols) <= MOST &&
        arena_more(s->scratch, mat_room(m.rows, m.cols)))
        factor_copy(source->m = mat_in(s->scratch, m.rows, m.cols), m);
    source->reading = (struct reading){d, derivation_walked(d, look->stages.walk), *from};
    if (from->stage >= 0) {
        source->labels = stages_labels_of(s, from->stage);
        g = stages_grid(s, &source->labels, from->stage);
        g.map = from->gradient ? GRID_DIVERGING : g.map;
        g.digits = from->gradient ? changes_digits(s, mat_max_finite(source->m)) : g.digits;
        g.faded = true;
        g.row = from->row;
        g.col = from->col;
    }
    g.m = source->m;
    g.marked = reading_has;
    g.marks = &source->reading;
    /* 2. the factor under the arithmetic's cursor, if it is in this matrix */
    int line = look->stages.line < d->count ? look->stages.line : d->count - 1;
    const struct derive_from *f =
        look->stages.pane == PANE_ARITHMETIC ? derivation_factor(d, line, look->stages.factor) : NULL;
    g.no_cursor = !f || f->stage != from->stage || f->weight != from->weight || f->layer != from->layer ||
                  f->gradient != from->gradient;
    if (!g.no_cursor) {
        g.row = f->row;
        g.col = f->col;
    }
    source->g = g;
    return mat_present(g.m);
}

/* Draws the name of a matrix and below it the matrix, in cells that fill the place. */
static void draw_source(struct canvas c, const struct screen *s, struct stages_source *source)
{
    struct canvas cells = canvas_part(c, 1, 0, c.rows - 1, c.cols);
    if (cells.rows < 2)
        return;
    stages_fill(&source->g, cells, s);
    stages_source_title(c, s, source);
    grid_draw(cells, s, &source->g);
}

struct page_size stages_sources_size(const struct screen *s, const struct derivation *d,
                                     struct page_size *whole)
{
    enum { LEAST = 6, PICTURE_FROM = 9, PICTURE = 30 };
    struct derive_from from[DERIVATION_SOURCES];
    struct stages_source source;
    struct page_size size = PAGE_ABSENT;
    int count = derivation_sources(d, from);
    *whole = size;
    for (int i = 0; i < count; i++)
        if (stages_source_of(&source, s, d, &from[i])) {
            int all = stages_grid_size(&source.g).cols, rows = 1 + grid_rows(&source.g),
                least = source.m.cols >= PICTURE_FROM && all > PICTURE ? PICTURE : all;
            rows = rows < LEAST ? rows : LEAST;
            size.rows = rows > size.rows ? rows : size.rows;
            size.cols = least > size.cols ? least : size.cols;
            *whole = (struct page_size){.rows = size.rows, .cols = all > whole->cols ? all : whole->cols};
        }
    return size;
}

void stages_sources_draw(struct canvas c, const struct screen *s, const struct derivation *d)
{
    enum { LEAST = 3, GAP = 3 };
    struct derive_from from[DERIVATION_SOURCES];
    struct stages_source source[DERIVATION_SOURCES];
    int count = 0, all = derivation_sources(d, from), wide = -GAP, high = -1;
    for (int i = 0; i < all; i++)
        if (stages_source_of(&source[count], s, d, &from[i])) {
            wide += GAP + stages_grid_size(&source[count].g).cols;
            high += 2 + grid_rows(&source[count++].g);
        }
    /* beside each other if all columns find room so; else below each other: each has its rows and a share of
     * those that are left over, or a fair part of too few */
    const bool beside = wide <= c.cols;
    for (int i = 0, at = 0; i < count; i++) {
        const struct grid *g = &source[i].g;
        int room = (beside ? c.cols : c.rows) - at, fair = (room + 1) / (count - i) - 1,
            whole = 1 + grid_rows(g),
            most = 2 + g->m.rows * stages_cell_height((c.cols - grid_margin(g)) / g->m.cols);
        if (high < c.rows && stages_grid_size(g).cols <= c.cols)
            whole = whole + (c.rows - high) / count < most ? whole + (c.rows - high) / count : most;
        if (beside)
            fair = (room + GAP) / (count - i) - GAP;
        else if (i + 1 < count)
            fair = whole < fair ? whole : fair > LEAST ? fair : LEAST;
        draw_source(beside ? canvas_part(c, 0, at, c.rows, fair) : canvas_part(c, at, 0, fair, c.cols), s,
                    &source[i]);
        at += fair + (beside ? GAP : 1);
    }
}
