#include <string.h>

#include "expr/expr.h"
#include "support/apps.h"
#include "support/lines.h"
#include "support/test.h"

static void is_shown(const char *example, enum lang lang, const char *expected)
{
    struct text out = TEXT_HERE;
    sample_add(&out, example, lang);
    assert_string_equal(text_str(&out), expected);
    text_finish(&out);
}

TEST(an_example_is_shown_in_the_readers_words)
{
    is_shown("weight(狗,猫) > 0.3", LANG_EN, "weight(dog,cat) > 0.3");
    is_shown("sentence 猫追狗", LANG_EN, "sentence cat chases dog");
    is_shown("memory 我 爱 学习", LANG_EN, "memory I love study");
    is_shown("weights random 1", LANG_EN, "weights random 1");
    is_shown("weight(狗,猫)", LANG_ZH, "weight(狗,猫)");
}

static bool has_chinese(const char *s)
{
    for (; *s; s++)
        if ((unsigned char)s[0] >= 0xe4 && (unsigned char)s[0] <= 0xe9)
            return true;
    return false;
}

/* What is printed about values and commands, and what a wrong call says, is English for English readers. */
TEST(an_english_reader_meets_no_chinese_example)
{
    static const char *const lines[] = {
        "help order_max", "help expect",   "help move",        "help swap",       "help focus",
        "help print",     "print dist(1)", "print weights[0]", "print weights(0", "print out(0,1,2)"};
    struct app a = app_after("lang en");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct reply r = {.lang = LANG_EN};
        app_line(&a, lines[i], &r);
        if (r.text.len == 0 || has_chinese(text_str(&r.text)))
            fail_msg("%s: %s", lines[i], text_str(&r.text));
        reply_finish(&r);
    }
    app_finish(&a);
}
