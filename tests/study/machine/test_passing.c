/* What the machine view plays: steps, ticks and their ends. */

#include "study/machine/passing.h"
#include "support/test.h"

TEST(ms_are_steps_and_a_part_of_the_next)
{
    static const struct {
        int ms, done;
        double part;
    } cases[] = {{0, 3, 0},      {1, 0, 1.0 / 700}, {350, 0, 0.5}, {700, 1, 0},
                 {1750, 2, 0.5}, {2100, 3, 0},      {9999, 3, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct passing p = passing_at(cases[i].ms, 3);
        assert_int_equal(p.done, cases[i].done);
        assert_true(p.part == cases[i].part);
    }
    assert_int_equal(passing_steps(10), 9);
    assert_int_equal(passing_steps(1), 0);
}

TEST(ticks_lead_to_the_end_and_stop_there)
{
    struct look look = {.play = 1, .machine.pass = 1};
    int ticks = 0;
    for (; look.machine.pass > 0 && ticks < 1000; ticks++) {
        assert_int_equal(look.play, 1);
        passing_tick(&look, 3);
    }
    assert_int_equal(ticks, 42); /* 3 steps of 700 ms */
    assert_int_equal(look.play, 0);
}

TEST(steps_go_from_end_to_end_and_pause)
{
    static const struct {
        int from, by, to;
    } cases[] = {{0, 1, 700},   {700, 1, 1400}, {1, 1, 700},  {750, 1, 1400}, {1400, 1, 0},
                 {0, -1, 1400}, {750, -1, 700}, {700, -1, 1}, {100, -1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct look look = {.play = 1, .machine.pass = cases[i].from};
        passing_step(&look, 3, cases[i].by);
        assert_int_equal(look.machine.pass, cases[i].to);
        assert_int_equal(look.play, 0);
    }
}
