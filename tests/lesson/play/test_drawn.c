/* Pictures as answers: drawn with keys, with the mouse or in words, by oneself and by a class; the game of
 * ten sentences. */
#include <stdlib.h>
#include <string.h>

#include "core/math/rng.h"
#include "lesson/play/play.h"
#include "lesson/play/ten.h"
#include "lesson/run/picture.h"
#include "support/apps.h"
#include "support/test.h"

enum { ROWS = 24, COLS = 80 };

static struct app asked(void)
{
    struct app a = opened_app(); /* cat chases dog; chases asks */
    must_enter(&a, "ten here");
    return a;
}

static struct lesson_answer *answer(struct app *a)
{
    return &a->session.lesson->run.visit[a->session.lesson->run.step].answer[0];
}

static void press_all(struct app *a, const char *const *keys)
{
    for (; *keys; keys++)
        press(a, *keys);
}

TEST(keys_draw_shares_and_enter_shows_the_true_ones)
{
    static const char *const drawn[] = {"6", "Right", "2", "+", "-", "-", "Down", "1", NULL};
    struct app a = asked();
    see_not(&a, ROWS, COLS, "0.8");
    press(&a, "Enter"); /* nothing is drawn */
    assert_int_equal(answer(&a)->tries, 0);
    see(&a, ROWS, COLS, "draw first");
    press_all(&a, drawn);
    assert_int_equal(answer(&a)->share[0], 60);
    assert_int_equal(answer(&a)->share[1], 15);
    assert_int_equal(answer(&a)->share[2], 10);
    see(&a, ROWS, COLS, "15 % left over");
    see_not(&a, ROWS, COLS, "0.8");
    press(&a, "Enter");
    assert_true(answer(&a)->closed && answer(&a)->right && answer(&a)->first_right);
    see(&a, ROWS, COLS, "overlap by 88 %: right");
    see(&a, ROWS, COLS, "0.8");
    app_finish(&a);
}

/* Of a long sentence too, in a narrow lesson; what nobody can see is not said. */
TEST(a_bar_has_room_beside_its_word)
{
    unsetenv("QKV_LESSONS");
    struct app a = app_after("lang en ; lesson 00-who-is-it/bet ; next ; draw word 2 60");
    see(&a, 24, 80, "basketball █████████");
    must_enter(&a, "lesson 30-verse/next ; next ; draw word 4 60");
    see(&a, 24, 80, "rising#2  █  60");
    must_enter(&a, "lesson 14-masks/shape ; draw word 0 100 ; next");
    see(&a, 24, 80, "overlap by 100 %: right");
    see_not(&a, 24, 80, "farthest off");
    app_finish(&a);
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
}

TEST(what_is_too_far_off_is_not_right_and_says_where)
{
    struct app a = asked();
    must_enter(&a, "answer dog 80, chases 20");
    assert_true(answer(&a)->closed && !answer(&a)->right);
    see(&a, ROWS, COLS, "farthest off: cat, drawn 0 %, true");
    assert_false(enter(&a, "answer cat 80, dog 20")); /* it was seen */
    app_finish(&a);
}

TEST(a_click_and_the_wheel_raise_a_word)
{
    struct app a = asked();
    struct canvas c = draw_screen(&a, ROWS, COLS);
    struct event e = {.kind = EVENT_CLICK, .rows = ROWS, .cols = COLS, .row = -1};
    struct text t = {0};
    canvas_text(c, &t);
    const char *line = text_str(&t); /* the row of the list with dog */
    for (int row = 0; *line && e.row < 0; row++, line += strcspn(line, "\n") + 1) {
        const char *dog = strstr(line, " dog "), *none = dog ? strstr(dog, " 0 %") : NULL;
        e.row = none && none < line + strcspn(line, "\n") ? row : -1;
    }
    assert_true(e.row > 0);
    e.col = 3;
    app_event(&a, &e);
    assert_int_equal(answer(&a)->share[2], 10);
    assert_int_equal(answer(&a)->drawn, 2);
    e.kind = EVENT_WHEEL;
    e.button = -1;
    app_event(&a, &e);
    assert_int_equal(answer(&a)->share[2], 15);
    e.button = 1;
    app_event(&a, &e);
    app_event(&a, &e);
    assert_int_equal(answer(&a)->share[2], 5);
    text_finish(&t);
    canvas_finish(&c);
    app_finish(&a);
}

/* The place of a text on the screen. */
static struct event place_of(struct app *a, const char *sought)
{
    struct canvas c = draw_screen(a, ROWS, COLS);
    struct event e = {.kind = EVENT_CLICK, .rows = ROWS, .cols = COLS, .row = -1};
    struct text t = {0};
    canvas_text(c, &t);
    const char *line = text_str(&t);
    for (int row = 0; *line && e.row < 0; row++, line += strcspn(line, "\n") + 1) {
        const char *at = strstr(line, sought), *end = line + strcspn(line, "\n");
        if (at && at < end && strstr(at, "%")) {
            e.row = row;
            e.col = (int)(at - line);
        }
    }
    text_finish(&t);
    canvas_finish(&c);
    assert_true(e.row > 0);
    return e;
}

TEST(a_bar_follows_the_mouse_that_is_dragged_and_nothing_else_does)
{
    struct app a = asked();
    struct event e = place_of(&a, "dog ");
    e.dragged = true;
    int before = -1, rises = 0;
    for (e.col += 4; e.col < COLS / 2; e.col++) /* to the right, over the whole bar */
        if (app_event(&a, &e)) {
            assert_true(answer(&a)->share[2] > before);
            before = answer(&a)->share[2];
            rises++;
        }
    assert_int_equal(before, 100);
    assert_true(rises > 8);
    e.row = 0;
    assert_false(app_event(&a, &e)); /* a tab is clicked, not dragged over */
    assert_int_equal(a.session.now.state.look.view, VIEW_FLOW);
    for (e.row = 0; e.row < ROWS; e.row++) /* a word's name gives it ten more for a click only */
        for (e.col = 0; e.col < 3; e.col++)
            assert_false(app_event(&a, &e));
    assert_int_equal(answer(&a)->share[2], 100);
    app_finish(&a);
}

TEST(the_hand_of_a_face_follows_the_mouse_that_is_dragged)
{
    struct app a = fresh_app_in(LANG_EN);
    struct event e = {.kind = EVENT_CLICK, .rows = ROWS, .cols = COLS, .dragged = true};
    bool seen[360 / PICTURE_TURN] = {false};
    int angles = 0;
    must_enter(&a, "lesson 06/one");
    for (e.row = 0; e.row < ROWS; e.row++)
        for (e.col = 0; e.col < COLS; e.col++)
            if (app_event(&a, &e))
                seen[answer(&a)->share[0] / PICTURE_TURN] = true;
    for (int i = 0; i < 360 / PICTURE_TURN; i++)
        angles += seen[i];
    assert_true(angles > 12);
    app_finish(&a);
}

TEST(a_class_draws_with_its_hands)
{
    static const char *const hands[] = {"C", "1", "2", "Right", "Right", "3", "Enter", NULL};
    struct app a = asked();
    press(&a, "C");
    press(&a, "Enter");
    assert_false(answer(&a)->closed);
    press(&a, "C");
    press_all(&a, hands);
    assert_int_equal(answer(&a)->share[0], 12);
    assert_int_equal(answer(&a)->share[2], 3);
    assert_int_equal(answer(&a)->hands[0], 15);
    assert_int_equal(answer(&a)->tries, 0);
    see(&a, ROWS, COLS, "The class's picture");
    assert_int_equal(lesson_tally(a.session.lesson).predictions, 0);
    assert_int_equal(lesson_tally(a.session.lesson).asked, 1);
    app_finish(&a);
}

TEST(ten_sentences_of_a_day_are_the_same_for_a_friend)
{
    struct text one = {0}, two = {0}, other = {0}, zh = {0};
    assert_true(ten_write("ten-2026-11-29", 14, LANG_EN, &one));
    assert_true(ten_write("ten-2026-11-29", 14, LANG_EN, &two));
    assert_true(ten_write("ten-2026-11-30", 14, LANG_EN, &other));
    assert_true(ten_write("ten-2026-11-29", 14, LANG_ZH, &zh));
    assert_string_equal(text_str(&one), text_str(&two));
    assert_string_not_equal(text_str(&one), text_str(&other));
    assert_false(ten_write("ten-x", 5, LANG_EN, &two) || ten_write("ten-", 4, LANG_EN, &two));
    text_finish(&one);
    text_finish(&two);
    text_finish(&other);
    text_finish(&zh);
}

TEST(the_game_plays_itself_to_its_end_and_a_line_for_a_friend)
{
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        struct app a = fresh_app_in((enum lang)lang);
        must_enter(&a, "ten 2026-11-29");
        struct host h = app_host(&a);
        for (int i = 0; i < 60 && lesson_now(a.session.lesson).step; i++)
            assert_true(lesson_auto(&h));
        struct lesson_tally t = lesson_tally(a.session.lesson);
        assert_int_equal(t.pictures, 10);
        assert_int_equal(t.first_right, 10);
        assert_true(t.overlap > 9.8 && t.overlap <= 10);
        see(&a, 36, 120, "--lesson ten-2026-11-29  # ");
        app_finish(&a);
    }
}

TEST(random_keys_never_break_a_picture)
{
    static const char *const keys[] = {"Left", "Right", "Up",  "Down",      "+",     "-", "0",
                                       "3",    "7",     "9",   "C",         "Enter", "R", "w",
                                       "z",    "Tab",   "Esc", "Backspace", "p",     "n", "."};
    struct rng rng = rng_seed(7);
    struct app a = fresh_app();
    must_enter(&a, "ten 2026-11-29");
    for (int i = 0; i < 600; i++) {
        if (!a.session.lesson)
            must_enter(&a, "ten 2026-11-29");
        press(&a, keys[(int)(rng_uniform(&rng) * (double)(sizeof keys / sizeof *keys))]);
        struct lesson_session *s = a.session.lesson;
        for (int k = 0; s && k < s->lesson.step_count; k++) {
            const struct lesson_answer *now = &s->run.visit[k].answer[0];
            assert_true(now->overlap >= 0 && now->overlap <= 1);
            for (int w = 0; w < LESSON_DRAWN; w++)
                assert_true(now->share[w] >= 0 && now->share[w] <= PICTURE_HANDS);
        }
    }
    app_finish(&a);
}
