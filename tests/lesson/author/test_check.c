/* The checker: the course in data/course passes; each rule is broken by one change of
 * it, and exactly that is said. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/app.h"
#include "base/utf8.h"
#include "lesson/author/check.h"
#include "support/lesson_tree.h"
#include "support/test.h"

#define COUNTS                                                                                               \
    "zh: lessons 2, steps 5, claims 11, predictions 3\nen: lessons 2, steps 5, claims 11, predictions 3\n"

static const char *const files[] = {
    "course.zh.md",   "course.en.md",   "glossary.zh.md",  "glossary.en.md",  "scenes/words.scene",
    "zh/01-first.md", "en/01-first.md", "zh/02-second.md", "en/02-second.md", ".sync"};
enum { FILES = sizeof files / sizeof *files };

/* Part of a file and what takes its place. */
struct change {
    struct text file, from, to;
};

struct breakage {
    struct change change[2];
    struct text said; /* without the folder, and without the counts */
};

static char root[] = "/tmp/qkv-check-XXXXXX";

static void write_file(const char *name, const struct text *bytes)
{
    struct text path = {0};
    text_addf(&path, "%s/%s", root, name);
    FILE *f = fopen(text_str(&path), "wb");
    assert_non_null(f);
    fwrite(text_str(bytes), 1, bytes->len, f);
    fclose(f);
    text_finish(&path);
}

static void apply(struct text *bytes, const char *name, const struct change *c)
{
    struct text out = {0};
    if (c->from.len == 0 || strcmp(text_str(&c->file), name) != 0)
        return;
    const char *at = strstr(text_str(bytes), c->from.s);
    if (!at)
        fail_msg("%s holds no %s", name, c->from.s);
    text_add_bytes(&out, bytes->s, (size_t)(at - bytes->s));
    text_add(&out, text_str(&c->to));
    text_add(&out, at + c->from.len);
    text_finish(bytes);
    *bytes = out;
}

/* The course with the changes is in `root`. */
static void course(const struct change change[2])
{
    for (int i = 0; i < FILES; i++) {
        struct text path = {0}, bytes = {0};
        text_addf(&path, "tests/data/course/%s", files[i]);
        lesson_bytes(text_str(&path), &bytes);
        apply(&bytes, files[i], &change[0]);
        apply(&bytes, files[i], &change[1]);
        write_file(files[i], &bytes);
        text_finish(&path);
        text_finish(&bytes);
    }
}

/* What a run says, without the folder's name. */
static int run(struct check_request q, struct text *out)
{
    struct text said = {0};
    q.commands = app_commands;
    int status = check_run(&q, &said);
    size_t n = strlen(root);
    for (const char *s = text_str(&said); *s;) {
        if (strncmp(s, root, n) == 0)
            s += n + (s[n] == '/');
        else
            text_add_char(out, *s++);
    }
    text_finish(&said);
    return status;
}

/* ---- cases ------------------------------------------------------------------------ */

/* One line of a case: its mark, a blank, and what belongs to it. */
static void take_line(struct breakage *b, int *changes, char mark, const char *s, size_t n)
{
    struct change *c = &b->change[*changes > 0 ? *changes - 1 : 0];
    struct text *to = mark == '-' ? &c->from : mark == '+' ? &c->to : &b->said;
    if (mark == '@') {
        assert_true(*changes < 2);
        text_add_bytes(&b->change[(*changes)++].file, s, n);
        return;
    }
    if (to->len > 0 && mark != '=')
        text_add_char(to, '\n');
    text_add_bytes(to, s, n);
    if (mark == '=')
        text_add_char(to, '\n');
}

/* Reads the next case of the file; false: there are no more. */
static bool next_case(const char **at, struct breakage *b)
{
    int changes = 0;
    while (**at) {
        size_t n = strcspn(*at, "\n");
        const char *line = *at;
        *at += n + (line[n] == '\n');
        if (n > 0 && strchr("@-+=", line[0]))
            take_line(b, &changes, line[0], line + 1 + (n > 1), n - 1 - (n > 1));
        else if (changes > 0)
            break;
    }
    for (int i = 0; i < changes; i++)
        if (b->change[i].to.len == 0)
            text_add_char(&b->change[i].from, '\n');
    return changes > 0;
}

static void finish_case(struct breakage *b)
{
    for (int i = 0; i < 2; i++) {
        text_finish(&b->change[i].file);
        text_finish(&b->change[i].from);
        text_finish(&b->change[i].to);
    }
    text_finish(&b->said);
}

TEST(every_rule_is_checked)
{
    struct text cases = {0};
    int wrong = 0, count = 0;
    lesson_bytes("tests/data/course/broken.cases", &cases);
    const char *at = text_str(&cases);
    for (struct breakage b = {0}; next_case(&at, &b); b = (struct breakage){0}, count++) {
        struct text said = {0};
        course(b.change);
        int status = run((struct check_request){.lang = LANG_EN}, &said);
        size_t n = b.said.len;
        if (status != EXIT_FAILED || strncmp(text_str(&said), text_str(&b.said), n) != 0 ||
            strncmp(said.s + n, "zh: ", 4) != 0) {
            print_error("'%s' for '%s':\n%s-- expected:\n%s", text_str(&b.change[0].to), b.change[0].from.s,
                        text_str(&said), text_str(&b.said));
            wrong++;
        }
        finish_case(&b);
        text_finish(&said);
    }
    assert_int_equal(wrong, 0);
    assert_true(count > 60);
    text_finish(&cases);
}

TEST(a_course_without_faults_passes)
{
    struct text said = {0};
    static const struct change nothing[2];
    course(nothing);
    assert_int_equal(run((struct check_request){.lang = LANG_EN, .mutate = true}, &said), EXIT_FINE);
    assert_string_equal(text_str(&said), COUNTS);
    text_finish(&said);
}

/* ---- what is asked for -------------------------------------------------------------- */

/* The example of the format's description: a goal needs a hint and a reveal, and what is asked
 * is not to be read off. */
TEST(the_example_is_sound)
{
    struct text said = {0};
    char path[] = "tests/data/lessons/01-by-hand.md";
    char *paths[] = {path};
    unsetenv("QKV_LESSONS");
    assert_int_equal(
        run((struct check_request){.lang = LANG_EN, .mutate = true, .paths = paths, .path_count = 1}, &said),
        EXIT_FAILED);
    assert_string_equal(
        text_str(&said),
        "tests/data/lessons/01-by-hand.md:9:3: note: the lesson '01-by-hand' is missing in the other "
        "language (en)\n"
        "tests/data/lessons/01-by-hand.md:24:3: error: the answer 0.03 stands on the picture while it is "
        "asked "
        "for\n"
        "tests/data/lessons/01-by-hand.md:51:1: error: step 'goal': a question needs at least one hint\n"
        "tests/data/lessons/01-by-hand.md:51:1: error: step 'goal': a question needs a reveal\n"
        "zh: lessons 1, steps 2, claims 5, predictions 1\n");
    setenv("QKV_LESSONS", root, 1);
    text_finish(&said);
}

TEST(one_language_can_be_asked_for)
{
    static const struct change nothing[2];
    struct text said = {0};
    course(nothing);
    assert_int_equal(run((struct check_request){.lang = LANG_EN, .langs = 1U << LANG_ZH}, &said), EXIT_FINE);
    assert_string_equal(text_str(&said), "zh: lessons 2, steps 5, claims 11, predictions 3\n");
    text_finish(&said);
}

/* A folder of a few lessons: the program's course page, which lists many others, is none of its business. */
TEST(a_folder_without_a_course_page_is_checked_alone)
{
    static const char *const pages[] = {"lessons/course.en.md", "lessons/course.zh.md"};
    static const struct change nothing[2];
    struct text said = {0};
    int here = open(".", O_RDONLY);
    course(nothing);
    assert_int_equal(unsetenv("QKV_LESSONS"), 0);
    assert_int_equal(chdir(root), 0);
    assert_int_equal(symlink(".", "lessons"), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(unlink(pages[i]), 0);
    int status = run((struct check_request){.lang = LANG_EN, .langs = 1U << LANG_ZH}, &said);
    assert_int_equal(unlink("lessons"), 0);
    assert_int_equal(fchdir(here), 0);
    close(here);
    assert_int_equal(setenv("QKV_LESSONS", root, 1), 0);
    assert_string_equal(text_str(&said), "zh: lessons 2, steps 5, claims 11, predictions 3\n");
    assert_int_equal(status, EXIT_FINE);
    text_finish(&said);
}

TEST(one_file_is_compared_with_its_counterpart)
{
    struct change change[2] = {0};
    struct text said = {0}, path = {0};
    text_add(&change[0].file, "en/01-first.md");
    text_add(&change[0].from, "0.800");
    text_add(&change[0].to, "0.80");
    course(change);
    text_addf(&path, "%s/zh/01-first.md", root);
    char *paths[] = {path.s};
    assert_int_equal(run((struct check_request){.lang = LANG_EN, .paths = paths, .path_count = 1}, &said),
                     EXIT_FAILED);
    assert_string_equal(text_str(&said),
                        "zh/01-first.md:16:1: error: step 'score': differs from en/01-first.md:16\n    here: "
                        " claim score(0,2)=0.800\n    there: claim score(0,2)=0.80\n"
                        "zh: lessons 1, steps 2, claims 8, predictions 3\n");
    finish_case(&(struct breakage){.change = {change[0]}});
    text_finish(&said);
    text_finish(&path);
}

/* A folder may hold the lessons themselves, of one language, and not the folders of two. */
TEST(a_folder_of_one_language_is_checked)
{
    static const struct change nothing[2];
    struct text said = {0}, path = {0};
    course(nothing);
    text_addf(&path, "%s/en", root);
    char *paths[] = {path.s};
    assert_int_equal(run((struct check_request){.lang = LANG_EN, .paths = paths, .path_count = 1}, &said),
                     EXIT_FINE);
    assert_string_equal(text_str(&said), "en: lessons 2, steps 5, claims 11, predictions 3\n");
    text_finish(&said);
    text_finish(&path);
}

/* 24 questions whose order is kept, the right option first: right four times in a row, and always. */
TEST(a_letter_that_is_right_too_often_is_said)
{
    struct text t = {0}, said = {0}, path = {0};
    text_add(&t,
             "---\nlesson: 01-first\nformat: 1\nlang: en\nminutes: 5\nscene: words\n---\n# Many\n\nAim.\n");
    for (int i = 0; i < 24; i++) {
        if (i % 2 == 0)
            text_addf(&t, "\n## Step <!-- step: s%d -->\n", i);
        text_add(&t, "\n```predict choice\n? Which?\nshuffle no\n* one\n- two\n  say No.\n```\n");
        if (i % 2 == 1)
            text_add(&t, "\n```hint\nH.\n```\n\n```reveal\nR.\n```\n");
    }
    write_file("en/01-first.md", &t);
    text_addf(&path, "%s/en", root);
    char *paths[] = {path.s};
    assert_int_equal(run((struct check_request){.lang = LANG_EN, .paths = paths, .path_count = 1}, &said),
                     EXIT_FAILED);
    assert_non_null(strstr(text_str(&said),
                           "en/01-first.md:1:1: error: a is right in 24 of 24 questions, more "
                           "than 40%: leave 'shuffle' out\n"));
    assert_non_null(strstr(text_str(&said),
                           "en/01-first.md:48:1: error: a is right for the fourth time in a row: leave "
                           "'shuffle' out\n"));
    assert_null(strstr(text_str(&said), "b is right"));
    text_finish(&t);
    text_finish(&said);
    text_finish(&path);
}

TEST(what_is_not_there_is_said)
{
    struct text said = {0}, path = {0};
    char none[] = "/nowhere/01-first.md";
    char *nowhere[] = {none};
    assert_int_equal(run((struct check_request){.lang = LANG_EN, .paths = nowhere, .path_count = 1}, &said),
                     EXIT_FAILED);
    assert_string_equal(text_str(&said), "/nowhere/01-first.md:1:1: error: No such file or directory\n"
                                         "nothing was checked\n");
    text_clear(&said);
    char number[] = "01"; /* how other options take a lesson */
    char *numbers[] = {number};
    assert_int_equal(run((struct check_request){.lang = LANG_EN, .paths = numbers, .path_count = 1}, &said),
                     EXIT_FAILED);
    assert_non_null(strstr(text_str(&said), "write a file, as lessons/en/01-by-hand.md"));
    text_clear(&said);
    text_addf(&path, "%s/scenes", root);
    char *paths[] = {path.s};
    assert_int_equal(run((struct check_request){.lang = LANG_EN, .paths = paths, .path_count = 1}, &said),
                     EXIT_USAGE);
    assert_string_equal(text_str(&said), "nothing was checked: no lesson files there (name their folder, or "
                                         "the files)\n");
    text_finish(&said);
    text_finish(&path);
}

/* 1/8 rounds to 0.12 and to 0.13: a claim that a changed digit does not break. */
TEST(a_surviving_mutant_is_an_error)
{
    struct change change[2] = {0};
    struct text said = {0};
    text_add(&change[0].file, "en/01-first.md");
    text_add(&change[0].from, "rowsum(cat) = 1");
    text_add(&change[0].to, "rowsum(cat)/8 = 0.12");
    course(change);
    assert_int_equal(run((struct check_request){.lang = LANG_EN, .mutate = true}, &said), EXIT_FAILED);
    assert_non_null(strstr(text_str(&said), "en/01-first.md:77:1: error: a changed digit goes unnoticed: "
                                            "this is also true\n    rowsum(cat)/8 = 0.13\n"));
    finish_case(&(struct breakage){.change = {change[0]}});
    text_finish(&said);
}

/* An author who has compared the two languages says so with --sync. */
TEST(sync_makes_a_changed_course_pass)
{
    struct change change[2] = {0};
    struct text said = {0};
    text_add(&change[0].file, "en/01-first.md");
    text_add(&change[0].from, "Guess first.");
    text_add(&change[0].to, "First guess.");
    course(change);
    assert_int_equal(run((struct check_request){.lang = LANG_EN}, &said), EXIT_FAILED);
    text_clear(&said);
    assert_int_equal(
        check_sync_run(&(struct check_request){.commands = app_commands, .lang = LANG_EN}, &said), EXIT_FINE);
    assert_int_equal(run((struct check_request){.lang = LANG_EN}, &said), EXIT_FINE);
    assert_string_equal(text_str(&said), COUNTS);
    finish_case(&(struct breakage){.change = {change[0]}});
    text_finish(&said);
}

/* … of the files that are named: what is kept of others stays as it was, so their change is still told. */
TEST(sync_records_only_what_is_named)
{
    struct change change[2] = {0};
    struct text said = {0}, path = {0}, kept = {0}, sync = {0};
    text_add(&change[0].file, "en/01-first.md");
    text_add(&change[0].from, "Guess first.");
    text_add(&change[0].to, "First guess.");
    course(change);
    text_addf(&path, "%s/zh/02-second.md", root);
    struct check_request second = {
        .commands = app_commands, .lang = LANG_EN, .paths = &path.s, .path_count = 1};
    assert_int_equal(check_sync_run(&second, &said), EXIT_FINE);
    text_addf(&sync, "%s/.sync", root);
    lesson_bytes(text_str(&sync), &kept);
    assert_true(strstr(text_str(&kept), "\n01-first/") < strstr(text_str(&kept), "\n02-second/"));
    text_finish(&kept);
    text_finish(&sync);
    assert_int_equal(run((struct check_request){.lang = LANG_EN}, &said), EXIT_FAILED);
    assert_non_null(strstr(text_str(&said), "changed here but not in the other language"));
    path.s[path.len - strlen("zh/02-second.md")] = '\0';
    path.len = strlen(path.s);
    text_add(&path, "en/01-first.md");
    struct check_request first = {
        .commands = app_commands, .lang = LANG_EN, .paths = &path.s, .path_count = 1};
    assert_int_equal(check_sync_run(&first, &said), EXIT_FINE);
    text_clear(&said);
    assert_int_equal(run((struct check_request){.lang = LANG_EN}, &said), EXIT_FINE);
    assert_string_equal(text_str(&said), COUNTS);
    finish_case(&(struct breakage){.change = {change[0]}});
    text_finish(&path);
    text_finish(&said);
}

static int make_root(void **state)
{
    (void)state;
    static const char *const below[] = {"zh", "en", "scenes"};
    if (!mkdtemp(root))
        return -1;
    for (int i = 0; i < 3; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s", root, below[i]);
        mkdir(path, 0700);
    }
    return setenv("QKV_LESSONS", root, 1);
}

static int remove_root(void **state)
{
    static const char *const more[] = {"zh", "en", "scenes", ""};
    (void)state;
    char path[128];
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", root, files[i]);
        remove(path);
    }
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        snprintf(path, sizeof path, "%s/%s", root, more[i]);
        remove(path);
    }
    return 0;
}

/* Claims that take too long are one finding, not one each, and nothing of what follows is blamed. */
TEST(a_lesson_that_takes_too_much_is_stopped_and_says_so)
{
    char *paths[] = {(char[]){"lessons/en/18-rope.md"}};
    struct text out = {0};
    struct check_request q = {.paths = paths, .path_count = 1, .effort = 1e7};
    assert_int_equal(check_run(&q, &out), EXIT_FAILED);
    const char *said = strstr(text_str(&out), "error: ");
    assert_non_null(said);
    assert_ptr_equal(
        strstr(said, "error: checking this lesson takes more than 1e+07 multiplications, so it was stopped"),
        said);
    assert_null(strstr(text_str(&out), "claim "));
    text_clear(&out);
    q.effort = 0;
    check_run(&q, &out);
    assert_null(strstr(text_str(&out), "multiplications"));
    text_finish(&out);
}

/* A lesson trains the same in both languages and in each of its steps, and the views are not followed. */
TEST(each_training_is_computed_once)
{
    char *paths[] = {(char[]){"lessons/en/26-learn-order.md"}};
    struct text out = {0};
    struct check_request q = {.paths = paths, .path_count = 1, .effort = 5e8};
    int status = check_run(&q, &out);
    if (status != EXIT_FINE)
        fail_msg("%s", text_str(&out));
    text_finish(&out);
}

static int begin(void **state)
{
    utf8_locale();
    return make_root(state);
}

TESTS(begin, remove_root)
