/* The real binary in a pseudo-terminal: its screen compared with what the same session
 * draws in this process. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "keep/file.h"
#include "app/recover.h"
#include "support/apps.h"
#include "support/drawn.h"
#include "support/kept.h"
#include "support/model_files.h"
#include "support/terminal.h"
#include "support/test.h"

TEST_AROUND(the_terminal_shows_what_the_program_draws, kept_begin, kept_end)
{
    struct terminal s = terminal_start("xterm-256color", "--lang", "zh");
    terminal_wait_drawn(&s, "", LANG_ZH);
    terminal_send(&s, "c");
    terminal_wait_drawn(&s, "view encoding", LANG_ZH);
    terminal_send(&s, "s狗追猫\r\014"); /* the last key clears the message */
    terminal_wait_drawn(&s, "view encoding; sentence 狗追猫", LANG_ZH);
    terminal_resize(&s, 36, 120);
    terminal_wait_drawn(&s, "view encoding; sentence 狗追猫", LANG_ZH);
    terminal_resize(&s, 10, 30);
    terminal_wait_drawn(&s, "view encoding; sentence 狗追猫", LANG_ZH);
    terminal_resize(&s, 24, 80);
    terminal_send(&s, "v\033[200~the cat\nsat\033[201~\r\014");
    terminal_wait_drawn(&s, "view stages; sentence \"the cat sat\"", LANG_ZH);
    terminal_quit(&s);
    terminal_restored(&s);
    terminal_finish(&s);
}

/* Writes byte by byte, and lets the program read in between. */
static void send_bytes(struct terminal *s, const char *bytes)
{
    for (; *bytes; bytes++) {
        assert_int_equal(write(s->master, bytes, 1), 1);
        while (terminal_pump(s, 5))
            ;
    }
}

TEST_AROUND(an_input_method_and_a_spreadsheet_reach_it, kept_begin, kept_end)
{
    struct terminal s = terminal_start("xterm-256color", "--lang", "zh");
    terminal_wait_drawn(&s, "", LANG_ZH);
    send_bytes(&s, "s\346\234\272\345\231\250\344\272\272\344\270\215\350\203\275"); /* 机器人不能 in pieces
                                                                                        of one byte */
    terminal_send(&s, "\033OD\033OD");
    send_bytes(&s, "\357\274\217\r\014"); /* a full-width slash */
    terminal_wait_drawn(&s, "sentence 机器人/不能", LANG_ZH);
    terminal_send(&s, "6\033OB\033[200~0.5\t-1\t2e-3\t4\t5\t6\t7\t8\r\033[201~");
    terminal_send(&s, "k"); /* what was changed is flagged until the next key */
    terminal_wait_drawn(&s, "sentence 机器人/不能 ; view edit ; x 不能 = .5 -1 2e-3 4 5 6 7 8", LANG_ZH);
    terminal_quit(&s);
    terminal_finish(&s);
}

TEST_AROUND(without_arguments_the_start_screen_comes_first, kept_begin, kept_end)
{
    struct terminal s = terminal_start("xterm-256color", "--color", "256");
    terminal_wait_drawn(&s, "opening ; view home", LANG_EN);
    terminal_send(&s, "jjjj\r");
    terminal_wait_drawn(&s, "opening ; view home; cursor down 4; home here", LANG_EN);
    terminal_wait_part(&s, "softmax");
    terminal_quit(&s);
    terminal_finish(&s);
}

/* Signals that end no program, or that this one ignores; and those that nobody can catch. */
static bool ends_nothing(int number)
{
    static const int list[] = {SIGKILL, SIGSTOP, SIGTSTP,  SIGTTIN, SIGTTOU, SIGCONT,
                               SIGCHLD, SIGURG,  SIGWINCH, SIGPIPE, SIGXFSZ};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i] == number)
            return true;
    return number > 31 && number < SIGRTMIN; /* the C library's own */
}

static const char *const modes[] = {"?1049", "?2004", "?1002", "?1006"};

/* What was turned on last is off. */
static void modes_are_off(const struct terminal *s)
{
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        const char *last = NULL;
        for (const char *p = text_str(&s->raw); (p = strstr(p, modes[i])); p++)
            last = p;
        if (!last || last[strlen(modes[i])] != 'l')
            fail_msg("%s is left on", modes[i]);
    }
}

/* At rest, in the middle of the first picture, and while the rest of a mouse report is awaited. */
TEST_AROUND(every_signal_gives_the_terminal_back, kept_begin, kept_end)
{
    for (int number = 1; number <= SIGRTMAX; number++) {
        if (ends_nothing(number))
            continue;
        struct terminal s = terminal_start("xterm-256color", number % 3 == 0 ? "--notes" : "--lang",
                                           number % 3 == 0 ? NULL : "en");
        terminal_wait_sent(&s, number % 3 == 0 ? "lesson" : number % 3 == 1 ? "?2004h" : "help");
        terminal_send(&s, number % 2 ? "\033[<" : "");
        while (!terminal_taken(&s))
            ;
        kill(s.child, number);
        int status = terminal_end(&s);
        if (WEXITSTATUS(status) != 128 + number)
            fail_msg("signal %d: status %d", number, WEXITSTATUS(status));
        terminal_restored(&s);
        modes_are_off(&s);
        terminal_finish(&s);
    }
}

TEST_AROUND(a_signal_keeps_the_session, kept_begin, kept_end)
{
    static const int numbers[] = {SIGTERM, SIGHUP, SIGUSR1};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct terminal s = terminal_start("xterm-256color", "--lang", "en");
        terminal_wait_drawn(&s, "", LANG_EN);
        terminal_send(&s, "x\033");
        terminal_wait_drawn(&s, "swap", LANG_EN);
        kill(s.child, numbers[i]);
        terminal_end(&s);
        assert_int_equal(kept_files(JOURNAL_SUFFIX), 1);
        unlink(kept_file(JOURNAL_SUFFIX));
        terminal_finish(&s);
    }
}

/* Also the program that stopped, and goes on only to end. */
TEST_AROUND(a_stopped_program_ends, kept_begin, kept_end)
{
    struct terminal s = terminal_start("xterm-256color", "--lang", "en");
    terminal_wait_drawn(&s, "", LANG_EN);
    terminal_send(&s, "\x1a");
    terminal_stopped(&s);
    s.raw.len = 0;
    text_add(&s.raw, " ");
    kill(s.child, SIGTERM);
    kill(s.child, SIGCONT);
    assert_int_equal(WEXITSTATUS(terminal_end(&s)), 128 + SIGTERM);
    assert_string_equal(text_str(&s.raw), " "); /* what the shell shows is left alone */
    terminal_finish(&s);
}

/* Keys, one after another, until the program takes no more: it waits for a terminal that reads nothing. */
static void fill(struct terminal *s)
{
    struct pollfd none = {.fd = -1};
    for (int waited = 0; waited < 300; waited += 10) {
        if (terminal_taken(s)) {
            terminal_send(s, "\f");
            waited = 0;
        }
        poll(&none, 1, 10);
    }
}

/* Its output stopped as by Ctrl-S, or read by nobody. */
TEST_AROUND(a_terminal_that_does_not_drain_is_given_back, kept_begin, kept_end)
{
    static const int numbers[] = {SIGTERM, SIGHUP, SIGSEGV};
    for (size_t i = 0; i < 2 * sizeof numbers / sizeof *numbers; i++) {
        struct terminal s = terminal_start("xterm-256color", "--lang", "en");
        if (i % 2)
            assert_int_equal(tcflow(s.slave, TCOOFF), 0);
        else
            terminal_wait_sent(&s, "?2004h");
        fill(&s);
        kill(s.child, numbers[i / 2]);
        assert_int_equal(WEXITSTATUS(terminal_end_unread(&s)), 128 + numbers[i / 2]);
        terminal_restored(&s);
        modes_are_off(&s);
        terminal_finish(&s);
    }
}

TEST_AROUND(a_crash_gives_the_terminal_back_and_says_where_the_session_is, kept_begin, kept_end)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    struct text before = {0}, after = {0};
    drawn("view stages", LANG_EN, 24, 80, &before);
    drawn("view stages ; swap", LANG_EN, 24, 80, &after);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct terminal s = terminal_start("xterm-256color", "-c", "view stages");
        terminal_wait(&s, text_str(&before));
        if (i != 1)
            terminal_send(&s, "x\033");
        terminal_wait(&s, text_str(i == 1 ? &before : &after));
        kill(s.child, numbers[i]);
        int status = terminal_end(&s);
        assert_int_equal(WEXITSTATUS(status), 128 + numbers[i]);
        terminal_restored(&s);
        const char *kept = kept_file(JOURNAL_SUFFIX), *words = strstr(text_str(&s.raw), "qkv crashed");
        assert_non_null(words);
        assert_true(words > strstr(text_str(&s.raw), "\033[?1049l"));
        assert_non_null(strstr(words, i == 1 ? "This session was not saved" : kept));
        assert_true((i == 1) == (*kept == '\0'));
        unlink(kept);
        terminal_finish(&s);
    }
    text_finish(&before);
    text_finish(&after);
}

/* Its mapped numbers are gone: the program says so and ends, and the session is kept. */
TEST_AROUND(a_models_file_that_shrinks_ends_the_session_in_order, kept_begin, kept_end)
{
    char line[300];
    const char *numbers = copy_model("gpt2");
    struct text before = {0};
    snprintf(line, sizeof line, "model %s", kept_path("model"));
    drawn(line, LANG_EN, 24, 80, &before);
    struct terminal s = terminal_start("xterm-256color", "-c", line);
    terminal_wait(&s, text_str(&before));
    terminal_send(&s, ":swap\r\033");
    terminal_wait_part(&s, "␣dog he");
    assert_int_equal(truncate(numbers, 0), 0);
    terminal_send(&s, "x");
    assert_int_equal(WEXITSTATUS(terminal_end(&s)), 1);
    terminal_restored(&s);
    assert_non_null(strstr(text_str(&s.raw), "a file of the model became shorter while it was open"));
    assert_non_null(strstr(text_str(&s.raw), kept_file(JOURNAL_SUFFIX)));
    assert_true(*kept_file(JOURNAL_SUFFIX) != '\0');
    terminal_finish(&s);
    s = terminal_start("xterm-256color", "-c", "view flow"); /* as it was told to */
    terminal_wait_part(&s, "an earlier session was kept");
    terminal_send(&s, "R");
    terminal_wait_part(&s, "stays kept: R again");
    copy_model("gpt2");
    terminal_send(&s, "R");
    terminal_wait_part(&s, "␣dog he");
    terminal_quit(&s);
    assert_int_equal(kept_files(".damaged"), 0);
    forget_model();
    text_finish(&before);
    terminal_finish(&s);
}

TEST_AROUND(ctrl_z_stops_and_fg_comes_back, kept_begin, kept_end)
{
    struct terminal s = terminal_start("xterm-256color", "--lang", "en");
    terminal_wait_drawn(&s, "", LANG_EN);
    terminal_send(&s, "\x1a");
    terminal_stopped(&s);
    terminal_restored(&s);
    kill(s.child, SIGCONT);
    terminal_wait_drawn(&s, "", LANG_EN);
    terminal_quit(&s);
    terminal_restored(&s);
    terminal_finish(&s);
}

/* Also one that goes away in the middle of a paste or of a report of the mouse. */
TEST_AROUND(a_terminal_that_goes_away_ends_the_program, kept_begin, kept_end)
{
    static const char *const last[] = {"", "\033[200~abc", "\033[<0;1"};
    struct text want = {0};
    drawn("", LANG_EN, 24, 80, &want);
    for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
        struct terminal s = terminal_start("xterm-256color", "--lang", "en");
        terminal_wait(&s, text_str(&want));
        terminal_send(&s, last[i]);
        while (!terminal_taken(&s))
            ;
        close(s.slave);
        close(s.master);
        terminal_end_unread(&s);
        vterm_free(s.vt);
        text_finish(&s.raw);
    }
    text_finish(&want);
}

/* As drawn, after more than a line. */
static void drawn_after(void (*act)(struct app *), struct text *out)
{
    struct app a = fresh_app();
    act(&a);
    read_screen(&a, 24, 80, out);
    app_finish(&a);
}

static void clicks(struct app *a)
{
    kept_step(a, "set digits 2");
    app_event(a,
              &(struct event){.kind = EVENT_CLICK, .row = 7, .col = 30, .rows = 24, .cols = 80, .button = 1});
    app_event(a,
              &(struct event){.kind = EVENT_WHEEL, .row = 7, .col = 30, .rows = 24, .cols = 80, .button = 1});
    kept_step(a, "key x");
}

/* In the two forms that terminals know; what was cut off is not a click, and the key after it is a key. */
TEST_AROUND(the_mouse_reaches_it, kept_begin, kept_end)
{
    static const struct {
        const char *term, *bytes;
    } forms[] = {
        {"xterm-256color", "\033[<0;31;8M\033[<0;31;8m\033[<32;2;2M\033[<35;2;2M\033[<65;31;8M\033[<0;3x"},
        {"screen", "\033[M ?(\033[M#?(\033[Ma?(x"},
    };
    struct text before = {0}, want = {0};
    drawn("set digits 2", LANG_EN, 24, 80, &before);
    for (size_t i = 0; i < 2; i++) {
        struct terminal s = terminal_start(forms[i].term, "-c", "set digits 2");
        terminal_wait(&s, text_str(&before));
        terminal_send(&s, forms[i].bytes);
        drawn_after(clicks, &want);
        assert_string_not_equal(text_str(&want), text_str(&before));
        terminal_wait(&s, text_str(&want));
        kill(s.child, SIGTERM);
        terminal_end(&s);
        unlink(kept_file(JOURNAL_SUFFIX));
        terminal_finish(&s);
    }
    text_finish(&before);
    text_finish(&want);
}

static void swaps(struct app *a)
{
    kept_step(a, "key x");
}

static void goes_on(struct app *a)
{
    struct reply r = {0};
    assert_true(app_line(a, "swap", &r));
    text_add(&a->session.message, "restored the earlier session");
}

TEST_AROUND(a_killed_session_goes_on_at_the_next_start, kept_begin, kept_end)
{
    struct text want = {0};
    struct terminal s = terminal_start("xterm-256color", "--lang", "en");
    terminal_wait_drawn(&s, "", LANG_EN);
    terminal_send(&s, "x");
    drawn_after(swaps, &want);
    terminal_wait(&s, text_str(&want));
    kill(s.child, SIGKILL);
    terminal_end(&s);
    terminal_finish(&s);
    drawn_after(recover_offer, &want);
    kept_forget("reported");
    s = terminal_start("xterm-256color", "--lang", "en");
    assert_non_null(strstr(text_str(&want), "an earlier session was kept"));
    terminal_wait(&s, text_str(&want));
    terminal_send(&s, "R");
    drawn_after(goes_on, &want);
    terminal_wait(&s, text_str(&want));
    terminal_quit(&s);
    terminal_restored(&s);
    assert_int_equal(kept_files(JOURNAL_SUFFIX), 1); /* still not saved */
    terminal_finish(&s);
    text_finish(&want);
}

/* In raw mode no key would end a wait for something that is not a regular file. */
TEST_AROUND(what_it_would_wait_for_is_refused, kept_begin, kept_end)
{
    static const struct {
        const char *line, *name, *said;
    } lines[] = {
        {":source -\r", NULL, "'-' is standard input"},
        {":load /dev/tty\r", NULL, "/dev/tty: expected a regular file, but this is a device or a terminal"},
        {":import WQ -\r", NULL, "'-' is standard input"},
        {":import vectors /dev/stdin\r", NULL,
         "/dev/stdin: expected a regular file, but this is a device or a terminal"},
        {":save /dev/tty\r", NULL, "/dev/tty: expected a regular file, but this is a device or a terminal"},
        {":load %s\r", "a", "a: expected a regular file, but this is a pipe"},
        {":import vectors %s\r", "b", "b: expected a regular file, but this is a pipe"},
        {":save %s\r", "c", "c: expected a regular file, but this is a pipe"},
        {":export json %s\r", "d", "d: expected a regular file, but this is a pipe"},
    };
    char line[600];
    struct terminal s = terminal_start("xterm-256color", "--lang", "en");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (lines[i].name)
            assert_int_equal(mkfifo(kept_path(lines[i].name), 0600), 0);
        snprintf(line, sizeof line, lines[i].line, lines[i].name ? kept_path(lines[i].name) : "");
        terminal_send(&s, line);
        terminal_wait_part(&s, lines[i].said);
        terminal_send(&s, "\033OB");
        terminal_wait_drawn(&s, "cursor down", LANG_EN);
        terminal_send(&s, "\033OA");
        terminal_wait_drawn(&s, "", LANG_EN);
    }
    terminal_quit(&s);
    terminal_restored(&s);
    terminal_finish(&s);
}

static void write_script(const char *name, int lines)
{
    struct text t = {0};
    struct reply r = {0};
    for (int i = 0; i < lines; i++)
        text_add(&t, i % 2 ? "cursor down\n" : "cursor up\n");
    assert_true(file_write_own(kept_path(name), text_str(&t), t.len, &r));
    text_finish(&t);
    reply_finish(&r);
}

/* A script of a million lines is seen to run and stops; what is typed while a short one runs is done after
 * it. */
TEST_AROUND(long_work_is_shown_and_stopped, kept_begin, kept_end)
{
    static const char *const keys[] = {"\033", "\003"};
    struct text line = {0};
    struct terminal s = terminal_start("xterm-256color", "--lang", "en");
    terminal_wait_drawn(&s, "", LANG_EN);
    write_script("long.qkv", 1000000);
    write_script("short.qkv", 30000);
    text_addf(&line, ":source %s\r", kept_path("long.qkv"));
    for (int i = 0; i < 2; i++) {
        terminal_send(&s, text_str(&line));
        terminal_wait_part(&s, "(Ctrl-C or Esc stops)");
        terminal_send(&s, keys[i]);
        terminal_wait_part(&s, "stopped");
    }
    text_clear(&line);
    text_addf(&line, ":source %s\rc", kept_path("short.qkv"));
    terminal_send(&s, text_str(&line));
    terminal_wait_drawn(&s, "view encoding", LANG_EN);
    text_finish(&line);
    terminal_quit(&s);
    terminal_finish(&s);
}
