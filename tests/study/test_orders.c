/* The list of all orders of a few words: complete, ranked, each line what its own
 * sentence gives, and computed in pieces between two keys. */
#include <math.h>
#include <stdio.h>

#include "core/pipeline/stage.h"
#include "session/session.h"
#include "study/comparison.h"
#include "support/close.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

/* ---- all orders --------------------------------------------------------------- */

static void list(struct orders *o, const struct scene *now, double effort)
{
    struct reply r = {0};
    assert_true(orders_follow(o, now, &r));
    while (!orders_complete(o))
        assert_true(orders_advance(o, now, effort, &r));
    reply_finish(&r);
}

TEST(all_orders_are_listed_by_how_far_a_word_moves)
{
    static const struct {
        int word[7], count, orders;
    } cases[] = {
        {{0}, 1, 1},
        {{0, 1, 2}, 3, 6},
        {{0, 1, 0, 2}, 4, 12},
        {{3, 3, 3}, 3, 1},
        {{0, 1, 0, 1, 0, 1, 2}, 7, 140},
        {{0, 1, 2, 3, 4, 5, 6}, 7, 5040},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = fresh_model();
        struct scene now = {0};
        struct orders o = {0};
        scene_saying(&now, &m, cases[i].word, cases[i].count);
        list(&o, &now, 1e6);
        assert_int_equal(o.total, cases[i].orders);
        for (int k = 1; k < o.total; k++)
            assert_true(o.line[o.rank[k - 1]].moved[o.word] >= o.line[o.rank[k]].moved[o.word] - 1e-11);
        orders_finish(&o);
        scene_finish(&now);
        session_finish(&m);
    }
}

/* Each line against the scene whose words are in that order. */
TEST(every_line_is_what_its_sentence_gives)
{
    struct session m = fresh_model();
    struct scene now = {0};
    struct orders o = {0};
    struct comparison c;
    m.now.state.set.mask = MASK_CAUSAL;
    scene_saying(&now, &m, (const int[]){0, 1, 0, 2}, 4);
    now.state.look.query = 2;
    list(&o, &now, 1);
    assert_int_equal(o.word, 2);
    int unmoved = 0;
    for (int k = 0; k < o.total; k++) {
        struct scene there = {0};
        struct state s;
        struct reply r = {0};
        state_copy(&s, &now.state);
        sequence_drop(s.sentence);
        s.sentence = orders_sentence(&o, &o.line[k]);
        assert_true(scene_take(&there, &s, &r));
        comparison_make(&c, &now, &there, STAGE_TOKENS);
        for (int w = 0; w < 4; w++)
            assert_close(o.line[k].moved[w], comparison_row(&c, w), 1e-12);
        unmoved += comparison_most(&c) == 0;
        scene_finish(&there);
    }
    assert_int_equal(unmoved, 1); /* the sentence itself */
    orders_finish(&o);
    scene_finish(&now);
    session_finish(&m);
}

TEST(without_encoding_and_mask_no_order_moves_any_word)
{
    struct session m = fresh_model();
    struct scene now = {0};
    struct orders o = {0};
    m.now.state.set.encoding = 0;
    scene_saying(&now, &m, (const int[]){0, 1, 2, 3, 4}, 5);
    list(&o, &now, 1e9);
    for (int k = 0; k < o.total; k++)
        for (int w = 0; w < 5; w++)
            assert_true(o.line[k].moved[w] == 0);
    orders_finish(&o);
    scene_finish(&now);
    session_finish(&m);
}

TEST(where_numbers_overflow_no_distance_is_known)
{
    struct session m = fresh_model();
    struct scene now = {0};
    struct orders o = {0};
    struct reply r = {0};
    must_run(&m, "set x 0 0 = 1e9 ; set WV 0 0 = 1e300");
    assert_true(scene_take(&now, &m.now.state, &r));
    list(&o, &now, 1e9);
    assert_true(isnan(o.line[0].moved[0]));
    orders_finish(&o);
    scene_finish(&now);
    session_finish(&m);
}

/* From -1.7e308 to 1.7e308 is further than any number: after 猫, which it asks for, 追 moves so far. */
TEST(orders_of_unknown_distance_come_last)
{
    struct session m = fresh_model();
    struct scene now = {0};
    struct orders o = {0};
    struct reply r = {0};
    must_run(&m, "tokens 追 狗 猫 ; encoding none ; set mask causal ; set x 猫 0 = 1.7 ; set x 追 0 = -1.7 ; "
                 "set x 狗 0 = 0 ; set WQ 0 0 = -9 ; set WV 0 0 = 1e308");
    assert_true(scene_take(&now, &m.now.state, &r));
    list(&o, &now, 1e9);
    int unknown = 0;
    for (int k = 0; k < o.total; k++) {
        bool known = isfinite(o.line[o.rank[k]].moved[o.word]);
        assert_true(!known || unknown == 0);
        unknown += !known;
    }
    assert_int_equal(unknown, 3);
    orders_finish(&o);
    scene_finish(&now);
    session_finish(&m);
}

TEST(the_list_is_worked_on_between_keys_and_only_while_it_is_shown)
{
    struct session m = fresh_model();
    struct state next;
    state_copy(&next, &m.now.state);
    say_known(&next, (const int[]){0, 1, 2, 3, 4, 5, 6}, 7);
    commit(&m, &next);
    assert_false(session_busy(&m));
    state_copy(&next, &m.now.state);
    next.look.view = VIEW_COMPARE;
    commit(&m, &next);
    assert_true(!session_busy(&m) && m.orders.total == 0);
    state_copy(&next, &m.now.state);
    next.look.compare.panel = COMPARE_ORDERS;
    next.look.compare.order = 6000;
    commit(&m, &next);
    assert_true(session_busy(&m) && m.orders.done > 0 && m.orders.done < 5040);
    assert_int_equal(m.now.state.look.compare.order, 5039);
    int done = m.orders.done;
    state_copy(&next, &m.now.state);
    next.look.query = 3; /* another word: nothing is recomputed */
    commit(&m, &next);
    assert_true(m.orders.done == done && m.orders.word == 3);
    while (session_busy(&m))
        session_work(&m, NULL);
    assert_int_equal(m.orders.done, 5040);
    state_copy(&next, &m.now.state);
    say_known(&next, (const int[]){0, 1, 2, 3, 4, 5, 6, 7}, 8);
    commit(&m, &next);
    assert_false(session_busy(&m));
    assert_string_equal(text_str(&m.orders.why), "8 words have too many orders to list: at most 7 words");
    session_finish(&m);
}

static bool as_it_is(const struct orders *o, int rank)
{
    for (int t = 0; t < o->of.sentence->count; t++)
        if (o->line[o->rank[rank]].place[t] != t)
            return false;
    return true;
}

/* The list is ranked anew for the sentence that was entered, at the other end: it does not move from itself.
 */
TEST(the_cursor_goes_with_the_order_that_is_taken)
{
    static const char *const sentences[] = {"猫 追 狗", "狗 追 狗 猫", "猫 追 狗 大 小 新 旧"};
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        struct session m = fresh_model();
        char line[120];
        snprintf(line, sizeof line, "weights random 1 ; tokens %s ; view compare ; set compare_panel orders",
                 sentences[i]);
        must_run(&m, line);
        assert_int_equal(m.now.state.look.compare.order, 0);
        while (session_busy(&m))
            session_work(&m, NULL);
        must_run(&m, "set order_row 1 ; order");
        assert_true(session_busy(&m) == (i == 2));
        if (session_busy(&m))
            refused(&m, "order", "still being computed");
        while (session_busy(&m))
            session_work(&m, NULL);
        assert_true(m.now.state.look.compare.order > 0 &&
                    as_it_is(&m.orders, m.now.state.look.compare.order));
        session_finish(&m);
    }
}
