/* Activations: known values, and slopes against differences. */
#include <math.h>
#include <stdlib.h>

#include "core/math/activation.h"
#include "support/close.h"
#include "support/test.h"

TEST(known_values)
{
    static const double at[] = {-30, -8.4, -5.1, -2.7, -1,  -1e-9, 0,   1e-300,
                                0.5, 1,    2.2,  3,    4.6, 7.9,   8.5, 30};
    assert_close(activation_at(ACTIVATION_RELU, -2), 0, 0);
    assert_close(activation_at(ACTIVATION_RELU, 2), 2, 0);
    assert_close(activation_at(ACTIVATION_GELU, 1), 0.84134474606854293, 1e-15);
    assert_close(activation_at(ACTIVATION_GELU_NEW, 1), 0.84119199060827676, 1e-15);
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        double x = at[i], bent = tanh(sqrt(2 / acos(-1)) * (x + 0.044715 * x * x * x));
        assert_close(activation_at(ACTIVATION_GELU, x), x / 2 * (1 + erf(x / sqrt(2))), 1e-14);
        assert_close(activation_at(ACTIVATION_GELU_NEW, x), x / 2 * (1 + bent), 1e-14);
        assert_close(activation_at(ACTIVATION_QUICK, x), x / (1 + exp(-1.702 * x)), 1e-14);
    }
}

TEST(a_slope_is_the_limit_of_differences)
{
    const double h = 1e-6;
    for (int a = 0; a < ACTIVATION_COUNT; a++)
        for (double x = -3.05; x < 3.1; x += 0.1) {
            double grows =
                (activation_at((enum activation)a, x + h) - activation_at((enum activation)a, x - h)) /
                (2 * h);
            assert_close(activation_slope((enum activation)a, x), grows, 1e-9);
        }
    assert_close(activation_slope(ACTIVATION_RELU, 0), 0, 0);
}

TEST(names_end_with_null)
{
    for (int a = 0; a < ACTIVATION_COUNT; a++)
        assert_non_null(activation_name(a));
    assert_null(activation_name(ACTIVATION_COUNT));
    assert_null(activation_name(-1));
}
