/* Several changes that count as one, and the log from which a session can be run again. */

#include "session/session.h"
#include "support/models.h"
#include "support/test.h"

static struct session logged(void)
{
    struct session m = fresh_model();
    m.log.on = true;
    return m;
}

static bool widen(struct session *m, int d)
{
    struct state next;
    struct reply r = {0};
    state_copy(&next, &m->now.state);
    next.set.d = d;
    bool ok = session_commit(m, &next, "set d", &r);
    reply_finish(&r);
    if (ok)
        log_add(&m->log, "set d");
    return ok;
}

static struct transaction begin(struct session *m)
{
    struct transaction t;
    struct reply r = {0};
    assert_true(session_begin(m, &t, &r));
    reply_finish(&r);
    return t;
}

TEST(several_changes_are_one_step_to_undo)
{
    struct session m = logged();
    struct reply r = {0};
    assert_true(widen(&m, 10));
    struct transaction t = begin(&m);
    assert_true(widen(&m, 12) && widen(&m, 14));
    assert_true(session_end(&m, &t, true, "both", &r));
    assert_true(widen(&m, 16));
    assert_int_equal(m.history.count, 3);
    assert_string_equal(m.history.v[1].line, "both");
    static const int back[] = {14, 10, 8};
    for (int i = 0; i < 3; i++) {
        assert_true(session_undo(&m, &r));
        assert_int_equal(m.now.state.set.d, back[i]);
        assert_int_equal(m.now.config.d, back[i]);
    }
    reply_finish(&r);
    session_finish(&m);
}

TEST(changes_that_do_not_count_leave_no_trace)
{
    struct session m = logged();
    struct reply r = {0};
    assert_true(widen(&m, 10) && session_undo(&m, &r));
    m.unsaved = false;
    struct transaction t = begin(&m);
    assert_true(widen(&m, 12));
    struct transaction inner = begin(&m);
    assert_true(widen(&m, 14));
    assert_true(session_end(&m, &inner, true, "inner", &r));
    assert_true(session_end(&m, &t, false, "both", &r));
    assert_int_equal(m.now.state.set.d, 8);
    assert_int_equal(m.now.config.d, 8);
    assert_false(m.unsaved);
    assert_true(session_redo(&m, &r));
    assert_int_equal(m.now.state.set.d, 10);
    assert_string_equal(text_str(&m.log.lines), " set d\n");
    reply_finish(&r);
    session_finish(&m);
}

TEST(changes_that_come_to_nothing_are_not_remembered)
{
    struct session m = logged();
    struct reply r = {0};
    struct transaction t = begin(&m);
    assert_true(widen(&m, 12) && widen(&m, 8));
    assert_true(session_end(&m, &t, true, "both", &r));
    assert_int_equal(m.history.count, 0);
    t = begin(&m);
    assert_true(session_end(&m, &t, true, "both", &r));
    assert_string_equal(text_str(&m.log.lines), "+set d ; set d\n");
    session_finish(&m);
}

TEST(the_log_has_a_line_for_every_change)
{
    struct log l = {0};
    struct text half = {.failed = true};
    log_add(&l, "nobody listens");
    assert_string_equal(text_str(&l.lines), "");
    l.on = true;
    log_add(&l, "a");
    size_t outer = log_begin(&l);
    log_add(&l, "b");
    size_t dropped = log_begin(&l);
    log_add(&l, "x ; y");
    log_end(&l, dropped, false);
    size_t inner = log_begin(&l);
    log_add(&l, "c");
    log_end(&l, inner, true);
    log_end(&l, outer, true);
    log_add(&l, "d");
    assert_string_equal(text_str(&l.lines), " a\n+b ; c\n d\n");
    assert_false(l.lines.failed);
    l.in_lesson = true;
    log_add(&l, "next");
    size_t lesson = log_begin(&l);
    log_add(&l, "e");
    log_end(&l, lesson, true);
    assert_string_equal(text_str(&l.lines), " a\n+b ; c\n d\n@next\n%e\n");
    log_text(&l, &half);
    assert_true(l.lines.failed);
    log_finish(&l);
}
