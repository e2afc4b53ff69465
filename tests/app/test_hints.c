/* What the program offers and says unasked: Tab, footers, messages too long for a line. */
#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "app/keyboard.h"
#include "state/ready_pairs.h"
#include "support/apps.h"
#include "support/kept.h"
#include "support/test.h"

static const char *message_after_tab(struct app *a, const char *line)
{
    prompt_close(&a->session.prompt);
    prompt_open(&a->session.prompt, PROMPT_COMMAND, line);
    keyboard_press(a, "Tab");
    return text_str(&a->session.message);
}

/* Files after the commands that take one, what an export can be of, and a word when there is nothing. */
TEST(tab_completes_files_and_exports)
{
    struct app a = fresh_app();
    char line[120];
    snprintf(line, sizeof line, "save %s", kept_path("state.scene"));
    must_enter(&a, line);
    snprintf(line, sizeof line, "load %s", kept_path("sta"));
    message_after_tab(&a, line);
    snprintf(line, sizeof line, "load %s ", kept_path("state.scene"));
    assert_string_equal(text_str(&a.session.prompt.line), line);
    assert_string_equal(message_after_tab(&a, "export svg com"), "compare: compare");
    assert_string_equal(text_str(&a.session.prompt.line), "export svg compare ");
    assert_null(strstr(message_after_tab(&a, "export svg "), "猫"));
    assert_non_null(strstr(message_after_tab(&a, "export csv "), "weights"));
    assert_non_null(strstr(message_after_tab(&a, "export csv "), "terms"));
    assert_non_null(strstr(message_after_tab(&a, "export json "), "compare"));
    assert_null(strstr(message_after_tab(&a, "export json "), "weights"));
    assert_null(strstr(message_after_tab(&a, "export npy "), "compare"));
    assert_string_equal(message_after_tab(&a, "zzz"), "nothing here begins with 'zzz'");
    const char *topics = message_after_tab(&a, "help p"), *pair = strstr(topics, "pair");
    assert_non_null(pair);
    assert_null(strstr(pair + 1, "pair"));
    app_finish(&a);
}

TEST(tab_completes_folders_imports_and_pairs)
{
    struct app a = fresh_app();
    struct text line = {0}, choices = {0};
    must_enter(&a, "set digits 3");
    text_addf(&line, "save %s ; save %s", kept_path("z-one.scene"), kept_path("z-another.scene"));
    must_enter(&a, text_str(&line));
    for (int i = 0; i < 2; i++) {
        text_clear(&line);
        text_addf(&line, "%s %s", i ? "import vectors" : "load", kept_path("z-"));
        text_clear(&choices);
        text_add(&choices, message_after_tab(&a, text_str(&line)));
        const char *first = strstr(text_str(&choices), "z-another.scene");
        assert_true(first && strstr(first, "z-one.scene")); /* in the order of their names */
    }
    text_clear(&line);
    text_add_bytes(&line, "import WQ ", 10);
    text_add_bytes(&line, kept_path(""), strlen(kept_path("")) - 2);
    message_after_tab(&a, text_str(&line));
    text_clear(&line);
    text_addf(&line, "import WQ %s", kept_path(""));
    assert_string_equal(text_str(&a.session.prompt.line), text_str(&line));
    assert_non_null(strstr(message_after_tab(&a, "import "), "vectors"));
    assert_non_null(strstr(text_str(&a.session.message), "WQ"));
    assert_non_null(strstr(message_after_tab(&a, "pair "), "next"));
    assert_non_null(strstr(text_str(&a.session.message), ready_pairs[0].name));
    text_finish(&line), text_finish(&choices);
    app_finish(&a);
}

/* No key is silent: one that is not bound says where keys are listed, by the key that lists them. */
TEST(a_key_without_a_meaning_says_so)
{
    struct app a = fresh_app();
    keyboard_press(&a, "Z");
    assert_string_equal(text_str(&a.session.message), "Z does nothing here (? lists the keys)");
    must_enter(&a, "bind all ? undo ; bind all Z help");
    keyboard_press(&a, "F5");
    assert_string_equal(text_str(&a.session.message), "F5 does nothing here (Z lists the keys)");
    keyboard_press(&a, "Esc");
    assert_int_equal(a.session.message.len, 0);
    app_finish(&a);
}

/* Keys of one panel work, and are listed, only where it is seen. */
TEST(keys_of_the_layers_say_so_elsewhere)
{
    static const char *const keys[] = {"X", ","}; /* . hides numbers */
    struct app a = app_after("lang en ; set layers 2 layer 1 terms_panel maps ; view terms");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct look before = a.session.now.state.look;
        keyboard_press(&a, keys[i]);
        assert_memory_equal(&a.session.now.state.look, &before, sizeof before);
        assert_non_null(strstr(text_str(&a.session.message), "does nothing here"));
    }
    must_enter(&a, "set terms_panel layers");
    keyboard_press(&a, "X");
    assert_int_equal(a.session.now.state.look.terms.asks, 1);
    keyboard_press(&a, ".");
    assert_int_equal(a.session.now.state.look.terms.open, 0);
    keyboard_press(&a, "?");
    assert_non_null(strstr(text_str(&a.session.pager.body), "which part of the query asks"));
    app_finish(&a);
}

/* Cycling does not stop at an encoding that the sizes do not allow: it says which it passed over. */
TEST(cycling_passes_over_what_does_not_suit)
{
    struct app a = fresh_app();
    must_enter(&a, "set d 7 ; encoding shaw");
    keyboard_press(&a, "E");
    assert_string_equal(posencs[a.session.now.state.set.encoding]->name, "deberta");
    assert_non_null(strstr(text_str(&a.session.message), "skipped: encoding xl"));
    assert_non_null(strstr(text_str(&a.session.message), "encoding is now deberta"));
    must_enter(&a, "cycle encoding -1");
    assert_string_equal(posencs[a.session.now.state.set.encoding]->name, "shaw");
    must_enter(&a, "mask pad 1");
    keyboard_press(&a, "m");
    assert_non_null(strstr(text_str(&a.session.message), "'set mask 0 1 = -inf' hides word 1 from word 0"));
    assert_non_null(strstr(text_str(&a.session.message), "mask is now none"));
    must_enter(&a, "set mask 0 1 = -inf"); /* what was advised */
    assert_int_equal(a.session.now.state.set.mask, MASK_GIVEN);
    app_finish(&a);
}

/* Row `row` of the screen, from its end when negative. */
static const char *screen_row(struct app *a, int row, struct text *out)
{
    struct canvas c = {0};
    assert_true(canvas_init(&c, 24, 80));
    app_draw(a, c);
    text_clear(out);
    canvas_text(canvas_part(c, row < 0 ? 24 + row : row, 0, 1, 80), out);
    canvas_finish(&c);
    return text_str(out);
}

TEST(the_footer_follows_the_keys)
{
    struct app a = fresh_app();
    struct text row = {0};
    must_enter(&a, "view stages");
    assert_non_null(strstr(screen_row(&a, -2, &row), "] next stage  Space steps"));
    must_enter(&a, "bind stages ] undo ; bind stages N \"stage next\" ; bind stages Space \"\"");
    assert_non_null(strstr(screen_row(&a, -2, &row), "N next stage  Enter source"));
    keyboard_press(&a, "?");
    assert_true(a.session.pager.open);
    assert_non_null(strstr(screen_row(&a, -2, &row), "q close"));
    assert_null(strstr(screen_row(&a, -2, &row), "next stage"));
    assert_non_null(strstr(text_str(&a.session.pager.body), "  N           stage next"));
    assert_null(strstr(text_str(&a.session.pager.body), "  ]           stage next"));
    text_finish(&row);
    app_finish(&a);
}

/* The last words, which say what would be right, are on screen too. */
TEST(a_long_message_is_whole)
{
    struct app a = fresh_app();
    struct text row = {0};
    must_enter(&a, "view stages");
    keyboard_run(&a, "view xyz");
    assert_non_null(strstr(screen_row(&a, -3, &row), "no view 'xyz' (one of: flow"));
    assert_non_null(strstr(screen_row(&a, -1, &row), "grid)"));
    text_finish(&row);
    app_finish(&a);
}

/* Where the title has no room for all, a term that was taken out is still told. */
TEST(the_title_keeps_what_matters)
{
    struct app a = fresh_app();
    struct text row = {0};
    must_enter(&a, "view terms");
    assert_non_null(strstr(screen_row(&a, 0, &row), "d 8  heads 1  sincos 10000  mask none"));
    must_enter(&a, "term cc off ; mask causal");
    assert_non_null(strstr(screen_row(&a, 0, &row), "sincos 10000  mask causal  terms off!"));
    text_finish(&row);
    app_finish(&a);
}

TESTS(kept_begin, kept_end)
