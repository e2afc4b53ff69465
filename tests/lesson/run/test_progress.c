/* What is remembered of lessons: text and table say the same, first answers stay, done is never said of what
 * was shown or passed over, and no damaged line is taken for a whole one. */
#include <stdio.h>
#include <string.h>

#include "lesson/run/progress.h"
#include "support/test.h"

static const struct progress_step answered = {
    .lesson = "06-sines",
    .step = "which-side",
    .date = "2026-11-21",
    .hash = {0x12, 0xfedcba9876543210},
    .state = PROGRESS_DONE,
    .hints = 2,
    .ask = {{ASK_CHOICE, false, true, 2, 1, 0, 0, "b", 2},
            {ASK_GOAL, true, true, 1, 0, 4, 3, "with a blank, 和中文", 0}},
    .ask_count = 2,
};
static const struct progress_step shown = {
    .lesson = "06-sines",
    .step = "say",
    .date = "-",
    .state = PROGRESS_REVEALED,
    .ask = {{.kind = ASK_NUMBER}},
    .ask_count = 1,
};

static void expect_text(const struct progress *p, const char *want)
{
    struct text t = {0};
    progress_write(p, &t);
    assert_string_equal(text_str(&t), want);
    text_finish(&t);
}

TEST(what_is_written_reads_back_the_same)
{
    struct progress p = {0}, again = {0};
    struct text t = {0}, twice = {0}, want = {0};
    char others[17 * LANG_COUNT + 1] = ""; /* columns of the languages after the first two */
    int line;
    for (int lang = 2; lang < LANG_COUNT; lang++)
        strcat(others, "\t0000000000000000");
    assert_true(progress_record(&p, &answered) && progress_record(&p, &shown));
    assert_true(progress_set_place(&p, "01-by-hand", "x") && progress_set_place(&p, "06-sines", "say") &&
                progress_set_place(&p, "01-by-hand", "y"));
    progress_write(&p, &t);
    text_addf(&want,
              "# qkv progress 1\n"
              "at\t06-sines\tsay\n"
              "at\t01-by-hand\ty\n"
              "step\t06-sines\twhich-side\tdone\t2026-11-21\t2\tfedcba9876543210\t0000000000000012"
              "%s\tchoice\t0\t1\t2\t1\t0\t0\tb\tgoal\t1\t1\t1\t0\t4\t3\twith a blank, 和中文\n"
              "again\t06-sines\twhich-side\t2\t0\n"
              "step\t06-sines\tsay\trevealed\t-"
              "\t0\t0000000000000000\t0000000000000000%s\tnumber\t0\t0\t0\t0\t0\t0\t\n",
              others, others);
    assert_string_equal(text_str(&t), text_str(&want));
    assert_true(progress_read(&again, t.s, t.len, &line));
    progress_write(&again, &twice);
    assert_string_equal(text_str(&twice), text_str(&t));
    assert_string_equal(progress_place_of(&again, "01-by-hand"), "y");
    progress_finish(&p);
    progress_finish(&again);
    text_finish(&t);
    text_finish(&twice);
    text_finish(&want);
}

/* A file cut off anywhere but after a line is damaged, and what came before the damage is there. */
TEST(a_text_that_was_cut_off_is_noticed)
{
    struct progress p = {0};
    struct text t = {0};
    int line, whole = 0;
    progress_record(&p, &answered);
    progress_record(&p, &shown);
    progress_write(&p, &t);
    for (size_t n = 0; n <= t.len; n++) {
        struct progress part = {0};
        bool ok = progress_read(&part, t.s, n, &line);
        assert_int_equal(ok, n > 0 && t.s[n - 1] == '\n');
        assert_true(ok || line > 0);
        whole += part.count;
        progress_finish(&part);
    }
    assert_true(whole > 0);
    progress_finish(&p);
    text_finish(&t);
}

static void refused(const char *text, int want)
{
    struct progress p = {0};
    int line = -1;
    assert_false(progress_read(&p, text, strlen(text), &line));
    assert_int_equal(line, want);
    progress_finish(&p);
}

TEST(intact_lines_outlive_a_damaged_one)
{
    static const char text[] = "# qkv progress 1\n"
                               "step\ta\tb\tdone\t-\t0\t0000000000000000\t0000000000000000\n"
                               "garbage\n"
                               "step\ta\tc\tdone\t-\t0\t0000000000000000\t0000000000000000\n"
                               "step\ta\td\tdone\t-\t0\t000000000";
    struct progress p = {0};
    int line = 0;
    assert_false(progress_read(&p, text, strlen(text), &line));
    assert_int_equal(line, 3);
    assert_int_equal(p.count, 2);
    assert_non_null(progress_find(&p, "a", "c"));
    progress_finish(&p);
}

TEST(lines_that_are_none_are_refused)
{
    refused("", 1);
    refused("# qkv progress 2\n", 1);
    refused("# qkv progress 1\nnonsense\n", 2);
    refused("# qkv progress 1\nat\ta\n", 2);
    refused("# qkv progress 1\nat\ta\tb\tc\n", 2);
    refused("# qkv progress 1\nat\ta\tb c\n", 2);
    refused("# qkv progress 1\nat\ta\tb\nstep\ta\tb\tdone\t-\t4\t0000000000000000\t0000000000000000\n", 3);
    refused("# qkv progress 1\nstep\ta\tb\tfinished\t-\t0\t0000000000000000\t0000000000000000\n", 2);
    refused("# qkv progress 1\nstep\ta\tb\tdone\t-\t0\t000000000000000G\t0000000000000000\n", 2);
    refused("# qkv progress "
            "1\nstep\ta\tb\tdone\t-\t0\t0000000000000000\t0000000000000000\tchoice\t2\t0\t0\t0\t0\t0\tb\n",
            2);
    refused(
        "# qkv progress "
        "1\nstep\ta\tb\tdone\t-\t0\t0000000000000000\t0000000000000000\tchoice\t1\t0\t0\t0\t0\t0\t\033[2J\n",
        2);
    refused("# qkv progress 1\nagain\ta\tb\t1\n", 2);
    refused("# qkv progress 1\nstep\ta\tb\tdone\t-\t0\t0000000000000000\t0000000000000000\n"
            "again\ta\tb\t1\n",
            3);
    refused("# qkv progress 1\nstep\ta\tb\tdone\t-\t0\t0000000000000000\t0000000000000000\n"
            "step\ta\tb\tdone\t-\t0\t0000000000000000\t0000000000000000\n",
            3);
}

TEST(first_answers_stay_and_done_is_never_undone)
{
    struct progress p = {0};
    struct progress_step again = answered;
    progress_record(&p, &answered);
    again.state = PROGRESS_REVEALED;
    again.ask[0] = (struct progress_answer){ASK_CHOICE, true, true, 1, 0, 0, 0, "a", 0};
    again.ask[1].moves = 3;
    progress_record(&p, &again);
    const struct progress_step *s = progress_find(&p, "06-sines", "which-side");
    assert_int_equal(p.count, 1);
    assert_int_equal(s->state, PROGRESS_DONE);
    assert_string_equal(s->ask[0].first, "b");
    assert_false(s->ask[0].first_right);
    assert_int_equal(s->ask[0].missed, 1);
    assert_int_equal(s->ask[1].moves, 3);
    again.ask[0].missed = 2;
    again.ask[1].moves = 9;
    progress_record(&p, &again);
    assert_int_equal(s->ask[0].missed, 3);
    assert_int_equal(s->ask[1].moves, 3);
    again.hash[LANG_ZH]++; /* the text has changed: starts over */
    progress_record(&p, &again);
    assert_int_equal(s->state, PROGRESS_REVEALED);
    assert_string_equal(s->ask[0].first, "a");
    progress_finish(&p);
}

/* A learner who has seen the answer cannot predict any more; one who only passed by still can. */
TEST(what_was_shown_first_is_no_prediction)
{
    struct progress p = {0};
    struct progress_step s = shown;
    progress_record(&p, &s);
    s.state = PROGRESS_DONE;
    s.ask[0] = (struct progress_answer){ASK_NUMBER, true, true, 1, 0, 0, 0, "0.5", 0};
    progress_record(&p, &s);
    struct progress_counts c = progress_count(&p, NULL);
    assert_int_equal(c.predictions, 0);
    assert_int_equal(c.first_right, 0);
    assert_int_equal(c.done, 1);
    assert_int_equal(c.understood, 1);
    progress_forget(&p, "06-sines");
    assert_int_equal(p.count, 0);
    s = shown;
    s.state = PROGRESS_SKIPPED;
    progress_record(&p, &s);
    s.state = PROGRESS_DONE;
    s.ask[0] = (struct progress_answer){ASK_NUMBER, true, true, 1, 0, 0, 0, "0.5", 0};
    progress_record(&p, &s);
    assert_int_equal(progress_count(&p, NULL).first_right, 1);
    progress_finish(&p);
}

TEST(the_counts_stand_apart)
{
    struct progress p = {0};
    struct progress_step other = answered;
    strcpy(other.lesson, "07-distance");
    other.state = PROGRESS_SKIPPED;
    other.ask[1] = (struct progress_answer){.kind = ASK_GOAL, .par = 5};
    progress_record(&p, &answered);
    progress_record(&p, &shown);
    progress_record(&p, &other);
    struct progress_counts c = progress_count(&p, NULL);
    assert_int_equal(c.predictions, 2);
    assert_int_equal(c.first_right, 0);
    assert_int_equal(c.steps, 3);
    assert_int_equal(c.understood, 1);
    assert_int_equal(c.goals, 2);
    assert_int_equal(c.reached, 1);
    assert_int_equal(c.moves, 4);
    assert_int_equal(c.par, 3);
    assert_int_equal(c.done + 10 * c.revealed + 100 * c.skipped, 111);
    assert_int_equal(progress_count(&p, "07-distance").steps, 1);
    assert_int_equal(progress_forget(&p, "06-sines"), 2);
    assert_int_equal(p.count, 1);
    assert_int_equal(progress_forget(&p, NULL), 1);
    expect_text(&p, "# qkv progress 1\n");
    progress_finish(&p);
}

/* A file from elsewhere may hold any number of the largest moves. */
TEST(many_moves_add_up)
{
    struct progress p = {0};
    struct progress_step s = answered;
    for (int i = 0; i < 3000; i++) {
        snprintf(s.step, sizeof s.step, "s%d", i);
        s.ask[1].moves = 1000000;
        assert_true(progress_record(&p, &s));
    }
    assert_int_equal(progress_count(&p, NULL).moves, 3000000000);
    progress_finish(&p);
}

TEST(every_misconception_has_two_sentences_and_a_lesson)
{
    int n = 0;
    for (const struct belief *m = beliefs; m->id; m++, n++) {
        assert_ptr_equal(belief_find(m->id), m);
        assert_true(*text_in(m->text, LANG_EN) && *text_in(m->text, LANG_ZH));
        assert_int_equal(strlen(m->lesson), 2);
    }
    assert_int_equal(n, 23);
    assert_null(belief_find("M24"));
    assert_null(belief_find(NULL));
}
