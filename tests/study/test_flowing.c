/* The phases of the flow: when each begins and ends, ticks, steps and speed. */

#include "study/flowing.h"
#include "support/close.h"
#include "support/test.h"

TEST(the_phases_follow_each_other)
{
    static const struct {
        int ms;
        enum flowing_phase phase;
        double t;
    } cases[] = {
        {0, FLOWING_STILL, 1},      {1, FLOWING_ASK, 1.0 / 400},
        {400, FLOWING_ASK, 1},      {1399, FLOWING_ASK, 1},
        {1400, FLOWING_MERGE, 0},   {1700, FLOWING_MERGE, 0.5},
        {2000, FLOWING_MERGE, 1},   {3000, FLOWING_NOTE, 0},
        {3600, FLOWING_NOTE, 1},    {4600, FLOWING_VISIT, 0},
        {5050, FLOWING_VISIT, 0.5}, {5500, FLOWING_VISIT, 1},
        {6500, FLOWING_SHARE, 0},   {7100, FLOWING_SHARE, 1},
        {8100, FLOWING_RUN, 0},     {8500, FLOWING_RUN, 0.5},
        {8900, FLOWING_RUN, 1},     {9899, FLOWING_RUN, 1},
        {9900, FLOWING_MIX, 0},     {10299, FLOWING_MIX, 399.0 / 400},
        {10300, FLOWING_STILL, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct flowing f = flowing_at(cases[i].ms, 3);
        assert_int_equal(f.phase, cases[i].phase);
        assert_close(f.t, cases[i].t, 1e-12);
    }
    assert_int_equal(flowing_end(FLOWING_MIX, 3), 10300);
    assert_int_equal(flowing_end(FLOWING_MIX, 12), 10300 + 9 * 300);
    assert_int_equal(flowing_end(FLOWING_MIX, 512), 10300 + 9 * 300); /* many keys are visited faster */
}

TEST(ticks_lead_to_the_end_and_stop_there)
{
    static const struct {
        int speed, ticks;
    } cases[] = {{4, 206}, {2, 412}, {1, 412}, {8, 103}, {16, 52}, {60, 52}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct look look = {.play = 1, .speed = cases[i].speed};
        for (int n = 1; n < cases[i].ticks; n++)
            flowing_tick(&look, 3);
        assert_true(look.flow > 0 && look.play == 1);
        flowing_tick(&look, 3);
        assert_int_equal(look.flow, 0);
        assert_int_equal(look.play, 0);
    }
}

TEST(steps_go_from_end_to_end_and_stop_the_flow)
{
    static const int ends[] = {400, 2000, 3600, 5500, 7100, 8900, 0, 400};
    struct look look = {.play = 1, .speed = 4};
    for (int i = 0; i < 8; i++) {
        flowing_step(&look, 3, 1);
        assert_int_equal(look.flow, ends[i]);
        assert_int_equal(look.play, 0);
    }
    look.flow = 0;
    for (int i = 5; i >= 0; i--) {
        flowing_step(&look, 3, -1);
        assert_int_equal(look.flow, ends[i]);
    }
    flowing_step(&look, 3, -1);
    assert_int_equal(look.flow, 0);
    look.flow = 4700; /* within a phase: its end, or that of the one before */
    flowing_step(&look, 3, 1);
    assert_int_equal(look.flow, 5500);
    look.flow = 4700;
    flowing_step(&look, 3, -1);
    assert_int_equal(look.flow, 3600);
}

TEST(the_speed_is_between_a_half_and_four_times)
{
    static const int up[] = {8, 16, 16}, down[] = {8, 4, 2, 2};
    struct look look = {.speed = 4};
    for (int i = 0; i < 3; i++) {
        flowing_speed(&look, 1);
        assert_int_equal(look.speed, up[i]);
    }
    for (int i = 0; i < 4; i++) {
        flowing_speed(&look, -1);
        assert_int_equal(look.speed, down[i]);
    }
}
