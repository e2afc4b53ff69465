/* Long work: goes_on is polled now and then, sees the progress, and can stop it. */

#include "base/reply.h"
#include "base/text.h"
#include "base/work.h"
#include "support/test.h"

static int patience; /* how many polls return true */

static bool patient(struct work *w)
{
    (void)w;
    return patience-- > 0;
}

TEST(nobody_who_waits_never_stops_it)
{
    assert_true(work_on(NULL, 1e300) && work_aside(NULL, 1e300));
    assert_false(work_stopped(NULL));
    work_end(NULL, work_begin(NULL, (struct work_task){.total = 1}));
}

TEST(it_asks_once_a_piece_and_a_stop_is_for_good)
{
    struct work w = {.goes_on = patient};
    patience = 2;
    int asked = 0, before = patience;
    while (work_on(&w, ROOM_WORK / 4.0) && asked < 100)
        asked++;
    assert_int_equal(asked, 4 * (before + 1) - 1);
    assert_true(work_stopped(&w));
    patience = 100;
    assert_false(work_on(&w, 1) || work_aside(&w, 1));
    assert_int_equal(patience, 100);
}

TEST(a_short_part_of_a_task_is_not_told)
{
    struct work w = {.goes_on = patient};
    patience = 1000;
    struct work_task none = work_begin(&w, (struct work_task){.name = "all", .total = 100});
    work_on(&w, 10);
    struct work_task all = work_begin(&w, (struct work_task){.name = "part", .total = 50});
    work_on(&w, 40);
    assert_string_equal(w.task.name, "all");
    assert_true(w.task.done == 10);
    work_end(&w, all);
    work_on(&w, 5);
    assert_true(w.task.done == 15);
    all = work_begin(&w, (struct work_task){.name = "long part", .total = WORK_LONG});
    work_on(&w, 7);
    assert_string_equal(w.task.name, "long part");
    assert_true(w.task.done == 7);
    work_end(&w, all);
    assert_true(w.task.done == 15 && w.task.total == 100);
    work_end(&w, none);
    assert_true(w.task.total == 0);
}

TEST(a_stopped_text_fails_and_the_reply_says_stopped)
{
    struct work w = {.goes_on = patient};
    struct text t = {.work = &w};
    struct reply r = {.work = &w};
    patience = 3;
    long added = 0;
    for (; !t.failed && added < 100000000; added++)
        text_add_char(&t, 'x');
    assert_true(t.failed && work_stopped(&w) && added < 100000000);
    assert_false(reply_no_memory(&r));
    assert_string_equal(text_str(&r.text), "stopped");
    text_finish(&t);
    reply_finish(&r);
}
