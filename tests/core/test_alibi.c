/* ALiBi: lesson 17, the published slopes, and the reference attention. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/posenc.h"
#include "core/softmax.h"
#include "core/trace.h"
#include "support/close.h"
#include "support/encoded.h"

static double matrices[ENCODED_ROOM];

static struct config alibi_config(int n, int heads)
{
    struct config c = encoded_config("alibi", n, 4);
    c.heads = heads;
    encoded_matrices(&c, matrices);
    return c;
}

/* weights of the word at position t over the words 0 … t with equal content */
static void weights_at(double *out, double slope, int t)
{
    struct config c = alibi_config(t + 1, 1);
    c.pe_mat[0].v[0] = slope;
    for (int s = 0; s <= t; s++)
        out[s] = c.pe->bias(t, s, 0, &c);
    softmax_row(out, out, t + 1);
}

static void lesson_17_near_sighted_and_far_sighted_heads(void **state)
{
    static const double near[] = {0.058, 0.096, 0.158, 0.260, 0.429}, far[] = {0.198, 0.199, 0.200, 0.201, 0.202};
    double w[101], last5 = 0;
    (void)state;
    weights_at(w, 0.5, 4);
    for (int s = 0; s < 5; s++)
        assert_close(w[s], near[s], 0.0005);
    weights_at(w, 1.0 / 256, 4);
    for (int s = 0; s < 5; s++)
        assert_close(w[s], far[s], 0.0005);
    weights_at(w, 0.3, 4);
    assert_true(w[0] > 0.1);
    weights_at(w, 0.31, 4);
    assert_true(w[0] < 0.1);
    weights_at(w, 0.5, 100);
    for (int s = 96; s <= 100; s++)
        last5 += w[s];
    assert_close(last5, 0.918, 0.0005);
}

static void lesson_17_eight_slopes_halve_from_head_to_head(void **state)
{
    struct config c = alibi_config(1, 8);
    (void)state;
    for (int h = 0; h < 8; h++)
        assert_close(mat_at(c.pe_mat[0], 0, h), pow(0.5, h + 1), 0);
}

static void the_bias_is_even_and_zero_at_the_word_itself(void **state)
{
    struct config c = alibi_config(1, 3);
    (void)state;
    for (int h = 0; h < 3; h++)
        for (long j = 0; j < 9; j++) {
            assert_close(c.pe->bias(4, j, h, &c), c.pe->bias(j, 4, h, &c), 0);
            assert_close(c.pe->bias(100000, 99996 + j, h, &c), c.pe->bias(4, j, h, &c), 0);
            assert_true(j == 4 ? c.pe->bias(4, j, h, &c) == 0 : c.pe->bias(4, j, h, &c) < 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lesson_17_near_sighted_and_far_sighted_heads),
        cmocka_unit_test(lesson_17_eight_slopes_halve_from_head_to_head),
        cmocka_unit_test(the_bias_is_even_and_zero_at_the_word_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
