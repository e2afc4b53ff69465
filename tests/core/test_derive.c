/* Derivations and properties on random computations: plain attention, encoder
 * layers with LayerNorm in front and behind, decoders, several layers, every
 * encoding that fits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/derive.h"
#include "core/posenc.h"
#include "core/rng.h"
#include "core/stage.h"
#include "core/terms.h"
#include "support/close.h"

struct random_case {
    struct config c;
    struct arena arena;
    struct trace t;
};

static struct mat random_mat(struct arena *a, struct rng *r, int rows, int cols)
{
    struct mat m = mat_in(a, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        m.v[i] = rng_normal(r) / sqrt(cols);
    return m;
}

static struct random_case make(uint64_t seed, const char *encoding, enum block_kind block, enum norm_kind norm, int layers)
{
    struct random_case x = {.c = {.n = 5, .d = 8, .dsrc = 6, .heads = 2, .dk = 4, .dv = 4, .layers = layers, .base = 100, .pescale = 0.7,
                                  .divisor = 2, .eps = 1e-5, .start = 3, .block = block, .norm = norm, .residual = norm != NORM_NONE}};
    struct rng r = rng_seed(seed);
    assert_true(arena_reserve(&x.arena, 1 << 16));
    x.c.pe = posenc_find(encoding);
    for (int i = 0; i < posenc_param_count(x.c.pe); i++)
        x.c.pe_param[i] = x.c.pe->params[i].initial;
    x.c.dff = block == BLOCK_ATTENTION ? 0 : 12;
    x.c.m = block == BLOCK_DECODER ? 4 : 0;
    x.c.X = random_mat(&x.arena, &r, x.c.n, x.c.d);
    x.c.Y = random_mat(&x.arena, &r, 4, 6);
    for (int i = 0; i < posenc_matrix_count(x.c.pe); i++) {
        int rows, cols;
        x.c.pe->matrices[i].shape(&x.c, &rows, &cols);
        x.c.pe_mat[i] = random_mat(&x.arena, &r, rows, cols);
    }
    for (int l = 0; l < layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++) {
            int rows, cols;
            config_weight_shape(&x.c, (enum weight)w, &rows, &cols);
            if (rows * cols > 0)
                x.c.w[l][w] = random_mat(&x.arena, &r, rows, cols);
        }
    assert_true(trace_reserve(&x.t, &x.c));
    trace_compute(&x.t, &x.c);
    return x;
}

static void finish(struct random_case *x)
{
    trace_finish(&x->t);
    arena_finish(&x->arena);
}

static void keep_last(void *to, const struct derive_step *step)
{
    *(struct derive_step *)to = *step;
}

static int check_stage(const struct random_case *x, int layer, int stage)
{
    int heads = stages[stage].per_head ? x->c.heads : 1, cells = 0;
    for (int h = 0; h < heads; h++) {
        struct mat m = stages[stage].matrix(&x->t, layer, h);
        for (int r = 0; r < m.rows; r++)
            for (int k = 0; k < m.cols; k++, cells++) {
                struct derive_step last = {0};
                derive(&x->t, &x->c, (struct derive_cell){layer, stage, h, r, k}, keep_last, &last);
                double want = mat_at(m, r, k), got = derive_result(&last);
                if (fabs(got - want) > 1e-12 * fmax(1, fabs(want)))
                    fail_msg("%s, stage %s, layer %d, head %d, cell %d %d: derived %.17g, the cell is %.17g", x->c.pe->name,
                             stages[stage].name, layer, h, r, k, got, want);
            }
    }
    return cells;
}

static void the_derivation_of_every_cell_ends_in_the_cell(void **state)
{
    static const struct { enum block_kind block; enum norm_kind norm; int layers; } kinds[] = {
        {BLOCK_ATTENTION, NORM_NONE, 1}, {BLOCK_ATTENTION, NORM_PRE, 1}, {BLOCK_ATTENTION, NORM_POST, 2}, {BLOCK_ENCODER, NORM_PRE, 2},
        {BLOCK_ENCODER, NORM_POST, 2}, {BLOCK_DECODER, NORM_PRE, 1}, {BLOCK_DECODER, NORM_POST, 2}, {BLOCK_DECODER, NORM_NONE, 1},
    };
    (void)state;
    int cells = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int e = 0; e < posenc_count(); e++) {
            struct random_case x = make(k + 1, posencs[e]->name, kinds[k].block, kinds[k].norm, kinds[k].layers);
            for (int l = 0; l < x.c.layers; l++)
                for (int s = 0; s < STAGE_COUNT; s++)
                    if (stages[s].present(&x.c, l))
                        cells += check_stage(&x, l, s);
            finish(&x);
        }
    assert_true(cells > 10000);
}

static void the_terms_of_every_encoding_sum_to_the_score(void **state)
{
    (void)state;
    for (int e = 0; e < posenc_count(); e++)
        for (int pre = 0; pre < 2; pre++) {
            struct random_case x = make((uint64_t)e + 100, posencs[e]->name, BLOCK_ATTENTION, pre ? NORM_PRE : NORM_NONE, 2);
            for (int l = 0; l < 2; l++) {
                const struct attention *a = &x.t.layer[l].self;
                struct mat scores = a->map[MAP_SCORES];
                struct term list[TERM_MAX];
                assert_int_equal(a->term_count, terms_list(&x.c, l, list));
                for (int r = 0; r < scores.rows; r++)
                    for (int k = 0; k < scores.cols; k++) {
                        double sum = 0;
                        for (int i = 0; i < a->term_count; i++)
                            sum += mat_at(a->term[i], r, k);
                        assert_close(sum, mat_at(scores, r, k), 1e-12 * fmax(1, fabs(sum)));
                    }
            }
            finish(&x);
        }
}

static void a_term_knocked_out_is_missing_from_the_scores_and_nothing_else(void **state)
{
    (void)state;
    for (int e = 0; e < posenc_count(); e++) {
        struct random_case x = make((uint64_t)e + 200, posencs[e]->name, BLOCK_ATTENTION, NORM_NONE, 1);
        const struct attention *a = &x.t.layer[0].self;
        int rows = a->map[MAP_SCORES].rows, cols = a->map[MAP_SCORES].cols, count = a->term_count;
        double *whole = malloc((size_t)(rows * cols) * sizeof *whole), *term = malloc((size_t)(rows * cols) * sizeof *term);
        assert_true(whole && term);
        for (int t = 0; t < count; t++) {
            x.c.term_off = 0;
            trace_compute(&x.t, &x.c);
            memcpy(whole, a->map[MAP_SCORES].v, (size_t)(rows * cols) * sizeof *whole);
            memcpy(term, a->term[t].v, (size_t)(rows * cols) * sizeof *term);
            x.c.term_off = 1u << a->term_bit[t];
            trace_compute(&x.t, &x.c);
            for (int i = 0; i < rows * cols; i++)
                assert_close(a->map[MAP_SCORES].v[i], whole[i] - term[i], 1e-12 * fmax(1, fabs(whole[i])));
        }
        free(whole);
        free(term);
        finish(&x);
    }
}

/* Removing cp, pc and pp one by one equals computing with that side's P set to zero. */
static void knocking_out_position_equals_no_encoding(void **state)
{
    (void)state;
    struct random_case x = make(7, "sincos", BLOCK_ATTENTION, NORM_NONE, 1), y = make(7, "none", BLOCK_ATTENTION, NORM_NONE, 1);
    struct term list[TERM_MAX];
    int count = terms_list(&x.c, 0, list);
    for (int i = 0; i < count; i++)
        if (strchr(list[i].name, 'p'))
            x.c.term_off |= 1u << list[i].bit;
    trace_compute(&x.t, &x.c);
    assert_mat_close(x.t.layer[0].self.map[MAP_WEIGHTS], y.t.layer[0].self.map[MAP_WEIGHTS], 1e-12);
    finish(&x);
    finish(&y);
}

static void rows_of_weights_sum_to_one_and_masked_ones_are_zero(void **state)
{
    (void)state;
    for (int e = 0; e < posenc_count(); e++) {
        struct random_case x = make((uint64_t)e + 300, posencs[e]->name, BLOCK_DECODER, NORM_POST, 2);
        struct mat w = x.t.layer[1].self.map[MAP_WEIGHTS];
        for (int r = 0; r < w.rows; r++) {
            double sum = 0;
            for (int k = 0; k < w.cols; k++) {
                sum += mat_at(w, r, k);
                assert_true(k <= r % x.c.n || mat_at(w, r, k) == 0);
            }
            assert_close(sum, 1, 1e-14);
        }
        finish(&x);
    }
}

static void shuffle(struct mat X, const int *order, double *keep)
{
    memcpy(keep, X.v, (size_t)(X.rows * X.cols) * sizeof *keep);
    for (int r = 0; r < X.rows; r++)
        memcpy(mat_row(X, r), keep + order[r] * X.cols, (size_t)X.cols * sizeof *keep);
}

/* Largest difference of a word's output when the words are put in another order. */
static double order_difference(const char *encoding, enum mask_kind mask)
{
    static const int order[5] = {3, 0, 4, 2, 1};
    double keep[40], before[40], most = 0;
    struct random_case x = make(11, encoding, BLOCK_ATTENTION, NORM_NONE, 1);
    x.c.mask = mask;
    trace_compute(&x.t, &x.c);
    memcpy(before, trace_final(&x.t).v, sizeof before);
    shuffle(x.c.X, order, keep);
    trace_compute(&x.t, &x.c);
    for (int r = 0; r < 5; r++)
        for (int k = 0; k < 8; k++)
            most = fmax(most, fabs(mat_at(trace_final(&x.t), r, k) - before[order[r] * 8 + k]));
    finish(&x);
    return most;
}

static void outputs_move_with_their_words_unless_encoding_or_causal_mask_says_otherwise(void **state)
{
    (void)state;
    assert_true(order_difference("none", MASK_NONE) < 1e-12);
    assert_true(order_difference("none", MASK_CAUSAL) > 1e-3);
    assert_true(order_difference("sincos", MASK_NONE) > 1e-3);
    assert_true(order_difference("sincos", MASK_CAUSAL) > 1e-3);
    assert_true(order_difference("rope", MASK_NONE) > 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_derivation_of_every_cell_ends_in_the_cell),
        cmocka_unit_test(the_terms_of_every_encoding_sum_to_the_score),
        cmocka_unit_test(a_term_knocked_out_is_missing_from_the_scores_and_nothing_else),
        cmocka_unit_test(knocking_out_position_equals_no_encoding),
        cmocka_unit_test(rows_of_weights_sum_to_one_and_masked_ones_are_zero),
        cmocka_unit_test(outputs_move_with_their_words_unless_encoding_or_causal_mask_says_otherwise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
