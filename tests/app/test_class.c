/* Before a class: hands are counted and no answer, numbers hidden and shown, a dark screen that any key ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "app/lesson_play.h"
#include "base/utf8.h"

static void open_app(struct app *a)
{
    struct reply r = {0};
    assert_true(utf8_locale());
    assert_true(app_init(a, LANG_EN, &r));
    assert_true(app_line(a, "lesson 90-small/weights", &r));
    reply_finish(&r);
}

static bool line(struct app *a, const char *s)
{
    struct reply r = {0};
    bool ok = app_line(a, s, &r);
    reply_finish(&r);
    return ok;
}

static void key(struct app *a, const char *name)
{
    app_event(a, &(struct event){.kind = EVENT_KEY, .text = name});
}

static bool shows(struct app *a, const char *part)
{
    struct canvas c;
    struct text t = {0};
    assert_true(canvas_init(&c, 24, 80));
    app_draw(a, c);
    canvas_text(c, &t);
    bool there = strstr(text_str(&t), part) != NULL;
    text_finish(&t);
    canvas_finish(&c);
    return there;
}

static void hands_are_bars_and_no_answers(void **state)
{
    (void)state;
    struct app a;
    open_app(&a);
    assert_true(line(&a, "class a=12 b=3"));
    assert_true(shows(&a, "███████████████████████████ 12"));
    assert_true(shows(&a, "███████ 3"));
    assert_false(line(&a, "class d=1"));
    assert_false(line(&a, "class a 12"));
    assert_false(line(&a, "class a=-1"));
    assert_true(shows(&a, "███████ 3"));
    assert_int_equal(lesson_run_answer(a.model.lesson)->tries, 0);
    assert_true(line(&a, "reveal"));
    assert_true(shows(&a, "The class: most said a; 3 of 15"));
    assert_false(a.model.lesson->run.visit[1].finished);
    assert_int_equal(lesson_tally(a.model.lesson).first_right, 0);
    assert_true(line(&a, "class"));
    assert_false(shows(&a, "The class"));
    assert_true(line(&a, "goto 1"));
    assert_false(line(&a, "class a=1"));
    app_finish(&a);
}

static void keys_count_hands(void **state)
{
    (void)state;
    static const char *const typed[] = {"C", "a", "1", "2", "Enter", "b", "3", "Enter"};
    struct app a;
    open_app(&a);
    assert_false(shows(&a, "hands"));
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        key(&a, typed[i]);
    const struct lesson_answer *answer = lesson_run_answer(a.model.lesson);
    assert_true(shows(&a, "hands"));
    assert_int_equal(answer->hands[0], 12);
    assert_int_equal(answer->hands[1], 3);
    assert_int_equal(answer->chosen, 0);
    key(&a, "Enter");
    assert_true(shows(&a, "The class: most said a; 3 of 15"));
    assert_int_equal(a.model.lesson->run.visit[1].answer[0].tries, 0);
    assert_false(a.model.lesson->run.visit[1].finished);
    key(&a, "C");
    assert_true(line(&a, "restart"));
    key(&a, "b");
    assert_int_equal(lesson_run_answer(a.model.lesson)->chosen, 2);
    app_finish(&a);
}

static void numbers_are_hidden_until_they_are_wanted(void **state)
{
    (void)state;
    struct app a;
    open_app(&a);
    assert_true(shows(&a, " 2.309  5.774"));
    key(&a, ".");
    assert_false(shows(&a, " 2.309  5.774"));
    key(&a, ".");
    assert_true(shows(&a, " 2.309  5.774"));
    app_finish(&a);
}

static void any_key_ends_the_dark(void **state)
{
    (void)state;
    struct app a;
    open_app(&a);
    key(&a, "r");
    int step = a.model.lesson->run.step, beat = a.model.lesson->run.beat;
    key(&a, "b");
    assert_false(shows(&a, "weights"));
    key(&a, "Enter");
    assert_true(shows(&a, "weights"));
    assert_int_equal(a.model.lesson->run.step, step);
    assert_int_equal(a.model.lesson->run.beat, beat);
    app_finish(&a);
}

int main(void)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_are_bars_and_no_answers),
        cmocka_unit_test(keys_count_hands),
        cmocka_unit_test(numbers_are_hidden_until_they_are_wanted),
        cmocka_unit_test(any_key_ends_the_dark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
