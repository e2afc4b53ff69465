/* What a row was mixed from: one whole per head, shared out over the words that it read. */
#include <math.h>

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "study/head_kind.h"
#include "view/paint.h"
#include "view/stages/stages.h"

enum { HEADS_SHOWN = 4, BETWEEN = 2 };

struct pieces pieces_of(const struct screen *s, const struct derive_cell *cell, int stage, int head)
{
    const struct scene *now = &s->model->now;
    const struct sequence *rows;
    struct pieces p = {.s = s, .hue = hue_of_head(head)};
    cursor_stage_words(&now->state, &now->config, stage, &rows, &p.words);
    p.row = mat_rows(stage_matrix(&now->trace, cell->layer, stage, head), cell->row, 1);
    for (int j = 1; j < p.row.cols; j++)
        p.lit = mat_at(p.row, 0, j) > mat_at(p.row, 0, p.lit) ? j : p.lit;
    return p;
}

struct pieces pieces_read(const struct screen *s, const struct derive_cell *cell, int head)
{
    return pieces_of(s, cell, stage_weights_of(cell->stage), head);
}

/* The lit word in full, its neighbours in two shades; without colours in two patterns. */
uint16_t pieces_ink(const struct pieces *p, int key)
{
    bool patterns = screen_mono(p->s) || p->s->ascii;
    enum hue hue = (enum hue)(HUE_HEAD + ((int)p->hue - HUE_HEAD + key % 2) % HUE_HEADS);
    return ink_hue(patterns ? hue : p->hue, key == p->lit ? HUE_FULL : HUE_FULL * (key % 2 ? 6 : 9) / 16);
}

void pieces_label(struct canvas c, const struct pieces *p, int key, int row, int col, int width)
{
    struct text t = SCREEN_TEXT(p->s);
    screen_word(&p->s->model->now.state, p->words, key, &t);
    text_add(&t, " ");
    number_fixed(&t, mat_at(p->row, 0, key), 2, 8);
    int free = width - utf8_width(text_str(&t));
    if (free >= 0) {
        canvas_put(c, row, col + free / 2, key == p->lit ? STYLE_STRONG : STYLE_TEXT, text_str(&t));
        if (!screen_mono(p->s) && !p->s->ascii)
            canvas_ink(c, row, col + free / 2, width - free, pieces_ink(p, key));
    }
}

bool pieces_draw(struct canvas c, const struct pieces *p)
{
    enum { SEAM = 2 };
    struct paint paint;
    double sum = 0;
    if (!paint_begin(&paint, p->s->scratch, c.rows, c.cols))
        return false;
    for (int j = 0, from = 0, to; j < p->row.cols; j++, from = to) {
        to = (int)lround((sum += mat_at(p->row, 0, j)) * c.cols);
        for (int y = 0; y < paint.height; y++)
            paint_span(&paint, y, from * PAINT_SUB, to * PAINT_SUB - (j + 1 < p->row.cols ? SEAM : 0),
                       pieces_ink(p, j));
    }
    struct paint_look look = {screen_theme(p->s), screen_mono(p->s), p->s->ascii};
    paint_show(&paint, c, look);
    sum = 0;
    for (int j = 0, from = 0, to; j < p->row.cols; j++, from = to) {
        to = (int)lround((sum += mat_at(p->row, 0, j)) * c.cols);
        pieces_label(c, p, j, (c.rows - 1) / 2, from, to - from - 1);
    }
    return true;
}

bool stages_mixes(const struct screen *s, const struct derivation *d, int *first, int *count)
{
    const struct scene *now = &s->model->now;
    int stage = stage_first(d->cell.stage), heads = now->config.heads;
    bool one = stage == STAGE_HEAD_OUT, all = stage == STAGE_CONCAT || stage == STAGE_OUTPUT;
    *first = all && heads <= HEADS_SHOWN ? 0 : now->state.look.head;
    *count = all && heads <= HEADS_SHOWN ? heads : 1;
    return !s->hidden && !d->cell.gradient && (one || all) &&
           derivation_walked(d, now->state.look.walk) == d->segments;
}

int stages_made_rows(const struct screen *s, const struct derivation *d)
{
    int first, count, growth = stages_growth_rows(s, d);
    return growth ? growth : stages_mixes(s, d, &first, &count) ? 1 + count : 0;
}

/* Writes head 1, or its name. */
static void head_label(struct text *out, const struct screen *s, int head)
{
    const char *name = head_name(&s->model->now, s->model->now.state.look.stage, head);
    if (*name)
        text_add(out, name);
    else
        text_addf(out, screen_text(s, TEXT("head %d", "第 %d 头")), head + 1);
}

/* Returns the columns of the widest of them; 0 if there is only one head. */
static int label_width(const struct screen *s, int first, int count)
{
    struct text t = SCREEN_TEXT(s);
    int widest = 0;
    for (int h = first; h < first + count && s->model->now.config.heads > 1; h++) {
        text_clear(&t);
        head_label(&t, s, h);
        widest = utf8_width(text_str(&t)) > widest ? utf8_width(text_str(&t)) : widest;
    }
    return widest ? widest + BETWEEN : 0;
}

static bool blend(struct canvas c, const struct screen *s, const struct derivation *d)
{
    enum { LEAST = 12 };
    struct text t = SCREEN_TEXT(s);
    int first, count;
    if (!stages_mixes(s, d, &first, &count))
        return false;
    int label = label_width(s, first, count), each = (c.rows - 1) / count;
    if (each < 1 || c.cols - label < LEAST)
        return false;
    screen_word(&s->model->now.state, stages_labels_of(s, d->cell.stage).rows, d->cell.row, &t);
    text_add(&t, screen_text(s, TEXT(" is a mix of", " 由这些词混合而成")));
    canvas_put(c, 0, 0, STYLE_STRONG, text_str(&t));
    for (int h = first; h < first + count; h++) {
        struct pieces p = pieces_read(s, &d->cell, h);
        int row = 1 + (h - first) * each;
        text_clear(&t);
        head_label(&t, s, h);
        if (label)
            canvas_put_ink(c, row + (each - 1) / 2, 0, STYLE_TEXT, ink_hue(p.hue, HUE_FULL), text_str(&t));
        pieces_draw(canvas_part(c, row, label, each, c.cols - label), &p);
    }
    return true;
}

bool stages_made_draw(struct canvas c, const struct screen *s, const struct derivation *d)
{
    return stages_growth_draw(c, s, d) || blend(c, s, d);
}
