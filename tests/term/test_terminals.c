/* Kinds of terminals and locales: the same text in all that can show it, a clear word where nothing can be
 * drawn. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/utf8.h"
#include "support/drawn.h"
#include "support/kept.h"
#include "support/terminal.h"
#include "support/test.h"

TEST_AROUND(without_a_usable_terminal_it_says_so, kept_begin, kept_end)
{
    static const char *const names[] = {"no-such-terminal", "dumb", "unknown", ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct terminal s = terminal_start(names[i], "--lang", "en");
        int status = terminal_end(&s);
        assert_int_equal(WEXITSTATUS(status), EXIT_NO_TERMINAL);
        assert_non_null(strstr(text_str(&s.raw), "TERM"));
        assert_non_null(strstr(text_str(&s.raw), "--plain"));
        assert_null(strchr(text_str(&s.raw), '\033'));
        terminal_finish(&s);
    }
}

/* LC_CTYPE goes before LANG. */
TEST_AROUND(the_locale_is_utf8_or_the_program_says_so, kept_begin, kept_end)
{
    static const char *const fine[] = {"C", "POSIX", "zh_CN.UTF-8", "no_SUCH"}, *const other[] = {
                                                                                    "zh_CN.GBK",
                                                                                    "en_US.ISO-8859-1"};
    struct text want = {0};
    drawn("", LANG_EN, 24, 80, &want);
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        setenv("LC_CTYPE", fine[i], 1);
        struct terminal s = terminal_start("xterm-256color", "--lang", "en");
        terminal_wait(&s, text_str(&want));
        terminal_quit(&s);
        terminal_finish(&s);
    }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        setenv("LC_CTYPE", other[i], 1);
        struct terminal s = terminal_start("xterm-256color", "--lang", "zh");
        assert_int_equal(WEXITSTATUS(terminal_end(&s)), EXIT_NO_TERMINAL);
        assert_non_null(strstr(text_str(&s.raw), "LC_ALL=C.UTF-8"));
        assert_null(strchr(text_str(&s.raw), '\033'));
        terminal_finish(&s);
    }
    unsetenv("LC_CTYPE");
    text_finish(&want);
}

/* A bare system describes the common terminals only. */
static bool described(const char *term)
{
    char command[80];
    snprintf(command, sizeof command, "tput -T %s cols >/dev/null 2>&1", term);
    return system(command) == 0;
}

TEST_AROUND(plain_terminals_show_the_same_text, kept_begin, kept_end)
{
    static const char *const terms[] = {"vt100",  "screen-256color", "xterm",        "linux",
                                        "screen", "tmux-256color",   "xterm-direct", "xterm-256color"};
    struct text want = {0}, mono = {0};
    drawn("set digits 2", LANG_EN, 24, 80, &want);
    draw_as("set digits 2", LANG_EN, 24, 80, true, &mono);
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        if (strcmp(terms[i], "xterm-direct") == 0 && !described(terms[i]))
            continue;
        struct terminal s = terminal_start(terms[i], "-c", "set digits 2");
        terminal_wait(&s, text_str(i == 0 ? &mono : &want));
        terminal_quit(&s);
        terminal_finish(&s);
    }
    text_finish(&mono);
    text_finish(&want);
}

TEST_AROUND(the_theme_without_colours_looks_as_on_a_terminal_without, kept_begin, kept_end)
{
    struct terminal with = terminal_start("xterm-256color", "-c", "theme mono"),
                    without = terminal_start("vt100", "-c", "theme mono");
    struct text want = {0}, look = {0};
    draw_as("theme mono", LANG_EN, 24, 80, true, &want);
    terminal_wait(&with, text_str(&want));
    terminal_wait(&without, text_str(&want));
    terminal_look(&with, &look);
    terminal_look(&without, &want);
    assert_string_equal(text_str(&look), text_str(&want));
    terminal_send(&with, "q");
    terminal_send(&without, "q");
    terminal_end(&with);
    terminal_end(&without);
    terminal_finish(&with);
    terminal_finish(&without);
    text_finish(&want);
    text_finish(&look);
}

/* And a thousand keys and movements of the mouse after it. */
TEST_AROUND(a_pasted_megabyte_is_taken_in_and_refused_with_words, kept_begin, kept_end)
{
    struct terminal s = terminal_start("xterm-256color", "--lang", "en");
    struct text line = {0};
    terminal_wait_drawn(&s, "", LANG_EN);
    for (int i = 0; i < 1000; i++)
        text_add(&line, "the cat sat ");
    terminal_send(&s, ":\033[200~");
    for (int i = 0; i < 90; i++)
        terminal_send(&s, text_str(&line));
    terminal_send(&s, "\033[201~");
    terminal_wait_part(&s, "make the line 1080000 bytes long");
    terminal_send(&s, "\033");
    for (int i = 0; i < 500; i++) {
        terminal_send(&s, "\033[<35;9;9M");
        terminal_send(&s, i % 2 ? "p" : "k");
        terminal_pump(&s, 0);
    }
    terminal_send(&s, "Zkkk:set digits 2\r");
    terminal_wait_drawn(&s, "set digits 2 ; cursor up 3", LANG_EN);
    kill(s.child, SIGTERM);
    assert_int_equal(WEXITSTATUS(terminal_end(&s)), 128 + SIGTERM);
    terminal_restored(&s);
    terminal_finish(&s);
    text_finish(&line);
}

/* As a terminal types a paste that it cannot mark. */
TEST_AROUND(a_text_that_is_typed_at_once_is_taken_in_up_to_the_limit, kept_begin, kept_end)
{
    enum { CHUNK = 1000 };
    struct terminal s = terminal_start("linux", "--lang", "en");
    struct text chunk = {0};
    terminal_wait_drawn(&s, "", LANG_EN);
    for (int i = 0; i < CHUNK / 4; i++)
        text_add(&chunk, "cat ");
    terminal_send(&s, "s");
    for (int i = 0; i < 66; i++) {
        terminal_send(&s, text_str(&chunk));
        while (terminal_pump(&s, 0))
            ;
    }
    terminal_send(&s, "\r");
    terminal_wait_part(&s, "a line holds at most 65536 bytes");
    terminal_send(&s, "\033");
    terminal_wait_drawn(&s, "", LANG_EN);
    terminal_quit(&s);
    terminal_finish(&s);
    text_finish(&chunk);
}
