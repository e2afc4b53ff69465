/* Shared matrices: an owner that is not the only one gets a copy before writing. */
#include <math.h>

#include "state/value.h"
#include "support/test.h"

/* 1 2 3 ; 4 5 6 */
static struct value *counted(void)
{
    struct value *v = value_new(2, 3);
    assert_non_null(v);
    for (int i = 0; i < 6; i++)
        v->v[i] = i + 1;
    return v;
}

TEST(a_new_value_is_zeros)
{
    struct value *v = value_new(3, 2), *none = value_new(0, 5);
    for (int i = 0; i < 6; i++)
        assert_true(v->v[i] == 0);
    assert_int_equal(v->refs, 1);
    assert_int_equal(none->cols, 5);
    value_drop(v);
    value_drop(none);
}

TEST(who_is_alone_edits_in_place)
{
    struct value *v = counted(), *was = v;
    assert_true(value_edit(&v));
    assert_ptr_equal(v, was);
    value_drop(v);
}

TEST(who_shares_edits_a_copy)
{
    struct value *v = counted(), *other = value_share(v);
    assert_true(value_edit(&v));
    assert_ptr_not_equal(v, other);
    v->v[4] = 50;
    assert_true(other->v[4] == 5 && v->v[5] == 6);
    assert_int_equal(other->refs, 1);
    assert_int_equal(v->refs, 1);
    value_drop(v);
    value_drop(other);
}

TEST(another_shape_keeps_the_leading_entries)
{
    struct value *v = counted(), *other = value_share(v);
    assert_true(value_reshape(&v, 4, 4));
    static const double want[4][4] = {{1, 2, 3, 0}, {4, 5, 6, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
    for (int i = 0; i < 16; i++)
        assert_true(v->v[i] == want[i / 4][i % 4]);
    assert_int_equal(other->cols, 3);
    assert_true(value_reshape(&v, 1, 2));
    assert_true(v->rows == 1 && v->cols == 2 && v->v[0] == 1 && v->v[1] == 2);
    struct value *same = v;
    assert_true(value_reshape(&v, 1, 2));
    assert_ptr_equal(v, same);
    value_drop(v);
    value_drop(other);
}

TEST(sameness_is_of_shape_and_bits)
{
    struct value *a = counted(), *b = counted(), *c = value_new(3, 2), *d = value_new(2, 3);
    assert_true(value_same(a, a) && value_same(a, b) && value_same(NULL, NULL));
    assert_false(value_same(a, NULL) || value_same(NULL, a) || value_same(c, d));
    b->v[5] = nextafter(6, 7);
    assert_false(value_same(a, b));
    a->v[0] = NAN;
    assert_true(value_same(a, a));
    value_drop(a);
    value_drop(b);
    value_drop(c);
    value_drop(d);
}

TEST(nothing_is_an_absent_matrix)
{
    struct value *v = counted();
    struct mat m = value_mat(v);
    assert_true(m.rows == 2 && m.cols == 3 && m.stride == 3 && m.v == v->v);
    assert_false(mat_present(value_mat(NULL)));
    assert_null(value_share(NULL));
    value_drop(NULL);
    value_drop(v);
}

/* A change of one matrix copies the table and that matrix; the other matrices stay shared. */
TEST(a_table_that_is_shared_copies_what_is_changed)
{
    enum { LEFT = NUMBERS_MASK, RIGHT = NUMBERS_WEIGHTS + 7 * WEIGHT_COUNT - 1 };
    struct numbers *a = NULL;
    assert_true(numbers_put(&a, LEFT, counted()) && numbers_put(&a, RIGHT, counted()));
    struct numbers *b = numbers_share(a);
    assert_int_equal(numbers_bytes(a, b), 0);
    numbers_edit(&b, LEFT)->v[0] = 9;
    assert_ptr_not_equal(a, b);
    assert_true(numbers_at(a, LEFT)->v[0] == 1 && numbers_at(b, LEFT)->v[0] == 9);
    assert_ptr_equal(numbers_at(a, RIGHT), numbers_at(b, RIGHT));
    assert_int_equal(numbers_bytes(b, a) - numbers_bytes(a, NULL),
                     -(int)value_bytes(numbers_at(a, RIGHT))); /* all but the shared matrix */
    assert_false(numbers_same(a, b));
    struct numbers *was = b;
    assert_non_null(numbers_edit(&b, RIGHT)); /* no longer shared: the table is changed in place */
    assert_ptr_equal(b, was);
    assert_ptr_not_equal(numbers_at(a, RIGHT), numbers_at(b, RIGHT));
    assert_true(numbers_put(&b, LEFT, counted()) && numbers_same(a, b));
    assert_ptr_equal(b, was);
    numbers_drop(a);
    numbers_drop(b);
}

TEST(a_table_of_nothing_is_no_table)
{
    struct numbers *n = NULL;
    assert_true(numbers_put(&n, NUMBERS_SCORES, NULL));
    assert_null(n);
    assert_null(numbers_at(n, NUMBERS_SCORES));
    assert_true(numbers_put(&n, NUMBERS_SCORES, counted()) && !numbers_same(n, NULL) &&
                !numbers_same(NULL, n));
    assert_true(numbers_put(&n, NUMBERS_SCORES, NULL) && numbers_same(n, NULL) && numbers_same(NULL, n));
    assert_null(numbers_share(NULL));
    numbers_drop(n);
    numbers_drop(NULL);
}
