/* Text, numbers, UTF-8, words: what every other layer stands on. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/reply.h"
#include "base/utf8.h"
#include "base/words.h"

static void a_text_grows_and_stays_terminated(void **state)
{
    (void)state;
    struct text t = {0};
    assert_string_equal(text_str(&t), "");
    for (int i = 0; i < 1000; i++)
        text_addf(&t, "%d,", i);
    assert_int_equal(t.len, strlen(t.s));
    assert_int_equal(strncmp(t.s, "0,1,2,", 6), 0);
    text_clear(&t);
    assert_string_equal(text_str(&t), "");
    text_add_bytes(&t, "猫狗", 3);
    assert_string_equal(text_str(&t), "猫");
    text_finish(&t);
}

static void growing_refuses_what_overflows(void **state)
{
    (void)state;
    assert_null(mem_grow(NULL, SIZE_MAX / 2, 4));
    assert_null(mem_new(SIZE_MAX / 2, 4));
    struct arena a = {0};
    assert_false(arena_reserve(&a, SIZE_MAX / 4));
    assert_true(arena_reserve(&a, 10));
    double *first = arena_doubles(&a, 4), *second = arena_doubles(&a, 6);
    assert_ptr_equal(first + 4, second);
    assert_true(arena_reserve(&a, 5));
    assert_ptr_equal(arena_doubles(&a, 5), first);
    arena_finish(&a);
}

static enum number_error parse(const char *s, double *x)
{
    return number_parse(s, strlen(s), x);
}

static void numbers_are_read_strictly(void **state)
{
    (void)state;
    static const char *const good[] = {"0", "-0.5", "+3", ".5", "5.", "1e-3", "1E+3", "−2"};
    static const double values[] = {0, -0.5, 3, 0.5, 5, 1e-3, 1e3, -2};
    static const char *const bad[] = {"", ".", "-", "nan", "inf", "0x10", "1e", "1 2", "1,5", "--1", "1e400x", "e3"};
    double x;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(parse(good[i], &x), NUMBER_OK);
        assert_true(x == values[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(parse(bad[i], &x), NUMBER_BAD);
    assert_int_equal(parse("1e400", &x), NUMBER_RANGE);
    long n;
    assert_int_equal(number_parse_int("7", 1, 0, 7, &n), NUMBER_OK);
    assert_int_equal(number_parse_int("8", 1, 0, 7, &n), NUMBER_RANGE);
    assert_int_equal(number_parse_int("1.5", 3, 0, 7, &n), NUMBER_BAD);
}

static void the_shortest_form_reads_back_the_same(void **state)
{
    (void)state;
    uint64_t bits = 88172645463325252u;
    struct text t = {0};
    for (int i = 0; i < 20000; i++) {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        double x, back;
        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x))
            continue;
        text_clear(&t);
        number_shortest(&t, x);
        assert_int_equal(number_parse(t.s, t.len, &back), NUMBER_OK);
        assert_true(back == x);
    }
    text_clear(&t);
    number_shortest(&t, 0.1);
    assert_string_equal(t.s, "0.1");
    text_finish(&t);
}

static void fixed_numbers_keep_their_width(void **state)
{
    (void)state;
    static const struct { double x; int digits, width; const char *want; } cases[] = {
        {1.23456, 3, 10, "1.235"}, {-0.0001, 3, 10, "0.000"}, {-1.5, 0, 4, "-2"}, {1e30, 3, 12, "1.000e+30"}, {INFINITY, 3, 8, "∞"},
    };
    struct text t = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_clear(&t);
        number_fixed(&t, cases[i].x, cases[i].digits, cases[i].width);
        assert_string_equal(text_str(&t), cases[i].want);
    }
    text_finish(&t);
}

static void every_character_survives_encoding(void **state)
{
    (void)state;
    for (uint32_t ch = 0; ch <= 0x10FFFF; ch++) {
        char bytes[4];
        uint32_t back = 0;
        if (ch >= 0xD800 && ch <= 0xDFFF)
            continue;
        size_t n = utf8_encode(ch, bytes);
        assert_int_equal(utf8_decode(bytes, n, &back), n);
        assert_int_equal(back, ch);
        if (n > 1)
            assert_int_equal(utf8_decode(bytes, n - 1, &back), 0);
    }
}

static void broken_bytes_are_told(void **state)
{
    (void)state;
    static const char *const broken[] = {"\x80", "\xc0\xaf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff", "\xe7\x8c"};
    uint32_t ch;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        assert_int_equal(utf8_decode(broken[i], strlen(broken[i]), &ch), 0);
        struct cluster c;
        assert_int_equal(utf8_cluster(broken[i], strlen(broken[i]), &c), 1);
        assert_int_equal(c.ch[0], 0xFFFD);
    }
    assert_int_equal(utf8_invalid_at("猫\xff", 4), 3);
}

static void what_could_harm_a_terminal_is_replaced(void **state)
{
    (void)state;
    static const char *const harmful[] = {"\x1b[31m", "\x07", "\xc2\x9b", "\xe2\x80\xae", "\xe2\x80\x8b", "\xef\xbb\xbf"};
    for (size_t i = 0; i < sizeof harmful / sizeof *harmful; i++) {
        struct cluster c;
        utf8_cluster(harmful[i], strlen(harmful[i]), &c);
        assert_int_equal(c.ch[0], 0xFFFD);
        assert_int_equal(c.width, 1);
    }
}

static void widths_are_those_of_the_terminal(void **state)
{
    (void)state;
    assert_int_equal(utf8_width("猫追狗"), 6);
    assert_int_equal(utf8_width("cat"), 3);
    assert_int_equal(utf8_width("e\xcc\x81"), 1);
    assert_int_equal(utf8_fit("猫追狗", 5), 6);
    assert_int_equal(utf8_fit("猫追狗", 1), 0);
    struct cluster c;
    assert_int_equal(utf8_cluster("e\xcc\x81x", 4, &c), 3);
    assert_int_equal(c.ch[1], 0x301);
}

/* The words of the first command of a line, joined by '|', a ! in front of quoted ones. */
static void split(const char *line, const char *want)
{
    struct words w = {0};
    struct reply r = {0};
    struct text joined = {0};
    int col = 1;
    assert_true(words_split(&w, &line, &col, &r));
    for (int i = 0; i < w.count; i++)
        text_addf(&joined, "%s%s%s", i ? "|" : "", w.v[i].quoted ? "!" : "", w.v[i].s);
    assert_string_equal(text_str(&joined), want);
    text_finish(&joined);
    words_finish(&w);
    reply_finish(&r);
}

static void lines_are_cut_into_words(void **state)
{
    (void)state;
    split("  set d 8 ; set heads 2", "set|d|8");
    split("sentence \"the cat sat\"", "sentence|!the cat sat");
    split("say \"a \\\"b\\\" \\\\ c\"", "say|!a \"b\" \\ c");
    split("WQ = 1 2 ; 3 -4; swap", "WQ|=|1|2|;|3|-4");
    split("x 猫=1 0", "x|猫|=|1|0");
    split("encoding rope base=100", "encoding|rope|base|=|100");
    split("swap 猫#2 狗 # a comment", "swap|猫#2|狗");
    split("# all comment", "");
    split("ｓｅｔ　ｄ", "ｓｅｔ|ｄ");
    split("set　d　１２．５；next", "set|d|12.5");
    split("x 猫 ＝ －1 ＋2", "x|猫|=|-1|+2");
    split("expect a <= 3", "expect|a|<=|3");
}

static void columns_count_characters(void **state)
{
    (void)state;
    struct words w = {0};
    struct reply r = {0};
    const char *line = "x 猫 = 1 ; 2; 移动 猫";
    int col = 1;
    assert_true(words_split(&w, &line, &col, &r));
    assert_int_equal(w.v[2].col, 5);
    assert_true(words_split(&w, &line, &col, &r));
    assert_int_equal(w.v[0].col, 14);
    words_finish(&w);
}

static void wrong_lines_say_where(void **state)
{
    (void)state;
    static const struct { const char *line; int col; } cases[] = {{"set \"d", 5}, {"猫 \xff", 3}, {"a\x1b[0m", 2}, {"x \xe2\x80\xae", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct words w = {0};
        struct reply r = {0};
        const char *line = cases[i].line;
        int col = 1;
        assert_false(words_split(&w, &line, &col, &r));
        assert_int_equal(r.col, cases[i].col);
        words_finish(&w);
        reply_finish(&r);
    }
}

static void only_the_first_failure_is_kept(void **state)
{
    (void)state;
    struct reply r = {.lang = LANG_ZH};
    reply_say(&r, TEXT("fine %d", "好 %d"), 1);
    assert_false(reply_fail(&r, 3, TEXT("bad %s", "坏 %s"), "x"));
    reply_fail(&r, 9, TEXT("worse", "更坏"));
    assert_string_equal(text_str(&r.text), "坏 x");
    assert_int_equal(r.col, 3);
    reply_finish(&r);
}

static int locale(void **state)
{
    (void)state;
    return utf8_locale() ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_grows_and_stays_terminated),
        cmocka_unit_test(growing_refuses_what_overflows),
        cmocka_unit_test(numbers_are_read_strictly),
        cmocka_unit_test(the_shortest_form_reads_back_the_same),
        cmocka_unit_test(fixed_numbers_keep_their_width),
        cmocka_unit_test(every_character_survives_encoding),
        cmocka_unit_test(broken_bytes_are_told),
        cmocka_unit_test(what_could_harm_a_terminal_is_replaced),
        cmocka_unit_test(widths_are_those_of_the_terminal),
        cmocka_unit_test(lines_are_cut_into_words),
        cmocka_unit_test(columns_count_characters),
        cmocka_unit_test(wrong_lines_say_where),
        cmocka_unit_test(only_the_first_failure_is_kept),
    };
    return cmocka_run_group_tests(tests, locale, NULL);
}
