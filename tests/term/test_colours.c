/* A terminal that says it has more colours than its description gets them, in one repaint; nothing that it
 * answers is a key. */
#include <stdio.h>
#include <string.h>

#include "support/drawn.h"
#include "support/kept.h"
#include "support/terminal.h"
#include "support/test.h"
#include "term/measure.h"

#define HAS_256 "\033]4;255;rgb:eeee/eeee/eeee\007"
#define HAS_256_ST "\033]4;255;rgba:eeee/eeee/eeee/ffff\033\\"
#define LACKS_DIRECT "\033P0$r\033\\"
#define OTHER_STYLE "\033P1$r0;48;5;16m\033\\"
#define HAS_DIRECT "\033P1$r0;48:2::1:2:3m\033\\"
#define NARROW "\033[2;4R"
#define SCENE "set digits 2"

static bool asks_for_colours(const struct terminal *s)
{
    return strstr(text_str(&s->raw), "\033]4;255;?") || strstr(text_str(&s->raw), "$q");
}

TEST_AROUND(the_colours_that_it_has_are_used, kept_begin, kept_end)
{
    static const struct {
        const char *term, *answer, *as, *with, *without; /* looks as on `as`; what is sent, and what is not */
    } cases[] = {
        {"xterm", HAS_256 LACKS_DIRECT NARROW, "xterm-256color", "8;5;", "8;2;"},
        {"xterm", HAS_256_ST NARROW, "xterm-256color", "8;5;", "8;2;"},
        {"xterm", HAS_256 OTHER_STYLE NARROW, "xterm-256color", "8;5;", "8;2;"},
        {"xterm", HAS_256 HAS_DIRECT NARROW, NULL, "8;2;", "8;5;"},
        {"xterm-256color", "\033P1$r48;2;1;2;3m\033\\" NARROW, NULL, "8;2;", "\007"},
        {"xterm-256color", HAS_256 LACKS_DIRECT NARROW, "xterm-256color", "8;5;", "8;2;"},
        {"xterm", LACKS_DIRECT NARROW, "xterm", "\033[3", "8;5;"},
        {"xterm", NARROW HAS_256 HAS_DIRECT, "xterm", "\033[3", "8;5;"}, /* the last answer first */
        {"xterm", "", "xterm", "\033[3", "8;5;"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct terminal s = terminal_start(cases[i].term, "-c", SCENE);
        struct text look = {0}, want = {0};
        terminal_wait_drawn(&s, SCENE, LANG_EN);
        assert_true(asks_for_colours(&s));
        s.raw.len = 0;
        terminal_send(&s, cases[i].answer);
        terminal_send(&s, "j"); /* after which all answers are read */
        terminal_wait_drawn(&s, SCENE " ; cursor down", LANG_EN);
        if (!strstr(text_str(&s.raw), cases[i].with))
            fail_msg("case %zu: %s is not sent", i, cases[i].with);
        if (strstr(text_str(&s.raw), cases[i].without))
            fail_msg("case %zu: %s is sent", i, cases[i].without);
        if (cases[i].as) {
            struct terminal t = terminal_start(cases[i].as, "-c", SCENE " ; cursor down");
            terminal_wait_drawn(&t, SCENE " ; cursor down", LANG_EN);
            terminal_look(&s, &look);
            terminal_look(&t, &want);
            assert_string_equal(text_str(&look), text_str(&want));
            terminal_quit(&t);
            terminal_finish(&t);
        }
        terminal_quit(&s);
        terminal_restored(&s);
        terminal_finish(&s);
        text_finish(&look);
        text_finish(&want);
    }
}

/* Nor does an answer that nobody asked for change anything. */
TEST_AROUND(the_user_decides_against_it, kept_begin, kept_end)
{
    static const char *const choices[] = {"8", "256", "never"};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        struct terminal s = terminal_start("xterm", "--color", choices[i]);
        terminal_wait_part(&s, "Begin here");
        assert_false(asks_for_colours(&s));
        terminal_send(&s, HAS_256 HAS_DIRECT NARROW "q");
        assert_int_equal(terminal_end(&s), 0);
        assert_null(strstr(text_str(&s.raw), "8;5;"));
        assert_null(strstr(text_str(&s.raw), "8;2;"));
        terminal_finish(&s);
    }
}

TEST_AROUND(answers_in_pieces_are_no_keys, kept_begin, kept_end)
{
    static const char *const pieces[] = {"\033]4;255;", "rgb:eeee/ee", "ee/eeee",  "\033\\",
                                         "\033P1$r",    "0;48:2",      "::1:2:3m", "\033",
                                         "\\",          "\033[2;",     "4R"};
    struct terminal s = terminal_start("xterm", "-c", SCENE);
    terminal_wait_drawn(&s, SCENE, LANG_EN);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        terminal_send(&s, pieces[i]);
        while (!terminal_taken(&s))
            terminal_pump(&s, 0);
    }
    terminal_wait_sent(&s, "8;2;");
    terminal_wait_drawn(&s, SCENE, LANG_EN);
    terminal_quit(&s);
    terminal_finish(&s);
}

/* Each comes as soon as the one before is taken: readable, with nothing to read a moment ago, is not the end.
 */
TEST_AROUND(answers_that_follow_each_other_do_not_end_it, kept_begin, kept_end)
{
    enum { ANSWERS = 30000, LOOKS = 2000000 };
    struct terminal s = terminal_start("xterm", "-c", SCENE);
    terminal_wait_drawn(&s, SCENE, LANG_EN);
    for (int i = 0; i < ANSWERS; i++) {
        terminal_send(&s, "\033P1$r0m\033\\");
        for (int looks = 0; !terminal_taken(&s); looks++) {
            assert_true(looks < LOOKS);
            terminal_pump(&s, 0);
        }
    }
    terminal_wait_drawn(&s, SCENE, LANG_EN);
    terminal_quit(&s);
    terminal_finish(&s);
}

TEST_AROUND(no_answer_reaches_the_shell, kept_begin, kept_end)
{
    struct terminal s = terminal_start("xterm", "--lang", "en");
    terminal_send(&s, "q");
    terminal_wait_sent(&s, "\033[6n");
    terminal_send(&s, HAS_256 HAS_DIRECT NARROW);
    assert_int_equal(terminal_end(&s), 0);
    assert_true(terminal_taken(&s));
    terminal_restored(&s);
    terminal_finish(&s);
}

static enum colours style_says(const char *style)
{
    struct measure m = {0};
    measure_asked(&m, true);
    measure_told_style(&m, style);
    return m.colours;
}

TEST(only_its_own_colour_counts)
{
    static const char
        *const yes[] = {"0;48:2::1:2:3m", "48:2:1:2:3m", "0;1;48;2;1;2;3m", "48;48:2::1:2:3"},
               *const no[] = {
                   "", "m", "0m", "48;5;16m", "48:2::1:2m", "38:2::1:2:3m", "x48:2:1:2:3", "48:2::3:2:1m"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (style_says(yes[i]) != COLOURS_DIRECT)
            fail_msg("%s", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (style_says(no[i]) != COLOURS_AUTO)
            fail_msg("%s", no[i]);
}
