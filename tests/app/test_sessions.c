/* Golden sessions (support/session.h): the runner regenerates each file and compares; with QKV_BLESS set it
 * writes it back. README.md's tour is a session too. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "keep/file.h"
#include "support/apps.h"
#include "support/session.h"
#include "support/test.h"

static void show_first_difference(const char *path, const char *a, const char *b)
{
    int line = 1;
    while (*a && *b) {
        size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
        if (n != m || strncmp(a, b, n) != 0)
            break;
        a += n + (a[n] == '\n');
        b += m + (b[m] == '\n');
        line++;
    }
    print_error("%s:%d: kept %.*s\n%s:%d: now  %.*s\n", path, line, (int)strcspn(a, "\n"), a, path, line,
                (int)strcspn(b, "\n"), b);
}

static void replay(const char *old, struct text *fresh)
{
    struct app a = fresh_app();
    session_replay(&a, old, fresh);
    app_finish(&a);
}

static void a_session_answers_as_it_did(void **state)
{
    const char *path = *state;
    struct text old = {0}, fresh = {0};
    struct reply r = {0};
    assert_true(file_read(path, 1 << 24, &old, &r));
    replay(text_str(&old), &fresh);
    bool same = strcmp(text_str(&old), text_str(&fresh)) == 0;
    if (!same && getenv("QKV_BLESS")) {
        assert_true(file_write(path, text_str(&fresh), fresh.len, &r));
        same = true;
    } else if (!same) {
        show_first_difference(path, text_str(&old), text_str(&fresh));
    }
    text_finish(&old);
    text_finish(&fresh);
    reply_finish(&r);
    assert_true(same);
}

/* The ```session block of README.md, replayed. */
TEST(the_tour_in_the_readme_is_true)
{
    struct text readme = {0}, fresh = {0};
    struct reply r = {0};
    assert_true(file_read("README.md", 1 << 20, &readme, &r));
    static const char fence[] = "```session\n";
    char *begin = strstr(readme.s, fence);
    assert_non_null(begin);
    begin += strlen(fence);
    char *end = strstr(begin, "```");
    assert_non_null(end);
    struct text tour = {0}, whole = {0};
    text_add_bytes(&tour, begin, (size_t)(end - begin));
    replay(text_str(&tour), &fresh);
    bool same = strcmp(text_str(&tour), text_str(&fresh)) == 0;
    if (!same && getenv("QKV_BLESS")) {
        text_add_bytes(&whole, readme.s, (size_t)(begin - readme.s));
        text_add(&whole, text_str(&fresh));
        text_add(&whole, end);
        same = file_write("README.md", text_str(&whole), whole.len, &r);
    } else if (!same) {
        show_first_difference("README.md", text_str(&tour), text_str(&fresh));
    }
    text_finish(&readme);
    text_finish(&fresh);
    text_finish(&tour);
    text_finish(&whole);
    reply_finish(&r);
    assert_true(same);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct CMUnitTest *)a)->name, ((const struct CMUnitTest *)b)->name);
}

static void each_session(void)
{
    static struct CMUnitTest sessions[200];
    size_t count = 0;
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    DIR *dir = opendir("tests/golden");
    for (struct dirent *e; dir && count < sizeof sessions / sizeof *sessions && (e = readdir(dir));) {
        if (!strstr(e->d_name, ".session"))
            continue;
        char *path = malloc(strlen(e->d_name) + 20);
        sprintf(path, "tests/golden/%s", e->d_name);
        sessions[count++] = (struct CMUnitTest){path, a_session_answers_as_it_did, NULL, NULL, path};
    }
    if (dir)
        closedir(dir);
    qsort(sessions, count, sizeof *sessions, by_name);
    for (size_t i = 0; i < count; i++)
        test_add(__FILE__, sessions[i]);
}

TESTS_MADE(each_session, locale, NULL)
