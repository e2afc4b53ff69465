/* Lines split into commands and words: separators, folding, columns. */
#include <string.h>

#include "base/utf8.h"
#include "base/words.h"
#include "support/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Prints all commands of a line: words joined by |, quoted ones after a !, commands by " / ". */
static void split(const char *line, const char *want)
{
    struct words w = {0};
    struct reply r = {0};
    struct text joined = {0};
    int col = 1;
    for (const char *p = line; *p;) {
        if (!words_split(&w, &p, &col, &r))
            fail_msg("%s: %s", line, text_str(&r.text));
        for (int i = 0; i < w.count; i++)
            text_addf(&joined, "%s%s%s", i ? "|" : "", w.v[i].quoted ? "!" : "", w.v[i].s);
        text_add(&joined, *p ? " / " : "");
    }
    assert_string_equal(text_str(&joined), want);
    assert_string_equal(text_str(&r.text), "");
    text_finish(&joined);
    words_finish(&w);
    reply_finish(&r);
}

TEST(blanks_separate_words)
{
    split("set d 8", "set|d|8");
    split("  set \t d   8  ", "set|d|8");
    split("set　d　　8　", "set|d|8");
    split("set d 8\r", "set|d|8");
    split("", "");
    split(" \t　", "");
    split("x 1,2,3", "x|1,2,3");
}

TEST(semicolons_and_line_ends_end_commands)
{
    split("set d 8 ; set heads 2", "set|d|8 / set|heads|2");
    split("set d 8;set heads 2;", "set|d|8 / set|heads|2");
    split("undo；redo", "undo / redo");
    split(";;undo", " /  / undo");
    split("set d 8\nundo\r\nredo\n", "set|d|8 / undo / redo");
    split("print f(a, b); print g", "print|f(a,|b) / print|g");
}

TEST(quotes_keep_what_they_hold)
{
    split("sentence \"the cat sat\"", "sentence|!the cat sat");
    split("say \"a \\\"b\\\" \\\\ c\"", "say|!a \"b\" \\ c");
    split("say \"\\x \\\" \\u \\u{} \\u{1b} \\u{d800} \\u{110000}\"",
          "say|!\\x \" \\u \\u{} \\u{1b} \\u{d800} \\u{110000}");
    split("say \"a\\tb\\n\\u{200C}\\u{9}\\\\n\"", "say|!a⇥b↵\u200c⇥\\n");
    split("say \"; # = ，；　＃\"", "say|!; # = ，；　＃");
    split("say \"\"", "say|!");
    split("say \"a\tb\"", "say|!a⇥b");
    split("a\"b c\"d", "a|!b c|d");
    split("\"a\"\"b\"", "!a|!b");
    split("base=\"=\"", "base|=|!=");
    split("say \"猫\" ; say \"狗\"", "say|!猫 / say|!狗");
}

TEST(a_comment_ends_with_its_line)
{
    split("swap 猫#2 狗 # a comment; with \"anything", "swap|猫#2|狗");
    split("# all comment", "");
    split("　＃ all comment", "");
    split("undo ;# why", "undo / ");
    split("# first\nundo # second\nredo", " / undo / redo");
    split("undo # \x1b\xff", "undo");
    split("\"a\"#b", "!a");
}

TEST(an_equals_sign_is_a_word)
{
    split("x 猫 = 1 0", "x|猫|=|1|0");
    split("x 猫=1 0", "x|猫|=|1|0");
    split("set x 猫 0=5", "set|x|猫|0|=|5");
    split("x= -1", "x|=|-1");
    split("x ＝1", "x|=|1");
    split("encoding rope base=100 dims=4", "encoding|rope|base|=|100|dims|=|4");
    split("=", "=");
    split("a = = b", "a|=|=|b");
}

TEST(comparisons_are_left_whole)
{
    split("expect a <= 3", "expect|a|<=|3");
    split("expect a>=3", "expect|a>=3");
    split("expect a == b", "expect|a|==|b");
    split("expect a==b", "expect|a==b");
    split("expect a!=b", "expect|a!=b");
    split("expect f(a, 1) = 0.5", "expect|f(a,|1)|=|0.5");
    split("expect a ≈ 0.5", "expect|a|≈|0.5");
}

TEST(rows_of_values_are_not_commands)
{
    split("WQ = 1 0 ; 0 1", "WQ|=|1|0|;|0|1");
    split("WQ=1 0;0 1;set d 4", "WQ|=|1|0|;|0|1 / set|d|4");
    split("WQ ＝ 1 0；－1 １", "WQ|=|1|0|;|-1|1");
    split("WQ = 1 ; -2 ; +3 ; .5 ; −4", "WQ|=|1|;|-2|;|+3|;|.5|;|−4");
    split("mask = 0 -inf ; -inf 0", "mask|=|0|-inf|;|-inf|0");
    split("x 猫 = 1 2; set d 4", "x|猫|=|1|2 / set|d|4");
    split("WQ = 1 0 ; # rows\n0 1", "WQ|=|1|0 /  / 0|1");
    split("WQ = 1 0 ;\n0 1", "WQ|=|1|0 /  / 0|1");
    split("WQ = 1 0 ;", "WQ|=|1|0");
    split("undo ; 0 1", "undo / 0|1");
    split("say \"=\" ; 0 1", "say|!= / 0|1");
    split("expect f(a) = 0.5 ; print n", "expect|f(a)|=|0.5 / print|n");
}

TEST(full_width_twins_are_folded)
{
    split("：，（）［］＋－．＃０１２３４５６７８９", ":,()[]+-.#0123456789");
    split("a：，（）［］＋－．＃０１２３４５６７８９", "a:,()[]+-.#0123456789");
    split("ｓｅｔ　ｄ", "ｓｅｔ|ｄ"); /* full-width letters are not folded */
    split("set　base　１２．５；next", "set|base|12.5 / next");
    split("sentence 猫。追！狗？", "sentence|猫。追！狗？");
}

TEST(columns_count_characters)
{
    static const int first[] = {1, 3, 5, 7, 9, 11}, second[] = {14, 17, 21};
    struct words w = {0};
    struct reply r = {0};
    const char *line = "x 猫 = 1 ; 2; 移动 \"狗\" 1\nundo";
    int col = 1;
    assert_true(words_split(&w, &line, &col, &r));
    assert_int_equal(w.count, 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(w.v[i].col, first[i]);
    assert_true(words_split(&w, &line, &col, &r));
    assert_int_equal(w.count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(w.v[i].col, second[i]);
    assert_true(words_split(&w, &line, &col, &r));
    assert_int_equal(w.v[0].col, 1);
    assert_string_equal(line, "");
    assert_int_equal(col, 5);
    words_finish(&w);
}

TEST(columns_go_on_from_the_one_given)
{
    struct words w = {0};
    struct reply r = {0};
    const char *line = " undo";
    int col = 40;
    assert_true(words_split(&w, &line, &col, &r));
    assert_int_equal(w.v[0].col, 41);
    assert_int_equal(col, 45);
    words_finish(&w);
}

TEST(words_know_their_bytes)
{
    static const char *const raw[] = {"print", "weight（猫，", "\"a \\\" b\"", "＝", "0.5"};
    struct words w = {0};
    struct reply r = {0};
    const char *begin = "　print weight（猫，　\"a \\\" b\"＝0.5 ；print n", *line = begin;
    int col = 1;
    assert_true(words_split(&w, &line, &col, &r));
    assert_int_equal(w.count, COUNT(raw));
    for (int i = 0; i < w.count; i++) {
        assert_int_equal(w.v[i].end - w.v[i].at, strlen(raw[i]));
        assert_memory_equal(begin + w.v[i].at, raw[i], strlen(raw[i]));
    }
    begin = line;
    assert_string_equal(begin, "print n");
    assert_true(words_split(&w, &line, &col, &r));
    assert_string_equal(begin + w.v[1].at, "n");
    words_finish(&w);
}

TEST(wrong_lines_say_where_and_why)
{
    static const struct {
        const char *line;
        int col;
        const char *en, *zh;
    } cases[] = {
        {"set \"d", 5, "quote", "引号"},
        {"\"", 1, "quote", "引号"},
        {"say \"a\nb\"", 5, "quote", "引号"},
        {"say \"a\r\n", 5, "quote", "引号"},
        {"say \"a\rb\"", 5, "quote", "引号"},
        {"say \"a\\\"", 5, "quote", "引号"},
        {"猫 \xff", 3, "0xff", "0xff"},
        {"猫\xe7\x8c", 2, "0xe7", "0xe7"},
        {"say \"\xc0\xaf\"", 6, "0xc0", "0xc0"},
        {"a\x1b[0m", 2, "U+001B", "U+001B"},
        {"x \xe2\x80\xa8", 3, "U+2028", "U+2028"},
        {"say \"a\xe2\x80\xa9\"", 7, "U+2029", "U+2029"},
        {"x = 1 ; \xff", 9, "0xff", "0xff"},
        {"x = 1 ;\x07 2", 8, "U+0007", "U+0007"},
    };
    for (size_t i = 0; i < COUNT(cases) * 2; i++) {
        struct words w = {0};
        struct reply r = {.lang = i % 2 ? LANG_ZH : LANG_EN};
        const char *line = cases[i / 2].line;
        int col = 1;
        assert_false(words_split(&w, &line, &col, &r));
        assert_true(r.failed);
        assert_int_equal(r.col, cases[i / 2].col);
        assert_non_null(strstr(text_str(&r.text), i % 2 ? cases[i / 2].zh : cases[i / 2].en));
        assert_string_equal(line, "");
        words_finish(&w);
        reply_finish(&r);
    }
}

TEST(an_earlier_command_is_read_before_a_wrong_one)
{
    struct words w = {0};
    struct reply r = {0};
    const char *line = "undo; set \"d";
    int col = 1;
    assert_true(words_split(&w, &line, &col, &r));
    assert_string_equal(w.v[0].s, "undo");
    assert_false(words_split(&w, &line, &col, &r));
    assert_int_equal(r.col, 11);
    words_finish(&w);
    reply_finish(&r);
}

TEST(words_are_cleared_before_they_are_filled)
{
    struct words w = {0};
    struct reply r = {0};
    int col = 1;
    for (int i = 0; i < 3; i++) {
        const char *line = "a b c d e f g h i j k l m n o p q r s t";
        assert_true(words_split(&w, &line, &col, &r));
        assert_int_equal(w.count, 20);
        assert_string_equal(w.v[19].s, "t");
    }
    words_clear(&w);
    assert_int_equal(w.count, 0);
    words_finish(&w);
    assert_null(w.v);
    words_finish(&w);
}

static uint64_t next(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    return *x;
}

TEST(any_allowed_text_survives_quoting)
{
    static const char *const pieces[] = {"\"",        "\\", " ",  ";",    "#",      "=",
                                         "猫",        "，", "　", "a",    "＝",     "\\\\",
                                         "e\xcc\x81", "t",  "n",  "u{9}", "\u200c", "\u202e"};
    uint64_t x = 88172645463325252u;
    for (int round = 0; round < 5000; round++) {
        struct text plain = {0}, line = {0};
        struct words w = {0};
        struct reply r = {0};
        for (int i = (int)(next(&x) % 9); i > 0; i--)
            text_add(&plain, pieces[next(&x) % COUNT(pieces)]);
        text_add_char(&line, '"');
        words_quote(&line, text_str(&plain), false);
        assert_true(!(strstr(line.s, "\u200c") || strstr(line.s, "\u202e")));
        text_add_char(&line, '"');
        const char *p = line.s;
        int col = 1;
        assert_true(words_split(&w, &p, &col, &r));
        assert_int_equal(w.count, 1);
        assert_string_equal(w.v[0].s, text_str(&plain));
        assert_int_equal(w.v[0].end, line.len);
        text_finish(&plain);
        text_finish(&line);
        words_finish(&w);
        reply_finish(&r);
    }
}

/* Checks invariants of the words of any command, taken from the line between `begin` and `end`. */
static void check_words(const struct words *w, const char *begin, const char *end)
{
    size_t at = 0;
    int col = 0;
    for (int i = 0; i < w->count; i++) {
        const struct word *v = &w->v[i];
        assert_true(v->at >= at && v->end > v->at && v->end <= (size_t)(end - begin));
        assert_true(v->col > col);
        assert_true(v->quoted == (begin[v->at] == '"'));
        assert_true(v->quoted || (v->s[0] != '\0' && !strpbrk(v->s, " \t\r\n\"")));
        assert_true(utf8_invalid_at(v->s, strlen(v->s)) == strlen(v->s));
        at = v->end;
        col = v->col;
    }
}

TEST(any_line_is_cut_or_refused)
{
    static const char *const pieces[] = {
        "\"", "\\", " ",  ";",  "#",  "=",  "猫",   "，",   "　",           "a",  "＝", "<",      "!=",
        "1",  "-",  "；", "\n", "\r", "\t", "\xff", "\x1b", "\xe2\x80\x8b", "＃", "．", "x = 1 ", "set "};
    uint64_t x = 1181783497276652981u;
    for (int round = 0; round < 50000; round++) {
        struct text line = {0};
        struct words w = {0};
        struct reply r = {0};
        int col = 1;
        for (int i = (int)(next(&x) % 14); i > 0; i--) {
            size_t k = (size_t)(next(&x) % COUNT(pieces));
            text_add(&line, k < 19 || next(&x) % 8 == 0 ? pieces[k] : "b");
        }
        for (const char *p = text_str(&line); *p;) {
            const char *begin = p;
            bool ok = words_split(&w, &p, &col, &r);
            assert_true(ok == !r.failed);
            assert_true(ok ? p > begin : *p == '\0' && r.col > 0);
            if (ok)
                check_words(&w, begin, p);
        }
        text_finish(&line);
        words_finish(&w);
        reply_finish(&r);
    }
}
