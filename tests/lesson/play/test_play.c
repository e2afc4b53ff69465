/* Playing the small lesson of tests/data: what is put aside comes back, edits live in
 * a branch, every way to a step leads to the same state, nothing moves by itself. */
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "lesson/play/play.h"
#include "lesson/play/replay.h"
#include "support/apps.h"
#include "support/test.h"

static const struct lesson_run *run(const struct app *a)
{
    return &a->session.lesson->run;
}

static void expect_same(const struct app *a, const struct app *b)
{
    assert_true(state_same_numbers(&a->session.now.state, &b->session.now.state));
    assert_memory_equal(&a->session.now.state.look, &b->session.now.state.look, sizeof(struct look));
    assert_int_equal(a->session.pin_count, b->session.pin_count);
    for (int i = 0; i < a->session.pin_count; i++) {
        assert_string_equal(a->session.pins[i].name, b->session.pins[i].name);
        assert_true(state_same_numbers(&a->session.pins[i].scene.state, &b->session.pins[i].scene.state));
    }
}

TEST(what_the_person_had_comes_back)
{
    struct app a =
        app_after("sentence 狗追鱼 ; set d 12 ; pin mine ; view terms ; focus 1 2 ; encoding alibi");
    struct app before =
        app_after("sentence 狗追鱼 ; set d 12 ; pin mine ; view terms ; focus 1 2 ; encoding alibi");
    must_enter(&a, "lesson 90-small/weights");
    assert_int_equal(a.session.pin_count, 0);
    must_enter(&a, "answer b ; next ; next ; free ; set d 6 ; return ; lang zh ; lesson leave");
    must_enter(&before, "lang zh");
    expect_same(&a, &before);
    assert_null(a.session.lesson);
    must_enter(&a, "undo");
    must_enter(&before, "undo");
    expect_same(&a, &before);
    app_finish(&a);
    app_finish(&before);
}

TEST(another_lesson_takes_the_place_of_the_open_one)
{
    struct app a = app_after("set d 12 ; lesson 90-small/goal ; set x a 1 = 2");
    assert_false(enter(&a, "lesson no-such"));
    assert_false(enter(&a, "lesson 90-small/nowhere"));
    assert_int_equal(run(&a)->step, 3);
    must_enter(&a, "lesson 90-small ; lesson leave ; expect d = 12");
    assert_false(enter(&a, "lesson leave"));
    assert_false(enter(&a, "next"));
    app_finish(&a);
}

TEST(enter_never_answers_by_itself)
{
    struct app a = app_after("lesson 90-small/weights");
    press(&a, "Enter");
    press(&a, "Enter");
    assert_int_equal(run(&a)->beat, 0);
    assert_int_equal(run(&a)->visit[1].answer[0].tries, 0);
    press(&a, "c");
    assert_int_equal(run(&a)->visit[1].answer[0].tries, 0);
    press(&a, "a");
    press(&a, "Enter");
    assert_string_equal(run(&a)->visit[1].answer[0].first, "a");
    press(&a, "Enter");
    assert_int_equal(run(&a)->visit[1].answer[0].tries, 1);
    press(&a, "b");
    press(&a, "Enter");
    assert_int_equal(run(&a)->beat, 0);
    assert_int_equal(a.session.now.state.look.stage, STAGE_SCALED);
    press(&a, "Enter");
    assert_int_equal(lesson_now(a.session.lesson).beat.phase, PHASE_ACT);
    press(&a, "Enter");
    assert_int_equal(lesson_now(a.session.lesson).beat.phase, PHASE_END);
    assert_int_equal(a.session.now.state.look.stage, STAGE_WEIGHTS);
    assert_true(run(&a)->visit[1].finished);
    app_finish(&a);
}

static bool screen_has(struct app *a, const char *what)
{
    struct text t = {0};
    read_screen(a, 36, 120, &t);
    bool has = strstr(text_str(&t), what);
    text_finish(&t);
    return has;
}

TEST(a_wrong_option_chosen_again_looks_chosen)
{
    struct app a = app_after("lesson 90-small/weights ; answer a");
    assert_true(screen_has(&a, "✗a "));
    press(&a, "a");
    assert_true(screen_has(&a, "▸a "));
    press(&a, "b");
    assert_true(screen_has(&a, "✗a ") && screen_has(&a, "▸b "));
    app_finish(&a);
}

/* No words of the program take the place of a caption that nobody wrote. */
TEST(captions_are_the_authors)
{
    struct app a = app_after("lesson tour ; goto clocks ; next ; next ; next");
    assert_true(screen_has(&a, "The first hand turns fast."));
    assert_false(screen_has(&a, "Watch: 3 of 3"));
    assert_false(screen_has(&a, "t = 3, s = 0, column 0"));
    app_finish(&a);
}

TEST(numbers_and_cells_are_pointed_at)
{
    struct app a = app_after("lesson 90-small/measure");
    const struct lesson_answer *number = &run(&a)->visit[2].answer[0], *cell = &run(&a)->visit[2].answer[1];
    press(&a, "-"); /* a sign, and not the view's key */
    assert_int_equal(a.session.prompt.kind, PROMPT_ANSWER);
    press(&a, "Esc");
    press(&a, "1");
    press(&a, "0");
    press(&a, "Enter");
    assert_int_equal(number->tries, 1);
    assert_int_equal(number->wrong, 0);
    press(&a, "Enter");
    assert_int_equal(a.session.prompt.kind, PROMPT_ANSWER);
    press(&a, "x");
    press(&a, "Enter");
    assert_true(a.session.message_is_error);
    assert_int_equal(number->tries, 1);
    must_enter(&a, "answer 4*4");
    assert_true(number->right && !number->first_right);
    int view = a.session.now.state.look.view;
    press(&a, "6"); /* too late: neither an answer nor a view */
    assert_int_equal(a.session.now.state.look.view, view);
    assert_int_equal(a.session.prompt.kind, PROMPT_CLOSED);
    assert_true(a.session.message.len > 0);
    press(&a, "Enter");
    assert_int_equal(lesson_now(a.session.lesson).beat.index, 1);
    assert_int_equal(a.session.now.state.look.stage, STAGE_SCORES);
    press(&a, "Right");
    press(&a, "Enter");
    assert_string_equal(cell->first, "0 1");
    must_enter(&a, "stage Q");
    press(&a, "Enter");
    assert_non_null(strstr(text_str(&a.session.message), "R starts the step again"));
    must_enter(&a, "focus score 0 0 ; next");
    assert_true(cell->right);
    app_finish(&a);
}

/* Between two questions, the letter of an option opens no view beside the second. */
TEST(a_letter_too_early_opens_no_view)
{
    struct app a = app_after("lesson 11-four-terms/biggest ; answer d");
    int view = a.session.now.state.look.view;
    press(&a, "c");
    assert_int_equal(a.session.now.state.look.view, view);
    assert_true(a.session.message.len > 0);
    press(&a, "b"); /* a key of the lesson's own */
    assert_true(a.session.blank);
    press(&a, "b");
    press(&a, "Enter");
    press(&a, "b");
    press(&a, "Enter");
    assert_string_equal(run(&a)->visit[2].answer[1].first, "c"); /* the third option of the file */
    press(&a, "c");                                              /* no question follows */
    assert_int_not_equal(a.session.now.state.look.view, view);
    app_finish(&a);
}

TEST(the_right_cell_is_said)
{
    static const char said[] = "It is machines → machines";
    struct app a = app_after("lesson 01-by-hand/scores ; answer thinking machines");
    assert_false(screen_has(&a, said));
    must_enter(&a, "answer thinking machines ; next ; answer b ; next");
    assert_true(screen_has(&a, said));
    must_enter(&a, "restart ; reveal");
    assert_true(screen_has(&a, said));
    app_finish(&a);
    struct app b = app_after("lesson 08-rotation/head ; reveal");
    assert_true(screen_has(&b, "It is o#6 → o#5"));
    app_finish(&b);
}

TEST(a_goal_lets_change_what_it_allows_and_watches)
{
    struct app a = app_after("lesson 90-small/goal");
    const struct lesson_answer *goal = &run(&a)->visit[3].answer[0];
    assert_false(enter(&a, "set x b 0 = 1"));
    assert_false(enter(&a, "set scale none"));
    assert_false(enter(&a, "swap"));
    must_enter(&a, "stage Q ; set x a 0 = 1.5 ; set x a 1 = 0.5");
    assert_false(enter(&a, "next"));
    assert_false(goal->closed);
    must_enter(&a, "undo ; undo ; set x a 1 = 3");
    assert_true(goal->closed && goal->right);
    assert_int_equal(goal->moves, 1);
    assert_int_equal(lesson_now(a.session.lesson).beat.phase, PHASE_ASK);
    must_enter(&a, "set scale none ; next");
    assert_int_equal(lesson_now(a.session.lesson).beat.phase, PHASE_END);
    assert_int_equal(a.session.now.state.set.scale, SCALE_SQRT);
    assert_int_equal(a.session.pin_count, 1);
    app_finish(&a);
}

TEST(the_reveal_closes_what_is_open_as_given_up)
{
    struct app a = app_after("lesson 90-small/measure");
    must_enter(&a, "answer 3 ; hint ; reveal");
    assert_int_equal(lesson_now(a.session.lesson).beat.phase, PHASE_END);
    assert_true(run(&a)->visit[2].skipped && !run(&a)->visit[2].finished);
    assert_int_equal(run(&a)->visit[2].hints, 1);
    assert_false(enter(&a, "answer 16"));
    assert_false(enter(&a, "hint"));
    must_enter(&a, "restart");
    assert_int_equal(run(&a)->beat, 0);
    assert_string_equal(run(&a)->visit[2].answer[0].first, "3");
    assert_false(run(&a)->visit[2].answer[0].closed);
    app_finish(&a);
}

/* In 01/scores each question has a hint of its own. */
TEST(a_question_gets_its_own_hints)
{
    struct app a = app_after("lang en ; lesson 01-by-hand/scores");
    must_enter(&a, "answer 1 1 ; next");
    see(&a, 36, 120, "Intra means inside");
    must_enter(&a, "hint");
    see(&a, 36, 120, "Hint 1 of 1");
    see(&a, 36, 120, "Whose are the two queries");
    assert_false(enter(&a, "hint"));
    assert_int_equal(run(&a)->visit[run(&a)->step].hints, 1);
    must_enter(&a, "answer a");
    see(&a, 36, 120, "One more try. r: answer."); /* no key that does nothing */
    app_finish(&a);
}

TEST(a_wrong_answer_says_where_enter_leads)
{
    struct app a = app_after("lang en ; lesson 01-by-hand/scores");
    must_enter(&a, "answer 0 0");
    see(&a, 36, 120, "One more try. w: hint, r: answer.");
    must_enter(&a, "answer 0 1");
    see(&a, 36, 120, "Enter: the next question.");
    must_enter(&a, "next");
    see_not(&a, 36, 120, "Enter: the next question.");
    must_enter(&a, "answer a ; answer c");
    see(&a, 36, 120, "Enter shows the result.");
    app_finish(&a);
}

/* What was said first may be of an earlier visit: what is said now stands beside it. */
TEST(the_answer_of_an_earlier_visit_is_not_taken_for_this_one)
{
    struct app a = app_after("lang en ; lesson 03-scaling/too-much");
    must_enter(&a, "answer b ; reveal");
    see(&a, 36, 120, "You said b");
    must_enter(&a, "restart ; answer a ; answer c ; reveal");
    see(&a, 36, 120, "First you said b ✓, then c ✗");
    see(&a, 36, 120, "It is b");
    app_finish(&a);
}

/* Every beat of the lesson, reached by walking with edits on the way, and by jumping. */
TEST(every_way_to_a_beat_leads_to_the_same_state)
{
    static const char *const walk[] = {"next", "next",          "next",      "next", "answer b",   "next",
                                       "next", "next",          "answer 16", "next", "answer 0 0", "next",
                                       "next", "set x a 1 = 3", "next",      "next"};
    static const char *const edits[] = {"swap", "set d 6",      "set scale 2", "weights random 3",
                                        "undo", "view encoding"};
    struct app a = app_after("lesson 90-small");
    for (size_t i = 0; i < sizeof walk / sizeof *walk; i++) {
        for (size_t e = 0;
             e < sizeof edits / sizeof *edits && !lesson_asks(lesson_now(a.session.lesson), ASK_GOAL); e++)
            enter(&a, edits[e]);
        must_enter(&a, walk[i]);
        if (strcmp(walk[i], "next") != 0 || run(&a)->beat > 0)
            continue;
        struct text jump = {0};
        text_addf(&jump, "set d 2 ; lesson 90-small ; goto %d", run(&a)->step + 1);
        struct app b = app_after(text_str(&jump));
        expect_same(&a, &b);
        must_enter(&b, "reveal ; restart");
        expect_same(&a, &b);
        text_finish(&jump);
        app_finish(&b);
    }
    assert_int_equal(run(&a)->step, 4);
    app_finish(&a);
}

TEST(back_leads_beat_by_beat)
{
    struct app a =
        app_after("lesson 90-small ; next ; next ; next ; next ; answer a ; answer b ; next ; next ; next");
    struct app b =
        app_after("lesson 90-small ; next ; next ; next ; next ; answer a ; answer b ; next ; next");
    must_enter(&a, "back");
    assert_int_equal(run(&a)->step, 1);
    assert_int_equal(lesson_now(a.session.lesson).beat.phase, PHASE_END);
    expect_same(&a, &b);
    must_enter(&a, "back ; back");
    assert_int_equal(lesson_now(a.session.lesson).beat.phase, PHASE_ASK);
    assert_true(run(&a)->visit[1].answer[0].closed);
    must_enter(&a, "next ; next");
    expect_same(&a, &b);
    must_enter(&a, "goto 1");
    assert_false(enter(&a, "back"));
    app_finish(&a);
    app_finish(&b);
}

TEST(free_play_returns_exactly)
{
    struct app a = app_after("lesson 90-small/goal ; set x a 0 = 1.5");
    struct app b = app_after("lesson 90-small/goal ; set x a 0 = 1.5");
    must_enter(&a, "free ; set x b 0 = 1 ; set scale none ; pin X ; view encoding");
    assert_false(enter(&a, "free"));
    must_enter(&a, "next");
    expect_same(&a, &b);
    assert_int_equal(a.session.history.at, 1);
    assert_false(enter(&a, "return"));
    must_enter(&a, "undo");
    must_enter(&b, "undo");
    expect_same(&a, &b);
    must_enter(&a, "free ; swap ; goto weights");
    assert_false(a.session.lesson->free);
    app_finish(&a);
    app_finish(&b);
}

/* At an open goal, free play that changed nothing but what the goal allows was work on it. */
TEST(free_play_at_a_goal_is_kept_if_the_goal_allows_it)
{
    struct app a = app_after("lesson 90-small/goal ; set x a 0 = 1.5");
    const struct lesson_answer *goal = &run(&a)->visit[3].answer[0];
    must_enter(&a, "free ; set x a 1 = 0.5 ; view encoding ; return");
    assert_false(goal->closed);
    assert_int_equal(goal->moves, 1);
    must_enter(&a, "expect x(a,0) = 1.5 and x(a,1) = 0.5");
    must_enter(&a, "free ; set x a 1 = 3 ; set x b 0 = 1 ; return");
    must_enter(&a, "expect x(a,1) = 0.5 and x(b,0) = 0");
    must_enter(&a, "free ; set x a 0 = 1 ; set x a 1 = 3 ; return");
    assert_true(goal->closed && goal->right);
    assert_int_equal(goal->moves, 4); /* one before, one and two in free play */
    app_finish(&a);
}

TEST(a_goal_says_how_far_one_is_and_how)
{
    struct app a = app_after("lesson 90-small/goal");
    assert_true(screen_has(&a, "a gives itself > 0.9   now 0.030"));
    must_enter(&a, "expressions");
    assert_true(screen_has(&a, "(weight(a,a)) > 0.9   now 0.030"));
    must_enter(&a, "expressions");
    assert_true(screen_has(&a, "change only the vector of a"));
    assert_true(screen_has(&a, "e edit"));
    must_enter(&a, "set x a 0 = 1.5");
    assert_false(screen_has(&a, "now 0.030"));
    assert_true(screen_has(&a, "moves 1, par 1"));
    must_enter(&a, "undo ; set x a 1 = 3");
    assert_false(screen_has(&a, "now "));
    app_finish(&a);
}

/* Reached or given up, a goal is marked by what is on the screen. */
TEST(the_marks_of_a_goal_follow_the_scene)
{
    struct app a = app_after("lesson 90-small/goal ; set x a 1 = 3");
    assert_true(screen_has(&a, "✓ a gives itself > 0.9"));
    must_enter(&a, "set x a 1 = 2");
    assert_true(screen_has(&a, "· a gives itself > 0.9"));
    assert_true(screen_has(&a, "Reached, moves: 1"));
    must_enter(&a, "undo");
    assert_true(screen_has(&a, "Reached, moves: 1")); /* once */
    must_enter(&a, "tokens b");
    assert_true(screen_has(&a, "· a gives itself > 0.9"));
    assert_false(screen_has(&a, "now 0"));
    must_enter(&a, "restart ; set x a 1 = 2 ; reveal");
    assert_true(screen_has(&a, "✓ a gives itself > 0.9"));
    app_finish(&a);
}

/* Which steps to look at again; what was learned, unless a belief behind a wrong answer takes its place. */
TEST(the_end_says_what_to_look_at_again)
{
    struct app a = app_after("lesson 90-small/weights");
    must_enter(&a,
               "answer a ; answer b ; goto measure ; answer 1 ; goto words ; answer \"so\" ; next ; next");
    assert_true(screen_has(&a, "Worth another look: steps 2, 3 (press g)"));
    assert_false(screen_has(&a, "Every kind of step once."));
    app_finish(&a);
    a = app_after("lesson 90-small/words ; answer \"so\" ; next ; next");
    assert_true(screen_has(&a, "Every kind of step once.") && screen_has(&a, "Steps 1 of 5"));
    assert_false(screen_has(&a, "Worth another look"));
    app_finish(&a);
}

/* The tour asks nothing: it is not called a lesson, and "Look at seven pictures" is no longer to be done. */
TEST(the_end_of_the_tour_is_called_so)
{
    struct app a = app_after("lesson 90-small/words ; answer \"so\" ; next ; next");
    assert_true(screen_has(&a, "The end of this lesson"));
    must_enter(&a, "lesson tour/yours ; next");
    assert_true(screen_has(&a, "The end of the tour"));
    assert_false(screen_has(&a, "What it was about"));
    must_enter(&a, "lang zh");
    assert_true(screen_has(&a, "导览到这里结束"));
    app_finish(&a);
}

static void is_at(struct app *a, const char *lesson, int step)
{
    assert_non_null(a->session.lesson);
    assert_string_equal(a->session.lesson->lesson.id, lesson);
    assert_int_equal(run(a)->step, step);
}

/* A path plays single steps and whole lessons; leaving it, or opening something else, ends it. */
TEST(a_path_leads_from_place_to_place)
{
    struct app a = app_after("path 1");
    assert_false(enter(&a, "path 2"));
    is_at(&a, "90-small", 0);
    must_enter(&a, "next ; next ; next");
    is_at(&a, "90-small", 0);
    must_enter(&a, "next");
    is_at(&a, "92-place", 0);
    assert_null(a.session.lesson->lesson.next.s);
    must_enter(&a, "back");
    is_at(&a, "90-small", 0);
    assert_false(enter(&a, "back"));
    must_enter(&a, "lesson 90-small/read ; next ; next ; next ; next");
    is_at(&a, "90-small", 1);
    must_enter(&a, "path 1 ; lesson leave ; lesson 90-small/read ; next ; next ; next ; next");
    is_at(&a, "90-small", 1);
    app_finish(&a);
}

/* Whatever does not fit before the view's name is cut. */
TEST(no_part_of_the_title_touches_the_name_of_the_view)
{
    static const char *const places[] = {"goto weights", "free"};
    struct app a = app_after("path 1 ; view encoding");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        must_enter(&a, places[i]);
        must_enter(&a, "view encoding");
        for (int cols = 40; cols <= 100; cols++) {
            struct text t = {0};
            read_screen(&a, 18, cols, &t);
            text_str(&t);
            t.s[strcspn(t.s, "\n")] = '\0';
            const char *name = strstr(t.s, "positional encoding");
            if (!name || name[-1] != ' ')
                fail_msg("%s at %d columns: %s", places[i], cols, t.s);
            text_finish(&t);
        }
    }
    app_finish(&a);
}

TEST(no_such_path_or_station_is_said)
{
    static const char *const wrong[][2] = {{"path 9", "no path 9 ('path' lists them)"},
                                           {"path one", "'one' is not the number of a path"},
                                           {"path 1 99", "path 1 has 2 stations"}};
    struct app a = app_after("path");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct reply r = {.lang = LANG_EN};
        assert_false(app_line(&a, wrong[i][0], &r));
        assert_non_null(strstr(text_str(&r.text), wrong[i][1]));
        reply_finish(&r);
    }
    app_finish(&a);
}

TEST(the_next_lesson_is_that_of_the_course_page)
{
    struct app a = app_after("lesson 90-small/words");
    must_enter(&a, "answer \"so\" ; next ; next");
    assert_string_equal(a.session.lesson->lesson.next.s, "91-missing");
    assert_true(screen_has(&a, "Enter: lesson 91, Another lesson"));
    must_enter(&a, "lang zh");
    assert_true(screen_has(&a, "Enter：第 91 课，另一课"));
    assert_string_equal(a.session.lesson->lesson.next.s, "91-missing");
    assert_false(enter(&a, "next"));
    is_at(&a, "90-small", 5);
    app_finish(&a);
}

/* On the course page the paths come after the lessons. */
TEST(a_path_is_chosen_on_the_course_page)
{
    struct app a = app_after("lesson ; cursor down 1000");
    assert_true(screen_has(&a, "There and on") && screen_has(&a, "2 stops"));
    assert_false(screen_has(&a, "One link is no path"));
    must_enter(&a, "cursor up 1 ; cursor down 1 ; lesson here");
    is_at(&a, "90-small", 0);
    must_enter(&a, "next ; next ; next ; next");
    is_at(&a, "92-place", 0);
    app_finish(&a);
}

TEST(the_language_switches_in_place)
{
    struct app a = app_after("lesson 90-small/weights ; answer c ; set scale 2 ; hint");
    struct lesson_run before = *run(&a);
    const char *english = a.session.lesson->lesson.title.s;
    assert_string_equal(english, "A small lesson");
    must_enter(&a, "lang zh");
    assert_string_equal(a.session.lesson->lesson.title.s, "一节小课");
    assert_memory_equal(run(&a), &before, sizeof before);
    assert_int_equal(a.session.now.state.set.scale, SCALE_VALUE);
    press(&a, "L");
    assert_string_equal(a.session.lesson->lesson.title.s, "A small lesson");
    app_finish(&a);
}

/* The editor was opened for a moment: leaving it is not leaving the lesson. */
TEST(escape_closes_the_editor_before_the_lesson)
{
    struct app a = app_after("lesson 90-small/goal");
    int view = a.session.now.state.look.view;
    press(&a, "e");
    assert_int_equal(a.session.now.state.look.view, VIEW_EDIT);
    press(&a, "Esc");
    assert_non_null(a.session.lesson);
    assert_int_equal(a.session.now.state.look.view, view);
    press(&a, "Esc"); /* asks: the goal is open */
    press(&a, "Esc");
    assert_null(a.session.lesson);
    app_finish(&a);
}

TEST(the_end_is_behind_the_last_step)
{
    struct app a = app_after("lesson 90-small/words");
    assert_false(enter(&a, "answer \"\""));
    must_enter(&a, "answer \"because of the sum\" ; next ; next");
    assert_int_equal(run(&a)->step, 5);
    assert_null(lesson_now(a.session.lesson).step);
    assert_true(run(&a)->visit[4].finished);
    assert_false(enter(&a, "next"));
    assert_false(enter(&a, "hint"));
    assert_false(enter(&a, "reveal"));
    must_enter(&a, "lang zh ; back");
    assert_int_equal(run(&a)->step, 4);
    app_finish(&a);
}

TEST(a_sentence_is_no_prediction)
{
    struct app a = app_after("lesson 05-numbering/wishlist");
    struct text t = {0};
    must_enter(&a, "answer bounded ; next");
    read_screen(&a, 24, 80, &t);
    assert_non_null(strstr(text_str(&t), "A preview of the"));
    assert_null(strstr(text_str(&t), "You said"));
    text_finish(&t);
    app_finish(&a);
}

/* The line of a reached goal, run in another session, reaches it again; so does one made with keys. */
TEST(a_reached_goal_can_be_shared)
{
    struct app a = app_after("lesson 90-small/goal");
    assert_false(enter(&a, "share"));
    must_enter(&a, "set x a 1 = 3");
    assert_string_equal(text_str(&a.session.lesson->shared),
                        "qkv --lang en --lesson 90-small/goal -c 'set x a 1 = 3'");
    must_enter(&a, "next ; share");
    must_enter(&a, "goto weights");
    assert_false(enter(&a, "share"));
    must_enter(&a, "goto goal ; free ; set x a 1 = 2.9 ; return ; set x a 1 = 3");
    assert_string_equal(text_str(&a.session.lesson->shared), ""); /* free play is not in the history */
    app_finish(&a);
}

TEST(an_answer_with_too_few_decimals_is_asked_for_again)
{
    struct app a = app_after("lesson 06-sines/add");
    const struct lesson_answer *number = &run(&a)->visit[run(&a)->step].answer[0];
    assert_false(enter(&a, "answer 1.34"));
    assert_int_equal(number->tries, 0);
    must_enter(&a, "answer 1.341");
    assert_true(number->right);
    app_finish(&a);
}

/* The picture alone: a letter chooses where it can be seen, and Enter does not answer unseen. */
TEST(the_view_alone_gives_way_to_its_question)
{
    struct app a = app_after("lesson 00-who-is-it/another");
    const struct lesson_answer *letter = &run(&a)->visit[1].answer[0];
    see(&a, 36, 120, "What does");
    press(&a, "z");
    see_not(&a, 36, 120, "What does");
    press(&a, "b");
    see(&a, 36, 120, "What does");
    press(&a, "z");
    see_not(&a, 36, 120, "What does");
    press(&a, "Enter");
    assert_int_equal(letter->tries, 0);
    see(&a, 36, 120, "What does");
    press(&a, "Enter");
    assert_int_equal(letter->tries, 1);
    must_enter(&a, "lesson 90-small/measure");
    see(&a, 36, 120, "measure");
    press(&a, "z");
    press(&a, "1");
    assert_int_equal(a.session.prompt.kind, PROMPT_ANSWER);
    assert_int_equal(a.session.lesson->layout, LAYOUT_SPLIT);
    app_finish(&a);
}

/* A cell is pointed at in the view, and its verdict is in the text. */
TEST(a_cell_is_pointed_at_where_it_can_be_seen)
{
    struct app a = app_after("lesson 01-by-hand/scores");
    const struct lesson_answer *cell = &run(&a)->visit[run(&a)->step].answer[0];
    must_enter(&a, "layout text");
    see(&a, 18, 60, "Enter point in the view");
    press(&a, "Enter");
    press(&a, "Enter"); /* on to the question */
    assert_int_equal(cell->tries, 0);
    see(&a, 18, 60, "←↑↓→ point");
    see(&a, 18, 60, "query");
    press(&a, "Right");
    press(&a, "Enter");
    assert_string_equal(cell->first, "0 1");
    see(&a, 18, 60, "your answer");
    app_finish(&a);
}

TEST(enter_answers_no_question_below_the_screen)
{
    static const char *const places[] = {"lesson 01-by-hand/scores", "lesson 00-who-is-it/bet"};
    static const char *const ends[] = {"largest?", "left over"};
    for (int i = 0; i < 2; i++) {
        struct app a = app_after(places[i]);
        const struct lesson_answer *answer = &run(&a)->visit[run(&a)->step].answer[0];
        see_not(&a, 18, 80, ends[i]);
        for (int k = 0; k <= i; k++)
            press(&a, "Enter");
        assert_int_equal(answer->tries, 0);
        see(&a, 18, 80, ends[i]);
        must_enter(&a, i ? "draw 9" : "scroll on");
        press(&a, "Enter");
        assert_int_equal(answer->tries, 1);
        app_finish(&a);
    }
}

/* Nobody chooses among options that were not seen, or misses the end of a text. */
TEST(enter_reads_on_before_it_answers_or_goes_on)
{
    struct app a = app_after("lesson 25-downhill/coin");
    see(&a, 18, 60, " Enter read on");
    see_not(&a, 18, 60, "choose");
    press(&a, "Enter");
    press(&a, "Enter");
    see(&a, 18, 60, "What is the loss at the start?");
    see(&a, 18, 60, "c 0.50");
    see(&a, 18, 60, " a-c choose  Enter confirm");
    must_enter(&a, "lesson 18-rope/limits ; draw 0 ; next ; next ; choose b ; next ; choose c ; next ; next");
    int step = run(&a)->step;
    see_not(&a, 18, 60, "LLaMA made it popular.");
    press(&a, "Enter");
    press(&a, "Enter");
    see(&a, 18, 60, "LLaMA made it popular.");
    assert_int_equal(run(&a)->step, step);
    press(&a, "Enter");
    assert_int_equal(run(&a)->step, step + 1);
    app_finish(&a);
}

/* Also where the text has been scrolled to what it says now. */
TEST(the_text_alone_leads_to_its_picture)
{
    struct app a = app_after("lesson 18-rope/limits ; draw 0 ; next ; next ; choose b ; next ; choose c ; next");
    see(&a, 18, 60, "▲");
    see(&a, 18, 60, "Enter shows the result.");
    see(&a, 18, 60, "99t"); /* the picture is below it */
    press(&a, "Z");
    see_not(&a, 18, 60, "99t");
    see(&a, 18, 60, "Enter shows the result.");
    see(&a, 18, 60, "z view");
    press(&a, "z");
    see(&a, 18, 60, "99t");
    app_finish(&a);
}

/* Every letter begins the sentence there. */
TEST(a_sentence_to_write_leaves_a_key_for_the_picture)
{
    struct app a = app_after("lesson 05-numbering/wishlist");
    see(&a, 18, 60, "as a map");
    must_enter(&a, "layout text");
    see(&a, 18, 60, "F2 view");
    press(&a, "F2");
    see(&a, 18, 60, "as a map");
    see(&a, 18, 60, "Esc text");
    press(&a, "F2");
    see(&a, 18, 60, "Write down your");
    press(&a, "z");
    see(&a, 18, 60, "answer: z");
    app_finish(&a);
}

static int begin(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return locale(state);
}

TESTS(begin, NULL)
