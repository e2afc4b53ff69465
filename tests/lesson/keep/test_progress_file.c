/* Progress on the disk: written as soon as a step is closed, read by the next program, set aside when
 * damaged; and nothing of it where it was not asked for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/embedded.h"
#include "keep/file.h"
#include "app/recover.h"
#include "lesson/play/files.h"
#include "lesson/play/open.h"
#include "lesson/play/play.h"
#include "lesson/keep/progress_file.h"
#include "lesson/run/progress.h"
#include "session/home.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

static time_t a_day(void)
{
    return 1795176000; /* 2026-11-20 12:00 UTC */
}

static void begin(struct app *a)
{
    kept_start(a);
    struct host h = app_host(a);
    progress_begin(&h, a_day);
}

static void type(struct app *a, const char *line)
{
    kept_step(a, line);
    if (a->session.message_is_error)
        fail_msg("%s: %s", line, text_str(&a->session.message));
}

static struct progress on_disk(void)
{
    struct progress p = {0};
    struct reply r = {0};
    assert_true(progress_load(&p, &r));
    assert_string_equal(text_str(&r.text), "");
    reply_finish(&r);
    return p;
}

static enum progress_state state_of(const char *step)
{
    struct progress p = on_disk();
    const struct progress_step *s = progress_find(&p, "90-small", step);
    assert_non_null(s);
    enum progress_state state = s->state;
    progress_finish(&p);
    return state;
}

static int known_steps(void)
{
    struct progress p = on_disk();
    int n = p.count;
    progress_finish(&p);
    return n;
}

static void fresh(void)
{
    unlink(kept_path("progress"));
}

TEST(a_step_is_on_the_disk_once_it_is_closed)
{
    struct app a;
    fresh();
    begin(&a);
    type(&a, "lesson 90-small/weights");
    type(&a, "answer a");
    assert_int_equal(known_steps(), 0);
    type(&a, "answer b");
    type(&a, "next");
    assert_int_equal(known_steps(), 0);
    type(&a, "next");
    struct progress p = on_disk();
    const struct progress_step *s = progress_find(&p, "90-small", "weights");
    assert_non_null(s);
    assert_int_equal(s->state, PROGRESS_DONE);
    assert_string_equal(s->ask[0].first, "a");
    assert_true(s->ask[0].right && !s->ask[0].first_right);
    assert_int_equal(s->ask[0].tries * 10 + s->ask[0].missed, 21);
    assert_string_equal(s->date, "2026-11-20");
    assert_true(s->hash[LANG_EN] && s->hash[LANG_ZH] && s->hash[LANG_EN] != s->hash[LANG_ZH]);
    progress_finish(&p);
    kept_end_saved(&a);
}

TEST(shown_and_passed_over_are_not_done)
{
    struct app a;
    fresh();
    begin(&a);
    type(&a, "lesson 90-small");
    type(&a, "goto weights");
    type(&a, "reveal");
    type(&a, "goto goal");
    type(&a, "back");
    assert_int_equal(state_of("read"), PROGRESS_SKIPPED);
    assert_int_equal(state_of("weights"), PROGRESS_REVEALED);
    assert_int_equal(known_steps(), 2);
    struct progress p = on_disk();
    struct progress_counts c = progress_count(&p, NULL);
    assert_int_equal(c.predictions + c.understood + c.done, 0);
    progress_finish(&p);
    kept_end_saved(&a);
}

TEST(the_next_program_goes_on_there)
{
    struct app a;
    fresh();
    begin(&a);
    type(&a, "lesson 90-small/weights");
    type(&a, "answer b");
    type(&a, "next");
    type(&a, "next");
    type(&a, "next");
    type(&a, "answer 15");
    assert_int_equal(a.session.lesson->run.step, 2);
    kept_end_saved(&a);
    begin(&a);
    type(&a, "lesson 90-small");
    assert_int_equal(a.session.lesson->run.step, 2);
    assert_int_equal(a.session.lesson->run.visit[2].answer[0].tries, 0);
    assert_int_equal(lesson_tally(a.session.lesson).first_right, 1);
    assert_int_equal(lesson_tally(a.session.lesson).finished, 1);
    type(&a, "lesson 90-small/weights"); /* a step opened by its name starts over */
    assert_int_equal(a.session.lesson->run.visit[1].answer[0].closed, 0);
    kept_end_saved(&a);
}

/* A session that is brought back is the one that was, whatever was remembered in between. */
TEST(a_recovered_session_is_where_it_was)
{
    struct app a, b;
    struct text before = {0}, after = {0};
    struct reply r = {0};
    fresh();
    begin(&a);
    type(&a, "lesson 90-small/measure");
    kept_end_saved(&a);
    begin(&a);
    type(&a, "lesson 90-small");
    type(&a, "answer 16");
    type(&a, "set scale 2");
    assert_int_equal(a.session.lesson->run.step, 2);
    kept_facts(&a, &before);
    int known = known_steps();
    journal_close(&a.autosave.journal, true); /* as if killed: its file is there, and nobody holds its lock */
    begin(&b);
    if (!recover_session(&b, 1, &r))
        fail_msg("%s", text_str(&r.text));
    kept_facts(&b, &after);
    assert_string_equal(text_str(&after), text_str(&before));
    type(&b, "next");
    assert_int_equal(known_steps(), known);
    a.session.unsaved = false;
    struct host h = app_host(&a);
    lesson_leave(&h);
    app_finish(&a);
    kept_end_saved(&b);
    text_finish(&before);
    text_finish(&after);
    reply_finish(&r);
}

TEST(two_programs_add_to_one_record)
{
    struct app a, b;
    fresh();
    begin(&a);
    begin(&b);
    type(&a, "lesson 90-small/weights");
    type(&b, "lesson 90-small/words");
    type(&a, "reveal");
    type(&b, "reveal");
    assert_int_equal(known_steps(), 2);
    kept_end_saved(&a);
    kept_end_saved(&b);
}

TEST(a_damaged_record_is_set_aside)
{
    struct app a;
    struct reply r = {0};
    fresh();
    assert_true(file_write_own(kept_path("progress"), "# qkv progress 1\nat\t90-small\n", 28, &r));
    begin(&a);
    assert_true(strstr(text_str(&a.session.message), "line 2"));
    assert_true(strstr(text_str(&a.session.message), "progress.damaged"));
    assert_int_equal(kept_files("progress.damaged"), 1);
    type(&a, "lesson 90-small/weights");
    type(&a, "reveal");
    assert_int_equal(known_steps(), 1);
    kept_end_saved(&a);
    unlink(kept_path("progress.damaged"));
}

TEST(intact_steps_are_written_back_and_can_be_added)
{
    static const char text[] = "# qkv progress 1\n"
                               "step\t90-small\tweights\tdone\t-\t0\t0000000000000000\t0000000000000000\n"
                               "garbage\n";
    struct app a;
    struct reply r = {0};
    fresh();
    assert_true(file_write_own(kept_path("progress"), text, strlen(text), &r));
    begin(&a);
    kept_end_saved(&a);
    assert_int_equal(kept_files("progress.damaged"), 1);
    assert_int_equal(known_steps(), 1);
    unlink(kept_path("progress"));
    begin(&a);
    char line[300];
    snprintf(line, sizeof line, "progress add \"%s\"", kept_path("progress.damaged"));
    type(&a, line);
    assert_int_equal(known_steps(), 1);
    kept_end_saved(&a);
    unlink(kept_path("progress.damaged"));
}

TEST(what_cannot_be_written_is_said_once)
{
    struct app a;
    fresh();
    begin(&a);
    type(&a, "lesson 90-small/weights");
    assert_int_equal(mkdir(kept_path("progress"), 0700), 0);
    kept_step(&a, "reveal");
    assert_true(a.session.message_is_error && strstr(text_str(&a.session.message), "progress is not saved"));
    assert_true(a.session.not_recorded.len > 0);
    type(&a, "goto 1");
    type(&a, "goto 2");
    kept_step(&a, "quit");
    assert_false(a.quit);
    assert_non_null(strstr(text_str(&a.session.message), "progress is not saved: quit again"));
    rmdir(kept_path("progress"));
    kept_end_saved(&a);
}

TEST(without_a_home_or_a_beginning_nothing_is_kept)
{
    struct app a;
    fresh();
    kept_start(&a);
    struct host h = app_host(&a);
    progress_end(&h);
    type(&a, "lesson 90-small/weights");
    type(&a, "reveal");
    kept_end_saved(&a);
    assert_int_equal(kept_files("progress"), 0);
    char *root = strdup(getenv("XDG_STATE_HOME")), *home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    begin(&a);
    type(&a, "lesson 90-small/weights");
    kept_step(&a, "reveal"); /* the first change says that nothing is kept */
    kept_end_saved(&a);
    setenv("XDG_STATE_HOME", root, 1);
    if (home)
        setenv("HOME", home, 1);
    assert_int_equal(kept_files("progress"), 0);
    free(root);
    free(home);
}

/* What the start screen offers first, as "TITLE: NOTE". */
static const char *offered(struct app *a, int n)
{
    static struct text t;
    struct text title = {0}, note = {0};
    type(a, "home");
    home_words(a->session.offer, home_entry(a->session.offer, n), LANG_EN, &title, &note);
    text_clear(&t);
    text_addf(&t, "%s: %s", text_str(&title), text_str(&note));
    text_finish(&title);
    text_finish(&note);
    return text_str(&t);
}

static time_t days_later(void)
{
    return a_day() + 4 * 24 * 60 * 60;
}

TEST(the_start_screen_goes_on)
{
    struct app a;
    fresh();
    begin(&a);
    assert_string_equal(offered(&a, 0), "Begin here: one minute, seven pictures");
    type(&a, "lesson 90-small/weights");
    type(&a, "answer a ; answer a ; reveal");
    type(&a, "goto measure ; lesson leave");
    assert_string_equal(offered(&a, 1), "Begin here: one minute, seven pictures");
    type(&a, "lesson latest ; goto weights ; lesson leave");
    assert_string_equal(offered(&a, 0), "Resume: A small lesson: step 3");
    type(&a, "lesson latest ; goto measure");
    kept_end_saved(&a);
    begin(&a);
    a.lessons.keep.clock = days_later;
    assert_string_equal(offered(&a, 0), "Resume: A small lesson: step 3");
    assert_string_equal(offered(&a, 1), "Predict again: due today: 90-small/weights");
    assert_int_equal(a.session.now.state.look.home, 0);
    kept_step(&a, "key Enter");
    assert_int_equal(a.session.lesson->run.step, 2);
    kept_end_saved(&a);
}

TEST(a_path_goes_on_at_its_station)
{
    struct app a;
    fresh();
    begin(&a);
    type(&a, "path 1");
    see(&a, 24, 80, "90-small/read  1/5  path 1, 1 of 2");
    type(&a, "lesson leave");
    assert_string_equal(offered(&a, 0), "Resume: Two words: path 1, 1 of 2");
    type(&a, "lesson latest ; next ; next ; next ; next");
    see(&a, 24, 80, "path 1, 2 of 2");
    kept_end_saved(&a);
    begin(&a);
    assert_string_equal(offered(&a, 0), "Resume: A place in the table: path 1, 2 of 2");
    kept_step(&a, "key Enter");
    assert_string_equal(a.session.lesson->lesson.id, "92-place");
    assert_int_equal(a.lessons.path.at, 1);
    type(&a, "lesson 90-small/weights ; goto measure ; lesson leave");
    assert_string_equal(offered(&a, 0), "Resume: A small lesson: step 3");
    kept_end_saved(&a);
}

TEST(a_path_that_is_over_is_not_offered)
{
    struct app a;
    fresh();
    begin(&a);
    type(&a, "path 1 2");
    type(&a, "reveal");
    while (lesson_now(a.session.lesson).step)
        type(&a, "reveal ; next");
    type(&a, "lesson leave");
    assert_null(strstr(offered(&a, 0), "path"));
    kept_end_saved(&a);
}

/* Goes on to the last beat of the last step. */
static void to_the_last_beat(struct app *a)
{
    const struct lesson_session *s = a->session.lesson;
    while (s->run.step + 1 < s->lesson.step_count || s->run.beat + 1 < lesson_beat_count(lesson_now(s).step))
        type(a, "next");
}

TEST(after_the_end_of_a_tour_comes_the_next_lesson)
{
    struct app a;
    const char *first = "Resume: A tour in one minute: step 5", *last = "Next: 00-who-is-it: ";
    fresh();
    begin(&a);
    type(&a, "lesson tour/order ; lesson leave");
    assert_int_equal(strncmp(offered(&a, 0), first, strlen(first)), 0);
    type(&a, "lesson tour/flow");
    to_the_last_beat(&a);
    type(&a, "lesson leave");
    assert_string_equal(offered(&a, 0), last);
    kept_end_saved(&a);
    begin(&a);
    assert_string_equal(offered(&a, 0), last);
    kept_step(&a, "key Enter");
    assert_string_equal(a.session.lesson->lesson.id, "00-who-is-it");
    kept_end_saved(&a);
}

static void expect_answer(struct app *a, const char *line, const char *want)
{
    struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
    bool ok = app_line(a, line, &r);
    if (!strstr(text_str(&r.text), want))
        fail_msg("%s (%d): %s", line, ok, text_str(&r.text));
    reply_finish(&r);
}

TEST(counts_review_and_forgetting)
{
    struct app a;
    fresh();
    begin(&a);
    expect_answer(&a, "review list", "no predictions missed");
    expect_answer(&a, "review", "nothing to review today");
    expect_answer(&a, "progress", "no step");
    type(&a, "lesson 90-small/weights");
    type(&a, "answer a");
    type(&a, "answer c");
    type(&a, "next");
    type(&a, "next");
    type(&a, "goto goal");
    type(&a, "set x a 1 = 3");
    type(&a, "next");
    expect_answer(&a, "progress",
                  "predictions right at the first try  0 of 1\n  steps understood                    1 of 2\n"
                  "  goals reached                       1 of 1, moves: 1, par: 1");
    expect_answer(&a, "progress", "90-small              2 done, 0 revealed, 0 skipped  2026-11-20");
    expect_answer(&a, "review list",
                  "lesson 90-small/weights   missed 2×, due in 1 day\n      Which is nearest");
    expect_answer(&a, "review list", "believed: softmax weights are proportional");
    expect_answer(&a, "progress reset 17", "no record of a lesson '17'");
    expect_answer(&a, "progress reset 90", "forgot 2 steps");
    assert_int_equal(known_steps(), 0);
    kept_end_saved(&a);
}

static int days_passed;

static time_t some_day(void)
{
    return a_day() + (time_t)days_passed * 24 * 60 * 60;
}

/* Opens what is due `days` after the beginning, and answers. */
static void review_on(struct app *a, int days, const char *answers)
{
    days_passed = days - 1;
    expect_answer(a, "review", "nothing to review today");
    days_passed = days;
    type(a, "review");
    assert_non_null(a->session.lesson);
    assert_string_equal(lesson_now(a->session.lesson).step->id.s, "weights");
    type(a, answers);
    for (int i = 0; i < 4 && a->session.lesson; i++)
        type(a, "next");
    assert_null(a->session.lesson);
}

/* A learner with a new file, who first answered one step wrong. */
static void begin_with_a_miss(struct app *a)
{
    fresh();
    days_passed = 0;
    begin(a);
    a->lessons.keep.clock = some_day;
    type(a, "lesson 90-small/weights");
    type(a, "answer a ; answer b");
    type(a, "next ; next");
}

TEST(what_was_missed_returns_after_ever_more_days)
{
    struct app a;
    begin_with_a_miss(&a);
    type(&a, "lesson leave");
    review_on(&a, 1, "answer b");
    review_on(&a, 1 + 3, "answer b");
    review_on(&a, 1 + 3 + 7, "answer a ; answer b"); /* wrong: starts over */
    review_on(&a, 12, "answer b");
    kept_end_saved(&a);
    begin(&a); /* another program knows it from the file */
    a.lessons.keep.clock = some_day;
    review_on(&a, 12 + 3, "answer b");
    review_on(&a, 15 + 7, "answer b");
    review_on(&a, 22 + 21, "answer b");
    days_passed = 1000;
    expect_answer(&a, "review", "nothing to review today");
    kept_end_saved(&a);
}

/* Opens what is due after so many days, answers it right at once, and leaves it. */
static void answer_due(struct app *a, int days, const char *lesson)
{
    char line[] = "answer a";
    days_passed = days;
    type(a, "review");
    const struct lesson_session *s = a->session.lesson;
    assert_string_equal(s->lesson.id, lesson);
    assert_string_equal(lesson_now(s).step->id.s, "swap");
    line[sizeof line - 2] = lesson_letter(lesson_right_place(&lesson_now(s).step->ask[0]));
    type(a, line);
    for (int i = 0; i < 4 && a->session.lesson; i++)
        type(a, "next");
    assert_null(a->session.lesson);
}

TEST(a_review_asks_with_other_words_every_other_time_and_counts_as_the_step)
{
    struct app a;
    fresh();
    days_passed = 0;
    begin(&a);
    a.lessons.keep.clock = some_day;
    type(&a, "lesson 04-order/swap");
    type(&a, lesson_right_place(&lesson_now(a.session.lesson).step->ask[0]) == 0 ? "answer b" : "answer a");
    type(&a, "reveal ; next ; lesson leave");
    const struct progress_step first = *progress_find(&a.lessons.keep.table, "04-order", "swap");
    assert_int_equal(first.ask[0].missed, 1);
    answer_due(&a, 1, "again-04-order");
    const struct progress_step *now = progress_find(&a.lessons.keep.table, "04-order", "swap");
    assert_int_equal(now->ask[0].again, 1);
    assert_memory_equal(now->hash, first.hash, sizeof first.hash);
    assert_string_equal(now->ask[0].first, first.ask[0].first);
    answer_due(&a, 1 + 3, "04-order");
    answer_due(&a, 4 + 7, "again-04-order");
    for (int i = 0; i < a.lessons.keep.table.count; i++)
        assert_string_equal(a.lessons.keep.table.v[i].lesson, "04-order");
    kept_end_saved(&a);
}

/* What is asked again is a step of the lesson, with as many questions of the same kinds. */
TEST(what_is_asked_again_has_the_questions_of_its_step)
{
    int steps = 0;
    for (const struct embedded *e = embedded_files; e->path; e++)
        for (int lang = 0; lang < LANG_COUNT; lang++) {
            const char *file = lesson_embedded(e, (enum lang)lang), *rest;
            struct lesson again, of;
            struct reply r = {0};
            if (!file || strncmp(file, PROGRESS_AGAIN, strlen(PROGRESS_AGAIN)) != 0)
                continue;
            struct text name = {0};
            text_add_bytes(&name, file, strlen(file) - strlen(".md"));
            assert_true(lesson_load(text_str(&name), (enum lang)lang, &again, &rest, &r));
            assert_true(lesson_load(progress_lesson(&again), (enum lang)lang, &of, &rest, &r));
            for (const struct lesson_step *s = again.step; s < again.step + again.step_count; s++, steps++) {
                int at = lesson_step_find(&of, s->id.s);
                assert_true(at >= 0);
                assert_int_equal(s->ask_count, of.step[at].ask_count);
                for (int i = 0; i < s->ask_count; i++)
                    assert_int_equal(s->ask[i].kind, of.step[at].ask[i].kind);
            }
            lesson_finish(&again);
            lesson_finish(&of);
            text_finish(&name);
            reply_finish(&r);
        }
    assert_true(steps >= 2 * 25);
}

TEST(enter_goes_from_one_review_to_the_next)
{
    struct app a;
    begin_with_a_miss(&a);
    type(&a, "lesson 90-small/measure");
    type(&a, "answer 1 ; answer 2");
    type(&a, "next ; next ; next");
    type(&a, "lesson leave");
    days_passed = 2;
    type(&a, "review");
    assert_string_equal(lesson_now(a.session.lesson).step->id.s, "weights");
    type(&a, "answer b");
    for (int i = 0; i < 4 && a.session.lesson->run.step == 1; i++)
        type(&a, "next");
    assert_string_equal(lesson_now(a.session.lesson).step->id.s, "measure");
    kept_end_saved(&a);
}

TEST(the_course_page_says_how_far_one_is)
{
    struct app a;
    struct text t = {0};
    fresh();
    begin(&a);
    type(&a, "lesson 90-small/goal");
    type(&a, "set x a 1 = 3");
    type(&a, "next");
    type(&a, "lesson");
    read_screen(&a, 24, 80, &t);
    assert_true(strstr(text_str(&t), "◐ 90  A small lesson") && strstr(text_str(&t), "1 of 5 steps"));
    kept_end_saved(&a);
    struct progress p = on_disk();
    struct reply r = {0};
    p.v[0].hash[LANG_EN]++;
    assert_true(progress_save(&p, &r));
    progress_finish(&p);
    begin(&a);
    type(&a, "lesson");
    read_screen(&a, 24, 80, &t);
    assert_true(strstr(text_str(&t), "changed since: 1  5 steps"));
    kept_end_saved(&a);
    text_finish(&t);
}

/* The start screen reads no lesson without steps done, and its dots are right; the course page reads all. */
TEST(the_start_screen_reads_what_was_begun)
{
    struct app a;
    struct text t = {0};
    fresh();
    begin(&a);
    type(&a, "home");
    assert_non_null(a.session.contents);
    assert_int_equal(a.session.contents->steps[0], 0);
    read_screen(&a, 24, 80, &t);
    assert_non_null(strstr(text_str(&t), "○"));
    type(&a, "view lesson");
    assert_int_equal(a.session.contents->steps[0], 5);
    type(&a, "lesson 90-small/goal");
    type(&a, "set x a 1 = 3");
    type(&a, "next");
    kept_end_saved(&a);
    begin(&a);
    type(&a, "home");
    assert_int_equal(a.session.contents->steps[0], 5);
    assert_int_equal(a.session.contents->done[0], 1);
    read_screen(&a, 24, 80, &t);
    assert_non_null(strstr(text_str(&t), "◐"));
    kept_end_saved(&a);
    text_finish(&t);
}

/* What was done on another machine is added; what was done here stays. */
TEST(a_record_goes_to_another_machine)
{
    struct app a;
    struct text line = {0};
    struct reply r = {.lang = LANG_EN};
    fresh();
    begin(&a);
    type(&a, "lesson 90-small/weights");
    type(&a, "answer b");
    type(&a, "next");
    type(&a, "next");
    type(&a, "lesson leave");
    text_addf(&line, "progress save %s", kept_path("mine.txt"));
    type(&a, text_str(&line));
    kept_end_saved(&a);
    fresh();
    begin(&a);
    text_clear(&line);
    text_addf(&line, "progress add %s", kept_path("mine.txt"));
    type(&a, text_str(&line));
    assert_int_equal(known_steps(), 1);
    assert_int_equal(state_of("weights"), PROGRESS_DONE);
    type(&a, text_str(&line));
    assert_int_equal(known_steps(), 1);
    assert_true(file_write_own(kept_path("mine.txt"), "no record\n", 10, &r));
    assert_false(app_line(&a, text_str(&line), &r));
    assert_non_null(strstr(text_str(&r.text), "mine.txt:1: not a record of progress"));
    assert_int_equal(known_steps(), 1);
    kept_end_saved(&a);
    fresh();
    unlink(kept_path("mine.txt"));
    text_finish(&line);
    reply_finish(&r);
}

static time_t an_hour_later(void)
{
    return a_day() + 3600;
}

/* The clock of the notes runs from the step's start; that of the lesson only from its own. */
TEST(the_notes_know_when_the_step_began)
{
    struct app a;
    fresh();
    kept_start(&a);
    struct host h = app_host(&a);
    const struct notes_keep *keep = &a.lessons.notes;
    notes_begin(&h, a_day);
    type(&a, "lesson 90-small/weights");
    assert_int_equal(keep->notes.since, a_day());
    a.lessons.notes.clock = an_hour_later;
    type(&a, "class a=1"); /* the same step */
    assert_int_equal(keep->notes.since, a_day());
    type(&a, "goto words");
    assert_int_equal(keep->notes.since, an_hour_later());
    assert_int_equal(keep->notes.begun, a_day());
    kept_end_saved(&a);
    fresh();
}

/* Another lesson begins, be it at a step of the same number. */
TEST(the_notes_know_when_the_lesson_began)
{
    struct app a;
    fresh();
    kept_start(&a);
    struct host h = app_host(&a);
    const struct notes_keep *keep = &a.lessons.notes;
    notes_begin(&h, a_day);
    type(&a, "lesson 90-small/1");
    a.lessons.notes.clock = an_hour_later;
    type(&a, "lesson 92-place/1");
    assert_int_equal(keep->notes.since, an_hour_later());
    assert_int_equal(keep->notes.begun, an_hour_later());
    kept_end_saved(&a);
    fresh();
}

/* Phase by phase: on a screen it would run on by itself. */
TEST(the_notes_say_what_the_film_says)
{
    struct app a;
    fresh();
    kept_start(&a);
    struct host h = app_host(&a);
    notes_begin(&h, a_day);
    type(&a, "lesson 90-small/words");
    type(&a, "free");
    type(&a, "view flow");
    assert_null(strstr(text_str(&a.lessons.notes.written), "writes a note"));
    for (int i = 0; i < 3; i++)
        type(&a, "flow next");
    assert_non_null(strstr(text_str(&a.lessons.notes.written), "writes a note, its query"));
    kept_end_saved(&a);
    fresh();
}

static int set_up(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    setenv("TZ", "UTC", 1);
    return kept_begin(state);
}

/* Puts down `count` missed predictions of the lessons there are, the k-th missed 1 + k * 7 % count times. */
static void miss(int count)
{
    struct progress p = {0};
    struct reply r = {0};
    const char *rest;
    int k = 0;
    unsetenv("QKV_LESSONS");
    for (int number = 1; k < count; number++) {
        struct lesson l;
        char name[12];
        snprintf(name, sizeof name, "%02d", number);
        assert_true(lesson_load(name, LANG_EN, &l, &rest, &r));
        for (int i = 0; i < l.step_count && k < count; i++) {
            struct progress_step s = {.date = "-", .state = PROGRESS_DONE, .ask_count = l.step[i].ask_count};
            snprintf(s.lesson, sizeof s.lesson, "%s", l.id);
            snprintf(s.step, sizeof s.step, "%s", l.step[i].id.s);
            for (int q = 0; q < s.ask_count; q++, k++)
                s.ask[q] = (struct progress_answer){.kind = l.step[i].ask[q].kind,
                                                    .tries = 1,
                                                    .missed = k < count ? 1 + k * 7 % count : 0,
                                                    .first = "a"};
            assert_true(s.ask_count == 0 || progress_record(&p, &s));
        }
        lesson_finish(&l);
    }
    assert_true(progress_save(&p, &r));
    progress_finish(&p);
    reply_finish(&r);
}

/* Of more than ten, the ten that were missed most often are listed, the most often first. */
TEST(ten_missed_predictions_are_listed)
{
    enum { MISSED = 24 };
    struct progress_keep keep = {0};
    struct reply r = {0};
    fresh();
    miss(MISSED);
    assert_true(progress_review(&keep, &r));
    int n = 0;
    for (const char *at = text_str(&r.text); (at = strstr(at, "   missed ")); n++) {
        at += strlen("   missed ");
        assert_int_equal(strtol(at, NULL, 10), MISSED - n);
    }
    assert_int_equal(n, 10);
    reply_finish(&r);
    fresh();
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
}

TEST(progress_that_cannot_be_read_is_not_shown)
{
    struct reply r = {0};
    fresh();
    assert_int_equal(mkdir(kept_path("progress"), 0700), 0);
    assert_false(progress_show(&r));
    assert_non_null(strstr(text_str(&r.text), "progress: Is a directory"));
    reply_finish(&r);
    assert_int_equal(rmdir(kept_path("progress")), 0);
}

TESTS(set_up, kept_end)
