/* The learned table: rows that exist and rows that do not. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/posenc.h"
#include "support/close.h"
#include "support/encoded.h"

static double matrices[ENCODED_ROOM];

static void lesson_12_a_fifth_word_finds_no_row_in_a_table_of_four(void **state)
{
    double v[5 * 8], row[8];
    struct config c = encoded_config("learned", 5, 8);
    (void)state;
    c.pe_param[0] = 4;
    encoded_matrices(&c, matrices);
    assert_int_equal(c.pe_mat[0].rows, 4);
    assert_int_equal(posenc_table((struct mat){5, 8, 8, v}, &c), 4);
    for (int j = 0; j < 8; j++) {
        assert_close(v[3 * 8 + j], mat_at(c.pe_mat[0], 3, j), 0);
        assert_close(v[4 * 8 + j], 0, 0);
    }
    assert_true(c.pe->row(row, 3, &c));
    assert_false(c.pe->row(row, 4, &c));
    assert_false(c.pe->row(row, 1000000, &c));
}

static void a_moved_sentence_uses_later_rows(void **state)
{
    double v[5 * 8];
    struct config c = encoded_config("learned", 5, 8);
    (void)state;
    c.start = 6;
    encoded_matrices(&c, matrices);
    assert_int_equal(posenc_table((struct mat){5, 8, 8, v}, &c), 2);
    assert_close(v[0], mat_at(c.pe_mat[0], 6, 0), 0);
    assert_close(v[2 * 8], 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lesson_12_a_fifth_word_finds_no_row_in_a_table_of_four),
        cmocka_unit_test(a_moved_sentence_uses_later_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
