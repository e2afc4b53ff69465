/* When memory runs out while a lesson is played: allocations of every command are made
 * to fail in turn. What the person had is still there, nothing leaks, and the same
 * command works afterwards. */
#include <stdlib.h>
#include <string.h>

#include "lesson/play/play.h"
#include "support/apps.h"
#include "support/failing_heap.h"
#include "support/test.h"

static void draw(struct app *a)
{
    struct canvas c;
    assert_true(canvas_init(&c, 24, 80));
    app_draw(a, c);
    canvas_finish(&c);
}

/* One command after a way that leads to it, its k-th allocation failing. false: it had fewer. */
static bool one(const char *way, const char *command, long k)
{
    long before = live;
    struct app a = fresh_app();
    assert_true(enter(&a, "sentence 狗追鱼 ; set d 12 ; pin mine"));
    assert_true(enter(&a, way));
    hit = false;
    left = k;
    enter(&a, command);
    left = 0;
    bool failed = hit;
    draw(&a);
    if (!enter(&a, command))
        fail_msg("%s: %s: fails after allocation %ld was refused", way, command, k);
    draw(&a);
    enter(&a, "lesson leave ; lang en");
    assert_true(enter(&a, "expect d = 12 ; expect mine.n = 3 ; expect at(鱼) = 2"));
    app_finish(&a);
    if (live != before)
        fail_msg("%s: %s: allocation %ld leaks %ld", way, command, k, live - before);
    return failed;
}

TEST(memory_may_run_out_anywhere_in_a_lesson)
{
    static const struct {
        const char *way, *command;
    } cases[] = {
        {"print n", "lesson 90-small/weights"},
        {"lesson 90-small/words", "lesson 90-small/measure"},
        {"lesson 90-small", "next"},
        {"lesson 90-small/weights ; answer b", "restart ; answer b ; next"},
        {"lesson 90-small/measure", "restart ; answer 15"},
        {"lesson 90-small/goal", "set x a 1 = 1.5"},
        {"lesson 90-small/goal", "restart"},
        {"lesson 90-small/goal", "goto weights"},
        {"lesson 90-small/goal", "goto goal ; set x a 0 = 1.5 ; free"},
        {"lesson 90-small/weights", "lang zh"},
        {"lesson 90-small/weights", "glossary"},
        {"print n", "lesson"},
        {"lesson 90-small/weights", "lesson"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        long k = 1;
        while (one(cases[i].way, cases[i].command, k))
            k += 1 + k / 8;
        assert_true(k > 1);
    }
}

static int begin(void **state)
{
    setenv("QKV_LESSONS", "tests/data/lessons", 1);
    return locale(state);
}

TESTS(begin, NULL)
