/* Undo has a limit: the oldest states go, and what is shared is counted once. */
#include <stdio.h>
#include <string.h>

#include "session/history.h"
#include "state/weights.h"
#include "support/models.h"
#include "support/test.h"

enum { SIDE = 1024, MATRIX_BYTES = SIDE * SIDE * (int)sizeof(double), FIT = HISTORY_BYTES / MATRIX_BYTES };

/* A change of *s that replaces one large matrix (its pages are never touched). */
static void change(struct history *h, struct state *s, int i)
{
    char line[40];
    struct state past;
    snprintf(line, sizeof line, "change %d", i);
    assert_true(history_reserve(h, line));
    state_copy(&past, s);
    give_weight(s, 0, W_Q, SIDE, SIDE);
    s->set.seed = i;
    history_push(h, &past, s);
}

TEST(the_oldest_states_go_when_all_take_too_much)
{
    struct history h = {0};
    struct state s = fresh_state();
    for (int i = 1; i <= FIT; i++)
        change(&h, &s, i);
    assert_int_equal(h.dropped, 0);
    for (int i = FIT + 1; i <= 3 * FIT; i++)
        change(&h, &s, i);
    assert_true(h.bytes <= HISTORY_BYTES && h.bytes > HISTORY_BYTES - MATRIX_BYTES);
    assert_in_range(h.dropped, 2 * FIT - 2, 2 * FIT + 2);
    assert_int_equal(history_steps(&h), 3 * FIT);
    int back = 0;
    while (history_back(&h, &s))
        assert_int_equal(s.set.seed, 3 * FIT - ++back);
    assert_int_equal(back, 3 * FIT - h.dropped);
    assert_true(h.bytes <= HISTORY_BYTES + MATRIX_BYTES); /* the way back costs what the way there did */
    while (history_forward(&h, &s))
        back--;
    assert_int_equal(back, 0);
    assert_int_equal(s.set.seed, 3 * FIT);
    history_finish(&h);
    assert_true(h.bytes == 0 && h.dropped == 0);
    state_finish(&s);
}

/* Whatever it takes the last step can be taken back; what was undone and forgotten is not counted. */
TEST(the_last_step_stays)
{
    struct history h = {0};
    struct state s = fresh_state(), past;
    state_copy(&past, &s);
    for (int l = 0; l < CONFIG_MAX_LAYERS; l++)
        for (int w = 0; w < 8; w++)
            give_weight(&s, l, (enum weight)w, SIDE, SIDE);
    assert_true(history_reserve(&h, "a"));
    history_push(&h, &past, &s);
    state_copy(&past, &s);
    assert_true(weights_drop(&s));
    assert_true(history_reserve(&h, "b"));
    history_push(&h, &past, &s);
    assert_true(h.bytes > HISTORY_BYTES && history_steps(&h) == 2 && h.dropped == 1);
    assert_true(history_back(&h, &s) && !history_back(&h, &s));
    assert_non_null(state_weight(&s, 0, 0));
    state_copy(&past, &s);
    assert_true(history_reserve(&h, "c"));
    history_push(&h, &past, &s);
    assert_true(h.bytes < 100000);
    history_finish(&h);
    state_finish(&s);
}

/* Many small ones, beyond the room of the list and its front given up again and again; the line is cut. */
TEST(steps_that_share_nearly_all_are_kept)
{
    static char line[3 * HISTORY_LINE];
    memset(line, 'x', sizeof line - 1);
    struct history h = {0};
    struct state s = fresh_state(), past;
    for (int i = 1; i <= 2000; i++) {
        assert_true(history_reserve(&h, line));
        state_copy(&past, &s);
        s.set.seed = i;
        history_push(&h, &past, &s);
    }
    assert_true(h.dropped == 0 && history_steps(&h) == 2000);
    assert_true(h.bytes < 2000.0 * 2 * sizeof(struct history_entry));
    assert_int_equal(strlen(h.v[7].line), HISTORY_LINE);
    history_finish(&h);
    state_finish(&s);
}

TEST(undo_says_that_older_steps_were_dropped)
{
    struct session m = fresh_model();
    struct reply r = {0};
    assert_true(change_x(&m, 0, 0, 9));
    m.history.dropped = 3;
    assert_true(session_undo(&m, &r));
    assert_false(session_undo(&m, &r));
    assert_non_null(
        strstr(text_str(&r.text), "the 3 steps before this one were dropped (undo keeps 256 MB)"));
    reply_finish(&r);
    session_finish(&m);
}
