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
        {0, FLOWING_STILL, 1},      {1, FLOWING_MERGE, 1.0 / 600},
        {300, FLOWING_MERGE, 0.5},  {600, FLOWING_MERGE, 1},
        {799, FLOWING_MERGE, 1},    {800, FLOWING_VISIT, 0},
        {1250, FLOWING_VISIT, 0.5}, {1700, FLOWING_VISIT, 1},
        {1900, FLOWING_SHARE, 0},   {2500, FLOWING_SHARE, 1},
        {2700, FLOWING_RUN, 0},     {3100, FLOWING_RUN, 0.5},
        {3500, FLOWING_RUN, 1},     {3699, FLOWING_RUN, 1},
        {3700, FLOWING_MIX, 0},     {4099, FLOWING_MIX, 399.0 / 400},
        {4100, FLOWING_STILL, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct flowing f = flowing_at(cases[i].ms, 3);
        assert_int_equal(f.phase, cases[i].phase);
        assert_close(f.t, cases[i].t, 1e-12);
    }
    assert_int_equal(flowing_end(FLOWING_MIX, 3), 4100);
    assert_int_equal(flowing_end(FLOWING_MIX, 12), 4100 + 9 * 300);
    assert_int_equal(flowing_end(FLOWING_MIX, 512), 4100 + 9 * 300); /* many keys are visited faster */
}

TEST(ticks_lead_to_the_end_and_stop_there)
{
    static const struct {
        int speed, ticks;
    } cases[] = {{4, 82}, {2, 164}, {1, 164}, {8, 41}, {16, 21}, {60, 21}};
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
    static const int ends[] = {600, 1700, 2500, 3500, 0, 600};
    struct look look = {.play = 1, .speed = 4};
    for (int i = 0; i < 6; i++) {
        flowing_step(&look, 3, 1);
        assert_int_equal(look.flow, ends[i]);
        assert_int_equal(look.play, 0);
    }
    look.flow = 0;
    for (int i = 3; i >= 0; i--) {
        flowing_step(&look, 3, -1);
        assert_int_equal(look.flow, ends[i]);
    }
    flowing_step(&look, 3, -1);
    assert_int_equal(look.flow, 0);
    look.flow = 1000; /* within a phase: its end, or that of the one before */
    flowing_step(&look, 3, 1);
    assert_int_equal(look.flow, 1700);
    look.flow = 1000;
    flowing_step(&look, 3, -1);
    assert_int_equal(look.flow, 600);
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
