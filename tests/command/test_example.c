/* example and task own: what is read, refused, saved; what is learned from it. */
#include <string.h>

#include "expr/expr.h"
#include "state/script.h"
#include "state/training.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

#define WHO                                                                                                        \
    "example 猫 追 狗 -> 猫 at 追 ; example 狗 追 猫 -> 狗 at 追 ; example 猫 追 鱼 -> 猫 at 追 ; " \
    "example 鱼 追 猫 -> 鱼 at 追 ; "

static void says(struct session *m, const char *line, const char *answer)
{
    struct reply r = {0};
    if (!run_line(m, line, &r) || !strstr(text_str(&r.text), answer))
        fail_msg("%s: %s", line, text_str(&r.text));
    reply_finish(&r);
}

static void refused_at(struct session *m, const char *line, int col, const char *why)
{
    assert_int_equal(refused(m, line, why), col);
}

/* Each way of writing one, and what a list shows of it. */
TEST(every_form_is_read)
{
    static const char *const forms[][2] = {
        {"猫 追 狗 -> 猫", "  1  猫 追 狗 -> 猫"},
        {"猫追狗→猫", "  1  猫 追 狗 -> 猫"},
        {"猫/追/狗 -> 猫 at 1", "  1  猫 追 狗 -> 猫 at 追"},
        {"猫 追 猫 -> 狗 at 猫#1", "  1  猫 追 猫 -> 狗 at 猫#1"},
        {"猫 追 狗 -> 名 动 名", "  1  猫 追 狗 -> 名 动 名"},
        {"猫 追 狗 -> - 动 -", "  1  猫 追 狗 -> 动 at 追"},
        {"猫 追 狗 -> - \"-\" 名", "  1  猫 追 狗 -> - \"-\" 名"},
        {"\"ice cream\" is \"at\" -> \"->\"", "  1  \"ice cream\" is \"at\" -> \"->\""},
        {"\"猫追狗\" -> 猫", "  1  \"猫追狗\" -> 猫"},
        {"a \"->\" b -> c", "  1  a \"->\" b -> c"},
        {"a b c -> x \"at\" y", "  1  a b c -> x \"at\" y"},
        {"none -> none", "  1  \"none\" -> none"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct session m = fresh_model(), again = fresh_model();
        struct text line = {0};
        text_addf(&line, "example %s", forms[i][0]);
        must_run(&m, text_str(&line));
        struct reply r = {0};
        assert_true(run_line(&m, "example", &r));
        assert_string_equal(text_str(&r.text), forms[i][1]);
        text_clear(&line);
        text_addf(&line, "example %s", forms[i][1] + 5); /* what is shown can be typed */
        must_run(&again, text_str(&line));
        assert_true(examples_same(m.now.state.examples, again.now.state.examples));
        reply_finish(&r);
        text_finish(&line);
        session_finish(&m);
        session_finish(&again);
    }
}

/* The list names words as the screen does, a file as they are stored. */
TEST(words_are_listed_as_they_are_shown)
{
    struct session m = model_after("lang en ; token 猫 en=cat ; token 狗 en=dog ; token 喜欢 en=likes ; "
                                   "example 猫 喜欢 狗 -> 猫 at 喜欢");
    struct text file = {0};
    says(&m, "example", "  1  cat likes dog -> cat at likes");
    script_write(&m.now, &file);
    assert_non_null(strstr(text_str(&file), "\nexample 猫 喜欢 狗 -> 猫 at 喜欢\n"));
    must_run(&m, "lang zh");
    says(&m, "example", "  1  猫 喜欢 狗 -> 猫 at 喜欢");
    text_finish(&file);
    session_finish(&m);
}

TEST(what_is_no_example_is_refused)
{
    struct session m = model_after("example 猫 -> 狗");
    struct text line = {0};
    refused_at(&m, "example 猫 追", 9, "an arrow and the answer");
    refused_at(&m, "example 猫 ->", 11, "an arrow and the answer");
    refused_at(&m, "example -> 猫", 12, "an arrow and the answer");
    refused_at(&m, "example 猫 追 -> 猫 at 狗", 21, "no word '狗'");
    refused_at(&m, "example 猫 追 -> 1 2 3", 16, "3 answers for 2 words");
    refused_at(&m, "example 猫 追 -> - -", 16, "no word is asked");
    refused_at(&m, "example 猫 追 -> -", 16, "1 answers for 2 words");
    refused_at(&m, "example 2 none", 9, "no example 2 (there are 1)");
    refused_at(&m, "example 0 none", 9, "no example 0");
    text_add(&line, "example");
    for (int i = 0; i < 65; i++)
        text_addf(&line, " w%d", i);
    text_add(&line, " -> x");
    refused_at(&m, text_str(&line), 9, "65 words is too long (at most 64)");
    for (int i = 1; i < 512; i++) {
        text_clear(&line);
        text_addf(&line, "example w%d -> a%d", i, i % 9);
        must_run(&m, text_str(&line));
    }
    refused_at(&m, "example one more -> x", 9, "more than 512 examples");
    must_run(&m, "example w7 -> x"); /* in place of the one that is there */
    assert_int_equal(examples_count(m.now.state.examples), 512);
    must_run(&m, "example none");
    refused_at(&m, "task own", 1, "no examples yet");
    text_finish(&line);
    session_finish(&m);
}

/* The same question has one answer; a removed example is back after undo. */
TEST(a_list_changes_and_changes_back)
{
    struct session m = model_after("example 猫 追 -> 狗 ; example 狗 追 -> 猫 ; example 猫 追 -> 鱼");
    says(&m, "example", "  1  猫 追 -> 鱼\n  2  狗 追 -> 猫");
    must_run(&m, "example 猫 追 -> 狗 at 猫");
    assert_int_equal(examples_count(m.now.state.examples), 3);
    must_run(&m, "example 1 none");
    says(&m, "example", "  1  狗 追 -> 猫\n  2  猫 追 -> 狗 at 猫");
    must_run(&m, "undo");
    says(&m, "example", "  1  猫 追 -> 鱼\n  2  狗 追 -> 猫");
    must_run(&m, "redo");
    struct examples *two = examples_share(m.now.state.examples);
    must_run(&m, "example 鱼 -> 鸟");
    struct examples *three = m.now.state.examples;
    assert_true(examples_bytes(three, NULL) > 3 * sizeof(struct example) + sizeof *three);
    assert_true(examples_bytes(three, two) < examples_bytes(three, NULL));
    examples_drop(two);
    must_run(&m, "undo ; example none");
    says(&m, "example", "no examples yet");
    must_run(&m, "undo ; undo ; undo ; undo");
    says(&m, "example", "  1  猫 追 -> 狗\n  2  狗 追 -> 猫");
    session_finish(&m);
}

TEST(they_are_learned)
{
    struct session m = model_after(WHO "task own");
    holds(&m, "step() = 0 and acc() < 1");
    assert_int_equal(m.now.state.look.query, 1);
    assert_int_equal(m.now.state.classes->count, 3);
    must_run(&m, "train 100");
    holds(&m, "acc() = 1 and loss() < 0.1 and prob(追,猫) > 0.9");
    must_run(&m, "tokens 鱼 追 猫");
    holds(&m, "prob(追,鱼) > 0.9");
    must_run(&m, "encoding none ; train 100"); /* as in task two */
    holds(&m, "acc() = 0.5");
    must_run(&m, "encoding sincos ; set batch 1 ; train 300");
    holds(&m, "acc() = 1");
    struct session all = model_after(WHO "task own ; train 300");
    holds(&all, "loss() < 0.05");
    assert_true(m.now.state.training->trainer.curve[5].right !=
                all.now.state.training->trainer.curve[5].right);
    session_finish(&all);
    session_finish(&m);
}

/* An answer for each word, in sentences of different lengths, with a table of positions that grows with them.
 * Words that were trained are seen wherever they are, and can be kept. */
TEST(words_have_answers_of_their_own)
{
    struct session m =
        model_after("example 猫 追 狗 -> 名 动 名 ; example 鱼 跑 -> 名 动 ; example 跑 -> 动 ; task "
                    "own encoding=learned ; train 80");
    holds(&m, "acc() = 1");
    must_run(&m, "tokens 跑 鱼 蓝蓝");
    struct trainer *t = &m.now.state.training->trainer;
    assert_int_equal(t->words.rows, 5);
    assert_int_equal(t->test.count, 3);
    assert_string_equal(training_name(m.now.state.training, 3), "鱼");
    assert_int_equal(training_word(m.now.state.training, "跑"), 4);
    assert_int_equal(training_word(m.now.state.training, "蓝蓝"), -1);
    double x = mat_at(t->words, 4, 2);
    assert_true(x == mat_at(m.now.trace.X, 0, 2));
    must_run(&m, "train keep");
    assert_true(x == mat_at(m.now.trace.X, 0, 2) && m.now.state.set.steps == 0);
    holds(&m, "acc() = 1");
    must_run(
        &m,
        "reset ; example a b c d e f g h i j k l m n o p q r s t u v w x -> y ; task own encoding=learned");
    must_run(&m,
             "train 1 ; example 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 -> 27");
    session_finish(&m);
}

/* While the task is on, a new example is learned from at once; its answer becomes a class. */
TEST(a_new_example_counts_at_once)
{
    struct session m = model_after(WHO "task own ; train 100");
    struct training *before = training_share(m.now.state.training);
    must_run(&m, "example 鸟 追 狗 -> 鸟 at 追");
    assert_true(m.now.state.training != before && m.now.state.classes->count == 4);
    assert_int_equal(m.now.state.training->trainer.test.count, 5);
    holds(&m, "acc() > 0.7 and step() = 100");
    training_drop(before);
    before = training_share(m.now.state.training);
    must_run(&m, "example 鸟 追 狗 -> 狗 at 追");
    assert_true(m.now.state.training != before);
    assert_int_equal(m.now.state.training->trainer.test.count, 5);
    training_drop(before);
    before = training_share(m.now.state.training);
    must_run(&m, "focus 0 1"); /* no reason to learn again */
    assert_ptr_equal(m.now.state.training, before);
    training_drop(before);
    must_run(&m, "weights identity ; train 60");
    holds(&m, "prob(追,猫) > 0.6");
    must_run(&m, "classes 狗 猫 鱼 鸟"); /* their columns were all 0 */
    holds(&m, "prob(追,猫) > 0.6");
    must_run(&m, "task order ; example 马 追 狗 -> 马");
    assert_int_equal(m.now.state.classes->count, 6); /* those of the other task */
    must_run(&m, "task own");
    assert_int_equal(m.now.state.classes->count, 4);
    must_run(&m, "classes 猫 狗");
    refused_at(&m, "train 3", 1, "its answer '鱼' is not a class");
    session_finish(&m);
}

TEST(they_are_saved)
{
    static const char *const states[] = {
        "example 猫 追 狗 -> 名 动 - ; example \"ice cream\" -> 吃",
        WHO "task own ; train 12",
        "example \"蓝猫\" -> \"红 狗\" ; example 蓝 猫 -> 红 ; x 猫 = 5 4 3 2 1 0 1 2 ; task own encoding=t5 "
        "; train 7 ; "
        "tokens 猫",
        "example 米 -> 好 ; task own ; train 5 ; train keep ; train 3",
    };
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        struct session m = fresh_model(), again = fresh_model();
        struct text script = {0}, twice = {0};
        must_run(&m, states[i]);
        script_write(&m.now, &script);
        for (char *line = strtok(script.s, "\n"); line; line = strtok(NULL, "\n"))
            must_run(&again, line);
        text_clear(&script);
        script_write(&m.now, &script);
        script_write(&again.now, &twice);
        assert_string_equal(text_str(&script), text_str(&twice));
        if (m.now.state.set.steps)
            assert_memory_equal(m.now.state.training->trainer.now.start,
                                again.now.state.training->trainer.now.start,
                                m.now.state.training->trainer.now.used * sizeof(double));
        text_finish(&script), text_finish(&twice);
        session_finish(&m);
        session_finish(&again);
    }
}
