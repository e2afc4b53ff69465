/* A step as a row of beats, and what is kept of answers. */
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "lesson/run/run.h"
#include "support/test.h"

static struct block paragraph = {.kind = BLOCK_PARAGRAPH}, rest = {.kind = BLOCK_PAUSE};

/* A step with as many pauses, questions and lines as asked for; r is `run`, w for `wait`, x for
 * another command. */
static struct lesson_step step_of(struct block *blocks, int pauses, int asks, struct lesson_line *lines,
                                  const char *act, bool reveal)
{
    struct lesson_step s = {.ask_count = asks};
    blocks[s.narration.count++] = paragraph;
    for (int i = 0; i < pauses; i++) {
        blocks[s.narration.count++] = rest;
        blocks[s.narration.count++] = paragraph;
    }
    s.narration.v = blocks;
    for (; act[s.act.count]; s.act.count++)
        lines[s.act.count] = (struct lesson_line){act[s.act.count] == 'r'   ? "run softmax"
                                                  : act[s.act.count] == 'w' ? "wait"
                                                                            : "waiter",
                                                  1, 1};
    s.act.v = lines;
    s.reveal = (struct prose){&paragraph, reveal};
    return s;
}

TEST(a_step_is_a_row_of_beats)
{
    static const struct {
        int pauses, asks;
        const char *act;
        bool reveal;
        const char *beats;
    } cases[] = {
        {0, 0, "", false, "R0"},       {2, 0, "", false, "R0R1R2"},     {0, 1, "", true, "Q0E0"},
        {1, 2, "x", true, "R0Q0Q1E0"}, {0, 1, "rrr", true, "Q0A1A2E0"}, {0, 0, "xrwxr", false, "R0A1E0"},
        {0, 1, "", false, "Q0"},       {0, 1, "wxw", false, "Q0E0"},    {1, 1, "rwwr", true, "R0Q0A1E0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct block blocks[9];
        struct lesson_line lines[9];
        struct lesson_step s =
            step_of(blocks, cases[i].pauses, cases[i].asks, lines, cases[i].act, cases[i].reveal);
        char beats[40] = "";
        for (int k = 0; k < lesson_beat_count(&s); k++) {
            struct lesson_beat b = lesson_beat_at(&s, k);
            beats[2 * k] = "RQAE"[b.phase];
            beats[2 * k + 1] = (char)('0' + b.index);
        }
        assert_string_equal(beats, cases[i].beats);
    }
}

TEST(segments_end_at_waits_and_before_another_run)
{
    static const struct {
        const char *act, *lengths;
    } cases[] = {{"", ""},        {"x", "1"},     {"xxrx", "4"},  {"rr", "11"},
                 {"xrxrx", "32"}, {"xwwx", "11"}, {"wrwrw", "11"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct block blocks[9];
        struct lesson_line lines[9];
        struct lesson_step s = step_of(blocks, 0, 0, lines, cases[i].act, false);
        char lengths[10] = "";
        for (int k = 0; k < lesson_segment_count(&s); k++)
            lengths[k] = (char)('0' + lesson_segment(&s, k).count);
        assert_string_equal(lengths, cases[i].lengths);
    }
}

TEST(a_caption_belongs_to_the_segment_that_its_wait_ends)
{
    struct block blocks[2], captions[] = {{.line = 2}, {.line = 6}};
    struct lesson_line lines[] = {{"x", 1, 1},    {"wait One", 2, 1}, {"x", 3, 1},
                                  {"wait", 4, 1}, {"x", 5, 1},        {"wait Three", 6, 1}};
    struct lesson_step s = step_of(blocks, 0, 0, NULL, "", true);
    s.act = (struct lesson_lines){lines, 6};
    s.caption = (struct prose){captions, 2};
    assert_ptr_equal(lesson_caption(&s, 0), &captions[0]);
    assert_null(lesson_caption(&s, 1));
    assert_ptr_equal(lesson_caption(&s, 2), &captions[1]);
    assert_null(lesson_caption(&s, 3));
    assert_int_equal(lesson_beat_count(&s), 5); /* the last segment has a beat of its own */
    assert_int_equal(lesson_beat_at(&s, 3).phase, PHASE_ACT);
    s.caption.count = 1;
    assert_int_equal(lesson_beat_count(&s), 4);
}

TEST(narration_falls_apart_at_its_pauses)
{
    struct block blocks[9];
    struct lesson_step s = step_of(blocks, 1, 0, NULL, "", false);
    assert_ptr_equal(lesson_narration(&s, 0).v, &blocks[0]);
    assert_int_equal(lesson_narration(&s, 0).count, 1);
    assert_ptr_equal(lesson_narration(&s, 1).v, &blocks[2]);
    assert_int_equal(lesson_narration(&s, 2).count, 0);
}

TEST(two_wrong_tries_close_a_question_and_the_first_answer_stays)
{
    struct lesson_visit v = {.hints = 2};
    struct lesson_answer *a = &v.answer[0];
    lesson_answer_give(a, "a", false);
    assert_false(a->closed);
    lesson_answer_give(a, "c", false);
    assert_true(a->closed);
    assert_false(a->right);
    assert_string_equal(a->first, "a");
    assert_string_equal(a->last, "c");
    lesson_visit_restart(&v);
    assert_int_equal(v.hints, 0);
    assert_int_equal(a->tries, 0);
    assert_false(a->closed);
    assert_string_equal(a->first, "a");
    lesson_answer_give(a, "b", true);
    assert_true(a->closed && a->right && !a->first_right);
    assert_string_equal(a->first, "a");
    struct lesson_answer once = {0};
    lesson_answer_give(&once, "b", true);
    assert_true(once.closed && once.first_right);
}

TEST(a_long_sentence_is_cut_between_characters)
{
    struct lesson_answer a = {0};
    struct text t = {0};
    for (int i = 0; i < 400; i++)
        text_add(&t, "猫");
    lesson_answer_give(&a, text_str(&t), true);
    size_t n = strlen(a.last);
    assert_true(n > 100 && n < LESSON_ANSWER);
    assert_int_equal(utf8_invalid_at(a.last, n), n);
    text_finish(&t);
}

TEST(the_tally_keeps_its_counts_apart)
{
    static struct lesson_session s;
    s = (struct lesson_session){.lesson = {.step_count = 3}};
    s.lesson.step[0] =
        (struct lesson_step){.ask = {{.kind = ASK_CHOICE}, {.kind = ASK_NUMBER}}, .ask_count = 2};
    s.lesson.step[1] =
        (struct lesson_step){.ask = {{.kind = ASK_GOAL}, {.kind = ASK_EXPLAIN}}, .ask_count = 2};
    s.lesson.step[2] = (struct lesson_step){.ask = {{.kind = ASK_CELL}}, .ask_count = 1};
    lesson_answer_give(&s.run.visit[0].answer[0], "a", true);
    lesson_answer_give(&s.run.visit[0].answer[1], "3", false);
    lesson_answer_give(&s.run.visit[1].answer[0], "", true);
    lesson_visit_give_up(&s.run.visit[2], &s.lesson.step[2]);
    assert_true(s.run.visit[2].answer[0].closed && s.run.visit[2].answer[0].given_up);
    struct lesson_step never = {.ask = {{.kind = ASK_GOAL, .impossible = {"it cannot", 1, 1}}},
                                .ask_count = 1};
    struct lesson_visit rightly = {0};
    lesson_visit_give_up(&rightly, &never);
    assert_true(rightly.answer[0].closed && rightly.answer[0].right && !rightly.answer[0].given_up);
    s.run.visit[0].finished = true;
    s.run.visit[2].skipped = true;
    struct lesson_tally t = lesson_tally(&s);
    assert_int_equal(t.predictions, 3);
    assert_int_equal(t.first_right, 1);
    assert_int_equal(t.goals, 1);
    assert_int_equal(t.reached, 1);
    assert_int_equal(t.finished, 1);
    assert_int_equal(t.skipped, 1);
    assert_int_equal(t.steps, 3);
}
