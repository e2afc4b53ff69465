/* Transformer-XL (Dai et al. 2019): the four rewritten terms. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/trace.h"
#include "support/close.h"
#include "support/encoded.h"
#include "support/reference.h"
#include "support/test.h"
#include "support/weights.h"

enum { WR, U, V };

static double matrices[ENCODED_ROOM], input[ENCODED_ROOM];

TEST(an_odd_width_is_refused)
{
    struct config c = encoded_config("xl", 3, 7);
    const char *what;
    (void)state;
    assert_true(c.pe->problem(&c, &what));
    assert_non_null(strstr(text_in(what, LANG_EN), "even"));
    c.d = 8;
    assert_false(c.pe->problem(&c, &what));
}

TEST(starting_matrices_are_an_identity_and_two_rows_per_head)
{
    struct config c = encoded_config("xl", 3, 8);
    (void)state;
    c.heads = 2;
    c.dk = 4;
    encoded_matrices(&c, matrices);
    for (int r = 0; r < 8; r++)
        for (int j = 0; j < 8; j++)
            assert_close(mat_at(c.pe_mat[WR], r, j), r == j, 0);
    assert_int_equal(c.pe_mat[U].rows, 2);
    assert_int_equal(c.pe_mat[V].cols, 4);
    assert_true(mat_max_abs(c.pe_mat[U]) > 0);
}

/* ---- reference values ---- */

/* The query rows of `got` that the reference has: it omits those of the memory, which come first. */
static void check_rows(const struct attention *a, struct mat got, struct mat want, int mem)
{
    int n = got.rows / a->heads;
    for (int h = 0; h < a->heads; h++)
        assert_mat_close(mat_rows(got, h * n + mem, n - mem), mat_rows(want, h * (n - mem), n - mem), 1e-13);
}

static struct config case_config(json_t *item)
{
    struct mat E = reference_mat(item, "E");
    struct config c = encoded_config("xl", E.rows, E.cols);
    c.heads = reference_integer(item, "heads");
    c.dk = c.dv = reference_integer(item, "d_head");
    c.divisor = sqrt(c.dk);
    c.mask = MASK_CAUSAL;
    c.X = E;
    c.w = weights_room();
    c.w[0][W_Q] = factor_of(reference_mat(item, "Wq"));
    c.w[0][W_K] = c.w[0][W_V] = factor_of(reference_mat(item, "WkE"));
    c.w[0][W_O] = factor_of(mat_of(c.d, c.d, c.d, input));
    c.pe_mat[WR] = reference_mat(item, "WkR");
    c.pe_mat[U] = reference_mat(item, "u");
    c.pe_mat[V] = reference_mat(item, "v");
    return c;
}

/* A memory before the queries is a longer sentence, of which only the last rows are compared. */
static void check_case(json_t *item)
{
    static const char *const names[] = {"a", "b", "c", "d_term"};
    struct config c = case_config(item);
    int mem = reference_integer(item, "mem");
    struct trace t = {0};
    assert_true(trace_reserve(&t, &c));
    trace_compute(&t, &c);
    const struct attention *a = &t.layer[0].self;
    assert_int_equal(a->term_count, 4);
    for (int i = 0; i < 4; i++)
        check_rows(a, attention_term(a, i), reference_mat(item, names[i]), mem);
    check_rows(a, a->map[MAP_SCORES], reference_mat(item, "sum"), mem);
    check_rows(a, a->map[MAP_WEIGHTS], reference_mat(item, "weights_causal"), mem);
    trace_finish(&t);
}

TEST(reference_cases_with_and_without_memory)
{
    json_t *item;
    size_t at;
    int count = 0;
    (void)state;
    json_array_foreach(reference("transformer_xl/cases"), at, item)
    {
        check_case(item);
        count++;
    }
    assert_int_equal(count, 2);
}

/* With W_R the identity and unit rows as queries, term b shows R itself. */
TEST(reference_rows_of_sines_then_cosines)
{
    enum { N = 4, D = 8 };
    json_t *rows = reference("transformer_xl/cases/0/R_by_offset");
    double q[N * D], k[N * D] = {0}, room[4][N * N];
    struct config c = encoded_config("xl", N, D);
    struct mat out[4];
    (void)state;
    encoded_matrices(&c, matrices);
    for (int t = 0; t < 4; t++)
        out[t] = mat_of(N, N, N, room[t]);
    for (int j = 0; j < D; j++) {
        for (int e = 0; e < N * D; e++)
            q[e] = e % D == j;
        c.pe->terms(out, &(struct pe_scene){.c = &c, .q = mat_of(N, D, D, q), .k = mat_of(N, D, D, k)});
        for (int cell = 0; cell < N * N; cell++) {
            char offset[8];
            snprintf(offset, sizeof offset, "%d", cell / N - cell % N);
            assert_close(room[1][cell], mat_at(reference_mat(rows, offset), 0, j), 1e-15);
        }
    }
}

/* Scores depend only on distances: the same words at later positions give the same scores. */
TEST(moving_the_sentence_changes_nothing)
{
    struct config c = case_config(reference("transformer_xl/cases/0"));
    struct trace t = {0}, moved = {0};
    (void)state;
    assert_true(trace_reserve(&t, &c) && trace_reserve(&moved, &c));
    trace_compute(&t, &c);
    c.start = 1000;
    trace_compute(&moved, &c);
    assert_mat_close(moved.layer[0].self.map[MAP_SCORES], t.layer[0].self.map[MAP_SCORES], 0);
    trace_finish(&t);
    trace_finish(&moved);
}

TESTS(reference_open, reference_close)
