/* Two-dimensional positions: lesson 19 and the reference tables. */
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/encoding/sines.h"
#include "support/close.h"
#include "support/encoded.h"
#include "support/reference.h"
#include "support/test.h"

enum { WIDTH, ORDER };
enum { GRID, RASTER };

struct image_patch {
    int x, y;
};

/* The product of the encodings of two patches of a 4-wide picture, d = 8. */
static double product(int order, int width, struct image_patch a, struct image_patch b)
{
    double p[8], q[8];
    struct config c = encoded_config("grid2d", 16, 8);
    c.pe_param[ORDER] = order;
    c.pe_param[WIDTH] = width;
    assert_true(c.pe->row(p, (long)a.y * width + a.x, &c));
    assert_true(c.pe->row(q, (long)b.y * width + b.x, &c));
    return vec_dot(p, q, 8);
}

TEST(lesson_19_both_neighbours_are_equally_near_in_the_grid)
{
    assert_close(product(GRID, 4, (struct image_patch){1, 1}, (struct image_patch){1, 1}), 4, 1e-15);
    assert_close(product(GRID, 4, (struct image_patch){1, 1}, (struct image_patch){2, 1}), 3.540, 0.0005);
    assert_close(product(GRID, 4, (struct image_patch){1, 1}, (struct image_patch){1, 2}), 3.540, 0.0005);
    assert_close(product(GRID, 4, (struct image_patch){1, 1}, (struct image_patch){2, 2}), 3.081, 0.0005);
    assert_close(product(GRID, 4, (struct image_patch){0, 0}, (struct image_patch){3, 3}), 0.019, 0.0005);
    assert_close(product(GRID, 16, (struct image_patch){5, 9}, (struct image_patch){6, 9}),
                 product(GRID, 4, (struct image_patch){1, 1}, (struct image_patch){2, 1}), 1e-14);
}

TEST(lesson_19_numbering_by_rows_breaks_the_neighbourhood)
{
    assert_close(product(RASTER, 4, (struct image_patch){1, 1}, (struct image_patch){2, 1}), 3.535, 0.0005);
    assert_close(product(RASTER, 4, (struct image_patch){1, 1}, (struct image_patch){1, 2}), 2.267, 0.0005);
    assert_close(product(RASTER, 4, (struct image_patch){3, 0}, (struct image_patch){0, 1}), 3.535, 0.0005);
}

TEST(clocks_show_column_and_row_apart)
{
    struct config c = encoded_config("grid2d", 16, 8);
    (void)state;
    assert_int_equal(c.pe->pairs(&c), 4);
    assert_close(c.pe->angle(6, 0, &c), 2, 0); /* patch 6 of 4-wide rows: x = 2, y = 1 */
    assert_close(c.pe->angle(6, 1, &c), 0.02, 1e-17);
    assert_close(c.pe->angle(6, 2, &c), 1, 0);
    c.pe_param[ORDER] = RASTER;
    assert_close(c.pe->angle(6, 1, &c), 6 * sines_freq(8, 10000, 1), 0);
}

TEST(a_width_that_is_not_a_multiple_of_four_is_refused)
{
    struct config c = encoded_config("grid2d", 16, 6);
    const char *what;
    (void)state;
    assert_true(c.pe->problem(&c, &what));
    assert_non_null(strstr(text_in(what, LANG_ZH), "4"));
    c.pe_param[ORDER] = RASTER;
    assert_false(c.pe->problem(&c, &what));
}

/* ---- reference values ---- */

TEST(reference_tables)
{
    json_t *item;
    size_t at;
    int count = 0;
    (void)state;
    json_array_foreach(reference("two_d/tables"), at, item)
    {
        struct mat want = reference_mat(item, "pe_yx"); /* stacked by rows: y, then x */
        struct config c = encoded_config("grid2d", want.rows, want.cols);
        double row[16];
        c.pe_param[WIDTH] = reference_number(item, "W");
        assert_int_equal(want.rows, (int)(reference_number(item, "H") * reference_number(item, "W")));
        for (int pos = 0; pos < want.rows; pos++) {
            assert_true(c.pe->row(row, pos, &c));
            for (int j = 0; j < want.cols; j++)
                assert_close(row[j], mat_at(want, pos, j), 1e-15);
        }
        count++;
    }
    assert_int_equal(count, 3);
}

TESTS(reference_open, reference_close)
