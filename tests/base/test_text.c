/* Growing strings, and replies that use them. */
#include <string.h>

#include "base/reply.h"
#include "base/text.h"
#include "support/test.h"

TEST(an_untouched_text_is_empty)
{
    struct text t = {0};
    assert_string_equal(text_str(&t), "");
    text_clear(&t);
    assert_string_equal(text_str(&t), "");
    text_finish(&t);
    text_finish(&t);
}

TEST(every_way_to_add_adds_behind_the_last)
{
    struct text t = {0};
    text_add(&t, "猫");
    text_add_bytes(&t, "追狗", 3);
    text_add_char(&t, '-');
    text_addf(&t, "%d/%s", 7, "x");
    text_add(&t, "");
    assert_string_equal(text_str(&t), "猫追-7/x");
    assert_int_equal(t.len, strlen(t.s));
    text_finish(&t);
}

TEST(zero_bytes_are_kept)
{
    struct text t = {0};
    text_add_bytes(&t, "a\0b", 3);
    text_add_bytes(&t, NULL, 0);
    assert_int_equal(t.len, 3);
    assert_memory_equal(t.s, "a\0b", 4);
    text_finish(&t);
}

TEST(a_text_grows_and_stays_terminated)
{
    struct text t = {0};
    for (int i = 0; i < 20000; i++) {
        text_addf(&t, "%d,", i % 10);
        assert_int_equal(t.s[t.len], '\0');
        assert_true(t.len < t.room);
    }
    assert_int_equal(t.len, 40000);
    for (size_t i = 0; i < t.len; i++)
        assert_int_equal(t.s[i], i % 2 ? ',' : (int)('0' + i / 2 % 10));
    text_finish(&t);
}

/* Lengths around the growth sizes: 63 bytes and a NUL fill the first block. */
TEST(formatted_text_of_any_length_fits)
{
    static char long_one[300];
    memset(long_one, 'x', sizeof long_one - 1);
    for (int n = 0; n < 299; n++) {
        struct text t = {0};
        text_addf(&t, "%.*s", n, long_one);
        assert_int_equal(t.len, n);
        assert_int_equal(strlen(text_str(&t)), n);
        text_addf(&t, "%.*s|", n, long_one);
        assert_int_equal(t.len, 2 * n + 1);
        assert_int_equal(t.s[2 * n], '|');
        text_finish(&t);
    }
}

TEST(clearing_keeps_the_room)
{
    struct text t = {0};
    text_add(&t, "something");
    const char *block = t.s;
    text_clear(&t);
    assert_string_equal(text_str(&t), "");
    text_add(&t, "else");
    assert_ptr_equal(t.s, block);
    assert_string_equal(text_str(&t), "else");
    text_finish(&t);
}

TEST(after_a_failure_nothing_is_added)
{
    struct text t = {0};
    text_add(&t, "kept");
    text_add_bytes(&t, "x", SIZE_MAX / 2);
    assert_true(t.failed);
    text_add(&t, "more");
    text_addf(&t, "%d", 1);
    text_add_char(&t, 'c');
    assert_string_equal(text_str(&t), "kept");
    text_clear(&t);
    assert_false(t.failed);
    text_add(&t, "again");
    assert_string_equal(text_str(&t), "again");
    text_finish(&t);
}

TEST(replies_speak_one_language)
{
    static const char *const said[LANG_COUNT] = {[LANG_EN] = "head 2, x", [LANG_ZH] = "头 2，x"};
    for (int i = 0; i < LANG_COUNT; i++) {
        struct reply r = {.lang = (enum lang)i};
        reply_say(&r, "head %d", 2);
        reply_say(&r, ", %s", "x");
        if (said[i])
            assert_string_equal(text_str(&r.text), said[i]);
        assert_false(r.failed);
        assert_int_equal(r.col, 0);
        reply_finish(&r);
        assert_int_equal(r.lang, i);
    }
}

TEST(a_failure_replaces_what_was_said)
{
    struct reply r = {.lang = LANG_ZH};
    reply_say(&r, "layer %d", 1);
    assert_false(reply_fail(&r, 3, "head %d", 4));
    assert_true(r.failed);
    assert_string_equal(text_str(&r.text), "头 4");
    assert_int_equal(r.col, 3);
    reply_finish(&r);
}

TEST(only_the_first_failure_is_kept)
{
    struct reply r = {0};
    reply_fail(&r, 3, "bad");
    assert_false(reply_fail(&r, 9, "worse"));
    assert_false(reply_no_memory(&r));
    assert_string_equal(text_str(&r.text), "bad");
    assert_int_equal(r.col, 3);
    reply_finish(&r);
}

TEST(no_memory_is_said_in_both_languages)
{
    struct reply en = {0}, zh = {.lang = LANG_ZH};
    assert_false(reply_no_memory(&en));
    assert_false(reply_no_memory(&zh));
    assert_true(en.failed && zh.failed);
    assert_non_null(strstr(text_str(&en.text), "memory"));
    assert_non_null(strstr(text_str(&zh.text), "内存"));
    reply_finish(&en);
    reply_finish(&zh);
}

TEST(a_cleared_reply_can_be_used_again)
{
    struct reply r = {.lang = LANG_ZH};
    reply_fail(&r, 3, "bad");
    reply_clear(&r);
    assert_false(r.failed);
    assert_int_equal(r.col, 0);
    reply_say(&r, "knocked out");
    assert_string_equal(text_str(&r.text), "已去掉");
    reply_finish(&r);
    reply_finish(&r);
}

TEST(an_ending_has_something_before_it)
{
    assert_true(text_ends("a.md", ".md") && text_ends("a/.md.md", ".md"));
    assert_false(text_ends(".md", ".md") || text_ends("md", ".md") || text_ends("", ".md"));
    assert_false(text_ends("a.md5", ".md") || text_ends("a.MD", ".md"));
}
