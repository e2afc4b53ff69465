#include "base/lang.h"

#include <string.h>

#include "support/test.h"

TEST(a_text_is_found_in_its_language_and_a_context_is_not_shown)
{
    assert_string_equal(text_in("head %d", LANG_ZH), "头 %d");
    assert_string_equal(text_in("head %d", LANG_EN), "head %d");
    assert_string_equal(text_in(TEXT_AS("label", "weights"), LANG_ZH), "权重");
    assert_string_equal(text_in(TEXT_AS("label", "weights"), LANG_EN), "weights");
}

TEST(what_nobody_translates_is_shown_in_english)
{
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        assert_string_equal(text_in("no catalogue has this", (enum lang)lang), "no catalogue has this");
        assert_string_equal(text_in(TEXT_AS("nowhere", "weights"), (enum lang)lang), "weights");
        assert_string_equal(text_in("", (enum lang)lang), "");
        assert_null(text_in(NULL, (enum lang)lang));
    }
}

TEST(a_text_is_known_by_its_name_in_every_language)
{
    assert_true(text_is(TEXT_AS("label", "weights"), "weights") &&
                text_is(TEXT_AS("label", "weights"), "权重"));
    assert_false(text_is(TEXT_AS("label", "weights"), "label"));
}

TEST(a_language_has_a_code_of_its_own)
{
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        const char *code = lang_code((enum lang)lang);
        assert_int_equal(lang_of_code(code, strlen(code)), lang);
        assert_int_equal(languages[languages[lang].words].words, languages[lang].words);
        assert_true((lang == LANG_EN) == (languages[lang].catalogue->count == 0));
    }
    assert_int_equal(lang_of_code("e", 1), LANG_COUNT);
    assert_int_equal(lang_of_code("", 0), LANG_COUNT);
    assert_int_equal(lang_wished("zh_CN.UTF-8"), LANG_ZH);
    assert_int_equal(lang_wished("zh"), LANG_ZH);
    assert_int_equal(lang_wished("C.UTF-8"), LANG_EN);
    assert_int_equal(lang_wished("zhu"), LANG_EN);
}
