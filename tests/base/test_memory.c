/* The heap and the arena: sizes that overflow, growth that keeps the contents. */
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "support/test.h"

TEST(new_memory_is_zeroed)
{
    unsigned char *p = mem_new(1000, 3);
    assert_non_null(p);
    for (int i = 0; i < 3000; i++)
        assert_int_equal(p[i], 0);
    mem_free(p);
    mem_free(NULL);
}

TEST(nothing_is_still_an_address)
{
    void *none = mem_new(0, 8), *empty = mem_new(8, 0), *grown = mem_grow(NULL, 0, 8);
    assert_non_null(none);
    assert_non_null(empty);
    assert_non_null(grown);
    grown = mem_grow(grown, 0, 0);
    assert_non_null(grown);
    grown = mem_grow(grown, 0, 8);
    assert_non_null(grown);
    mem_free(none);
    mem_free(empty);
    mem_free(grown);
}

TEST(sizes_that_overflow_are_refused)
{
    assert_null(mem_new(SIZE_MAX / 2 + 1, 2));
    assert_null(mem_new(SIZE_MAX / 4, 8));
    assert_null(mem_copy_text("", SIZE_MAX));
    int *old = mem_new(1, sizeof *old);
    *old = 7;
    assert_null(mem_grow(old, SIZE_MAX / 2, 4));
    assert_null(mem_grow(old, SIZE_MAX / 4 + 2, 4)); /* the product would be 4 */
    assert_int_equal(*old, 7);
    mem_free(old);
}

TEST(growing_keeps_the_contents)
{
    int *v = NULL;
    for (int n = 1; n <= 500; n++) {
        v = mem_grow(v, (size_t)n, sizeof *v);
        assert_non_null(v);
        v[n - 1] = n;
    }
    for (int i = 0; i < 500; i++)
        assert_int_equal(v[i], i + 1);
    mem_free(v);
}

TEST(a_copied_text_ends_with_zero)
{
    char *part = mem_copy_text("猫追狗", 3), *empty = mem_copy_text("x", 0), *none = mem_copy_text(NULL, 0);
    assert_string_equal(part, "猫");
    assert_string_equal(empty, "");
    assert_string_equal(none, "");
    mem_free(part);
    mem_free(empty);
    mem_free(none);
}

TEST(an_arena_hands_out_neighbours)
{
    struct arena a = {0};
    assert_true(arena_reserve(&a, 10));
    double *first = arena_doubles(&a, 4), *second = arena_doubles(&a, 6);
    assert_ptr_equal(first + 4, second);
    assert_int_equal(a.used, 10);
    for (int i = 0; i < 6; i++)
        second[i] = i;
    arena_finish(&a);
    assert_null(a.start);
    arena_finish(&a);
}

TEST(reserving_less_starts_over_in_the_same_block)
{
    struct arena a = {0};
    assert_true(arena_reserve(&a, 10));
    double *first = arena_doubles(&a, 10);
    assert_true(arena_reserve(&a, 5));
    assert_int_equal(a.room, 10);
    assert_ptr_equal(arena_doubles(&a, 5), first);
    assert_true(arena_reserve(&a, 5000));
    assert_int_equal(a.room, 5000);
    assert_int_equal(a.used, 0);
    arena_finish(&a);
}

TEST(what_is_asked_for_in_parts_stays_and_fits_in_one_block_the_next_time)
{
    struct arena a = {0};
    double *part[20], *start;
    for (int turn = 0; turn < 2; turn++) {
        start = a.start;
        for (int i = 0; i < 20; i++) {
            assert_true(arena_more(&a, (size_t)i + 2)); /* and takes less than it asked for */
            part[i] = arena_doubles(&a, (size_t)i + 1);
            part[i][0] = part[i][i] = i;
        }
        for (int i = 0; i < 20; i++)
            assert_true(part[i][0] == i && part[i][i] == i);
        assert_true(turn == 0 || a.start == start);
        arena_forget(&a);
    }
    assert_ptr_equal(a.start, start);
    assert_true(arena_more(&a, 3));
    part[0] = arena_doubles(&a, 3);
    part[0][2] = 7;
    assert_false(arena_more(&a, SIZE_MAX / 4));
    assert_true(a.failed && part[0][2] == 7);
    arena_forget(&a);
    assert_false(a.failed);
    arena_finish(&a);
}

TEST(an_arena_that_cannot_grow_is_as_it_was)
{
    struct arena a = {0};
    assert_false(arena_reserve(&a, SIZE_MAX / 4));
    assert_true(arena_reserve(&a, 3));
    double *p = arena_doubles(&a, 2);
    p[0] = 1.5;
    assert_false(arena_reserve(&a, SIZE_MAX / 4));
    assert_int_equal(a.room, 3);
    assert_int_equal(a.used, 2);
    assert_true(p[0] == 1.5);
    arena_finish(&a);
}

TEST(an_arena_of_nothing_works)
{
    struct arena a = {0};
    assert_true(arena_reserve(&a, 0));
    assert_non_null(arena_doubles(&a, 0));
    arena_finish(&a);
}
