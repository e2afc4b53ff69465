/* What a trace takes from another one: the rows of a causal sentence before the first word that differs,
 * whole layers below an edit; everything else is computed, and all of it has the bits of a fresh computation.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/math/rng.h"
#include "core/pipeline/grad.h"
#include "core/pipeline/readout.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "support/random_case.h"
#include "support/test.h"

/* Makes a case causal where it may be: with its own words alone, without a mask that is given. */
static struct random_case causal_case(int i)
{
    struct random_case x = random_case_at(i);
    if (!(x.c.mask & MASK_GIVEN) && x.c.m == 0)
        x.c.mask = MASK_CAUSAL;
    return x;
}

/* Returns x's config for its first `n` words. */
static struct config first_words(const struct random_case *x, int n)
{
    struct config c = x->c;
    c.n = n;
    c.X = mat_rows(c.X, 0, n);
    if (mat_present(c.T))
        c.T = mat_rows(c.T, 0, n);
    if (mat_present(c.scores_given))
        c.scores_given = mat_columns(mat_rows(c.scores_given, 0, n), 0, config_keys(&c));
    if (mat_present(c.mask_given))
        c.mask_given = mat_columns(mat_rows(c.mask_given, 0, n), 0, config_keys(&c));
    return c;
}

/* Goes on from `from` (of config `was`) to c, and compares all numbers with those of a fresh trace. Returns
 * how many rows the readout kept. */
static int go_on(struct trace *t, const struct config *c, const struct trace *from, const struct config *was)
{
    struct trace fresh = {.layers = 0};
    assert_true(trace_reserve(&fresh, c) && trace_compute(&fresh, c));
    assert_true(trace_reserve(t, c) && trace_go_on(t, c, from, trace_alike(was, c)));
    int kept = t->first;
    readout_ask(t, READOUT_ALL);
    assert_same_trace(t, &fresh);
    trace_finish(&fresh);
    return kept;
}

TEST(words_that_are_added_or_removed_leave_the_bits_of_a_fresh_trace)
{
    int kept = 0;
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = causal_case(i);
        for (int from = 1; from <= RANDOM_N; from++)
            for (int to = 1; to <= RANDOM_N; to++) {
                struct config was = first_words(&x, from), c = first_words(&x, to);
                struct trace before = {.layers = 0}, t = {.layers = 0};
                assert_true(trace_reserve(&before, &was) && trace_compute(&before, &was));
                int rows = go_on(&t, &c, &before, &was), both = from < to ? from : to;
                bool lone = x.c.m == 0 && x.c.mask == MASK_CAUSAL && !mat_present(c.scores_given) &&
                            x.c.pe != posenc_find("normalized") && !posenc_counts(&x.c);
                assert_int_equal(rows, from == to || lone ? both : x.c.mask == MASK_CAUSAL ? rows : 0);
                kept += rows;
                trace_finish(&t);
                trace_finish(&before);
            }
        random_case_finish(&x);
    }
    assert_true(kept > 6000);
}

/* Draws settings with which a sentence can be written: everything but what rows depend on that come later. */
static struct random_spec written_spec(struct rng *r)
{
    enum { LINEAR = 1, YARN = 4, LLAMA3 };
    const enum norm_kind norms[] = {NORM_NONE, NORM_PRE, NORM_POST, NORM_OUT, NORM_BOTH};
    const int scalings[] = {0, 0, LINEAR, YARN, LLAMA3};
    struct random_spec s = {.seed = rng_next(r), .mask = MASK_CAUSAL, .asked = true};
    s.encoding = posencs[rng_next(r) % (uint64_t)posenc_count()]->name;
    s.block = rng_next(r) % 3 ? BLOCK_ENCODER : BLOCK_ATTENTION;
    s.norm = norms[rng_next(r) % 5];
    s.layers = 1 + (int)(rng_next(r) % 4);
    s.alone = rng_next(r) % 5 == 0;
    s.bare = rng_next(r) % 3 == 0;
    s.activation = (enum activation)(rng_next(r) % 3);
    s.final_norm = rng_next(r) % 2;
    s.modern = rng_next(r) % 2;
    s.published = rng_next(r) % 5 == 0;
    s.qk_norm = (enum qk_norm)(rng_next(r) % 4);
    s.sink = rng_next(r) % 3 == 0;
    s.parallel = s.norm <= NORM_PRE && rng_next(r) % 3 == 0;
    s.window = (int)(rng_next(r) % 5);
    s.softcap = rng_next(r) % 3 == 0 ? 1 : 0;
    s.final_cap = rng_next(r) % 3 == 0 ? 2 : 0;
    s.scaling = scalings[rng_next(r) % 5];
    return s;
}

/* Word by word, as a sentence is written: all numbers are those of computing it again from the start, and no
 * row of an old word was computed. QKV_WRITTEN=10000 for as many steps. */
TEST(a_sentence_written_word_by_word_has_the_bits_of_computing_it_again)
{
    const char *asked = getenv("QKV_WRITTEN");
    const int steps = asked ? atoi(asked) : 800;
    struct rng r = rng_seed(49);
    for (int done = 0; done < steps;) {
        struct random_case x = random_case_make(written_spec(&r));
        struct trace now = {.layers = 0}, next = {.layers = 0};
        struct config was = first_words(&x, 1);
        assert_true(trace_reserve(&now, &was) && trace_compute(&now, &was));
        assert_true(trace_uncached(&x.c) == NULL || x.c.pe == posenc_find("normalized"));
        for (int n = 2; n <= RANDOM_N; n++, done++) {
            struct config c = first_words(&x, n);
            assert_int_equal(go_on(&next, &c, &now, &was), trace_uncached(&c) ? 0 : n - 1);
            struct trace older = now;
            now = next, next = older, was = c;
        }
        trace_finish(&now);
        trace_finish(&next);
        random_case_finish(&x);
    }
}

/* With one word more, the terms of a score take more room than they may. */
TEST(terms_that_are_no_longer_there_leave_the_bits_of_a_fresh_trace)
{
    enum { MOST = 482 };
    struct random_case x = random_case_make((struct random_spec){
        .seed = 1, .encoding = "sincos", .norm = NORM_PRE, .layers = 1, .mask = MASK_CAUSAL});
    struct arena words = {0};
    struct rng r = rng_seed(1);
    struct mat own = x.c.X;
    assert_true(arena_reserve(&words, mat_room(MOST + 1, RANDOM_D)));
    x.c.X = mat_in(&words, MOST + 1, RANDOM_D);
    for (int i = 0; i < (MOST + 1) * RANDOM_D; i++)
        x.c.X.v[i] = rng_normal(&r);
    struct config less = first_words(&x, MOST), more = first_words(&x, MOST + 1);
    struct trace t = {.layers = 0}, other = {.layers = 0};
    assert_true(terms_kept(&less, 0) && !terms_kept(&more, 0));
    assert_true(trace_reserve(&t, &less) && trace_compute(&t, &less));
    go_on(&other, &more, &t, &less);
    go_on(&t, &less, &other, &more);
    trace_finish(&t), trace_finish(&other);
    arena_finish(&words);
    x.c.X = own;
    random_case_finish(&x);
}

/* An edit in the middle: of a word, of a layer, of the readout, of what is knocked out and left out. */
TEST(edits_leave_the_bits_of_a_fresh_trace)
{
    enum { OTHER_MOST = 4096 };
    int weights = 0;
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = causal_case(i);
        bool causal = x.c.mask == MASK_CAUSAL && x.c.m == 0 && !posenc_counts(&x.c);
        struct trace t = {.layers = 0};
        struct config c = x.c;
        struct arena words = {0};
        assert_true(arena_reserve(&words, mat_room(RANDOM_N, RANDOM_D)));
        c.X = mat_in(&words, RANDOM_N, RANDOM_D);
        random_case_again(&x);
        for (int row = 0; row < RANDOM_N; row++) {
            mat_copy(c.X, x.c.X);
            mat_row(c.X, row)[3] += 0.5;
            assert_int_equal(go_on(&t, &c, &x.t, &x.c), causal ? row : 0);
        }
        for (int l = 0; l < x.c.layers; l++) /* a word and any weight at once */
            for (int k = 0; k < WEIGHT_COUNT; k++) {
                struct factor w[CONFIG_MAX_LAYERS][WEIGHT_COUNT];
                double other[OTHER_MOST];
                memcpy(w, x.c.w, (size_t)x.c.layers * sizeof *w);
                struct mat own = factor_mat(w[l][k]);
                if (!mat_present(own) || (i + k) % 4 != 0) /* each weight in a quarter of the cases */
                    continue;
                assert_true(own.rows * own.cols <= OTHER_MOST);
                struct mat changed = mat_of(own.rows, own.cols, own.cols, other);
                mat_copy(changed, own);
                other[own.rows * own.cols - 1] += 1;
                w[l][k] = factor_of(changed);
                c.w = w;
                assert_int_equal(go_on(&t, &c, &x.t, &x.c), 0);
                assert_true(t.computed >= (k < LN_GF ? x.c.layers - l : 0));
                weights++;
            }
        c = x.c;
        c.term_off = term_set_of(1);
        go_on(&t, &c, &x.t, &x.c);
        trace_finish(&t);
        arena_finish(&words);
        random_case_finish(&x);
    }
    assert_true(weights > 200);
}

/* A value that is infinite has an effect on rows that do not see it: 0 times infinite is no number. */
TEST(numbers_that_overflow_are_computed_as_in_a_fresh_trace)
{
    static const double extreme[] = {1e308, -1e308, INFINITY, NAN};
    for (int i = 0; i < random_case_count(); i++)
        for (size_t e = (size_t)i % 2; e < sizeof extreme / sizeof *extreme; e += 2) {
            struct random_case x = causal_case(i);
            for (int row = 0; row < RANDOM_N; row += 2) {
                double was = mat_row(x.c.X, row)[2];
                mat_row(x.c.X, row)[2] = extreme[e];
                for (int from = 2; from <= RANDOM_N; from += 3) {
                    struct config a = first_words(&x, from), b = first_words(&x, RANDOM_N + 2 - from);
                    struct trace before = {.layers = 0}, t = {.layers = 0};
                    assert_true(trace_reserve(&before, &a) && trace_compute(&before, &a));
                    go_on(&t, &b, &before, &a);
                    trace_finish(&t);
                    trace_finish(&before);
                }
                mat_row(x.c.X, row)[2] = was;
            }
            random_case_finish(&x);
        }
}

enum { MARK = 77 };

/* Marks the first number of the first row of every matrix that the layers make, or looks for the marks.
 * Returns their number. */
static int first_entries(const struct trace *t, const struct config *c, bool mark)
{
    int marked = 0;
    for (int l = 0; l < c->layers; l++) {
        const struct attention *a = &t->layer[l].self;
        for (int stage = STAGE_H; stage < STAGE_COUNT; stage++)
            for (int h = 0; h < c->heads && stage_present(c, l, stage); h++) {
                struct mat m = stage_matrix(t, l, stage, h);
                if (m.v == t->layer[0].in.v || (stage == STAGE_SCORES && c->pe->terms))
                    continue; /* the first is an input, the other a sum of an encoding's terms: all of them */
                m.v[0] = mark ? MARK : m.v[0];
                if (m.v[0] != MARK)
                    fail_msg("%s of layer %d was computed again", stage_name(stage), l);
                marked++;
            }
        for (int k = 0; k < a->term_count; k++, marked++) {
            struct mat m = attention_term(a, k);
            m.v[0] = mark ? MARK : m.v[0];
            assert_true(m.v[0] == MARK || c->pe->terms || c->sources == SOURCES_HEARD);
        }
    }
    return marked;
}

/* Numbers that nothing computes are there afterwards where the rows were kept. */
TEST(rows_that_are_kept_are_not_computed_again)
{
    int marked = 0;
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = causal_case(i);
        for (int n = RANDOM_N - 2;
             n < RANDOM_N && x.c.m == 0 && x.c.mask == MASK_CAUSAL && !mat_present(x.c.scores_given); n++) {
            struct config was = first_words(&x, n);
            struct trace before = {.layers = 0};
            if (x.c.pe == posenc_find("normalized") || posenc_counts(&x.c))
                continue;
            assert_true(trace_reserve(&before, &was) && trace_compute(&before, &was));
            marked += first_entries(&before, &was, true);
            assert_true(trace_reserve(&x.t, &x.c) &&
                        trace_go_on(&x.t, &x.c, &before, trace_alike(&was, &x.c)));
            assert_int_equal(x.t.first, n);
            first_entries(&x.t, &x.c, false);
            trace_finish(&before);
        }
        random_case_finish(&x);
    }
    assert_true(marked > 5000);
}

/* A row of logits and shares is computed when it is asked for, once, with the bits that it has among all. */
TEST(logits_are_computed_for_the_rows_that_are_asked)
{
    int rows = 0;
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        struct trace t = {.layers = 0};
        if (x.c.target_count > 0) { /* the loss asks for what it needs */
            assert_true(trace_reserve(&t, &x.c) && trace_go_on(&t, &x.c, NULL, 0));
            assert_true(grad_loss(&t, &x.c) == grad_loss(&x.t, &x.c));
        }
        for (int row = 0; row < x.c.n && x.c.classes > 0; row++, rows++) {
            assert_true(trace_reserve(&t, &x.c) && trace_go_on(&t, &x.c, NULL, 0));
            assert_int_equal(t.layer[t.layers - 1].unread, x.c.n);
            struct mat logits = t.logits, probs = t.probs;
            assert_true(readout_ask(&t, row));
            assert_int_equal(t.layer[t.layers - 1].unread, x.c.n - 1);
            assert_memory_equal(mat_row(logits, row), mat_row(x.t.logits, row),
                                sizeof(double) * RANDOM_CLASSES);
            assert_memory_equal(mat_row(probs, row), mat_row(x.t.probs, row),
                                sizeof(double) * RANDOM_CLASSES);
            struct trace next = {.layers = 0}; /* keeps the row that was asked, and no other */
            assert_true(trace_reserve(&next, &x.c) && trace_go_on(&next, &x.c, &t, trace_alike(&x.c, &x.c)));
            assert_int_equal(next.layer[next.layers - 1].unread, x.c.n - 1);
            mat_row(logits, row)[0] = mat_row(next.logits, row)[0] = MARK;
            assert_true(readout_ask(&next, row) && mat_at(next.logits, row, 0) == MARK);
            mat_row(next.logits, row)[0] = mat_at(x.t.logits, row, 0);
            assert_true(stage_matrix(&next, x.c.layers - 1, STAGE_PROBS, 0).v == next.probs.v);
            assert_int_equal(next.layer[next.layers - 1].unread, 0);
            assert_same_trace(&next, &x.t);
            trace_finish(&next);
        }
        trace_finish(&t);
        random_case_finish(&x);
    }
    assert_true(rows > 100);
}
