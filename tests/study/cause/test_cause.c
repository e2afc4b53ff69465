/* Which part carries the answer: the map, the values, other weights with the same answer. */
#include "study/cause/cause.h"

#include <math.h>
#include <stdio.h>

#include "core/math/rng.h"
#include "core/pipeline/patch.h"
#include "study/cause/lens.h"
#include "study/cause/other.h"
#include "support/asked.h"
#include "support/close.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

#define LEARNED "task repeat seed=2 ; set heads 4 layers 2 ; train 300 ; "
#define SIDES LEARNED "tokens M D B N F N ; pin O ; tokens M N B D F N ; compare O ; set query 5"

static struct cause map_of(struct session *m, bool leaves_out)
{
    struct cause k = {0};
    struct reply r = {0};
    const char *pin;
    const struct scene *other = session_beside(m, &pin);
    assert_true(cause_follow(&k, &m->now, other, leaves_out, &r));
    while (!cause_complete(&k))
        cause_advance(&k, 1, &r);
    reply_finish(&r);
    return k;
}

TEST(the_map_has_the_effects_that_the_value_has)
{
    struct session m = model_after(SIDES);
    struct cause k = map_of(&m, false);
    assert_int_equal(k.words, 6);
    assert_int_equal(k.columns, 10);
    for (int row = 0; row <= k.words; row++)
        for (int col = 0; col < k.columns; col++) {
            struct cause_cell cell = cause_cell_at(&m.now.config, row, col);
            char value[60];
            snprintf(value, sizeof value, "over(%d,%d,%d,5)", cell.layer, cell.head, cell.word);
            assert_close(cause_effect(k.run.m, cause_at(&k, row, col)->m), asked_number(&m, value), 1e-12);
        }
    assert_close(cause_effect(k.run.m, cause_at(&k, k.words, 9)->m), 1,
                 1e-12); /* the last layer is all of it */
    cause_finish(&k);
    session_finish(&m);
}

/* What the map says of a part left out is what `omit` does, and what is carried is put aside. */
TEST(the_map_of_what_is_left_out_is_that_of_omit)
{
    struct session m = model_after(SIDES);
    must_run(&m, "carry attn0.h1");
    struct cause k = map_of(&m, true);
    struct cause_found all = *cause_at(&k, k.words, 8), one = *cause_at(&k, 2, 5);
    must_run(&m, "carry none ; omit attn0");
    assert_close(all.share[1], mat_at(m.now.trace.probs, 5, k.run.b), 1e-12);
    must_run(&m, "omit none ; omit attn1.h1 2");
    assert_close(one.share[1], mat_at(m.now.trace.probs, 5, k.run.b), 1e-12);
    cause_finish(&k);
    session_finish(&m);
}

TEST(what_was_put_in_or_left_out_leaves_no_trace)
{
    struct session m = model_after(SIDES), again = model_after(SIDES);
    must_run(&m, "omit attn0.h1 mean ; carry attn0.h3 2 ; carry layer0 4 ; omit word 1 ; other 5 0");
    assert_false(state_same_numbers(&m.now.state, &again.now.state));
    must_run(&m, "undo ; undo ; undo ; undo ; undo");
    assert_true(state_same_numbers(&m.now.state, &again.now.state));
    assert_true(mat_same(m.now.trace.probs, again.now.trace.probs));
    session_finish(&m);
    session_finish(&again);
}

/* A saved state has the numbers that were carried: the other side is not in it. */
TEST(what_is_carried_is_saved_as_numbers)
{
    struct session m = model_after(SIDES);
    must_run(&m, "carry attn0.h3 2 ; carry layer0 4 ; omit attn1.h0 mean ; omit word 1 ; omit attn1.h2 3");
    struct session loaded = model_loaded(&m);
    assert_int_equal(loaded.now.config.patch_count, 5);
    assert_true(mat_same(m.now.trace.probs, loaded.now.trace.probs));
    session_finish(&m);
    session_finish(&loaded);
}

/* With a task the mean is over its test, and a number of the state; else over the words at hand. */
TEST(the_mean_of_a_head_is_over_the_task_or_the_sentence)
{
    struct session m = model_after(LEARNED "tokens M N B D F N ; omit attn0.h1 mean"), again = fresh_model();
    const struct patch *is = m.now.config.patch;
    assert_true(m.now.config.patch_count == 1 && is->rows.rows == 1 && is->rows.cols == m.now.config.dv);
    struct mat out = attention_head(&m.now.trace.layer[0].self, m.now.trace.layer[0].self.head_out, 1);
    for (int i = 0; i < out.rows; i++)
        assert_true(mat_same(mat_rows(out, i, 1), is->rows));
    struct attention *a = &again.now.trace.layer[0].self;
    double mean = 0;
    for (int i = 0; i < 3; i++)
        mean += mat_at(a->head_out, i, 2) / 3;
    must_run(&again, "omit attn0.h0 mean");
    a = &again.now.trace.layer[0].self;
    for (int i = 0; i < 3; i++)
        assert_close(mat_at(a->head_out, i, 2), mean, 1e-15);
    session_finish(&m);
    session_finish(&again);
}

/* Nobody else reads a word that is left out; the places of the others stay. */
TEST(a_word_that_is_left_out_is_read_by_itself_alone)
{
    struct session m = model_after("omit word 1");
    struct mat w = attention_head(&m.now.trace.layer[0].self, m.now.trace.layer[0].self.map[MAP_WEIGHTS], 0);
    assert_true(mat_at(w, 0, 1) == 0 && mat_at(w, 2, 1) == 0 && mat_at(w, 1, 1) > 0);
    must_run(&m, "omit word 1 off");
    assert_true(
        mat_at(attention_head(&m.now.trace.layer[0].self, m.now.trace.layer[0].self.map[MAP_WEIGHTS], 0), 0,
               1) > 0);
    session_finish(&m);
}

/* A shorter side has no such word, and no layer there says anything of it. */
TEST(layers_say_nothing_of_a_word_that_is_not_there)
{
    struct session m = model_after(LEARNED "tokens M N ; pin O ; tokens M N B D F N ; compare O");
    struct lens here = {0}, there = {0};
    const char *pin;
    const struct scene *other = session_beside(&m, &pin);
    lens_follow(&here, &m.now, 5);
    lens_follow(&there, other, 5);
    lens_advance(&here, &m.now, 1e9, NULL);
    lens_advance(&there, other, 1e9, NULL);
    assert_int_equal(here.done, 3);
    assert_int_equal(there.done, 0);
    lens_finish(&here);
    lens_finish(&there);
    session_finish(&m);
}

TEST(sides_that_do_not_fit_are_refused)
{
    struct session m = model_after(SIDES);
    must_run(&m, "tokens M N B D");
    refused(&m, "carry attn0.h1",
            "carry: the other side has 6 words, 2 layers, here 4, 2 (both need the same)");
    refused(&m, "carry attn2", "carry: no part 'attn2' here");
    refused(&m, "carry ffn0", "carry: no part 'ffn0' here");
    must_run(&m, "tokens M N B D F N ; carry attn0.h1 ; tokens M N B D");
    assert_null(m.now.state.patches); /* it ended with its sentence */
    session_finish(&m);
}

/* Found weights are a pure function of the seed, share out 1, and never move the answer further. */
TEST(other_weights_give_the_same_answer)
{
    struct session m = model_after(SIDES);
    for (int head = -1; head < 2; head++) {
        struct other o = {.word = 5, .head = head, .seed = 7}, again = o;
        struct reply r = {0};
        assert_true(other_find(&o, &m.now, NULL, &r));
        assert_true(other_find(&again, &m.now, NULL, &r));
        assert_true(value_same(o.rows, again.rows) && o.answer <= OTHER_ANSWER && o.distance > 0);
        for (int h = 0; h < o.heads; h++) {
            double sum = 0;
            for (int j = 0; j < o.keys; j++)
                sum += mat_at(value_mat(o.rows), h, j);
            assert_close(sum, 1, 1e-12);
        }
        value_drop(o.rows);
        value_drop(again.rows);
        reply_finish(&r);
    }
    struct session by_lot = model_after(SIDES), plain = model_after(SIDES);
    must_run(&plain, "other 5 0");
    must_run(&by_lot, "set draw 2 ; other 5 0");
    assert_false(mat_same(by_lot.now.config.patch[0].rows, plain.now.config.patch[0].rows));
    session_finish(&plain);
    session_finish(&by_lot);
    struct mat before = mat_of(1, 12, 12, (double[12]){0});
    mat_copy(before, mat_rows(m.now.trace.probs, 5, 1));
    must_run(&m, "other 5");
    double moved = 0;
    for (int k = 0; k < 12; k++)
        moved += fabs(mat_at(m.now.trace.probs, 5, k) - mat_at(before, 0, k)) / 2;
    assert_true(moved > 0 && moved <= OTHER_ANSWER);
    session_finish(&m);
}

/* Draws a pair of sentences "a X b Y ... a", in which a and b change places: one answers X, the other Y.
 * *behind: where X and Y stand; *line: the commands that put them side by side. */
static void draw_pair(struct rng *rng, char *line, size_t size, int behind[2], int *asks)
{
    char of[] = "BCDEFGHJKLMN", here[40] = "", there[40] = "";
    int n = 5 + (int)(rng_next(rng) % 4), a = (int)(rng_next(rng) % (uint64_t)(n - 3)),
        b = a + 2 + (int)(rng_next(rng) % (uint64_t)(n - 3 - a));
    for (int i = 0; i <= n; i++) {
        int other = i + (int)(rng_next(rng) % (uint64_t)(12 - i)), at = i == n ? a : i;
        char x = of[other];
        of[other] = of[i];
        of[i] = x;
        snprintf(here + 2 * i, 3, " %c", of[at]);
        snprintf(there + 2 * i, 3, " %c", of[at]);
    }
    there[2 * a + 1] = of[b];
    there[2 * b + 1] = of[a];
    behind[0] = a + 1;
    behind[1] = b + 1;
    *asks = n;
    snprintf(line, size, "tokens%s ; pin O ; tokens%s ; compare O ; set query %d", there, here, n);
}

/* With one head, the repetition is carried by the head of the first layer at the letters behind the exchanged
 * ones, and by the head of the second layer at the asking word, whatever the seed. One pair may go another
 * way (a letter known by its place), so that the effect is the mean over pairs. */
TEST(the_map_finds_the_heads_that_carry_a_repetition)
{
    enum { PAIRS = 20 };
    for (int seed = 1; seed <= 10; seed++) {
        char line[200];
        snprintf(line, sizeof line, "task repeat seed=%d ; train 600", seed);
        struct session m = model_after(line);
        struct rng rng = rng_seed((uint64_t)seed);
        int pairs = 0, found = 0;
        double effect[2] = {0};
        for (int i = 0; i < PAIRS; i++) {
            int behind[2], asks, best[2] = {0, 0};
            draw_pair(&rng, line, sizeof line, behind, &asks);
            must_run(&m, line);
            struct cause k = map_of(&m, false);
            for (int col = 0; k.found && col < 2; col++) {
                for (int row = 1; row < k.words; row++)
                    if (cause_effect(k.run.m, cause_at(&k, row, col)->m) >
                        cause_effect(k.run.m, cause_at(&k, best[col], col)->m))
                        best[col] = row;
                effect[col] += cause_effect(k.run.m, cause_at(&k, k.words, col)->m);
            }
            pairs += k.found != NULL;
            found += k.found && (best[0] == behind[0] || best[0] == behind[1]) && best[1] == asks;
            cause_finish(&k);
        }
        if (pairs < PAIRS - 3 || found < pairs - 2 || effect[0] / pairs < 0.9 || effect[1] / pairs < 0.9)
            fail_msg("seed %d: %d pairs, found in %d, effects %.3f %.3f", seed, pairs, found,
                     effect[0] / pairs, effect[1] / pairs);
        session_finish(&m);
    }
}
