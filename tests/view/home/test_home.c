/* The start screen and the tour: every entry opens something, the tour is walked to its
 * end in both languages with all its claims true. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "app/app.h"
#include "lesson/run/run.h"
#include "session/home.h"
#include "support/apps.h"
#include "support/locale.h"

static struct app opened(enum lang lang)
{
    struct app a = fresh_app_in(lang);
    must_enter(&a, "home");
    return a;
}

static void every_entry_opens_something_else(void **state)
{
    (void)state;
    for (int i = 0; i < home_count(NULL); i++) {
        struct app a = opened(i % 2 ? LANG_ZH : LANG_EN);
        assert_int_equal(a.model.now.state.look.view, VIEW_HOME);
        for (int k = 0; k < i; k++)
            press(&a, "Down");
        assert_int_equal(a.model.now.state.look.home, i);
        press(&a, "Enter");
        if (a.model.message_is_error)
            fail_msg("%s: %s", home_entry(NULL, i)->line, text_str(&a.model.message));
        assert_int_not_equal(a.model.now.state.look.view, VIEW_HOME);
        app_finish(&a);
    }
}

static void the_cursor_stays_on_the_entries(void **state)
{
    (void)state;
    struct app a = opened(LANG_EN);
    press(&a, "Up");
    assert_int_equal(a.model.now.state.look.home, 0);
    press(&a, "G");
    assert_int_equal(a.model.now.state.look.home, home_count(NULL) - 1);
    press(&a, "c"); /* other keys work from here */
    assert_int_equal(a.model.now.state.look.view, VIEW_ENCODING);
    press(&a, "9");
    assert_int_equal(a.model.now.state.look.view, VIEW_HOME);
    app_finish(&a);
}

static void all_that_may_be_offered_fits(void **state)
{
    (void)state;
    struct app a = opened(LANG_EN);
    struct home_offer offer = {0};
    struct text t = {0};
    text_add(&offer.place, "08-rotation/minute");
    text_add(&offer.lesson, "A shift is a rotation");
    text_add(&offer.missed, "08-rotation/apply");
    a.model.offer = &offer;
    read_screen(&a, 18, 60, &t);
    assert_non_null(strstr(text_str(&t), "Go on with 08-rotation/minute"));
    assert_non_null(strstr(text_str(&t), home_entry(&offer, home_count(&offer) - 1)->title.en));
    assert_int_equal(home_count(&offer), home_count(NULL) + 2);
    text_finish(&offer.place);
    text_finish(&offer.lesson);
    text_finish(&offer.missed);
    text_finish(&t);
    app_finish(&a);
}

static void the_tour_is_walked_to_its_end(void **state)
{
    (void)state;
    for (int lang = 0; lang < 2; lang++) {
        struct app a = opened((enum lang)lang);
        struct canvas c;
        assert_true(canvas_init(&c, 24, 80));
        press(&a, "Enter");
        assert_non_null(a.model.lesson);
        assert_string_equal(a.model.lesson->lesson.id, "tour");
        int presses = 0;
        while (lesson_now(a.model.lesson).step && presses++ < 40) {
            press(&a, "Enter");
            assert_false(a.model.message_is_error);
            app_draw(&a, c);
        }
        assert_true(presses >= 6 && presses < 40);
        canvas_finish(&c);
        app_finish(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry_opens_something_else),
        cmocka_unit_test(the_cursor_stays_on_the_entries),
        cmocka_unit_test(all_that_may_be_offered_fits),
        cmocka_unit_test(the_tour_is_walked_to_its_end),
    };
    return cmocka_run_group_tests(tests, locale, NULL);
}
