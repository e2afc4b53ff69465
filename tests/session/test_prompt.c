/* The typed line. */
#include <string.h>

#include "session/prompt.h"
#include "support/test.h"

TEST(the_prompt_edits_by_characters)
{
    struct prompt p = {0};
    prompt_open(&p, PROMPT_COMMAND, "猫狗");
    prompt_key(&p, "Left");
    prompt_key(&p, "追");
    assert_string_equal(text_str(&p.line), "猫追狗");
    prompt_key(&p, "Backspace");
    prompt_key(&p, "Backspace");
    assert_string_equal(text_str(&p.line), "狗");
    prompt_key(&p, "End");
    prompt_insert(&p, "\x1b[31m\nx");
    assert_string_equal(text_str(&p.line), "狗[31m x");
    prompt_key(&p, "C-u");
    assert_string_equal(text_str(&p.line), "");
    prompt_insert(&p, "one two");
    prompt_key(&p, "C-w");
    assert_string_equal(text_str(&p.line), "one ");
    prompt_key(&p, "C-a");
    prompt_key(&p, "Del");
    prompt_key(&p, "C-k");
    assert_string_equal(text_str(&p.line), "");
    assert_int_equal(prompt_key(&p, "Backspace"), PROMPT_GOES_ON);
    assert_int_equal(prompt_key(&p, "Enter"), PROMPT_DONE);
    assert_int_equal(prompt_key(&p, "Tab"), PROMPT_COMPLETE);
    prompt_finish(&p);
}

TEST(the_prompt_remembers_lines)
{
    struct prompt p = {0};
    prompt_remember(&p, PROMPT_COMMAND, "first");
    prompt_remember(&p, PROMPT_COMMAND, "second");
    prompt_remember(&p, PROMPT_COMMAND, "second");
    prompt_open(&p, PROMPT_COMMAND, "dra");
    prompt_key(&p, "Up");
    assert_string_equal(text_str(&p.line), "second");
    prompt_key(&p, "Up");
    assert_string_equal(text_str(&p.line), "first");
    prompt_key(&p, "Up");
    assert_string_equal(text_str(&p.line), "first");
    prompt_key(&p, "Down");
    prompt_key(&p, "Down");
    assert_string_equal(text_str(&p.line), "dra");
    prompt_finish(&p);
}

TEST(each_kind_of_line_has_its_own_past)
{
    struct prompt p = {0};
    prompt_remember(&p, PROMPT_COMMAND, "swap");
    prompt_remember(&p, PROMPT_SENTENCE, "我/爱/猫");
    prompt_remember(&p, PROMPT_SENTENCE, "猫/追/狗");
    prompt_offer(&p, PROMPT_SENTENCE, "猫/追/狗");
    prompt_key(&p, "Up"); /* the same as what is offered is passed over */
    assert_string_equal(text_str(&p.line), "我/爱/猫");
    prompt_key(&p, "Up");
    assert_string_equal(text_str(&p.line), "我/爱/猫");
    prompt_key(&p, "Down");
    assert_string_equal(text_str(&p.line), "猫/追/狗");
    prompt_open(&p, PROMPT_CELL, "");
    prompt_key(&p, "Up");
    assert_string_equal(text_str(&p.line), "");
    prompt_finish(&p);
}

TEST(what_is_offered_is_replaced_or_edited)
{
    static const struct {
        const char *keys[3], *want;
    } cases[] = {
        {{"狗"}, "狗"},       {{"狗", "猫"}, "狗猫"}, {{"Left", "狗"}, "我狗猫"}, {{"End", "狗"}, "我猫狗"},
        {{"Backspace"}, ""},  {{"Del", "狗"}, "狗"},  {{"C-w", "狗"}, "狗"},      {{"Home", "Del"}, "猫"},
        {{"F1", "狗"}, "狗"}, {{"Space"}, " "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct prompt p = {0};
        prompt_offer(&p, PROMPT_SENTENCE, "我猫");
        for (int k = 0; k < 3 && cases[i].keys[k]; k++)
            assert_int_equal(prompt_key(&p, cases[i].keys[k]), PROMPT_GOES_ON);
        if (strcmp(text_str(&p.line), cases[i].want) != 0)
            fail_msg("case %zu gives %s", i, text_str(&p.line));
        prompt_offer(&p, PROMPT_SENTENCE, "我猫");
        prompt_insert(&p, "a\r\nb");
        assert_string_equal(text_str(&p.line), "a b");
        prompt_offer(&p, PROMPT_SENTENCE, "");
        assert_int_equal(prompt_key(&p, "Backspace"), PROMPT_GOES_ON);
        prompt_finish(&p);
    }
}

/* Types keys, separated by blanks, one after the other. */
static void type(struct prompt *p, const char *keys)
{
    char key[32];
    while (*keys) {
        size_t n = strcspn(keys, " ");
        memcpy(key, keys, n);
        key[n] = '\0';
        assert_int_equal(prompt_key(p, key), PROMPT_GOES_ON);
        keys += n + (keys[n] == ' ');
    }
}

TEST(every_editing_key_does_its_work)
{
    static const struct {
        const char *line, *keys, *want;
        size_t cursor;
    } cases[] = {
        {"我爱猫", "Left", "我爱猫", 6},       {"我爱猫", "C-b C-b", "我爱猫", 3},
        {"我爱猫", "Home Right", "我爱猫", 3}, {"我爱猫", "C-a C-f C-f C-f C-f", "我爱猫", 9},
        {"我爱猫", "Home Left", "我爱猫", 0},  {"我爱猫", "Home End", "我爱猫", 9},
        {"我爱猫", "C-a C-e", "我爱猫", 9},    {"我爱猫", "Left Backspace", "我猫", 3},
        {"我爱猫", "Left C-h", "我猫", 3},     {"我爱猫", "Home Del", "爱猫", 0},
        {"我爱猫", "Home C-d C-d", "猫", 0},   {"我爱猫", "Del", "我爱猫", 9},
        {"我爱猫", "Left C-k", "我爱", 6},     {"我爱猫", "Left C-u", "猫", 0},
        {"我 爱  猫", "C-w", "我 爱  ", 9},    {"我 爱  猫", "C-w C-w", "我 ", 4},
        {"a b", "Left C-w", "b", 0},           {"", "Left Right Del C-w C-u C-k", "", 0},
        {"猫", "Home 追 狗", "追狗猫", 6},     {"a", "Space b", "a b", 3},
        {"a", "F1 PgUp C-x S-Tab", "a", 1},    {"ae\xcc\x81x", "Left Left", "ae\xcc\x81x", 1},
        {"ae\xcc\x81", "Backspace", "a", 1},   {"e", "\xcc\x81 Backspace", "", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct prompt p = {0};
        prompt_open(&p, PROMPT_COMMAND, cases[i].line);
        type(&p, cases[i].keys);
        if (strcmp(text_str(&p.line), cases[i].want) != 0 || p.cursor != cases[i].cursor)
            fail_msg("%s: %s gives %s at %zu", cases[i].line, cases[i].keys, text_str(&p.line), p.cursor);
        prompt_finish(&p);
    }
}

TEST(keys_that_end_it)
{
    static const struct {
        const char *key;
        enum prompt_answer answer;
    } cases[] = {
        {"Enter", PROMPT_DONE}, {"Tab", PROMPT_COMPLETE}, {"Esc", PROMPT_LEFT},
        {"C-c", PROMPT_LEFT},   {"C-g", PROMPT_LEFT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct prompt p = {0};
        prompt_open(&p, PROMPT_CELL, "1");
        assert_int_equal(prompt_key(&p, cases[i].key), cases[i].answer);
        assert_string_equal(text_str(&p.line), "1");
        prompt_close(&p);
        assert_int_equal(p.kind, PROMPT_CLOSED);
        assert_string_equal(text_str(&p.line), "");
        prompt_finish(&p);
    }
}

TEST(a_mark_joins_the_character_in_front)
{
    struct prompt p = {0};
    prompt_open(&p, PROMPT_COMMAND, "\xcc\x81x"); /* an accent on nothing */
    prompt_key(&p, "Home");
    prompt_key(&p, "e");
    assert_int_equal(p.cursor, 3); /* after e with its accent, not in it */
    prompt_key(&p, "Backspace");
    assert_string_equal(text_str(&p.line), "x");
    prompt_finish(&p);
}

TEST(a_paste_becomes_one_clean_line)
{
    struct prompt p = {0};
    prompt_open(&p, PROMPT_COMMAND, "ab");
    prompt_key(&p, "Left");
    prompt_insert(&p, "1\r\n2\n3\r4\t5\x1b[0m\xe2\x80\xae\xe2\x80\xa8\xff\xe7\x8c"
                      "6");
    assert_string_equal(text_str(&p.line), "a1 2 3 4 5[0m\xe2\x80\xae"
                                           "6b");
    assert_int_equal(p.cursor, strlen("a1 2 3 4 5[0m") + 4);
    prompt_insert(&p, "");
    assert_int_equal(p.cursor, strlen("a1 2 3 4 5[0m") + 4);
    prompt_finish(&p);
}

TEST(only_commands_have_a_past)
{
    struct prompt p = {0};
    prompt_remember(&p, PROMPT_COMMAND, "first");
    prompt_remember(&p, PROMPT_COMMAND, "");
    prompt_remember(&p, PROMPT_COMMAND, "  ");
    assert_int_equal(p.past[PROMPT_COMMAND].count, 1);
    prompt_open(&p, PROMPT_CELL, "5");
    type(&p, "Up C-p Down C-n");
    assert_string_equal(text_str(&p.line), "5");
    prompt_open(&p, PROMPT_COMMAND, "");
    type(&p, "Down C-n");
    assert_string_equal(text_str(&p.line), "");
    type(&p, "C-p");
    assert_string_equal(text_str(&p.line), "first");
    assert_int_equal(p.cursor, 5);
    type(&p, "! C-n");
    assert_string_equal(text_str(&p.line), "");
    type(&p, "Up");
    assert_string_equal(text_str(&p.line), "first");
    prompt_finish(&p);
}

/* And Enter does not take one that is not all that was typed. */
TEST(a_line_that_is_full_says_so)
{
    static char s[PROMPT_LONGEST];
    struct prompt p = {0};
    memset(s, 'x', sizeof s - 1);
    prompt_open(&p, PROMPT_COMMAND, s);
    assert_int_equal(prompt_key(&p, "猫"), PROMPT_FULL);
    assert_int_equal(p.line.len, PROMPT_LONGEST - 1);
    assert_int_equal(prompt_key(&p, "Enter"), PROMPT_FULL);
    assert_int_equal(prompt_key(&p, "Left"), PROMPT_GOES_ON);
    assert_int_equal(prompt_key(&p, "Enter"), PROMPT_FULL);
    assert_int_equal(prompt_key(&p, "Backspace"), PROMPT_GOES_ON);
    assert_int_equal(prompt_key(&p, "Enter"), PROMPT_DONE);
    assert_int_equal(prompt_key(&p, "y"), PROMPT_GOES_ON);
    assert_int_equal(prompt_key(&p, "Space"), PROMPT_GOES_ON);
    assert_false(prompt_insert(&p, "y"));
    assert_int_equal(p.line.len, PROMPT_LONGEST);
    assert_int_equal(prompt_key(&p, "Enter"),
                     PROMPT_DONE); /* the paste was refused with a message, and is not part of it */
    assert_int_equal(prompt_key(&p, "Space"), PROMPT_FULL);
    assert_int_equal(prompt_key(&p, "Esc"), PROMPT_LEFT);
    prompt_open(&p, PROMPT_COMMAND, "swap");
    assert_int_equal(prompt_key(&p, "Enter"), PROMPT_DONE);
    prompt_finish(&p);
}
