/* The next word: what each class is drawn with, and which one is drawn. */
#include <math.h>

#include "core/math/choice.h"
#include "support/close.h"
#include "support/test.h"

enum { N = 5 };

static void shares_are(struct choice_rule rule, const double z[N], const double want[N])
{
    double share[N];
    int order[N];
    choice_shares(&rule, z, N, share, order);
    for (int i = 0; i < N; i++)
        assert_close(share[i], want[i], 1e-15);
}

TEST(without_temperature_the_first_of_the_largest_is_chosen)
{
    shares_are((struct choice_rule){.temperature = 0, .top_k = 3, .top_p = 0.5}, (double[N]){1, 3, 2, 3, -1},
               (double[N]){0, 1, 0, 0, 0});
}

TEST(top_k_and_top_p_drop_the_smallest_and_of_equal_ones_the_later)
{
    const double z[N] = {log(1), log(3), log(2), log(3), log(1)}; /* .1 .3 .2 .3 .1 */
    shares_are((struct choice_rule){1, 0, 1, 0}, z, (double[N]){.1, .3, .2, .3, .1});
    shares_are((struct choice_rule){1, 4, 1, 0}, z, (double[N]){1 / 9.0, 3 / 9.0, 2 / 9.0, 3 / 9.0, 0});
    shares_are((struct choice_rule){1, 1, 1, 0}, z, (double[N]){0, 1, 0, 0, 0});
    shares_are((struct choice_rule){1, 0, 0.59, 0}, z, (double[N]){0, .5, 0, .5, 0});
    shares_are((struct choice_rule){1, 0, 0.61, 0}, z, (double[N]){0, .375, .25, .375, 0});
    shares_are((struct choice_rule){1, 0, 1e-9, 0}, z, (double[N]){0, 1, 0, 0, 0});
    /* top_p is of what top_k left: .3 of .6 is half of it */
    shares_are((struct choice_rule){1, 2, 0.49, 0}, z, (double[N]){0, 1, 0, 0, 0});
    shares_are((struct choice_rule){1, 2, 0.51, 0}, z, (double[N]){0, .5, 0, .5, 0});
}

TEST(temperature_divides_the_logits)
{
    const double z[N] = {0, log(4), -INFINITY, 0, 0};
    shares_are((struct choice_rule){2, 0, 1, 0}, z, (double[N]){.2, .4, 0, .2, .2}); /* √4 = 2 */
    shares_are((struct choice_rule){1e-300, 0, 1, 0}, z, (double[N]){0, 1, 0, 0, 0});
}

TEST(the_lot_falls_into_a_piece_and_where_rounding_leaves_none_into_the_last)
{
    const double share[N] = {0, .25, 0, .5, .25}, short_of_one[N] = {.5, 0, .5 - 1e-12, 0, 0};
    static const struct {
        double lot;
        int class;
    } cases[] = {{0, 1}, {.24, 1}, {.25, 3}, {.74, 3}, {.75, 4}, {1 - 0x1p-53, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(choice_class(share, N, cases[i].lot), cases[i].class);
    assert_int_equal(choice_class(short_of_one, N, 1 - 0x1p-53), 2);
}

/* As many classes as a model has: the largest come first whatever their order. */
TEST(a_large_vocabulary_keeps_the_largest)
{
    enum { MANY = 5000, K = 40 };
    static double z[MANY], share[MANY];
    static int order[MANY];
    struct choice_rule rule = {.temperature = 1, .top_k = K, .top_p = 1};
    for (int i = 0; i < MANY; i++)
        z[i] = (i * 7919) % MANY * 1e-3;
    choice_shares(&rule, z, MANY, share, order);
    for (int i = 0; i < MANY; i++)
        assert_true((share[i] > 0) == ((i * 7919) % MANY >= MANY - K));
}
