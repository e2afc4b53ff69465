/* Where the flow shows what the text of a lesson speaks of. */
#include "core/pipeline/stage.h"
#include "view/flow/flow.h"
#include "view/spots.h"

static void words(struct canvas c, const struct flow *f)
{
    for (struct spot *p = NULL; (p = spots_next(f->s, TARGET_WORD, p));)
        if (p->target.row < f->words && flow_in_sight(f, p->target.row))
            spots_found(f->s, p, c,
                        (struct area){f->row[FLOW_WORDS], flow_left(f, p->target.row), 1, f->width});
}

/* Scores and shares are those of the asking word: its row runs through all words that are read. */
static void of_pairs(struct canvas c, const struct flow *f, int r, struct spot *p)
{
    const struct aim *t = &p->target;
    int first = flow_column_of_key(f, t->col >= 0 ? t->col : 0),
        last = flow_column_of_key(f, t->col >= 0 ? t->col : f->keys - 1);
    bool one_head = t->col >= 0;
    if (t->row != f->query || t->head < f->head || t->head >= f->head + f->heads ||
        !flow_in_sight(f, first) || !flow_in_sight(f, last))
        return;
    int from = one_head ? flow_box(f, first, t->head) : flow_left(f, first),
        end = one_head ? from + f->box : flow_left(f, last) + f->width;
    spots_found(f->s, p, c,
                (struct area){f->row[r], from, f->rows[r] + (r == FLOW_SHARE ? f->rows[FLOW_NUMBER] : 0),
                              end - from});
}

/* A word's numbers in a row, those of a head in its box, or one of them. */
static void of_words(struct canvas c, const struct flow *f, int r, struct spot *p)
{
    const struct aim *t = &p->target;
    int stage = flow_row_stage(f, r), rows, cols, heads = f->now->config.heads,
        w = f->crosses && (r == FLOW_K || r == FLOW_V) ? flow_column_of_key(f, t->row) : t->row;
    if (t->row < 0 || !flow_in_sight(f, w))
        return;
    stage_shape(&f->now->config, stage, &rows, &cols);
    struct area a = {f->row[r], flow_left(f, w), f->rows[r], f->width};
    int each = cols, at = t->col;
    if (r == FLOW_MIXED || ((r == FLOW_Q || r == FLOW_K || r == FLOW_V) && at >= 0)) {
        each = r == FLOW_MIXED ? cols : cols / heads;
        int h = r == FLOW_MIXED ? t->head : at / each;
        if (h < f->head || h >= f->head + f->heads)
            return;
        a.col = flow_box(f, w, h);
        a.cols = f->box;
        at = r == FLOW_MIXED || at < 0 ? at : at % each;
    }
    if (at >= 0) {
        a.col += at * a.cols / each;
        a.cols = a.cols / each > 0 ? a.cols / each : 1;
    }
    p->named = f->rows[r] == 1;
    spots_found(f->s, p, c, a);
}

void flow_spots(struct canvas c, const struct flow *f)
{
    if (!f->s->spots || f->now != &f->s->model->now || flow_backwards(f))
        return;
    words(c, f);
    for (int r = 0; r < FLOW_ROWS && !f->s->hidden; r++) {
        int stage = flow_rows[r].stage < 0 ? -1 : flow_row_stage(f, r);
        for (struct spot *p = NULL; stage >= 0 && f->rows[r] && (p = spots_next(f->s, stage, p));) {
            if (r == FLOW_SCORE || r == FLOW_SHARE)
                of_pairs(c, f, r, p);
            else
                of_words(c, f, r, p);
        }
    }
}
