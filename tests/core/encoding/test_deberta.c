/* DeBERTa (He et al. 2021): three terms, in the paper's form and in the released code's. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/trace.h"
#include "support/close.h"
#include "support/encoded.h"
#include "support/reference.h"
#include "support/test.h"
#include "support/weights.h"

enum { K, FORM };
enum { REL, WQR, WKR };
enum { C2C, C2P, P2C };

static double matrices[ENCODED_ROOM], input[ENCODED_ROOM];

TEST(the_divisor_counts_three_terms)
{
    assert_close(posenc_find("deberta")->divisor_factor, sqrt(3), 1e-15);
}

/* ---- reference values ---- */

static struct config case_config(int form)
{
    json_t *item = reference("deberta");
    struct config c = encoded_config("deberta", reference_integer(item, "n"), reference_integer(item, "d"));
    c.heads = reference_integer(item, "heads");
    c.dk = c.dv = reference_integer(item, "d_head");
    c.divisor = sqrt(c.dk);
    c.pe_param[K] = reference_number(item, "K");
    c.pe_param[FORM] = form;
    c.X = reference_mat(item, "H");
    c.w = weights_room();
    c.w[0][W_Q] = factor_of(reference_mat(item, "Wqc"));
    c.w[0][W_K] = c.w[0][W_V] = factor_of(reference_mat(item, "Wkc"));
    c.w[0][W_O] = factor_of(mat_of(c.d, c.d, c.d, input));
    c.pe_mat[REL] = reference_mat(item, "P_rel");
    c.pe_mat[WQR] = reference_mat(item, "Wqr");
    c.pe_mat[WKR] = reference_mat(item, "Wkr");
    return c;
}

static void check_form(int form, const char *p2c, const char *scaled, const char *weights)
{
    json_t *item = reference("deberta");
    struct config c = case_config(form);
    struct trace t = {0};
    assert_true(trace_reserve(&t, &c));
    trace_compute(&t, &c);
    const struct attention *a = &t.layer[0].self;
    assert_int_equal(a->term_count, 3);
    assert_mat_close(attention_term(a, C2C), reference_mat(item, "c2c"), 1e-13);
    assert_mat_close(attention_term(a, C2P), reference_mat(item, "c2p"), 1e-13);
    assert_mat_close(attention_term(a, P2C), reference_mat(item, p2c), 1e-13);
    assert_mat_close(a->map[MAP_SCALED], reference_mat(item, scaled), 1e-13);
    assert_mat_close(a->map[MAP_WEIGHTS], reference_mat(item, weights), 1e-13);
    trace_finish(&t);
}

TEST(reference_of_the_paper)
{
    check_form(0, "p2c_paper", "scaled_paper", "weights_paper");
}

TEST(reference_of_the_released_code)
{
    check_form(1, "p2c_code", "scaled_code", "weights_code");
}

/* c2p reads the row of the table that the reference names. */
TEST(reference_rows_of_the_table)
{
    enum { N = 6 };
    struct mat delta = reference_mat(reference("deberta"), "delta");
    double ones[N] = {1, 1, 1, 1, 1, 1}, room[3][N * N];
    struct mat out[3];
    struct config c = encoded_config("deberta", N, 1);
    (void)state;
    encoded_matrices(&c, matrices);
    for (int r = 0; r < c.pe_mat[REL].rows; r++)
        mat_row(c.pe_mat[REL], r)[0] = r;
    for (int t = 0; t < 3; t++)
        out[t] = mat_of(N, N, N, room[t]);
    c.pe->terms(out, &(struct pe_scene){.c = &c, .q = mat_of(N, 1, 1, ones), .k = mat_of(N, 1, 1, ones)});
    assert_mat_close(out[C2P], delta, 0);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            assert_close(mat_at(out[P2C], i, j), mat_at(delta, j, i), 0);
}

TESTS(reference_open, reference_close)
