/* Bindings of keys, and the text that is read over the view. */
#include <stdio.h>

#include "session/keymap.h"
#include "session/pager.h"
#include "state/view.h"
#include "support/test.h"

static const char *line_of(const struct keymap *k, const char *context, const char *key)
{
    const struct binding *b = keymap_find(k, context, key);
    return b ? b->line : "-";
}

TEST(the_view_goes_before_everywhere)
{
    struct keymap k = {0};
    assert_string_equal(line_of(&k, "terms", "g"), "term 4 toggle");
    assert_string_equal(line_of(&k, "compare", "g"), "cursor up 1000000");
    assert_string_equal(line_of(&k, "edit", "u"), "undo");
    assert_string_equal(line_of(&k, "edit", "F9"), "-");
    assert_string_equal(line_of(&k, "nowhere", "u"), "undo");
}

TEST(the_user_goes_before_the_defaults)
{
    struct keymap k = {0};
    assert_true(keymap_bind(&k, "all", "g", "swap"));
    assert_string_equal(line_of(&k, "terms", "g"), "swap"); /* even where the default is the view's */
    assert_true(keymap_bind(&k, "terms", "g", "undo"));
    assert_string_equal(line_of(&k, "terms", "g"), "undo");
    assert_string_equal(line_of(&k, "stages", "g"), "swap");
    keymap_finish(&k);
    assert_string_equal(line_of(&k, "terms", "g"), "term 4 toggle");
}

TEST(binding_again_replaces)
{
    struct keymap k = {0};
    char line[] = "swap", key[] = "F9";
    assert_true(keymap_bind(&k, "all", key, line));
    line[0] = key[0] = '?';
    assert_string_equal(line_of(&k, "edit", "F9"), "swap");
    assert_true(keymap_bind(&k, "all", "F9", "undo"));
    assert_string_equal(line_of(&k, "edit", "F9"), "undo");
    assert_int_equal(k.count, 1);
    for (int i = 1; i <= 12; i++) {
        char name[8];
        snprintf(name, sizeof name, "F%d", i);
        assert_true(keymap_bind(&k, "edit", name, name));
    }
    assert_string_equal(line_of(&k, "edit", "F7"), "F7");
    assert_string_equal(line_of(&k, "terms", "F9"), "undo");
    keymap_finish(&k);
}

TEST(nothing_takes_a_key_away)
{
    struct keymap k = {0};
    assert_true(keymap_bind(&k, "all", "u", ""));
    assert_null(keymap_find(&k, "edit", "u"));
    assert_true(keymap_bind(&k, "edit", "u", "redo"));
    assert_string_equal(line_of(&k, "edit", "u"), "redo");
    assert_null(keymap_find(&k, "terms", "u"));
    keymap_finish(&k);
}

/* The footer names the key that does it now: the default one as long as it still does, else another one that
 * does, else none. */
TEST(a_rebound_key_is_named_by_the_one_that_does_it)
{
    struct keymap k = {0};
    const struct binding *undo = keymap_find(&k, "edit", "u");
    assert_string_equal(keymap_key_like(&k, "edit", undo), "u");
    assert_true(keymap_bind(&k, "all", "F2", "undo"));
    assert_string_equal(keymap_key_like(&k, "edit", undo), "u");
    assert_true(keymap_bind(&k, "edit", "u", "swap"));
    assert_string_equal(keymap_key_like(&k, "edit", undo), "F2");
    assert_string_equal(keymap_key_like(&k, "terms", undo), "u");
    assert_true(keymap_bind(&k, "edit", "F3", "undo") && keymap_bind(&k, "all", "F2", ""));
    assert_string_equal(keymap_key_like(&k, "terms", undo), "u");
    assert_true(keymap_bind(&k, "all", "u", ""));
    assert_string_equal(keymap_key_like(&k, "terms", undo), "");
    keymap_finish(&k);
}

TEST(only_names_of_keys_are_bound)
{
    static const char *const good[] = {"a",       "A",   ":",     "-",        "猫",  "e\xcc\x81", "C-l",
                                       "C-Space", "M-x", "S-Tab", "C-S-Left", "F12", "Enter",     "C--"};
    static const char *const bad[] = {"",    "NoKey", "ab",   " ",    "C-",   "C-C-a",
                                      "X-a", "F13",   "\x1b", "\xff", "left", "C-Nothing"};
    struct keymap k = {0};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!keymap_is_key(good[i]) || !keymap_bind(&k, "all", good[i], "undo"))
            fail_msg("%s is a key", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (keymap_is_key(bad[i]) || keymap_bind(&k, "all", bad[i], "undo"))
            fail_msg("'%s' is no key", bad[i]);
    assert_int_equal(k.count, sizeof good / sizeof *good);
    keymap_finish(&k);
}

/* ---- the pager ------------------------------------------------------------------ */

#define TEN_LINES "1\n2\n3\n4\n\n6\n7\n8\n9\n10\n"
#define TEN_WORDS "one two three four five six seven eight nine ten "

TEST(the_pager_keeps_its_last_page_in_sight)
{
    static const struct {
        const char *body;
        int last;
    } cases[] = {
        {"", 0},
        {"a", 0},
        {"a\n", 0},
        {"a\n\nb\n", 0},
        {TEN_LINES "11\n12", 0},
        {TEN_LINES "11\n12\n13\n", 1},
        {TEN_LINES TEN_LINES, 8},
        {TEN_LINES TEN_WORDS TEN_WORDS TEN_WORDS "\n11\n", 2}, /* a line of three rows and ten of one */
        {"1\n" TEN_WORDS TEN_WORDS TEN_WORDS TEN_WORDS TEN_WORDS TEN_WORDS TEN_WORDS TEN_WORDS TEN_WORDS
             TEN_WORDS TEN_WORDS TEN_WORDS TEN_WORDS,
         1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pager p = {0};
        pager_open(&p, "title", cases[i].body);
        assert_true(p.open && p.top == 0);
        pager_scroll(&p, 2000000000);
        assert_int_equal(p.top, cases[i].last);
        pager_scroll(&p, 2000000000);
        assert_int_equal(p.top, cases[i].last);
        pager_scroll(&p, -1);
        assert_int_equal(p.top, cases[i].last > 0 ? cases[i].last - 1 : 0);
        pager_scroll(&p, -2000000000);
        assert_int_equal(p.top, 0);
        pager_finish(&p);
    }
}

TEST(the_pager_starts_anew_with_every_text)
{
    struct pager p = {0};
    pager_open(&p, "one", "a\nb\nc\n");
    pager_scroll(&p, 2);
    pager_close(&p);
    assert_false(p.open);
    pager_open(&p, "two", "d\n");
    assert_true(p.open && p.top == 0);
    assert_string_equal(text_str(&p.title), "two");
    assert_string_equal(text_str(&p.body), "d\n");
    pager_finish(&p);
    pager_finish(&p);
}

/* Quitting has the last rank. */
TEST(ranks_and_conditions_of_the_footer_are_known)
{
    for (const struct binding *b = keymap_defaults; b->key; b++) {
        assert_in_range(b->footer & FOOTER_RANK, 0, 73);
        assert_in_range(b->footer >> FOOTER_VIEW, 0, VIEW_COUNT); /* 0: of none */
    }
}
