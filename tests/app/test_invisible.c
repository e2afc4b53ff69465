/* Words with characters that have no picture or turn the direction of writing: part of words everywhere, and
 * never sent to a terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

#include "app/app.h"
#include "keep/file.h"
#include "base/utf8.h"
#include "support/apps.h"
#include "support/kept.h"
#include "state/view.h"
#include "support/test.h"

/* A word for each such character, and where it is usual. */
static const char sentence[] =
    "sentence می\u200cرود क्\u200dष 👩\u200d🚀 ❤\ufe0f ab\u00adab x\u202ey\u202c \u2066z\u2069 "
    "a\u200eb\u200fc \u180e m\ufeffn t\u200bh \U000e0041\U000e007f 葛\U000e0100 \u061c \u2060";

/* Fails if a character of the text must not reach a terminal. */
static void check_clean(const char *where, const struct text *t)
{
    for (size_t at = 0, n; at < t->len; at += n) {
        uint32_t ch = 0;
        n = utf8_decode(t->s + at, t->len - at, &ch);
        if (n == 0 || (utf8_forbidden(ch) && ch != '\n' && ch != '\033') || utf8_invisible(ch))
            fail_msg("%s: U+%04X at byte %zu", where, (unsigned)ch, at);
    }
}

static void export_clean(struct app *a, const char *form, const char *view)
{
    char line[200];
    struct text out = {0};
    struct reply r = {0};
    snprintf(line, sizeof line, "export %s %s %s", form, view, kept_path("out"));
    must_enter(a, line);
    assert_true(file_read(kept_path("out"), 1 << 24, &out, &r));
    check_clean(line, &out);
    text_finish(&out);
    reply_finish(&r);
}

TEST(no_view_shows_one)
{
    static const char *const forms[] = {"text", "ansi", "svg", "html", "plain"};
    struct app a = fresh_app();
    must_enter(&a, sentence);
    for (int v = 0; v < VIEW_COUNT; v++) {
        char line[100];
        snprintf(line, sizeof line, "view %s", views[v]->name);
        if (!enter(&a, line))
            continue;
        for (int size = 0; size < 2; size++) {
            struct text screen = {0};
            read_screen(&a, size ? 67 : 24, size ? 240 : 80, &screen);
            check_clean(line, &screen);
            text_finish(&screen);
        }
        for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
            export_clean(&a, forms[f], views[v]->name);
    }
    must_enter(&a, "view flow");
    see(&a, 24, 80, "¦رود");
    app_finish(&a);
}

TEST(the_prompt_and_messages_show_marks)
{
    struct app a = fresh_app();
    struct text screen = {0};
    press(&a, ":");
    prompt_insert(&a.session.prompt, "set x\u202e 1");
    see(&a, 24, 80, "set x¦ 1");
    press(&a, "Enter");
    read_screen(&a, 24, 80, &screen);
    check_clean("message", &screen);
    text_finish(&screen);
    app_finish(&a);
}

/* The words of the sentence, as JSON has them. */
static char *words_of(struct app *a)
{
    char line[200];
    struct text out = {0};
    struct reply r = {0};
    snprintf(line, sizeof line, "export json %s", kept_path("out.json"));
    must_enter(a, line);
    assert_true(file_read(kept_path("out.json"), 1 << 24, &out, &r));
    json_t *root = json_loads(text_str(&out), 0, NULL);
    char *words = json_dumps(json_object_get(root, "tokens"), JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(root);
    text_finish(&out);
    reply_finish(&r);
    return words;
}

TEST(words_stay_what_they_are)
{
    char line[200];
    struct text scene = {0};
    struct reply r = {0};
    struct app a = fresh_app(), again = fresh_app();
    must_enter(&a, sentence);
    must_enter(&a,
               "tokens \"a b\" \"\\u{200D}\" \"q\\\"\\\\\\n\" می\u200cرود ; x می\u200cرود = 1 2 3 4 5 6 7 8");
    snprintf(line, sizeof line, "save %s", kept_path("s.scene"));
    must_enter(&a, line);
    assert_true(file_read(kept_path("s.scene"), 1 << 20, &scene, &r));
    check_clean("scene", &scene);
    snprintf(line, sizeof line, "load %s", kept_path("s.scene"));
    must_enter(&again, line);
    must_enter(&again, "expect x(می\u200cرود, 7) = 8");
    must_enter(&again, "expect x(\"می\\u{200c}رود\", 7) = 8");
    char *first = words_of(&a), *second = words_of(&again);
    assert_string_equal(
        first, "[\"a b\",\"\\u200D\",\"q\\\"\\\\\\u21B5\",\"\\u0645\\u06CC\\u200C\\u0631\\u0648\\u062F\"]");
    assert_string_equal(first, second);
    free(first);
    free(second);
    text_finish(&scene);
    reply_finish(&r);
    app_finish(&a);
    app_finish(&again);
}

/* A tab and a line break are words, also when the sentence is typed; a backslash before another letter is
 * itself. */
TEST(a_tab_and_a_line_break_can_be_typed)
{
    struct app a = fresh_app();
    must_enter(&a, "sentence \"a\\tb\tc\\nd \\\\n \\x\"");
    char *words = words_of(&a);
    assert_string_equal(words,
                        "[\"a\",\"\\u21E5\",\"b\",\"\\u21E5\",\"c\",\"\\u21B5\",\"d\",\"\\\\n\",\"\\\\x\"]");
    free(words);
    press(&a, "s");
    see(&a, 24, 80, "a ⇥ b ⇥ c ↵ d \\\\n \\x");
    press(&a, "Enter");
    words = words_of(&a);
    assert_string_equal(words,
                        "[\"a\",\"\\u21E5\",\"b\",\"\\u21E5\",\"c\",\"\\u21B5\",\"d\",\"\\\\n\",\"\\\\x\"]");
    free(words);
    press(&a, "s");
    press(&a, "C-u");
    prompt_insert(&a.session.prompt, "say \"e\\nf\" \\");
    press(&a, "Enter");
    words = words_of(&a);
    assert_string_equal(words, "[\"say\",\"\\\"e\",\"\\u21B5\",\"f\\\"\",\"\\\\\"]");
    free(words);
    app_finish(&a);
}

TESTS(kept_begin, kept_end)
