/* A lesson points: what its text speaks of is framed in the picture and can be gone to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/pipeline/stage.h"
#include "lesson/run/run.h"
#include "support/apps.h"
#include "support/locale.h"

static const struct lesson_run *run(const struct app *a)
{
    return &a->model.lesson->run;
}

static const struct look *look(const struct app *a)
{
    return &a->model.now.state.look;
}

static void the_text_points_at_what_it_speaks_of(void **state)
{
    (void)state;
    struct app a = app_after("lesson 90-small/weights");
    see(&a, 18, 80, "▐a            2.309  5.774 ▌"); /* scaled(a): the first number that is seen here */
    see(&a, 18, 80, "╮");                            /* and a line that leads there */
    must_enter(&a, "stage K");
    see_not(&a, 18, 80, "▐a");
    must_enter(&a, "stage scores");
    see(&a, 18, 80, "╰▐a             4.000  10.000 ▌"); /* scores(a) */
    press(&a, "Tab");
    press(&a, "Tab");
    assert_int_equal(run(&a)->point, 2);
    see_not(&a, 18, 80, "▐a"); /* scaled(a), which is not here */
    press(&a, "S-Tab");
    see(&a, 18, 80, "▐a ");
    press(&a, "Esc"); /* reads on */
    assert_int_equal(run(&a)->point, 0);
    assert_non_null(a.model.lesson);
    app_finish(&a);
}

static void no_colour_is_needed_to_see_it(void **state)
{
    (void)state;
    struct app a = app_after("set theme mono ; lesson 90-small/weights");
    see(&a, 18, 80, "▐a ");
    a.ascii = true;
    see(&a, 18, 80, "[a ");
    see(&a, 24, 80, "|? Which");
    app_finish(&a);
}

static void enter_goes_there_and_backspace_comes_back(void **state)
{
    (void)state;
    struct app a = app_after("lesson 90-small/weights");
    struct look before = *look(&a);
    int beat = run(&a)->beat;
    must_enter(&a, "point next");
    press(&a, "Enter");
    assert_int_equal(look(&a)->stage, STAGE_SCORES);
    assert_int_equal(run(&a)->beat, beat);
    press(&a, "Tab");
    press(&a, "Enter");
    assert_int_equal(look(&a)->stage, STAGE_SCALED);
    press(&a, "Backspace");
    assert_int_equal(look(&a)->stage, STAGE_SCORES);
    press(&a, "Backspace");
    assert_memory_equal(look(&a), &before, sizeof before);
    assert_int_equal(run(&a)->beat, beat);
    press(&a, "b"); /* now Enter answers again */
    press(&a, "Enter");
    assert_int_equal(run(&a)->visit[run(&a)->step].answer[0].tries, 1);
    press(&a, "Backspace");
    assert_int_equal(run(&a)->step, 0);
    app_finish(&a);
}

static void a_small_screen_shows_the_picture(void **state)
{
    (void)state;
    struct app a = app_after("lesson 90-small/weights");
    see_not(&a, 18, 60, "▐a ");
    press(&a, "Tab");
    press(&a, "Tab");
    press(&a, "Enter");
    assert_int_equal(a.model.lesson->layout, LAYOUT_VIEW);
    see(&a, 18, 60, "▐a ");
    press(&a, "z");
    assert_int_equal(a.model.lesson->layout, LAYOUT_SPLIT);
    app_finish(&a);
}

static void a_click_goes_there(void **state)
{
    (void)state;
    struct app a = app_after("lesson 90-small/weights");
    must_enter(&a, "point 1");
    assert_int_equal(look(&a)->stage, STAGE_SCORES);
    assert_false(enter(&a, "point nowhere"));
    must_enter(&a, "goto words");
    assert_false(enter(&a, "point next")); /* that text speaks of no place */
    app_finish(&a);
}

static void a_hand_is_pointed_at_on_its_dial(void **state)
{
    (void)state;
    struct app a = app_after("lesson lessons/en/12-longer.md ; goto thirteen");
    see(&a, 24, 80, "▐1: 0° apart"); /* wavelength(1), and not the column of the map above */
    app_finish(&a);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_points_at_what_it_speaks_of),
        cmocka_unit_test(no_colour_is_needed_to_see_it),
        cmocka_unit_test(enter_goes_there_and_backspace_comes_back),
        cmocka_unit_test(a_small_screen_shows_the_picture),
        cmocka_unit_test(a_click_goes_there),
        cmocka_unit_test(a_hand_is_pointed_at_on_its_dial),
    };
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return cmocka_run_group_tests(tests, locale, NULL);
}
