/* Expressions: where their errors point, what they refuse, what they survive. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/asked.h"
#include "support/close.h"
#include "support/models.h"
#include "support/test.h"

static void eight_words(struct state *s)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    say_words(s, names, 8);
}

static void seven_words(struct state *s)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};
    say_words(s, names, 7);
}

TEST(errors_point_at_the_character)
{
    static const struct {
        const char *s;
        int col;
        const char *part;
    } cases[] = {
        {"", 1, "expected a number or a name"},
        {"1+", 3, "expected a number or a name"},
        {"1 2", 3, "unexpected text"},
        {"(1", 3, "expected )"},
        {"[1,2", 5, "expected ]"},
        {"[1,[2]]", 4, "not rows"},
        {"[]", 2, "a number or a name"},
        {"1+*2", 3, "a number or a name"},
        {"猫+1", 1, "no value is called '猫'"},
        {"1+wieght(猫,狗)", 3, "'wieght'"},
        {"weight(猫,鸟)", 10, "no word '鸟'"},
        {"weight(猫,狗,0)", 11, "too many arguments"},
        {"weight()", 8, "expected an argument"},
        {"weight(猫,)", 10, "expected an argument"},
        {"weight", 7, "expected ("},
        {"rot(3,0)", 8, "missing argument"},
        {"rot(3,0,9)", 9, "argument 3"},
        {"pe(0,8)", 6, "from 0 to 7"},
        {"pe(1.5)", 4, "whole number"},
        {"pe([1,2])", 4, "not a row"},
        {"freq(4)", 6, "0 to 3"},
        {"[1,2]+[1,2,3]", 6, "2 and 3"},
        {"dot([1],[1,2])", 9, "1 and 2"},
        {"[1,2][2]", 7, "0 to 1"},
        {"[1,2][0.5]", 7, "0 to 1"},
        {"weight(猫,狗)[0]", 12, "not a row"},
        {"1e999", 1, "too large"},
        {"mul(gru,1,1)", 5, "'gru'"},
        {"mul(attn)", 9, "missing"},
        {"stage(nothing,0)", 7, "'nothing'"},
        {"stage(tokens,0)", 1, "not part"},
        {"stage(ffn,0)", 1, "not part"},
        {"argmax(ffn,0)", 1, "not part"},
        {"term(zz,猫,狗)", 6, "'zz'"},
        {"kind(sideways)", 6,
         "no kind of head is called 'sideways' (back itself first induction evenly near nouns places verb "
         "alike other)"},
        {"kind_share(other)", 12, "called 'other'"},
        {"kind_share(near)", 12, "too few of its words"},
        {"cb(猫,狗)", 1, "'cb'"},
        {"x(\"猫)", 3, "quote is not closed"},
        {"x(\"猫\" 1)", 3, "no word"},
        {"1\x01", 2, "U+0001"},
        {"1 \xff", 3, "UTF-8"},
        {"1 = 1", 3, "unexpected text"},
        {"2^", 3, "expected a number or a name"},
        {"1..2", 2, "unexpected text"},
        {"1_", 2, "unexpected text"},
        {"A.", 1, "pinned"},
        {"h1.", 4, "a number or a name"},
        {"order_count", 12, "expected ("},
        {"order_count(1)", 14, "expected ="},
        {"order_max(x(0))", 11, "not a row"},
        {"order_max(1,1=2)", 1, "no order meets"},
        {"order_max(order_max(1))", 11, "cannot be nested"},
        {"shift_error(2,-3)", 15, "-2 to"},
        {"compose_error(1e15,1)", 15, "whole number"},
    };
    struct session m = fresh_model();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        asked_error(&m, cases[i].s, cases[i].col, cases[i].part);
    session_finish(&m);
}

TEST(errors_are_said_in_chinese_too)
{
    struct session m = fresh_model();
    struct expr_value v = {0};
    struct reply r = {.lang = LANG_ZH};
    assert_false(asked(&m, "pe(0,8)", &v, &r));
    assert_string_equal(text_str(&r.text), "pe：第 2 个参数应为 0 到 7 的整数");
    reply_finish(&r);
    session_finish(&m);
}

TEST(nesting_ends_at_32)
{
    static const struct {
        const char *open, *close;
    } pairs[] = {{"(", ")"}, {"abs(", ")"}, {"-", ""}, {"2^", ""}, {"[0][", "]"}};
    struct session m = fresh_model();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int more = 0; more < 2; more++) {
            int deep = 32 + more;
            char *end = asked_repeated("", pairs[i].close, deep, "");
            char *zero = asked_repeated("0", end, 1, "");
            char *s = asked_repeated("", pairs[i].open, deep, zero);
            if (more)
                asked_error(&m, s, 0, "nested too deep");
            else
                asked_number(&m, s);
            free(s);
            free(zero);
            free(end);
        }
    session_finish(&m);
}

TEST(a_row_ends_at_1024_and_an_expression_at_10000_values)
{
    struct session m = fresh_model();
    char *full = asked_repeated("sum([1", ",1", 1023, "])"),
         *over = asked_repeated("sum([1", ",1", 1024, "])");
    assert_close(asked_number(&m, full), 1024, 0);
    asked_error(&m, over, 6 + 2 * 1024, "at most 1024");
    char *many = asked_repeated("1", "+1", 4999, ""), *more = asked_repeated("1", "+1", 5000, "");
    assert_close(asked_number(&m, many), 5000, 0);
    asked_error(&m, more, 0, "too many values to compute (at most 10000)");
    free(full);
    free(over);
    free(many);
    free(more);
    session_finish(&m);
}

TEST(arithmetic_without_end_is_refused_before_it_begins)
{
    struct session m = fresh_model();
    char *s = asked_repeated("0", "+rises(2048,100000)", 500, "");
    asked_error(&m, s, 0, "too much arithmetic");
    free(s);
    s = asked_repeated("0", "+firstrise()", 500, "");
    asked_error(&m, s, 0, "too much arithmetic");
    free(s);
    asked_change(&m, seven_words);
    s = asked_repeated("order_max(0", "+1", 4900, ")");
    asked_error(&m, s, 1, "too much arithmetic");
    free(s);
    asked_change(&m, eight_words);
    asked_error(&m, "order_count(1=1)", 1, "at most 7 words");
    session_finish(&m);
}

TEST(lines_of_300_kilobytes_are_survived)
{
    static const char *const parts[] = {"(",  "[",  "-",  "abs(", "1^",   "1",  "[1,",          "x(", "猫",
                                        "\"", "\\", "A.", "h1.",  "and ", "1+", "order_count(", "%",  "＝"};
    struct session m = fresh_model();
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (int kilobytes = 60; kilobytes <= 300; kilobytes += 240) {
            char *s = asked_repeated("", parts[i], kilobytes * 1000 / (int)strlen(parts[i]), "");
            asked_error(&m, s, 0, "");
            free(s);
        }
    char *digits = asked_repeated("0.", "7", 1000, "");
    asked_error(&m, digits, 1, "too large or too long");
    free(digits);
    session_finish(&m);
}

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

TEST(nonsense_is_refused_or_evaluated_but_never_breaks)
{
    static const char *const parts[] = {
        "1",       "0.5",     "-",      "+",       "*",          "/",
        "^",       "(",       ")",      "[",       "]",          ",",
        " ",       "=",       "<",      ">",       "≠",          "≈",
        "and ",    "猫",      "狗",     "\"",      "A.",         "h2.",
        "h1.",     "x(",      "q(",     "weight(", "weights(",   "term(",
        "stage(",  "Qr",      "pe(",    "rope(",   "alibi(",     "sum(",
        "max(",    "1e300",   "1e-300", "inf",     "n",          "d",
        "%",       "_",       "#1",     "\xff",    "order_max(", "order_count(",
        "dot(",    "bucket(", "grid(",  "slope(",  "probe(",     "shift_error(",
        "argmax(", "weight,", "layers", "at(",     "　",         "（",
    };
    struct session m = fresh_model();
    uint32_t seed = 7;
    asked_pin(&m, "A");
    asked_change(&m, asked_two_heads);
    for (int round = 0; round < 20000; round++) {
        char s[400] = "";
        for (uint32_t k = next(&seed) % 12 + 1; k > 0; k--)
            strcat(s, parts[next(&seed) % (sizeof parts / sizeof *parts)]);
        struct expr_context c = session_context(&m);
        struct expr_value v = {0};
        struct text out = {0};
        struct reply r = {0};
        assert_true(expr_eval(&c, s, strlen(s), &v, &r) != r.failed);
        assert_true(!r.failed || (r.col >= 1 && r.col <= (int)strlen(s) + 1));
        reply_clear(&r);
        assert_true(expr_normal(&c, s, strlen(s), &out, &r) != r.failed);
        reply_clear(&r);
        assert_true((expr_mutate(&c, s, strlen(s), 0, &out, &r) < 0) == r.failed);
        expr_value_finish(&v);
        text_finish(&out);
        reply_finish(&r);
    }
    session_finish(&m);
}

/* What is said of a word that a sentence of these many words lacks. */
static void words_that_are_here(int count, char *out, size_t size)
{
    static const char *const names[] = {"a1", "a2", "a3", "a4", "a5", "a6", "a7",
                                        "a8", "a9", "b1", "b2", "b3", "b4"};
    struct session m = fresh_model();
    struct state next;
    struct expr_value v = {0};
    struct reply r = {.lang = LANG_EN};
    state_copy(&next, &m.now.state);
    say_words(&next, names, count);
    commit(&m, &next);
    assert_false(asked(&m, "x(zebra)", &v, &r));
    snprintf(out, size, "%s", text_str(&r.text));
    reply_finish(&r);
    session_finish(&m);
}

TEST(an_unknown_word_is_answered_with_the_first_twelve)
{
    char said[400];
    words_that_are_here(12, said, sizeof said);
    assert_non_null(strstr(said, "b2 b3"));
    assert_null(strstr(said, "…"));
    words_that_are_here(13, said, sizeof said);
    assert_non_null(strstr(said, "b2 b3 …"));
    assert_null(strstr(said, "b4"));
}
