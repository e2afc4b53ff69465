/* The counts of lesson 16 and of Vaswani et al. 2017, table 1. */

#include "core/cost.h"
#include "support/close.h"
#include "support/test.h"

TEST(multiplications_are_those_of_the_lesson)
{
    assert_int_equal(cost_mul(COST_ATTN, 100, 512, 0), 5120000);
    assert_int_equal(cost_mul(COST_RNN, 100, 512, 0), 26214400);
    assert_int_equal(cost_mul(COST_CNN, 100, 512, 3), 78643200);
    assert_int_equal(cost_mul(COST_ATTN, 1000, 512, 0), 512000000);
    assert_int_equal(cost_mul(COST_RNN, 1000, 512, 0), 262144000);
    assert_int_equal(cost_mul(COST_CNN, 1000, 512, 3), 786432000);
    assert_int_equal(cost_mul(COST_DILATED, 1000, 512, 3), 786432000);
    assert_int_equal(cost_mul(COST_PROJ, 100, 512, 0), 104857600);
    assert_int_equal(cost_mul(COST_CORE, 100, 512, 0), 10240000);
    assert_int_equal(cost_mul(COST_FULL, 100, 512, 0), 104857600 + 10240000);
}

TEST(costs_cross_at_d_at_kd_and_at_2d)
{
    assert_int_equal(cost_mul(COST_ATTN, 512, 512, 0), cost_mul(COST_RNN, 512, 512, 0));
    assert_int_equal(cost_mul(COST_ATTN, 1536, 512, 0), cost_mul(COST_CNN, 1536, 512, 3));
    assert_int_equal(cost_mul(COST_PROJ, 1024, 512, 0), cost_mul(COST_CORE, 1024, 512, 0));
}

TEST(layers_and_dilated_layers_reach_the_far_end)
{
    assert_int_equal(cost_layers(100, 3), 50);
    assert_int_equal(cost_layers(1000, 3), 500);
    assert_int_equal(cost_dilated(100, 3), 5);
    assert_int_equal(cost_dilated(1000, 3), 7);
    assert_int_equal(cost_dilated(81, 3), 4); /* 4 layers reach 3^4 - 1 = 80 words */
    assert_int_equal(cost_dilated(82, 3), 5);
    assert_int_equal(cost_layers(101, 3), 50);
    assert_int_equal(cost_layers(102, 3), 51);
    assert_int_equal(cost_layers(1, 3), 0);
    assert_int_equal(cost_dilated(1, 3), 0);
}

TEST(a_kernel_of_width_one_never_arrives)
{
    assert_true(cost_layers(2, 1) == INT64_MAX);
    assert_true(cost_dilated(2, 1) == INT64_MAX);
    assert_true(cost_path(COST_PROJ, 2, 3) == INT64_MAX);
    assert_int_equal(cost_route(COST_CNN, 0, 5, 1, NULL, 0), 0);
}

TEST(paths_and_serial_steps)
{
    assert_int_equal(cost_path(COST_ATTN, 100, 3), 1);
    assert_int_equal(cost_path(COST_RNN, 100, 3), 99);
    assert_int_equal(cost_path(COST_CNN, 100, 3), 50);
    assert_int_equal(cost_path(COST_DILATED, 100, 3), 5);
    for (int a = 0; a < COST_ARCHS; a++)
        assert_int_equal(cost_serial((enum cost_arch)a, 100), a == COST_RNN ? 100 : 1);
}

TEST(pairs_blocks_and_windows)
{
    assert_int_equal(cost_pairs(1000), 1000000);
    assert_int_equal(cost_blocks(1000, 100), 100000);
    assert_int_equal(cost_blocks(10, 4), 16 + 16 + 4);
    assert_int_equal(cost_blocks(3, 100), 9);
    assert_int_equal(cost_window(1000, 50), 98450);
    assert_int_equal(cost_window(7, 100), 49);
    assert_int_equal(cost_window(7, 0), 7);
    assert_close(cost_weight_megabytes(1000, 8), 32, 0);
    assert_int_equal(cost_params(1, 512), 1048576);
    assert_int_equal(cost_params(8, 512), 1048576);
}

TEST(a_window_counts_what_a_loop_counts)
{
    for (int n = 1; n < 12; n++)
        for (int w = 0; w < 14; w++) {
            int count = 0;
            for (int pair = 0; pair < n * n; pair++) {
                int offset = pair / n - pair % n;
                count += -w <= offset && offset <= w;
            }
            assert_int_equal(cost_window(n, w), count);
        }
}

TEST(large_counts_saturate)
{
    int64_t large = INT64_C(1) << 40;
    assert_true(cost_mul(COST_FULL, large, large, 3) == INT64_MAX);
    assert_true(cost_mul(COST_CNN, large, 1 << 20, INT64_MAX) == INT64_MAX);
    assert_true(cost_pairs(large) == INT64_MAX);
    assert_true(cost_window(INT64_MAX, INT64_MAX) == INT64_MAX);
    assert_true(cost_window(INT64_MAX, 0) == INT64_MAX);
    assert_true(cost_blocks(INT64_MAX, 1) == INT64_MAX);
    assert_int_equal(cost_dilated(INT64_MAX, 2), 63);
    assert_true(cost_params(1, large) == INT64_MAX);
}

TEST(names_are_found_and_others_are_not)
{
    static const char *const names[COST_ARCHS] = {"attn", "rnn", "cnn", "dilated", "proj", "core", "full"};
    for (int a = 0; a < COST_ARCHS; a++)
        assert_int_equal(cost_find(names[a]), a);
    assert_int_equal(cost_find("dilated"), COST_DILATED);
    assert_int_equal(cost_find("gru"), -1);
}

/* Every route has one stop per layer, starts at i, ends at j and never exceeds a layer's reach. */
static void check_route(enum cost_arch a, int i, int j, int k)
{
    int stop[64];
    int count = cost_route(a, i, j, k, stop, 64);
    int distance = i < j ? j - i : i - j;
    assert_int_equal(count, cost_path(a, distance + 1, k) + 1);
    assert_int_equal(stop[0], i);
    assert_int_equal(stop[count - 1], j);
    int reach = a == COST_RNN ? 1 : k - 1;
    for (int s = 1; s < count; s++) {
        int moved = i < j ? stop[s] - stop[s - 1] : stop[s - 1] - stop[s];
        assert_in_range(moved, 0, a == COST_ATTN ? distance : reach);
        if (a == COST_DILATED) {
            assert_int_equal(moved % (reach / (k - 1)), 0);
            reach *= k;
        }
    }
}

TEST(routes_take_one_stop_per_layer)
{
    static const enum cost_arch archs[] = {COST_ATTN, COST_RNN, COST_CNN, COST_DILATED};
    (void)state;
    for (int a = 0; a < 4; a++)
        for (int j = 0; j < 40; j++) {
            check_route(archs[a], 0, j, 3);
            check_route(archs[a], 39, j, 4);
        }
}

TEST(a_dilated_route_walks_the_digits_of_the_distance)
{
    int stop[8];
    (void)state;
    assert_int_equal(cost_route(COST_DILATED, 0, 99, 3, stop, 8), 6); /* 99 = 10200 in base 3 */
    static const int want[] = {0, 0, 0, 18, 18, 99};
    for (int s = 0; s < 6; s++)
        assert_int_equal(stop[s], want[s]);
}

TEST(a_route_keeps_to_its_room)
{
    int stop[4] = {-1, -1, -1, -1};
    (void)state;
    assert_int_equal(cost_route(COST_RNN, 0, 9, 0, stop, 3), 10);
    assert_int_equal(stop[2], 2);
    assert_int_equal(stop[3], -1);
}
