/* What a number of a sheet does, and what its last change did, in sentences. */
#include <ctype.h>
#include <math.h>

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "view/cell_name.h"
#include "view/changes.h"
#include "view/edit/edit.h"

/* A smaller change hardly shows. The sentences name the limit: an arrow in the numbers marks every change. */
#define SEEN 0.01

/* How a weight's entry enters a stage: times a number of the row, added to it, or times its own column. */
enum way { WAY_NONE, WAY_PRODUCT, WAY_ADDED, WAY_FACTOR };

struct use {
    enum way way;
    int stage; /* -1: none that is present in the layer on screen */
};

/* The LayerNorms inside the layers are not told: a row is on screen before and after them. */
static struct use use_of(const struct screen *s, const struct sheet *sh)
{
    const struct scene *now = &s->model->now;
    int layer = now->state.look.layer, weight = sh->ref.index;
    if (sh->ref.kind != MATRIX_WEIGHT || (weight >= LN_G1 && weight <= LN_B2))
        return (struct use){WAY_NONE, -1};
    struct use use = {WAY_PRODUCT, stage_with(&now->config, layer, weight)};
    if (use.stage >= 0) {
        struct stage_made made = stage_made(&now->config, layer, use.stage);
        use.way = made.weight != weight ? WAY_ADDED : made.op == OP_NORM ? WAY_FACTOR : WAY_PRODUCT;
    }
    return use;
}

/* Returns the stage where an embedding is first used: a sum, or H if nothing is normalized before it. */
static int first_use(const struct screen *s)
{
    const struct scene *now = &s->model->now;
    static const int sums[] = {STAGE_EMBEDDED, STAGE_SUM};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (stage_present(&now->config, now->state.look.layer, sums[i]))
            return sums[i];
    return STAGE_H;
}

int sheet_enters(const struct screen *s, const struct sheet *sh)
{
    const struct scene *now = &s->model->now;
    if (sh->ref.kind == MATRIX_X && now->state.look.layer > 0) /* it enters a layer that is not on screen */
        return -1;
    int stage = sh->ref.kind == MATRIX_X ? first_use(s) : use_of(s, sh).stage;
    return stage >= 0 && stage_present(&now->config, now->state.look.layer, stage) ? stage : -1;
}

/* The stages that a way is told by; queries and keys go through scores, values do not. */
static const int milestones[] = {STAGE_SCORES, STAGE_WEIGHTS, STAGE_HEAD_OUT, STAGE_OUTPUT,
                                 STAGE_FFN,    STAGE_LOGITS,  STAGE_PROBS};

/* → scores → weights → output: what comes after a stage. */
static void add_way(struct text *out, const struct screen *s, int stage)
{
    const struct scene *now = &s->model->now;
    const struct state *st = &now->state;
    bool value = stage_first(stage) == STAGE_V;
    for (size_t i = 0; i < sizeof milestones / sizeof *milestones; i++) {
        int next = milestones[i];
        bool attention = next >= STAGE_SCORES && next <= STAGE_OUTPUT;
        next = attention && stage_crosses(stage) ? stage_again(next) : next;
        bool mixed = next == STAGE_SCORES || next == STAGE_WEIGHTS || next == stage_again(STAGE_SCORES) ||
                     next == stage_again(STAGE_WEIGHTS);
        bool skipped = value ? mixed : stage_first(next) == STAGE_HEAD_OUT;
        if (next > stage && !skipped && stage_present(&now->config, st->look.layer, next))
            text_addf(out, s->ascii ? " -> %s" : " → %s", screen_pair(s, stage_label(next)));
    }
}

void sheet_say_value(struct text *out, const struct state *st, struct matrix_ref ref, double x)
{
    enum { ROOM = 24, LONGEST = 10, SIGNIFICANT = 4 };
    struct text exact = TEXT_HERE;
    number_shortest(&exact, x);
    if (scene_learns(st, ref))
        number_fixed(out, x, st->look.digits, ROOM);
    else if (exact.len > LONGEST)
        number_significant(out, x, SIGNIFICANT);
    else
        text_add(out, text_str(&exact));
    text_finish(&exact);
}

void sheet_say_use(struct text *out, const struct screen *s, const struct sheet *sh, double x)
{
    const struct look *look = &sh->state->look;
    struct use use = use_of(s, sh);
    struct text row = TEXT_HERE, col = TEXT_HERE, number = TEXT_HERE;
    int stage = sheet_enters(s, sh);
    const char *name = stage < 0 ? "" : screen_pair(s, stage_label(stage));
    sheet_row_label(sh, look->row, &row);
    sheet_col_label(sh, look->col, &col);
    sheet_say_value(&number, sh->state, sh->ref, x);
    const char *r = text_str(&row), *k = text_str(&col), *n = text_str(&number);
    if (sh->ref.kind == MATRIX_X && look->layer > 0)
        screen_add(s, out, TEXT("%s: %s %s → layer 1", "%s：%s %s → 第 1 层"), r, k, n);
    else if (stage < 0)
        ;
    else if (use.way == WAY_PRODUCT) /* a bare number needs a noun */
        text_addf(out,
                  screen_text(s, EITHER(isdigit((unsigned char)r[0]),
                                        TEXT("every word's entry %s, times %s, goes into its %s (%s)",
                                             "每个词的第 %s 个数 × %s，加进它的 %s（%s）"),
                                        TEXT("every word's %s × %s goes into its %s (%s)",
                                             "每个词的%s × %s，加进它的 %s（%s）"))),
                  r, n, name, k);
    else if (use.way == WAY_ADDED)
        text_addf(
            out,
            screen_text(s, TEXT("every word: %s is added to its %s (%s)", "每个词：把 %s 加进它的 %s（%s）")),
            n, name, k);
    else if (use.way == WAY_FACTOR)
        text_addf(
            out,
            screen_text(s, TEXT("every word: %s multiplies its %s (%s)", "每个词：用 %s 去乘它的 %s（%s）")),
            n, name, k);
    else
        text_addf(out, screen_text(s, TEXT("%s: %s %s → %s", "%s：%s %s → %s")), r, k, n, name);
    if (stage >= 0 || sh->ref.kind == MATRIX_X)
        add_way(out, s, stage);
    text_finish(&row);
    text_finish(&col);
    text_finish(&number);
}

/* Returns how many numbers of a stage changed so much that it shows, or -1 if some have nothing to be
 * compared with, as after another sentence; sets the one that changed most and what it was. */
static int moved(const struct changes *c, int *row, int *col, double *was)
{
    int n = 0;
    double most = 0, x;
    for (int r = 0; r < c->now.rows; r++)
        for (int k = 0; k < c->now.cols; k++) {
            if (!changes_was(c, r, k, &x))
                return -1;
            double by = fabs(mat_at(c->now, r, k) - x);
            if (!isfinite(by) || by < SEEN)
                continue;
            n++;
            if (by > most) {
                most = by;
                *was = x;
                *row = r;
                *col = k;
            }
        }
    return n;
}

bool sheet_say_effect(struct text *out, const struct screen *s)
{
    enum { DIGITS = 2, WIDE = 10 };
    const struct scene *now = &s->model->now, *last = changes_last(s);
    const struct look *look = &now->state.look;
    const int stages[] = {STAGE_WEIGHTS, stage_output(&now->config, look->layer)};
    for (size_t i = 0; last && i < sizeof stages / sizeof *stages; i++) {
        struct changes c = changes_of_stage(now, last, stages[i], look->head);
        struct derive_from cell = {
            .stage = stages[i], .weight = -1, .layer = look->layer, .head = look->head};
        double was = 0;
        int n = moved(&c, &cell.row, &cell.col, &was);
        if (n < 0)
            return false;
        if (n == 0)
            continue;
        text_addf(out,
                  screen_text(s, TEXT("last change: %d of %d moved 0.01 or more, most ",
                                      "上次改动：%d 个数变了 0.01 以上（共 %d 个），最多的是 ")),
                  n, c.now.rows * c.now.cols);
        cell_name(out, s, &cell);
        text_add(out, " ");
        number_fixed(out, was, DIGITS, WIDE);
        text_add(out, s->ascii ? " -> " : " → ");
        number_fixed(out, mat_at(c.now, cell.row, cell.col), DIGITS, WIDE);
        return true;
    }
    if (last)
        text_add(out, screen_text(s, TEXT("last change: no weight and no output moved by 0.01",
                                          "上次改动：权重和输出的变化都不到 0.01")));
    return last != NULL;
}
