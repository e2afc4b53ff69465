/* One sentence about the row in focus, made from its numbers. */
#include <math.h>

#include "core/math/softmax.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/cell_name.h"
#include "view/stages/stages.h"

enum { NAMED = 3, SIZE_DIGITS = 2, SCORE_DIGITS = 1, WIDE = 12 };

#define SAID_FROM 0.005 /* less would be written 0.00 */

struct saying {
    const struct screen *s;
    const struct derivation *d;
    struct mat row; /* of the stage's matrix, the one in focus */
    struct text *out;
    const char *what; /* before its largest number */
};

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

/* The key's word; its stage may have dimensions for columns. */
static const char *key_of(const struct saying *y, int key)
{
    const struct scene *now = &y->s->session->now;
    const struct sequence *rows, *keys;
    cursor_stage_words(&now->state, &now->config, stage_weights_of(y->d->cell.stage), &rows, &keys);
    return said_word(y->s, &now->state, keys, key);
}

static const char *column_name(const struct saying *y, int column)
{
    struct stages_labels labels = stages_labels_of(y->s, y->d->cell.stage);
    struct grid g = stages_grid(y->s, &labels, y->d->cell.stage);
    struct text t = SCREEN_TEXT(y->s);
    g.col_label(g.arg, column, &t);
    return text_str(&t);
}

static const char *size_of(const struct saying *y, double x)
{
    return said_fixed(y->s, x, SIZE_DIGITS, WIDE);
}

/* The largest numbers of the row, each after its name. */
struct largest {
    const char *(*name)(const struct saying *y, int column);
    int most, digits;
    bool shares; /* of a whole: digits do not count */
    double least;
    const double *by; /* what they are ordered by; NULL: themselves */
};

/* Adds the opening and the list: " gives " cat 0.53, dog 0.46. Subtracts its numbers from *rest, unless that
 * is NULL. Returns false if it is empty. */
static bool add_largest(const struct saying *y, const char *opening, struct largest l, double *rest)
{
    int n = 0;
    const double *by = l.by ? l.by : mat_row(y->row, 0);
    for (int j = vec_next_largest(by, y->row.cols, -1); j >= 0 && n < l.most && by[j] >= l.least;
         j = vec_next_largest(by, y->row.cols, j)) {
        double x = mat_at(y->row, 0, j);
        text_addf(y->out, "%s%s %s", n++ == 0 ? opening : screen_text(y->s, TEXT_AS("saying", ", ")),
                  l.name(y, j),
                  l.shares ? share_text(y->s, x, SHARE_PLAIN) : said_fixed(y->s, x, l.digits, WIDE));
        if (rest)
            *rest -= x;
    }
    return n > 0;
}

/* chases asks with this row: its largest number is 6.33 in column 4. */
static bool say_row(const struct saying *y)
{
    int j = vec_next_largest(mat_row(y->row, 0), y->row.cols, -1);
    text_add(y->out, screen_text(y->s, y->what));
    if (j >= 0)
        screen_add(y->s, y->out, TEXT("%s in column %s"), size_of(y, mat_at(y->row, 0, j)),
                   column_name(y, j));
    return j >= 0;
}

/* chases is mostly action 1.00, animal 0.40; without names, its largest number. */
static bool say_meaning(const struct saying *y)
{
    enum { DIMS = 2 };
    double size[LEXICON_DIMS];
    if (!stages_labels_of(y->s, y->d->cell.stage).named)
        return say_row(y);
    for (int j = 0; j < LEXICON_DIMS; j++)
        size[j] = fabs(mat_at(y->row, 0, j));
    return add_largest(y, screen_text(y->s, TEXT(" is mostly ")),
                       (struct largest){column_name, DIMS, SIZE_DIGITS, false, SAID_FROM, size}, NULL);
}

/* chases matches best: cat 38.3, dog 15.9. */
static bool say_fit(const struct saying *y)
{
    int stage = y->d->cell.stage;
    struct attention_role role = {.cross = true};
    if (!stage_crosses(stage))
        role = attention_first(&y->s->session->now.config);
    /* what the scores are still divided by before they are shared out */
    bool whole = stage_first(stage) == STAGE_SCORES;
    if (all_alike(y->row, whole ? attention_divisor(&y->s->session->now.config, role) : 1)) {
        text_add(y->out, screen_text(y->s, TEXT(" matches every key equally")));
        return true;
    }
    return add_largest(y, screen_text(y->s, TEXT(" matches best: ")),
                       (struct largest){key_of, NAMED - 1, SCORE_DIGITS, false, -INFINITY, NULL}, NULL);
}

/* cat may not look at chases, dog. */
static bool say_mask(const struct saying *y)
{
    int hidden = 0;
    for (int j = 0; j < y->row.cols; j++)
        if (mat_at(y->row, 0, j) == -INFINITY && hidden++ < NAMED)
            screen_add(y->s, y->out, hidden == 1 ? TEXT(" may not look at %s") : TEXT_AS("saying", ", %s"),
                       key_of(y, j));
    if (hidden > NAMED || hidden == 0)
        text_add(y->out,
                 screen_text(y->s, hidden > 0 ? TEXT(" and others") : TEXT(" may look at every word")));
    return true;
}

/* Returns how many shares of a row to name: up to most, or all if "the others" would be one word. */
static int named_shares(struct mat row, int most)
{
    int said = 0;
    for (int j = 0; j < row.cols; j++)
        said += mat_at(row, 0, j) >= SAID_FROM;
    return said == most + 1 ? said : most;
}

/* Returns what the sink takes of the row in focus. */
static double sink_share(const struct saying *y, int head)
{
    const struct derive_cell *cell = &y->d->cell;
    const struct attention *a = &y->s->session->now.trace.layer[cell->layer].self;
    bool sinks = mat_present(a->sink) && !stage_crosses(cell->stage);
    return sinks ? mat_at(attention_head(a, a->sink, head), cell->row, 0) : 0;
}

/* chases gives cat 0.53, dog 0.46, the others 0.01. */
static bool say_shares(const struct saying *y)
{
    int best = vec_next_largest(mat_row(y->row, 0), y->row.cols, -1);
    bool answers = stage_first(y->d->cell.stage) == STAGE_PROBS;
    double share = best < 0 ? 0 : mat_at(y->row, 0, best),
           sink = answers ? 0 : sink_share(y, y->d->cell.head), rest = 1 - sink;
    if (all_alike(y->row, 1)) {
        screen_add(y->s, y->out, TEXT(" gives every word the same, %s"),
                   share_text(y->s, share, SHARE_PLAIN));
        return share >= SAID_FROM;
    }
    bool said =
        add_largest(y, screen_text(y->s, TEXT(" gives ")),
                    (struct largest){key_of, named_shares(y->row, NAMED), 0, true, SAID_FROM, NULL}, &rest);
    if (said && rest >= SAID_FROM)
        screen_add(y->s, y->out, TEXT(", the others %s"), share_text(y->s, rest, SHARE_PLAIN));
    if (said && sink >= SAID_FROM)
        screen_add(y->s, y->out, TEXT(", the sink %s"), share_text(y->s, sink, SHARE_PLAIN));
    return said;
}

/* 0.53 v(cat) + 0.46 v(dog): what a head read for this row, its largest parts. Returns false if nothing. */
static bool add_mix(const struct saying *y, int head, int most, bool values)
{
    double sink = sink_share(y, head), rest = 1 - sink; /* the sink has no value */
    struct mat row = pieces_read(y->s, &y->d->cell, head).row;
    int n = 0;
    row = mat_columns(row, 0, row.cols - (sink > 0));
    most = named_shares(row, most);
    for (int j = vec_next_largest(mat_row(row, 0), row.cols, -1);
         j >= 0 && n < most && mat_at(row, 0, j) >= SAID_FROM;
         j = vec_next_largest(mat_row(row, 0), row.cols, j)) {
        text_addf(y->out, values ? "%s%s v(%s)" : "%s%s %s", n++ == 0 ? "" : " + ",
                  share_text(y->s, mat_at(row, 0, j), SHARE_PLAIN), key_of(y, j));
        rest -= mat_at(row, 0, j);
    }
    if (n > 0 && rest >= SAID_FROM)
        screen_add(y->s, y->out, TEXT(" + %s of the others"), share_text(y->s, rest, SHARE_PLAIN));
    return n > 0;
}

/* chases takes 0.53 v(cat) + 0.46 v(dog). */
static bool say_mix(const struct saying *y)
{
    text_add(y->out, screen_text(y->s, TEXT_AS("saying", " takes ")));
    return add_mix(y, y->d->cell.head, NAMED, true);
}

/* chases now holds what was read: 1.00 cat (head 1), 1.00 dog (head 2). */
static bool say_read(const struct saying *y)
{
    int first, count;
    if (!stages_mixes(y->s, y->d, &first, &count))
        return false;
    text_add(y->out, screen_text(y->s, TEXT(" now holds what it read: ")));
    bool said = true;
    for (int h = first; h < first + count && said; h++) {
        text_add(y->out, h == first ? "" : screen_text(y->s, TEXT_AS("saying", ", ")));
        said = add_mix(y, h, count > 1 ? 1 : NAMED, false);
        if (y->s->session->now.config.heads > 1)
            screen_add(y->s, y->out, TEXT_AS("saying", " (head %d)"), h + 1);
    }
    return said;
}

/* cat: its row of X (length 1.17) plus its row of P (length 2.00). */
static bool say_sum(const struct saying *y)
{
    enum { TERMS = 2 };
    struct derive_from from[DERIVATION_SOURCES];
    if (derivation_sources(y->d, from) != TERMS)
        return false;
    for (int i = 0; i < TERMS; i++) {
        struct mat m = from[i].stage < 0 ? (struct mat){0}
                                         : factor_mat(derivation_matrix(&y->s->session->now, &from[i]));
        double sum = 0;
        if (from[i].row >= m.rows || m.cols != y->row.cols)
            return false;
        for (int j = 0; j < m.cols; j++)
            sum += mat_at(m, from[i].row, j) * mat_at(m, from[i].row, j);
        screen_add(y->s, y->out,
                   i == 0 ? TEXT(": its row of %s (length %s)") : TEXT(" plus its row of %s (length %s)"),
                   cell_matrix(y->s, &from[i]), size_of(y, sqrt(sum)));
    }
    return true;
}

/* cat has 5 of its 16 numbers above 0. */
static bool say_hidden(const struct saying *y)
{
    int n = 0;
    for (int j = 0; j < y->row.cols; j++)
        n += mat_at(y->row, 0, j) > 0;
    screen_add(y->s, y->out, TEXT(" has %d of its %d numbers above 0"), n, y->row.cols);
    return true;
}

/* cat now has mean 0.00 and standard deviation 1.00. */
static bool say_normed(const struct saying *y)
{
    double mean, deviation;
    norm_of_row(mat_row(y->row, 0), y->row.cols, 0, &mean, &deviation);
    screen_add(y->s, y->out, TEXT(" now has mean %s and standard deviation %s"), size_of(y, mean),
               size_of(y, deviation));
    return true;
}

/* chases points to cat 0.53, dog 0.46. */
static bool say_guess(const struct saying *y)
{
    bool shares = stage_first(y->d->cell.stage) == STAGE_PROBS;
    return add_largest(y, screen_text(y->s, TEXT(" points to ")),
                       (struct largest){column_name, NAMED, SIZE_DIGITS, shares, -INFINITY, NULL}, NULL);
}

/* chases gets this row for its position. */
static bool say_place(const struct saying *y)
{
    text_add(y->out, screen_text(y->s, TEXT(" gets this row for its position")));
    return y->d->cell.row < y->s->session->now.trace.rows_with_position;
}

/* What follows the word of the row, made from its numbers; of a row that is named, before its largest number.
 */
static const struct {
    int stage;
    bool (*say)(const struct saying *y); /* returns false if there is nothing to say */
    const char *what;
} sayings[] = {
    {STAGE_X, say_meaning, TEXT(" is this row: its largest number is ")},
    {STAGE_P, say_place, NULL},
    {STAGE_H, say_sum, NULL},
    {STAGE_Q, say_row, TEXT(" asks with this row: its largest number is ")},
    {STAGE_K, say_row, TEXT(" answers with this row: its largest number is ")},
    {STAGE_V, say_row, TEXT(" hands over this row: its largest number is ")},
    {STAGE_SCORES, say_fit, NULL},
    {STAGE_SCALED, say_fit, NULL},
    {STAGE_MASKED, say_mask, NULL},
    {STAGE_WEIGHTS, say_shares, NULL},
    {STAGE_HEAD_OUT, say_mix, NULL},
    {STAGE_CONCAT, say_read, NULL},
    {STAGE_OUTPUT, say_read, NULL},
    {STAGE_RESIDUAL1, say_sum, NULL},
    {STAGE_NORM1, say_normed, NULL},
    {STAGE_FFN_IN, say_normed, NULL},
    {STAGE_HIDDEN, say_hidden, NULL},
    {STAGE_FFN, say_row, TEXT(" gets this row from the network: its largest number is ")},
    {STAGE_RESIDUAL2, say_sum, NULL},
    {STAGE_NORM2, say_normed, NULL},
    {STAGE_FINAL, say_normed, NULL},
    {STAGE_LOGITS, say_guess, NULL},
    {STAGE_PROBS, say_guess, NULL},
};

bool stages_saying(struct text *out, const struct screen *s, const struct derivation *d)
{
    const struct scene *now = &s->session->now;
    const struct derive_cell *cell = &d->cell;
    struct mat all = stage_matrix(&now->trace, cell->layer, cell->stage, cell->head);
    if (s->hidden || !mat_present(all) || derivation_walked(d, now->state.look.stages.walk) < d->segments)
        return false;
    struct saying y = {s, d, mat_rows(all, cell->row, 1), out, NULL};
    const char *word = said_word(s, &now->state, stages_labels_of(s, cell->stage).rows, cell->row);
    if (mat_overflowed(y.row)) {
        screen_add(s, out, TEXT("%s: %s."), word, screen_overflow_says(s));
        return true;
    }
    size_t i = 0;
    while (i < sizeof sayings / sizeof *sayings && sayings[i].stage != stage_first(cell->stage))
        i++;
    if (i == sizeof sayings / sizeof *sayings)
        return false;
    y.what = sayings[i].what;
    text_add(out, word);
    bool said = sayings[i].say(&y);
    text_add(out, screen_text(s, TEXT(".")));
    return said;
}
