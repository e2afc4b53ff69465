/* Transformer-XL (Dai et al. 2019): the four rewritten terms. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/posenc.h"
#include "core/trace.h"
#include "support/close.h"
#include "support/encoded.h"

enum { WR, U, V };

static double matrices[ENCODED_ROOM], input[ENCODED_ROOM];

static void an_odd_width_is_refused(void **state)
{
    struct config c = encoded_config("xl", 3, 7);
    struct pair what;
    (void)state;
    assert_true(c.pe->problem(&c, &what));
    assert_non_null(strstr(what.en, "even"));
    c.d = 8;
    assert_false(c.pe->problem(&c, &what));
}

static void starting_matrices_are_an_identity_and_two_rows_per_head(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_odd_width_is_refused),
        cmocka_unit_test(starting_matrices_are_an_identity_and_two_rows_per_head),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
