/* Pinned states, and the order experiment that follows the state in view. */

#include "session/session.h"
#include "state/matrices.h"
#include "support/close.h"
#include "support/models.h"
#include "support/test.h"

/* ---- pins --------------------------------------------------------------------- */

static void pin(struct session *m, const char *name, const char *want)
{
    struct reply r = {0};
    assert_true(session_pin(m, name, &r));
    assert_string_equal(text_str(&r.text), want);
    reply_finish(&r);
}

static void unpin(struct session *m, const char *name)
{
    struct reply r = {0};
    assert_true(session_unpin(m, name, &r));
    reply_finish(&r);
}

TEST(pins_are_scenes_of_their_own)
{
    struct session m = fresh_model();
    struct reply r = {0};
    assert_true(session_pin(&m, NULL, &r));
    assert_true(session_pin(&m, NULL, &r));
    change_x(&m, 0, 0, 9);
    assert_true(mat_at(session_pinned(&m, "A")->config.X, 0, 0) != 9);
    assert_non_null(session_pinned(&m, "B"));
    assert_true(session_unpin(&m, "A", &r));
    assert_null(session_pinned(&m, "A"));
    assert_false(session_unpin(&m, "A", &r));
    reply_finish(&r);
    session_finish(&m);
}

TEST(a_pin_takes_the_first_free_letter)
{
    struct session m = fresh_model();
    pin(&m, NULL, "pinned as A");
    pin(&m, NULL, "pinned as B");
    pin(&m, "mine", "");
    pin(&m, NULL, "pinned as C");
    unpin(&m, "B");
    pin(&m, NULL, "pinned as B");
    assert_int_equal(m.pin_count, 4);
    for (char want[] = "pinned as D"; want[10] <= 'Z'; want[10]++)
        pin(&m, NULL, want);
    struct reply r = {0};
    assert_false(session_pin(&m, NULL, &r));
    assert_string_equal(text_str(&r.text), "A to Z are all taken: write 'pin NAME', or 'unpin A' first");
    assert_int_equal(m.pin_count, 27);
    reply_finish(&r);
    session_finish(&m);
}

TEST(a_name_that_is_taken_is_pinned_anew)
{
    struct session m = fresh_model();
    pin(&m, "a", "");
    pin(&m, "b", "");
    change_x(&m, 0, 0, 9);
    assert_true(mat_at(session_pinned(&m, "a")->config.X, 0, 0) == 1);
    pin(&m, "a", "");
    assert_int_equal(m.pin_count, 2);
    assert_true(mat_at(session_pinned(&m, "a")->config.X, 0, 0) == 9 &&
                mat_at(session_pinned(&m, "b")->config.X, 0, 0) == 1);
    assert_int_equal(m.compare, 0);
    session_finish(&m);
}

TEST(the_comparison_stays_with_its_pin)
{
    struct session m = fresh_model();
    assert_int_equal(m.compare, -1);
    pin(&m, "a", "");
    pin(&m, "b", "");
    pin(&m, "c", "");
    assert_int_equal(m.compare, 2);
    unpin(&m, "a");
    assert_int_equal(m.compare, 1);
    assert_string_equal(m.pins[1].name, "c");
    unpin(&m, "b");
    assert_int_equal(m.compare, 0);
    pin(&m, "d", "");
    unpin(&m, "d");
    assert_int_equal(m.compare, -1);
    pin(&m, "e", "");
    unpin(&m, NULL);
    assert_true(m.pin_count == 0 && m.compare == -1 && !session_pinned(&m, "c"));
    unpin(&m, NULL);
    struct reply r = {.lang = LANG_ZH};
    assert_false(session_unpin(&m, "c", &r));
    assert_string_equal(text_str(&r.text), "没有名为“c”的定格");
    reply_finish(&r);
    session_finish(&m);
}

/* ---- the order experiment --------------------------------------------------------- */

TEST(the_order_experiment_follows_the_state_it_is_shown_for)
{
    struct session m = fresh_model();
    struct reply r = {0};
    struct state next;
    assert_false(m.order.known);
    state_copy(&next, &m.now.state);
    next.look.view = VIEW_COMPARE;
    assert_true(session_commit(&m, &next, "view compare", &r));
    assert_true(m.order.known);
    assert_string_equal(state_word(&m.order.twin.state, m.order.twin.state.sentence, 0), "狗");
    change_x(&m, 0, 0, 4);
    assert_close(mat_at(m.order.twin.config.X, 2, 0), 4, 0);
    assert_true(session_undo(&m, &r));
    assert_close(mat_at(m.order.twin.config.X, 2, 0), 1, 0);
    reply_finish(&r);
    session_finish(&m);
}

TEST(an_order_that_cannot_be_computed_refuses_nothing)
{
    struct session m = fresh_model();
    struct reply r = {0};
    struct state next;
    state_copy(&next, &m.now.state);
    next.look.view = VIEW_COMPARE;
    next.look.encoding_before = posenc_index(posenc_find("grid2d")); /* needs a d that 4 divides */
    next.set.encoding = 0;
    next.set.d = 6;
    assert_true(session_commit(&m, &next, "set d 6", &r));
    assert_false(r.failed || m.order.known);
    assert_int_equal(m.now.state.set.d, 6);
    assert_true(session_undo(&m, &r) && m.order.known);
    reply_finish(&r);
    session_finish(&m);
}
