/* Matching of rows and columns between two scenes, and their differences. */
#include "study/comparison.h"

#include <math.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "tasks/grammar.h"
#include "study/cursor.h"

static bool is_word(const struct state *s, const struct sequence *q, int t, const char *word)
{
    return strcmp(grammar_case(state_name(s, q, t), true), word) == 0;
}

int comparison_word(const struct state *a, const struct sequence *of, int t, const struct state *b,
                    const struct sequence *in)
{
    const char *word = grammar_case(state_name(a, of, t), true);
    int k = 0;
    for (int i = 0; i < sequence_before_swap(of, t); i++)
        k += is_word(a, of, sequence_after_swap(of, i), word);
    for (int i = 0; i < in->count; i++) {
        int at = sequence_after_swap(in, i);
        if (is_word(b, in, at, word) && k-- == 0)
            return at;
    }
    return -1;
}

static struct comparison_side comparison_side_of(const struct scene *s, const struct look *look, int stage)
{
    const struct state *st = &s->state;
    struct comparison_side out = {.scene = s, .rows = st->sentence};
    if (stage == COMPARE_FINAL) {
        out.m = trace_final(&s->trace);
        return out;
    }
    cursor_stage_words(st, &s->config, stage, &out.rows, &out.cols);
    bool there = look->layer < s->config.layers &&
                 (stage_row(stage)->heads != HEADS_APART || look->head < s->config.heads) &&
                 stage_present(&s->config, look->layer, stage);
    if (there)
        out.m = stage_matrix(&s->trace, look->layer, stage, look->head);
    return out;
}

static void match(int *out, const struct scene *a, const struct sequence *x, const struct scene *b,
                  const struct sequence *y)
{
    for (int i = 0; i < x->count; i++)
        out[i] = y ? comparison_word(&a->state, x, i, &b->state, y) : -1;
}

void comparison_make(struct comparison *c, const struct scene *a, const struct scene *b, int stage)
{
    c->a = comparison_side_of(a, &a->state.look, stage);
    c->b = comparison_side_of(b, &a->state.look, stage);
    bool there = mat_present(c->a.m) && mat_present(c->b.m);
    c->same_width = there && (c->a.cols ? c->b.cols != NULL : c->a.m.cols == c->b.m.cols);
    double size = fmax(1, fmax(mat_max_abs(c->a.m), mat_max_abs(c->b.m)));
    c->size = isfinite(size) ? size : 1;
    if (c->a.rows)
        match(c->row_of, a, c->a.rows, b, c->b.rows);
    if (c->a.cols)
        match(c->col_of, a, c->a.cols, b, c->b.cols);
}

double comparison_row(const struct comparison *c, int i)
{
    int row = c->row_of[i];
    double most = -1;
    if (!c->same_width || row < 0)
        return -1;
    for (int j = 0; j < c->a.m.cols; j++) {
        int col = c->a.cols ? c->col_of[j] : j;
        if (col < 0)
            continue;
        double a = mat_at(c->a.m, i, j), b = mat_at(c->b.m, row, col);
        double x = a == b ? 0 : fabs(a - b); /* also if a key is hidden, -inf, on both sides */
        if (isnan(x))
            return x;
        most = fmax(most, x);
    }
    return most;
}

double comparison_most(const struct comparison *c)
{
    double most = -1;
    for (int i = 0; i < c->a.m.rows; i++) {
        double x = comparison_row(c, i);
        if (isnan(x))
            return x;
        most = fmax(most, x);
    }
    return most;
}

static double mean_of(struct mat m, int col)
{
    double sum = 0;
    for (int i = 0; i < m.rows; i++)
        sum += mat_at(m, i, col);
    return sum / m.rows;
}

double comparison_mean(const struct comparison *c)
{
    double most = 0;
    if (!c->same_width || c->a.cols)
        return -1;
    for (int j = 0; j < c->a.m.cols; j++) {
        double x = fabs(mean_of(c->a.m, j) - mean_of(c->b.m, j));
        if (isnan(x))
            return x;
        most = fmax(most, x);
    }
    return most;
}

bool comparison_rounding(const struct comparison *c, double difference)
{
    return difference >= 0 && difference <= COMPARISON_ROUNDING * c->size;
}
