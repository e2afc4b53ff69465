/* The order experiment on many scenes, comparisons matched by word, and both
 * sides of one changing places. */
#include <math.h>
#include <string.h>

#include "core/math/rng.h"
#include "core/pipeline/stage.h"
#include "session/session.h"
#include "state/matrices.h"
#include "state/weights.h"
#include "study/comparison.h"
#include "support/close.h"
#include "support/models.h"
#include "support/test.h"

/* ---- the experiment ----------------------------------------------------------- */

static void random_weights(struct state *s, struct rng *rng)
{
    static const enum weight square[] = {W_Q, W_K, W_V, W_O};
    assert_true(matrices_fit(s, NULL));
    for (int l = 0; l < s->set.layers; l++)
        for (int i = 0; i < 4; i++) {
            s->look.layer = l;
            double v[32 * 32];
            for (int k = 0; k < s->set.d * s->set.d; k++)
                v[k] = rng_normal(rng) / sqrt(s->set.d);
            assert_true(matrices_set_all(s, (struct matrix_ref){MATRIX_WEIGHT, (int)square[i]}, v));
        }
    s->look.layer = 0;
}

/* Says words that can all take each other's places. */
static void say_nouns(struct state *s, const int *which, int count)
{
    static const char *const nouns[] = {"猫", "狗", "马", "牛", "狮子", "猴子", "熊", "狐狸", "狼"};
    int id[12];
    for (int t = 0; t < count; t++)
        id[t] = lexicon_find(s->lexicon, nouns[which[t]]);
    say_known(s, id, count);
}

/* A sentence of 2 to 12 words, some of them alike, in some shape of network. */
static void random_state(struct state *s, int seed)
{
    struct rng rng = rng_seed((uint64_t)seed);
    int word[12], n = 2 + seed % 11;
    for (int t = 0; t < n; t++)
        word[t] = (int)(rng_next(&rng) % 9);
    word[n - 1] = word[0]; /* swapping the ends alone would change nothing */
    word[1] = (word[0] + 3) % 9;
    say_nouns(s, word, n);
    s->set.d = 8 << seed % 3;
    s->set.heads = 1 << seed % 2;
    s->set.layers = 1 + seed % 3;
    s->set.block = seed % 4 == 3 ? BLOCK_ENCODER : BLOCK_ATTENTION;
    s->set.norm = seed % 3;
    s->set.residual = seed % 2;
    s->set.dff = seed % 5 == 4 ? 16 : 0;
    random_weights(s, &rng);
}

TEST(only_without_encoding_and_mask_is_the_difference_nothing)
{
    for (int seed = 0; seed < 60; seed++) {
        struct session m = fresh_model();
        struct order o = {0};
        struct state s;
        state_copy(&s, &m.now.state);
        random_state(&s, seed);
        compute_order(&o, &s);
        if (!o.known)
            fail_msg("scene %d: %s", seed, text_str(&o.why));
        assert_true(state_word(&s, s.sentence, o.swaps.a) != state_word(&s, s.sentence, o.swaps.b));
        for (int i = 0; i < 4; i++) {
            const struct order_corner *c = &o.corner[i / 2][i % 2];
            bool blind = i == 0;
            if (c->most_rounding != blind || (blind && !c->mean_rounding))
                fail_msg("scene %d, corner %d: %g, mean %g", seed, i, c->most, c->mean);
        }
        order_finish(&o);
        state_finish(&s);
        session_finish(&m);
    }
}

TEST(it_says_what_it_cannot_compute)
{
    static const struct {
        const char *why;
        const char *word[3];
        int count, d;
        const char *encoding;
        bool twin;
    } cases[] = {
        {"one word has only one order: there is no other to compare with",
         {"猫", NULL},
         1,
         8,
         "sincos",
         false},
        {"the words that change places have the same vectors: nothing would change",
         {"猫", "猫"},
         2,
         8,
         "sincos",
         false},
        {"the words that change places have the same vectors: nothing would change",
         {"猫", "cat"},
         2,
         8,
         "sincos",
         false},
        {"the words that change places have the same vectors: nothing would change",
         {"猫", "追", "cat"},
         3,
         8,
         "sincos",
         false},
        {"encoding xl: xl uses d/2 sines and d/2 cosines: d must be even (try set d 8)",
         {"猫", "狗"},
         2,
         7,
         "xl",
         true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = fresh_model();
        struct order o = {0};
        struct state s;
        state_copy(&s, &m.now.state);
        say_words(&s, cases[i].word, cases[i].count);
        s.set.d = cases[i].d;
        s.set.encoding = 0;
        s.look.encoding_before = posenc_index(posenc_find(cases[i].encoding));
        compute_order(&o, &s);
        assert_string_equal(text_str(&o.why), cases[i].why);
        assert_true(!o.known && o.twin_known == cases[i].twin &&
                    o.corner[ORDER_OFF][ORDER_NONE].known == cases[i].twin);
        s.set.d = 8;
        say_nouns(&s, (const int[]){0, 3}, 2);
        compute_order(&o, &s);
        assert_true(o.known && o.why.len == 0);
        order_finish(&o);
        state_finish(&s);
        session_finish(&m);
    }
}

/* A wide scene's corners are computed one by one between two keys; until then the twin is there. */
TEST(a_large_experiment_is_done_in_pieces)
{
    struct session m = fresh_model();
    struct state next;
    state_copy(&next, &m.now.state);
    next.set.d = 1024;
    next.look.view = VIEW_COMPARE;
    commit(&m, &next);
    assert_true(session_busy(&m) && m.order.twin_known && m.order.done == 1 && !m.order.known &&
                m.order.why.len == 0);
    for (int done = 2; done <= 4; done++) {
        session_work(&m, NULL);
        assert_int_equal(m.order.done, done);
    }
    assert_true(!session_busy(&m) && m.order.known);
    state_copy(&next, &m.now.state);
    next.look.query = 1; /* only the look changes: nothing is recomputed */
    commit(&m, &next);
    assert_true(m.order.known && !session_busy(&m));
    session_finish(&m);
}

TEST(switching_the_encoding_on_again_brings_back_the_one_that_was_on)
{
    struct session m = fresh_model();
    struct state next;
    state_copy(&next, &m.now.state);
    next.set.encoding = posenc_index(posenc_find("rope"));
    commit(&m, &next);
    state_copy(&next, &m.now.state);
    next.set.encoding = 0;
    commit(&m, &next);
    assert_int_equal(order_encoding(&m.now.state), posenc_index(posenc_find("rope")));
    session_finish(&m);
}

/* ---- comparisons -------------------------------------------------------------- */

TEST(rows_and_columns_are_matched_by_word)
{
    struct session m = fresh_model();
    struct scene a = {0}, b = {0};
    struct comparison c;
    scene_saying(&a, &m, (const int[]){0, 1, 0, 2}, 4);
    scene_saying(&b, &m, (const int[]){2, 0, 3, 0}, 4);
    comparison_make(&c, &a, &b, STAGE_WEIGHTS);
    assert_true(c.row_of[0] == 1 && c.row_of[1] == -1 && c.row_of[2] == 3 && c.row_of[3] == 0);
    assert_memory_equal(c.col_of, c.row_of, 4 * sizeof c.col_of[0]);
    double want = 0;
    for (int j = 0; j < 4; j++)
        if (c.col_of[j] >= 0)
            want = fmax(want, fabs(mat_at(a.trace.layer[0].self.map[MAP_WEIGHTS], 0, j) -
                                   mat_at(b.trace.layer[0].self.map[MAP_WEIGHTS], 1, c.col_of[j])));
    assert_true(want > 0);
    assert_close(comparison_row(&c, 0), want, 0);
    assert_close(comparison_row(&c, 1), -1, 0);
    assert_close(comparison_mean(&c), -1, 0);
    assert_close(c.size, 1, 0); /* no weight is larger */
    comparison_make(&c, &a, &b, STAGE_SCORES);
    assert_close(c.size, fmax(mat_max_abs(c.a.m), mat_max_abs(c.b.m)), 0);
    assert_true(c.size > 1);
    comparison_make(&c, &a, &b, STAGE_X);
    assert_close(comparison_most(&c), 0, 0); /* a word is the same word wherever it is */
    assert_true(comparison_mean(&c) > 0);
    scene_finish(&a);
    scene_finish(&b);
    session_finish(&m);
}

TEST(sides_that_do_not_fit_have_no_difference)
{
    struct session m = fresh_model();
    struct scene a = {0}, b = {0};
    struct comparison c;
    scene_saying(&a, &m, (const int[]){0, 1}, 2);
    m.now.state.set.encoding = 0;
    m.now.state.set.d = 4;
    scene_saying(&b, &m, (const int[]){0, 1}, 2);
    comparison_make(&c, &a, &b, STAGE_P);
    assert_true(mat_present(c.a.m) && !mat_present(c.b.m) && comparison_row(&c, 0) < 0);
    comparison_make(&c, &a, &b, STAGE_TOKENS);
    assert_true(!c.same_width && comparison_most(&c) < 0);
    comparison_make(&c, &a, &b, STAGE_SCORES);
    assert_true(c.same_width && comparison_most(&c) > 0);
    scene_finish(&a);
    scene_finish(&b);
    session_finish(&m);
}

TEST(what_is_not_finite_is_not_called_equal)
{
    double x[] = {1, INFINITY, (double)NAN}, y[] = {1, INFINITY, 2};
    struct comparison c = {
        .a.m = mat_of(1, 3, 3, x), .b.m = mat_of(1, 3, 3, y), .same_width = true, .size = 1};
    assert_true(isnan(comparison_row(&c, 0)) && isnan(comparison_most(&c)) && isnan(comparison_mean(&c)));
    assert_false(comparison_rounding(&c, comparison_most(&c)));
    c.a.m.cols = c.b.m.cols = 2; /* a key hidden on both sides is no difference */
    assert_true(comparison_row(&c, 0) == 0);
}

/* 猫 狗 马 猫 牛: 猫 at 0 and 牛 are swapped, the other 猫 stays. */
TEST(equal_words_of_the_twin_keep_their_numbers)
{
    struct session m = fresh_model();
    struct state next;
    struct reply r = {0};
    struct comparison c;
    struct text label = {0};
    const int want[] = {4, 1, 2, 3, 0};
    state_copy(&next, &m.now.state);
    say_nouns(&next, (const int[]){0, 1, 2, 0, 3}, 5);
    commit(&m, &next);
    assert_true(order_follow(&m.order, &m.now.state, &r));
    comparison_make(&c, &m.now, &m.order.twin, STAGE_WEIGHTS);
    assert_memory_equal(c.row_of, want, sizeof want);
    assert_memory_equal(c.col_of, want, sizeof want);
    comparison_make(&c, &m.order.twin, &m.now, STAGE_WEIGHTS);
    assert_memory_equal(c.row_of, want, sizeof want);
    for (int i = 0; i < 2; i++) { /* entered, it is numbered from the left */
        const struct state *s = i ? &m.now.state : &m.order.twin.state;
        text_clear(&label);
        state_label(s, s->sentence, 4, &label);
        assert_string_equal(strchr(text_str(&label), '#'), i ? "#2" : "#1");
        m.compare = -1;
        assert_true(session_exchange(&m, "compare swap", &r));
    }
    text_finish(&label);
    reply_finish(&r);
    session_finish(&m);
}

/* ---- both sides --------------------------------------------------------------- */

static const char *first_word(const struct scene *s)
{
    return state_word(&s->state, s->state.sentence, 0);
}

TEST(the_two_sides_change_places)
{
    struct session m = fresh_model();
    struct reply r = {0};
    struct state next;
    const char *name;
    assert_true(session_pin(&m, "before", &r));
    state_copy(&next, &m.now.state);
    say_nouns(&next, (const int[]){4, 5}, 2);
    next.set.encoding = 0;
    commit(&m, &next);
    state_copy(&next, &m.now.state);
    next.term_off.word[0] = 1;
    commit(&m, &next);
    const char *word = first_word(&m.now);
    assert_true(session_exchange(&m, "compare swap", &r));
    assert_string_equal(first_word(&m.now), "猫");
    assert_true(!term_set_any(&m.now.state.term_off));
    assert_string_equal(first_word(session_beside(&m, &name)), word);
    assert_string_equal(name, "before");
    assert_true(session_exchange(&m, "compare swap", &r));
    assert_true(m.now.state.term_off.word[0] == 1 && m.now.state.set.encoding == 0);
    assert_true(session_undo(&m, &r));
    assert_string_equal(first_word(&m.now), "猫");
    reply_finish(&r);
    session_finish(&m);
}

TEST(the_twin_is_entered_and_left_again)
{
    struct session m = fresh_model();
    struct reply r = {0};
    struct state next;
    assert_true(session_exchange(&m, "compare swap", &r));
    assert_string_equal(first_word(&m.now), "狗");
    assert_true(session_exchange(&m, "compare swap", &r));
    assert_string_equal(first_word(&m.now), "猫");
    state_copy(&next, &m.now.state);
    say_known(&next, (const int[]){1}, 1);
    commit(&m, &next);
    assert_false(session_exchange(&m, "compare swap", &r));
    assert_non_null(strstr(text_str(&r.text), "only one order"));
    reply_finish(&r);
    session_finish(&m);
}

/* The reader on a sentence, with its twin and all corners. */
static struct order read_order(struct session *m, const char *const *words, int count)
{
    struct order o = {0};
    struct state next;
    state_copy(&next, &m->now.state);
    assert_true(weights_reader(&next));
    say_words(&next, words, count);
    commit(m, &next);
    compute_order(&o, &m->now.state);
    assert_true(o.twin_known);
    return o;
}

/* The phrases differ in length, so that the words between them move, too. */
TEST(phrases_change_places_as_a_whole)
{
    struct session m = fresh_model();
    struct comparison c;
    struct order o = read_order(&m, (const char *const[]){"the", "big", "dog", "likes", "the", "cat"}, 6);
    const int want[] = {3, 4, 5, 2, 0, 1};
    comparison_make(&c, &m.now, &o.twin, STAGE_WEIGHTS);
    assert_memory_equal(c.row_of, want, sizeof want);
    assert_true(o.known && o.corner[ORDER_OFF][ORDER_NONE].most_rounding &&
                o.corner[ORDER_OFF][ORDER_NONE].mean_rounding &&
                !o.corner[ORDER_ON][ORDER_NONE].most_rounding);
    for (int t = 0; t < 6; t++) {
        const struct sequence *q = o.twin.state.sentence;
        assert_int_equal(sequence_after_swap(q, t), want[t]);
        assert_int_equal(sequence_before_swap(q, want[t]), t);
    }
    struct text label = {0};
    state_label(&o.twin.state, o.twin.state.sentence, 3, &label);
    assert_string_equal(text_str(&label), "the#1");
    text_clear(&label);
    order_phrase(&o.of, o.swaps.a, o.swaps.a_end, &label);
    assert_string_equal(text_str(&label), "the big dog");
    text_finish(&label);
    order_finish(&o);
    session_finish(&m);
}

/* he is him at another place, but to the reader they are two words. */
TEST(pronouns_keep_their_column_in_another_case)
{
    struct session m = fresh_model();
    struct comparison c;
    struct order o = read_order(&m, (const char *const[]){"she", "loves", "him"}, 3);
    assert_string_equal(state_word(&o.twin.state, o.twin.state.sentence, 0), "he");
    assert_string_equal(state_word(&o.twin.state, o.twin.state.sentence, 2), "her");
    comparison_make(&c, &m.now, &o.twin, STAGE_X);
    assert_true(c.row_of[0] == 2 && c.row_of[1] == 1 && c.row_of[2] == 0 && comparison_row(&c, 0) > 0.01);
    assert_true(!o.known && order_complete(&o));
    assert_string_equal(text_str(&o.why), "a pronoun changes its form: nothing to compare");
    order_finish(&o);
    o = read_order(&m, (const char *const[]){"you", "love", "it"}, 3);
    assert_true(o.known && o.corner[ORDER_OFF][ORDER_NONE].most_rounding);
    order_finish(&o);
    session_finish(&m);
}
