/* Every context whose keys act is known, and its keys are on the page of `?`. */
#include <stdio.h>
#include <string.h>

#include "session/contexts.h"
#include "session/help.h"
#include "support/apps.h"
#include "support/test.h"

/* For each context a way into it: a line, and keys after it. */
static const struct {
    const char *context, *line, *keys[4];
} ways[] = {
    {"editing", "lesson 01 ; view edit", {NULL}},
    {"free", "lesson 01 ; free", {NULL}},
    {"hands", "lesson 01", {"Enter", "C", NULL}},
    {"picture", "lesson 27-teach-a-head/train", {NULL}},
    {"choice", "lesson 01", {"Enter", NULL}},
    {"alone", "lesson 01 ; layout view", {NULL}},
    {"beside", "lesson 01", {NULL}},
    {"lesson", "lesson 01", {NULL}},
    {"clock", "view encoding ; clock ask", {NULL}},
    {"gradient", "classes A B ; target 0 A ; view edit ; set show gradient", {NULL}},
    {"tasks", "task order ; view train ; set train_panel tasks", {NULL}},
    {"cause", "view compare ; set compare_panel cause", {NULL}},
    {"layers", "set layers 2 ; view terms ; set terms_panel layers", {NULL}},
    {"tap", "tap tests/data/tap/two", {NULL}},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* Returns the page of `?` in a session that came into context i, up to the keys of the view. */
static void page_of(struct app *a, int i, struct text *page)
{
    must_enter(a, ways[i].line);
    for (const char *const *key = ways[i].keys; *key; key++)
        press(a, *key);
    help_here(page, &a->session, LANG_EN);
    const char *view = strstr(text_str(page), "Keys of this view");
    view = view ? view : strstr(text_str(page), "Keys everywhere"); /* a question has those of the view off */
    assert_non_null(view);
    page->s[view - page->s] = '\0';
}

/* Returns whether a row of the page begins with the key, or has it among its keys. */
static bool lists(const char *page, const char *key)
{
    size_t n = strlen(key);
    for (const char *row = strstr(page, "\n  "); row; row = strstr(row + 1, "\n  ")) {
        const char *p = row + 3, *end = strstr(p, "  ");
        for (; end && p < end; p += strcspn(p, " ") + 1)
            if (strcspn(p, " ") == n && strncmp(p, key, n) == 0)
                return true;
    }
    return false;
}

TEST(every_context_has_its_keys_on_the_page)
{
    for (const struct context *c = contexts; c->name; c++) {
        int i = 0, keys = 0;
        while (i < WAYS && strcmp(ways[i].context, c->name) != 0)
            i++;
        if (i == WAYS)
            fail_msg("no way into context %s is tested", c->name);
        struct app a = app_after("lang en");
        struct text page = {0}, where = {0};
        bool active[CONTEXTS_MOST];
        page_of(&a, i, &page);
        contexts_now(&a.session, &where);
        contexts_active(&a.session, active);
        assert_true(active[c - contexts] && contexts_has(c->name));
        for (const struct binding *b = keymap_defaults; b->key; b++) {
            if (strcmp(b->context, c->name) != 0 ||
                keymap_find(&a.session.keymap, text_str(&where), b->key) != b)
                continue;
            keys++;
            if (!lists(text_str(&page), b->key))
                fail_msg("the page in context %s lists no %s:\n%s", c->name, b->key, text_str(&page));
        }
        assert_true(keys > 0);
        text_finish(&page);
        text_finish(&where);
        app_finish(&a);
    }
}

/* A key bound in a context that nothing makes active would never act. */
TEST(every_default_key_has_a_context)
{
    for (const struct binding *b = keymap_defaults; b->key; b++)
        assert_true(contexts_has(b->context));
    assert_false(contexts_has("nowhere"));
}

/* What a key needs to be offered, and what it needs to act. Without the need it is offered, if at all, in
 * vain: most keys then say what is missing. */
TEST(a_key_acts_and_is_offered_as_its_needs_are_met)
{
    static const struct {
        const char *line, *context, *key;
        bool acts, offered;
    } cases[] = {
        {"view train", "train", "S-Tab", false, false},
        {"task none ; classes A B ; target 0 A ; view train", "train", "S-Tab", true, true},
        {"task order ; view train", "train", "S-Tab", true, true},
        {"view encoding ; encoding alibi", "encoding", "Tab", false, false},
        {"encoding alibi ; view terms", "terms", "Tab", true, true},
        {"view encoding ; encoding rope", "encoding", "Tab", true, true},
        {"view encoding ; encoding sincos", "encoding", "Tab", true, true},
        {"encoding rope", "encoding", "Q", true, false},
        {"encoding sincos", "encoding", "Q", true, true},
        {"encoding none", "encoding", "Space", true, false},
        {"encoding rope", "encoding", "Space", true, true},
        {"view stages", "stages", "A", true, false},
        {"set heads 2", "stages", "A", true, true},
        {"view flow", "flow", "g", true, false},
        {"classes A B ; target 0 A", "flow", "g", true, true},
        {"view compare ; set compare_panel words", "compare", "Enter", true, false},
        {"view compare ; set compare_panel orders", "compare", "Enter", true, true},
        {"set machine paths", "machine", ")", true, false},
        {"set machine memory", "machine", ")", true, true},
        {"lang en", "all", "Backspace", true, false},
        {"view flow", "all", "Backspace", true, true},
        {"view train", "tasks", "Enter", true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after(cases[i].line);
        const struct binding *b = keymap_defaults;
        while (b->key && (strcmp(b->context, cases[i].context) != 0 || strcmp(b->key, cases[i].key) != 0))
            b++;
        assert_non_null(b->key);
        if (key_acts(&a.session, b) != cases[i].acts || key_offered(&a.session, b) != cases[i].offered)
            fail_msg("%s: %s %s", cases[i].line, cases[i].context, cases[i].key);
        app_finish(&a);
    }
}
