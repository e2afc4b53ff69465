/* Changes that are stopped or refused: the session is what it was before, whenever that happens. */
#include <stdio.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "expr/expr.h"
#include "session/session.h"
#include "state/weights.h"
#include "support/models.h"
#include "support/test.h"

enum { WORDS = 64, WIDTH = 128 };

struct waiting {
    struct work work;
    int asked, patience;
    const struct scene *place; /* where the scene was that is given up: nobody may look at it meanwhile */
};

static bool patient(struct work *w)
{
    struct waiting *p = w->whose;
    assert_true(!p->place || (!p->place->state.lexicon && !p->place->trace.arena.start));
    return ++p->asked <= p->patience;
}

static struct reply reply_with(struct waiting *w, int patience)
{
    *w = (struct waiting){.patience = patience};
    w->work = (struct work){.goes_on = patient, .whose = w};
    return (struct reply){.work = &w->work};
}

static void many_words(struct state *s, int count)
{
    char name[600][8];
    const char *words[600];
    for (int i = 0; i < count; i++) {
        snprintf(name[i], sizeof name[i], "w%d", i);
        words[i] = name[i];
    }
    say_words(s, words, count);
}

/* A session with a scene large enough to be asked about several times. */
static struct session large_model(void)
{
    struct session m = fresh_model();
    struct state next;
    state_copy(&next, &m.now.state);
    many_words(&next, WORDS);
    next.set.d = WIDTH;
    next.set.heads = 4;
    next.set.layers = 3;
    commit(&m, &next);
    return m;
}

static struct state changed(const struct session *m, int how)
{
    struct state next;
    state_copy(&next, &m->now.state);
    if (how == 0)
        next.set.base = 99;
    else if (how == 1)
        next.set.encoding = posenc_index(posenc_find("xl"));
    else
        assert_true(weights_random(&next, 7, NULL));
    return next;
}

/* What is different when the beginning of the computation or its end is. */
static double mark(const struct scene *s)
{
    struct mat out = trace_final(&s->trace);
    return mat_at(out, out.rows - 1, out.cols - 1) + mat_at(s->trace.layer[0].self.Q, 5, 7);
}

TEST(a_change_that_is_stopped_changes_nothing)
{
    for (int how = 0; how < 3; how++) {
        struct session m = large_model();
        int stops = 0;
        for (bool done = false; !done; stops += 1 + stops / 8) {
            struct waiting w;
            struct reply r = reply_with(&w, stops);
            struct state next = changed(&m, how);
            double before = mark(&m.now);
            long turn = m.turn;
            m.began = stops % 2 ? m.turn : m.turn - 1; /* the first change of a key, or a further one */
            w.place = m.began == m.turn ? &m.before : &m.spare;
            done = session_commit(&m, &next, "change", &r);
            assert_null(next.lexicon);
            assert_int_equal(m.turn, turn + done);
            assert_int_equal(history_steps(&m.history), 1 + done);
            assert_true(done || (mark(&m.now) == before && strcmp(text_str(&r.text), "stopped") == 0));
            assert_true(done || m.now.state.set.base == 10000);
            assert_true(w.asked <= stops + 1);
            reply_finish(&r);
        }
        assert_true(stops > 3);
        double after = mark(&m.now);
        struct session other = large_model();
        struct state next = changed(&other, how);
        commit(&other, &next);
        assert_true(mark(&other.now) == after);
        session_finish(&other);
        session_finish(&m);
    }
}

/* The earlier scene, in whose place was being computed, is not taken for whole. */
TEST(the_way_back_leads_to_the_right_numbers_after_a_stop)
{
    struct session m = large_model();
    struct reply r = {0};
    struct waiting w;
    double first = mark(&m.now);
    m.began = m.turn;
    assert_true(change_x(&m, WORDS - 1, WIDTH - 1, 9));
    assert_true(mark(&m.now) != first);
    for (int patience = 1; patience < 4; patience++) {
        struct state next = changed(&m, 2);
        struct reply stops = reply_with(&w, patience);
        m.began = m.turn;
        assert_false(session_commit(&m, &next, "change", &stops));
        assert_true(session_undo(&m, &r) && mark(&m.now) == first);
        m.began = m.turn;
        assert_true(session_redo(&m, &r) && mark(&m.now) != first);
        reply_finish(&stops);
    }
    reply_finish(&r);
    session_finish(&m);
}

TEST(undo_pin_and_the_other_side_can_be_stopped_too)
{
    struct session m = large_model();
    struct waiting w;
    assert_true(change_x(&m, 1, 0, 9));
    m.began = m.turn;
    assert_true(change_x(&m, 1, 0, 8));
    m.began = m.turn;
    struct reply r = reply_with(&w, 100);
    assert_true(session_undo(&m, &r) && w.asked == 0); /* it is still there */
    m.began = m.turn;
    assert_true(session_redo(&m, &r) && w.asked == 0);
    m.began = m.turn;
    scene_finish(&m.before);
    w.patience = 1;
    assert_false(session_undo(&m, &r));
    assert_string_equal(text_str(&r.text), "stopped");
    assert_true(x_at(&m, 1, 0) == 8 && history_steps(&m.history) == 3);
    reply_finish(&r);
    r = reply_with(&w, 1);
    assert_false(session_pin(&m, NULL, &r));
    assert_int_equal(m.pin_count, 0);
    reply_finish(&r);
    r = reply_with(&w, 1);
    struct transaction t;
    assert_false(session_begin(&m, &t, &r));
    reply_finish(&r);
    struct order o = {0};
    r = reply_with(&w, 1);
    assert_true(order_follow(&o, &m.now.state, &r) && !o.twin_known);
    assert_string_equal(text_str(&o.why), "stopped");
    order_finish(&o);
    reply_finish(&r);
    session_finish(&m);
}

/* A corner that a key interrupts is computed another time. */
TEST(work_between_keys_gives_way_and_goes_on)
{
    struct session m = large_model();
    struct order o = {0};
    struct reply r = {0};
    struct waiting w;
    assert_true(order_follow(&o, &m.now.state, &r) && o.twin_known);
    struct reply impatient = reply_with(&w, 1);
    order_advance(&o, 1e12, impatient.work);
    assert_true(o.done == 0 && o.why.len == 0 && !order_complete(&o));
    order_advance(&o, 1e12, NULL);
    assert_true(order_complete(&o) && o.known);
    order_finish(&o);
    session_finish(&m);
}

TEST(long_expressions_can_be_stopped)
{
    static const char *const texts[] = {"rises(1024,20000)", "flips(0,100000)",  "maxstep(0,100000)",
                                        "sineerror(100000)", "shift_error(2,3)", "order_max(weight(0,1))"};
    struct session m = fresh_model();
    struct state next;
    state_copy(&next, &m.now.state);
    many_words(&next, 5);
    next.set.d = 300;
    next.set.encoding = posenc_index(posenc_find("sinonly"));
    commit(&m, &next);
    struct expr_context c = session_context(&m);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct waiting w;
        struct expr_value v = {0};
        struct reply r = reply_with(&w, i == 1 || i == 2 ? 0 : 1);
        if (expr_eval(&c, texts[i], strlen(texts[i]), &v, &r))
            fail_msg("%s went on", texts[i]);
        if (strcmp(text_str(&r.text), "stopped") != 0)
            fail_msg("%s: %s", texts[i], text_str(&r.text));
        assert_true(w.work.task.total == 0);
        reply_finish(&r);
    }
    session_finish(&m);
}

/* ---- too large ---------------------------------------------------------------- */

TEST(a_scene_that_needs_too_much_memory_is_refused_with_the_numbers)
{
    struct session m = fresh_model();
    struct state next;
    struct reply r = {0};
    state_copy(&next, &m.now.state);
    many_words(&next, 512);
    next.set.heads = 64;
    next.set.layers = 6;
    next.set.d = 1024;
    assert_true(scene_bytes_of(&next) > SCENE_BYTES);
    assert_false(session_commit(&m, &next, "large", &r));
    assert_string_equal(text_str(&r.text), "this needs 2.8 GB of memory (n 512, d 1024, heads 64, layers 6); "
                                           "the limit is 2 GB: use fewer words, heads or layers");
    assert_true(m.now.state.set.d == 8 && history_steps(&m.history) == 0);
    reply_finish(&r);
    session_finish(&m);
}

/* The limit is one for all scenes that are alive at once: the next one is computed beside the present one. */
TEST(the_present_scene_counts_while_the_next_one_is_computed)
{
    struct session m = fresh_model();
    struct state next;
    struct reply r = {0};
    state_copy(&next, &m.now.state);
    many_words(&next, 512);
    next.set.heads = 4;
    next.set.layers = 28;
    double bytes = scene_bytes_of(&next);
    assert_true(bytes > SCENE_BYTES / 3 && bytes < SCENE_BYTES / 2);
    commit(&m, &next);
    state_copy(&next, &m.now.state);
    next.set.layers = 48;
    assert_true(scene_bytes_of(&next) < SCENE_BYTES && bytes + scene_bytes_of(&next) > SCENE_BYTES);
    assert_false(session_commit(&m, &next, "large", &r));
    assert_non_null(strstr(text_str(&r.text), "the present and pinned states take"));
    assert_int_equal(m.now.state.set.layers, 28);
    reply_finish(&r);
    session_finish(&m);
}

/* What is said before is what is taken then, whatever the encoding and its terms. */
TEST(the_bytes_that_are_told_are_those_that_are_taken)
{
    for (int e = 0; e < posenc_count(); e++) {
        struct session m = fresh_model();
        struct state next;
        state_copy(&next, &m.now.state);
        many_words(&next, 20);
        next.set.d = 24;
        next.set.heads = 2;
        next.set.layers = 2;
        next.set.encoding = e;
        give_weight(&next, 1, B_Q, 1, 24)->v[3] = 1;
        give_weight(&next, 1, B_K, 1, 24)->v[4] = 1;
        double bytes = scene_bytes_of(&next);
        struct scene s = {0};
        struct reply r = {0};
        assert_true(scene_take(&s, &next, &r));
        assert_true(scene_bytes(&s) == bytes);
        scene_finish(&s);
        session_finish(&m);
    }
}

TEST(pinned_states_count_and_are_counted)
{
    struct session m = fresh_model();
    struct reply r = {0};
    char name[16];
    double others = SCENE_BYTES - scene_bytes(&m.now) - 1;
    assert_true(scene_room(&m.now.state, others, &r));
    assert_false(scene_room(&m.now.state, others + 2, &r));
    assert_non_null(strstr(text_str(&r.text), "unpin"));
    reply_finish(&r);
    for (int i = 0; i < MODEL_PINS; i++) {
        snprintf(name, sizeof name, "p%d", i);
        assert_true(session_pin(&m, name, &r));
    }
    assert_true(session_pin(&m, "p3", &r)); /* in place of the one that has the name */
    reply_clear(&r);
    assert_false(session_pin(&m, "more", &r) || session_pin(&m, NULL, &r));
    assert_string_equal(text_str(&r.text),
                        "100 states are pinned already, the maximum: 'unpin A' removes one");
    assert_int_equal(m.pin_count, MODEL_PINS);
    reply_finish(&r);
    session_finish(&m);
}
