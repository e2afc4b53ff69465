/* The start-up file: run line by line, a bad one said and left out; the sample's own
 * commands work once their '#' is taken away. */
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "keep/file.h"
#include "base/embedded.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "state/param.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

TEST_AROUND(a_bad_line_is_said_and_left_out, kept_begin, kept_end)
{
    static const char start[] = "lang zh\nbogus\nset d 4\nbind F5 \"weights random 1\"\n";
    struct reply r = {0};
    assert_true(file_write_own(kept_path("start.qkv"), start, strlen(start), &r));
    struct app a = fresh_app();
    startup_run(&a);
    assert_int_equal(a.session.now.state.look.lang, LANG_ZH);
    assert_int_equal(a.session.now.state.set.d, 4);
    assert_true(a.session.message_is_error);
    assert_non_null(strstr(text_str(&a.session.message), "start.qkv:2:1"));
    assert_null(strchr(text_str(&a.session.message), '\n'));
    assert_string_equal(keymap_find(&a.session.keymap, "stages", "F5")->line, "weights random 1");
    assert_false(a.session.unsaved);
    app_finish(&a);
    unlink(kept_path("start.qkv"));
    rmdir(kept_path(""));
    a = fresh_app();
    startup_run(&a); /* no file: nothing happens */
    assert_int_equal(a.session.message.len, 0);
    app_finish(&a);
    reply_finish(&r);
}

TEST(what_the_sample_offers_works)
{
    const struct embedded *e = embedded_files;
    int tried = 0;
    while (e->path && strcmp(e->path, "src/cli/start.qkv") != 0)
        e++;
    assert_non_null(e->path);
    for (int i = 0; i < THEME_COUNT; i++)
        assert_non_null(strstr(e->bytes, param_choice(param_find("theme"), i)));
    struct app a = fresh_app();
    const char *s = strstr(e->bytes, "# ---");
    for (; *s; s += strcspn(s, "\n") + 1) {
        if (strncmp(s, "# ", 2) != 0 || s[2] == '-')
            continue;
        char *line = mem_copy_text(s + 2, strcspn(s + 2, "\n"));
        must_enter(&a, line);
        mem_free(line);
        tried++;
    }
    assert_true(tried >= 8);
    app_finish(&a);
}

TEST(a_lesson_among_the_files_is_opened)
{
    char name[] = "lessons/en/01-by-hand.md", *files[] = {name};
    const struct options o = {.files = files, .file_count = 1};
    struct reply r = {0};
    struct app a = fresh_app();
    assert_true(batch_start(&a, &o, &r));
    assert_non_null(a.session.lesson);
    app_finish(&a);
    reply_finish(&r);
}
