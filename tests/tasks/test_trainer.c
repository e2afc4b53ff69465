/* The trainer: any step from any other gives the same bits, nothing is allocated on the way, and being
 * stopped does no harm. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "core/encoding/posenc.h"
#include "support/failing_heap.h"
#include "tasks/task.h"
#include "tasks/trainer.h"
#include "support/test.h"
#include "support/weights.h"

enum { D = 4, WORDS = 3 };

/* A small model for the task of two sentences, its numbers all different. */
struct pupil {
    double number[256];
    struct config c;
    struct trainer_plan plan;
};

static struct mat next_mat(struct pupil *p, int *used, int rows, int cols)
{
    struct mat m = mat_of(rows, cols, cols, p->number + *used);
    for (int i = 0; i < rows * cols; i++)
        m.v[i] = sin(1 + *used + i) / 2;
    *used += rows * cols;
    return m;
}

static void prepare(struct pupil *p, const char *encoding, enum optimizer optimizer)
{
    int used = 0;
    *p = (struct pupil){.c = {.n = 3,
                              .d = D,
                              .dsrc = D,
                              .heads = 1,
                              .dk = D,
                              .dv = D,
                              .layers = 1,
                              .classes = 2,
                              .residual = true,
                              .base = 100,
                              .pescale = 1,
                              .divisor = 2,
                              .pe = posenc_find(encoding),
                              .w = weights_room()}};
    for (int w = W_Q; w <= W_O; w++)
        p->c.w[0][w] = factor_of(next_mat(p, &used, D, D));
    p->c.w[0][READ_U] = factor_of(next_mat(p, &used, D, 2));
    p->plan = (struct trainer_plan){.c = &p->c,
                                    .words = next_mat(p, &used, WORDS, D),
                                    .optimizer = optimizer,
                                    .rate = 0.01,
                                    .task = tasks[0],
                                    .size = task_size(tasks[0], (struct task_size){0}),
                                    .batch = 2,
                                    .seed = 1};
}

static void go(struct trainer *t, long step)
{
    assert_true(trainer_go(t, step, NULL));
    assert_int_equal(t->step, step);
}

TEST(every_way_to_a_step_gives_the_same_bits)
{
    static const long steps[] = {0, 1, 24, 25, 26, 200, 199, 75, 2999, 760, 1600, 1601, 30, 3000, 0, 7};
    for (int o = OPTIMIZER_ADAM; o <= OPTIMIZER_SGD; o++) {
        struct pupil p;
        struct trainer t;
        prepare(&p, "sincos", (enum optimizer)o);
        assert_true(trainer_init(&t, &p.plan));
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            struct trainer straight;
            assert_true(trainer_init(&straight, &p.plan));
            go(&t, steps[i]);
            for (long k = 0; k <= steps[i]; k++)
                go(&straight, k);
            assert_memory_equal(t.now.start, straight.now.start, t.now.used * sizeof(double));
            assert_memory_equal(t.curve, straight.curve, (size_t)steps[i] * sizeof *t.curve);
            trainer_finish(&straight);
        }
        assert_int_equal(t.known, 3000);
        trainer_finish(&t);
    }
}

TEST(nothing_is_allocated_on_the_way)
{
    struct pupil p;
    struct trainer t;
    long before = live;
    prepare(&p, "sincos", OPTIMIZER_ADAM);
    assert_true(trainer_init(&t, &p.plan));
    long blocks = live;
    size_t kept = t.kept.room, now = t.now.room;
    assert_true(kept * sizeof(double) <= TRAINER_KEPT);
    go(&t, TRAINER_STEPS);
    assert_int_equal(live, blocks + 1);                   /* the curve */
    assert_int_equal(t.kept_count, t.step / t.every + 1); /* every place up to here */
    assert_true(t.kept.room == kept && t.now.room == now && t.kept_count <= t.kept_most);
    left = 1; /* the next allocation fails */
    go(&t, 0);
    go(&t, TRAINER_STEPS);
    assert_false(hit);
    left = 0;
    trainer_finish(&t);
    assert_int_equal(live, before);
}

/* A step that goes through all sentences says of each step what a test at that step says. */
TEST(the_curve_is_what_a_test_measures)
{
    struct pupil p;
    struct trainer t;
    prepare(&p, "sincos", OPTIMIZER_ADAM);
    assert_true(trainer_init(&t, &p.plan));
    go(&t, 120);
    for (long k = 0; k < 120; k += 17) {
        struct measured m;
        go(&t, k);
        assert_true(trainer_measure(&t, (struct term_set){{0}}, &m, NULL));
        assert_true(fabs(t.curve[k].loss - m.loss) < 1e-15 && t.curve[k].right == m.right);
    }
    assert_true(t.curve[119].right == 1 && t.curve[119].loss < t.curve[0].loss);
    trainer_finish(&t);
}

/* Three sentences that are given, of which a step draws two: no allocation, and memory stays as it was. */
TEST(given_sentences_are_drawn_in_place)
{
    static const int words[] = {0, 1, 2, 0, 1};
    static const struct target asked = {.head = -1, .at = 1, .to = 1};
    static const struct example given[] = {
        {3, 1, words, &asked, false}, {2, 1, words + 1, &asked, false}, {3, 1, words + 2, &asked, false}};
    struct pupil p;
    struct trainer t;
    long before = live;
    int seen[3] = {0};
    prepare(&p, "sincos", OPTIMIZER_ADAM);
    p.plan.task = NULL;
    p.plan.given = given;
    p.plan.given_count = 3;
    assert_true(trainer_init(&t, &p.plan));
    go(&t, TRAINER_STEPS);
    left = 1;
    for (long k = 0; k < 40; k++) {
        go(&t, k);
        assert_true(trainer_gradient(&t, NULL));
        for (int i = 0; i < 2; i++)
            for (int g = 0; g < 3; g++)
                seen[g] += t.batch.of[i].word == t.test.of[g].word;
    }
    assert_false(hit);
    left = 0;
    assert_true(seen[0] > 10 && seen[1] > 10 && seen[2] > 10);
    assert_memory_equal(t.test.of[1].word, words + 1, 2 * sizeof(int));
    trainer_finish(&t);
    assert_int_equal(live, before);
}

/* A question that counts three times is three questions, however its answer is. */
TEST(a_question_that_counts_more_is_asked_as_often)
{
    enum { MORE = 2 };
    static const int words[] = {0, 1, 2};
    for (int to = 0; to < 2; to++) {
        const struct target once = {.head = -1, .at = 1, .to = 0}, often = {.head = -1, .at = 2, .to = to};
        const struct target each[] = {once, often, often, often}, counted[] = {once, {-1, -1, 2, to, MORE}};
        const struct example given[] = {{3, 4, words, each, false}, {3, 2, words, counted, false}};
        struct measured m[2];
        for (int i = 0; i < 2; i++) {
            struct pupil p;
            struct trainer t;
            prepare(&p, "sincos", OPTIMIZER_ADAM);
            p.plan.task = NULL;
            p.plan.given = &given[i];
            p.plan.given_count = 1;
            assert_true(trainer_init(&t, &p.plan));
            assert_true(trainer_measure(&t, (struct term_set){{0}}, &m[i], NULL));
            trainer_finish(&t);
        }
        assert_true(m[0].right == m[1].right && m[0].right >= 0 && m[0].right <= 1);
        assert_true(fabs(m[0].loss - m[1].loss) < 1e-14);
    }
}

static bool impatient(struct work *w)
{
    int *left_polls = w->whose;
    return --*left_polls > 0;
}

TEST(stopping_does_no_harm)
{
    struct pupil p;
    struct trainer t, straight;
    int polls = 2;
    prepare(&p, "sincos", OPTIMIZER_ADAM);
    assert_true(trainer_init(&t, &p.plan) && trainer_init(&straight, &p.plan));
    struct work over = {.goes_on = impatient, .whose = &polls, .stopped = true};
    assert_false(trainer_go(&t, 1, &over)); /* before the first sentence has any gradient */
    assert_int_equal(t.step, 0);
    struct work work = {.goes_on = impatient, .whose = &polls};
    assert_false(trainer_go(&t, 5000, &work));
    assert_true(work.stopped && t.step < 5000);
    go(&t, 5000);
    go(&straight, 5000);
    assert_memory_equal(t.now.start, straight.now.start, t.now.used * sizeof(double));
    trainer_finish(&t);
    trainer_finish(&straight);
}

/* The trainer keeps what depends on positions alone: the numbers are those of computing it for every
 * sentence. */
TEST(what_positions_give_is_kept_and_the_same)
{
    static const char *const encodings[] = {"rope", "t5"};
    for (int e = 0; e < 2; e++) {
        struct pupil p;
        struct trainer t;
        struct grad fresh = {0};
        struct trace trace = {0};
        double table[8] = {0.5, -0.25, 0.75, 1, -1, 0.125, 2, -0.5};
        prepare(&p, encodings[e], OPTIMIZER_ADAM);
        p.c.start = 5;
        if (e == 1) {
            p.c.pe_param[0] = 8;
            p.c.pe_param[1] = 4;
            p.c.pe_mat[0] = mat_of(8, 1, 1, table);
        }
        assert_true(trainer_init(&t, &p.plan) && trainer_gradient(&t, NULL));
        assert_true(e == 0 ? mat_present(t.c.hands) : t.c.bias_row != NULL);
        struct config c = t.c;
        c.hands = (struct mat){0};
        c.bias_row = NULL;
        assert_true(grad_reserve(&fresh, &c, WORDS) && trace_reserve(&trace, &c));
        assert_true(grad_batch(&fresh, &trace, &c,
                               &(struct batch){.words = t.words, .count = t.batch.count, .of = t.batch.of}));
        assert_int_equal(fresh.sums.used, t.g.sums.used);
        assert_memory_equal(fresh.sums.start, t.g.sums.start, fresh.sums.used * sizeof(double));
        assert_true(fresh.loss == t.g.loss);
        grad_finish(&fresh);
        trace_finish(&trace);
        trainer_finish(&t);
    }
}

TEST(fixed_words_stay)
{
    struct pupil p;
    struct trainer t;
    prepare(&p, "sincos", OPTIMIZER_ADAM);
    p.plan.words_fixed = p.plan.words.rows;
    assert_true(trainer_init(&t, &p.plan));
    go(&t, 10);
    assert_memory_equal(t.words.v, p.plan.words.v, WORDS * D * sizeof(double));
    assert_true(factor_entry(t.c.w[0][W_Q], 0, 0) != factor_entry(p.c.w[0][W_Q], 0, 0));
    trainer_finish(&t);
}

/* Adam's first step is the rate, against the sign of the gradient. */
TEST(the_first_step_follows_the_gradient)
{
    struct pupil p;
    struct trainer t;
    prepare(&p, "sincos", OPTIMIZER_ADAM);
    assert_true(trainer_init(&t, &p.plan) && trainer_gradient(&t, NULL));
    double g = factor_entry(t.g.to.w[0][W_V], 1, 2), before = factor_entry(t.c.w[0][W_V], 1, 2);
    go(&t, 1);
    assert_true(fabs(g) > 1e-4);
    assert_true(fabs(factor_entry(t.c.w[0][W_V], 1, 2) - (before - 0.01 * g / (fabs(g) + 1e-8))) < 1e-12);
    trainer_finish(&t);
}

/* The same seed gives the same sentences, another one others; every task keeps to its words, classes and
 * sizes. */
/* The gradient with dropout is that of a model whose W_O has rows of zeros, and the others doubled; by the
 * chain rule W_O's own rows get the same factors. Afterwards W_O is what it was. */
TEST(dropout_silences_columns_of_the_heads_for_a_step)
{
    int silent = 0, all = 0;
    struct pupil p;
    struct trainer t;
    prepare(&p, "sincos", OPTIMIZER_SGD);
    p.plan.rate = 0; /* only the columns change from step to step */
    p.plan.dropout = 0.5;
    assert_true(trainer_init(&t, &p.plan));
    struct mat mixer = factor_mat(t.c.w[0][W_O]);
    for (long step = 0; step < 10; step++) {
        struct pupil plain;
        struct trainer u;
        double factor[D];
        go(&t, step);
        assert_true(trainer_gradient(&t, NULL));
        prepare(&plain, "sincos", OPTIMIZER_SGD);
        for (int i = 0; i < D; i++) {
            const double *g = t.g.sums.start + (mat_row(mixer, i) - t.now.start);
            double *row = mat_row(factor_mat(plain.c.w[0][W_O]), i);
            assert_memory_equal(mat_row(mixer, i), row, D * sizeof *row);
            factor[i] = g[0] == 0 ? 0 : 2;
            for (int j = 0; j < D; j++)
                row[j] *= factor[i];
            silent += factor[i] == 0;
            all++;
        }
        assert_true(trainer_init(&u, &plain.plan));
        assert_true(trainer_gradient(&u, NULL));
        for (int i = 0; i < D; i++) {
            double *g = u.g.sums.start + (mat_row(factor_mat(u.c.w[0][W_O]), i) - u.now.start);
            for (int j = 0; j < D; j++)
                g[j] *= factor[i];
        }
        assert_memory_equal(t.g.sums.start, u.g.sums.start, t.g.sums.used * sizeof(double));
        trainer_finish(&u);
    }
    assert_true(silent > all / 4 && silent < all - all / 4);
    trainer_finish(&t);
}

TEST(tasks_keep_to_their_sizes)
{
    for (int i = 0; tasks[i]; i++) {
        const struct task *k = tasks[i];
        if (!k->write)
            continue;
        struct task_size size = task_size(k, (struct task_size){0});
        struct sentences a = {0}, b = {0};
        int asked = task_heads(k) > 0 ? size.n * task_heads(k) : size.n;
        assert_true(sentences_reserve(&a, 50, size.n, asked) && sentences_reserve(&b, 50, size.n, asked));
        assert_true(size.n > 0 && size.n <= TASK_LONGEST && k->classes <= task_words(k));
        task_write_step(&a, k, &size, 7, 3);
        for (int s = 0; s < a.count; s++) {
            assert_in_range(a.of[s].n, k->size.n ? size.n : 1, size.n);
            assert_true(a.of[s].target_count > 0 && a.of[s].target_count <= asked);
            for (int w = 0; w < a.of[s].n; w++)
                assert_in_range(a.of[s].word[w], 0, task_words(k) - 1);
            for (int q = 0; q < a.of[s].target_count; q++)
                assert_in_range(a.of[s].target[q].to, 0, (k->classes ? k->classes : a.of[s].n) - 1);
        }
        int differ = 0;
        task_write_step(&b, k, &size, 7, 3);
        for (int s = 0; s < a.count; s++) {
            assert_int_equal(a.of[s].n, b.of[s].n);
            assert_memory_equal(a.of[s].word, b.of[s].word, (size_t)a.of[s].n * sizeof(int));
        }
        task_write_step(&b, k, &size, 7, 4);
        for (int s = 0; s < a.count; s++)
            differ += a.of[s].n != b.of[s].n ||
                      memcmp(a.of[s].word, b.of[s].word, (size_t)a.of[s].n * sizeof(int)) != 0;
        assert_true(differ > 0);
        sentences_finish(&a);
        sentences_finish(&b);
    }
}

static const char *word_of(const struct task *k, int i)
{
    return k->words[i].en;
}

/* The answers of a sentence as one text, as a reader would give them. */
static void expect_answers(const struct task *k,
                           void (*answer)(const struct task *, const struct example *, struct text *))
{
    struct task_size size = task_size(k, (struct task_size){0});
    struct sentences all = {0};
    assert_true(sentences_reserve(&all, 40, size.n, size.n));
    task_write_step(&all, k, &size, 5, 2);
    for (int i = 0; i < all.count; i++) {
        const struct example *e = &all.of[i];
        struct text want = TEXT_HERE, got = TEXT_HERE;
        answer(k, e, &want);
        for (int q = 0; q < e->target_count; q++)
            text_addf(&got, "%s at %d ", word_of(k, e->target[q].to), e->target[q].at);
        assert_string_equal(text_str(&got), text_str(&want));
        text_finish(&want);
        text_finish(&got);
    }
    sentences_finish(&all);
}

/* "who" asks for the only word that is one of the answers. */
static void find(const struct task *k, const struct example *e, struct text *out)
{
    int who = -1, animal = -1, animals = 0;
    for (int i = 0; i < e->n; i++) {
        who = strcmp(word_of(k, e->word[i]), "who") == 0 ? i : who;
        animal = e->word[i] < k->classes ? e->word[i] : animal;
        animals += e->word[i] < k->classes;
    }
    assert_int_equal(animals, 1);
    text_addf(out, "%s at %d ", word_of(k, animal), who);
}

static void voice(const struct task *k, const struct example *e, struct text *out)
{
    bool by = strcmp(word_of(k, e->word[1]), "by") == 0;
    assert_true(by || strcmp(word_of(k, e->word[1]), "chases") == 0);
    text_addf(out, "%s at 1 ", word_of(k, e->word[by ? 2 : 0]));
}

/* The first blank asks for the animal, the second for the colour. */
static void slots(const struct task *k, const struct example *e, struct text *out)
{
    for (int half = 0; half < 2; half++)
        for (int i = 2; i < e->n; i++)
            if (e->word[i] / 4 == half)
                text_addf(out, "%s at %d ", word_of(k, e->word[i]), half);
}

static void sorted(const struct task *k, const struct example *e, struct text *out)
{
    int at = 0;
    for (int letter = 0; letter < k->classes; letter++)
        for (int i = 0; i < e->n; i++)
            if (e->word[i] == letter)
                text_addf(out, "%s at %d ", word_of(k, letter), at++);
}

static void mood(const struct task *k, const struct example *e, struct text *out)
{
    static const char sad[] = "cries fears hates angry", glad[] = "glad likes laughs loves";
    for (int i = 0; i < e->n; i++)
        if (strstr(sad, word_of(k, e->word[i])) || strstr(glad, word_of(k, e->word[i])))
            text_addf(out, "%s at %d ", strstr(sad, word_of(k, e->word[i])) ? "bad" : "good", e->n - 1);
}

static void label(const struct task *k, const struct example *e, struct text *out)
{
    static const char deeds[] = "chases bites sees loves", colours[] = "red white blue green";
    for (int i = 0; i < e->n; i++)
        text_addf(out, "%s at %d ",
                  strstr(deeds, word_of(k, e->word[i]))     ? "deed"
                  : strstr(colours, word_of(k, e->word[i])) ? "colour"
                                                            : "animal",
                  i);
}

static void doer_at_the_end(const struct task *k, const struct example *e, struct text *out)
{
    text_addf(out, "%s at 3 ", word_of(k, e->word[0]));
}

TEST(tasks_ask_what_their_titles_say)
{
    expect_answers(&task_find, find);
    expect_answers(&task_voice, voice);
    expect_answers(&task_slots, slots);
    expect_answers(&task_sort, sorted);
    expect_answers(&task_mood, mood);
    expect_answers(&task_label, label);
    expect_answers(&task_order_end, doer_at_the_end);
}
