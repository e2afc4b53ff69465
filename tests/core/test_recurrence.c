/* The state of a recurrence: its words' shares are exact, and they are what the states really hold. */
#include <math.h>

#include "core/math/mat.h"
#include "core/cost.h"
#include "support/test.h"

enum { N = 6, D = 3 };

static struct mat words(double *v)
{
    static const double given[N * D] = {1, 0, -2, 0.5, 3, 1, -1, 4, 0.25, 0.1, 2, 7, -3, 0.75, 1, 2, -.5, 6};
    for (int i = 0; i < N * D; i++)
        v[i] = given[i];
    return mat_of(N, D, D, v);
}

/* Sets row t of h to h_t for the words of x, word after word. */
static void run(double z, struct mat x, struct mat h)
{
    for (int t = 0; t < x.rows; t++)
        for (int j = 0; j < x.cols; j++)
            mat_row(h, t)[j] = t > 0 ? z * mat_at(h, t - 1, j) + (1 - z) * mat_at(x, t, j) : mat_at(x, t, j);
}

TEST(a_half_halves_every_step)
{
    static const double want[] = {0.125, 0.125, 0.25, 0.5};
    double share[4];
    (void)state;
    recurrence_shares(0.5, 3, share);
    for (int k = 0; k < 4; k++)
        assert_true(share[k] == want[k]);
}

TEST(states_are_the_words_by_their_shares)
{
    double x[N * D], h[N * D], share[N];
    struct mat words_of = words(x), states = mat_of(N, D, D, h);
    (void)state;
    run(0.7, words_of, states);
    for (int t = 0; t < N; t++) {
        double whole = 0;
        recurrence_shares(0.7, t, share);
        for (int k = 0; k <= t; k++)
            whole += share[k];
        assert_true(fabs(whole - 1) < 1e-15);
        for (int j = 0; j < D; j++) {
            double sum = 0;
            for (int k = 0; k <= t; k++)
                sum += share[k] * mat_at(words_of, k, j);
            assert_true(fabs(sum - mat_at(states, t, j)) < 1e-14);
        }
    }
}

TEST(a_share_is_the_gradient_by_that_word)
{
    double x[N * D], h[N * D], share[N], up;
    struct mat words_of = words(x), states = mat_of(N, D, D, h);
    (void)state;
    recurrence_shares(0.4, N - 1, share);
    for (int k = 0; k < N; k++) {
        x[k * D + 1] += 0.5;
        run(0.4, words_of, states);
        up = mat_at(states, N - 1, 1);
        x[k * D + 1] -= 1;
        run(0.4, words_of, states);
        assert_true(fabs(up - mat_at(states, N - 1, 1) - share[k]) < 1e-14); /* linear: no rest */
        x[k * D + 1] += 0.5;
    }
}

TEST(a_closed_gate_keeps_the_last_word_and_an_open_one_the_first)
{
    double share[N];
    (void)state;
    recurrence_shares(0, N - 1, share);
    assert_true(share[N - 1] == 1 && share[0] == 0 && share[N - 2] == 0);
    recurrence_shares(1, N - 1, share);
    assert_true(share[0] == 1 && share[1] == 0 && share[N - 1] == 0);
    recurrence_shares(0.6, 0, share);
    assert_true(share[0] == 1);
}
