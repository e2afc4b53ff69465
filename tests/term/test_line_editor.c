/* `--plain` on a terminal: what is typed is edited, completed, recalled and given up, and every way out
 * leaves the terminal as it was. While a command runs the terminal edits what is typed by its own rules, so
 * each line is sent when its prompt is there. */
#include <signal.h>
#include <string.h>

#include "support/terminal.h"
#include "support/test.h"

static struct terminal plain_start(const char *term)
{
    struct terminal s = terminal_start(term, "--plain", "--lang=en");
    terminal_wait_part(&s, "\nqkv>\n");
    return s;
}

static void end(struct terminal *s)
{
    terminal_wait_part(s, "\nqkv>\n");
    terminal_send(s, "\x04");
    assert_int_equal(terminal_end(s), 0);
    terminal_modes_restored(s);
    terminal_finish(s);
}

TEST(a_line_is_edited_and_recalled)
{
    static const char *const kinds[] = {"xterm-256color", "linux", "dumb"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct terminal s = plain_start(kinds[i]);
        terminal_send(&s, "xentence 狗猫\033[D追\033[H\033[3~s\r");
        terminal_wait_part(&s, "\nstages: 狗 追 猫; d 8");
        terminal_wait_part(&s, "\nqkv>\n");
        terminal_send(&s, "set digits 4\r");
        terminal_wait_part(&s, "\nqkv> set digits 4\n");
        terminal_wait_part(&s, "\nqkv>\n");
        terminal_send(&s, "\033[A\033OA\033[D\x7f\r"); /* 追 goes from the line before the last */
        terminal_wait_part(&s, "\nstages: 狗 猫; d 8");
        terminal_wait_part(&s, "weights[狗→猫] = 0.");
        terminal_wait_part(&s, "\nqkv>\n");
        terminal_send(&s, "bogus\x15print n + 2 nonsense\x17\r");
        terminal_wait_part(&s, "\n4\nqkv>\n");
        end(&s);
    }
}

/* An invisible character is shown as another one while it is typed, and is part of the word. */
TEST(an_invisible_character_is_typed)
{
    struct terminal s = plain_start("xterm-256color");
    terminal_send(&s, "tokens a\u200cb \u202ec\r");
    terminal_wait_part(&s, "\nstages: a¦b? ¦c?; d 8");
    terminal_wait_part(&s, "\nqkv>\n");
    terminal_send(&s, "\033[A\x7f"
                      "d\r");
    terminal_wait_part(&s, "\nstages: a¦b? ¦d?; d 8");
    terminal_wait_part(&s, "\nqkv>\n");
    terminal_send(&s, "expect x(\"a\\u{200C}b\",0) = x(0,0)\r");
    end(&s);
}

TEST(a_line_longer_than_the_screen_is_edited)
{
    struct terminal s = plain_start("xterm-256color");
    terminal_send(
        &s, "bogus 猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫狗\001\033[3~f");
    terminal_wait_part(
        &s, "\nqkv> fogus 猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫\n猫猫狗\n");
    terminal_send(&s, "\r");
    terminal_wait_part(&s, "猫狗\nerror: no command 'fogus'");
    end(&s);
}

TEST(tab_completes_as_in_the_prompt)
{
    struct terminal s = plain_start("xterm-256color");
    terminal_send(&s, "enco\tro\t\r");
    terminal_wait_part(&s, "encoding rope, mask none");
    terminal_send(&s, "set d\t");
    terminal_wait_part(&s, "\nd dk dv dsrc dff dropout draw dimnames digits\nqkv> set d\n");
    terminal_send(&s, "ig\033[D\033[D\t\x05its 4"); /* in the middle of a line Tab does nothing */
    terminal_wait_part(&s, "\nqkv> set digits 4\n");
    terminal_send(&s, "\r\t\x03sentence \t\x03zzz\t");
    terminal_wait_part(&s, "nothing here begins with 'zzz'\nqkv> zzz\n");
    terminal_send(&s, "\x15");
    end(&s);
}

TEST(ctrl_c_abandons_the_line_and_ctrl_z_stops)
{
    struct terminal s = plain_start("xterm-256color");
    terminal_send(&s, "quit"); /* Ctrl-C drops what was not read yet */
    terminal_wait_part(&s, "\nqkv> quit\n");
    terminal_send(&s, "\x03");
    terminal_wait_part(&s, "\nqkv> quit^C\nqkv>\n");
    terminal_send(&s, "\x03");
    terminal_wait_part(&s, "\nqkv> quit^C\nqkv> ^C\nqkv>\n");
    terminal_send(&s, "\x03");
    terminal_wait_part(&s, "\nqkv> quit^C\nqkv> ^C\nqkv> ^C\nqkv>\n");
    kill(s.child, SIGINT);
    terminal_send(&s, "print n");
    terminal_wait_part(&s, "\nqkv> print n\n");
    terminal_send(&s, "\x1a");
    terminal_stopped(&s);
    terminal_modes_restored(&s);
    kill(s.child, SIGCONT);
    terminal_send(&s, " + 2\r");
    terminal_wait_part(&s, "\n5\nqkv>\n");
    terminal_send(&s, "\033[A\033[A"); /* what was given up is not remembered */
    terminal_wait_part(&s, "\nqkv> print n + 2\n");
    terminal_send(&s, "\x03");
    end(&s);
}

TEST(nothing_pasted_is_obeyed)
{
    struct terminal s = plain_start("xterm-256color");
    terminal_send(
        &s,
        "p\033[31mr\033]0;title\x07int\x16\033[5~\033[1;5C\xE2\x80\xAE\xC2\x9B\xFF\033[200~ n + 4\033[201~");
    terminal_wait_part(&s, "n + 4");
    assert_null(strstr(text_str(&s.raw), "\033[31m"));
    assert_null(strstr(text_str(&s.raw), "\033]"));
    assert_null(strstr(text_str(&s.raw), "\033[20"));
    assert_null(strstr(text_str(&s.raw), "\xE2\x80\xAE"));
    assert_null(strstr(text_str(&s.raw), "\xC2\x9B"));
    terminal_send(&s, "\x15print n + 4\r");
    terminal_wait_part(&s, "\n7\nqkv>\n");
    end(&s);
}

TEST(signals_give_the_modes_back)
{
    static const int numbers[] = {SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct terminal s = plain_start("xterm-256color");
        terminal_send(&s, "abc");
        terminal_wait_part(&s, "\nqkv> abc\n");
        kill(s.child, numbers[i]);
        terminal_end(&s);
        terminal_modes_restored(&s);
        terminal_finish(&s);
    }
}

TEST(either_kind_of_arrow_goes_up_and_down_the_lines)
{
    static const char *const keys[] = {"\033[A\033[A\033[B\r", "\033OA\033OA\033OB\r"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct terminal s = plain_start("xterm-256color");
        terminal_send(&s, "print 10 + 1\r");
        terminal_wait_part(&s, "\n11\nqkv>\n");
        terminal_send(&s, "print 20 + 2\r");
        terminal_wait_part(&s, "\n22\nqkv>\n");
        terminal_send(&s, keys[i]);
        terminal_wait_part(&s, "\nqkv> print 20 + 2\n22\nqkv> print 20 + 2\n22\nqkv>\n");
        end(&s);
    }
}
