/* The start screen and the tour: every entry opens something, the tour is walked to its
 * end in both languages with all its claims true. */
#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "app/keyboard.h"
#include "lesson/run/progress.h"
#include "lesson/run/run.h"
#include "session/home.h"
#include "state/weights.h"
#include "support/apps.h"
#include "support/test.h"

static struct app opened(enum lang lang)
{
    struct app a = fresh_app_in(lang);
    must_enter(&a, "home");
    return a;
}

TEST(every_entry_opens_something_else)
{
    for (int i = 0; i < home_count(NULL); i++) {
        struct app a = opened(i % 2 ? LANG_ZH : LANG_EN);
        assert_int_equal(a.session.now.state.look.view, VIEW_HOME);
        for (int k = 0; k < i; k++)
            press(&a, "Down");
        assert_int_equal(a.session.now.state.look.home, i);
        press(&a, "Enter");
        if (a.session.message_is_error)
            fail_msg("%d: %s", i, text_str(&a.session.message));
        assert_int_not_equal(a.session.now.state.look.view, VIEW_HOME);
        app_finish(&a);
    }
}

TEST(the_cursor_stays_on_the_entries)
{
    struct app a = opened(LANG_EN);
    press(&a, "Up");
    assert_int_equal(a.session.now.state.look.home, 0);
    press(&a, "G");
    assert_int_equal(a.session.now.state.look.home, home_count(NULL) - 1);
    press(&a, "c"); /* other keys work from here */
    assert_int_equal(a.session.now.state.look.view, VIEW_ENCODING);
    press(&a, "9");
    assert_int_equal(a.session.now.state.look.view, VIEW_HOME);
    app_finish(&a);
}

TEST(all_that_may_be_offered_fits)
{
    struct app a = opened(LANG_EN);
    struct home_offer offer = {0};
    struct text t = {0};
    text_add(&offer.left, "A shift is a rotation");
    text_add(&offer.place, "step 1");
    text_add(&offer.missed, "08-rotation/apply");
    a.session.offer = &offer;
    read_screen(&a, 18, 60, &t);
    assert_non_null(strstr(text_str(&t), "Resume: A shift i…  step 1"));
    assert_non_null(strstr(text_str(&t), "the fish eats the apple"));
    assert_null(strstr(text_str(&t), "Ten sentences")); /* what is due takes its row */
    assert_int_equal(home_count(&offer), home_count(NULL) + 1);
    text_finish(&offer.left);
    text_finish(&offer.place);
    text_finish(&offer.missed);
    text_finish(&t);
    app_finish(&a);
}

/* On the smallest screen both heads of the picture are seen, with a line each. */
TEST(both_heads_fit_beside_the_menu)
{
    static const char *const said[2][2][2] = {
        [LANG_EN] = {{"doer cat 0.83", "done-to dog 0.83"}, {"doer cat or dog", "done-to cat or dog"}},
        [LANG_ZH] = {{"谁做 猫 0.83", "对谁做 狗 0.83"}, {"谁做 猫 或 狗", "对谁做 猫 或 狗"}},
    };
    for (int lang = 0; lang < 2; lang++) {
        struct app a = opened_app_in((enum lang)lang);
        must_enter(&a, "home");
        for (int off = 0; off < 2; off++) {
            struct text t = {0};
            read_screen(&a, 18, 60, &t);
            for (int h = 0; h < 2; h++)
                if (!strstr(text_str(&t), said[lang][off][h]))
                    fail_msg("'%s' is missing:\n%s", said[lang][off][h], text_str(&t));
            assert_non_null(strstr(text_str(&t), off ? ".35 .37" : ".83 .07"));
            text_finish(&t);
            press(&a, "p");
        }
        app_finish(&a);
    }
}

/* Both models run by themselves, also in a lesson, and arrive where the text expects them. */
TEST(the_tour_ends_with_a_race)
{
    struct app a = fresh_app();
    a.session.moves = true;
    must_enter(&a, "lesson tour/race");
    int steps = 0, frames = 0;
    press(&a, "Enter");
    for (const struct state *s = &a.session.now.state; s->look.train.run && frames < 1000; frames++) {
        assert_true(s->set.steps >= steps);
        steps = s->set.steps;
        a.rest_ms = 0;
        app_tick(&a);
    }
    assert_true(frames > 50 && frames < 1000);
    must_enter(&a, "expect acc() = 1 and step() = 100");
    see_not(&a, 24, 80, "never learns");
    press(&a, "Enter");
    see(&a, 24, 80, "never learns");
    app_finish(&a);
}

TEST(the_tour_is_walked_to_its_end)
{
    for (int lang = 0; lang < 2; lang++) {
        struct app a = opened((enum lang)lang);
        struct canvas c;
        assert_true(canvas_init(&c, 24, 80));
        press(&a, "Enter");
        assert_non_null(a.session.lesson);
        assert_string_equal(a.session.lesson->lesson.id, "tour");
        int presses = 0;
        while (lesson_now(a.session.lesson).step && presses++ < 40) {
            press(&a, "Enter");
            assert_false(a.session.message_is_error);
            app_draw(&a, c);
        }
        assert_true(presses >= 6 && presses < 40);
        press(&a, "Backspace");
        assert_int_equal(a.session.lesson->run.step, 6);
        press(&a, "Esc"); /* to where the keys work that the last step names */
        assert_null(a.session.lesson);
        assert_int_equal(a.session.now.state.look.view, VIEW_FLOW);
        int query = a.session.now.state.look.query;
        press(&a, "Right");
        assert_int_not_equal(a.session.now.state.look.query, query);
        must_enter(&a, "lesson tour/yours ; next");
        press(&a, "Enter");
        assert_string_equal(a.session.lesson->lesson.id, "00-who-is-it");
        canvas_finish(&c);
        app_finish(&a);
    }
}

static void choose_door(struct app *a, const char *title)
{
    press(a, "g");
    for (int i = 0;
         i < home_count(a->session.offer) &&
         strcmp(text_in(home_entry(a->session.offer, a->session.now.state.look.home)->title, LANG_EN),
                title) != 0;
         i++)
        press(a, "Down");
}

/* What a task left behind is not shown by the start screen, by what it opens, nor by a ready pair. */
TEST(no_task_is_left_behind)
{
    static const char *const after[][2] = {{"9", "Enter"}, {"9", "1"}, {"1", "w"}};
    for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
        struct app a = opened_app_in(LANG_EN);
        must_enter(&a, "home");
        choose_door(&a, "Watch it learn");
        press(&a, "Enter");
        assert_int_not_equal(a.session.now.state.set.task, 0);
        press(&a, after[i][0]);
        if (a.session.now.state.look.view == VIEW_HOME)
            choose_door(&a, "Free play");
        press(&a, after[i][1]);
        assert_int_equal(a.session.now.state.look.view, VIEW_FLOW);
        assert_int_equal(a.session.now.state.set.task, 0);
        assert_true(weights_are_reader(&a.session.now.state));
        assert_string_equal(state_head_name(&a.session.now.state, 0),
                            "doer"); /* its upper layer is in view */
        app_finish(&a);
    }
}

/* The words over the picture, in the first row beside the menu. */
static void read_picture(struct app *a, struct text *out)
{
    struct text whole = {0};
    read_screen(a, 36, 120, &whole);
    const char *row = strchr(strchr(text_str(&whole), '\n') + 1, '\n') + 1;
    text_clear(out);
    text_add_bytes(out, row, strcspn(row, "\n"));
    text_finish(&whole);
}

static void choose_pair(struct app *a, int n)
{
    press(a, "g");
    while (!home_entry(NULL, a->session.now.state.look.home)->pair.en || n-- > 0)
        press(a, "Down");
}

TEST(the_picture_is_of_the_pair_under_the_cursor)
{
    struct app a = opened(LANG_ZH);
    struct text t = {0};
    choose_pair(&a, 1);
    read_picture(&a, &t);
    assert_non_null(strstr(text_str(&t), "喜欢"));
    assert_string_equal(state_name(&a.session.now.state, a.session.now.state.sentence, 1), "追");
    choose_pair(&a, 3);
    read_picture(&a, &t);
    assert_non_null(strstr(text_str(&t), "伤害"));
    assert_null(strstr(text_str(&t), "喜欢"));
    press(&a, "g");
    read_picture(&a, &t);
    assert_non_null(strstr(text_str(&t), "追"));
    assert_int_equal(a.session.turn, 0);
    text_finish(&t);
    app_finish(&a);
}

static const char *first_word(const struct text *t)
{
    const char *wo = strstr(text_str(t), "我"), *ni = strstr(text_str(t), "你");
    assert_true(wo && ni);
    return wo < ni ? "我" : "你";
}

TEST(keys_show_what_they_did)
{
    struct app a = opened(LANG_ZH);
    struct text t = {0};
    choose_pair(&a, 1);
    read_picture(&a, &t);
    assert_string_equal(first_word(&t), "我");
    press(&a, "x");
    read_picture(&a, &t);
    assert_string_equal(first_word(&t), "你");
    press(&a, "x");
    read_picture(&a, &t);
    assert_string_equal(first_word(&t), "我");
    read_screen(&a, 36, 120, &t);
    assert_null(strstr(text_str(&t), "这里没有位置"));
    choose_pair(&a, 2);
    press(&a, "p");
    read_screen(&a, 36, 120, &t);
    assert_non_null(strstr(text_str(&t), "这里没有位置"));
    press(&a, "s");
    keyboard_press(&a, "C-u");
    keyboard_paste(&a, "老师 爱 书");
    press(&a, "Enter");
    assert_false(a.session.message_is_error);
    read_picture(&a, &t);
    assert_non_null(strstr(text_str(&t), "老师"));
    assert_int_equal(a.session.now.state.look.view, VIEW_HOME);
    text_finish(&t);
    app_finish(&a);
}

TEST(the_question_is_the_pairs_own)
{
    struct app a = opened(LANG_EN);
    struct text t = {0};
    choose_pair(&a, 3);
    read_screen(&a, 24, 80, &t);
    assert_non_null(strstr(text_str(&t), "Who harms whom? p takes the positions away."));
    press(&a, "p");
    read_screen(&a, 24, 80, &t);
    assert_non_null(strstr(text_str(&t), "Who harms whom? p puts the positions back."));
    text_finish(&t);
    app_finish(&a);
}

/* Nobody has chosen a key here, so it does not follow its word to the other side: what one looks into is
 * read. */
TEST(a_swap_looks_at_the_word_that_is_read_most)
{
    struct app a = opened(LANG_EN);
    struct text t = {0};
    must_enter(&a, "opening ; home");
    press(&a, "x");
    assert_int_equal(a.session.now.state.look.key, 0); /* the dog, who chases now */
    press(&a, "1");
    press(&a, "Enter");
    read_screen(&a, 24, 80, &t);
    assert_non_null(strstr(text_str(&t), "weights[chases→dog]"));
    text_finish(&t);
    app_finish(&a);
}

/* A mask that was given for three words fits no other sentence. */
TEST(a_pair_that_does_not_fit_says_why)
{
    struct app a = opened(LANG_EN);
    struct text t = {0};
    must_enter(&a, "sentence cat chases dog ; mask = 1 1 1 ; 1 1 1 ; 1 1 1");
    choose_pair(&a, 2);
    read_screen(&a, 36, 120, &t);
    assert_true(a.session.preview.why.len > 0 && !a.session.preview.known);
    assert_null(strstr(text_str(&t), "reads most"));
    text_finish(&t);
    app_finish(&a);
}

TEST(a_dot_is_a_lesson)
{
    struct app a = opened(LANG_EN);
    struct text t = {0};
    struct contents *all = a.lessons.contents;
    assert_non_null(all);
    read_screen(&a, 36, 120, &t);
    assert_non_null(strstr(text_str(&t), "A. Attention itself                ○○○ "));
    all->done[1] = all->steps[1] = 2; /* lesson 00 is a part of its own */
    all->done[2] = 1;
    read_screen(&a, 36, 120, &t);
    assert_non_null(strstr(text_str(&t), "A. Attention itself                ●◐○ "));
    char finished[40];
    all->own--; /* one of them is the person's own, which the course does not count */
    all->done[all->own] = all->steps[all->own] = 2;
    read_screen(&a, 36, 120, &t);
    snprintf(finished, sizeof finished, "1 of %d lessons", all->count - 1);
    assert_non_null(strstr(text_str(&t), finished));
    text_finish(&t);
    app_finish(&a);
}

/* Of the lesson left last, all that is known: nothing is saved here. */
TEST(a_lesson_that_was_played_has_its_dot)
{
    struct app a = opened(LANG_EN);
    struct text t = {0};
    must_enter(&a, "lesson 02");
    for (int k = 0; k < a.session.lesson->lesson.step_count; k++)
        a.session.lesson->run.visit[k].finished = true;
    must_enter(&a, "lesson leave ; home");
    read_screen(&a, 36, 120, &t);
    assert_non_null(strstr(text_str(&t), "A. Attention itself                ○●○ "));
    text_finish(&t);
    app_finish(&a);
}

/* The part that teaches how it learns has more lessons than any other. */
TEST(every_lesson_has_its_dot)
{
    static const struct {
        int rows, cols;
    } size[] = {{24, 80}, {36, 80}, {36, 120}, {67, 240}};
    for (int i = 0; i < 8; i++) {
        struct app a = opened(i % 2 ? LANG_ZH : LANG_EN);
        struct text t = {0};
        int dots = 0;
        read_screen(&a, size[i / 2].rows, size[i / 2].cols, &t);
        for (const char *at = text_str(&t); (at = strstr(at, "○")); at++)
            dots++;
        assert_int_equal(dots, a.lessons.contents->count);
        assert_null(strstr(text_str(&t), "○│"));
        text_finish(&t);
        app_finish(&a);
    }
}

TEST(the_question_says_what_its_key_does_at_every_width)
{
    struct app a = opened_app_in(LANG_EN);
    must_enter(&a, "home");
    for (int cols = 60; cols <= 140; cols++) {
        struct text t = {0};
        read_screen(&a, 36, cols, &t);
        if (!strstr(text_str(&t), " p takes the positions away.") && !strstr(text_str(&t), " p no positions"))
            fail_msg("cut at %d:\n%s", cols, text_str(&t));
        text_finish(&t);
    }
    app_finish(&a);
}

TEST(all_doors_say_what_they_open_or_none_does)
{
    static const char *const notes[2][4] = {
        [LANG_EN] = {"one minute, seven pictures", "from a bet to today's models", "every number is yours",
                     "with positions, and without"},
        [LANG_ZH] = {"一分钟，七幅图", "从下注讲到今天", "每个数都能改", "有位置和没位置"},
    };
    for (int lang = 0; lang < 2; lang++) {
        struct app a = opened((enum lang)lang);
        for (int cols = 60; cols <= 130; cols++) {
            struct text t = {0};
            int said = 0;
            read_screen(&a, 24, cols, &t);
            for (int i = 0; i < 4; i++)
                said += strstr(text_str(&t), notes[lang][i]) != NULL;
            if (said % 4 || (!said && cols >= (lang == LANG_ZH ? 80 : 120)))
                fail_msg("%d descriptions at %d:\n%s", said, cols, text_str(&t));
            text_finish(&t);
        }
        app_finish(&a);
    }
}
