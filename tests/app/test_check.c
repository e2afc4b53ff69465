/* The checker: the course in data/course passes; each rule is broken by one change of
 * it, and exactly that is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "app/app.h"
#include "app/check.h"
#include "base/utf8.h"
#include "support/lesson_tree.h"

#define COUNTS "zh: 2 lessons, 5 steps, 10 claims, 3 predictions\nen: 2 lessons, 5 steps, 10 claims, 3 predictions\n"

static const char *const files[] = {"course.zh.md", "course.en.md", "glossary.zh.md", "glossary.en.md", "scenes/words.scene",
                                    "zh/01-first.md", "en/01-first.md", "zh/02-second.md", "en/02-second.md", ".sync"};
enum { FILES = sizeof files / sizeof *files };

/* Part of a file and what takes its place. */
struct change {
    struct text file, from, to;
};

struct breakage {
    struct change change[2];
    struct text said;                /* without the folder, and without the counts */
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

/* The course with the changes stands in `root`. */
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

/* The next case of the file, false: there are no more. */
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

static void every_rule_is_checked(void **state)
{
    (void)state;
    struct text cases = {0};
    int wrong = 0, count = 0;
    lesson_bytes("tests/data/course/broken.cases", &cases);
    const char *at = text_str(&cases);
    for (struct breakage b = {0}; next_case(&at, &b); b = (struct breakage){0}, count++) {
        struct text said = {0};
        course(b.change);
        int status = run((struct check_request){.lang = LANG_EN}, &said);
        size_t n = b.said.len;
        if (status != EXIT_FAILED || strncmp(text_str(&said), text_str(&b.said), n) != 0 || strncmp(said.s + n, "zh: ", 4) != 0) {
            print_error("'%s' for '%s':\n%s-- expected:\n%s", text_str(&b.change[0].to), b.change[0].from.s, text_str(&said), text_str(&b.said));
            wrong++;
        }
        finish_case(&b);
        text_finish(&said);
    }
    assert_int_equal(wrong, 0);
    assert_true(count > 60);
    text_finish(&cases);
}

static void a_course_without_faults_passes(void **state)
{
    (void)state;
    struct text said = {0};
    static const struct change nothing[2];
    course(nothing);
    assert_int_equal(run((struct check_request){.lang = LANG_EN, .mutate = true}, &said), EXIT_FINE);
    assert_string_equal(text_str(&said), COUNTS);
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

int main(void)
{
    utf8_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_course_without_faults_passes),
        cmocka_unit_test(every_rule_is_checked),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
