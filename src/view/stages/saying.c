/* One sentence about the row in focus, made from its numbers. */
#include <math.h>
#include <stdarg.h>

#include "base/number.h"
#include "core/math/softmax.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/cell_name.h"
#include "view/stages/stages.h"

enum { NAMED = 3, SHARE_DIGITS = 2, SCORE_DIGITS = 1, WIDE = 12 };

#define SAID_FROM 0.005 /* less would be written 0.00 */

struct saying {
    const struct screen *s;
    const struct derivation *d;
    struct mat row; /* of the stage's matrix, the one in focus */
    struct text *out;
};

const char *said_word(const struct screen *s, const struct state *st, const struct sequence *words, int i)
{
    struct text t = SCREEN_TEXT(s);
    screen_word(st, words, i, &t);
    return text_str(&t);
}

const char *said_fixed(const struct screen *s, double x, int digits, int room)
{
    struct text t = SCREEN_TEXT(s);
    number_fixed(&t, x, digits, room);
    return text_str(&t);
}

const char *said_cell(const struct screen *s, const struct derive_from *cell)
{
    struct text t = SCREEN_TEXT(s);
    cell_name(&t, s, cell);
    return text_str(&t);
}

const char *said(const struct screen *s, const char *format, ...)
{
    struct text t = SCREEN_TEXT(s);
    va_list args;
    va_start(args, format);
    text_addv(&t, format, args);
    va_end(args);
    return text_str(&t);
}

static void add(const struct saying *y, const char *en, const char *zh)
{
    text_add(y->out, screen_text(y->s, en, zh));
}

/* Whether softmax makes equal shares of the row, once it is divided by `divisor`. */
static bool all_alike(struct mat row, double divisor)
{
    const double *x = mat_row(row, 0);
    double lo = x[0], hi = x[0];
    for (int j = 1; j < row.cols; j++) {
        lo = fmin(lo, x[j]);
        hi = fmax(hi, x[j]);
    }
    return row.cols > 1 && (hi - lo) / divisor < 1e-9;
}

/* What the scores are still divided by before they are shared out. */
static double divisor_of(const struct saying *y)
{
    const struct config *c = &y->s->model->now.config;
    int stage = y->d->cell.stage;
    struct attention_role role = {.cross = true};
    if (!stage_crosses(stage))
        role = attention_first(c);
    return stage_first(stage) == STAGE_SCORES ? attention_divisor(c, role) : 1;
}

/* The key's word; its stage may have dimensions for columns. */
static void add_key(const struct saying *y, int key)
{
    const struct scene *now = &y->s->model->now;
    const struct sequence *rows, *keys;
    int stage = stage_weights_of(y->d->cell.stage);
    cursor_stage_words(&now->state, &now->config, stage, &rows, &keys);
    screen_word(&now->state, keys, key, y->out);
}

static void add_column(const struct saying *y, int column)
{
    struct stages_labels labels = stages_labels_of(y->s, y->d->cell.stage);
    struct grid g = stages_grid(y->s, &labels, y->d->cell.stage);
    g.col_label(g.arg, column, y->out);
}

/* The largest numbers of the row, each after its name. */
struct list {
    const char *opening;
    void (*add_name)(const struct saying *y, int column);
    int most, digits;
    double least;
    const double *by; /* what they are ordered by; NULL: themselves */
};

/* Adds the opening and the list: " gives " cat 0.53, dog 0.46. Subtracts its numbers from *rest, unless that
 * is NULL. Returns false if it is empty. */
static bool add_list(const struct saying *y, struct list l, double *rest)
{
    int n = 0;
    const double *by = l.by ? l.by : mat_row(y->row, 0);
    for (int j = vec_next_largest(by, y->row.cols, -1); j >= 0 && n < l.most && by[j] >= l.least;
         j = vec_next_largest(by, y->row.cols, j)) {
        text_add(y->out, n++ == 0 ? l.opening : screen_text(y->s, TEXT(", ", "、")));
        l.add_name(y, j);
        text_add(y->out, " ");
        number_fixed(y->out, mat_at(y->row, 0, j), l.digits, WIDE);
        if (rest)
            *rest -= mat_at(y->row, 0, j);
    }
    return n > 0;
}

/* Adds the largest number of the row and its column: 6.33 in column 4. */
static bool add_largest(const struct saying *y)
{
    int j = vec_next_largest(mat_row(y->row, 0), y->row.cols, -1);
    if (j < 0)
        return false;
    number_fixed(y->out, mat_at(y->row, 0, j), SHARE_DIGITS, WIDE);
    add(y, TEXT(" in column ", "，在第 "));
    add_column(y, j);
    add(y, TEXT("", " 列"));
    return true;
}

/* chases is mostly action 1.00, animal 0.40; without names, its largest number. */
static bool say_meaning(const struct saying *y)
{
    enum { DIMS = 2 };
    if (!stages_labels_of(y->s, y->d->cell.stage).named) {
        add(y, TEXT(" is this row: its largest number is ", " 就是这一行：最大的数是 "));
        return add_largest(y);
    }
    const char *opening = screen_text(y->s, TEXT(" is mostly ", " 主要是"));
    double size[LEXICON_DIMS];
    for (int j = 0; j < LEXICON_DIMS; j++)
        size[j] = fabs(mat_at(y->row, 0, j));
    return add_list(y, (struct list){opening, add_column, DIMS, SHARE_DIGITS, SAID_FROM, size}, NULL);
}

/* chases matches best: cat 38.3, dog 15.9. */
static bool say_fit(const struct saying *y)
{
    if (all_alike(y->row, divisor_of(y))) {
        add(y, TEXT(" matches every key equally", " 和每个键一样相配"));
        return true;
    }
    const char *opening = screen_text(y->s, TEXT(" matches best: ", " 最相配的是 "));
    return add_list(y, (struct list){opening, add_key, NAMED - 1, SCORE_DIGITS, -INFINITY, NULL}, NULL);
}

/* cat may not look at chases, dog. */
static bool say_mask(const struct saying *y)
{
    int hidden = 0;
    for (int j = 0; j < y->row.cols; j++)
        if (mat_at(y->row, 0, j) == -INFINITY && hidden++ < NAMED) {
            add(y, EITHER(hidden == 1, TEXT(" may not look at ", " 不许看 "), TEXT(", ", "、")));
            add_key(y, j);
        }
    if (hidden > NAMED)
        add(y, TEXT(" and others", " 等"));
    if (hidden == 0)
        add(y, TEXT(" may look at every word", " 每个词都可以看"));
    return true;
}

/* Returns how many shares of a row to name: up to most, or all if "the others" would be one word. */
static int named(struct mat row, int most)
{
    int said = 0;
    for (int j = 0; j < row.cols; j++)
        said += mat_at(row, 0, j) >= SAID_FROM;
    return said == most + 1 ? said : most;
}

/* chases gives cat 0.53, dog 0.46, the others 0.01. */
static bool say_shares(const struct saying *y)
{
    int best = vec_next_largest(mat_row(y->row, 0), y->row.cols, -1);
    double share = best < 0 ? 0 : mat_at(y->row, 0, best), rest = 1;
    if (all_alike(y->row, 1)) {
        add(y, TEXT(" gives every word the same, ", " 给每个词一样多，"));
        number_fixed(y->out, share, SHARE_DIGITS, WIDE);
        return share >= SAID_FROM;
    }
    const char *opening = screen_text(y->s, TEXT(" gives ", " 给 "));
    bool said = add_list(
        y, (struct list){opening, add_key, named(y->row, NAMED), SHARE_DIGITS, SAID_FROM, NULL}, &rest);
    if (said && rest >= SAID_FROM) {
        add(y, TEXT(", the others ", "、其余 "));
        number_fixed(y->out, rest, SHARE_DIGITS, WIDE);
    }
    return said;
}

/* 0.53 v(cat) + 0.46 v(dog): what a head read for this row, its largest parts. Returns false if nothing. */
static bool add_mix(const struct saying *y, int head, int most, const char *before, const char *after)
{
    struct mat row = pieces_read(y->s, &y->d->cell, head).row;
    int n = 0;
    double rest = 1;
    most = named(row, most);
    for (int j = vec_next_largest(mat_row(row, 0), row.cols, -1);
         j >= 0 && n < most && mat_at(row, 0, j) >= SAID_FROM;
         j = vec_next_largest(mat_row(row, 0), row.cols, j)) {
        text_add(y->out, n++ == 0 ? "" : " + ");
        number_fixed(y->out, mat_at(row, 0, j), SHARE_DIGITS, WIDE);
        text_add(y->out, before);
        add_key(y, j);
        text_add(y->out, after);
        rest -= mat_at(row, 0, j);
    }
    if (n > 0 && rest >= SAID_FROM) {
        text_add(y->out, " + ");
        number_fixed(y->out, rest, SHARE_DIGITS, WIDE);
        add(y, TEXT(" of the others", "（其余）"));
    }
    return n > 0;
}

/* chases takes 0.53 v(cat) + 0.46 v(dog). */
static bool say_mix(const struct saying *y)
{
    add(y, TEXT(" takes ", " 取 "));
    return add_mix(y, y->d->cell.head, NAMED, " v(", ")");
}

/* chases now holds what was read: 1.00 cat (head 1), 1.00 dog (head 2). */
static bool say_read(const struct saying *y)
{
    int first, count, heads = y->s->model->now.config.heads;
    if (!stages_mixes(y->s, y->d, &first, &count))
        return false;
    add(y, TEXT(" now holds what it read: ", " 现在装着它读到的："));
    bool said = true;
    for (int h = first; h < first + count && said; h++) {
        add(y, EITHER(h == first, TEXT("", ""), TEXT(", ", "、")));
        said = add_mix(y, h, count > 1 ? 1 : NAMED, " ", "");
        if (heads > 1)
            text_addf(y->out, screen_text(y->s, TEXT(" (head %d)", "（第 %d 头）")), h + 1);
    }
    return said;
}

/* chases asks with this row: its largest number is 6.33 in column 4. */
static bool say_asks(const struct saying *y)
{
    add(y, TEXT(" asks with this row: its largest number is ", " 用这一行来问：最大的数是 "));
    return add_largest(y);
}

static bool say_answers(const struct saying *y)
{
    add(y, TEXT(" answers with this row: its largest number is ", " 用这一行应答：最大的数是 "));
    return add_largest(y);
}

static bool say_hands_over(const struct saying *y)
{
    add(y, TEXT(" hands over this row: its largest number is ", " 交出这一行：最大的数是 "));
    return add_largest(y);
}

static bool say_ffn(const struct saying *y)
{
    add(y, TEXT(" gets this row from the network: its largest number is ",
                " 从前馈网络得到这一行：最大的数是 "));
    return add_largest(y);
}

static double length(struct mat row)
{
    double sum = 0;
    for (int j = 0; j < row.cols; j++)
        sum += mat_at(row, 0, j) * mat_at(row, 0, j);
    return sqrt(sum);
}

/* cat: its row of X (length 1.17) plus its row of P (length 2.00). */
static bool say_sum(const struct saying *y)
{
    enum { TERMS = 2 };
    struct derive_from from[DERIVATION_SOURCES];
    if (derivation_sources(y->d, from) != TERMS)
        return false;
    for (int i = 0; i < TERMS; i++) {
        struct mat m =
            from[i].stage < 0 ? (struct mat){0} : factor_mat(derivation_matrix(&y->s->model->now, &from[i]));
        if (from[i].row >= m.rows || m.cols != y->row.cols)
            return false;
        add(y, EITHER(i == 0, TEXT(": its row of ", "："), TEXT(" plus its row of ", "加上 ")));
        text_add(y->out, cell_matrix(y->s, &from[i]));
        add(y, TEXT(" (length ", " 的一行（长 "));
        number_fixed(y->out, length(mat_rows(m, from[i].row, 1)), SHARE_DIGITS, WIDE);
        add(y, TEXT(")", "）"));
    }
    return true;
}

/* cat has 5 of its 16 numbers above 0. */
static bool say_hidden(const struct saying *y)
{
    int n = 0;
    for (int j = 0; j < y->row.cols; j++)
        n += mat_at(y->row, 0, j) > 0;
    text_addf(y->out,
              screen_text(y->s, TEXT(" has %d of its %d numbers above 0", " 有 %d 个数大于 0，共 %d 个")), n,
              y->row.cols);
    return true;
}

/* cat now has mean 0.00 and standard deviation 1.00. */
static bool say_normed(const struct saying *y)
{
    double mean, deviation;
    norm_of_row(mat_row(y->row, 0), y->row.cols, 0, &mean, &deviation);
    add(y, TEXT(" now has mean ", " 现在的均值是 "));
    number_fixed(y->out, mean, SHARE_DIGITS, WIDE);
    add(y, TEXT(" and standard deviation ", "，标准差是 "));
    number_fixed(y->out, deviation, SHARE_DIGITS, WIDE);
    return true;
}

/* chases points to cat 0.53, dog 0.46. */
static bool say_guess(const struct saying *y)
{
    const char *opening = screen_text(y->s, TEXT(" points to ", "："));
    return add_list(y, (struct list){opening, add_column, NAMED, SHARE_DIGITS, -INFINITY, NULL}, NULL);
}

/* chases gets this row for its position. */
static bool say_place(const struct saying *y)
{
    add(y, TEXT(" gets this row for its position", " 因为排在这里，才得到这一行"));
    return y->d->cell.row < y->s->model->now.trace.rows_with_position;
}

/* What follows the word of the row, made from its numbers. */
static const struct {
    int stage;
    bool (*say)(const struct saying *y); /* returns false if there is nothing to say */
} sayings[] = {
    {STAGE_X, say_meaning},      {STAGE_P, say_place},       {STAGE_H, say_sum},
    {STAGE_Q, say_asks},         {STAGE_K, say_answers},     {STAGE_V, say_hands_over},
    {STAGE_SCORES, say_fit},     {STAGE_SCALED, say_fit},    {STAGE_MASKED, say_mask},
    {STAGE_WEIGHTS, say_shares}, {STAGE_HEAD_OUT, say_mix},  {STAGE_CONCAT, say_read},
    {STAGE_OUTPUT, say_read},    {STAGE_RESIDUAL1, say_sum}, {STAGE_NORM1, say_normed},
    {STAGE_FFN_IN, say_normed},  {STAGE_HIDDEN, say_hidden}, {STAGE_FFN, say_ffn},
    {STAGE_RESIDUAL2, say_sum},  {STAGE_NORM2, say_normed},  {STAGE_FINAL, say_normed},
    {STAGE_LOGITS, say_guess},   {STAGE_PROBS, say_guess},
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
    if (mat_overflowed(y.row)) {
        screen_word(&now->state, labels.rows, cell->row, out);
        text_addf(out, "%s%s%s", screen_text(s, TEXT(": ", "：")), screen_overflow_says(s),
                  screen_text(s, TEXT(".", "。")));
        return true;
    }
    for (size_t i = 0; i < sizeof sayings / sizeof *sayings; i++) {
        if (sayings[i].stage != stage_first(cell->stage))
            continue;
        screen_word(&now->state, labels.rows, cell->row, out);
        bool said = sayings[i].say(&y);
        text_add(out, screen_text(s, TEXT(".", "。")));
        return said;
    }
    return false;
}
