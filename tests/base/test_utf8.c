/* UTF-8: exactly the well-formed sequences, and nothing harmful on the way to the screen. */
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/utf8.h"
#include "support/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { LAST = 0x10FFFF, REPLACEMENT = 0xFFFD };

static bool surrogate(uint32_t ch)
{
    return ch >= 0xD800 && ch <= 0xDFFF;
}

TEST(every_character_survives_encoding)
{
    for (uint32_t ch = 0; ch <= LAST; ch++) {
        char bytes[5] = {0};
        uint32_t back = 0;
        if (surrogate(ch))
            continue;
        size_t n = utf8_encode(ch, bytes);
        assert_true(n == (ch < 0x80 ? 1u : ch < 0x800 ? 2u : ch < 0x10000 ? 3u : 4u));
        assert_true(utf8_decode(bytes, n, &back) == n && back == ch);
        assert_true(utf8_decode(bytes, 5, &back) == n && back == ch);
        assert_true(utf8_invalid_at(bytes, n) == n);
    }
}

/* Each character has one sequence (see the test above). The number of accepted sequences
 * of each length therefore shows that no other is accepted. */
static size_t sequences(int lead_from, int lead_to, size_t length, const unsigned char *tails,
                        size_t tail_count)
{
    size_t count = 0, tries = 1;
    for (size_t i = 1; i < length; i++)
        tries *= tail_count;
    for (int lead = lead_from; lead <= lead_to; lead++)
        for (size_t k = 0; k < tries; k++) {
            char s[4] = {(char)lead};
            size_t rest = k;
            for (size_t i = 1; i < length; i++, rest /= tail_count)
                s[i] = (char)tails[rest % tail_count];
            uint32_t ch;
            count += utf8_decode(s, length, &ch) == length;
        }
    return count;
}

TEST(no_other_sequence_is_decoded)
{
    unsigned char any[256], tail[64];
    for (int i = 0; i < 256; i++)
        any[i] = (unsigned char)i;
    for (int i = 0; i < 64; i++)
        tail[i] = (unsigned char)(0x80 + i);
    assert_int_equal(sequences(0x00, 0xFF, 1, any, 256), 0x80);
    assert_int_equal(sequences(0x00, 0xFF, 2, any, 256), 0x800 - 0x80);
    assert_int_equal(sequences(0xC0, 0xFF, 3, any, 256), 0x10000 - 0x800 - 0x800);
    assert_int_equal(sequences(0xE0, 0xFF, 4, tail, 64), 0x100000);
}

TEST(cut_sequences_are_broken)
{
    for (uint32_t ch = 0x80; ch <= LAST; ch += ch < 0x3000 ? 1 : 97) {
        char bytes[4];
        uint32_t back = 7;
        if (surrogate(ch))
            continue;
        size_t n = utf8_encode(ch, bytes);
        for (size_t cut = 1; cut < n; cut++) {
            assert_int_equal(utf8_decode(bytes, cut, &back), 0);
            assert_int_equal(utf8_invalid_at(bytes, cut), 0);
        }
        bytes[n - 1] = 'x';
        assert_int_equal(utf8_decode(bytes, n, &back), 0);
        assert_int_equal(back, 7);
    }
}

TEST(broken_bytes_are_told)
{
    static const char *const broken[] = {"\x80",
                                         "\xbf",
                                         "\xc0\xaf",
                                         "\xc1\xbf",
                                         "\xe0\x80\x80",
                                         "\xe0\x9f\xbf",
                                         "\xed\xa0\x80",
                                         "\xed\xbf\xbf",
                                         "\xf0\x80\x80\x80",
                                         "\xf0\x8f\xbf\xbf",
                                         "\xf4\x90\x80\x80",
                                         "\xf5\x80\x80\x80",
                                         "\xf8\x88\x80\x80\x80",
                                         "\xfe",
                                         "\xff",
                                         "\xe7\x8c"};
    for (size_t i = 0; i < COUNT(broken); i++) {
        struct cluster c;
        uint32_t ch;
        assert_int_equal(utf8_decode(broken[i], strlen(broken[i]), &ch), 0);
        assert_int_equal(utf8_cluster(broken[i], strlen(broken[i]), &c), 1);
        assert_int_equal(c.ch[0], REPLACEMENT);
        assert_int_equal(c.width, 1);
    }
    assert_int_equal(utf8_invalid_at("猫\xff", 4), 3);
    assert_int_equal(utf8_invalid_at("猫追", 5), 3);
    assert_int_equal(utf8_invalid_at("猫追", 6), 6);
    assert_int_equal(utf8_invalid_at("", 0), 0);
}

TEST(what_could_harm_a_terminal_is_replaced)
{
    static const char *const harmful[] = {"\x1b[31m",     "\x07",         "\x7f",         "\n",
                                          "\t",           "\xc2\x9b",     "\xc2\x85",     "\xe2\x80\xa8",
                                          "\xe2\x80\xa9", "\xef\xbf\xbe", "\xef\xb7\x90", "\xf3\xa0\x80\x80"};
    for (size_t i = 0; i < COUNT(harmful); i++) {
        struct cluster c;
        uint32_t ch;
        assert_true(utf8_decode(harmful[i], strlen(harmful[i]), &ch) > 0);
        assert_true(utf8_forbidden(ch));
        assert_true(utf8_cluster(harmful[i], strlen(harmful[i]), &c) > 0);
        assert_int_equal(c.ch[0], ch == '\t' ? 0x21E5 : REPLACEMENT);
        assert_int_equal(c.width, 1);
    }
    char zero = '\0';
    struct cluster c;
    assert_int_equal(utf8_cluster(&zero, 1, &c), 1);
    assert_int_equal(c.ch[0], REPLACEMENT);
}

/* Persian, Hindi and emoji are spelled with them; a text that turns the direction could lie about its order.
 */
TEST(what_is_invisible_is_a_mark)
{
    static const uint32_t invisible[] = {0xAD,   0x34F,  0x61C,  0x180B,  0x180E,  0x200B,  0x200C,  0x200D,
                                         0x200E, 0x200F, 0x202A, 0x202E,  0x2060,  0x2066,  0x2069,  0xFE00,
                                         0xFE0F, 0xFEFF, 0xFFF9, 0xE0001, 0xE0020, 0xE007F, 0xE0100, 0xE01EF};
    for (size_t i = 0; i < COUNT(invisible); i++) {
        char s[8] = "e";
        struct cluster c;
        size_t n = utf8_encode(invisible[i], s + 1);
        assert_true(utf8_invisible(invisible[i]) && !utf8_forbidden(invisible[i]));
        assert_int_equal(utf8_cluster(s, n + 1, &c), 1); /* it is no mark of the letter */
        assert_int_equal(utf8_cluster(s + 1, n, &c), n);
        assert_int_equal(c.ch[0], UTF8_MARK);
        assert_int_equal(c.width, 1);
        assert_int_equal(utf8_width(s), 2);
    }
    assert_int_equal(utf8_width("👩\u200d🚀"), 5);
    assert_int_equal(utf8_width("\u200c\u0301"), 2);
}

TEST(ordinary_characters_are_allowed)
{
    static const char allowed[] = " aZ~é猫，。“”…≈≠√−·✓█⠿０（）²∞";
    for (const char *s = allowed; *s;) {
        uint32_t ch;
        size_t n = utf8_decode(s, strlen(s), &ch);
        assert_true(n > 0);
        assert_false(utf8_forbidden(ch) || utf8_invisible(ch));
        s += n;
    }
}

/* Whatever the input, the output has a width that the terminal agrees with. */
TEST(every_character_is_drawn_or_replaced)
{
    for (uint32_t ch = 0; ch <= LAST; ch++) {
        char bytes[4];
        struct cluster c;
        if (surrogate(ch))
            continue;
        size_t n = utf8_encode(ch, bytes);
        assert_true(utf8_cluster(bytes, n, &c) == n);
        bool same =
            c.ch[0] == ch && !utf8_forbidden(ch) && !utf8_invisible(ch) && wcwidth((wchar_t)ch) == c.width;
        bool replaced = (c.ch[0] == REPLACEMENT || c.ch[0] == UTF8_MARK || ch == '\t') && c.width == 1;
        assert_true((same || replaced) && (c.width == 1 || c.width == 2));
        assert_true(same || utf8_invisible(ch) == (c.ch[0] == UTF8_MARK));
        assert_true(c.ch[1] == 0 && c.ch[2] == 0 && c.ch[3] == 0);
    }
}

TEST(marks_stay_on_their_character)
{
    struct cluster c;
    assert_int_equal(utf8_cluster("e\xcc\x81x", 4, &c), 3);
    assert_int_equal(c.ch[0], 'e');
    assert_int_equal(c.ch[1], 0x301);
    assert_int_equal(c.ch[2], 0);
    assert_int_equal(c.width, 1);
    /* five marks: all are consumed, three are kept */
    const char *five = "猫\xcc\x80\xcc\x81\xcc\x82\xcc\x83\xcc\x84"
                       "b";
    assert_int_equal(utf8_cluster(five, strlen(five), &c), 13);
    assert_int_equal(c.ch[0], 0x732B);
    assert_int_equal(c.ch[UTF8_MARKS], 0x302);
    assert_int_equal(c.width, 2);
    /* a mark without a base character, and one on a replaced character */
    assert_int_equal(utf8_cluster("\xcc\x81", 2, &c), 2);
    assert_int_equal(c.ch[0], REPLACEMENT);
    assert_int_equal(utf8_cluster("\x1b\xcc\x81", 3, &c), 1);
    /* a zero-width character is not a mark: it becomes a visible cluster of its own */
    assert_int_equal(utf8_cluster("e\xe2\x80\x8b", 4, &c), 1);
    assert_int_equal(utf8_cluster("e\xcc", 2, &c), 1);
}

TEST(widths_are_those_of_the_terminal)
{
    static const struct {
        const char *s;
        int width;
    } cases[] = {
        {"", 0},   {"cat", 3}, {"猫追狗", 6}, {"e\xcc\x81", 1}, {"a猫", 3},  {"（", 2},
        {"▁█", 2}, {"⠿", 1},   {"\x1b[m", 3}, {"\xff\xff", 2},  {"a\tb", 3},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(utf8_width(cases[i].s), cases[i].width);
}

TEST(fitting_cuts_between_clusters)
{
    static const struct {
        const char *s;
        int columns;
        size_t bytes;
    } cases[] = {
        {"猫追狗", 6, 9},     {"猫追狗", 5, 6},     {"猫追狗", 1, 0}, {"猫追狗", 0, 0},
        {"猫追狗", -1, 0},    {"猫追狗", 100, 9},   {"abc", 2, 2},    {"a猫", 2, 1},
        {"e\xcc\x81x", 1, 3}, {"e\xcc\x81x", 0, 0}, {"", 5, 0},       {"\xff\xff", 1, 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(utf8_fit(cases[i].s, cases[i].columns), cases[i].bytes);
}

/* Random bytes, many of them from broken or dangerous sequences. */
TEST(any_bytes_come_out_clean)
{
    static const unsigned char spice[] = {0x1B, 0x9B, 0xC2, 0xCC, 0x81, 0xE2, 0x80, 0xAE,
                                          0xE7, 0x8C, 0xAB, 0xF0, 0x9F, 0xED, 0xA0, 'e'};
    uint64_t x = 88172645463325252u;
    for (int round = 0; round < 20000; round++) {
        char s[13] = {0};
        for (size_t i = 0; i < 12; i++) {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            s[i] = (char)(x & 0x100 ? spice[x % sizeof spice] : x % 255 + 1);
        }
        int width = 0;
        for (size_t at = 0; at < 12;) {
            struct cluster c;
            size_t n = utf8_cluster(s + at, 12 - at, &c);
            assert_true(n > 0 && at + n <= 12);
            assert_true(c.width == 1 || c.width == 2);
            for (int i = 0; i < 1 + UTF8_MARKS; i++)
                assert_true(c.ch[i] == 0 || !(utf8_forbidden(c.ch[i]) || utf8_invisible(c.ch[i])));
            assert_int_equal(utf8_cluster_before(s, at + n), at);
            width += c.width;
            at += n;
        }
        assert_int_equal(utf8_width(s), width);
        assert_int_equal(utf8_fit(s, width), 12);
        for (int columns = 0; columns < width; columns++) {
            char part[13] = {0};
            memcpy(part, s, utf8_fit(s, columns));
            assert_true(utf8_width(part) <= columns && utf8_width(part) >= columns - 1);
        }
    }
}

TEST(han_is_told_from_the_rest)
{
    static const uint32_t han[] = {0x4E00, 0x732B, 0x9FFF, 0x3400, 0x4DBF, 0xF900, 0x20000, 0x3134F};
    static const uint32_t other[] = {
        'a',   0x3042 /* hiragana */, 0xAC00 /* hangul */, 0x3002 /* 。 */, 0xFF0C /* ， */, 0x33FF, 0x4DC0,
        0xA000};
    for (size_t i = 0; i < COUNT(han); i++)
        assert_true(utf8_is_han(han[i]));
    for (size_t i = 0; i < COUNT(other); i++)
        assert_false(utf8_is_han(other[i]));
}

/* Last, because it changes the locale. */
TEST(the_locale_is_utf8_whatever_the_environment_says)
{
    static const char *const asked[] = {"C", "POSIX", "no_SUCH.ISO-8859-1", "C.UTF-8", ""};
    for (size_t i = 0; i < COUNT(asked); i++) {
        assert_int_equal(setenv("LC_ALL", asked[i], 1), 0);
        assert_true(utf8_locale());
        assert_string_equal(nl_langinfo(CODESET), "UTF-8");
        assert_int_equal(wcwidth(0x732B), 2);
        assert_string_equal(setlocale(LC_NUMERIC, NULL), "C");
    }
}

TEST(another_character_set_is_noticed)
{
    static const struct {
        const char *all, *ctype, *lang;
        bool utf8;
    } cases[] = {
        {"", "", "zh_CN.GBK", false},
        {"", "", "en_US.ISO-8859-1", false},
        {"", "zh_CN.GB18030", "C.UTF-8", false},
        {"C.UTF-8", "zh_CN.GBK", "zh_CN.GBK", true},
        {"", "", "zh_CN.utf8", true},
        {"", "", "de_DE.UTF-8@euro", true},
        {"", "", "C", true},
        {"", "", "zh_CN", true},
        {"", "", "", true},
        {"C", "", "x.GBK", true},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        setenv("LC_ALL", cases[i].all, 1);
        setenv("LC_CTYPE", cases[i].ctype, 1);
        setenv("LANG", cases[i].lang, 1);
        assert_int_equal(utf8_expected(), cases[i].utf8);
    }
}

TEST(full_width_signs_have_ascii_twins)
{
    static const uint32_t from[] = {0xFF08, 0xFF1D, 0xFF10, 0xFF19, 0xFF5E, 0xFF01, 0x3000};
    static const char to[] = "(=09~! ";
    static const uint32_t same[] = {0xFF21, 0xFF5A, 0xFF02, 0xFF5F, 0xFF00, 0x3001, 0x3002, 'a', '(', 0x732B};
    for (size_t i = 0; i < COUNT(from); i++)
        assert_int_equal(utf8_narrow(from[i]), to[i]);
    for (size_t i = 0; i < COUNT(same); i++)
        assert_int_equal(utf8_narrow(same[i]), same[i]);
}

TEST(nothing_that_a_terminal_obeys_is_shown)
{
    struct text out = {0};
    utf8_show(&out, "猫\n\033]0;x\007 \xC2\x9B \xE2\x80\xAE \xE2\x80\x8B \xFF\r e\xCC\x81");
    assert_string_equal(text_str(&out), "猫\n\uFFFD]0;x\uFFFD \uFFFD ¦ ¦ \uFFFD\uFFFD e\xCC\x81");
    text_finish(&out);
}
