/* The session: edits are made on copies, undone and redone. */
#include <math.h>
#include <string.h>

#include "core/math/rng.h"
#include "session/session.h"
#include "state/matrices.h"
#include "support/close.h"
#include "support/models.h"
#include "support/test.h"

TEST(an_edit_of_a_copy_leaves_the_original_alone)
{
    struct session m = fresh_model();
    struct state copy;
    state_copy(&copy, &m.now.state);
    double before = x_at(&m, 0, 1);
    assert_true(matrices_set(&copy, (struct matrix_ref){MATRIX_X, 0}, 0, 1, before + 5));
    assert_true(matrices_set(&copy, (struct matrix_ref){MATRIX_WEIGHT, W_Q}, 0, 0, 7));
    assert_true(x_at(&m, 0, 1) == before);
    assert_null(state_weight(&m.now.state, 0, W_Q));
    struct state second;
    state_copy(&second, &copy);
    assert_true(matrices_set(&second, (struct matrix_ref){MATRIX_WEIGHT, W_Q}, 0, 0, 8));
    assert_true(matrices_get(&copy, (struct matrix_ref){MATRIX_WEIGHT, W_Q}, 0, 0) == 7);
    state_finish(&second);
    state_finish(&copy);
    session_finish(&m);
}

TEST(a_thousand_edits_are_undone_and_redone)
{
    struct session m = fresh_model();
    struct reply r = {0};
    double first = x_at(&m, 0, 0);
    for (int i = 1; i <= 1000; i++)
        assert_true(change_x(&m, 0, 0, first + i));
    for (int i = 999; i >= 0; i--) {
        assert_true(session_undo(&m, &r));
        assert_true(x_at(&m, 0, 0) == first + i);
    }
    assert_false(session_undo(&m, &r));
    reply_clear(&r);
    for (int i = 1; i <= 1000; i++)
        assert_true(session_redo(&m, &r));
    assert_true(x_at(&m, 0, 0) == first + 1000);
    assert_close(mat_at(m.now.config.X, 0, 0), first + 1000, 0);
    assert_false(session_redo(&m, &r));
    reply_finish(&r);
    session_finish(&m);
}

TEST(a_change_after_undo_forgets_what_was_undone)
{
    struct session m = fresh_model();
    struct reply r = {0};
    change_x(&m, 0, 0, 2);
    change_x(&m, 0, 0, 3);
    assert_true(session_undo(&m, &r));
    change_x(&m, 0, 0, 4);
    assert_false(session_redo(&m, &r));
    reply_finish(&r);
    session_finish(&m);
}

TEST(looking_is_not_undone_and_computes_nothing)
{
    struct session m = fresh_model();
    struct reply r = {0};
    struct state next;
    const double *where = m.now.config.X.v;
    state_copy(&next, &m.now.state);
    next.look.view = VIEW_TERMS;
    next.look.query = 99;
    assert_true(session_commit(&m, &next, "look", &r));
    assert_int_equal(m.now.state.look.query, 2);
    assert_ptr_equal(m.now.config.X.v, where);
    assert_false(session_undo(&m, &r));
    reply_finish(&r);
    session_finish(&m);
}

TEST(a_refused_state_changes_nothing)
{
    struct session m = fresh_model();
    struct reply r = {0};
    struct state next;
    state_copy(&next, &m.now.state);
    next.set.heads = 3;
    assert_false(session_commit(&m, &next, "bad", &r));
    assert_string_equal(text_str(&r.text), "heads: 3 does not divide d = 8 (try 1, 2, 4 or 8)");
    assert_int_equal(m.now.state.set.heads, 1);
    assert_int_equal(m.history.count, 0);
    reply_finish(&r);
    session_finish(&m);
}

TEST(matrices_keep_their_leading_entries_when_sizes_change)
{
    struct session m = fresh_model();
    struct reply r = {0};
    struct state next;
    state_copy(&next, &m.now.state);
    assert_true(matrices_set(&next, (struct matrix_ref){MATRIX_WEIGHT, W_Q}, 1, 0, 5));
    next.set.d = 10;
    assert_true(session_commit(&m, &next, "wider", &r));
    struct mat w = factor_mat(m.now.config.w[0][W_Q]);
    assert_int_equal(w.rows, 10);
    assert_true(mat_at(w, 1, 0) == 5 && mat_at(w, 9, 9) == 1 && mat_at(w, 9, 0) == 0);
    assert_true(mat_at(m.now.config.X, 0, 9) == 0);
    session_finish(&m);
    reply_finish(&r);
}

/* Some change, chosen by a number. */
static void some_change(struct state *s, struct rng *rng)
{
    int cat = s->sentence->id[0], cell = (int)(rng_next(rng) % 16);
    double x = round(100 * rng_normal(rng)) / 100;
    switch (rng_next(rng) % 6) {
    case 0:
        assert_true(matrices_set(s, (struct matrix_ref){MATRIX_X, 0}, 0, cell % 4, x));
        break;
    case 1:
        assert_true(
            matrices_set(s, (struct matrix_ref){MATRIX_WEIGHT, W_Q + cell % 3}, cell / 4, cell % 4, x));
        break;
    case 2:
        s->set.d = 4 + 2 * (cell % 5);
        break;
    case 3:
        s->set.encoding = cell % 4;
        break;
    case 4:
        s->set.base = 10 + cell;
        break;
    default: {
        int id[4] = {cat, (cat + cell) % s->lexicon->count, lexicon_intern(&s->lexicon, "w", 8), cell};
        say_known(s, id, 2 + cell % 3);
    }
    }
}

TEST(whatever_was_done_comes_back_in_reverse)
{
    enum { STEPS = 1000 };
    static struct state was[STEPS + 1];
    struct session m = fresh_model();
    struct rng rng = rng_seed(7);
    struct reply r = {0};
    int steps = 0;
    state_copy(&was[0], &m.now.state);
    while (steps < STEPS) {
        struct state next;
        state_copy(&next, &m.now.state);
        some_change(&next, &rng);
        assert_true(session_commit(&m, &next, "some", &r));
        if (m.history.count > steps)
            state_copy(&was[++steps], &m.now.state);
    }
    for (int i = STEPS - 1; i >= 0; i--) {
        assert_true(session_undo(&m, &r));
        assert_true(state_same_numbers(&m.now.state, &was[i]));
        assert_int_equal(m.now.config.n, was[i].sentence->count);
    }
    for (int i = 1; i <= STEPS; i++) {
        assert_true(session_redo(&m, &r));
        assert_true(state_same_numbers(&m.now.state, &was[i]));
    }
    for (int i = 0; i <= STEPS; i++)
        state_finish(&was[i]);
    reply_finish(&r);
    session_finish(&m);
}

TEST(the_history_knows_the_commands)
{
    struct session m = fresh_model();
    struct reply r = {0};
    static const char *const lines[] = {"set d 6", "set d 4"};
    for (int i = 0; i < 2; i++) {
        struct state next;
        state_copy(&next, &m.now.state);
        next.set.d -= 2;
        assert_true(session_commit(&m, &next, lines[i], &r));
    }
    assert_true(session_undo(&m, &r));
    assert_string_equal(text_str(&r.text), "undone: width d 4 → 6  (set d 4)");
    assert_int_equal(m.history.at, 1);
    assert_string_equal(m.history.v[0].line, "set d 6");
    assert_string_equal(m.history.v[1].line, "set d 4");
    assert_true(m.now.state.set.d == 6 && m.unsaved);
    reply_finish(&r);
    session_finish(&m);
}

TEST(a_long_command_is_said_in_part)
{
    struct session m = fresh_model();
    struct reply r = {0};
    struct state next;
    char line[400] = "x 我爱学习 =";
    while (strlen(line) < 300)
        strcat(line, " 0.123456");
    state_copy(&next, &m.now.state);
    const struct matrix_ref x = {.kind = MATRIX_X};
    assert_true(matrices_set(&next, x, 0, 0, 7) && matrices_set(&next, x, 0, 1, 7));
    assert_true(session_commit(&m, &next, line, &r) && session_undo(&m, &r));
    assert_string_equal(text_str(&r.text),
                        "undone: x 我爱学习 = 0.123456 0.123456 0.123456 0.123456 0.123456 …");
    text_clear(&r.text);
    state_copy(&next, &m.now.state);
    next.set.d = 6;
    assert_true(session_commit(&m, &next, line, &r) && session_undo(&m, &r));
    assert_string_equal(text_str(&r.text), "undone: width d 6 → 8  (x 我爱学习 = 0.123456 …)");
    text_clear(&r.text);
    assert_true(session_redo(&m, &r));
    assert_string_equal(text_str(&r.text), "redone: width d 8 → 6  (x 我爱学习 = 0.123456 …)");
    reply_finish(&r);
    session_finish(&m);
}

TEST(undo_keeps_the_look_inside)
{
    struct session m = fresh_model();
    struct reply r = {0};
    struct state next;
    state_copy(&next, &m.now.state);
    int id[5] = {0, 1, 2, 3, 4};
    say_known(&next, id, 5);
    assert_true(session_commit(&m, &next, "longer", &r));
    state_copy(&next, &m.now.state);
    next.look.query = 4;
    next.look.digits = 6;
    assert_true(session_commit(&m, &next, "look", &r));
    assert_true(session_undo(&m, &r));
    assert_true(m.now.state.sentence->count == 3 && m.now.state.look.query == 0 && /* its word is gone */
                m.now.state.look.digits == 6);
    assert_true(session_redo(&m, &r));
    assert_true(m.now.state.sentence->count == 5 && m.now.state.look.digits == 6);
    reply_finish(&r);
    session_finish(&m);
}

TEST(a_change_that_changes_nothing_is_not_remembered)
{
    struct session m = fresh_model();
    assert_true(change_x(&m, 0, 0, x_at(&m, 0, 0)));
    assert_int_equal(m.history.count, 0);
    assert_false(m.unsaved);
    assert_true(change_x(&m, 0, 0, 2));
    assert_int_equal(m.history.count, 1);
    assert_true(m.unsaved);
    session_finish(&m);
}

TEST(a_refused_change_leaves_what_was_undone)
{
    struct session m = fresh_model();
    struct reply r = {0};
    struct state next;
    change_x(&m, 0, 0, 2);
    assert_true(session_undo(&m, &r));
    state_copy(&next, &m.now.state);
    next.set.heads = 3;
    assert_false(session_commit(&m, &next, "bad", &r));
    assert_null(next.lexicon);
    reply_clear(&r);
    assert_true(session_redo(&m, &r));
    assert_true(x_at(&m, 0, 0) == 2);
    reply_finish(&r);
    session_finish(&m);
}

TEST(nothing_to_undo_is_said_in_both_languages)
{
    struct session m = fresh_model();
    struct reply en = {0}, zh = {.lang = LANG_ZH};
    assert_false(session_undo(&m, &en) || session_redo(&m, &zh));
    assert_string_equal(text_str(&en.text), "nothing to undo");
    assert_string_equal(text_str(&zh.text), "没有可重做的修改");
    reply_finish(&en);
    reply_finish(&zh);
    session_finish(&m);
}

TEST(another_encoding_brings_all_its_terms)
{
    struct session m = fresh_model();
    struct reply r = {0};
    struct state next;
    state_copy(&next, &m.now.state);
    next.term_off.word[0] = 6;
    assert_true(session_commit(&m, &next, "term pp off", &r));
    state_copy(&next, &m.now.state);
    next.set.encoding = posenc_index(posenc_find("rope"));
    assert_true(session_commit(&m, &next, "encoding rope", &r));
    assert_int_equal(m.now.state.term_off.word[0], 0);
    assert_true(session_undo(&m, &r));
    assert_int_equal(m.now.state.term_off.word[0], 6);
    reply_finish(&r);
    session_finish(&m);
}

TEST(shrinking_forgets_what_was_cut_off)
{
    struct session m = fresh_model();
    struct reply r = {0};
    struct state next;
    static const int widths[] = {4, 8};
    state_copy(&next, &m.now.state);
    assert_true(matrices_set(&next, (struct matrix_ref){MATRIX_WEIGHT, W_Q}, 7, 7, 5) &&
                matrices_set(&next, (struct matrix_ref){MATRIX_WEIGHT, W_Q}, 3, 7, 5));
    assert_true(session_commit(&m, &next, "WQ", &r));
    for (int i = 0; i < 2; i++) {
        state_copy(&next, &m.now.state);
        next.set.d = widths[i];
        assert_true(session_commit(&m, &next, "set d", &r));
    }
    assert_true(factor_entry(m.now.config.w[0][W_Q], 7, 7) == 1 &&
                factor_entry(m.now.config.w[0][W_Q], 3, 7) == 0);
    assert_true(mat_at(m.now.config.X, 0, 5) == 0.3);
    assert_true(session_undo(&m, &r) && session_undo(&m, &r));
    assert_true(factor_entry(m.now.config.w[0][W_Q], 7, 7) == 5);
    reply_finish(&r);
    session_finish(&m);
}
