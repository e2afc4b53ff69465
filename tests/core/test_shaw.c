/* Relative position vectors (Shaw et al. 2018): indices, terms, values. */
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

enum { AK, AV };

static double matrices[ENCODED_ROOM], values[ENCODED_ROOM];

static void distances_beyond_the_clip_share_the_outermost_vector(void **state)
{
    struct config c = encoded_config("shaw", 7, 3);
    double far[3], edge[3], near[3];
    (void)state;
    encoded_matrices(&c, matrices);
    assert_int_equal(c.pe_mat[AK].rows, 5);
    c.pe->value(far, 0, 6, 0, &c);
    c.pe->value(edge, 0, 2, 0, &c);
    c.pe->value(near, 0, 1, 0, &c);
    assert_memory_equal(far, edge, sizeof far);
    assert_memory_not_equal(far, near, sizeof far);
    c.pe->value(far, 6, 0, 0, &c);
    assert_memory_equal(far, mat_row(c.pe_mat[AV], 0), sizeof far);
    c.pe->value(near, 1000, 999, 0, &c);
    assert_memory_equal(near, mat_row(c.pe_mat[AV], 1), sizeof near);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_beyond_the_clip_share_the_outermost_vector),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
