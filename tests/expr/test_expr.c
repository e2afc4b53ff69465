/* Expressions: what they evaluate to. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding/sines.h"
#include "core/encoding/posenc.h"
#include "expr/call.h"
#include "state/matrices.h"
#include "support/asked.h"
#include "support/close.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

static void causal(struct state *s)
{
    s->set.mask = MASK_CAUSAL;
}

static void odd_words(struct state *s)
{
    static const char *const names[] = {"苹果", "New York", "苹果", "A-B", "say \"hi\"", "7", "n"};
    say_words(s, names, 7);
}

static void odd_marks(struct state *s)
{
    static const char *const names[] = {"a", "b, c", "d)"};
    say_words(s, names, 3);
}

TEST(operators_bind_as_in_mathematics)
{
    static const struct {
        const char *s;
        double x;
    } cases[] = {
        {"1+2*3", 7},
        {"(1+2)*3", 9},
        {"7-2-1", 4},
        {"8/2/2", 2},
        {"2^3^2", 512},
        {"-2^2", -4},
        {"2^-1", 0.5},
        {"--3", 3},
        {"2*-3", -6},
        {"2×3÷4", 1.5},
        {"1e3", 1000},
        {"4.5e-5", 4.5e-5},
        {"2E+2", 200},
        {"97%", 0.97},
        {"5_120_000", 5120000},
        {".5", 0.5},
        {" 1 + 1 ", 2},
        {"[1, 2, 3][2]", 3},
        {"([1,2]+[3,4])[1]", 6},
        {"(2*[1,2])[1]", 4},
        {"([4,6]-1)[0]", 3},
        {"sum(10/[1,2,5])", 17},
        {"sum([1,2]^2)", 5},
        {"sum(-[1,2])", -3},
        {"-inf", -INFINITY},
        {"1/0", INFINITY},
        {"max(1,[5,2],3)", 5},
        {"min([4],2)", 2},
        {"var([1,-1])", 1},
        {"mean([1,2,6])", 3},
        {"norm([3,4])", 5},
        {"dist([0,0],[3,4])", 5},
        {"cosine([1,1],[2,2])", 1},
        {"dot([1,2],[3,4])", 11},
        {"softmax([0,0])[0]", 0.5},
        {"ln(exp(2))", 2},
        {"abs(-3)", 3},
        {"round(-2.6)", -3},
        {"round(exp(3))", 20},
        {"sum(abs([-1,2]))", 3},
        {"sqrt(16)", 4},
        {"cos(pi)", -1},
        {"sin(0)", 0},
    };
    struct session m = fresh_model();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double x = asked_number(&m, cases[i].s);
        if (x != cases[i].x && !(fabs(x - cases[i].x) <= 1e-14 * fabs(cases[i].x)))
            fail_msg("%s = %.17g, want %.17g", cases[i].s, x, cases[i].x);
    }
    session_finish(&m);
}

TEST(full_width_signs_are_their_twins_outside_quotes)
{
    struct session m = fresh_model();
    assert_close(asked_number(&m, "weight（猫，狗）＋１．５"), asked_number(&m, "weight(猫,狗)+1.5"), 0);
    assert_close(asked_number(&m, "［１，　２］［１］－３＊２／４＾１"), 0.5, 0);
    assert_close(asked_number(&m, "−２％"), -0.02, 0);
    asked_error(&m, "x(\"（\")", 3, "no word '（' here");
    asked_error(&m, "weight（猫，鸟）", 10, "no word '鸟'");
    session_finish(&m);
}

TEST(a_word_is_named_by_itself_its_number_or_its_place)
{
    struct session m = fresh_model();
    assert_close(asked_number(&m, "at(狗)"), 2, 0);
    assert_close(asked_number(&m, "at(1)"), 1, 0);
    assert_close(asked_number(&m, "at( 追 )"), 1, 0);
    assert_close(asked_number(&m, "weight(猫, at(猫)+1)"), asked_number(&m, "weight(猫,追)"), 0);
    assert_close(asked_number(&m, "at(n-1)"), 2, 0);
    assert_close(asked_number(&m, "at(argmax(weight,狗))"), 2, 0);
    asked_error(&m, "at(n)", 4, "with this number (0 to 2");
    asked_error(&m, "at(3)", 4, "position 0 to 2");
    asked_error(&m, "at(0.5+1)", 4, "with this number (0 to 2");
    asked_change(&m, odd_words);
    assert_close(asked_number(&m, "at(苹果#2)"), 2, 0);
    assert_close(asked_number(&m, "at(苹果＃１)"), 0, 0);
    assert_close(asked_number(&m, "at(\"New York\")"), 1, 0);
    assert_close(asked_number(&m, "at(A-B)"), 3, 0);
    assert_close(asked_number(&m, "at(\"say \\\"hi\\\"\")"), 4, 0);
    assert_close(asked_number(&m, "at(7)"), 5, 0);
    assert_close(asked_number(&m, "at(n)"), 6, 0);
    asked_error(&m, "at(苹果)", 4, "苹果#1 to 苹果#2");
    asked_change(&m, odd_marks);
    assert_close(asked_number(&m, "at(\"b, c\")"), 1, 0);
    assert_close(asked_number(&m, "weight(\"d)\", \"b, c\") - weight(2, 1)"), 0, 0);
    session_finish(&m);
}

TEST(keys_of_a_cross_attention_are_words_of_the_memory)
{
    struct session m = fresh_model();
    asked_error(&m, "y(0)", 3, "no second sequence");
    asked_change(&m, asked_memory);
    assert_close(asked_number(&m, "weight(猫,dog)"), mat_at(m.now.trace.layer[0].self.map[MAP_WEIGHTS], 0, 1),
                 0);
    assert_close(asked_number(&m, "weight(猫,猫)"), mat_at(m.now.trace.layer[0].self.map[MAP_WEIGHTS], 0, 2),
                 0);
    assert_close(asked_number(&m, "y(cat,0)"), mat_at(m.now.config.Y, 0, 0), 0);
    assert_close(asked_number(&m, "colsum(3)"), asked_number(&m, "weight(0,3)+weight(1,3)+weight(2,3)"),
                 1e-15);
    assert_close(asked_number(&m, "m"), 4, 0);
    asked_error(&m, "weight(fish,猫)", 8, "no word 'fish'");
    asked_error(&m, "weight(猫,追)", 10, "no word '追'");
    session_finish(&m);
}

/* A word of the sentence is meant by each of its names, unless another word there has that name. */
TEST(a_word_is_called_by_its_names_in_both_languages)
{
    struct session m = fresh_model();
    assert_close(asked_number(&m, "weight(chases,cats)"), asked_number(&m, "weight(1,0)"), 0);
    must_run(&m, "swap dog cat");
    assert_close(asked_number(&m, "weight(0,dog)"), asked_number(&m, "weight(0,0)"), 0);
    must_run(&m, "x cat = 9 0 0 0 0 0 0 0 ; set x dog 1 = 8");
    assert_close(asked_number(&m, "x(猫,0)"), 9, 0);
    assert_close(asked_number(&m, "x(狗,1)"), 8, 0);
    must_run(&m, "tokens apple eats 苹果 吃 苹果");
    assert_close(asked_number(&m, "weight(eats,apple)"), asked_number(&m, "weight(1,0)"), 0);
    assert_close(asked_number(&m, "weight(吃,苹果#2)"), asked_number(&m, "weight(3,4)"), 0);
    asked_error(&m, "weight(fish,0)", 8, "no word 'fish'");
    must_run(&m, "tokens 苹果 吃 苹果");
    assert_close(asked_number(&m, "weight(0,apple#2)"), asked_number(&m, "weight(0,2)"), 0);
    asked_error(&m, "weight(apple,0)", 8, "'apple' occurs 2 times");
    session_finish(&m);
}

TEST(values_are_those_of_the_trace)
{
    struct session m = fresh_model();
    asked_change(&m, asked_two_heads);
    asked_change(&m, causal);
    const struct attention *a = &m.now.trace.layer[0].self;
    for (int h = 0; h < 2; h++) {
        char text[64] = "h1.q(2,3)";
        text[1] = (char)('1' + h);
        assert_close(asked_number(&m, text), mat_at(a->Q, 2, 4 * h + 3), 0);
        strcpy(text + 3, "scaled(2,1)");
        assert_close(asked_number(&m, text), mat_at(a->map[MAP_SCALED], 3 * h + 2, 1), 0);
        strcpy(text + 3, "out(1)");
        asked_row(&m, text, mat_row(a->head_out, 3 * h + 1), 4);
    }
    assert_close(asked_number(&m, "masked(0,1)"), -INFINITY, 0);
    asked_row(&m, "concat(1)", mat_row(a->concat, 1), 8);
    asked_row(&m, "stage(concat,1)", mat_row(a->concat, 1), 8);
    assert_close(asked_number(&m, "stage(weights,2,0)"), asked_number(&m, "weight(2,0)"), 0);
    assert_close(asked_number(&m, "rowsum(1)"), 1, 1e-15);
    assert_close(asked_number(&m, "entropy(0)"), 0, 0);
    assert_close(asked_number(&m, "argmax(weight,0)"), 0, 0);
    assert_close(asked_number(&m, "h2.kind_share(back)"),
                 asked_number(&m, "(h2.weight(1,0)+h2.weight(2,1))/2"), 1e-15);
    assert_close(
        asked_number(&m,
                     "kind(back)+kind(itself)+kind(first)+kind(evenly)+kind(near)+kind(places)+kind(other)"),
        1, 0);
    assert_close(asked_number(&m, "kind(back)"), asked_number(&m, "kind_share(back)") >= 0.6, 0);
    assert_close(asked_number(&m, "cc(2,1)+cp(2,1)+pc(2,1)+pp(2,1)"), asked_number(&m, "score(2,1)"), 1e-12);
    assert_close(asked_number(&m, "term(cp,2,1)"), asked_number(&m, "cp(2,1)"), 0);
    assert_close(asked_number(&m, "norm(meanout() - (final(0)+final(1)+final(2))/3)"), 0, 1e-15);
    session_finish(&m);
}

TEST(where_a_person_looks_changes_no_number)
{
    struct session m = fresh_model();
    asked_change(&m, asked_two_heads);
    double before = asked_number(&m, "weight(2,0)");
    m.now.state.look.head = 1;
    m.now.state.look.query = 1;
    assert_close(asked_number(&m, "weight(2,0)"), before, 0);
    assert_close(asked_number(&m, "h1.weight(2,0)"), before, 0);
    assert_true(asked_number(&m, "h2.weight(2,0)") != before);
    session_finish(&m);
}

TEST(a_prefix_holds_for_its_own_value_only)
{
    struct session m = fresh_model();
    asked_pin(&m, "A"); /* one head, d_k = 8 */
    asked_change(&m, asked_two_heads);
    asked_pin(&m, "B");
    assert_close(asked_number(&m, "A.heads + 10*heads"), 21, 0);
    assert_close(asked_number(&m, "A.dk"), 8, 0);
    m.now.config.start = 5;
    assert_close(asked_number(&m, "start - A.start"), 5, 0);
    m.now.config.start = 0;
    assert_close(asked_number(&m, "B.h2.weight(狗,猫)"), asked_number(&m, "h2.weight(狗,猫)"), 0);
    assert_close(asked_number(&m, "h2.weight(狗,猫) - weight(狗,猫)"),
                 asked_number(&m, "h2.weight(狗,猫)") - asked_number(&m, "h1.weight(狗,猫)"), 0);
    /* a scene inside the arguments of a head has that scene's first head */
    assert_close(asked_number(&m, "h2.dot(A.q(0),A.q(1))"), asked_number(&m, "A.dot(q(0),q(1))"), 0);
    asked_error(&m, "h2.A.q(0)", 4, "A.h1");
    asked_error(&m, "A.h2.q(0)", 3, "only 1 head");
    asked_error(&m, "1+h3.q(0)", 3, "only 2 heads");
    asked_error(&m, "h0.q(0)", 1, "only 2 heads");
    asked_error(&m, "h99999999999999999999.q(0)", 1, "heads");
    asked_error(&m, "C.q(0)", 1,
                "no state is pinned as 'C' (pin C; in a lesson's file, mark C in an earlier scene or do)");
    asked_error(&m, "A.q(0)+A.C.q(0)", 10, "'C'");
    session_finish(&m);
}

TEST(encodings_answer_for_the_scene_or_the_width_given)
{
    struct session m = fresh_model();
    assert_close(asked_number(&m, "fullturns(512,512)"), sines_full_turns(512, 10000, 512), 0);
    assert_close(asked_number(&m, "fullturns(512)"), sines_full_turns(8, 10000, 512), 0);
    assert_close(asked_number(&m, "coverage(4,1,100)"), sines_coverage(4, 10000, 1, 100), 0);
    assert_close(asked_number(&m, "rises(128,200)"), 86, 0);
    assert_close(asked_number(&m, "inverse_error(7)"), 0, 1e-12);
    assert_close(asked_number(&m, "bucket(-20)"), t5_bucket(-20, 32, 128, true), 0);
    m.now.config.pescale = 2;
    assert_close(asked_number(&m, "pedot(2,5)"), asked_number(&m, "dot(pe(2),pe(5))"), 0);
    assert_close(asked_number(&m, "norm(pe(5))"), 4, 1e-14);
    m.now.config.pe = posenc_find("t5");
    const double params[] = {8, 20, 1};
    memcpy(m.now.config.pe_param, params, sizeof params);
    assert_close(asked_number(&m, "bucket(-9)"), t5_bucket(-9, 8, 20, false), 0);
    asked_error(&m, "pe(0)", 1, "adds no rows");
    m.now.config.pe = posenc_find("sincos");
    session_finish(&m);
}

static void to_sines_only(struct state *s)
{
    s->set.encoding = posenc_index(posenc_find("sinonly"));
}

/* An odd last column is a sine without its cosine: two turns of it are not their sum. */
TEST(an_odd_last_column_does_not_turn)
{
    struct session m = fresh_model();
    int d = m.now.config.d;
    m.now.config.d = 7;
    double tempo = pow(m.now.config.base, -6.0 / 7);
    assert_close(asked_number(&m, "compose_error(100,200)"), fabs(sin(100 * tempo) * sin(200 * tempo)), 1e-9);
    m.now.config.d = d;
    assert_close(asked_number(&m, "compose_error(100,200)"), 0, 1e-9);
    session_finish(&m);
}

/* Without cosines the best linear map to a later position leaves an error. */
TEST(a_shift_without_cosines_is_no_rotation)
{
    struct session m = fresh_model();
    assert_close(asked_number(&m, "shift_error(2,1)"), 0, 1e-12);
    asked_change(&m, to_sines_only);
    assert_close(asked_number(&m, "shift_error(2,1)"), 0.35, 0.005);
    session_finish(&m);
}

static void biases(struct state *s)
{
    s->set.encoding = posenc_index(posenc_find("fourier"));
    assert_true(matrices_set(s, (struct matrix_ref){MATRIX_WEIGHT, B_Q}, 0, 0, 0.5));
    assert_true(matrices_set(s, (struct matrix_ref){MATRIX_WEIGHT, B_K}, 0, 1, -0.5));
}

static void a_target(struct state *s)
{
    const int id[] = {s->sentence->id[0], s->sentence->id[2]};
    s->classes = sequence_new(id, 2);
    assert_true(s->classes && targets_put(&s->targets, (struct target){.head = -1, .at = 1, .to = id[0]}));
}

/* The example has a value now. */
static bool works(struct session *m, const char *example)
{
    struct expr_value v = {0};
    struct reply r = {0};
    bool ok = asked(m, example, &v, &r);
    expr_value_finish(&v);
    reply_finish(&r);
    return ok;
}

TEST(every_value_has_help_one_name_and_an_example_that_works)
{
    struct session plain = fresh_model(), biased = fresh_model(), memory = fresh_model(),
                   aimed = fresh_model(), told = model_after("task story-en"),
                   sides =
                       model_after("classes 猫 狗 ; mask causal ; encoding none ; U = 0 0 ; 0 50 ; 50 0 ; 0 "
                                   "0 ; 0 0 ; 0 0 ; 0 0 ; 0 0");
    asked_change(&biased, biases);
    asked_change(&aimed, a_target);
    asked_change(&memory, asked_memory);
    int count = 0;
    for (int g = 0; expr_groups[g]; g++)
        for (const struct expr_function *f = expr_groups[g]; f->name; f++) {
            struct text help = {0};
            assert_ptr_equal(expr_find(f->name), f);
            assert_string_equal(expr_name(count++), f->name);
            assert_true(strstr(f->example, f->name) != NULL);
            assert_true(text_in(f->help, LANG_EN)[0] && text_in(f->help, LANG_ZH)[0]);
            assert_true(expr_help(&help, f->name, LANG_ZH));
            assert_non_null(strstr(text_str(&help), text_in(f->help, LANG_ZH)));
            text_finish(&help);
            if (!works(&plain, f->example) && !works(&biased, f->example) && !works(&memory, f->example) &&
                !works(&aimed, f->example) && !works(&sides, f->example) && !works(&told, f->example))
                fail_msg("the example of %s has no value: %s", f->name, f->example);
        }
    assert_null(expr_name(count));
    assert_true(count > 80);
    struct text help = {0};
    assert_false(expr_help(&help, "nothing", LANG_EN));
    assert_true(expr_help(&help, "values", LANG_EN));
    text_finish(&help);
    session_finish(&told);
    session_finish(&plain);
    session_finish(&biased);
    session_finish(&sides);
    session_finish(&aimed);
    session_finish(&memory);
}

static void to_alibi(struct state *s)
{
    s->set.encoding = posenc_index(posenc_find("alibi"));
}

static void to_t5(struct state *s)
{
    s->set.encoding = posenc_index(posenc_find("t5"));
}

/* What the help of score and scaled says is so: a bias is in a score times the divisor, and itself in what is
 * scaled. */
TEST(a_score_holds_the_bias_as_its_help_says)
{
    void (*const encodings[])(struct state *) = {to_alibi, to_t5};
    for (int i = 0; i < 2; i++) {
        struct session m = fresh_model();
        asked_change(&m, encodings[i]);
        const struct config *c = &m.now.config;
        double product = asked_number(&m, "dot(q(0),k(2))"), bias = c->pe->bias(0, 2, 0, c);
        assert_true(fabs(bias) > 1e-3 && c->divisor > 1);
        assert_close(asked_number(&m, "score(0,2)"), product + c->divisor * bias, 1e-12);
        assert_close(asked_number(&m, "scores(0)[2]"), product + c->divisor * bias, 1e-12);
        assert_close(asked_number(&m, "scaled(0,2)"), product / c->divisor + bias, 1e-12);
        session_finish(&m);
    }
    assert_non_null(strstr(text_in(expr_find("score")->help, LANG_EN),
                           "a bias (alibi, t5) is included times the divisor"));
    assert_non_null(strstr(text_in(expr_find("score")->help, LANG_ZH), "偏置（alibi、t5）乘以了除数"));
    assert_non_null(strstr(text_in(expr_find("scaled")->help, LANG_EN), "q·k divided, plus the bias"));
    assert_non_null(strstr(text_in(expr_find("scaled")->help, LANG_ZH), "q·k 除以除数，再加偏置"));
}

static void later(struct state *s)
{
    s->set.encoding = posenc_index(posenc_find("normalized"));
    s->set.start = 3;
}

/* normalized is pos / (n − 1), wherever positions start. */
TEST(normalized_is_the_position_divided_as_its_help_says)
{
    struct session m = fresh_model();
    asked_change(&m, later);
    assert_close(asked_number(&m, "(input(0)-x(0))[0]"), 1.5, 1e-12);
    assert_close(asked_number(&m, "(input(2)-x(2))[0]"), 2.5, 1e-12);
    assert_non_null(strstr(text_in(posenc_find("normalized")->help, LANG_EN),
                           "divided by n − 1 to every entry of the embedding: 0 for "
                           "the first word and 1 for the last if 'start' is 0"));
    assert_non_null(strstr(text_in(posenc_find("normalized")->help, LANG_ZH),
                           "除以 n − 1 加到词向量的每一项上：start 为 0 时，首词为 0，末词为 1"));
    session_finish(&m);
}
