/* Matrices by name: which there are, their shapes, reading, writing, fitting to new sizes. */
#include <string.h>

#include "core/encoding/posenc.h"
#include "state/matrices.h"
#include "support/models.h"
#include "support/test.h"

static const struct matrix_ref wq = {MATRIX_WEIGHT, W_Q}, wo = {MATRIX_WEIGHT, W_O}, words_x = {MATRIX_X, 0},
                               words_y = {MATRIX_Y, 0}, mask = {MATRIX_MASK, 0}, scores = {MATRIX_SCORES, 0},
                               first = {MATRIX_ENCODING, 0};

static void shape_is(const struct state *s, struct matrix_ref m, int rows, int cols)
{
    int r, c;
    matrices_shape(s, m, &r, &c);
    if (r != rows || c != cols)
        fail_msg("%s is %d x %d", matrices_name(s, m), r, c);
}

static void names_are(const struct state *s, const char *want)
{
    struct matrix_ref refs[MATRICES_MAX];
    char all[256] = "";
    int count = matrices_list(s, refs);
    assert_true(count <= MATRICES_MAX);
    for (int i = 0; i < count; i++) {
        struct matrix_ref found;
        strcat(strcat(all, i ? " " : ""), matrices_name(s, refs[i]));
        assert_true(matrices_find(s, matrices_name(s, refs[i]), &found));
        assert_true(found.kind == refs[i].kind && found.index == refs[i].index);
        assert_true(*text_in(matrices_help(s, refs[i]), LANG_EN) &&
                    *text_in(matrices_help(s, refs[i]), LANG_ZH));
    }
    assert_string_equal(all, want);
}

TEST(what_takes_part_is_listed_and_found_by_its_name)
{
    struct state s = fresh_state();
    names_are(&s, "x WQ WK WV WO bQ bK bV bO");
    s.set.encoding = posenc_index(posenc_find("learned"));
    remember(&s, (const char *const[]){"我", "爱"}, 2);
    names_are(&s, "x y WQ WK WV WO bQ bK bV bO table");
    s.set.encoding = 0;
    s.set.dff = 4;
    s.set.norm = NORM_POST;
    s.set.block = BLOCK_DECODER;
    assert_true(matrices_set(&s, mask, 0, 0, 0) && matrices_set(&s, scores, 0, 0, 0));
    names_are(&s, "x y WQ WK WV WO bQ bK bV bO WQc WKc WVc WOc bQc bKc bVc bOc g1 s1 gc sc g2 s2 W1 b1 W2 b2 "
                  "mask scores");
    state_finish(&s);
}

TEST(what_takes_no_part_has_no_name)
{
    struct state s = fresh_state();
    struct matrix_ref m;
    assert_false(matrices_find(&s, "W1", &m) || matrices_find(&s, "WQc", &m) ||
                 matrices_find(&s, "table", &m) || matrices_find(&s, "wq", &m));
    assert_true(matrices_find(&s, "X", &m) && m.kind == MATRIX_X);
    assert_true(matrices_find(&s, "mask", &m) && matrices_find(&s, "scores", &m));
    state_finish(&s);
}

TEST(shapes_follow_the_settings)
{
    struct state s = fresh_state();
    s.set.heads = 2;
    s.set.dk = 3;
    s.set.dv = 5;
    s.set.dff = 7;
    shape_is(&s, words_x, 3, 8);
    shape_is(&s, wq, 8, 6);
    shape_is(&s, wo, 10, 8);
    shape_is(&s, (struct matrix_ref){MATRIX_WEIGHT, B_V}, 1, 10);
    shape_is(&s, (struct matrix_ref){MATRIX_WEIGHT, FF_W1}, 8, 7);
    shape_is(&s, (struct matrix_ref){MATRIX_WEIGHT, W_KC}, 0, 0);
    shape_is(&s, scores, 3, 3);
    remember(&s, (const char *const[]){"我", "爱"}, 2);
    s.set.dsrc = 4;
    shape_is(&s, words_y, 2, 4);
    shape_is(&s, (struct matrix_ref){MATRIX_WEIGHT, W_K}, 4, 6);
    shape_is(&s, mask, 3, 2);
    s.set.block = BLOCK_DECODER;
    shape_is(&s, (struct matrix_ref){MATRIX_WEIGHT, W_K}, 8, 6);
    shape_is(&s, (struct matrix_ref){MATRIX_WEIGHT, W_KC}, 4, 6);
    shape_is(&s, mask, 3, 3);
    state_finish(&s);
}

TEST(an_entry_is_set_and_the_rest_is_as_it_stood)
{
    struct state s = fresh_state();
    assert_true(matrices_get(&s, wq, 2, 2) == 1 && matrices_get(&s, wq, 2, 3) == 0);
    assert_true(matrices_set(&s, wq, 2, 3, 0.5));
    assert_true(matrices_get(&s, wq, 2, 3) == 0.5 && matrices_get(&s, wq, 2, 2) == 1 &&
                matrices_get(&s, wq, 3, 2) == 0);
    assert_true(matrices_set(&s, (struct matrix_ref){MATRIX_WEIGHT, LN_G1}, 0, 1, 3));
    assert_true(matrices_get(&s, (struct matrix_ref){MATRIX_WEIGHT, LN_G1}, 0, 0) == 1);
    assert_true(matrices_set(&s, (struct matrix_ref){MATRIX_WEIGHT, B_Q}, 0, 1, 3));
    assert_true(matrices_get(&s, (struct matrix_ref){MATRIX_WEIGHT, B_Q}, 0, 0) == 0);
    state_finish(&s);
}

TEST(an_encodings_matrix_keeps_what_it_started_with)
{
    struct state s = fresh_state();
    s.set.encoding = posenc_index(posenc_find("alibi"));
    double slope = matrices_get(&s, first, 0, 0);
    assert_true(slope > 0);
    s.set.heads = 2;
    double second = matrices_get(&s, first, 0, 1);
    assert_true(matrices_set(&s, first, 0, 0, 9));
    assert_true(matrices_get(&s, first, 0, 0) == 9 && matrices_get(&s, first, 0, 1) == second && second > 0);
    state_finish(&s);
}

TEST(all_occurrences_of_a_word_share_its_embedding)
{
    struct state s = fresh_state();
    int cat = s.sentence->id[0], id[3] = {cat, s.sentence->id[1], cat};
    say_known(&s, id, 3);
    remember(&s, (const char *const[]){"猫", "爱"}, 2);
    assert_true(matrices_set(&s, words_x, 2, 1, 7));
    assert_true(matrices_get(&s, words_x, 0, 1) == 7 && matrices_get(&s, words_y, 0, 1) == 7 &&
                matrices_get(&s, words_x, 1, 1) != 7);
    assert_true(matrices_set(&s, words_y, 1, 20, 4) && matrices_get(&s, words_y, 1, 20) == 4 &&
                matrices_get(&s, words_x, 0, 20) == 0);
    double rows[24];
    for (int i = 0; i < 24; i++)
        rows[i] = i;
    assert_true(matrices_set_all(&s, words_x, rows));
    assert_true(matrices_get(&s, words_x, 0, 3) == 19 && matrices_get(&s, words_x, 2, 3) == 19 &&
                matrices_get(&s, words_x, 1, 3) == 11);
    state_finish(&s);
}

TEST(all_entries_at_once)
{
    struct state s = fresh_state(), copy;
    double v[64];
    for (int i = 0; i < 64; i++)
        v[i] = i + 0.5;
    state_copy(&copy, &s);
    assert_true(matrices_set_all(&s, wq, v) && matrices_set_all(&s, words_x, v));
    assert_true(matrices_get(&s, wq, 3, 5) == 29.5 && matrices_get(&s, words_x, 2, 7) == 23.5);
    assert_true(matrices_get(&copy, wq, 3, 5) == 0 && matrices_get(&copy, words_x, 0, 0) == 1);
    state_finish(&copy);
    state_finish(&s);
}

TEST(reading_all_is_reading_each)
{
    struct state s = fresh_state();
    double v[100 * 16];
    s.set.dff = 5;
    s.set.norm = NORM_PRE;
    remember(&s, (const char *const[]){"猫", "爱"}, 2);
    assert_true(matrices_set(&s, wq, 1, 2, 3) && matrices_set(&s, scores, 0, 1, 2));
    s.set.d = 10;
    for (int e = 0; e < posenc_count(); e++) {
        struct matrix_ref refs[MATRICES_MAX];
        s.set.encoding = e;
        int rows, cols, count = matrices_list(&s, refs);
        for (int i = 0; i < count; i++) {
            matrices_shape(&s, refs[i], &rows, &cols);
            assert_true(rows * cols <= 1600);
            struct mat m = mat_of(rows, cols, cols, v);
            matrices_read(&s, refs[i], m);
            for (int k = 0; k < rows * cols; k++)
                assert_true(v[k] == matrices_get(&s, refs[i], k / cols, k % cols));
        }
    }
    state_finish(&s);
}

TEST(layers_have_matrices_of_their_own)
{
    struct state s = fresh_state();
    s.set.layers = 3;
    s.look.layer = 2;
    assert_true(matrices_set(&s, wq, 0, 1, 5));
    s.look.layer = 1;
    assert_true(matrices_get(&s, wq, 0, 1) == 0);
    assert_null(state_weight(&s, 0, W_Q));
    assert_true(state_weight(&s, 2, W_Q)->v[1] == 5);
    state_finish(&s);
}

TEST(fitting_keeps_the_front_and_adds_what_stands_there)
{
    struct state s = fresh_state(), was;
    assert_true(matrices_set(&s, wq, 1, 0, 5) && matrices_set(&s, wq, 7, 7, 6));
    state_copy(&was, &s);
    s.set.d = 10;
    assert_true(matrices_fit(&s, NULL));
    assert_true(state_weight(&s, 0, W_Q)->rows == 10 && state_weight(&s, 0, W_Q)->cols == 10);
    assert_true(matrices_get(&s, wq, 1, 0) == 5 && matrices_get(&s, wq, 7, 7) == 6);
    assert_true(matrices_get(&s, wq, 9, 9) == 1 && matrices_get(&s, wq, 9, 8) == 0 &&
                matrices_get(&s, wq, 1, 9) == 0);
    s.set.d = 4;
    assert_true(matrices_fit(&s, NULL));
    s.set.d = 8;
    assert_true(matrices_fit(&s, NULL));
    assert_true(matrices_get(&s, wq, 1, 0) == 5 && matrices_get(&s, wq, 7, 7) == 1 &&
                matrices_get(&s, wq, 7, 0) == 0);
    assert_true(state_weight(&was, 0, W_Q)->v[63] == 6);
    state_finish(&was);
    state_finish(&s);
}

TEST(fitting_follows_heads_and_their_widths)
{
    struct state s = fresh_state();
    assert_true(matrices_set(&s, wq, 0, 1, 5) && matrices_set(&s, wo, 1, 0, 5));
    s.set.dk = 3;
    s.set.dv = 2;
    s.set.heads = 2;
    assert_true(matrices_fit(&s, NULL));
    assert_true(state_weight(&s, 0, W_Q)->rows == 8 && state_weight(&s, 0, W_Q)->cols == 6 &&
                matrices_get(&s, wq, 0, 1) == 5 && matrices_get(&s, wq, 5, 5) == 1);
    assert_true(state_weight(&s, 0, W_O)->rows == 4 && state_weight(&s, 0, W_O)->cols == 8 &&
                matrices_get(&s, wo, 1, 0) == 5);
    assert_null(state_weight(&s, 0, W_K));
    state_finish(&s);
}

TEST(what_takes_no_part_waits_as_it_was)
{
    struct state s = fresh_state();
    const struct matrix_ref w1 = {MATRIX_WEIGHT, FF_W1};
    s.set.dff = 6;
    s.set.layers = 2;
    s.look.layer = 1;
    assert_true(matrices_set(&s, w1, 7, 5, 5) && matrices_set(&s, wq, 7, 0, 3));
    s.set.dff = 0;
    assert_true(matrices_fit(&s, NULL));
    assert_true(state_weight(&s, 1, FF_W1)->cols == 6);
    s.set.dff = 6;
    assert_true(matrices_fit(&s, NULL));
    assert_true(matrices_get(&s, w1, 7, 5) == 5);
    s.set.layers = 1;
    s.set.d = 4;
    assert_true(matrices_fit(&s, NULL) && state_weight(&s, 1, W_Q)->rows == 8);
    s.set.layers = 2;
    assert_true(matrices_fit(&s, NULL) && state_weight(&s, 1, W_Q)->rows == 4 &&
                state_weight(&s, 1, FF_W1)->rows == 4);
    state_finish(&s);
}

TEST(fitting_an_encodings_table)
{
    struct state s = fresh_state();
    s.set.encoding = posenc_index(posenc_find("learned"));
    assert_true(matrices_set(&s, first, 1, 1, 42));
    s.set.d = 10;
    double standing = matrices_get(&s, first, 0, 9);
    assert_true(matrices_fit(&s, NULL));
    assert_int_equal(state_encoding(&s, 0)->cols, 10);
    assert_true(matrices_get(&s, first, 1, 1) == 42 && matrices_get(&s, first, 0, 9) == standing);
    state_finish(&s);
}
