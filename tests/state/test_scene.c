/* What of a state is only looking, when two are the same, what the core gets. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "state/matrices.h"
#include "state/scene.h"
#include "support/models.h"
#include "support/test.h"

static const struct matrix_ref words_x = {MATRIX_X, 0};

static const char *const cats[] = {"猫", "追", "狗"};

static int encoding(const char *name)
{
    return posenc_index(posenc_find(name));
}

/* ---- looking ------------------------------------------------------------------ */

TEST(the_look_is_moved_inside)
{
    struct state s = fresh_state();
    s.look.query = s.look.key = s.look.head = s.look.layer = s.look.dim = s.look.encoding.column =
        s.look.sheet.matrix = s.look.sheet.row = s.look.sheet.col = 5000;
    state_clamp_look(&s);
    assert_true(s.look.query == 2 && s.look.key == 2 && s.look.head == 0 && s.look.layer == 0 &&
                s.look.encoding.column == 7);
    struct matrix_ref refs[MATRICES_MAX];
    int rows, cols, count = matrices_list(&s, refs);
    assert_int_equal(s.look.sheet.matrix, count - 1);
    matrices_shape(&s, refs[count - 1], &rows, &cols);
    assert_true(s.look.sheet.row == rows - 1 && s.look.sheet.col == cols - 1);
    remember(&s, cats, 1);
    s.look.query = -4;
    s.look.key = 2;
    state_clamp_look(&s);
    assert_true(s.look.query == 0 && s.look.key == 0);
    state_finish(&s);
}

TEST(a_stage_that_is_gone_gives_way_to_the_next)
{
    struct state s = fresh_state();
    s.look.stage = STAGE_Y;
    state_clamp_look(&s);
    assert_int_equal(s.look.stage, STAGE_H);
    s.look.stage = STAGE_NORM2;
    state_clamp_look(&s);
    assert_int_equal(s.look.stage, STAGE_OUTPUT);
    s.look.stage = STAGE_P;
    state_clamp_look(&s);
    assert_int_equal(s.look.stage, STAGE_P);
    s.set.encoding = 0;
    state_clamp_look(&s);
    assert_int_equal(s.look.stage, STAGE_H);
    state_finish(&s);
}

/* ---- sameness ------------------------------------------------------------------ */

TEST(only_looks_do_not_count)
{
    struct state a = fresh_state(), b;
    state_copy(&b, &a);
    b.look.view = VIEW_TERMS;
    b.look.digits = 9;
    assert_true(state_same_numbers(&a, &b));
    b.set.seed = 4;
    assert_false(state_same_numbers(&a, &b));
    b.set.seed = a.set.seed;
    b.pe_param[3][1] = 77;
    assert_false(state_same_numbers(&a, &b));
    b.pe_param[3][1] = a.pe_param[3][1];
    b.term_off.word[0] = 2;
    assert_false(state_same_numbers(&a, &b));
    b.term_off.word[0] = 0;
    assert_true(state_same_numbers(&a, &b));
    b.dimnames = 0;
    assert_false(state_same_numbers(&a, &b));
    state_finish(&a);
    state_finish(&b);
}

TEST(equal_contents_count_as_the_same)
{
    struct state a = fresh_state(), b = fresh_state();
    assert_true(state_same_numbers(&a, &b));
    assert_true(matrices_set(&b, words_x, 0, 0, matrices_get(&a, words_x, 0, 0)));
    assert_true(state_same_numbers(&a, &b));
    say_words(&b, cats, 3);
    assert_true(state_same_numbers(&a, &b));
    say_words(&b, cats, 2);
    assert_false(state_same_numbers(&a, &b));
    say_words(&b, cats, 3);
    remember(&b, cats, 3);
    assert_false(state_same_numbers(&a, &b));
    state_finish(&b);
    state_copy(&b, &a);
    assert_true(matrices_set(&b, words_x, 1, 7, 0.25));
    assert_false(state_same_numbers(&a, &b));
    state_finish(&a);
    state_finish(&b);
}

TEST(every_matrix_counts)
{
    static const struct matrix_ref refs[] = {
        {MATRIX_WEIGHT, W_V}, {MATRIX_ENCODING, 0}, {MATRIX_MASK, 0}, {MATRIX_SCORES, 0}};
    for (size_t i = 0; i < sizeof refs / sizeof *refs; i++) {
        struct state a = fresh_state(), b;
        a.set.encoding = encoding("learned");
        state_copy(&b, &a);
        assert_true(matrices_set(&b, refs[i], 0, 1, 3));
        assert_false(state_same_numbers(&a, &b));
        assert_true(matrices_set(&a, refs[i], 0, 1, 3));
        assert_true(state_same_numbers(&a, &b));
        state_finish(&a);
        state_finish(&b);
    }
}

/* ---- what the core gets ---------------------------------------------------------- */

static struct scene take(struct state *s)
{
    struct scene scene = {0};
    struct reply r = {0};
    if (!scene_take(&scene, s, &r))
        fail_msg("refused: %s", text_str(&r.text));
    assert_null(s->lexicon);
    reply_finish(&r);
    return scene;
}

TEST(words_are_cut_or_filled_to_d)
{
    struct state s = fresh_state();
    s.set.d = 10;
    struct scene wide = take(&s);
    assert_true(wide.config.X.rows == 3 && wide.config.X.cols == 10);
    assert_true(mat_at(wide.config.X, 0, 0) == 1 && mat_at(wide.config.X, 0, 6) == 0.2 &&
                mat_at(wide.config.X, 0, 8) == 0 && mat_at(wide.config.X, 0, 9) == 0);
    state_copy(&s, &wide.state);
    s.set.d = 2;
    struct scene narrow = take(&s);
    assert_true(narrow.config.X.cols == 2 && mat_at(narrow.config.X, 1, 0) == 0.4);
    state_copy(&s, &narrow.state);
    s.set.d = 8;
    struct scene again = take(&s);
    assert_true(mat_at(again.config.X, 0, 6) == 0.2);
    scene_finish(&wide);
    scene_finish(&narrow);
    scene_finish(&again);
}

TEST(the_memory_is_as_wide_as_d_unless_it_has_its_own)
{
    struct state s = fresh_state();
    remember(&s, cats, 2);
    struct scene a = take(&s);
    assert_true(a.config.m == 2 && a.config.Y.cols == 8 && a.config.w[0][W_K].rows == 8 &&
                mat_at(a.config.Y, 1, 4) == 1);
    state_copy(&s, &a.state);
    s.set.dsrc = 5;
    struct scene b = take(&s);
    assert_true(b.config.dsrc == 5 && b.config.Y.cols == 5 && b.config.w[0][W_K].rows == 5 &&
                b.config.w[0][W_V].rows == 5);
    assert_true(b.config.w[0][W_Q].rows == 8 && factor_entry(b.config.w[0][W_K], 4, 4) == 1 &&
                factor_entry(b.config.w[0][W_K], 4, 7) == 0);
    scene_finish(&a);
    scene_finish(&b);
}

TEST(weights_start_as_identity_biases_absent_gains_one)
{
    struct state s = fresh_state();
    s.set.layers = 2;
    s.set.norm = NORM_POST;
    s.set.dff = 12;
    struct scene x = take(&s);
    const struct factor *w = x.config.w[1];
    assert_true(factor_entry(w[W_Q], 3, 3) == 1 && factor_entry(w[W_Q], 3, 4) == 0 &&
                factor_entry(w[W_O], 7, 7) == 1);
    assert_true(w[FF_W1].rows == 8 && w[FF_W1].cols == 12 && factor_entry(w[FF_W1], 7, 7) == 1 &&
                factor_entry(w[FF_W1], 7, 11) == 0);
    assert_true(factor_entry(w[LN_G1], 0, 5) == 1);
    assert_false(factor_present(w[B_Q]) || factor_present(w[LN_B1]) || factor_present(w[FF_B2]) ||
                 factor_present(w[W_QC]));
    scene_finish(&x);
}

TEST(settings_arrive_at_the_core)
{
    struct state s = fresh_state();
    s.set.start = 7;
    s.set.base = 100;
    s.set.pescale = 2;
    s.set.heads = 2;
    s.set.mask = MASK_PAD;
    s.set.pad = 1;
    s.term_off.word[0] = 5;
    struct scene x = take(&s);
    assert_true(x.config.start == 7 && x.config.base == 100 && x.config.pescale == 2 && x.config.heads == 2 &&
                x.config.dk == 4);
    assert_true(x.config.divisor == 2 && x.config.mask == MASK_PAD && x.config.pad == 1 &&
                x.config.term_off.word[0] == 5);
    state_copy(&s, &x.state);
    s.set.scale = SCALE_NONE;
    struct scene y = take(&s);
    assert_true(y.config.divisor == 1);
    state_copy(&s, &y.state);
    s.set.scale = SCALE_VALUE;
    s.set.scale_value = 2.5;
    struct scene z = take(&s);
    assert_true(z.config.divisor == 2.5);
    scene_finish(&x);
    scene_finish(&y);
    scene_finish(&z);
}

TEST(a_scene_keeps_no_hold_of_the_state_it_was_made_from)
{
    struct state s = fresh_state(), same;
    struct reply r = {0};
    s.set.mask = MASK_GIVEN;
    assert_true(matrices_set(&s, (struct matrix_ref){MATRIX_MASK, 0}, 0, 1, -INFINITY));
    assert_true(matrices_set(&s, (struct matrix_ref){MATRIX_SCORES, 0}, 0, 2, 4));
    struct scene x = take(&s);
    assert_true(x.config.mask_given.v != state_mask(&x.state)->v &&
                x.config.scores_given.v != state_scores(&x.state)->v);
    state_copy(&same, &x.state);
    assert_true(numbers_edit(&same.numbers, NUMBERS_MASK) && numbers_edit(&same.numbers, NUMBERS_SCORES));
    assert_true(scene_take(&x, &same, &r)); /* the same numbers at other places */
    assert_true(mat_at(x.config.mask_given, 0, 1) == -INFINITY && mat_at(x.config.scores_given, 0, 2) == 4);
    trace_compute(&x.trace, &x.config);
    assert_true(mat_at(x.trace.layer[0].self.map[MAP_WEIGHTS], 0, 1) == 0);
    reply_finish(&r);
    scene_finish(&x);
}

TEST(an_encoding_brings_its_matrices)
{
    struct state s = fresh_state();
    s.set.encoding = encoding("learned");
    struct scene x = take(&s);
    struct mat table = x.config.pe_mat[0];
    assert_true(mat_present(table) && table.cols == 8);
    double was = mat_at(table, 1, 1);
    state_copy(&s, &x.state);
    assert_true(matrices_set(&s, (struct matrix_ref){MATRIX_ENCODING, 0}, 1, 2, 42));
    struct scene y = take(&s);
    assert_true(mat_at(y.config.pe_mat[0], 1, 2) == 42 && mat_at(y.config.pe_mat[0], 1, 1) == was);
    scene_finish(&x);
    scene_finish(&y);
}

TEST(a_refused_state_stays_with_its_owner)
{
    struct state s = fresh_state(), next;
    struct reply r = {0};
    struct scene x = take(&s);
    const double *where = x.config.X.v;
    state_copy(&next, &x.state);
    next.set.heads = 3;
    assert_false(scene_take(&x, &next, &r));
    assert_true(next.set.heads == 3 && next.lexicon && x.state.set.heads == 1 && x.config.X.v == where);
    reply_finish(&r);
    state_finish(&next);
    scene_finish(&x);
}
