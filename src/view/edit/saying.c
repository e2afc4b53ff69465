/* What a number of a sheet does, and what its last change did, in sentences. */
#include <ctype.h>
#include <math.h>

#include "base/number.h"
#include "core/pipeline/derive.h"
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
    const struct scene *now = &s->session->now;
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

int sheet_enters(const struct screen *s, const struct sheet *sh)
{
    const struct config *c = &s->session->now.config;
    int layer = s->session->now.state.look.layer, stage = -1;
    /* An embedding is first used in a sum, or in H if nothing is normalized before it; in a layer that may
     * not be on screen. */
    if (sh->ref.kind == MATRIX_X && layer == 0)
        stage = stage_present(c, layer, STAGE_EMBEDDED) ? STAGE_EMBEDDED
                : stage_present(c, layer, STAGE_SUM)    ? STAGE_SUM
                                                        : STAGE_H;
    else if (sh->ref.kind == MATRIX_X)
        return -1;
    else
        stage = use_of(s, sh).stage;
    return stage >= 0 && stage_present(c, layer, stage) ? stage : -1;
}

/* The stages that a way is told by; queries and keys go through scores, values do not. */
static const int milestones[] = {STAGE_SCORES, STAGE_WEIGHTS, STAGE_HEAD_OUT, STAGE_OUTPUT,
                                 STAGE_FFN,    STAGE_LOGITS,  STAGE_PROBS};

/* → scores → weights → output: what comes after a stage. */
static void add_way(struct text *out, const struct screen *s, int stage)
{
    const struct scene *now = &s->session->now;
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
            text_addf(out, s->ascii ? " -> %s" : " → %s", screen_text(s, stage_label(next)));
    }
}

const char *sheet_value(const struct screen *s, const struct state *st, struct matrix_ref ref, double x)
{
    enum { LONGEST = 10, SIGNIFICANT = 4 };
    struct text t = SCREEN_TEXT(s);
    number_shortest(&t, x);
    if (!scene_learns(st, ref) && t.len <= LONGEST)
        return text_str(&t);
    text_clear(&t);
    if (scene_learns(st, ref))
        number_fixed(&t, x, st->look.digits, 24);
    else
        number_significant(&t, x, SIGNIFICANT);
    return text_str(&t);
}

void sheet_say_use(struct text *out, const struct screen *s, const struct sheet *sh, double x)
{
    const struct look *look = &sh->state->look;
    struct use use = use_of(s, sh);
    struct text row = SCREEN_TEXT(s), col = SCREEN_TEXT(s);
    int stage = sheet_enters(s, sh);
    bool below = sh->ref.kind == MATRIX_X && look->layer > 0;
    const char *name = stage < 0 ? "" : screen_text(s, stage_label(stage)),
               *n = sheet_value(s, sh->state, sh->ref, x);
    sheet_row_label(sh, look->sheet.row, &row);
    sheet_col_label(sh, look->sheet.col, &col);
    const char *r = text_str(&row), *k = text_str(&col);
    if (below)
        screen_add(s, out, TEXT("%s: %s %s → layer 1"), r, k, n);
    else if (stage >= 0 && use.way == WAY_PRODUCT) /* a bare number needs a noun */
        screen_add(s, out,
                   isdigit((unsigned char)r[0])
                       ? TEXT("every word's entry %s, times %s, goes into its %s (%s)")
                       : TEXT("every word's %s × %s goes into its %s (%s)"),
                   r, n, name, k);
    else if (stage >= 0 && use.way == WAY_ADDED)
        screen_add(s, out, TEXT("every word: %s is added to its %s (%s)"), n, name, k);
    else if (stage >= 0 && use.way == WAY_FACTOR)
        screen_add(s, out, TEXT("every word: %s multiplies its %s (%s)"), n, name, k);
    else if (stage >= 0)
        screen_add(s, out, TEXT("%s: %s %s → %s"), r, k, n, name);
    if (stage >= 0 || sh->ref.kind == MATRIX_X)
        add_way(out, s, stage);
}

bool sheet_say_effect(struct text *out, const struct screen *s)
{
    enum { DIGITS = 2, WIDE = 10 };
    const struct scene *now = &s->session->now, *last = changes_last(s);
    const struct look *look = &now->state.look;
    const int stages[] = {STAGE_WEIGHTS, stage_output(&now->config, look->layer)};
    for (size_t i = 0; last && i < sizeof stages / sizeof *stages; i++) {
        struct changes c = changes_of_stage(now, last, stages[i], look->head);
        struct derive_from cell = {
            .stage = stages[i], .weight = -1, .layer = look->layer, .head = look->head};
        double most = 0, x, was = 0; /* of the number that changed most */
        int moved = 0, cols = c.now.cols;
        for (int at = 0; at < c.now.rows * cols; at++) {
            if (!changes_was(&c, at / cols, at % cols, &x))
                return false; /* nothing to compare with, as after another sentence */
            double by = fabs(mat_at(c.now, at / cols, at % cols) - x);
            moved += isfinite(by) && by >= SEEN;
            if (isfinite(by) && by >= SEEN && by > most) {
                most = by;
                was = x;
                cell.row = at / cols;
                cell.col = at % cols;
            }
        }
        if (moved == 0)
            continue;
        screen_add(s, out, TEXT("last change: %d of %d moved 0.01 or more, most %s %s"), moved,
                   c.now.rows * cols, said_cell(s, &cell),
                   i == 0 ? share_text(s, was, DIGITS) : said_fixed(s, was, DIGITS, WIDE));
        double is = mat_at(c.now, cell.row, cell.col);
        text_addf(out, s->ascii ? " -> %s" : " → %s",
                  i == 0 ? share_text(s, is, DIGITS) : said_fixed(s, is, DIGITS, WIDE));
        return true;
    }
    if (last)
        text_add(out, screen_text(s, TEXT("last change: no weight and no output moved by 0.01")));
    return last != NULL;
}
