/* A lesson points: what its text speaks of is framed in the picture and can be gone to. */
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "lesson/run/run.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/frame/describe.h"

static const struct lesson_run *run(const struct app *a)
{
    return &a->session.lesson->run;
}

static const struct look *look(const struct app *a)
{
    return &a->session.now.state.look;
}

TEST(the_text_points_at_what_it_speaks_of)
{
    struct app a = app_after("lesson 90-small/weights");
    see(&a, 18, 80, "╰▐a                   2.309"); /* scaled(a): the first number that is seen here */
    see(&a, 18, 80, "╮");                           /* and a line that leads there */
    must_enter(&a, "stage K");
    see_not(&a, 18, 80, "▐a");
    assert_false(enter(&a, "point go")); /* nothing is chosen, and nothing is in sight */
    must_enter(&a, "stage scores");
    see(&a, 18, 80, "╰▐a                   4.000"); /* scores(a) */
    press(&a, "Tab");
    press(&a, "Tab");
    assert_int_equal(run(&a)->point, 2);
    see_not(&a, 18, 80, "▐a"); /* scaled(a), which is not here */
    press(&a, "S-Tab");
    see(&a, 18, 80, "▐a ");
    press(&a, "Esc"); /* reads on */
    assert_int_equal(run(&a)->point, 0);
    assert_non_null(a.session.lesson);
    app_finish(&a);
}

TEST(no_colour_is_needed_to_see_it)
{
    struct app a = app_after("set theme mono ; lesson 90-small/weights");
    see(&a, 18, 80, "▐a ");
    a.ascii = true;
    see(&a, 18, 80, "[a ");
    see(&a, 24, 80, "▎? Which"); /* | on a terminal without UTF-8 */
    app_finish(&a);
}

TEST(enter_goes_there_and_backspace_comes_back)
{
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

TEST(a_small_screen_shows_the_picture)
{
    struct app a = app_after("lesson 90-small/weights");
    see(&a, 18, 60, "query");
    press(&a, "Z");
    see_not(&a, 18, 60, "query");
    press(&a, "Tab");
    press(&a, "Tab");
    press(&a, "Enter");
    assert_int_equal(a.session.lesson->layout, LAYOUT_VIEW);
    see(&a, 18, 60, "▐a ");
    press(&a, "z");
    assert_int_equal(a.session.lesson->layout, LAYOUT_SPLIT);
    app_finish(&a);
}

TEST(a_click_goes_there)
{
    struct app a = app_after("lesson 90-small/weights");
    must_enter(&a, "point 1");
    assert_int_equal(look(&a)->stage, STAGE_SCORES);
    assert_false(enter(&a, "point nowhere"));
    must_enter(&a, "goto words");
    assert_false(enter(&a, "point next")); /* that text speaks of no place */
    app_finish(&a);
}

/* Plays a step of the course to its end, or reads its beginning, and looks for a framed part of the picture.
 */
static void frames(const char *place, const char *then, const char *framed)
{
    struct app a = fresh_app();
    struct text line = {0};
    text_addf(&line, "lesson %s", place);
    must_enter(&a, text_str(&line));
    if (*then)
        must_enter(&a, then);
    see(&a, 24, 80, framed);
    text_finish(&line);
    app_finish(&a);
}

/* The pictures of the course that show more than matrices. */
TEST(every_picture_is_pointed_into)
{
    unsetenv("QKV_LESSONS");
    frames("23-fourier/many", "reveal", "▐ ⠅ ▌");                   /* an offset of the curve */
    frames("07-distance/monotone", "reveal", "▐");                  /* the same of the sines */
    frames("07-distance/monotone", "reveal ; set pos2 72", "▌");    /* only before s is it in sight */
    frames("06-sines/zero", "reveal", " 0t o▐t");                   /* a row of the map */
    frames("08-rotation/build", "reveal", "▐[ -0.9900  0.1411 ]▌"); /* an entry of M_k */
    frames("16-cost/count", "reveal", "5 120 000▌");                /* a number of the bill */
    frames("24-code/slice", "reveal", "1.000 ▌");                   /* a row of the table */
    frames("00-who-is-it/one-word", "view map", "│dog│");           /* a word on the map */
    frames("00-who-is-it/one-word",
           "tokens a dog chased the ball because it was hungry and then the dog chased it and then it was "
           "hungry and then the ball was red ; view flow ; focus 6",
           "▐because▌"); /* a word of the running text */
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
}

/* Plays a step of the course and then looks for a part of the screen, or sees that it is absent. */
static void leads(const char *place, const char *then, int rows, int cols, const char *part, bool there)
{
    struct app a = fresh_app();
    struct text line = {0};
    text_addf(&line, "lesson %s%s%s", place, *then ? " ; " : "", then);
    must_enter(&a, text_str(&line));
    (there ? see : see_not)(&a, rows, cols, part);
    text_finish(&line);
    app_finish(&a);
}

/* The label of a row names a cell of that row, but neither a whole column nor a place of a curve. */
TEST(the_line_ends_at_a_label_only_if_it_names_the_number)
{
    unsetenv("QKV_LESSONS");
    leads("23-fourier/width", "", 24, 80, "╰─────────▶", true); /* to the curve */
    leads("23-fourier/many", "", 36, 120, "╭", false);          /* every way crosses the map */
    leads("09-only-sine/dot", "reveal", 36, 120, "╮", false);   /* numbers below the plot are in the way */
    leads("09-only-sine/dot", "reveal", 24, 80, "╮", false);
    leads("12-longer/learnt", "hint", 24, 80, "╯", false); /* a column of the map */
    leads("06-sines/zero", "reveal", 24, 80, "─ 0t o▐t", true);
    leads("16-cost/path", "reveal", 24, 80, "╭ RNN ", true);
    leads("11-four-terms/apple", "", 24, 80, "╭", false); /* "like": another word stands before it */
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
}

/* On a large screen the list of stages stands between: a line would seem to mean one of its rows. */
TEST(no_line_crosses_a_list)
{
    unsetenv("QKV_LESSONS");
    leads("01-by-hand/qkv", "", 36, 120, "│machines│", true);
    leads("01-by-hand/qkv", "", 36, 120, "╮", false);
    leads("02-three-roles/asymmetry", "", 36, 120, "▐plays ", true);
    leads("02-three-roles/asymmetry", "", 36, 120, "─ 5 K", false);
    leads("10-add-or-concat/untie", "", 36, 120, "╰", false);
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
}

/* "Press s and type a sentence with *it* in it": "and" is a word of the sentence too, but not meant. */
TEST(everyday_words_point_only_with_emphasis)
{
    unsetenv("QKV_LESSONS");
    struct app a = app_after("lesson 00-who-is-it/yours");
    see_not(&a, 24, 80, "│and│");
    see(&a, 24, 80, "▐it▌");
    app_finish(&a);
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
}

TEST(the_encoding_is_told_without_what_is_asked)
{
    struct app a = app_after("lesson 92-place");
    struct text told = {0};
    describe(&a.session, &told);
    assert_non_null(strstr(text_str(&told), "Encoding sincos, sinusoidal; positions 0 and 0"));
    assert_null(strstr(text_str(&told), "PE(2)"));
    assert_null(strstr(text_str(&told), "0.909"));
    text_finish(&told);
    app_finish(&a);
}

static int begin(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return locale(state);
}

TESTS(begin, NULL)
