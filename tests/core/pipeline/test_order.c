/* Word order: attention alone does not notice it. An encoding or a causal mask does,
 * and the reference says how much. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/trace.h"
#include "support/close.h"
#include "support/random_case.h"
#include "support/test.h"
#include "support/truth.h"
#include "support/weights.h"

enum { WORDS = 3, D = 8 };

/* One computed sentence of the reference. */
struct side {
    double x[WORDS * D];
    struct config c;
    struct trace t;
};

static void arrange(struct side *s, json_t *embeddings, json_t *order)
{
    int at = 0;
    for (int w = 0; w < (int)json_array_size(order); w++) {
        json_t *row = truth_at(embeddings, json_string_value(truth_nth(order, w)));
        for (int k = 0; k < (int)json_array_size(row); k++)
            s->x[at++] = truth_number(truth_nth(row, k));
    }
}

static void compute(struct side *s, struct truth *t, json_t *run, json_t *weights, const char *sentence)
{
    int heads = (int)truth_number(truth_at(run, "heads"));
    *s = (struct side){.c = {.layers = 1,
                             .base = 10000,
                             .pescale = 1,
                             .n = WORDS,
                             .d = D,
                             .dsrc = D,
                             .heads = heads,
                             .dk = D / heads,
                             .dv = D / heads}};
    s->c.divisor = sqrt(s->c.dk);
    s->c.pe = posenc_find(json_is_true(truth_at(run, "pe")) ? "sincos" : "none");
    s->c.mask = strcmp(json_string_value(truth_at(run, "mask")), "causal") == 0 ? MASK_CAUSAL : MASK_NONE;
    s->c.X = mat_of(WORDS, D, D, s->x);
    arrange(s, truth_at(t->root, "embeddings"), truth_at(truth_at(t->root, "sentences"), sentence));
    weights_of(t, weights, &s->c);
    assert_true(trace_reserve(&s->t, &s->c));
    trace_compute(&s->t, &s->c);
}

/* Row i of one sentence is row WORDS-1-i of the other: the same word. */
static double difference(const struct side *a, const struct side *b, int i)
{
    double most = 0;
    for (int j = 0; j < D; j++)
        most =
            fmax(most, fabs(mat_at(trace_final(&a->t), i, j) - mat_at(trace_final(&b->t), WORDS - 1 - i, j)));
    return most;
}

static void check_run(struct truth *t, json_t *run, json_t *weights)
{
    struct side a, b;
    compute(&a, t, run, weights, "A");
    compute(&b, t, run, weights, "B");
    assert_mat_close(a.t.layer[0].self.output, truth_mat(t, truth_at(run, "output_A")), 1e-13);
    assert_mat_close(b.t.layer[0].self.output, truth_mat(t, truth_at(run, "output_B")), 1e-13);
    assert_mat_close(a.t.layer[0].self.map[MAP_WEIGHTS], truth_mat(t, truth_at(run, "weights_A")), 1e-13);
    assert_mat_close(b.t.layer[0].self.map[MAP_WEIGHTS], truth_mat(t, truth_at(run, "weights_B")), 1e-13);
    json_t *words = truth_at(t->root, "sentences/A");
    bool blind = posenc_find("none") == a.c.pe && a.c.mask == MASK_NONE;
    for (int i = 0; i < WORDS; i++) {
        double want = truth_number(
            truth_at(truth_at(run, "max_abs_diff_same_token"), json_string_value(truth_nth(words, i))));
        double got = difference(&a, &b, i);
        assert_close(got, want, 1e-12);
        assert_true(blind ? got < 1e-12 : got > 0.1);
    }
    trace_finish(&a.t);
    trace_finish(&b.t);
}

TEST(both_orders_of_the_sentence_agree_with_the_reference)
{
    struct truth t = truth_open("order");
    json_t *weights = NULL;
    size_t runs;
    json_t *run;
    json_array_foreach(truth_at(t.root, "runs"), runs, run)
    {
        if (truth_at(run, "W"))
            weights = truth_at(run, "W");
        check_run(&t, run, weights);
    }
    assert_int_equal(runs, 8);
    truth_close(&t);
}

/* The next permutation of 0 … n-1 in lexicographic order; false after the last one. */
static bool next_order(int *order, int n)
{
    int i = n - 2, j = n - 1;
    while (i >= 0 && order[i] > order[i + 1])
        i--;
    if (i < 0)
        return false;
    while (order[j] < order[i])
        j--;
    int keep = order[i];
    order[i] = order[j];
    order[j] = keep;
    for (int a = i + 1, b = n - 1; a < b; a++, b--) {
        keep = order[a];
        order[a] = order[b];
        order[b] = keep;
    }
    return true;
}

/* The largest difference of a word's final row over all orders of the words. */
static double most_difference(struct random_spec spec, int *orders)
{
    double words[RANDOM_N * RANDOM_D], before[RANDOM_N * RANDOM_D], most = 0;
    int order[RANDOM_N] = {0, 1, 2, 3, 4};
    struct random_case x = random_case_make(spec);
    memcpy(words, x.c.X.v, sizeof words);
    memcpy(before, trace_final(&x.t).v, sizeof before);
    for (*orders = 1; next_order(order, RANDOM_N); ++*orders) {
        for (int r = 0; r < RANDOM_N; r++)
            memcpy(mat_row(x.c.X, r), words + order[r] * RANDOM_D, RANDOM_D * sizeof *words);
        random_case_again(&x);
        for (int r = 0; r < RANDOM_N; r++)
            for (int j = 0; j < RANDOM_D; j++)
                most = fmax(most, fabs(mat_at(trace_final(&x.t), r, j) - before[order[r] * RANDOM_D + j]));
    }
    random_case_finish(&x);
    return most;
}

TEST(without_encoding_and_mask_rows_move_with_their_words_in_all_orders)
{
    static const struct random_spec specs[] = {
        {.seed = 1, .encoding = "none", .layers = 1, .alone = true},
        {.seed = 2, .encoding = "none", .layers = 2, .block = BLOCK_ENCODER, .norm = NORM_POST},
        {.seed = 3, .encoding = "none", .layers = 2, .block = BLOCK_ENCODER, .norm = NORM_PRE},
        {.seed = 4, .encoding = "none", .layers = 1, .memory = true},
    };
    (void)state;
    int orders;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        assert_true(most_difference(specs[i], &orders) < 1e-12);
        assert_int_equal(orders, 120);
    }
}

TEST(every_encoding_and_the_causal_mask_tell_orders_apart)
{
    int orders;
    for (int e = 1; e < posenc_count(); e++)
        assert_true(
            most_difference((struct random_spec){.seed = 5, .encoding = posencs[e]->name, .layers = 1},
                            &orders) > 1e-3);
    assert_true(
        most_difference((struct random_spec){.seed = 5, .encoding = "none", .layers = 1, .mask = MASK_CAUSAL},
                        &orders) > 1e-3);
    assert_true(most_difference(
                    (struct random_spec){.seed = 5, .encoding = "none", .layers = 1, .block = BLOCK_DECODER},
                    &orders) > 1e-3);
}

/* Shaw's, ALiBi's and the like act in self-attention only: a memory has no positions here. */
TEST(an_encoding_of_scores_does_not_reach_into_a_memory)
{
    static const char *const names[] = {"rope", "alibi", "t5", "shaw", "xl", "deberta"};
    (void)state;
    int orders;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(most_difference(
                        (struct random_spec){.seed = 6, .encoding = names[i], .layers = 1, .memory = true},
                        &orders) < 1e-12);
}
