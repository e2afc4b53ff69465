/* Numbers in sentences and tables: each is one of the computed ones, and what is worked out step by step is
 * so. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/math/softmax.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/readout.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "core/encoding/posenc.h"
#include "state/weights.h"
#include "study/cause/cause.h"
#include "study/comparison.h"
#include "study/cursor.h"
#include "support/models.h"
#include "support/claims.h"
#include "view/screen.h"

static const struct look *look_of(const struct claims *c)
{
    return &c->m->now.state.look;
}

/* ---- what each layer would say: layer, and behind it a word with its share ------------------- */

static bool layer_says(const struct claims *c, int behind)
{
    const struct scene *now = &c->m->now;
    const struct claim_piece *said = &c->piece[1];
    double shares[CONFIG_MAX_CLASSES], share;
    const char *blank = said->s + said->n;
    while (blank > said->s && *blank != ' ')
        blank--;
    int classes = now->config.classes, best;
    if (classes > CONFIG_MAX_CLASSES) /* of a model: its share at least is one */
        return strtod(blank, NULL) >= 0 && strtod(blank, NULL) <= 1;
    readout_lens(shares, &now->trace, &now->config, behind, cause_asks(&now->state));
    softmax_row(shares, shares, classes);
    best = vec_largest(shares, classes);
    share = strtod(blank, NULL);
    const char *word = state_word(&now->state, now->state.classes, best);
    return fabs(share - shares[best]) <= 0.051 && strncmp(word, said->s, (size_t)(blank - said->s)) == 0;
}

static bool says_before(const struct claims *c)
{
    return layer_says(c, -1);
}

static bool says_after(const struct claims *c)
{
    return layer_says(c, (int)c->piece[0].x - 1);
}

/* ---- steps of the arithmetic: the last numbers of a claim ------------------------------------ */

static const struct claim_piece *from_last(const struct claims *c, int i)
{
    return &c->piece[c->pieces - 1 - i];
}

/* How far a result may be off that was computed from these before they were rounded. */
static bool near(const struct claim_piece *result, double x, double slack)
{
    double unit = result->decimals < 0 ? fabs(result->x) * 0.01 : pow(10, -result->decimals);
    if (!isfinite(x) || !isfinite(result->x) || fabs(x) > 1e9 || !isfinite(slack))
        return true; /* what cannot be worked out by hand is not claimed */
    return fabs(result->x - x) <= 0.51 * unit + slack;
}

static double half_unit(const struct claim_piece *p)
{
    return p->decimals < 0 ? INFINITY : 0.5 * pow(10, -p->decimals);
}

/* … a times b is v, sum so far s: the pieces are name, a, name, b, v, s or a, b, v */
static bool times(const struct claim_piece *a, const struct claim_piece *b, const struct claim_piece *v)
{
    return near(v, a->x * b->x,
                fabs(a->x) * half_unit(b) + fabs(b->x) * half_unit(a) + half_unit(a) * half_unit(b));
}

static bool product_and_sum(const struct claims *c)
{
    const struct claim_piece *a = from_last(c, c->pieces - 2), *b = from_last(c, 2);
    return times(a, b, from_last(c, 1));
}

/* a times b is v, sum so far s, where a name may come before a or b */
static bool number_times_number(const struct claims *c)
{
    return times(from_last(c, 3), from_last(c, 2), from_last(c, 1));
}

static bool product(const struct claims *c)
{
    const struct claim_piece *b = from_last(c, 1), *a = &c->piece[0];
    for (int i = 0; i < c->pieces - 2; i++)
        a = c->piece[i].n > 0 && strchr("-0123456789.", c->piece[i].s[0]) ? &c->piece[i] : a;
    return times(a, b, from_last(c, 0));
}

static bool added(const struct claims *c)
{
    const struct claim_piece *b = from_last(c, 1), *a = &c->piece[0];
    return near(from_last(c, 0), a->x + b->x, half_unit(a) + half_unit(b));
}

static bool sum_of_cells(const struct claims *c)
{
    const struct claim_piece *b = from_last(c, 1), *a = from_last(c, 3);
    return near(from_last(c, 0), a->x + b->x, half_unit(a) + half_unit(b));
}

static bool encoding_times(const struct claims *c)
{
    return times(from_last(c, 2), from_last(c, 1), from_last(c, 0));
}

static bool quotient(const struct claims *c)
{
    const struct claim_piece *v = from_last(c, 0), *b = from_last(c, 1), *a = from_last(c, 2);
    double least = fabs(b->x) - half_unit(b);
    return least <= 0 || !isfinite(least) || half_unit(a) > 1 ||
           near(v, a->x / b->x, half_unit(a) / least + fabs(a->x / b->x) * half_unit(b) / least);
}

bool claims_exponential(const struct claims *c)
{
    const struct claim_piece *s = from_last(c, 1), *b = from_last(c, 2), *a = from_last(c, 3);
    double x = exp(a->x - b->x), slack = half_unit(a) + half_unit(b);
    return !(slack < 0.1) || near(s, x, x * (exp(slack) - 1));
}

static bool squared(const struct claims *c)
{
    const struct claim_piece *v = from_last(c, 1), *b = from_last(c, 2), *a = from_last(c, 3);
    double x = a->x - b->x, slack = half_unit(a) + half_unit(b);
    return near(v, x * x, 2 * fabs(x) * slack + slack * slack);
}

static bool sine_of_angle(const struct claims *c)
{
    return near(from_last(c, 0), sin(from_last(c, 1)->x), half_unit(from_last(c, 1)));
}

static bool cosine_of_angle(const struct claims *c)
{
    return near(from_last(c, 0), cos(from_last(c, 1)->x), half_unit(from_last(c, 1)));
}

/* term t is a and counts v: all of it, or 0 */
static bool counts(const struct claims *c)
{
    const struct claim_piece *v = from_last(c, 1), *a = from_last(c, 2);
    return v->x == 0 || v->x == a->x || isnan(a->x);
}

/* ---- numbers of the trace ------------------------------------------------------------------- */

/* The numbers stand beside each other in a row of a matrix. */
static bool in_matrix(struct mat m, const struct claim_piece *n, int count)
{
    if (!mat_present(m))
        return false;
    for (int r = 0; r < m.rows; r++)
        for (int from = 0; from + count <= m.cols; from++) {
            int i = 0;
            while (i < count && claims_number(&n[i], mat_at(m, r, from + i)))
                i++;
            if (i == count)
                return true;
        }
    return false;
}

static bool in_scene(const struct scene *now, const struct claim_piece *n, int count)
{
    for (int l = 0; l < now->config.layers; l++) {
        for (int s = 1; s < STAGE_COUNT; s++)
            for (int h = 0; h < now->config.heads; h++)
                if (stage_present(&now->config, l, s) &&
                    in_matrix(stage_matrix(&now->trace, l, s, h), n, count))
                    return true;
        const struct attention *a = &now->trace.layer[l].self;
        if (a->term_count > 0 && in_matrix(a->terms, n, count))
            return true;
    }
    return false;
}

/* Numbers of a table's line, each perhaps after a word; 0: it is not such a line. The label ends with ": ".
 */
static int numbers_of(const struct claims *c, const char *line, struct claim_piece *out, int most)
{
    struct claims in = *c;
    const char *p = strstr(line, ": "), *zh = strstr(line, "：");
    int count = 0;
    p = c->lang == LANG_ZH && zh ? zh + 3 : p ? p + 2 : NULL;
    while (p && *p && count < most) {
        in.begin = p;
        int n = claims_match(&in, "%n", p), skip = 0;
        if (n <= 0)
            n = claims_match(&in, "%w %n", p);
        if (n <= 0)
            return 0;
        out[count++] = in.piece[in.pieces - 1];
        p += n;
        skip = strncmp(p, ", ", 2) == 0 ? 2 : strncmp(p, "，", 3) == 0 ? 3 : 0;
        if (*p && skip == 0)
            return strncmp(p, " and ", 5) == 0 || strncmp(p, " 等", 4) == 0 ? count : 0;
        p += skip;
    }
    return p && !*p ? count : 0;
}

bool claims_table(const struct claims *c, const char *line, bool *right)
{
    enum { MOST = 700 };
    static struct claim_piece n[MOST];
    int count = numbers_of(c, line, n, MOST);
    const char *pin;
    const struct scene *other = look_of(c)->view == VIEW_COMPARE ? session_beside(c->m, &pin) : NULL;
    *right = true;
    switch (look_of(c)->view) {
    case VIEW_FLOW:
    case VIEW_STAGES:
    case VIEW_TERMS:
        *right = count == 0 || in_scene(&c->m->now, n, count);
        break;
    case VIEW_COMPARE:
        *right = count < 2 || in_scene(&c->m->now, n, count) || (other && in_scene(other, n, count));
        break;
    default:
        break;
    }
    return count > 0;
}

/* weights[猫→狗] = 0.305: the number of the stage in view under the cursor. */
static bool in_focus(const struct claims *c)
{
    const struct scene *now = &c->m->now;
    const struct look *l = look_of(c);
    int row, col;
    cursor_of_stage(&now->state, &now->config, l->stage, &row, &col);
    struct mat m = stage_matrix(&now->trace, l->layer, l->stage, l->head);
    return row < m.rows && col < m.cols && claims_number(from_last(c, 0), mat_at(m, row, col));
}

static bool in_the_lens(const struct claims *c)
{
    return in_scene(&c->m->now, from_last(c, 0), 1);
}

static bool rows_and_columns(const struct claims *c)
{
    const struct look *l = look_of(c);
    struct mat m = stage_matrix(&c->m->now.trace, l->layer, l->stage, l->head);
    return (int)c->piece[0].x == m.rows && (int)c->piece[1].x == m.cols;
}

/* d 8, heads 2: as set. */
static bool sizes(const struct claims *c)
{
    const struct settings *set = &c->m->now.state.set;
    return (int)c->piece[2].x == set->d && (int)c->piece[3].x == set->heads;
}

static bool layer_and_head(const struct claims *c)
{
    const struct look *l = look_of(c);
    const struct config *k = &c->m->now.config;
    const struct claim_piece *n = &c->piece[c->pieces - 2];
    return ((int)n[0].x == l->layer + 1 && (int)n[1].x == k->layers) ||
           ((int)n[0].x == l->head + 1 && (int)n[1].x == k->heads);
}

static bool stage_number(const struct claims *c)
{
    int count = 0, number = 0;
    for (int s = 0; s < STAGE_COUNT; s++) {
        count += stage_present(&c->m->now.config, look_of(c)->layer, s);
        number += s <= look_of(c)->stage && stage_present(&c->m->now.config, look_of(c)->layer, s);
    }
    return (int)c->piece[0].x == number && (int)c->piece[1].x == count;
}

static bool layers_computed(const struct claims *c)
{
    return (int)from_last(c, 0)->x == c->m->now.config.layers;
}

static bool layers_and_here(const struct claims *c)
{
    return (int)from_last(c, 1)->x == c->m->now.config.layers &&
           (int)from_last(c, 0)->x == look_of(c)->layer + 1;
}

/* ---- two states ------------------------------------------------------------------------------ */

static bool one_order(const struct claims *c)
{
    const struct state *s = &c->m->now.state;
    for (int i = 1; i < s->sentence->count; i++)
        if (s->sentence->id[i] != s->sentence->id[0])
            return false;
    return true;
}

/* The rows of a matrix are alike, but for rounding. */
static bool rows_alike(struct mat m)
{
    double most = mat_max_finite(m);
    for (int r = 1; r < m.rows; r++)
        for (int j = 0; j < m.cols; j++)
            if (fabs(mat_at(m, r, j) - mat_at(m, 0, j)) > 1e-10 * most)
                return false;
    return true;
}

/* Those that the axes of the map are from. */
static bool all_rows_alike(const struct claims *c)
{
    const struct look *l = look_of(c);
    const struct attention *a = &c->m->now.trace.layer[l->layer].self;
    bool x = l->axes != AXES_X || rows_alike(c->m->now.trace.X);
    bool h = (l->axes != AXES_H && l->axes != AXES_ALL) || rows_alike(a->H);
    return x && h && ((l->axes != AXES_OUTPUT && l->axes != AXES_ALL) || rows_alike(a->output));
}

/* The matrices that the axes of the map are from. */
static int axes_from(const struct claims *c, struct mat *m)
{
    const struct scene *now = &c->m->now;
    const struct look *l = look_of(c);
    const struct attention *a = &now->trace.layer[l->layer].self;
    int last = stage_output(&now->config, l->layer), count = 0;
    if (l->axes == AXES_ALL || l->axes == AXES_X)
        m[count++] = stage_present(&now->config, l->layer, STAGE_X) || l->axes == AXES_X
                         ? now->trace.X
                         : (struct mat){.rows = 0};
    if (l->axes == AXES_ALL || l->axes == AXES_H)
        m[count++] = a->H;
    if (l->axes == AXES_ALL || l->axes == AXES_OUTPUT)
        m[count++] = a->output;
    if (l->axes == AXES_ALL && last != STAGE_OUTPUT)
        m[count++] = stage_matrix(&now->trace, l->layer, last, 0);
    return count;
}

enum { WIDE_MAP = 64, TURNS = 3000 };

/* The covariance of all their rows, in units of the largest entry. */
static void covariance(const struct mat *m, int count, double cov[WIDE_MAP][WIDE_MAP])
{
    double mean[WIDE_MAP] = {0}, most = 1e-300;
    int d = m[count - 1].cols, rows = 0;
    memset(cov, 0, sizeof(double[WIDE_MAP][WIDE_MAP]));
    for (int i = 0; i < count; i++) {
        rows += m[i].rows;
        most = fmax(most, mat_max_finite(m[i]));
    }
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++)
            for (int r = 0; r < m[i].rows; r++)
                for (int j = 0; j < d; j++)
                    if (pass == 0)
                        mean[j] += mat_at(m[i], r, j) / most / rows;
                    else
                        for (int k = 0; k < d; k++)
                            cov[j][k] +=
                                (mat_at(m[i], r, j) / most - mean[j]) * (mat_at(m[i], r, k) / most - mean[k]);
}

/* The share of the spread along axis 0 or 1, by repeated multiplication; NaN: there is no spread. */
static double axis_share(const struct mat *m, int count, int axis)
{
    static double cov[WIDE_MAP][WIDE_MAP];
    double total = 0, along = 0;
    int d = m[count - 1].cols;
    covariance(m, count, cov);
    for (int j = 0; j < d; j++)
        total += cov[j][j];
    for (int a = 0; a <= axis; a++) {
        double v[WIDE_MAP], w[WIDE_MAP];
        for (int j = 0; j < d; j++)
            v[j] = 1 + 0.37 * ((j * 7 + a) % 5);
        for (int t = 0; t < TURNS; t++) {
            double size = 0;
            for (int j = 0; j < d; j++) {
                w[j] = 0;
                for (int k = 0; k < d; k++)
                    w[j] += cov[j][k] * v[k];
                size += w[j] * w[j];
            }
            bool settled = fabs(along - sqrt(size)) <= 1e-9 * along;
            along = sqrt(size);
            if (settled)
                break;
            for (int j = 0; j < d; j++)
                v[j] = along > 0 ? w[j] / along : 0;
        }
        for (int j = 0; j < d && a < axis; j++)
            for (int k = 0; k < d; k++)
                cov[j][k] -= along * v[j] * v[k];
    }
    return total > 1e-24 ? along / total : NAN;
}

/* Both axes show as much of the spread as is said. */
static bool axes_show(const struct claims *c)
{
    struct mat m[4];
    int count = axes_from(c, m);
    for (int i = 0; i < count; i++)
        if (m[i].cols > WIDE_MAP || !(mat_max_finite(m[i]) < 1e150) || mat_overflowed(m[i]))
            return true; /* too large to be counted here */
    for (int axis = 0; axis < 2; axis++) {
        double share = axis_share(m, count, axis), said = c->piece[axis].x;
        if (isnan(share) ? said != 0 : !(fabs(100 * share - said) < 0.7))
            return false;
    }
    return true;
}

/* The matrix that the map has at a letter. */
static struct mat map_matrix(const struct claims *c, const struct claim_piece *letter)
{
    const struct scene *now = &c->m->now;
    const int layer = now->state.look.layer;
    const int stage = *letter->s == 'x'   ? STAGE_X
                      : *letter->s == 'h' ? STAGE_H
                      : *letter->s == 'o' ? STAGE_OUTPUT
                                          : stage_output(&now->config, layer);
    return stage_matrix(&now->trace, layer, stage, 0);
}

/* A word's way between two letters, in all columns. */
static bool word_moves(const struct claims *c)
{
    const int word = c->m->now.state.look.query;
    const struct mat from = map_matrix(c, &c->piece[1]), to = map_matrix(c, &c->piece[2]);
    double sum = 0;
    for (int j = 0; j < from.cols; j++)
        sum += pow(mat_at(to, word, j) - mat_at(from, word, j), 2);
    return c->piece[4].x <= c->piece[3].x * 1.01 + 0.01 && claims_number(&c->piece[3], sqrt(sum));
}

/* Of the last digits; where terms are as large as 1e12, of the numbers themselves. */
static bool rounding_is_small(const struct claims *c)
{
    const struct attention *a = &c->m->now.trace.layer[look_of(c)->layer].self;
    double unit = pow(10, -c->m->now.state.look.digits),
           most = a->term_count > 0 ? mat_max_finite(a->terms) : 0;
    return fabs(c->piece[0].x) < unit * TERM_MAX || fabs(c->piece[0].x) < 1e-12 * most;
}

/* Nobody does anything to anybody in a sentence that the grammar knows, or it is done to the same words. */
static bool no_two_act(const struct claims *c)
{
    const struct state *s = &c->m->now.state;
    struct grammar_reading as;
    if (!weights_reading(s, &as) || as.doer.end == 0 || as.done_to.end == 0)
        return true;
    const int *doer = &s->sentence->id[as.doer.first], *done_to = &s->sentence->id[as.done_to.first];
    int n = as.doer.end - as.doer.first;
    const char *first = state_name(s, s->sentence, as.done_to.first);
    /* "they see them": one word in two forms */
    bool one = n == 1 && as.done_to.end - as.done_to.first == 1 &&
               (strcmp(grammar_case(state_name(s, s->sentence, as.doer.first), false), first) == 0 ||
                strcmp(grammar_case(first, false), state_name(s, s->sentence, as.doer.first)) == 0);
    return one ||
           (n == as.done_to.end - as.done_to.first && memcmp(doer, done_to, (size_t)n * sizeof *doer) == 0) ||
           strcmp(first, "who") == 0 || strcmp(first, "what") == 0 ||
           strcmp(state_name(s, s->sentence, 0), "who") == 0;
}

/* A pronoun stands where it does something and where it is done to: it has other numbers there. */
static bool pronoun_declines(const struct claims *c)
{
    const struct exchange *e = &c->m->order.swaps;
    const struct state *s = &c->m->now.state;
    const char *doer = state_name(s, s->sentence, e->a), *done_to = state_name(s, s->sentence, e->b);
    bool alone = (e->a_end - e->a == 1 && strcmp(grammar_case(doer, false), doer) != 0) ||
                 (e->b_end - e->b == 1 && strcmp(grammar_case(done_to, true), done_to) != 0);
    return e->b_end > 0 && alone;
}

static bool swapped_vectors_same(const struct claims *c)
{
    const struct exchange *e = &c->m->order.swaps;
    struct mat X = c->m->now.trace.X;
    bool same = e->b_end > 0 && e->a_end - e->a == e->b_end - e->b;
    for (int k = 0; same && k < (e->a_end - e->a) * X.cols; k++)
        same = mat_at(X, e->a + k / X.cols, k % X.cols) == mat_at(X, e->b + k / X.cols, k % X.cols);
    return same;
}

/* The needle that only its sine is known of: both angles have it. */
static bool needle_fits(const struct claims *c)
{
    const struct config *k = &c->m->now.config;
    const struct claim_piece *a = from_last(c, 1), *b = from_last(c, 0);
    double row[CONFIG_MAX_D], unit = 3.14159265358979 / 180;
    int column = look_of(c)->encoding.column;
    return k->pe->row && k->pe->row(row, look_of(c)->encoding.pos, k) && (int)from_last(c, 2)->x == column &&
           a->x <= b->x && fabs(sin(a->x * unit) - row[column]) < 0.002 &&
           fabs(sin(b->x * unit) - row[column]) < 0.002 && fabs(remainder(a->x + b->x - 180, 360)) < 0.1001;
}

/* Of the four corners some have moved by rounding only: then so has their mean. */
static bool mean_stays(const struct claims *c)
{
    for (int i = 0; i < 4; i++) {
        const struct order_corner *k = &c->m->order.corner[i / 2][i % 2];
        if (k->known && k->most_rounding && !k->mean_rounding && isfinite(k->mean))
            return false;
    }
    return true;
}

static bool no_corner_is_zero(const struct claims *c)
{
    for (int i = 0; i < 4; i++)
        if (c->m->order.corner[i / 2][i % 2].known && c->m->order.corner[i / 2][i % 2].most_rounding)
            return false;
    return true;
}

static bool nothing_moved(const struct claims *c)
{
    return !no_corner_is_zero(c);
}

/* The same 0: some row of the compared stage has not moved. */
/* So many orders leave the output of the word in focus as it is. */
static bool so_many_unmoved(const struct claims *c)
{
    const struct orders *o = &c->m->orders;
    int unmoved = 0;
    for (int i = 0; i < o->done; i++)
        unmoved += o->line[i].moved[o->word] == 0;
    return c->piece[0].x == o->total && c->piece[2].x == unmoved;
}

static bool largest_is_subtracted(const struct claims *c)
{
    const struct look *l = look_of(c);
    const struct scene *now = &c->m->now;
    int from = stage_first(l->stage) == STAGE_PROBS ? STAGE_LOGITS
               : stage_crosses(l->stage)            ? stage_again(STAGE_MASKED)
                                                    : STAGE_MASKED;
    int row, col;
    cursor_of_stage(&now->state, &now->config, l->stage, &row, &col);
    struct mat m = mat_rows(stage_matrix(&now->trace, l->layer, from, l->head), row, 1);
    double most = -INFINITY;
    for (int j = 0; j < m.cols; j++)
        most = fmax(most, mat_at(m, 0, j));
    for (int j = 0; j < m.cols; j++)
        if (isnan(mat_at(m, 0, j)))
            return c->pieces == 0; /* what is said then has no number */
    return c->pieces > 0 && claims_number(&c->piece[0], most);
}

static bool both_positions(const struct claims *c)
{
    const struct look *l = look_of(c);
    return (int)from_last(c, c->pieces - 1)->x == l->encoding.pos &&
           (int)from_last(c, c->pieces - 2)->x == l->encoding.pos2;
}

static bool positions_and_column(const struct claims *c)
{
    return (int)from_last(c, 2)->x == look_of(c)->encoding.pos &&
           (int)from_last(c, 1)->x == look_of(c)->encoding.pos2 &&
           (int)from_last(c, 0)->x == look_of(c)->encoding.column;
}

/* The mean of the waves is the product of the two rows, shared by their number. */
static bool mean_of_waves(const struct claims *c)
{
    const struct config *k = &c->m->now.config;
    double a[CONFIG_MAX_D], b[CONFIG_MAX_D], sum = 0;
    if (!both_positions(c) || !k->pe->row(a, look_of(c)->encoding.pos, k) ||
        !k->pe->row(b, look_of(c)->encoding.pos2, k))
        return false;
    for (int j = 0; j < k->d; j++)
        sum += a[j] * b[j];
    return claims_number(&c->piece[2], sum / (k->d / 2)) && (int)c->piece[3].x == k->d / 2;
}

/* Losses and right answers of the two runs. */
static bool run_measured(const struct claims *c)
{
    const struct learning *l = &c->m->learning;
    const struct measured runs[] = {l->now, l->other};
    for (int i = 0; i < 2; i++)
        if (claims_number(&c->piece[1], runs[i].loss) && fabs(100 * runs[i].right - c->piece[2].x) < 1.001)
            return true;
    return false;
}

static bool share_of_scores(const struct claims *c)
{
    const struct learning *l = &c->m->learning;
    char title[64];
    for (int i = 0; i < l->terms; i++)
        if (claims_is(&c->piece[0], title_of(&l->term[i], c->lang, title)))
            return claims_number(&c->piece[1], l->present[i]);
    return false;
}

static bool steps_learned(const struct claims *c)
{
    return (int)c->piece[0].x == c->m->now.state.set.steps;
}

/* word·word 2.495: do the meanings of both words fit? */
static bool term_line(const struct claims *c)
{
    struct term list[TERM_MAX];
    const struct look *l = look_of(c);
    const struct attention *a = &c->m->now.trace.layer[l->layer].self;
    int count = terms_list(&c->m->now.config, l->layer, list);
    char title[64];
    for (int t = 0; t < count; t++)
        if (l->view == VIEW_TERMS && claims_is(&c->piece[0], title_of(&list[t], c->lang, title)))
            return claims_number(&c->piece[1],
                                 mat_at(attention_head(a, attention_term(a, t), l->head), l->query, l->key));
    return true;
}

/* … and drops out: every key's score has the same of it. */
static bool constant_term(const struct claims *c)
{
    struct term list[TERM_MAX];
    const struct look *l = look_of(c);
    const struct attention *a = &c->m->now.trace.layer[l->layer].self;
    int count = terms_list(&c->m->now.config, l->layer, list);
    for (int t = 0; t < count; t++) {
        struct mat m = attention_head(a, attention_term(a, t), l->head);
        for (int k = 1; list[t].row_constant && k < m.cols; k++)
            if (fabs(mat_at(m, l->query, k) - mat_at(m, l->query, 0)) >
                1e-9 * (1 + fabs(mat_at(m, l->query, 0))))
                return false;
    }
    return true;
}

/* The cost of a layer for n words of width d, with kernels of k (Vaswani et al. 2017, table 1). */
static bool layer_costs(const struct claims *c)
{
    static const struct {
        const char *en, *zh;
    } names[] = {{"RNN", "RNN"},
                 {"CNN", "CNN"},
                 {"CNN, dilated", "空洞卷积"},
                 {"attention, scores only", "注意力（只算得分）"},
                 {"attention, with projections", "注意力（含投影）"}};
    double n = look_of(c)->cost.n, d = look_of(c)->cost.d, k = look_of(c)->cost.k;
    const double mul[] = {n * d * d, k * n * d * d, k * n * d * d, n * n * d, 4 * n * d * d + 2 * n * n * d},
                 serial[] = {n, 1, 1, 1, 1};
    for (int i = 0; i < 5; i++)
        if (claims_is(&c->piece[0], c->lang == LANG_EN ? names[i].en : names[i].zh))
            return (c->m->now.state.set.mask == MASK_CAUSAL || c->piece[1].x == mul[i]) &&
                   c->piece[2].x == serial[i] && (i != 0 || c->piece[3].x == n - 1) &&
                   (i < 3 || c->piece[3].x == (n > 1));
    return false;
}

static bool costs_for(const struct claims *c)
{
    const struct look *l = look_of(c);
    return (int)c->piece[0].x == l->cost.n && (int)c->piece[1].x == l->cost.d &&
           (int)c->piece[2].x == l->cost.k;
}

/* cat → dog: RNN 2, CNN 1, attention 1 (for 3·3 = 9 lines) */
static bool paths(const struct claims *c)
{
    int n = c->m->now.state.sentence->count;
    return (int)c->piece[2].x == n - 1;
}

static bool keeps(const struct claims *c)
{
    return (int)from_last(c, 0)->x == look_of(c)->machine.keep;
}

static bool memory_reads(const struct claims *c)
{
    const struct look *l = look_of(c);
    const struct attention *a = &c->m->now.trace.layer[l->layer].self;
    double x = mat_at(attention_head(a, a->map[MAP_WEIGHTS], l->head), l->query, 0);
    return isnan(x) ? isnan(from_last(c, 0)->x) : fabs(100 * x - from_last(c, 0)->x) <= 0.0501;
}

const struct claim claims_of_numbers[] = {
    {"^before layer %d: %s$", "^第 %d 层之前：%s$", says_before},
    {"^after layer %d: %s$", "^第 %d 层之后：%s$", says_after},
    {"^each layer would say:$", "^各层会说：$", NULL},
    {"%s %n times %s %n is %n, sum so far %n", "%s %n 乘 %s %n 得 %n，累加到 %n", product_and_sum},
    {"%n times %n is %n, sum so far %n", "%n 乘 %n 得 %n，累加到 %n", number_times_number},
    {"^Stage %s is lit.$", "^亮着的步骤：%s。$", NULL},
    {"no key is left for this query: its weights are all 0", "这个查询没有剩下任何键：权重全为 0", NULL},
    {"pair %d: the sine of the angle %n is %n", "第 %d 个频率对：角 %n 的正弦是 %n", sine_of_angle},
    {"pair %d: the cosine of the angle %n is %n", "第 %d 个频率对：角 %n 的余弦是 %n", cosine_of_angle},
    {"%d. %s: exp of %n minus %n is %n, sum so far %n", "%d. %s：%n 减 %n 取指数得 %n，累加到 %n",
     claims_exponential},
    {"its share: %n divided by %n is %n", "占比：%n 除以 %n 得 %n", quotient},
    {"the mean: %n divided by %n is %n", "均值：%n 除以 %n 得 %n", quotient},
    {"entry %d: %n minus the mean %n, squared, is %n, sum so far %n",
     "第 %d 个分量：%n 减均值 %n 再平方得 %n，累加到 %n", squared},
    {"term %s is %n and counts %n, sum so far %n", "%s 项是 %n，计入 %n，累加到 %n", counts},
    {"%n divided by %n is %n", "%n 除以 %n 得 %n", quotient},
    {"%s %n plus %s %n is %n", "%s %n 加 %s %n 得 %n", sum_of_cells},
    {"the encoding of position %d, %n, times the factor %n is %n", "位置 %d 的编码 %n 乘以系数 %n 得 %n",
     encoding_times},
    {"%n times %n is %n", "%n 乘以 %n 得 %n", product},
    {"%n times the gain %s %n is %n", "%n 乘以增益 %s %n 得 %n", product},
    {"%n times the factor %n is %n", "%n 乘以系数 %n 得 %n", product},
    {"%n plus the bias %s %n is %n", "%n 加上偏置 %s %n 得 %n", added},
    {"%n plus the shift %s %n is %n", "%n 加上平移 %s %n 得 %n", added},
    {"%n plus the mask %n is %n", "%n 加上掩码 %n 得 %n", added},
    {"%n plus %s %n is %n", "%n 加 %s %n 得 %n", added},
    {"In focus: %s = %n$", "光标处：%s = %n$", in_focus},
    {"In the lens: %s, number %d of %s: %n", "放大镜里：%s，第 %d 个数，词是%s：%n", in_the_lens},
    {"A row for each of %d words, %d numbers each", "每行一个词，共 %d 个；每个词 %d 个数", rows_and_columns},
    {"A row for each of %d words, a column for each of %d classes",
     "每行一个词，共 %d 个；每列一个类别，共 %d 个", rows_and_columns},
    {"A row for each of %d queries, a column for each of %d keys",
     "每行一个查询，共 %d 个；每列一个键，共 %d 个", rows_and_columns},
    {"^Stage %d of %d: %s$", "^第 %d 步，共 %d 步：%s$", stage_number},
    {"^Stage %s is lit, layer %d of %d", "^亮着的步骤：%s，第 %d 层，共 %d 层", layer_and_head},
    {"^%s: %s; d %d, heads %d, encoding %s$", "^%s：%s；d %d，%d 个头，%s$", sizes},
    {"^The encoder is computed, %d layers, from the words down, in layer %d:$",
     "^算的是编码器，%d 层，从词往下，看的是第 %d 层：$", layers_and_here},
    {"^The decoder is computed, %d layers, from the words down, in layer %d:$",
     "^算的是解码器，%d 层，从词往下，看的是第 %d 层：$", layers_and_here},
    {"^The encoder is computed, %d layer", "^算的是编码器，%d 层", layers_computed},
    {"^The decoder is computed, %d layer", "^算的是解码器，%d 层", layers_computed},
    {"one word has only one order", "一个词只有一种顺序", one_order},
    {"no two words act on each other in this sentence ('swap 0 %d' swaps any two)",
     "这句话里没有一做一受、可以互换的两个词（“swap 0 %d”可交换任意两个词）", no_two_act},
    {"a pronoun changes its form: nothing to compare", "代词换了形式，成了别的词，不能逐个比较",
     pronoun_declines},
    {"the words that change places have the same vectors: nothing would change",
     "互换的词向量一样：换个顺序，什么也不会变", swapped_vectors_same},
    {"The hand of dimension %d is at %n or at %n degrees", "第 %d 维的针在 %n 度，或者在 %n 度", needle_fits},
    {"0 (below 1e-12): the order does not count. Each output goes with its word (equivariant), their mean "
     "stays (invariant).",
     "0（小于 1e-12）：次序不起作用。每个输出跟着自己的词走（置换等变），它们的平均不变（置换不变）。",
     mean_stays},
    {"A decoder's self-attention is always causal: no corner is 0.",
     "解码器自己的注意力总是因果的，与掩码设置无关：没有一个角是 0。", no_corner_is_zero},
    {" nothing moved", " 没有移动", nothing_moved},
    {" unmoved", " 没动", nothing_moved},
    {"%d orders by how far the output of %w moves; %d unmoved",
     "%d 种顺序，按 %w 的输出移动多少排列；其中 %d 种没有移动", so_many_unmoved},
    {"the largest of the row, %n, is subtracted first", "先减去这一行的最大值 %n", largest_is_subtracted},
    {"the row has nan in it, which is subtracted first", "这一行里有 nan，先减去的就是它",
     largest_is_subtracted},
    {"^Encoding %s; positions %d and %d, dimension %d", "^编码 %s；位置 %d 和 %d，第 %d 维",
     positions_and_column},
    {"^The rows of positions %d and %d", "^位置 %d 和 %d 的行", both_positions},
    {"^Positions %d and %d are alike by %n, the mean of %d random waves; the bell says %n",
     "^位置 %d 和 %d 的相似程度是 %n，即 %d 个随机的波的平均；钟形曲线给出 %n", mean_of_waves},
    {"%s: loss %n, right answers %n %%.", "%s：损失 %n，答对 %n %%。", run_measured},
    {"^%s: share %n%s$", "^%s：份额 %n%s$", share_of_scores},
    {"^Step %d of %d%s$", "^第 %d 步，共 %d 步；%s$", steps_learned},
    {"It is the same for every key and drops out of softmax.", "对每个键都一样，在 softmax 中抵消。",
     constant_term},
    {"^%s: multiplications %d, serial steps %d, longest path %d",
     "^%s：乘法次数 %d，串行步数 %d，最长路径 %d", layer_costs},
    {"^What layers cost for n = %d words of width d = %d, with kernels of k = %d:",
     "^n = %d 个词、宽 d = %d、卷积核 k = %d 时各种层的代价：", costs_for},
    {"%w → %w: RNN %d, CNN %d, attention %s lines)", "%w → %w：RNN %d 步，CNN %d 步，注意力%s）", paths},
    {"keeps %d %%", "每步保留自己的 %d %%", keeps},
    {"keeping %d %%", "每步保留 %d %%", keeps},
    {NULL, "每步留 %d %%", keeps},
    {"%w: %n %% left in the state; attention has all of it and reads %n %%.", NULL, memory_reads},
    {NULL, "“%w”：状态里还剩 %n %%；注意力一个词也没丢，这次给它 %n %%", memory_reads},
    {"^%s %n, knocked out: %s$", "^%s %n，已去掉：%s$", term_line},
    {"^%s %n: %s$", "^%s %n：%s$", term_line},
    {"^Near means alike. The map shows %n%% (→) and %n%% (↑)%s$",
     "^离得近就是像。图上看得到 %n%%（→）和 %n%%（↑）%s$", axes_show},
    {"^%w moves from %s to %s by %n (on the map %n)%s$", "^%w 从 %s 到 %s 移动了 %n（图上 %n）%s$",
     word_moves},
    {"no spread: all rows are alike", "方差为 0：各行都一样", all_rows_alike},
    {"^rounding %n$", "^舍入 %n$", rounding_is_small},
    {NULL, NULL, NULL},
};
