/* The learned table: rows that exist and rows that do not. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/encoding/readout.h"
#include "support/close.h"
#include "support/encoded.h"
#include "support/reference.h"
#include "support/test.h"

static double matrices[ENCODED_ROOM];

TEST(lesson_12_a_fifth_word_finds_no_row_in_a_table_of_four)
{
    double v[5 * 8], row[8];
    struct config c = encoded_config("learned", 5, 8);
    (void)state;
    c.pe_param[0] = 4;
    encoded_matrices(&c, matrices);
    assert_int_equal(c.pe_mat[0].rows, 4);
    assert_int_equal(posenc_table(mat_of(5, 8, 8, v), &c), 4);
    for (int j = 0; j < 8; j++) {
        assert_close(v[3 * 8 + j], mat_at(c.pe_mat[0], 3, j), 0);
        assert_close(v[4 * 8 + j], 0, 0);
    }
    assert_true(c.pe->row(row, 3, &c));
    assert_false(c.pe->row(row, 4, &c));
    assert_false(c.pe->row(row, 1000000, &c));
}

TEST(a_moved_sentence_uses_later_rows)
{
    double v[5 * 8];
    struct config c = encoded_config("learned", 5, 8);
    (void)state;
    c.start = 6;
    encoded_matrices(&c, matrices);
    assert_int_equal(posenc_table(mat_of(5, 8, 8, v), &c), 2);
    assert_close(v[0], mat_at(c.pe_mat[0], 6, 0), 0);
    assert_close(v[2 * 8], 0, 0);
}

TEST(a_word_without_a_row_teaches_none)
{
    enum { ROWS = 4 };
    double gradient[(ROWS + 1) * 8] = {0}, d[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    struct config c = encoded_config("learned", 5, 8);
    struct mat table = mat_of(ROWS, 8, 8, gradient);
    (void)state;
    c.pe->row_back(&table, d, ROWS - 1, &c);
    c.pe->row_back(&table, d, ROWS, &c);
    assert_close(gradient[(ROWS - 1) * 8], 1, 0);
    assert_close(gradient[ROWS * 8], 0, 0);
}

/* ---- reference values ---- */

TEST(reference_table_and_the_position_behind_it)
{
    struct mat table = reference_mat(reference("learned"), "table");
    struct config c = encoded_config("learned", table.rows, table.cols);
    double row[8], least = INFINITY, most = -INFINITY;
    (void)state;
    c.pe_mat[0] = table;
    for (int t = 0; t < table.rows; t++) {
        assert_true(c.pe->row(row, t, &c));
        assert_memory_equal(row, mat_row(table, t), sizeof row);
        double product = t + 1 < table.rows ? vec_dot(row, mat_row(table, t + 1), 8) : least;
        least = fmin(least, product);
        most = fmax(most, product);
    }
    /* neighbours' products differ: not a function of the distance */
    assert_close(most - least, reference_number(reference("learned"), "dot_spread_on_diagonal_1"), 1e-15);
    assert_false(c.pe->row(row, table.rows, &c));
}

TEST(no_linear_map_leads_from_row_to_row)
{
    json_t *want = reference("learned/best_linear_map_k1");
    struct config c = encoded_config("learned", 32, 8);
    struct arena work = {0};
    (void)state;
    c.pe_mat[0] = reference_mat(reference("learned"), "table");
    assert_true(arena_reserve(&work, readout_room(&c, 31)));
    struct readout_error e = readout_shift(&c, 31, 1, false, &work);
    assert_close(e.rel_fro, reference_number(want, "rel_fro"), 1e-13);
    assert_close(e.max_abs, reference_number(want, "max_abs"), 1e-13);
    arena_finish(&work);
}

TESTS(reference_open, reference_close)
