/* The queue of what arrives while the program works. */
#include <stdlib.h>

#include "support/test.h"
#include "term/ahead.h"

static void put(struct ahead *a, int n)
{
    char text[] = {(char)('a' + n % 26), '\0'};
    ahead_put(a, &(struct event){.kind = EVENT_KEY, .text = text});
}

static void expect(struct ahead *a, int n)
{
    struct event e = ahead_take(a);
    assert_int_equal(e.kind, EVENT_KEY);
    assert_int_equal(e.text[0], 'a' + n % 26);
}

TEST(events_leave_in_the_order_of_their_arrival)
{
    struct ahead *a = calloc(1, sizeof *a);
    int from = 0, to = 0;
    assert_false(ahead_waits(a));
    for (int round = 0; round < 3; round++) { /* more than once round the queue */
        while (to - from < AHEAD_MOST)
            put(a, to++);
        assert_true(ahead_waits(a));
        while (from < to - 1)
            expect(a, from++);
    }
    expect(a, from);
    assert_false(ahead_waits(a));
    assert_int_equal(ahead_take(a).kind, EVENT_NONE);
    ahead_forget(a);
    free(a);
}

TEST(a_full_queue_loses_keys_but_never_the_end)
{
    struct ahead *a = calloc(1, sizeof *a);
    for (int n = 0; n <= AHEAD_MOST; n++)
        put(a, n);
    ahead_put(a, &(struct event){.kind = EVENT_END});
    for (int n = 0; n < AHEAD_MOST; n++)
        expect(a, n);
    assert_true(ahead_waits(a));
    assert_int_equal(ahead_take(a).kind, EVENT_END);
    ahead_forget(a);
    assert_true(ahead_waits(a)); /* it stays */
    free(a);
}
