/* A test is a function whose name is a sentence:
 *
 *     TEST(shares_add_up_to_one)
 *     {
 *         assert_...
 *     }
 *
 * It registers itself, before main begins, and runs in the order of its file. The tests of a folder are one
 * program, which has a name for each file (build/tests/base/test_text) and runs the tests of the file by
 * whose name it is called. */
#ifndef SUPPORT_TEST_H
#define SUPPORT_TEST_H

/* what cmocka.h needs before it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A test between a setup and a teardown of its own, which see its `state`. */
#define TEST_AROUND(name, before, after)                                                                     \
    static void name(void **state);                                                                          \
    __attribute__((constructor)) static void name##_is_a_test(void)                                          \
    {                                                                                                        \
        test_add(__FILE__, (struct CMUnitTest){#name, name, before, after, NULL});                           \
    }                                                                                                        \
    static void name(__attribute__((unused)) void **state)
#define TEST(name) TEST_AROUND(name, NULL, NULL)

/* Once in a file whose tests need more than a UTF-8 locale: a setup and a teardown of them all. */
#define TESTS(before, after) TESTS_MADE(NULL, before, after)

/* Instead, in a file whose tests are of data: `make` adds a test for each, if it is this file that runs. */
#define TESTS_MADE(make, before, after)                                                                      \
    __attribute__((constructor)) static void tests_of_this_file(void)                                        \
    {                                                                                                        \
        tests_around(__FILE__, make, before, after);                                                         \
    }

void test_add(const char *file, struct CMUnitTest test);
void tests_around(const char *file, void (*make)(void), CMFixtureFunction before, CMFixtureFunction after);
/* Runs the tests of the file whose name without ".c" is that of `program`. Returns how many failed. */
int tests_run(const char *program);
/* A setup: a UTF-8 locale; fails if the system has none. */
int locale(void **state);

#endif
