/* The list of a program's tests. */
#include "support/test.h"

#include "base/utf8.h"

enum { TESTS_MOST = 200 };

static struct CMUnitTest tests[TESTS_MOST];
static size_t count;

void test_add(struct CMUnitTest test)
{
    if (count == TESTS_MOST)
        fail_msg("more than %d tests in a file", TESTS_MOST);
    tests[count++] = test;
}

int tests_run(CMFixtureFunction before, CMFixtureFunction after)
{
    return _cmocka_run_group_tests("tests", tests, count, before, after);
}

int locale(void **state)
{
    (void)state;
    return utf8_locale() ? 0 : -1;
}
