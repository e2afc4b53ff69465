/* A session without a screen: what is said after a command, and that nothing of a lesson's
 * question is given away. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"
#include "view/frame/describe.h"

/* What the program says to these lines. */
static void converse(const char *options, const char *lines, struct text *said)
{
    char path[] = "/tmp/qkv-plain-XXXXXX", command[400];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "w");
    fputs(lines, f);
    fclose(f);
    snprintf(command, sizeof command, "TERM=dumb '%s' --lang en --plain %s <%s", getenv("QKV"), options,
             path);
    FILE *p = popen(command, "r");
    assert_non_null(p);
    for (int ch; (ch = getc(p)) != EOF;)
        text_add_char(said, (char)ch);
    assert_int_equal(pclose(p), 0);
    remove(path);
}

static int count(const char *s, const char *what)
{
    int n = 0;
    for (; (s = strstr(s, what)); s++)
        n++;
    return n;
}

TEST_AROUND(a_command_says_what_is_new, kept_begin, kept_end)
{
    struct text said = {0};
    converse("",
             "reset\nfocus 0 2\nview stages\nstage weights\nprint weight(0,2)\nbogus\nset digits "
             "4\nquit\nstage Q\n",
             &said);
    assert_int_equal(count(text_str(&said), "Stage 11 of 14: weights"),
                     1); /* told when it was reached, not again */
    assert_int_equal(count(text_str(&said), "In focus: weights[猫→狗] = 0.305\n"), 1);
    assert_non_null(strstr(text_str(&said), "\n0.305\nerror: no command 'bogus'"));
    assert_non_null(strstr(text_str(&said), "In focus: weights[猫→狗] = 0.3054\n")); /* the session went on */
    assert_null(strstr(text_str(&said), "Stage 5"));                                 /* … until quit */
    assert_null(strstr(text_str(&said), "qkv> "));                                   /* nobody types */
    assert_null(strchr(text_str(&said), '\033'));
    text_finish(&said);
}

TEST_AROUND(lines_may_end_as_on_windows, kept_begin, kept_end)
{
    struct text unix_said = {0}, dos_said = {0};
    converse("", "stage weights\n]\n\nquit\n", &unix_said);
    converse("", "stage weights\r\n]\r\n\r\nquit\r\n", &dos_said);
    assert_string_equal(text_str(&dos_said), text_str(&unix_said));
    text_finish(&unix_said);
    text_finish(&dos_said);
}

TEST(a_key_is_typed_by_its_name)
{
    struct text said = {0};
    converse("-c 'view stages'", "x\ns\n]\nlesson 02\na\nlesson 01/qkv\n4\n", &said);
    assert_non_null(strstr(text_str(&said), "dog chases cat; d 24"));                /* x swapped the ends */
    assert_non_null(strstr(text_str(&said), "type the command itself: sentence …")); /* no line opens here */
    assert_non_null(strstr(text_str(&said), "Stage 9 of 15: head_out"));
    assert_non_null(strstr(text_str(&said), "4: right")); /* a number answers */
    text_finish(&said);
}

TEST_AROUND(an_empty_line_tells_all_of_the_view, kept_begin, kept_end)
{
    struct text said = {0}, looked = {0};
    converse("-c reset -c 'stage weights'", "\n", &said);
    converse("-c reset -c 'stage weights'", "look\n", &looked);
    assert_non_null(strstr(text_str(&said), "狗: 猫 0.233, 追 0.278, 狗 0.488\n"));
    assert_non_null(strstr(text_str(&said), "its share: "));
    assert_string_equal(text_str(&said), text_str(&looked));
    text_finish(&said);
    text_finish(&looked);
}

TEST(a_lesson_is_read_and_answered)
{
    struct text said = {0};
    converse("--lesson 01", "answer a\nquit\n", &said);
    assert_int_equal(count(text_str(&said), "Shapes first"), 1);
    assert_non_null(strstr(text_str(&said), "\xE2\x9C\x93")); /* the mark of a right answer */
    text_finish(&said);
}

/* `progress` reads the file, so what it tells is on the disk while the session goes on. */
TEST_AROUND(what_is_answered_is_remembered_at_once, kept_begin, kept_end)
{
    struct text said = {0};
    converse("", "lesson 01\nprogress\nanswer a\nnext\nnext\nnext\nprogress\nquit\n", &said);
    const char *before = strstr(text_str(&said), "no step of any lesson is done yet");
    const char *after = strstr(text_str(&said), "01-by-hand            1 done, 0 revealed, 0 skipped");
    assert_non_null(before);
    assert_true(after > before);
    assert_int_equal(count(text_str(&said), "no step of any lesson is done yet"), 1);
    converse("--lesson 01", "quit\n", &said);
    assert_int_equal(count(text_str(&said), "continues at step 2"), 1);
    text_finish(&said);
}

/* On a screen `next` and some keys open a line to type in. Here they say what to type, and the next line is a
 * command as ever. */
TEST_AROUND(what_would_open_a_line_says_what_to_type, kept_begin, kept_end)
{
    struct text said = {0};
    converse("",
             "lesson 01/qkv\nnext\nnext\n4\nlesson leave\nview edit\nEnter\n:\nprompt command \"scale "
             "\"\nprint 1+1\nquit\nquit\n",
             &said);
    assert_true(count(text_str(&said), "type the command itself: answer …\n") >= 1);
    assert_int_equal(count(text_str(&said), "type the command itself: cell …\n"), 1);
    assert_int_equal(count(text_str(&said), "type the command itself\n"), 1);
    assert_int_equal(count(text_str(&said), "type the command itself: scale …\n"), 1);
    assert_non_null(strstr(text_str(&said), "4: right"));
    assert_non_null(strstr(text_str(&said), "\n2\n"));
    text_finish(&said);
}

TEST(what_may_not_reach_a_terminal_does_not)
{
    struct text said = {0};
    converse("", "bog\033[31mus\n", &said);
    assert_non_null(strstr(text_str(&said), "error: "));
    assert_null(strchr(text_str(&said), '\033'));
    text_finish(&said);
}

/* While a question asks for a score neither description tells the scores. */
TEST(a_question_about_numbers_hides_them)
{
    struct text open = {0}, told = {0};
    setenv("QKV_LESSONS", "lessons", 1);
    struct app a = app_after("lesson 01/scores ; stage scores");
    assert_true(lesson_asks(lesson_now(a.session.lesson), ASK_CELL));
    describe(&a.session, &open);
    describe_briefly(&a.session, &open);
    assert_non_null(strstr(text_str(&open), "are hidden"));
    assert_null(strstr(text_str(&open), "16.000"));
    assert_null(strstr(text_str(&open), "In focus"));
    must_enter(&a, "answer 1 1 ; next");
    describe(&a.session, &told);
    assert_non_null(strstr(text_str(&told), "16.000"));
    app_finish(&a);
    text_finish(&open);
    text_finish(&told);
    unsetenv("QKV_LESSONS");
}

/* Every phase of the flow is said in sentences, with the numbers that move in it. */
TEST(the_phases_of_the_flow_are_told)
{
    static const char *const phases[] = {
        "Phase 1 of 7, 追 asks. Where does 追 look?\n",
        "Phase 2 of 7, 追 asks. 追: meaning and place merge, number by number: x + p = h.\n"
        "x, meaning: 0.400, 0.100, 0.000, 0.000, 1.000, 0.100, 0.100, 0.000\n+ p, position: 0.841, 0.540, ",
        "Phase 3 of 7, 追 asks. 追 writes a note, its query; every word holds up a card, its key.\nq, ",
        "Phase 4 of 7, 追 asks. 追 holds up the card that fits the note of 追 best: 6.2.\n"
        "its q times each k: 猫 ",
        "Phase 5 of 7, 追 asks. 追 has shared out one whole: 追 gets 0.382 of it.\n"
        "shares of one whole: 猫 ",
        "Phase 6 of 7, 追 asks. 0.382 of the answer that 追 takes home is from 追.\n"
        "so much of each v runs down: 猫 ",
    };
    struct text said = {0};
    converse("",
             "reset\nview flow\nset query 1\nflow next\nflow next\nflow next\nflow next\nflow next\nflow "
             "next\nflow end\n",
             &said);
    const char *at = text_str(&said);
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        const char *found = strstr(at, phases[i]);
        if (!found)
            fail_msg("'%s' is missing:\n%s", phases[i], at);
        at = found;
    }
    assert_non_null(strstr(at, "\nΣ a·v, mixed: "));
    assert_non_null(strstr(at, " reads most: ")); /* the end: everything is there again */
    converse("", "reset\nweights roles\ntokens cat chases dog\nview flow\nset query 1\nencoding off\n",
             &said);
    assert_non_null(strstr(text_str(&said), "chases cannot tell: its doer is cat (0.49"));
    text_finish(&said);
}
