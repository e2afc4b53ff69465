/* The inventory of concepts: answers are kept without a reply, each taking is a lesson of its own in the
 * record, and csv files without names add up to a class. */
#include <math.h>
#include <string.h>

#include "lesson/play/play.h"
#include "lesson/run/inventory.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

static time_t noon(void)
{
    return 1800000000;
}

static void must(struct app *a, const char *line)
{
    kept_step(a, line);
    if (a->session.message_is_error)
        fail_msg("%s: %s", line, text_str(&a->session.message));
}

static void begin(struct app *a)
{
    kept_start(a);
    struct host h = app_host(a);
    progress_begin(&h, noon);
}

/* Answers every question; the first `right` ones rightly. */
static void take(struct app *a, const char *line, int right)
{
    must(a, line);
    for (int asked = 0; lesson_now(a->session.lesson).step; asked++) {
        const struct lesson_ask *q = lesson_now(a->session.lesson).ask;
        char answer[] = "answer a";
        for (int i = 0; i < q->option_count; i++)
            if (q->option[q->order[i]].right == (asked < right))
                answer[7] = lesson_letter(i);
        must(a, answer);
        assert_true(lesson_run_answer(a->session.lesson)->closed);
        struct text t = {0};
        read_screen(a, 24, 80, &t);
        assert_non_null(strstr(text_str(&t), "Your answer is kept"));
        assert_null(strstr(text_str(&t), "✓"));
        assert_null(strstr(text_str(&t), "✗"));
        text_finish(&t);
        must(a, "next");
    }
    must(a, "lesson leave");
}

TEST(no_reply_tells_what_is_right_and_the_gain_is_computed)
{
    struct app a;
    struct inventory_taking before, after, later;
    begin(&a);
    take(&a, "inventory before", 12);
    take(&a, "inventory after", 18);
    const struct progress *p = &a.lessons.keep.table;
    assert_true(inventory_own(p, 0, &before) && inventory_own(p, 1, &after));
    assert_string_equal(before.person, after.person);
    assert_int_not_equal(before.form, after.form);
    struct inventory_result all = inventory_result(p, before.person, NULL),
                            first = inventory_result(p, before.person, "order"),
                            last = inventory_result(p, before.person, "price");
    assert_true(fabs(all.share[0] - (0.5)) < 1e-9);
    assert_true(fabs(all.share[1] - (0.75)) < 1e-9);
    assert_true(fabs(all.gain - (0.5)) < 1e-9);
    assert_true(isnan(first.gain)); /* nothing was left to gain */
    assert_true(fabs(last.gain - (0)) < 1e-9);
    take(&a, "inventory later", 24);
    assert_true(inventory_own(p, 2, &later));
    assert_int_equal(later.form, before.form);
    assert_null(progress_due(&a.lessons.keep, NULL)); /* it is no exercise */
    kept_end_saved(&a);
}

TEST(a_class_adds_up_from_files_without_names)
{
    static const char rows[] = "# qkv inventory 1\nperson,time,form,concept,by_reasoning,by_picture\n"
                               "00000001,before,a,order,0,1\n00000001,after,b,order,1,1\n"
                               "00000002,before,b,order,0,0\r\n00000002,after,a,order,1,0\n"
                               "00000003,before,b,order,1,\n";
    struct progress p = {0}, again = {0};
    struct text out = {0};
    int line = 0;
    for (int i = 0; i < 2; i++) /* adding a file twice changes nothing */
        assert_true(inventory_read(&p, rows, strlen(rows), &line));
    struct inventory_result r = inventory_result(&p, NULL, "order");
    assert_int_equal(r.people[0], 3);
    assert_int_equal(r.both, 2);
    assert_true(fabs(r.share[0] - (0.5)) < 1e-9);
    assert_true(fabs(r.gain - ((1.5 - 0.5) / (2 - 0.5))) < 1e-9);
    inventory_write(&p, &out);
    assert_null(strstr(text_str(&out), "20")); /* no date */
    assert_true(inventory_is(out.s, out.len) && inventory_read(&again, out.s, out.len, &line));
    assert_int_equal(again.count, 5);
    assert_false(inventory_read(&again, "00000001,before,c,order,1,1\n", 28, &line));
    assert_int_equal(line, 1);
    assert_int_equal(again.count, 5);
    text_finish(&out);
    progress_finish(&p);
    progress_finish(&again);
}

TESTS(kept_begin, kept_end)
