/* One sentence about the row in focus, made from its numbers. */
#include <math.h>

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/stages/stages.h"

enum { NAMED = 3, SHARE_DIGITS = 2, SCORE_DIGITS = 1, WIDE = 12 };

#define SAID_FROM 0.005 /* less would be written 0.00 */

struct saying {
    const struct screen *s;
    const struct derivation *d;
    struct mat row; /* of the stage's matrix, the one in focus */
    struct text *out;
};

static void add(const struct saying *y, const char *en, const char *zh)
{
    text_add(y->out, screen_text(y->s, en, zh));
}

/* Returns the place of the largest finite entry after `last`, equal ones from left to right; -1: none. */
static int next_largest(struct mat row, int last)
{
    const double *x = mat_row(row, 0);
    int best = -1;
    for (int j = 0; j < row.cols; j++) {
        bool later = last < 0 || x[j] < x[last] || (j > last && x[j] <= x[last]);
        if (isfinite(x[j]) && later && (best < 0 || x[j] > x[best]))
            best = j;
    }
    return best;
}

static bool all_alike(struct mat row)
{
    const double *x = mat_row(row, 0);
    double lo = INFINITY, hi = -INFINITY;
    for (int j = 0; j < row.cols; j++) {
        lo = isfinite(x[j]) ? fmin(lo, x[j]) : lo;
        hi = isfinite(x[j]) ? fmax(hi, x[j]) : hi;
    }
    return row.cols > 1 && hi - lo < 1e-9;
}

/* The key's word; its stage may have dimensions for columns. */
static void add_key(const struct saying *y, int key)
{
    const struct scene *now = &y->s->model->now;
    const struct sequence *rows, *keys;
    int stage = stage_crosses(y->d->cell.stage) ? stage_again(STAGE_WEIGHTS) : STAGE_WEIGHTS;
    cursor_stage_words(&now->state, &now->config, stage, &rows, &keys);
    screen_word(&now->state, keys, key, y->out);
}

/* chases is mostly action 1.00, animal 0.40. */
static bool say_meaning(const struct saying *y)
{
    enum { DIMS = 2 };
    struct stages_labels labels = stages_labels_of(y->s, y->d->cell.stage);
    struct grid g = stages_grid(y->s, &labels, y->d->cell.stage);
    int n = 0;
    if (!labels.named)
        return false;
    for (int j = next_largest(y->row, -1); j >= 0 && n < DIMS && mat_at(y->row, 0, j) >= SAID_FROM;
         j = next_largest(y->row, j)) {
        add(y, EITHER(n == 0, TEXT(" is mostly ", " 主要是"), TEXT(", ", "、")));
        n++;
        g.col_label(g.arg, j, y->out);
        text_add(y->out, " ");
        number_fixed(y->out, mat_at(y->row, 0, j), SHARE_DIGITS, WIDE);
    }
    return n > 0;
}

/* chases matches best: cat 38.3, dog 15.9. */
static bool say_fit(const struct saying *y)
{
    int n = 0;
    if (all_alike(y->row)) {
        add(y, TEXT(" matches every key alike", " 和每个键一样相配"));
        return true;
    }
    for (int j = next_largest(y->row, -1); j >= 0 && n < NAMED - 1; j = next_largest(y->row, j)) {
        add(y, EITHER(n == 0, TEXT(" matches best: ", " 最相配的是 "), TEXT(", ", "、")));
        n++;
        add_key(y, j);
        text_add(y->out, " ");
        number_fixed(y->out, mat_at(y->row, 0, j), SCORE_DIGITS, WIDE);
    }
    return n > 0;
}

/* cat may not look at chases, dog. */
static bool say_mask(const struct saying *y)
{
    int hidden = 0;
    for (int j = 0; j < y->row.cols; j++)
        if (!isfinite(mat_at(y->row, 0, j)) && hidden++ < NAMED) {
            add(y, EITHER(hidden == 1, TEXT(" may not look at ", " 不许看 "), TEXT(", ", "、")));
            add_key(y, j);
        }
    if (hidden > NAMED)
        add(y, TEXT(" and others", " 等"));
    if (hidden == 0)
        add(y, TEXT(" may look at every word", " 每个词都可以看"));
    return true;
}

/* chases gives cat 0.53, dog 0.46, the others 0.01. */
static bool say_shares(const struct saying *y)
{
    int n = 0;
    double rest = 1;
    if (all_alike(y->row))
        add(y, TEXT(" gives every word as much, ", " 给每个词一样多，"));
    for (int j = next_largest(y->row, -1); j >= 0 && n < NAMED && mat_at(y->row, 0, j) >= SAID_FROM;
         j = next_largest(y->row, j)) {
        double share = mat_at(y->row, 0, j);
        if (all_alike(y->row)) {
            number_fixed(y->out, share, SHARE_DIGITS, WIDE);
            return true;
        }
        add(y, EITHER(n == 0, TEXT(" gives ", " 给 "), TEXT(", ", "、")));
        n++;
        add_key(y, j);
        text_add(y->out, " ");
        number_fixed(y->out, share, SHARE_DIGITS, WIDE);
        rest -= share;
    }
    if (n > 0 && rest >= SAID_FROM) {
        add(y, TEXT(", the others ", "、其余 "));
        number_fixed(y->out, rest, SHARE_DIGITS, WIDE);
    }
    return n > 0;
}

/* chases takes 0.53 v(cat) + 0.46 v(dog). */
static bool say_mix(const struct saying *y)
{
    const struct scene *now = &y->s->model->now;
    const struct derive_cell *cell = &y->d->cell;
    const struct attention *a = stage_attention(&now->trace.layer[cell->layer], cell->stage);
    struct mat row = mat_rows(attention_head(a, a->map[MAP_WEIGHTS], cell->head), cell->row, 1);
    int n = 0;
    double rest = 1;
    for (int j = next_largest(row, -1); j >= 0 && n < NAMED && mat_at(row, 0, j) >= SAID_FROM;
         j = next_largest(row, j)) {
        add(y, EITHER(n == 0, TEXT(" takes ", " 取 "), TEXT(" + ", " + ")));
        n++;
        number_fixed(y->out, mat_at(row, 0, j), SHARE_DIGITS, WIDE);
        text_add(y->out, " v(");
        add_key(y, j);
        text_add(y->out, ")");
        rest -= mat_at(row, 0, j);
    }
    if (n > 0 && rest >= SAID_FROM) {
        text_add(y->out, " + ");
        number_fixed(y->out, rest, SHARE_DIGITS, WIDE);
        add(y, TEXT(" of the others", "（其余）"));
    }
    return n > 0;
}

/* chases gets this row because it stands here. */
static bool say_place(const struct saying *y)
{
    add(y, TEXT(" gets this row because it stands here", " 因为排在这里，才得到这一行"));
    return y->d->cell.row < y->s->model->now.trace.rows_with_position;
}

/* What follows the word of the row: the same for all numbers, or made from them. */
static const struct {
    int stage;
    struct pair words;
    bool (*say)(const struct saying *y); /* returns false if there is nothing to say */
} sayings[] = {
    {STAGE_X, {0}, say_meaning},
    {STAGE_P, {0}, say_place},
    {STAGE_Q, PAIR(" asks with this row", " 用这一行来问"), NULL},
    {STAGE_K, PAIR(" answers with this row", " 用这一行应答"), NULL},
    {STAGE_V, PAIR(" hands over this row", " 交出这一行"), NULL},
    {STAGE_SCORES, {0}, say_fit},
    {STAGE_SCALED, {0}, say_fit},
    {STAGE_MASKED, {0}, say_mask},
    {STAGE_WEIGHTS, {0}, say_shares},
    {STAGE_HEAD_OUT, {0}, say_mix},
};

bool stages_saying(struct text *out, const struct screen *s, const struct derivation *d)
{
    const struct scene *now = &s->model->now;
    const struct derive_cell *cell = &d->cell;
    struct mat all = stage_matrix(&now->trace, cell->layer, cell->stage, cell->head);
    struct stages_labels labels = stages_labels_of(s, cell->stage);
    if (s->hidden || !mat_present(all) || derivation_walked(d, now->state.look.walk) < d->segments)
        return false;
    struct saying y = {s, d, mat_rows(all, cell->row, 1), out};
    for (size_t i = 0; i < sizeof sayings / sizeof *sayings; i++) {
        if (sayings[i].stage != stage_first(cell->stage))
            continue;
        screen_word(&now->state, labels.rows, cell->row, out);
        bool said = !sayings[i].say || sayings[i].say(&y);
        text_add(out, sayings[i].say ? "" : screen_pair(s, sayings[i].words));
        text_add(out, screen_text(s, TEXT(".", "。")));
        return said;
    }
    return false;
}
