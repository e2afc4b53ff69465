/* task and train: what they show, what they leave alone, what they refuse, how they are written down. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/terms.h"
#include "expr/expr.h"
#include "state/training.h"
#include "support/close.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

static bool same_mat(struct mat a, struct mat b)
{
    bool same = a.rows == b.rows && a.cols == b.cols;
    for (int i = 0; same && i < a.rows; i++)
        same = memcmp(mat_row(a, i), mat_row(b, i), (size_t)a.cols * sizeof(double)) == 0;
    return same;
}

/* Whether both scenes show the same to the bit. */
static bool same_scene(const struct scene *a, const struct scene *b)
{
    return same_mat(a->trace.X, b->trace.X) &&
           same_mat(factor_mat(a->config.w[0][W_Q]), factor_mat(b->config.w[0][W_Q])) &&
           same_mat(factor_mat(a->config.w[0][READ_U]), factor_mat(b->config.w[0][READ_U])) &&
           same_mat(trace_final(&a->trace), trace_final(&b->trace));
}

/* Cat chases dog → cat and dog chases cat → dog: without order there is nothing to learn. */
TEST(without_positions_the_gradient_is_zero)
{
    struct session m = model_after("task two");
    holds(&m, "maxgrad() < 1e-15 and acc() = 0 and step() = 0"); /* a tie is no answer */
    must_run(&m, "train 200");
    holds(&m, "maxgrad() < 1e-15 and acc() = 0.5 and step() = 200");
    holds(&m, "abs(loss() - ln(2)) < 1e-12");
    must_run(&m, "train off ; encoding sincos");
    holds(&m, "abs(maxgrad() - 0.0015) < 0.0001");
    must_run(&m, "train 200");
    holds(&m, "acc() = 1 and loss() < 0.001");
    session_finish(&m);
}

/* What is on the screen is the model after N steps: its weights, its table, its words; what was set stays. */
TEST(the_scene_is_that_of_the_step)
{
    struct session m = model_after("task order"), at;
    struct mat start = factor_mat(m.now.config.w[0][W_Q]);
    double first = mat_at(start, 0, 0), x = mat_at(m.now.trace.X, 0, 0);
    at = model_after("task order ; train 40");
    assert_true(factor_entry(at.now.config.w[0][W_Q], 0, 0) != first && mat_at(at.now.trace.X, 0, 0) != x);
    assert_true(state_weight(&at.now.state, 0, W_Q)->v[0] == first);
    must_run(&m, "train 30 ; train +20 ; train -10");
    assert_true(same_scene(&m.now, &at.now));
    struct training *t = m.now.state.training;
    must_run(&m, "undo ; undo ; redo ; redo"); /* nothing is trained again */
    assert_true(t == m.now.state.training && same_scene(&m.now, &at.now));
    must_run(&m, "train 3 ; undo");
    assert_true(same_scene(&m.now, &at.now));
    must_run(&m, "undo ; undo ; undo");
    holds(&m, "step() = 0");
    assert_true(factor_entry(m.now.config.w[0][W_Q], 0, 0) == first);
    must_run(&m, "redo ; redo ; redo ; train +100 ; train -200");
    holds(&m, "step() = 0");
    session_finish(&m);
    session_finish(&at);
}

/* Another training does not push it out: a line, a reset or a fresh session like this one finds it again. */
TEST(what_was_trained_is_found_again)
{
    struct session m = model_after("task order ; train 40"), at, like;
    struct reply r = {0};
    struct training *t = m.now.state.training;
    at = model_after("task order ; train 40");
    must_run(&m, "task voice ; train 30 ; task order ; train 40");
    assert_true(t == m.now.state.training && same_scene(&m.now, &at.now));
    must_run(&m, "task voice ; train 30 ; reset ; task order ; train 20");
    assert_ptr_equal(t, m.now.state.training);
    assert_int_equal(t->trainer.known, 40);
    assert_true(session_init_like(&like, &m, &r));
    must_run(&like, "task order ; train 40");
    assert_true(t == like.now.state.training && same_scene(&like.now, &at.now));
    must_run(&m, "train +1 ; train -1"); /* each goes on from where the other left it */
    holds(&m, "step() = 20");
    must_run(&like, "task order seed=2 ; train 40");
    assert_true(t != like.now.state.training && !same_scene(&like.now, &at.now));
    session_finish(&m);
    session_finish(&like);
    session_finish(&at);
}

/* The oldest of those that no state has. */
TEST(what_was_trained_goes_when_there_is_too_much)
{
    enum { MANY = 150 };
    struct session m = model_after("task order seed=1 ; train 1 ; mark first");
    struct training *first = m.now.state.training;
    struct shelf *shelf = first->shelf;
    for (int seed = 2; seed <= MANY; seed++) {
        char line[64];
        snprintf(line, sizeof line, "task order seed=%d ; train 1", seed);
        must_run(&m, line);
    }
    size_t kept = 0;
    int seed = MANY, count = 0;
    for (struct training *t = shelf->first; t && t != first; t = t->next, seed--, count++) {
        assert_int_equal(t->of.set.seed, seed);
        kept += t->trainer.kept.room * sizeof(double);
    }
    assert_true(count > 5 && count < MANY - 5 && kept <= SHELF_BYTES);
    assert_true(first->refs > 0 && first->of.set.seed == 1); /* a pin has it */
    session_finish(&m);
}

/* The words of the task are trained wherever they are; others are as they were. */
TEST(another_sentence_is_read_by_the_same_model)
{
    struct session m = model_after("task order ; train 40");
    struct value *u = value_new(1, 8);
    memcpy(u->v, mat_row(m.now.trace.X, 1), 8 * sizeof(double));
    struct training *t = m.now.state.training;
    must_run(&m, "tokens 狗 门 追");
    assert_ptr_equal(m.now.state.training, t);
    struct session plain = model_after("tokens 狗 门 追");
    assert_true(mat_at(m.now.trace.X, 0, 0) != mat_at(plain.now.trace.X, 0, 0));
    assert_memory_equal(mat_row(m.now.trace.X, 1), mat_row(plain.now.trace.X, 1), 8 * sizeof(double));
    must_run(&m, "x 猫 = 8 7 6 5 4 3 2 1"); /* another start */
    assert_true(m.now.state.training != t);
    value_drop(u);
    session_finish(&plain);
    session_finish(&m);
}

/* A sentence of the task's test has the answer that it has there, also after a swap, and any other one has
 * none. Where a head of a task is to look stays where the grammar says the same; what was set without a task
 * ends. */
TEST(answers_are_those_of_the_sentence)
{
    static const struct {
        const char *line;
        const char *answer; /* of the first target */
    } cases[] = {{"task order ; tokens 狗 追 猫", "狗"},
                 {"task order ; train 5 ; swap", "狗"},
                 {"task order ; swap ; move 猫 0 ; move 狗 2", "猫"},
                 {"task order ; swap 猫 追", "none"},
                 {"task sort ; train 5 ; tokens D B C", "none"},
                 {"task order ; train 5 ; sentence 鱼看鸟", "鱼"},
                 {"task point ; tokens 狗 追 猫", "狗"},
                 {"task point ; tokens 狗 被 猫 追 了", "none"},
                 {"task point ; tokens 狗 和 猫", "none"},
                 {"example 猫 追 狗 -> 猫 ; example 狗 追 猫 -> 狗 ; task own ; swap", "狗"},
                 {"tokens 狗 追 猫 ; classes 猫 狗 ; target 追 狗 ; tokens 猫 追 狗", "none"},
                 {"tokens 狗 追 猫 ; classes 猫 狗 ; target 追 狗 ; tokens 狗 追 猫", "狗"},
                 {"target head 0 追 猫 ; move 猫 1", "none"},
                 {"task order ; train 5 ; pair 机器人", "none"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = model_after(cases[i].line);
        const struct state *s = &m.now.state;
        const struct target *t = s->targets ? &s->targets->of[0] : NULL;
        int word = !t ? -1 : t->head < 0 ? t->to : s->sentence->id[t->to];
        const char *answer = word < 0 ? "none" : lexicon_at(s->lexicon, word).name;
        if (strcmp(answer, cases[i].answer) != 0)
            fail_msg("%s: %s", cases[i].line, answer);
        session_finish(&m);
    }
}

/* Of what is asked in 猫 追 狗 only the verb's doer is at its place here; 那只 does not read 猫. */
TEST(heads_keep_the_targets_that_the_grammar_confirms)
{
    struct session m = model_after("task reader ; tokens 猫 追 那只 狗");
    const struct targets *t = m.now.state.targets;
    assert_true(t && t->count == 1 && t->of[0].head == 0 && t->of[0].at == 1 && t->of[0].to == 0);
    session_finish(&m);
}

TEST(examples_are_counted)
{
    struct session m = model_after("example 猫 追 狗 -> 猫 ; example 狗 追 猫 -> 狗");
    holds(&m, "examples() = 2");
    must_run(&m, "example 1 none");
    holds(&m, "examples() = 1");
    must_run(&m, "example none");
    holds(&m, "examples() = 0");
    session_finish(&m);
}

/* Without a task the sentence and its targets are trained; one step of SGD is -rate times the gradient. */
TEST(one_step_by_hand)
{
    struct session m =
        model_after("tokens 猫 追 猫 ; classes 猫 狗 ; weights random 2 ; target 1 狗 ; set optimizer sgd "
                    "rate 0.25");
    struct expr_context context = session_context(&m);
    struct expr_value g = {0};
    struct reply r = {0};
    assert_true(expr_eval(&context, "grad(WK,2,3)", strlen("grad(WK,2,3)"), &g, &r));
    double before = factor_entry(m.now.config.w[0][W_K], 2, 3), gradient = g.v[0];
    expr_value_finish(&g);
    must_run(&m, "train 1");
    assert_true(gradient != 0 &&
                fabs(factor_entry(m.now.config.w[0][W_K], 2, 3) - (before - 0.25 * gradient)) < 1e-15);
    assert_memory_equal(mat_row(m.now.trace.X, 0), mat_row(m.now.trace.X, 2), 8 * sizeof(double));
    must_run(&m, "train 300");
    holds(&m, "acc() = 1 and loss() < 0.05 and prob(1,狗) > 0.95");
    double learned = factor_entry(m.now.config.w[0][W_K], 2, 3);
    must_run(&m, "swap 0 1"); /* what was learned stays, the targets end with their sentence */
    assert_true(factor_entry(m.now.config.w[0][W_K], 2, 3) == learned && !m.now.state.targets);
    holds(&m, "step() = 0");
    must_run(&m, "undo");
    holds(&m, "step() = 300 and loss() < 0.05");
    reply_finish(&r);
    session_finish(&m);
}

TEST(a_head_learns_where_to_look)
{
    struct session m =
        model_after("weights random 3 ; target head 0 追 猫 ; set train_words off ; train 200");
    holds(&m, "weight(追,猫) > 0.9 and acc() = 1");
    assert_true(mat_at(m.now.trace.X, 0, 0) ==
                lemma_entry(lexicon_at(m.now.state.lexicon, m.now.state.sentence->id[0]), 0));
    session_finish(&m);
}

TEST(kept_numbers_are_ordinary_ones)
{
    static const char *const starts[] = {"task order ; train 40", "task echo n=9 ; train 30",
                                         "task order encoding=t5 ; train 20",
                                         "task order train_words=off ; train 20"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct session m = model_after(starts[i]), trained = model_after(starts[i]);
        must_run(&m, "train keep");
        holds(&m, "step() = 0");
        if (!same_scene(&m.now, &trained.now))
            fail_msg("%s", starts[i]);
        must_run(&m, "undo");
        assert_true(state_same_numbers(&m.now.state, &trained.now.state));
        session_finish(&m);
        session_finish(&trained);
    }
}

/* What if: the same model with other positions, another order. */
TEST(what_if_is_asked_of_the_trained_model)
{
    struct session m = model_after("task order ; train 40"),
                   kept = model_after("task order ; train 40 ; train keep");
    struct reply r = {0};
    assert_true(sweep_compute(&m.sweep, &m.now, &r) && sweep_compute(&kept.sweep, &kept.now, &r));
    assert_true(m.sweep.count > 2 && m.sweep.count == kept.sweep.count);
    assert_memory_equal(m.sweep.weight, kept.sweep.weight, (size_t)m.sweep.count * sizeof m.sweep.weight[0]);
    assert_true(order_follow(&m.order, &m.now.state, &r) && order_follow(&kept.order, &kept.now.state, &r));
    assert_true(same_scene(&m.order.twin, &kept.order.twin));
    reply_finish(&r);
    session_finish(&m);
    session_finish(&kept);
}

/* Checks share(pp) against Σ (pp - mean)(score - mean) / Σ (score - mean)² of row 1 of head 0, over the keys
 * that it may see. */
static void share_is(const struct session *m, int keys)
{
    const struct attention *a = &m->now.trace.layer[0].self;
    const double *s = mat_row(attention_head(a, a->map[MAP_SCORES], 0), 1);
    const double *pp =
        mat_row(attention_head(a, attention_term(a, terms_find(&m->now.config, 0, "pp")), 0), 1);
    double mean = 0, own_mean = 0, all = 0, own = 0;
    for (int j = 0; j < keys; j++) {
        mean += s[j] / keys;
        own_mean += pp[j] / keys;
    }
    for (int j = 0; j < keys; j++) {
        all += (s[j] - mean) * (s[j] - mean);
        own += (pp[j] - own_mean) * (s[j] - mean);
    }
    struct text claim = {0};
    text_addf(&claim, "abs(share(pp) - (%.17g)) < 1e-9", own / all);
    holds(m, text_str(&claim));
    text_finish(&claim);
}

TEST(a_share_by_hand)
{
    static const struct {
        const char *line;
        int keys;
    } cases[] = {
        {"classes 猫 狗 ; weights random 3 ; target 1 狗", 3},
        {"classes 猫 狗 ; weights random 3 ; target 1 狗 ; mask causal", 2},
        {"set heads 2 ; weights random 3 ; target head 0 追 猫", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = model_after(cases[i].line);
        share_is(&m, cases[i].keys);
        session_finish(&m);
    }
    struct session many = model_after("task echo");
    holds(&many, "loss() > 1.5 and loss() < 4");
    session_finish(&many);
}

/* Random frequencies stay as drawn unless they are to be learned; what was learned is kept like a table. */
TEST(frequencies_are_learned_only_if_told)
{
    for (int learn = 0; learn <= 1; learn++) {
        struct session m = fresh_model();
        must_run(&m, learn ? "task echo encoding=fourier ; encoding fourier learn=on"
                           : "task echo encoding=fourier");
        double before = mat_at(m.now.config.pe_mat[0], 0, 0);
        must_run(&m, "train 20");
        double after = mat_at(m.now.config.pe_mat[0], 0, 0);
        assert_int_equal(after != before, learn);
        must_run(&m, "train keep");
        assert_true(mat_at(m.now.config.pe_mat[0], 0, 0) == after);
        assert_int_equal(state_encoding(&m.now.state, 0) != NULL, learn);
        session_finish(&m);
    }
}

/* Another word that has taken the place of one that was undone is trained itself. */
TEST(a_word_is_known_by_its_name)
{
    struct session m = fresh_model();
    for (int i = 0; i < 2; i++) {
        must_run(&m, i ? "example bb 追 -> 猫 ; example 追 bb -> 狗"
                       : "example aa 追 -> 猫 ; example 追 aa -> 狗");
        must_run(&m, "task own d=8");
        must_run(&m, i ? "x bb = 1 2 3 4 5 6 7 8" : "x aa = 1 2 3 4 5 6 7 8");
        must_run(&m, "train 5");
        assert_true(mat_at(m.now.trace.X, 0, 0) != 1);
        for (int k = 0; k < 5 && !i; k++)
            must_run(&m, "undo");
    }
    session_finish(&m);
}

/* The start of a training is the scene, whatever was given beside the weights. */
TEST(what_is_given_is_trained_with)
{
    static const char *const lines[] = {"memory 我 爱",
                                        "memory 我 爱 ; block decoder ; set dff 4",
                                        "mask = 0 -inf 0 ; -inf 0 0 ; 0 0 0",
                                        "scores = 1 2 3 ; 4 9 6 ; 7 8 9",
                                        "memory 我 爱 ; encoding shaw",
                                        "encoding alibi",
                                        "encoding t5"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct session m = model_after("classes 猫 狗 ; weights random 3 ; target 1 狗");
        struct state s;
        struct reply r = {0};
        struct measured found;
        must_run(&m, lines[i]);
        state_copy(&s, &m.now.state);
        if (!training_open(&s, &r))
            fail_msg("%s: %s", lines[i], text_str(&r.text));
        assert_true(trainer_measure(&s.training->trainer, (struct term_set){{0}}, &found, NULL));
        if (fabs(found.loss - grad_loss(&m.now.trace, &m.now.config)) > 1e-15)
            fail_msg("%s: %g", lines[i], found.loss);
        must_run(&m, "train 30");
        holds(&m, "loss() < 0.69");
        state_finish(&s);
        reply_finish(&r);
        session_finish(&m);
    }
}

/* A term can be knocked out of what was learned; the learning does not notice. */
TEST(shares_and_knocked_out_terms)
{
    struct session m = model_after("task order ; train 60");
    holds(&m, "abs(share(cc) + share(cp) + share(pc) + share(pp) - 1) < 1e-9");
    holds(&m, "acconly(pp) = 1 and accwithout(pp) < 1 and share(pp) > share(cc)");
    must_run(&m, "term pp off");
    holds(&m, "acc() = 1 and accwithout(pp) < 1");
    struct training *t = m.now.state.training;
    must_run(&m, "omit position ; set sources each"); /* of what was learned, too */
    assert_ptr_equal(m.now.state.training, t);
    holds(&m, "acc() = 1 and step() = 60");
    refused(&m, "print share(xx)", "no term 'xx'");
    refused(&m, "print acconly(xx)", "no term 'xx'");
    session_finish(&m);
}

/* Above the first layer a term is named by its sources. Which one carries the scores: tasks/tasks.md. */
TEST(shares_by_source)
{
    struct session m = model_after("task repeat ; set sources each ; train 500");
    holds(&m, "share(token·attn0) > 0.8 and abs(share(token·attn0) - share(词·注意力0)) < 1e-12");
    holds(&m,
          "abs(share(token·token) + share(token·position) + share(token·attn0) + share(position·token) + "
          "share(position·position) + share(position·attn0) + share(attn0·token) + share(attn0·position) + "
          "share(attn0·attn0) - 1) < 1e-9");
    holds(&m, "acconly(token·attn0) > 0.75 and accwithout(token·attn0) < 0.4");
    refused(&m, "print share(token·attn1)", "no term");
    session_finish(&m);
}

TEST(what_is_wrong_is_said)
{
    struct session m = fresh_model();
    refused(&m, "train 5", "nothing to train");
    refused(&m, "train keep", "nothing was trained yet");
    refused(&m, "train x", "a number of steps");
    refused(&m, "train 10001", "0 to 10000");
    refused(&m, "train -1x", "+N or -N");
    refused(&m, "task ordr", "did you mean 'order'");
    refused(&m, "task none x=1", "no options");
    refused(&m, "task echo k=2 task none", "one task");
    refused(&m, "task echo k=9", "k is 1 to 8");
    refused(&m, "task metre k=1", "k is 2 to ");
    refused(&m, "task echo n=8", "9 to 64 words, not 8");
    refused(&m, "task metre k=16 view=map", "no option 'view'");
    must_run(&m, "task order ; memory a b");
    refused(&m, "train 1", "no memory");
    must_run(&m, "memory none ; encoding shaw");
    refused(&m, "train 1", "cannot be trained yet");
    must_run(&m, "encoding none ; classes 猫 狗");
    refused(&m, "train 1", "needs its own classes");
    must_run(&m, "task order ; set optimizer sgd rate 100");
    refused(&m, "train 500", "use a smaller rate");
    must_run(&m, "task point ; set heads 1");
    refused(&m, "train 1", "teaches 2 heads");
    must_run(&m, "task none ; target none");
    refused(&m, "train 1", "nothing to train");
    session_finish(&m);
}

TEST(a_saved_state_is_trained_again)
{
    static const char *const states[] = {
        "task order seed=3 ; train 30",
        "task order ; train 30 ; train keep ; train 10",
        "task echo k=2 n=10 test=12 batch=8 ; set rate 0.003 ; train 7 ; term cc off",
        "task sort ; train 5 ; train keep",
        "task point ; train 5",
        "weights random 3 ; target head 0 追 猫 ; set train_words off optimizer sgd ; train 12",
    };
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        struct session m = model_after(states[i]), again = model_loaded(&m);
        if (!same_scene(&m.now, &again.now) ||
            memcmp(&m.now.state.set, &again.now.state.set, sizeof m.now.state.set) != 0)
            fail_msg("%s", states[i]);
        must_run(&m, "train 9");
        must_run(&again, "train 9");
        if (!same_scene(&m.now, &again.now))
            fail_msg("%s: 9 more", states[i]);
        session_finish(&m);
        session_finish(&again);
    }
}

TEST(the_rate_is_doubled_and_halved)
{
    struct session m = model_after("set rate 0.01 ; add rate 1");
    assert_close(m.now.state.set.rate, 0.02, 1e-12);
    must_run(&m, "add rate -2");
    assert_close(m.now.state.set.rate, 0.005, 1e-12);
    session_finish(&m);
}

/* A run is frame by frame where the screen moves; where it does not, for whatever reason, it ends at once. */
TEST(a_run_is_whole_where_nothing_moves)
{
    static const struct {
        bool screen;
        const char *look;
        int run;
    } cases[] = {
        {true, "set motion on", 1},
        {true, "set motion off", 0},
        {true, "set theme mono", 0},
        {false, "set motion on", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = model_after("task order");
        m.moves = cases[i].screen;
        must_run(&m, cases[i].look);
        must_run(&m, "train run");
        assert_int_equal(m.now.state.look.train.run, cases[i].run);
        int enough = training_enough(&m.now.state), steps = m.now.state.set.steps;
        assert_true(cases[i].run ? steps > 0 && steps < enough : steps == enough);
        session_finish(&m);
    }
}

/* What a task teaches holds with the encoding and the mask that it recommends. */
TEST(a_task_knows_its_recommended_settings)
{
    for (int i = 0; tasks[i]; i++) {
        struct session m = fresh_model();
        char line[80];
        snprintf(line, sizeof line, "task %s", tasks[i]->name);
        must_run(&m, "example cat chases dog -> cat");
        must_run(&m, line);
        assert_true(training_as_recommended(&m.now.state));
        must_run(&m, "set rate 0.001");
        assert_true(training_as_recommended(&m.now.state));
        struct settings own = m.now.state.set;
        m.now.state.set.encoding = own.encoding == 0;
        assert_false(training_as_recommended(&m.now.state));
        m.now.state.set.encoding = own.encoding;
        m.now.state.set.mask = own.mask == MASK_CAUSAL ? MASK_NONE : MASK_CAUSAL;
        assert_false(training_as_recommended(&m.now.state));
        m.now.state.set.mask = own.mask;
        session_finish(&m);
    }
}
