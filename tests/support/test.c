/* The tests of a folder, and those of one of its files. */
#include "support/test.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { TESTS_MOST = 1000, FILES_MOST = 50 };

static struct CMUnitTest tests[TESTS_MOST];
static const char *file_of[TESTS_MOST];
static size_t count;

static struct around {
    const char *file;
    void (*make)(void);
    CMFixtureFunction before, after;
} arounds[FILES_MOST];
static size_t around_count;

void test_add(const char *file, struct CMUnitTest test)
{
    if (count == TESTS_MOST)
        fail_msg("more than %d tests in a folder", TESTS_MOST);
    file_of[count] = file;
    tests[count++] = test;
}

void tests_around(const char *file, void (*make)(void), CMFixtureFunction before, CMFixtureFunction after)
{
    if (around_count == FILES_MOST)
        fail_msg("more than %d files with a setup in a folder", FILES_MOST);
    arounds[around_count++] = (struct around){file, make, before, after};
}

static const char *last_name(const char *path)
{
    return strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
}

static bool is_of(const char *program, const char *file)
{
    const char *name = last_name(program), *own = last_name(file);
    size_t n = strlen(name);
    return strncmp(own, name, n) == 0 && strcmp(own + n, ".c") == 0;
}

int tests_run(const char *program)
{
    struct around a = {.before = locale};
    size_t own = 0;
    for (size_t i = 0; i < around_count; i++)
        if (is_of(program, arounds[i].file))
            a = arounds[i];
    if (a.make)
        a.make();
    for (size_t i = 0; i < count; i++)
        if (is_of(program, file_of[i]))
            tests[own++] = tests[i];
    if (own == 0)
        fprintf(stderr, "%s: no file of this name\n", program);
    return own == 0 ? 1 : _cmocka_run_group_tests("tests", tests, own, a.before, a.after);
}

int locale(void **state)
{
    (void)state;
    return utf8_locale() ? 0 : -1;
}
