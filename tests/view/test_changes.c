/* What counts as changed, and which numbers are compared. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "state/matrices.h"
#include "support/models.h"
#include "support/test.h"
#include "view/changes.h"

static const struct matrix_ref words_x = {MATRIX_X, 0};

/* As a change of the person's own. */
static void take_turn(struct session *m, struct state *next)
{
    m->began = m->turn;
    commit(m, next);
    m->changed = true;
}

/* The sentence with two of its words exchanged. */
static void swap(struct session *m, int a, int b, bool encoded)
{
    struct state next;
    int id[8];
    state_copy(&next, &m->now.state);
    for (int t = 0; t < next.sentence->count; t++)
        id[t] = next.sentence->id[t == a ? b : t == b ? a : t];
    say_known(&next, id, next.sentence->count);
    next.set.encoding = encoded ? next.set.encoding : 0;
    take_turn(m, &next);
}

static int count(const struct session *m, int stage, enum change what)
{
    struct changes c = changes_of_stage(&m->now, &m->before, stage, 0);
    int n = 0;
    for (int r = 0; r < c.now.rows; r++)
        for (int k = 0; k < c.now.cols; k++)
            n += changes_at(&c, r, k) == what;
    return n;
}

TEST(an_edit_is_seen_where_it_goes_and_nowhere_else)
{
    struct session m = fresh_model();
    struct state next;
    state_copy(&next, &m.now.state);
    assert_true(matrices_set(&next, words_x, 1, 4, 3));
    take_turn(&m, &next);
    assert_int_equal(count(&m, STAGE_X, CHANGE_UP), 1);
    assert_int_equal(count(&m, STAGE_X, CHANGE_NONE), 23);
    assert_int_equal(count(&m, STAGE_P, CHANGE_NONE), 24);
    assert_int_equal(count(&m, STAGE_SCORES, CHANGE_NONE), 4);  /* of 9: all but row and column of the word */
    assert_int_equal(count(&m, STAGE_WEIGHTS, CHANGE_NONE), 0); /* every row is shared out again */
    assert_int_equal(count(&m, STAGE_WEIGHTS, CHANGE_UP) + count(&m, STAGE_WEIGHTS, CHANGE_DOWN), 9);
    session_finish(&m);
}

TEST(a_word_that_only_moves_has_not_changed)
{
    for (int encoded = 0; encoded < 2; encoded++) {
        struct session m = fresh_model();
        swap(&m, 0, 0, encoded);
        swap(&m, 0, 2, encoded);
        assert_int_equal(count(&m, STAGE_X, CHANGE_NONE), 24);
        assert_int_equal(count(&m, STAGE_WEIGHTS, CHANGE_NONE) == 9, !encoded);
        assert_int_equal(count(&m, STAGE_OUTPUT, CHANGE_NONE) == 24, !encoded);
        session_finish(&m);
    }
}

TEST(a_new_word_is_new_and_another_sentence_is_not_a_change)
{
    struct session m = fresh_model();
    struct state next;
    state_copy(&next, &m.now.state);
    int id[] = {next.sentence->id[0], lexicon_find(next.lexicon, "鱼"), next.sentence->id[1],
                next.sentence->id[2]};
    say_known(&next, id, 4);
    take_turn(&m, &next);
    assert_int_equal(count(&m, STAGE_X, CHANGE_NEW), 8);
    assert_int_equal(count(&m, STAGE_SCORES, CHANGE_NEW), 7);
    state_copy(&next, &m.now.state);
    say_words(&next, (const char *const[]){"the", "cat"}, 2);
    take_turn(&m, &next);
    assert_int_equal(count(&m, STAGE_X, CHANGE_NONE), 16);
    session_finish(&m);
}

TEST(a_difference_is_now_minus_before)
{
    struct session m = fresh_model();
    struct state next;
    struct arena room = {0};
    struct mat d;
    struct screen s = {.session = &m, .scratch = &room};
    state_copy(&next, &m.now.state);
    next.set.mask = MASK_CAUSAL;
    next.look.show = SHOW_DELTA;
    take_turn(&m, &next);
    assert_true(changes_shown(&s));
    d = changes_stage(&s, STAGE_MASKED, 0);
    assert_true(mat_at(d, 0, 1) == -INFINITY && mat_at(d, 1, 0) == 0);
    d = changes_stage(&s, STAGE_WEIGHTS, 0);
    assert_true(mat_at(d, 0, 0) == 1 - mat_at(m.before.trace.layer[0].self.map[MAP_WEIGHTS], 0, 0));
    struct reply r = {0};
    assert_true(session_pin(&m, "A", &r));
    reply_finish(&r);
    d = changes_stage(&s, STAGE_WEIGHTS, 0);
    assert_true(mat_at(d, 0, 0) == 0);
    struct text t = {0};
    changes_title(&s, &t);
    assert_string_equal(text_str(&t), "difference: now - A (pinned)");
    text_finish(&t);
    arena_finish(&room);
    session_finish(&m);
}

/* Two that count, down to the eighth. */
TEST(small_numbers_get_more_digits)
{
    static const struct {
        double most;
        int digits;
    } cases[] = {{1, 3}, {0.02, 3}, {0.002, 4}, {5e-6, 7}, {5e-8, 8}, {1e-9, 3}, {0, 3}};
    struct session m = fresh_model();
    struct screen s = {.session = &m};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(changes_digits(&s, cases[i].most), cases[i].digits);
    session_finish(&m);
}
