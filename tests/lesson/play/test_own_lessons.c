/* Lessons of one's own: in the user's folder they come after the course, are opened by keys and by number,
 * and one with errors says where they are. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keep/file.h"
#include "base/utf8.h"
#include "lesson/play/play.h"
#include "lesson/run/progress.h"
#include "lesson/author/check.h"
#include "support/apps.h"
#include "support/test.h"

static char root[64];

static const char *path(const char *name)
{
    static char paths[4][200];
    static int at;
    char *p = paths[at++ % 4];
    strcpy(stpcpy(p, root), name);
    return p;
}

static void write_lesson(const char *name, const char *bytes)
{
    struct reply r = {0};
    assert_true(file_write(path(name), bytes, strlen(bytes), &r));
    reply_finish(&r);
}

static const char lesson[] =
    "---\nlesson: 71-ours\nformat: 1\nlang: en\nminutes: 2\nscene: dog-cat\n---\n# Ours\n\nWhat we look "
    "at.\n\n"
    "## First <!-- step: first -->\n\nLook.\n\n## Last <!-- step: last -->\n\nThat was it.\n";

static int make_folder(void **state)
{
    static const char *const folders[] = {"/qkv", "/qkv/lessons", "/qkv/lessons/en"};
    (void)state;
    strcpy(root, "/tmp/qkv-test-XXXXXX");
    if (!utf8_locale() || !mkdtemp(root))
        return -1;
    for (int i = 0; i < 3; i++)
        if (mkdir(path(folders[i]), 0700) != 0)
            return -1;
    write_lesson("/qkv/lessons/en/71-ours.md", lesson);
    write_lesson("/qkv/lessons/en/72-bad.md", "no lesson\n");
    write_lesson("/qkv/lessons/en/Not An Id.md", lesson);
    return setenv("XDG_DATA_HOME", root, 1);
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const files[] = {"/qkv/lessons/en/71-ours.md", "/qkv/lessons/en/72-bad.md",
                                        "/qkv/lessons/en/Not An Id.md"};
    static const char *const folders[] = {"/qkv/lessons/en", "/qkv/lessons", "/qkv", ""};
    for (int i = 0; i < 3; i++)
        unlink(path(files[i]));
    for (int i = 0; i < 4; i++)
        rmdir(path(folders[i]));
    return 0;
}

TEST(they_stand_behind_the_course)
{
    struct app a = app_after("lesson");
    const struct contents *c = a.session.contents;
    assert_int_equal(c->count, c->own + 2);
    assert_string_equal(c->course.unit[c->course.unit_count - 1].title.s, "Your own lessons");
    assert_int_equal(c->course.unit[c->course.unit_count - 1].count, 2);
    assert_string_equal(c->course.v[c->own].title.s, "Ours");
    assert_int_equal(c->steps[c->own], 2);
    assert_string_equal(c->course.v[c->own + 1].title.s, "72-bad");
    assert_int_equal(c->steps[c->own + 1], 0);
    app_finish(&a);
}

TEST(keys_open_them)
{
    struct app a = app_after("lesson");
    for (int i = 1; i < a.session.contents->count; i++)
        press(&a, "Down");
    press(&a, "Enter");
    assert_null(a.session.lesson);
    assert_non_null(strstr(text_str(&a.session.message), "72-bad.md:1:1: error"));
    press(&a, "Up");
    press(&a, "Enter");
    assert_string_equal(a.session.lesson->lesson.id, "71-ours");
    press(&a, "Enter");
    assert_int_equal(a.session.lesson->run.step, 1);
    press(&a, "Esc");
    assert_null(a.session.lesson);
    assert_int_equal(a.session.now.state.look.course, a.session.contents->own);
    app_finish(&a);
}

TEST(their_numbers_find_them)
{
    struct app a = app_after("lesson");
    must_enter(&a, "lesson 71");
    assert_string_equal(a.session.lesson->lesson.id, "71-ours");
    must_enter(&a, "lesson 01");
    assert_string_equal(a.session.lesson->lesson.id, "01-by-hand");
    app_finish(&a);
}

TEST(a_file_written_meanwhile_is_seen)
{
    struct app a = app_after("lesson");
    int before = a.session.contents->count;
    unlink(path("/qkv/lessons/en/72-bad.md"));
    press(&a, "Esc");
    press(&a, "7");
    assert_int_equal(a.session.contents->count, before - 1);
    app_finish(&a);
}

static bool look_on(struct app *a)
{
    (void)a;
    return true;
}

TEST(one_that_is_written_is_read_again)
{
    static const char front[] = "---\nlesson: 71-ours\nformat: 1\nlang: en\nminutes: 2\nscene: "
                                "dog-cat\n---\n# Ours\n\nWhat we look at.\n\n";
    struct text bytes = {0};
    struct app a = app_after("lesson");
    a.lessons.watch = check_open;
    a.meanwhile = look_on; /* on a screen, work that is watched may be stopped */
    must_enter(&a, "lesson 71/last");
    app_tick(&a);
    text_addf(&bytes,
              "%s## New <!-- step: new -->\n\nNew.\n\n## Last <!-- step: last -->\n\nThat was another.\n",
              front);
    write_lesson("/qkv/lessons/en/71-ours.md", text_str(&bytes));
    app_tick(&a);
    assert_string_equal(text_str(&a.session.message), "the lesson was reloaded");
    assert_string_equal(a.session.lesson->lesson.step[0].id.s, "new");
    assert_int_equal(a.session.lesson->run.step, 1);
    write_lesson("/qkv/lessons/en/71-ours.md", "half a les");
    app_tick(&a);
    assert_true(a.session.message_is_error);
    assert_non_null(strstr(text_str(&a.session.message), "71-ours.md:1:1: error"));
    assert_int_equal(a.session.lesson->lesson.step_count, 2);
    text_clear(&a.session.message);
    app_tick(&a); /* said once */
    assert_int_equal(a.session.message.len, 0);
    write_lesson("/qkv/lessons/en/71-ours.md", lesson);
    text_finish(&bytes);
    app_finish(&a);
}

/* The checker says so at once, when the lesson is opened and when it is written. */
TEST(a_false_claim_is_said_while_it_is_written)
{
    struct text bytes = {0};
    struct app a = fresh_app();
    text_addf(&bytes, "%s\nIt is [0.900](score(dog,cat)).\n", lesson);
    write_lesson("/qkv/lessons/en/71-ours.md", text_str(&bytes));
    a.lessons.watch = check_open;
    a.meanwhile = look_on;
    must_enter(&a, "lesson 71");
    app_tick(&a);
    assert_true(a.session.message_is_error);
    see(&a, 36, 120, "/71-ours.md:");
    see(&a, 36, 120, ": error: claim is false  score(dog,cat) = 0.900  recomputed 0.8");
    assert_null(strchr(text_str(&a.session.message), '\n'));
    write_lesson("/qkv/lessons/en/71-ours.md", lesson);
    app_tick(&a);
    assert_string_equal(text_str(&a.session.message), "the lesson was reloaded");
    assert_false(a.session.message_is_error);
    write_lesson("/qkv/lessons/en/71-ours.md", text_str(&bytes));
    app_tick(&a);
    assert_true(a.session.message_is_error);
    write_lesson("/qkv/lessons/en/71-ours.md", lesson);
    text_finish(&bytes);
    app_finish(&a);
}

/* After the last step there is no step to stay at. */
TEST(one_that_is_over_is_read_again_at_its_last_step)
{
    struct text bytes = {0};
    struct app a = app_after("lesson");
    a.lessons.watch = check_open;
    must_enter(&a, "lesson 71/last ; next");
    assert_null(lesson_now(a.session.lesson).step);
    app_tick(&a);
    text_addf(&bytes,
              "%s\n## One more <!-- step: more -->\n\nMore.\n\n## And more <!-- step: again -->\n\nAgain.\n",
              lesson);
    write_lesson("/qkv/lessons/en/71-ours.md", text_str(&bytes));
    app_tick(&a);
    assert_int_equal(a.session.lesson->lesson.step_count, 4);
    assert_int_equal(a.session.lesson->run.step, 2);
    write_lesson("/qkv/lessons/en/71-ours.md", lesson);
    text_finish(&bytes);
    app_finish(&a);
}

TEST(what_is_not_translated_says_so)
{
    struct app a = app_after("lesson");
    must_enter(&a, "goto 71-ours/last");
    press(&a, "L");
    assert_int_equal(a.session.lesson->lesson.lang, LANG_EN);
    assert_string_equal(text_str(&a.session.message), "这一课没有中文版，文字是 English");
    for (int others = 1; others < LANG_COUNT; others++)
        press(&a, "L");
    assert_int_equal(a.session.message.len, 0);
    must_enter(&a, "goto 02/identity");
    press(&a, "L");
    assert_int_equal(a.session.lesson->lesson.lang, LANG_ZH);
    assert_int_equal(a.session.message.len, 0);
    app_finish(&a);
}

TEST(a_folder_that_others_may_write_in_has_none)
{
    assert_int_equal(chmod(path("/qkv"), 0777), 0);
    struct app a = app_after("lesson");
    assert_int_equal(a.session.contents->count, a.session.contents->own);
    assert_false(enter(&a, "lesson 71"));
    app_finish(&a);
    assert_int_equal(chmod(path("/qkv"), 0700), 0);
}

static int begin(void **state)
{
    unsetenv("QKV_LESSONS");
    return make_folder(state);
}

TESTS(begin, remove_folder)
