/* The typed line and the bindings of keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/utf8.h"
#include "model/keymap.h"
#include "model/prompt.h"

static void the_prompt_edits_by_characters(void **state)
{
    (void)state;
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
    assert_int_equal(prompt_key(&p, "Backspace"), PROMPT_LEFT);
    assert_int_equal(prompt_key(&p, "Enter"), PROMPT_DONE);
    assert_int_equal(prompt_key(&p, "Tab"), PROMPT_COMPLETE);
    prompt_finish(&p);
}

static void the_prompt_remembers_lines(void **state)
{
    (void)state;
    struct prompt p = {0};
    prompt_remember(&p, "first");
    prompt_remember(&p, "second");
    prompt_remember(&p, "second");
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

static void keys_are_found_by_view_then_everywhere(void **state)
{
    (void)state;
    struct keymap k = {0};
    assert_string_equal(keymap_find(&k, "stages", "]")->line, "stage next");
    assert_string_equal(keymap_find(&k, "edit", "u")->line, "undo");
    assert_null(keymap_find(&k, "edit", "F9"));
    assert_true(keymap_bind(&k, "all", "F9", "swap"));
    assert_true(keymap_bind(&k, "all", "F9", "undo"));
    assert_string_equal(keymap_find(&k, "edit", "F9")->line, "undo");
    assert_true(keymap_bind(&k, "all", "u", ""));
    assert_null(keymap_find(&k, "edit", "u"));
    assert_false(keymap_bind(&k, "all", "NoKey", "undo"));
    assert_true(keymap_is_key("C-l") && keymap_is_key("猫") && keymap_is_key("S-Tab") && !keymap_is_key(""));
    keymap_finish(&k);
}

static int locale(void **state)
{
    (void)state;
    return utf8_locale() ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_prompt_edits_by_characters),
        cmocka_unit_test(the_prompt_remembers_lines),
        cmocka_unit_test(keys_are_found_by_view_then_everywhere),
    };
    return cmocka_run_group_tests(tests, locale, NULL);
}
