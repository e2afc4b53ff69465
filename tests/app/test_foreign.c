/* Files as other systems write them: a byte order mark before any kind of text. */
#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "keep/file.h"
#include "cli/cli.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

static const char mark[] = "\xef\xbb\xbf";

/* The file with a mark at its start; then the command with its name. */
static void run_marked(struct app *a, const char *name, const char *rest, const char *command)
{
    char line[500];
    struct text bytes = {0};
    struct reply r = {0};
    text_addf(&bytes, "%s%s", mark, rest);
    assert_true(file_write_own(kept_path(name), bytes.s, bytes.len, &r));
    snprintf(line, sizeof line, "%s %s", command, kept_path(name));
    if (command[0])
        must_enter(a, line);
    text_finish(&bytes);
    reply_finish(&r);
}

TEST(a_mark_in_front_of_any_file_is_skipped)
{
    static const struct {
        const char *name, *rest, *command, *then;
    } files[] = {
        {"m.csv", "1,2\n3,4\n", "set d 2 ; import WQ", "expect q(0) = input(0)[0]*[1,2] + input(0)[1]*[3,4]"},
        {"v.vec", "猫 1 2\n追 3 4\n狗 5 6\n", "import vectors", "expect x(猫) = [1, 2]"},
        {"v.vec", "3 2\n猫 1 2\n追 3 4\n狗 5 6\n", "import vectors", "expect x(狗) = [5, 6]"},
        {"s.qkv", "set d 4\n", "source", "expect d = 4"},
        {"s.scene", "# scene format 1\nset d 4\n", "load", "expect d = 4"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct app a = fresh_app();
        run_marked(&a, files[i].name, files[i].rest, files[i].command);
        must_enter(&a, files[i].then);
        app_finish(&a);
    }
}

TEST(a_mark_in_front_of_a_lesson_is_skipped)
{
    struct app a = fresh_app();
    struct text lesson = {0};
    struct reply r = {0};
    assert_true(file_read("tests/data/lessons/01-by-hand.md", 1 << 20, &lesson, &r));
    run_marked(&a, "01-by-hand.md", text_str(&lesson), "lesson");
    app_finish(&a);
    text_finish(&lesson);
    reply_finish(&r);
}

TEST(a_mark_in_front_of_the_start_up_file_is_skipped)
{
    struct app a = fresh_app();
    run_marked(&a, "start.qkv", "set d 4\n", "");
    startup_run(&a);
    assert_int_equal(a.session.message.len, 0);
    assert_int_equal(a.session.now.state.set.d, 4);
    app_finish(&a);
}

/* One mark, and only at the start. */
TEST(a_second_mark_is_part_of_a_word)
{
    char line[500];
    struct app a = fresh_app();
    struct reply r = {0};
    run_marked(&a, "s.qkv", "set d 4\n\xef\xbb\xbfset d 16\n", "");
    snprintf(line, sizeof line, "source %s", kept_path("s.qkv"));
    assert_false(app_line(&a, line, &r));
    assert_non_null(strstr(text_str(&r.text), "s.qkv:2:1: error: no command"));
    app_finish(&a);
    reply_finish(&r);
}

TESTS(kept_begin, kept_end)
