/* Before a class: hands are counted and no answer, numbers hidden and shown, a dark screen that any key ends.
 */
#include <stdlib.h>
#include <string.h>

#include "lesson/play/play.h"
#include "lesson/run/notes.h"
#include "support/apps.h"
#include "support/test.h"

static bool shows(struct app *a, const char *part)
{
    struct text t = {0};
    read_screen(a, 24, 80, &t);
    bool there = strstr(text_str(&t), part) != NULL;
    text_finish(&t);
    return there;
}

TEST(hands_are_bars_and_no_answers)
{
    struct app a = app_after("lesson 90-small/weights");
    assert_true(enter(&a, "class a=12 b=3"));
    assert_true(shows(&a, "███████████████████████████ 12"));
    assert_true(shows(&a, "███████ 3"));
    assert_false(enter(&a, "class d=1"));
    assert_false(enter(&a, "class a 12"));
    assert_false(enter(&a, "class a=-1"));
    assert_true(shows(&a, "███████ 3"));
    assert_int_equal(lesson_run_answer(a.session.lesson)->tries, 0);
    assert_true(enter(&a, "reveal"));
    assert_true(shows(&a, "The class: most said a; 3 of 15"));
    assert_false(a.session.lesson->run.visit[1].finished);
    assert_int_equal(lesson_tally(a.session.lesson).first_right, 0);
    assert_true(enter(&a, "class"));
    assert_false(shows(&a, "The class"));
    assert_true(enter(&a, "goto 1"));
    assert_false(enter(&a, "class a=1"));
    app_finish(&a);
}

TEST(keys_count_hands)
{
    static const char *const typed[] = {"C", "a", "1", "2", "Enter", "b", "3", "Enter"};
    struct app a = app_after("lesson 90-small/weights");
    assert_false(shows(&a, "hands"));
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        press(&a, typed[i]);
    const struct lesson_answer *answer = lesson_run_answer(a.session.lesson);
    assert_true(shows(&a, "hands"));
    assert_int_equal(answer->hands[0], 12);
    assert_int_equal(answer->hands[1], 3);
    assert_int_equal(answer->chosen, 0);
    press(&a, "d");
    see(&a, 24, 80, "no option d: this question has a to c");
    assert_int_equal(a.session.prompt.kind, PROMPT_CLOSED);
    press(&a, "7");
    see(&a, 24, 80, "first the letter, a to c, then the number of hands");
    press(&a, "Enter");
    assert_true(shows(&a, "The class: most said a; 3 of 15"));
    assert_int_equal(a.session.lesson->run.visit[1].answer[0].tries, 0);
    assert_false(a.session.lesson->run.visit[1].finished);
    press(&a, "C");
    assert_true(enter(&a, "restart"));
    press(&a, "b");
    assert_int_equal(lesson_run_answer(a.session.lesson)->chosen, 2);
    app_finish(&a);
}

/* Typed without looking, the number after a refused letter neither leads elsewhere nor ends the count. */
TEST(a_refused_letter_changes_nothing)
{
    static const char *const typed[] = {"C", "e", "1", "2", "Enter"};
    struct app a = app_after("lesson 90-small/weights");
    int view = a.session.now.state.look.view;
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        press(&a, typed[i]);
    assert_int_equal(a.session.now.state.look.view, view);
    assert_true(lesson_now(a.session.lesson).open);
    press(&a, "a");
    assert_int_equal(a.session.prompt.kind, PROMPT_COMMAND);
    app_finish(&a);
}

TEST(a_digit_is_no_answer_to_a_question_with_letters)
{
    struct app a = app_after("lesson 90-small/weights");
    int view = a.session.now.state.look.view;
    press(&a, "1");
    see(&a, 24, 80, "answer with a letter, a to c");
    assert_int_equal(a.session.now.state.look.view, view);
    must_enter(&a, "answer b");
    press(&a, "1");
    assert_int_equal(a.session.now.state.look.view, VIEW_FLOW);
    app_finish(&a);
}

/* The result of one question does not take the next one away; without a class it does. */
TEST(a_class_is_asked_every_question)
{
    static const char *const typed[] = {"C", "a", "3", "Enter", "b", "9", "Enter"};
    struct app a = app_after("lesson 13-multi-head/experts");
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        press(&a, typed[i]);
    for (const char *const *key = (const char *const[]){"Enter", "r", NULL}; *key; key++) {
        assert_false(shows(&a, "notices most easily"));
        assert_false(shows(&a, "✓b"));
        press(&a, *key);
        assert_true(shows(&a, "notices most easily"));
        assert_true(shows(&a, "✓b"));
        press(&a, "r"); /* Enter waits for hands */
        assert_true(shows(&a, "Question 2: It is a"));
        press(&a, "R");
    }
    press(&a, "C");
    press(&a, "r");
    assert_true(shows(&a, "Question 2: It is a"));
    app_finish(&a);
}

/* No view gives away what another one hides. */
TEST(numbers_are_hidden_in_every_view)
{
    static const struct {
        const char *view, *number;
    } shown[] = {{"terms", "10.0"}, {"flow", "16.0"}, {"map", "it reads:"}, {"edit", "] = 1"}};
    struct app a = app_after("lesson 90-small/weights");
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct text line = TEXT_HERE;
        text_addf(&line, "view %s ; layout view", shown[i].view);
        assert_true(enter(&a, text_str(&line)));
        assert_true(shows(&a, shown[i].number));
        press(&a, ".");
        assert_false(shows(&a, shown[i].number));
        press(&a, ".");
        assert_true(enter(&a, "layout split"));
        text_finish(&line);
    }
    assert_true(enter(&a, "view encoding ; layout view ; numbers"));
    assert_true(shows(&a, "H = X")); /* and not an empty screen */
    must_enter(&a, "lesson 18-rope/direction ; layout view ; numbers");
    assert_true(shows(&a, "The numbers are hidden (:numbers shows them again)."));
    app_finish(&a);
}

/* Also beside the sheet of a goal, where a digit begins a number. */
TEST(a_point_hides_the_numbers_of_a_sheet)
{
    struct app a = app_after("lesson 90-small/goal ; view edit");
    press(&a, ".");
    assert_int_equal(a.session.prompt.kind, PROMPT_CLOSED);
    assert_true(a.session.hides);
    press(&a, ".");
    press(&a, "0");
    press(&a, ".");
    assert_int_equal(a.session.prompt.kind, PROMPT_CELL);
    assert_string_equal(text_str(&a.session.prompt.line), "0.");
    assert_false(a.session.hides);
    app_finish(&a);
}

TEST(counting_needs_letters)
{
    struct app a = app_after("lesson 90-small/read");
    press(&a, "C");
    assert_true(shows(&a, "at questions with letters"));
    must_enter(&a, "goto weights");
    assert_true(shows(&a, "hands"));
    press(&a, "C");
    press(&a, "C");
    assert_true(shows(&a, "a letter, the number, Enter"));
    must_enter(&a, "class ; reveal ; class count");
    press(&a, "C");
    assert_true(shows(&a, "this question is answered: R asks it again"));
    press(&a, "R");
    assert_true(shows(&a, "a-c hands"));
    app_finish(&a);
}

/* Right answers and wrong ones. */
TEST(the_notes_tell_all_hands)
{
    struct app a = app_after("lesson 90-small/weights ; class a=12 b=3");
    struct notes n = {0};
    notes_of(&n, a.session.lesson, &a.session.now);
    assert_non_null(strstr(text_str(&n.of[NOTES_ANSWER]), " ×3"));
    assert_non_null(strstr(text_str(&n.of[NOTES_WRONG]), " ×12"));
    assert_null(strstr(text_str(&n.of[NOTES_WRONG]), "×0"));
    notes_finish(&n);
    app_finish(&a);
}

TEST(numbers_are_hidden_until_they_are_wanted)
{
    struct app a = app_after("lesson 90-small/weights");
    assert_true(shows(&a, " 2.309 "));
    press(&a, ".");
    assert_false(shows(&a, " 2.309 "));
    press(&a, ".");
    assert_true(shows(&a, " 2.309 "));
    app_finish(&a);
}

/* A point begins an answer (.5); and free play shows nothing that the class is to find. */
TEST(numbers_are_hidden_beside_a_number_question_and_in_free_play)
{
    struct app a = app_after("lesson 01/qkv");
    press(&a, ".");
    assert_int_equal(a.session.prompt.kind, PROMPT_ANSWER);
    assert_string_equal(text_str(&a.session.prompt.line), ".");
    press(&a, "Esc");
    must_enter(&a, "numbers");
    assert_true(a.session.hides);
    must_enter(&a, "view terms ; layout view");
    assert_true(shows(&a, "The numbers are hidden (:numbers shows"));
    press(&a, "p");
    assert_true(shows(&a, "The numbers are hidden (:numbers shows"));
    must_enter(&a, "numbers");
    assert_false(shows(&a, "The numbers are hidden"));
    press(&a, "n");
    press(&a, "2");
    assert_int_equal(a.session.prompt.kind, PROMPT_ANSWER);
    press(&a, ".");
    assert_string_equal(text_str(&a.session.prompt.line), "2.");
    app_finish(&a);
}

/* A teacher stands there without a lesson, too. Leaving a lesson shows the numbers again. */
TEST(the_screen_is_blank_and_numbers_are_hidden_without_a_lesson)
{
    struct app a = app_after("view terms ; lang en");
    press(&a, "B");
    must_enter(&a, "view map"); /* there B is a key of the view */
    press(&a, "B");
    assert_true(a.session.blank);
    assert_false(shows(&a, "map"));
    press(&a, "x");
    assert_false(a.session.blank);
    press(&a, ".");
    assert_true(a.session.hides);
    assert_true(shows(&a, "The numbers are hidden (:numbers shows"));
    must_enter(&a, "lesson 01/qkv");
    assert_true(a.session.hides);
    must_enter(&a, "lesson leave");
    assert_false(a.session.hides);
    struct reply r = {.lang = LANG_EN};
    assert_false(app_line(&a, "share", &r)); /* nor is there a goal to share */
    assert_non_null(strstr(text_str(&r.text), "':save FILE'"));
    reply_finish(&r);
    app_finish(&a);
}

/* Keys that change the scene would show the answer, until there is one. */
TEST(a_question_is_about_the_scene_as_it_is)
{
    struct app a = app_after("lesson 90-small/weights ; lang en");
    const char *where[] = {"view flow", "view stages", "view terms", "view edit"};
    for (size_t i = 0; i < sizeof where / sizeof *where; i++) {
        static const char *const keys[] = {"x", "m", "E", "s", "i", "+"};
        must_enter(&a, where[i]);
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            long turn = a.session.turn;
            press(&a, keys[k]);
            assert_int_equal(a.session.prompt.kind, PROMPT_CLOSED);
            assert_true(a.session.turn == turn);
        }
        press(&a, "x");
        assert_non_null(strstr(text_str(&a.session.message), "answer first (p: free play)"));
    }
    must_enter(&a, "reveal ; view flow");
    long turn = a.session.turn;
    press(&a, "x");
    assert_true(a.session.turn > turn);
    app_finish(&a);
}

/* To the end, and on: the class has answered, and nobody else has. */
TEST(a_class_has_a_result_and_goes_on)
{
    static const char *const counted[] = {"class a=3 b=9", "class a=9 c=2", "class b=4 c=4"};
    unsetenv("QKV_LESSONS"); /* that course has no paths */
    struct app a = app_after("path 2");
    int asked = 0, drawn = 0;
    press(&a, "C");
    while (lesson_now(a.session.lesson).step) {
        bool open = lesson_asks(lesson_now(a.session.lesson), ASK_CHOICE);
        asked += open;
        if (lesson_asks(lesson_now(a.session.lesson), ASK_PICTURE)) {
            must_enter(&a, "draw 9");
            drawn++;
        }
        must_enter(&a, open ? counted[asked < 2 ? 0 : asked < 3 ? 1 : 2] : "next");
        if (open)
            must_enter(&a, "reveal");
    }
    struct lesson_tally t = lesson_tally(a.session.lesson);
    assert_int_equal(t.asked, asked + drawn);
    assert_in_range(t.agreed, 0, asked + drawn - 1);
    see(&a, 24, 80, "Steps 8 of 8");
    see_not(&a, 24, 80, "right first time");
    see(&a, 24, 80, "The class: most hands were right in");
    press(&a, "Enter");
    assert_true(a.session.lesson->counts);
    see(&a, 24, 80, "a-c hands");
    must_enter(&a, "lesson leave ; lesson 04");
    assert_false(a.session.lesson->counts);
    app_finish(&a);
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
}

TEST(a_tie_has_no_majority)
{
    struct app a = app_after("lesson 90-small/weights ; class b=4 c=4 ; reveal");
    assert_true(shows(&a, "The class: most said b or c (a tie)"));
    assert_int_equal(lesson_tally(a.session.lesson).agreed, 0);
    app_finish(&a);
}

/* Returns whether the last option of the question is on the screen, or the mark that says there is more. */
static bool whole(struct app *a, int rows, int cols, const struct lesson_ask *q)
{
    struct text t = {0}, option = {0};
    read_screen(a, rows, cols, &t);
    text_addf(&option, "▎ %c ", lesson_letter(q->option_count - 1));
    bool there = strstr(text_str(&t), text_str(&option)) || strstr(text_str(&t), "▼");
    text_finish(&t);
    text_finish(&option);
    return there;
}

/* What is said in two lines takes no option from the question. */
TEST(a_message_covers_no_option)
{
    static const char *const steps[] = {"lesson 02/identity", "lesson 04", "lesson 05", "lesson 12"};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct app a = app_after(steps[i]);
        for (int k = 0; k < 60 && lesson_now(a.session.lesson).step; k++) {
            const struct lesson_now at = lesson_now(a.session.lesson);
            press(&a, at.open ? "r" : "Enter");
            if (!lesson_asks(lesson_now(a.session.lesson), ASK_CHOICE))
                continue;
            press(&a, "C");
            assert_non_null(strstr(text_str(&a.session.message), "counting hands"));
            assert_true(whole(&a, 18, 60, lesson_now(a.session.lesson).ask));
            assert_true(whole(&a, 24, 80, lesson_now(a.session.lesson).ask));
            press(&a, "C");
        }
        app_finish(&a);
    }
}

/* After the result a hint would appear above the screen. */
TEST(hints_are_offered_until_the_answer)
{
    struct app a = app_after("lesson 02/identity");
    assert_true(shows(&a, "w hint"));
    press(&a, "r");
    assert_int_equal(lesson_now(a.session.lesson).beat.phase, PHASE_END);
    assert_false(shows(&a, "w hint"));
    app_finish(&a);
}

TEST(any_key_ends_the_dark)
{
    struct app a = app_after("lesson 90-small/weights");
    press(&a, "r");
    int step = a.session.lesson->run.step, beat = a.session.lesson->run.beat;
    const char *const dark[] = {"b", "B"};
    for (int i = 0; i < 2; i++) {
        press(&a, dark[i]);
        assert_false(shows(&a, "weights"));
        press(&a, "Enter");
        assert_true(shows(&a, "weights"));
        assert_int_equal(a.session.lesson->run.step, step);
        assert_int_equal(a.session.lesson->run.beat, beat);
    }
    app_finish(&a);
}

/* b answers a choice; B makes it dark, also while hands are counted. */
TEST(a_choice_is_darkened_too)
{
    struct app a = app_after("lesson 04");
    for (int counting = 0; counting < 2; counting++) {
        assert_true(shows(&a, "Does the output"));
        press(&a, "B");
        assert_false(shows(&a, "Does the output"));
        press(&a, "B");
        assert_true(shows(&a, "Does the output"));
        press(&a, "C");
    }
    app_finish(&a);
}

static int begin(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return locale(state);
}

TESTS(begin, NULL)
