/* Conditions: what a printed literal demands, how far from flipping a condition
 * is, what is said when it is false, and the texts made from it. */
#include <math.h>
#include <string.h>

#include "support/asked.h"
#include "support/close.h"
#include "support/models.h"
#include "support/test.h"

static struct expr_verdict judged(struct session *m, const char *s)
{
    struct expr_context c = session_context(m);
    struct expr_verdict v;
    struct reply r = {0};
    if (!expr_judge(&c, s, strlen(s), &v, &r))
        fail_msg("%s: at %d: %s", s, r.col, text_str(&r.text));
    assert_true(v.holds ? v.margin >= 0 && v.col == 0 : v.margin <= 0 && v.col > 0);
    reply_finish(&r);
    return v;
}

static void assert_judged(const char *const *cases, bool holds)
{
    struct session m = fresh_model();
    for (int i = 0; cases[i]; i++)
        if (judged(&m, cases[i]).holds != holds)
            fail_msg("%s is not %s", cases[i], holds ? "true" : "false");
    session_finish(&m);
}

TEST(the_printed_digits_say_how_exactly_a_claim_is_meant)
{
    static const char *const good[] = {"1/3 = 0.333",
                                       "1/3 = 0.3",
                                       "2/3 = 0.67",
                                       "-2/3 = -0.67",
                                       "0.97 = 97%",
                                       "0.974 = 97%",
                                       "1/3 = 33%",
                                       "4.53e-5*1 = 4.5e-5",
                                       "1/3*1 == 0.33",
                                       "0.9999 = 1.000",
                                       "0.1+0.2 = 0.3",
                                       "0.125*1 = 0.12",
                                       "0.125*1 = 0.13",
                                       "0.333 = 1/3 + 0",
                                       "[1/3, 2/3] = [0.33, 0.667]",
                                       "1e6+4e5 = 1e6",
                                       "[2*1, 1/3] = [2, 0.3]",
                                       "1-1 = 0.000",
                                       "-0.0001*1 = 0.000",
                                       "1+2 = 3",
                                       "5000*1024 = 5_120_000",
                                       "(1+1) = (2)",
                                       NULL};
    static const char *const bad[] = {"1/3 = 0.334",
                                      "2/3 = 0.66",
                                      "2/3 = -0.67",
                                      "0.976*1 = 97%",
                                      "4.56e-5*1 = 4.5e-5",
                                      "0.9994*1 = 1.000",
                                      "2.4*1 = 2",
                                      "3.0001*1 = 3",
                                      "[1/3, 2/3] = [0.33, 0.666]",
                                      "[2.1*1, 1/3] = [2, 0.3]",
                                      "0.1 = 0.2",
                                      "1e6+6e5 = 1e6",
                                      "1+2 = 4",
                                      NULL};
    assert_judged(good, true);
    assert_judged(bad, false);
}

TEST(whole_numbers_are_exact_however_large)
{
    static const char *const good[] = {"mul(attn,1000000,1000) = 1000000000000000",
                                       "1e15*9 = 9_000_000_000_000_000", "sqrt(2)^2 = 2", NULL};
    static const char *const bad[] = {"mul(attn,1000000,1000) = 1000000000000001",
                                      "1e15*9 = 9_000_000_000_000_001", "3000000000*1 = 3000000001",
                                      "2+1e-8 = 2", NULL};
    assert_judged(good, true);
    assert_judged(bad, false);
}

TEST(the_other_relations_mean_what_they_say)
{
    static const char *const good[] = {"10276.4*1 ≈ 10276",
                                       "10276.4*1 ≈ 10277",
                                       "0.3339*1 ≈ 0.333",
                                       "1/3 ≠ 0.334",
                                       "1/3 != 0.3334",
                                       "[1/3, 1] ≠ [0.333, 2]",
                                       "[1/3, 1] ≠ [0.334, 1]",
                                       "1/3 < 0.334",
                                       "1 ≤ 1",
                                       "1 >= 1",
                                       "[1, 2] < [2, 3]",
                                       "0.3 < 1/3 < 0.4",
                                       "0.3 < 1/3 and 1/3 < 0.4",
                                       "1 < 2 < 3 and 5 > 4 ≥ 4",
                                       "1 = 1.0 = 2/2",
                                       "-inf < -1e300",
                                       "-inf = -1/0",
                                       "1/3+1e-12 = 1/3",
                                       "1e12/3+1 = 1e12/3",
                                       "pedot(2,5) = pedot(5,2)",
                                       "0.3＜1／3 and（1／3）＜ 0.4",
                                       "2*-1 ≥-2",
                                       NULL};
    static const char *const bad[] = {"10276.4*1 ≈ 10275",
                                      "0.3345*1 ≈ 0.333",
                                      "1/3 ≠ 0.333",
                                      "[1/3, 1] ≠ [0.333, 1]",
                                      "1 < 1",
                                      "1 > 1",
                                      "2 ≤ 1",
                                      "[1, 2] < [2, 2]",
                                      "0.4 < 1/3 < 0.5",
                                      "0.3 < 1/3 < 0.32",
                                      "1 < 2 and 2 < 1",
                                      "2 < 1 and 1 < 2",
                                      "1 = 1.0 = 2",
                                      "-inf = inf",
                                      "1/3+1e-8 = 1/3",
                                      "1e-10 < 1e-12",
                                      NULL};
    assert_judged(good, true);
    assert_judged(bad, false);
}

TEST(what_is_no_condition_is_an_error_even_behind_a_false_one)
{
    static const struct {
        const char *s;
        int col;
        const char *part;
    } cases[] = {
        {"1", 2, "expected ="},
        {"1 = ", 5, "expected a number or a name"},
        {"1 = 2 and", 10, "expected a number or a name"},
        {"1 = 2 and)", 7, "unexpected text"},
        {"1 = 2 and 3", 12, "expected ="},
        {"1 = 2 and )", 11, "a name"},
        {"0/0 ≠ 1", 7, "NaN"},
        {"1 = 0/0", 5, "NaN"},
        {"[1,2] = 1", 9, "row of 2"},
        {"1 = [1,2]", 5, "row of 2"},
        {"[1,2] = [1,2,3]", 9, "2 and 3"},
        {"1 < 2 x", 7, "unexpected text"},
        {"1 = 2 android", 7, "unexpected text"},
        {"1 = 1 = ", 9, "expected a number or a name"},
    };
    struct session m = fresh_model();
    struct expr_context c = session_context(&m);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct expr_verdict v;
        struct reply r = {0};
        bool ok = expr_judge(&c, cases[i].s, strlen(cases[i].s), &v, &r);
        if (ok || r.col != cases[i].col || !strstr(text_str(&r.text), cases[i].part))
            fail_msg("%s: %s at %d (want %d): %s", cases[i].s, ok ? "judged" : "refused", r.col, cases[i].col,
                     text_str(&r.text));
        reply_finish(&r);
    }
    session_finish(&m);
}

TEST(the_margin_is_the_way_to_flipping)
{
    static const struct {
        const char *s;
        double margin;
    } cases[] = {
        {"0.97 > 0.9", 0.07 / 0.9},
        {"0.9 < 0.97", 0.07 / 0.97},
        {"0.97*1 > 0.9", 0.07 / 0.9},
        {"0.9 < 0.97*1", 0.07 / 0.9},
        {"3*1 < 2*2", 0.25},
        {"0.02*1 > 0", 0.02},
        {"1*1 ≤ 1", 0},
        {"0.85*1 > 0.9", -0.05 / 0.9},
        {"0*1 < 1e-12", 1},
        {"1*1 = 1", 1},
        {"0.5003*1 = 0.500", 0.4},
        {"0.501*1 = 0.500", -1},
        {"0.501*1 ≠ 0.500", 1},
        {"0.5003*1 ≈ 0.500", 0.7},
        {"1*1 < 2 and 3*1 < 4", 0.25},
        {"3*1 < 4 and 1*1 < 2", 0.25},
        {"[1*1, 3*1] < [2, 4]", 0.25},
        {"1*1 < 2 and 5*1 < 4", -0.25},
        {"-2*1 < -1", 1},
        {"0*1 = 0*2", 1},
        {"1-1 > 2-2", 0},
    };
    struct session m = fresh_model();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double margin = judged(&m, cases[i].s).margin;
        if (!(fabs(margin - cases[i].margin) < 1e-6))
            fail_msg("%s: margin %g, want %g", cases[i].s, margin, cases[i].margin);
    }
    session_finish(&m);
}

TEST(a_false_condition_names_the_literal_and_what_to_write)
{
    static const struct {
        const char *s;
        int col;
        double computed;
        const char *write;
    } cases[] = {
        {"0.055807*1 = 0.050", 14, 0.055807, "0.056"},
        {"[1*1, 0.055807*1] = [1, 0.050]", 25, 0.055807, "0.056"},
        {"-0.4161*1 = -0.417", 13, -0.4161, "-0.416"},
        {"0.2 = 1/3", 1, 1.0 / 3, "0.3"},
        {"1/3 = 30%", 7, 1.0 / 3, "33%"},
        {"1/3 = 33.0%", 7, 1.0 / 3, "33.3%"},
        {"1/3e4 = 4.5e-5", 9, 1 / 3e4, "3.3e-5"},
        {"1 < 2 and 1/3 = 0.4", 17, 1.0 / 3, "0.3"},
        {"0.3 < 1/3 < 0.32", 13, 1.0 / 3, "0.33"},
        {"1+1 = 3 and 1+1 = 4", 7, 2, "2"},
        {"1/3 ≠ 0.333", 7, 1.0 / 3, "0.333"},
        {"pe(0,1) = 0*1", 11, 1, ""},
        {"weight（猫，猫）＝ ０．９", 14, 0.366418, "0.4"},
        {"1/0 = 0.5", 7, INFINITY, "∞"},
    };
    struct session m = fresh_model();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct expr_verdict v = judged(&m, cases[i].s);
        assert_false(v.holds);
        bool same = v.computed == cases[i].computed || fabs(v.computed - cases[i].computed) < 1e-6;
        if (v.col != cases[i].col || !same || strcmp(v.write, cases[i].write) != 0)
            fail_msg("%s: at %d (want %d) %g, write %s", cases[i].s, v.col, cases[i].col, v.computed,
                     v.write);
    }
    session_finish(&m);
}

TEST(a_false_condition_is_explained_in_both_languages)
{
    static const struct {
        const char *s, *en, *zh;
    } cases[] = {
        {"0.0558072*1 = 0.050", "not true: recomputed 0.0558072; to 3 decimals write 0.056",
         "不成立：重新算得 0.0558072；按 3 位小数应写 0.056"},
        {"2.5616221*1 = 2",
         "not true: recomputed 2.56162; whole numbers are exact: write more digits, or ≈ 3",
         "不成立：重新算得 2.56162；整数要求精确相等：请多写几位，或写 ≈ 3"},
        {"0.9999999*1 = 1",
         "not true: recomputed 0.9999999; whole numbers are exact: write more digits, or ≈ 1",
         "不成立：重新算得 0.9999999；整数要求精确相等：请多写几位，或写 ≈ 1"},
        {"2.5616221*1 = 5", "not true: recomputed 2.56162", "不成立：重新算得 2.56162"},
        {"5 = 2.5616221*1", "not true: recomputed 2.56162", "不成立：重新算得 2.56162"},
        {"1/3 ≠ 0.333", "not true: recomputed 0.333333, which rounds to 0.333",
         "不成立：重新算得 0.333333，正好写作 0.333"},
        {"1/4 > 0.5", "not true: recomputed 0.25", "不成立：重新算得 0.25"},
        {"1+1 < 1*1", "not true: the left side is 2, the right side 1", "不成立：左边是 2，右边是 1"},
        {"25005000*1 = 25005001", "not true: recomputed 25005000; to the same precision write 25005000",
         "不成立：重新算得 25005000；按同样的位数应写 25005000"},
    };
    struct session m = fresh_model();
    struct expr_context c = session_context(&m);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reply en = {.lang = LANG_EN}, zh = {.lang = LANG_ZH};
        assert_false(expr_check(&c, cases[i].s, strlen(cases[i].s), &en));
        assert_false(expr_check(&c, cases[i].s, strlen(cases[i].s), &zh));
        assert_string_equal(text_str(&en.text), cases[i].en);
        struct text why = {0};
        expr_why(&c, cases[i].s, strlen(cases[i].s), LANG_EN, &why);
        assert_string_equal(text_str(&why), cases[i].en + strlen("not true: "));
        text_finish(&why);
        assert_string_equal(text_str(&zh.text), cases[i].zh);
        reply_finish(&en);
        reply_finish(&zh);
    }
    struct reply r = {0};
    assert_true(expr_check(&c, "1 < 2", 5, &r));
    assert_int_equal(r.text.len, 0);
    session_finish(&m);
}

TEST(the_normal_form_is_the_same_in_every_language)
{
    static const struct {
        const char *s, *normal;
    } cases[] = {
        {"weight(猫, 狗) = 0.305", "weight(0,2)=0.305"},
        {"weight（猫，狗）＝０．３０５", "weight(0,2)=0.305"},
        {"weight( \"猫\" ,2)==0.305", "weight(0,2)=0.305"},
        {"weight(猫,狗) = 0.31", "weight(0,2)=0.31"},
        {"0.1 < weights(追)[ at(狗) ] ≤ 97% and 2×3 ≠ 5_000", "0.1<weights(1)[at(2)]<=97% and 2*3!=5000"},
        {"dist(A.out(追),out(追)) ≈ 0", "dist(A.out(1),out(1))~0"},
        {"argmax(weight,猫) = 0", "argmax(weight,0)=0"},
        {"shift_error(2, 3) < 1e-12", "shift_error(2,3)<1e-12"},
        {"order_max(weight(猫,狗), at(猫) = at(狗)+1) > 0", "order_max(weight(0,2),at(0)=at(2)+1)>0"},
        {"  1 +2", "1+2"},
    };
    struct session m = fresh_model();
    struct expr_context c = session_context(&m);
    struct text out = {0};
    struct reply r = {0};
    asked_pin(&m, "A");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(expr_normal(&c, cases[i].s, strlen(cases[i].s), &out, &r));
        assert_string_equal(text_str(&out), cases[i].normal);
        if (strstr(cases[i].s, "order_"))
            continue;
        assert_true(expr_normal(&c, cases[i].normal, strlen(cases[i].normal), &out, &r));
        assert_string_equal(text_str(&out), cases[i].normal);
    }
    assert_false(expr_normal(&c, "weight(猫", strlen("weight(猫"), &out, &r));
    assert_true(r.failed);
    text_finish(&out);
    reply_finish(&r);
    session_finish(&m);
}

TEST(a_mutant_has_one_wrong_last_digit)
{
    static const struct {
        const char *s;
        int k, count;
        const char *mutant;
    } cases[] = {
        {"pe(1,0) = 0.841", 0, 1, "pe(1,0) = 0.842"},
        {"pe(1,0) = 0.849", 0, 1, "pe(1,0) = 0.848"},
        {"pe(1,0) ≈ 0.841", 0, 1, "pe(1,0) ≈ 0.844"},
        {"pe(1,0) ≈ 0.848", 0, 1, "pe(1,0) ≈ 0.845"},
        {"x = 1 ", 0, -1, ""},
        {"[1/1, 2*1] = [1, -2.50] and 1+1 = 2", 1, 3, "[1/1, 2*1] = [1, -2.51] and 1+1 = 2"},
        {"[1/1, 2*1] = [1, -2.50] and 1+1 = 2", 2, 3, "[1/1, 2*1] = [1, -2.50] and 1+1 = 3"},
        {"1/1 = 4.5e-5", 0, 1, "1/1 = 4.6e-5"},
        {"1/1 = 97%", 0, 1, "1/1 = 98%"},
        {"1*1 = 5_120_000", 0, 1, "1*1 = 5_120_001"},
        {"1*1 ＝０．３（＝", 0, -1, ""},
        {"1*1＝０．３ ", 0, 1, "1*1＝０．4 "},
        {"0.84 = pe(1,0)", 0, 1, "0.85 = pe(1,0)"},
        {"pe(1,0) ≠ 0.8 and 1 < 2 and pe(1,1) = pe(1,1)", 0, 0, ""},
        {"order_count(at(猫) = 0) = 2", 0, 1, "order_count(at(猫) = 0) = 3"},
        {"pe(1,0) = 0.841", 1, 1, ""},
        {"weights(猫)", 0, 0, ""},
    };
    struct session m = fresh_model();
    struct expr_context c = session_context(&m);
    struct text out = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reply r = {0};
        int count = expr_mutate(&c, cases[i].s, strlen(cases[i].s), cases[i].k, &out, &r);
        if (count != cases[i].count || strcmp(text_str(&out), cases[i].mutant) != 0)
            fail_msg("%s: %d literals, %s", cases[i].s, count, text_str(&out));
        assert_int_equal(count < 0, r.failed);
        reply_finish(&r);
    }
    text_finish(&out);
    session_finish(&m);
}
