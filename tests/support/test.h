/* A test is a function whose name is a sentence:
 *
 *     TEST(shares_add_up_to_one)
 *     {
 *         assert_...
 *     }
 *
 * It registers itself, before main begins, and runs in the order of its file. */
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
        test_add((struct CMUnitTest){#name, name, before, after, NULL});                                     \
    }                                                                                                        \
    static void name(__attribute__((unused)) void **state)
#define TEST(name) TEST_AROUND(name, NULL, NULL)

/* Once in a file whose tests need more than a UTF-8 locale: a setup and a teardown of them all. */
#define TESTS(before, after)                                                                                 \
    int main(void)                                                                                           \
    {                                                                                                        \
        return tests_run(before, after);                                                                     \
    }

void test_add(struct CMUnitTest test);
/* Runs all tests that were added between `before` and `after`. Returns how many failed. */
int tests_run(CMFixtureFunction before, CMFixtureFunction after);
/* A setup: a UTF-8 locale; fails if the system has none. */
int locale(void **state);

#endif
