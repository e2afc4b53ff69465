/* What the program does for authors: templates, values, directives, hand-outs. The
 * program itself is run, as an author would. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "base/utf8.h"
#include "lesson/author/check.h"
#include "lesson/read/lesson.h"
#include "support/apps.h"
#include "support/lesson_tree.h"
#include "support/test.h"

static char root[] = "/tmp/qkv-tools-XXXXXX";

/* Runs qkv with these arguments; what it prints, its status. */
static int qkv(const char *arguments, struct text *out)
{
    struct text line = {0};
    char buffer[4096];
    const char *binary = getenv("QKV");
    text_addf(&line, "%s %s 2>&1", binary ? binary : "build/qkv", arguments);
    FILE *f = popen(text_str(&line), "r");
    assert_non_null(f);
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;)
        text_add_bytes(out, buffer, n);
    text_finish(&line);
    int status = pclose(f);
    return status >> 8;
}

static void says(const char *arguments, int status, const char *want)
{
    struct text out = {0};
    assert_int_equal(qkv(arguments, &out), status);
    assert_string_equal(text_str(&out), want);
    text_finish(&out);
}

TEST(values_are_printed_ready_to_paste)
{
    says("--lang en --number 'weights(dog)' --scene dog-cat", EXIT_FINE,
         "[[0.428, 0.229, 0.342]](weights(dog))\n[[0.4285, 0.2294, 0.3422]](weights(dog))\n"
         "[[0.428490, 0.229354, 0.342156]](weights(dog))\n");
    says("--lang en --number 'score(dog,cat)' --scene dog-cat -c 'set x cat 0 = 2'", EXIT_FINE,
         "[2.000](score(dog,cat))\n[2.0000](score(dog,cat))\n[2.000000](score(dog,cat))\n");
    says("--lang en --number 'x(bird)' --scene dog-cat", EXIT_FAILED,
         "--number:1:3: error: no word 'bird' here (dog chases cat, or a position 0 to 2)\n");
    struct text out = {0};
    assert_int_equal(qkv("--lang en --number n --scene ../x", &out), EXIT_FAILED);
    assert_non_null(strstr(text_str(&out), "no scene '../x' (there are: apple "));
    assert_non_null(strstr(text_str(&out), " dog-cat "));
    text_finish(&out);
}

/* Expects the same number by --number and by print, after the same words of the command line. */
static void both_print(const char *before, const char *expr, const char *three)
{
    struct text line = {0}, want = {0}, got = {0};
    text_addf(&line, "--lang en %s --number '%s'", before, expr);
    text_addf(&want, "[%s](%s)\n", three, expr);
    assert_int_equal(qkv(text_str(&line), &got), EXIT_FINE);
    assert_memory_equal(text_str(&got), text_str(&want), want.len);
    text_clear(&line);
    text_clear(&want);
    text_clear(&got);
    text_addf(&line, "--lang en -b %s -c 'print %s'", before, expr);
    text_addf(&want, "%s\n", three);
    assert_int_equal(qkv(text_str(&line), &got), EXIT_FINE);
    assert_string_equal(text_str(&got), text_str(&want));
    text_finish(&line);
    text_finish(&want);
    text_finish(&got);
}

TEST(a_value_is_of_the_scene_that_the_command_line_opens)
{
    both_print("", "score(1,2)", "5.735");
    both_print("--scene dog-cat", "score(dog,cat)", "0.800");
    setenv("QKV_LESSONS", "tests/data/course", 1);
    both_print("--lesson tests/data/course/en/02-second.md", "score(dog,cat)", "0.800");
    setenv("QKV_LESSONS", root, 1);
}

/* A user of the program has no folder of scenes to look into. */
TEST(the_scenes_are_listed_by_the_program)
{
    static const char *const asks[] = {"scene", "help scene"};
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        struct text out = {0}, line = {0};
        text_addf(&line, "--lang en -b -c '%s'", asks[i]);
        assert_int_equal(qkv(text_str(&line), &out), EXIT_FINE);
        assert_non_null(strstr(text_str(&out), "apple bias cat-eats-fish "));
        assert_non_null(strstr(text_str(&out), " who-eats-what who-is-it\n"));
        text_finish(&out);
        text_finish(&line);
    }
}

/* What a message says of the command 'lesson' holds without a screen too. */
TEST(the_lessons_are_listed_without_a_screen)
{
    struct text out = {0};
    assert_int_equal(qkv("--lang en -b -c 'lesson 99' -c lesson", &out), EXIT_FAILED);
    assert_non_null(strstr(text_str(&out), "'lesson' lists them"));
    text_clear(&out);
    assert_int_equal(qkv("--lang en -b -c lesson", &out), EXIT_FINE);
    assert_non_null(strstr(text_str(&out), "\n01-by-hand              Self-attention by hand\n"));
    text_clear(&out);
    assert_int_equal(qkv("--lang zh -b -c lesson", &out), EXIT_FINE);
    assert_non_null(strstr(text_str(&out), "\n01-by-hand              手算一次自注意力\n"));
    text_finish(&out);
}

TEST(every_directive_is_listed)
{
    struct text out = {0};
    assert_int_equal(qkv("--lang en --directives", &out), EXIT_FINE);
    const char *at = text_str(&out), *key;
    const char *help;
    for (int i = 0; (key = lesson_front_key(i, &help)); i++) {
        at = strstr(at, key);
        assert_non_null(at);
        assert_non_null(strstr(at, text_in(help, LANG_EN)));
    }
    for (const struct lesson_directive_def *d = lesson_directives; d->info; d++) {
        at = strstr(at, d->info);
        assert_non_null(at);
        assert_non_null(strstr(at, text_in(d->example, LANG_EN)));
    }
    text_finish(&out);
}

TEST(a_new_lesson_passes_the_checker)
{
    struct reply r = {.lang = LANG_EN};
    struct text out = {0};
    char *paths[] = {root};
    struct check_request q = {
        .commands = app_commands, .lang = LANG_EN, .mutate = true, .paths = paths, .path_count = 1};
    assert_true(new_lesson("21-own", &r));
    assert_non_null(strstr(text_str(&r.text), "/zh/21-own.md\n"));
    assert_non_null(strstr(text_str(&r.text), "/en/21-own.md\n"));
    assert_int_equal(check_run(&q, &out), EXIT_FINE);
    assert_non_null(strstr(text_str(&out), "zh: lessons 1, steps 3, claims 9, predictions 2\n"
                                           "en: lessons 1, steps 3, claims 9, predictions 2\n"));
    reply_finish(&r);
    text_finish(&out);
}

/* Neither does the picture beside the template's question give its answer. */
TEST(a_new_lesson_asks_before_it_shows)
{
    struct app a = fresh_app();
    struct text line = {0};
    text_addf(&line, "lesson %s/en/21-own.md", root);
    must_enter(&a, text_str(&line));
    see(&a, 36, 120, "Which word gets the largest weight");
    see_not(&a, 36, 120, "0.428");
    must_enter(&a, "answer a ; next");
    see(&a, 36, 120, "0.428");
    text_finish(&line);
    app_finish(&a);
}

TEST(nothing_is_overwritten)
{
    static const char *const ids[] = {"21-own", "22-own", "../own", "Own", ""};
    struct text before = {0}, after = {0}, path = {0};
    text_addf(&path, "%s/zh/21-own.md", root);
    lesson_bytes(text_str(&path), &before);
    text_clear(&path);
    text_addf(&path, "%s/en/22-own.md", root);
    FILE *f = fopen(text_str(&path), "w");
    assert_non_null(f);
    fclose(f);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct reply r = {.lang = LANG_EN};
        assert_false(new_lesson(ids[i], &r));
        assert_non_null(strstr(text_str(&r.text), i < 2 ? "already exists" : "is not an id"));
        reply_finish(&r);
    }
    text_clear(&path);
    text_addf(&path, "%s/zh/22-own.md", root);
    assert_int_equal(access(text_str(&path), F_OK), -1); /* neither language when one is there */
    text_clear(&path);
    text_addf(&path, "%s/zh/21-own.md", root);
    lesson_bytes(text_str(&path), &after);
    assert_string_equal(text_str(&after), text_str(&before));
    text_finish(&path);
    text_finish(&before);
    text_finish(&after);
}

TEST(a_hand_out_is_plain_text)
{
    static const char *const names[] = {"01-first", "02-second"};
    setenv("QKV_LESSONS", "tests/data/course", 1);
    for (int i = 0; i < 2; i++) {
        struct text want = {0}, path = {0}, arguments = {0};
        text_addf(&path, "tests/data/course/%s.txt", names[i]);
        text_addf(&arguments, "--lang en --export-lesson tests/data/course/en/%s.md", names[i]);
        lesson_bytes(text_str(&path), &want);
        says(text_str(&arguments), EXIT_FINE, text_str(&want));
        text_clear(&arguments);
        text_addf(&arguments, "--lang en --export-lesson %s", names[i]);
        says(text_str(&arguments), EXIT_FINE, text_str(&want));
        text_finish(&want);
        text_finish(&path);
        text_finish(&arguments);
    }
    setenv("QKV_LESSONS", root, 1);
}

TEST(a_lesson_with_false_numbers_is_not_handed_out)
{
    struct text path = {0}, bytes = {0}, out = {0}, arguments = {0};
    text_addf(&path, "%s/zh/21-own.md", root);
    lesson_bytes(text_str(&path), &bytes);
    *strstr(bytes.s, "1.250") = '2';
    FILE *f = fopen(text_str(&path), "w");
    assert_non_null(f);
    fwrite(bytes.s, 1, bytes.len, f);
    fclose(f);
    text_addf(&arguments, "--lang en --export-lesson %s", path.s);
    assert_int_equal(qkv(text_str(&arguments), &out), EXIT_FAILED);
    assert_non_null(strstr(text_str(&out), "error: claim is false"));
    assert_null(strstr(text_str(&out), "===="));
    assert_int_equal(qkv("--lang zh --export-lesson 21-own", &out), EXIT_FAILED);
    assert_null(strstr(text_str(&out), "===="));
    text_finish(&path);
    text_finish(&bytes);
    text_finish(&out);
    text_finish(&arguments);
}

static int make_root(void **state)
{
    (void)state;
    return mkdtemp(root) ? setenv("QKV_LESSONS", root, 1) : -1;
}

static int remove_root(void **state)
{
    static const char *const below[] = {"/zh/21-own.md", "/en/21-own.md", "/en/22-own.md", "/zh", "/en", ""};
    (void)state;
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s%s", root, below[i]);
        remove(path);
    }
    return 0;
}

TEST(zsh_knows_how_options_take_their_values)
{
    struct text out = {0};
    assert_int_equal(qkv("--lang en --completion zsh", &out), EXIT_FINE);
    assert_non_null(strstr(text_str(&out), "\n  '*--lang=["));
    assert_non_null(strstr(text_str(&out), "\n  '*-c+["));
    assert_non_null(strstr(text_str(&out), "\n  '*-k["));
    assert_non_null(strstr(text_str(&out), "\n  '*--check["));
    text_finish(&out);
}

/* Shells offer files, folders or scenes where an option takes them. */
TEST(shells_know_what_options_take)
{
    static const char *const offers[][2] = {
        {"bash", "--model) mapfile -t COMPREPLY < <(compgen -d "},
        {"bash", "--lesson) mapfile -t COMPREPLY < <(compgen -f "},
        {"bash", "for end in md scene qkv; do compgen -f -X \"!*.$end\" "}, /* a shell without extglob too */
        {"bash", "--scene) mapfile -t COMPREPLY < <(compgen -W '"},
        {"zsh", ":FOLDER:_files -/'"},
        {"zsh", ":FILE:_files'"},
        {"fish", "-l model -x -a '(__fish_complete_directories)'"},
        {"fish", "-l cast -r -d"},
    };
    for (size_t i = 0; i < sizeof offers / sizeof *offers; i++) {
        struct text out = {0};
        char line[60];
        snprintf(line, sizeof line, "--completion %s", offers[i][0]);
        assert_int_equal(qkv(line, &out), EXIT_FINE);
        if (!strstr(text_str(&out), offers[i][1]))
            fail_msg("%s: no %s in\n%s", offers[i][0], offers[i][1], text_str(&out));
        text_finish(&out);
    }
}

static int begin(void **state)
{
    utf8_locale();
    return make_root(state);
}

TESTS(begin, remove_root)
