/* When memory runs out: every allocation of every operation is made to fail in turn.
 * The session is then as it was, nothing leaks, and the same operation works
 * afterwards. */
#include <stdlib.h>
#include <string.h>

#include "session/session.h"
#include "state/matrices.h"
#include "study/derivation.h"
#include "support/failing_heap.h"
#include "support/lesson_tree.h"
#include "support/test.h"

/* ---- operations ------------------------------------------------------------- */

static const struct matrix_ref words_x = {MATRIX_X, 0}, wq = {MATRIX_WEIGHT, W_Q},
                               table = {MATRIX_ENCODING, 0};

static bool commit(struct session *m, struct state *next, bool ok, struct reply *r)
{
    if (ok)
        return session_commit(m, next, "a line", r);
    state_finish(next);
    return reply_no_memory(r);
}

static struct state copy_of(const struct session *m)
{
    struct state next;
    state_copy(&next, &m->now.state);
    return next;
}

static bool edit_word(struct session *m, struct reply *r)
{
    struct state next = copy_of(m);
    return commit(m, &next, matrices_set(&next, words_x, 0, 9, 5), r);
}

static bool edit_weight(struct session *m, struct reply *r)
{
    struct state next = copy_of(m);
    return commit(m, &next, matrices_set(&next, wq, 0, 3, 5), r);
}

static bool give_all_words(struct session *m, struct reply *r)
{
    double v[24] = {4, 5, 6};
    struct state next = copy_of(m);
    return commit(m, &next, matrices_set_all(&next, words_x, v), r);
}

static bool give_all_weights(struct session *m, struct reply *r)
{
    double v[64] = {4, 5, 6};
    struct state next = copy_of(m);
    return commit(m, &next, matrices_set_all(&next, wq, v), r);
}

static bool widen(struct session *m, struct reply *r)
{
    struct state next = copy_of(m);
    next.set.d = 16;
    return commit(m, &next, true, r);
}

static bool learn(struct session *m, struct reply *r)
{
    struct state next = copy_of(m);
    next.set.encoding = posenc_index(posenc_find("learned"));
    return commit(m, &next, matrices_set(&next, table, 0, 3, 5), r);
}

static bool new_sentence(struct session *m, struct reply *r)
{
    struct state next = copy_of(m);
    int id[2] = {lexicon_intern(&next.lexicon, "麒麟", 8), lexicon_intern(&next.lexicon, "凤凰", 8)};
    struct sequence *q = id[0] < 0 || id[1] < 0 ? NULL : sequence_new(id, 2);
    if (q) {
        sequence_drop(next.sentence);
        next.sentence = q;
    }
    return commit(m, &next, q != NULL, r);
}

static bool look_at_orders(struct session *m, struct reply *r)
{
    struct state next = copy_of(m);
    next.look.view = VIEW_COMPARE;
    next.set.base = 77;
    return commit(m, &next, true, r);
}

static bool list_orders(struct session *m, struct reply *r)
{
    struct state next = copy_of(m);
    next.look.view = VIEW_COMPARE;
    next.look.compare.panel = COMPARE_ORDERS;
    return commit(m, &next, true, r);
}

static bool look_at_terms(struct session *m, enum terms_panel panel, struct reply *r)
{
    struct state next = copy_of(m);
    next.look.view = VIEW_TERMS;
    next.look.terms.panel = (int)panel;
    next.set.encoding = posenc_index(posenc_find("sincos"));
    return commit(m, &next, true, r);
}

static bool look_at_distance(struct session *m, struct reply *r)
{
    return look_at_terms(m, TERMS_DISTANCE, r);
}

static bool look_at_scale(struct session *m, struct reply *r)
{
    return look_at_terms(m, TERMS_SCALE, r);
}

static bool look_at_other_weights(struct session *m, struct reply *r)
{
    return look_at_terms(m, TERMS_WEIGHTS, r);
}

static bool enter_other_side(struct session *m, struct reply *r)
{
    return session_exchange(m, "compare swap", r);
}

static bool pin_it(struct session *m, struct reply *r)
{
    return session_pin(m, NULL, r);
}

static bool pin_again(struct session *m, struct reply *r)
{
    return session_pin(m, "A", r);
}

static bool bind_key(struct session *m, struct reply *r)
{
    return keymap_bind(&m->keymap, "all", "F9", "swap") || reply_no_memory(r);
}

static bool derive_it(struct session *m, struct reply *r)
{
    struct arena room = {0};
    struct derivation d;
    bool ok = derivation_of(&d, &m->now, derivation_cell(&m->now), &room) || reply_no_memory(r);
    assert_true(ok == (d.count > 0));
    arena_finish(&room);
    return ok;
}

/* What was just undone is still computed and comes back for nothing; this one is to compute it again. */
static bool redo(struct session *m, struct reply *r)
{
    scene_finish(&m->before);
    return session_redo(m, r);
}

static bool two_as_one(struct session *m, struct reply *r)
{
    struct transaction change;
    if (!session_begin(m, &change, r))
        return false;
    bool ok = learn(m, r) && widen(m, r);
    return session_end(m, &change, ok, "two", r) && ok;
}

/* Every operation on a session that has an edited word and weight, something to
 * undo and to redo, a pin and a binding. */
static const struct {
    const char *name;
    bool (*act)(struct session *m, struct reply *r);
} operations[] = {
    {"edit a word", edit_word},
    {"edit a weight", edit_weight},
    {"give all words", give_all_words},
    {"give all weights", give_all_weights},
    {"widen", widen},
    {"learn", learn},
    {"sentence", new_sentence},
    {"order experiment", look_at_orders},
    {"undo", session_undo},
    {"list of orders", list_orders},
    {"enter the other side", enter_other_side},
    {"distance", look_at_distance},
    {"scale", look_at_scale},
    {"other weights", look_at_other_weights},
    {"redo", redo},
    {"pin", pin_it},
    {"pin again", pin_again},
    {"bind", bind_key},
    {"derive", derive_it},
    {"two as one", two_as_one},
};

static struct session prepared(void)
{
    struct session m;
    struct reply r = {0};
    assert_true(session_init(&m, LANG_EN, &r));
    assert_true(edit_word(&m, &r) && edit_weight(&m, &r) && learn(&m, &r) && widen(&m, &r) &&
                session_undo(&m, &r));
    assert_true(pin_it(&m, &r));
    assert_true(keymap_bind(&m.keymap, "all", "F8", "undo"));
    reply_finish(&r);
    return m;
}

/* Runs act with the k-th allocation failing; false: there are fewer. */
static bool fails_at(long k, const char *name, bool (*act)(struct session *m, struct reply *r))
{
    struct session m = prepared();
    struct state before = copy_of(&m);
    struct reply r = {0};
    int at = m.history.at, count = m.history.count, pins = m.pin_count, compare = m.compare;
    left = k;
    hit = false;
    bool ok = act(&m, &r);
    left = 0;
    if (!ok) {
        if (!hit || !r.failed)
            fail_msg("%s refuses for want of nothing", name);
        bool same = state_same_numbers(&m.now.state, &before) &&
                    memcmp(&m.now.state.look, &before.look, sizeof before.look) == 0;
        same = same && m.history.at == at && m.history.count == count && m.pin_count == pins &&
               m.compare == compare;
        same = same && m.keymap.count == 1 && m.now.config.d == before.set.d;
        if (!same)
            fail_msg("%s changed something although it failed at %ld", name, k);
        reply_clear(&r);
        if (!act(&m, &r))
            fail_msg("%s does not recover from a failure at %ld: %s", name, k, text_str(&r.text));
    }
    assert_true(edit_weight(&m, &r) && session_undo(&m, &r));
    state_finish(&before);
    reply_finish(&r);
    session_finish(&m);
    if (live != 0)
        fail_msg("%s leaks %ld blocks when %ld fails", name, live, k);
    return hit;
}

TEST(a_failure_changes_nothing_and_leaks_nothing)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        long k = 1;
        while (fails_at(k, operations[i].name, operations[i].act))
            k++;
        assert_true(k > 1);
    }
}

TEST(a_session_that_cannot_begin_leaks_nothing)
{
    for (long k = 1; hit || k == 1; k++) {
        struct session m;
        struct reply r = {0};
        left = k;
        hit = false;
        bool ok = session_init(&m, LANG_EN, &r);
        left = 0;
        assert_true(ok == !hit);
        session_finish(&m);
        reply_finish(&r);
        assert_int_equal(live, 0);
    }
}

TEST(a_word_that_cannot_be_edited_stays_as_it_is)
{
    hit = true;
    for (long k = 1; hit; k++) {
        struct lexicon *a = lexicon_default(), *b;
        int i = lexicon_intern(&a, "麒麟", 8);
        b = lexicon_share(a);
        left = k;
        hit = false;
        bool ok = lexicon_set_entry(&b, i, 20, 1);
        left = 0;
        assert_true(ok == !hit && lexicon_same(a, b) == !ok);
        lexicon_drop(a);
        lexicon_drop(b);
        assert_int_equal(live, 0);
    }
}

/* ---- the typed line ------------------------------------------------------------ */

TEST(a_line_that_cannot_grow_stays_as_it_is)
{
    static const char *const keys[] = {"追", "Up", "Backspace", "C-w"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        for (long k = 1; k < 4; k++) {
            struct prompt p = {0};
            prompt_remember(&p, PROMPT_COMMAND, "earlier");
            prompt_open(&p, PROMPT_COMMAND, "我 猫");
            left = k;
            hit = false;
            prompt_key(&p, keys[i]);
            left = 0;
            if (hit)
                assert_true(strcmp(text_str(&p.line), "我 猫") == 0 && p.cursor == p.line.len &&
                            p.past_at == 1);
            prompt_finish(&p);
            assert_int_equal(live, 0);
        }
}

TEST(a_line_that_cannot_be_kept_is_not_remembered)
{
    for (long k = 1; k < 3; k++) {
        struct prompt p = {0};
        left = k;
        prompt_remember(&p, PROMPT_COMMAND, "line");
        left = 0;
        assert_int_equal(p.past[PROMPT_COMMAND].count, 0);
        prompt_remember(&p, PROMPT_COMMAND, "line");
        assert_int_equal(p.past[PROMPT_COMMAND].count, 1);
        prompt_finish(&p);
        assert_int_equal(live, 0);
    }
}

/* ---- a lesson's file ------------------------------------------------------------ */

static bool reads_without(const char *file, const struct text *bytes, long k)
{
    struct lesson l;
    struct complaints c = {0};
    long before = live;
    left = k;
    hit = false;
    bool ok = lesson_read(&l, file, bytes->s, bytes->len, LANG_EN, &c);
    left = 0;
    if (hit)
        assert_true(!ok && strstr(c.v[c.count - 1].what, "not enough memory"));
    else
        assert_true(ok);
    lesson_finish(&l);
    complaints_finish(&c);
    assert_int_equal(live, before);
    return ok;
}

TEST(a_lesson_is_read_whole_or_refused)
{
    static const char *const files[] = {"tests/data/lessons/01-by-hand.md",
                                        "tests/data/lessons/02-everything.md"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct text bytes = {0};
        long k = 1;
        lesson_bytes(files[i], &bytes);
        while (!reads_without(files[i], &bytes, k))
            k++;
        assert_true(k > 20); /* md4c has a heap of its own: it is told to stop when ours is spent */
        text_finish(&bytes);
    }
}
