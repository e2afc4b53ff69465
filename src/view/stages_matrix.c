/* The matrix of a stage as numbers on colour, its rows and columns named. */
#include <math.h>

#include "core/stage.h"
#include "model/cursor.h"
#include "view/grid.h"
#include "view/stages_parts.h"

struct labels {
    const struct state *state;
    const struct sequence *rows, *cols;
    bool named;
    enum lang lang;
};

static void row_label(const void *arg, int i, struct text *out)
{
    const struct labels *l = arg;
    state_label(l->state, l->rows, i, out);
}

static void col_label(const void *arg, int i, struct text *out)
{
    const struct labels *l = arg;
    if (l->cols)
        state_label(l->state, l->cols, i, out);
    else if (l->named && i < LEXICON_DIMS)
        text_add(out, pair_in(lexicon_dims[i], l->lang));
    else
        text_addf(out, "%d", i);
}

static bool named_dims(const struct state *st, int stage)
{
    return st->lexicon->named_dims && st->set.d == LEXICON_DIMS && (stage == STAGE_X || stage == STAGE_Y);
}

static struct labels labels_of(const struct screen *s, int stage)
{
    const struct scene *now = &s->model->now;
    const struct state *st = &now->state;
    struct labels l = {.state = st, .named = named_dims(st, stage), .lang = screen_lang(s)};
    cursor_stage_words(st, &now->config, stage, &l.rows, &l.cols);
    return l;
}

static const char *corner_of(const struct screen *s, int stage, bool map)
{
    if (map)
        return screen_text(s, s->ascii ? TEXT("query\\key", "查询\\键") : TEXT("query↓ key→", "查询↓ 键→"));
    bool key_side = stage == STAGE_K || stage == STAGE_KR || stage == STAGE_V || stage == STAGE_KC || stage == STAGE_VC;
    return screen_text(s, key_side ? TEXT("key word", "键词") : stage == STAGE_Q || stage == STAGE_QR || stage == STAGE_QC ? TEXT("query word", "查询词") : TEXT("word", "词"));
}

static double limit_of(struct mat m)
{
    double most = 0;
    for (int r = 0; r < m.rows; r++)
        for (int k = 0; k < m.cols; k++)
            if (isfinite(mat_at(m, r, k)))
                most = fmax(most, fabs(mat_at(m, r, k)));
    return most;
}

int stages_matrix_draw(struct canvas c, const struct screen *s, int stage)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    struct arena room = {0};
    struct mat m = changes_stage(s, stage, look->head, &room);
    struct changes last = changes_of_stage(now, changes_last(s), stage, look->head);
    bool weights = stages[stage].look == LOOK_WEIGHTS && !changes_shown(s);
    struct labels labels = labels_of(s, stage);
    bool map = labels.cols != NULL;
    int row, col;
    cursor_of_stage(&now->state, &now->config, stage, &row, &col);
    struct grid g = {.m = m, .map = weights ? GRID_SEQUENTIAL : GRID_DIVERGING, .digits = look->digits,
                     .limit = limit_of(m), .row = row, .col = col, .row_label = row_label, .col_label = col_label,
                     .arg = &labels, .changes = &last, .corner = corner_of(s, stage, map),
                     .min_width = labels.named && c.cols > 8 * 9 + 8 ? 9 : 0};
    int rows = grid_draw(c, s, &g);
    if (rows + 1 < c.rows)
        grid_legend(c, rows + 1, 0, s, g.map, g.limit);
    arena_finish(&room);
    return rows + 2;
}
