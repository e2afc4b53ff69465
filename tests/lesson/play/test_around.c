/* What a learner meets around the text: a sentence that is typed at once, leaving that asks, keys and
 * segments that say what they changed, a title that says what matters. */
#include <stdlib.h>
#include <string.h>

#include "lesson/run/run.h"
#include "support/apps.h"
#include "support/test.h"

TEST(a_sentence_is_typed_at_once)
{
    static const char *const keys[] = {"t", "r", "w", "R", "因", "7", "J"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct app a = app_after("lesson 90-small/words");
        press(&a, keys[i]);
        assert_int_equal(a.session.prompt.kind, PROMPT_ANSWER);
        assert_string_equal(text_str(&a.session.prompt.line), keys[i]);
        app_finish(&a);
    }
    struct app a = app_after("lesson 90-small/words");
    press(&a, ":");
    assert_int_equal(a.session.prompt.kind, PROMPT_COMMAND);
    press(&a, "Esc");
    press(&a, "Enter");
    press(&a, "Enter"); /* nothing to say */
    see(&a, 24, 80, "One way to say it");
    app_finish(&a);
}

TEST(leaving_an_open_question_asks)
{
    struct app a = app_after("lesson 90-small/weights");
    press(&a, "Esc");
    assert_non_null(a.session.lesson);
    see(&a, 24, 80, "still open");
    press(&a, "a"); /* stays: the next Esc asks again */
    press(&a, "Esc");
    assert_non_null(a.session.lesson);
    press(&a, "Esc");
    assert_null(a.session.lesson);
    must_enter(&a, "lesson 90-small/read");
    press(&a, "Esc"); /* nothing is open */
    assert_null(a.session.lesson);
    must_enter(&a, "lesson 90-small/weights ; lesson leave");
    assert_null(a.session.lesson);
    app_finish(&a);
}

/* "R again" in the footer is another key. */
TEST(leaving_an_open_question_names_the_key)
{
    struct app a = app_after("lesson 90-small/weights");
    press(&a, "q");
    see(&a, 24, 80, "press the key again to leave");
    press(&a, "q");
    assert_null(a.session.lesson);
    app_finish(&a);
}

/* Where only the text or the view has room, the key of a view shows it; Esc comes back to the text. */
TEST(the_key_of_a_view_shows_it)
{
    static const char *const keys[] = {"M", "V", "1", "2"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct app a = app_after("lesson 90-small/read");
        session_resized(&a.session, 18, 60);
        assert_int_equal(a.session.lesson->layout, LAYOUT_SPLIT);
        press(&a, keys[i]); /* 2: the view that the lesson has opened */
        assert_int_equal(a.session.lesson->layout, LAYOUT_VIEW);
        press(&a, "Esc");
        assert_non_null(a.session.lesson);
        assert_int_equal(a.session.lesson->layout, LAYOUT_SPLIT);
        session_resized(&a.session, 36, 120); /* both have room */
        press(&a, keys[i]);
        assert_int_equal(a.session.lesson->layout, LAYOUT_SPLIT);
        press(&a, "Z");
        assert_int_equal(a.session.lesson->layout, LAYOUT_TEXT);
        press(&a, keys[i]);
        assert_int_equal(a.session.lesson->layout, LAYOUT_SPLIT);
        app_finish(&a);
    }
}

/* A key that may answer a question which is out of sight first shows it, however its line is written. */
TEST(a_question_is_seen_before_it_is_answered)
{
    static const char *const binds[] = {"", "bind lesson Enter \" next\""};
    for (size_t i = 0; i < sizeof binds / sizeof *binds; i++) {
        struct app a = app_after("lesson 90-small/weights");
        session_resized(&a.session, 36, 120);
        must_enter(&a, binds[i]);
        must_enter(&a, "layout view");
        press(&a, "Enter");
        assert_int_equal(a.session.lesson->layout, LAYOUT_SPLIT);
        assert_false(a.session.message_is_error);
        press(&a, "Enter"); /* nothing is chosen */
        assert_true(a.session.message_is_error);
        app_finish(&a);
    }
}

TEST(a_key_that_changes_everything_says_so)
{
    struct app a = app_after("lesson 90-small/read");
    press(&a, "J");
    see(&a, 24, 80, "(u takes it back)");
    press(&a, "u");
    press(&a, "i");
    see(&a, 24, 80, "(u takes it back)");
    app_finish(&a);
}

TEST(every_segment_says_what_it_changed)
{
    struct app a = app_after("lesson tour");
    struct text seen = {0};
    for (int i = 0; a.session.lesson && lesson_now(a.session.lesson).step && i < 40; i++) {
        struct lesson_now at = lesson_now(a.session.lesson);
        if (at.beat.phase == PHASE_ACT) {
            read_screen(&a, 24, 80, &seen);
            const char *watch = strstr(text_str(&seen), " Watch");
            const char *caption = watch ? strchr(watch, '\n') + 1 : "";
            assert_non_null(watch);
            assert_true(strspn(caption, " |") < 6);
            text_clear(&seen);
        }
        if (!enter(&a, "next"))
            break;
    }
    text_finish(&seen);
    app_finish(&a);
}

TEST(a_hint_to_an_earlier_question_leaves_the_present_one_in_sight)
{
    struct app a = app_after("lesson lessons/en/16-cost.md/fade ; hint");
    see(&a, 18, 60, "Hint 1 of 1");
    must_enter(&a, "answer 0.031 ; next");
    see(&a, 18, 60, "An LSTM has a gate");
    app_finish(&a);
}

TEST(in_a_narrow_window_the_caption_stands_above_its_picture)
{
    struct app a = app_after("lesson lessons/en/16-cost.md/serial ; choose b ; next");
    see(&a, 18, 60, "relay race");
    must_enter(&a, "next");
    see(&a, 18, 60, "  done, and the RNN has just reached b.");
    see(&a, 18, 60, "relay race");
    app_finish(&a);
}

/* Where text and view do not fit side by side, what a segment changes is seen. */
TEST(a_narrow_screen_shows_what_a_segment_does)
{
    struct app a = app_after("lesson tour/clocks");
    see(&a, 18, 60, "Press Enter: the position");
    press(&a, "Enter");
    see_not(&a, 18, 60, "Press Enter: the position");
    see(&a, 18, 60, " 1t chases t");
    press(&a, "Enter");
    press(&a, "Enter");
    see(&a, 18, 60, "The first hand turns fast");
    see_not(&a, 18, 60, " 1t chases t");
    app_finish(&a);
}

/* Who is asked sees what the question is about: its last option, and below it six rows of the picture. */
TEST(a_small_screen_shows_question_and_picture_together)
{
    static const struct {
        const char *step, *question, *option, *picture;
    } cases[] = {{"00-who-is-it/another", "stand for now?", "c music", "1/7"},
                 {"01-by-hand/softmax", "How much weight does thinking give to itself?", "c 0.29", "scaled"},
                 {"04-order/rows", "Has row 0 of the output changed?", "b no", "likes"},
                 {"16-cost/count", "which layer needs the fewest", "c RNN", "relay race"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = opened_app();
        struct text t = {0};
        int rows = 0; /* from the option to the rule above the keys */
        text_addf(&t, "lesson %s", cases[i].step);
        must_enter(&a, text_str(&t));
        for (int k = 0; k < 4; k++) {
            read_screen(&a, 18, 60, &t);
            if (strstr(text_str(&t), "choose"))
                break;
            press(&a, "Enter");
        }
        const char *option = strstr(text_str(&t), cases[i].option), *picture = NULL;
        assert_non_null(strstr(text_str(&t), cases[i].question));
        assert_non_null(option);
        picture = strstr(option, cases[i].picture);
        assert_non_null(picture);
        const char *end = option;
        for (const char *rule = option; (rule = strstr(rule + 1, "\n────")) && rule > option;)
            end = rule;
        for (const char *at = option; at < end; at++)
            rows += *at == '\n';
        if (rows < 6)
            fail_msg("%s: %d rows of picture in\n%s", cases[i].step, rows, text_str(&t));
        text_finish(&t);
        app_finish(&a);
    }
}

/* e opens what the goal lets change, and is seen where only the text was. */
TEST(a_goal_opens_the_matrix_that_may_change)
{
    struct app a = app_after("lesson 02-three-roles/goal");
    see(&a, 18, 60, "PgDn read on");
    press(&a, "PgDn");
    see(&a, 18, 60, "Change one entry of W_Q");
    press(&a, "e");
    see_not(&a, 18, 60, "Change one entry of W_Q");
    see(&a, 18, 60, "WQ[0, 0] = 0");
    press(&a, "Esc");
    see(&a, 18, 60, "Change one entry of W_Q");
    must_enter(&a, "focus K he 2 ; view flow"); /* even from a number that comes from elsewhere */
    press(&a, "e");
    see(&a, 18, 60, "WQ[0, 0] = 0");
    app_finish(&a);
    a = app_after("lang en ; lesson 13-multi-head/goal"); /* only head 2 */
    see(&a, 24, 80, "e edit");
    press(&a, "e");
    see(&a, 24, 80, "WK[0, h2.0] = ");
    see(&a, 24, 80, "0-9 type a number");
    app_finish(&a);
    a = app_after("lang en ; lesson challenges/tempting-fish"); /* only one word */
    press(&a, "e");
    assert_string_equal(
        state_word(&a.session.now.state, a.session.now.state.sentence, a.session.now.state.look.sheet.row),
        "fish");
    app_finish(&a);
}

/* The keys under a goal say what they change, not how the setting is spelled. */
TEST(a_goal_names_the_setting_that_may_change)
{
    struct app a = app_after("lang zh ; lesson 11-four-terms/goal");
    see(&a, 24, 80, "+ - 编码的倍数");
    app_finish(&a);
}

/* What is said about an open question never drives its options off a small screen: the last word stays. */
TEST(an_open_question_stays_in_view)
{
    struct app a = app_after("lesson 11-four-terms/biggest");
    press(&a, "a"); /* shows the options first */
    see(&a, 18, 60, "d word·place");
    press(&a, "a");
    press(&a, "Enter");
    see(&a, 18, 60, "One more try");
    press(&a, "w");
    see(&a, 18, 60, "Hint 1 of 1");
    see_not(&a, 18, 60, "One more try");
    press(&a, "d"); /* who chooses again sees all options, and the picture */
    see(&a, 18, 60, "a place·word");
    see(&a, 18, 60, "d word·place");
    see(&a, 18, 60, "PE(t)");
    see(&a, 36, 120, "One more try"); /* where there is room, all of it */
    see(&a, 36, 120, "Hint 1 of 1");
    press(&a, "Enter");
    press(&a, "Enter");
    press(&a, "a");
    see(&a, 18, 60, "c place·word");
    press(&a, "Enter"); /* of the second question: newer than the hint */
    see(&a, 18, 60, "One more try");
    see_not(&a, 18, 60, "Hint 1 of 1");
    app_finish(&a);
}

TEST(the_title_says_what_matters)
{
    struct app a = app_after("lesson 90-small/weights");
    see_not(&a, 24, 80, "causal");
    must_enter(&a, "mask causal ; encoding sincos ; set start 7");
    see(&a, 24, 80, "2/5  sincos  mask causal  from position 7");
    app_finish(&a);
}

TEST(closing_a_lesson_leads_back_to_where_it_was_opened)
{
    struct app a = app_after("lang en ; view terms ; lesson 90-small/weights");
    must_enter(&a, "lesson close"); /* asks: the question is open */
    assert_non_null(a.session.lesson);
    must_enter(&a, "lesson close");
    assert_null(a.session.lesson);
    assert_int_equal(a.session.now.state.look.view, VIEW_TERMS);
    app_finish(&a);
}

/* Looks for a text with the key. */
static void look_for(struct app *a, const char *text)
{
    press(a, "/");
    for (char one[2] = ""; *text; text++) {
        one[0] = *text;
        press(a, one);
    }
    press(a, "Enter");
}

/* Without a word, find goes on with the one before. */
TEST(finding_again_goes_to_the_next)
{
    struct app a = app_after("lang en ; lesson");
    assert_false(enter(&a, "find"));
    look_for(&a, "lesson");
    see(&a, 24, 80, "'lesson' is in 2 titles, this is number 2 (/ and Enter: the next)");
    assert_int_equal(a.session.now.state.look.course, 1);
    look_for(&a, "");
    see(&a, 24, 80, "'lesson' is in 2 titles, this is number 1");
    assert_int_equal(a.session.now.state.look.course, 0);
    look_for(&a, "small");
    see_not(&a, 24, 80, "titles"); /* there is no other */
    must_enter(&a, "lesson 90-small/read ; find words");
    assert_string_equal(lesson_now(a.session.lesson).step->id.s, "words");
    app_finish(&a);
}

static int begin(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return locale(state);
}

TEST(a_page_of_steps_is_searched_and_opens_them)
{
    struct app a = app_after("lesson verdicts");
    const int all = a.session.contents->count;
    assert_int_equal(a.session.contents->page, LIST_VERDICTS);
    assert_true(all > 90);
    see(&a, 24, 80, "✗ wrong");
    press(&a, "/");
    for (const char *c = "BAG OF"; *c; c++)
        press(&a, *c == ' ' ? "Space" : (char[]){*c, 0});
    press(&a, "Enter");
    assert_int_equal(a.session.contents->count, 1);
    see(&a, 24, 80, "1 with 'bag of'");
    press(&a, "Enter");
    assert_string_equal(a.session.lesson->lesson.id, "04-order");
    press(&a, "Esc");
    press(&a, "Esc");
    assert_int_equal(a.session.contents->count, 1);
    struct reply r = {.lang = LANG_EN};
    assert_false(app_line(&a, "find zzz", &r)); /* and the row is still there */
    assert_int_equal(a.session.contents->count, 1);
    reply_finish(&r);
    assert_true(app_line(&a, "find", &r));
    assert_int_equal(a.session.contents->count, all);
    press(&a, "Tab");
    assert_int_equal(a.session.contents->page, LIST_COURSE);
    reply_finish(&r);
    app_finish(&a);
}

TESTS(begin, NULL)
